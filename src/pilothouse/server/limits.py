"""How much one asker, and all together, may ask."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

from pilothouse.server.errors import ApiError

ROUNDING = 1e-9  # who waits exactly as long as he was told must get through
REMEMBERED = 10_000  # askers; the one not seen for longest is forgotten


class Rates:
    """Token buckets by name: ``per_minute`` requests on average, ``burst`` at once."""

    def __init__(self, per_minute: int, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._burst, self._clock = per_minute / 60, float(burst), clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens left, at which time

    def take(self, name: str) -> None:
        """Count a request. Raises ``ApiError`` 429, which says after how many seconds to come again."""
        now = self._clock()
        left, then = self._buckets.pop(name, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._per_s)
        allowed = left >= 1 - ROUNDING
        self._buckets[name] = (left - 1 if allowed else left, now)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = ceil((1 - left) / self._per_s)
            sentence = f"请求太频繁，请 {wait} 秒后再试。 Too many requests; wait {wait} s."
            raise _too_many("rate_limited", sentence, wait)


class Slots:
    """Turns that run: ``each`` of one name, ``all`` together."""

    def __init__(self, each: int, all: int) -> None:
        self._each, self._all = each, all
        self._running: Counter[str] = Counter()

    @property
    def running(self) -> int:
        return self._running.total()

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """A place while a turn runs. Raises ``ApiError``: 429 when the name has its share, 503 when all are taken."""
        if self._running[name] >= self._each:
            sentence = f"同时进行的对话已达上限（{self._each}）。 {self._each} turns are running; wait for one to end."
            raise _too_many("too_many_turns", sentence, 1)
        if self.running >= self._all:
            sentence = "服务器繁忙，请稍后再试。 The server is busy; try again shortly."
            raise ApiError(503, "overloaded", sentence, headers={"Retry-After": "1"})
        self._running[name] += 1
        try:
            yield
        finally:
            self._running[name] -= 1
            if not self._running[name]:
                del self._running[name]


def _too_many(code: str, sentence: str, wait_s: int) -> ApiError:
    return ApiError(429, code, sentence, headers={"Retry-After": str(wait_s)})
