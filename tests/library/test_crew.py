"""Several processes at the work."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from pilothouse.embedding.use import EmbeddedEmbedder

from .helpers import GUEST, corpus, ids, opened, state, write

FILES = {f"{n}.md": f"# 第{n}章\n\n第{n}章规定，{'出差' * n}须提前{n}天申请。\n" for n in range(40)}


def test_that_processes_write_what_one_would_write(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": "rules:\n- {path: 1*.md, allow: hr}\n"})
    corpus(root / "c.jsonl", *({"id": f"r{n}", "text": f"记录{n}"} for n in range(40)), {"id": "bad"})
    (root / "noise.docx").write_bytes(b"PK\x03\x04" + bytes(range(200)))
    states = []
    for workers in (0, 2):
        with opened(tmp_path / str(workers), EmbeddedEmbedder()) as library:
            report = library.index([root], workers=workers)
            assert (report.added, len(report.skipped)) == (80, 2)
            assert len(ids(library)) == 69
            states.append(state(library))
            assert library.index([root], workers=workers).unchanged == 80
    one, other = states
    assert one["documents"] == other["documents"]
    assert one["chunks"].keys() == other["chunks"].keys()
    for id_, (content, meta, vector) in one["chunks"].items():
        assert (content, meta) == other["chunks"][id_][:2]
        assert vector == pytest.approx(other["chunks"][id_][2], abs=1e-3)


def test_that_a_file_that_kills_its_process_is_skipped_alone(tmp_path: Path) -> None:
    # What the processes import on their way: a fault that no Python code catches.
    code = """
        import sys
        if 'pilothouse.retrieval.library.worker' in str(sys.orig_argv):
            import os, signal
            import pilothouse.retrieval.documents.reading as reading
            inner = reading.read_document
            def read(path, limits=None):
                if path.name == '3.md':
                    os.kill(os.getpid(), signal.SIGSEGV)
                return inner(path)
            reading.read_document = read
    """
    site = write(tmp_path / "site", {"sitecustomize.py": dedent(code)})
    root = write(tmp_path / "handbook", FILES)
    sys.path.insert(0, str(site))
    try:
        with opened(tmp_path, EmbeddedEmbedder()) as library:
            report = library.index([root], workers=1)
            assert [Path(item.path).name for item in report.skipped] == ["3.md"]
            assert report.added == 39
            assert library.document("handbook/4.md", GUEST) is not None
            state(library)
    finally:
        sys.path.remove(str(site))
