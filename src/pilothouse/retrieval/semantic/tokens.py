"""The tokens of a text by position: figures, phrases of the lexicon, and the words between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pilothouse.retrieval.evidence.figures import Figure, figures
from pilothouse.retrieval.evidence.polarity import negations
from pilothouse.retrieval.semantic.lexicon import SILENT, cutter, phrases, words

CLAUSE = "|"  # ends the reach of a negation
DENY = "~"
PLACED = "@"  # a preposition
TO = "#to"  # between the ends of a range
_PLACING = frozenset({"by", "in", "for", "at"})
_PIECE = re.compile(
    r"(?P<han>[\u3400-\u9fff]+)|(?P<latin>[a-z]+|[^\W\d_\u3400-\u9fff]+)|(?P<digits>\d+(?:\.\d+)?)"
    r"|(?P<end>[,;:，。；!！?？、()（）|]|\.(?=\s|$))"
    r"|(?P<sign>[^\s\w.\"'“”‘’《》<>「」【】\[\]~…·*_/-])"
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_SIGNED = re.compile(r"(?<![\w\-])[-−](?=\d)")
_MORE = re.compile(r"[余多来]")
_JOIN = re.compile(r"\s*(?:-|–|—|~|至|到|to)\s*")


def tokens(text: str) -> Iterator[str]:
    """Of a normalised text: ``#value unit`` for a figure, ``?x`` for a question, ``~`` and bounds as in
    ``phrases.txt``, else the word that stands for those that mean the same."""
    spans: list[tuple[int, int, str]] = []
    values = figures(text)
    pattern, names = phrases()
    at = 0
    for match in pattern.finditer(text):
        if match.start() < at or any(f.start < match.end() and match.start() < f.end for f in values):
            continue
        index = next(i for i in range(len(names)) if match[f"p{i}"] is not None)
        spans.append((*match.span(), names[index]))
        at = match.end()
    spans += [(f.start, f.end, _figure(text, f)) for f in values]
    spans += [
        (a, b, DENY + _force(text[a:b]))
        for a, b in negations(text)
        if not any(start < b and a < end for start, end, _ in spans)
    ]  # fmt: skip
    spans.sort()
    at = 0
    for start, end, token in spans:
        gap = text[at:start]
        if token.startswith("#") and _JOIN.fullmatch(gap):
            yield TO
        else:
            yield from _words(gap)
        yield token
        at = end
    yield from _words(text[at:])


def _force(word: str) -> str:
    """A ban is not the absence of a duty."""
    if re.search(r"能|可|得|准|许|禁止|严禁|谢绝|can|must|prohibit|forbid", word):
        return "can"
    return "need" if re.search(r"必|需|用|须", word) else ""


def _figure(text: str, figure: Figure) -> str:
    written = text[figure.start : figure.end]
    unit = figure.unit
    if figure.kind == "ordinal":
        unit = "第" + written[-1].replace("位", "名")
    more = "+" if figure.kind == "amount" and _MORE.search(written) else ""
    sign = "-" if _SIGNED.search(text[max(0, figure.start - 2) : figure.start + 1]) else ""
    kind = "" if figure.kind == "amount" or re.fullmatch(r"(?:19|20)\d\d", figure.key) else figure.kind
    return f"#{sign}{figure.key}{more} {unit} {kind}".rstrip() + " "


def _words(text: str) -> Iterator[str]:
    known = words()
    for match in _PIECE.finditer(text):
        piece = match.group()
        if match.lastgroup == "han":
            for word in _cut(piece):
                yield known.get(word, word)
        elif match.lastgroup == "latin":
            # One letter among Chinese is a name ("A款").
            token = piece if len(piece) == 1 and _HAN.search(text) else _english(piece)
            yield PLACED + piece if token == SILENT and piece in _PLACING else token
        elif match.lastgroup == "digits":
            yield f"#{piece} "
        elif match.lastgroup == "end":
            yield CLAUSE
        else:
            yield piece


def _cut(text: str) -> Iterator[str]:
    """Chinese words; neighbours that make a word of the lexicon together are one."""
    known, pieces, at = words(), cutter().cut(text), 0
    while at < len(pieces):
        length = next((n for n in (4, 3, 2) if "".join(pieces[at : at + n]) in known and at + n <= len(pieces)), 1)
        yield "".join(pieces[at : at + length])
        at += length


def _english(word: str) -> str:
    known = words()
    for form in (word, _singular(word)):
        if form in known:
            return known[form]
    return _singular(word)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
