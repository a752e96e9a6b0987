"""Readers beside an index run, two runs at once, and an index made in another way."""

import threading
from pathlib import Path

import pytest

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.library import Library, components, edition
from pilothouse.retrieval.versions import StaleIndex

from .helpers import GUEST, HybridEngine, LetterEmbedder, corpus, found, ids, opened, state, write


class Waiting(LetterEmbedder):
    """Stops in the middle of a run until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.released = threading.Event(), threading.Event()
        self.armed = False

    def embed(self, texts):  # type: ignore[no-untyped-def]
        if self.armed:
            self.reached.set()
            assert self.released.wait(60)
        return super().embed(texts)


def test_that_readers_go_on_during_a_run_and_a_second_run_is_refused(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {"a.txt": "年假五天。"})
    embedder = Waiting()
    with opened(tmp_path, embedder) as library, opened(tmp_path) as reader:
        library.index([root])
        write(root, {"a.txt": "年假六天。", "b.txt": "病假十天。"})
        embedder.armed = True
        run = threading.Thread(target=library.index, args=([root],))
        run.start()
        try:
            assert embedder.reached.wait(60)
            with pytest.raises(DataError):
                reader.index([root])
            with pytest.raises(DataError):
                reader.remove([root])
            assert "五天" in reader.search("年假", GUEST).passages[0].content
            assert ids(reader) == ["handbook/a.txt"]
        finally:
            embedder.released.set()
            run.join()
        assert "六天" in reader.search("年假", GUEST).passages[0].content
        assert ids(reader) == ["handbook/a.txt", "handbook/b.txt"]
        assert reader.index([root]).unchanged == 2


def test_that_a_search_sees_one_state_while_documents_change(tmp_path: Path) -> None:
    """Both documents always hold the same word; no search may find them disagreeing, or fail."""
    file = tmp_path / "c.jsonl"
    stop = threading.Event()
    faults: list[object] = []

    def read(library: Library) -> None:
        while not stop.is_set():
            try:
                answer = library.search("编号", GUEST, top_k=20, candidates=20)
                texts = {passage.content for passage in answer.passages}
                if len(texts) != 1 or answer.total != 8:
                    faults.append((answer.version, texts))
            except Exception as error:
                faults.append(error)

    def records(n: int) -> list[dict[str, str]]:
        return [{"id": f"d{i}", "text": f"编号{n}"} for i in range(8)]

    with opened(tmp_path) as writer, opened(tmp_path) as reader:
        writer.index([corpus(file, *records(0))])
        threads = [threading.Thread(target=read, args=(reader,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for n in range(1, 15):
            writer.index([corpus(file, *records(n))])
        stop.set()
        for thread in threads:
            thread.join()
    assert faults == []


def test_that_an_index_of_another_embedder_is_refused_and_built_again(tmp_path: Path) -> None:
    one = write(tmp_path / "one", {"a.txt": "年假五天。"})
    two = write(tmp_path / "two", {"b.txt": "病假十天。"})
    with opened(tmp_path) as library:
        library.index([one, two])
    with opened(tmp_path, LetterEmbedder("letters@2")) as library:
        with pytest.raises(StaleIndex, match="pilothouse index knowledge"):
            library.search("年假", GUEST)
        report = library.index([one])
        assert (report.changed, report.removed) == (2, 0)
        assert sorted(ids(library)) == ["one/a.txt", "two/b.txt"]
        assert found(library, "年假")[0] == "one/a.txt"
        assert library.index([one, two]).unchanged == 2
        state(library)
    with opened(tmp_path) as library, pytest.raises(StaleIndex):
        library.search("年假", GUEST)


def test_that_a_rebuild_stopped_halfway_stays_refused_until_it_is_done(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {f"{n}.txt": f"第{n}条" for n in range(40)})

    class Failing(LetterEmbedder):
        left = 20

        def embed(self, texts):  # type: ignore[no-untyped-def]
            self.left -= len(texts)
            if self.left < 0:
                raise DataError("stopped")
            return super().embed(texts)

    with opened(tmp_path) as library:
        library.index([root])
    with opened(tmp_path, Failing("letters@2")) as library, pytest.raises(DataError, match="stopped"):
        library.index([root])
    with opened(tmp_path, LetterEmbedder("letters@2")) as library:
        with pytest.raises(StaleIndex):
            library.search("第3条", GUEST)
        assert library.index([root]).unchanged == 16
        assert len(found(library, "第3条")) == 20
        state(library)


def test_that_another_way_of_cutting_reads_again_without_embedding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "handbook", {"a.txt": "年假五天。"})
    with opened(tmp_path) as library:
        library.index([root])
    monkeypatch.setattr(edition, "CUTTING", "another")
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        with pytest.raises(StaleIndex):
            library.search("年假", GUEST)
        report = library.index([root])
        assert (report.changed, embedder.seen) == (1, [])
        assert found(library, "年假") == ["handbook/a.txt"]


def test_that_a_rebuild_needs_all_sources(tmp_path: Path) -> None:
    one = write(tmp_path / "one", {"a.txt": "甲"})
    two = write(tmp_path / "two", {"b.txt": "乙"})
    with opened(tmp_path) as library:
        library.index([one, two])
    two.rename(tmp_path / "gone")
    with opened(tmp_path, LetterEmbedder("letters@2")) as library:
        with pytest.raises(UsageError, match="two"):
            library.index([one])
        assert library.remove([two]) == 1
        assert library.index([one]).changed == 1
        assert found(library, "甲") == ["one/a.txt"]


def test_that_an_empty_library_answers_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        answer = library.search("年假", GUEST)
        assert (answer.passages, answer.total) == ((), 0)
        assert library.search("  ", GUEST).passages == ()
        assert library.documents(GUEST) == library.departments(GUEST) == ()
        with pytest.raises(ValueError, match="top_k"):
            library.search("年假", GUEST, top_k=0)
        with pytest.raises(UsageError):
            library.index([])


def test_that_a_damaged_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "knowledge.db").write_bytes(b"no database at all" * 500)
    with pytest.raises(DataError):
        Library(tmp_path / "knowledge.db", LetterEmbedder())


def test_that_another_engine_gets_the_filter_before_ranking(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        library.index([write(tmp_path / "h", {"a.txt": "甲"})], allow=["hr"])
        library.index([write(tmp_path / "g", {"b.txt": "乙"})])
        engine = HybridEngine(library)
        library.search_engine = engine  # type: ignore[assignment]
        library.search("甲", GUEST)
        ((_, filters),) = engine.asked
        assert filters["operator"] == "in"
        assert library.store.count_documents_by_filter(filters) == 1
    assert components.SIZE == 400
