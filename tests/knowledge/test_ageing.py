"""Long conversations: what is kept, what fits, and that no document outlives its turn."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.closing import EARLIER, TOLD
from pilothouse.assistants.knowledge.graph import FLOW
from pilothouse.assistants.knowledge.material import MATERIAL_TOKENS
from pilothouse.assistants.knowledge.retrieving import BUDGET
from pilothouse.contracts.caller import Caller
from pilothouse.gateway import Call, ModelRequest, Say, ScriptedModel
from pilothouse.gateway.tokens import count

from .scenarios import TOOLS
from .shelf import Paper, open_house

# Each document holds a mark that answers nothing: where it turns up, the document's text was.
TOPICS = {
    "停车费每月多少钱": Paper("parking", "停车办法", "地下车库停车费每月180元。归档柜号是甲乙丙零一。", "admin"),
    "婚假有几天": Paper("leave", "婚假办法", "婚假共13天。归档柜号是甲乙丙零二。", "hr"),
    "餐补每天多少钱": Paper("meal", "餐补办法", "餐补每天25元。归档柜号是甲乙丙零三。", "hr"),
    "密码多久换一次": Paper("password", "密码办法", "密码每90天换一次。归档柜号是甲乙丙零四。", "tech"),
    "合同由谁审批": Paper("contract", "合同办法", "合同由法务部审批。归档柜号是甲乙丙零五。", "legal"),
}
MARKS = {paper.id: paper.text.rpartition("归档柜号是")[2].rstrip("。") for paper in TOPICS.values()}
SAYINGS = (
    *TOPICS,
    "你好",
    "谢谢",
    "那个呢",
    "为什么",
    "还有别的吗",
    "那3天一共多少",
    "3天*500",
    "那病假呢",
    "不是，我问的是餐补",
    "刚才停车费那个，周末呢",
)
AMOUNTS = ("1234元", "2026年5月6日", "9876.5元", "83%", "张伟", "13800138000", "QX-7731")


def evasive(request: ModelRequest) -> Any:
    return Call(TOOLS[0], {"query": "办法"}) if request.task == "converse" else Say("好的，请稍等。")


def _state(house: Pilothouse, session: str) -> dict[str, Any]:
    state: dict[str, Any] = house.run(house.room("knowledge").conductor.state(Caller(), session))
    return state


@pytest.fixture(scope="module")
def talking(tmp_path_factory: pytest.TempPathFactory) -> Any:
    model = ScriptedModel(evasive)
    with open_house(tmp_path_factory.mktemp("ageing"), model, papers=TOPICS.values(), breaker_failures=10**6) as house:
        yield house, model


_sessions = iter(range(10**6))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=7))
def test_that_no_document_of_an_earlier_turn_reaches_a_later_one(said: list[str], talking: Any) -> None:
    house, model = talking
    session = f"s{next(_sessions)}"
    spoken: set[str] = set()
    turn_fields = {name for name, mark in FLOW.fields().items() if mark.lifetime == "turn"}
    for text in said:
        model.requests.clear()
        reply = house.ask("knowledge", text, session=session)
        evidence = {passage["document"] for passage in reply.data["passages"]}
        for request in model.requests:
            prompt = "\n".join(message.content for message in request.messages)
            shown = {name for name, mark in MARKS.items() if mark in prompt and name not in spoken}
            assert shown <= (evidence if request.task == "compose_answer" else set())
        assert {citation["document"] for citation in reply.data["citations"]} <= evidence
        spoken |= {name for name, mark in MARKS.items() if mark in reply.reply}  # what was said is remembered
        state = _state(house, session)
        assert not {name for name in turn_fields if state.get(name)}
        assert {name for name, mark in MARKS.items() if mark in str(state)} <= spoken


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), lossy=st.booleans())
def test_that_a_long_conversation_loses_no_number_name_date_or_amount(
    seed: int, lossy: bool, tmp_path_factory: Any
) -> None:
    rolled = random.Random(seed)
    script = {"summarise_history": lambda request: Say("用户问了一些问题，助手答了。"), "*": evasive}
    model = ScriptedModel(script) if lossy else None
    kept = rolled.sample(AMOUNTS, 4)
    with open_house(tmp_path_factory.mktemp("long"), model, papers=TOPICS.values(), breaker_failures=10**6) as house:
        for n in range(24):
            extra = f"（单号{kept[n // 3]}）" if n % 3 == 0 and n // 3 < len(kept) else ""
            house.ask("knowledge", f"{rolled.choice(list(TOPICS))}{extra}")
        state = _state(house, "default")
    remembered = f"{state['summary']} {state['history']}"
    assert [amount for amount in kept if re.sub(r"\s", "", amount) not in re.sub(r"\s", "", remembered)] == []


def test_that_sixty_turns_of_long_sentences_stay_within_the_budget(tmp_path: Path) -> None:
    model = ScriptedModel({"summarise_history": lambda request: Say("没有内容。"), "*": evasive})
    padding = "我们部门最近事情特别多，大家都很忙，我也不知道应该找谁去问这件事情。" * 6
    most = 0
    limit = sum(BUDGET.sections.values())
    with open_house(tmp_path, model, papers=TOPICS.values(), breaker_failures=10**6) as house:
        for n in range(60):
            model.requests.clear()
            reply = house.ask("knowledge", f"{padding}请问{list(TOPICS)[n % len(TOPICS)]}")
            assert reply.data["citations"]
            for request in model.requests:
                if request.task in ("converse", "compose_answer"):
                    most = max(most, sum(count(message.content) for message in request.messages))
        state = _state(house, "default")
    assert most <= limit + MATERIAL_TOKENS
    assert len(state["earlier"]) <= EARLIER
    assert len(state["told"]) <= TOLD


def test_that_a_conversation_returns_to_what_was_asked_turns_ago(tmp_path: Path) -> None:
    with open_house(tmp_path, papers=TOPICS.values()) as house:
        for text in ("停车费每月多少钱", "婚假有几天", "密码多久换一次"):
            house.ask("knowledge", text)
        reply = house.ask("knowledge", "刚才停车费那个，是多少来着")
    assert "180元" in reply.reply
    assert [citation["document"] for citation in reply.data["citations"]] == ["parking"]
