"""Hearing and speaking: recognition, synthesis, and what makes text fit for ears. Knows no business logic.

Nothing is imported and no model loaded before the first use; text in and out works without this room.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pilothouse.speech.activity import Detector, EnergyDetector, SileroDetector, open_detector
    from pilothouse.speech.audio import Audio, encode, join, read, silence, write
    from pilothouse.speech.conversation import Conversation, Exchange, Times, exchange
    from pilothouse.speech.ear import for_ear
    from pilothouse.speech.endpointer import Endpointer, Event, utterances
    from pilothouse.speech.kokoro import KokoroSynthesiser
    from pilothouse.speech.recognition import Reading, Recogniser, Transcript
    from pilothouse.speech.remote import RemoteRecogniser, RemoteSynthesiser
    from pilothouse.speech.settings import SpeechSettings, open_recogniser, open_synthesiser
    from pilothouse.speech.stream import Delivery, Player, Sentence, sentence_stream, speak_stream
    from pilothouse.speech.synthesis import SilentSynthesiser, Synthesiser
    from pilothouse.speech.whisper import WhisperRecogniser

__all__ = [
    "Audio",
    "Conversation",
    "Delivery",
    "Detector",
    "Endpointer",
    "EnergyDetector",
    "Event",
    "Exchange",
    "KokoroSynthesiser",
    "Player",
    "Reading",
    "Recogniser",
    "RemoteRecogniser",
    "RemoteSynthesiser",
    "Sentence",
    "SilentSynthesiser",
    "SileroDetector",
    "SpeechSettings",
    "Synthesiser",
    "Times",
    "Transcript",
    "WhisperRecogniser",
    "encode",
    "exchange",
    "for_ear",
    "join",
    "open_detector",
    "open_recogniser",
    "open_synthesiser",
    "read",
    "sentence_stream",
    "silence",
    "speak_stream",
    "utterances",
    "write",
]

_HOME = {
    "Audio": "audio",
    "Conversation": "conversation",
    "Delivery": "stream",
    "Detector": "activity",
    "Endpointer": "endpointer",
    "EnergyDetector": "activity",
    "Event": "endpointer",
    "Exchange": "conversation",
    "KokoroSynthesiser": "kokoro",
    "Player": "stream",
    "Reading": "recognition",
    "Recogniser": "recognition",
    "RemoteRecogniser": "remote",
    "RemoteSynthesiser": "remote",
    "Sentence": "stream",
    "SilentSynthesiser": "synthesis",
    "SileroDetector": "activity",
    "SpeechSettings": "settings",
    "Synthesiser": "synthesis",
    "Times": "conversation",
    "Transcript": "recognition",
    "WhisperRecogniser": "whisper",
    "encode": "audio",
    "exchange": "conversation",
    "for_ear": "ear",
    "join": "audio",
    "open_detector": "activity",
    "open_recogniser": "settings",
    "open_synthesiser": "settings",
    "read": "audio",
    "sentence_stream": "stream",
    "silence": "audio",
    "speak_stream": "stream",
    "utterances": "endpointer",
    "write": "audio",
}


def __getattr__(name: str) -> object:
    """The settings are read by every command: they must not cost the import of numpy."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
