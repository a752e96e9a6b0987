"""Names of rankers and measures as people read them."""

from __future__ import annotations

RANKERS = {
    "bm25_words": "BM25 词 / words",
    "bm25_bigrams": "BM25 二元 / bigrams",
    "dense": "向量 / dense",
    "equal_rrf": "等权 RRF / equal RRF",
    "pilothouse": "Pilothouse",
    "answers": "回答 / answers",
}
MEASURES = {
    "mrr": "MRR",
    "answered": "可答题作答率 / answered",
    "correct": "答对率 / correct",
    "complete": "要点完整率 / complete",
    "wrong": "答错率 / wrong",
    "refused": "可答题误拒率 / refused wrongly",
    "rejected": "无答案题拒答率 / rejected, unanswerable",
    "evidence": "证据命中率 / gold in evidence",
    "cited": "引用率 / cited",
    "citation_gold": "引用属标准文档 / citations that are gold",
    "citation_correct": "引用正确率 / citation correct",
    "tools": "工具触发正确率 / tools as expected",
    "passed": "每次都对 / right every time (pass^k)",
    "conflict_found": "冲突发现率 / conflicts found",
    "conflict_claimed": "误报冲突率 / conflicts claimed wrongly",
    "stale": "只给旧值 / stale value unremarked",
    "leaked": "泄露 / leaked",
}
SHORT = {
    "correct": "答对\ncorrect",
    "wrong": "答错\nwrong",
    "refused": "误拒\nrefused",
    "rejected": "拒答\nrejected",
    "cited": "引用\ncited",
    "citation_correct": "引用正确\ncitation",
    "conflict_found": "冲突发现\nconflict",
    "tools": "工具\ntools",
    "passed": "每次都对\npass^k",
}
"""The measures of answers that are shown by kind of question, in few letters."""

EVERY = "全部 / all"
FACTS = {
    "assistant": "助手 / assistant",
    "program": "程序版本 / program",
    "dataset": "问题文件 / questions from",
    "corpus": "语料 / corpus",
    "documents": "文档 / documents",
    "chunks": "段 / chunks",
    "version": "知识库版本 / version of the library",
    "embedder": "向量模型 / embedder",
    "model": "语言模型 / model",
    "cut_offs": "Recall 截断 / cut-offs",
    "depth": "每个检索取段数 / chunks of each ranker",
    "limit": "只用前几题 / first questions only",
    "repeat": "每题次数 / tries of each question",
    "questions": "题数 / questions",
}

LOWER_IS_BETTER = frozenset({"wrong", "refused", "conflict_claimed", "stale", "leaked"})
ORDER = [*MEASURES]
VERDICTS = {"better": "更好 / better", "worse": "更差 / worse", "same": "="}


def ranker(name: str) -> str:
    """A group of measures."""
    return RANKERS.get(name, name)


def measure(name: str) -> str:
    """A measure."""
    if name.startswith("recall@"):
        return f"R@{name.removeprefix('recall@')}"
    return MEASURES.get(name, name.replace("ndcg", "nDCG"))


def fact(name: str) -> str:
    """What was measured, with what."""
    return FACTS.get(name, name)


def ordered(names: list[str]) -> list[str]:
    """Measures of answers in the order in which they are read."""
    return sorted(names, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
