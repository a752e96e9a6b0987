"""The only place that talks to a model."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, Step
from pilothouse.contracts.task import TaskContract, TaskResult, Tier
from pilothouse.contracts.tool import ToolContract
from pilothouse.gateway import modes, prompt
from pilothouse.gateway.channel import Clock, Sleep
from pilothouse.gateway.doctor import Problem, examine
from pilothouse.gateway.faults import ModelFault
from pilothouse.gateway.fleet import Given, channels, only
from pilothouse.gateway.ledger import Errand, Ledger, Observer
from pilothouse.gateway.models import CONVERSE, ModelReply, ModelRequest
from pilothouse.gateway.offline import Router
from pilothouse.gateway.settings import GatewaySettings, Mode
from pilothouse.gateway.usage import UsageMeter

if TYPE_CHECKING:
    from pilothouse.embedding.embedder import Embedder

Input = TypeVar("Input", bound=BaseModel)
Output = TypeVar("Output", bound=BaseModel)

STEP_TRIES = 2  # of one step in the tool loop: once, and once more with the problem told
MADE_UP = "An answer came in place of a call that was refused; it can't rest on data."


class Gateway:
    """Asks models for tasks and for steps of the tool loop, and always has an answer.

    ``model`` replaces the one that the settings name: a scripted one in tests, or one per tier.
    ``observer`` hears of every model call and every outcome; prompts and outputs only with
    ``record_content`` or ``settings.log_content``. ``clock`` counts seconds; ``sleep`` is awaited between
    retries. Answers are not streamed: they are checked as a whole, and what was shown can't be taken back.

        gateway = Gateway(GatewaySettings())  # no model: fallbacks and semantic routing
        result = await gateway.ask(task, given, caller=Caller(), session="s1")
    """

    def __init__(
        self,
        settings: GatewaySettings | None = None,
        *,
        model: Given = None,
        embedder: Embedder | None = None,
        meter: UsageMeter | None = None,
        observer: Observer | None = None,
        record_content: bool = False,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.settings = settings or GatewaySettings()
        self.meter = meter or UsageMeter(self.settings)
        self._ledger = Ledger(self.meter, observer, content=record_content or self.settings.log_content)
        self._channels = channels(self.settings, model, clock=clock, sleep=sleep)
        self._clock, self._sleep = clock, sleep
        self._embedder = embedder
        self._router: Router | None = None

    def changed(self, *, mode: Mode | None = None, model: str | None = None) -> Gateway:
        """The same gateway, with the same budgets, in another mode or with another model alone: one of the settings',
        any other of their provider, or ``offline``. Raises ``UsageError`` for a model that there can't be."""
        other = copy(self)
        if mode is not None:
            other.settings = self.settings.model_copy(update={"mode": mode})
        if model is not None:
            other._channels = only(model, self.settings, self._channels, clock=self._clock, sleep=self._sleep)
        return other

    @property
    def has_model(self) -> bool:
        """Whether any model is set."""
        return any(self._channels.values())

    async def ask(
        self, task: TaskContract[Input, Output], given: Input, *, caller: Caller, session: str
    ) -> TaskResult[Output]:
        """The task's output, from a model if it passes the task's checks, else from its fallback.

        Raises only what the task's own checks and fallback raise: those are bugs.
        """
        errand = Errand(caller.name, session, task.tier, self._clock())
        constrained = self.settings.mode == "SCHEMA" or self.settings.provider == "local"
        problems: list[str] = []
        latest: list[str] = []
        attempts = 0
        for temperature in task.temperatures if self._channels[task.tier] else ():
            attempts += 1
            request = prompt.compose(task, given, temperature=temperature, constrained=constrained, problems=latest)
            try:
                reply = await self._complete(errand, request)
            except ModelFault as fault:
                problems.append(fault.sentence)
                break
            value, latest = prompt.read(task, given, reply)
            if value is not None and not latest:
                self._outcome(errand, "task", task.name, "model", attempts, problems)
                return TaskResult(value, "model", attempts, tuple(problems))
            problems += latest
        value = task.fallback(given)
        self._outcome(errand, "task", task.name, "fallback", attempts, problems)
        return TaskResult(value, "fallback", attempts, tuple(problems))

    async def converse(
        self,
        conversation: Conversation,
        tools: Sequence[ToolContract],
        *,
        caller: Caller,
        session: str,
        tier: Tier = "small",
    ) -> Step:
        """The next step of the tool loop. Nothing runs here and nothing is held against a tool's schema.

        ``tools`` are those offered now; none means that an answer is wanted. Without a usable output the
        step is what the offline backend would do; its text is empty when there is nothing to call.
        """
        errand = Errand(caller.name, session, tier, self._clock())
        mode = self.settings.mode
        refused: list[str] = []
        latest: tuple[str, ...] = ()
        wanted_call = False
        attempts = 0
        while mode != "NONE" and self._channels[tier] and attempts < STEP_TRIES:
            attempts += 1
            request = modes.compose(mode, conversation, tools, problems=latest)
            try:
                reply = await self._complete(errand, replace(request, max_tokens=self.settings.converse_max_tokens))
            except ModelFault as fault:
                refused.append(fault.sentence)
                break
            step = modes.read(mode, reply, tools)
            if step.text and tools and wanted_call:
                step = replace(step, text="", refused=(*step.refused, MADE_UP))
            latest = step.refused
            refused += latest
            if step.calls or step.text or step.declined:
                self._outcome(errand, "step", CONVERSE, "model", attempts, refused)
                return replace(step, refused=tuple(refused))
            wanted_call = modes.wanted_call(reply)
        step = await self._offline.step(conversation, tools)
        self._outcome(errand, "step", CONVERSE, "fallback", attempts, refused)
        return replace(step, refused=tuple(refused))

    async def route(self, conversation: Conversation, tools: Sequence[ToolContract]) -> Step:
        """What the offline backend would call: for code that doubts a model's answer. No model is asked."""
        return await self._offline.step(conversation, tools)

    async def check(self) -> list[Problem]:
        """What keeps the settings from working, for ``pilothouse doctor``; empty when all is well."""
        return await examine(self.settings)

    async def warm(self, tools: Sequence[ToolContract] = ()) -> None:
        """Load the embedded model and the vectors of the tools' examples before the first turn."""
        await self._offline.warm(tools)

    async def _complete(self, errand: Errand, request: ModelRequest) -> ModelReply:
        """Ask the tier's model, then the fallback model. Raises the last ``ModelFault``."""
        request = replace(request, timeout_s=self.settings.timeout_s)
        fault = ModelFault("unavailable")
        for channel in self._channels[errand.tier]:
            held = self.meter.hold(
                session=errand.session, user=errand.user, tokens_in=request.tokens, max_tokens=request.max_tokens
            )
            if held is None:
                raise ModelFault("budget")
            try:
                return await channel.complete(
                    request,
                    deadline=errand.begun + self.settings.deadline_s,
                    note=partial(self._ledger.call, errand, request, channel.model.name),
                )
            except ModelFault as error:
                fault = error
            finally:
                self.meter.free(held)
        raise fault

    def _outcome(
        self, errand: Errand, event: str, task: str, origin: str, attempts: int, problems: Sequence[str]
    ) -> None:
        ms = (self._clock() - errand.begun) * 1000
        self._ledger.outcome(errand, event=event, task=task, origin=origin, attempts=attempts, problems=problems, ms=ms)

    @property
    def _offline(self) -> Router:
        if self._router is None:
            if self._embedder is None:
                from pilothouse.embedding.use import EmbeddedEmbedder

                self._embedder = EmbeddedEmbedder()
            self._router = Router(self._embedder)
        return self._router
