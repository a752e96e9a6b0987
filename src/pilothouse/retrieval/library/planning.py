"""What an index run has to do: the files as they are against the documents as they are kept."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import apsw

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.library.audience import effective
from pilothouse.retrieval.library.job import READ, Job, Reading
from pilothouse.retrieval.library.records import Line, Record, read_lines
from pilothouse.retrieval.library.survey import Scope
from pilothouse.retrieval.library.tables import packed
from pilothouse.retrieval.library.walking import RACY_NS, Entry, walk

AGAIN = frozenset({"no_ocr", "denied", "missing", "duplicate"})  # may have changed without the file
MASS = 20  # documents that an empty folder may not delete at once: more likely it isn't mounted
MAX_BAD = 200  # lines of one corpus that are named


@dataclass(frozen=True, slots=True)
class Kept:
    """A document as the library has it."""

    n: int
    id: str
    path: str
    line: int
    hash: str
    size: int
    mtime: int
    status: str
    reason: str
    sentence: str
    built: str
    dept: str
    allow: str
    own_dept: str
    own_allow: str
    date: str
    source: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file of records and its stamp, noted once all its records are in."""

    root: int
    path: str
    size: int
    mtime: int
    hash: str


@dataclass(slots=True)
class Plan:
    """``readers``: (document, dept, allow) that change; ``facts``: what records say of themselves now; ``refused``
    can't be read; ``changed`` the ids of jobs that replace something."""

    jobs: list[Job] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    readers: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)
    facts: list[tuple[int, Record]] = field(default_factory=list)
    stamps: list[tuple[int, int, int]] = field(default_factory=list)
    refused: list[Reading] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    corpora: list[Corpus] = field(default_factory=list)
    removed: int = 0
    unchanged: int = 0
    described: int = 0
    unmatched: list[str] = field(default_factory=list)


class Planner:
    """Adds to a plan what a scope needs. ``built`` names how chunks are made now; others are made again."""

    def __init__(self, connection: apsw.Connection, built: str) -> None:
        self._connection = connection
        self._built = built
        self.plan = Plan()
        self._met: set[int] = set()  # documents whose source is still there

    def add(self, scope: Scope) -> None:
        """Raises ``DataError`` when a folder with many documents is suddenly empty."""
        known = self._known(scope)
        files = {kept.path: kept for kept in known if not kept.line}
        records: dict[str, list[Kept]] = {}
        for kept in known:
            if kept.line:
                records.setdefault(kept.path, []).append(kept)
        self._met = set()
        paths: list[str] = []
        unknown: list[str] = []
        for entry in walk(scope.root.path, scope.below):
            paths.append(entry.path)
            if entry.folder:
                unknown.append(entry.path)
            if entry.corpus and not entry.reason:
                self._corpus(scope, entry, records.get(entry.path, []))
            else:
                self._entry(scope, entry, files.get(entry.path))
        stays = {kept.n for kept in known if kept.built == self._built and _below(kept.path, unknown)}
        gone = [kept for kept in known if kept.n not in self._met | stays]
        if not paths and sum(kept.status == READ for kept in gone) >= MASS:
            raise DataError(
                f"{scope.root.path} 是空的，而其中索引过 {len(gone)} 份文档；没有删除任何内容。"
                "确实不要了请用 --remove。 "
                f"{scope.root.path} is empty, but {len(gone)} documents were indexed from it; nothing was removed. "
                "Use --remove if you mean it."
            )
        self.plan.gone += [kept.n for kept in gone]
        self.plan.removed += sum(kept.status == READ for kept in gone)
        if not scope.below:
            for rule in scope.permissions.rules:
                prefix = scope.permissions.prefix
                if not prefix and not any(rule.matches(path) for path in paths):
                    self.plan.unmatched.append(rule.path)

    def _entry(self, scope: Scope, entry: Entry, kept: Kept | None) -> None:
        dept, allow = scope.granted(entry.path)
        mtime = _trusted(entry.mtime)
        job = Job(scope.id(entry.path), scope.root.n, entry.path, entry.place, entry.size, mtime, 0, -1, dept, allow)
        if entry.reason:
            self._refuse(Reading(job, reason=entry.reason, sentence=entry.sentence), kept)
            return
        if kept is not None:
            self._met.add(kept.n)
        if kept is None or kept.built != self._built or kept.reason in AGAIN:
            self._do(job, kept)
        elif (kept.size, kept.mtime) == (entry.size, entry.mtime) and kept.mtime:
            self._same(kept, dept, allow)
        elif kept.size == entry.size and kept.hash and kept.hash == digest(entry.place):
            self.plan.stamps.append((kept.n, entry.size, mtime))
            self._same(kept, dept, allow)
        else:
            self._do(job, kept)

    def _corpus(self, scope: Scope, entry: Entry, known: list[Kept]) -> None:
        dept, allow = scope.granted(entry.path)
        row: Any = self._connection.execute(
            "SELECT size, mtime, hash, built FROM library_corpora WHERE root = ? AND path = ?",
            (scope.root.n, entry.path),
        ).fetchone()
        size, mtime, hash_, built = row or (0, 0, "", "")
        again = built != self._built or any(kept.reason in AGAIN for kept in known)
        if not again and mtime and (size, mtime) == (entry.size, entry.mtime):
            self._all_same(known, dept, allow)
            return
        found = digest(entry.place)
        corpus = Corpus(scope.root.n, entry.path, entry.size, _trusted(entry.mtime), found)
        self.plan.corpora.append(corpus)
        if not again and found and found == hash_:
            self._all_same(known, dept, allow)
            return
        base = Job(scope.id(entry.path), scope.root.n, entry.path, entry.place, dept=dept, allow=allow)
        try:
            self._lines(base, {kept.id: kept for kept in known}, read_lines(Path(entry.place)))
        except OSError as error:
            sentence = f"{entry.place} 读不了：{error.strerror}。 {entry.place} can't be read: {error.strerror}."
            self.plan.corpora.remove(corpus)
            self._met |= {kept.n for kept in known}
            self._refuse(Reading(base, reason="denied", sentence=sentence), None)

    def _lines(self, base: Job, known: dict[str, Kept], lines: Iterator[Line]) -> None:
        bad = 0
        for line in lines:
            record = line.record
            if record is None:
                bad += 1
                if bad <= MAX_BAD:
                    id_ = f"{base.id}:{line.number}"
                    job = replace(base, id=id_, line=line.number, offset=line.offset)
                    self._refuse(Reading(job, reason="broken", sentence=line.sentence), known.get(id_))
                continue
            kept = known.get(record.id)
            if kept is not None:
                self._met.add(kept.n)
            job = replace(base, id=record.id, line=line.number, offset=line.offset, size=len(record.text.encode()))
            said = None if kept is None else replace(kept, **_said(record))
            if kept is None or said is None or _outdated(kept, self._built, record.hash):
                self._do(job, said)
                continue
            if said != kept:
                self.plan.facts.append((kept.n, record))
            self._same(said, base.dept, base.allow, described=said != kept)
        if bad > MAX_BAD:
            job = replace(base, id=f"{base.id}:…", line=1)
            sentence = f"另有 {bad - MAX_BAD} 行看不懂。 {bad - MAX_BAD} more lines can't be understood."
            self._refuse(Reading(job, reason="broken", sentence=sentence), known.get(job.id))

    def _refuse(self, reading: Reading, kept: Kept | None) -> None:
        if kept is not None and (kept.reason, kept.sentence) == (reading.reason, reading.sentence):
            self._met.add(kept.n)
            self._same(kept, reading.job.dept, reading.job.allow)
        else:
            self.plan.refused.append(reading)

    def _do(self, job: Job, kept: Kept | None) -> None:
        self.plan.jobs.append(job)
        if kept is not None and kept.status == READ:
            self.plan.changed.add(job.id)
            # Until it is read again the old text stands, but for those only who may read it now.
            self._readers(kept, job.dept, job.allow)

    def _all_same(self, known: list[Kept], dept: str, allow: tuple[str, ...]) -> None:
        for kept in known:
            self._met.add(kept.n)
            self._same(kept, dept, allow)

    def _same(self, kept: Kept, dept: str, allow: tuple[str, ...], described: bool = False) -> None:
        described |= self._readers(kept, dept, allow)
        if kept.status == READ:
            self.plan.described += described
            self.plan.unchanged += not described

    def _readers(self, kept: Kept, dept: str, allow: tuple[str, ...]) -> bool:
        """Whether department or readers of a document have changed; then that is planned."""
        dept, readers = kept.own_dept or dept, effective(json.loads(kept.own_allow), allow)
        changed = (kept.dept, kept.allow) != (dept, packed(readers))
        if changed:
            self.plan.readers.append((kept.n, dept, readers))
        return changed

    def _known(self, scope: Scope) -> list[Kept]:
        columns = ", ".join(Kept.__dataclass_fields__)
        rows: Any = self._connection.execute(
            f"SELECT {columns} FROM library_documents WHERE root = ? ORDER BY n", (scope.root.n,)
        )
        return [kept for row in rows if _below((kept := Kept(*row)).path, [scope.below])]


def _outdated(kept: Kept, built: str, hash_: str) -> bool:
    return kept.built != built or kept.hash != hash_ or kept.reason in AGAIN


def _said(record: Record) -> dict[str, Any]:
    return {
        "date": record.date,
        "source": record.url or record.id,
        "own_dept": record.dept,
        "own_allow": packed(record.allow),
    }


def digest(place: str) -> str:
    """Of the file's bytes; empty when it can't be read."""
    try:
        with open(place, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NOFOLLOW)) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _trusted(mtime: int) -> int:
    return mtime if time.time_ns() - mtime > RACY_NS else 0


def _below(path: str, folders: list[str]) -> bool:
    return any(not folder or path == folder or path.startswith(f"{folder}/") for folder in folders)
