"""A model may propose what a misheard name means; code decides whether the dish is looked up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pilothouse.assistants.menu.command import import_menu
from pilothouse.gateway.scripted import Call, ScriptedModel

from .kitchen import open_house

DISHES = [
    {"name": "清炒虾仁", "price": 48},
    {"name": "清炒瞎仁", "price": 38},
    {"name": "清蒸鲈鱼", "price": 68},
    {"name": "红烧肉", "price": 45},
]


def asked(home: Path, question: str, proposed: str) -> tuple[str, str]:
    """The query that was looked up first, and the reply, when a model calls for ``proposed``."""
    script = {"converse": [Call("menu_search", {"query": proposed}), "好的。"], "*": lambda request: "好的。"}
    with open_house(home, ScriptedModel(script)) as house:
        menu = home / "dishes.json"
        menu.write_text(json.dumps(DISHES, ensure_ascii=False), "utf-8")
        import_menu(house, menu)
        reply = house.ask("menu", question)
    return str(reply.tool_calls[0].arguments["query"]), reply.reply


@pytest.mark.parametrize("meant", ["清炒虾仁", "清炒瞎仁"])
def test_that_a_model_may_choose_between_two_dishes_that_sound_like_what_was_said(tmp_path: Path, meant: str) -> None:
    query, reply = asked(tmp_path, "清炒侠仁多少钱", meant)
    assert query == meant
    assert meant in reply


def test_that_a_model_may_not_take_a_dish_which_is_not_sold_for_one_that_is(tmp_path: Path) -> None:
    query, reply = asked(tmp_path, "清蒸鲤鱼多少钱", "清蒸鲈鱼")
    assert query == "清蒸鲤鱼"
    assert "没有「清蒸鲤鱼」" in reply


def test_that_a_model_may_not_change_the_dish_that_was_repaired(tmp_path: Path) -> None:
    query, reply = asked(tmp_path, "红烧柔多少钱", "清蒸鲈鱼")
    assert query == "红烧肉"
    assert "45" in reply
