from __future__ import annotations

import struct
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.speech import Audio, encode, join, read, silence, write

from .voice import noise, tone


def test_that_a_written_file_reads_back_as_it_was(tmp_path: Path) -> None:
    sound = tone(0.5, rate=24_000)
    write(tmp_path / "a.wav", sound)
    back = read(tmp_path / "a.wav")
    assert back.rate == 24_000
    assert np.abs(back.samples - sound.samples).max() < 1e-4


def test_that_values_beyond_full_scale_are_clipped_not_wrapped() -> None:
    loud = Audio(np.array([3.0, -3.0] * 50, np.float32), 16_000)
    assert np.abs(np.abs(read(encode(loud)).samples) - 1).max() < 1e-3


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_that_all_integer_widths_and_channels_are_read(tmp_path: Path, width: int) -> None:
    path = tmp_path / "a.wav"
    value = 0.5
    number = int(value * (2 ** (8 * width - 1)))
    frame = bytes([128 + number]) if width == 1 else number.to_bytes(width, "little", signed=True)
    quiet = bytes([128]) if width == 1 else bytes(width)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(width)
        file.setframerate(8_000)
        file.writeframes((frame + quiet) * 800)
    sound = read(path)
    assert (sound.rate, len(sound.samples)) == (8_000, 800)
    assert np.abs(sound.samples - 0.25).max() < 0.01


def test_that_a_streamed_header_with_an_endless_length_is_read() -> None:
    data = bytearray(encode(tone(0.25)))
    struct.pack_into("<I", data, 4, 0xFFFFFFFF)
    struct.pack_into("<I", data, 40, 0x7FFFFFFF)
    assert read(bytes(data)).seconds == pytest.approx(0.25)


@pytest.mark.parametrize("data", [b"", b"RIFF", b"not sound at all" * 50, b"RIFF\x00\x00\x00\x00WAVEfmt "])
def test_that_broken_files_are_told_in_one_sentence(data: bytes) -> None:
    with pytest.raises(DataError, match=r"音频.*(?:audio file|plain WAV)"):
        read(data)


def test_that_only_wav_is_read_without_soundfile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "soundfile", None)
    assert read(encode(tone(0.1))).seconds == pytest.approx(0.1)
    with pytest.raises(DataError, match=r"pilothouse\[speech\]"):
        read(b"ID3" + bytes(100))


def test_that_missing_large_and_long_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"can't be read"):
        read(tmp_path / "none.wav")
    with pytest.raises(UsageError, match="larger"):
        read(encode(silence(1)), largest=1_000)
    with pytest.raises(UsageError, match="longer"):
        read(encode(silence(1)), longest_s=0.5)
    with pytest.raises(UsageError, match=r"can't be written"):
        write(tmp_path / "none" / "a.wav", silence(0.1))


@pytest.mark.parametrize("rate", [8_000, 22_050, 24_000, 44_100, 48_000])
def test_that_resampling_keeps_what_fits_and_drops_what_does_not(rate: int) -> None:
    times = np.arange(rate) / rate
    low = Audio(np.sin(2 * np.pi * 1_000 * times).astype(np.float32), rate).at(16_000)
    expected = np.sin(2 * np.pi * 1_000 * np.arange(len(low.samples)) / 16_000)
    assert len(low.samples) == 16_000
    assert np.abs(low.samples - expected)[200:-200].max() < 0.002
    if rate > 20_000:
        high = Audio(np.sin(2 * np.pi * 9_800 * times).astype(np.float32), rate).at(16_000)
        assert np.abs(high.samples[200:-200]).max() < 0.005  # it would fold back to 6,200 Hz


def test_that_sounds_of_different_rates_join_and_parts_can_be_taken() -> None:
    whole = join([tone(0.5, rate=24_000), noise(0.5, 0.1)])
    assert (whole.rate, whole.seconds) == (24_000, pytest.approx(1.0))
    assert whole.between(0.25, 9).seconds == pytest.approx(0.75)
    assert join([]).seconds == 0


def test_that_impossible_sounds_are_refused() -> None:
    with pytest.raises(UsageError):
        Audio(np.zeros((2, 5), np.float32), 16_000)
    with pytest.raises(UsageError):
        Audio(np.zeros(5, np.float32), 0)


def test_that_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.wav"
    write(path, tone(0.5))
    before = path.read_bytes()

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UsageError, match="No space left"):
        write(path, tone(1))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
