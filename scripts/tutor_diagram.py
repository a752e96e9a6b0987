"""Writes the transition table's diagram into docs/tutor.md."""

from __future__ import annotations

from pathlib import Path

from pilothouse.assistants.tutor.machine.diagram import documented

PAGE = Path(__file__).parents[1] / "docs" / "tutor.md"

if __name__ == "__main__":
    PAGE.write_text(documented(PAGE.read_text("utf-8")), encoding="utf-8")
