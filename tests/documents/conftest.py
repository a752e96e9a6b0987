from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pilothouse.retrieval.documents.limits import Limits
from pilothouse.retrieval.documents.material import Material, Unreadable
from pilothouse.retrieval.documents.reading import read_document

Write = Callable[[str, "str | bytes"], Path]
Read = Callable[..., Material]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture
def read(write: Write) -> Read:
    """Writes a file and reads it."""

    def read_content(name: str, content: str | bytes, limits: Limits | None = None) -> Material:
        return read_document(write(name, content), limits)

    return read_content


@pytest.fixture
def refused(write: Write) -> Callable[..., str]:
    """Writes a file that can't be read; gives the reason, after a look at the sentence."""

    def reason(name: str, content: str | bytes, limits: Limits | None = None) -> str:
        path = write(name, content)
        with pytest.raises(Unreadable) as caught:
            read_document(path, limits)
        chinese, english = str(caught.value).split(" / ", 1)
        assert path.name in chinese
        assert any("\u4e00" <= character <= "\u9fff" for character in chinese)
        assert english.isascii() or not any("\u4e00" <= character <= "\u9fff" for character in english.split("'")[2])
        return caught.value.reason

    return reason
