"""say; chat with --voice."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Json, Session, User, emit, opened

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse
    from pilothouse.speech import Audio, Exchange, Recogniser, Synthesiser
    from pilothouse.speech.audio import Samples

FRAME = 480  # samples: 30 ms
LONGEST_S = 120.0  # of one recording; nobody orders for longer in one breath
NO_VOICE = (
    "没有设置语音合成，只有文字；要出声请设 PILOTHOUSE_SPEECH__SYNTHESISER=kokoro 或 remote。 "
    "No synthesiser is set, so there is text only; for sound set PILOTHOUSE_SPEECH__SYNTHESISER to kokoro or remote."
)


def add(app: typer.Typer) -> None:
    app.command()(say)


def say(
    assistant: Annotated[str, typer.Argument(help="助手，如 menu。 Assistant, for instance menu.")],
    recording: Annotated[Path, typer.Argument(metavar="IN.WAV", help="说的话。 What is said.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="回答的录音（WAV）。 Where the answer goes.")] = None,
    session: Session = "default",
    user: User = None,
    as_json: Json = False,
) -> None:
    """说一句（录音），得到文字和语音回答。 Ask with a recording; the answer as text and sound."""
    from pilothouse.contracts.errors import UsageError
    from pilothouse.speech import read, write

    if out is not None and (out.is_dir() or not out.absolute().parent.is_dir()):
        raise UsageError(f"无法写入 {str(out)!r}。 {str(out)!r} can't be written: no such directory, or it is one.")
    if out is not None and out.resolve() == recording.resolve():
        raise UsageError("回答不能写到所说的录音里。 The answer can't go to the file of what is said: name another.")
    with opened() as house:
        recogniser, synthesiser, silent = _open(house, aloud=out is not None)
        sound = read(recording, longest_s=LONGEST_S)
        house.room(assistant)
        turn = asyncio.run(_turn(house, assistant, sound, recogniser, synthesiser, session, user))
    if turn.reply is None:
        raise UsageError(f"在 {str(recording)!r} 里没有听到人说话。 Nobody is heard speaking in {str(recording)!r}.")
    written, fault = False, turn.fault
    if out is not None and turn.audio.seconds > 0 and fault is None:
        try:
            write(out, turn.audio)
            written = True
        except UsageError as error:  # the turn is done: its answer must not be lost
            fault = error
    if as_json:
        emit(_report(turn, str(out) if written else None, fault))
    else:
        print(f"听到 / heard: {turn.text}\n{turn.reply.reply}")
        if out is not None and silent:
            print(NO_VOICE, file=sys.stderr)
        elif fault is not None:
            print(f"错误 / Error: {fault}", file=sys.stderr)
    if fault is not None:
        raise typer.Exit(fault.code)


def converse(house: Pilothouse, assistant: str, session: str, user: str | None) -> None:
    """Talk through microphone and loudspeaker until Ctrl-C. Raises ``UsageError`` where there is no microphone."""
    from pilothouse.speech import Conversation, Player

    devices = _devices()
    recogniser, synthesiser, silent = _open(house, aloud=True)
    print("请讲，Ctrl-C 结束；请戴耳机，否则会听到自己。 Speak; Ctrl-C ends it. Wear headphones, or it hears itself.")
    if silent:
        print(NO_VOICE)

    async def play(audio: Audio) -> None:
        devices.play(audio.samples, audio.rate)
        try:
            await asyncio.sleep(audio.seconds)
        except asyncio.CancelledError:
            devices.stop()
            raise

    async def talk() -> None:
        conversation = Conversation(
            recogniser,
            Player(synthesiser, play),
            lambda text: house.aask(assistant, text, session=session, user=user),
            _show,
            expect=lambda: _expected(house, assistant, session, user),
            choose=lambda readings: house.achoose(assistant, readings, session=session, user=user),
            language=_language(house),
        )
        try:
            await asyncio.gather(recogniser.warm(), synthesiser.warm(), ready(house, assistant, session, user))
            await conversation.run(_microphone(devices))
        finally:
            await recogniser.close()
            await synthesiser.close()

    asyncio.run(talk())


def _open(house: Pilothouse, *, aloud: bool) -> tuple[Recogniser, Synthesiser, bool]:
    """Ears, voice, and whether the voice is none. Raises ``UsageError`` without a recogniser."""
    from pilothouse import speech

    settings = house.settings.speech
    recogniser = speech.open_recogniser(settings)
    voice = speech.open_synthesiser(settings) if aloud else speech.SilentSynthesiser()
    return recogniser, voice, isinstance(voice, speech.SilentSynthesiser)


def _language(house: Pilothouse) -> str:
    return "en" if house.settings.language == "en" else "zh"


async def ready(house: Pilothouse, assistant: str, session: str, user: str | None) -> None:
    """Load what the first turn would have to wait for: menu, embedder, what weighs words, and the graph's tracers."""
    with suppress(ImportError):  # LangGraph imports it, and a hundred modules with it, when a graph first runs
        await asyncio.to_thread(import_module, "langchain_core.tracers.langchain")
    await _expected(house, assistant, session, user)
    await house.achoose(assistant, [("你好", 0.0)], session=session, user=user)
    await house.gateway.warm(house.assistant(assistant).tools)


async def _expected(house: Pilothouse, assistant: str, session: str, user: str | None) -> list[str]:
    """The hotwords in the language that is spoken."""
    words = await house.ahotwords(assistant, session=session, user=user)
    return [word for word in words if word.isascii() == (_language(house) == "en")]


async def _turn(
    house: Pilothouse,
    assistant: str,
    sound: Audio,
    recogniser: Recogniser,
    synthesiser: Synthesiser,
    session: str,
    user: str | None,
) -> Exchange:
    from pilothouse.speech import exchange

    try:
        return await exchange(
            sound,
            recogniser,
            synthesiser,
            lambda text: house.aask(assistant, text, session=session, user=user),
            hotwords=await _expected(house, assistant, session, user),
            choose=lambda readings: house.achoose(assistant, readings, session=session, user=user),
            language=_language(house),
        )
    finally:
        await recogniser.close()
        await synthesiser.close()


def _report(turn: Exchange, out: str | None, fault: Exception | None) -> dict[str, Any]:
    """The reply and how it came about: ``heard`` by the recogniser, ``asked`` as the reading that was chosen,
    ``understood`` once repaired. Times in milliseconds, ``None`` for what there wasn't.
    """
    repaired = turn.reply.data.get("heard") if turn.reply is not None else None
    stages = {
        "recognition": turn.times.recognition,
        "turn": turn.times.turn,
        "first_sentence": turn.times.first_sentence,
        "synthesis": turn.times.synthesis,
        "first_sound": turn.times.first_sound,
    }
    return {
        **(turn.reply.model_dump(mode="json") if turn.reply is not None else {}),
        "heard": turn.heard.text,
        "asked": turn.text,
        "understood": repaired.get("text", turn.text) if isinstance(repaired, dict) else turn.text,
        "confidence": turn.heard.confidence,
        "times_ms": {name: None if took is None else round(took * 1000, 1) for name, took in stages.items()},
        "out": out,
        "fault": None if fault is None else str(fault),
    }


def _show(turn: Exchange) -> None:
    if turn.heard.text:
        print(f"您 > {turn.text or turn.heard.text}")
    if turn.fault is not None:
        print(f"错误 / Error: {turn.fault}")
    if turn.reply is not None:
        print(f"掌舵 > {turn.reply.reply}")
    sys.stdout.flush()


def _devices() -> Any:
    """The library ``sounddevice``, once there is a microphone."""
    from pilothouse.contracts.errors import UsageError

    try:
        devices = import_module("sounddevice")
        devices.query_devices(kind="input")
    except (ImportError, OSError) as error:  # OSError: the package is there, PortAudio is not
        reason = "需要 pip install sounddevice", "it needs pip install sounddevice (and PortAudio)"
        cause: Exception = error
    except Exception as error:  # its own classes, known only once it is there
        reason = "没有找到麦克风", "no microphone was found"
        cause = error
    else:
        return devices
    raise UsageError(
        f"不能用麦克风：{reason[0]}；也可以用 pilothouse say 加录音文件。 "
        f"The microphone can't be used: {reason[1]}; pilothouse say takes a recording instead."
    ) from cause


async def _microphone(devices: Any) -> AsyncIterator[Samples]:
    """Frames of 30 ms at 16 kHz until cancelled."""
    from pilothouse.speech.audio import HEARING

    loop = asyncio.get_running_loop()
    frames: asyncio.Queue[Samples] = asyncio.Queue()

    def take(data: Any, *_: object) -> None:
        with suppress(RuntimeError):  # the loop has ended while the last frame came in
            loop.call_soon_threadsafe(frames.put_nowait, data[:, 0].copy())

    with devices.InputStream(samplerate=HEARING, channels=1, dtype="float32", blocksize=FRAME, callback=take):
        while True:
            yield await frames.get()
