"""A model's wording held to the decision: it may leave out and rephrase, and add nothing.

Every word of meaning, every number and every name has to stand in the decision; so has every negation. What remains
is a closed list of words that carry no claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from pilothouse.assistants.shopping.decision.contract import Decision
from pilothouse.assistants.shopping.scoring.wish import plain
from pilothouse.context.lexicon import COMMON, WORD_NUMBERS
from pilothouse.contracts.numerals import NUMERAL, parse_number
from pilothouse.retrieval.evidence.polarity import negated, negations
from pilothouse.retrieval.evidence.safety import instructing
from pilothouse.retrieval.tokenizer import normalise
from pilothouse.sentences import split

MOST = 700  # characters
_CITED = re.compile(r"\[\s*(\d{1,3})\s*\]")
_LINK = re.compile(r"https?:|www\.|\]\(", re.IGNORECASE)
_ARABIC = re.compile(r"\d+(?:\.\d+)?")
_CHINESE = re.compile(f"[{NUMERAL}]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_LATIN = re.compile(r"[a-z][a-z0-9'’-]*|\d+[a-z][a-z0-9-]*")
_PRAISE = re.compile(
    r"推荐|首选|最好|建议(?:买|选|入手)|就买|选它|买它|\brecommend|\bpick\b|\bbest\b|\bgo for\b|\bbuy\b|\bchoose\b"
)
_ASKER = re.compile(r"您|你|需求|要求|想买|想要|\byou\b|\byour\b|\bneed")
_NONE = re.compile(
    r"不推荐|没有推荐|无法推荐|证据不足|不足以|不够|not enough|no recommendation|recommend nothing|can'?t recommend|don'?t recommend"  # noqa: E501
)
_DENIED = re.compile(r"不是|并非|并不|不算|不太|不够|没那么|没有那么")
_NEUTRAL = frozenset("一半点零")  # numerals that are mostly words: 一款, 有点


@lru_cache(maxsize=1)
def _allowed() -> frozenset[str]:
    """Words that claim nothing."""
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def problem(text: str, decision: Decision, need: str, known: Sequence[str] = ()) -> str | None:
    """Why ``text`` may not be shown, as a sentence for the model; ``None`` when it may.

    ``known``: every name of every product that was found, so that none that was not chosen is slipped in.
    """
    if len(text) > MOST:
        return f"写得太长，请在 {MOST} 字以内。 Too long."
    if _LINK.search(text) or instructing(text):
        return "不要写链接，也不要转述网页里的要求。 No links, and nothing that a page asks for."
    if missing := [n for n in _CITED.findall(text) if not 1 <= int(n) <= len(decision.evidence)]:
        return f"[{missing[0]}] 不是证据的编号。 [{missing[0]}] is no number of the evidence."
    body = normalise(_CITED.sub("", text))
    facts = _facts(decision)
    return (
        _product(body, decision)
        or _others(body, decision, known)
        or _numbers(body, f"{facts} {normalise(need)}")
        or _words(body, facts, normalise(need))
        or _negations(body, facts)
    )


def _facts(decision: Decision) -> str:
    """Everything that may be said, normalised."""
    said = [decision.product, decision.brand, decision.model, *decision.reasons, *decision.caveats]
    if decision.score is not None:
        said.append(f"{decision.score:g} {round(decision.score)}")
    for cited in decision.evidence:
        date = cited.date
        when = f"{date.isoformat()} {date.year} 年 {date.month} 月 {date.day} 日" if date else ""
        said += [cited.aspect, cited.domain, when, cited.quotation]
    for runner in decision.runner_ups:
        said += [runner.product, runner.brand, runner.model, f"{runner.score:g} {round(runner.score)}", runner.reason]
    return normalise(" 。 ".join(said))


def _product(body: str, decision: Decision) -> str | None:
    if decision.abstained:
        if _NONE.search(body) is None:
            return "结论是证据不足、不推荐，请直说。 The decision is that nothing can be recommended: say so."
        return None
    if _NONE.search(body):
        return f"结论是推荐 {decision.product}，不要说成不推荐。 The decision recommends {decision.product}."
    if plain(decision.product) not in plain(body):
        return f"请写出推荐的产品 {decision.product}。 Name the product: {decision.product}."
    return None


def _others(body: str, decision: Decision, known: Sequence[str]) -> str | None:
    chosen = plain(decision.product)
    runners = {plain(runner.product) for runner in decision.runner_ups}
    for sentence in split(body):
        said = plain(sentence)
        for name in known:
            other = plain(name)
            if len(other) < 2 or other not in said or (chosen and other in chosen):
                continue
            if not any(other in runner for runner in runners):
                return f"{name} 不在结论里，不要提。 {name} is not in the decision."
            if _PRAISE.search(sentence) and (not chosen or chosen not in said):
                return f"结论推荐的不是 {name}。 The decision does not recommend {name}."
    return None


def _numbers(body: str, facts: str) -> str | None:
    known = set(_ARABIC.findall(facts)) | {_value(found) for found in _CHINESE.findall(facts)}
    known |= {WORD_NUMBERS[word] for word in _LATIN.findall(facts) if word in WORD_NUMBERS}
    said = [*_ARABIC.findall(body), *(_value(n) for n in _CHINESE.findall(body) if not set(n) <= _NEUTRAL)]
    said += [WORD_NUMBERS[word] for word in _LATIN.findall(body) if word in WORD_NUMBERS]
    made = [number for number in said if number and number not in known]
    return f"{made[0]} 这个数不在结论里。 The number {made[0]} is not in the decision." if made else None


def _value(numeral: str) -> str:
    value = parse_number(numeral)
    return "" if value is None else f"{value.normalize():f}"


def _words(body: str, facts: str, need: str) -> str | None:
    """A word of meaning that the decision doesn't hold; the need's words count only where the asker is spoken of."""
    from rjieba import cut

    made: list[str] = []
    latin = set(_LATIN.findall(facts))
    for sentence in split(body):
        about = facts + (need if _ASKER.search(sentence) else "")
        for run in _HAN.findall(sentence):
            made += [word for word in cut(run) if word not in about and word not in _allowed() and not _built(word)]
        asked = set(_LATIN.findall(need)) if _ASKER.search(sentence) else set()
        made += [w for w in _LATIN.findall(sentence) if w not in latin | asked | COMMON | _allowed()]
    if not made:
        return None
    named = "、".join(dict.fromkeys(made[:6]))
    return f"这些词不在结论里，请删去或照抄原话：{named}。 These words are not in the decision: {named}."


def _built(word: str) -> bool:
    """Whether the word is made of allowed characters and numerals only: 两款, 这也."""
    return all(character in _allowed() or character in NUMERAL for character in word)


def _negations(body: str, facts: str) -> str | None:
    """A negation that the decision lacks, or one of its own that was left out."""
    there = negated(_DENIED.sub("不", facts))
    bare = _bare(facts)
    for sentence in split(body):
        here = negated(_DENIED.sub("不", sentence))
        for word in here:
            if len(word) > 1 and word not in there and word in facts and word not in _allowed():
                return f"结论没有否定“{word}”。 The decision does not deny {word}."
        for word in there:
            if len(word) > 1 and word not in bare and word in _bare(sentence):
                return f"结论里“{word}”是被否定的。 The decision denies {word}."
    return None


def _bare(text: str) -> str:
    """``text`` without what it negates."""
    kept = text
    for start, end in reversed(negations(text)):
        kept = kept[:start] + " " + kept[end + 4 :]
    return kept
