"""Small talk by its meaning: examples for the router, beside those of the tools. It is no tool and never runs."""

from __future__ import annotations

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Example, NoArguments, Row, ToolContext, ToolContract


class _Nothing(Row):
    """Small talk returns nothing."""


def _never(a: NoArguments, context: ToolContext) -> Envelope:
    return Envelope.error("not_allowed", "Small talk is no tool.")


TALK = ToolContract(
    name="small_talk",
    when="Small talk. 寒暄、闲聊。",
    when_not="Not for questions about facts. 事实性问题不是闲聊。",
    arguments=NoArguments,
    row=_Nothing,
    handler=_never,
    examples=tuple(
        Example(text)
        for text in (
            "今天心情不好",
            "我好累啊",
            "周末真开心",
            "你真可爱",
            "陪我聊聊天吧",
            "我失恋了",
            "今天天气真好",
            "哈哈太好笑了",
            "我有点饿了",
            "祝你新年快乐",
            "i had a bad day",
            "nice weather today",
            "you are so funny",
            "i feel tired",
        )
    ),
    counter_examples=(
        "年假",
        "报销",
        "请假",
        "考勤",
        "公司制度",
        "加班费",
        "过节费",
        "招生简章",
        "vacation policy",
        "expense report",
    ),
)
