"""Answers composed of the material's own sentences."""

from pilothouse.assistants.knowledge.answering.answer import answer
from pilothouse.assistants.knowledge.answering.draft import NOT_FOUND, NOT_FOUND_ENGLISH, Cited, Draft

__all__ = ["NOT_FOUND", "NOT_FOUND_ENGLISH", "Cited", "Draft", "answer"]
