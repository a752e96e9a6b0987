"""What the commands share: options, the house, printing, progress, and the log."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Protocol

import typer

if TYPE_CHECKING:
    from pilothouse.assistants.menu.indexes import Progress
    from pilothouse.house import Pilothouse

DEBUG = "PILOTHOUSE_DEBUG"
LOG_BYTES = 1_000_000

Session = Annotated[str, typer.Option("--session", "-s", help="会话名。 Session name.")]
User = Annotated[str | None, typer.Option("--user", "-u", help="用户名，缺省为访客。 User name, default guest.")]
Editor = Annotated[
    str | None,
    typer.Option("--user", "-u", help="以谁的身份，缺省为操作员。 On whose behalf, default the operator."),
]
Whose = Annotated[str | None, typer.Option("--user", "-u", help="只看此人的。 Only this user's; default: all.")]
Json = Annotated[bool, typer.Option("--json", help="输出 JSON。 Print JSON.")]


class Report(Protocol):
    """Something that can be shown to people and to programs."""

    def as_dict(self) -> dict[str, Any]: ...

    def text(self) -> str: ...


@contextmanager
def opened() -> Iterator[Pilothouse]:
    """The house of this environment. What libraries and we log goes to a file in it, never to the terminal."""
    from pilothouse.house import Pilothouse

    with Pilothouse() as house:
        keep_log(house.settings.home)
        yield house


def keep_log(home: Path) -> Path:
    """Send the log to a file below ``home``, made when there is something to write. Returns its path."""
    path = home / "logs" / "pilothouse.log"
    logging.raiseExceptions = False  # a full disk must not fill the terminal
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, _LogFile)]:
        root.removeHandler(handler)
    root.addHandler(_LogFile(path))
    return path


class _LogFile(RotatingFileHandler):
    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True, errors="replace")
        self.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s %(message)s"))
        self.setLevel(logging.WARNING)

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(mode=0o700, exist_ok=True)
        return super()._open()


def log_bug(error: Exception) -> str:
    """Write an error that is our fault to the log; returns the sentence to show."""
    number = os.urandom(6).hex()
    kind = type(error).__name__
    what = f"程序内部错误（{kind}，编号 {number}），没有完成。"
    english = f"Internal error {number} ({kind}); the command was not completed."
    try:
        path = keep_log(Path(os.environ.get("PILOTHOUSE_HOME") or "~/.pilothouse").expanduser().absolute())
        logging.getLogger("pilothouse").error("Internal error %s: %s", number, " ".join(sys.argv), exc_info=error)
        kept = path.exists()
    except OSError:
        kept = False
    if not kept:
        return f"{what}设 {DEBUG}=1 可看到详情。 {english} Set {DEBUG}=1 to see more."
    return f"{what}详情见 {path}，报告问题时请附上。 {english} Details are in {path}; attach them to your report."


def fail(sentence: str, code: int) -> NoReturn:
    """One sentence (as JSON on standard output when JSON was asked for), and the end."""
    try:
        if "--json" in sys.argv[1:]:
            emit({"error": sentence, "code": code})
            sys.stdout.flush()
        else:
            print(f"错误 / Error: {sentence}", file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(code)


def emit(value: Any) -> None:
    """One JSON value."""
    print(json.dumps(value, ensure_ascii=False, indent=1, default=str))


def show(report: Report, as_json: bool) -> None:
    if as_json:
        emit(report.as_dict())
    else:
        print(report.text())
    sys.stdout.flush()


@contextmanager
def progress(quiet: bool, title: str = "建立索引 / indexing") -> Iterator[Progress | None]:
    """A bar on a terminal, nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f}/s" if task.speed else "")

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), Rate(), Remaining())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("index", total=None, rate="")

        def update(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=total, rate=f"{speed:.0f}/s" if speed else "")

        yield update
