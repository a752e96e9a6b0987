"""Reading in a process of its own: bounded in time and memory, and a crash there is a refusal here.

One line of JSON asks, one line answers; nothing that the child says can run code in the parent.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from pilothouse.retrieval.documents.limits import MIB, Limits, Refusal
from pilothouse.retrieval.documents.material import Block, Material

_GRACE = 5.0  # seconds on top of the limit, in which the child may say itself what took so long
_FULL = 900 * MIB  # resident bytes above which a child is replaced; OCR models need about half of it
_IDLE = 4  # children kept for the next file


def read_apart(path: Path, limits: Limits) -> Material:
    """``reading.read_here`` in a child process. Raises ``Refusal``; thread-safe."""
    child = _take()
    try:
        answer = child.ask({"path": os.fspath(path.absolute()), "limits": asdict(limits)}, limits.seconds + _GRACE)
    except BaseException:
        child.close()
        raise
    if answer["resident"] > _FULL:
        child.close()
    else:
        _give(child)
    if refusal := answer.get("refusal"):
        raise Refusal(*refusal)
    return _material(answer["material"])


class _Child:
    def __init__(self) -> None:
        self.owner = os.getpid()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            encoding="utf-8",
            errors="surrogatepass",
        )

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            self.process.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = ""
        finally:
            timer.cancel()
        if line.endswith("\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        if late.is_set():
            raise Refusal(
                "too_large", "读取太慢，请拆成几个较小的文件。", "takes too long to read; split it into smaller files."
            )
        raise Refusal(
            "broken",
            "使读取程序中断（文件损坏或过大），请重新导出或拆分。",
            "stopped the program that reads it (damaged or too large); export it again or split it.",
        )

    def close(self) -> None:
        if self.owner != os.getpid():
            return  # after a fork it is the parent's
        with contextlib.suppress(OSError, ValueError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        self.process.kill()
        with contextlib.suppress(OSError):
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


_lock = threading.Lock()
_idle: list[_Child] = []


def _take() -> _Child:
    with _lock:
        while _idle:
            child = _idle.pop()
            if child.owner == os.getpid() and child.process.poll() is None:
                return child
            child.close()
    return _Child()


def _give(child: _Child) -> None:
    with _lock:
        if len(_idle) < _IDLE:
            _idle.append(child)
            return
    child.close()


@atexit.register
def close_all() -> None:
    """End the children that wait for a file."""
    with _lock:
        children, _idle[:] = list(_idle), []
    for child in children:
        child.close()


def _material(data: dict[str, Any]) -> Material:
    blocks = tuple(
        Block(kind, text, level, page, tuple(tuple(row) for row in rows))
        for kind, text, level, page, rows in data["blocks"]
    )
    return Material(data["title"], blocks, data["meta"], data["pages"], tuple(data["warnings"]))


def _plain(material: Material) -> dict[str, Any]:
    blocks = [(block.kind, block.text, block.level, block.page, block.rows) for block in material.blocks]
    return {
        "title": material.title,
        "blocks": blocks,
        "meta": dict(material.meta),
        "pages": material.pages,
        "warnings": material.warnings,
    }


def _serve(questions: TextIO, answers: TextIO) -> None:
    from pilothouse.retrieval.documents.reading import read_here

    for line in questions:
        question = json.loads(line)
        limits = Limits(**question["limits"])
        _bound(limits.memory_bytes)
        answer: dict[str, Any]
        try:
            answer = {"material": _plain(read_here(Path(question["path"]), limits))}
        except Refusal as refusal:
            answer = {"refusal": [refusal.reason, refusal.chinese, refusal.english]}
        except MemoryError:
            answer = {"refusal": ["too_large", "太大，内存不够，请拆分。", "needs too much memory; split it."]}
        answer["resident"] = _resident()
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _bound(memory: int) -> None:
    """Limit the address space of this process, where the system can."""
    if not memory or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))


def _resident() -> int:
    """Bytes of memory this process holds now; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def main() -> None:
    """Serve on the standard streams until the parent closes them."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to end
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)  # a library that prints must not talk into the answers
    _serve(sys.stdin, answers)


if __name__ == "__main__":
    main()
