"""Menus written to a file and read through the public interface."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pilothouse.assistants.menu.importing import MenuImport, read_menu

Reader = Callable[..., MenuImport]


@pytest.fixture
def menu(tmp_path: Path) -> Reader:
    """Read text, bytes or anything JSON can hold as a menu file."""

    def read(content: object, name: str = "", *, mapping: Mapping[str, str] | None = None) -> MenuImport:
        if isinstance(content, bytes):
            data = content
        elif isinstance(content, str):
            data = content.encode()
        else:
            data, name = json.dumps(content, ensure_ascii=False).encode(), name or "menu.json"
        path = tmp_path / (name or "menu.txt")
        path.write_bytes(data)
        return read_menu(path, mapping=mapping or {})

    return read
