"""The order language: what a guest wants done to the order, read by code.

A reading is a list of typed changes; nothing is carried out here. A sentence that only asks gives none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu import phrases
from pilothouse.assistants.menu.cart import MAX_QUANTITY, Cart
from pilothouse.assistants.menu.changes import Change
from pilothouse.assistants.menu.clauses import Reader
from pilothouse.assistants.menu.closing import about_the_whole
from pilothouse.assistants.menu.exchanging import described_exchange
from pilothouse.assistants.menu.grammar import Suits, read_sentence
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.paraphrase import plainly
from pilothouse.assistants.menu.references import Shown
from pilothouse.assistants.menu.terms import whole_order
from pilothouse.assistants.menu.wishes import Wishes, joined, merged
from pilothouse.retrieval.tokenizer import normalise

__all__ = ["Change", "read_order"]


def read_order(
    text: str,
    lexicon: Lexicon,
    cart: Cart,
    shown: Sequence[Shown] = (),
    *,
    focus: str = "",
    asked: str = "",
    suits: Suits = lambda dish, option: True,
) -> tuple[Change, ...]:
    """Changes in the order in which they are said; empty when the sentence changes nothing.

    ``shown`` is the list shown last, ``focus`` the dish spoken of last, ``asked`` what the assistant asked last
    (``"confirm"``: then a plain yes confirms).
    """
    plain = plainly(_singular(normalise(text).strip(" ，。,.!！?？~"), lexicon), lexicon)
    if not plain or phrases.THINKING.fullmatch(plain):
        return ()
    if phrases.ASKS_TASTE.search(plain) and not phrases.ADD.search(plain):
        return ()  # 宫保鸡丁有多辣
    if phrases.VAGUE.search(plain) and not lexicon.mentions(plain):
        return ()
    if not cart.empty:
        plain = phrases.I_MEANT.sub("换成", _lines_by_part(plain, cart))
    if whole := about_the_whole(plain, lexicon, cart, asked):
        return (whole,)
    clauses = [clause.strip() for clause in phrases.CLAUSE.split(plain) if clause.strip()]
    if not cart.empty and len(clauses) > 1 and phrases.CANCEL.fullmatch(clauses[0]):
        rest = read_order("，".join(clauses[1:]), lexicon, cart.cleared(), shown, focus=focus)
        if rest:  # 都不要了，来一份蛋炒饭
            return (Change("cancel", surface=clauses[0]), *rest)
    wishes = Wishes(lexicon, cart)
    special = any(
        phrases.odd_amount(clause)
        or (phrases.quantity_in(clause) or 0) > MAX_QUANTITY
        or phrases.EACH_AGAIN.fullmatch(clause.strip(" 吧的了"))
        or phrases.SERVED.search(clause)
        or phrases.ALL_SHOWN.fullmatch(clause)
        or phrases.MUCH_OF.fullmatch(clause)
        or ((part := phrases.BY_PART.fullmatch(clause)) and wishes.alike(part["part"], cart.touched or focus))
        or described_exchange(wishes, clause)
        for clause in clauses
    )
    framed = None if special else _framed(plain, lexicon, cart, shown, focus, asked, suits)[0]
    # 来份鱼香肉丝不要木耳: where something is ordered nothing is taken off that was never there.
    astray = any(
        c.verb == "remove" and not cart.find(c.dish) and phrases.ORDERED_WITHOUT.search(c.surface) for c in framed or ()
    )
    if framed and not astray:
        return _settled(framed, cart)
    found = _settled(Reader(wishes, tuple(shown), focus).read(plain), cart)
    if found and len(clauses) > 1 and found[-1].verb != "unclear":
        # 来份米饭，下单; 就这样吧，送到建设路5号
        said = next((clause for clause in (clauses[-1], clauses[0]) if phrases.CONFIRM.fullmatch(clause)), "")
        found = (*found, Change("confirm", surface=said)) if said else found
    return found


def _lines_by_part(plain: str, cart: Cart) -> str:
    """咸的再来一份: the line whose name alone has that word, by its name."""

    def name(match: re.Match[str]) -> str:
        held = [line.dish for line in cart.lines if match["part"] in line.dish]
        return normalise(held[0]) if len(held) == 1 and len(cart.lines) > 1 else match[0]

    return phrases.THE_ONE.sub(name, plain)


def _settled(changes: Sequence[Change], cart: Cart) -> tuple[Change, ...]:
    """What holds however a sentence was read: a taste of a line is changed and no second line made, a dish that took
    another's place gets what is said next, and of tastes that exclude each other the last counts."""
    made: list[Change] = []
    for change in changes:
        change = replace(change, options=joined((), change.options))
        if change.verb == "quantity" and phrases.ADDS_UP.search(change.surface):
            change = replace(change, verb="more")
        if change.verb in ("add", "more") and change.dish == cart.touched and phrases.SO_MANY.fullmatch(change.surface):
            change = replace(change, verb="quantity")
        taste_only = change.quantity is None and (change.options or change.exclusions)
        if change.verb == "add" and taste_only and cart.find(change.dish) and phrases.TASTE_OF.search(change.surface):
            change = replace(change, verb="options")
        taken_over = next(
            (c for c in made if change.verb == "options" and c.verb == "replace" and c.dish == change.dish), None
        )
        if taken_over is not None:
            change = replace(change, dish=taken_over.other)
        if change.quantity is not None or change not in made:  # 汤要酸辣汤 names it twice and means it once
            made.append(change)
    return tuple(merged(made))


def _all_ordered(clause: str, lexicon: Lexicon, cart: Cart) -> bool:
    named = lexicon.mentions(clause)
    return bool(named) and all(any(cart.find(dish) for dish in mention.dishes) for mention in named)


def _framed(
    plain: str, lexicon: Lexicon, cart: Cart, shown: Sequence[Shown], focus: str, asked: str, suits: Suits
) -> tuple[tuple[Change, ...] | None, str]:
    """What the grammar reads, with service, deadline and notes taken out before; ``None`` when it is not sure."""
    whole: list[Change] = []
    left: list[str] = []
    for clause in (piece.strip() for piece in re.split(r"[，,。;；!！\n]+|(?<=[?？])", plain)):
        service, rest = whole_order(clause)
        whole += service
        if service and phrases.quantity_in(rest) is None and _all_ordered(rest, lexicon, cart):
            continue  # 炒年糕和炒河粉都要打包
        if rest.strip(" 吗么的吧了"):
            left.append(rest.strip())
    rest = "，".join(left)
    if not rest:
        return (tuple(whole) or None), rest
    read = read_sentence(rest, lexicon, cart, shown, focus=focus, asked=asked, suits=suits)
    if read is None:
        return None, rest
    read = tuple(replace(change, sure=True) for change in read)
    confirms = [change for change in read if change.verb == "confirm"]
    return (*(change for change in read if change.verb != "confirm"), *whole, *confirms), rest


def _singular(text: str, lexicon: Lexicon) -> str:
    """Three plum drinks: an English plural as the name on the menu has it. The length stays, and so do all places."""
    if not text.isascii():
        return text
    for match in re.finditer(r"(?<=[a-z]{2})s\b", text):
        single = f"{text[: match.start()]} {text[match.end() :]}"
        if len(lexicon.mentions(single)) > len(lexicon.mentions(text)):
            text = single
    return text
