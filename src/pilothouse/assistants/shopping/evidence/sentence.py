"""Key sentences of a page: whole sentences that tell something about a product, no more than a model should read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.shopping.evidence.injection import injected, visible
from pilothouse.assistants.shopping.evidence.naming.vocabulary import measured
from pilothouse.assistants.shopping.evidence.opinion.lexicon import aspect_scanner, word_scanner, words
from pilothouse.assistants.shopping.evidence.sheet import MARKER
from pilothouse.assistants.shopping.evidence.text import fold, latin
from pilothouse.sentences import split

LIMIT = 1800  # characters (shopping article, 3.2)
SHORT = 60  # characters of a line that may be the heading of what follows
_SIGNAL = re.compile(
    r"推荐|口碑|评测|测评|榜单|首选|top\s?\d|第[一二三]名|闭眼入|好用|回购|标杆|款|品牌|型号|商品|产品|"
    r"他家|用了|入手|买了|实测|缺点|优点|对比|相比|不如|"
    r"recommend|review|tested|verdict|winner|avoid|compared|months|weeks"
)
_PUSH = re.compile(r"优惠码|折扣码|领券|下单|链接|点击|私信|包邮|扫码|coupon|promo code|click here|buy now")


def key_sentences(text: str, limit: int = LIMIT) -> str:
    """The most telling sentences of ``text`` in their order, whole and word for word, at most ``limit`` characters.

    Sentences of one line stay on one line, and a heading stays above what is kept of its section. Instructions to
    machines and sales talk are left out; a sentence longer than ``limit`` is too.
    """
    return _joined(_chosen(_pieces(text), limit))


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    line: int
    at: int
    head: int | None


def _pieces(text: str) -> list[_Piece]:
    found: list[_Piece] = []
    head: int | None = None
    for number, line in enumerate(visible(text).splitlines()):
        pieces = [piece.strip() for piece in split(line) if piece.strip()]
        for position, piece in enumerate(pieces):
            marked = MARKER.match(fold(piece))
            short = len(piece) <= SHORT and piece[-1] not in "。.!！？?"
            opens = position == 0 and (short or (marked is not None and marked.end() > 0))
            found.append(_Piece(piece, number, len(found), None if opens else head))
            head = found[-1].at if opens else head
    return found


def _chosen(pieces: list[_Piece], limit: int) -> list[_Piece]:
    values = {piece.at: _value(piece.text, piece.at) for piece in pieces}
    kept: set[int] = set()
    seen: set[str] = set()
    left = limit + 1
    for piece in sorted(pieces, key=lambda piece: (-values[piece.at], piece.at)):
        if values[piece.at] <= 0 or piece.text in seen or piece.at in kept or injected(piece.text):
            continue
        head = pieces[piece.head] if piece.head is not None and piece.head not in kept else None
        if head is not None and (len(head.text) > SHORT or injected(head.text)):
            head = None
        cost = len(piece.text) + 1 + (len(head.text) + 1 if head else 0)
        if cost > left and head:
            head, cost = None, len(piece.text) + 1
        if cost <= left:
            kept |= {piece.at, head.at} if head else {piece.at}
            seen.add(piece.text)
            left -= cost
    return [pieces[at] for at in sorted(kept)]


def _joined(kept: list[_Piece]) -> str:
    text = ""
    for before, piece in zip([None, *kept], kept, strict=False):
        if before is not None:
            text += "\n" if before.line != piece.line else " " if piece.text[0].isascii() else ""
        text += piece.text
    return text


def _value(piece: str, at: int) -> float:
    plain = fold(piece)
    judged = [words()[plain[a:b]].strength for a, b in word_scanner().find(plain) if words()[plain[a:b]].sign]
    signals = len(_SIGNAL.findall(plain))
    if not judged and not signals:
        return 0.0
    found = latin(plain)
    named = any(token.kind == "model" and not measured(token.text) for token in found)
    numbers = any(token.kind == "number" or (token.kind == "model" and measured(token.text)) for token in found)
    telling = any(words()[plain[a:b]].aspect for a, b in word_scanner().find(plain))
    if not (signals or telling or named or numbers or aspect_scanner().find(plain)):
        return 0.0
    value = sum(sorted(judged)[-2:]) + 0.3 * min(signals, 3) + 0.3 * len(aspect_scanner().find(plain)[:2])
    value += 0.8 * named + 0.4 * numbers - 0.6 * bool(_PUSH.search(plain)) + (0.2 if at < 3 else 0.0)
    return max(value, 0.01) / (1.0 + max(0, len(piece) - 160) / 300)
