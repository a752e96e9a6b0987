"""A decision in code's words. Everything in them stands in the decision."""

from __future__ import annotations

from collections.abc import Sequence

from pilothouse.assistants.shopping.decision.contract import Cited, Decision
from pilothouse.assistants.shopping.wording.shown import quoted, shown


def told(decision: Decision, chinese: bool) -> str:
    """The decision as text; ``[n]`` are the numbers of its evidence."""
    return _abstained(decision, chinese) if decision.abstained else _recommended(decision, chinese)


def _recommended(d: Decision, chinese: bool) -> str:
    name, points = shown(d.product), f"{d.score:g}"
    lines = [
        f"推荐：{name}（口碑分 {points}，满分 100）" if chinese else f"My pick: {name} (reputation {points} of 100)"
    ]
    lines.append("理由：" if chinese else "Why:")
    lines += [f"- {shown(reason)}" for reason in d.reasons]
    lines += [_line(cited, chinese) for cited in d.evidence if cited.polarity == "positive"]
    bad = [_line(cited, chinese) for cited in d.evidence if cited.polarity == "negative"]
    if bad:
        lines += ["缺点：" if chinese else "Drawbacks:", *bad]
    if d.caveats:
        lines += ["注意：" if chinese else "Bear in mind:", *(f"- {shown(caveat)}" for caveat in d.caveats)]
    lines += _others(d, chinese)
    return "\n".join(lines)


def _abstained(d: Decision, chinese: bool) -> str:
    lines = [
        "证据不足，这次不推荐任何一款。" if chinese else "There is not enough evidence, so I recommend nothing.",
        *(f"- {shown(caveat)}" for caveat in d.caveats),
        *_others(d, chinese),
        "可以放宽预算、品牌或要求，或者换个说法告诉我用途。"
        if chinese
        else "It may help to loosen budget, brand or requirements, or to tell me what it is for.",
    ]
    return "\n".join(lines)


def _others(d: Decision, chinese: bool) -> list[str]:
    if not d.runner_ups:
        return []
    head = "其他候选：" if chinese else "Others:"
    if d.abstained:
        head = "有人提到、但不足以推荐的：" if chinese else "Mentioned, but not enough to recommend:"
    return [
        head,
        *(
            ranked(n, r.product, r.score, r.reason, chinese)
            for n, r in enumerate(d.runner_ups, 1 if d.abstained else 2)
        ),
    ]


def ranked(n: int, name: str, score: float, reason: str, chinese: bool) -> str:
    """A candidate with its rank."""
    return (
        f"{n}. {shown(name)}（{score:g} 分）：{shown(reason)}"
        if chinese
        else f"{n}. {shown(name)} ({score:g}): {shown(reason)}"
    )


def _line(cited: Cited, chinese: bool) -> str:
    return f"- {voice(cited, chinese)}[{cited.n}]"


def voice(cited: Cited, chinese: bool) -> str:
    """Who said when what."""
    when = cited.date.isoformat() if cited.date else ("日期不明" if chinese else "no date")
    return (
        f"{cited.domain}（{when}）：“{quoted(cited.quotation)}”"
        if chinese
        else f"{cited.domain} ({when}): “{quoted(cited.quotation)}”"
    )


def named(decision: Decision) -> Sequence[str]:
    """Products that the decision names."""
    return [name for name in (decision.product, *(r.product for r in decision.runner_ups)) if name]
