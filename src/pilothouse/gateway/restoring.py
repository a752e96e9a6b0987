"""Budgets that hold over a restart: what recorded turns have used counts from the beginning."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

from pilothouse.gateway.settings import GatewaySettings
from pilothouse.gateway.usage import UsageMeter, UsageRecord

log = logging.getLogger(__name__)


def metered(settings: GatewaySettings, path: Path | None) -> UsageMeter:
    """A meter that knows the calls of the turns recorded in ``path``: today's, and where sessions have a budget all.

    Without a budget nothing is read. Where the file can't be read the count begins at nothing, which the log tells.
    """
    by_session = settings.session_token_budget is not None or settings.session_cost_budget is not None
    by_user = settings.user_token_budget is not None or settings.user_cost_budget is not None
    if not (by_session or by_user):
        return UsageMeter(settings)
    from pilothouse.telemetry.recorder import TraceError
    from pilothouse.telemetry.spent import spent

    try:
        calls = spent(path, None if by_session else datetime.now(UTC).date())
    except TraceError as error:
        log.warning("Budgets begin anew: %s", error)
        calls = ()
    history = [
        UsageRecord(one.session, one.user, one.day, one.task, one.model, one.tokens_in, one.tokens_out, one.cost)
        for one in calls
    ]
    return UsageMeter(settings, history=history)
