"""What the benchmarks with a real model share: the model file, a recorder around the model, what a turn cost."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pilothouse import Pilothouse
from pilothouse.gateway.local import LocalModel
from pilothouse.gateway.models import ModelReply, ModelRequest

DEFAULT = Path("~/.cache/pilothouse/models/qwen2.5-coder-1.5b/model.gguf").expanduser()
PATIENCE = {"timeout_s": 300.0, "deadline_s": 900.0, "converse_max_tokens": 160, "retries": 0}
MODES = ("SCHEMA", "PROMPT_LEGACY", "NATIVE")


@dataclass(frozen=True, slots=True)
class Made:
    """One call: for which task, what came back, and in how many seconds."""

    request: ModelRequest
    reply: ModelReply
    seconds: float


@dataclass
class Recording:
    """A model that remembers what it was asked and what it said."""

    model: LocalModel
    calls: list[Made] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.model.name

    async def complete(self, request: ModelRequest) -> ModelReply:
        started = time.perf_counter()
        reply = await self.model.complete(request)
        self.calls.append(Made(request, reply, time.perf_counter() - started))
        return reply


@dataclass(frozen=True)
class Cost:
    """The calls of one turn."""

    calls: Sequence[Made]

    @property
    def seconds(self) -> float:
        return sum(call.seconds for call in self.calls)

    def count(self, *tasks: str) -> int:
        return sum(call.request.task in tasks for call in self.calls)

    @property
    def tokens_in(self) -> int:
        return sum(call.reply.tokens_in or call.request.tokens for call in self.calls)

    @property
    def tokens_out(self) -> int:
        return sum(call.reply.tokens_out or 0 for call in self.calls)


def options(about: str | None) -> argparse.ArgumentParser:
    """A parser with what both benchmarks take."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=Path(os.environ.get("PILOTHOUSE_TEST_GGUF", DEFAULT)))
    parser.add_argument("--mode", choices=MODES, default="SCHEMA")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print what was said, by the model and offline")
    parser.add_argument("--raw", action="store_true", help="print every call's output")
    return parser


def recording(args: argparse.Namespace) -> Recording:
    if not args.model.is_file():
        sys.exit(f"no model file at {args.model}; make test-models fetches it")
    return Recording(LocalModel(str(args.model), n_threads=args.threads, timeout_s=PATIENCE["timeout_s"]))


def refusals(house: Pilothouse, trace_id: str) -> list[str]:
    """Why a model's words were refused in a turn."""
    events: list[Any] = [event.fields for event in house.recorded(trace_id).events if event.kind == "verification"]
    return [str(problem) for event in events for problem in event.get("problems", ())]
