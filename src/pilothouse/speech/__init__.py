"""Hearing and speaking: recognition, synthesis, and what makes text fit for ears. Knows no business logic.

Nothing heavy is imported and no model loaded before the first use; text in and out works without this room.
"""

from pilothouse.speech.activity import Detector, EnergyDetector, SileroDetector, open_detector
from pilothouse.speech.audio import Audio, encode, join, read, silence, write
from pilothouse.speech.ear import for_ear
from pilothouse.speech.endpointer import Endpointer, Event, utterances
from pilothouse.speech.kokoro import KokoroSynthesiser
from pilothouse.speech.recognition import Recogniser, Transcript
from pilothouse.speech.remote import RemoteRecogniser, RemoteSynthesiser
from pilothouse.speech.settings import SpeechSettings, open_recogniser, open_synthesiser
from pilothouse.speech.stream import Delivery, Player, Sentence, sentence_stream, speak_stream
from pilothouse.speech.synthesis import SilentSynthesiser, Synthesiser
from pilothouse.speech.whisper import WhisperRecogniser

__all__ = [
    "Audio",
    "Delivery",
    "Detector",
    "Endpointer",
    "EnergyDetector",
    "Event",
    "KokoroSynthesiser",
    "Player",
    "Recogniser",
    "RemoteRecogniser",
    "RemoteSynthesiser",
    "Sentence",
    "SilentSynthesiser",
    "SileroDetector",
    "SpeechSettings",
    "Synthesiser",
    "Transcript",
    "WhisperRecogniser",
    "encode",
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
