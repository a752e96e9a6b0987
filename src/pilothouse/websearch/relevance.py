"""How relevant a page is to a query, 0 to 1: from ``RELEVANT`` it is about the kind of thing that is asked for.

Two steps. ``first`` compares the page with the query, by words and by meaning. ``second`` compares it with the pages
that came out best (pseudo-relevance feedback, Rocchio 1971): a review may name only the model, and the list of the best
that names it too tells what kind of thing that is. Both are logistic; scripts/fit_relevance.py fits the numbers to the
sample and prints how well they do on product kinds that they were not fitted to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from pilothouse.embedding.embedder import Vectors, unit
from pilothouse.retrieval.tokenizer import normalise, words
from pilothouse.websearch.query import Query, is_chinese

RELEVANT = 0.7  # the article's threshold
SEEDS = 12  # pages to compare the others with
SEED = 0.5  # what they must have reached in the first step
TELLING = 0.5  # share of the pages with a word that are seeds, from which the word tells

# Constant, then the numbers of ``first`` and ``second`` in their order.
FIRST = (-4.86, 1.39, 3.85, 3.79, 9.09, 0.88, 8.24, 3.8, 0.92, 2.55, 0.84)
SECOND = (-6.41, 0.68, 1.61, 0.15, 2.39, 3.68, 10.19)

UNNAMED = 0.69  # times the relevance where no title names the kind: never quite relevant
TITLED, TEXTED = 0.72, 0.55  # the least relevant that a page is which names the kind in title or text, however short
UNSPOKEN = 0.3  # the most relevant that a page is where no page so much as mentions the kind
ENOUGH = 8  # pages in the language of the query
MARKS = 3  # of a sort of page; with so many it is of that sort
NEAR, NEAR_FOREIGN = 0.55, 0.4  # cosine of a page that says just what is asked, and of one in another language

NAMES = 2  # other names of a thing that are searched for
BELOW = 0.8  # of what a page on it surpasses ``RELEVANT`` by

Rows = NDArray[np.float64]
Counting = Callable[[Sequence[str]], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page: ``windows`` are the vectors of its parts, shape (windows, dimension), perhaps none."""

    title: str
    text: str
    windows: Vectors


def scores(
    query: Query, candidates: Sequence[Candidate], subject: Vectors, kind: Vectors, count: Counting
) -> list[float]:
    """The relevance of each candidate. ``subject`` and ``kind``: vectors of those texts of the query, shape
    (dimension,). ``count`` tells how many pages of the corpus hold a word."""
    if not candidates:
        return []
    rows = first(query, candidates, subject, kind)
    chances = logistic(SECOND, second(candidates, logistic(FIRST, rows), count))
    chances = np.maximum(chances, [_least(query, page, row) for page, row in zip(candidates, rows, strict=True)])
    if not named(query, candidates):
        chances *= UNNAMED
    if not spoken(query, candidates):
        chances = np.where((rows[:, 7] > 0) & (rows[:, 3] >= NEAR_FOREIGN), chances, np.minimum(chances, UNSPOKEN))
    fits = fitting(query, candidates, rows).tolist()
    return [_within(chance, fit) for chance, fit in zip(chances.tolist(), fits, strict=True)]


def _least(query: Query, page: Candidate, row: Rows) -> float:
    """What a page in the query's language that names the kind is worth, whatever else it says."""
    if row[7] or not query.own:
        return 0.0
    if row[0] >= 1:
        return TITLED
    return TEXTED if query.kind and holds(plain(page.text), plain(query.kind)) else 0.0


def first(query: Query, candidates: Sequence[Candidate], subject: Vectors, kind: Vectors) -> Rows:
    """Shape (candidates, 10): share of the kind's words in the title; in the text, counted up to three times; of its
    heads; best cosine with the kind, and with the whole; mean cosine; share of the quoted phrases; whether query and
    page are of different languages, and the best cosine then; share of what else is wanted."""
    rows = []
    for page in candidates:
        title, text = plain(page.title), plain(page.text)
        near, nearer = page.windows @ subject, page.windows @ kind
        best, other = (float(near.max()), float(nearer.max())) if len(near) else (0.0, 0.0)
        mean = float(near.mean() + nearer.mean()) / 2 if len(near) else 0.0
        foreign = float(is_chinese(text) != query.chinese)
        heads = max(_share(title, query.heads), _often(text, query.heads))
        phrases = _share(f"{title} {text}", query.phrases)
        rows.append(
            (_share(title, query.own), _often(text, query.own), heads, other, best, mean, phrases, foreign,
             foreign * max(best, other), _share(text, query.wanted))
        )  # fmt: skip
    return np.array(rows, dtype=np.float64)


def seeds(chances: Rows) -> list[int]:
    """The candidates to compare the others with."""
    return [int(n) for n in np.argsort(-chances, kind="stable")[:SEEDS] if chances[n] >= SEED]


def telling(candidates: Sequence[Candidate], chosen: Sequence[int]) -> dict[str, int]:
    """Words that several seeds hold, and how many do."""
    held: dict[str, int] = {}
    for n in chosen:
        for word in page_words(candidates[n].title, candidates[n].text):
            held[word] = held.get(word, 0) + 1
    return {word: count for word, count in held.items() if count > 1}


def second(candidates: Sequence[Candidate], chances: Rows, count: Counting) -> Rows:
    """Shape (candidates, 6): the first step's log odds; then, each times how sure the seeds are: best and mean cosine
    with their middle, words of the page that tell, that sureness itself, and words of its title that tell."""
    odds = np.clip(np.log(np.maximum(chances, 1e-9) / np.maximum(1 - chances, 1e-9)), -6, 6)
    found = np.zeros((len(candidates), 6))
    found[:, 0] = odds
    chosen = seeds(chances)
    if not chosen:
        return found
    sure = min(1.0, float(chances[chosen].sum()) / 3)
    dimension = next((page.windows.shape[1] for page in candidates if len(page.windows)), 1)
    means = unit(
        np.stack([page.windows.mean(axis=0) if len(page.windows) else np.zeros(dimension) for page in candidates])
    )
    middle = unit((means[chosen] * chances[chosen, np.newaxis]).sum(axis=0))
    held = telling(candidates, chosen)
    counts = count(list(held))
    inside = set(chosen)
    for n, page in enumerate(candidates):
        own = int(n in inside)  # a seed's own words are no testimony for it
        worth = {
            word: (held[word] - own) / max(counts.get(word, 0), held[word])
            for word in page_words(page.title, page.text)
            if held.get(word, 0) - own > 1
        }
        said = sum(share for word, share in worth.items() if share > TELLING - own / 10) / 6
        named = sum(sorted((worth.get(word, 0.0) for word in page_words(page.title, "")), reverse=True)[:2]) / 2
        best = float((page.windows @ middle).max()) if len(page.windows) else 0.0
        found[n, 1:] = np.array((best, float(means[n] @ middle), min(said, 1.5), 1.0, named)) * sure
    return found


def named(query: Query, candidates: Sequence[Candidate]) -> bool:
    """Whether a title names the kind, where enough of them could: are there pages on a thing, some say so in the title.
    Else it is called otherwise there, or it is something near that the corpus lacks; who asks can't be sure."""
    titles = [plain(page.title) for page in candidates if is_chinese(page.text) == query.chinese]
    if len(titles) < ENOUGH:
        return True
    parts = {part for head in query.heads for part in words(head) if len(part) > 1} | set(query.heads)
    return any(holds(title, part) for title in titles for part in parts)


def near_kinds(query: Query, candidates: Sequence[Candidate]) -> list[str]:
    """Other names of the thing that is asked for, where titles have them (登机箱 for 行李箱); those of most titles come
    first."""
    others = alike().get(query.kinds[0], ()) if len(query.kinds) == 1 else ()
    counted = {other: sum(holds(plain(page.title), other) for page in candidates) for other in others}
    return sorted((other for other in others if counted[other]), key=lambda other: -counted[other])[:NAMES]


@cache
def alike() -> dict[str, tuple[str, ...]]:
    """The other names of things, from ``alike.txt``."""
    lines = (files(__package__) / "alike.txt").read_text(encoding="utf-8").splitlines()
    groups = [line.lower().split() for line in lines if line and not line.startswith("#")]
    return {name: tuple(other for other in group if other != name) for group in groups for name in group}


def below(score: float) -> float:
    """The relevance of a page on a near kind: relevant as before, but behind those on the kind itself."""
    return score if score < RELEVANT else RELEVANT + (score - RELEVANT) * BELOW


def spoken(query: Query, candidates: Sequence[Candidate]) -> bool:
    """Whether a page in the query's language mentions the kind, or part of its name; true where there is none.

    Else all that was found is the nearest of what there is, however far: kettles for who wants a humidifier.
    """
    own = [page for page in candidates if is_chinese(page.text) == query.chinese]
    parts = {part for head in query.heads for part in words(head) if len(part) > 1} | set(query.heads)
    return (
        not own or not parts or any(holds(plain(f"{page.title} {page.text}"), part) for page in own for part in parts)
    )


def fitting(query: Query, candidates: Sequence[Candidate], rows: Rows) -> Rows:
    """How far pages answer to what the query asks beside the kind, 0 to 1, shape (candidates,): quoted phrases, other
    words, the sort of page, and the meaning as a whole. Pages in another language can't have the words, and are never
    as near."""
    foreign = rows[:, 7] > 0
    near = np.clip(np.maximum(rows[:, 3], rows[:, 4]) / np.where(foreign, NEAR_FOREIGN, NEAR), 0, 1)
    parts = [near]
    parts += [rows[:, 6]] if query.phrases else []
    parts += [np.where(foreign, near, rows[:, 9])] if query.wanted else []
    parts += [np.array([_told(page, pattern) for page in candidates]) for pattern in query.told]
    found: Rows = np.mean(parts, axis=0)
    return found


def logistic(numbers: Sequence[float], rows: Rows) -> Rows:
    """Probabilities, shape (rows,)."""
    found: Rows = 1 / (1 + np.exp(-(numbers[0] + rows @ np.array(numbers[1:]))))
    return found


def holds(text: str, token: str) -> bool:
    """Whether a normalised text has the token: Latin words as words, whatever their number."""
    return bool(_pattern(token).search(text)) if token.isascii() else token in text


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """``normalise`` remembered."""
    return normalise(text)


@lru_cache(maxsize=4096)
def page_words(title: str, text: str) -> frozenset[str]:
    """Words of a page that may tell what it is about."""
    return frozenset(word for word in words(plain(f"{title} {text}")) if len(word) > 1 and not word.isdigit())


def _told(page: Candidate, pattern: re.Pattern[str]) -> float:
    """How much a page is of a sort: the different marks of it."""
    return min(len(set(pattern.findall(plain(f"{page.title} {page.text}")))), MARKS) / MARKS


def _within(chance: float, fit: float) -> float:
    """Nearly all pages on the right kind would be as good as certain: from ``RELEVANT`` upwards it counts, too, how
    well they fit the rest of the query."""
    if chance < RELEVANT:
        return chance
    return RELEVANT + (1 - RELEVANT) * ((chance - RELEVANT) / (1 - RELEVANT) + 2 * fit) / 3


def _share(text: str, tokens: Sequence[str]) -> float:
    return sum(holds(text, token) for token in tokens) / len(tokens) if tokens else 0.0


def _often(text: str, tokens: Sequence[str]) -> float:
    """Each token counts up to three times."""
    if not tokens:
        return 0.0
    found = sum(
        min(3, len(_pattern(token).findall(text)) if token.isascii() else text.count(token)) for token in tokens
    )
    return found / 3 / len(tokens)


@lru_cache(maxsize=4096)
def _pattern(token: str) -> re.Pattern[str]:
    stem = token[:-1] if len(token) > 3 and token.endswith("s") else token
    return re.compile(rf"(?<![a-z0-9]){re.escape(stem)}(?:s|es)?(?![a-z0-9])")


__all__ = ["RELEVANT", "Candidate", "first", "holds", "logistic", "scores", "second", "seeds", "telling"]
