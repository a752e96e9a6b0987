"""The assistant's side of a spoken conversation: ears, turns, voice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING

from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.reply import Reply
from pilothouse.server.errors import ApiError
from pilothouse.server.events import wire
from pilothouse.server.voice.mouth import Mouth

if TYPE_CHECKING:
    from pilothouse.server.audio import Speech
    from pilothouse.server.voice.guest import Guest
    from pilothouse.server.voice.messages import Start
    from pilothouse.server.voice.outbox import Outbox
    from pilothouse.speech import Audio, Recogniser

log = logging.getLogger(__name__)

ALTERNATIVES = 5
_MISSING = {
    "no_recogniser": (
        "这里不能识别语音，文字照常可用。服务器需要 pip install 'pilothouse[speech]'、模型和 "
        "PILOTHOUSE_SPEECH__RECOGNISER。 Nothing can be heard here; text works. The server needs "
        "pip install 'pilothouse[speech]', a model and PILOTHOUSE_SPEECH__RECOGNISER."
    ),
    "no_voice": (
        "这里不能合成语音，文字照常可用。服务器需要 pip install 'pilothouse[speech]'、模型和 "
        "PILOTHOUSE_SPEECH__SYNTHESISER。 Nothing can be said here; text works. The server needs "
        "pip install 'pilothouse[speech]', a model and PILOTHOUSE_SPEECH__SYNTHESISER."
    ),
}


class Partner:
    """Hears, asks and speaks for one guest. ``mouth`` is ``None`` where nothing can or shall be said."""

    def __init__(self, guest: Guest, start: Start, speech: Speech, outbox: Outbox) -> None:
        self._guest, self._start, self._speech, self._outbox = guest, start, speech, outbox
        self._recogniser: Recogniser | None = None
        self.mouth: Mouth | None = None
        self.asking = False

    async def open(self) -> None:
        """Load what the first sentence would wait for, and tell the client what there is."""
        parts = {"": self._assistant()}
        if self._start.listen:
            parts["no_recogniser"] = self._ears()
        if self._start.speak:
            parts["no_voice"] = self._voice()
        ended = await asyncio.gather(*parts.values(), return_exceptions=True)
        await self._outbox.tell(
            "ready",
            assistant=self._guest.assistant,
            session=self._guest.session,
            language=self._guest.language,
            ears=self._recogniser is not None,
            voice=self.mouth is not None,
        )
        for code, fault in zip(parts, ended, strict=True):
            if fault is not None and code:
                if not isinstance(fault, UsageError):  # switched off is nothing to log
                    log.warning("Speech was asked for and can't be had: %s", fault)
                await self._outbox.tell("error", **_missing(code).body())

    async def hear(self, sound: Audio) -> str:
        """What was said, told to the client; empty when nobody spoke. Raises ``ApiError`` and ``PilothouseError``."""
        asker = await self._guest.now()
        if self._recogniser is None:
            return ""
        words = await self._hotwords()
        with self._guest.desk.slots.hold(asker.bucket):
            heard = await self._recogniser.transcribe(sound, hotwords=words, language=self._guest.language)
        if not heard.text.strip():
            await self._outbox.tell("heard", text="", seconds=round(heard.seconds, 3))
            return ""
        text = await self._choose(heard.readings) if heard.readings else heard.text
        others = dict.fromkeys(reading.text for reading in heard.readings if reading.text != text)
        await self._outbox.tell(
            "heard",
            text=text,
            recognised=heard.text,
            alternatives=list(others)[:ALTERNATIVES],
            confidence=None if heard.confidence is None else round(heard.confidence, 3),
            seconds=round(heard.seconds, 3),
            took_ms=round(heard.took_s * 1000, 1),
        )
        return text

    async def ask(self, text: str, *, counted: bool) -> str:
        """The reply's text; the turn's events are told to the client. ``counted``: the guest was, for this sentence.

        Raises ``ApiError`` and whatever a turn raises.
        """
        guest = self._guest
        asker = await (guest.known() if counted else guest.now())
        self.asking = True
        try:
            async with aclosing(guest.desk.turn(asker, guest.assistant, text, guest.session)) as turn:  # type: ignore[type-var]
                async for event in turn:
                    for kind, data in wire(event) if event is not None else ():
                        await self._outbox.tell(kind, data)
                        if isinstance(data, Reply):
                            return data.reply
        finally:
            self.asking = False
        raise RuntimeError("A turn ended without a reply.")

    async def may_say(self) -> None:
        """Count a text that shall be spoken. Raises ``ApiError``, also where nothing can be said."""
        await self._guest.now()
        if self.mouth is None:
            raise _missing("no_voice")

    async def _ears(self) -> None:
        recogniser = self._speech.recogniser()
        await recogniser.warm()
        self._recogniser = recogniser

    async def _voice(self) -> None:
        synthesiser = self._speech.synthesiser()
        await synthesiser.warm()
        self.mouth = Mouth(synthesiser, self._outbox)

    async def _assistant(self) -> None:
        await self._hotwords()
        await self._choose([("你好", 0.0)])

    async def _hotwords(self) -> list[str]:
        """Expected words in the language that is spoken."""
        guest = self._guest
        user = (await guest.known()).user
        words = await guest.desk.house.ahotwords(guest.assistant, session=guest.session, user=user)
        return [word for word in words if word.isascii() == (guest.language == "en")]

    async def _choose(self, readings: Sequence[tuple[str, float]]) -> str:
        guest = self._guest
        user = (await guest.known()).user
        return await guest.desk.house.achoose(guest.assistant, readings, session=guest.session, user=user)


def _missing(code: str) -> ApiError:
    return ApiError(503, code, _MISSING[code])
