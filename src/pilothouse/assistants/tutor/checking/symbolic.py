"""The one place that uses sympy. It is imported when roots or π have to be proven equal, which plain numbers
never need."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

from pilothouse.assistants.tutor.checking.formula import Node, size

SECONDS = 2.0
_LARGEST = 60  # nodes; sympy may take exponential time on more


class _Expired(BaseException):
    """Raised inside the worker when its time is over."""


def vanishes(node: Node) -> bool | None:
    """Whether ``node`` is zero for all real values of its variables. ``None``: not proven either way within
    ``SECONDS``."""
    if size(node) > _LARGEST:
        return None
    import sympy  # type: ignore[import-untyped]  # here and not in the worker: an import that is cut short leaves a broken module

    return timed(lambda: _prove(node, sympy), SECONDS)


def timed(work: Callable[[], bool | None], seconds: float) -> bool | None:
    """Run ``work`` for at most ``seconds``. It is stopped for real (an exception is raised in its thread), as
    pure Python can be."""
    found: list[bool | None] = []

    def run() -> None:
        try:
            found.append(work())
        except Exception:  # sympy raises whatever comes up on odd input; undecided is the safe answer
            found.append(None)
        except _Expired:
            pass

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(seconds)
    while worker.is_alive() and worker.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(_Expired))
        worker.join(0.05)
    return found[0] if found else None


def _prove(node: Node, sympy: Any) -> bool | None:
    result = _build(node, sympy).equals(0)
    return None if result is None else bool(result)


def _build(node: Node, sympy: Any) -> Any:
    if node.op == "num":
        return sympy.Rational(node.value.numerator, node.value.denominator)
    if node.op == "var":
        return sympy.Symbol(node.name, real=True)
    if node.op == "const":
        return sympy.pi
    args = [_build(arg, sympy) for arg in node.args]
    if node.op == "fn":
        if node.name in ("lg", "log"):
            return sympy.log(args[0], 10)
        return getattr(sympy, _NAMES.get(node.name, node.name))(args[0])
    if node.op == "neg":
        return -args[0]
    if node.op == "^":
        if args[1].is_number and abs(args[1]) > 64:
            raise ValueError("too large a power")
        return args[0] ** args[1]
    return {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b}[
        node.op
    ](*args)


_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "abs": "Abs", "ln": "log"}
