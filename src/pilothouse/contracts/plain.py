"""Plain data: what JSON can say, and nothing else."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from enum import Enum
from typing import Any

_INTEGERS = range(-(2**63), 2**64)  # what MessagePack and SQLite can store


def plain(value: Any) -> Any:
    """A copy of ``value`` as plain data: tuples become lists, enum members their values.

    Raises ``ValueError`` with a sentence for what JSON can't say: other types, keys that are not text, NaN and
    infinity, integers beyond 64 bits, half a surrogate pair, a structure that contains itself.
    """
    try:
        return _copy(value)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("a text holds half a surrogate pair") from None


def canonical(value: Any) -> str:
    """``value`` as JSON text that is equal for equal data. Raises ``ValueError`` as ``plain`` does."""
    return json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _copy(value: Any) -> Any:
    if isinstance(value, Enum):
        return _copy(value.value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        value.encode()
        return str.__str__(value)
    if isinstance(value, int):
        if value not in _INTEGERS:
            raise ValueError("an integer is too large")
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("a number is not finite")
        return float(value)
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("a key is not text")
        return {_copy(key): _copy(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(item) for item in value]
    raise ValueError(f"{type(value).__name__} is not plain data")
