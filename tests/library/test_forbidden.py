"""Whatever the users, documents, allow lists and questions are: what a caller may not see does not exist for him."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse.contracts.caller import ROLES, Caller
from pilothouse.retrieval import selection

from .helpers import corpus, opened, write

ENTRIES = ("hr", "finance", "dept:hr", "tech", "stock:read", "member", "HR", "人事", "a-b", "x:y")
SCOPES = (*ENTRIES, *(f"dept:{entry}" for entry in ENTRIES), *ROLES)
WORDS = ("年假", "报销", "薪酬", "口令", "食堂", "vpn", "audit", "2024")

allows = st.lists(st.sampled_from(ENTRIES), max_size=3)
depts = st.sampled_from(("", "hr", "finance", "tech"))
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map("、".join)
records = st.lists(st.tuples(texts, allows, depts), max_size=6)
files = st.lists(st.tuples(texts, allows, depts, st.sampled_from(("", "hr/", "tech/x/"))), max_size=5)
rules = st.lists(
    st.tuples(st.sampled_from(("hr/**", "tech", "*.md", "**/1.md", "corpus.jsonl")), allows, depts), max_size=3
)
callers = st.lists(st.sampled_from(SCOPES), max_size=4).map(lambda held: Caller("u", frozenset(held)))
questions = st.lists(
    st.tuples(callers, st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("".join), depts),
    min_size=1,
    max_size=6,
)


def may_see(caller: Caller, allow: Any) -> bool:
    """The rule of the handbook, written a second time: an entry X is for holders of X or dept:X."""
    held = set(caller.scopes)
    for role in caller.scopes & ROLES.keys():
        held |= ROLES[role]
    return not allow or any(entry in held or "dept:" + entry in held for entry in allow)


def matches(pattern: str, path: str) -> bool:
    return {
        "hr/**": path.startswith("hr/"),
        "tech": path.startswith("tech/"),
        "*.md": path.endswith(".md"),
        "**/1.md": path.endswith("/1.md") or path == "1.md",
        "corpus.jsonl": path == "corpus.jsonl",
    }[pattern]


def layout(root: Path, given_records: Any, given_files: Any, given_rules: Any, default: Any) -> dict[str, Any]:
    """Writes the documents; returns (allow, dept, text) by id, as they ought to be understood."""
    truth = {}
    root.mkdir(exist_ok=True)
    for path in sorted(root.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()

    def granted(path: str) -> tuple[Any, str]:
        for pattern, allow, dept in given_rules:
            if matches(pattern, path):
                return allow or default, dept
        return default, ""

    for n, (text, allow, dept, folder) in enumerate(given_files):
        path = f"{folder}{n}.md"
        lines = [f"allow: {json.dumps(allow, ensure_ascii=False)}"] if allow else []
        lines += [f"dept: {dept}"] if dept else []
        matter = "---\n" + "\n".join(lines) + "\n---\n" if lines else ""
        write(root, {path: f"{matter}标记f{n}。{text}。\n"})
        of_rule, dept_of_rule = granted(path)
        truth[f"kb/{path}"] = (allow or of_rule, dept or dept_of_rule, f"标记f{n}")
    of_rule, dept_of_rule = granted("corpus.jsonl")
    written = []
    for n, (text, allow, dept) in enumerate(given_records):
        written.append({"id": f"r{n}", "text": f"标记r{n}。{text}。", "allow": allow, "dept": dept})
        truth[f"r{n}"] = (allow or of_rule, dept or dept_of_rule, f"标记r{n}")
    corpus(root / "corpus.jsonl", *written)
    listed = [
        {"path": pattern} | ({"allow": allow} if allow else {}) | ({"dept": dept} if dept else {})
        for pattern, allow, dept in given_rules
    ]
    write(root, {"permissions.yaml": json.dumps({"rules": listed}, ensure_ascii=False)})
    return truth


def check(library: Any, truth: dict[str, Any], asked: Any) -> None:
    for caller, query, dept in asked:
        allowed = {id_ for id_, (allow, _, _) in truth.items() if may_see(caller, allow)}
        listed = {info.id: info for info in library.documents(caller)}
        assert set(listed) == allowed
        assert library.departments(caller) == tuple(sorted({truth[id_][1] for id_ in allowed} - {""}))
        for id_, (_, _, mark) in truth.items():
            assert (library.document(id_, caller) is not None) is (id_ in allowed)
            assert any(mark in part.content for part in library.passages(id_, caller)) is (id_ in allowed)
        for wanted in ("all", dept or "all"):
            answer = library.search(query, caller, top_k=20, candidates=20, dept=wanted)
            within = {id_ for id_ in allowed if wanted in ("all", truth[id_][1])}
            assert {passage.document for passage in answer.passages} <= within
            assert answer.total <= len(within)
            if within and wanted == "all":
                assert answer.total > 0
            for passage in answer.passages:
                assert all(mark not in passage.content for id_, (_, _, mark) in truth.items() if id_ not in within)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(records, files, rules, allows, records, files, rules, questions, st.sampled_from((-1, selection.FEW)))
def test_that_nothing_forbidden_is_found_counted_listed_or_kept_for_another(
    first_records: Any, first_files: Any, first_rules: Any, default: Any,
    then_records: Any, then_files: Any, then_rules: Any, asked: Any, few: int,
) -> None:  # fmt: skip
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as name, opened(Path(name)) as library:
        patch.setattr(selection, "FEW", few)  # filters are also answered from what is remembered
        root = Path(name) / "kb"
        truth = layout(root, first_records, first_files, first_rules, default)
        library.index([root], allow=default)
        check(library, truth, asked)
        check(library, truth, reversed(asked))  # now from the cache
        truth = layout(root, then_records, then_files, then_rules, default)
        library.index([root])
        check(library, truth, asked)
