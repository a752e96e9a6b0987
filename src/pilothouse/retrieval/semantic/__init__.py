"""Answers kept for whoever asks the same in other words."""

from pilothouse.retrieval.semantic.cache import THRESHOLD, SemanticCache
from pilothouse.retrieval.semantic.gate import Gate

__all__ = ["THRESHOLD", "Gate", "SemanticCache"]
