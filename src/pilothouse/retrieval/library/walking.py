"""The files of an indexed folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISLNK, S_ISREG

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.library.permissions import NAMES

CORPORA = frozenset({".jsonl", ".ndjson"})
RACY_NS = 2_000_000_000  # a file changed so shortly before it was looked at may change again within its time stamp

_NOISE = frozenset({"thumbs.db", "desktop.ini", "__macosx"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A file. ``path`` is relative to the root, with ``/``, and empty for a root that is a file. ``size`` in bytes,
    ``mtime`` in nanoseconds. With a ``reason`` it can't be read, and ``sentence`` says why; ``folder`` then tells that
    what lies below is not known."""

    path: str
    place: str
    size: int = 0
    mtime: int = 0
    reason: str = ""
    sentence: str = ""
    folder: bool = False

    @property
    def corpus(self) -> bool:
        return os.path.splitext(self.place)[1].lower() in CORPORA


def walk(root: Path, below: str = "") -> Iterator[Entry]:
    """What is in ``root``, or in its part ``below``, by name. Hidden files and permissions files are left out.

    Links are not followed: what they point to inside the root is met anyway, with its own permissions, and what lies
    outside was not given. That ends loops too. Raises ``DataError`` for a permissions file below the root.
    """
    if not root.is_dir():
        yield _file("", str(root))
        return
    start = root / below if below else root
    if below and not start.is_dir():
        if os.path.lexists(start):
            yield _file(below, str(start))
        return
    # A stack, not recursion: folders may be nested deeper than Python likes.
    pending = [(str(start), below)]
    while pending:
        folder, prefix = pending.pop()
        try:
            with os.scandir(folder) as listed:
                found = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            yield Entry(prefix, folder, reason="denied", sentence=_unlisted(prefix or folder, error), folder=True)
            continue
        inner = []
        for entry in found:
            if _left_out(entry.name):
                continue
            if entry.name.lower() in NAMES:
                if prefix:
                    raise _misplaced(entry.path, root)
                continue
            path = f"{prefix}/{entry.name}" if prefix else entry.name
            try:
                folders = entry.is_dir(follow_symlinks=False)
            except OSError:
                folders = False
            if folders:
                inner.append((entry.path, path))
            else:
                yield from _kept(_file(path, entry.path), root)
        pending.extend(reversed(inner))


def _kept(entry: Entry, root: Path) -> Iterator[Entry]:
    if entry.reason == "link":
        target = os.path.realpath(entry.place)
        if os.path.exists(target) and Path(target).is_relative_to(root):
            return
        sentence = (
            f"{entry.path} 是指向别处的链接，没有读取；需要时请直接索引原文件。 "
            f"{entry.path} is a link to somewhere else and was not read; index the original if you want it."
        )
        entry = Entry(entry.path, entry.place, reason="denied", sentence=sentence)
    yield entry


def _file(path: str, place: str) -> Entry:
    shown = path or os.path.basename(place)
    try:
        shown.encode()
    except UnicodeEncodeError:
        plain = os.fsencode(shown).decode(errors="replace")
        sentence = f"{plain} 的文件名不是 UTF-8，请改名。 The name of {plain} is not UTF-8; rename it."
        return Entry(os.fsencode(path).decode(errors="replace"), plain, reason="broken", sentence=sentence)
    try:
        status = os.lstat(place)
    except OSError as error:
        sentence = f"{shown} 读不了：{error.strerror}。 {shown} can't be read: {error.strerror}."
        return Entry(path, place, reason="missing", sentence=sentence)
    if S_ISLNK(status.st_mode):
        return Entry(path, place, reason="link")
    if not S_ISREG(status.st_mode):
        sentence = f"{shown} 不是普通文件。 {shown} is no regular file."
        return Entry(path, place, reason="unsupported", sentence=sentence)
    return Entry(path, place, status.st_size, status.st_mtime_ns)


def _left_out(name: str) -> bool:
    return name.startswith((".", "~$")) or name.lower() in _NOISE


def _misplaced(place: str, root: Path) -> DataError:
    return DataError(
        f"权限文件只能放在索引的根目录 {root}，不能是 {place}；请把规则并到一处。没有索引任何内容。 "
        f"A permissions file belongs into the indexed folder {root} itself, not to {place}; put all rules into one. "
        "Nothing was indexed."
    )


def _unlisted(path: str, error: OSError) -> str:
    return (
        f"文件夹 {path} 打不开（{error.strerror}）；其中以前索引的内容保留不变。 "
        f"Folder {path} can't be opened ({error.strerror}); what was indexed from it stays as it was."
    )
