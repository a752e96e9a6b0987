"""Which pages are copies of others, whole, shortened or with a few words changed.

Shingles of characters, thinned by their hash so that containment can be told from what is left (Broder, "On the
resemblance and containment of documents", 1997; the modulo sketch).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

import numpy as np
import numpy.typing as npt

SHINGLE = 6  # characters
THINNING = 4  # one shingle in so many is kept
CONTAINED = 0.45  # share of the shorter page's shingles found in the other
COMMON = 40  # pages: what more of them hold is a phrase of every day
FEWEST = 6  # kept shingles below which a page is too short to be judged
_NOISE = re.compile(r"[\W_]+|\d+")


@lru_cache(maxsize=256)
def sketch(plain: str) -> npt.NDArray[np.uint64]:
    """The kept shingles of a folded text as hashes."""
    letters = _NOISE.sub("", plain)
    codes = np.frombuffer(letters.encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    if len(codes) < SHINGLE:
        return np.empty(0, dtype=np.uint64)
    hashes = np.zeros(len(codes) - SHINGLE + 1, dtype=np.uint64)
    for offset in range(SHINGLE):
        hashes = hashes * np.uint64(1_000_003) + codes[offset : len(codes) - SHINGLE + 1 + offset]
    hashes ^= hashes >> np.uint64(29)
    hashes *= np.uint64(0xBF58476D1CE4E5B9)
    hashes ^= hashes >> np.uint64(32)
    return np.unique(hashes[hashes % np.uint64(THINNING) == 0])


def copies(texts: Sequence[str], dates: Sequence[date | None]) -> list[int]:
    """For each folded text the index of the one it is a copy of, itself when of none: the oldest, else the first."""
    sketches = [sketch(text) for text in texts]
    shared: Counter[tuple[int, int]] = Counter()
    for pages in _holders(sketches):
        if len(pages) <= COMMON:
            shared.update((a, b) for at, a in enumerate(pages) for b in pages[at + 1 :])
    root = list(range(len(texts)))
    for (a, b), count in shared.items():
        smaller = min(len(sketches[a]), len(sketches[b]))
        if smaller >= FEWEST and count >= CONTAINED * smaller:
            _join(root, a, b)
    groups: dict[int, list[int]] = defaultdict(list)
    for page in range(len(texts)):
        groups[_find(root, page)].append(page)
    found = list(range(len(texts)))
    for members in groups.values():
        first = min(members, key=lambda page: (dates[page] or date.max, page))
        for page in members:
            found[page] = first
    return found


def _holders(sketches: Sequence[npt.NDArray[np.uint64]]) -> list[list[int]]:
    """For each shingle that several pages hold their numbers, in order."""
    if not sketches:
        return []
    values = np.concatenate(sketches)
    owners = np.repeat(np.arange(len(sketches)), [len(kept) for kept in sketches])
    order = np.argsort(values, kind="stable")
    values, owners = values[order], owners[order]
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]])) if len(values) else np.empty(0, int)
    sizes = np.diff(np.append(starts, len(values)))
    several = sizes > 1
    return [
        owners[start : start + size].tolist()
        for start, size in zip(starts[several].tolist(), sizes[several].tolist(), strict=True)
    ]


def _find(root: list[int], page: int) -> int:
    while root[page] != page:
        root[page] = root[root[page]]
        page = root[page]
    return page


def _join(root: list[int], a: int, b: int) -> None:
    a, b = _find(root, a), _find(root, b)
    root[max(a, b)] = min(a, b)
