"""What people ask and what must come of it, whatever model is used and in whichever mode.

A scenario names the intent, the documents cited and the facts; wording is free.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.contracts.reply import Reply

TOOLS = ("search_knowledge_base", "calculator")
MARKUP = re.compile(r"[{}<>`|]|\"\w+\"\s*:|need_?tool|tool_call|action\"|\bnull\b", re.IGNORECASE)


@dataclass(frozen=True)
class Scenario:
    """``before``: what was said in the session. ``said`` in the reply, alternatives joined by ``|``; ``never`` nowhere
    in it; ``cites`` documents that must be among the citations."""

    ask: str
    intent: str = "knowledge_query"
    cites: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    outcome: str = "answered"
    before: tuple[str, ...] = ()


SCENARIOS = (
    Scenario("年假有几天", cites=("leave",), said=("5天",)),
    Scenario("那个报销的事咋弄", cites=("expense",), said=("费用系统|财务部",)),
    Scenario("报销多久到账", cites=("expense",), said=("10个工作日",)),
    Scenario("超过5000呢", cites=("expense",), said=("财务总监",), before=("报销流程是什么",)),
    Scenario("多久到账", cites=("expense",), said=("10个工作日",), before=("报销流程是什么",)),
    Scenario("它要谁审批", cites=("contract",), said=("法务部|总经理",), before=("采购合同怎么签",)),
    Scenario("域账号密码多久换一次", cites=("password",), said=("90天",)),
    Scenario("停车费每个月多少钱", cites=("parking",), said=("300元",)),
    Scenario("How often does the visitor wifi password change?", cites=("english",), said=("week",)),
    Scenario(
        "普通员工在上海出差住宿标准是多少", cites=("travel-2023", "travel-2025"), said=("400元", "500元", "2025"),
    ),
    Scenario("年假有几天，另外停车费多少钱", cites=("leave", "parking"), said=("5天", "300元")),
    Scenario(
        "停车费每个月多少钱，另外火星基地在哪里", cites=("parking",), said=("300元", "火星基地在哪里", "未找到")
    ),
    Scenario("病假由谁审批", cites=("leave",), said=("部门经理",)),
    Scenario("年终奖总额是多少", outcome="not_found", said=("未找到",), never=("800", "高管", "董事")),
    Scenario("公司要收购哪家公司", outcome="not_found", said=("未找到",), never=("蓝鲸", "2.5", "并购")),
    Scenario("火星基地在哪里", outcome="not_found", said=("未找到",)),
    Scenario("Where is the swimming pool?", outcome="not_found", said=("found nothing|No relevant",)),
    Scenario("3天*500", "tool_action", said=("1500",)),
    Scenario("每天补贴120元，出差5天一共多少", "tool_action", said=("600",)),
    Scenario("再乘以2", "tool_action", said=("1200",), before=("每天补贴120元，出差5天一共多少",)),
    Scenario("100除以0", "tool_action", outcome="refused", said=("0",)),
    Scenario("what is 12 times 12", "tool_action", said=("144",)),
    Scenario("你好", "chitchat", said=("您好",)),
    Scenario("谢谢！", "chitchat", said=("不客气",)),
    Scenario("who are you?", "chitchat", said=("assistant",)),
    Scenario("讲个笑话", "chitchat"),
    Scenario("怎么办", "clarify", outcome="clarify", said=("？|?",)),
    Scenario("那个呢", "clarify", outcome="clarify"),
    Scenario("帮我算个数", "clarify", outcome="clarify", said=("数",)),
)  # fmt: skip


def problems(reply: Reply, scenario: Scenario) -> list[str]:
    """What in a reply is not as the scenario demands; empty when all is well."""
    found: list[str] = []
    data = reply.data
    if data["intent"] != scenario.intent:
        found.append(f"intent {data['intent']}")
    called = {call.name for call in reply.tool_calls}
    wanted = {"knowledge_query": {TOOLS[0]}, "tool_action": {TOOLS[1]}}.get(scenario.intent, set())
    if called != wanted:
        found.append(f"tools {sorted(called)} instead of {sorted(wanted)}")
    documents = {citation["document"] for citation in data["citations"]}
    found += [f"{name} is not cited" for name in scenario.cites if name not in documents]
    text = reply.reply.lower()
    found += [f"{fact!r} is not said" for fact in scenario.said if not any(p.lower() in text for p in fact.split("|"))]
    found += [f"{word!r} is said" for word in scenario.never if word.lower() in text]
    allowed = {scenario.outcome, "fallback"} if scenario.outcome == "answered" else {scenario.outcome}
    if reply.outcome not in allowed:
        found.append(f"outcome {reply.outcome}")
    if (match := MARKUP.search(reply.reply)) or any(name in reply.reply for name in TOOLS):
        found.append(f"machine language in the reply: {match[0] if match else 'a tool name'}")
    return [*found, *unsound(reply)]


def unsound(reply: Reply) -> list[str]:
    """What breaks the promise of every reply: citations are numbered 1 to n, each resolves, none is idle."""
    found = []
    numbers = list(dict.fromkeys(int(n) for n in re.findall(r"\[(\d+)\]", reply.reply)))
    listed = [citation["n"] for citation in reply.data["citations"]]
    if not numbers == listed == [source.n for source in reply.sources] == list(range(1, len(numbers) + 1)):
        found.append(f"numbers {numbers} in the text, {listed} listed, {[s.n for s in reply.sources]} sources")
    found += [f"[{c['n']}] has no place" for c in reply.data["citations"] if not (c["path"] and c["id"] and c["quote"])]
    return found
