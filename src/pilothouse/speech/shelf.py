"""Where model files lie. Nothing is ever downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pilothouse.contracts.errors import ProviderUnavailable

EXTRA = "pip install 'pilothouse[speech]'"


def locate(model: str | Path, files: Iterable[str]) -> Path:
    """The folder of a model given by path, or by name under ``PILOTHOUSE_MODELS`` (~/.cache/pilothouse/models).

    Raises:
        ProviderUnavailable: the folder or one of ``files`` in it is missing.
    """
    given = Path(model).expanduser()
    shelf = Path(os.environ.get("PILOTHOUSE_MODELS") or "~/.cache/pilothouse/models").expanduser()
    folder = given if given.is_dir() or len(given.parts) > 1 else shelf / given
    missing = [file for file in files if not (folder / file).is_file()]
    if missing:
        raise ProviderUnavailable(
            f"在 {folder} 没有找到语音模型（缺少 {'、'.join(missing)}）。请先取得模型，或设置 PILOTHOUSE_MODELS。"
            f"There is no speech model in {folder} (missing: {', '.join(missing)}). "
            "Fetch it first, or set PILOTHOUSE_MODELS; nothing is downloaded by itself."
        )
    return folder


def not_installed(library: str) -> ProviderUnavailable:
    """The error for a missing extra."""
    return ProviderUnavailable(f"语音功能需要 {library}，请运行 {EXTRA}。Speech needs {library}; run {EXTRA}.")
