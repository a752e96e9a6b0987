"""The steps of a running turn, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.web.tags import Tag

if TYPE_CHECKING:
    from pilothouse.telemetry.trace import Event
    from pilothouse.web.words import Words

MOST = 60


class Steps:
    """Listens to the events of a turn. ``now`` is what is done at the moment."""

    def __init__(self, say: Words, assistant: str) -> None:
        self._say, self._assistant = say, assistant
        self._done: list[tuple[str, float]] = []
        self.now = say("working")

    def take(self, event: Event) -> bool:
        """Note an event; true when something else is done now."""
        fields = event.fields
        if event.kind == "node_begun":
            self.now = self._say("working.step", step=self._say.node(self._assistant, str(fields["name"])))
            return True
        if event.kind == "node":
            self._note(self._say.node(self._assistant, str(fields["name"])), float(fields.get("took_ms") or 0))
        elif event.kind == "tool":
            envelope = fields["envelope"]
            text = "tool.used" if envelope["status"] == "success" else "tool.failed"
            found = envelope.get("total_found", 0)
            self._note(self._say(text, name=fields["name"], found=found), float(fields.get("ms") or 0))
        return False

    def show(self) -> None:
        """All steps, folded up."""
        if not self._done:
            return
        total = round(sum(ms for text, ms in self._done))
        with Tag("details", classes="steps"):
            Tag("summary", self._say("steps", count=len(self._done), ms=total))
            with Tag("ol"):
                for text, ms in self._done:
                    with Tag("li"):
                        Tag("span", text)
                        Tag("span", f"{ms:.0f} ms", "ms")

    def _note(self, text: str, ms: float) -> None:
        if len(self._done) < MOST:
            self._done.append((text, ms))
