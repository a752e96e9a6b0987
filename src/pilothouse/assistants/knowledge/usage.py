"""Which chunks answers cited, and which never: counted over the recorded turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pilothouse.assistants.knowledge.services import Services
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.library import Library

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse


@dataclass(frozen=True, slots=True)
class Usage:
    """Over ``turns`` recorded turns that found evidence: how often each chunk was ``cited``, most often first; how often
    it was evidence and left ``aside``; the chunks of the library that were ``never`` cited."""  # noqa: E501

    turns: int
    cited: Mapping[str, int]
    aside: Mapping[str, int]
    never: tuple[str, ...]


def usage(house: Pilothouse, user: str | None = None) -> Usage:
    """The use of the library's chunks, from the turns that the flight recorder still holds (setting ``recorder_keep``).

    Without a ``user``, for the operator, all turns and chunks; else the user's own turns, and of chunks what he may see.
    Raises ``UsageError`` when there is no such user, ``DataError`` when records can't be read.
    """  # noqa: E501
    from pilothouse.telemetry.recorder import TraceError

    services: Services = house.room("knowledge").services
    library = services.library
    caller = _operator(library) if user is None else house.users.caller(user)
    known = tuple(_chunks(library, caller)) if isinstance(library, Library) else ()
    cited: Counter[str] = Counter()
    aside: Counter[str] = Counter()
    turns = 0
    try:
        found = house.recorder.list(
            user=None if user is None else caller.name, assistant="knowledge", limit=house.settings.recorder_keep
        )
        for entry in found:
            trace = house.recorder.get(entry.trace_id, user=None)
            events = [event.fields for event in trace.events if event.kind == "cited"] if trace else []
            turns += bool(events)
            for fields in events:
                cited.update(fields.get("ids", ()))
                aside.update(fields.get("unused", ()))
    except TraceError as error:
        raise DataError(str(error)) from error
    here = set(known)
    kept = [Counter({name: n for name, n in counts.items() if not known or name in here}) for counts in (cited, aside)]
    return Usage(
        turns, dict(kept[0].most_common()), dict(kept[1].most_common()), tuple(n for n in known if n not in cited)
    )


def _chunks(library: Library, caller: Caller) -> Iterator[str]:
    for info in library.documents(caller):
        for passage in library.passages(info.id, caller):
            yield passage.id


def _operator(library: object) -> Caller:
    """Somebody who holds every name that a document is reserved for."""
    if not isinstance(library, Library):
        return Caller()
    return Caller("operator", frozenset(name for info in library.everything() for name in info.allow))
