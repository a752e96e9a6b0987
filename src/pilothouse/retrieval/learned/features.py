"""A question and its candidates as numbers.

Lexical coverage weighted by rarity follows the feature sets of LETOR (Qin & Liu, 2013); what is added is what tells
editions of one page apart: years in the question against those of title, headings, date and text, and what is rare
among the candidates rather than in the whole corpus.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from pilothouse.retrieval.learned.candidate import Candidate, Corpus
from pilothouse.retrieval.learned.columns import NAMES, Matrix
from pilothouse.retrieval.learned.comparing import Reader, Seen
from pilothouse.retrieval.learned.question import Question, read_question
from pilothouse.retrieval.learned.terms import Terms

MOST_AGE = 10.0


def matrix(query: str, candidates: Sequence[Candidate], corpus: Corpus) -> Matrix:
    """Shape (len(candidates), len(COLUMNS)); every number is finite. Doesn't depend on the candidates' order, apart
    from the ranks they carry."""
    question = read_question(query)
    reader = Reader(question, corpus)
    seen = [reader.read(candidate) for candidate in candidates]
    rows: list[dict[str, float]] = [one.row for one in seen]
    _compare(question, corpus, reader, candidates, seen)
    return np.array([[row[name] for name in NAMES] for row in rows], dtype=np.float64).reshape(len(rows), len(NAMES))


def _compare(
    question: Question, corpus: Corpus, reader: Reader, candidates: Sequence[Candidate], seen: Sequence[Seen]
) -> None:
    """The columns that set a candidate against the others."""
    count = len(seen)
    # Rare among the candidates: what all of them have says nothing about which is meant.
    having = Counter(k for one in seen for k in range(len(question.words)) if one.words_all >> k & 1)
    local = Terms(question.words, Corpus(count, {word: having[k] for k, word in enumerate(question.words)}))
    local.weights = [weight if having[k] else 0.0 for k, weight in enumerate(local.weights)]
    local.total = sum(local.weights)
    pairs = Counter(pair for one in seen for pair in one.name.pairs)
    untold_weight = {pair: math.log1p(count / times) for pair, times in pairs.items()}
    asked_pairs = frozenset(question.pairs)
    best_words = max((one.row["bm25_words"] for one in seen), default=0.0) or 1.0
    best_pairs = max((one.row["bm25_pairs"] for one in seen), default=0.0) or 1.0
    best_keyword = max((c.keyword[1] for c in candidates if c.keyword), default=0.0) or 1.0
    best_fused = max((c.fused[1] for c in candidates if c.fused), default=0.0) or 1.0
    cosines = [_cosine(candidate) for candidate in candidates]
    best_cosine = max(cosines, default=0.0)
    whens = [_when(one) for one in seen]
    newest_of_all = max((when for when in whens if when is not None), default=None)
    editions: dict[str, list[float]] = {}
    for one, when in zip(seen, whens, strict=True):
        editions.setdefault(one.name.stem, []).append(when if when is not None else 0.0)
    documents: dict[str, list[int]] = {}
    for index, candidate in enumerate(candidates):
        documents.setdefault(candidate.document or f"#{index}", []).append(index)
    for index, (candidate, one) in enumerate(zip(candidates, seen, strict=True)):
        row = one.row
        row["local_title"] = local.share(one.words_title)
        row["local_text"] = local.share(one.words_text)
        row["local_any"] = local.share(one.words_any)
        row["bm25_words_share"] = row["bm25_words"] / best_words
        row["bm25_pairs_share"] = row["bm25_pairs"] / best_pairs
        row["keyword_share"] = candidate.keyword[1] / best_keyword if candidate.keyword else 0.0
        row["fused_share"] = candidate.fused[1] / best_fused if candidate.fused else 0.0
        row["fused_place"] = 1 / candidate.fused[0] if candidate.fused else 0.0
        row["keyword_place"] = 1 / candidate.keyword[0] if candidate.keyword else 0.0
        row["vector_place"] = 1 / candidate.vector[0] if candidate.vector else 0.0
        row["cosine"] = cosines[index]
        row["cosine_gap"] = cosines[index] - best_cosine
        own = math.fsum(untold_weight[pair] for pair in one.name.pairs)
        told = math.fsum(untold_weight[pair] for pair in one.name.pairs & asked_pairs)
        row["title_untold"] = (own - told) / (own + 1.0)
        when, group = whens[index], editions[one.name.stem]
        free = not question.years
        row["newest"] = float(free and when is not None and len(set(group)) > 1 and when >= max(group))
        behind = newest_of_all - when if newest_of_all is not None and when is not None else 0.0
        row["age"] = min(max(behind, 0.0), MOST_AGE) * (2.0 if question.latest else 1.0) if free else 0.0
        row["editions"] = math.log1p(len(set(group)))
        chunks = documents[candidate.document or f"#{index}"]
        row["document_any"] = max(seen[other].row["word_all"] for other in chunks)
        row["document_chunks"] = math.log1p(len(chunks))


def _when(one: Seen) -> float | None:
    """The time that a page is about: its title's year before the day it was published."""
    said = one.name.years or one.section.years
    return float(max(said)) + 0.5 if said else one.when


def _cosine(candidate: Candidate) -> float:
    if candidate.cosine is not None:
        return candidate.cosine
    return candidate.vector[1] if candidate.vector else 0.0
