from typing import Any

import pytest

from pilothouse.contracts.reply import Outcome, Reply, ToolCall
from pilothouse.evaluation.answers import SEARCH, judged, passed
from pilothouse.evaluation.dataset import Question

CHUNKS = {"leave#0": "每年享有五天带薪年休假。", "leave#1": "由直属主管审批。", "sick#0": "病假按80%发放，满5天。"}


def replied(
    text: str,
    *cited: str,
    outcome: Outcome = "answered",
    conflicts: int = 0,
    intent: str = "knowledge_query",
    tools: tuple[str, ...] = (SEARCH,),
) -> Reply:
    data: dict[str, Any] = {
        "intent": intent,
        "citations": [
            {"n": n, "id": id_, "document": id_.split("#")[0], "quote": ""} for n, id_ in enumerate(cited, 1)
        ],
        "conflicts": [{"subject": "天数"}] * conflicts,
        "passages": [{"id": id_, "document": id_.split("#")[0], "score": 0.9} for id_ in cited],
    }
    return Reply(
        reply=text,
        assistant="knowledge",
        session="s",
        turn=1,
        outcome=outcome,
        data=data,
        elapsed_ms=12.5,
        tool_calls=[ToolCall(name=name, status="success") for name in tools],
    )


LEAVE = Question("q", "年假几天", ("leave",), (("5天",),))


def test_that_a_right_answer_with_the_right_citation_is_right_in_everything() -> None:
    found = judged(LEAVE, replied("每年有5天年假 [1]。", "leave#0"), CHUNKS)
    assert found.scores == {
        "answered": 1, "correct": 1, "complete": 1, "wrong": 0, "refused": 0, "evidence": 1, "citation_gold": 1,
        "citation_correct": 1, "cited": 1, "conflict_claimed": 0, "tools": 1,
    }  # fmt: skip
    assert (found.citations, found.ms, found.outcome) == (("leave#0",), 12.5, "answered")


def test_that_a_citation_is_correct_only_when_it_is_gold_and_its_text_holds_the_answer() -> None:
    other = judged(LEAVE, replied("每年有5天年假 [1]。", "sick#0"), CHUNKS).scores
    assert (other["correct"], other["citation_gold"], other["citation_correct"], other["evidence"]) == (1, 0, 0, 0)
    beside = judged(LEAVE, replied("每年有5天年假 [1]。", "leave#1"), CHUNKS).scores
    assert (beside["citation_gold"], beside["citation_correct"]) == (1, 0)
    mixed = judged(LEAVE, replied("每年有5天年假 [1][2]。", "leave#0", "sick#0"), CHUNKS).scores
    assert (mixed["citation_gold"], mixed["citation_correct"]) == (0.5, 1)


def test_that_a_wrong_answer_a_refusal_and_an_uncited_answer_are_told_apart() -> None:
    wrong = judged(LEAVE, replied("每年有15天年假 [1]。", "leave#0"), CHUNKS).scores
    assert (wrong["answered"], wrong["correct"], wrong["wrong"], wrong["refused"]) == (1, 0, 1, 0)
    refused = judged(LEAVE, replied("资料中未找到相关信息，年假5天", outcome="not_found"), CHUNKS).scores
    assert (refused["answered"], refused["correct"], refused["wrong"], refused["refused"]) == (0, 0, 0, 1)
    assert "cited" not in refused
    assert "citation_correct" not in refused
    uncited = judged(LEAVE, replied("每年有5天年假。"), CHUNKS).scores
    assert (uncited["cited"], uncited["citation_correct"], "citation_gold" in uncited) == (0, 0, False)


@pytest.mark.parametrize("kind", ["multi", "howto", "conflict"])
def test_that_kinds_which_need_every_fact_are_right_with_all_of_them_only(kind: str) -> None:
    question = Question("q", "怎么请年假", ("leave",), (("5天",), ("直属主管", "主管")), kind)
    half = judged(question, replied("有5天 [1]。", "leave#0"), CHUNKS).scores
    assert (half["correct"], half["complete"], half["wrong"]) == (0, 0.5, 0)
    whole = judged(question, replied("有5天，由主管审批 [1][2]。", "leave#0", "leave#1"), CHUNKS).scores
    assert (whole["correct"], whole["complete"]) == (1, 1)
    any_ = judged(
        Question("q", "年假", ("leave",), question.answers, "fact"), replied("有5天 [1]。", "leave#0"), CHUNKS
    )
    assert any_.scores["correct"] == 1


def test_that_the_unanswerable_must_be_rejected() -> None:
    nothing = Question("q", "火星基地在哪", ())
    assert judged(nothing, replied("资料中未找到相关信息", outcome="not_found"), CHUNKS).scores == {
        "rejected": 1, "wrong": 0, "tools": 1
    }  # fmt: skip
    claimed = judged(nothing, replied("在5楼 [1]。", "leave#0"), CHUNKS).scores
    assert claimed == {"rejected": 0, "wrong": 1, "cited": 1, "tools": 1}
    fallback = judged(nothing, replied("在5楼 [1]。", "leave#0", outcome="fallback"), CHUNKS).scores
    assert (fallback["rejected"], fallback["wrong"]) == (0, 1)
    chat = judged(nothing, replied("您好。", intent="chitchat", tools=()), CHUNKS).scores
    assert chat == {"rejected": 0, "wrong": 0, "tools": 0}


def test_that_conflicts_are_to_be_found_where_there_are_any_and_nowhere_else() -> None:
    disputed = Question("q", "年假几天", ("leave",), (("5天",), ("3天",)), "conflict", stale=("3天",))
    told = judged(disputed, replied("5天，旧规定为3天 [1]。", "leave#0", conflicts=1), CHUNKS).scores
    assert (told["conflict_found"], told["stale"]) == (1, 0)
    untold = judged(disputed, replied("3天 [1]。", "leave#0"), CHUNKS).scores
    assert (untold["conflict_found"], untold["stale"], untold["correct"]) == (0, 1, 0)
    changed = judged(disputed, replied("由3天调整为5天 [1]。", "leave#0"), CHUNKS).scores
    assert (changed["conflict_found"], changed["stale"], changed["correct"]) == (0, 0, 1)
    assert judged(LEAVE, replied("5天 [1]。", "leave#0", conflicts=1), CHUNKS).scores["conflict_claimed"] == 1


def test_that_a_secret_is_found_wherever_it_stands_in_the_reply() -> None:
    question = Question("q", "奖金多少", (), hidden=("800万",))
    assert judged(question, replied("未找到", outcome="not_found"), CHUNKS).scores["leaked"] == 0
    assert judged(question, replied("八百万元"), CHUNKS).scores["leaked"] == 1
    reply = replied("未找到", outcome="not_found")
    reply.data["passages"] = [{"id": "bonus#0", "title": "奖金800万"}]
    assert judged(question, reply, CHUNKS).scores["leaked"] == 1


def test_that_without_accepted_answers_the_gold_citation_decides() -> None:
    question = Question("q", "年假几天", ("leave#0",))
    assert judged(question, replied("5天 [1]。", "leave#0"), CHUNKS).scores["correct"] == 1
    assert judged(question, replied("5天 [1]。", "sick#0"), CHUNKS).scores["wrong"] == 1


def test_that_small_talk_and_sums_are_judged_by_the_tools_that_ran() -> None:
    talk = Question("q", "你好", tools=frozenset())
    assert judged(talk, replied("您好。", intent="chitchat", tools=()), CHUNKS).scores == {"tools": 1}
    assert judged(talk, replied("未找到", outcome="not_found"), CHUNKS).scores == {"tools": 0}
    total = Question("q", "120*5", answers=(("600",),), tools=frozenset({"calculator"}))
    added = judged(total, replied("等于600。", intent="tool_action", tools=("calculator",)), CHUNKS).scores
    assert (added["correct"], added["tools"], "cited" in added) == (1, 1, False)
    assert judged(total, replied("等于600。", tools=("calculator", SEARCH)), CHUNKS).scores["tools"] == 0


@pytest.mark.parametrize(
    ("scores", "good"),
    [
        ({"correct": 1.0, "tools": 1.0}, True),
        ({"correct": 0.0, "tools": 1.0}, False),
        ({"rejected": 1.0, "tools": 1.0, "leaked": 1.0}, False),
        ({"rejected": 1.0, "tools": 0.0}, False),
        ({"tools": 1.0}, True),
    ],
)
def test_that_a_reply_passes_when_nothing_is_wrong_with_it(scores: dict[str, float], good: bool) -> None:
    assert passed(scores) is good
