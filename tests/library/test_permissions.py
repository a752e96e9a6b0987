"""Who may see which documents, and how that changes."""

from pathlib import Path

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import DataError, PilothouseError, UsageError

from .helpers import GUEST, LetterEmbedder, corpus, found, holder, ids, opened, state, write

FILES = {
    "open.txt": "食堂十一点半开饭。",
    "hr/pay.txt": "薪酬带宽：工程师每月两万。",
    "hr/deep/er/plan.txt": "薪酬计划：明年上调。",
    "finance/audit.md": "---\nallow: [finance, board]\ndept: finance\n---\n薪酬审计结果不合格。\n",
}
RULES = "rules:\n  - path: hr/**\n    allow: [hr]\n    dept: hr\n"
HR = holder("dept:hr")


def test_that_a_forbidden_document_does_not_exist_for_a_caller(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    with opened(tmp_path) as library:
        library.index([root])
        assert ids(library) == ["handbook/open.txt"]
        assert found(library, "薪酬") == ["handbook/open.txt"]
        assert library.search("薪酬", GUEST).total == 1
        assert library.departments(GUEST) == ()
        assert library.document("handbook/hr/pay.txt", GUEST) is None
        assert library.passages("handbook/hr/pay.txt", GUEST) == ()
        assert library.search("薪酬", GUEST, dept="hr").passages == ()
        assert ids(library, HR) == ["handbook/hr/deep/er/plan.txt", "handbook/hr/pay.txt", "handbook/open.txt"]
        assert library.search("薪酬", HR).total == 3
        assert library.departments(HR) == ("hr",)
        assert set(found(library, "薪酬", HR, dept="hr")) == {"handbook/hr/pay.txt", "handbook/hr/deep/er/plan.txt"}
        assert "handbook/finance/audit.md" in ids(library, holder("board"))
        assert "handbook/finance/audit.md" in ids(library, holder("dept:finance"))
        assert library.document("handbook/hr/pay.txt", HR) is not None


@pytest.mark.parametrize(
    ("scopes", "seen"),
    [
        (["hr"], True),
        (["dept:hr"], True),
        (["hr:read"], False),
        (["dept:hrx"], False),
        (["department:hr"], False),
        (["HR"], False),
        (["manager"], False),
        ([], False),
    ],
)
def test_that_only_the_scope_or_the_department_admits(tmp_path: Path, scopes: list[str], seen: bool) -> None:
    with opened(tmp_path) as library:
        library.index([write(tmp_path / "h", {"a.txt": "薪酬"})], allow=["hr"])
        assert bool(ids(library, holder(*scopes))) is seen
        assert bool(library.search("薪酬", holder(*scopes)).total) is seen


def test_that_a_role_admits_through_its_scopes(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        library.index([write(tmp_path / "h", {"a.txt": "库存"})], allow=["stock:read"])
        assert ids(library, Caller("x", frozenset({"staff"}))) == ["h/a.txt"]
        assert ids(library, Caller("x", frozenset({"member"}))) == []


def test_that_a_change_of_permissions_needs_no_embedding(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    embedder = LetterEmbedder()
    with opened(tmp_path, embedder) as library:
        library.index([root])
        assert library.search("薪酬", HR).total == 3
        embedder.seen.clear()
        write(root, {"permissions.yaml": "rules:\n  - path: hr\n    allow: [board]\n    dept: top\n"})
        report = library.index([root])
        assert (report.described, report.changed, report.added, report.unchanged) == (2, 0, 0, 2)
        assert embedder.seen == []
        assert library.search("薪酬", HR).total == 1
        assert ids(library, HR) == ["handbook/open.txt"]
        assert library.departments(holder("board")) == ("finance", "top")
        assert found(library, "薪酬", holder("board"), dept="top")
        state(library)


def test_that_the_first_rule_counts_and_documents_come_before_rules(tmp_path: Path) -> None:
    rules = (
        "rules:\n- {path: hr/pay.txt, allow: ['*']}\n- {path: hr/**, allow: hr}\n"
        "- {path: finance/*, allow: hr, dept: hr}\n"
    )
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": rules})
    with opened(tmp_path) as library:
        library.index([root], allow=["everyone-else"])
        assert ids(library) == ["handbook/hr/pay.txt"]
        assert "handbook/finance/audit.md" not in ids(library, HR)
        info = library.document("handbook/finance/audit.md", holder("finance"))
        assert info is not None
        assert (info.dept, info.allow) == ("finance", ("board", "finance"))
        assert ids(library, holder("everyone-else")) == ["handbook/hr/pay.txt", "handbook/open.txt"]


@pytest.mark.parametrize(
    ("pattern", "hidden"),
    [
        ("hr", {"hr/pay.txt", "hr/deep/er/plan.txt"}),
        ("hr/", {"hr/pay.txt", "hr/deep/er/plan.txt"}),
        ("/hr", {"hr/pay.txt", "hr/deep/er/plan.txt"}),
        ("./hr/*", {"hr/pay.txt", "hr/deep/er/plan.txt"}),
        ("hr/*.txt", {"hr/pay.txt"}),
        ("hr/**", {"hr/pay.txt", "hr/deep/er/plan.txt"}),
        ("hr/**/*.txt", {"hr/pay.txt", "hr/deep/er/plan.txt"}),
        ("**/plan.txt", {"hr/deep/er/plan.txt"}),
        ("plan.txt", {"hr/deep/er/plan.txt"}),
        ("deep/*", set()),
        ("*.txt", {"hr/pay.txt", "hr/deep/er/plan.txt", "open.txt"}),
        ("**", {"hr/pay.txt", "hr/deep/er/plan.txt", "open.txt"}),
        ("h?/pa[xy].txt", {"hr/pay.txt"}),
        ("hr/[!p]*", {"hr/deep/er/plan.txt"}),
        ("h", set()),
        ("hr/pay.tx", set()),
        ("hr/pay+txt", set()),
    ],
)
def test_that_patterns_match_as_people_expect(tmp_path: Path, pattern: str, hidden: set[str]) -> None:
    files = {name: text for name, text in FILES.items() if name != "finance/audit.md"}
    rules = f"rules:\n- path: '{pattern}'\n  allow: [x]\n"
    root = write(tmp_path / "handbook", {**files, "permissions.yaml": rules})
    with opened(tmp_path) as library:
        report = library.index([root])
        assert set(files) - {id_.removeprefix("handbook/") for id_ in ids(library)} == hidden
        assert bool(report.notes) is not bool(hidden)  # a rule without effect is told


@pytest.mark.parametrize(
    "text",
    [
        "rules",
        "rules: hr",
        "rule: []",
        "rules: []\nmore: 1",
        "- path: hr",
        "rules: [hr]",
        "rules:\n- allow: [hr]",
        "rules:\n- path: hr\n  alow: [hr]",
        "rules:\n- path: hr\n  allow:",
        "rules:\n- path: hr\n  allow: {a: b}",
        "rules:\n- path: hr\n  allow: [[hr]]",
        "rules:\n- path: hr\n  allow: ' , '",
        "rules:\n- path: ''\n  allow: hr",
        "rules:\n- path: ../hr\n  allow: hr",
        "rules:\n- path: [a]\n  allow: hr",
        "rules:\n- path: hr\n  allow: hr\n  allow: [all]",
        "rules:\n- path: 'hr[z-a]'\n  allow: hr",
        "rules:\n\t- path: hr",
        "rules: *nothing",
        "rules:\n- path: hr\n  dept: [a]",
        "\x00\x01",
    ],
)
def test_that_faulty_permissions_stop_the_run_before_anything_is_shown(tmp_path: Path, text: str) -> None:
    root = write(tmp_path / "handbook", FILES)
    other = write(tmp_path / "other", {"a.txt": "甲"})
    (root / "permissions.yaml").write_text(text)
    with opened(tmp_path) as library:
        with pytest.raises(DataError, match=r"permissions\.yaml"):
            library.index([other, root])
        assert library.everything() == ()
        write(root, {"permissions.yaml": RULES})
        library.index([root])
        (root / "permissions.yaml").write_text(text)
        write(root, {"hr/new.txt": "薪酬"})
        with pytest.raises(DataError):
            library.index([root])
        assert ids(library) == ["handbook/open.txt"]


def test_that_permissions_can_neither_vanish_nor_stand_in_the_wrong_place(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    with opened(tmp_path) as library:
        library.index([root])
        (root / "permissions.yaml").rename(root / "hr" / "permissions.yaml")
        with pytest.raises(DataError):
            library.index([root])
        (root / "hr" / "permissions.yaml").rename(root / "hr" / "Permissions.YML")
        with pytest.raises(DataError):
            library.index([root])
        (root / "hr" / "Permissions.YML").unlink()
        with pytest.raises(DataError):
            library.index([root])
        assert ids(library) == ["handbook/open.txt"]
        write(root, {"permissions.yml": "rules: []"})
        library.index([root])
        assert "handbook/hr/pay.txt" in ids(library)
        write(root, {"permissions.yaml": RULES})
        with pytest.raises(DataError):
            library.index([root])  # two of them


def test_that_a_part_indexed_alone_keeps_the_permissions_of_the_whole(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    file = write(tmp_path / "handbook" / "hr", {"one.txt": "薪酬甲"}) / "one.txt"
    for source in (root / "hr", file):
        folder = tmp_path / source.name
        with opened(folder) as library:
            library.index([source])
            assert ids(library) == []
            assert ids(library, HR)
    with opened(tmp_path) as library:
        library.index([root])
        write(root, {"hr/pay.txt": "薪酬新稿"})
        library.index([root / "hr" / "pay.txt"])
        assert ids(library) == ["handbook/open.txt"]
        with pytest.raises(UsageError):
            library.index([root / "hr"], allow=["x"])


def test_that_readers_given_once_stay_until_they_are_lifted(tmp_path: Path) -> None:
    root = write(tmp_path / "h", {"a.txt": "薪酬"})
    with opened(tmp_path) as library:
        library.index([root], allow=["hr", "finance"], dept="hr")
        write(root, {"b.txt": "薪酬"})
        report = library.index([root])
        assert report.notes
        assert ids(library) == []
        assert len(ids(library, HR)) == 2
        library.index([root], allow=["finance"])
        assert ids(library, HR) == []
        library.index([root], allow=["*"])
        assert len(ids(library)) == 2
        assert library.departments(GUEST) == ("hr",)
        with pytest.raises(PilothouseError):
            library.index([root], allow=[" "])


def test_that_a_file_moved_under_other_rules_is_seen_by_others_at_once(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    with opened(tmp_path) as library:
        library.index([root])
        (root / "open.txt").rename(root / "hr" / "open.txt")
        library.index([root])
        assert ids(library) == []
        assert library.search("食堂", GUEST).total == 0


def test_that_records_have_their_own_readers(tmp_path: Path) -> None:
    file = corpus(
        tmp_path / "c.jsonl",
        {"id": "1", "text": "薪酬", "allow": ["hr"]},
        {"id": "2", "text": "薪酬", "allow": "hr, finance", "dept": "hr"},
        {"id": "3", "text": "薪酬", "allow": []},
        {"id": "4", "text": "薪酬", "allow": None},
        {"id": "5", "text": "薪酬", "allow": {"hr": True}},
        {"id": "6", "text": "薪酬", "allow": [1]},
        {"id": "7", "text": "薪酬", "allow": " ,"},
    )
    with opened(tmp_path) as library:
        report = library.index([file])
        assert ids(library) == ["3", "4"]
        assert ids(library, holder("dept:finance")) == ["2", "3", "4"]
        assert len(report.skipped) == 3


def test_that_an_answer_kept_for_one_is_not_given_to_another(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    with opened(tmp_path) as library:
        library.index([root])
        for _ in range(2):
            assert library.search("薪酬带宽", HR).passages[0].document == "handbook/hr/pay.txt"
            assert found(library, "薪酬带宽") == ["handbook/open.txt"]
        assert library.search("薪酬带宽", Caller("another", frozenset({"hr"}))).total == 3
        asked = library.search_engine.asked  # type: ignore[attr-defined]
        before = len(asked)
        library.search("薪酬带宽", HR)
        assert len(asked) == before  # from the cache
        write(root, {"permissions.yaml": "rules:\n- path: hr\n  allow: board\n"})
        library.index([root])
        assert found(library, "薪酬带宽", HR) == ["handbook/open.txt"]


def test_that_new_rules_hold_before_changed_texts_are_read(tmp_path: Path) -> None:
    class Failing(LetterEmbedder):
        def embed(self, texts):  # type: ignore[no-untyped-def]
            raise DataError("stopped")

    root = write(tmp_path / "handbook", {"pay.txt": "薪酬两万。"})
    file = corpus(root / "c.jsonl", {"id": "p", "text": "薪酬三万。"})
    with opened(tmp_path) as library:
        library.index([root])
        assert len(ids(library)) == 2
    write(root, {"pay.txt": "薪酬四万。", "permissions.yaml": "rules:\n- path: pay.txt\n  allow: hr\n"})
    corpus(file, {"id": "p", "text": "薪酬五万。", "allow": ["hr"]})
    with opened(tmp_path, Failing()) as library, pytest.raises(DataError, match="stopped"):
        library.index([root])
    with opened(tmp_path) as library:
        assert ids(library) == []
        assert library.search("薪酬", GUEST).total == 0
        assert len(ids(library, HR)) == 2
        assert library.index([root]).changed == 2
        state(library)


def test_that_the_same_in_other_words_is_searched_once_for_the_same_readers_of_the_same_texts(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    with opened(tmp_path) as library:
        library.index([root])
        first = library.search("薪酬带宽有几档", HR)
        asked = library.search_engine.asked  # type: ignore[attr-defined]
        before = len(asked)
        assert library.search("请问薪酬带宽有几档呢", HR) == first
        assert len(asked) == before
        for other in ("薪酬带宽没有几档", "2026年薪酬带宽有几档", "薪酬带宽有几级"):
            library.search(other, HR)
        assert len(asked) == before + 3
        assert found(library, "请问薪酬带宽有几档呢") == ["handbook/open.txt"]  # another reader
        write(root, {"hr/pay.txt": "薪酬带宽有六档。"})
        library.index([root])
        assert "六档" in library.search("请问薪酬带宽有几档呢", HR).passages[0].content


def test_that_a_library_may_search_for_every_wording(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {**FILES, "permissions.yaml": RULES})
    with opened(tmp_path, semantic=False) as library:
        library.index([root])
        for question in ("薪酬带宽有几档", "请问薪酬带宽有几档呢"):
            library.search(question, HR)
        assert len(library.search_engine.asked) == 2  # type: ignore[attr-defined]
