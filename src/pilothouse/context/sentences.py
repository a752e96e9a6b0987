"""Where sentences end: the splitter of ``pilothouse.sentences``, with which retrieval cuts documents too."""

from __future__ import annotations

from pilothouse.sentences import split

__all__ = ["split"]
