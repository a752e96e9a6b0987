"""From need to decision through the house, without a model (S1, S2, S10)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.shopping.decision.contract import Decision
from pilothouse.websearch.errors import SENTENCES, SearchFailed

from .market import FAN, SECOND, SOLD, TOOL, WINNER, Market, decided, open_house
from .web import Cache, Purse


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    with open_house(tmp_path_factory.mktemp("home")) as opened:
        yield opened


def test_that_one_product_is_named_with_evidence_of_several_domains(house: Pilothouse) -> None:
    reply = house.ask("shopping", FAN, session="one")
    decision = Decision.model_validate(reply.data["decision"])
    assert (decision.product, decision.abstained, reply.outcome) == (WINNER, False, "answered")
    assert len({cited.domain for cited in decision.evidence if cited.polarity == "positive"}) >= 2
    assert SECOND in [runner.product for runner in decision.runner_ups]
    assert SOLD not in reply.reply.partition("其他候选")[0]
    assert [call.name for call in reply.tool_calls] == [TOOL]


def test_that_every_quotation_stands_in_its_page(house: Pilothouse) -> None:
    from .market import FANS

    texts = {page.url: f"{page.title}\n{page.text}" for page in FANS}
    for cited in house.ask("shopping", FAN, session="quote").data["decision"]["evidence"]:
        assert cited["quotation"] in texts[cited["url"]]


def test_that_the_sources_are_the_cited_pages_under_their_numbers(house: Pilothouse) -> None:
    reply = house.ask("shopping", FAN, session="sources")
    assert [(s.n, s.path) for s in reply.sources] == [(c["n"], c["url"]) for c in reply.data["decision"]["evidence"]]
    assert all(f"[{source.n}]" in reply.reply for source in reply.sources)


def test_that_the_data_tell_how_it_came_about(house: Pilothouse) -> None:
    data = house.ask("shopping", FAN, session="data").data
    assert 1 <= len(data["plan"]["sub_queries"]) <= 3
    assert [search["query"] for search in data["searches"]] == data["plan"]["sub_queries"]
    assert all(search["engine"] == "fake" and search["pages"] and not search["error"] for search in data["searches"])
    assert data["filters"][0]["step"] == "merge"
    assert {"score", "validity"} <= {step["step"] for step in data["filters"]}
    rows = {row["product"]: row for row in data["scores"]}
    assert rows[WINNER]["score"] == data["decision"]["score"] > rows[SOLD]["score"]
    json.dumps(data)


def test_that_an_injected_instruction_changes_nothing_and_is_not_shown(house: Pilothouse) -> None:
    reply = house.ask("shopping", FAN, session="injected")
    shown = json.dumps(reply.data["decision"], ensure_ascii=False) + reply.reply
    assert "忽略" not in shown
    assert "system:" not in shown


@pytest.mark.parametrize("need", ["保温杯哪个口碑好", "想买个会飞的自行车，哪款好"])
def test_that_too_little_evidence_is_said(house: Pilothouse, need: str) -> None:
    reply = house.ask("shopping", need, session="little")
    decision = Decision.model_validate(reply.data["decision"])
    assert (decision.abstained, decision.product, decision.score, reply.outcome) == (True, "", None, "not_found")
    assert "不推荐" in reply.reply
    assert "云岫 Y1" not in [runner.product for runner in decision.runner_ups if runner.score > 20]


def test_that_an_english_need_is_answered_in_english(house: Pilothouse) -> None:
    reply = house.ask("shopping", "recommend a quiet desk fan, nothing from Xiaomi", session="english")
    assert decided(reply)[0] == WINNER
    assert "推荐" not in reply.reply.replace(WINNER, "").split("“")[0]


@pytest.mark.parametrize("text", ["谢谢", "你好", "今天天气怎么样", "how are you"])
def test_that_talk_never_searches(house: Pilothouse, text: str) -> None:
    reply = house.ask("shopping", text, session="talk")
    assert (reply.tool_calls, reply.data["searches"], reply.data["decision"]) == ([], [], None)


def test_that_a_vague_need_is_asked_back_once_and_then_searched(house: Pilothouse) -> None:
    first = house.ask("shopping", "想买个东西", session="vague")
    assert (first.outcome, first.tool_calls) == ("clarify", [])
    then = house.ask("shopping", "桌面小风扇，要静音", session="vague")
    assert decided(then)[0] == WINNER


@pytest.mark.parametrize(
    ("text", "said"),
    [("为什么不是第二名", SECOND), ("第二名是什么", SECOND), ("它有什么缺点", WINNER), ("证据在哪", WINNER), ("谁说的", WINNER),  # noqa: E501
     (f"为什么不选{SOLD}", SOLD)],
)  # fmt: skip
def test_that_a_question_about_the_decision_is_answered_without_searching(
    house: Pilothouse, text: str, said: str
) -> None:
    session = f"about-{text}"
    first = house.ask("shopping", FAN, session=session)
    then = house.ask("shopping", text, session=session)
    assert (then.tool_calls, then.data["searches"]) == ([], [])
    assert said in then.reply
    assert then.data["searched_in"] == first.trace_id
    assert then.data["decision"] == first.data["decision"]


def test_that_a_question_about_nothing_is_asked_back(house: Pilothouse) -> None:
    reply = house.ask("shopping", "为什么不是第二名", session="nothing")
    assert (reply.tool_calls, reply.data["searches"]) == ([], [])
    assert reply.outcome == "clarify"


def test_that_a_changed_need_searches_again_with_what_was_said_before(house: Pilothouse) -> None:
    house.ask("shopping", FAN, session="changed")
    then = house.ask("shopping", f"不要{WINNER[:2]}的呢", session="changed")
    assert [call.name for call in then.tool_calls] == [TOOL]
    assert "风扇" in json.dumps(then.data["need"], ensure_ascii=False)
    assert then.data["decision"]["product"] != WINNER
    assert any(row["bar"] == "brand" for row in then.data["scores"])


@pytest.mark.parametrize("kind", list(SENTENCES))
def test_that_a_search_that_fails_as_a_whole_says_what_to_do(kind: str, tmp_path: Path) -> None:
    web = Market(behave=lambda query: SearchFailed(kind, "detail with secret"))  # type: ignore[arg-type]
    with open_house(tmp_path, web=web) as house:
        reply = house.ask("shopping", FAN)
    assert "secret" not in reply.model_dump_json()
    assert {search["error"] for search in reply.data["searches"]} == {kind}
    assert len(reply.data["searches"]) == len(reply.data["plan"]["sub_queries"])
    if kind == "nothing_found":
        assert (reply.outcome, reply.data["decision"]["shortage"]) == ("not_found", "no_pages")
    else:
        assert reply.outcome == "fallback"
        assert SENTENCES[kind].startswith(reply.reply)  # type: ignore[index]


def test_that_a_decision_outlives_a_search_that_fails(tmp_path: Path) -> None:
    web = Market()
    with open_house(tmp_path, web=web) as house:
        house.ask("shopping", FAN)
        web.behave = lambda query: SearchFailed("unavailable")
        assert house.ask("shopping", "桌面静音小风扇，预算加到300呢").outcome == "fallback"
        assert WINNER in house.ask("shopping", "它有什么缺点").reply


def test_that_one_failing_sub_query_leaves_the_others_to_decide(tmp_path: Path) -> None:
    web = Market()
    web.behave = lambda query: SearchFailed("timeout") if query == web.asked[0] else None
    with open_house(tmp_path, web=web) as house:
        reply = house.ask("shopping", FAN)
    assert decided(reply)[0] == WINNER
    assert [search["error"] for search in reply.data["searches"]].count("timeout") == 1


def test_that_credits_are_charged_to_the_asker_and_cached_searches_are_free(tmp_path: Path) -> None:
    purse = Purse()
    with open_house(tmp_path, web=Market(credits=1), purse=purse, cache=Cache(), cost=1.0) as house:
        house.users.add("anna")
        first = house.ask("shopping", FAN, user="anna")
        again = house.ask("shopping", FAN, user="anna", session="again")
    searches = len(first.data["plan"]["sub_queries"])
    assert purse.spent == sum(search["credits"] for search in first.data["searches"]) >= searches
    assert set(purse.users) == {"anna"}
    assert (first.data["cached"], again.data["cached"], purse.saves) == (False, True, searches)
    assert decided(first) == decided(again)


def test_that_an_empty_budget_refuses_the_search(tmp_path: Path) -> None:
    with open_house(tmp_path, web=Market(credits=1), purse=Purse(left=0), cost=1.0) as house:
        reply = house.ask("shopping", FAN)
    assert (reply.outcome, reply.sources) == ("fallback", [])


def test_that_the_trace_ties_the_decision_to_its_searches_and_can_be_replayed(house: Pilothouse) -> None:
    reply = house.ask("shopping", FAN, session="trace")
    trace = house.recorded(reply.trace_id)
    [decision] = [event.fields for event in trace.events if event.kind == "decision"]
    assert decision["product"] == WINNER
    assert decision["sub_queries"] == [search["query"] for search in reply.data["searches"]]
    assert decision["urls"] == [cited["url"] for cited in reply.data["decision"]["evidence"]]
    market: Market = house.room("shopping").services.provider
    asked = len(market.asked)
    then, now = house.replay(reply.trace_id)
    assert (then.reply, then.data) == (now.reply, now.data)
    assert len(market.asked) == asked


def test_that_a_session_keeps_no_page_and_stays_small(house: Pilothouse) -> None:
    for n in range(3):
        house.ask("shopping", FAN, session="small")
        house.ask("shopping", "它有什么缺点", session="small")
        state = house.run(house.room("shopping").conductor.state(house.users.caller(None), "small"))
        kept = json.dumps(state, ensure_ascii=False)
        assert len(kept) < 30_000, n
        assert "拆洗很方便，轴承到现在没有异响。缺点是" not in kept


def test_that_a_user_who_is_removed_leaves_nothing(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.users.add("anna")
        house.ask("shopping", FAN, user="anna")
        house.remove_user("anna")
        house.users.add("anna")
        assert house.ask("shopping", "为什么不是第二名", user="anna").outcome == "clarify"


def test_that_sessions_do_not_mix(house: Pilothouse) -> None:
    async def both() -> list[str]:
        replies = await asyncio.gather(
            *(house.aask("shopping", text, session=f"mix{n}") for n, text in enumerate([FAN, "保温杯哪个口碑好"]))
        )
        return [reply.data["decision"]["product"] for reply in replies]

    assert house.run(both()) == [WINNER, ""]


def test_that_a_language_that_is_set_counts(tmp_path: Path) -> None:
    with open_house(tmp_path, language="en") as house:
        assert house.ask("shopping", FAN).reply.startswith("My pick")


@pytest.mark.parametrize(
    "text", ["推荐一款小风扇", "小风扇哪个好", "求推荐小风扇", "有什么好用的小风扇", "小风扇口碑最好的是哪款"]
)
def test_that_who_asks_for_a_good_one_and_nothing_more_needs_no_requirement_met(house: Pilothouse, text: str) -> None:
    decision = house.ask("shopping", text, session=text).data["decision"]
    assert (decision["product"], decision["shortage"]) == (WINNER, "")
