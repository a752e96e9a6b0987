"""One lesson with a simulated pupil: what is said, what comes back, and everything that is wrong with it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pilothouse import Pilothouse
from pilothouse.assistants.tutor.machine.states import Event, State
from pilothouse.assistants.tutor.machine.table import TABLE, Return
from pilothouse.assistants.tutor.problems.problem import Part, Problem, Step
from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.reply import Reply

from .pupils_oracle import Oracle

_MACHINE = re.compile(
    r"\b(?:INIT|UNDERSTAND|THINK|STEP|EXTEND|SUMMARY|VIEW_DETAIL|next_state)\b|tool_call|<data|get_step_digest"
)
_YES = re.compile(r"^\s*(?:是的|对的?[，。！!]|没错|不是[，。！!]|大了|小了|大于|小于|yes\b|no[,.!])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """``kind``: leak, dead end, repeated, table, machine words, exception, unreachable, confirms."""

    kind: str
    problem: str
    pupil: str
    said: tuple[str, ...]
    what: str


@dataclass
class Lesson:
    """Speaks to the tutor in a session of its own, and judges every reply."""

    house: Pilothouse
    problem: Problem
    pupil: str
    session: str
    replies: list[Reply] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.oracle = Oracle(self.problem)
        self._back = ""

    # what a pupil sees

    @property
    def data(self) -> dict[str, Any]:
        return dict(self.replies[-1].data)

    @property
    def state(self) -> str:
        return str(self.data["state"])

    @property
    def scene(self) -> str:
        """The state whose question is open."""
        return self._back if self.state == "VIEW_DETAIL" else self.state

    @property
    def part(self) -> Part:
        return next(part for part in self.problem.parts if part.id == self.data["part"]["id"])

    @property
    def reference(self) -> str:
        return str(self.data["turn"]["step"])

    @property
    def step(self) -> Step | None:
        return next((step for step in self.part.steps if f"{self.part.id}.{step.id}" == self.reference), None)

    @property
    def steps_in(self) -> int:
        return [s.id for s in self.part.steps].index(self.step.id) if self.step is not None else len(self.part.steps)

    @property
    def options(self) -> list[dict[str, str]]:
        return list(self.data["turn"]["options"])

    @property
    def done(self) -> bool:
        return bool(self.replies and self.data["done"])

    @property
    def limit(self) -> int:
        """Turns in which whoever only presses the leading button must reach DONE."""
        hints = sum(len(step.hints) + 4 for part in self.problem.parts for step in part.steps)
        return 25 + hints + 16 * len(self.problem.parts)

    # what happens

    def begin(self) -> None:
        self.ask(f"#problem {self.problem.id}")

    def ask(self, text: str) -> bool:
        """One turn; False when it raised, or left the problem."""
        self.oracle.hear(text)
        self.said.append(text)
        before = self.state if self.replies else ""
        started = time.perf_counter()
        try:
            reply = self.house.ask("tutor", text, session=self.session)
        except UsageError as error:  # a sentence for whoever sends nothing
            if text.strip():
                self._fault("exception", f"{error}")
            return True
        except Exception as error:  # that is what is measured
            self._fault("exception", f"{type(error).__name__}: {str(error)[:200]}")
            return False
        self.seconds.append(time.perf_counter() - started)
        if (reply.data["problem"] or {}).get("id") != self.problem.id:
            return False  # what was said is a problem of its own, at the end of this one
        self.replies.append(reply)
        if reply.data["event"] == "restart":
            self.oracle = Oracle(self.problem)
        self._judge(reply, before)
        return True

    def finish(self) -> None:
        """Press the leading button until the end."""
        for _ in range(self.limit):
            if self.done or not self.options:
                return
            if not self.ask(self.options[0]["id"]):
                return
        if not self.done:
            self._fault(
                "unreachable", f"{self.limit} presses of the leading button, still {self.state} {self.reference}"
            )

    def _judge(self, reply: Reply, before: str) -> None:
        data = reply.data
        turn, moved = data["turn"], data["transition"]
        self._table(data, before)
        shown = "\n".join([turn["bubble"], turn["question"], *(option["label"] for option in turn["options"])])
        for leak in dict.fromkeys(self.oracle.leaks(f"{shown}\n{reply.reply}", data["steps"], data["solved"])):
            self._fault("leak", f"{leak} in {data['state']} {turn['step']}: {shown[:300]}")
        if not data["done"] and not (turn["question"].strip() and turn["options"]):
            self._fault("dead end", f"{data['state']} without {'a question' if turn['options'] else 'a button'}")
        if _MACHINE.search(reply.reply) and not _MACHINE.search(self.problem.statement):
            self._fault("machine words", reply.reply[:200])
        if moved and moved["event"] == "ask_answer" and _YES.search(turn["bubble"]):
            self._fault("confirms", turn["bubble"][:120])
        self._repeats(data)

    def _repeats(self, data: dict[str, Any]) -> None:
        """A step that was found or given must not be asked again."""
        question = data["turn"]["question"]
        if data["turn"]["step"] in data["steps"]:
            self._fault("repeated", f"asks {data['turn']['step']} again")
        for part in self.problem.parts:
            for step in part.steps:
                name = f"{part.id}.{step.id}"
                over = name in data["steps"] or part.id in data["solved"]
                if over and step.ask in question and not any(step.ask in ask for ask in self._others(step)):
                    self._fault("repeated", f"the question of {name} again: {question[:80]}")

    def _others(self, step: Step) -> list[str]:
        """The questions of everything else."""
        parts = self.problem.parts
        checks = [part.verify.ask for part in parts if part.verify is not None]
        return checks + [p.question for p in parts] + [item.ask for p in parts for item in p.steps if item is not step]

    def _table(self, data: dict[str, Any], before: str) -> None:
        moved = data["transition"]
        if moved is None:
            return
        if data["state"] != moved["to"] or (before and moved["from"] != before):
            self._fault("table", f"{moved} but state {before} → {data['state']}")
        event, source = Event(moved["event"]), State(moved["from"])
        if moved["to"] not in set(self._targets(source, event)):
            self._fault("table", f"{moved} is no row")
        if moved["to"] == "VIEW_DETAIL" and moved["from"] != "VIEW_DETAIL":
            self._back = moved["from"]

    def _targets(self, source: State, event: Event) -> Iterator[str]:
        back = State(self._back) if self._back else State.UNDERSTAND
        for row in TABLE:
            if row.state is source and row.event is event:
                if row.target is Return.BACK:
                    yield back.value
                elif row.target is Return.AS_BACK:
                    yield from self._targets(back, event)
                else:
                    yield row.target.value

    def _fault(self, kind: str, what: str) -> None:
        self.faults.append(Fault(kind, self.problem.id, self.pupil, tuple(self.said[-6:]), what))


def hold(lesson: Lesson, saying: Iterator[str], turns: int, *, whole: bool = True) -> Lesson:
    """``turns`` of the pupil, then, for a whole lesson, the leading button to the end."""
    lesson.begin()
    for _ in range(turns):
        if not lesson.replies or lesson.done:
            break
        if (text := next(saying, None)) is None or not lesson.ask(text):
            break
    if lesson.replies and whole:
        lesson.finish()
    return lesson
