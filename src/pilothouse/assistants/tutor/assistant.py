"""The tutor put together: graph, tools, problems and knowledge base."""

from __future__ import annotations

from pilothouse.assistants.tutor.graph import FLOW
from pilothouse.assistants.tutor.lore import Lore, LoreSettings
from pilothouse.assistants.tutor.mastery import Mastery, Patterns
from pilothouse.assistants.tutor.problems.store import ProblemStore
from pilothouse.assistants.tutor.services import Services
from pilothouse.assistants.tutor.tools import TOOLS, equip
from pilothouse.rooms import Assistant, Resources
from pilothouse.settings import Settings

FILE = "tutor.db"  # mastery and mistakes, in the home directory


def open_services(resources: Resources) -> Services:
    """Problems, knowledge base and records of this home."""
    home = resources.settings.home
    return Services(
        problems=ProblemStore(home),
        lore=Lore(home, resources.embedder, aside=True),
        mastery=Mastery(home / FILE),
        patterns=Patterns(home / FILE),
        settings=LoreSettings(on_wrong=resources.settings.tutor_knowledge),
    )


def forget(settings: Settings, user: str) -> None:
    """Delete what is kept about a user: answers, mistakes, and the problems he typed."""
    Mastery(settings.home / FILE).forget(user)
    ProblemStore(settings.home).forget(user)


ASSISTANT = Assistant(name="tutor", flow=FLOW, tools=TOOLS, open=open_services, equip=equip, forget=forget)
