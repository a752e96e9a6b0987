"""Tokens and money, counted per session and per user and day, and their limits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from pilothouse.gateway.settings import GatewaySettings

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Usage

SESSIONS_KEPT = 100_000  # the oldest are forgotten, so that a server's memory has a bound


@dataclass(frozen=True, slots=True)
class UsageRecord:
    """One model call. ``estimated`` when the provider sent no usable numbers."""

    session: str
    user: str
    day: date
    task: str
    model: str
    tokens_in: int
    tokens_out: int
    cost: float
    estimated: bool = False


@dataclass(slots=True)
class _Total:
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    held_tokens: int = 0  # of calls that are under way
    held_cost: float = 0.0

    def admits(self, tokens: int, cost: float, token_budget: int | None, cost_budget: float | None) -> bool:
        return (token_budget is None or self.tokens + self.held_tokens + tokens <= token_budget) and (
            cost_budget is None or self.cost + self.held_cost + cost <= cost_budget
        )


@dataclass(frozen=True, slots=True)
class Hold:
    """A call's share of the budgets, at its dearest, until it is settled."""

    session: str
    user: str
    day: date
    tokens: int
    cost: float


class UsageMeter:
    """Counts every call. ``history`` restores earlier records, ``persist`` is handed each new one.

    A budget is a ceiling: a call is admitted only if it fits at its dearest (estimated prompt plus the
    longest output), calls under way included.
    """

    def __init__(
        self,
        settings: GatewaySettings | None = None,
        *,
        history: Iterable[UsageRecord] = (),
        persist: Callable[[UsageRecord], None] | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._settings = settings or GatewaySettings()
        self._persist = persist
        self._now = now
        self._sessions: OrderedDict[tuple[str, str], _Total] = OrderedDict()  # by user: names of sessions are his
        self._users: dict[tuple[str, date], _Total] = {}
        self._day = date.min
        for record in history:
            self._add(record)

    def price(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self._settings.price_in + tokens_out * self._settings.price_out) / 1_000_000

    def hold(self, *, session: str, user: str, tokens_in: int, max_tokens: int) -> Hold | None:
        """Reserve the dearest outcome of a call, or ``None`` when a budget does not cover it."""
        limits = self._settings
        held = Hold(session, user, self._today(), tokens_in + max_tokens, self.price(tokens_in, max_tokens))
        by_session, by_user = self._totals(held.session, held.user, held.day)
        if not by_session.admits(held.tokens, held.cost, limits.session_token_budget, limits.session_cost_budget):
            return None
        if not by_user.admits(held.tokens, held.cost, limits.user_token_budget, limits.user_cost_budget):
            return None
        for total in (by_session, by_user):
            total.held_tokens += held.tokens
            total.held_cost += held.cost
        return held

    def free(self, held: Hold) -> None:
        """End a reservation. What was used is told by ``record``."""
        for total in self._totals(held.session, held.user, held.day):
            total.held_tokens = max(0, total.held_tokens - held.tokens)
            total.held_cost = max(0.0, total.held_cost - held.cost)

    def record(
        self, *, session: str, user: str, task: str, model: str, tokens_in: int, tokens_out: int, estimated: bool
    ) -> UsageRecord:
        """Count one call and hand it to ``persist``."""
        cost = self.price(tokens_in, tokens_out)
        made = UsageRecord(session, user, self._today(), task, model, tokens_in, tokens_out, cost, estimated)
        self._add(made)
        if self._persist:
            self._persist(made)
        return made

    def session(self, session: str, user: str | None = None) -> Usage:
        """What a session of a user has used so far; without a user, all sessions of that name."""
        found = [total for key, total in self._sessions.items() if key[1] == session and user in (None, key[0])]
        return _usage(_Total(*(sum(getattr(one, name) for one in found) for name in ("calls", "tokens", "cost"))))

    def user(self, user: str, day: date | None = None) -> Usage:
        """What a user has used on a UTC day (today by default; earlier days are forgotten in memory)."""
        return _usage(self._users.get((user, day or self._today()), _Total()))

    def _today(self) -> date:
        return self._now().astimezone(UTC).date()

    def _totals(self, session: str, user: str, day: date) -> tuple[_Total, _Total]:
        key = (user, session)
        by_session = self._sessions.setdefault(key, _Total())
        self._sessions.move_to_end(key)
        while len(self._sessions) > SESSIONS_KEPT:
            self._sessions.popitem(last=False)
        if day > self._day:
            self._day = day
            self._users = {key: total for key, total in self._users.items() if key[1] >= day}
        return by_session, self._users.setdefault((user, day), _Total())

    def _add(self, record: UsageRecord) -> None:
        for total in self._totals(record.session, record.user, record.day):
            total.calls += 1
            total.tokens += record.tokens_in + record.tokens_out
            total.cost += record.cost


def _usage(total: _Total) -> Usage:
    from pilothouse.contracts.reply import Usage

    return Usage(model_calls=total.calls, tokens=total.tokens, cost=total.cost)
