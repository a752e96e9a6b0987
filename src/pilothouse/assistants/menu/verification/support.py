"""Every word of a reply that carries content is traced to the row that it is said of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pilothouse.assistants.menu.verification import vocabulary
from pilothouse.assistants.menu.verification.evidence import Card, Evidence, Prose
from pilothouse.assistants.menu.verification.figure import figures, unit_end
from pilothouse.assistants.menu.verification.food import terms
from pilothouse.assistants.menu.verification.reading import Reading, Segment
from pilothouse.retrieval.tokenizer import words

NO = re.compile(
    r"不(?!过|错|好意思|客气|超过|到\d|辣)|没(?!问题|关系)|无(?!线|障碍)|未|别(?!的)|勿|\bno\b|\bnot\b|n't\b|\bnone\b|\bwithout\b|\bnever\b|cannot"
)
ABSENT = re.compile(
    r"没有|不含|不放|没放|不加|不带|没含|没卖|没找到|没查到|没列|没提供|不卖|不在|不供应|未找到|无法|没法|不能确定|不确定|帮不上|not on|don't have|do not have|no |not |couldn't|can't|isn't|aren't"  # noqa: E501
)
_QUOTED = re.compile(r"您(?:说|问|要|提到|想要|点)的?")
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_LATIN = re.compile(r"[a-z][a-z'’-]*(?:\.[a-z](?=\.))*")
_OTHER = re.compile(r"[^\W\d_a-z\u4e00-\u9fff]", re.UNICODE)


def content(text: str, cards: Sequence[Card], evidence: Evidence) -> list[str]:
    """Runs of words that state something and are no whole value of the ``cards``."""
    rest = text
    values = {item for card in cards for item in card.items} | evidence.wished
    for item in sorted((item for item in values if len(item) > 1), key=len, reverse=True):
        rest = re.sub(rf"(?<![a-z]){re.escape(item)}(?![a-z])" if item.isascii() else re.escape(item), " ", rest)
    for figure in reversed(figures(rest)):
        end = unit_end(rest, figure)
        rest = f"{rest[: figure.start]} {rest[end:]}"
    found: list[str] = []
    for at, term in reversed(list(terms(rest))):
        if not term.isascii():
            found.append(term)
            rest = f"{rest[:at]} {rest[at + len(term) :]}"
    rest = vocabulary.chinese().sub(" ", re.sub(r"(?<!自)带(?= |$)", " ", rest))  # 带海鲜的菜
    found += _CHINESE.findall(rest)
    run: list[str] = []
    for word in (*_LATIN.findall(rest), ""):
        plain = word.replace("’", "'").strip("'-.")
        if plain and plain not in vocabulary.english():
            run.append(plain)
        elif run:
            found.append(" ".join(run))
            run = []
    return found + [f"?{char}" for char in _OTHER.findall(rest)]


def of_dishes(segment: Segment, reading: Reading) -> list[str]:
    """What a segment about dishes says that their rows don't, as sentences."""
    evidence = reading.evidence
    subjects = segment.subjects or (evidence.dishes if segment.heading else ())
    dishes = [card for card in subjects if card.kind == "dish"]
    found: list[str] = []
    for run in content(segment.text, dishes, evidence):
        if dishes and all(verbatim(segment.text, card) for card in dishes):
            break
        if dishes and all(_in_row(run, segment.text, card) for card in dishes):
            continue
        if from_guest(run, segment.text, evidence):
            continue
        found.append(f"“{run}” is in no result for what it is said of.")
    return found


def verbatim(text: str, card: Card) -> bool:
    """The words stand in the record like that, from the beginning of a clause on."""
    said = text.strip(' ,:;."“”')
    return len(said) > 3 and any(
        re.search(rf"(?:^|[,、:;(“\"\s店]){re.escape(said)}", prose.text) for prose in card.prose
    )


def _in_row(run: str, text: str, card: Card) -> bool:
    if any(inside(run, item) for item in card.items):
        return True
    if run.isascii() and _translated(run, card):
        return True
    return any(
        holds(clause, run, prose) and bool(NO.search(clause)) == bool(NO.search(text))
        for prose in card.prose
        for clause in prose.clauses
    )


def inside(run: str, item: str) -> bool:
    if run.isascii():
        return re.search(rf"(?<![a-z]){re.escape(run)}(?![a-z])", item) is not None
    return run in item and (len(run) > 1 or run in words(item) or len(item) <= 2)


def holds(clause: str, run: str, prose: Prose) -> bool:
    return run in clause and (len(run) > 1 or run in prose.tokens)


def _translated(run: str, card: Card) -> bool:
    """Each English word names something that stands in the row in Chinese."""
    foods = vocabulary.foods()
    text = " ".join([*card.row["ingredients"], *card.row["allergens"], card.row["name"], card.row["portion"] or ""])
    return all(
        any(word in text for word in foods.get(part, ())) or any(inside(part, item) for item in card.items)
        for part in run.split()
    )


def from_guest(run: str, text: str, evidence: Evidence) -> bool:
    """The guest's own word, where the reply only says that there is no such thing, or names what was asked."""
    return run in evidence.question and bool(ABSENT.search(text) or _QUOTED.search(text))
