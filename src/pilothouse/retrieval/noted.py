"""What a search weighed, told to the turn that runs: candidates with their places and scores before and after each
stage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pilothouse.telemetry.noting import listener

BEST = 20  # candidates of each stage
MOST = 40  # candidates of a search
TITLE = 80  # characters

Places = Mapping[str, tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A document as a search returned it; ``stages`` maps a stage to (rank from 1, score)."""

    id: str
    title: str
    score: float
    stages: Places = field(default_factory=dict)


def note_search(
    source: str,
    query: str,
    ranked: Iterable[Ranked],
    *,
    stages: Mapping[str, Places] | None = None,
    cached: bool = False,
) -> None:
    """Tell of a search in ``source``: ``ranked`` is its result, best first; ``stages[stage][id]`` what each stage
    before found, also of documents that came no further. Nothing is made where no turn listens."""
    tell = listener()
    if tell is None:
        return
    results = list(ranked)
    before: dict[str, Places] = dict(stages or {})
    if stages is None:
        met = dict.fromkeys(stage for one in results for stage in one.stages)
        before = {name: {one.id: one.stages[name] for one in results if name in one.stages} for name in met}
    last = {one.id: (rank, one.score) for rank, one in enumerate(results, 1)}
    titles = {one.id: one.title for one in results}
    names = [*before, "last"]
    every = {**before, "last": last}
    chosen = _best(every)
    candidates = [
        {
            "id": id_,
            "title": titles.get(id_, "")[:TITLE],
            "stages": {name: _rounded(every[name][id_]) for name in names if id_ in every[name]},
        }
        for id_ in chosen
    ]
    found = {name: len(places) for name, places in every.items()}
    tell("retrieval", source=source, query=query, stages=names, found=found, candidates=candidates, cached=cached)


def note_kept(ids: Sequence[str], dropped: int) -> None:
    """Tell which results of the last search were good enough to be handed on, and how many were not."""
    if (tell := listener()) is not None:
        tell("kept", ids=list(ids[:MOST]), dropped=dropped)


def _best(stages: Mapping[str, Places]) -> list[str]:
    """The ids to tell of: the best of each stage, in the order of the last stage that has them."""
    wanted = {id_ for places in stages.values() for id_, (rank, _) in places.items() if rank <= BEST}
    order: dict[str, None] = {}
    for places in reversed(list(stages.values())):
        order.update(dict.fromkeys(id_ for id_ in places if id_ in wanted))
    return list(order)[:MOST]


def _rounded(place: tuple[int, float]) -> Sequence[Any]:
    return [place[0], round(place[1], 4)]
