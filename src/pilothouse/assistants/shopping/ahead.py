"""Reading pages while slower sub-queries are still under way.

What is read of a page, and what a quotation means, depend on their words alone and are kept by them (``lru_cache`` in
``evidence``, the embedder's cache). So a turn that read ahead decides as one that did not, only sooner after its last
sub-query has come: nothing goes from here into a decision.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from pilothouse.assistants.shopping import filters
from pilothouse.assistants.shopping.evidence import extract
from pilothouse.assistants.shopping.scoring.nearness import foreign
from pilothouse.assistants.shopping.scoring.score import meanings
from pilothouse.assistants.shopping.shortening import shortened
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.websearch.provider import WebPage

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.need import Need
    from pilothouse.assistants.shopping.searching import Search
    from pilothouse.assistants.shopping.services import Services

log = logging.getLogger(__name__)

WAIT_S = 0.05  # searches that take no longer leave no time to read in
TOGETHER = 8  # texts embedded at once: whoever needs the encoder waits for no more


class Ahead:
    """Reads for one question. Everything but ``_work`` runs in the event loop."""

    def __init__(self, need: Need, known: Services) -> None:
        self._need, self._known = need, known
        self._found: list[tuple[str, WebPage]] = []
        self._over = Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Load what reading needs, while the first sub-query is under way."""
        self._task = asyncio.create_task(self._read())

    def found(self, search: Search) -> None:
        """Read its pages too; what is being read is finished first."""
        self._found = [*self._found, *((search.query, page) for page in search.pages)]
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._read())

    def end(self) -> None:
        """The last sub-query has come: begin nothing more."""
        self._over.set()

    async def _read(self) -> None:
        await asyncio.sleep(WAIT_S)
        done = -1
        while not self._over.is_set() and done < len(self._found):
            done = len(self._found)
            try:
                await asyncio.to_thread(self._work, self._found)
            except Exception:  # the turn reads the same once more, and says what is wrong where it matters
                log.exception("Reading ahead failed")
                return

    def _work(self, found: Sequence[tuple[str, WebPage]]) -> None:
        need, encoder = self._need, self._known.encoder
        pages = self._pages(found)
        read = extract(pages, need.kind, need.aspects, self._known.today)
        foreign(need.kind, pages)
        if not isinstance(encoder, CachedEmbedder):
            return  # it would be asked twice, which may cost money
        texts = meanings(need, read.evidence, pages)
        for at in range(0, len(texts), TOGETHER):
            if self._over.is_set():
                return
            encoder.embed(texts[at : at + TOGETHER])

    def _pages(self, found: Sequence[tuple[str, WebPage]]) -> list[WebPage]:
        """Those that the filters let pass so far, as they will be read."""
        hits, _ = filters.merged(found)
        hits, _ = filters.relevant(hits, self._known.min_score)
        hits, _ = filters.valid(hits)
        return [
            replace(hit.page, title=hit.page.title[:300], content="", raw_content=shortened(hit.page.text))
            for hit in filters.ordered(hits)
        ]
