"""Text to speech: the protocol, and silence for those who read."""

from __future__ import annotations

from typing import Protocol

from pilothouse.speech.audio import Audio, silence


class Synthesiser(Protocol):
    """Says one sentence. Give it text that is written for the ear (``for_ear``)."""

    async def speak(self, text: str) -> Audio:
        """Raises ``ProviderUnavailable`` when the voice can't be used or takes too long."""

    async def warm(self) -> None:
        """Load now what the first sentence would have to wait for."""

    async def close(self) -> None:
        """Give threads and connections back."""


class SilentSynthesiser:
    """No voice: every sentence is an empty sound, so the text alone is the reply."""

    async def speak(self, text: str) -> Audio:
        return silence(0)

    async def warm(self) -> None:
        return None

    async def close(self) -> None:
        return None
