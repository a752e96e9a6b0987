"""Code's own words, Chinese and English."""

from pilothouse.assistants.tutor.wording.say import Voice

__all__ = ["Voice"]
