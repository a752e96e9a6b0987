"""What enters a prompt and how it ages; who owns the state; what of a turn outlives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pilothouse.assistants.knowledge.graph import FLOW
from pilothouse.assistants.knowledge.material import MATERIAL_TOKENS
from pilothouse.assistants.knowledge.state import KnowledgeState
from pilothouse.contracts.caller import Caller
from pilothouse.gateway import Call, ModelRequest, Say, ScriptedModel
from pilothouse.gateway.tokens import count
from pilothouse.settings import Settings

from .scenarios import unsound
from .shelf import Paper, open_house

ASKED = ("年假有几天", "报销多久到账", "域账号密码多久换一次", "停车费每个月多少钱", "病假由谁审批", "采购合同由谁审核")
HISTORY_TURNS: int = Settings.model_fields["history_turns"].default


def evasive(request: ModelRequest) -> Any:
    return Say("好的，请稍等。")


def shown(request: ModelRequest) -> str:
    return "\n".join(message.content for message in request.messages)


def test_that_documents_of_an_earlier_turn_reach_no_later_prompt(tmp_path: Path) -> None:
    model = ScriptedModel(evasive)
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        house.ask("knowledge", "年假有几天")
        assert any("二级以上医院" in shown(request) for request in model.requests)
        model.requests.clear()
        for text in ("报销多久到账", "停车费每个月多少钱", "谢谢", "域账号密码多久换一次"):
            house.ask("knowledge", text)
    later = [shown(request) for request in model.requests]
    assert not any("二级以上医院" in prompt or "基本工资的80%" in prompt for prompt in later)
    assert any("5天带薪年休假" in prompt for prompt in later)  # what was said is remembered


def test_that_an_answer_with_another_turn_s_material_is_refused(tmp_path: Path) -> None:
    said = "工作满1年不满10年的员工，每年享有5天带薪年休假[1]。"
    model = ScriptedModel(
        lambda request: Say(said) if request.task != "converse" else Call("search_knowledge_base", {"query": "年假"})
    )
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        assert house.ask("knowledge", "年假有几天").reply == said
        reply = house.ask("knowledge", "停车费每个月多少钱")
    assert "5天" not in reply.reply
    assert "300元" in reply.reply
    assert [citation["document"] for citation in reply.data["citations"]] == ["parking"]


def test_that_citation_numbers_of_an_earlier_turn_are_not_in_the_history(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("knowledge", "年假有几天")
        state = house.run(house.room("knowledge").conductor.state(Caller(), "default"))
    assert "5天" in state["history"][1]["text"]
    assert "[1]" not in state["history"][1]["text"]


def test_that_no_passage_is_stored_with_the_session(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("knowledge", "年假有几天")
        state = house.run(house.room("knowledge").conductor.state(Caller(), "default"))
        turn_fields = {name for name, mark in FLOW.fields().items() if mark.lifetime == "turn"}
        assert not {name for name in turn_fields if state.get(name)}
        assert "二级以上医院" not in str(state)
        reply = house.ask("knowledge", "谢谢")
    assert (reply.data["citations"], reply.data["passages"], reply.sources, reply.tool_calls) == ([], [], [], [])


def test_that_every_state_field_has_one_owner_and_a_lifetime() -> None:
    FLOW.check()
    fields = FLOW.fields()
    assert set(fields) == set(KnowledgeState.__annotations__)
    assert {name for name, mark in fields.items() if mark.lifetime == "session"} == {
        "turn", "topic", "earlier", "told", "value", "open", "history", "summary",
    }  # fmt: skip
    assert fields["steps"].owner == "tools"
    assert fields["evidence"].owner == "weigh"
    assert not {name for name, mark in fields.items() if mark.owner == "compose"} - {"draft", "attempt", "origin"}


def test_that_rules_come_first_the_material_in_the_middle_and_the_question_last(tmp_path: Path) -> None:
    model = ScriptedModel(evasive)
    with open_house(tmp_path, model) as house:
        house.ask("knowledge", "年假有几天")
    prompt = next(shown(request) for request in model.requests if request.task == "compose_answer")
    assert (
        prompt.index("规则")
        < prompt.index("[1] <<<")
        < prompt.index("带薪年休假")
        < prompt.rindex("用户问题：年假有几天")
    )
    assert prompt.rstrip().endswith("年假有几天")


def test_that_the_material_keeps_to_its_budget_and_the_best_stays(tmp_path: Path) -> None:
    long = [
        Paper(
            f"p{n}",
            f"停车管理{n}",
            f"{n}号车库停车费为每月{300 + n}元。" + f"第{n}条关于停车的说明文字。" * 120,
            "admin",
        )
        for n in range(8)
    ]
    model = ScriptedModel(evasive)
    with open_house(tmp_path, model, papers=long) as house:
        house.ask("knowledge", "3号车库停车费每月多少元")
    prompt = next(shown(request) for request in model.requests if request.task == "compose_answer")
    assert count(prompt) <= MATERIAL_TOKENS + 1200
    assert "303元" in prompt


def test_that_older_turns_become_a_summary_that_keeps_their_numbers(tmp_path: Path) -> None:
    lossy = ScriptedModel({"summarise_history": lambda request: Say("用户问了几个制度问题。"), "*": evasive})
    with open_house(tmp_path, lossy, breaker_failures=10_000) as house:
        for n in range(HISTORY_TURNS + 6):
            house.ask("knowledge", ASKED[n % len(ASKED)])
        lossy.requests.clear()
        house.ask("knowledge", "出差补贴每天多少钱")
        state = house.run(house.room("knowledge").conductor.state(Caller(), "default"))
    for kept in ("5天", "10个工作日", "90天"):
        assert kept in state["summary"] + str(state["history"])
    prompt = shown(next(request for request in lossy.requests if request.task == "converse"))
    assert "此前对话摘要" in prompt


def test_that_prompts_of_a_long_session_stay_flat(tmp_path: Path) -> None:
    model = ScriptedModel({"summarise_history": [], "*": evasive})
    sizes: list[int] = []
    with open_house(tmp_path, model, breaker_failures=10_000) as house:
        for n in range(50):
            before = len(model.requests)
            house.ask("knowledge", ASKED[n % len(ASKED)])
            sizes.append(max(count(shown(request)) for request in model.requests[before:]))
        state = house.run(house.room("knowledge").conductor.state(Caller(), "default"))
    assert max(sizes[25:]) <= max(sizes[10:25]) * 1.15
    assert len(state["history"]) <= 2 * (HISTORY_TURNS + 4)


def test_that_sessions_and_users_do_not_mix(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.users.add("anna")
        house.ask("knowledge", "报销流程是什么", session="a")
        for session, user in (("b", None), ("a", "anna")):
            assert house.ask("knowledge", "那个呢", session=session, user=user).outcome == "clarify"
        assert house.ask("knowledge", "多久到账", session="a").outcome == "answered"


def test_that_a_session_goes_on_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("knowledge", "采购合同怎么签")
    with open_house(tmp_path) as house:
        reply = house.ask("knowledge", "它要谁审批")
    assert [citation["document"] for citation in reply.data["citations"]] == ["contract"]


def test_that_a_new_topic_drops_the_old_one(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("knowledge", "报销流程是什么")
        reply = house.ask("knowledge", "域账号密码多久换一次")
        assert "报销" not in reply.data["query"]
        assert "90天" in reply.reply
        house.ask("knowledge", "你好")
        again = house.ask("knowledge", "长度要几位")
    assert "12位" in again.reply


def test_that_a_turn_can_be_run_again_from_its_record(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("knowledge", "报销流程是什么")
        reply = house.ask("knowledge", "超过5000呢")
        then, now = house.replay(reply.trace_id)
    assert then.reply == now.reply
    assert then.data == now.data


def test_that_what_was_cited_and_what_never_was_is_recorded(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        reply = house.ask("knowledge", "报销多久到账")
        trace = house.recorded(reply.trace_id)
    (event,) = [event.fields for event in trace.events if event.kind == "cited"]
    assert event["ids"] == ["expense#0"]
    assert set(event["ids"]) | set(event["unused"]) == {passage["id"] for passage in reply.data["passages"]}


@pytest.mark.parametrize("order", ["[2][1]", "[2], [1]", "[2,1]", "【2】【1】"])
def test_that_citations_are_numbered_anew_without_gaps(order: str, tmp_path: Path) -> None:
    papers = [
        Paper("a", "停车管理甲", "地下车库停车费为每月300元。", "admin"),
        Paper("b", "停车管理乙", "地面停车场停车费为每月200元。", "admin"),
        Paper("c", "停车管理丙", "自行车停车费为每月10元。", "admin"),
    ]
    with open_house(tmp_path / "plain", papers=papers) as house:
        known = [row["document"] for row in house.ask("knowledge", "停车费每月多少元").data["passages"]]
    third = {"a": "地下车库停车费为每月300元", "b": "地面停车场停车费为每月200元", "c": "自行车停车费为每月10元"}[
        known[2]
    ]
    second = {"a": "地下车库停车费为每月300元", "b": "地面停车场停车费为每月200元", "c": "自行车停车费为每月10元"}[
        known[1]
    ]
    model = ScriptedModel(lambda request: Say(f"{third}[3]。{second}[2]。") if request.task != "converse" else Say(""))
    with open_house(tmp_path / "model", model, papers=papers) as house:
        reply = house.ask("knowledge", "停车费每月多少元")
    assert unsound(reply) == []
    assert [source.id for source in reply.sources] == [f"{known[2]}#0", f"{known[1]}#0"] or reply.outcome == "fallback"


def test_that_a_bare_topic_of_many_documents_is_asked_about_and_the_answer_is_understood(tmp_path: Path) -> None:
    papers = [
        Paper("travel", "差旅补贴办法", "差旅补贴为每天120元。", "finance"),
        Paper("meal", "餐费补贴办法", "餐费补贴为每天30元。", "finance"),
        Paper("phone", "通讯补贴办法", "通讯补贴为每月200元。", "finance"),
        Paper("leave", "假期办法", "婚假共13天。", "hr"),
    ]
    with open_house(tmp_path, papers=papers) as house:
        reply = house.ask("knowledge", "补贴")
        assert (reply.outcome, reply.sources) == ("clarify", [])
        assert set(reply.data["choices"]) == {"差旅补贴办法", "餐费补贴办法", "通讯补贴办法"}
        assert reply.reply.count("？") == 1
        assert "30元" in house.ask("knowledge", "餐费的").reply
        house.ask("knowledge", "补贴", session="b")
        second = house.ask("knowledge", "第二个", session="b")
        assert [citation["title"] for citation in second.data["citations"]] == [reply.data["choices"][1]]
        house.ask("knowledge", "补贴", session="c")
        assert "13天" in house.ask("knowledge", "婚假有几天", session="c").reply


def test_that_a_topic_of_one_document_is_answered_at_once(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        reply = house.ask("knowledge", "停车费")
    assert (reply.outcome, reply.data["choices"]) == ("answered", [])
    assert "300元" in reply.reply


def test_that_a_year_counts_where_documents_have_one_and_not_where_they_have_none(tmp_path: Path) -> None:
    papers = [
        Paper("h25", "2025年放假安排", "2025年春节放假8天。", "hr", "2024-12-01"),
        Paper("h26", "2026年放假安排", "2026年春节放假11天。", "hr", "2025-12-01"),
        Paper("parking", "停车办法", "地下车库停车费为每月300元。", "admin"),
    ]
    with open_house(tmp_path, papers=papers) as house:
        for text, fact, never in (
            ("今年春节放几天假", "11天", "8天"),
            ("去年春节放几天假", "8天", "11天"),
            ("今年停车费每月多少钱", "300元", "11天"),
        ):
            reply = house.ask("knowledge", text, session=text)
            assert fact in reply.reply
            assert never not in reply.reply


def test_that_a_sum_of_several_amounts_is_asked_about_and_the_answer_is_understood(tmp_path: Path) -> None:
    papers = [Paper("meal", "补助办法", "出差补助国内每天100元，出差补助境外每天300元。", "finance")]
    with open_house(tmp_path, papers=papers) as house:
        for session, pick, value in (("a", "300的", "1500"), ("b", "第一个", "500"), ("c", "按100算", "500")):
            house.ask("knowledge", "出差补助每天多少钱", session=session)
            reply = house.ask("knowledge", "那5天一共多少", session=session)
            assert (reply.outcome, reply.tool_calls) == ("clarify", [])
            assert reply.data["choices"] == ["100元/天", "300元/天"]
            assert reply.reply.count("？") == 1
            assert house.ask("knowledge", pick, session=session).data["calculation"]["value"] == value
        house.ask("knowledge", "那5天一共多少", session="a")
        assert house.ask("knowledge", "谢谢", session="a").data["intent"] == "chitchat"
