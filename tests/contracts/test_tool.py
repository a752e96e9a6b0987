from __future__ import annotations

import math
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.tool import ARGUMENTS_LIMIT, Arguments, Example, NoArguments, Row, ToolContext, ToolContract
from pilothouse.toolroom import Registry


class Spice(Enum):
    MILD = "微辣"
    HOT = "特辣"


class Range(Arguments):
    """A range of prices."""

    low: float = Field(default=0.0, ge=0)
    title: str | None = None


class Search(Arguments):
    query: str = Field(max_length=20, description="what | is wanted")
    count: int = Field(default=3, ge=1, le=10)
    spice: Spice = Field(default=Spice.MILD, description="how hot")
    sort: Literal["price", "name"] = "name"
    price: Range | None = Field(default=None, description="limits")
    words: list[str] = Field(default_factory=list, max_length=3)
    exact: bool = False


class Dish(Row):
    name: str
    price: float | None


def handler(arguments: Any, context: ToolContext) -> Envelope:
    return Envelope.success([])


def tool(**changes: Any) -> ToolContract:
    declared: dict[str, Any] = {
        "name": "search",
        "when": "Search dishes. 找菜时用。",
        "when_not": "Not for hours. 问时间不要用。",
        "arguments": Search,
        "row": Dish,
        "handler": handler,
    }
    return ToolContract(**{**declared, **changes})


@pytest.mark.parametrize(
    "arguments",
    [
        {"query": "鱼", "count": "7"},
        {"query": "鱼", "count": True},
        {"query": "鱼", "count": 7.0},
        {"query": "鱼", "count": 11},
        {"query": "鱼", "exact": 1},
        {"query": "鱼", "spice": "甜"},
        {"query": "鱼", "price": {"low": math.nan}},
        {"query": "鱼", "price": {"low": math.inf}},
        {"query": "鱼", "price": {"low": 1.0, "currency": "yuan"}},
        {"query": "鱼", "limit": 3},
        {"query": 7},
        {"query": None},
        {},
        {"query": "\ud800"},
        {"query": "鱼", "words": {"a", "b"}},
        {"query": "鱼", 7: "x"},
        {"query": object()},
        {"query": "鱼", "count": 10**5000},
    ],
)
def test_that_arguments_of_a_wrong_type_range_or_name_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        tool().validate(arguments)


def test_that_right_arguments_get_their_defaults() -> None:
    checked = tool().validate({"query": "鱼", "spice": "特辣", "price": {"low": 3}})
    assert checked.model_dump(mode="json") == {
        "query": "鱼",
        "count": 3,
        "spice": "特辣",
        "sort": "name",
        "price": {"low": 3.0, "title": None},
        "words": [],
        "exact": False,
    }


def test_that_arguments_that_contain_themselves_or_nest_absurdly_are_refused() -> None:
    endless: dict[str, Any] = {"query": "鱼"}
    endless["words"] = endless
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for arguments in (endless, {"query": "鱼", "words": deep}):
        with pytest.raises(ValidationError):
            tool().validate(arguments)


def test_that_huge_arguments_are_refused_before_they_are_read() -> None:
    with pytest.raises(ValidationError) as refused:
        tool().validate({"query": "鱼", "words": ["x" * ARGUMENTS_LIMIT]})
    assert str(ARGUMENTS_LIMIT) in tool().explain(refused.value)


def test_that_a_refusal_names_the_fields_but_neither_values_nor_made_up_markup() -> None:
    wrong = {"count": "geheim", "<script>": 1, "extra_one": 2, **{f"made_up_{n}": n for n in range(50)}}
    with pytest.raises(ValidationError) as refused:
        tool().validate(wrong)
    sentence = tool().explain(refused.value)
    assert "query" in sentence
    assert "count" in sentence
    assert "geheim" not in sentence
    assert "<script>" not in sentence
    assert len(sentence) < 600


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from([*Search.model_fields, "other"]) | st.text(), JSON, max_size=6))
def test_that_whatever_is_accepted_is_accepted_again_and_means_the_same(arguments: dict[str, Any]) -> None:
    contract = tool()
    try:
        first = contract.validate(arguments)
    except ValidationError:
        return
    written = first.model_dump(mode="json")
    assert contract.validate(written) == first
    assert set(written) == set(Search.model_fields)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"name": "search menu"}, "identifier"),
        ({"name": "查菜"}, "identifier"),
        ({"name": "x" * 65}, "identifier"),
        ({"aliases": ("<b>",)}, "identifier"),
        ({"when": "  "}, "when to use it"),
        ({"soft_limit": 0}, "soft_limit"),
        ({"soft_limit": 4}, "soft_limit"),
        ({"timeout_s": 0.0}, "timeout_s"),
        ({"timeout_s": math.nan}, "timeout_s"),
        ({"timeout_s": math.inf}, "timeout_s"),
        ({"examples": (Example("三条鱼", {"query": "鱼", "count": "3"}),)}, "三条鱼"),
    ],
)
def test_that_a_contradictory_declaration_is_refused(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(ContractViolation, match=word):
        tool(**changes)


class Open(BaseModel):
    x: int = 0


class Lax(BaseModel):
    model_config = ConfigDict(extra="forbid")
    count: int


class Nested(Arguments):
    inner: Lax


def test_that_types_stay_strict_inside_a_model_that_is_not() -> None:
    nested = tool(arguments=Nested)
    assert nested.validate({"inner": {"count": 7}})
    with pytest.raises(ValidationError):
        nested.validate({"inner": {"count": "7"}})


class OpenArguments(Arguments):
    inner: list[Open]


class OpenRow(Row):
    inner: Open


class Step(Row):
    next_state: str


class Steering(Row):
    name: str
    steps: list[Step]


class Tree(Arguments):
    children: list[Tree] = Field(default_factory=list)


class Unwritable(Row):
    call: type


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"arguments": OpenArguments}, "undeclared fields"),
        ({"row": OpenRow}, "undeclared fields"),
        ({"row": Step}, "protocol"),
        ({"row": Steering}, "protocol"),
        ({"arguments": Tree}, "contains itself"),
        ({"row": Unwritable}, "JSON can't describe"),
    ],
)
def test_that_types_that_let_anything_through_are_refused_at_declaration(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(ContractViolation, match=word):
        tool(**changes)


def test_that_the_schema_is_plain_and_keeps_what_fields_say_about_themselves() -> None:
    schema = tool().schema()
    fields = schema["properties"]
    assert "$ref" not in str(schema)
    assert "$defs" not in str(schema)
    assert schema["required"] == ["query"]
    assert schema["additionalProperties"] is False
    assert fields["spice"] == {"description": "how hot", "default": "微辣", "enum": ["微辣", "特辣"], "type": "string"}
    assert fields["price"]["description"] == "limits"
    inner = fields["price"]["anyOf"][0]
    assert inner["additionalProperties"] is False
    assert inner["properties"]["title"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert "title" not in fields["query"]


def test_that_the_page_says_everything_that_the_contract_says() -> None:
    page = tool(
        scopes=frozenset({"stock:read"}),
        phases=frozenset({"ordering"}),
        aliases=("find",),
        examples=(Example("来条鱼", {"query": "鱼"}),),
        counter_examples=("几点关门",),
        reusable=False,
    ).document()
    for part in (
        "## `search`",
        "Search dishes. 找菜时用。",
        "Not for hours. 问时间不要用。",
        "| `query` | string (at most 20 characters) | yes |  | what \\| is wanted |",
        "| `count` | integer (≥ 1, ≤ 10) | no | `3` |  |",
        '| `spice` | `微辣` / `特辣` | no | `"微辣"` | how hot |',
        '| `sort` | `price` / `name` | no | `"name"` |  |',
        "| `price` | object or null | no | `null` | limits |",
        "| `price.low` | number (≥ 0) | no | `0.0` |  |",
        "| `words` | list of string (at most 3 items) | no |  |  |",
        "| `exact` | boolean | no | `false` |  |",
        "| `price` | number or null |  |",
        "Scopes: stock:read",
        "Phases: ordering",
        "Calls per turn: 2",
        "Time limit: 5 s",
        "runs again",
        "Former names: `find`",
        "“来条鱼”",
        "“几点关门”",
    ):
        assert part in page


def test_that_a_registry_renders_one_page_of_all_its_tools() -> None:
    page = Registry([tool(), tool(name="hours", arguments=NoArguments)]).document("菜单")
    assert page.startswith("# 菜单\n\n- [`search`](#search)\n- [`hours`](#hours)\n\n## `search`")
    assert "## `hours`" in page
    assert "### Arguments\n\nNone." in page


def test_that_a_tool_name_is_used_once_aliases_included() -> None:
    for second in (tool(), tool(name="other", aliases=("search",))):
        with pytest.raises(ContractViolation, match="used twice"):
            Registry([tool(), second])
