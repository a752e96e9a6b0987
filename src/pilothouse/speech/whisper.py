"""Whisper on this machine through faster-whisper."""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.speech.audio import HEARING, Audio
from pilothouse.speech.recognition import Transcript, collapse, nearest, plausible
from pilothouse.speech.shelf import locate, not_installed

_FILES = ("model.bin", "config.json", "tokenizer.json")
_HOTWORD_TOKENS = 200  # whisper's prompt holds 223
_LEADING, _NEAREST = 8, 12


class WhisperRecogniser:
    """A CTranslate2 Whisper model by path or name, int8 on the CPU; loaded at the first use.

    Activity detection comes first, so silence and noise cost 30 ms and give an empty text. ``timeout_s`` bounds
    one call, waiting for earlier ones included. ``snug``: encode only what was recorded (at least 10 s) instead of the
    30 s Whisper was trained on: two to five times faster on short utterances. Dishes heard with hotwords, snug
    against 30 s: 35 and 34 of 40 recorded words, 31 and 33 of 36 orders spoken by Kokoro.

    Raises:
        ProviderUnavailable: files are missing.
        UsageError: a value is out of range.
    """

    def __init__(
        self,
        path: str | Path = "whisper-base",
        *,
        threads: int = 2,
        beam: int = 5,
        timeout_s: float = 30.0,
        snug: bool = True,
    ) -> None:
        if threads < 1 or not 1 <= beam <= 20 or timeout_s <= 0:
            raise UsageError(
                "threads、beam 和 timeout_s 必须大于 0（beam 最多 20）。"
                "threads, beam and timeout_s must be greater than 0 (beam at most 20)."
            )
        self.folder = locate(path, _FILES)
        self.threads, self.beam, self.timeout_s, self.snug = threads, beam, timeout_s, snug
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="whisper")
        self._model: Any = None
        self._frames = 3000
        self._tokens: dict[str, int] = {}

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        """Recognise one utterance. When ``hotwords`` have more than 200 tokens, it is listened to twice: with the
        leading ones, then also with those that sound most like what was heard."""
        stop = threading.Event()
        started = time.perf_counter()
        work = asyncio.get_running_loop().run_in_executor(
            self._pool, self._transcribe, audio, list(hotwords), language, stop
        )
        try:
            async with asyncio.timeout(self.timeout_s):
                text, confidence = await work
        except TimeoutError as error:
            raise ProviderUnavailable(
                f"语音识别在 {self.timeout_s:g} 秒内没有完成。Recognition took longer than {self.timeout_s:g} s."
            ) from error
        finally:
            stop.set()
        return Transcript(text, audio.seconds, language, confidence, time.perf_counter() - started)

    async def warm(self) -> None:
        """Load the model now rather than at the first utterance."""
        await asyncio.get_running_loop().run_in_executor(self._pool, self._load)

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def fitting(self, hotwords: Sequence[str]) -> list[str]:
        """The leading words that fit into the prompt; loads the model."""
        tokenizer, taken, used = self._load().hf_tokenizer, [], 0
        for word in dict.fromkeys(word.strip() for word in hotwords if word.strip()):
            if word not in self._tokens:
                if len(self._tokens) > 20_000:
                    self._tokens.clear()
                self._tokens[word] = len(tokenizer.encode(" " + word, add_special_tokens=False).ids)
            used += self._tokens[word]
            if used > _HOTWORD_TOKENS:
                break
            taken.append(word)
        return taken

    def _load(self) -> Any:
        if self._model is None:
            os.environ.setdefault("HF_HUB_OFFLINE", "1")
            try:
                library = import_module("faster_whisper")
            except ImportError as error:
                raise not_installed("faster-whisper") from error
            try:
                model = library.WhisperModel(
                    str(self.folder), device="cpu", compute_type="int8", cpu_threads=self.threads, local_files_only=True
                )
            except (RuntimeError, ValueError, OSError) as error:
                raise ProviderUnavailable(
                    f"无法加载 {self.folder} 中的识别模型。The recognition model in {self.folder} can't be loaded."
                ) from error
            encode = model.encode
            # faster-whisper pads to 3,000 frames whatever chunk_length says; the encoder accepts fewer.
            model.encode = lambda features: encode(features[..., : self._frames])
            self._model = model
        return self._model

    def _transcribe(
        self, audio: Audio, hotwords: list[str], language: str, stop: threading.Event
    ) -> tuple[str, float | None]:
        if stop.is_set():
            return "", None
        model = self._load()
        sound = audio.at(HEARING)
        self._frames = min(3000, math.ceil(max(10.0, sound.seconds + 3.0) * 2) * 50) if self.snug else 3000
        words = self.fitting(hotwords)
        if len(words) < len({word.strip() for word in hotwords if word.strip()}):
            leading = hotwords[:_LEADING]
            draft, _ = self._listen(model, sound, self.fitting(leading), language, 1, stop)
            words = self.fitting([*leading, *nearest(draft, hotwords[_LEADING:])[:_NEAREST]])
        text, confidence = self._listen(model, sound, words, language, self.beam, stop)
        if language == "zh":  # without a simplified prompt whisper mostly writes traditional characters
            text = _simplified(text)
        if not plausible(text, sound.seconds, words):
            return "", None
        return text, confidence

    def _listen(
        self, model: Any, sound: Audio, words: list[str], language: str, beam: int, stop: threading.Event
    ) -> tuple[str, float]:
        found, _ = model.transcribe(
            sound.samples, language=language, beam_size=beam, temperature=0.0, hotwords=" ".join(words) or None,
            condition_on_previous_text=False, without_timestamps=sound.seconds < 28, vad_filter=True,
            vad_parameters={"threshold": 0.4, "min_silence_duration_ms": 600},
            # Nobody says more: bounds the time a loop can cost.
            max_new_tokens=min(220, 24 + math.ceil(12 * min(30.0, sound.seconds))),
        )  # fmt: skip
        pieces, score, length = [], 0.0, 0
        for segment in found:
            if stop.is_set():
                break
            if segment.no_speech_prob > 0.5 and segment.avg_logprob < -1.0:
                continue
            pieces.append(segment.text)
            score, length = score + segment.avg_logprob * len(segment.text), length + len(segment.text)
        text = collapse("".join(pieces).replace("\ufffd", "").strip())
        return text, math.exp(score / length) if length else 0.0


def _simplified(text: str) -> str:
    import opencc

    converter: Any = opencc.OpenCC("t2s")
    return str(converter.convert(text))
