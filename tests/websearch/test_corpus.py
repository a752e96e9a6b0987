import importlib.util
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.schema import Tables
from pilothouse.retrieval.versions import StaleIndex
from pilothouse.websearch.corpus import TABLE, Corpus
from pilothouse.websearch.query import read_query

from ..terminal import EMBEDDER
from .corpora import corpus, page, shelf, written


class Renamed:
    """The same embedder under another name."""

    id = "another@1"
    dimension = EMBEDDER.dimension

    def embed(self, texts: Any) -> Any:
        return EMBEDDER.embed(texts)

    def to_dict(self) -> dict[str, Any]:
        return EMBEDDER.to_dict()


def urls(pages: Corpus, query: str = "风扇 水壶") -> set[str]:
    return {found.page.url for found in pages.find(read_query(query))}


def reopened(pages: Corpus, embedder: Any = EMBEDDER, sample: Any = None) -> Corpus:
    folder = pages.path.parent.parent
    return Corpus(pages.path, embedder, [folder / "pages-a.jsonl"] if sample is None else sample)


def test_that_the_sample_is_there_at_once_and_once_only(tmp_path: Path) -> None:
    first = corpus(tmp_path, shelf())
    assert (len(first), first.holds) == (14, "sample")
    again = reopened(first)
    again.ready()
    assert again.store.revision == first.store.revision
    assert again.version == first.version != ""


def test_that_a_changed_sample_and_another_embedder_index_the_sample_again(tmp_path: Path) -> None:
    first = corpus(tmp_path, shelf())
    version = first.version
    written(tmp_path / "pages-a.jsonl", shelf()[:5])
    changed = reopened(first)
    changed.ready()
    assert len(changed) == 5
    assert changed.version != version
    other = reopened(first, Renamed())
    other.ready()
    assert other.store.version().embedder == "another@1"


def test_that_own_pages_replace_the_sample_and_the_sample_comes_back_only_when_meant(tmp_path: Path) -> None:
    pages = corpus(tmp_path, shelf())
    own = written(tmp_path / "own.jsonl", [page(50, "蒲公英吸顶灯 评测"), page(51, "吸顶灯 两年", date=None)])
    report = pages.index(own)
    assert (report.pages, report.domains, report.undated, report.replaced) == (2, 2, 1, "sample")
    assert report.as_dict()["version"] == pages.version
    assert urls(pages, "吸顶灯") == {"https://site50.example/p/50", "https://site51.example/p/51"}
    again = reopened(pages)
    again.ready()
    assert (again.holds, len(again)) == ("own", 2)
    with pytest.raises(UsageError):
        pages.restore()
    assert len(pages) == 2
    assert pages.restore(replace_own=True).sample
    assert len(again) == 14


def test_that_a_faulty_file_changes_nothing(tmp_path: Path) -> None:
    pages = corpus(tmp_path, shelf())
    before = (pages.version, pages.store.revision)
    for lines in ([page(60, "台灯"), "{"], []):
        with pytest.raises(DataError):
            pages.index(written(tmp_path / "own.jsonl", lines))
    assert (pages.version, pages.store.revision) == before


def test_that_lost_pages_of_ones_own_are_not_taken_for_a_new_home(tmp_path: Path) -> None:
    pages = corpus(tmp_path, shelf())
    pages.index(written(tmp_path / "own.jsonl", [page(50, "吸顶灯")]))
    pages.close()
    for path in pages.path.parent.glob("shopping.db*"):
        path.unlink()
    lost = reopened(pages)
    with pytest.raises(DataError, match="index shopping"):
        lost.ready()
    lost.restore()
    reopened(pages).ready()


def test_that_own_pages_of_another_embedder_or_layout_ask_to_be_imported_again(tmp_path: Path) -> None:
    pages = corpus(tmp_path, shelf())
    own = written(tmp_path / "own.jsonl", [page(50, "吸顶灯")])
    pages.index(own)
    with pytest.raises(StaleIndex, match="index shopping"):
        reopened(pages, Renamed()).ready()
    with pages.store.reading() as connection:
        tables = Tables.named(TABLE)
        tables.note(connection, data="own:0:abc")
    with pytest.raises(StaleIndex, match="index shopping"):
        reopened(pages).ready()
    reopened(pages).index(own)
    reopened(pages).ready()


def test_that_words_of_another_tokenizer_are_made_anew(tmp_path: Path) -> None:
    pages = corpus(tmp_path, shelf())
    with pages.store.reading() as connection:
        Tables.named(TABLE).note(connection, tokenizer="older@0")
    again = reopened(pages)
    again.ready()
    assert again.store.version().tokenizer != "older@0"
    assert urls(again)


def test_that_a_faulty_line_of_the_sample_costs_that_line_alone(tmp_path: Path) -> None:
    written(tmp_path / "pages-a.jsonl", [*shelf(), "{", "null"])
    pages = Corpus(tmp_path / "home" / "shopping.db", EMBEDDER, [tmp_path / "pages-a.jsonl"])
    pages.ready()
    assert len(pages) == 14


def test_that_two_programs_in_a_new_home_index_the_sample_once(tmp_path: Path) -> None:
    written(tmp_path / "pages-a.jsonl", shelf())
    code = f"""
        import sys
        from pathlib import Path
        from pilothouse.embedding.use import EmbeddedEmbedder
        from pilothouse.websearch.corpus import Corpus
        pages = Corpus({str(tmp_path / "home" / "shopping.db")!r}, EmbeddedEmbedder(),
                       [Path({str(tmp_path / "pages-a.jsonl")!r})])
        print("here", flush=True)
        sys.stdin.readline()
        pages.ready()
        print(len(pages), pages.store.revision)
    """
    command = [sys.executable, "-c", dedent(code)]
    both = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for run in both:
        assert run.stdout is not None
        assert run.stdout.readline() == "here\n"
    results = [run.communicate("\n", timeout=60) for run in both]
    assert [out for out, _ in results] == ["14 1\n", "14 1\n"], results


def test_that_a_killed_import_leaves_the_old_pages_or_the_new_ones(tmp_path: Path) -> None:
    forking = _forking()
    pages = corpus(tmp_path, shelf())
    EMBEDDER.embed([f"灯 {n}" for n in range(3)])
    pages.close()
    seen = []
    for number, (name, turn) in enumerate([("add", 3), ("add_vectors", 5), ("state", 1), ("changed", 1)]):
        own = written(tmp_path / f"own{number}.jsonl", [page(50 + n, f"吸顶灯 {number} {n}") for n in range(8)])
        for when in ("before", "after"):

            def work(say: Any, when: str = when, name: str = name, turn: int = turn, own: Path = own) -> None:
                from pilothouse.retrieval import store

                say("begun")
                forking.die(store.Writer, name, when, turn)
                reopened(pages).index(own)

            _, died = forking.told(work)
            assert died
            now = reopened(pages)
            now.ready()
            seen.append((now.holds, len(now)))
            now.close()
    assert set(seen) <= {("sample", 14), ("own", 8)}
    assert ("sample", 14) in seen
    reopened(pages).index(tmp_path / "own0.jsonl")


def test_that_an_import_killed_after_its_end_is_whole(tmp_path: Path) -> None:
    pages = corpus(tmp_path, shelf())
    own = written(tmp_path / "own.jsonl", [page(50, "吸顶灯")])
    pages.close()
    pid = os.fork()
    if pid == 0:
        reopened(pages).index(own)
        os.kill(os.getpid(), signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    now = reopened(pages)
    now.ready()
    assert (now.holds, len(now)) == ("own", 1)
    assert json.loads(pages.path.with_suffix(".json").read_text()) == {"sample": False}


def _forking() -> Any:
    path = Path(__file__).parents[2] / "benchmarks" / "forking.py"
    spec = importlib.util.spec_from_file_location("forking", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
