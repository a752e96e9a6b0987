"""The knowledge assistant put together: graph, tools, and the library behind them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.assistants.knowledge.graph import FLOW
from pilothouse.assistants.knowledge.ownership import Ownership, sample_folder
from pilothouse.assistants.knowledge.services import Services
from pilothouse.assistants.knowledge.tools import TOOLS, equip
from pilothouse.assistants.knowledge.words import FILE, read_words
from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.library import DocumentInfo, Library
from pilothouse.retrieval.library.lock import alone
from pilothouse.rooms import Assistant, Resources

if TYPE_CHECKING:
    from pilothouse.retrieval.knowledge import Reranker
    from pilothouse.settings import Settings

PATIENCE_S = 120.0  # for another process that indexes the sample


def open_services(resources: Resources) -> Services:
    """The library of this home; the sample handbook when nothing was indexed yet. Raises ``DataError`` for a library
    that was lost."""
    library = open_library(resources)
    ownership = Ownership(resources.settings.home)
    documents = library.everything()
    if not documents and ownership.own:
        raise DataError(
            f"知识库 {library.path} 丢失或被清空；请重新索引文档（pilothouse index knowledge 路径）。 "
            f"The library {library.path} was lost or emptied: index your documents again (pilothouse index knowledge)."
        )
    _ready_sample(library, ownership, documents)
    return Services(library, resources.clock, read_words(resources.settings.home / FILE), resources.embedder)


def _ready_sample(library: Library, ownership: Ownership, documents: Sequence[DocumentInfo]) -> None:
    """Index the sample, or what is still missing of it; documents of one's own keep it away."""
    whole = ownership.known and not (ownership.sample and not documents)
    if whole or not all(Path(info.path).is_relative_to(sample_folder()) for info in documents):
        return
    with _first(ownership):
        if not ownership.known or not library.everything():
            load_sample(library, ownership)


@contextmanager
def _first(ownership: Ownership) -> Iterator[None]:
    """Two programs may be started in a new home at once: one indexes, the other waits."""
    deadline = time.monotonic() + PATIENCE_S
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(alone(ownership.path))
                break
            except DataError:
                if time.monotonic() > deadline:
                    raise
        yield


def open_library(resources: Resources) -> Library:
    """The library of this home, empty when nothing was indexed yet."""
    settings = resources.settings
    return Library(
        settings.paths.knowledge_db, resources.embedder, reranker=chosen(settings), semantic=settings.semantic_cache
    )


def chosen(settings: Settings) -> Reranker | None:
    """The reranker that is set; ``None`` for the embedded one. Raises ``UsageError`` when it can't be used."""
    if settings.rerank is None:
        return None
    from pilothouse.retrieval.knowledge import chosen_reranker

    return chosen_reranker(str(settings.rerank))


def load_sample(library: Library, ownership: Ownership) -> None:
    """Index the handbook that ships with the package. Stopped, it goes on with the next call."""
    library.index([sample_folder()], workers=0)
    ownership.keep(sample=True, documents=len(library.everything()))


ASSISTANT = Assistant(name="knowledge", flow=FLOW, tools=TOOLS, open=open_services, equip=equip)
