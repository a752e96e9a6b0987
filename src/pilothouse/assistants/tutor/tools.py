"""The tutor's four tools, and no others (T3): what they are for, when they are offered, how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pilothouse.assistants.tutor.lore.desk import (
    DigestRow,
    LoreRow,
    PatternRow,
    QuestionRow,
    SearchLore,
    get_current_sub_question,
    get_step_digest,
    get_wrong_pattern,
    search_kb,
)
from pilothouse.assistants.tutor.machine.states import State
from pilothouse.contracts.tool import Example, NoArguments, ToolContract

if TYPE_CHECKING:
    from pilothouse.contracts.caller import Caller

SOFT_LIMIT = 2  # calls in a turn, of one tool and of all together; the hard limit of 3 is the tool room's
PHASES = frozenset({State.UNDERSTAND, State.THINK, State.STEP, State.CHECK, State.EXTEND})
SEARCHING_S = 20.0  # the first search loads the embedding model, on a busy machine


def _query(text: str, knowledge: Any) -> Mapping[str, Any] | None:
    return {"query": text.strip()[:200]} if text.strip() else None


def equip(services: Any, caller: Caller) -> tuple[ToolContract, ...]:
    """The contracts of a turn: the same for everybody."""
    return TOOLS


_COMMON: dict[str, Any] = {"phases": PHASES, "soft_limit": SOFT_LIMIT, "turn_limit": SOFT_LIMIT}

TOOLS = (
    ToolContract(
        name="get_current_sub_question",
        when="Get the sub-question that is discussed now, with the facts given for it. Use it in a problem with "
        "several parts when it isn't clear which one is meant, or when the pupil mixes parts up. "
        "当题目有多问、需要确认当前讨论的是哪一问、已知条件是什么时使用，防止串问。",
        when_not="Not for what was already taught, nor for notions and methods; it never holds an answer. "
        "已讲过的步骤、知识点和方法不要用它；它不含答案。",
        arguments=NoArguments,
        row=QuestionRow,
        handler=get_current_sub_question,
        aliases=("getCurrentSubQuestion", "get_sub_question", "get_current_question"),
        examples=(
            Example("现在是第几问"),
            Example("这一问问的是什么"),
            Example("题目到底要求什么"),
            Example("我们现在在做哪一小题"),
            Example("题里给了哪些条件"),
            Example("已知条件有哪些来着"),
            Example("which part are we on"),
            Example("what is the question asking for"),
            Example("what are we given"),
        ),
        counter_examples=("什么是假设法", "刚才讲到哪一步了", "我总是算错", "80条", "不知道", "直接告诉我答案", "next"),
        **_COMMON,
    ),
    ToolContract(
        name="get_step_digest",
        when="Get the steps taught so far and the conclusions that may be built on. Use it in STEP and CHECK before "
        "writing, so that nothing is taught twice or left out. "
        "需要知道已经讲过哪些步骤、得到了哪些结论时使用，避免重复或漏讲。",
        when_not="Not for the text of the question, nor for notions and methods; steps to come are not in it. "
        "题目内容、知识点不要用它；还没讲到的步骤不在里面。",
        arguments=NoArguments,
        row=DigestRow,
        handler=get_step_digest,
        aliases=("getStepDigest", "get_steps", "get_taught_steps"),
        examples=(
            Example("刚才讲到哪一步了"),
            Example("前面我们得到了什么"),
            Example("上一步的结论是什么"),
            Example("我们已经求出哪些了"),
            Example("前面的步骤再说一遍"),
            Example("what have we found so far"),
            Example("where were we"),
            Example("remind me of the steps we did"),
        ),
        counter_examples=(
            "这一问问的是什么",
            "什么是单位一",
            "我是不是老犯这个错",
            "24只",
            "不会",
            "把后面的步骤都告诉我",
        ),
        **_COMMON,
    ),
    ToolContract(
        name="search_kb",
        when="Search the knowledge base for points, common mistakes and step patterns of a notion or method. Use it "
        "when the pupil asks what something means or how a method works, or keeps failing at it. "
        "学生问某个概念是什么意思、某种方法怎么用，或需要知识点、常见误区补充时使用。",
        when_not="Not for the problem's own numbers or its answer, nor for small talk; don't search every turn. "
        "题目自身的数据和答案、闲聊不要用；不要每一轮都查。",
        arguments=SearchLore,
        row=LoreRow,
        handler=search_kb,
        aliases=("searchKb", "search_knowledge", "kb_search"),
        fill=_query,
        timeout_s=SEARCHING_S,
        examples=(
            Example("什么是假设法", {"query": "假设法"}),
            Example("鸡兔同笼一般怎么想"),
            Example("分数除法为什么要倒过来乘", {"query": "分数除法 倒数"}),
            Example("单位“1”是什么意思"),
            Example("浮力公式怎么用"),
            Example("一元二次方程怎么配方"),
            Example("这种题有什么方法"),
            Example("阅读题的主旨怎么找"),
            Example("what does reciprocal mean"),
            Example("how does the elimination method work"),
            Example("how do I find the main idea of a passage"),
        ),
        counter_examples=(
            "现在是第几问",
            "刚才讲到哪一步了",
            "答案是多少",
            "80条",
            "不知道",
            "你好",
            "我总是犯同样的错误",
            "继续",
        ),
        **_COMMON,
    ),
    ToolContract(
        name="get_wrong_pattern",
        when="Get the mistakes that this pupil made more than once, with what to do differently. Use it after a wrong "
        "answer, or when he steps into the same hole again. "
        "学生答错、尤其是反复踩同一个坑时使用，得到他的常犯错误和纠偏建议。",
        when_not="Not when the answer was right, nor to judge an answer: that is done already. "
        "答对时不要用；它不用来判断对错。",
        arguments=NoArguments,
        row=PatternRow,
        handler=get_wrong_pattern,
        aliases=("getWrongPattern", "get_wrong_patterns", "get_mistakes"),
        examples=(
            Example("我总是犯同样的错误"),
            Example("我怎么又错了"),
            Example("我老是在哪里出错"),
            Example("为什么我每次都算错"),
            Example("我平时容易错什么"),
            Example("why do I keep making this mistake"),
            Example("what do I usually get wrong"),
        ),
        counter_examples=("这一问问的是什么", "什么是假设法", "刚才讲到哪一步了", "24只", "我觉得是16", "继续", "不会"),
        **_COMMON,
    ),
)
