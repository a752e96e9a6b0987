"""The columns of the feature matrix."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

# Name of each column and whether the score must rise (1) or fall (-1) with it when all others stay; 0 leaves it free.
COLUMNS: Mapping[str, int] = {
    "word_title": 1,
    "word_section": 0,
    "word_text": 1,
    "word_sentence": 1,
    "word_window": 1,
    "word_any": 1,
    "word_all": 1,
    "pair_title": 1,
    "pair_text": 1,
    "pair_sentence": 1,
    "pair_window": 1,
    "pair_any": 1,
    "letter_title": 0,
    "letter_any": 1,
    "same_title": 1,
    "same_any": 1,
    "local_title": 1,
    "local_text": 1,
    "local_any": 1,
    "bm25_words": 1,
    "bm25_pairs": 1,
    "bm25_words_share": 1,
    "bm25_pairs_share": 1,
    "keyword_share": 1,
    "keyword_place": 0,
    "fused_share": 1,
    "fused_place": 0,
    "cosine": 1,
    "cosine_gap": 1,
    "vector_place": 0,
    "rarest_any": 1,
    "second_any": 1,
    "title_told": 0,
    "title_untold": -1,
    "phrase_text": 1,
    "phrase_title": 1,
    "numbers": 1,
    "latin": 1,
    "year_title": 1,
    "year_date": 1,
    "year_window": 1,
    "year_text": 1,
    "year_verdict": 1,
    "newest": 1,
    "age": -1,
    "editions": 0,
    "kind_window": 1,
    "kind_text": 1,
    "hint_title": 0,
    "hint_window": 1,
    "window_place": 0,
    "chunk_place": 0,
    "table": 0,
    "length": 0,
    "sentences": 0,
    "document_any": 1,
    "document_chunks": 0,
    "asked_year": 0,
    "asked_kind": 0,
    "asked_words": 0,
    "asked_weight": 0,
    "unknown_share": 0,
}
NAMES = tuple(COLUMNS)
