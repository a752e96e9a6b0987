"""Files that users send: what they may be called, and where they are put."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import time
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path, PurePosixPath

from fastapi import UploadFile

from pilothouse.server.errors import ApiError

FOLDER = "uploads"
LONGEST = 180  # bytes of a name, in UTF-8; file systems take 255
STALE_S = 86_400
_BLOCK = 1 << 20
_BAD = re.compile(r'[<>:"|?*]')
_DEPT = re.compile(r"[\w\-]{0,64}")


def safe_name(given: str | None, kinds: Collection[str]) -> str:
    """The last part of a file's name, without anything that a file system, a terminal or a page could take otherwise.

    Raises ``ApiError`` 422 when nothing is left, or for a kind of file that isn't taken (``kinds`` are suffixes).
    """
    last = PurePosixPath(unicodedata.normalize("NFC", given or "").replace("\\", "/")).name
    cleaned = "".join(filter(str.isprintable, _BAD.sub("", last))).strip(". ")
    stem, dot, suffix = cleaned.rpartition(".")
    if not stem.strip() or not dot:
        raise ApiError(
            422, "bad_name", "文件名不可用：须有名字和扩展名。 A file needs a name with an ending.", param="file"
        )
    if f".{suffix.lower()}" not in kinds:
        shown = "、".join(sorted(kinds))
        raise ApiError(
            422, "unsupported_file", f"不支持 .{suffix[:20]} 文件；可用：{shown}。 Files may be: {shown}.", param="file"
        )
    room = LONGEST - len(suffix.encode()) - 1
    if len(stem.encode()) > room:
        mark = hashlib.sha256(stem.encode()).hexdigest()[:8]
        stem = stem.encode()[: room - 9].decode("utf-8", "ignore") + f"~{mark}"
    return f"{stem}.{suffix.lower()}"


def safe_dept(given: str) -> str:
    """A department as a folder's name. Raises ``ApiError`` 422."""
    if not _DEPT.fullmatch(given.strip()):
        raise ApiError(
            422,
            "bad_department",
            "部门名只能含字母、数字、汉字、_ 和 -。 A department's name is one word.",
            param="dept",
        )
    return given.strip()


class Uploads:
    """The folder of a home where uploaded files lie."""

    def __init__(self, home: Path) -> None:
        self._root = home / FOLDER

    async def receive(self, files: Collection[UploadFile], kinds: Collection[str]) -> list[Path]:
        """Store files in a new folder of their own. Raises ``ApiError`` 422 for their names."""
        names = [safe_name(file.filename, kinds) for file in files]
        if len({name.casefold() for name in names}) < len(names):
            raise ApiError(422, "same_name", "有重名的文件。 Two files have the same name.", param="file")
        folder = self._root / "incoming" / secrets.token_hex(12)
        folder.mkdir(mode=0o700, parents=True)
        paths = []
        try:
            for file, name in zip(files, names, strict=True):
                paths.append(folder / name)
                descriptor = os.open(paths[-1], os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
                with os.fdopen(descriptor, "wb") as out:
                    while block := await file.read(_BLOCK):
                        out.write(block)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return paths

    def keep(self, received: Collection[Path], dept: str) -> list[Path]:
        """Move received files to the documents of a department, each in place of an earlier one of its name."""
        folder = self._root / "documents" / (dept or "_")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = []
        for path in received:
            kept.append(folder / path.name)
            path.replace(kept[-1])
        return kept

    def drop(self, received: Collection[Path]) -> None:
        """Delete what was received and is not kept."""
        for folder in {path.parent for path in received}:
            shutil.rmtree(folder, ignore_errors=True)

    def delete(self, path: Path) -> bool:
        """Delete a kept document; files that lie elsewhere stay."""
        resolved, root = path.resolve(), (self._root / "documents").resolve()
        if root not in resolved.parents or not resolved.is_file():
            return False
        resolved.unlink()
        return True

    def sweep(self) -> None:
        """Delete what was received a day ago and never came to use."""
        for folder in (self._root / "incoming").glob("*"):
            with suppress(OSError):
                if time.time() - folder.stat().st_mtime > STALE_S:
                    shutil.rmtree(folder, ignore_errors=True)
