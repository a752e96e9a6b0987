"""The columns of the judge's features."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

# Name of each column and whether the score must rise (1) or fall (-1) with it when all others stay; 0 leaves it free.
COLUMNS: Mapping[str, int] = {
    # telling words of the question: in the piece, with what stands above it, with its neighbours
    "own": 1,
    "headed": 1,
    "share": 1,
    "things": 1,
    "rare_own": 1,
    "rare_headed": 1,
    "weakest": 1,
    "focus_own": 1,
    "focus_headed": 1,
    "aspect": 1,
    "aspect_gap": 1,
    "aspect_left": 0,
    "above": 0,
    "title": 0,
    "unsaid": -1,
    "unsaid_anywhere": -1,
    "unsaid_nowhere": -1,
    "missing": -1,
    "names_missing": -1,
    # characters
    "pairs_own": 1,
    "pairs_headed": 1,
    "pairs_rare": 1,
    "pairs_passage": 1,
    "phrase": 1,
    "told": 0,
    "bm25": 1,
    # against the other pieces
    "own_gap": 1,
    "share_gap": 1,
    "bm25_gap": 1,
    "rare_gap": 1,
    "best_of_passage": 1,
    "rank": -1,
    # the answer's type
    "typed": 1,
    "wanted": 0,
    "values": 0,
    "clause": 1,
    "distance": -1,
    "announced": 1,
    "stepping": 1,
    "label": 1,
    "digits": 0,
    "given": 1,
    "inside": 1,
    "outside": -1,
    "negative": 0,
    "referring": -1,
    # tables and lists
    "row": 0,
    "item": 0,
    "listed": 0,
    "list_said": 1,
    "key": 1,
    "column": 1,
    "cell": 1,
    "cells": 0,
    "lead": 0,
    # where and how long
    "length": 0,
    "place": 0,
    "first": 0,
    "pieces": 0,
    # the passage
    "score": 1,
    "score_gap": 1,
    "passage_rank": -1,
    "passages": 0,
    "year": 1,
    "newest": 0,
    # the question
    "numeric": 0,
    "kind_yesno": 0,
    "kind_how": 0,
    "kind_why": 0,
    "kind_who": 0,
    "kind_where": 0,
    "kind_what": 0,
    "kind_when": 0,
    "kind_money": 0,
    "words": 0,
    "weight": 0,
    "asked_length": 0,
}
NAMES = tuple(COLUMNS)
