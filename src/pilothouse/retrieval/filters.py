"""Haystack filters as SQL conditions, with Haystack's meaning.

Plain comparisons become SQL over the JSONB column; whatever SQL would decide differently (dates, lists, odd keys) is
handed to Haystack's own comparison, value by value. Three operators are added for list-valued fields:

- ``contains`` / ``not contains``: the list has an element equal to the value;
- ``within``: every element of the list is in the value, a list. A missing field or an empty list passes; what is not
  a list fails. That is "the caller holds all scopes that the document asks for".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import apsw
from haystack.errors import FilterError
from haystack.utils.filters import COMPARISON_OPERATORS

Filters = Mapping[str, Any]

ORDERING = frozenset({">", ">=", "<", "<="})
MEMBERSHIP = frozenset({"in", "not in", "within"})
OPERATORS = frozenset(COMPARISON_OPERATORS) | {"contains", "not contains", "within"}
MAX_DEPTH = 40  # SQLite refuses expressions deeper than 1000; each of our levels takes several

_PLAIN_KEY = re.compile(r"\w[\w \-]*")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER = "('integer', 'real', 'true', 'false')"
_UNSUPPORTED = frozenset({"blob", "embedding", "sparse_embedding"})


@dataclass(frozen=True, slots=True)
class Condition:
    """A SQL expression over the documents table named ``d`` that is 0 or 1, never NULL, and its bindings."""

    sql: str
    bindings: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Field:
    """Expressions for a field: JSON type name, SQL value, JSON text. ``plain`` is false when only the last exists."""

    kind: str
    value: str
    text: str
    bindings: tuple[Any, ...] = ()
    plain: bool = True


def compile_filters(filters: Filters | None) -> Condition | None:
    """The condition for ``filters``, ``None`` for no filter. Raises ``FilterError`` for malformed filters.

    Values that can't be compared raise ``FilterError`` when the statement meets the first such document.
    """
    return _node(filters, 0) if filters else None


def register(connection: apsw.Connection) -> None:
    """Makes the functions known that compiled conditions call."""
    functions: dict[str, Any] = {"pilothouse_compare": _compare, "pilothouse_pick": _pick}
    for name, function in functions.items():
        connection.create_scalar_function(name, function, deterministic=True)


def _node(node: Any, depth: int) -> Condition:
    if not isinstance(node, Mapping):
        raise FilterError(f"A filter must be a dictionary, not {type(node).__name__!r}.")
    if depth > MAX_DEPTH:
        raise FilterError(f"Filters may be nested {MAX_DEPTH} deep at most.")
    for key in ("operator", "value" if "field" in node else "conditions"):
        if key not in node:
            raise FilterError(f"{key!r} key missing in {dict(node)}")
    if "field" in node:
        return _leaf(node["field"], node["operator"], node["value"])
    if not isinstance(node["conditions"], Sequence) or isinstance(node["conditions"], str):
        raise FilterError("'conditions' must be a list.")
    parts = [_node(condition, depth + 1) for condition in node["conditions"]]
    bindings = tuple(binding for part in parts for binding in part.bindings)
    # CASE evaluates in order and stops, as Haystack does: a later condition may raise on what an earlier one excludes.
    match node["operator"]:
        case "AND":
            return Condition(_case([f"NOT {part.sql}" for part in parts], 0), bindings)
        case "NOT":
            return Condition(_case([f"NOT {part.sql}" for part in parts], 1), bindings)
        case "OR":
            return Condition(_case([part.sql for part in parts], 1), bindings)
    raise FilterError(f"Unknown logical operator {node['operator']!r}. Valid operators are: ['AND', 'NOT', 'OR']")


def _case(tests: list[str], found: int) -> str:
    if not tests:
        return f"({1 - found})"
    return "(CASE " + " ".join(f"WHEN {test} THEN {found}" for test in tests) + f" ELSE {1 - found} END)"


def _leaf(name: Any, operator: Any, wanted: Any) -> Condition:
    if not isinstance(name, str):
        raise FilterError(f"A field must be named by a string, not {name!r}.")
    if not isinstance(operator, str) or operator not in OPERATORS:
        raise FilterError(f"Unknown comparison operator {operator!r}. Valid operators are: {sorted(OPERATORS)}")
    if operator in MEMBERSHIP and not isinstance(wanted, list):
        raise FilterError(f"Filter value must be a `list` when using operator {operator!r}, not {type(wanted)}.")
    if operator in ORDERING and wanted is not None:
        _decide(wanted, operator, wanted)  # raises for lists and for strings that are no dates
    field = _field(name)
    native = _native(field, operator, wanted) if field.plain else None
    if native is not None:
        return native
    return Condition(f"pilothouse_compare({field.text}, '{operator}', ?)", (*field.bindings, apsw.pyobject(wanted)))


def _field(name: str) -> _Field:
    root, *keys = name.split(".") if "." in name else (name,)
    if root in _UNSUPPORTED:
        raise FilterError(f"Filters on {root!r} are not supported; filter on meta, id or content.")
    if not keys and root == "id":
        return _Field("'text'", "d.id", "json_quote(d.id)")
    if not keys and root == "content":
        return _Field("iif(d.content IS NULL, 'null', 'text')", "d.content", "json_quote(d.content)")
    if not keys and root == "meta":
        return _Field("'object'", "NULL", "json(d.meta)", plain=False)
    if root == "score" or (keys and root != "meta"):
        return _Field("'null'", "NULL", "NULL")  # stored documents have no score; no other field has parts
    keys = keys or [root]
    if all(_PLAIN_KEY.fullmatch(key) for key in keys):
        path = "'$" + "".join(f'."{key}"' for key in keys) + "'"
        return _Field(f"json_type(d.meta, {path})", f"json_extract(d.meta, {path})", f"(d.meta -> {path})")
    return _Field("", "", "pilothouse_pick(json(d.meta), ?)", (json.dumps(keys),), plain=False)


def _native(field: _Field, operator: str, wanted: Any) -> Condition | None:
    """SQL for the comparison where SQL decides as Python does, else ``None``."""
    kind = f"coalesce({field.kind}, 'null')"
    if operator in ("==", "!=", "in", "not in"):
        values = wanted if operator in MEMBERSHIP else [wanted]
        equal = _equal(kind, field.value, values)
        if equal is None:
            return None
        return Condition(f"(NOT {equal.sql})", equal.bindings) if operator in ("!=", "not in") else equal
    if operator in ORDERING:
        if wanted is None:
            return Condition("(0)")
        if not _is_number(wanted):
            return None
        return Condition(
            f"(CASE {kind} WHEN 'null' THEN 0 WHEN 'integer' THEN {field.value} {operator} ? "
            f"WHEN 'real' THEN {field.value} {operator} ? ELSE pilothouse_compare({field.text}, '{operator}', ?) END)",
            (wanted, wanted, apsw.pyobject(wanted)),
        )
    if not field.text.startswith("(d.meta"):
        return None
    each = f"json_each{field.value.removeprefix('json_extract')} AS e"
    element = _equal("e.type", "e.value", wanted if operator == "within" else [wanted])
    if element is None:
        return None
    if operator == "within":
        sql = f"WHEN 'array' THEN NOT EXISTS (SELECT 1 FROM {each} WHERE NOT {element.sql})"
        return Condition(f"(CASE {kind} WHEN 'null' THEN 1 {sql} ELSE 0 END)", element.bindings)
    sql = f"(CASE {kind} WHEN 'array' THEN EXISTS (SELECT 1 FROM {each} WHERE {element.sql}) ELSE 0 END)"
    return Condition(f"(NOT {sql})" if operator == "not contains" else sql, element.bindings)


def _equal(kind: str, value: str, wanted: Sequence[Any]) -> Condition | None:
    """True when the value equals any of ``wanted``."""
    texts = [item for item in wanted if _is_text(item)]
    numbers = [item for item in wanted if _is_number(item)]
    nulls = sum(item is None for item in wanted)
    if len(texts) + len(numbers) + nulls < len(wanted) or len(wanted) > 10_000:
        return None
    tests = [f"{kind} = 'null'"] if nulls else []
    if texts:
        tests.append(f"({kind} = 'text' AND {value} IN ({_places(texts)}))")
    if numbers:
        tests.append(f"({kind} IN {_NUMBER} AND {value} IN ({_places(numbers)}))")
    return Condition(f"({' OR '.join(tests) or '0'})", (*texts, *numbers))


def _places(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int) and -(2**63) <= value < 2**63


def _is_text(value: Any) -> bool:
    # Haystack takes ISO dates as points in time even for "==". SQLite's JSON functions end a string at NUL.
    return isinstance(value, str) and not _DATE.match(value) and "\x00" not in value and value.isprintable()


def _pick(meta: Any, keys: Any) -> str | None:
    value = json.loads(meta)
    for key in json.loads(keys):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return json.dumps(value)


def _compare(text: Any, operator: Any, wanted: Any) -> int:
    return int(_decide(None if text is None else json.loads(text), operator, wanted))


def _decide(value: Any, operator: str, wanted: Any) -> bool:
    same = COMPARISON_OPERATORS["=="]
    try:
        if operator in ("contains", "not contains"):
            held = isinstance(value, list) and any(same(item, wanted, False) for item in value)
            return held == (operator == "contains")
        if operator == "within":
            listed = isinstance(value, list) and all(any(same(item, one, False) for one in wanted) for item in value)
            return value is None or listed
        return bool(COMPARISON_OPERATORS[operator](value=value, filter_value=wanted, strict_datetime_comparison=False))
    except (TypeError, OverflowError) as error:
        raise FilterError(f"Can't compare a {type(value).__name__} using operator {operator!r}.") from error
