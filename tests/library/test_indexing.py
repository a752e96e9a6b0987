"""What an index run does to the library."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from haystack.core.pipeline import Pipeline

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.library.components import MaterialChunker
from pilothouse.retrieval.library.job import Batch, Job
from pilothouse.retrieval.library.planning import MASS

from .helpers import GUEST, LetterEmbedder, corpus, found, ids, opened, state, write

FILES = {
    "leave.md": "---\ntitle: 年假\ndate: 2024-03-01\ndept: hr\n---\n# 年假\n\n年假每年五天，入职满一年可以申请。\n",
    "it/vpn.txt": "远程办公请先连接虚拟专用网，口令每九十天更换一次。\n",
    "it/mail.html": "<html><head><title>邮箱</title></head><body><p>邮箱容量为十吉字节。</p></body></html>",
}


def test_that_a_folder_is_read_with_all_it_says(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path) as library:
        report = library.index([root])
        assert (report.added, report.changed, report.removed, report.skipped) == (3, 0, 0, ())
        assert ids(library) == ["handbook/it/mail.html", "handbook/it/vpn.txt", "handbook/leave.md"]
        info = library.document("handbook/leave.md", GUEST)
        assert info is not None
        assert (info.title, info.date, info.dept, info.path) == ("年假", "2024-03-01", "hr", str(root / "leave.md"))
        passage = library.search("年假有几天", GUEST).passages[0]
        assert (passage.document, passage.title, passage.dept) == ("handbook/leave.md", "年假", "hr")
        assert passage.id == "handbook/leave.md#0"
        assert "五天" in passage.content
        assert [part.content for part in library.passages("handbook/leave.md", GUEST)] == [passage.content]
        assert library.departments(GUEST) == ("hr",)


def test_that_a_second_run_changes_nothing(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "odd.bin": "\0\1\2\3" * 50})
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        first = library.index([root])
        embedded = len(embedder.seen)
        before, version = state(library), library.version
        second = library.index([root])
        assert (second.added, second.changed, second.described, second.unchanged, second.removed) == (0, 0, 0, 3, 0)
        assert second.chunks == second.embedded == 0
        assert second.skipped == first.skipped
        assert len(second.skipped) == 1
        assert (state(library), library.version, len(embedder.seen)) == (before, version, embedded)


def test_that_only_what_changed_is_read_again(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        library.index([root])
        embedder.seen.clear()
        write(root, {"it/vpn.txt": "口令每三十天更换一次。\n", "new.md": "# 食堂\n\n食堂十一点半开饭。\n"})
        report = library.index([root])
        assert (report.added, report.changed, report.unchanged, report.removed) == (1, 1, 2, 0)
        assert sorted(text.split("\n")[-1] for text in embedder.seen) == [
            "口令每三十天更换一次。",
            "食堂十一点半开饭。",
        ]
        assert "九十天" not in library.search("口令多久更换", GUEST).passages[0].content
        assert found(library, "食堂几点开饭")[0] == "handbook/new.md"


def test_that_a_change_of_the_same_length_at_the_same_moment_is_noticed(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {"a.txt": "报销期限三十天。"})
    with opened(tmp_path) as library:
        library.index([root])
        stamp = os.stat(root / "a.txt").st_mtime_ns
        write(root, {"a.txt": "报销期限九十天。"})
        os.utime(root / "a.txt", ns=(stamp, stamp))
        assert library.index([root]).changed == 1


def test_that_a_touched_file_is_not_read_again(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        library.index([root])
        embedder.seen.clear()
        for name in FILES:
            os.utime(root / name, (1_600_000_000, 1_600_000_000))
        assert library.index([root]).unchanged == 3
        assert embedder.seen == []


def test_that_deleted_files_disappear(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path) as library:
        library.index([root])
        (root / "leave.md").unlink()
        assert library.index([root]).removed == 1
        assert "handbook/leave.md" not in ids(library)
        assert "handbook/leave.md" not in found(library, "年假有几天")
        assert library.passages("handbook/leave.md", GUEST) == ()
        assert library.departments(GUEST) == ()
        state(library)


def test_that_a_renamed_file_is_found_under_its_new_name_and_not_embedded_again(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        library.index([root])
        embedder.seen.clear()
        (root / "it/vpn.txt").rename(root / "remote.txt")
        report = library.index([root])
        assert (report.added, report.removed, embedder.seen) == (1, 1, [])
        assert found(library, "口令多久更换")[0] == "handbook/remote.txt"
        state(library)


def test_that_equal_texts_are_embedded_once(tmp_path: Path) -> None:
    same = "打印机在三楼走廊尽头。"
    root = write(tmp_path / "handbook", {f"{n}.txt": same for n in range(40)})
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        library.index([root])
        assert embedder.seen == [same]
        library.index([write(tmp_path / "other", {"copy.txt": same})])
        assert embedder.seen == [same]
        assert len(ids(library)) == 41
        state(library)


def test_that_a_source_that_is_gone_deletes_nothing(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path) as library:
        library.index([root])
        root.rename(tmp_path / "elsewhere")
        with pytest.raises(DataError, match="handbook"):
            library.index([root])
        assert len(ids(library)) == 3
        with pytest.raises(UsageError):
            library.index([tmp_path / "never"])


def test_that_a_folder_suddenly_empty_deletes_nothing(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {f"{n}.txt": f"第{n}条规定" for n in range(MASS)})
    with opened(tmp_path) as library:
        library.index([root])
        for path in list(root.iterdir()):
            path.unlink()
        with pytest.raises(DataError):
            library.index([root])
        assert len(ids(library)) == MASS
        assert library.remove([root]) == MASS
        assert ids(library) == []


def test_that_a_part_of_an_indexed_folder_keeps_its_ids(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path) as library:
        library.index([root])
        write(root, {"it/vpn.txt": "改了。", "leave.md": "也改了。"})
        (root / "it/mail.html").unlink()
        report = library.index([root / "it"])
        assert (report.changed, report.removed) == (1, 1)
        assert ids(library) == ["handbook/it/vpn.txt", "handbook/leave.md"]
        assert library.index([root / "leave.md"]).changed == 1


def test_that_a_folder_around_an_indexed_one_is_refused(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path) as library:
        library.index([root / "it"], allow=["tech"])
        with pytest.raises(UsageError, match="it"):
            library.index([root])


def test_that_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    one, two = (write(tmp_path / name / "docs", {"a.txt": f"{name} 的内容"}) for name in ("one", "two"))
    with opened(tmp_path) as library:
        library.index([one, two])
        assert len(ids(library)) == 2
        assert {info.path for info in library.documents(GUEST)} == {str(one / "a.txt"), str(two / "a.txt")}


def test_that_single_files_can_be_indexed_and_removed(tmp_path: Path) -> None:
    root = write(tmp_path / "files", {"a.txt": "甲", "b.txt": "乙"})
    with opened(tmp_path) as library:
        assert library.index([root / "a.txt"]).added == 1
        assert ids(library) == ["a.txt"]
        assert library.remove(["a.txt"]) == 1
        assert ids(library) == []
        with pytest.raises(UsageError):
            library.remove(["a.txt"])


def test_that_a_removed_document_comes_back_with_its_source(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    file = corpus(tmp_path / "c.jsonl", {"id": "p1", "text": "甲"}, {"id": "p2", "text": "乙"})
    with opened(tmp_path) as library:
        library.index([root, file])
        assert library.remove(["p1", root / "it"]) == 3
        assert ids(library) == ["handbook/leave.md", "p2"]
        assert library.index([root, file]).added == 3


def test_that_hidden_files_and_links_are_left_alone(tmp_path: Path) -> None:
    secret = write(tmp_path / "elsewhere", {"secret.txt": "不该出现"})
    root = write(tmp_path / "handbook", {**FILES, ".git/config.txt": "x", ".hidden.md": "x", "~$leave.md": "x"})
    (root / "loop").symlink_to(root)
    (root / "again.md").symlink_to(root / "leave.md")
    (root / "out.txt").symlink_to(secret / "secret.txt")
    (root / "folder").symlink_to(secret)
    (root / "dangling.txt").symlink_to(root / "nothing")
    with opened(tmp_path) as library:
        report = library.index([root])
        assert len(ids(library)) == report.added == 3
        assert {Path(item.path).name for item in report.skipped} == {"out.txt", "folder", "dangling.txt"}
        assert {item.reason for item in report.skipped} == {"denied"}


def test_that_the_pipeline_can_be_stored_and_run_again(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path, EmbeddedEmbedder()) as library:
        stored = library.to_yaml()
    pipeline = Pipeline.loads(stored, allowed_modules=["pilothouse.*"])
    assert sorted(pipeline.graph.nodes) == ["chunker", "embedder", "reader", "writer"]
    job = Job("x", 1, "it/vpn.txt", str(root / "it/vpn.txt"), allow=("hr",))
    (outcome,) = pipeline.run({"reader": {"jobs": Batch((job,))}})["writer"]["outcomes"]
    assert (outcome.id, outcome.chunks, outcome.reason) == ("x", 1, "")


def test_that_progress_ends_at_the_whole(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {f"{n}.txt": f"第{n}条" for n in range(50)})
    told: list[tuple[int, int]] = []
    with opened(tmp_path) as library:
        library.index([root], progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 50)
    assert told[-1] == (50, 50)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_that_a_stored_pipeline_keeps_the_size_of_its_chunks(tmp_path: Path) -> None:
    with opened(tmp_path, EmbeddedEmbedder()) as library:
        stored = library.to_yaml()
    again = Pipeline.loads(stored.replace("size: 400", "size: 200"), allowed_modules=["pilothouse.*"])
    assert again.get_component("chunker").size == 200
    assert again.get_component("chunker").overlap == 0.15
    with pytest.raises(ValueError, match="size"):
        MaterialChunker(size=1)


def test_that_writing_a_document_looks_at_no_other(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", FILES)
    with opened(tmp_path) as library:
        library.index([root])
    with closing(sqlite3.connect(tmp_path / "knowledge.db")) as old:
        old.execute("DROP INDEX library_documents_name")  # a library made before it was there
    with opened(tmp_path) as library, library.store.reading() as connection:
        (plan,) = connection.execute("EXPLAIN QUERY PLAN SELECT n, root, path FROM library_documents WHERE id = 'x'")
        assert "SEARCH" in plan[3]
