"""What every request cost and how it went, for the meter and for the flight recorder."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pilothouse.contracts.task import Tier
from pilothouse.gateway.channel import Attempt
from pilothouse.gateway.models import ModelReply, ModelRequest
from pilothouse.gateway.tokens import count
from pilothouse.gateway.usage import UsageMeter

Observer = Callable[[dict[str, Any]], None]

log = logging.getLogger(__name__)

LONGEST = 40_000  # characters of a message or an output that are written down


@dataclass(frozen=True, slots=True)
class Errand:
    """For whom something is asked. ``begun`` on the gateway's clock, in seconds."""

    user: str
    session: str
    tier: Tier
    begun: float


class Ledger:
    """Writes each request on the wire and each outcome down. Content only when it was asked for."""

    def __init__(self, meter: UsageMeter, observer: Observer | None, *, content: bool) -> None:
        self._meter = meter
        self._observer = observer
        self._content = content

    def call(self, errand: Errand, request: ModelRequest, model: str, attempt: Attempt) -> None:
        """One request, answered or not."""
        tokens_in, tokens_out, estimated = _tokens(request, attempt)
        record = self._meter.record(
            session=errand.session, user=errand.user, task=request.task, model=model,
            tokens_in=tokens_in, tokens_out=tokens_out, estimated=estimated,
        )  # fmt: skip
        reply, fault = attempt.reply, attempt.fault
        event: dict[str, Any] = {
            "event": "model_call", "task": request.task, "mode": request.mode, "tier": errand.tier, "model": model,
            "session": errand.session, "user": errand.user, "attempt": attempt.number, "ms": round(attempt.ms, 3),
            "tokens_in": tokens_in, "tokens_out": tokens_out, "estimated": estimated, "cost": record.cost,
            "temperature": request.temperature, "finish_reason": reply.finish_reason if reply else None,
            "fault": fault.kind if fault else None, "problems": [fault.sentence] if fault else [],
        }  # fmt: skip
        if self._content:
            event["prompt"] = [
                {"role": message.role, "content": message.content[:LONGEST]} for message in request.messages
            ]
            if reply is not None:
                event["output"] = reply.text[:LONGEST]
                event["calls"] = [{"name": call.name, "arguments": call.arguments[:LONGEST]} for call in reply.calls]
        self._tell(event)

    def outcome(
        self, errand: Errand, *, event: str, task: str, origin: str, attempts: int, problems: Sequence[str], ms: float
    ) -> None:
        """How a task or a step ended: who made the result and what earlier tries got wrong."""
        self._tell({
            "event": event, "task": task, "session": errand.session, "user": errand.user, "tier": errand.tier,
            "origin": origin, "attempts": attempts, "problems": list(problems), "ms": round(ms, 3),
        })  # fmt: skip

    def _tell(self, event: dict[str, Any]) -> None:
        if self._observer is None:
            return
        try:
            self._observer(event)
        except Exception:  # a full disk under the recorder must not cost the user the answer
            log.exception("The observer failed.")


def _tokens(request: ModelRequest, attempt: Attempt) -> tuple[int, int, bool]:
    """Tokens in and out and whether they are estimated."""
    if attempt.reply is None:
        # A provider that was too slow has read the prompt and bills it.
        late = attempt.fault is not None and attempt.fault.kind == "timeout"
        return (request.tokens, 0, True) if late else (0, 0, False)
    reply = attempt.reply
    # No numbers, or numbers that can't be: a prompt has tokens, and so has a text.
    tokens_in = reply.tokens_in if reply.tokens_in and reply.tokens_in > 0 else request.tokens
    tokens_out = reply.tokens_out if reply.tokens_out and reply.tokens_out > 0 else _written(reply)
    return tokens_in, tokens_out, (tokens_in, tokens_out) != (reply.tokens_in, reply.tokens_out)


def _written(reply: ModelReply) -> int:
    return count(reply.text) + sum(count(call.name) + count(call.arguments) for call in reply.calls)
