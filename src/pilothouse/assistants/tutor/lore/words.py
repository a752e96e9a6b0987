"""Keyword scoring in memory: BM25 (Robertson & Zaragoza, 2009, The probabilistic relevance framework) over the words
and character pairs of the retrieval room's tokenizer. It needs no file, no vectors and no model."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from math import log

from pilothouse.assistants.tutor.lore.page import Page
from pilothouse.retrieval.tokenizer import index_tokens, normalise, query_tokens, words

K1, B = 1.2, 0.75
NAMED = 1.5  # what a word in title or keywords counts for every fragment of the page, of K1 + 1 at most in its text
HEADED = 2  # times that a word of the fragment's own heading counts
FITTING = 1.25  # a section of the kind that the question asks for
LEAST = 0.3  # of the best score: what is worse is not worth a pupil's attention
COVERED = 0.25  # of the weight of a short query must be met: a page that shares one common word is no answer
SHORT = 4  # words; of a longer query, a whole problem perhaps, as much as of this many
# Words of every such question: they tell nothing of what it is about.
_ASKING = """
问题 题目 题型 方法 知识 知识点 为什么 怎么样 怎样 如何 意思 一般 这种 这个 答案 学习 不会 多少 继续 老师 直接 告诉
容易 出错 哪里 哪些 什么样 注意 常见 误区 错误 步骤 模板 公式 概念 定义 要点 区别 关系 problem question method mean how
"""
_GENERIC = frozenset(_ASKING.split())
# (how a question asks, what the section that answers it is called); the first that fits counts.
_KINDS = (
    (re.compile(r"错|误区|注意|小心|容易混|mistake|wrong|careful"), re.compile(r"误|错|mistake|pitfall")),
    (
        re.compile(r"什么是|是什么|什么叫|叫做|意思|概念|定义|公式|what (?:is|are|does)|mean"),
        re.compile(r"要点|概念|知识|point"),
    ),
    (re.compile(r"怎么|怎样|如何|步骤|方法|思路|how"), re.compile(r"步骤|方法|模板|step|method")),
)


class Words:
    """Immutable once built; one for each version of the knowledge base."""

    def __init__(self, pages: Collection[Page]) -> None:
        self.fragments = {fragment.id: fragment for page in pages for fragment in page.fragments}
        self._postings: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._lengths: dict[str, int] = {}
        self._named: dict[str, frozenset[str]] = {}
        for page in pages:
            named = frozenset(index_tokens(" ".join((page.title, *page.keywords, page.topic.rpartition("/")[2]))))
            for fragment in page.fragments:
                counts = Counter(index_tokens(fragment.text))
                for token in index_tokens(fragment.section):
                    counts[token] += HEADED
                self._lengths[fragment.id] = sum(counts.values())
                self._named[fragment.id] = named
                for token in named - counts.keys():
                    self._postings[token][fragment.id] = 0
                for token, times in counts.items():
                    self._postings[token][fragment.id] = times
        self._average = sum(self._lengths.values()) / max(len(self._lengths), 1) or 1.0

    def score(self, query: str, among: Collection[str] | None = None, kind: str = "") -> dict[str, float]:
        """Scores of the fragments that answer to the query, as a share of the best, best first. ``among``: ids to
        choose from, all by default. ``kind``: words that tell which section is wanted, those of the query by default.
        """
        sums: defaultdict[str, float] = defaultdict(float)
        met: defaultdict[str, float] = defaultdict(float)
        total, asked = len(self._lengths), 0.0
        tokens = query_tokens(query)
        whole = {*words(normalise(query))}.intersection(tokens) - _GENERIC  # pairs across words find, but don't tell
        whole = {word for word in whole if len(word) > 1} or whole
        for token in tokens:
            held = self._postings.get(token, {})
            known = max(len(held), 1)  # a word that nobody wrote is no rarer than one written once
            weight = log(1 + (total - known + 0.5) / (known + 0.5))
            asked += weight if token in whole else 0.0
            for id_, times in held.items():
                if among is None or id_ in among:
                    norm = 1 - B + B * self._lengths[id_] / self._average
                    own = times * (K1 + 1) / (times + K1 * norm)
                    sums[id_] += weight * (own + (NAMED if token in self._named[id_] else 0.0))
                    met[id_] += weight if token in whole else 0.0
        self._favour(kind or query, sums)
        needed = COVERED * asked * min(1.0, SHORT / max(len(whole), 1))
        telling = [id_ for id_, weight in met.items() if weight > 0.0 and weight >= needed]
        best = max((sums[id_] for id_ in telling), default=0.0)
        found = {id_: sums[id_] / best for id_ in telling if sums[id_] >= LEAST * best}
        place = {id_: at for at, id_ in enumerate(self.fragments)}
        return dict(sorted(found.items(), key=lambda item: (-item[1], place[item[0]])))

    def fitting(self, ids: Sequence[str], kind: str) -> list[str]:
        """``ids``, first those of sections of this kind."""
        return sorted(ids, key=lambda id_: not self._fits(id_, kind))

    def _favour(self, asked: str, sums: dict[str, float]) -> None:
        """The section of the kind that is asked for: what it is, how it is done, where it goes wrong."""
        for id_ in sums:
            if self._fits(id_, asked):
                sums[id_] *= FITTING

    def _fits(self, id_: str, asked: str) -> bool:
        wanted = next((section for words, section in _KINDS if words.search(asked.lower())), None)
        return wanted is not None and wanted.search(self.fragments[id_].section.lower()) is not None

    def of(self, *, subject: str = "", topic: str = "") -> Sequence[str]:
        """Ids of the fragments of a subject or of one topic."""
        return [
            id_
            for id_, fragment in self.fragments.items()
            if (not subject or fragment.subject == subject) and (not topic or fragment.topic == topic)
        ]
