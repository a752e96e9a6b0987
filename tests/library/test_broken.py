"""Files that can't be read are skipped with a reason, and the others are indexed."""

import os
import zipfile
from pathlib import Path

import pytest

from pilothouse.retrieval.documents import reading

from .helpers import ids, opened, state, write


def broken(folder: Path) -> set[str]:
    """Files of all sorts of trouble; their names."""
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    (folder / "empty.md").write_bytes(b"")
    (folder / "blank.txt").write_text(" \n\t\n")
    (folder / "cut.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    (folder / "cut.docx").write_bytes(b"PK\x03\x04" + os.urandom(200))
    (folder / "noise.xlsx").write_bytes(os.urandom(5000))
    (folder / "noise.txt").write_bytes(bytes(range(256)) * 20)
    (folder / "program.exe").write_bytes(b"MZ\x90\x00" + bytes(1000))
    (folder / "matter.md").write_text("---\nallow: [hr\n---\n秘密")
    with zipfile.ZipFile(folder / "bomb.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b"0" * 60_000_000)
    os.mkfifo(folder / "pipe.txt")
    (folder / os.fsdecode(b"latin-\xe9.txt")).write_text("x")
    return {os.fsencode(path.name).decode(errors="replace") for path in set(folder.iterdir()) - before}


def test_that_every_broken_file_is_skipped_with_its_reason(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {"good.md": "# 好\n\n这一份没有问题。\n"})
    names = broken(root / "bad")
    with opened(tmp_path) as library:
        report = library.index([root])
        assert ids(library) == ["handbook/good.md"]
        assert {Path(item.path).name for item in report.skipped} == names
        assert all(item.reason and len(item.sentence) > 10 for item in report.skipped)
        again = library.index([root])
        assert (again.skipped, again.unchanged, again.chunks) == (report.skipped, 1, 0)
        skipped = [info for info in library.everything() if info.status == "skipped"]
        assert len(skipped) == len(names)
        state(library)


def test_that_a_document_that_breaks_is_no_longer_answered_from(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {"a.md": "年假五天。", "b.md": "病假十天。"})
    with opened(tmp_path) as library:
        library.index([root])
        write(root, {"a.md": "---\nallow: [\n---\n年假五天。"})
        report = library.index([root])
        assert [item.reason for item in report.skipped] == ["broken"]
        assert ids(library) == ["handbook/b.md"]
        write(root, {"a.md": "年假六天。"})
        report = library.index([root])
        assert (report.added, report.skipped) == (1, ())
        state(library)


def test_that_an_unforeseen_failure_takes_one_document_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(path: Path, limits: object = None) -> object:
        if path.name == "3.txt":
            raise ZeroDivisionError
        return inner(path)

    inner = reading.read_document
    monkeypatch.setattr(reading, "read_document", read)
    root = write(tmp_path / "handbook", {f"{n}.txt": f"第{n}条" for n in range(8)})
    with opened(tmp_path) as library:
        report = library.index([root])
        assert [Path(item.path).name for item in report.skipped] == ["3.txt"]
        assert report.added == 7
        state(library)


def test_that_a_folder_that_cannot_be_listed_keeps_its_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "handbook", {"a.txt": "甲", "hr/b.txt": "乙"})
    with opened(tmp_path) as library:
        library.index([root])
        inner = os.scandir

        def scandir(path: str) -> object:
            if path.endswith("hr"):
                raise PermissionError(13, "Permission denied")
            return inner(path)

        monkeypatch.setattr(os, "scandir", scandir)
        report = library.index([root])
        assert (report.removed, len(report.skipped)) == (0, 1)
        assert len(ids(library)) == 2


def test_that_a_file_that_vanishes_meanwhile_is_reported(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {"a.txt": "甲", "b.txt": "乙"})
    with opened(tmp_path) as library:
        report = library.index([root], progress=lambda done, total: (root / "b.txt").unlink(missing_ok=True))
        assert [item.reason for item in report.skipped] == ["missing"]
        assert library.index([root]).skipped == ()
        assert ids(library) == ["handbook/a.txt"]
