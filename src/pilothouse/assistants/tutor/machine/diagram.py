"""The transition table as a Mermaid diagram, for the documentation."""

from __future__ import annotations

from pilothouse.assistants.tutor.machine.states import State
from pilothouse.assistants.tutor.machine.table import TABLE, Return

BEGIN, END = "<!-- diagram -->", "<!-- /diagram -->"


def mermaid() -> str:
    """The diagram. Events that go the same way under the same guards stand on one arrow; ``back`` is the state in which
    VIEW_DETAIL was opened."""
    arrows: dict[tuple[State, str, tuple[str, ...]], list[str]] = {}
    for row in TABLE:
        target = "back" if isinstance(row.target, Return) else row.target.value
        events = arrows.setdefault((row.state, target, row.guards), [])
        if row.event.value not in events:
            events.append(row.event.value)
    lines = ["stateDiagram-v2", "    [*] --> INIT"]
    for (state, target, guards), events in arrows.items():
        condition = f" [{' and '.join(guards)}]" if guards else ""
        lines.append(f"    {state.value} --> {target}: {', '.join(events)}{condition}")
    return "\n".join([*lines, "    DONE --> [*]"])


def documented(page: str) -> str:
    """``page`` with the diagram between its marks brought up to date. Raises ``ValueError`` without marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"The page has no place for the diagram: {BEGIN} … {END}.")
    return f"{before}{BEGIN}\n\n```mermaid\n{mermaid()}\n```\n\n{END}{after}"
