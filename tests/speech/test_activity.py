from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pilothouse.contracts.errors import UsageError
from pilothouse.speech import (
    Audio,
    Detector,
    Endpointer,
    EnergyDetector,
    Event,
    SileroDetector,
    join,
    read,
    silence,
    utterances,
)

from .voice import noise, tone

RECORDINGS = Path("/work/shared/data/speech_zh")


def feed(endpointer: Endpointer, audio: Audio, frame_ms: int = 20) -> list[Event]:
    size = audio.rate * frame_ms // 1000
    events = [
        event
        for place in range(0, len(audio.samples), size)
        for event in endpointer.feed(audio.samples[place : place + size])
    ]
    return events + endpointer.finish()


def over(audio: Audio, background: Audio) -> Audio:
    return Audio(audio.samples + background.samples[: len(audio.samples)], audio.rate)


@pytest.mark.parametrize("level", [0.0, 0.002, 0.01])
def test_that_speech_is_found_where_it_is_in_quiet_and_noisy_rooms(level: float) -> None:
    scene = join([silence(1), tone(1), silence(1), tone(0.6), silence(1)])
    events = feed(Endpointer(EnergyDetector()), over(scene, noise(scene.seconds, level)))
    assert [event.kind for event in events] == ["start", "end", "start", "end"]
    assert [event.at for event in events] == pytest.approx([1.0, 2.0, 3.0, 3.6], abs=0.06)
    first, second = (event.audio.seconds for event in events if event.audio)
    assert first == pytest.approx(0.2 + 1 + 0.5, abs=0.08)  # pre-roll, speech, the silence that ended it
    assert second == pytest.approx(0.2 + 0.6 + 0.5, abs=0.08)


@pytest.mark.parametrize("frame_ms", [10, 20, 30, 100, 5_000])
def test_that_the_frame_length_changes_nothing(frame_ms: int) -> None:
    scene = over(join([silence(0.7), tone(0.8), silence(0.9)]), noise(3, 0.003))
    expected = [(event.kind, event.at) for event in feed(Endpointer(EnergyDetector()), scene)]
    assert [(event.kind, event.at) for event in feed(Endpointer(EnergyDetector()), scene, frame_ms)] == expected


def test_that_a_click_a_short_pause_and_steady_noise_are_what_they_are() -> None:
    click = over(join([silence(1), tone(0.08), silence(1)]), noise(3, 0.002))
    assert feed(Endpointer(EnergyDetector()), click) == []
    pause = over(join([silence(1), tone(0.5), silence(0.3), tone(0.5), silence(1)]), noise(4, 0.002))
    assert len(utterances(pause, Endpointer(EnergyDetector()))) == 1
    assert utterances(noise(5, 0.05), Endpointer(EnergyDetector())) == []
    assert utterances(silence(5), Endpointer(EnergyDetector())) == []


def test_that_the_start_is_told_within_the_minimum_of_speech() -> None:
    endpointer = Endpointer(EnergyDetector(), speech_ms=200)
    endpointer.feed(noise(1, 0.001).samples)
    sound = tone(1).samples
    fed = next(place for place in range(320, len(sound), 320) if endpointer.feed(sound[place - 320 : place]))
    assert fed / 16_000 <= 0.24


def test_that_speech_already_going_on_at_the_start_counts_and_the_end_of_the_stream_ends_it() -> None:
    assert len(utterances(tone(1), Endpointer(EnergyDetector()))) == 1


def test_that_endless_speech_is_cut() -> None:
    scene = over(tone(5), noise(5, 0.002))
    parts = utterances(scene, Endpointer(EnergyDetector(), longest_s=2))
    assert len(parts) >= 2
    assert max(part.seconds for part in parts) <= 2.1


def test_that_impossible_settings_are_refused() -> None:
    for wrong in ({"silence_ms": 0}, {"speech_ms": -1}, {"threshold": 1.5}):
        with pytest.raises(UsageError):
            Endpointer(EnergyDetector(), **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [EnergyDetector, SileroDetector])
def test_that_real_words_are_found_once_and_whole(make: type[Detector]) -> None:
    manifest = RECORDINGS / "manifest.jsonl"
    if not manifest.is_file():
        pytest.skip(f"no recordings at {RECORDINGS}")
    pytest.importorskip("soundfile")
    if make is SileroDetector:
        pytest.importorskip("faster_whisper")
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()][:40]
    found = 0
    for row in rows:
        word = read(RECORDINGS / row["file"]).at(16_000)
        scene = join([silence(0.6), word, silence(0.8)])
        hiss = noise(scene.seconds, 10 ** (-55 / 20))
        parts = utterances(Audio(scene.samples + hiss.samples[: len(scene.samples)], 16_000), Endpointer(make()))
        loud = np.sum(word.samples**2)
        found += len(parts) == 1 and np.sum(parts[0].samples ** 2) > 0.9 * loud
    assert found >= 0.9 * len(rows)


def test_that_silero_ignores_noise_and_tones() -> None:
    pytest.importorskip("faster_whisper")
    pytest.importorskip("onnxruntime")
    assert utterances(noise(3, 0.1), Endpointer(SileroDetector())) == []
