"""A question asked again of something else: 那经理呢, 上海呢, 超过5000呢, what about sick leave."""

from __future__ import annotations

import re

from pilothouse.assistants.knowledge.phrases import AMOUNT, MODIFIERS
from pilothouse.assistants.knowledge.subjects import bare, cut, subject

_HAN = re.compile(r"[\u3400-\u9fff]")
_GENERAL = re.compile(r"怎么|怎样|如何|流程|步骤|是什么|规定|制度|how|process|procedure", re.IGNORECASE)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.+-]*(?: [A-Za-z0-9.+-]+)*")
_THING = r"[\u3400-\u9fff]{1,4}?(?=能|可以|会|要|该|怎么|多少|算|吗|呢|，|,|$)"
_PLACES = frozenset({"ns", "nsf"})
ALIKE = 0.3  # of the characters of two words
CHUNK = 6  # characters of a subject that is one thing: 听雨会议室


def substituted(new: str, before: str) -> str:
    """The question ``before``, asked of ``new`` instead: what is of a kind takes the other's place."""
    made, rest, said = before, new, ""
    for pattern in MODIFIERS:
        match = pattern.search(rest)
        if match is None or not match.group().strip():
            continue
        said = match.group().strip()
        if old := [found for found in pattern.finditer(made) if found.group().strip()]:
            made = f"{made[: old[-1].start()]}{said}{made[old[-1].end() :]}"
        elif AMOUNT.fullmatch(new) and _GENERAL.search(before):
            return joined(f"{subject(before)} {new}")  # what holds above 5000 is hardly a procedure again
        else:
            made = f"{said} {made}"
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    if rest is new:
        return joined(_named(new, before))
    rest = bare(rest)
    if len(rest) > 1 and (thing := re.search(rf"{re.escape(said)}的({_THING})", made)):
        return joined(f"{made[: thing.start(1)]}{rest}{made[thing.end(1) :]}")  # 三百块的茶叶 → 一千五的手表
    return joined(f"{rest} {made}" if len(rest) > 1 and _HAN.search(rest) else made)


def _named(new: str, before: str) -> str:
    """``before`` with the thing that ``new`` takes the place of."""
    if (tail := re.search(r"[a-z]+$", new, re.IGNORECASE)) and " " in new:
        pair = re.compile(rf"\b[a-z]+ {re.escape(tail.group())}\b", re.IGNORECASE)
        if pair.search(before):
            return pair.sub(lambda _: new, before, count=1)  # sick leave in the place of annual leave
    if _LATIN.fullmatch(new) and _HAN.search(before) and (old_name := _LATIN.search(before)):
        return f"{before[: old_name.start()]}{new}{before[old_name.end() :]}"  # Mate 60 in the place of iPhone 15
    topic = [word for word in subject(before).split() if len(word) > 1]
    if _HAN.search(new) and (old := _relative(new, before, topic)) is not None:
        return before.replace(old, new, 1)
    if not topic or topic[-1] not in before:
        return f"{new} {before}"
    if not _HAN.search(topic[-1]) or not _HAN.search(before):
        whole = " ".join(topic)
        return before.replace(whole, f" {new}", 1) if whole in before and _HAN.search(before) else f"{new} {before}"
    last = topic[-1] if len(topic[-1]) <= CHUNK else cut(topic[-1])[-1]
    return before.replace(last, f" {new}", 1)


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
    for word in topic:
        if 1 < len(word) <= len(new) + 2 and word[-1] == new[-1] and len(new) > 1:
            return word
    best: tuple[float, str] | None = None
    for word, _ in found:
        shared = len(set(word) & set(new))
        alike = shared / max(len(word), len(new))
        if shared and alike >= ALIKE and word not in new and (best is None or alike > best[0]):
            best = (alike, word)
    return best[1] if best else None


def joined(text: str) -> str:
    """Single blanks, and none between Chinese characters."""
    return re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", " ".join(text.split()))
