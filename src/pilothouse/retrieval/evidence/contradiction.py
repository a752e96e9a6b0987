"""Whether two statements contradict each other."""

from __future__ import annotations

import re

from pilothouse.retrieval.evidence.alignment import Difference, differences
from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.figures import Figure, same
from pilothouse.retrieval.evidence.polarity import negations, polarity, stripped
from pilothouse.retrieval.evidence.statements import Statement, groups, split_values, superseded
from pilothouse.retrieval.evidence.units import compatible
from pilothouse.retrieval.evidence.wording import content, presence
from pilothouse.retrieval.tokenizer import normalise

Pair = tuple[str, str, str, str]  # what the one says and its unit, what the other says and its unit
SURE = 0.5  # how far sentences in other words must be about the question to be about the same fact
ALIKE = 0.6  # of the question's telling words that both or either are about, by weight
_OPEN = ("who", "where", "what")
_RULE = re.compile(
    r"版|修订|v\d|version|制度|办法|规定|规范|手册|政策|指南|细则|准则|守则|条例|须知|说明|流程|policy|"
    r"handbook|guide|rules?|manual", re.I)  # fmt: skip
_YEAR = re.compile(r"(?:19|20)\d\d")


def contradiction(ask: Ask, one: Statement, other: Statement) -> Pair | None:
    """What two statements of different sources say differently on the fact the question is about, or ``None``."""
    if not _same_edition(one, other):
        return None
    amended = superseded(one.text) or superseded(other.text)
    if not amended and (found := differences(one.text, other.text)) is not None:
        return _copies(ask, one, other, [difference for difference in found if not difference.empty])
    if one.passage.document == other.passage.document:
        return None
    if not _same_scope(one, other):
        return None
    answers = one.sure and other.sure  # both are what their documents say to this question
    if not answers and (min(one.share, other.share) < SURE or not _same_subject(ask, one, other)):
        return None
    if ask.numeric:
        return _values(ask, one, other)
    return _rules(ask, one, other)


def _copies(ask: Ask, one: Statement, other: Statement, found: list[Difference]) -> Pair | None:
    values: list[tuple[Figure, Figure]] = []
    words: set[tuple[str, str]] = set()
    for difference in found:
        if pair := difference.values:
            values.append(pair)
        else:
            words.add(difference.words)
    if not found:
        return None
    if _one_negated(one.text, other.text) and not values:
        rest = {pair for pair in words if content(stripped(pair[0])) != content(stripped(pair[1]))}
        return None if rest else _polar(one, other)
    if words:
        if len(words) > 1 or ask.numeric or any(_scope(ask, pair, one, other) for pair in values):
            return None
        if differences(one.text, other.text, 0.75) is None:
            return None
        return _named(ask, *next(iter(words)), found)
    if ask.kind in ("who", "where"):
        return None
    told = [pair for pair in values if _value(ask, pair, one, other)]
    if not told or any(_scope(ask, pair, one, other) for pair in values if pair not in told):
        return None
    if ask.numeric:
        wanted = [pair for pair in told if ask.wants(pair[0]) or ask.wants(pair[1])]
    else:  # a day is seldom what an open question asks for; snippets begin with their date
        wanted = [pair for pair in told if pair[0].kind != "date"]
    if not wanted:
        return None
    a, b = wanted[0]
    return one.text[a.start : a.end].strip(), a.unit, other.text[b.start : b.end].strip(), b.unit


def _value(ask: Ask, pair: tuple[Figure, Figure], one: Statement, other: Statement) -> bool:
    """Whether the exchanged values are what is stated, not what it is stated for."""
    return (
        not same(*pair)
        and compatible(pair[0].unit, pair[1].unit)
        and not _scope(ask, pair, one, other)
        and not any(_equal(figure, given) for figure in pair for given in ask.given)
    )


def _scope(ask: Ask, pair: tuple[Figure, Figure], one: Statement, other: Statement) -> bool:
    """Whether the exchanged values say for whom or when: another year, another issue, another condition."""
    if any(_equal(figure, given) for figure in pair for given in ask.given):
        return True
    if ask.kind in ("when", "amount") and ask.wants(pair[0]):
        return False
    limits = (*split_values(one.text)[1], *split_values(other.text)[1])
    return any(figure in pair for figure in limits)


def _named(ask: Ask, one: str, other: str, found: list[Difference]) -> Pair | None:
    """A name exchanged in an otherwise equal sentence, when the question asks for it."""
    if ask.kind not in _OPEN or not one or not other or len(one) > 24 or len(other) > 24:
        return None
    if any(presence(word, normalise(ask.text)) >= 1 for word in (one, other)):
        return None
    if groups(one) - _places(one) or groups(other) - _places(other):
        return None
    if ask.kind != "where" and ask.kind != "what" and (negations(one) or negations(other)):
        return None
    return one, "", other, ""


def _places(text: str) -> frozenset[str]:
    from pilothouse.retrieval.evidence.wording import tagged

    return frozenset(word for word, tag in tagged(text) if tag == "ns")


def _values(ask: Ask, one: Statement, other: Statement) -> Pair | None:
    """The same fact in other words: each states one value of the asked kind, and they differ."""
    left, right = ([f for f in s.values if ask.wants(f)] for s in (one, other))
    left, right = _moments(_unique(left)), _moments(_unique(right))
    days = [{figure.key for figure in side if figure.key.startswith("周")} for side in (left, right)]
    if all(days) and days[0] != days[1] and len(days[0]) == len(left) and len(days[1]) == len(right):
        return "、".join(f.key for f in left), "", "、".join(f.key for f in right), ""
    if len(left) != 1 or len(right) != 1 or same(left[0], right[0]):
        return None
    a, b = left[0], right[0]
    if a.kind != b.kind or (a.kind == "amount" and a.unit != b.unit):
        return None
    if a.kind == "date" and ("" in (a.key.split("-")[0], b.key.split("-")[0]) or a.key.count("-") != b.key.count("-")):
        return None
    return one.text[a.start : a.end].strip(), a.unit, other.text[b.start : b.end].strip(), b.unit


def _moments(found: list[Figure]) -> list[Figure]:
    """Days and hours, where there are any beside spans of time."""
    return [figure for figure in found if figure.kind != "amount"] or found


def _rules(ask: Ask, one: Statement, other: Statement) -> Pair | None:
    if ask.kind not in ("yesno", "what") or not _alike(one.text, other.text):
        return None
    return _polar(one, other)


def _polar(one: Statement, other: Statement) -> Pair | None:
    a, b = polarity(one.text), polarity(other.text)
    if a == b or (a >= 0 and b >= 0):
        return None
    return ("no" if a < 0 else "yes"), "", ("no" if b < 0 else "yes"), ""


def _alike(one: str, other: str) -> bool:
    a, b = set(content(stripped(one))), set(content(stripped(other)))
    return len(a & b) >= max(2, 0.6 * min(len(a), len(b)), 0.4 * max(len(a), len(b)))


def _one_negated(one: str, other: str) -> bool:
    return bool(negations(one)) != bool(negations(other))


def _same_scope(one: Statement, other: Statement) -> bool:
    """Whether two rules hold for the same groups; a page for one group has it in its title."""
    heads = [groups(normalise(f"{s.passage.title} {s.passage.section}")) for s in (one, other)]
    return not ((one.scope - heads[1]) ^ (other.scope - heads[0])) and (one.scope ^ other.scope) <= (
        heads[0] | heads[1]
    )


def _same_subject(ask: Ask, one: Statement, other: Statement) -> bool:
    """Whether two statements are about the same telling words of the question, by weight."""
    a, b = _subject(ask, one), _subject(ask, other)
    weights = {word.text: word.weight for word in ask.words}
    both, either = sum(weights[w] for w in a & b), sum(weights[w] for w in a | b)
    return both > 0 and both >= ALIKE * either


def _subject(ask: Ask, statement: Statement) -> frozenset[str]:
    """The telling words of the question that the statement is about."""
    text = f"{statement.text} {normalise(statement.passage.title)} {normalise(statement.passage.section)}"
    return frozenset(word.text for word in ask.words if word.weight >= 0.7 and presence(word.text, text) >= 0.5)


def _same_edition(one: Statement, other: Statement) -> bool:
    """Pages of different years are different facts, unless they are versions of one rule."""
    a, b = (set(_YEAR.findall(s.passage.title)) for s in (one, other))
    if not a or not b or a & b:
        return True
    bare = [_YEAR.sub("", normalise(s.passage.title)) for s in (one, other)]
    return bool(_RULE.search(bare[0]) and _RULE.search(bare[1]))


def _unique(found: list[Figure]) -> list[Figure]:
    kept: list[Figure] = []
    for figure in found:
        if not any(_equal(figure, other) for other in kept):
            kept.append(figure)
    return kept


def _equal(one: Figure, other: Figure) -> bool:
    return (one.kind, one.key, one.unit) == (other.kind, other.key, other.unit)
