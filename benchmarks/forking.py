"""Work in forked children that may be killed: what the durability tests and benchmarks share.

A child is forked from a warm process, so that a trial takes a fraction of a second. No connection, loop or thread may
be open when one is made.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from typing import Any

Say = Callable[[object], None]


def child(work: Callable[[], object]) -> int:
    """The process id of a child that does ``work``."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return pid


def outcome(pid: int) -> int:
    """How the child ended: its exit code, or the negative number of the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def told(work: Callable[[Say], object], kill_after: float | None = None) -> tuple[list[Any], bool]:
    """What a child said (plain data), and whether it was killed: ``kill_after`` so many seconds after its first word.

    Without ``kill_after`` it may still kill itself (``die``). Raises ``AssertionError`` when it fails in another way.
    """
    read, write = os.pipe()

    def say(word: object) -> None:
        os.write(write, json.dumps(word).encode() + b"\n")  # short: said whole or not at all

    pid = child(lambda: work(say))
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        words = [pipe.readline()]
        if kill_after is not None:
            time.sleep(kill_after)
            os.kill(pid, signal.SIGKILL)
        words += pipe.read().splitlines()
    code = outcome(pid)
    assert code in (0, -signal.SIGKILL), f"the child ended with {code}"
    return [json.loads(word) for word in words if word], code == -signal.SIGKILL


def result(work: Callable[[], Any]) -> Any:
    """What ``work`` returns (plain data), from a child that nobody kills."""
    words, killed = told(lambda say: say(work()))
    assert not killed
    return words[0]


def die(owner: Any, name: str, when: str, turn: int = 1) -> None:
    """Let this process be killed ``before`` or ``after`` the ``turn``-th call of ``owner.name``."""
    raw = vars(owner)[name]
    inner = raw.__func__ if isinstance(raw, staticmethod) else raw
    calls = 0

    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def outer(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if when == "before" and calls == turn:
            kill()
        made = inner(*args, **options)
        if when == "after" and calls == turn:
            kill()
        return made

    setattr(owner, name, staticmethod(outer) if isinstance(raw, staticmethod) else outer)
