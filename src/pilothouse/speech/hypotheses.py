"""Several readings of one utterance from a Whisper model of faster-whisper, which itself gives one."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np

from pilothouse.speech.audio import HEARING, Samples
from pilothouse.speech.recognition import Reading, collapse

VOICED = {"threshold": 0.4, "min_silence_duration_ms": 600, "speech_pad_ms": 200}
LONGEST_S = 28.0
"""Whisper reads 30 s at once; more is read in pieces, which have no common hypotheses."""
_PROMPT = 220  # tokens; whisper's prompt holds 223


class Utterance:
    """At most ``LONGEST_S`` of sound, encoded once and decoded under as many prompts as wanted.

    ``frames``: how many of 10 ms to encode, at most 3,000.
    """

    def __init__(self, model: Any, samples: Samples, language: str, frames: int) -> None:
        library = import_module("faster_whisper.transcribe")
        self._model, self._seconds = model, len(samples) / HEARING
        self._tokenizer = library.Tokenizer(model.hf_tokenizer, True, task="transcribe", language=language)
        self._suppressed = library.get_suppressed_tokens(self._tokenizer, [-1])
        self._encoded = model.encode(library.pad_or_trim(model.feature_extractor(samples))[..., :frames])

    def readings(self, prompt: str, beam: int) -> list[Reading]:
        """The best first, at most ``beam``; none when it is not speech."""
        tokens = self._tokenizer
        before = [tokens.sot_prev, *tokens.encode(" " + prompt)[:_PROMPT]] if prompt else []
        start = [*before, *tokens.sot_sequence, tokens.no_timestamps]
        result = self._model.model.generate(
            self._encoded, [start], beam_size=beam, num_hypotheses=beam, return_scores=True, return_no_speech_prob=True,
            suppress_tokens=self._suppressed,
            # Nobody says more: bounds the time a loop can cost.
            max_length=min(448, len(start) + 24 + math.ceil(12 * self._seconds)),
        )[0]  # fmt: skip
        found = []
        for ids, score in zip(result.sequences_ids, result.scores, strict=True):
            text = collapse(tokens.decode(ids).replace("\ufffd", "").strip())
            if not (result.no_speech_prob > 0.5 and score < -1.0):
                found.append(Reading(text, score * len(ids)))
        return found


def voiced(samples: Samples) -> Samples:
    """The parts of 16 kHz sound in which somebody speaks, joined; about 30 ms of work."""
    vad = import_module("faster_whisper.vad")
    spans = vad.get_speech_timestamps(samples, vad.VadOptions(**VOICED))
    return np.concatenate([samples[span["start"] : span["end"]] for span in spans]) if spans else samples[:0]
