"""Time of one hybrid query: Pilothouse's store against Haystack's in-memory store, same machine, same run.

    python benchmarks/hybrid_query.py [--size 10000] [--queries 60]

Both embed the query with the embedded model on one thread and take 20 candidates per retriever.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
for library in ("OPENBLAS", "OMP", "MKL"):  # one thread for both sides, or the comparison measures the spinning
    os.environ[f"{library}_NUM_THREADS"] = "1"

TASTES = [
    "麻辣",
    "香辣",
    "酸辣",
    "糖醋",
    "蒜蓉",
    "清炒",
    "红烧",
    "清蒸",
    "干锅",
    "水煮",
    "孜然",
    "葱爆",
    "椒盐",
    "黑椒",
    "咖喱",
    "豉汁",
    "泡椒",
    "剁椒",
    "酱爆",
    "白灼",
]
MAINS = [
    "牛肉",
    "羊肉",
    "鸡丁",
    "鸭块",
    "排骨",
    "里脊",
    "肥肠",
    "牛蛙",
    "鱼片",
    "虾仁",
    "鱿鱼",
    "豆腐",
    "土豆",
    "茄子",
    "菠菜",
    "西兰花",
    "花菜",
    "藕片",
    "木耳",
    "香菇",
    "金针菇",
    "冬瓜",
    "丝瓜",
    "豆角",
    "毛豆",
    "鸡翅",
    "鸡爪",
    "牛腩",
    "腊肉",
    "时蔬",
]
SIDES = [
    "粉丝",
    "年糕",
    "青椒",
    "洋葱",
    "芹菜",
    "笋片",
    "腐竹",
    "花生",
    "腰果",
    "酸菜",
    "番茄",
    "玉米",
    "胡萝卜",
    "海带",
    "豆芽",
    "蘑菇",
    "豆皮",
]
CATEGORIES = ["热菜", "凉菜", "锅物", "小炒", "招牌", "家常"]
SPICES = ["不辣", "微辣", "中辣", "特辣"]
FORMS = (
    "来一份{name}",
    "有没有{name}",
    "我想吃{taste}的{main}",
    "推荐一个{side}的菜",
    "不辣的{main}有吗",
    "{main}多少钱",
    "来个绿菜",
    "适合小孩吃的菜有哪些",
)


def dishes(size: int) -> list[dict[str, object]]:
    generator = random.Random(7)
    names = ["".join(parts) for parts in itertools.product(TASTES, SIDES, MAINS)]
    generator.shuffle(names)
    names += [f"{name}{number}号" for number in range(1, 1 + size // len(names)) for name in names]
    return [
        {
            "name": name,
            "category": generator.choice(CATEGORIES),
            "price": generator.randrange(8, 128),
            "spice": generator.choice(SPICES),
            "ingredients": generator.sample(SIDES + MAINS, 3),
            "scopes": ["member"] if generator.random() < 0.1 else [],
        }
        for name in names[:size]
    ]


def text(dish: dict[str, object]) -> str:
    ingredients = "、".join(dish["ingredients"])  # type: ignore[arg-type]
    return (
        f"【菜品名称】{dish['name']} 【分类】{dish['category']} 【食材】{ingredients} "
        f"【默认辣度】{dish['spice']} 【价格】{dish['price']}元"
    )


def questions(count: int, names: list[str]) -> list[str]:
    generator = random.Random(11)
    return [
        generator.choice(FORMS).format(
            name=generator.choice(names),
            taste=generator.choice(TASTES),
            main=generator.choice(MAINS),
            side=generator.choice(SIDES),
        )
        for _ in range(count)
    ]


def measure(run: Callable[[str], object], queries: list[str]) -> list[float]:
    """Milliseconds per query."""
    for query in queries[:3]:
        run(query)
    times = []
    for query in queries:
        start = time.perf_counter()
        run(query)
        times.append((time.perf_counter() - start) * 1000)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--skip-haystack", action="store_true", help="measure our side only")
    options = parser.parse_args()

    from haystack import Document, Pipeline
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    from pilothouse.embedding.use import EmbeddedEmbedder
    from pilothouse.retrieval.pipelines import HybridSearch
    from pilothouse.retrieval.store import SQLiteDocumentStore
    from pilothouse.retrieval.versions import IndexVersion

    rows = dishes(options.size)
    queries = questions(options.queries, [str(row["name"]) for row in rows])
    embedder = EmbeddedEmbedder()
    start = time.perf_counter()
    vectors = embedder.embed([text(row) for row in rows])
    embed_s = time.perf_counter() - start
    documents = [Document(id=str(n), content=text(row), meta=row) for n, row in enumerate(rows)]

    results: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteDocumentStore(Path(folder) / "menu.db")
        start = time.perf_counter()
        windows = {document.id: vector for document, vector in zip(documents, vectors, strict=True)}
        store.replace_all(documents, windows, IndexVersion.now("benchmark", embedder.id))
        index_s = time.perf_counter() - start
        search = HybridSearch(store, embedder)
        allowed = {
            "operator": "AND",
            "conditions": [
                {"field": "meta.scopes", "operator": "within", "value": []},
                {"field": "meta.price", "operator": "<=", "value": 60},
            ],
        }
        results["pilothouse"] = measure(search.search, queries)
        results["pilothouse, filtered"] = measure(lambda query: search.search(query, filters=allowed), queries)
        results["  embedding"] = measure(lambda query: embedder.embed([query]), queries)
        results["  keyword_search"] = measure(store.keyword_search, queries)
        results["  exact_search"] = measure(store.exact_search, queries)
        by_query = dict(zip(queries, embedder.embed(queries), strict=True))
        results["  vector_search"] = measure(lambda query: store.vector_search(by_query[query]), queries)
        size_mb = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
        store.close()

    if not options.skip_haystack:
        memory = InMemoryDocumentStore(embedding_similarity_function="cosine")
        memory.write_documents(
            [
                Document(id=document.id, content=document.content, meta=document.meta, embedding=vector.tolist())
                for document, vector in zip(documents, vectors, strict=True)
            ]
        )
        pipeline = Pipeline()
        pipeline.add_component("keyword", InMemoryBM25Retriever(memory, top_k=20))
        pipeline.add_component("vector", InMemoryEmbeddingRetriever(memory, top_k=20, return_embedding=False))
        pipeline.add_component("joiner", DocumentJoiner("reciprocal_rank_fusion", top_k=5))
        pipeline.connect("keyword", "joiner")
        pipeline.connect("vector", "joiner")

        def haystack(query: str) -> object:
            vector = embedder.embed([query])[0].tolist()
            return pipeline.run({"vector": {"query_embedding": vector}, "keyword": {"query": query}})

        results["haystack in-memory"] = measure(haystack, queries[: max(10, len(queries) // 4)])

    print(f"{options.size} dishes; embedding them {embed_s:.1f} s, writing {index_s:.1f} s, file {size_mb:.0f} MB\n")
    print(f"{'':22}{'p50 ms':>9}{'p95 ms':>9}")
    for name, times in results.items():
        p95 = statistics.quantiles(times, n=20, method="inclusive")[-1]
        print(f"{name:22}{statistics.median(times):9.1f}{p95:9.1f}")
    if not options.skip_haystack:
        ratio = statistics.median(results["haystack in-memory"]) / statistics.median(results["pilothouse"])
        print(f"\nhaystack in-memory / pilothouse (p50): {ratio:.1f}")


if __name__ == "__main__":
    main()
