"""Names that no dictionary has and no digit marks, and the spellings of Latin names."""

from __future__ import annotations

import pytest

from .pages import read, said


def names(*texts: str, kind: str = "", title: str = "") -> dict[str, set[str]]:
    return {product.name: set(product.names) for product in read(*texts, kind=kind, title=title).products}


LAUNDRY = (
    "残留（越低越好）：渍无踪8、泡小熊12、澄衣15、棉朵朵30（毫克）。\n去污力：渍无踪第一，泡小熊第二，棉朵朵垫底。",
    "楼主：衣领发黄用什么洗衣液？\n2楼：渍无踪，去污天花板。\n3楼：渍无踪+1，就是香味冲。\n5楼：泡小熊还行，棉朵朵别买。",
    "前后试过的：泡小熊（温和、好漂，继续买）、澄衣（没味道）、棉朵朵（洗完发硬）。现在首选泡小熊，孩子衣服换成澄衣。",
)


def test_that_coined_names_are_found_in_lists_and_in_answers() -> None:
    assert set(names(*LAUNDRY, kind="洗衣液")) == {"渍无踪", "泡小熊", "澄衣", "棉朵朵"}


def test_that_coined_names_bear_what_is_said_of_them() -> None:
    found = read(*LAUNDRY, kind="洗衣液")
    assert said(found, "别买") >= {("棉朵朵", "-")}
    assert ("泡小熊", "+") in said(found, "首选")
    assert ("渍无踪", "+") in said(found, "+1")


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (
            "洗衣液",
            (
                "去污、留香、易漂三项数据。易漂：第一组最好。易漂12、留香18、去污25。",
                "2楼：易漂最重要。\n3楼：易漂+1，留香无所谓。",
                "首选易漂的，其次看留香。选易漂，不选留香。",
            ),
        ),
        (
            "雨伞",
            (
                "折骨、伞面、抗卷三项。抗卷12、折骨18。",
                "1楼：抗卷，别的不看。\n2楼：抗卷+1。",
                "买雨伞先看抗卷效果，抗卷性好的耐用，不抗卷的别买。",
            ),
        ),
    ],
)
def test_that_properties_and_sorts_of_the_kind_are_no_names(kind: str, texts: tuple[str, ...]) -> None:
    assert not names(*texts, kind=kind)


def test_that_one_site_alone_makes_no_coined_name() -> None:
    assert not names("2楼：渍无踪，好。\n3楼：渍无踪+1。\n4楼：换成渍无踪，满意。", kind="洗衣液")


def test_that_a_coined_name_is_not_found_in_the_middle_of_words() -> None:
    texts = (
        "首选松间，其次云岸。松间12、云岸18。",
        "2楼：松间，好。\n3楼：松间+1，云岸也行。",
        "松间好用。在放松间隙洗。",
    )
    found = read(*texts, kind="洗衣液")
    assert not said(found, "放松")


def test_that_a_brand_before_the_sort_is_the_product() -> None:
    found = names(
        *(
            "渍无踪12、岚皂18、泡小熊25。",
            "岚皂洗衣凝珠：一盒三十颗。\n岚皂洗衣凝珠很香。",
            "2楼：渍无踪，好。泡小熊也行。",
        ),
        "首选渍无踪，泡小熊第二，岚皂垫底。",
        kind="洗衣液",
    )
    assert sum("岚皂" in name for name in found) == 1


BIKES = (
    "We rode four lights. Wexham R2 ($39) never went out in the rain. GrebeView 4K ($89) gave by far the best beam, "
    "but died in the frost twice. Cobble Mini ($19) is tiny and dull. Larkfield Beacon wants $3 a month for its app.",
    "OP: Which light?\nann: Wexham R2. Two winters, still going.\nbob: GrebeView 4K here. Lovely beam.\n"
    "ann: my sister's Grebe View does that too.\ncat: Cobble Mini lasted one winter.",
    "Three Cobble Minis in the family now. The Wexham R2 is fine. Read out of 40: GrebeView 4K 31, Wexham R2 17, "
    "Larkfield Beacon 14, Cobble Mini 5.",
)


def test_that_latin_names_without_digits_are_found_among_others() -> None:
    found = names(*BIKES, kind="bike light")
    assert set(found) == {"Wexham R2", "GrebeView 4K", "Cobble Mini", "Larkfield Beacon"}
    assert "Grebe View" in found["GrebeView 4K"]
    assert "Cobble Minis" in found["Cobble Mini"]


def test_that_a_sentence_that_begins_with_another_name_is_about_that() -> None:
    found = read(*BIKES, kind="bike light")
    assert {name for name, _ in said(found, "best beam")} == {"GrebeView 4K"}
    assert {name for name, _ in said(found, "Lovely beam")} == {"GrebeView 4K"}


def test_that_a_name_with_its_price_is_one() -> None:
    found = read("We tried the Thistle Folding (1,199 yuan). Two of three arrived dead. Avoid it.", kind="bike stand")
    assert [product.name for product in found.products] == ["Thistle Folding"]


@pytest.mark.parametrize(
    ("texts", "together"),
    [
        (("云隼K75 手感好。", "换成云隼K75，满意。", "The Falcore K75 is quiet.", "I love the Falcore K75."), True),
        (("泽克Q7 双击。", "泽克Q7 别买。", "Zeik Q7: 58 dB, loud.", "Skip the Zeik Q7."), True),
        (("云隼K75 比 Falcore K75 好。", "云隼K75 好。", "The Falcore K75 is quiet."), False),
        (
            (
                "云隼K75 好。",
                "云隼K75 稳。",
                "山蓝K75 好。",
                "山蓝K75 稳。",
                "The Falcore K75 is quiet.",
                "Get the Falcore K75.",
            ),
            False,
        ),
        (("泽克Q7 双击。", "泽克Q7 别买。", "The Holloway Q7 is loud.", "Skip the Holloway Q7."), False),
    ],
)
def test_that_one_designation_under_two_scripts_is_one_product(texts: tuple[str, ...], together: bool) -> None:
    keys = {product.key.split("|")[0] for product in read(*texts, kind="机械键盘").products}
    assert (len(keys) == 1) is together


def test_that_the_older_model_of_a_brand_is_not_the_known_one() -> None:
    found = read("脆禾C3 好用。", "脆禾C3 安静。", "第一名是灶光H2。第二名是脆禾的老款C2，胜在便宜。", kind="空气炸锅")
    assert not said(found, "老款")


def test_that_a_size_behind_a_name_is_no_part_of_it() -> None:
    found = names(
        "轻舟Air 20（2.2kg，659元）最轻。有20寸和26寸。",
        "轻舟Air 结实吗？",
        "轻舟Air 裂了。",
        "换成轻舟Air，顺滑。",
        "轻舟Air 好。",
        kind="行李箱",
    )
    assert set(found) == {"轻舟Air"}


def test_that_who_names_nothing_in_a_thread_speaks_of_nothing_named_before() -> None:
    text = "2楼：海岳M2，安静。\n3楼：奈凌X5，风大。\n5楼：懒人用什么都吵，三天就坏。\n6楼：我也是，它很耐用。"
    found = read(text, "海岳M2 好。", "奈凌X5 好。", kind="风扇")
    assert not said(found, "懒人")
    assert said(found, "耐用") == {("奈凌X5", "+")} or not said(found, "耐用")
