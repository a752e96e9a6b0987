"""What the server keeps about a user, deleted with him. Needs no web framework."""

from __future__ import annotations

import json
from pathlib import Path

from pilothouse.server.conversations import Conversations

JOBS = "jobs"  # the folder of the jobs' files


def forget(home: Path, user: str) -> None:
    """Delete the ends of his conversations and the reports of his jobs; what he uploaded for all stays.

    Raises ``DataError`` when the file of conversations can't be used.
    """
    Conversations(home).forget(user)
    for path in (home / JOBS).glob("*.json"):
        try:
            his = json.loads(path.read_text(encoding="utf-8")).get("user") == user
        except (OSError, ValueError, AttributeError):
            continue
        if his:
            path.unlink(missing_ok=True)
