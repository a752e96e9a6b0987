from __future__ import annotations

from typing import Any

import pytest
from haystack.dataclasses import Document
from haystack.errors import FilterError
from haystack.utils.filters import document_matches_filter
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.retrieval.store import SQLiteDocumentStore

STORE = SQLiteDocumentStore()

texts = st.one_of(
    st.sampled_from(["", "辣", "不辣", "a", "A", "1", "true", "null", "x'y", 'q"', "100%", "a\nb", "a\x00b"]),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=6),
)
dates = st.sampled_from(
    [
        "2024-01-01",
        "2024-01-01T00:00:00",
        "2024-01-01T00:00:00+00:00",
        "2024-01-01T24:00:00",
        "2024-13-45",
        "2023-12-31",
    ]
)
numbers = st.one_of(
    st.integers(-3, 3),
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0.5, -0.0, 1.0, 38.5, 1e300]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)
scalars = st.one_of(st.none(), numbers, texts, dates)
keys = st.sampled_from(["a", "b", "价格", "a b", 'a"b', "a'b", "$", ""])
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=6,
)
metas = st.dictionaries(keys, values, max_size=4)
documents = st.lists(st.builds(lambda content, meta: (content, meta), st.one_of(st.none(), texts), metas), max_size=5)
fields = st.one_of(
    keys.map(lambda key: f"meta.{key}"),
    st.tuples(keys, keys).map(lambda pair: f"meta.{pair[0]}.{pair[1]}"),
    st.sampled_from(["id", "content", "meta", "score", "a", "b", "foo.a", "meta.a.b.a"]),
)


def leaf(field: str, operator: str, value: Any) -> dict[str, Any]:
    return {"field": field, "operator": operator, "value": value}


leaves = st.one_of(
    st.builds(leaf, fields, st.sampled_from(["==", "!="]), values),
    st.builds(leaf, fields, st.sampled_from(["in", "not in"]), st.lists(values, max_size=4)),
    st.builds(leaf, fields, st.sampled_from(["<", "<=", ">", ">="]), st.one_of(st.none(), numbers, dates)),
)
filters = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda operator, conditions: {"operator": operator, "conditions": conditions},
        st.sampled_from(["AND", "OR", "NOT"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=6,
)


def stored(contents: list[tuple[str | None, dict[str, Any]]]) -> list[Document]:
    found = [Document(id=str(n), content=content, meta=meta) for n, (content, meta) in enumerate(contents)]
    STORE.replace_all(found)
    return found


@settings(max_examples=400, deadline=None)
@given(documents, filters)
def test_a_filter_selects_what_haystack_selects(contents: list[Any], wanted: dict[str, Any]) -> None:
    found = stored(contents)
    try:
        expected = [document.id for document in found if document_matches_filter(wanted, document)]
    except (FilterError, TypeError):
        with pytest.raises(FilterError):
            STORE.filter_documents(wanted)
        return
    try:
        selected = STORE.filter_documents(wanted)
    except FilterError:
        # Stricter than Haystack in one way: a filter that can never be right is refused although no document met it.
        assert unusable(wanted)
        return
    assert [document.id for document in selected] == expected


def unusable(node: dict[str, Any]) -> bool:
    if "conditions" in node:
        return any(unusable(condition) for condition in node["conditions"])
    value = node["value"]
    try:
        document_matches_filter(leaf("meta.e", node["operator"], value), Document(meta={"e": value}))
    except (FilterError, TypeError):
        return node["operator"] in ("<", "<=", ">", ">=")
    return False


@settings(max_examples=200, deadline=None)
@given(documents, fields, scalars)
def test_contains_looks_for_an_element_of_a_list(contents: list[Any], field: str, wanted: Any) -> None:
    found = stored(contents)
    selected = {document.id for document in STORE.filter_documents(leaf(field, "contains", wanted))}
    others = {document.id for document in STORE.filter_documents(leaf(field, "not contains", wanted))}
    assert selected | others == {document.id for document in found}
    assert not selected & others
    for document in found:
        value = _value(document, field)
        elements = value if isinstance(value, list) else []
        is_in = any(
            document_matches_filter(leaf("meta.e", "==", wanted), Document(meta={"e": element})) for element in elements
        )
        assert (document.id in selected) == is_in


@settings(max_examples=200, deadline=None)
@given(documents, fields, st.lists(scalars, max_size=4))
def test_within_asks_that_every_element_is_listed(contents: list[Any], field: str, wanted: list[Any]) -> None:
    found = stored(contents)
    selected = {document.id for document in STORE.filter_documents(leaf(field, "within", wanted))}
    for document in found:
        value = _value(document, field)
        passes = value is None or (
            isinstance(value, list)
            and all(
                document_matches_filter(leaf("meta.e", "in", wanted), Document(meta={"e": element}))
                for element in value
            )
        )
        assert (document.id in selected) == passes


def _value(document: Document, field: str) -> Any:
    if field in ("id", "content", "meta", "score"):
        return getattr(document, field)
    root, *rest = field.split(".")
    if not rest:
        return document.meta.get(root)
    value: Any = document.meta if root == "meta" else None
    for key in rest:
        value = value.get(key) if isinstance(value, dict) else None
    return value


@pytest.mark.parametrize(
    "malformed",
    [
        {"operator": "AND"},
        {"conditions": []},
        {"operator": "XOR", "conditions": []},
        {"operator": "AND", "conditions": "id"},
        {"operator": "AND", "conditions": ["id"]},
        {"field": "meta.a", "operator": "LIKE", "value": "%"},
        {"field": "meta.a", "operator": "within", "value": "a"},
        {"field": "meta.a", "operator": ">", "value": {"a": 1}},
        {"field": 1, "operator": "==", "value": 1},
        {"field": "meta.a", "operator": ["=="], "value": 1},
        {"field": "embedding", "operator": "==", "value": None},
    ],
)
def test_a_malformed_filter_is_refused(malformed: dict[str, Any]) -> None:
    with pytest.raises(FilterError):
        STORE.filter_documents(malformed)


def test_a_bottomless_filter_is_refused() -> None:
    node: dict[str, Any] = leaf("meta.a", "==", 1)
    for _ in range(500):
        node = {"operator": "NOT", "conditions": [node]}
    with pytest.raises(FilterError):
        STORE.filter_documents(node)


def test_a_field_name_is_never_sql() -> None:
    stored([("x", {"a": 1})])
    assert STORE.filter_documents(leaf("meta.a') OR 1=1 --", "==", 2)) == []
    assert STORE.filter_documents(leaf("meta.\"') OR 1=1 --", "==", 2)) == []
