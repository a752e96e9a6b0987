"""What a decision says besides the score: comparisons, foreign money, the asker's language (S1)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pilothouse.assistants.shopping.need import read_need
from pilothouse.assistants.shopping.routing import route

from .market import FAN, SECOND, TOOL, WINNER, open_house

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("暖堂N3 vs 絮禾Q8 vs 炉边L5 选哪个", ("暖堂N3", "絮禾Q8", "炉边L5")),
        ("Nordfell Base 3 还是 岭客 T2", ("Nordfell Base 3", "岭客 T2")),
        ("clackworks m75 or brelo k6", ("clackworks m75", "brelo k6")),
        ("Typhaven Q1 or Brelo K6, which is better?", ("Typhaven Q1", "Brelo K6")),
        ("500 or 800", ()),
        ("2个人和3个人用的帐篷", ()),
    ],
)
def test_that_a_comparison_names_all_that_are_compared(text: str, names: tuple[str, ...]) -> None:
    assert read_need(text, None, TODAY).wanted_products == names


def test_that_a_comparison_is_answered_between_the_two(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        reply = house.ask("shopping", f"{WINNER}和{SECOND}哪个好")
    decision = reply.data["decision"]
    named = {decision["product"], *(runner["product"] for runner in decision["runner_ups"])} - {""}
    assert named == {WINNER, SECOND}
    assert [call.name for call in reply.tool_calls] == [TOOL]


@pytest.mark.parametrize("budget", ["30美元以内", "预算50欧元"])
def test_that_a_budget_in_foreign_money_is_mentioned_whatever_is_decided(budget: str, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        decision = house.ask("shopping", f"想买个桌面静音小风扇，{budget}", session="a").data["decision"]
        domestic = house.ask("shopping", FAN, session="b").data["decision"]
    assert any(code in decision["caveats"][0] for code in ("USD", "EUR"))
    assert not any("USD" in caveat or "EUR" in caveat for caveat in domestic["caveats"])


def test_that_english_reasons_name_what_is_wanted_in_english(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        decision = house.ask("shopping", "recommend a quiet desk fan").data["decision"]
    assert not any("静音" in text for text in (*decision["reasons"], *decision["caveats"]))


@pytest.mark.parametrize(
    ("first", "then", "kind"),
    [
        ("想买个机械键盘，要安静", "换成露营帐篷呢", "露营帐篷"),
        ("想买个露营帐篷", "还是回到机械键盘吧", "机械键盘"),
        ("电热毯哪个好", "机械键盘 $60以内", "机械键盘"),
        ("recommend a quiet mechanical keyboard", "ok what about a camping tent then", "camping tent"),
        ("recommend an electric blanket", "mechanical keyboard under $60", "mechanical keyboard"),
        ("recommend a mechanical keyboard", "what about a quieter one", "mechanical keyboard"),
        ("recommend a mechanical keyboard", "how about under 300 yuan", "mechanical keyboard"),
        ("想买个机械键盘", "电热毯 2026年款", "机械键盘"),
    ],
)
def test_that_another_kind_is_a_new_need_and_a_change_is_none(first: str, then: str, kind: str) -> None:
    assert read_need(then, read_need(first, None, TODAY), TODAY).kind == kind


@pytest.mark.parametrize(
    ("text", "intent", "kind"),
    [
        ("算了，不买了", "talk", "goodbye"),
        ("它多少钱", "followup", "price"),
        ("how much is it?", "followup", "price"),
        ("who says so?", "followup", "evidence"),
        ("tent for camping with my wife and two dogs, rain proof", "search", ""),
    ],
)
def test_that_spoken_follow_ups_are_understood(text: str, intent: str, kind: str) -> None:
    found = route(text, True)
    assert (found.intent, found.kind) == (intent, kind)


def test_that_the_price_is_told_without_a_search(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.ask("shopping", FAN, session="a")
        reply = house.ask("shopping", "它多少钱", session="a")
    assert reply.tool_calls == []
    assert reply.data["kind"] == "price"
