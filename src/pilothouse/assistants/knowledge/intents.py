"""What a sentence wants: knowledge, a calculation, small talk, or a question back. Rules first; meaning decides the rest."""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from pilothouse.assistants.knowledge.phrases import ASK, ASPECT
from pilothouse.assistants.knowledge.rewriting import Rewritten
from pilothouse.assistants.knowledge.sums import asks_to_compute, expression_in

Intent = Literal["knowledge_query", "tool_action", "chitchat", "clarify"]
INTENTS: tuple[Intent, ...] = get_args(Intent)
Smalltalk = Literal[
    "greeting", "thanks", "goodbye", "identity", "ability", "wellbeing", "praise", "blame", "joke", "feeling"
]

_TALK: Mapping[Smalltalk, str] = {
    "greeting": r"你好呀?|您好|哈喽|哈啰|嗨|早上好|上午好|下午好|晚上好|早安|晚安|早|在吗|在不在|有人吗|喂|大家好|"
    r"hi|hello|hey|good (?:morning|afternoon|evening)|hi there|anyone there",
    "thanks": r"谢谢你?您?|多谢|感谢|谢了|谢啦|辛苦了|好的谢谢|非常感谢|太感谢了|thanks?(?: a lot| so much)?|thank you(?: very much| so much)?|thx|cheers",  # noqa: E501
    "goodbye": r"再见|拜拜|拜|回见|下次见|我走了|先这样|没有?了|没事了|就这样|没别的了|bye|goodbye|see you|that's all",
    "identity": r"你是谁|你叫什么(?:名字)?|你是什么|你是机器人吗|你是ai吗|你是真人吗|你是什么模型|介绍一下你自己|自我介绍一下|"  # noqa: E501
    r"who are you|what(?:'s| is) your name|are you (?:a )?(?:robot|bot|human|ai)",
    "ability": r"你能做什么|你会什么|你会做什么|你能干什么|你可以做什么|你能干嘛|你有什么功能|怎么用你?|能问你什么|你能回答什么|有什么功能|帮助|"  # noqa: E501
    r"what can you do|how can you help(?: me)?|help",
    "wellbeing": r"你好吗|最近好吗|最近怎么样|你怎么样|吃了吗|吃饭了吗|今天怎么样|你开心吗|你累吗|how are you(?: doing)?(?: today)?|how's it going|what's up",  # noqa: E501
    "praise": r"你真棒|真棒|太棒了|真厉害|厉害|不错|很好|你真聪明|说得好|好的|好|好吧|可以|行|嗯+|哦+|噢|ok|okay|明白了?|知道了|了解了?|收到|懂了|"  # noqa: E501
    r"原来如此|great|good|nice|cool|got it|i see|well done|perfect",
    "blame": r"你真笨|你不行|太差了|没用|垃圾|傻|答非所问|你说错了|不对|stupid|useless|you are wrong|that's wrong|wrong",  # noqa: E501
    "joke": r"(?:给我)?(?:讲|说)个?(?:一个)?(?:笑话|段子|故事)(?:吧|听听|来听听)?|唱(?:一)?首歌|陪我聊(?:聊天|会儿|天)?|聊聊天?吧?|随便聊聊|tell me a joke|sing (?:me )?a song",  # noqa: E501
    "feeling": r"(?:我)?(?:今天|最近|现在)?(?:好|很|真|太|有点|心情)?(?:无聊|累|困|烦|郁闷|难过|开心|高兴|不好|不太好|伤心|饿)(?:啊|呀|了|死了)?|哈+|呵+|嘻+|"  # noqa: E501
    r"i(?:'m| am) (?:so |very )?(?:tired|bored|sad|happy|hungry)|haha+|lol",
}
_MARKS = r"[\s,，。.!！?？~～、…；;:：😀-🙏👍]*"
_END = r"(?:啊|呀|呢|吧|哦|哈|啦|了|嘛|哟)?"
_WHOLE = re.compile(
    rf"{_MARKS}(?:(?:{'|'.join(f'(?P<{kind}>{words})' for kind, words in _TALK.items())}){_END}{_MARKS})+",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"[\W_]*")


@dataclass(frozen=True, slots=True)
class Route:
    """``sure``: the rules decided. ``kind`` of small talk or of what has to be asked back."""

    intent: Intent
    sure: bool = True
    kind: str = ""
    expression: str = ""


def route(text: str, read: Rewritten, *, value: str = "") -> Route:
    """The intent of ``text``, read as ``read``. ``value`` is the result of the last calculation: 再乘以3."""
    if kind := smalltalk(text):
        return Route("chitchat", kind=kind)
    if expression := expression_in(text) or (_continued(text, value) if value else None):
        return Route("tool_action", expression=expression)
    if asks_to_compute(text) and len(text) <= 12:
        return Route("clarify", kind="numbers")
    if _NOTHING.fullmatch(text):
        return Route("clarify", kind="vague")
    if read.vague:
        return Route("clarify", kind="vague")
    sure = read.carried or ASK.search(text) is not None or ASPECT.search(text) is not None
    return Route("knowledge_query", sure=sure)


def smalltalk(text: str) -> Smalltalk | None:
    """The kind of small talk when the whole of ``text`` is some; the last kind named counts."""
    if len(text) > 60 or not (match := _WHOLE.fullmatch(text.strip())):
        return None
    kinds: list[Smalltalk] = [kind for kind in _TALK if match[kind]]
    # 你好，你能做什么: the question counts, not the greeting.
    return max(kinds, key=lambda kind: (kind not in ("greeting", "thanks", "praise"), match.start(kind)), default=None)


def _continued(text: str, value: str) -> str | None:
    """再乘以3, 那加200呢: goes on with the last result."""
    found = re.fullmatch(
        r"\s*(?:那|然后|再|如果|那么|and|then)*\s*(?P<rest>(?:乘以?|除以|加上?|减去?|打|plus|minus|times|divided by|[-+*/×÷])\s*.+?)\s*(?:呢|等于多少|是多少|是几|多少)?[?？=。]*\s*",  # noqa: E501
        text,
        re.IGNORECASE,
    )
    if not found or not re.search(r"\d|[一二三四五六七八九十百千两半]", found["rest"]):
        return None
    from pilothouse.assistants.knowledge.calculator import CalculationError, calculate

    made = f"({value}){found['rest']}" if value.startswith("-") else f"{value}{found['rest']}"
    try:
        calculate(made)
    except CalculationError as error:
        return made if error.kind == "division_by_zero" else None
    return made
