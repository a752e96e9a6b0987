"""Questions about the last decision, answered from what is stored of it: nothing is searched again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pilothouse.assistants.shopping.decision.contract import Cited, Decision
from pilothouse.assistants.shopping.scoring.wish import plain
from pilothouse.assistants.shopping.wording.decided import ranked, told, voice
from pilothouse.assistants.shopping.wording.shown import shown

About = Literal["why_not", "runner_up", "drawbacks", "evidence", "price", "why", "again"]
_ORDINAL = re.compile(r"第\s*([一二三四五1-5])|\b(second|third|fourth|2nd|3rd|4th)\b|(亚军)", re.IGNORECASE)
_NUMBERS = {**dict(zip("一二三四五12345", [*range(1, 6)] * 2, strict=True)),
            "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "亚军": 2}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """Text with ``[n]`` for the quotations in ``cited``, numbered from 1; ``found`` is false when the record holds
    nothing about it."""

    text: str
    cited: tuple[Cited, ...] = ()
    found: bool = True


def answer(about: About, text: str, record: Mapping[str, Any], chinese: bool) -> Answer:
    """The answer to ``text`` about the decision in ``record``."""
    decision = Decision.model_validate(record["decision"])
    product = meant(text, decision, record)
    subject = product or decision.product or _second(decision)
    match about:
        case "why_not":
            return _why_not(product or _second(decision), decision, record, chinese)
        case "runner_up":
            return _runner_up(product or _second(decision), decision, record, chinese)
        case "drawbacks":
            return _voices(subject, record, ("negative",), chinese)
        case "evidence":
            return _voices(subject, record, ("positive", "negative"), chinese)
        case "price":
            return _price(subject, record, chinese)
        case "why" if product and product != decision.product:
            return _runner_up(product, decision, record, chinese)
        case _:
            return Answer(told(decision, chinese), decision.evidence)


def meant(text: str, decision: Decision, record: Mapping[str, Any]) -> str:
    """The product that the question names, by name or rank; empty when it names none."""
    said = plain(text)
    for row in sorted(record["scores"], key=lambda row: -len(row["product"])):
        names = [name for name in (row["product"], row["model"], *row["names"]) if len(plain(name)) > 1]
        if any(plain(name) in said for name in names):
            return str(row["product"])
    if match := _ORDINAL.search(text):
        rank = _NUMBERS[next(group for group in match.groups() if group).lower()]
        ranks = [decision.product, *(runner.product for runner in decision.runner_ups)]
        return ranks[rank - 1] if rank <= len(ranks) else ""
    return ""


def _second(decision: Decision) -> str:
    return decision.runner_ups[0].product if decision.runner_ups else ""


def _why_not(product: str, d: Decision, record: Mapping[str, Any], chinese: bool) -> Answer:
    if not product:
        return _no_other(d, chinese)
    if product == d.product:
        return Answer(told(d, chinese), d.evidence)
    row = _row(record, product)
    runner = next((r for r in d.runner_ups if r.product == product), None)
    bars = {"brand": ("不符合您对品牌的要求", "it is not of a brand that you want"),
            "budget": ("价格超出您的预算", "its price is outside your budget"),
            "recalled": ("多个网站提到它被召回、停产或下架", "several sites say that it was recalled or is sold no longer")}  # fmt: skip  # noqa: E501
    lines = []
    if row and row["bar"]:
        lines.append(bars.get(row["bar"], ("不符合要求", "it does not meet the conditions"))[0 if chinese else 1])
    elif runner:
        lines.append(shown(runner.reason))
    if row and d.score is not None:
        if chinese:
            lines.append(
                f"口碑分 {row['score']:g}，{shown(d.product)} 是 {d.score:g}；说它好的独立网站 {row['backers']} 个"
            )
        else:
            lines.append(
                f"its score is {row['score']:g}, that of {shown(d.product)} {d.score:g}; {row['backers']} independent sites speak well of it"  # noqa: E501
            )
    quotes = _quotes(record, product, ("negative",))[:2]
    lines += [f"{voice(cited, chinese)}[{cited.n}]" for cited in quotes]
    head = f"为什么不是 {shown(product)}：" if chinese else f"Why not {shown(product)}:"
    return Answer("\n".join([head, *(f"- {line}" for line in lines)]), quotes)


def _runner_up(product: str, d: Decision, record: Mapping[str, Any], chinese: bool) -> Answer:
    if not product:
        return _no_other(d, chinese)
    if product == d.product:
        return Answer(told(d, chinese), d.evidence)
    rank = next((n for n, r in enumerate(d.runner_ups, 1 if d.abstained else 2) if r.product == product), 0)
    runner = next((r for r in d.runner_ups if r.product == product), None)
    if runner is None:
        return _why_not(product, d, record, chinese)
    quotes = _quotes(record, product, ("positive", "negative"))[:4]
    lines = [ranked(rank, product, runner.score, runner.reason, chinese)]
    return Answer("\n".join([*lines, *(f"- {voice(cited, chinese)}[{cited.n}]" for cited in quotes)]), quotes)


def _voices(product: str, record: Mapping[str, Any], polarities: Sequence[str], chinese: bool) -> Answer:
    if not product:
        return Answer(told(Decision.model_validate(record["decision"]), chinese), found=False)
    quotes = _quotes(record, product, polarities)
    bad = polarities == ("negative",)
    if not quotes:
        what = (
            ("没有找到它的差评", "no bad word about it was found")
            if bad
            else ("没有留下它的证据", "no evidence about it is kept")
        )
        return Answer(f"{shown(product)}：{what[0]}。" if chinese else f"{shown(product)}: {what[1]}.", found=False)
    head = (
        f"{shown(product)}{'的缺点' if bad else '的证据'}："
        if chinese
        else f"{'Drawbacks' if bad else 'Evidence'} of {shown(product)}:"
    )
    marks = {"positive": ("好评", "good"), "negative": ("差评", "bad"), "neutral": ("中性", "neutral")}
    said = [
        f"- {'' if bad else '【' + marks[c.polarity][0] + '】' if chinese else '(' + marks[c.polarity][1] + ') '}{voice(c, chinese)}[{c.n}]"  # noqa: E501
        for c in quotes
    ]
    return Answer("\n".join([head, *said]), quotes)


def _price(product: str, record: Mapping[str, Any], chinese: bool) -> Answer:
    """What the pages say that it costs, in yuan; they may be old."""
    price = next((entry["price"] for entry in record["quotes"] if entry["product"] == product), None)
    if price is None:
        return Answer("网页里没有写它的价格。" if chinese else "No page tells its price.", found=False)
    name = shown(product)
    return Answer(
        f"{name}：网页里写的是 {price:g} 元，以购买时为准。"
        if chinese
        else f"{name}: the pages say {price:g} yuan; check it when you buy."
    )


def _no_other(d: Decision, chinese: bool) -> Answer:
    if d.abstained and not d.runner_ups:
        return Answer(told(d, chinese), found=False)
    return Answer(
        "证据里没有够得上候选的其他产品。" if chinese else "The evidence holds no other candidate.", found=False
    )


def _row(record: Mapping[str, Any], product: str) -> Mapping[str, Any] | None:
    return next((row for row in record["scores"] if row["product"] == product), None)


def _quotes(record: Mapping[str, Any], product: str, polarities: Sequence[str]) -> tuple[Cited, ...]:
    kept: list[dict[str, Any]] = next((entry["cited"] for entry in record["quotes"] if entry["product"] == product), [])
    chosen = [item for item in kept if item["polarity"] in polarities]
    return tuple(Cited.model_validate({**item, "n": n}) for n, item in enumerate(chosen, 1))
