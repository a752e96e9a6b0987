"""Several processes at one file, and processes that are killed."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from haystack.dataclasses import Document

from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import IndexVersion

REPLACE = """
import sys
import numpy as np
from haystack.dataclasses import Document
from pilothouse.retrieval.store import SQLiteDocumentStore
from pilothouse.retrieval.versions import IndexVersion
store = SQLiteDocumentStore(sys.argv[1])
vectors = np.random.default_rng(0).normal(size=(300, 64))
turn = 0
while True:
    turn += 1
    name = f"turn{turn}"
    documents = [Document(id=f"{name}-{n}", content=f"{name} 菜{n}", meta={"name": f"{name}菜{n}"}) for n in range(300)]
    windows = {document.id: vectors[n] for n, document in enumerate(documents)}
    print("begin", flush=True)
    store.replace_all(documents, windows, IndexVersion.now(name, ""))
    print("end", flush=True)
"""

WRITE = """
import sys
from haystack.dataclasses import Document
from pilothouse.retrieval.store import SQLiteDocumentStore
store = SQLiteDocumentStore(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for n in range(30):
    store.write_documents([Document(id=f"{sys.argv[2]}-{n}", content="菜", embedding=[1.0, 2.0])])
"""


def whole(store: SQLiteDocumentStore) -> str:
    """The data version, after making sure that text, keywords, names and vectors are all of it."""
    name = store.version().data
    documents = store.filter_documents()
    assert len(documents) == 300
    assert {document.id.split("-")[0] for document in documents} == {name}
    assert len(store.vector_search([1.0] * 64, top_k=1000)) == 300
    assert len(store.keyword_search(name, top_k=1000)) == 300
    assert [document.id for document in store.exact_search(f"{name}菜7", top_k=1)] == [f"{name}-7"]
    return name


@pytest.mark.parametrize("seed", range(6))
def test_a_process_killed_while_it_replaces_leaves_old_or_new_content_whole(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "index.db"
    generator = random.Random(seed)
    child = subprocess.Popen([sys.executable, "-c", REPLACE, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    turns = generator.randint(1, 3)
    for _ in range(2 * turns + 1):  # the last line read is "begin"
        child.stdout.readline()
    # The write-ahead log grows in the middle of a replacement: its size says how far the child has come.
    log = path.with_name("index.db-wal")
    start = log.stat().st_size
    for _ in range(generator.choice([0, 300, 3000, 30_000])):
        if log.stat().st_size != start:
            break
    child.kill()
    child.wait()
    child.stdout.close()
    assert child.returncode == -9
    store = SQLiteDocumentStore(path)
    assert int(whole(store).removeprefix("turn")) >= turns
    store.replace_all([Document(id="1", content="x")], version=IndexVersion.now("after", ""))
    assert store.version().data == "after"
    store.close()


def test_two_processes_that_write_at_once_both_succeed(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITE, str(path), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for name in ("a", "b")
    ]
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    store = SQLiteDocumentStore(path)
    assert store.count_documents() == 60
    assert len(store.vector_search([1.0, 2.0], top_k=100)) == 60
    store.close()


CREATE = """
import sys
from haystack.dataclasses import Document
from pilothouse.retrieval.store import SQLiteDocumentStore
print("ready", flush=True)
for path in sys.stdin:
    store = SQLiteDocumentStore(path.strip())
    store.write_documents([Document(id=sys.argv[1], content="菜", embedding=[1.0, 2.0])])
"""


def test_processes_may_create_the_same_file_at_once(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.db" for number in range(8)]
    children = [
        subprocess.Popen([sys.executable, "-c", CREATE, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in "abc"
    ]
    for child in children:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin
        child.stdin.write("".join(f"{path}\n" for path in paths))
        child.stdin.flush()
    for child in children:
        child.communicate()
        assert child.returncode == 0
    for path in paths:
        assert SQLiteDocumentStore(path).count_documents() == 3
