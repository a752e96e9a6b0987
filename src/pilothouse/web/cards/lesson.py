"""Where a lesson stands: the problem, its parts, the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pilothouse.web.tags import Tag, meter

if TYPE_CHECKING:
    from pilothouse.assistants.tutor.problems.store import ProblemStore
    from pilothouse.web.talk import Talk

STATES = ("UNDERSTAND", "THINK", "STEP", "CHECK", "EXTEND", "SUMMARY")


class LessonPanel:
    """Stands beside the conversation."""

    def __init__(self, talk: Talk, problems: ProblemStore) -> None:
        self._talk, self._say, self._problems = talk, talk.say, problems
        self._aside = Tag("aside", classes="panel", aria_label=self._say("progress"), hidden="")
        with self._aside, Tag("details", open="", id="order"):
            self._head = Tag("summary", self._say("progress"))
            self._body = Tag("div", classes="lesson")

    def show(self, data: Mapping[str, Any]) -> None:
        """The lesson after a turn."""
        chosen = data.get("problem")
        self._aside.attributes(hidden=None if chosen else "")
        if not chosen:
            return
        problem = self._problems.find(chosen["id"])
        part = data.get("part") or {}
        say = self._say
        self._head.say(say("progress.part", number=part.get("number", 1), of=part.get("of", 1)))
        self._body.clear()
        with self._body:
            Tag("h2", chosen["title"], "small")
            if problem is not None:
                Tag("p", problem.statement, "statement")
            self._states(str(data.get("state")))
            if problem is not None and len(problem.parts) > 1:
                self._parts(problem, part, data)
            for topic, value in (data.get("mastery") or {}).items():
                with Tag("div", classes="mastery"):
                    Tag("span", f"{say('mastery')}：{topic}", "about")
                    meter(float(value), f"{say('mastery')}：{topic}")

    def _states(self, state: str) -> None:
        here = STATES.index(state) if state in STATES else len(STATES) if state == "DONE" else -1
        with Tag("ol", classes="states"):
            for index, name in enumerate(STATES):
                kind = "now" if index == here else "past" if index < here else ""
                Tag("li", self._say(f"state.{name}"), kind, aria_current="step" if index == here else None)

    def _parts(self, problem: Any, part: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        with Tag("ol", classes="parts"):
            for entry in problem.parts:
                if entry.id in (data.get("solved") or ()):
                    mark, word = "✓", "progress.solved"
                elif entry.id in (data.get("skipped") or ()):
                    mark, word = "–", "progress.skipped"
                elif entry.id == part.get("id"):
                    mark, word = "●", "progress.now"
                else:
                    mark, word = "○", "progress.open"
                with Tag("li"):
                    Tag("span", mark, "sign", aria_hidden="true")
                    Tag("span", entry.question)
                    Tag("span", f"（{self._say(word)}）", "about")
