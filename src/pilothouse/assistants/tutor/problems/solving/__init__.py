"""Solving by code, where the reading is certain; everything else is left alone."""

from pilothouse.assistants.tutor.problems.solving.solution import Solution
from pilothouse.assistants.tutor.problems.solving.solver import solve

__all__ = ["Solution", "solve"]
