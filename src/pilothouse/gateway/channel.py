"""One model behind its time limit, its retries and its circuit breaker."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pilothouse.gateway.breaker import Breaker
from pilothouse.gateway.faults import ModelFault, classify
from pilothouse.gateway.models import ChatModel, ModelReply, ModelRequest
from pilothouse.gateway.settings import GatewaySettings

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request on the wire: a reply or a fault, and how long it took in milliseconds."""

    number: int
    ms: float
    reply: ModelReply | None = None
    fault: ModelFault | None = None


class Channel:
    """Asks one model. Tries again only after faults that may pass, and never past the deadline."""

    def __init__(self, model: ChatModel, settings: GatewaySettings, *, clock: Clock, sleep: Sleep) -> None:
        self.model = model
        self.breaker = Breaker(failures=settings.breaker_failures, reset_s=settings.breaker_reset_s, clock=clock)
        self._settings = settings
        self._clock = clock
        self._sleep = sleep

    async def complete(self, request: ModelRequest, *, deadline: float, note: Callable[[Attempt], None]) -> ModelReply:
        """The reply to ``request``. ``note`` hears of every attempt. Raises ``ModelFault``."""
        from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

        def pause(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            asked = error.retry_after if isinstance(error, ModelFault) else None
            backoff = self._settings.backoff_s * 2.0 ** (state.attempt_number - 1) * random.uniform(0.75, 1.25)
            return max(asked or 0.0, backoff)

        def again(error: BaseException) -> bool:
            # A provider that asks for a longer pause than is left has said no.
            left = deadline - self._clock()
            return isinstance(error, ModelFault) and error.transient and (error.retry_after or 0.0) < left

        retrying = AsyncRetrying(
            stop=stop_after_attempt(self._settings.retries + 1),
            wait=pause,
            retry=retry_if_exception(again),
            sleep=self._sleep,
            reraise=True,
        )
        async for attempt in retrying:
            with attempt:
                return await self._once(request, deadline, attempt.retry_state.attempt_number, note)
        raise AssertionError("unreachable: retrying ends with a result or an exception")

    async def _once(
        self, request: ModelRequest, deadline: float, number: int, note: Callable[[Attempt], None]
    ) -> ModelReply:
        limit = min(request.timeout_s, deadline - self._clock())
        if limit <= 0:
            raise ModelFault("timeout", "The time for this request is used up.")
        if not self.breaker.allow():
            raise ModelFault("circuit_open")
        begun = self._clock()
        try:
            async with asyncio.timeout(limit):
                reply = await self.model.complete(request)
        except Exception as error:
            fault = classify(error)
            if fault.kind == "bad_request":  # says something about the request, not about the model
                self.breaker.release()
            else:
                self.breaker.fail()
            note(Attempt(number, (self._clock() - begun) * 1000, fault=fault))
            raise fault from error
        except BaseException:
            self.breaker.release()
            raise
        self.breaker.succeed()
        note(Attempt(number, (self._clock() - begun) * 1000, reply=reply))
        return reply
