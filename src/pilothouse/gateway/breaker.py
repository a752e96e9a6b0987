"""Circuit breaker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

State = Literal["closed", "open", "half-open"]


class Breaker:
    """Opens after ``failures`` failures in a row; after ``reset_s`` seconds lets one request through.

    That request closes it or opens it again. Every ``allow()`` that returned true is followed by exactly
    one of ``succeed``, ``fail`` and ``release``.
    """

    def __init__(self, *, failures: int, reset_s: float, clock: Callable[[], float]) -> None:
        self._limit = failures
        self._reset_s = reset_s
        self._clock = clock
        self._failures = 0
        self._opened: float | None = None
        self._probing = False

    @property
    def state(self) -> State:
        if self._opened is None:
            return "closed"
        return "half-open" if self._clock() - self._opened >= self._reset_s else "open"

    def allow(self) -> bool:
        """Whether a request may be made now."""
        if self.state == "closed":
            return True
        if self.state == "open" or self._probing:
            return False
        self._probing = True
        return True

    def succeed(self) -> None:
        self._failures, self._opened, self._probing = 0, None, False

    def fail(self) -> None:
        self._failures += 1
        if self._probing or self._failures >= self._limit:
            self._opened = self._clock()
        self._probing = False

    def release(self) -> None:
        """The request ended in a way that says nothing about the model (cancelled, refused as wrong)."""
        self._probing = False
