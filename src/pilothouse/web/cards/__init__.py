"""The faces of the assistants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pilothouse.web.cards.face import Face
from pilothouse.web.cards.knowledge import KnowledgeFace
from pilothouse.web.cards.menu import MenuFace
from pilothouse.web.cards.shopping import ShoppingFace
from pilothouse.web.cards.tutor import TutorFace

if TYPE_CHECKING:
    from pilothouse.web.talk import Talk

_FACES: dict[str, type[Face]] = {
    "knowledge": KnowledgeFace,
    "menu": MenuFace,
    "shopping": ShoppingFace,
    "tutor": TutorFace,
}


def face_of(talk: Talk) -> Face:
    """The face for the assistant of a conversation."""
    return _FACES.get(talk.assistant, Face)(talk)
