from __future__ import annotations

import pytest

from pilothouse.assistants.menu.assistant import sample
from pilothouse.assistants.menu.choice import likeliest, phrased, phrases
from pilothouse.assistants.menu.lexicon import Lexicon


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    edition = sample()
    return Lexicon.build(next(iter(edition.menus.values())), edition.stores)


@pytest.mark.parametrize(
    ("readings", "meant"),
    [
        ([("麻辣香菇多少钱", -2.4), ("麻辣香锅多少钱", -3.0)], "麻辣香锅多少钱"),
        ([("来量份担担面", -3.0), ("来凉粉担担面", -3.5)], "来两份担担面"),
        ([("请问能开发票吗", -2.0), ("请问能开发跳吗", -1.5)], "请问能开发票吗"),
    ],
)
def test_that_the_reading_that_a_guest_would_say_is_taken(
    readings: list[tuple[str, float]], meant: str, lexicon: Lexicon
) -> None:
    assert likeliest(readings, lexicon) == meant


def test_that_a_reading_that_stops_early_is_not_preferred_for_being_short(lexicon: Lexicon) -> None:
    readings = [("回锅肉现在还有吗", -4.0), ("回锅肉现在还有马", -4.5), ("。", -0.5), ("回锅", -0.9)]
    assert likeliest(readings, lexicon) == "回锅肉现在还有吗"


def test_that_function_words_are_put_right_by_sound_and_names_are_left_alone(lexicon: Lexicon) -> None:
    assert phrased("水煮鱼腰两份", lexicon) == "水煮鱼要两份"
    assert phrased("米饭改成上碗", lexicon) == "米饭改成三碗"
    assert phrased("有没有川北凉粉", lexicon) == "有没有川北凉粉"


@pytest.mark.parametrize(
    "text",
    [
        "来两份担担面，少放辣",
        "你们几点关门",
        "川北凉粉还有没有",
        "火爆腰花多少钱",
        "我对花生过敏，有什么能吃",
        "三个人吃什么好，预算两百",
        "来一份麻辣香锅，再来两碗米饭，打包带走",
    ],
)
def test_that_clean_sentences_stay_as_they_are(text: str, lexicon: Lexicon) -> None:
    assert phrased(text, lexicon) == text
    assert likeliest([(text, -3.0)], lexicon) == text


def test_that_every_turn_of_phrase_is_clean_by_itself(lexicon: Lexicon) -> None:
    assert [phrase for phrase in phrases() if phrased(phrase, lexicon) != phrase] == []


def test_that_latin_text_is_left_to_the_recogniser(lexicon: Lexicon) -> None:
    assert likeliest([("two bowls of rice", -3.0), ("too bowls", -1.0)], lexicon) == "two bowls of rice"


def test_that_nothing_to_choose_from_is_an_error(lexicon: Lexicon) -> None:
    with pytest.raises(ValueError, match="reading"):
        likeliest([], lexicon)
