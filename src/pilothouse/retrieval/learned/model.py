"""Two ensembles of small regression trees (Friedman's gradient boosting), evaluated with numpy alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.learned.columns import NAMES, Matrix

FORMAT = 2
Numbers = NDArray[np.float64]


class Trees:
    """At node k a row goes to ``left`` when its column ``feature`` is at most ``threshold``, else to ``right``; a node
    whose ``left`` is itself is a leaf with ``value``. The nodes of all trees stand in one array.

    Raises ``ValueError``, ``KeyError`` or ``TypeError`` when ``data`` is not such an ensemble over ``columns`` columns.
    """

    def __init__(self, data: Mapping[str, Any], columns: int) -> None:
        trees = data["trees"]
        starts = np.cumsum([0, *(len(tree["feature"]) for tree in trees)])
        self._roots = starts[:-1]

        def flat(part: str, kind: type, shift: bool = False) -> NDArray[Any]:
            parts: list[NDArray[Any]] = [
                np.asarray(tree[part], dtype=kind) + (start if shift else 0)
                for tree, start in zip(trees, starts, strict=False)
            ]
            return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)

        self._feature, self._threshold, self._value = (
            flat("feature", int),
            flat("threshold", float),
            flat("value", float),
        )
        self._left, self._right = flat("left", int, shift=True), flat("right", int, shift=True)
        self._depth = int(data["depth"])
        self._scale, self._bias = float(data.get("scale", 1.0)), float(data.get("bias", 0.0))
        size = int(starts[-1])
        indexes = (self._left, self._right)
        whole = all(len(part) == size and ((part >= 0) & (part < size)).all() for part in indexes)
        whole = whole and len(self._feature) == len(self._threshold) == len(self._value) == size
        whole = whole and bool(((self._feature >= 0) & (self._feature < columns)).all()) and 0 <= self._depth <= 64
        if not whole or not (np.isfinite(self._threshold).all() and np.isfinite(self._value).all()):
            raise ValueError("the trees are damaged")

    def margins(self, rows: Matrix) -> Numbers:
        """The sum of the leaves that each row reaches; shape (rows, columns) to (rows,)."""
        count, width = rows.shape
        if not count:
            return np.zeros(0)
        seen = rows.ravel()
        base = (np.arange(count) * width)[:, None]
        node = np.tile(self._roots, (count, 1))
        for _ in range(self._depth):
            left = seen[base + self._feature[node]] <= self._threshold[node]
            node = np.where(left, self._left[node], self._right[node])
        total: Numbers = self._value[node].sum(axis=1)
        return total

    def probabilities(self, rows: Matrix) -> Numbers:
        """Margins scaled and put through the logistic function: in 0..1."""
        found: Numbers = 1.0 / (1.0 + np.exp(-np.clip(self._scale * self.margins(rows) + self._bias, -40, 40)))
        return found


class Judge:
    """One ensemble orders the candidates of a question (trained on pairs of them), the other says how probable it is
    that each one answers (trained on all, also of questions that nothing answers): the first ranks better, the second
    can be compared between questions. Raises ``DataError`` when ``data`` isn't what the training script writes, or
    was made for other features.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        try:
            if data["format"] != FORMAT or tuple(data["columns"]) != NAMES:
                raise ValueError("it was made for other features")
            self.name = str(data["name"])
            self.ranking = Trees(data["ranking"], len(NAMES))
            self.confidence = Trees(data["confidence"], len(NAMES))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(
                f"重排模型的系数文件无法使用（{error}）；请重新安装程序或重新训练。"
                f"The coefficients of the reranker can't be used ({error}); install the program or train again."
            ) from error

    def judge(self, rows: Matrix) -> tuple[list[int], list[float]]:
        """Indexes of the rows, best first, and their scores in 0..1, which never rise. Equals keep their order."""
        order = np.argsort(-self.ranking.margins(rows), kind="stable")
        probable = self.confidence.probabilities(rows)[order]
        # Where the two disagree the better rank takes over the higher probability below it.
        falling = np.maximum.accumulate(probable[::-1])[::-1]
        return order.tolist(), falling.tolist()


@cache
def embedded() -> Judge:
    """The trained judge that comes with the package (``coefficients.json``, made by scripts/train_reranker.py)."""
    text = (files("pilothouse.retrieval.learned") / "coefficients.json").read_text("utf-8")
    return Judge(json.loads(text))
