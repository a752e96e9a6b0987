"""What somebody may not see does not exist for him: not in answers, wording, counts, choices, nor in later turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse.contracts.reply import Reply
from pilothouse.gateway import Call, Say, ScriptedModel

from .shelf import PAPERS, Paper, PaperShelf, open_house

SCOPES = {
    "guest": (),
    "hana": ("dept:hr",),
    "finn": ("finance",),
    "lena": ("dept:legal",),
    "boss": ("board",),
    "root": ("manager",),
}
QUESTIONS = (
    "年终奖总额是多少", "高管奖金方案是什么", "公司要收购哪家公司", "收购价格是多少", "蓝鲸科技是什么", "年假有几天", "报销多久到账", "采购合同由谁审批",  # noqa: E501
    "奖金", "收购", "2027年3月公司计划做什么", "董事会审批什么", "只看legal的资料里，合同由谁审核", "How much is the acquisition price?", "年假有几天，另外收购价格是多少",  # noqa: E501
    "停车费每月多少元", "那个呢", "你好", "3*5",
)  # fmt: skip


def strip(reply: Reply) -> dict[str, Any]:
    """All of a reply that may not tell what exists; time and names of the turn can't be equal."""
    return reply.model_dump(exclude={"elapsed_ms", "trace_id", "session"})


def seen(papers: tuple[Paper, ...], scopes: tuple[str, ...]) -> tuple[Paper, ...]:
    from pilothouse.contracts.caller import Caller

    return tuple(PaperShelf(papers).visible(Caller("x", frozenset(scopes))))


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """For each user the house with all documents, and one whose library never held what he may not see."""
    shelves = {name: PaperShelf(PAPERS) for name in ("whole", *SCOPES)}
    opened = {name: open_house(tmp_path_factory.mktemp(name), shelf=shelf) for name, shelf in shelves.items()}
    for house in opened.values():
        for user, scopes in SCOPES.items():
            if user != "guest":
                house.users.add(user, scopes)
    yield opened, shelves
    for house in opened.values():
        house.close()


_sessions = iter(range(10**6))


def same(houses: Any, papers: tuple[Paper, ...], user: str, questions: list[str]) -> None:
    opened, shelves = houses
    shelves["whole"].papers = papers
    shelves[user].papers = seen(papers, SCOPES[user])
    session = f"p{next(_sessions)}"
    name = None if user == "guest" else user
    for question in questions:
        whole = opened["whole"].ask("knowledge", question, session=session, user=name)
        cut = opened[user].ask("knowledge", question, session=session, user=name)
        assert strip(whole) == strip(cut), (question, user)


@pytest.mark.parametrize("user", SCOPES)
def test_that_a_forbidden_document_changes_nothing(user: str, houses: Any) -> None:
    for question in QUESTIONS:
        same(houses, PAPERS, user, [question])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    user=st.sampled_from(sorted(SCOPES)),
    questions=st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=3),
    allow=st.lists(
        st.sampled_from([(), ("hr",), ("finance",), ("board",), ("legal", "board"), ("nobody",)]),
        min_size=len(PAPERS),
        max_size=len(PAPERS),
    ),
)
def test_that_any_forbidden_documents_change_nothing(
    user: str, questions: list[str], allow: list[tuple[str, ...]], houses: Any
) -> None:
    from dataclasses import replace

    papers = tuple(replace(paper, allow=names) for paper, names in zip(PAPERS, allow, strict=True))
    same(houses, papers, user, questions)


def test_that_who_may_see_it_gets_it(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        for user, scopes in SCOPES.items():
            if user != "guest":
                house.users.add(user, scopes)
        for user, may in (("boss", True), ("lena", True), ("hana", False), ("finn", False)):
            assert ("蓝鲸" in house.ask("knowledge", "公司要收购哪家公司", user=user).reply) is may


def test_that_only_departments_that_the_caller_may_see_are_offered(tmp_path: Path) -> None:
    papers = (*PAPERS, Paper("secret", "审计底稿", "审计发现三项问题。", "audit", allow=("audit",)))
    wrong = Call("search_knowledge_base", {"query": "审计发现几项问题", "filter_dept": "nowhere"})
    model = ScriptedModel(lambda request: wrong if request.task == "converse" else Say("三项[1]。"))
    with open_house(tmp_path, model, papers=papers, breaker_failures=1000) as house:
        house.users.add("ada", ["audit"])
        for user, may in ((None, False), ("ada", True)):
            model.requests.clear()
            reply = house.ask("knowledge", "审计发现几项问题", user=user)
            trace = house.recorded(reply.trace_id)
            refused = [
                event.fields["envelope"]["message"]
                for event in trace.events
                if event.kind == "tool" and event.fields["envelope"].get("error_type") == "invalid_params"
            ]
            assert refused
            assert all(("audit" in sentence) is may and "finance" in sentence for sentence in refused)
            shown = [str(request.tools) for request in model.requests if request.tools]
            assert shown
            assert all(("audit" in tools) is may for tools in shown)


def test_that_a_search_in_a_hidden_department_is_one_in_a_department_that_is_not_there(tmp_path: Path) -> None:
    papers = (*PAPERS, Paper("secret", "审计底稿", "审计发现三项问题。", "audit", allow=("audit",)))
    with open_house(tmp_path / "with", papers=papers) as house, open_house(tmp_path / "without") as other:
        for question in ("只看audit的资料，审计发现几项问题", "审计发现几项问题"):
            assert strip(house.ask("knowledge", question)) == strip(other.ask("knowledge", question))


def test_that_a_user_who_lost_a_scope_gets_nothing_of_an_earlier_turn(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.users.add("lena", ["dept:legal"])
        assert "蓝鲸" in house.ask("knowledge", "公司要收购哪家公司", user="lena").reply
        house.users.set_scopes("lena", [])
        reply = house.ask("knowledge", "收购价格是多少", user="lena")
        assert (reply.outcome, reply.data["passages"], reply.sources) == ("not_found", [], [])
        assert "2.5" not in reply.reply


def test_that_the_count_of_results_is_of_what_may_be_seen(tmp_path: Path) -> None:
    papers = [
        Paper(f"n{n}", f"停车{n}", f"{n}号车库停车费为每月{200 + n}元。", "admin", allow=("board",) if n % 2 else ())
        for n in range(8)
    ]
    with open_house(tmp_path, papers=papers) as house:
        house.users.add("boss", ["board"])
        counts = {}
        for user in (None, "boss"):
            trace = house.recorded(house.ask("knowledge", "车库停车费每月多少元", user=user).trace_id)
            counts[user] = [event.fields["envelope"]["total_found"] for event in trace.events if event.kind == "tool"]
    assert counts == {None: [4], "boss": [8]}
