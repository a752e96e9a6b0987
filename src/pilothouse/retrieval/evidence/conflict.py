"""A contradiction between sources, as typed evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stated:
    """One source's word on the fact. ``value`` is as written there, ``unit`` canonical or empty; for a rule of yes or
    no ``value`` is "yes" or "no". ``passage`` and ``document`` are ids; ``date`` is ISO 8601 or empty."""

    value: str
    unit: str
    sentence: str
    passage: str
    document: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """``values`` differ on ``subject``, oldest first; ``newer`` is the place of the newest, ``None`` without dates."""

    subject: str
    values: tuple[Stated, ...]
    newer: int | None = None
