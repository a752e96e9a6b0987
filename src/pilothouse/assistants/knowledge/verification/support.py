"""Whether cited passages support a claim: its values, names, bounds and negations, at the place it copies from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pilothouse.assistants.knowledge.verification.problem import Problem, ProblemKind
from pilothouse.assistants.knowledge.verification.source import Source
from pilothouse.retrieval.evidence.alignment import Token, differences
from pilothouse.retrieval.evidence.figures import Figure, figures, same
from pilothouse.retrieval.evidence.polarity import negated, negations
from pilothouse.retrieval.evidence.wording import presence, tagged
from pilothouse.retrieval.tokenizer import normalise

_NAMES = ("nr", "ns", "nt", "nz", "nrt", "nrfg")
_UPPER = re.compile(
    r"以上|至少|不少于|不低于|最少|起(?=[。，,；;]|$)|(?<!不)超过|(?<![不未])满|at least|more than|over|minimum|"
    r"or more",
    re.I,
)
_LOWER = re.compile(
    r"以下|以内|之内|至多|最多|不超过|不高于|不多于|不满|未满|不足|上限|at most|up to|less than|under|"
    r"maximum|within|or less",
    re.I,
)
_CLAUSE = re.compile(r"[，,；;：:]")
_PLAIN_NOUNS_TEXT = """
资料 信息 规定 内容 情况 时间 日期 方式 要求 条件 标准 结论 说明 来源 问题 答案 公司 员工 人员 职工 单位 文件 文档
费用 金额 数量 人数 名称 地点 期间 版本 用户 流程 步骤 material information document source answer question version
rule policy
"""
_PLAIN_NOUNS = frozenset(_PLAIN_NOUNS_TEXT.split())
_ENGLISH_PLAIN_TEXT = """
according also each every both either please note following first second then once during before after until when
while because therefore so however must can may will should need require required requires allow allowed provide
provided apply available include includes including per year day month
"""
_ENGLISH_PLAIN = frozenset(_ENGLISH_PLAIN_TEXT.split())


def unsupported(claim: str, note: str, source: Source, question: str) -> Iterator[Problem]:
    """What of a claim the cited passages don't say."""
    text = normalise(claim)
    yield from _note(note, source)
    if source.verbatim(text):
        return
    asked = figures(normalise(question))
    lost = [f for f in figures(text) if not _known(f, source, asked)]
    for figure in lost:
        kind: ProblemKind = "date" if figure.kind in ("date", "time") else "number"
        yield Problem(
            kind,
            claim,
            f"“{text[figure.start : figure.end].strip()}”在所引用的资料中没有出现，请改为资料中的原文数据或删去。",
        )
    yield from _names(claim, text, source)
    if lost:
        return
    yield from _placed(claim, text, source, asked)
    yield from _copied(claim, text, source)
    yield from _negations(claim, text, source)


def _note(note: str, source: Source) -> Iterator[Problem]:
    for figure in figures(normalise(note)):
        if figure.kind == "date" and not any(same(figure, other) for other in source.known):
            yield Problem("date", note, f"“{note}”不是所引用资料的日期。")


def _known(figure: Figure, source: Source, asked: tuple[Figure, ...]) -> bool:
    if any(same(figure, other) for other in source.known):
        return True
    if figure.kind == "date" and figure.key.count("-") == 2 and figure.key[:1].isdigit():  # the year may stand above
        year, _, day = figure.key.partition("-")
        found = any(o.kind == "date" and o.key.endswith(f"-{day}") and o.key[:1] == "-" for o in source.known)
        return found and re.search(rf"(?<!\d){year}(?!\d)", source.text) is not None
    return any(same(figure, other) for other in asked) and figure.kind == "amount"


def _names(claim: str, text: str, source: Source) -> Iterator[Problem]:
    unknown = []
    for word, tag in tagged(text):
        if len(word) < 2 or word in _PLAIN_NOUNS or presence(word, source.text) >= 0.6:
            continue
        latin = word.isascii() and any(mark.isalpha() for mark in word)
        if latin:
            chinese = re.search(r"[\u3400-\u9fff]", text) is not None
            if (chinese or word not in _ENGLISH_PLAIN) and len(word) > 3 - chinese:
                unknown.append(word)
        elif tag in _NAMES or tag.startswith("n") or tag in ("j", "i", "l"):
            unknown.append(word)
    for match in re.finditer(r"[“「『《]([^”」』》]{1,40})[”」』》]", text):
        if presence(match[1], source.text) < 0.6:
            unknown.append(match[1])
    words = [word for word, tag in tagged(text) if len(word) > 1 and tag not in ("x", "m", "c", "p", "d", "r")]
    lost = [word for word in words if presence(word, source.text) < 0.6]
    english = text.isascii()
    if unknown and (not english or len(unknown) >= max(1, 0.2 * len(words))):
        for word in dict.fromkeys(unknown):
            yield Problem("name", claim, f"“{word}”在所引用的资料中没有出现，请只使用资料中的名称。")
    elif len(lost) > 0.4 * len(words):
        yield Problem("unsupported", claim, f"所引用的资料没有说“{claim[:60]}”，请改用资料支持的说法或删去。")


def _placed(claim: str, text: str, source: Source, asked: tuple[Figure, ...]) -> Iterator[Problem]:
    """A value must stand in the material with the words it stands with in the claim."""
    at = 0
    whole = [(w, t) for w, t in tagged(text)]
    subject = [w for w, t in whole if t in _NAMES and len(w) > 1]
    for clause in [*_CLAUSE.split(text)]:
        start, at = at, at + len(clause) + 1
        inside = [f for f in figures(text) if start <= f.start < at]
        if not inside:
            continue
        words = [
            w
            for w, t in tagged(clause)
            if len(w) > 1 and (t.startswith(("n", "v")) or t in ("eng", "j", "b", "vn")) and w not in _PLAIN_NOUNS
        ]
        words = [w for w in words if presence(w, source.text) >= 0.6]
        for figure in inside:
            homes = [n for n, piece in enumerate(source.pieces) if any(same(figure, other) for other in figures(piece))]
            if not homes:
                continue  # it stands in a title or a date, or in the question
            near = [_home(source, n) for n in homes]
            fit = max(sum(presence(w, home) >= 0.6 for w in words) for home in near)
            row = max(sum(presence(w, source.pieces[n] + source.heads[n]) >= 0.6 for w in subject) for n in homes)
            if (words and fit < 0.6 * len(words)) or (
                subject
                and row == 0
                and len(source.pieces) > 1
                and not any(all(presence(w, home) >= 0.6 for w in subject) for home in near)
            ):
                yield Problem("number", claim, f"“{clause.strip()}”与资料不符：资料中这个数值说的是另一件事。")
                return
            if (bound := _bound(text, figure)) and all(
                (other := _bound_of(source.pieces[n], figure)) and other != bound for n in homes
            ):
                yield Problem("bound", claim, f"“{clause.strip()}”的上下限（以上、以内等）与资料相反。")
                return


def _home(source: Source, n: int) -> str:
    around = source.pieces[max(0, n - 1) : n + 2] if " | " not in source.pieces[n] else source.pieces[n : n + 1]
    first = source.pieces[0] if " | " not in source.pieces[n] else ""
    return " ".join((source.heads[n], first, *around))


def _bound(text: str, figure: Figure) -> str:
    before, after = text[max(0, figure.start - 5) : figure.start], text[figure.end : figure.end + 4]
    lower = _LOWER.search(before) or _LOWER.search(after)
    upper = _UPPER.search(before) or _UPPER.search(after)
    return "" if bool(lower) == bool(upper) else "most" if lower else "least"


def _bound_of(piece: str, figure: Figure) -> str:
    return next((bound for other in figures(piece) if same(figure, other) and (bound := _bound(piece, other))), "")


def _copied(claim: str, text: str, source: Source) -> Iterator[Problem]:
    """Where a claim copies a sentence, an exchanged name, value or negation is wrong, whatever else stands there."""
    best: list[Problem] | None = None
    for piece in source.pieces:
        found = differences(text, piece, 0.7)
        if found is None:
            continue
        wrong: list[Problem] = []
        for difference in found:
            ours, theirs = difference.words
            if bool(negations(ours)) != bool(negations(theirs)):
                wrong.append(
                    Problem("negation", claim, f"资料写的是“{theirs or '（没有否定）'}”，这句话把意思说反了。")
                )
            elif not difference.empty and _telling(difference.one) and _telling(difference.other):
                shown = re.sub(r"^\w+:", "", ours)
                wrong.append(Problem("name", claim, f"“{shown}”与资料原句不符。"))
        if best is None or len(wrong) < len(best):
            best = wrong
    yield from best or ()


def _telling(tokens: tuple[Token, ...]) -> bool:
    return any(
        token.figure or token.tag.startswith("n") or token.tag in ("eng", "j", "x", "b", "f", "a") for token in tokens
    )


def _negations(claim: str, text: str, source: Source) -> Iterator[Problem]:
    ours = negated(text)
    pieces = sorted(source.pieces, key=lambda piece: -_alike(text, piece))
    if not pieces:
        return
    theirs = [word for piece in source.pieces for word in negated(piece)]
    for word in ours:
        if not any(word[:1] == other[:1] and (word in other or other in word) for other in theirs):
            yield Problem("negation", claim, f"资料没有否定“{word}”，这句话把意思说反了。")
            return
    closest = pieces[0]
    if _alike(text, closest) < 0.6:
        return
    for word in negated(closest):
        stands = re.search(re.escape(word), text) is not None
        if stands and not any(word[:1] == other[:1] for other in ours):
            yield Problem("negation", claim, f"资料否定了“{word}”，这句话把意思说反了。")
            return


def _alike(one: str, other: str) -> float:
    a = {one[i : i + 2] for i in range(len(one) - 1)}
    return len(a & {other[i : i + 2] for i in range(len(other) - 1)}) / max(1, len(a))
