"""What real guests wanted of a restaurant, turn by turn, becomes the right conditions. Public data, where at hand."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from pilothouse.assistants.menu.understanding import understand

from .crosswoz import DIALOGUES, Asked, turns
from .kitchen import open_house

pytestmark = pytest.mark.skipif(not DIALOGUES.exists(), reason="the public dialogues (shared/data/crosswoz) are absent")


def _budget(asked: Asked) -> bool:
    return asked.low is not None or asked.high is not None


def test_that_a_budget_is_read_as_the_annotators_read_it(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        catalogue = house.room("menu").services.catalogue
        lexicon = catalogue.menu(catalogue.default_store().id).lexicon
        asked = [turn for turn in turns() if _budget(turn)]
        right = [
            turn
            for turn in asked
            if (read := understand(turn.text, lexicon).filters)
            and (read.min_price, read.max_price) == (turn.low, turn.high)
        ]
    assert len(asked) > 300
    # The rest are turns whose budget the annotators took from another turn, and slips of the pen (50元一下).
    assert len(right) / len(asked) >= 0.9


def test_that_a_budget_changed_in_a_later_turn_takes_the_place_of_the_first(tmp_path: Path) -> None:
    changed = right = 0
    with open_house(tmp_path) as house:
        for dialogue, group in groupby(filter(_budget, turns()), key=lambda turn: turn.dialogue):
            told = list(group)
            if len({(turn.low, turn.high) for turn in told}) < 2:
                continue
            for turn in told:
                reply = house.ask("menu", turn.text, session=dialogue)
            filters = reply.data["request"]["filters"]
            changed += 1
            wanted = {"min_price": told[-1].low, "max_price": told[-1].high}
            right += all(
                (filters.get(key) is None) == (value is None) and (value is None or float(filters[key]) == float(value))
                for key, value in wanted.items()
            )
    assert changed >= 5
    assert right / changed >= 0.8
