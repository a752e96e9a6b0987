"""A lesson: what the tutor says, its buttons, the way through parts and steps, a photo of a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui.events import GenericEventArguments

from pilothouse.assistants.tutor.problems.photo import SUFFIXES
from pilothouse.assistants.tutor.problems.request import opening, presenting, requested
from pilothouse.assistants.tutor.problems.store import ProblemStore
from pilothouse.web.cards.face import Face
from pilothouse.web.cards.lesson import LessonPanel
from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply

MOST = 24


class TutorFace(Face):
    """Buttons send the ``id`` of an option; the pupil sees its label."""

    _pressed: str = ""
    _options: Tag | None = None

    @property
    def problems(self) -> ProblemStore:
        return ProblemStore(self.talk.visitor.desk.house.settings.home)

    def panel(self) -> None:
        self._lesson = LessonPanel(self.talk, self.problems)

    def update(self, reply: Reply) -> None:
        self._lesson.show(reply.data)

    def welcome(self) -> None:
        Tag("p", self.say("tutor.about"), "lead")
        Tag("h2", self.say("problem.choose"), "small")
        with Tag("ul", classes="problems"):
            for listed in self.problems.list()[:MOST]:
                with Tag("li"):
                    made = self.button(listed.problem.title, opening(listed.problem.id), "chip")
                    with made:
                        Tag("span", listed.problem.statement[:200], "about")
        self.photo()
        Tag("p", self.say("problem.own"), "about")

    def photo(self) -> None:
        """A picture of a problem is read by the server, and what was read is said to the tutor."""

        async def read(event: GenericEventArguments) -> None:
            found: dict[str, Any] = event.args
            if found.get("reading"):
                self._note.say(self.say("problem.reading"))
            elif found.get("text"):
                self._note.say("")
                await self.talk.ask(presenting(str(found["text"])))
            else:
                self._note.say(found.get("error") or self.say("error.internal"))

        with Tag("div", classes="photo"):
            box = Tag("input", classes="unseen", id="photo", type="file", accept=",".join(SUFFIXES))
            with Tag("label", classes="button light", for_="photo"):
                Tag("span", classes="icon camera", aria_hidden="true")
                Tag("span", f" {self.say('problem.photo')}")
            self._note = Tag("p", "", "about", role="status")
        box.on("change", read, js_handler="(e) => ph.photo(e.target, emit)")

    def spoken(self, text: str) -> str:
        asked = requested(text)
        if self._pressed:
            pressed, self._pressed = self._pressed, ""
            return pressed
        if asked.problem:
            found = self.problems.find(asked.problem)
            title = found.title if found else asked.problem
            return f"{title}\n{asked.text}".strip()
        return asked.text if asked.fresh else text

    def reply(self, reply: Reply, *, fresh: bool = False) -> None:
        turn = reply.data.get("turn") or {}
        verdict = (reply.data.get("check") or {}).get("verdict", "none")
        if self.say.has(f"verdict.{verdict}"):
            Tag("span", self.say(f"verdict.{verdict}"), f"badge {verdict}")
        if not turn:
            self.text(reply.reply)
            return
        self.text(turn.get("bubble") or "")
        if turn.get("question"):
            with Tag("div", classes="question"):
                self.text(turn["question"])
        if self._options is not None:
            self._options.delete()
            self._options = None
        options = turn.get("options") or []
        if options:
            with Tag("div", classes="chips", role="group", aria_label=self.say("options")) as self._options:
                for option in options:
                    self._option(option["id"], option["label"])

    def _option(self, id_: str, label: str) -> None:
        async def press() -> None:
            self._pressed = label
            await self.talk.ask(id_)

        made = Tag("button", label, "chip strong asks", type="button")
        made.on("click", press, args=[])
