import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.context.history import Earlier, History, Summary, age, extract, summarise_history
from pilothouse.contracts.conversation import Message
from pilothouse.contracts.task import TaskContract, TaskResult

DISHES = ("麻辣香锅", "回锅肉")
FACTS = st.one_of(
    st.integers(0, 10**7).map(str),
    st.integers(1, 99999).map(lambda n: f"{n}元"),
    st.decimals(0, 1000, places=2).map(lambda d: f"¥{d}"),
    st.tuples(st.integers(1, 12), st.integers(1, 28)).map(lambda d: f"{d[0]}月{d[1]}日"),
    st.dates().map(lambda d: d.isoformat()),
    st.times().map(lambda t: f"{t:%H:%M}"),
    st.text("一二三四五六七八九", min_size=1, max_size=1).map(lambda n: f"{n}份"),
    st.text("二三四五六七八九", min_size=1, max_size=1).map(lambda n: f"{n}百{n}十块"),
    st.sampled_from([*DISHES, "张经理", "《员工手册》", "“靠窗”", "周三", "下周", "Alice", "iPhone", "下午一点半",
                     "百分之二十", "五六百", "三分之一",
                     "https://a.com/x?y=1", "a.b@c.com", "十二点", "3.5公斤", "二〇二六年"]),
)  # fmt: skip
FILLER = st.sampled_from(
    [
        "你好",
        "谢谢",
        "我想要",
        "大概",
        "please",
        "the",
        "，",
        "。",
        "！",
        "？",
        "\n",
        " ",
        "、",
        "一下",
        "…",
        "」",
        "「",
        '"',
        "：",
    ]
)
TEXTS = st.lists(st.one_of(FACTS, FILLER), max_size=40).map("".join)
DIGITS = re.compile(r"\d+(?:\.\d+)?")


def task() -> TaskContract[Earlier, Summary]:
    return summarise_history(len, DISHES)


def summary(source: str, value: str) -> list[str]:
    return task().problems(Earlier(turns=source), Summary(summary=value))


@settings(max_examples=300)
@given(TEXTS, st.integers(0, 200))
def test_that_the_fallback_loses_no_fact_and_invents_no_number(text: str, limit: int) -> None:
    given_ = Earlier(turns=text, limit=limit)
    short = task().fallback(given_)
    assert task().problems(given_, short) == []
    assert set(DIGITS.findall(text)) <= set(DIGITS.findall(short.summary))
    assert all(dish in short.summary for dish in DISHES if dish in text)


@given(st.lists(st.tuples(FACTS, FACTS).map(lambda f: f"用户要{f[0]}，还说{f[1]}。"), min_size=1, max_size=8))
def test_that_facts_survive_being_summarised_again_and_again(sentences: list[str]) -> None:
    so_far = ""
    for sentence in sentences:
        so_far = task().fallback(Earlier(summary=so_far, turns=f"U: {sentence}", limit=30)).summary
    assert summary("\n".join(sentences), so_far) == []


@given(st.lists(st.sampled_from(["你好吗。", "真不错。", "随便聊聊。"]), max_size=30), st.integers(0, 60))
def test_that_a_text_without_facts_stays_within_the_limit(sentences: list[str], limit: int) -> None:
    assert len(extract("".join(sentences), limit, len)) <= limit


def test_that_sentences_without_facts_go_first_the_oldest_before_the_newer() -> None:
    text = "U: 你好呀。我叫李明。随便聊聊吧。\nA: 好的。\nU: 预算2000元。"
    assert extract(text, 100, len) == text
    assert extract(text, 29, len) == "U: 我叫李明。\nA: 好的。\nU: 预算2000元。"
    assert extract(text, 5, len) == "※ 「我叫李明」 「2000元」"


def test_that_repeated_sentences_are_kept_once() -> None:
    assert extract("U: 要两份回锅肉。要两份回锅肉。", 100, len) == "U: 要两份回锅肉。"


@pytest.mark.parametrize(
    ("source", "value", "named"),
    [
        ("用户提到预算50万元。", "用户说了预算。", "50万元"),
        ("3月5日晚上六点到。", "3月5日晚上到。", "六点"),
        ("一共八个人。", "一共很多人。", "八个人"),
        ("要两份麻辣香锅。", "要两份菜。", "麻辣香锅"),
        ("张经理同意了。", "经理同意了。", "张经理"),
        ("见《员工手册》。", "见手册。", "《员工手册》"),
        ("I am Alice from Paris.", "A guest from Paris.", "Alice"),
        ("Three people on Friday.", "Three people.", "Friday"),
        ("Three people next Friday at 7 pm.", "Three people on Friday at 7.", "next Friday"),
        ("Three people next Friday at 7 pm.", "3 people next Friday at 7.", "7 pm"),
        ("打九折，涨了百分之二十。", "打九折，涨了。", "百分之二十"),
        ("预算100，200人来。", "预算100。", "200人"),
        ("联系 a.b@c.com。", "有联系方式。", "a.b@c.com"),
        ("温度是3.5度。", "温度是3度。", "3.5度"),
        ("金额50元。", "金额50美元。", "50元"),
    ],
)
def test_that_a_summary_that_lost_a_fact_is_refused_and_the_fact_named(source: str, value: str, named: str) -> None:
    problems = summary(source, value)
    assert any(named in problem for problem in problems)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("预算50万元，八个人。", "预算五十万元，8位。"),
        ("价格¥8,999。", "价格8999元。"),
        ("2026-10-01周三到。", "2026年10月1日星期三到。"),
        ("三百五十块，一万二。", "350元，12000。"),
        ("我叫李小明，想看看。", "客户李小明想看看。"),
        ("十分感谢，四季豆来一下。", "客户想要四季豆。"),
        ("Call me at 18:30 on Wednesday.", "18点30分，周三。"),
    ],
)
def test_that_a_summary_may_say_the_same_fact_in_another_form(source: str, value: str) -> None:
    assert summary(source, value) == []


def test_that_a_summary_with_a_number_of_its_own_is_refused() -> None:
    assert summary("每份30元，要三份。", "每份30元，要三份，共90元。") == [
        "These numbers are not in the conversation: 90元. Remove them."
    ]


def conversation(turns: int) -> list[Message]:
    return [m for n in range(turns) for m in (Message("user", f"第{n}次问，要{n}份。"), Message("assistant", "好的。"))]


async def test_that_the_last_turns_stay_verbatim_and_older_ones_are_summarised() -> None:
    asked: list[Earlier] = []

    async def run(task: TaskContract[Earlier, Summary], given: Earlier) -> TaskResult[Summary]:
        asked.append(given)
        return TaskResult(task.fallback(given), "fallback")

    history = await age(History.of(conversation(5), "预算50元。"), 2, task(), run)
    assert [message for turn in history.turns for message in turn] == conversation(5)[6:]
    assert summary("预算50元。要0份。要1份。要2份。", history.summary) == []
    assert "要3份" not in asked[0].turns
    assert await age(history, 2, task(), run) is history
    assert len(asked) == 1


def test_that_tool_results_and_system_messages_never_enter_the_history() -> None:
    said = [
        Message("system", "规则"), Message("user", "有什么？"), Message("assistant", ""),
        Message("tool", "库存100", name="search"), Message("assistant", "有回锅肉。"),
    ]  # fmt: skip
    assert History.of(said).turns == ((Message("user", "有什么？"), Message("assistant", "有回锅肉。")),)


def test_that_the_prompt_has_a_place_for_every_field_of_its_input() -> None:
    assert set(re.findall(r"\{(\w+)\}", task().prompt)) == set(Earlier.model_fields)
