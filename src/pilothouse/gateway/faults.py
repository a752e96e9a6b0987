"""What can go wrong with a model, in one vocabulary for all providers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from pilothouse.contracts.errors import ProviderUnavailable

FaultKind = Literal[
    "timeout", "rate_limit", "server", "connection", "auth", "bad_request", "circuit_open", "budget", "unavailable",
    "unknown",
]  # fmt: skip

TRANSIENT: frozenset[FaultKind] = frozenset({"timeout", "rate_limit", "server", "connection"})

SENTENCES: dict[FaultKind, str] = {
    "timeout": "The model did not answer in time.",
    "rate_limit": "The model's provider asks for fewer requests.",
    "server": "The model's server failed.",
    "connection": "The model can't be reached.",
    "auth": "The model's provider refused the key or the account.",
    "bad_request": "The model's provider refused the request.",
    "circuit_open": "The model failed repeatedly and is not asked for a while.",
    "budget": "The budget is used up; no model was asked.",
    "unavailable": "The model can't be used.",
    "unknown": "The model's client failed.",
}


class ModelFault(Exception):
    """A failed request. ``retry_after`` in seconds when the provider named a time."""

    def __init__(self, kind: FaultKind, detail: str = "", *, retry_after: float | None = None) -> None:
        super().__init__(detail or SENTENCES[kind])
        self.kind = kind
        self.retry_after = retry_after

    @property
    def transient(self) -> bool:
        """True when the same request may succeed later."""
        return self.kind in TRANSIENT

    @property
    def sentence(self) -> str:
        """For traces: never the provider's own text, which may quote the prompt or the key."""
        return SENTENCES[self.kind]


def classify(error: Exception) -> ModelFault:
    """Any client's exception as a fault. Works by status and class name: clients aren't imported for it."""
    if isinstance(error, ModelFault):
        return error
    if isinstance(error, ProviderUnavailable):
        return ModelFault("unavailable", str(error))
    if isinstance(error, TimeoutError):
        return ModelFault("timeout")
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
    if isinstance(status, int):
        return _by_status(status, getattr(response, "headers", None) or {})
    names = {cls.__name__ for cls in type(error).__mro__}
    if any("Timeout" in name for name in names):
        return ModelFault("timeout")
    if isinstance(error, OSError) or names & {"APIConnectionError", "ModelConnectionError", "TransportError"}:
        return ModelFault("connection")
    if "APIError" in names:  # an error event inside a stream has no status
        return ModelFault("server")
    return ModelFault("unknown", type(error).__name__)


def _by_status(status: int, headers: Mapping[str, Any]) -> ModelFault:
    if status in {401, 402, 403}:  # 402: no balance left
        return ModelFault("auth")
    if status == 429:
        return ModelFault("rate_limit", retry_after=_seconds(str(headers.get("retry-after", ""))))
    if status in {408, 504}:
        return ModelFault("timeout")
    if status >= 500:
        return ModelFault("server", retry_after=_seconds(str(headers.get("retry-after", ""))))
    return ModelFault("bad_request")


def _seconds(header: str) -> float | None:
    """``Retry-After`` is a number of seconds or a date."""
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    from email.utils import parsedate_to_datetime

    try:
        when = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (when - datetime.now(UTC)).total_seconds())
