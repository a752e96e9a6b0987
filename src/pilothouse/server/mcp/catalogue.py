"""Under which names tools and assistants are offered."""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

log = logging.getLogger(__name__)

ASK = "ask_"
_FIT = re.compile(r"[A-Za-z0-9_.-]{1,60}")  # what clients take as a part of a name


@dataclass(frozen=True, slots=True)
class Place:
    """What a name stands for: a tool of an assistant, or (``tool`` is ``None``) the assistant itself."""

    assistant: str
    tool: str | None


class Catalogue:
    """Names from the declared tools of the offered assistants: they depend neither on the asker nor on the moment.

    A tool keeps its name; where two assistants declare the same, both get theirs in front: ``menu-search``. No tool's
    own name has a hyphen, so such a name can't be taken.
    """

    def __init__(self, declared: Mapping[str, Iterable[str]]) -> None:
        self.assistants = tuple(declared)
        self._asks = {f"{ASK}{assistant}": assistant for assistant in declared}
        self._owners: defaultdict[str, set[str]] = defaultdict(set)
        for assistant, tools in declared.items():
            for tool in tools:
                self._owners[tool].add(assistant)

    @classmethod
    def of(cls, house: Pilothouse, only: Iterable[str] = ()) -> Catalogue:
        """The assistants of a house, or ``only`` some. Raises ``UsageError`` for one that there isn't.

        One that can't be loaded, or whose name clients don't take, is left out and the log says so.
        """
        wanted = list(dict.fromkeys(only))
        for name in wanted:
            house.assistant(name)
        declared: dict[str, list[str]] = {}
        for name in wanted or house.assistants:
            if not _FIT.fullmatch(name):
                log.warning("The assistant %r is not offered: its name doesn't fit", name)
                continue
            try:
                declared[name] = [tool.name for tool in house.assistant(name).tools]
            except Exception as error:
                log.warning("The assistant %s is not offered: %s", name, error)
        return cls(declared)

    def name(self, assistant: str, tool: str) -> str:
        """Under which name a tool is offered."""
        alone = self._owners.get(tool) == {assistant} and tool not in self._asks
        return tool if alone else f"{assistant}-{tool}"

    def find(self, name: str) -> Place | None:
        """What is offered under ``name``; ``None`` when nothing can be."""
        if name in self._asks:
            return Place(self._asks[name], None)
        assistant, hyphen, tool = name.rpartition("-")
        if not hyphen:
            assistant = next(iter(self._owners.get(name, ())), "")
        if assistant not in self.assistants or self.name(assistant, tool) != name:
            return None
        return Place(assistant, tool)
