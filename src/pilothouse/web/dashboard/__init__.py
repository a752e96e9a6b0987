"""The dashboard: what the assistants did over time, and what to look after. For those with the scope ``metrics:read``."""  # noqa: E501

from __future__ import annotations

from pilothouse.web import frame
from pilothouse.web.dashboard.page import ADDRESS, NEEDED, dashboard
from pilothouse.web.texts import TEXTS

frame.MORE.append((ADDRESS, TEXTS["dash"], (NEEDED,)))

__all__ = ["dashboard"]
