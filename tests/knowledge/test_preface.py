"""What stands around a question is left out, and what narrows it stays."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.assistants.knowledge.chat import smalltalk
from pilothouse.assistants.knowledge.preface import announces, pared
from pilothouse.assistants.knowledge.rewriting import MOST_PARTS, Rewritten, rewrite
from pilothouse.assistants.knowledge.words import read_words

WORDS = read_words()


def read(text: str, before: str = "", earlier: tuple[str, ...] = ()) -> Rewritten:
    return rewrite(text, before, WORDS, datetime(2026, 11, 30), earlier)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("早上好，麻烦问一下出差补贴一天多少", "出差补贴一天多少"), ("老师您好，请问报名费怎么退", "报名费怎么退"), ("额，VPN一次能连多长时间", "VPN一次能连多长时间"),  # noqa: E501
        ("有没有人知道班车几点发车", "班车几点发车"), ("想请教下各位大佬，专利奖励怎么申请", "专利奖励怎么申请"), ("换个话题，会议室怎么订", "会议室怎么订"),  # noqa: E501
        ("我们组长特别烦，老让我加班，不过我想知道加班到十点以后打车能不能报", "加班到十点以后打车能不能报"), ("hi there! quick question: when is lunch served?", "when is lunch served"),  # noqa: E501
    ],
)  # fmt: skip
def test_that_greetings_and_announcements_are_left_out(text: str, question: str) -> None:
    assert read(text).question == question


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我是P5，下周要去北京出差，领导让我自己订酒店，我想问一下住宿一晚最多能报多少？", "P5 北京 住宿"), ("我上周买的R2扫地机，昨天开始一直原地打转，也不回去充电，擦了触点还是不行，怎么恢复出厂设置？", "R2 恢复出厂"),  # noqa: E501
        ("如果采购超过50万，供应商又是新的，我们部门也没有做过，这种要几家报价才行呢？", "50万 报价"), ("客户送了我一盒茶叶，大概300块，能收吗", "茶叶 300 能收"),  # noqa: E501
    ],
)  # fmt: skip
def test_that_what_narrows_a_question_stays(text: str, kept: str) -> None:
    assert all(word in read(text).question for word in kept.split()), read(text).question


def test_that_of_a_mail_the_question_is_found() -> None:
    mail = (
        "各位同事好，附件是上周会议的纪要，请大家查收。会上提到差旅标准有变化，我也不清楚是谁定的。"
        "另外我想确认一下：出差补助每天是多少钱？谢谢大家，祝工作顺利。张三"
    )
    assert [part.question for part in read(mail).parts] == ["出差补助每天是多少钱"]
    english = (
        "Dear team, I joined last month and I am still waiting for my badge. My manager is on leave. "
        "How do I get a new badge if I lose it? Thanks, Li"
    )
    assert [part.question for part in read(english).parts] == ["How do I get a new badge if I lose it"]


def test_that_a_question_without_a_subject_takes_it_from_the_sentence_before() -> None:
    text = "我在二手网站上看中了一台公司的旧电脑，听说员工可以优先购买。价格是多少？"
    assert "旧电脑" in read(text).question


@pytest.mark.parametrize(
    "text",
    ["有个事想问一下", "我想咨询个问题", "帮我查一下", "请问", "急！！！", "https://example.com/a?b=1", "<script>alert(1)</script>", "？？？", "I have a question"],  # noqa: E501
)  # fmt: skip
@pytest.mark.parametrize("before", ["", "年假有几天"])
def test_that_an_announcement_is_no_question(text: str, before: str) -> None:
    assert announces(text)
    assert read(text, before).vague


@pytest.mark.parametrize(
    "text", ["能看病吗", "问卷怎么填", "A呢", "东西坏了找谁", "情况说明怎么写", "please reset my password"]
)
def test_that_a_question_is_no_announcement(text: str) -> None:
    assert not announces(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("谢谢啦", "thanks"), ("辛苦啦", "thanks"), ("好滴", "praise"), ("👍", "praise"), ("我先忙了，回头聊", "goodbye"), ("没事了谢谢", "goodbye"),  # noqa: E501
        ("that's it, bye", "goodbye"), ("never mind", "goodbye"), ("你都能干啥", "ability"), ("祝您工作顺利", "thanks"), ("嗯嗯知道了", "praise"),  # noqa: E501
    ],
)  # fmt: skip
def test_that_small_talk_is_told_by_its_words(text: str, kind: str) -> None:
    assert smalltalk(text) == kind


@pytest.mark.parametrize(
    "text",
    ["早退怎么扣钱", "可以请假吗", "行政部在几楼", "好评返现吗", "谢谢参与奖怎么领", "帮助中心电话", "没有工牌怎么办"],
)
def test_that_a_question_is_no_small_talk(text: str) -> None:
    assert smalltalk(text) is None


@pytest.mark.parametrize(
    ("before", "text", "held", "dropped"),
    [
        ("病假由谁审批", "不是，我问的是年假", "年假由谁审批", "病假"), ("2025年国庆放几天", "不对，我问的是今年的", "2026年 国庆", "2025"),  # noqa: E501
        ("迟到扣多少钱", "我的意思是早退", "早退扣多少钱", ""), ("How many days of sick leave", "I meant annual leave", "annual leave", "sick"),  # noqa: E501
        ("理工类学费多少钱一年", "文科呢", "文科学费", "理工类"), ("江苏物理类多少分能上", "历史类呢", "江苏历史类", "物理类"), ("成都午餐几点", "晚饭呢", "成都晚饭", "午餐"),  # noqa: E501
        ("挂个专家号多少钱", "普通的呢", "普通号", "专家"), ("单人间一个月多少钱", "押金呢", "单人间 押金", ""), ("退休医保能报多少", "居民的呢", "居民医保", "退休"),  # noqa: E501
        ("What is the request limit on the trial plan", "And on the dedicated one?", "dedicatedplan", "trial"),
        ("How long does shipping to Japan take", "and Germany?", "shipping Germany", "Japan"), ("绩效S的年终奖系数是多少", "A呢", "绩效A", "绩效S"),  # noqa: E501
        ("工牌丢了怎么办", "上哪儿拿", "工牌 在哪儿拿", ""), ("报销流程是什么", "还有别的吗", "报销", ""),
        ("打车一天能报多少", "一天最多多少", "打车", ""), ("域名续费怎么办理", "要交啥", "域名续费 交什么", ""),
    ],
)  # fmt: skip
def test_that_follow_ups_keep_what_they_rest_on(before: str, text: str, held: str, dropped: str) -> None:
    made = read(text, before)
    assert made.carried
    assert all(word in made.question.replace(" ", "") for word in held.split()), made.question
    assert not dropped or dropped not in made.question, made.question


@pytest.mark.parametrize(
    ("text", "held"), [("刚才迟到那个，超过2小时呢", "迟到 超过2小时"), ("回到停车费，周末呢", "停车费 周末"), ("之前说的病假，要什么材料", "病假 材料")]  # noqa: E501
)  # fmt: skip
def test_that_a_conversation_can_go_back(text: str, held: str) -> None:
    made = read(text, "VPN怎么装", ("迟到扣多少钱", "停车费多少钱", "病假有几天"))
    assert all(word in made.question for word in held.split()), made.question
    assert "VPN" not in made.question


@pytest.mark.parametrize(("text", "other"), [("绩点要求多少", "转专业")])
def test_that_a_question_with_a_thing_of_its_own_is_read_both_ways(text: str, other: str) -> None:
    (part, *_) = read(text, "转专业什么时候申请").parts
    assert part.about == other
    assert not other or (part.other is not None and other in part.other.question)


def test_that_numbered_questions_are_told_apart() -> None:
    assert len(read("1、年假几天 2、病假几天 3、婚假几天").parts) == 3


@pytest.mark.parametrize(
    ("spoken", "formal"), [("考试挂科了怎么办", "不及格"), ("小孩打疫苗星期几", "接种"), ("文科学费多少", "文史类"), ("邮费谁出", "运费")]  # noqa: E501
)  # fmt: skip
def test_that_a_question_is_restated_in_formal_words(spoken: str, formal: str) -> None:
    assert any(formal in version for version in WORDS.restated(spoken))
    assert WORDS.restated("年终奖系数是多少") == [] or all("年终奖金" in v for v in WORDS.restated("年终奖系数是多少"))


@given(text=st.text(max_size=400))
def test_that_any_text_is_pared_to_something_and_never_grows_much(text: str) -> None:
    made = pared(text)
    assert len(made) <= 2 * len(text) + 10
    assert not text.strip() or made.strip() or not any(char.isalnum() for char in text)


@pytest.mark.parametrize(
    "unit", ["报", "报销多少？", "a ", "1", "？", "😀", "[1]", "<<<", "，", "那个呢，", "\n", "我想问一下"]
)
def test_that_ten_thousand_characters_are_read_at_once(unit: str) -> None:
    made = read((unit * 10_000)[:10_000], "年假有几天", ("停车费多少",))
    assert len(made.parts) <= MOST_PARTS
