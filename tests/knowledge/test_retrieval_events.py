"""What a turn tells of its searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.command import index_documents
from pilothouse.retrieval.noted import MOST
from pilothouse.settings import load

from ..terminal import EMBEDDER

ASKED = "年假可以结转几天"


def events(house: Pilothouse, trace_id: str, kind: str) -> list[dict[str, Any]]:
    return [dict(event.fields) for event in house.recorded(trace_id).events if event.kind == kind]


def test_that_candidates_are_recorded_with_their_scores_in_each_stage(tmp_path: Path) -> None:
    with Pilothouse(settings=load(tmp_path), embedder=EMBEDDER) as house:
        reply = house.ask("knowledge", ASKED)
        (search,), (kept,) = events(house, reply.trace_id, "retrieval"), events(house, reply.trace_id, "kept")
        assert search["stages"] == ["keyword", "vector", "fused", "last"]
        candidates = search["candidates"]
        assert 10 < len(candidates) <= MOST
        first = candidates[0]
        assert first["stages"]["last"][0] == 1
        assert set(first["stages"]) == {"keyword", "vector", "fused", "last"}
        assert 0 <= first["stages"]["fused"][1] <= 1
        assert first["title"]
        places = [one["stages"]["last"][0] for one in candidates if "last" in one["stages"]]
        assert places == sorted(places)
        assert set(kept["ids"]) <= {one["id"] for one in candidates}
        assert {source.id for source in reply.sources} <= set(kept["ids"])
        again = house.ask("knowledge", ASKED, session="other")
        assert [search["cached"] for search in events(house, again.trace_id, "retrieval")] == [True]


def test_that_candidates_hold_only_what_the_asker_may_see(tmp_path: Path) -> None:
    with Pilothouse(settings=load(tmp_path), embedder=EMBEDDER) as house:
        secret, open_ = tmp_path / "secret.md", tmp_path / "open.md"
        secret.write_text("# 薪酬密档\n\n总监月薪九万元。\n", "utf-8")
        open_.write_text("# 薪酬发放\n\n月薪每月十日发放，总监与员工相同。\n", "utf-8")
        index_documents(house, [secret], allow=["hr"])
        index_documents(house, [open_])
        house.users.add("hana", ["hr"])
        for user, seen in (("hana", True), (None, False)):
            told = events(house, house.ask("knowledge", "总监月薪是多少", user=user).trace_id, "retrieval")
            assert told
            assert ("薪酬密档" in json.dumps(told, ensure_ascii=False)) == seen


def test_that_no_words_are_recorded_where_content_is_not(tmp_path: Path) -> None:
    with Pilothouse(settings=load(tmp_path, record_content=False), embedder=EMBEDDER) as house:
        reply = house.ask("knowledge", ASKED)
        (search,) = events(house, reply.trace_id, "retrieval")
    assert "query" not in search
    assert all("title" not in candidate for candidate in search["candidates"])
    assert search["candidates"][0]["stages"]["last"][0] == 1
