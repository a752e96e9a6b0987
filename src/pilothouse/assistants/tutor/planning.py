"""Thoughts that hold numbers but are no answers: a plan ("先求一份是多少", "用一次函数"), or the problem told again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pilothouse.assistants.tutor.checking import answers_in

LONGEST = 60  # characters of a plan; a longer text may well hold a result
_PLANS = re.compile(
    r"先|再|然后|接着|用|求|设|画|列|把|按|[加减乘除]|移项|去括号|去分母|通分|约分|方法|公式|定理|方程|函数|倒推|转化|找|看|"
    r"\b(?:first|then|use|using|find|let|draw|solve|by|need|would|should|equation|formula|method|start)\b",
    re.IGNORECASE,
)
# One as an article or as part of a term: what is found "for one box" is no result.
_ONE = re.compile(
    r"[一二两三四五六七八九]元?[一二三]次(?:不等式|方程组?|函数|式)?|[一二两三四]元(?:一次|二次)?(?:方程组?|函数)|"
    r"(?:每|某|第|另|这|那|哪|其中)[一二两三四五六七八九十]\s*[\u4e00-\u9fff]|一[共起样定般直边下些]|"
    r"[一1](?:\s*[\u4e00-\u9fff])(?!\s*(?:又|分之))|[两二三]边|[两二三四]个?(?:数|量|条件|式子|方程|部分|种|者|人|角|问)|[三四五六]边?角形|"
    r"\b(?:one|a single|first|second)\b|\b1(?=\s+[a-z])",
    re.IGNORECASE,
)
_HAN, _WORD = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[a-z]{3,}")
_WONDERS = re.compile(
    r"为什么|为啥|什么意思|什么叫|什么是|怎么(?:做|求|算|办|想|来)|能不能|可不可以|"
    r"\b(?:why (?:do|does|is|are|did)|mean|explain|can you|could you|how (?:do|can|should) (?:i|we))\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"为什么|为啥|是?什么意思|什么叫做?|什么是|怎么(?:回事|理解|来的)|老师|请问|这一?步|不懂|要|用|是|的|吗|呢|啊"
)
NEARLY = 0.5  # share of a text's own characters that stand in the problem's question, from which it is that question
QUITE = 0.8  # and of one that begins like a question to the tutor: the problem's own may begin with "why"


def plans(text: str) -> bool:
    """Whether ``text`` says what to do and names no number as a result."""
    if len(text) > LONGEST or not _PLANS.search(text):
        return False
    return not re.search(r"[=＝≈]", text) and not answers_in(_ONE.sub("某", text))


def restates(text: str, questions: Iterable[str]) -> bool:
    """Whether ``text`` says in other words what is asked, though it may be put as a question itself."""
    own = _units(text)
    share = QUITE if _WONDERS.search(text) else NEARLY
    return len(own) >= 3 and any(len(own & _units(asked)) >= share * len(own) for asked in questions)


def wonders(text: str) -> bool:
    """Whether ``text`` asks for an explanation: 归一 in "什么叫归一" is no 1."""
    return bool(_WONDERS.search(text)) and not re.search(r"[=＝]", text)


def tells_what(text: str) -> bool:
    """Whether ``text`` is no question, though it has a question word: "what the girl does", "要求的是什么时候到"."""
    return not _WONDERS.search(text) and not re.search(r"[?？]|[吗呢][\s。.!！]*$", text)


def mentions(text: str, explained: str) -> bool:
    """Whether ``explained`` speaks of what a question asks about."""
    return bool(explained) and bool(_units(_ASKED.sub("", text)) & _units(explained))


def _units(text: str) -> set[str]:
    """Pairs of Chinese characters, and English words of some length."""
    folded = text.lower()
    han = "".join(_HAN.findall(folded))
    return {han[at : at + 2] for at in range(len(han) - 1)} | set(_WORD.findall(folded))
