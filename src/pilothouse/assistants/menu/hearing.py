"""What was meant by what was heard: misheard names repaired, references resolved, lasting statements noticed.

Everything here is decided by code, and the raw text is kept. A reference that could mean several dishes is not
guessed: it becomes a question.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from pilothouse.assistants.menu import aspects, cues
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.assistants.menu.repair import repair
from pilothouse.assistants.menu.request import Request
from pilothouse.assistants.menu.understanding import understand
from pilothouse.retrieval.tokenizer import normalise

_CHEAPER = re.compile(
    r"(?:那|还)?(?:有没有|有|来个|换个|要)?(?:再|更|比较)?(?:便宜|实惠|价格低)(?:一?点|些)?(?:儿)?的?(?:菜)?(?:呢|吗|有吗|有没有|么)?"
    r"|(?:anything|something|got anything|a)? ?cheaper(?: one)?"
)
_FOLLOWS = re.compile(r"^(?:那|换成?|要是|如果)|呢$|what about|how about")
_EDGES = " ，。,.!！?？~"


@dataclass(frozen=True)
class Heard:
    """``text`` is what is worked with. ``refine``: the sentence only changes the last search. ``question``: what to
    ask back (``which`` or ``beyond``), with the names that it may be."""

    raw: str
    text: str
    repairs: tuple[dict[str, Any], ...] = ()
    refine: str = ""
    question: dict[str, Any] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """As plain data for the session's state."""
        return {"raw": self.raw, "text": self.text, "repairs": list(self.repairs), "refine": self.refine}


def hear(text: str, menu: Menu) -> Heard:
    """The sentence with misheard dish names repaired."""
    repaired = repair(text, menu.lexicon)
    changed = [
        {"said": change.said, "meant": change.meant, "kind": change.kind}
        for change in repaired.changes
        if change.kind in ("sound", "shape")
    ]
    if any(change["said"].replace("的", "") == change["meant"] for change in changed):
        return Heard(text, text)  # 不辣的干锅 describes; it is no misheard 不辣干锅
    # Hesitation alone is no reason to work with another text: the understanding knows it too.
    return Heard(text, repaired.text if repaired.changes else text, tuple(changed))


def resolve(heard: Heard, menu: Menu, shown: Sequence[Shown], *, focus: str, last: Mapping[str, Any]) -> Heard:
    """``heard`` with what it points at put in by name: 第二个多少钱 → 毛血旺多少钱."""
    plain = normalise(heard.text)
    bare = plain.strip(_EDGES)
    if last and shown and _CHEAPER.fullmatch(bare):
        return replace(heard, refine="cheaper")
    if menu.lexicon.mentions(plain):
        return heard
    reference = find_reference(plain, shown, focus=focus)
    if reference is None:
        if last and _FOLLOWS.search(bare) and _only_conditions(heard.text, menu):
            return replace(heard, refine="narrower")
        return heard
    rest = f"{plain[: reference.start]}{plain[reference.end :]}".strip(_EDGES)
    if not _asks_dish(plain, reference.kind) and (rest or reference.kind != "all"):
        return heard
    names = [item.name for item in shown]
    if reference.beyond:
        return replace(heard, question={"kind": "beyond", "names": names})
    if reference.ambiguous or not reference.dishes:
        return replace(heard, question={"kind": "which", "names": names}) if shown else heard
    said = "、".join(menu.dishes[i].name for i in reference.dishes if i in menu.dishes)
    return replace(heard, text=f"{plain[: reference.start]}{said}{plain[reference.end :]}") if said else heard


def _asks_dish(text: str, kind: str) -> bool:
    asked = any(pattern.search(text) for pattern in aspects.ASPECTS.values()) or bool(
        cues.STOCK.search(text) or aspects.CONTAINS.search(text)
    )
    return asked or (kind == "nth" and len(text) <= (30 if text.isascii() else 12))


def _only_conditions(text: str, menu: Menu) -> bool:
    request = understand(text, menu.lexicon)
    return request.intents == ("menu",) and not request.mentions and not request.query


def unanswered(request: Request, surfaces: Sequence[str]) -> Request:
    """What of the sentence is still open when the waiter has heard ``surfaces``: 来份米饭，你们几点关门 still asks."""
    words = [normalise(surface).strip(_EDGES) for surface in surfaces if surface]
    clauses = [clause for clause in re.split(r"[，,]", request.faq) if clause.strip()]
    left = [clause for clause in clauses if not any(_covers(word, clause) for word in words)]
    intents = tuple(i for i in request.intents if i == "store" or (i == "faq" and left))
    return replace(request, faq="，".join(left), intents=intents)


def _covers(said: str, clause: str) -> bool:
    # A store's name may have been taken out of the clause: 送到人民路12号.
    return bool(said) and (said in clause or all(part in said for part in clause.strip(_EDGES).split()))


def refined(request: Request, kind: str, last: Mapping[str, Any], shown: Sequence[Shown]) -> Request:
    """The request of a follow-up: the last search with another condition."""
    before = _filters(last)
    if kind == "cheaper":
        prices = [item.price for item in shown if item.price is not None]
        limit = min(prices) - Decimal("0.01") if prices else before.max_price
        filters = replace(before, max_price=limit, min_price=None, sort="price_asc")
    else:
        said = request.filters
        filters = Filters(
            category=said.category or before.category,
            include=said.include or before.include,
            exclude=tuple(dict.fromkeys((*before.exclude, *said.exclude))),
            avoid=tuple(dict.fromkeys((*before.avoid, *said.avoid))),
            spice=said.spice if said.spice != "any" else before.spice,
            min_price=said.min_price if said.min_price is not None else before.min_price,
            max_price=said.max_price if said.max_price is not None else before.max_price,
            max_prep=said.max_prep or before.max_prep,
            sort=said.sort if said.sort != "relevance" else before.sort,
        )
    query = str(last.get("query") or "")
    return replace(request, intents=("menu",), mentions=(), filters=filters, query=query, aspects=(), smalltalk="")


def _filters(arguments: Mapping[str, Any]) -> Filters:
    def money(key: str) -> Decimal | None:
        value = arguments.get(key)
        return None if value is None else Decimal(str(value))

    return Filters(
        category=arguments.get("category"),
        include=tuple(arguments.get("include") or ()),
        exclude=tuple(arguments.get("exclude") or ()),
        avoid=tuple(arguments.get("avoid_allergens") or ()),
        spice=arguments.get("spice") or "any",
        min_price=money("min_price"),
        max_price=money("max_price"),
        max_prep=arguments.get("max_prep_minutes"),
        sort=arguments.get("sort") or "relevance",
    )
