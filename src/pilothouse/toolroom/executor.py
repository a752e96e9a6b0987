"""The tool room: the only place where a tool runs."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import ValidationError

from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import PilothouseError
from pilothouse.contracts.plain import canonical, plain
from pilothouse.contracts.reply import ToolCall
from pilothouse.contracts.tool import ARGUMENTS_LIMIT, HARD_CALL_LIMIT, Arguments, ToolContext, ToolContract
from pilothouse.toolroom.recording import Recording
from pilothouse.toolroom.registry import Registry
from pilothouse.toolroom.results import checked
from pilothouse.toolroom.threads import Stuck, Threads

log = logging.getLogger(__name__)

Observer = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class CallResult:
    """``call`` as recorded in the reply, ``proposal`` as it came, ``envelope`` what the tool said."""

    proposal: ProposedCall
    call: ToolCall
    envelope: Envelope


class ToolRoom:
    """Runs the registered tools of one assistant.

    ``max_calls`` is the soft limit of calls in a turn (0: no tools); whatever it says, ``HARD_CALL_LIMIT``
    holds. ``concurrency`` caps the calls of one turn that run at the same time.
    """

    def __init__(self, registry: Registry, *, max_calls: int = HARD_CALL_LIMIT, concurrency: int = 4) -> None:
        if max_calls < 0 or concurrency < 1:
            raise ValueError("max_calls must be at least 0 and concurrency at least 1.")
        self.registry = registry
        self.max_calls = min(max_calls, HARD_CALL_LIMIT)
        self.concurrency = concurrency
        self.threads = Threads()

    def open_turn(
        self,
        context: ToolContext,
        *,
        phase: str = "",
        observer: Observer | None = None,
        recorded: Iterable[Mapping[str, Any]] | None = None,
        contracts: Iterable[ToolContract] | None = None,
        max_calls: int | None = None,
    ) -> TurnRoom:
        """A room for one turn: its limits and its reuse of results end with the turn. ``max_calls`` lowers the limit.

        ``contracts`` take the place of the registered ones when a turn has tools of its own.

        With ``recorded`` (the fields of a recorded turn's ``tool`` events) no handler runs: calls are answered
        as they were then, so that a replay changes nothing and sees what the turn saw.
        """
        registry = self.registry if contracts is None else Registry(contracts)
        recording = None if recorded is None else Recording(recorded)
        limit = self.max_calls if max_calls is None else min(max_calls, self.max_calls)
        return TurnRoom(self, registry, context, phase, observer, recording, limit)

    def close(self) -> None:
        """Let idle threads end; one that hangs in a tool is a daemon."""
        self.threads.close()


class TurnRoom:
    """The tool room during one turn. Calls cost; when the limit is spent, every tool is withdrawn.

    ``context`` and ``phase`` may be set anew during the turn; results are reused only under an equal ``scope``.
    """

    def __init__(
        self,
        room: ToolRoom,
        registry: Registry,
        context: ToolContext,
        phase: str,
        observer: Observer | None,
        recording: Recording | None,
        limit: int,
    ) -> None:
        self._room = room
        self._limit_calls = limit
        self._registry = registry
        self._observer = observer
        self._recording = recording
        self._first: dict[str, asyncio.Task[Envelope]] = {}  # by tool, arguments and scope; failures are removed
        self._per_tool: Counter[str] = Counter()
        self._slots = asyncio.Semaphore(room.concurrency)
        self.context = context
        self.phase = phase
        self.spent = 0
        self.calls: list[ToolCall] = []

    @property
    def exhausted(self) -> bool:
        return self.spent >= self._limit_calls

    def offered(self) -> list[ToolContract]:
        """Tools that may still be called; none once the limit is reached."""
        if self.exhausted:
            return []
        offered = self._registry.offered(self.context.caller, self.phase)
        return [t for t in offered if self._per_tool[t.name] < t.soft_limit and self.spent < t.turn_limit]

    async def run(self, proposals: Sequence[ProposedCall]) -> list[CallResult]:
        """Answer every proposal, in order; allowed ones run in parallel. Never raises for what a tool does.

        When the caller is cancelled, the calls are cancelled with it.
        """
        begun: dict[str, asyncio.Task[Envelope]] = {}
        answers = [self._decide(proposal, begun) for proposal in proposals]
        try:
            await asyncio.gather(*(answer.task for answer in answers if answer.task is not None))
        finally:
            for key, task in begun.items():
                if not task.done() or task.cancelled() or not task.result().ok:
                    self._first.pop(key, None)
        if not begun:
            self.spent += 1  # a step that brings nothing new counts, or a stubborn model would go on for ever
        return [self._settle(answer) for answer in answers]

    def _decide(self, proposal: ProposedCall, begun: dict[str, asyncio.Task[Envelope]]) -> _Answer:
        tool = self._registry.find(proposal.name)
        name = tool.name if tool else _shown_name(proposal.name)

        def refuse(envelope: Envelope) -> _Answer:
            return _Answer(proposal, name, _shown_arguments(proposal.arguments), envelope=envelope)

        if tool is not None and (reason := self._registry.refusal(tool, self.context.caller, self.phase)):
            return refuse(Envelope.error("not_allowed", reason))
        try:
            arguments = tool.validate(proposal.arguments) if tool else None
        except ValidationError as error:
            # Past the limit nobody is asked to correct anything.
            return refuse(self._limit() if self.exhausted else Envelope.error("invalid_params", tool.explain(error)))  # type: ignore[union-attr]
        if tool is None or arguments is None:
            return refuse(self._limit() if self.exhausted else self._unknown())
        written = arguments.model_dump(mode="json")
        key = f"{tool.name}:{canonical(written)}:{sorted(self.context.scope.items(), key=str)}"
        if tool.reusable and key in self._first:
            return _Answer(proposal, name, written, task=self._first[key], reused=True)
        if self.exhausted or self._per_tool[tool.name] >= tool.soft_limit:
            return refuse(self._limit())
        self.spent += 1
        self._per_tool[tool.name] += 1
        task = asyncio.create_task(self._execute(tool, arguments, written, self.spent))
        begun[key if tool.reusable else f"{key}#{self.spent}"] = task
        if tool.reusable:
            self._first[key] = task
        return _Answer(proposal, name, written, task=task)

    @staticmethod
    def _limit() -> Envelope:
        return Envelope.error("call_limit", "The tool calls of this turn are used up.")

    def _unknown(self) -> Envelope:
        names = ", ".join(contract.name for contract in self.offered()) or "none"
        return Envelope.error("unknown_tool", f"There is no such tool. Tools offered: {names}.")

    async def _execute(
        self, tool: ToolContract, arguments: Arguments, written: Mapping[str, Any], place: int
    ) -> Envelope:
        async with self._slots:
            started = time.perf_counter()
            envelope = await self._answer(tool, arguments, written)
        self._tell(tool.name, written, envelope, time.perf_counter() - started, place)
        return envelope

    async def _answer(self, tool: ToolContract, arguments: Arguments, written: Mapping[str, Any]) -> Envelope:
        unavailable = Envelope.error("unavailable", f"{tool.name} can't be used at the moment.")
        if self._recording is not None:
            return self._recording.answer(tool.name, written) or unavailable
        try:
            async with asyncio.timeout(tool.timeout_s):
                envelope = await self._call(tool, arguments)
            return checked(tool, envelope)
        except TimeoutError:
            return Envelope.error("timeout", f"{tool.name} did not answer in time ({tool.timeout_s:g} s).")
        except PilothouseError as error:
            return Envelope.error("unavailable", str(error) or type(error).__name__)
        except Stuck:
            log.error("Tool %s refused: too many of its earlier calls still hang", tool.name)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            log.exception("Tool %s was cancelled from inside", tool.name)
        except (Exception, SystemExit):
            # One log entry for the operator; the model and the user get a typed result only.
            log.exception("Tool %s failed", tool.name)
        return unavailable

    async def _call(self, tool: ToolContract, arguments: Arguments) -> Any:
        if inspect.iscoroutinefunction(tool.handler):
            return await tool.handler(arguments, self.context)
        work = partial(contextvars.copy_context().run, tool.handler, arguments, self.context)
        outcome = await self._room.threads.run(tool.name, work)
        return await outcome if inspect.isawaitable(outcome) else outcome

    def _settle(self, answer: _Answer) -> CallResult:
        envelope = answer.envelope
        if envelope is not None:
            self._tell(answer.name, answer.arguments, envelope, 0.0)
        else:
            assert answer.task is not None
            envelope = answer.task.result()
            if answer.reused:
                envelope = envelope.model_copy(deep=True)  # nobody who changes a row changes the first result
        call = ToolCall(
            name=answer.name,
            arguments=answer.arguments,
            status=envelope.status,
            error_type=envelope.error_type,
            reused=answer.reused and envelope.ok,
        )
        self.calls.append(call)
        return CallResult(answer.proposal, call, envelope)

    def _tell(
        self, name: str, arguments: Mapping[str, Any], envelope: Envelope, seconds: float, place: int = 0
    ) -> None:
        if self._observer is None:
            return
        event = {
            "kind": "tool",
            "name": name,
            "arguments": dict(arguments),
            "envelope": envelope.model_dump(mode="json", exclude_none=True),
            "ms": round(seconds * 1000, 2),
            "place": place,  # among the calls that ran, as they were asked for; they end in any order
        }
        try:
            self._observer(event)
        except Exception:  # telemetry never costs a turn its result
            log.exception("The observer of tool calls failed")


@dataclass(frozen=True, slots=True)
class _Answer:
    """How a proposal is answered: by an envelope at once, or by a task, its own or that of an equal call."""

    proposal: ProposedCall
    name: str
    arguments: dict[str, Any]
    envelope: Envelope | None = None
    task: asyncio.Task[Envelope] | None = None
    reused: bool = False


def _shown_name(name: object) -> str:
    """A name that a model made up, as it may be recorded and shown."""
    return re.sub(r"\W", "_", str(name)[:64]) if isinstance(name, str) and name else "unnamed"


def _shown_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Refused arguments for the record; nothing of what is not plain data or absurdly long."""
    try:
        return dict(plain(arguments)) if len(canonical(arguments)) <= ARGUMENTS_LIMIT else {}
    except (TypeError, ValueError):
        return {}
