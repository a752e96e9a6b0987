"""Where utterances begin and end in a stream of sound."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pilothouse.contracts.errors import UsageError
from pilothouse.speech.activity import Detector, open_detector
from pilothouse.speech.audio import HEARING, Audio, Samples


@dataclass(frozen=True, eq=False)
class Event:
    """``start``: somebody has begun to speak (interrupt the reply now). ``end``: the utterance is over.

    ``at``: seconds since the stream began where speech began or ended; ``audio``: the utterance with its
    pre-roll, only with ``end``.
    """

    kind: Literal["start", "end"]
    at: float
    audio: Audio | None = None


class Endpointer:
    """Finds utterances in a stream of 16 kHz frames of any length (20–30 ms are usual). Deterministic.

    An utterance starts once ``speech_ms`` of speech were heard within half as much again and ends after
    ``silence_ms`` without any, or at ``longest_s``. Its audio begins ``preroll_ms`` before the speech. ``threshold``
    opens, ``threshold - 0.15`` keeps open.

    Raises:
        UsageError: a time is not positive or the threshold is outside 0.2–0.95.
    """

    def __init__(
        self,
        detector: Detector | None = None,
        *,
        silence_ms: int = 500,
        speech_ms: int = 200,
        preroll_ms: int = 200,
        longest_s: float = 30.0,
        threshold: float = 0.5,
    ) -> None:
        if min(silence_ms, speech_ms, longest_s) <= 0 or preroll_ms < 0 or not 0.2 <= threshold <= 0.95:
            raise UsageError(
                "静音和说话时长必须大于 0，阈值在 0.2 到 0.95 之间。"
                "Times must be greater than 0 and the threshold between 0.2 and 0.95."
            )
        self.detector = detector or open_detector()
        window_ms = self.detector.window * 1000 / HEARING
        self.threshold = threshold
        self._quiet_windows = max(1, round(silence_ms / window_ms))
        self._speech_windows = max(1, round(speech_ms / window_ms))
        self._longest_windows = max(1, round(longest_s * 1000 / window_ms))
        # The onset is confirmed late: the buffer keeps pre-roll, the speech itself and the gaps allowed in it.
        self._buffer_windows = self._speech_windows * 3 // 2 + round(preroll_ms / window_ms)
        self._preroll_windows = round(preroll_ms / window_ms)
        self.reset()

    def reset(self) -> None:
        """Begin a new stream."""
        self.detector.reset()
        self._rest: Samples = np.zeros(0, np.float32)
        self._index = 0
        self._past: deque[tuple[Samples, bool]] = deque(maxlen=self._buffer_windows)
        self._utterance: list[Samples] = []
        self._speaking = False
        self._quiet = 0

    def feed(self, frame: Samples) -> list[Event]:
        """Take the next samples; returns what they made known, mostly nothing."""
        self._rest = np.concatenate([self._rest, frame.astype(np.float32, copy=False)])
        events: list[Event] = []
        size = self.detector.window
        while len(self._rest) >= size:
            window, self._rest = self._rest[:size], self._rest[size:]
            events.extend(self._step(window))
        return events

    def finish(self) -> list[Event]:
        """The stream is over: an open utterance ends here."""
        events = [self._end()] if self._speaking else []
        self.reset()
        return events

    def _step(self, window: Samples) -> Iterator[Event]:
        probability = self.detector.probability(window)
        self._index += 1
        if not self._speaking:
            self._past.append((window, probability >= self.threshold))
            recent = list(self._past)[-(self._speech_windows * 3 // 2) :]
            if sum(voiced for _, voiced in recent) < self._speech_windows:
                return
            onset = next(place for place, (_, voiced) in enumerate(recent) if voiced)
            first = max(0, len(self._past) - len(recent) + onset - self._preroll_windows)
            self._utterance = [samples for samples, _ in list(self._past)[first:]]
            self._speaking, self._quiet = True, 0
            self._past.clear()
            yield Event("start", self._time(self._index - len(recent) + onset))
            return
        self._utterance.append(window)
        self._quiet = 0 if probability >= self.threshold - 0.15 else self._quiet + 1
        if self._quiet >= self._quiet_windows or len(self._utterance) >= self._longest_windows:
            yield self._end()

    def _end(self) -> Event:
        event = Event("end", self._time(self._index - self._quiet), Audio(np.concatenate(self._utterance), HEARING))
        self._speaking, self._utterance, self._quiet = False, [], 0
        return event

    def _time(self, windows: int) -> float:
        return windows * self.detector.window / HEARING


def utterances(audio: Audio, endpointer: Endpointer | None = None) -> list[Audio]:
    """The utterances of a finished recording, each at 16 kHz."""
    endpointer = endpointer or Endpointer()
    endpointer.reset()
    events = endpointer.feed(audio.at(HEARING).samples) + endpointer.finish()
    return [event.audio for event in events if event.audio is not None]
