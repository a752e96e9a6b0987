"""What is missing: the part that went, what there was before, how much is short, how many groups, how many times."""

from __future__ import annotations

import re
from fractions import Fraction

from pilothouse.assistants.tutor.problems.solving.solution import Solution, shown
from pilothouse.assistants.tutor.problems.solving.wording import CLASSIFIERS, N, Statement, neutral, number
from pilothouse.assistants.tutor.problems.solving.worked import Line, worked

_U = rf"(?P<unit>千克|公斤|千米|厘米|分米|毫升|[{CLASSIFIERS}])"
_PEOPLE = {"名": "人", "位": "人"}
_WENT = "拿走|取走|借走|借出|吃|用|花|卖|送|运走|飞走|开走|游走|搬走|倒出|截|剪|买"
_HAVE = re.compile(rf"(?P<who>[^\d]{{0,12}}?)(?P<n>{N}){_U}(?P<noun>[^\d]{{0,6}})")
_REST = re.compile(rf"(?:现在|最后)?(?:还)?剩下?(?:了)?(?P<n>{N}){_U}[^\d]{{0,4}}")
_GROUP = re.compile(
    rf"(?:把[^\d]{{1,4}})?每(?P<m>{N}){_U}(?P<noun>[^\d]{{0,8}}?)(?:一|1)(?P<group>[{CLASSIFIERS}])[^\d]{{0,6}}"
)
_GROUPS = re.compile(
    rf"(?:那么|一?共|可以|能|够|要|需要)*[^\d多少几]{{0,4}}(?:多少|几)(?P<group>[{CLASSIFIERS}])[^\d]{{0,4}}"
)
_DAILY = re.compile(rf"[^\d]{{0,6}}?每天(?P<verb>看|吃|修|做|用|生产|加工|读|写|卖|烧)(?P<m>{N}){_U}")


def missing(text: Statement) -> Solution | None:
    """``42, some go, 8 are left: how many went``."""
    if len(text.told) not in (2, 3) or text.numbers != 2 or _upset(text):
        return None
    have, rest = _HAVE.fullmatch(_bare(text.told[0])), _REST.fullmatch(text.told[-1])
    asked = re.fullmatch(rf"(?P<who>[^\d]{{0,10}}?)(?:多少|几)(?:{_U}|钱)(?P<tail>[^\d]{{0,6}})", text.question)
    if have is None or rest is None or asked is None or have["unit"] != rest["unit"] or "剩" in text.question:
        return None
    if asked["unit"] not in (have["unit"], None) or (asked["unit"] is None and have["unit"] != "元"):
        return None
    went = text.told[1] if len(text.told) == 3 else ""
    if not re.search(_WENT, went) or re.search(r"\d|又|来", went) or not re.search(rf"{_WENT}|^这", text.question):
        return None
    if not neutral(have["who"] + have["noun"]) or re.search(r"还(?!剩)|原来有?多少", text.question):
        return None
    n, m = number(have["n"]), number(rest["n"])
    hints = ("原来有多少？还剩多少？", "从原来的里面去掉剩下的，就是少掉的那一部分。")
    return _minus("少掉的是多少？列式算一算。", hints, n, m, have["unit"])


def before(text: Statement) -> Solution | None:
    """``8 went, 7 are left: how many were there``."""
    if len(text.told) != 2 or text.numbers != 2 or _upset(text):
        return None
    went = re.fullmatch(
        rf"(?P<who>[^\d]{{0,10}}?)(?:{_WENT})[去走出掉了]{{0,2}}(?P<n>{N}){_U}(?P<noun>[^\d]{{0,4}})", text.told[0]
    )
    rest = _REST.fullmatch(text.told[1])
    asked = re.fullmatch(rf"[^\d]{{0,8}}原来?(?:共)?(?:有)?[^\d]{{0,6}}?(?:多少|几){_U}[^\d]{{0,6}}", text.question)
    if went is None or rest is None or asked is None or not neutral(went["who"] + went["noun"]):
        return None
    if len({went["unit"], rest["unit"], asked["unit"]}) != 1:
        return None
    n, m = number(went["n"]), number(rest["n"])
    hints = ("原来的由哪两部分组成？", "把少掉的和剩下的合起来。")
    line = Line("原来有多少？列式算一算。", hints, f"{shown(n)} + {shown(m)}", n + m, went["unit"])
    return worked("before", [line], topic="math/word-problem")


def short(text: Statement) -> Solution | None:
    """``it costs 36, she has 24: how much is short``."""
    if len(text.told) not in (2, 3) or text.numbers != 2 or re.search("比|倍|每|各|又|半|再|先|另|%", text.text):
        return None
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    if len(told) != 2 or not re.fullmatch(r"还(?:差|缺|少)(?:多少|几)元钱?(?:才[^\d]*)?", text.question):
        return None
    need = re.fullmatch(rf"[^\d]{{0,12}}(?:要|需要|付|卖|是)(?P<n>{N})元", told[0])
    have = re.fullmatch(rf"[^\d]{{0,8}}(?:有|带了?|攒了?)(?P<n>{N})元钱?", told[1])
    if need is None or have is None or not all(neutral(c) for c in text.told if c not in told and c != "买一本书"):
        return None
    n, m = number(need["n"]), number(have["n"])
    return _minus("还差多少元？列式算一算。", ("需要多少？已经有多少？", "求相差多少，用减法。"), n, m, "元")


def groups(text: Statement) -> Solution | None:
    """``42 balloons, 7 in a bunch: how many bunches``; only where it comes out even."""
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    if len(told) != 2 or text.numbers != 2 or _upset(text) or re.search("平均|共|剩", text.text):
        return None
    have, each = _HAVE.fullmatch(_bare(told[0])), _GROUP.fullmatch(re.sub("^如果", "", told[1]))
    asked = _GROUPS.fullmatch(text.question)
    if (
        have is None
        or each is None
        or asked is None
        or asked["group"] != each["group"]
        or each["group"] == have["unit"]
    ):
        return None
    same = _PEOPLE.get(have["unit"], have["unit"]) == _PEOPLE.get(each["unit"], each["unit"])
    quiet = [clause for clause in text.told if clause not in told]
    if not same or not neutral(have["who"] + have["noun"] + each["noun"]) or not all(map(neutral, quiet)):
        return None
    return _even(number(have["n"]), number(each["m"]), each["group"])


def days(text: Statement) -> Solution | None:
    """``a book of 120 pages, 15 a day: how many days``; only where it comes out even."""
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    if len(told) != 2 or text.numbers != 2 or len(text.told) != 2 or _upset(text):
        return None
    have, each = _HAVE.fullmatch(_bare(told[0])), _DAILY.fullmatch(told[1])
    if have is None or each is None or have["unit"] != each["unit"] or not neutral(have["who"] + have["noun"]):
        return None
    if not re.fullmatch(
        rf"[^\d]{{0,6}}(?:多少|几)天(?:可以|能|才能)?{each['verb']}完(?:[^\d]{{0,4}})?|[^\d]{{0,10}}{each['verb']}完[^\d]{{0,4}}(?:多少|几)天",
        text.question,
    ):
        return None
    return _even(number(have["n"]), number(each["m"]), "天")


def times(text: Statement) -> Solution | None:
    """``8 black, 448 white: how many times as many white ones``."""
    told = [clause for clause in text.told if re.search(r"\d", clause)]
    asked = re.fullmatch(
        r"(?:今年)?(?P<a>[^\d]{1,8}?)(?:的(?:年龄|只数|棵数|人数|个数))?是(?P<b>[^\d]{1,8}?)(?:的(?:年龄|只数|棵数|人数|个数))?的(?:多少|几)倍",
        text.question,
    )
    if asked is None or len(told) != 2 or len(text.told) != 2 or text.numbers != 2 or _upset(text):
        return None
    parts = [_HAVE.fullmatch(clause) for clause in told]
    if parts[0] is None or parts[1] is None or parts[0]["unit"] != parts[1]["unit"]:
        return None
    order = [
        [i for i, part in enumerate(parts) if part and asked[key] in part["who"] + part["noun"]] for key in ("a", "b")
    ]
    if any(len(found) != 1 for found in order) or order[0] == order[1]:
        return None
    if not all(neutral(part["who"] + part["noun"]) for part in parts if part):
        return None
    a, b = (number(parts[found[0]]["n"]) for found in order)  # type: ignore[index]
    if not b or (a / b).denominator != 1:
        return None
    line = Line(
        "求一个数是另一个数的几倍，怎么列式？",
        ("“是”后面的那个量是一倍数。", "用前面的量除以一倍数。"),
        f"{shown(a)} ÷ {shown(b)}",
        a / b,
        "倍",
    )
    return worked("times", [line], topic="math/word-problem")


def _even(n: Fraction, m: Fraction, unit: str) -> Solution | None:
    if not m or (n / m).denominator != 1:
        return None  # what is left over may need one more, or not count
    hints = ("总数里面有几个这样的一份？", "用总数除以每一份的数量。")
    line = Line("可以分成几份？列式算一算。", hints, f"{shown(n)} ÷ {shown(m)}", n / m, unit)
    return worked("groups", [line], topic="math/word-problem")


def _minus(ask: str, hints: tuple[str, ...], n: Fraction, m: Fraction, unit: str) -> Solution | None:
    if n <= m:
        return None
    return worked("missing", [Line(ask, hints, f"{shown(n)} - {shown(m)}", n - m, unit)], topic="math/word-problem")


def _upset(text: Statement) -> bool:
    plain = re.sub(r"多少|一样多|几倍", "", text.text)
    return bool(
        re.search(
            r"比|倍|半|又|再|另|其中|如果.*如果|已|平均|各|次|增|减|多|少|至|最|差|隔|改|损|其余|分之|%|第|后来|先",
            plain,
        )
    )


def _bare(clause: str) -> str:
    return re.sub(r"^一[个只条本批张块根家间位名](?=[\u4e00-\u9fff])", "", clause)
