"""A question asked again of something else: 那经理呢, 上海呢, 超过5000呢, what about sick leave."""

from __future__ import annotations

import re

from pilothouse.assistants.knowledge.phrases import AMOUNT, MODIFIERS
from pilothouse.assistants.knowledge.subjects import bare, cut, subject, thing

_HAN = re.compile(r"[\u3400-\u9fff]")
_GENERAL = re.compile(r"怎么|怎样|如何|流程|步骤|是什么|规定|制度|how|process|procedure", re.IGNORECASE)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.+-]*(?: [A-Za-z0-9.+-]+)*")
_THING = r"[\u3400-\u9fff]{1,4}?(?=能|可以|会|要|该|怎么|多少|算|吗|呢|，|,|$)"
_PLACES = frozenset({"ns", "nsf"})
# 押金, 电话: what a thing has, not another thing.
_ATTRIBUTE = re.compile(
    r"(?:费用?|价格?|押金|奖金|金额|工资|税|钱|额度?|比例|利率|电话|地址|时间|日期|材料|手续|流程|条件|期限|证明|要求|标准|地点|位置|人数|周期|名额|邮箱|网址|"
    r"联系人|负责人)$"
)
_MODEL = re.compile(r"(?P<name>[A-Za-z]+[ -]?\d[A-Za-z0-9]*(?: [A-Za-z]+)?)\s*的?\s*(?P<rest>[\u3400-\u9fff]{2,})$")
_MODEL_NAME = re.compile(r"[A-Za-z]+[ -]?\d[A-Za-z0-9]*(?: [A-Za-z]+)?")
_MEALS = re.compile(r"早[餐饭点]|[午中][餐饭]|晚[餐饭]|夜宵|宵夜")
_NAME = re.compile(
    r"(?!(?:I|What|How|When|Where|Who|Why|Which|Is|Are|Do|Does|Can|May)\b)[A-Z][A-Za-z0-9]*(?: [A-Z][A-Za-z0-9]*)*"
)
ALIKE = 0.3  # of the characters of two words
CHUNK = 6  # characters of a subject that is one thing: 听雨会议室


def readings(new: str, before: str) -> list[str]:
    """The question ``before``, asked of ``new`` instead, the likeliest first: what is of a kind takes the other's place."""  # noqa: E501
    narrows = new.endswith("的") and len(new) > 1
    new = new.removesuffix("的") or new
    made, rest, said = before, new, ""
    for pattern in MODIFIERS:
        match = pattern.search(rest)
        if match is None or not match.group().strip():
            continue
        said = match.group().strip()
        if old := [found for found in pattern.finditer(made) if found.group().strip()]:
            made = f"{made[: old[-1].start()]}{said}{made[old[-1].end() :]}"
        elif AMOUNT.fullmatch(new) and _GENERAL.search(before):
            return [joined(f"{subject(before)} {new}")]  # what holds above 5000 is hardly a procedure again
        else:
            made = f"{said} {made}"
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    if rest is new:
        return list(dict.fromkeys(joined(reading) for reading in _named(new, before, narrows)))
    rest = bare(rest)
    if len(rest) > 1 and (thing := re.search(rf"{re.escape(said)}的({_THING})", made)):
        return [joined(f"{made[: thing.start(1)]}{rest}{made[thing.end(1) :]}")]  # 三百块的茶叶 → 一千五的手表
    return [joined(f"{rest} {made}" if len(rest) > 1 and _HAN.search(rest) else made)]


def _named(new: str, before: str, narrows: bool = False) -> list[str]:
    """``before`` with the thing that ``new`` takes the place of; then ``new`` said of the same subject. Said with 的 it
    ``narrows`` the thing: 退休的呢."""
    if not _HAN.search(new) and not _HAN.search(before):
        return _english(new, before)
    if _LATIN.fullmatch(new) and _HAN.search(before) and (old_name := _LATIN.search(before)):
        # Mate 60 in the place of iPhone 15
        chunk = re.compile(rf"[\u3400-\u9fff]*{re.escape(old_name.group())}")
        return [
            f"{before[: old_name.start()]}{new}{before[old_name.end() :]}",
            chunk.sub(lambda _: new, before, count=1),
        ]
    if (model := _MODEL.match(new)) and (old_name := _MODEL_NAME.search(before)):
        made = re.sub(rf"[\u3400-\u9fff]*{re.escape(old_name.group())}", lambda _: model["name"], before, count=1)
        return [made if model["rest"] in before else f"{model['name']} {model['rest']} {made[len(model['name']) :]}"]
    topic = [word for word in subject(before).split() if len(word) > 1]
    if _HAN.search(new) and (old := _relative(new, before, topic)) is not None:
        return [before.replace(old, new, 1)]
    added = f"{subject(before)} {new}"
    if _ATTRIBUTE.search(new):
        return [added, new]  # 押金呢 asks for another thing of the same subject
    if not topic or topic[-1] not in before:
        return [f"{new} {before}", added]
    added = before.replace(topic[-1], f"{topic[-1]} {new} ", 1)
    if not _HAN.search(topic[-1]) or not _HAN.search(before):
        whole = " ".join(topic)
        return [before.replace(whole, f" {new}", 1) if whole in before and _HAN.search(before) else f"{new} {before}"]
    last = thing(topic[-1]) or topic[-1]  # 迟到 of 迟到扣多少钱
    last = last if len(last) <= CHUNK else _tail(last)
    if narrowing := _narrowing(last, narrows):  # 文科 in the place of 理工类 in 理工类学费, or of the whole
        return [before.replace(narrowing, f" {new}", 1), before.replace(last, f" {new}", 1)]
    replaced = before.replace(last, f" {new}", 1)
    return [before.replace(last, f"{new}{last}", 1), replaced] if narrows else [replaced, added]


def _tail(chunk: str) -> str:
    """The last words of a long run: one thing and what narrows it."""
    found = ""
    for word in reversed(cut(chunk)):
        if found and len(found) + len(word) > CHUNK:
            break
        found = f"{word}{found}"
    return found


def _narrowing(chunk: str, verbs: bool = False) -> str:
    """The words that narrow the last one of a run, or an empty string: 专家 of 挂个专家号, 理工类 of 理工类学费."""
    from rjieba import tag

    *before, (_, kind) = tag(chunk)
    found = ""
    while len(before) > 1 and len(before[-1][0]) == len(before[-2][0]) == 1 and _HAN.match(before[-1][0]):
        before[-2:] = [(before[-2][0] + before[-1][0], "n")]  # 尊 and 享: a word that the dictionary lacks
    if verbs and before and before[-1][1].startswith("v") and len(before[-1][0]) > 1:
        return before[-1][0]  # 退休医保
    for word, part in reversed(before):
        if not part.startswith(("n", "vn", "b", "a", "j", "l")) or len(word) < 2:
            break
        found = f"{word}{found}"
    return found if kind.startswith(("n", "q", "vn", "k", "l", "m")) else ""


def _english(new: str, before: str) -> list[str]:
    tail = re.search(r"[a-z]+$", new, re.IGNORECASE)
    if tail and " " in new:
        pair = re.compile(rf"\b[a-z]+ {re.escape(tail.group())}\b", re.IGNORECASE)
        if pair.search(before):
            return [pair.sub(lambda _: new, before, count=1)]  # sick leave in the place of annual leave
    names = [match for match in _NAME.finditer(before) if match.start()]
    if _NAME.fullmatch(new) and names:
        return [f"{before[: names[-1].start()]}{new}{before[names[-1].end() :]}"]  # Germany in the place of Japan
    if said := re.match(r"(?P<way>for|in|on|at|with|from|to)\s+(?P<what>.+)$", new, re.IGNORECASE):
        if former := re.search(rf"\b{said['way']} (?P<what>[^?.]+)", before, re.IGNORECASE):
            # on the dedicated one: on the trial plan tells what a one is
            what = re.sub(r"\bones?$", lambda _: former["what"].split()[-1], said["what"])
            return [f"{before[: former.start('what')]}{what}"]
        return [f"{before.rstrip('?. ')} {new}", f"{new} {before}"]
    return [f"{new} {before}"]


def _relative(new: str, before: str, topic: list[str]) -> str | None:
    """The word of ``before`` that is of a kind with ``new``: 年假 and 病假, 双人间 and 单人, 美国 and 越南."""
    from rjieba import tag

    kinds = [kind for _, kind in tag(new)]
    found = [(word, kind) for word, kind in tag(before) if len(word) > 1 and _HAN.search(word)]
    if len(kinds) == 1 and kinds[0] in _PLACES:
        for word, kind in found:
            if kind in _PLACES:
                return word
    # A word that is cut in two, 年 and 假, is still one to people.
    for whole in topic:
        word = _without_place(whole)
        if 1 < len(word) <= len(new) + 2 and word[-1] == new[-1] and len(new) > 1:
            return word
    best: tuple[float, str] | None = None
    for word, _ in found:
        shared = len(set(word) & set(new))
        alike = shared / max(len(word), len(new))
        if shared and alike >= ALIKE and word not in new and (best is None or alike > best[0]):
            best = (alike, word)
    if best is None and _MEALS.search(new):
        return match.group() if (match := _MEALS.search(before)) else None
    return best[1] if best else None


def _without_place(chunk: str) -> str:
    """A run of words without the places before its last ones: 物理类 of 江苏物理类."""
    from rjieba import tag

    words = tag(chunk)
    while len(words) > 1 and words[0][1] in _PLACES:
        chunk = chunk[len(words[0][0]) :]
        words = words[1:]
    return chunk


def joined(text: str) -> str:
    """Single blanks, and none between Chinese characters."""
    return re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", " ".join(text.split()))
