"""One place where a name stands."""

from __future__ import annotations

from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.naming.chain import Chain
from pilothouse.assistants.shopping.evidence.sheet import Sentence

Words = tuple[str, ...]


@dataclass(slots=True)
class Seen:
    """One place where a name stands."""

    page: int
    sentence: Sentence
    chain: Chain
    han: str = ""
    latin: str = ""
    model: Words = ()
    kinded: bool = False  # the kind of product stands right before
