"""Evaluations kept in the home directory, so that runs can be compared later."""

from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pilothouse.contracts.errors import PilothouseError
from pilothouse.evaluation.report import Report, read_report

FOLDER = "evaluations"
MOST = 200  # runs kept
LARGEST = 50_000_000  # bytes of a file that is read back

log = logging.getLogger(__name__)
_NAME = re.compile(r"[a-z]{1,40}-(\d{8}T\d{12}Z)\.json")
_STAMP = "%Y%m%dT%H%M%S%fZ"


@dataclass(frozen=True)
class Run:
    """An evaluation that was made ``at`` some time."""

    at: datetime
    report: Report

    @property
    def dataset(self) -> str:
        """The name of the question file, without the folders that it was in."""
        return Path(str(self.report.facts.get("dataset", ""))).name


def keep(report: Report, home: Path, at: datetime | None = None) -> Path | None:
    """Write the report below ``home``, whole or not at all. Never raises: the result of a long run is worth more than
    its copy; ``None`` when it could not be written."""
    folder = home / FOLDER
    assistant = re.sub(r"[^a-z]", "", str(report.facts.get("assistant", "")))[:40] or "assistant"
    path = folder / f"{assistant}-{(at or datetime.now(UTC)).astimezone(UTC).strftime(_STAMP)}.json"
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(report.as_dict(), file, ensure_ascii=False)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
        for _, old in _files(folder)[MOST:]:
            old.unlink(missing_ok=True)
    except (OSError, ValueError, TypeError) as error:
        log.warning("The evaluation is not kept in %s: %s", folder, error)
        return None
    return path


def runs(home: Path, most: int = 12) -> tuple[Run, ...]:
    """The newest evaluations first. Files that can't be read are left out."""
    found = []
    for at, path in _files(home / FOLDER):
        try:
            if path.stat().st_size <= LARGEST:
                found.append(Run(at, read_report(path)))
        except (OSError, PilothouseError) as error:
            log.warning("An evaluation can't be read: %s", error)
        if len(found) == most:
            break
    return tuple(found)


def before(run: Run, others: tuple[Run, ...]) -> Run | None:
    """The latest earlier run with the same assistant and questions."""
    same = (run.report.facts.get("assistant"), run.report.facts.get("dataset"))
    return next(
        (
            other
            for other in others
            if other.at < run.at and (other.report.facts.get("assistant"), other.report.facts.get("dataset")) == same
        ),
        None,
    )


def _files(folder: Path) -> list[tuple[datetime, Path]]:
    """The newest first."""
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        named = _NAME.fullmatch(path.name)
        if named and path.is_file() and not path.is_symlink():
            try:
                found.append((datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC), path))
            except ValueError:
                continue
    return sorted(found, reverse=True)
