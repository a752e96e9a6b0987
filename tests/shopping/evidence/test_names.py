"""Products found in pages of any kind, by rules, and their spellings made one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from .pages import read


def names(*texts: str, kind: str = "", title: str = "") -> dict[str, set[str]]:
    return {product.name: set(product.names) for product in read(*texts, kind=kind, title=title).products}


@pytest.mark.parametrize(
    ("texts", "kind", "expected"),
    [
        (("我最后买了北岭 BL-200，用了半年。", "说说北岭 BL200 的缺点。"), "榨汁机", "北岭 BL-200"),
        (("小野家 K1 很可爱。", "小野家K1 好看。", "别买小野家K1。"), "风扇", "小野家 K1"),
        (("美的 AF50 好用。", "我家的美的 AF50 坏了。"), "空气炸锅", "美的 AF50"),
        (("环度手环6 续航两周。", "环度6 怎么选？"), "智能手环", "环度手环6"),
        (("星尘 Max 10 卡住了。", "星尘Max 10 很贵。"), "扫地机器人", "星尘 Max 10"),
        (("萌途 X 有味道。", "萌途 X 底硬。", "萌途 X 退了。", "萌途 X 掉漆。"), "学步鞋", "萌途 X"),
        (
            ("I bought the Harrow & Vale QZ2 in May.", "The Harrow & Vale QZ2 is light."),
            "headphones",
            "Harrow & Vale QZ2",
        ),
        (("The Norvik Desk One ran all night.", "I like the Norvik Desk One."), "fan", "Norvik Desk One"),
        (("试了眠川云枕，舒服。", "眠川云枕：回弹好。", "我妈睡眠川云枕。"), "枕头", "眠川云枕"),
    ],
)
def test_that_a_product_of_any_kind_is_found(texts: tuple[str, ...], kind: str, expected: str) -> None:
    found = {name.replace(" ", "") for name in names(*texts, kind=kind)}
    assert expected.replace(" ", "") in found or any(
        expected in spellings for spellings in names(*texts, kind=kind).values()
    )


@pytest.mark.parametrize(
    "text",
    [
        "一档 23.4 dB，功率 45W，Type-C 5V/2A 供电，支持 PD20W 和 IPX7 防水，屏幕 1080p。",
        "优惠码 ZERO30，下单立减。客服微信 abc123。",
        "选购静音风扇要看电机和扇叶，HEPA H13 滤网更好。",
        "2026 年买了 3 台，用了 2 个月，花了 199 元。",
        "It has USB-C, Bluetooth 5.3 and a 5000mAh battery. We tested it in May 2026.",
    ],
)
def test_that_amounts_standards_and_codes_are_no_products(text: str) -> None:
    assert not names(text, text + "。", text + "！", kind="风扇")


@pytest.mark.parametrize(
    "spellings",
    [
        ("澄风 F3 Pro", "澄风F3pro", "澄风 Ｆ３ Ｐｒｏ", "澄風 F3 Pro", "F3 Pro"),
        ("北岭 BL-200", "北岭BL200", "北岭 BL 200", "北嶺 bl-200"),
        ("云雀 K7 二代", "云雀K7 2代", "云雀 K7 第二代"),
        ("环度手环6", "环度6", "环度 手环 6"),
    ],
)
def test_that_spellings_of_one_product_are_one(spellings: tuple[str, ...]) -> None:
    found = read(*(f"{name} 很安静。" for name in spellings), kind="智能手环")
    assert len(found.products) == 1
    assert len({item.url for item in found.evidence}) == len(spellings)


def test_that_brands_in_two_scripts_are_one_by_sound_by_brackets_and_by_their_models() -> None:
    sound = read(
        "奈凌 Zero X 很吵。", "奈凌 Zero X 退了。", "The Nailing Zero X whines.", "I returned the Nailing Zero X."
    )
    assert len(sound.products) == 1
    said = read(
        "澄风（CleanBreeze）F3 Pro 安静。澄风 F3 Pro 耐用。",
        "The CleanBreeze F3 Pro is quiet. My CleanBreeze F3 Pro is fine.",
    )
    assert len(said.products) == 1
    models = read("简宙 X13 轻。", "简宙 X13 很轻便。", "The Janzo X13 is light.", "I love the Janzo X13.")
    assert len(models.products) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("澄风 F3", "澄风 F3 Pro"),
        ("谷禾 IH30", "谷禾 IH40"),
        ("云雀 K7 一代", "云雀 K7 二代"),
        ("北岭 A3", "南山 A3"),
        ("知萤 L2", "知萤 L2 Plus"),
    ],
)
def test_that_variants_and_equal_models_of_two_brands_stay_apart(one: str, other: str) -> None:
    found = read(f"{one} 很安静。{other} 很吵。", f"{one} 不错，{other} 一般。", f"我选{one}。", f"我选{other}。")
    assert len(found.products) == 2


def test_that_an_older_and_a_newer_model_are_told_apart_in_one_sentence() -> None:
    found = read("澄风 F3 Pro 比澄风 F3 安静多了。", "澄风 F3 是老款，吵。", "澄风 F3 Pro 一档没声。")
    polarity = {(item.product, item.polarity) for item in found.evidence}
    assert ("澄风|f3pro", "positive") in polarity
    assert ("澄风|f3", "negative") in polarity
    assert ("澄风|f3pro", "negative") not in polarity


def test_that_a_price_is_the_median_of_what_pages_say() -> None:
    found = read("海岳 M2 卖 89 元。", "海岳 M2 到手 99 元，立减 20 元。", "海岳 M2（79 元）")
    assert found.products[0].price == 89.0
    assert read("海岳 M2 很安静。", "海岳 M2 好。").products[0].price is None


def test_that_brand_and_model_are_told() -> None:
    [product] = read("海岳 M2 好用。", "海岳M2 安静。").products
    assert (product.brand, product.model) == ("海岳", "M2")
    assert {"海岳 M2", "海岳M2"} <= set(product.names)


def test_that_keys_are_the_same_for_the_same_pages() -> None:
    texts = ("海岳 M2 好用。", "澄风 F3 Pro 安静。海岳M2 便宜。")
    assert [product.key for product in read(*texts).products] == [product.key for product in read(*texts).products]


def test_that_the_order_of_products_is_the_same_in_every_process() -> None:
    """Sets of words are gone through in another order by each process: what comes of it must not show that."""
    script = (
        "from datetime import date\n"
        "from pilothouse.assistants.shopping.evidence import extract\n"
        "from pilothouse.websearch.provider import WebPage\n"
        "names = ['眠川云枕', '朵微清透', '颜棠小白', '白鹭轻羽']\n"
        "text = ''.join(f'{n}：很舒服，推荐。我买了{n}，{n}好用。' for n in names)\n"
        "pages = [WebPage(f'https://{d}.example/', f'{names[0]}评测', '', raw_content=text) for d in 'ab']\n"
        "print([p.name for p in extract(pages, '枕头', [], date(2026, 11, 30)).products])\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
    assert "眠川云枕" in said.pop()
