"""The folders of the knowledge base: the sample's, and the home's, whose files win. Read anew when a file changed."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from pilothouse.assistants.tutor.lore.page import Origin, Page, read_page
from pilothouse.contracts.errors import DataError, UsageError

FOLDER = "kb"  # in the home directory
SUFFIX = ".md"
LARGEST = 1_000_000  # bytes
_NAME = re.compile(r"[\w\u4e00-\u9fff][\w\u4e00-\u9fff.-]{0,79}")
_Stamp = tuple[int, int, int, int]


def sample_folder() -> Path:
    """The knowledge base that ships with the package."""
    return Path(__file__).resolve().parent.parent / "sample" / FOLDER


class Folder:
    """``SUBJECT/TOPIC.md`` below ``sample`` and ``own``. A file of one's own that has no text hides the sample's of the
    same name. Thread-safe; other processes may change files at any time."""

    def __init__(self, own: Path, sample: Path | None) -> None:
        self.own = own
        self.sample = sample
        self._read: dict[Path, tuple[_Stamp, Page]] = {}
        self._lock = Lock()
        self._version: tuple[tuple[tuple[str, _Stamp], ...], str] = ((), "")

    def pages(self) -> dict[str, Page]:
        """What there is to be found now, by topic."""
        return self.state()[1]

    def state(self) -> tuple[str, dict[str, Page]]:
        """The version, equal for equal content, and the pages. A look at each file, reading only what changed."""
        with self._lock:
            files: dict[str, tuple[Path, _Stamp, Origin]] = {}
            origins: tuple[tuple[Origin, Path | None], ...] = (("sample", self.sample), ("own", self.own))
            for origin, root in origins:
                if root is not None:
                    files |= {topic: (path, stamp, origin) for topic, path, stamp in _files(root)}
            key = tuple((str(path), stamp) for path, stamp, _ in files.values())
            found: dict[str, Page] = {}
            for topic in sorted(files):
                page = self._page(topic, *files[topic])
                if page is not None and page.text.strip():
                    found[topic] = page
            if self._version[0] != key or not self._version[1]:
                self._version = (key, _digest(found))
            self._read = {path: self._read[path] for path, _, _ in files.values() if path in self._read}
            return self._version[1], found

    def write(self, topic: str, text: str) -> Path:
        """Put a file of one's own in place, whole or not at all. Raises ``UsageError`` and ``DataError``."""
        path = self.own / (checked_topic(topic) + SUFFIX)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".partial")
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(partial, path)
            except BaseException:
                Path(partial).unlink(missing_ok=True)
                raise
        except (OSError, UnicodeEncodeError) as error:
            raise DataError(
                f"写不进 {path}（{getattr(error, 'strerror', None) or error}），没有改动任何内容。 "
                "It can't be written; nothing was changed. Check disk space and permissions."
            ) from error
        return path

    def remove(self, topic: str) -> None:
        """Take a topic away: delete one's own file, hide the sample's. Raises ``UsageError`` when there is none."""
        if checked_topic(topic) not in self.pages():
            raise unknown(topic)
        if self.sample is not None and (self.sample / (topic + SUFFIX)).is_file():
            self.write(topic, "")
            return
        try:
            (self.own / (topic + SUFFIX)).unlink(missing_ok=True)
        except OSError as error:
            raise DataError(f"删不掉 {topic}：{error}。 {topic} can't be removed: {error}.") from error

    def _page(self, topic: str, path: Path, stamp: _Stamp, origin: Origin) -> Page | None:
        known = self._read.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            data = path.read_bytes()
        except OSError:
            return None  # gone, or not ours to read: others still count
        page = read_page(topic, data.decode("utf-8-sig", errors="replace"), origin)
        self._read[path] = (stamp, page)
        return page


def checked_topic(topic: str) -> str:
    """``topic`` if it is ``SUBJECT/NAME``. Raises ``UsageError``."""
    parts = topic.removesuffix(SUFFIX).split("/")
    if len(parts) != 2 or not all(_NAME.fullmatch(part) for part in parts):
        raise UsageError(
            f"主题 {topic[:80]!r} 不合规，应写成 学科/主题，如 math/chicken-rabbit。 "
            f"Topic {topic[:80]!r} is not valid: write SUBJECT/TOPIC, for instance math/chicken-rabbit."
        )
    return "/".join(parts)


def unknown(topic: str) -> UsageError:
    return UsageError(
        f"知识库里没有 {topic!r}；用 pilothouse lore list 查看。 There is no {topic!r}; see pilothouse lore list."
    )


def _files(root: Path) -> Iterator[tuple[str, Path, _Stamp]]:
    for folder in _listed(root):
        if not folder.is_dir() or not _NAME.fullmatch(folder.name):
            continue
        for entry in _listed(Path(folder.path)):
            name = entry.name.removesuffix(SUFFIX)
            if not entry.name.endswith(SUFFIX) or not _NAME.fullmatch(name):
                continue
            try:
                status = entry.stat()
            except OSError:
                continue
            if entry.is_file() and status.st_size <= LARGEST:
                stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
                yield f"{folder.name}/{name}", Path(entry.path), stamp


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _digest(pages: dict[str, Page]) -> str:
    state = hashlib.sha256()
    for topic, page in pages.items():
        state.update(f"{topic}\0{page.title}\0{len(page.text)}\0{page.text}\0".encode("utf-8", "replace"))
    return state.hexdigest()[:12]
