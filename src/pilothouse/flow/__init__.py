"""How a turn runs: session, state with owners and lifetimes, checkpoint, limits, events.

Every assistant is a ``Flow``: a typed state, nodes that are plain async functions, and edges that are code.
A node returns the fields it changes; it may change only fields that name it as their owner. Fields of
lifetime ``turn`` are reset when a turn begins, so nothing of an earlier turn can leak into a later one.
"""

from pilothouse.flow.conductor import FALLBACK, Conductor
from pilothouse.flow.graph import ENTRY, RECURSION_LIMIT, Flow, Owned
from pilothouse.flow.sessions import thread_id
from pilothouse.flow.toolbox import Said, ToolboxState, said, toolbox
from pilothouse.flow.turn import Node, ReplyParts, Route, Turn

__all__ = [
    "ENTRY",
    "FALLBACK",
    "RECURSION_LIMIT",
    "Conductor",
    "Flow",
    "Node",
    "Owned",
    "ReplyParts",
    "Route",
    "Said",
    "ToolboxState",
    "Turn",
    "said",
    "thread_id",
    "toolbox",
]
