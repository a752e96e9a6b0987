"""Checks of an answer against the passages it cites."""

from pilothouse.assistants.knowledge.verification.check import problems
from pilothouse.assistants.knowledge.verification.problem import Problem

__all__ = ["Problem", "problems"]
