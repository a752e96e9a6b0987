"""Which product a sentence is about."""

from __future__ import annotations

from pilothouse.assistants.shopping.evidence import extract

from .pages import TODAY, page, read, said


def test_that_a_sentence_without_a_name_is_about_the_one_named_last() -> None:
    found = read("先说海岳 M2。一档很安静。再说奈凌 X5，三周就坏了。客服还推诿。", "海岳 M2。奈凌 X5。")
    assert said(found, "一档很安静") == {("海岳 M2", "+")}
    assert said(found, "推诿") == {("奈凌 X5", "-")}


def test_that_a_pronoun_takes_the_subject_not_the_rival() -> None:
    found = read(
        "第一名：海岳 M2。\n第六名：澄风 F3。老款，吵，F3 比 M2 吵得多，别为了省钱买它。", "海岳 M2。澄风 F3。"
    )
    assert said(found, "别为了省钱") == {("澄风 F3", "-"), ("海岳 M2", "+")}


def test_that_sections_of_a_list_are_kept_apart() -> None:
    text = "1. 海岳 M2（89 元）\n风量小，但安静。\n2. 奈凌 X5（249 元）\n嗡嗡响，退了。\n## 选购建议\n电机要选静音的。"
    found = read(text, "海岳 M2。奈凌 X5。", kind="风扇")
    assert said(found, "安静") == {("海岳 M2", "+")} | {("海岳 M2", "-")} or ("海岳 M2", "+") in said(found, "安静")
    assert said(found, "退了") == {("奈凌 X5", "-")}
    assert not said(found, "电机要选")


def test_that_a_page_about_one_product_stays_with_it() -> None:
    text = "用了半年。室友的奈凌 X5 嗡嗡响。\n充电慢，是唯一的缺点。"
    found = extract([page(text, "海岳 M2 半年体验"), page("奈凌 X5。", url="https://b.example/2")], "风扇", [], TODAY)
    assert said(found, "充电慢") == {("海岳 M2", "-")}
    assert said(found, "嗡嗡响") == {("奈凌 X5", "-")}


def test_that_what_is_said_of_something_unnamed_is_nobodys() -> None:
    found = read("海岳 M2 用到现在没坏。我上一台杂牌风扇第五个月就坏了。", "海岳 M2。")
    assert said(found) == {("海岳 M2", "+")}


def test_that_advice_about_the_kind_is_no_evidence() -> None:
    found = read("海岳 M2 是这次的主角。\n选购时要看电机，便宜的容易坏。", "海岳 M2。")
    assert not said(found)


def test_that_each_voice_of_a_thread_keeps_its_own_product() -> None:
    text = "1楼 @阿木：我用海岳 M2。\n2楼 @小林：我买的是奈凌 X5。\n3楼 @阿木：我那个今天坏了。"
    found = read(text, "海岳 M2。奈凌 X5。")
    assert said(found, "坏了") == {("海岳 M2", "-")}


def test_that_the_pro_is_the_pro_that_was_named() -> None:
    found = read("澄风 F3 吵。澄风 F3 Pro 是新款。\nPro 一档几乎没声。", "澄风 F3。澄风 F3 Pro。")
    assert said(found, "几乎没声") == {("澄风 F3 Pro", "+")}
