"""Reading a need, and merging a follow-up into it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from pilothouse.assistants.shopping.need import english, kind, naming
from pilothouse.assistants.shopping.need.budget import read_budget
from pilothouse.assistants.shopping.need.lexicon import wishes
from pilothouse.assistants.shopping.need.musts import read_musts
from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.need.phrase import GAP, KEEP_END
from pilothouse.assistants.shopping.need.refusal import read_refusals
from pilothouse.assistants.shopping.need.spelling import is_chinese, spelt
from pilothouse.assistants.shopping.need.wishing import read_wishes

SURE = 3.0  # score of a kind beside a clear word
_PETS = re.compile(r"养(?!生|胃|殖|护|颜|老)了?(?:[一两二三四五几\d]+[只条头]?)?[^，,。的\s用]{1,3}(?=[，,。\s]|$)")
_DATED = re.compile(r"(?<!\d)20[0-4]\d(?:年款?|款)")
_SWITCH = re.compile(
    r"^(?:还是|那|那就|算了)?[，, ]?(?:换成|换回|回到|改买|改看)(?P<kind>[\u3400-\u9fff]{2,}?)[呢吧了呗]*[？?。]*$"
)
_SWITCH_ENGLISH = re.compile(
    r"^(?:(?:ok|okay|and|then|so|well),? )*(?:(?:what|how) about|(?:let'?s )?(?:switch|go back|change) to) "
    r"(?P<kind>an? (?:[a-z-]+ ){0,2}?[a-z-]+?)(?: (?:then|instead|now))?[?.! ]*$",
    re.IGNORECASE,
)
_SAME = re.compile(r"[的款式型]$|(?:牌子|别家|其他)|\b\w+er\b|\b(?:with|one|brand|more|less)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(20[0-4]\d)(?:\s*年|款|(?=[\u3400-\u9fff\s,，.。]|$))")


def read_need(text: str, previous: Need | None, today: date, decided: str = "") -> Need:
    """The need in ``text``. With a ``previous`` need a follow-up changes only what it names; a sentence with a kind of
    its own is a new need. ``decided``: the product recommended before, for 除了它呢."""
    found = read_alone(text, today)
    if previous is None:
        return found
    from pilothouse.assistants.shopping.followup import merge

    return merge(previous, found, text, decided)


def read_alone(text: str, today: date) -> Need:
    """The need that ``text`` tells on its own."""
    said = switched(spelt(text))
    budget = read_budget(said)
    refused = read_refusals(said)
    wish = read_wishes(said)
    masked = mask(mask(said, budget.spans, GAP), (*refused.spans, *(m.span() for m in _DATED.finditer(said))), "‖")
    pair = naming.versus(said)
    zh = is_chinese(said)
    read = kind.read_kind(_PETS.sub("‖", masked)) if zh else english.read_kind(masked)
    asked = naming.asked(said) if not pair and not read.name else ()
    excluded = {name.lower() for name in (*refused.brands, *refused.dead)}
    named = [name for name in naming.products(said) if zh and not _among(name, excluded)]
    if refused.dead and read.score < 1.0:
        read = kind.NONE
    wanted: tuple[str, ...] = pair[0] if pair else asked
    name, makers = read.name, list(naming.brands(said))
    if pair:
        name = pair[1] if any(each in name or name in each for each in pair[0]) else name
    if pair and (pair[1] or not wanted_names(pair[0])) and not any(re.search(r"\d", each) for each in pair[0]):
        wanted, name, makers = _kinds(pair, makers)
    for product in named:
        if not pair and name and re.search(rf"{re.escape(product)}\s?(?:牌|家)?的?\s?{re.escape(name)}", said):
            makers.append(product)
        if product in name and not pair:
            name = name.replace(product, "").strip(" 的")
            (makers.append(product) if not re.search(r"\d", product) else None)
            wanted = wanted or ((product,) if re.search(r"\d", product) else ())
    domestic = budget.currency == "CNY"
    year = _YEAR.search(said)
    return Need(
        text=text.strip()[:400],
        kind=name,
        aspects=_once((*wish.qualities, *wish.persons, *wish.scenes)),
        qualities=wish.qualities,
        persons=wish.persons,
        scenes=wish.scenes,
        musts=read_musts(masked),
        indifferent=wish.indifferent,
        wanted_brands=_once(maker for maker in makers if not _among(maker, excluded)),
        wanted_products=_once(wanted),
        excluded_brands=refused.brands,
        excluded_products=refused.dead,
        excluded_kinds=refused.kinds,
        low=budget.low if domestic else None,
        high=budget.high if domestic else None,
        foreign_low=None if domestic else budget.low,
        foreign_high=None if domestic else budget.high,
        currency=budget.currency,
        unlimited=budget.unlimited,
        year=int(year[1]) if year else None,
        confidence=round(min(1.0, max(0.0, read.score / SURE)), 2) if name else 0.0,
    )


def switched(said: str) -> str:
    """A change of the kind of product in the words of a new need: 换成露营帐篷呢, what about a camping tent then."""
    if (match := _SWITCH.search(said)) and not _SAME.search(match["kind"]) and not wishes().fullmatch(match["kind"]):
        return f"想买{match['kind']}"
    if (match := _SWITCH_ENGLISH.search(said)) and not _SAME.search(match["kind"]):
        return f"I'm looking for {match['kind']}"
    return said


def wanted_names(pair: tuple[str, ...]) -> bool:
    """Whether a pair that is compared are names rather than kinds of product."""
    return any(re.search(r"[A-Za-z0-9]", name) for name in pair) or not all(
        KEEP_END.search(name) or "的" in name for name in pair
    )


def _kinds(pair: tuple[tuple[str, ...], str], makers: list[str]) -> tuple[tuple[str, ...], str, list[str]]:
    """Names, kind and brands of a comparison of kinds, or of two makers' products of one kind."""
    one, two = (name.split("的") for name in pair[0])
    if pair[1]:
        return (), pair[1], [*makers, one[0], two[0]]
    if len(one) == len(two) == 2 and one[1] == two[1]:
        return (), one[1], [*makers, one[0], two[0]]
    return (), "和".join(pair[0]), makers


def mask(text: str, spans: Iterable[tuple[int, int]], sign: str) -> str:
    """``text`` with each span filled with a sign, so that positions stay."""
    for start, end in spans:
        text = text[:start] + sign * (end - start) + text[end:]
    return text


def _among(name: str, others: Iterable[str]) -> bool:
    return any(other in name.lower() or name.lower() in other for other in others)


def _once(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
