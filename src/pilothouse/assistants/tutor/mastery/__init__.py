"""What a pupil masters, and which mistakes he makes again and again (T9, T10)."""

from pilothouse.assistants.tutor.mastery.database import FILE, forget, learner
from pilothouse.assistants.tutor.mastery.mastery import Mastery
from pilothouse.assistants.tutor.mastery.patterns import Pattern, Patterns
from pilothouse.assistants.tutor.mastery.tracing import DEFAULT, MASTERED, Parameters, trace
from pilothouse.assistants.tutor.mastery.wording import classify

__all__ = [
    "DEFAULT",
    "FILE",
    "MASTERED",
    "Mastery",
    "Parameters",
    "Pattern",
    "Patterns",
    "classify",
    "forget",
    "learner",
    "trace",
]
