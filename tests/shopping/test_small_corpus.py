"""A handful of plain pages of one's own: what they say is found, and nothing else is made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pilothouse import Pilothouse
from pilothouse.websearch.corpus import Corpus

PAGES = (
    ("huwai", "睡袋怎么选", "我买了岭南 S3 睡袋，零下五度没冷醒，很满意，推荐。"),
    ("luying", "岭南 S3 使用感受", "岭南 S3 用了一个冬天，保暖好，收起来小，值得买。"),
    ("shan", "睡袋推荐", "睡袋我推荐岭南 S3，质量好，拉链顺。"),
    ("tan", "求推荐睡袋", "楼上说得对，岭南 S3 不错，用了两年没坏。"),
    ("wai", "北坡 Q1 睡袋", "北坡 Q1 拉链第三次就坏了，客服不理人，不推荐。"),
    ("cook", "Best pressure cooker", "We tested six cookers. The Quill P5 was the fastest and quietest. Our top pick."),
    ("table", "Quill P5 review", "This pressure cooker is easy to clean. The Quill P5 works every time. Recommended."),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilothouse]:
    folder = tmp_path_factory.mktemp("home")
    rows = [
        {"url": f"https://{site}.example/{n}", "title": title, "date": "2026-09-01", "text": text}
        for n, (site, title, text) in enumerate(PAGES)
    ]
    file = folder / "pages.jsonl"
    file.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    with Pilothouse(folder) as opened:
        opened.room("shopping").services.provider.corpus.index(file)
        yield opened


def test_that_plain_praise_of_several_sites_decides(house: Pilothouse) -> None:
    decision = house.ask("shopping", "推荐一款睡袋", session="a").data["decision"]
    assert (decision["product"], decision["abstained"]) == ("岭南 S3", False)
    assert len({cited["domain"] for cited in decision["evidence"]}) >= 2


def test_that_a_brand_that_is_refused_leaves_nothing_here(house: Pilothouse) -> None:
    decision = house.ask("shopping", "睡袋，不要岭南的", session="b").data["decision"]
    assert decision["abstained"]


@pytest.mark.parametrize("text", ["推荐一款加湿器", "recommend a humidifier", "求推荐婴儿床"])
def test_that_what_no_page_speaks_of_is_not_made_of_the_nearest_thing(house: Pilothouse, text: str) -> None:
    decision = house.ask("shopping", text, session=text).data["decision"]
    assert (decision["product"], decision["abstained"]) == ("", True)


def test_that_english_pages_decide_too(house: Pilothouse) -> None:
    assert house.ask("shopping", "recommend a pressure cooker", session="c").data["decision"]["product"] == "Quill P5"


def test_that_the_corpus_is_the_one_of_the_home(house: Pilothouse) -> None:
    assert isinstance(house.room("shopping").services.provider.corpus, Corpus)
