"""Sound as mono float samples: reading, writing, resampling."""

from __future__ import annotations

import io
import os
import wave
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilothouse.contracts.errors import DataError, UsageError

Samples = NDArray[np.float32]

HEARING = 16_000
"""Samples per second that recognition and activity detection expect."""
LONGEST_S = 600.0
LARGEST = 64 * 2**20
_CROSSINGS = 16  # zero crossings of the sinc on each side: about 80 dB of stop band with the Blackman window


@dataclass(frozen=True, eq=False)
class Audio:
    """One channel of sound.

    ``samples`` are float32 in [-1, 1], ``rate`` is in samples per second.

    Raises:
        UsageError: the rate is outside 1,000–384,000 or the samples are not one-dimensional.
    """

    samples: Samples
    rate: int

    def __post_init__(self) -> None:
        if self.samples.ndim != 1 or not 1_000 <= self.rate <= 384_000:
            raise UsageError(
                f"音频必须是单声道，采样率在 1000 到 384000 之间（现在是 {self.rate}）。"
                f"Audio must be one channel at 1,000 to 384,000 samples per second, not {self.rate}."
            )
        object.__setattr__(self, "samples", np.ascontiguousarray(self.samples, dtype=np.float32))

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def at(self, rate: int) -> Audio:
        """The same sound at another rate, filtered so that nothing folds back below half the new rate."""
        if rate == self.rate:
            return self
        return Audio(_resample(self.samples, self.rate, rate), rate)

    def between(self, start_s: float, end_s: float) -> Audio:
        """The part from ``start_s`` to ``end_s`` (seconds, clipped to the sound)."""
        first, last = (max(0, round(second * self.rate)) for second in (start_s, end_s))
        return Audio(self.samples[first:last], self.rate)


def silence(seconds: float, rate: int = HEARING) -> Audio:
    """``seconds`` of nothing."""
    return Audio(np.zeros(max(0, round(seconds * rate)), np.float32), rate)


def join(parts: Iterable[Audio], rate: int = HEARING) -> Audio:
    """The parts one after another at the first part's rate; with no part, an empty sound at ``rate``."""
    sounds = list(parts)
    if not sounds:
        return silence(0, rate)
    return Audio(np.concatenate([sound.at(sounds[0].rate).samples for sound in sounds]), sounds[0].rate)


def read(source: str | Path | bytes, *, longest_s: float = LONGEST_S, largest: int = LARGEST) -> Audio:
    """Read a file or its bytes: WAV always; MP3, FLAC, OGG when ``soundfile`` is installed. Channels are averaged.

    Raises:
        UsageError: the file is missing, larger than ``largest`` bytes or longer than ``longest_s`` seconds.
        DataError: it is not sound, empty or damaged.
    """
    data = source if isinstance(source, bytes) else _load(Path(source), largest)
    if len(data) > largest:
        raise UsageError(f"音频超过 {largest} 字节。The audio is larger than {largest} bytes.")
    if not data:
        raise DataError("音频文件是空的。The audio file is empty.")
    decoded = (_wave(data, longest_s) if data[:4] == b"RIFF" else None) or _soundfile(data, longest_s)
    samples, rate = decoded
    if not np.isfinite(samples).all():
        raise DataError("音频文件已损坏。The audio file is damaged: it holds values that are not numbers.")
    if len(samples) > longest_s * rate:
        raise UsageError(f"音频长于 {longest_s:g} 秒。The audio is longer than {longest_s:g} seconds.")
    return Audio(samples, rate)


def encode(audio: Audio) -> bytes:
    """A WAV file of 16-bit samples; values beyond [-1, 1] are clipped."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(audio.rate)
        file.writeframes(np.round(np.clip(audio.samples, -1, 1) * 32767).astype("<i2").tobytes())
    return out.getvalue()


def write(path: str | Path, audio: Audio) -> None:
    """Write a WAV file: whole, or not at all.

    Raises:
        UsageError: the place can't be written to.
    """
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        if target.exists() and not target.is_file():  # /dev/stdout
            target.write_bytes(encode(audio))
            return
        unfinished.write_bytes(encode(audio))
        unfinished.replace(target)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        raise UsageError(f"无法写入 {str(path)!r}。{str(path)!r} can't be written: {error.strerror}.") from error


def _load(path: Path, largest: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(largest + 1)
    except OSError as error:
        raise UsageError(f"无法读取 {str(path)!r}。{str(path)!r} can't be read: {error.strerror}.") from error


def _wave(data: bytes, longest_s: float) -> tuple[Samples, int] | None:
    """``None`` for WAV kinds the standard library doesn't know (float, compressed)."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            # Streaming servers announce 2 GB of samples: only what is there counts.
            raw = file.readframes(min(file.getnframes(), int(longest_s * rate) + 1))
    except (wave.Error, EOFError):
        return None
    if channels < 1 or width not in (1, 2, 3, 4) or not 1_000 <= rate <= 384_000:
        return None
    raw = raw[: len(raw) // (channels * width) * channels * width]
    values: NDArray[np.floating[Any]]
    if width == 1:
        values = (np.frombuffer(raw, np.uint8).astype(np.float32) - 128) / 128
    elif width == 3:
        wide = np.zeros((len(raw) // 3, 4), np.uint8)
        wide[:, 1:] = np.frombuffer(raw, np.uint8).reshape(-1, 3)
        values = wide.view("<i4")[:, 0].astype(np.float32) / 2**31
    else:
        values = np.frombuffer(raw, f"<i{width}").astype(np.float32) / float(2 ** (8 * width - 1))
    return values.reshape(-1, channels).mean(axis=1, dtype=np.float32).astype(np.float32), rate


def _soundfile(data: bytes, longest_s: float) -> tuple[Samples, int]:
    try:
        soundfile = import_module("soundfile")
    except (ImportError, OSError) as error:  # OSError: the package is there, its C library is not
        raise DataError(
            "无法识别的音频格式；除 WAV 以外的格式需要 pip install 'pilothouse[speech]'。"
            "The audio is not a plain WAV file; other formats need pip install 'pilothouse[speech]'."
        ) from error
    try:
        with soundfile.SoundFile(io.BytesIO(data)) as file:
            rate = int(file.samplerate)
            values = file.read(int(longest_s * rate) + 1, dtype="float32", always_2d=True)
    except (RuntimeError, ValueError, TypeError) as error:
        raise DataError("音频文件已损坏或格式无法识别。The audio file is damaged or of an unknown format.") from error
    return np.asarray(values, np.float32).mean(axis=1), rate


def _resample(samples: Samples, old: int, new: int) -> Samples:
    """Windowed-sinc interpolation, one filter per phase of the rational ratio."""
    common = int(np.gcd(old, new))
    up, down = new // common, old // common
    length = -(-len(samples) * up // down)
    cutoff = min(1.0, new / old) * 0.95  # in half input rates; the rest is the filter's slope
    half = int(np.ceil(_CROSSINGS / cutoff))
    padded = np.pad(samples, (half - 1, half + down))
    out = np.empty(length, np.float32)
    for phase in range(min(up, length)):
        start, fraction = divmod(phase * down, up)
        offsets = np.arange(1 - half, half + 1) - fraction / up
        taps = np.sinc(cutoff * offsets) * (0.42 + 0.5 * np.cos(np.pi * offsets / half) + 0.08 * np.cos(
            2 * np.pi * offsets / half
        ))  # fmt: skip
        count = len(range(phase, length, up))
        views = np.lib.stride_tricks.sliding_window_view(padded, 2 * half)[start::down][:count]
        out[phase::up] = views @ (taps / taps.sum()).astype(np.float32)
    return out
