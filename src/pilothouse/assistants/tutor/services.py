"""What the tutor's tools and nodes work with."""

from __future__ import annotations

from dataclasses import dataclass, field

from pilothouse.assistants.tutor.lore import Lore, LoreSettings
from pilothouse.assistants.tutor.mastery import Mastery, Patterns
from pilothouse.assistants.tutor.problems.store import ProblemStore


@dataclass(frozen=True)
class Services:
    """Problems, knowledge base, and what is known about the pupils."""

    problems: ProblemStore
    lore: Lore
    mastery: Mastery
    patterns: Patterns
    settings: LoreSettings = field(default_factory=LoreSettings)
