import importlib.util
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pilothouse.assistants import knowledge
from pilothouse.retrieval.documents.material import Material
from pilothouse.retrieval.documents.reading import read_document
from pilothouse.retrieval.library.audience import admits
from pilothouse.retrieval.library.permissions import NAMES, read_permissions

SAMPLE = Path(knowledge.__file__).parent / "sample"
DOCUMENTS = SAMPLE / "documents"
SOURCES = Path(__file__).parents[2] / "scripts" / "sample_documents"
QUESTIONS: list[dict[str, Any]] = [json.loads(line) for line in (SAMPLE / "questions.jsonl").open(encoding="utf-8")]
USERS: dict[str, list[str]] = json.loads((SAMPLE / "users.json").read_text(encoding="utf-8"))
LEAST = {
    "followup": 15, "dated": 12, "multi": 12, "table": 15, "conflict": 12, "unanswerable": 18, "permission": 8,
    "english": 10, "fact": 1, "howto": 1, "colloquial": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Page:
    material: Material
    lines: tuple[str, ...]
    allow: tuple[str, ...]
    dept: str

    def holds(self, wanted: str) -> bool:
        return plain(wanted) in plain("\n".join(self.lines))

    def joins(self, words: str) -> bool:
        """Whether one line has all of ``words``."""
        return any(all(plain(word) in plain(line) for word in words.split()) for line in self.lines)


def plain(text: str) -> str:
    """Without spaces and thousands separators, so that ``3,000 元`` and ``3000元`` are the same."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"\s+", "", re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text))


def lines(material: Material) -> Iterator[str]:
    yield material.title
    for block in material.blocks:
        yield from block.text.splitlines()
        for row in block.rows:
            yield "  ".join(row)


@cache
def handbook() -> dict[str, Page]:
    permissions = read_permissions(DOCUMENTS)
    pages = {}
    for path in sorted(DOCUMENTS.rglob("*")):
        name = path.relative_to(DOCUMENTS).as_posix()
        if not path.is_file() or name in NAMES:
            continue
        material, rule = read_document(path), permissions.of(name)
        allow = material.meta.get("allow") or (rule and rule.allow) or ()
        dept = material.meta.get("dept") or (rule and rule.dept) or ""
        pages[f"documents/{name}"] = Page(material, tuple(lines(material)), tuple(allow), str(dept))
    return pages


def of_kind(*kinds: str) -> list[Any]:
    return [pytest.param(q, id=q["id"]) for q in QUESTIONS if q["kind"] in kinds]


ANSWERABLE = [pytest.param(q, id=q["id"]) for q in QUESTIONS if q["gold"]]


def test_that_every_document_is_read_without_a_warning() -> None:
    assert {name: page.material.warnings for name, page in handbook().items() if page.material.warnings} == {}


def test_that_the_handbook_has_five_departments_and_eight_formats() -> None:
    formats = Counter(name.rpartition(".")[2] for name in handbook())
    assert {page.dept for page in handbook().values()} == {"tech", "hr", "finance", "legal", "admin"}
    least = {"md": 40, "txt": 8, "html": 6, "csv": 3, "docx": 2, "pdf": 2, "xlsx": 2, "pptx": 2}
    assert {suffix: formats[suffix] for suffix in least if formats[suffix] < least[suffix]} == {}


def test_that_some_documents_are_long_and_some_lack_title_or_date() -> None:
    pages = handbook()
    assert sum(len("\n".join(page.lines)) > 3_000 for page in pages.values()) >= 3
    assert sum("date" not in page.material.meta for page in pages.values()) >= 5


def test_that_made_documents_say_what_their_sources_say() -> None:
    path = SOURCES.parent / "make_sample_documents.py"
    spec = importlib.util.spec_from_file_location("make_sample_documents", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    missing = []
    sources = sorted(SOURCES.rglob("*.md"))
    for file in sources:
        page = handbook()[f"documents/{file.relative_to(SOURCES).with_suffix('')}"]
        source = script.Source(file.read_text(encoding="utf-8"))
        texts = [content for kind, content in source.parts if kind != "table"]
        texts += [cell for kind, rows in source.parts if kind == "table" for row in rows for cell in row]
        missing += [(file.name, text) for text in (source.title, *texts) if not page.holds(text)]
        assert page.material.title == source.title
        assert page.material.meta["date"] == source.date
    assert len(sources) >= 8
    assert missing == []


def test_that_there_are_enough_questions_of_every_kind() -> None:
    kinds = Counter(question["kind"] for question in QUESTIONS)
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS) == 150
    assert set(kinds) == set(LEAST)
    assert {kind: kinds[kind] for kind, least in LEAST.items() if kinds[kind] < least} == {}


@pytest.mark.parametrize("question", ANSWERABLE)
def test_that_gold_documents_hold_the_answers(question: dict[str, Any]) -> None:
    gold = [handbook()[name] for name in question["gold"]]
    assert question["answers"]
    assert [answer for answer in question["answers"] if not any(page.holds(answer) for page in gold)] == []
    assert all(any(page.holds(answer) for answer in question["answers"]) for page in gold) or question["kind"] in (
        "english",
        "fact",
    )


@pytest.mark.parametrize("question", of_kind("unanswerable"))
def test_that_unanswerable_questions_have_no_answer(question: dict[str, Any]) -> None:
    assert (question["gold"], question["answers"]) == ([], [])
    assert question["absent"]
    found = [(name, words) for words in question["absent"] for name, page in handbook().items() if page.joins(words)]
    assert found == []


@pytest.mark.parametrize("question", of_kind("multi", "conflict"))
def test_that_every_document_is_needed_where_several_are(question: dict[str, Any]) -> None:
    assert len(question["gold"]) >= 2
    for name in question["gold"]:
        others = [handbook()[other] for other in question["gold"] if other != name]
        own = [answer for answer in question["answers"] if handbook()[name].holds(answer)]
        assert own, name
        # A notice may quote the rule that it changes, so the old document alone can be spared; an answer can't.
        assert question["kind"] == "conflict" or any(not page.holds(answer) for page in others for answer in own), name
    assert set(question.get("stale", [])) < set(question["answers"])
    assert ("stale" in question) == (question["kind"] == "conflict")


@pytest.mark.parametrize("question", of_kind("followup"))
def test_that_a_followup_has_turns_of_both_sides(question: dict[str, Any]) -> None:
    assert [turn["role"] for turn in question["history"]] == ["user", "assistant"] * (len(question["history"]) // 2)
    assert all(turn["content"] for turn in question["history"])


@pytest.mark.parametrize("question", [pytest.param(q, id=q["id"]) for q in QUESTIONS])
def test_that_the_asker_may_read_the_gold_documents(question: dict[str, Any]) -> None:
    scopes = frozenset(USERS[question.get("user", "guest")])
    assert all(admits(handbook()[name].allow, scopes) for name in question["gold"])
    assert date.fromisoformat(question.get("as_of", "2026-11-30"))


def test_that_restricted_facts_are_in_restricted_documents_only() -> None:
    pages = handbook()
    seen = 0
    for question in of_kind("permission"):
        values = question.values[0]
        scopes = frozenset(USERS[values["user"]])
        if values["gold"]:
            assert all(pages[name].allow for name in values["gold"])
            hidden = values["answers"]
        else:
            hidden, seen = values["hidden"], seen + 1
            assert hidden
        for fact in hidden:
            holders = [name for name, page in pages.items() if page.holds(fact)]
            assert holders
            assert all(pages[name].allow for name in holders), fact
            assert any(admits(pages[name].allow, scopes) for name in holders) == bool(values["gold"])
    assert seen >= 4


def test_that_one_document_tries_to_give_orders() -> None:
    assert [name for name, page in handbook().items() if page.holds("忽略以上规则")] == [
        "documents/admin/suggestion-box.md"
    ]
