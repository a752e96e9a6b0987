"""Numbers that a text says without saying them: calculations, "比 34 大 1", "在 34 和 36 之间的整数"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from pilothouse.assistants.tutor.guard.described import Derived, described, root
from pilothouse.assistants.tutor.guard.mention import Mention, mentions

_OPERATIONS = (
    (re.compile(r"加上?|\bplus\b"), "+"), (re.compile(r"减去?|\bminus\b"), "-"),
    (re.compile(r"乘以?|\btimes\b|\bmultiplied by\b|(?<=\d)\s*[xX]\s*(?=\d)"), "*"),
    (re.compile(r"除以|\bdivided by\b|(?<=\d)\s*:\s*(?=\d+\s*=)"), "/"),
    (re.compile(r"\\times|\\cdot"), "*"), (re.compile(r"\\div"), "/"),
)  # fmt: skip
_WORDED = re.compile(r"[加减乘除:\\]|plus|minus|times|multipl|divided|\d\s*x")
_GAP = re.compile(r"(?:\s?[^\W\d_]{1,12}(?:/[a-z]{1,12})?){0,2}\s*((?:\)\s*)*)([-+*/^])\s*((?:\(\s*)*)[$￥¥]?\s*")
_TOKEN = re.compile(r"\d+|[-+*/^()]")
_BETWEEN = re.compile(r"^\s*(?:和|与|跟|到|至|~|-|and|to)\s*$")
_HIGHEST = 12
"""The largest exponent that is evaluated; larger ones are no school answers and make huge numbers."""


def derived(text: str, said: Sequence[Mention] | None = None) -> list[Derived]:
    """The values of the calculations and descriptions in ``text`` (written as ``plain`` writes)."""
    lower = low = text.lower()
    for words, sign in _OPERATIONS if _WORDED.search(low) else ():
        low = words.sub(partial(_aligned, sign), low)
    said = mentions(low) if said is None or low != lower else said
    said = [mention for mention in said if mention.writing != "pinyin"]
    worded = [] if low == lower else [Derived(m.value, m.start, m.end) for m in said if m.parts]  # 3除以4
    return [*worded, *_calculations(low, said), *_described(low, said), *described(low, said)]


def _aligned(sign: str, match: re.Match[str]) -> str:
    """The sign in place of the word, as long as that, so that positions stay."""
    return sign.rjust(len(match.group()))


def _calculations(text: str, said: Sequence[Mention]) -> Iterator[Derived]:
    row: list[Mention] = []
    signs: list[str] = []
    for mention in said:
        link = _GAP.fullmatch(text, row[-1].end, mention.start) if row else None
        negative = (
            row and mention.value < 0 and text[mention.start] == "-" and not text[row[-1].end : mention.start].strip()
        )
        if link:
            signs.append("".join(link.groups()).replace(" ", ""))
            row.append(mention)
            continue
        if negative:
            signs.append("+")
            row.append(mention)
            continue
        if len(row) > 1:
            yield from _value(text, row, signs)
        row, signs = [mention], []
    if len(row) > 1:
        yield from _value(text, row, signs)


def _value(text: str, row: Sequence[Mention], signs: Sequence[str]) -> Iterator[Derived]:
    tokens: list[Fraction | str] = [row[0].value]
    for sign, mention in zip(signs, row[1:], strict=True):
        tokens += [*sign, mention.value]
    depth = lead = 0
    for token in tokens:
        depth += (token == "(") - (token == ")")
        lead = max(lead, -depth)
    tokens = ["("] * lead + tokens + [")"] * (depth + lead)
    value = _evaluate(tokens)
    if value is not None:
        yield Derived(value, row[0].start, row[-1].end)


def _evaluate(tokens: list[Fraction | str]) -> Fraction | None:
    """A sum of products of powers; ``None`` when it isn't one, divides by zero or grows too large."""
    position = 0

    def peek() -> Fraction | str | None:
        return tokens[position] if position < len(tokens) else None

    def atom(depth: int) -> Fraction:
        nonlocal position
        token = peek()
        position += 1
        if token == "(" and depth < 20:
            value = total(depth + 1)
            if peek() != ")":
                raise ValueError
            position += 1
        elif isinstance(token, Fraction):
            value = token
        else:
            raise ValueError
        if peek() == "^":
            position += 1
            power = atom(depth)
            if power.denominator != 1 or abs(power) > _HIGHEST or abs(value) > 10**9:
                raise ValueError
            value = value ** int(power)
        return value

    def product(depth: int) -> Fraction:
        nonlocal position
        value = atom(depth)
        while (sign := peek()) in ("*", "/"):
            position += 1
            other = atom(depth)
            value = value * other if sign == "*" else value / other
        return value

    def total(depth: int) -> Fraction:
        nonlocal position
        value = product(depth)
        while (sign := peek()) in ("+", "-"):
            position += 1
            other = product(depth)
            value = value + other if sign == "+" else value - other
        return value

    try:
        value = total(0)
    except (ValueError, ZeroDivisionError):
        return None
    return value if position == len(tokens) else None


_HINTED = re.compile(
    "[和与跟比倍半方后前下上再双翻反倒根√十多少]|tens|over|分[子母]|分之|[%/]| of | and |more|less"
    "|fewer|twice|double|half|square|after|before|next|triple|opposite"
)
_NEXT = re.compile(r"^(?:的|之)?(?:后面?|下面?|紧接着|再后)(?:面|边)?的?(?:那|一)?(?:一|个|)个?(?:整数|自然数|数字?)")
_PREVIOUS = re.compile(r"^(?:的|之)?(?:前面?|上面?)(?:面|边)?的?(?:那|一)?(?:一|个|)个?(?:整数|自然数|数字?)")
_COMPARED = re.compile(r"^\s*(?:[^\W\d_]{0,3}?)\s*(?:还|要|再)?([大多高重长])\s*(?:了|出)?\s*$")
_LESS = re.compile(r"^\s*(?:[^\W\d_]{0,3}?)\s*(?:还|要|再)?([小少低轻短])\s*(?:了|出)?\s*$")


def _described(text: str, said: Sequence[Mention]) -> Iterator[Derived]:
    if (
        not _HINTED.search(text)
        and "之间" not in text
        and "between" not in text
        and not re.search("[<>]|[大小]于", text)
    ):
        return
    for mention in said:
        rest, head, value = (
            text[mention.end : mention.end + 16],
            text[max(0, mention.start - 20) : mention.start],
            mention.value,
        )
        if mention.unit and not mention.unit.isascii():
            rest = rest.removeprefix(mention.unit)
        rest = rest.lstrip()
        if _NEXT.match(rest) or re.search(r"\b(?:number|integer|one)? ?(?:after|follows)\s+$", head):
            yield Derived(value + 1, mention.start, mention.end)
        if _PREVIOUS.match(rest) or re.search(r"\b(?:number|integer) ?(?:before|precedes)\s+$", head):
            yield Derived(value - 1, mention.start, mention.end)
        if re.match(r"的?(?:一半|二分之一)", rest) or re.search(r"half (?:of )?$", head):
            yield Derived(value / 2, mention.start, mention.end)
        if re.match(r"的(?:平方(?![米分厘千根])|二次方)|squared", rest) or re.search(r"square of $", head):
            yield Derived(value * value, mention.start, mention.end)
        if re.search(r"(?:双倍的?|翻倍的?|twice|double) ?$", head) or re.match(
            r"(?:的(?:两|双|2)倍|翻(?:一)?倍|翻一番)", rest
        ):
            yield Derived(value * 2, mention.start, mention.end)
        if re.match(r"的相反数", rest) or re.search(r"opposite of $", head):
            yield Derived(-value, mention.start, mention.end)
        if re.match(r"的倒数", rest) and value:
            yield Derived(1 / value, mention.start, mention.end)
        if re.match(r"的(?:算术)?平方根", rest) or re.search(r"(?:root of|√|根号) ?$", head):
            found = root(value)
            if found is not None:
                yield Derived(found, mention.start, mention.end)
    for first, second in pairwise(said):
        a, b, gap = first.value, second.value, text[first.end : second.start]
        if first.unit and gap.strip().startswith(first.unit):
            gap = gap.strip()[len(first.unit) :]
        before = text[max(0, first.start - 4) : first.start]
        if "比" in before or re.match(r"^\s*(?:还|再)", gap) or _COMPARED.match(gap) or _LESS.match(gap):
            if _COMPARED.match(gap):
                yield Derived(a + b, first.start, second.end)
            if _LESS.match(gap):
                yield Derived(a - b, first.start, second.end)
        if re.fullmatch(r"\s*(?:more|greater|larger|higher|bigger)? ?(?:more )?than\s*", gap):
            yield Derived(a + b, first.start, second.end)
        if re.fullmatch(r"\s*(?:less|fewer|smaller|lower) than\s*", gap):
            yield Derived(b - a, first.start, second.end)
        if (
            re.match(r"倍", text[second.end : second.end + 1])
            and gap.strip(" ") in ("的", "")
            and first.end != second.start
        ):
            yield Derived(a * b, first.start, second.end)
        head, after = text[max(0, first.start - 24) : first.start], text[second.end : second.end + 8]
        after = after.removeprefix(second.unit)
        if re.fullmatch(r"\s*(?:和|与|跟|and)\s*", gap):
            if re.match(r"\s*(?:的和|之和|[加+]起来|相[加+]|[加+]在一起|合起来|together)", after) or head.endswith(
                "sum of "
            ):
                yield Derived(a + b, first.start, second.end)
            if re.match(r"\s*(?:的差|之差|相[减-])", after) or head.endswith("difference between "):
                yield Derived(abs(a - b), first.start, second.end)
            if re.match(r"\s*(?:的积|之积|相[乘*]|[乘*]起来)", after) or head.endswith("product of "):
                yield Derived(a * b, first.start, second.end)
        if text[first.end : second.start] in ("倍的", "倍"):
            yield Derived(a * b, first.start, second.end)
        share, whole = (second, first) if gap.strip() in ("的", "") else (first, second)
        if (
            (share.parts or share.raw is not None)
            and gap.strip() in ("的", "of", "of the")
            and first.end < second.start
        ):
            yield Derived(share.value * whole.value, first.start, second.end)
        around = text[max(0, first.start - 12) : second.end + 10]
        inside = (
            (_BETWEEN.match(gap) and re.search("之间|中间|between|介于", around))
            or (
                re.search(r"大于|>|比$", before + gap)
                and re.search(r"小于|<|小|少", gap)
                and re.search("[大多]|>", before + gap)
            )
            or (re.search(r"小于|<", before) and re.search(r"大于|>", gap))
        )
        if inside and a.denominator == b.denominator == 1 and abs(a - b) == 2:
            yield Derived((a + b) / 2, first.start, second.end)
