"""The sample restaurant, opened quickly: it is indexed once and copied for each test."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any

from pilothouse import Pilothouse
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.embedder import Embedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.gateway import ModelRequest, ScriptedModel
from pilothouse.settings import Settings, load

NOON = datetime(2026, 3, 4, 12, 30, tzinfo=timezone(timedelta(hours=8)))  # a Wednesday


@cache
def embedder() -> Embedder:
    return CachedEmbedder(EmbeddedEmbedder())


@cache
def sample() -> Path:
    """A home with the sample menu indexed."""
    folder = Path(tempfile.mkdtemp(prefix="pilothouse-sample-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Pilothouse(folder, embedder=embedder()) as house:
        house.ask("menu", "你好")
    return folder


def open_house(
    home: Path, model: Any = None, *, clock: Callable[[], datetime] = lambda: NOON, strict: bool = True, **gateway: Any
) -> Pilothouse:
    """The sample restaurant in ``home``; ``gateway`` are its gateway settings."""
    shutil.copytree(sample(), home, dirs_exist_ok=True, ignore=shutil.ignore_patterns("traces*", "checkpoints*"))
    read: Settings = load(home)
    settings = read.model_copy(update={"gateway": read.gateway.model_copy(update={"backoff_s": 0.0, **gateway})})
    return Pilothouse(settings=settings, model=model, clock=clock, strict=strict, embedder=embedder())


def echo(request: ModelRequest) -> str:
    """A model that says whatever it was shown last, cut short: never a good answer."""
    return request.messages[-1].content[-200:]


def saying(text: str, *, after: Any = None) -> ScriptedModel:
    """A model whose words are always ``text``; with ``after`` it calls that first."""

    def line(request: ModelRequest) -> Any:
        told = any(message.role == "tool" or "<data" in message.content for message in request.messages)
        return after if after is not None and request.task == "converse" and not told else text

    return ScriptedModel(line)
