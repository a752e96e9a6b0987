from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pilothouse.contracts.envelope import HINTS, MESSAGE_LIMIT, Envelope, ErrorType
from pilothouse.contracts.plain import canonical, plain

KINDS = get_args(ErrorType)


@given(st.lists(st.dictionaries(st.text(), st.integers()), max_size=5), st.integers(0, 20))
def test_that_a_success_counts_its_rows_and_tells_when_it_was_cut(rows: list[dict[str, int]], more: int) -> None:
    envelope = Envelope.success(rows, total_found=len(rows) + more)
    assert envelope.ok
    assert envelope.truncated == (more > 0)
    assert Envelope.model_validate_json(envelope.model_dump_json()) == envelope


@given(st.sampled_from(KINDS), st.text(min_size=1))
def test_that_every_error_says_what_happened_and_what_to_do_next(kind: ErrorType, message: str) -> None:
    envelope = Envelope.error(kind, message)
    assert not envelope.ok
    assert envelope.results == ()
    assert envelope.hint == HINTS[kind]
    assert len(envelope.message or "") <= MESSAGE_LIMIT


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "success", "error_type": "timeout"},
        {"status": "error"},
        {"status": "error", "error_type": "timeout"},
        {"status": "error", "error_type": "timeout", "message": "m"},
        {"status": "error", "error_type": "timeout", "message": "m", "hint": "h", "results": [{}]},
        {"status": "error", "error_type": "timeout", "message": "m", "hint": "h", "total_found": 2},
        {"status": "error", "error_type": "lost_in_space", "message": "m", "hint": "h"},
        {"status": "success", "results": [{}], "total_found": 0},
        {"status": "success", "results": [{}], "total_found": 3},
        {"status": "success", "results": ["free text"], "total_found": 1},
        {"status": "success", "next_state": "checkout"},
    ],
)
def test_that_an_inconsistent_envelope_can_not_be_made(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Envelope.model_validate(fields)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
)  # fmt: skip


@given(PLAIN)
def test_that_plain_data_stays_as_it_is_in_a_copy(value: object) -> None:
    copy = plain(value)
    assert copy == value
    assert canonical(copy) == canonical(value)
    if isinstance(value, dict | list):
        assert copy is not value


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), PLAIN))
def test_that_the_order_of_keys_makes_no_difference(value: dict[str, object]) -> None:
    assert canonical(value) == canonical(dict(reversed(value.items())))


@pytest.mark.parametrize("value", [{1: 2}, {"a": {2}}, object(), b"x", float("nan"), 2**64, "\udcff", {"\ud800": 1}])
def test_that_what_json_can_not_say_is_not_plain(value: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        plain(value)
