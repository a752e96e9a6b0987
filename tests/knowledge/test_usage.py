"""Which chunks were cited and which never: counted over recorded turns, each asker's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.command import index_documents
from pilothouse.assistants.knowledge.usage import usage
from pilothouse.contracts.errors import UsageError

from .shelf import NOON, Paper, embedder
from .talks_papers import write_corpus

PAPERS = (
    Paper("leave", "假期办法", "婚假共13天，须在登记后一年内休完。", "hr"),
    Paper("parking", "停车办法", "地下车库停车费每月180元，由行政部收取。", "admin"),
    Paper("bonus", "奖金方案", "高管奖金总额为800万元。", "hr", allow=("board",)),
)


@pytest.fixture
def house(tmp_path: Path) -> Pilothouse:
    made = Pilothouse(tmp_path / "home", clock=lambda: NOON, strict=True, embedder=embedder())
    index_documents(made, [write_corpus(PAPERS, tmp_path / "papers.jsonl")])
    made.users.add("anna")
    made.users.add("bo", ["board"])
    return made


def test_that_cited_chunks_are_counted_and_the_others_are_named(house: Pilothouse) -> None:
    with house:
        for question in ("婚假有几天", "婚假有几天", "你好", "火星基地在哪里"):
            house.ask("knowledge", question)
        found = usage(house)
    assert {name.partition("#")[0].rpartition("/")[2] for name in found.cited} == {"leave"}
    assert list(found.cited.values()) == [2]
    assert found.turns >= 2
    assert len(found.never) == 2
    assert any("parking" in name for name in found.never)


def test_that_a_user_counts_his_own_turns_and_sees_no_chunk_that_is_hidden_from_him(house: Pilothouse) -> None:
    with house:
        house.ask("knowledge", "高管奖金总额是多少", user="bo")
        house.ask("knowledge", "停车费每月多少钱", user="anna")
        anna, bo, operator = usage(house, "anna"), usage(house, "bo"), usage(house)
        with pytest.raises(UsageError):
            usage(house, "nobody")
    assert "bonus" not in str(anna)
    assert "bonus" in str(bo.cited)
    assert "parking" in str(anna.cited)
    assert "parking" not in str(bo.cited)
    assert operator.turns == 2
    assert {"bonus", "parking"} <= {name.partition("#")[0].rpartition("/")[2] for name in operator.cited}


def test_that_without_recorded_texts_the_counts_stay(tmp_path: Path) -> None:
    from pilothouse.settings import load

    home = tmp_path / "quiet"
    settings = load(home).model_copy(update={"record_content": False})
    with Pilothouse(settings=settings, clock=lambda: NOON, strict=True, embedder=embedder()) as quiet:
        index_documents(quiet, [write_corpus(PAPERS, tmp_path / "papers.jsonl")])
        quiet.ask("knowledge", "婚假有几天")
        assert list(usage(quiet).cited.values()) == [1]
