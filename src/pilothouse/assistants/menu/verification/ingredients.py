"""What a reply says is in a dish, is not in it, or can be left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.search import holds, safe_without
from pilothouse.assistants.menu.verification.evidence import Card
from pilothouse.assistants.menu.verification.food import term_at, terms
from pilothouse.assistants.menu.verification.reading import Reading
from pilothouse.assistants.menu.verification.spice import SPICE
from pilothouse.retrieval.tokenizer import normalise

_WITHOUT = re.compile(
    r"(?:不含|没有|没放|不放|没加|无|不加|不带|没|不用|没列|不包含|不包括|未列|未含|without|no|free of|not contain|doesn't (?:contain|have|include)|does not (?:contain|have|include))\s*(?:any |放|加|列出?|含有?|用)?"  # noqa: E501
)
_ALONE = re.compile(r"(?:有|含|放|加|了|的是)([\u4e00-\u9fff])(?=$|[,、的和吗\s])")
_FIXED = re.compile(r"(?:可以?|能|备注|要求|要|请|麻烦|帮您|可选|on request|can be|without)[^,]{0,8}$")
_CHANGE = re.compile(r"备注|去掉|去除|(?:可以?|能)(?:要求)?(?:不放|不加|免)|left out|leave out|without it|removed?\b")
_DENIED = re.compile(r"不可以?(?![能])|不能(?!确|保)|不行|无法(?!确|保)|没法|去不掉|不建议|cannot|can't|can not")
_ALLERGY = re.compile(r"过敏(?!原|源)|allerg(?!en)")
_WARNED = re.compile(
    r"不建议|不要|避免|请勿|别|不能|不可以|不适合|慎|注意|含|avoid|not recommend|contain|can't|should not|shouldn't"
)
_SENTENCE = re.compile(r"[^。!?;\n]+")


def problems(text: str, card: Card) -> Iterator[str]:
    """What a stretch of text says is, or is not, in the dish."""
    dish = _dish(card)
    for match in _WITHOUT.finditer(text):
        for term in _listed(text[match.end() :]):
            if (
                _held(dish, card, term)
                and not _FIXED.search(text[: match.start()])
                and not re.match(r"[^,]{0,6}(?:可|能|去)", text[match.end() + len(term) :])
            ):
                yield f"{card.row['name']} does contain {term}."
            elif not card.row["ingredients"] and not _noted_without(card, term):
                yield f"The menu does not list the ingredients of {card.row['name']}."
            elif not _held(dish, card, term) and not safe_without(dish, term) and not _noted_without(card, term):
                yield f"No result says that {card.row['name']} is free of {term}."
    positive = _WITHOUT.sub(lambda m: m[0] + "␀", text)
    for term, at in (
        *_terms(positive, card),
        *((match[1], match.start(1)) for match in _ALONE.finditer(positive) if match[1] in ontology.group_words()),
    ):
        before = positive[:at]
        if "␀" in before and not re.search(r"[但而]|but", before[before.rindex("␀") :]):
            continue
        if re.search(r"(?:去掉?|去除|不要|不吃|忌|过敏|除了|除|换掉|免)[^,]{0,4}$", before) or re.match(
            r"[^,]{0,2}(?:可以?去|过敏|可免)", positive[at + len(term) :]
        ):
            continue
        if not _held(dish, card, term):
            yield f"No result says that {card.row['name']} contains {term}."


def changes(text: str, card: Card) -> Iterator[str]:
    """What can be left out or changed on request: only what the menu's note says."""
    asked, denied = _CHANGE.search(text), _DENIED.search(text)
    if not asked and not (denied and not SPICE.search(text)):
        return
    notes = [
        clause for prose in card.prose for clause in prose.clauses if (_DENIED if denied else _CHANGE).search(clause)
    ]
    if not any(bool(_DENIED.search(note)) == bool(denied) for note in notes):
        yield f"No note of {card.row['name']} says what can be changed like that."


def _terms(text: str, card: Card) -> Iterator[tuple[str, int]]:
    """Words for ingredients in the text that are not part of one of this dish's own values."""
    taken: list[tuple[int, int]] = []
    for item in sorted((item for item in card.items if len(item) > 1), key=len, reverse=True):
        taken += [match.span() for match in re.finditer(re.escape(item), text)]
    for prose in card.prose:
        for clause in prose.clauses:
            if len(clause) > 2:
                taken += [match.span() for match in re.finditer(re.escape(clause.strip()), text)]
    at = 0
    while at < len(text):
        term = term_at(text, at)
        if term is None:
            at += 1
        else:
            if not any(start <= at and at + len(term) <= end for start, end in taken):
                yield term, at
            at += len(term)


def _listed(text: str) -> list[str]:
    """Ingredients listed right after a word like 不含."""
    found: list[str] = []
    while text:
        term = term_at(text, 0) or (text[:1] if text[:1] in ontology.group_words() else None)
        if term is None:
            return found
        found.append(term)
        text = re.sub(r"^(?:[、/]|和|或者?|也|也?没有|也?不含|,|\s|and|or)+", "", text[len(term) :])
    return found


def _held(dish: Dish, card: Card, term: str) -> bool:
    if holds(dish, term) or (card.row["ingredients"] and not safe_without(dish, term)):
        return True
    return any(
        term in normalise(item)
        for item in (*card.row["ingredients"], *card.row["allergens"], card.row["portion"] or "")
    )


def _noted_without(card: Card, term: str) -> bool:
    """The menu itself says that it is not in: 菜里不含鱼."""
    return any(
        re.search(rf"(?:不含|没有|不放|不用|无|不加)[^,。]{{0,2}}{re.escape(term)}", prose.text) for prose in card.prose
    )


def _dish(card: Card) -> Dish:
    row = card.row
    return Dish(
        id=row["dish_id"],
        name=row["name"],
        ingredients=tuple(row["ingredients"]),
        allergens=tuple(row["allergens"]),
        notes=row["notes"],
    )


def allergies(reading: Reading) -> Iterator[str]:
    """A dish may be offered to an allergic guest only when nothing speaks for what he does not bear."""
    for sentence in _SENTENCE.finditer(reading.text):
        if not _ALLERGY.search(sentence[0]) or _WARNED.search(sentence[0]):
            continue
        for _, term in terms(sentence[0]):
            for mention in reading.mentions:
                if sentence.start() <= mention.start < sentence.end():
                    for card in mention.cards:
                        if card.kind == "dish" and not safe_without(_dish(card), term):
                            yield f"{card.row['name']} is not for guests who are allergic to {term}."
