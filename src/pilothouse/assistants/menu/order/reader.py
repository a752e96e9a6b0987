"""The order language: what a guest wants done to the order, read by code.

A reading is a list of typed changes; nothing is carried out here. A sentence that only asks gives none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.order import phrases
from pilothouse.assistants.menu.order.amount import amount_asked
from pilothouse.assistants.menu.order.change import Change
from pilothouse.assistants.menu.order.closing import about_the_whole
from pilothouse.assistants.menu.order.kinds import by_part
from pilothouse.assistants.menu.order.plain import plainly, unconditionally
from pilothouse.assistants.menu.order.reading import read_sentence
from pilothouse.assistants.menu.order.regret import besides, doubled, let_be
from pilothouse.assistants.menu.order.sentence import Sentence, Suits
from pilothouse.assistants.menu.order.settle import settled
from pilothouse.assistants.menu.order.target import Targets
from pilothouse.assistants.menu.order.terms import as_said, whole_order
from pilothouse.assistants.menu.references import Shown
from pilothouse.retrieval.tokenizer import normalise

_EDGES = " ，。,.!！?？~"
_CLAUSE = re.compile(r"[，,。;；!！\n]+|(?<=[?？])")


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
    (``"confirm"``: then a plain yes confirms). ``suits`` tells whether a dish can be made with a taste.
    """
    plain = plainly(_singular(normalise(text).strip(_EDGES), lexicon), lexicon)
    if not plain or phrases.THINKING.fullmatch(plain):
        return ()
    if phrases.ASKS_TASTE.search(plain) and not phrases.ADD.search(plain):
        return ()  # 宫保鸡丁有多辣
    if phrases.VAGUE.search(plain) and not lexicon.mentions(plain):
        return ()
    if not cart.empty:
        plain = let_be(phrases.I_MEANT.sub("换成", _lines_by_part(plain, cart)), lexicon, cart)
        if twice := doubled(plain, lexicon, cart):
            return twice
        if beside := besides(plain):  # 先别下单，再加碗饭
            wanted = read_order(beside, lexicon, cart, shown, focus=focus, suits=suits)
            if wanted:
                return wanted
    plain = _after_address(plain, lexicon)
    if whole := about_the_whole(plain, lexicon, cart, asked):
        return (whole,)
    clauses = [clause.strip() for clause in phrases.CLAUSE.split(plain) if clause.strip()]
    if not cart.empty and len(clauses) > 1 and phrases.CANCEL.fullmatch(clauses[0]):
        rest = read_order("，".join(clauses[1:]), lexicon, cart.cleared(), shown, focus=focus)
        if rest:  # 都不要了，来一份蛋炒饭
            return (Change("cancel", surface=clauses[0]), *rest)
    targets = Targets(lexicon, cart, tuple(shown), focus)
    found = (
        amount_asked(plain, targets)
        or by_part(plain, targets)
        or _framed(plain, Sentence(targets, suits))
        or _framed(unconditionally(plain), Sentence(targets, suits, loose=True))
    )
    return settled(as_said(found, text), cart) if found else ()


def _framed(plain: str, said: Sentence) -> tuple[Change, ...] | None:
    """What the grammar reads, with service, deadline and notes taken out before; ``None`` when it is not sure."""
    whole: list[Change] = []
    left: list[str] = []
    for clause in _pieces(plain, said.targets.lexicon):
        service, rest = whole_order(clause)
        whole += service
        if service and phrases.quantity_in(rest) is None and _all_ordered(rest, said.targets):
            continue  # 炒年糕和炒河粉都要打包
        if rest.strip(" 吗么的吧了"):
            left.append(rest.strip())
    if not left:
        return tuple(whole) or None
    read = read_sentence("，".join(left), said)
    if not read:
        nothing = said.loose and whole and not said.targets.lexicon.mentions("，".join(left))
        return tuple(whole) if nothing else read
    read = tuple(replace(change, sure=not said.loose) for change in read)
    confirms = [change for change in read if change.verb == "confirm"]
    return (*(change for change in read if change.verb != "confirm"), *whole, *confirms)


def _after_address(plain: str, lexicon: Lexicon) -> str:
    """送到科技园A座米饭三碗: where a dish is counted the address ends."""
    address = phrases.ADDRESS.search(plain)
    for mention in lexicon.mentions(plain) if address else ():
        before, after = plain[: mention.start], plain[mention.end :]
        count = phrases.COUNTED.search(before)
        start = count.start() if count else mention.start
        if address and address.start() < start < address.end() and (count or phrases.QUANTITY.match(after)):
            return f"{plain[:start]}，{plain[start:]}"
    return plain


def _pieces(plain: str, lexicon: Lexicon) -> list[str]:
    """The clauses; a note goes on to the next dish or the word that places the order: 备注：给Tom，多放辣."""
    pieces: list[str] = []
    for piece in (piece.strip() for piece in _CLAUSE.split(plain)):
        if (
            pieces
            and piece
            and phrases.NOTE.match(pieces[-1])
            and not (lexicon.mentions(piece) or phrases.PLACES.search(piece) or phrases.NOTE.match(piece))
        ):
            pieces[-1] += f"，{piece}"
        else:
            pieces.append(piece)
    return pieces


def _all_ordered(clause: str, targets: Targets) -> bool:
    named = targets.lexicon.mentions(clause)
    return bool(named) and all(any(targets.cart.find(dish) for dish in mention.dishes) for mention in named)


def _lines_by_part(plain: str, cart: Cart) -> str:
    """咸的再来一份: the line whose name alone has that word, by its name."""

    def name(match: re.Match[str]) -> str:
        held = [line.dish for line in cart.lines if match["part"] in line.dish]
        return normalise(held[0]) if len(held) == 1 and len(cart.lines) > 1 else match[0]

    return phrases.THE_ONE.sub(name, plain)


def _singular(text: str, lexicon: Lexicon) -> str:
    """Three plum drinks: an English plural as the name on the menu has it. The length stays, and so do all places."""
    if not text.isascii():
        return text
    for match in re.finditer(r"(?<=[a-z]{2})s\b", text):
        single = f"{text[: match.start()]} {text[match.end() :]}"
        if len(lexicon.mentions(single)) > len(lexicon.mentions(text)):
            text = single
    return text
