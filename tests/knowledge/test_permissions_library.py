"""Through the whole assistant and a real library: whoever asks whatever, what he may not see leaves no mark."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.command import index_documents
from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.gateway import Call, ModelRequest, Say, ScriptedModel

from .shelf import NOON, embedder

SUBJECTS = ("年终奖", "婚假", "差旅补贴", "VPN账号", "合同归档", "班车")
UNITS = ("总部", "成都分公司", "研发中心")
SENTENCES = (
    "{unit}的{subject}标准为{mark}元，由部门经理审批。",
    "{unit}{subject}须提前7天申请，受理编号为{mark}。",
    "{subject}由{unit}负责，电话为{mark}。",
)
QUESTIONS = (
    "{unit}的{subject}标准是多少",
    "{subject}怎么申请",
    "{unit}{subject}的电话是多少",
    "{subject}",
    "只看hr的资料，{subject}标准是多少",
    "一共有几份{subject}的规定",
    "how much is the {subject} of {unit}",
)
ENTRIES = ("hr", "finance", "board", "stock:read")
SCOPES = ("hr", "dept:hr", "finance", "dept:finance", "board", "dept:board", "staff", "member")


@dataclass(frozen=True)
class Record:
    """``mark`` is a number that stands in no other document."""

    subject: str
    unit: str
    sentence: str
    allow: tuple[str, ...]
    dept: str
    mark: int = 0

    @property
    def id(self) -> str:
        return f"doc{self.mark}"

    @property
    def line(self) -> str:
        text = self.sentence.format(unit=self.unit, subject=self.subject, mark=self.mark)
        title = f"{self.unit}{self.subject}规定第{self.mark}号"
        item = {"id": self.id, "title": title, "text": f"# {title}\n\n{text}\n", "dept": self.dept}
        return json.dumps({**item, "allow": list(self.allow), "date": "2026-01-01"}, ensure_ascii=False)

    def may(self, held: frozenset[str]) -> bool:
        """The rule of the handbook, written a second time."""
        return not self.allow or any(entry in held or f"dept:{entry}" in held for entry in self.allow)


records = st.lists(
    st.builds(
        Record,
        st.sampled_from(SUBJECTS),
        st.sampled_from(UNITS),
        st.sampled_from(SENTENCES),
        st.lists(st.sampled_from(ENTRIES), max_size=2).map(tuple),
        st.sampled_from(("", "hr", "finance", "audit")),
    ),
    min_size=1,
    max_size=12,
).map(
    lambda made: [Record(r.subject, r.unit, r.sentence, r.allow, r.dept, 70001 + 137 * n) for n, r in enumerate(made)]
)
people = st.lists(st.lists(st.sampled_from(SCOPES), max_size=2), min_size=1, max_size=3)
questions = st.lists(
    st.builds(
        lambda question, subject, unit: question.format(subject=subject, unit=unit),
        st.sampled_from(QUESTIONS),
        st.sampled_from(SUBJECTS),
        st.sampled_from(UNITS),
    ),
    min_size=1,
    max_size=3,
)


def opened(home: Path, model: Any = None) -> Pilothouse:
    return Pilothouse(home, clock=lambda: NOON, strict=True, embedder=embedder(), model=model)


def filled(house: Pilothouse, folder: Path, documents: Sequence[Record]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_text("\n".join(record.line for record in documents), encoding="utf-8")
    index_documents(house, [folder / "corpus.jsonl"])


def offered(house: Pilothouse, user: str | None) -> set[str]:
    (tool,) = [tool for tool in house.tools("knowledge", user=user) if tool.name == "search_knowledge_base"]
    return {name for name in tool.schema()["properties"]["filter_dept"]["enum"] if name != "all"}


def held(house: Pilothouse, user: str | None) -> frozenset[str]:
    return house.users.caller(user).expanded


def told(house: Pilothouse, reply: Reply, user: str | None) -> str:
    """All that is kept and given out of a turn: the reply as JSON, and its trace as the asker may see it."""
    trace = house.recorded(reply.trace_id, user=user)
    kept = [[event.kind, event.fields] for event in trace.events]
    return reply.model_dump_json() + json.dumps([kept, trace.reply, trace.input], ensure_ascii=False, default=str)


def unharmed(house: Pilothouse, documents: Sequence[Record], question: str, user: str | None, session: str) -> Reply:
    """Ask, and make sure that nothing of what the asker may not see is in anything that he gets."""
    scopes = held(house, user)
    allowed = [record for record in documents if record.may(scopes)]
    reply = house.ask("knowledge", question, session=session, user=user)
    everything = told(house, reply, user)
    for record in documents:
        if record not in allowed:
            assert str(record.mark) not in everything, (record, question, user)
    for event in house.recorded(reply.trace_id, user=user).events:
        if event.kind == "tool" and "total_found" in event.fields["envelope"]:
            assert event.fields["envelope"]["total_found"] <= len(allowed)
    assert {row["document"] for row in reply.data.get("passages", [])} <= {record.id for record in allowed}
    return reply


@settings(max_examples=12, deadline=None)
@given(records, people, questions)
def test_that_what_is_forbidden_leaves_no_mark_on_anything_that_an_asker_gets(
    documents: list[Record], scopes: list[list[str]], asked: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as name, opened(Path(name) / "home") as house:
        filled(house, Path(name) / "kb", documents)
        users: list[str | None] = [None]
        for number, given_scopes in enumerate(scopes):
            users.append(house.users.add(f"user{number}", given_scopes).name)
        users.append(house.users.add("chief", ENTRIES).name)
        for turn in range(2):  # the second time from what was kept of the first
            for question in asked:
                for user in reversed(users) if turn == 0 else users:  # he who may see all asks first
                    unharmed(house, documents, question, user, f"s{turn}-{user}")
        for user in users:
            seen = {record.dept for record in documents if record.may(held(house, user))} - {""}
            assert offered(house, user) == seen


@settings(max_examples=6, deadline=None)
@given(records, st.lists(st.sampled_from(SCOPES), max_size=2), questions)
def test_that_a_change_of_permissions_holds_for_the_next_question(
    documents: list[Record], scopes: list[str], asked: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as name, opened(Path(name) / "home") as house:
        filled(house, Path(name) / "kb", [Record(r.subject, r.unit, r.sentence, (), r.dept, r.mark) for r in documents])
        house.users.add("anna", ["board"])
        for question in asked:
            house.ask("knowledge", question, session="before", user="anna")
        filled(house, Path(name) / "kb", documents)  # some of them are now for some only
        house.users.set_scopes("anna", scopes)
        for question in asked:
            unharmed(house, documents, question, "anna", "before")
            unharmed(house, documents, question, None, "guest")


SECRET = Record("年终奖", "总部", SENTENCES[0], ("board",), "audit", 70001)
OPEN = Record("婚假", "总部", SENTENCES[1], (), "hr", 70138)


def test_that_a_model_is_shown_nothing_of_what_its_asker_may_not_see(tmp_path: Path) -> None:
    def line(request: ModelRequest) -> Any:
        calls = [
            Call("search_knowledge_base", {"query": "总部年终奖标准"}),
            Call("search_knowledge_base", {"query": "70001"}),
        ]
        return tuple(calls) if request.task == "converse" else Say("年终奖标准为70001元[1]。")

    model = ScriptedModel(line)
    with opened(tmp_path / "home", model) as house:
        filled(house, tmp_path / "kb", [SECRET, OPEN])
        house.users.add("boss", ["board"])
        assert "70001元" in house.ask("knowledge", "总部年终奖标准是多少", user="boss", session="b").reply
        house.users.set_scopes("boss", [])
        model.requests.clear()
        for text in ("总部年终奖标准是多少", "刚才说的是多少元"):
            reply = house.ask("knowledge", text, user="boss", session="fresh")
            assert "70001元" not in reply.reply
        shown = [m.content for request in model.requests for m in request.messages if m.role != "assistant"]
        assert shown
        assert not any("标准为70001元" in text or "第70001号" in text for text in shown)


def test_that_nobody_sees_the_traces_of_another(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as house:
        filled(house, tmp_path / "kb", [SECRET, OPEN])
        house.users.add("boss", ["board"])
        house.users.add("anna", ["hr"])
        reply = house.ask("knowledge", "总部年终奖标准是多少", user="boss", session="b")
        assert "70001" in told(house, reply, "boss")
        with pytest.raises(UsageError):
            house.recorded(reply.trace_id, user="anna")
        with pytest.raises(UsageError):
            house.replay(reply.trace_id, user="anna")
        assert house.recorder.list(user="anna", limit=10) == ()
        unharmed(house, [SECRET, OPEN], "刚才说的是多少", "anna", "b")  # a session of that name, but her own
