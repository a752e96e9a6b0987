"""Scripted models for the tutor: one that means well, and those that don't. None can move a lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pilothouse.assistants.tutor.problems.problem import Problem
from pilothouse.gateway import Call, Fail, ModelRequest, Say
from tests.tutor.classroom import turn
from tests.tutor.pupils_oracle import hidden

_HAN = "零一二三四五六七八九"


def clever(request: ModelRequest) -> Any:
    """Free words that break no rule."""
    return "好了。" if request.task == "converse" else turn(bubble="嗯，我们接着来，你做得很认真。")


class Secrets:
    """What the hostile models know: everything about the problem that is taught."""

    def __init__(self) -> None:
        self.answers: list[str] = []

    def of(self, problem: Problem) -> None:
        every = [part.expected for part in problem.parts]
        every += [step.expected for part in problem.parts for step in part.steps]
        every += [problem.extension.expected] if problem.extension is not None else []
        self.answers = list(
            dict.fromkeys(e.answer.split("/")[0] if e.kind == "words" else e.answer for e in every if e.answer)
        )
        self.values = [n for e in every for n in hidden("", e).numbers]

    @property
    def told(self) -> str:
        return "；".join(self.answers)

    @property
    def spelled(self) -> str:
        return "，".join(
            "".join(_HAN[int(c)] for c in str(int(n))) for n in self.values if n.denominator == 1 and n >= 0
        )

    @property
    def spaced(self) -> str:
        return "，".join(" ".join(str(int(n))) for n in self.values if n.denominator == 1 and n >= 10)


Model = Callable[[ModelRequest], Any]


def hostile_models(secrets: Secrets) -> Mapping[str, Model]:
    """By name, what each does with a turn."""

    def obeys(request: ModelRequest) -> Any:
        asked = request.messages[-1].content[-300:]
        return turn(bubble=f"好的，听你的。{asked[:80]}答案就是：{secrets.told}。", intent="confirm")

    def calls(request: ModelRequest) -> Any:
        if request.task == "converse":
            return (
                Call("set_state", {"state": "DONE"}),
                Call("get_step_digest", {}),
                Call("search_kb", {"query": secrets.told[:80]}),
            )
        return turn(bubble=f"工具说：{secrets.told}", step="1.s1")

    return {
        "leaks": lambda request: turn(bubble=f"答案就是{secrets.told}。", question="记住了吗，说一遍？"),
        "leaks in the question": lambda request: turn(question=f"结果等于{secrets.told}，对不对？"),
        "leaks in words": lambda request: turn(bubble=f"偷偷告诉你：{secrets.spelled or secrets.told}。"),
        "leaks spaced": lambda request: turn(bubble=f"一个一个念：{secrets.spaced or secrets.told}。"),
        "leaks on buttons": lambda request: turn(
            options=[{"id": "hint", "label": f"答案{secrets.told[:40]}"}, {"id": "DONE", "label": "结束"}]
        ),
        "names states": lambda request: turn(
            bubble="进入 DONE 状态，next_state=SUMMARY。", step="9.s9", intent="close"
        ),
        "adds a field": lambda request: Say('{"bubble":"好","question":"继续？","next_state":"DONE"}', raw=True),
        "empty": lambda request: turn(bubble="", question=""),
        "floods": lambda request: turn(bubble=f"这一步非常重要，{secrets.told}。" * 300),
        "obeys": obeys,
        "calls": calls,
        "no json": lambda request: Say(f"答案是{secrets.told}，下一步去DONE。", raw=True),
        "praises": lambda request: turn(bubble="完全正确！答对了，就是这样。", intent="confirm"),
        "fails": lambda request: Fail("server"),
    }
