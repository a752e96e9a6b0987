"""Files with one JSON record a line."""

from pathlib import Path

from pilothouse.retrieval.library.planning import MAX_BAD

from .helpers import GUEST, LetterEmbedder, corpus, found, holder, ids, opened, state, write

NEWS = {
    "id": "n1",
    "title": "2024年招生简章",
    "text": "计划招收一百二十人。",
    "date": "2024-05-01",
    "url": "https://x.cn/1",
}


def test_that_each_record_is_a_document(tmp_path: Path) -> None:
    plain = {"id": 7, "text": "二○二三年计划招收八十人。"}
    file = corpus(tmp_path / "site.jsonl", NEWS, plain, "", "  ")
    with opened(tmp_path) as library:
        report = library.index([file])
        assert (report.added, report.skipped) == (2, ())
        assert ids(library) == ["7", "n1"]
        passage = library.search("招生简章", GUEST).passages[0]
        assert (passage.document, passage.id, passage.title) == ("n1", "n1#0", "2024年招生简章")
        assert (passage.date, passage.source) == ("2024-05-01", "https://x.cn/1")
        state(library)


def test_that_bad_lines_are_named_and_the_others_taken(tmp_path: Path) -> None:
    file = tmp_path / "site.jsonl"
    lines = [
        b'\xef\xbb\xbf{"id": "a", "text": "\xe7\x94\xb2"}',
        b"{broken",
        b"[1]",
        b'{"text": "no id"}',
        b'{"id": "", "text": "x"}',
        b'{"id": true, "text": "x"}',
        b'{"id": "b"}',
        b'{"id": "b", "text": "   "}',
        b'{"id": "b", "text": 5}',
        b'{"id": "b", "text": "x", "title": []}',
        b'{"id": "b", "text": "x", "dept": 5}',
        b'{"id": "b\\u0000", "text": "x"}',
        b'{"id": "a", "text": "again"}',
        b'{"id": "b", "text": "\xff\xfe"}',
        b"[" * 100_000,
        b'{"id": "c", "text": "half \\ud800 pair", "date": "spring", "extra": {}}',
    ]
    file.write_bytes(b"\n".join(lines))
    with opened(tmp_path) as library:
        report = library.index([file])
        assert ids(library) == ["a", "c"]
        assert [item.path for item in report.skipped] == [f"{file}:{n}" for n in range(2, 16)]
        assert {item.reason for item in report.skipped} == {"broken"}
        assert library.index([file]).skipped == report.skipped
        state(library)


def test_that_a_file_without_any_record_is_reported_shortly(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text("not json\n" * 5000)
    with opened(tmp_path) as library:
        assert len(library.index([file]).skipped) == MAX_BAD + 1
        assert len(library.index([file]).skipped) == MAX_BAD + 1


def test_that_only_changed_records_are_read_again(tmp_path: Path) -> None:
    records = [{"id": f"r{n}", "title": f"第{n}条", "text": f"第{n}条规定的内容。"} for n in range(30)]
    file = corpus(tmp_path / "site.jsonl", *records)
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        assert library.index([file]).added == 30
        embedder.seen.clear()
        records[3]["text"] = "改过的内容。"
        corpus(file, *records[20:], {"id": "new", "text": "新的一条。"}, *records[:10])
        report = library.index([file])
        assert (report.added, report.changed, report.unchanged, report.removed) == (1, 1, 19, 10)
        assert len(embedder.seen) == 2
        assert "改过" in library.passages("r3", GUEST)[0].content
        assert library.passages("r15", GUEST) == ()
        state(library)


def test_that_what_a_record_says_beside_its_text_changes_without_embedding(tmp_path: Path) -> None:
    file = corpus(tmp_path / "site.jsonl", NEWS)
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        library.index([file])
        embedder.seen.clear()
        corpus(file, {**NEWS, "date": "2025-01-02", "url": "https://x.cn/2", "dept": "admission", "allow": ["staff"]})
        report = library.index([file])
        assert (report.described, report.changed, embedder.seen) == (1, 0, [])
        assert ids(library) == []
        passage = library.search("招生简章", holder("staff")).passages[0]
        assert (passage.date, passage.source, passage.dept) == ("2025-01-02", "https://x.cn/2", "admission")
        info = library.document("n1", holder("staff"))
        assert info is not None
        assert (info.date, info.source, info.dept, info.allow) == (
            passage.date,
            passage.source,
            "admission",
            ("staff",),
        )
        assert library.index([file]).unchanged == 1
        corpus(file, NEWS)
        assert library.index([file]).described == 1
        assert ids(library) == ["n1"]


def test_that_the_rules_of_the_folder_hold_for_its_corpora(tmp_path: Path) -> None:
    root = write(tmp_path / "data", {"permissions.yaml": "rules:\n- path: '*.jsonl'\n  allow: [site]\n  dept: web\n"})
    corpus(root / "site.jsonl", NEWS, {"id": "n2", "text": "内部", "allow": ["hr"]})
    with opened(tmp_path) as library:
        library.index([root])
        assert ids(library) == []
        assert ids(library, holder("site")) == ["n1"]
        assert ids(library, holder("hr")) == ["n2"]
        write(root, {"permissions.yaml": "rules: []"})
        assert library.index([root]).described == 2
        assert ids(library) == ["n1"]
        (root / "site.jsonl").unlink()
        assert library.index([root]).removed == 2
        corpus(root / "site.jsonl", NEWS, {"id": "n2", "text": "内部", "allow": ["hr"]})
        assert library.index([root]).added == 2


def test_that_an_id_belongs_to_one_source(tmp_path: Path) -> None:
    one = corpus(tmp_path / "one.jsonl", {"id": "x", "text": "第一份", "allow": ["hr"]})
    two = corpus(tmp_path / "two.jsonl", {"id": "x", "text": "第二份"}, {"id": "y", "text": "第三份"})
    with opened(tmp_path) as library:
        library.index([one])
        report = library.index([two])
        assert [item.reason for item in report.skipped] == ["duplicate"]
        assert (ids(library), ids(library, holder("hr"))) == (["y"], ["x", "y"])
        assert found(library, "第一份", holder("hr"))[0] == "x"
        assert library.remove([one]) == 1
        report = library.index([two])
        assert (report.added, report.skipped) == (1, ())
        assert ids(library) == ["x", "y"]
        state(library)


def test_that_markdown_in_a_record_is_read_as_markdown(tmp_path: Path) -> None:
    marked = {
        "id": "m",
        "title": "差旅办法",
        "text": "# 差旅办法\n\n## 住宿\n\n每晚不超过**六百元**。\n\n"
        "| 城市 | 上限 |\n| --- | ---: |\n| 北京 | 600元 |\n| 杭州 | 500元 |\n",
    }
    untitled = {"id": "u", "text": "# 班车时刻\n\n早班七点发车。"}
    plain = {"id": "p", "title": "讨论", "text": "#1 问题：a | b 是什么\n- 一个竖线\n----\n#话题#"}
    file = corpus(tmp_path / "site.jsonl", marked, untitled, plain)
    with opened(tmp_path) as library:
        assert library.index([file]).added == 3
        text, table = library.passages("m", GUEST)
        assert (text.section, text.content) == ("住宿", "每晚不超过六百元。")
        assert (table.section, table.kind) == ("住宿", "table")
        assert "杭州" in table.content
        assert "**" not in text.content
        assert library.passages("u", GUEST)[0].title == "班车时刻"
        (passage,) = library.passages("p", GUEST)
        assert passage.content.splitlines() == ["#1 问题：a | b 是什么", "- 一个竖线", "----", "#话题#"]
        state(library)
