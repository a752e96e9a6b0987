"""The knowledge base as the tutor uses it: searched in two layers, edited while it is in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock

from pilothouse.assistants.tutor.lore.folder import FOLDER, Folder, checked_topic, sample_folder, unknown
from pilothouse.assistants.tutor.lore.fragment import Fragment, Layer
from pilothouse.assistants.tutor.lore.page import Page, read_page
from pilothouse.assistants.tutor.lore.screen import solved
from pilothouse.assistants.tutor.lore.vectors import FOLDER as INDEXES
from pilothouse.assistants.tutor.lore.vectors import Vectors
from pilothouse.assistants.tutor.lore.words import Words
from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.contracts.errors import UsageError
from pilothouse.embedding.embedder import Embedder

TOP_K = 3
MOST = 5  # fragments, whatever is asked for: more is reading aloud from a textbook
NEAR = 0.36  # cosine from which a fragment of the subject counts as a hit of the vector layer
NEAR_ELSEWHERE = 0.44  # and one of another subject
NEARLY = 0.2  # and one of the best by words, once there is a hit
LONGEST = 400  # characters of a query that are looked at
COSINE = 0.6  # share of the cosine in the order of the vector layer; the rest is that of the words
SAMPLE = sample_folder()
OWN = 0.6  # of the best score by words, from which a fragment of the problem's own topic goes first
GENERAL = ("", "general", "auto")


class Lore:
    """The knowledge base of ``home``. ``embedder`` ``None``: by words only. ``sample``: where the shipped files are.
    ``aside``: no search waits for the vectors; words answer until they are there.

    Thread-safe. A file that was changed, by whatever program, counts at the next search.
    """

    def __init__(
        self,
        home: Path | str,
        embedder: Embedder | None = None,
        *,
        sample: Path | None = SAMPLE,
        aside: bool = False,
    ) -> None:
        self._folder = Folder(Path(home) / FOLDER, sample)
        self._vectors = Vectors(Path(home) / INDEXES, embedder, aside=aside)
        self._lock = Lock()
        self._words: tuple[str, Words] | None = None

    @property
    def version(self) -> str:
        """Equal for equal content."""
        return self._folder.state()[0]

    def pages(self) -> list[Page]:
        """All pages, by topic."""
        return [*self._folder.pages().values()]

    def get(self, topic: str) -> Page:
        """The page of a topic. Raises ``UsageError`` when there is none."""
        page = self._folder.pages().get(checked_topic(topic))
        if page is None:
            raise unknown(topic)
        return page

    def search(
        self, query: str, subject: str = "", top_k: int = TOP_K, *, topic: str = "", kind: str = ""
    ) -> list[Fragment]:
        """The fragments that answer to ``query`` best, at most ``MOST``; none when nothing does.

        ``topic``: the problem's own; its fragments that answer well go first. Then the first layer that has a hit
        answers: vectors, words in the files of ``subject``, words in all files. ``kind`` (步骤, 误区 …): nobody asked,
        but such a section would help; the topic's own page goes first then, whatever it answers. Never raises for a
        layer that fails.
        """
        version, words = self._indexed()
        asked = " ".join(query[:LONGEST].split())
        wanted = max(0, min(top_k, MOST))
        if not asked or not wanted or not words.fragments:
            return []
        subject = "" if subject in GENERAL else subject
        found: dict[str, Fragment] = {}
        if topic:
            own = words.of(topic=topic)
            if kind:
                _add(found, words, words.score(asked, own, kind), "topic")
                _add(found, words, dict.fromkeys(words.fitting(own, kind), 0.0), "topic")
            else:
                near = {id_: score for id_, score in words.score(asked).items() if id_ in own and score >= OWN}
                _add(found, words, near, "topic")
        if len(found) < wanted:
            for layer, scores in self._layers(version, words, asked, subject, kind):
                if scores:
                    _add(found, words, scores, layer)
                    break
        return [*found.values()][:wanted]

    def add(self, topic: str, text: str, *, problems: Iterable[Problem] = ()) -> Page:
        """Write a page of one's own, in place of one of the same topic.

        Raises ``UsageError`` for a bad topic, a text without content, and one that holds the full answer of one of
        ``problems``; ``DataError`` when it can't be written. Nothing was changed then.
        """
        page = read_page(checked_topic(topic), text, "own")
        if not page.fragments:
            raise UsageError("知识库文件没有正文。 The file of the knowledge base has no text.")
        if problem := solved(page.text, problems):
            raise UsageError(
                f"文件里像是有题目 {problem} 的完整解答；知识库只写要点、常见误区和步骤模板，请去掉答案再添加。 "
                f"The file seems to hold the full answer of problem {problem}: write points, common mistakes and step "
                "patterns, and leave answers out."
            )
        self._folder.write(page.topic, page.text)
        return page

    def remove(self, topic: str) -> None:
        """Take a page away; one of the sample is hidden. Raises ``UsageError`` when there is none."""
        self._folder.remove(topic.removesuffix(".md"))

    def _indexed(self) -> tuple[str, Words]:
        version, pages = self._folder.state()
        with self._lock:
            if self._words is None or self._words[0] != version:
                self._words = (version, Words(pages.values()))
            return self._words

    def _layers(
        self, version: str, words: Words, query: str, subject: str, kind: str
    ) -> Iterable[tuple[Layer, Mapping[str, float]]]:
        by_words = words.score(query, kind=kind)
        yield "vector", self._by_vectors(version, words, query, subject, by_words)
        if subject:
            yield "subject", words.score(query, words.of(subject=subject), kind)
        yield "all", by_words

    def _by_vectors(
        self, version: str, words: Words, query: str, subject: str, by_words: Mapping[str, float]
    ) -> dict[str, float]:
        """Nearest first; words have a say, since vectors know little of the terms of a subject."""
        cosines = self._vectors.near(version, words.fragments, query, subject)
        own = {id_ for id_ in cosines if not subject or words.fragments[id_].subject == subject}
        near = {id_ for id_, cosine in cosines.items() if cosine >= (NEAR if id_ in own else NEAR_ELSEWHERE)}
        if near:
            near |= {id_ for id_ in by_words if cosines.get(id_, 0.0) >= NEARLY}
        scored = {id_: COSINE * cosines[id_] + (1 - COSINE) * by_words.get(id_, 0.0) for id_ in near}
        return dict(sorted(scored.items(), key=lambda item: (item[0] not in own, -item[1], item[0])))


def _add(found: dict[str, Fragment], words: Words, scores: Mapping[str, float], layer: Layer) -> None:
    for id_, score in scores.items():
        found.setdefault(id_, replace(words.fragments[id_], score=round(min(max(score, 0.0), 1.0), 4), layer=layer))
