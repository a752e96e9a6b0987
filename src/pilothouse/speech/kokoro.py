"""Kokoro on this machine through onnxruntime."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.speech.audio import Audio, Samples, join, silence
from pilothouse.speech.phonemes import tokens
from pilothouse.speech.shelf import locate, not_installed

RATE = 24_000
_FILES = ("kokoro.onnx", "voices.npz")
_MOST = 500  # Kokoro reads at most 510 tokens and drops the rest in silence
_CUT = re.compile(r"[。！？；.!?;]\s*|[，、：,:]\s*|\s+")


class KokoroSynthesiser:
    """Kokoro-82M by path or name; loaded at the first use, one sentence at a time.

    ``voice`` is a name in ``voices.npz`` (the first one by default), ``speed`` 0.5–2. ``timeout_s`` bounds one call,
    waiting for earlier ones included. A cancelled call stops computing within milliseconds.

    Raises:
        ProviderUnavailable: files are missing.
        UsageError: a value is out of range. An unknown voice is told at the first use.
    """

    def __init__(
        self,
        folder: str | Path = "kokoro",
        *,
        voice: str = "",
        speed: float = 1.0,
        threads: int = 2,
        timeout_s: float = 60.0,
    ) -> None:
        if not 0.5 <= speed <= 2 or threads < 1 or timeout_s <= 0:
            raise UsageError(
                "语速必须在 0.5 到 2 之间，threads 和 timeout_s 必须大于 0。"
                "The speed must be between 0.5 and 2; threads and timeout_s must be greater than 0."
            )
        self.folder = locate(folder, _FILES)
        self.voice, self.speed, self.threads, self.timeout_s = voice, speed, threads, timeout_s
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="kokoro")
        self._session: Any = None
        self._style: Samples = np.zeros((0, 1, 256), np.float32)

    async def speak(self, text: str) -> Audio:
        """One sound for ``text``, with the silence around it trimmed; empty when nothing in it can be said."""
        run: Any = self._options()
        work = asyncio.get_running_loop().run_in_executor(self._pool, self._speak, text, run)
        try:
            async with asyncio.timeout(self.timeout_s):
                return await work
        except TimeoutError as error:
            raise ProviderUnavailable(
                f"语音合成在 {self.timeout_s:g} 秒内没有完成。Synthesis took longer than {self.timeout_s:g} s."
            ) from error
        finally:
            run.terminate = True

    async def warm(self) -> None:
        """Load model and dictionaries now rather than at the first sentence."""
        await self.speak("好。")

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _options(self) -> Any:
        try:
            onnxruntime = import_module("onnxruntime")
        except ImportError as error:
            raise not_installed("onnxruntime") from error
        return onnxruntime.RunOptions()

    def _load(self) -> Any:
        if self._session is None:
            onnxruntime = import_module("onnxruntime")
            try:
                with np.load(self.folder / "voices.npz") as voices:
                    names = list(voices.files)
                    if self.voice and self.voice not in names:
                        raise UsageError(
                            f"没有声音 {self.voice!r}，可选：{'、'.join(names)}。"
                            f"There is no voice {self.voice!r}; there are {', '.join(names)}."
                        )
                    style = voices[self.voice or names[0]].astype(np.float32)
                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = self.threads
                # Waiting threads that spin cost a factor of three as soon as another process wants the cores.
                options.add_session_config_entry("session.intra_op.allow_spinning", "0")
                session = onnxruntime.InferenceSession(
                    str(self.folder / "kokoro.onnx"), options, providers=["CPUExecutionProvider"]
                )
            except UsageError:
                raise
            except Exception as error:  # onnxruntime's classes are private
                raise ProviderUnavailable(
                    f"无法加载 {self.folder} 中的合成模型。The synthesis model in {self.folder} can't be loaded."
                ) from error
            self._style, self._session = style, session
        return self._session

    def _speak(self, text: str, run: Any) -> Audio:
        session = self._load()
        sounds = []
        for piece in _pieces(text):
            if run.terminate:
                break
            try:
                out = session.run(
                    None,
                    {
                        "tokens": np.array([[0, *piece, 0]], np.int64),
                        "style": self._style[min(len(piece), len(self._style) - 1)],
                        "speed": np.array([self.speed], np.float32),
                    },
                    run,
                )[0]
            except Exception as error:
                if run.terminate:
                    break
                raise ProviderUnavailable("语音合成失败。The voice could not say this sentence.") from error
            sounds.append(Audio(_trim(np.asarray(out, np.float32).ravel()), RATE))
        return join(sounds, RATE) if sounds else silence(0, RATE)


def _pieces(text: str) -> list[list[int]]:
    """Token lists within the model's limit, cut at the punctuation nearest to the middle."""
    ids = tokens(text) if any(char.isalnum() for char in text) else []
    if len(ids) <= _MOST:
        return [ids] if ids else []
    middle = len(text) / 2
    cuts = [match.end() for match in _CUT.finditer(text) if 0 < match.end() < len(text)]
    cut = min(cuts, key=lambda place: abs(place - middle), default=max(1, len(text) // 2))
    return _pieces(text[:cut]) + _pieces(text[cut:])


def _trim(samples: Samples, before_s: float = 0.03, after_s: float = 0.15) -> Samples:
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    if not len(loud):
        return samples[:0]
    return samples[max(0, loud[0] - int(before_s * RATE)) : loud[-1] + int(after_s * RATE)]
