"""The tutor's graph: read → advance → gather ⇄ tools → compose → close (state machine article).

The state of the lesson is set in ``advance``, by the table. A model may propose calls in ``gather`` and words in
``compose``; neither can move the lesson.
"""

from __future__ import annotations

from pilothouse.assistants.tutor.gathering import gather, tools
from pilothouse.assistants.tutor.hearing import hear, move
from pilothouse.assistants.tutor.replying import close, compose, finish
from pilothouse.assistants.tutor.state import TutorState
from pilothouse.flow import Flow

FLOW = Flow(
    name="tutor",
    state=TutorState,
    nodes={"read": hear, "advance": move, "gather": gather, "tools": tools, "compose": compose, "close": close},
    edges={
        "read": "advance",
        "advance": "gather",
        "gather": (lambda state: "tools" if state["pending"] else "compose", ("tools", "compose")),
        "tools": "gather",
        "compose": "close",
        "close": "end",
    },
    start="read",
    finish=finish,
)
