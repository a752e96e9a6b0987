"""The knowledge base of the tutor: points, common mistakes and step patterns by subject and topic (T5, T6)."""

from pilothouse.assistants.tutor.lore.fragment import Fragment
from pilothouse.assistants.tutor.lore.lore import Lore
from pilothouse.assistants.tutor.lore.scenes import LoreSettings, Scene, block, passive, scene
from pilothouse.assistants.tutor.lore.screen import discreet, solved

__all__ = ["Fragment", "Lore", "LoreSettings", "Scene", "block", "discreet", "passive", "scene", "solved"]
