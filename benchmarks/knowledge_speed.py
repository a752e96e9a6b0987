"""Time of one hybrid query over many chunks, three systems side by side in one run:

    python benchmarks/knowledge_speed.py [--sizes 10000 100000] [--queries 20] [--model]

Pilothouse's library as the assistant asks it (permissions, words and pairs, vectors, fusion, learned ranking) against
Haystack's pipeline of two in-memory retrievers and a joiner, and against LangChain's EnsembleRetriever of BM25Retriever
and FAISS (install by hand: pip install langchain-community langchain-classic rank-bm25 faiss-cpu). All get the same
texts, the same vectors and the same words for Chinese; queries take turns, so that all see the same machine. Vectors
come from a quick stand-in; with ``--model`` from the embedded model, which then embeds every query for all three.
"""

# ruff: noqa: E402  the number of threads is read when numpy is imported

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
for name in ("OPENBLAS", "OMP", "MKL"):  # one thread for all sides, or the comparison measures the spinning
    os.environ[f"{name}_NUM_THREADS"] = "1"

import numpy as np

from pilothouse.contracts.caller import Caller
from pilothouse.embedding.embedder import Embedder, unit
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.library import Library
from pilothouse.retrieval.tokenizer import normalise, words

CANDIDATES, TOP = 50, 5
LEAST, PATIENCE_MS = 3, 60_000  # a system that is slow gets fewer questions, never fewer than these
Search = Callable[[str], list[str]]
Time = tuple[float, float]  # milliseconds by the clock, and of processor time, which other programs disturb less

TOPICS = """
年休假 病假 事假 加班 调休 考勤 补卡 报销 差旅 住宿 打车 餐补 发票 借款 付款 采购 合同 印章 档案 保密 专利 商标
诉讼 密码 账号 权限 服务器 网络 备份 值班 故障 上线 测试 代码 数据 会议室 工位 门禁 停车 班车 食堂 宿舍 体检 保险
公积金 奖金 绩效 晋升 培训 入职 转正 离职 招聘 推荐 名片 快递 办公用品 电脑 显示器 手机卡 团建 福利 礼金 预算 税务
审计 供应商 招标 验收 质保 仓库 盘点 运输 安全 消防 环保
"""
ROLES = """
直属主管 部门经理 财务负责人 总经理 法务专员 行政前台 安全组 人力资源部 采购部 信息技术部 档案室 值班经理
"""
FORMS = "申请单 报销单 审批表 登记表 证明 发票 合同 承诺书 清单 照片 复印件 说明"
SENTENCES = (
    "{name}的{topic}由{role}审批，须在{n}个工作日内提交{form}。",
    "{topic}的上限为每人每月{money}元，超过部分由{role}确认。",
    "办理{topic}时请携带{form}和{form2}，到{role}处登记。",
    "自{year}年{month}月{day}日起，{name}执行新的{topic}标准。",
    "{name}每年享有{n}次{topic}，未使用的不结转到下一年。",
    "未经{role}同意，不得变更{topic}的{form}。",
    "{topic}有疑问的，可以拨打分机{ext}，由{name}答复。",
    "{name}的{topic}费用按{n}%报销，附{form}。",
)
ASKED = (
    "{name}的{topic}谁审批？",
    "{topic}每月上限多少钱？",
    "办理{topic}要带什么材料",
    "{name}的{topic}要提前几天申请？",
    "{topic}有问题打哪个分机",
    "How do I apply for {topic} {name}",
)


class StandIn:
    """An embedder whose vector of a text is the mean of fixed random vectors of its words."""

    id, dimension = "stand-in@1", 512

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def embed(self, texts: Sequence[str]) -> Any:
        return unit(np.stack([self._sum(text) for text in texts]))

    def to_dict(self) -> dict[str, Any]:
        return {"type": "benchmark.StandIn", "init_parameters": {}}

    def _sum(self, text: str) -> Any:
        total = np.zeros(self.dimension, dtype=np.float32)
        for word in words(normalise(text)):
            if word not in self._known:
                seed = zlib.crc32(word.encode())
                self._known[word] = np.random.default_rng(seed).standard_normal(self.dimension).astype(np.float32)
            total += self._known[word]
        return total


class Office:
    """Texts and questions about names that occur the rarer the later they come."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.topics, self.roles, self.forms = TOPICS.split(), ROLES.split(), FORMS.split()
        letters = [chr(code) for code in range(0x4E00, 0x4E00 + 6000, 5)]
        self.names = [
            "".join(self.chance.sample(letters, 2)) + kind for kind in ("项目", "中心", "组") for _ in range(3000)
        ]

    def values(self) -> dict[str, Any]:
        chance = self.chance
        return {
            "name": self.names[min(int(chance.paretovariate(0.6)), len(self.names)) - 1],
            "topic": chance.choice(self.topics),
            "role": chance.choice(self.roles),
            "form": chance.choice(self.forms),
            "form2": chance.choice(self.forms),
            "n": chance.randrange(1, 31),
            "money": chance.randrange(50, 9000, 50),
            "year": chance.randrange(2019, 2028),
            "month": chance.randrange(1, 13),
            "day": chance.randrange(1, 29),
            "ext": chance.randrange(8000, 8999),
        }

    def record(self, number: int) -> dict[str, Any]:
        values = self.values()
        body = "".join(
            self.chance.choice(SENTENCES).format(**{**self.values(), "topic": values["topic"]}) for _ in range(4)
        )
        return {"id": f"d{number}", "title": f"{values['name']}{values['topic']}规定", "text": body}

    def question(self) -> str:
        return self.chance.choice(ASKED).format(**self.values())


def spaced(text: str) -> str:
    """Words with spaces between: neither of the others cuts Chinese itself."""
    return " ".join(words(normalise(text)))


def own(folder: Path, records: Sequence[dict[str, Any]], embedder: Embedder) -> tuple[Library, Search]:
    corpus = folder / "corpus.jsonl"
    corpus.write_text("\n".join(json.dumps(record, ensure_ascii=False) for record in records), "utf-8")
    library = Library(folder / "knowledge.db", embedder, cache=1)
    report = library.index([corpus], workers=0 if isinstance(embedder, StandIn) else None)
    print(f"  pilothouse: indexed {report.chunks} chunks in {report.seconds:.0f} s")
    caller = Caller("guest")

    def search(query: str) -> list[str]:
        found = library.search(query, caller, top_k=TOP, candidates=CANDIDATES).passages
        return [passage.document for passage in found]

    return library, search


def haystack(texts: dict[str, str], vectors: Any, embedder: Embedder) -> Search:
    from haystack import Document, Pipeline
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    memory = InMemoryDocumentStore(embedding_similarity_function="cosine")
    memory.write_documents(
        [
            Document(id=id_, content=spaced(text), embedding=vector.tolist())
            for (id_, text), vector in zip(texts.items(), vectors, strict=True)
        ]
    )
    pipeline = Pipeline()
    pipeline.add_component("keyword", InMemoryBM25Retriever(memory, top_k=CANDIDATES))
    pipeline.add_component("vector", InMemoryEmbeddingRetriever(memory, top_k=CANDIDATES, return_embedding=False))
    pipeline.add_component("joiner", DocumentJoiner("reciprocal_rank_fusion", top_k=TOP))
    pipeline.connect("keyword", "joiner")
    pipeline.connect("vector", "joiner")

    def search(query: str) -> list[str]:
        vector = embedder.embed([query])[0].tolist()
        found = pipeline.run({"vector": {"query_embedding": vector}, "keyword": {"query": spaced(query)}})
        return [document.id for document in found["joiner"]["documents"]]

    return search


def langchain(texts: dict[str, str], vectors: Any, embedder: Embedder) -> Search | None:
    try:
        from langchain_classic.retrievers import EnsembleRetriever
        from langchain_community.retrievers import BM25Retriever
        from langchain_community.vectorstores import FAISS
        from langchain_core.documents import Document
        from langchain_core.embeddings import Embeddings
    except ImportError as error:
        print(f"  langchain skipped: {error}; pip install langchain-community langchain-classic rank-bm25 faiss-cpu")
        return None

    class Same(Embeddings):
        def embed_documents(self, given: list[str]) -> list[list[float]]:
            return embedder.embed(given).tolist()  # type: ignore[no-any-return]

        def embed_query(self, text: str) -> list[float]:
            return embedder.embed([text])[0].tolist()  # type: ignore[no-any-return]

    documents = [Document(page_content=text, metadata={"id": id_}) for id_, text in texts.items()]
    keyword = BM25Retriever.from_documents(documents, preprocess_func=lambda text: words(normalise(text)), k=CANDIDATES)
    pairs = list(zip(texts.values(), vectors.tolist(), strict=True))
    store = FAISS.from_embeddings(pairs, Same(), metadatas=[{"id": id_} for id_ in texts])
    dense = store.as_retriever(search_kwargs={"k": CANDIDATES})
    ensemble = EnsembleRetriever(retrievers=[keyword, dense], weights=[0.5, 0.5], id_key="id")
    return lambda query: [document.metadata["id"] for document in ensemble.invoke(query)[:TOP]]


def run(size: int, asked: argparse.Namespace) -> None:
    print(f"{size} chunks")
    office = Office(size)
    records = [office.record(number) for number in range(size)]
    embedder: Embedder = EmbeddedEmbedder() if asked.model else StandIn()
    texts = {record["id"]: f"{record['title']}\n{record['text']}" for record in records}
    with tempfile.TemporaryDirectory(prefix="pilothouse-speed-") as folder:
        library, search = own(Path(folder), records, embedder)
        systems: dict[str, Search | None] = {"pilothouse": search}
        if not asked.only_own:
            listed = list(texts.values())
            vectors = np.concatenate([embedder.embed(listed[at : at + 256]) for at in range(0, size, 256)])
            systems["haystack"] = haystack(texts, vectors, embedder)
            systems["langchain"] = langchain(texts, vectors, embedder)
        times = measure({name: made for name, made in systems.items() if made}, asked, office)
        times["(embedding)"] = [_ms(lambda: embedder.embed([office.question()])) for _ in range(30)]
        library.close()
    print(f"  {'':12}{'p50 ms':>10}{'p95 ms':>10}{'cpu p50':>10}{'n':>5}")
    for name, found in times.items():
        wall = [elapsed for elapsed, _ in found]
        p95 = statistics.quantiles(wall, n=20, method="inclusive")[-1]
        print(f"  {name:12}{statistics.median(wall):10.1f}{p95:10.1f}{_cpu(found):10.1f}{len(found):5}")
    for name in ("haystack", "langchain"):
        if name in times:
            wall_ratio = _wall(times[name]) / _wall(times["pilothouse"])
            cpu_ratio = _cpu(times[name]) / _cpu(times["pilothouse"])
            print(f"  {name} / pilothouse (p50): {wall_ratio:.1f}; of processor time {cpu_ratio:.1f}")


def measure(systems: dict[str, Search], asked: argparse.Namespace, office: Office) -> dict[str, list[Time]]:
    """Times by system; each question goes to all of them, one after the other, while their patience lasts."""
    times: dict[str, list[Time]] = {name: [] for name in systems}
    for search in systems.values():
        search(office.question())
    for _ in range(asked.queries):
        query = office.question()
        for name, search in systems.items():
            if len(times[name]) >= LEAST and sum(wall for wall, _ in times[name]) > PATIENCE_MS:
                continue
            times[name].append(_ms(lambda search=search, query=query: search(query)))  # type: ignore[misc]
    return times


def _ms(work: Callable[[], object]) -> Time:
    started, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - started) * 1000, (time.process_time() - cpu) * 1000


def _wall(times: Sequence[Time]) -> float:
    return statistics.median(wall for wall, _ in times)


def _cpu(times: Sequence[Time]) -> float:
    return statistics.median(cpu for _, cpu in times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--queries", type=int, default=20)
    parser.add_argument("--model", action="store_true", help="the embedded model instead of the stand-in")
    parser.add_argument("--only-own", action="store_true", help="measure Pilothouse only")
    parser.add_argument("--site", help="folder with LangChain's packages, installed apart (pip install --target)")
    asked = parser.parse_args()
    if asked.site:
        sys.path.append(asked.site)
    for size in asked.sizes:
        run(size, asked)


if __name__ == "__main__":
    main()
