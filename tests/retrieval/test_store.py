from __future__ import annotations

import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import numpy as np
import pytest
from haystack.dataclasses import ByteStream, Document, SparseEmbedding
from haystack.document_stores.types import DuplicatePolicy

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import SCHEMA, IndexVersion, StaleIndex


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


def ids(documents: list[Document]) -> list[str]:
    return [document.id for document in documents]


def test_a_document_comes_back_as_it_was_written(path: Path) -> None:
    document = Document(
        id="1",
        content="a\x00b 麻辣",
        blob=ByteStream(b"\x00\xff", meta={"page": 1}, mime_type="image/png"),
        meta={"价格": 38.5, "nested": {"a": [1, None, True]}, "big": 10**30},
        sparse_embedding=SparseEmbedding([1, 5], [0.5, 0.25]),
    )
    SQLiteDocumentStore(path).write_documents([document])
    assert SQLiteDocumentStore(path).filter_documents() == [document]


@pytest.mark.parametrize("meta", [{"a": object()}, {"a": float("nan")}, {"a": "\ud800"}])
def test_what_json_cannot_hold_is_refused_and_nothing_is_written(meta: dict[str, object]) -> None:
    store = SQLiteDocumentStore()
    with pytest.raises(ValueError, match="'bad'"):
        store.write_documents([Document(id="good", content="x"), Document(id="bad", content="x", meta=meta)])
    assert store.count_documents() == 0


def test_search_results_carry_scores_and_no_vectors() -> None:
    store = SQLiteDocumentStore()
    store.write_documents([Document(id="1", content="米饭", meta={"name": "米饭"}, embedding=[3.0, 4.0])])
    for found in (store.keyword_search("米饭"), store.vector_search([3.0, 4.0]), store.exact_search("米饭")):
        assert ids(found) == ["1"]
        assert found[0].embedding is None
        assert found[0].score is not None
    assert store.vector_search([3.0, 4.0])[0].score == pytest.approx(1.0)


def test_vectors_rank_by_angle_not_by_length() -> None:
    store = SQLiteDocumentStore()
    store.write_documents(
        [
            Document(id="long", content="x", embedding=[90.0, 90.0]),
            Document(id="near", content="x", embedding=[0.1, 0.0]),
        ]
    )
    assert ids(store.vector_search([1.0, 0.1])) == ["near", "long"]


def test_zero_vectors_are_neither_found_nor_nan() -> None:
    store = SQLiteDocumentStore()
    store.write_documents(
        [Document(id="zero", content="x", embedding=[0.0, 0.0]), Document(id="one", content="x", embedding=[1.0, 0.0])]
    )
    assert [(document.id, document.score) for document in store.vector_search([1.0, 0.0])] == [("one", 1.0)]
    assert store.vector_search([0.0, 0.0]) == []


def test_the_best_window_counts_and_each_document_comes_once() -> None:
    store = SQLiteDocumentStore()
    documents = [Document(id=str(number), content="x") for number in range(30)]
    windows = {str(number): np.eye(8)[[number % 8] * 40] + 0.01 * number for number in range(30)}
    store.replace_all(documents, windows)
    found = store.vector_search(np.eye(8)[3], top_k=12)
    assert len(set(ids(found))) == 12
    assert ids(found)[:2] == ["3", "11"]


def test_windows_replace_the_vectors_that_a_document_had() -> None:
    store = SQLiteDocumentStore()
    store.write_documents([Document(id="1", content="x", embedding=[1.0, 0.0])])
    store.write_windows({"1": [[0.0, 1.0], [0.6, 0.8]]})
    assert store.vector_search([1.0, 0.0])[0].score == pytest.approx(0.6)
    with pytest.raises(KeyError):
        store.write_windows({"unknown": [[0.0, 1.0]]})


def test_filters_decide_who_takes_part_before_the_ranking() -> None:
    store = SQLiteDocumentStore()
    secret = [
        Document(id=f"s{n}", content="工资 工资", meta={"name": "工资", "scopes": ["hr"]}, embedding=[1.0, 0.0])
        for n in range(50)
    ]
    public = Document(id="p", content="工资 发放日 说明", meta={"name": "工资说明", "scopes": []}, embedding=[0.0, 1.0])
    store.write_documents([*secret, public])
    allowed = {"field": "meta.scopes", "operator": "within", "value": ["member"]}
    assert ids(store.keyword_search("工资", allowed, 3)) == ["p"]
    assert ids(store.vector_search([1.0, 0.0], allowed, 3)) == ["p"]
    assert ids(store.exact_search("工资", allowed, 3)) == ["p"]


def test_deleted_and_changed_documents_leave_no_traces() -> None:
    store = SQLiteDocumentStore()
    store.write_documents([Document(id="1", content="旧菜", meta={"name": "旧菜"}, embedding=[1.0, 0.0])])
    store.write_documents(
        [Document(id="1", content="新品", meta={"name": "新品"}, embedding=[0.0, 1.0])], DuplicatePolicy.OVERWRITE
    )
    assert store.keyword_search("旧菜") == store.exact_search("旧菜") == []
    assert len(store.vector_search([1.0, 0.0])) == 1
    store.update_by_filter({"field": "id", "operator": "==", "value": "1"}, {"name": "改名"})
    assert store.exact_search("新品") == []
    assert ids(store.exact_search("改名")) == ["1"]
    store.delete_documents(["1"])
    assert store.keyword_search("新品") == store.exact_search("改名") == store.vector_search([0.0, 1.0]) == []


def test_vectors_of_another_dimension_are_refused_until_all_is_replaced() -> None:
    store = SQLiteDocumentStore()
    store.write_documents([Document(id="1", content="x", embedding=[1.0, 0.0])])
    with pytest.raises(DataError, match="dimensions"):
        store.write_documents([Document(id="2", content="x", embedding=[1.0, 0.0, 0.0])])
    with pytest.raises(StaleIndex):
        store.vector_search([1.0, 0.0, 0.0])
    store.replace_all([Document(id="2", content="x", embedding=[1.0, 0.0, 0.0])])
    assert ids(store.vector_search([1.0, 0.0, 0.0])) == ["2"]


def test_an_index_of_other_data_or_another_model_is_refused_by_name(path: Path) -> None:
    store = SQLiteDocumentStore(path)
    store.replace_all([Document(id="1", content="x")], version=IndexVersion.now("menu-1", "use@1"))
    store.check(IndexVersion(data="menu-1", embedder="use@1"))
    with pytest.raises(StaleIndex, match="data is 'menu-1' instead of 'menu-2'") as caught:
        store.check(IndexVersion(data="menu-2", embedder="use@2"))
    assert set(caught.value.differences) == {"data", "embedder"}


def test_a_failed_replacement_changes_nothing() -> None:
    store = SQLiteDocumentStore()
    store.replace_all([Document(id="1", content="x")], version=IndexVersion.now("old", ""))
    with pytest.raises(ValueError, match="finite"):
        store.replace_all(
            [Document(id="2", content="x", embedding=[float("inf")])], version=IndexVersion.now("new", "")
        )
    assert ids(store.filter_documents()) == ["1"]
    assert store.version().data == "old"


def test_two_tables_in_one_file_do_not_meet(path: Path) -> None:
    first, second = SQLiteDocumentStore(path, "dishes"), SQLiteDocumentStore(path, "pages")
    first.write_documents([Document(id="1", content="米饭", embedding=[1.0])])
    second.write_documents([Document(id="2", content="米饭", embedding=[1.0, 0.0])])
    assert ids(first.keyword_search("米饭")) == ["1"]
    assert ids(second.vector_search([1.0, 0.0])) == ["2"]
    with pytest.raises(ValueError, match="table"):
        SQLiteDocumentStore(path, "x; DROP TABLE dishes")


def test_a_store_survives_its_dictionary(path: Path) -> None:
    store = SQLiteDocumentStore(path, "dishes", term_fields=["name"])
    assert SQLiteDocumentStore.from_dict(store.to_dict()).to_dict() == store.to_dict()


def test_threads_read_and_write_side_by_side(path: Path) -> None:
    store = SQLiteDocumentStore(path)

    def work(number: int) -> int:
        store.write_documents([Document(id=str(number), content=f"菜{number}", embedding=[1.0, float(number)])])
        return len(store.keyword_search("菜")) + len(store.vector_search([1.0, 1.0]))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(40)))
    assert store.count_documents() == 40


# --- what can be wrong with a file ---


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"not a database" * 500)
    with pytest.raises(DataError, match="damaged"):
        SQLiteDocumentStore(path)


def test_a_damaged_file_is_refused(path: Path) -> None:
    store = SQLiteDocumentStore(path)
    store.write_documents([Document(id=str(n), content="米饭" * 200, embedding=[1.0, 2.0]) for n in range(200)])
    store.close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(DataError, match="build the index again"):
        SQLiteDocumentStore(path).filter_documents()


def test_a_file_of_a_newer_program_is_refused(path: Path) -> None:
    SQLiteDocumentStore(path).close()
    with apsw.Connection(str(path)) as connection:
        connection.execute("UPDATE documents_facts SET value = ? WHERE name = 'schema'", (str(SCHEMA + 1),))
    connection.close()
    with pytest.raises(DataError, match="newer program"):
        SQLiteDocumentStore(path)


@pytest.mark.parametrize("folder", ["/proc/nowhere", "/dev/null"])
def test_a_directory_that_cannot_be_written_is_explained(folder: str) -> None:
    with pytest.raises(DataError, match="check the directory") as caught:
        SQLiteDocumentStore(f"{folder}/index.db")
    assert "请检查目录" in str(caught.value)


FILL = """
import resource, sys
from haystack.dataclasses import Document
from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.store import SQLiteDocumentStore
store = SQLiteDocumentStore(sys.argv[1])
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
try:
    store.replace_all([Document(id=f"new{n}", content="米饭" * 300) for n in range(1000)])
except DataError as error:
    print(error)
    print([document.id for document in store.filter_documents()])
"""


def test_a_full_disk_is_explained_and_keeps_the_old_content(path: Path) -> None:
    store = SQLiteDocumentStore(path)
    store.write_documents([Document(id="old", content="x")])
    store.close()
    ended = subprocess.run([sys.executable, "-c", FILL, str(path)], capture_output=True, text=True, check=True)
    assert "磁盘" in ended.stdout
    assert "check the disk and try again" in ended.stdout or "free some space" in ended.stdout
    assert "['old']" in ended.stdout
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 400_000


def test_a_writer_that_waits_too_long_is_told_so(path: Path) -> None:
    store = SQLiteDocumentStore(path, busy_timeout_s=0.0)
    other = apsw.Connection(str(path))  # of the same library: two SQLite libraries don't see each other's locks
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DataError, match="another process is writing"):
        store.write_documents([Document(id="1", content="x")])
    other.execute("ROLLBACK")
    other.close()
    assert store.write_documents([Document(id="1", content="x")]) == 1
