"""The learned judge of what answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pilothouse.contracts.errors import DataError
from pilothouse.embedding.embedder import unit
from pilothouse.retrieval.evidence.asking import ask
from pilothouse.retrieval.evidence.coverage import read
from pilothouse.retrieval.evidence.judging.columns import NAMES
from pilothouse.retrieval.evidence.judging.features import MOST, matrix
from pilothouse.retrieval.evidence.judging.judge import Judge, embedded, judged, needed
from pilothouse.retrieval.evidence.judging.meaning import BEST, encoded, encoder
from pilothouse.retrieval.evidence.judging.typing import listing
from pilothouse.retrieval.evidence.splitting import pieces
from pilothouse.retrieval.passage import Passage

TABLE = "住宿标准：\n\n| 城市 | 员工 | 经理 |\n|---|---|---|\n| 上海 | 500元 | 800元 |\n| 北京 | 600元 | 900元 |"


def passage(n: int, content: str, title: str = "", score: float = 0.9) -> Passage:
    return Passage(f"d{n}#0", f"d{n}", content, title=title, score=score)


def best(question: str, *found: Passage) -> str:
    seen = judged(ask(question), found)[0].seen
    return seen.reading.pieces[seen.index].text


def test_that_a_markdown_table_is_read_as_rows_under_their_headers() -> None:
    rows = [piece for piece in pieces(TABLE) if piece.kind == "row"]
    assert [dict(row.cells) for row in rows] == [
        {"城市": "上海", "员工": "500元", "经理": "800元"},
        {"城市": "北京", "员工": "600元", "经理": "900元"},
    ]


def test_that_a_row_without_its_header_is_still_a_row() -> None:
    assert [piece.kind for piece in pieces("| 上海 | 500元 |")] == ["row"]


def test_that_a_bold_beginning_is_a_heading_of_its_line() -> None:
    found = pieces("**Canteen.** Millhaven opens at 7.30.")
    assert [(piece.kind, piece.text) for piece in found] == [
        ("heading", "Canteen"),
        ("sentence", "Millhaven opens at 7.30."),
    ]


def test_that_the_row_of_the_asked_city_is_judged_best() -> None:
    assert "600元" in best("员工去北京住宿标准多少钱", passage(1, TABLE, "差旅办法"))


def test_that_the_range_that_holds_the_number_wins() -> None:
    table = (
        "| 金额 | 审批人 |\n|---|---|\n| 5,000元以下 | 主管 |\n| 5,000元至50,000元 | 总监 |\n| 50,000元以上 | 总经理 |"
    )
    assert "总监" in best("采购3万元的设备由谁审批", passage(1, table, "采购审批权限"))
    assert "总经理" in best("采购80万的设备由谁审批", passage(1, table, "采购审批权限"))


def test_that_who_asks_for_a_number_is_not_told_a_sentence_without_one() -> None:
    assert judged(ask("食堂的电话是多少"), [passage(1, "食堂的电话请问前台。", "食堂")]) == ()


def test_that_a_page_about_another_city_is_out_unless_it_speaks_of_the_others() -> None:
    assert not judged(ask("西安办公室几点锁门"), [passage(1, "北京办公室每天22:00锁门。")])
    assert judged(ask("西安办公室几点锁门"), [passage(1, "北京办公室每天22:00锁门，其他城市21:00锁门。")])


def test_that_a_question_without_telling_words_or_passages_has_no_answer() -> None:
    assert judged(ask("那个呢？"), [passage(1, "年假为5天。")]) == ()
    assert judged(ask("年假几天"), []) == ()


@pytest.mark.parametrize(
    "change", [{"format": 0}, {"columns": ["own"]}, {"again": []}, {"first": {}}, {"second": {"least": "much"}}]
)
def test_that_damaged_coefficients_are_refused_in_a_sentence(change: dict[str, object]) -> None:
    text = (files("pilothouse.retrieval.evidence.judging") / "coefficients.json").read_text("utf-8")
    with pytest.raises(DataError):
        Judge({**json.loads(text), **change})


class Vectors:
    """An embedder that knows nothing: each text points somewhere."""

    dimension = 8

    def __init__(self, name: str) -> None:
        self.id = name
        self.asked = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += len(texts)
        return unit(np.stack([np.random.default_rng(len(text)).normal(size=8) for text in texts]))

    def to_dict(self) -> dict[str, Any]:
        return {}


MANY = [passage(n, "年假为5天。\n" + "\n".join(f"第{n}{k}条年假满{k}年。" for k in range(9)), "休假") for n in range(3)]


def test_that_the_encoder_is_asked_for_the_best_pieces_only_and_none_is_lost() -> None:
    vectors = Vectors(embedded().encoder)
    plain = judged(ask("年假几天"), MANY)
    with encoded(vectors):
        meant = judged(ask("年假几天"), MANY)
    places = [{(one.seen.number, one.seen.index) for one in found} for found in (plain, meant)]
    assert places[0] == places[1]
    assert len(meant) == len(plain) > BEST
    assert 1 < vectors.asked <= BEST + 1
    assert all(before.value >= after.value for before, after in pairwise(meant))
    assert all(0 <= one.sure <= 1 for one in meant)


def test_that_an_encoder_the_judge_does_not_know_is_not_asked() -> None:
    vectors = Vectors("another@1")
    with encoded(vectors):
        assert judged(ask("年假几天"), MANY) == judged(ask("年假几天"), MANY)
        assert needed(1) == embedded().first.needed(1)
    assert vectors.asked == 0


def test_that_after_the_turn_words_alone_decide_again() -> None:
    with encoded(Vectors(embedded().encoder)):
        assert encoder() is not None
    assert encoder() is None


def test_that_the_steps_of_a_list_are_found_from_any_of_them_and_a_lone_item_is_no_list() -> None:
    found = pieces("流程：\n1. 登录OA。\n2. 提交申请。\n\n年假为5天。")
    items = [n for n, piece in enumerate(found) if piece.kind == "item"]
    assert [listing(found, n) for n in items] == [(0, tuple(items))] * 2
    assert listing(found, len(found) - 1) == (None, ())
    assert listing(pieces("说明。\n- 登录OA。\n\n年假为5天。"), 1) == (None, ())


LINES = st.lists(
    st.sampled_from(
        [*TABLE.splitlines(), "年假为5天。", "1. 登录OA。", "## 标题", "**谁。** 主管。", "", "| |", "||", "|-|"]
    )
    | st.text(max_size=30),
    max_size=90,
).map("\n".join)


@given(st.sampled_from(["年假几天", "员工去北京住宿标准", "怎么申请", "谁批准80万", "how many days"]), LINES, LINES)
def test_that_every_feature_is_finite_whatever_the_pages_hold(question: str, one: str, other: str) -> None:
    seen, rows = matrix(ask(question), [read(passage(1, one, "标题")), read(passage(2, other, score=0.0))])
    assert rows.shape == (len(seen), len(NAMES))
    assert len(seen) <= MOST
    assert np.isfinite(rows).all()
    found = judged(ask(question), [passage(1, one), passage(2, other)])
    assert all(0 <= piece.sure <= 1 for piece in found)
