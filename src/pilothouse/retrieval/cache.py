"""Answers of retrieval that are still true."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from copy import deepcopy
from threading import Lock
from typing import Any, Generic, TypeVar

from pilothouse.retrieval.tokenizer import normalise

Value = TypeVar("Value")


class RetrievalCache(Generic[Value]):
    """The ``size`` results used last, thread-safe. Values are copied in and out, so nobody can change an entry.

    The key holds everything a result depends on, so a change of data, rights or settings never meets an old entry.
    Failures are not kept: what ``run`` raises goes to the caller. Raises ``ValueError`` when ``size`` is below 1.
    """

    def __init__(self, size: int = 1024) -> None:
        if size < 1:
            raise ValueError("size must be greater than 0.")
        self.size = size
        self.hits = 0
        self.misses = 0
        self._entries: OrderedDict[str, Value] = OrderedDict()
        self._lock = Lock()

    @staticmethod
    def key(
        query: str,
        data_version: str,
        scopes: frozenset[str] = frozenset(),
        settings: str = "",
        filters: Mapping[str, Any] | None = None,
    ) -> str:
        """Queries that differ only in width, case, script or spaces share a key."""
        parts = [normalise(query), data_version, sorted(scopes), settings, filters]
        return json.dumps(parts, ensure_ascii=False, sort_keys=True, default=repr)

    def get(self, key: str) -> Value | None:
        with self._lock:
            if key not in self._entries:
                self.misses += 1
                return None
            self.hits += 1
            self._entries.move_to_end(key)
            return deepcopy(self._entries[key])

    def put(self, key: str, value: Value) -> None:
        with self._lock:
            self._entries[key] = deepcopy(value)
            self._entries.move_to_end(key)
            while len(self._entries) > self.size:
                self._entries.popitem(last=False)

    def get_or_run(self, key: str, run: Callable[[], Value]) -> Value:
        """The kept value, or what ``run`` returns, kept from now on."""
        known = self.get(key)
        if known is None:
            known = run()
            self.put(key, known)
        return known

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
