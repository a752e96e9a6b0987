"""Conversations as employees, parents, patients and customers hold them: the table ``talks.txt``, asked of real libraries."""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.command import index_documents

from .scenarios import unsound
from .shelf import NOON, embedder
from .talks import faults, talks, untold
from .talks_papers import LIBRARIES, write_corpus

TALKS = talks()
UNDERSTOOD = 0.94  # of the conversations, in every event
TOLD = 0.6  # of the facts; how well an answer is chosen from what was found is measured elsewhere


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Pilothouse]]:
    """A house for each library; ``company`` is the sample handbook."""
    folder = tmp_path_factory.mktemp("talks")
    opened = {}
    for name in ("company", *LIBRARIES):
        opened[name] = Pilothouse(folder / name, clock=lambda: NOON, strict=True, embedder=embedder())
        if name != "company":
            index_documents(opened[name], [write_corpus(LIBRARIES[name], folder / f"{name}.jsonl")])
    yield opened
    for house in opened.values():
        house.close()


def test_that_the_table_holds_many_conversations_of_several_trades() -> None:
    assert len(TALKS) >= 150
    assert {talk.library for talk in TALKS} == {"company", *LIBRARIES}
    assert sum(len(talk.said) > 2 for talk in TALKS) >= 50


def test_that_conversations_are_understood(houses: dict[str, Pilothouse]) -> None:
    """Intents, sums, questions as they are looked up and outcomes; then the facts that were told."""
    wrong: dict[str, list[str]] = {}
    wanted, missing = 0, []
    for number, talk in enumerate(TALKS):
        for said in talk.said:
            reply = houses[talk.library].ask("knowledge", said.text, session=f"talk{number}")
            assert unsound(reply) == [], (talk.name, said.text)
            if found := list(faults(said, reply)):
                wrong[f"{number} {talk.name}"] = [said.text, *found, reply.data["question"], reply.reply]
            wanted += any(key == "said" for key, _ in said.wanted)
            missing += [(said.text, fact, reply.reply) for fact in untold(said, reply)]
    assert len(wrong) <= (1 - UNDERSTOOD) * len(TALKS), wrong
    assert len(missing) <= (1 - TOLD) * wanted, missing
