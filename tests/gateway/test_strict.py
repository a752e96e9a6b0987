"""JSON is read as it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.gateway.strict import first_object, object_of


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "null",
        "[]",
        "1",
        '"a"',
        '{"a":1',
        '{"a":1}{"b":2}',
        '{"a":1} x',
        "{'a':1}",
        '{"a":NaN}',
        '{"a":Infinity}',
        '{"a":1,"a":2}',
        '{"a":{"b":1,"b":1}}',
        '{"a":"\\ud800"}',
        '{"a":1,}',
        "{" * 100_000,
        '{"a":' * 100_000,
        "[" * 100_000,
    ],
)
def test_that_anything_but_one_whole_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[^{]+\.$|write \{\}"):
        object_of(text)


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8"), max_size=5), st.integers() | st.text(st.characters(codec="utf-8"))
    )
)
def test_that_no_prefix_of_an_object_is_an_object(value: dict[str, object]) -> None:
    import json

    text = json.dumps(value, ensure_ascii=False)
    assert object_of(text) == value
    for end in range(len(text)):
        with pytest.raises(ValueError, match=r"\.|\{\}"):
            object_of(text[:end])
        assert first_object(text[:end]) in {
            None,
            *(text[: other + 1] for other in range(end - 1) if text[other] == "}"),
        }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('so: {"a":"}"} and {"b":1}', '{"a":"}"}'),
        ('{"a":"\\"}"}', '{"a":"\\"}"}'),
        ("none", None),
        ('x {"a":{"b":1}', None),
    ],
)
def test_that_the_repair_takes_the_first_balanced_object(text: str, found: str | None) -> None:
    assert first_object(text) == found
