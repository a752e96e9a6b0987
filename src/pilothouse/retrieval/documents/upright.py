"""Lines of writing in the order in which they are read, however the page lay on the scanner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Box = NDArray  # type: ignore[type-arg]

_TELLING = 3  # lines that are asked whether they stand on their head
_UPRIGHT = 1.5  # times as high as wide is a line that runs up or down
_BESIDE = 0.5  # of a line's height: what starts less below it stands beside it


@dataclass(frozen=True, slots=True)
class Line:
    """``box``: the four corners (x, y) from the upper left clockwise, shape (4, 2), in pixels of the image."""

    text: str
    box: Box


def rows(lines: Sequence[Line], headlong: Callable[[Sequence[Line], bool], bool]) -> list[list[str]]:
    """The texts of each row of the page from the top, in a row from its beginning.

    ``headlong`` says of some lines, and whether they run up or down the image, if the text in them stands on its head
    (for those that run up or down: if it reads upwards).
    """
    import numpy as np

    if not lines:
        return []
    boxes = np.stack([np.asarray(line.box, dtype=float) for line in lines])
    weights = np.array([len(line.text) for line in lines], dtype=float)
    right = (boxes[:, 1] - boxes[:, 0] + boxes[:, 2] - boxes[:, 3]) / 2
    down = (boxes[:, 3] - boxes[:, 0] + boxes[:, 2] - boxes[:, 1]) / 2
    tall = np.linalg.norm(down, axis=1) > _UPRIGHT * np.linalg.norm(right, axis=1)
    sideways = bool(weights[tall].sum() > weights.sum() / 2)
    along = (down if sideways else right)[tall == sideways]
    reading = along.sum(axis=0)  # longer lines tell the direction better
    reading /= max(float(np.linalg.norm(reading)), 1e-9)
    longest = [lines[n] for n in np.argsort(-weights, kind="stable") if tall[n] == sideways][:_TELLING]
    if headlong(longest, sideways):
        reading = -reading
    below = np.array([-reading[1], reading[0]])
    starts = (boxes @ reading).min(axis=1)
    tops, bottoms = (boxes @ below).min(axis=1), (boxes @ below).max(axis=1)
    found: list[list[int]] = []
    for n in np.lexsort((starts, tops)).tolist():
        first = found[-1][0] if found else n
        if found and tops[n] - tops[first] < _BESIDE * (bottoms[first] - tops[first]):
            found[-1].append(n)
        else:
            found.append([n])
    return [[lines[n].text for n in sorted(row, key=lambda n: starts[n])] for row in found]
