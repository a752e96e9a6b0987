"""Two sentences word by word: where a near-copy says something else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from pilothouse.retrieval.evidence.figures import Figure, figures
from pilothouse.retrieval.evidence.polarity import negations
from pilothouse.retrieval.evidence.wording import synonyms, tagged

_WORDLESS = re.compile(r"[\W_]+")
_EMPTY_TEXT = """
的 了 是 为 在 于 将 共 则 也 就 都 由 被 即 均 约 这 该 其 和 与 及 the a an is are of to
"""
_EMPTY = frozenset(_EMPTY_TEXT.split())


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    tag: str
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """What stands in one sentence at the place where the other says something else."""

    one: tuple[Token, ...]
    other: tuple[Token, ...]

    @property
    def values(self) -> tuple[Figure, Figure] | None:
        """The two values, when nothing but a value of one kind was exchanged."""
        one, other = _meaning(self.one), _meaning(self.other)
        if len(one) == len(other) == 1 and (a := one[0].figure) and (b := other[0].figure):
            return (a, b) if a.kind == b.kind else None
        return None

    @property
    def words(self) -> tuple[str, str]:
        return "".join(token.text for token in self.one), "".join(token.text for token in self.other)

    @property
    def empty(self) -> bool:
        """Whether the difference says nothing: fillers, or words of the same sense."""
        one, other = _meaning(self.one), _meaning(self.other)
        if not one and not other:
            return True
        left, right = "".join(t.text for t in one), "".join(t.text for t in other)
        return left == right or (right in synonyms().get(left, ()) and left in synonyms().get(right, ()))


def _meaning(tokens: tuple[Token, ...]) -> list[Token]:
    return [token for token in tokens if token.text not in _EMPTY]


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a normalised text, each value one token; marks are left out."""
    found: list[Token] = []
    at = 0
    for figure in figures(text):
        found.extend(_words(text[at : figure.start]))
        found.append(Token(f"{figure.kind}:{figure.key}{figure.unit}", "m", figure))
        at = figure.end
    found.extend(_words(text[at:]))
    return tuple(found)


def _words(text: str) -> list[Token]:
    return [Token(word, tag) for word, tag in tagged(text) if not _WORDLESS.fullmatch(word)]


def likeness(one: tuple[Token, ...], other: tuple[Token, ...]) -> float:
    """A quick upper bound of how alike two sentences are, in 0..1: shared words of the shorter one."""
    short, long = sorted(({token.text for token in one}, {token.text for token in other}), key=len)
    return len(short & long) / max(1, len(short))


def differences(one: str, other: str, least: float = 0.6) -> list[Difference] | None:
    """Where two normalised sentences differ; ``None`` when they aren't near-copies.

    Words that only one of them has at its beginning or end don't count: snippets are cut anywhere.
    """
    a, b = tokens(one), tokens(other)
    if min(len(a), len(b)) < 3 or likeness(a, b) < least - 0.1:
        return None
    matcher = SequenceMatcher(None, [token.text for token in a], [token.text for token in b], autojunk=False)
    codes = matcher.get_opcodes()
    while codes and codes[0][0] in ("insert", "delete"):
        codes.pop(0)
    while codes and codes[-1][0] in ("insert", "delete"):
        codes.pop()
    same = sum(i2 - i1 for tag, i1, i2, _, _ in codes if tag == "equal")
    longest = max(codes[-1][2] - codes[0][1], codes[-1][4] - codes[0][3]) if codes else 0
    if same < 3 or same < least * longest or same < 0.4 * min(len(a), len(b)):
        return None
    return [Difference(a[i1:i2], b[j1:j2]) for tag, i1, i2, j1, j2 in codes if tag != "equal"]


def negates(one: str, other: str) -> bool:
    """Whether exactly one of two sentences has a negation more than the other."""
    return bool(negations(one)) != bool(negations(other))
