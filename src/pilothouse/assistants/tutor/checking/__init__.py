"""The answer checker (T8)."""

from pilothouse.assistants.tutor.checking.checker import answers_in, check, equal
from pilothouse.assistants.tutor.checking.substitution import Substitution, substitution
from pilothouse.assistants.tutor.checking.verdict import Check, Condition, ErrorKind, Verdict

__all__ = ["Check", "Condition", "ErrorKind", "Substitution", "Verdict", "answers_in", "check", "equal", "substitution"]
