"""Hearing and speaking, in the shape of the OpenAI API, by the speech room."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import PlainTextResponse

from pilothouse.contracts.errors import DataError, PilothouseError, UsageError
from pilothouse.server.desk import unless_gone
from pilothouse.server.errors import ApiError, ErrorReply
from pilothouse.server.parts import ERRORS, AtDesk, Who, Wished

if TYPE_CHECKING:
    from pilothouse.speech import Audio, Detector, Recogniser, SpeechSettings, Synthesiser

router = APIRouter(prefix="/v1/audio", tags=["audio"], responses=ERRORS)

LONGEST_S = 120.0
MEDIA = {"wav": "audio/wav", "pcm": "audio/pcm", "flac": "audio/flac", "mp3": "audio/mpeg", "opus": "audio/ogg"}
PCM_RATE = 24_000  # what clients of the OpenAI API expect of "pcm"


class Heard(BaseModel):
    """What was said. ``confidence`` 0 to 1, ``duration`` in seconds."""

    text: str
    language: str
    duration: float
    confidence: float | None = None


class SpeechRequest(BaseModel):
    """Text to say. ``voice`` and ``speed`` are those of the settings, whatever is asked for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"model": "tts-1", "input": "您好", "voice": "alloy"}]})

    model: str = Field(default="", max_length=100)
    input: str = Field(min_length=1, max_length=4096)
    voice: Any = None
    response_format: Literal["mp3", "opus", "aac", "flac", "wav", "pcm"] | None = None
    speed: float | None = Field(default=None, ge=0.25, le=4)


class Speech:
    """Ears and voice of the installation, opened as the settings say when they are first needed, unless given."""

    def __init__(
        self,
        settings: SpeechSettings,
        recogniser: Recogniser | None = None,
        synthesiser: Synthesiser | None = None,
        detector: Callable[[], Detector] | None = None,
    ) -> None:
        self._settings = settings
        self._detector = detector
        self._recogniser = recogniser
        self._synthesiser = synthesiser

    def recogniser(self) -> Recogniser:
        """Raises ``UsageError`` when none is set, ``ProviderUnavailable`` when its files are missing."""
        from pilothouse.speech import open_recogniser

        if self._recogniser is None:
            self._recogniser = open_recogniser(self._settings)
        return self._recogniser

    def synthesiser(self) -> Synthesiser:
        """As ``recogniser``."""
        from pilothouse.speech import open_synthesiser

        if self._synthesiser is None:
            if self._settings.synthesiser == "none":
                raise UsageError("没有设置语音合成（PILOTHOUSE_SPEECH__SYNTHESISER）。 No synthesis is set.")
            self._synthesiser = open_synthesiser(self._settings)
        return self._synthesiser

    def detector(self) -> Detector:
        """A new one for each stream of sound."""
        from pilothouse.speech import open_detector

        return open_detector() if self._detector is None else self._detector()

    @property
    def parts(self) -> tuple[bool, bool]:
        """Whether there seem to be ears, and a voice. No model is loaded to find out."""
        return self._seems(self.recogniser, ("whisper", "faster_whisper")), self._seems(
            self.synthesiser, ("kokoro", "misaki")
        )

    def _seems(self, opened: Callable[[], object], needs: tuple[str, str]) -> bool:
        try:
            opened()
        except PilothouseError:
            return False
        named = (self._settings.recogniser, self._settings.synthesiser)
        return needs[0] not in named or find_spec(needs[1]) is not None

    async def close(self) -> None:
        for part in (self._recogniser, self._synthesiser):
            if part is not None:
                await part.close()


@router.post("/transcriptions", response_model=Heard, responses={413: {"model": ErrorReply}})
async def transcribe(
    request: Request,
    desk: AtDesk,
    who: Who,
    wished: Wished,
    file: Annotated[UploadFile, File(description="WAV; other formats with the extra [speech]")],
    model: Annotated[str, Form(max_length=100, description="An assistant, whose words are then expected")] = "",
    language: Annotated[str, Form(max_length=10)] = "zh",
    prompt: Annotated[str, Form(max_length=2000, description="Words to expect, separated by spaces")] = "",
    response_format: Annotated[Literal["json", "text", "verbose_json", "srt", "vtt"], Form()] = "json",
) -> Any:
    """Speech to text."""
    from pilothouse.speech import read

    if response_format in ("srt", "vtt"):
        raise ApiError(400, "unsupported_format", "只有 json 和 text。 Only json and text.", param="response_format")
    words = prompt.split()
    if model in desk.house.assistants:
        desk.access.may_ask(who, model)
        if wished:
            session = desk.access.session(who, wished)
            words = [*words, *await desk.house.ahotwords(model, session=session, user=who.user)]
    recogniser = _speech(request).recogniser()
    try:
        sound = await asyncio.to_thread(partial(read, await file.read(), longest_s=LONGEST_S))
    except DataError as error:
        raise ApiError(422, "bad_audio", str(error), param="file") from error
    with desk.slots.hold(who.bucket):
        heard = await unless_gone(request, recogniser.transcribe(sound, hotwords=words, language=language))
    if response_format == "text":
        return PlainTextResponse(heard.text)
    return Heard(
        text=heard.text, language=heard.language, duration=round(heard.seconds, 3), confidence=heard.confidence
    )


@router.post("/speech", response_class=Response, responses={200: {"content": {"audio/wav": {}}}})
async def speak(request: Request, desk: AtDesk, who: Who, said: SpeechRequest) -> Response:
    """Text to speech: WAV or PCM; MP3, FLAC and Opus with the extra `[speech]`."""
    from pilothouse.speech import for_ear

    synthesiser = _speech(request).synthesiser()
    with desk.slots.hold(who.bucket):
        sound = await unless_gone(request, synthesiser.speak(for_ear(said.input)))
    kind, body = await asyncio.to_thread(_encoded, sound, said.response_format)
    return Response(body, media_type=MEDIA[kind])


def _speech(request: Request) -> Speech:
    found = request.app.state.speech
    assert isinstance(found, Speech)
    return found


def _encoded(sound: Audio, wished: str | None) -> tuple[str, bytes]:
    """The sound in the wished format; without a wish as MP3 where that can be made, else WAV."""
    from pilothouse.speech import encode

    if wished == "wav":
        return "wav", encode(sound)
    if wished == "pcm":
        return "pcm", encode(sound.at(PCM_RATE))[44:]
    try:
        if wished == "aac":
            raise ImportError
        soundfile = import_module("soundfile")
        kind = wished or "mp3"
        out = io.BytesIO()
        shape = {"mp3": ("MP3", "MPEG_LAYER_III"), "flac": ("FLAC", None), "opus": ("OGG", "OPUS")}[kind]
        rate = 24_000 if kind in ("mp3", "opus") else sound.rate
        soundfile.write(out, sound.at(rate).samples, rate, format=shape[0], subtype=shape[1])
        return kind, out.getvalue()
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        if wished is None:
            return "wav", encode(sound)
        raise ApiError(
            400, "unsupported_format", f"这里不能生成 {wished}，可用 wav。 {wished} can't be made here; use wav.",
            param="response_format",
        ) from error  # fmt: skip
