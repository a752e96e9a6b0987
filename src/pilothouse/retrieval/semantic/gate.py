"""Whether two requests ask for the same thing: compared by what they say, never by nearness alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pilothouse.retrieval.semantic.reading import LONGEST, Reading, read
from pilothouse.retrieval.semantic.tokens import DENY
from pilothouse.retrieval.tokenizer import normalise

# Between two things, these make the order of the things a part of what is said.
_DIRECTED_TEXT = """
比 到 从 往 向 至 给 对 让 换成 换 替 替换 代替 取代 转 转成 改 改成 变 变成 升级 超过 胜过 兑 兑换 送 借 还 把 被 谁
than to from over beat replace into versus before after
"""
_DIRECTED = frozenset(_DIRECTED_TEXT.split())
# Who may do to somebody what somebody may do to him ("孩子能看吗", "能看孩子吗").
_LIVING_TEXT = """
长者 孩子 婴儿 母亲 父亲 父母 儿子 女儿 爷爷 奶奶 外公 外婆 哥哥 弟弟 姐姐 妹妹 孙子 孙女 老师 学生 员工 领导 猫 狗 宠物
妻子 丈夫 男朋友 女朋友 人 客人 老板 医生 病人 买家 卖家 房东 租客 男生 女生 朋友 同事
son daughter friend husband wife customer seller buyer child parent mother father elderly teacher student employee boss
cat dog guest
"""
_LIVING = frozenset(_LIVING_TEXT.split())
_PLACING = re.compile(r"\b(?:in|for|by|at|with|on|of)\b")
_DEGREES = frozenset("大小高低多少新旧长短轻重厚薄冷热快慢好坏贵远近")


class Gate:
    """Equal entities, figures with units and bounds, polarity, order of comparison, person, and what is asked.

    Everything that isn't known to say nothing, or to say the same as another word, must be in both: a word that the
    lexicon doesn't know separates. Symmetric; a request is the same as itself. Thread-safe.
    """

    def same(self, a: str, b: str) -> bool:
        return not self.difference(a, b)

    def difference(self, a: str, b: str) -> str:
        """Why they are not the same: ``long``, ``empty``, ``asked``, ``figure``, ``polarity``, ``word`` or ``order``;
        "" if they are."""
        if normalise(a) == normalise(b):
            return ""
        if len(a) > LONGEST or len(b) > LONGEST:
            return "long"
        one, other = read(a), read(b)
        if not one.said or not other.said:
            return "empty"
        if one.asked != other.asked:
            return "asked"
        left, right = Counter(one.said), Counter(other.said)
        if left != right and not _recut(one.said, other.said, left, right):
            return _kind([*(left - right), *(right - left)])
        return "order" if _swapped(one, other) else ""


def _recut(one: Sequence[str], other: Sequence[str], left: Counter[str], right: Counter[str]) -> bool:
    """Whether the same was cut into words elsewhere; two parts may be exchanged where nothing relates them."""
    whole = "".join(one)
    if whole == "".join(other):
        return True
    rest = [list((left - right).elements()), list((right - left).elements())]
    if not all(0 < len(words) <= 3 for words in rest) or len(rest[0]) == len(rest[1]) == 1:
        return False
    if any(word in _DEGREES for words in rest for word in words):
        return False
    turns = [{"".join(words), "".join(words[1:] + words[:1])} for words in rest]
    return bool(turns[0] & turns[1]) and not any(word in whole for word in _DIRECTED)


def _kind(tokens: Sequence[str]) -> str:
    if any(token.startswith("#") for token in tokens):
        return "figure"
    return "polarity" if any(token.startswith(DENY) for token in tokens) else "word"


def _swapped(one: Reading, other: Reading) -> bool:
    """Whether two things changed places around what relates them."""
    if one.said == other.said:
        return False
    said = (one.said, other.said)
    living = max(sum(token.lstrip(DENY) in _LIVING for token in tokens) for tokens in said)
    # Where nothing is asked, a thing is looked for: one person can't change his part in it.
    if living > (not one.asked) or any(token.lstrip(DENY) in _DIRECTED for token in (*one.said, *other.said)):
        return True
    if all(len(_PLACING.findall(reading.plain)) > 1 for reading in (one, other)):
        return True  # "hotel in London for Paris guests"
    a, b = (_positions(tokens) for tokens in said)
    if set(a) != set(b):
        return False  # cut into words differently, in the same order
    for pivot in a:
        if (pivot[0], 1) in a:
            continue  # there are two of it: "手环" in "小米手环和华为手环"
        moved = [(a[x] < a[pivot]) - (b[x] < b[pivot]) for x in a if x != pivot]
        if 1 in moved and -1 in moved:
            return True
    return False


def _positions(tokens: Sequence[str]) -> dict[tuple[str, int], int]:
    """Where each token stands; a token said again is numbered."""
    seen: Counter[str] = Counter()
    found = {}
    for at, token in enumerate(tokens):
        found[token, seen[token]] = at
        seen[token] += 1
    return found
