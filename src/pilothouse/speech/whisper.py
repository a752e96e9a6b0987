"""Whisper on this machine through faster-whisper."""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.speech.audio import HEARING, Audio, Samples
from pilothouse.speech.hypotheses import LONGEST_S, VOICED, Utterance, voiced
from pilothouse.speech.recognition import Reading, Transcript, collapse, nearest, plausible, recited, samples, thin
from pilothouse.speech.shelf import locate, not_installed

_FILES = ("model.bin", "config.json", "tokenizer.json")
_HOTWORD_TOKENS = 200  # whisper's prompt holds 223
_LEADING, _NEAREST = 6, (6, 12)
_UNSURE = 0.5  # below this confidence the utterance is heard once more
_SLOWER = 0.88  # and then slowed: fast or strange speech is outside of what small models learnt
_Heard = tuple[str, float | None, tuple[Reading, ...]]


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
        self._tokens: dict[str, int] = {}

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        """Recognise one utterance. With ``hotwords`` it is encoded once and read three times: with the first sample
        of speech, or the leading words when there is but one; then with the last sample and those few words that
        sound most like what was heard; then with some more of them. If it is still not sure, all of it once more,
        slowed down and begun without a prompt (speed perturbation, as Ko and others 2015 do it in training)."""
        stop = threading.Event()
        started = time.perf_counter()
        work = asyncio.get_running_loop().run_in_executor(
            self._pool, self._transcribe, audio, list(hotwords), language, stop
        )
        try:
            async with asyncio.timeout(self.timeout_s):
                text, confidence, readings = await work
        except TimeoutError as error:
            raise ProviderUnavailable(
                f"语音识别在 {self.timeout_s:g} 秒内没有完成。Recognition took longer than {self.timeout_s:g} s."
            ) from error
        finally:
            stop.set()
        return Transcript(text, audio.seconds, language, confidence, time.perf_counter() - started, readings)

    async def warm(self) -> None:
        """Load the model, and what compares by sound, now rather than at the first utterance."""
        await asyncio.get_running_loop().run_in_executor(self._pool, self._warm)

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
            self._model = model
        return self._model

    def _warm(self) -> None:
        self._load()
        nearest([_simplified("好")], ["好"])

    def _transcribe(self, audio: Audio, hotwords: list[str], language: str, stop: threading.Event) -> _Heard:
        if stop.is_set():
            return "", None, ()
        model = self._load()
        sound = audio.at(HEARING)
        if sound.seconds >= LONGEST_S:
            found = self._listen(model, sound, self._prompt(hotwords), language, stop)
            return _heard(found, hotwords, sound.seconds)
        speech = voiced(sound.samples)
        if not len(speech):
            return "", None, ()
        sayings, words = samples(hotwords)
        opening = sayings[:1] if len(sayings) > 1 else [*words[:_LEADING], *sayings]
        found = self._read(self._utterance(model, speech, language), opening, hotwords, language, stop)
        heard = _heard(found, hotwords, sound.seconds)
        seconds = len(speech) / HEARING
        if stop.is_set() or not ((heard[0] and (heard[1] or 0.0) < _UNSURE) or thin(heard[0], seconds)):
            return heard
        slowed = Audio(speech, round(HEARING * _SLOWER)).at(HEARING).samples
        again = self._read(self._utterance(model, slowed, language), [], hotwords, language, stop)
        second = _heard(again, hotwords, sound.seconds)
        surer = thin(heard[0], seconds) or (second[1] or 0.0) > (heard[1] or 0.0)
        both = [*again, *found] if surer else [*found, *again]
        whole = [reading for reading in both if not thin(reading.text, seconds)]
        return _heard(whole or both, hotwords, sound.seconds)

    def _utterance(self, model: Any, speech: Samples, language: str) -> Utterance:
        seconds = len(speech) / HEARING
        frames = min(3000, math.ceil(max(10.0, seconds + 3.0) * 2) * 50) if self.snug else 3000
        return Utterance(model, speech, language, frames)

    def _read(
        self, utterance: Utterance, opening: list[str], hotwords: list[str], language: str, stop: threading.Event
    ) -> list[Reading]:
        """Readings with what was heard as the best known comes first; ``opening`` is the prompt before anything is."""
        draft = _written(utterance.readings(self._prompt(opening), self.beam), language)
        sayings, words = samples(hotwords)
        if not words or stop.is_set():
            return draft
        near = nearest([reading.text for reading in draft], words)
        found: list[Reading] = []
        for most in _NEAREST:
            if not stop.is_set():
                prompt = self._prompt([*near[:most], *sayings[-1:]])
                found += _written(utterance.readings(prompt, self.beam), language)
        return [*found, *draft]

    def _prompt(self, hotwords: Sequence[str]) -> str:
        """Words as a list, then the samples: without sentences in it Whisper answers in words."""
        sayings, words = samples(self.fitting(hotwords))
        return "、".join(words) + ("。" if words and sayings else "") + "".join(sayings)

    def _listen(self, model: Any, sound: Audio, prompt: str, language: str, stop: threading.Event) -> list[Reading]:
        """One reading of a long recording."""
        found, _ = model.transcribe(
            sound.samples, language=language, beam_size=self.beam, temperature=0.0, hotwords=prompt or None,
            condition_on_previous_text=False, vad_filter=True, vad_parameters=VOICED, max_new_tokens=220,
        )  # fmt: skip
        pieces, score = [], 0.0
        for segment in found:
            if stop.is_set():
                break
            if segment.no_speech_prob > 0.5 and segment.avg_logprob < -1.0:
                continue
            pieces.append(segment.text)
            score += segment.avg_logprob * len(segment.text)
        return _written([Reading(collapse("".join(pieces).replace("\ufffd", "").strip()), score)], language)


def _heard(found: Sequence[Reading], hotwords: Sequence[str], seconds: float) -> _Heard:
    """The plausible ones of ``found`` with the first as the text, and how sure it is."""
    sayings, _ = samples(hotwords)
    readings = tuple(
        reading
        for reading in dict.fromkeys(found)
        if plausible(reading.text, seconds, hotwords) and not any(recited(reading.text, saying) for saying in sayings)
    )
    if not readings:
        return "", None, ()
    best = readings[0]
    return best.text, math.exp(best.score / (len(best.text) + 1)), readings


def _written(readings: list[Reading], language: str) -> list[Reading]:
    """Chinese in simplified characters: without a simplified prompt Whisper mostly writes traditional ones."""
    if language != "zh":
        return readings
    return [Reading(_simplified(reading.text), reading.score) for reading in readings]


def _simplified(text: str) -> str:
    return str(_converter().convert(text))


@cache
def _converter() -> Any:
    import opencc

    return opencc.OpenCC("t2s")
