"""Answers from the right row and column of a table."""

from __future__ import annotations

from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.conditions import holds
from pilothouse.retrieval.evidence.figures import figures
from pilothouse.retrieval.evidence.splitting import Piece
from pilothouse.retrieval.evidence.wording import presence
from pilothouse.retrieval.tokenizer import normalise

_WIDE = 7  # cells of a row that are said when no column was asked for


def matched(ask: Ask, piece: Piece) -> float:
    """How well the row is the one asked about: telling words in its cells, ranges that hold the question's values."""
    total = 0.0
    for _, value in piece.cells:
        text = normalise(value)
        for word in ask.words:
            hit = presence(word.text, text)
            if hit >= 0.7:
                total += word.weight * hit * (1.3 if text == word.text else 1.0)
        for given in ask.conditions:
            inside = holds(given, f"{value}") if figures(value) else None
            if inside is not None:
                total += 3.0 if inside else -3.0
    return total


def cells(ask: Ask, piece: Piece) -> tuple[tuple[str, str], ...]:
    """The cells that answer: those that say which row it is, and the asked columns; all of a narrow row else."""
    scores = []
    for header, value in piece.cells:
        head = normalise(header)
        score = sum(word.weight * presence(word.text, head) for word in ask.words if presence(word.text, head) >= 0.6)
        if ask.numeric and any(ask.wants(figure) for figure in figures(value)):
            score += 0.6
        scores.append(score)
    keys = {i for i, (_, value) in enumerate(piece.cells) if _keyed(ask, value)}
    best = max((score for i, score in enumerate(scores) if i not in keys), default=0.0)
    asked = {i for i, score in enumerate(scores) if score >= 0.75 * best and score > 0.3 and i not in keys}
    if not asked:
        chosen = set(range(min(len(piece.cells), _WIDE)))
    else:
        chosen = (keys or {0}) | asked
        if not keys and 0 in asked:
            chosen = asked
    return tuple(cell for i, cell in enumerate(piece.cells) if i in chosen)


def told(row: tuple[tuple[str, str], ...]) -> str:
    """Cells as a sentence: "城市：上海，住宿标准：500元"."""
    chinese = any("\u3400" <= mark <= "\u9fff" for cell in row for part in cell for mark in part)
    colon, comma, stop = ("：", "，", "。") if chinese else (": ", ", ", ".")
    return comma.join(f"{header}{colon}{value}" if header else value for header, value in row).rstrip("。.") + stop


def _keyed(ask: Ask, value: str) -> bool:
    text = normalise(value)
    if any(holds(given, value) for given in ask.conditions):
        return True
    return any(presence(word.text, text) >= 0.7 for word in ask.words)
