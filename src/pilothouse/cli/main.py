"""Entry point: the commands together, and what becomes of errors."""

from __future__ import annotations

import os
import sys
import warnings
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from pilothouse.cli import (
    evaluate,
    index,
    lore,
    mcp,
    memory,
    problems,
    serve,
    stats,
    stock,
    system,
    talk,
    trace,
    usage,
    users,
    voice,
)
from pilothouse.cli.terminal import DEBUG, fail, log_bug

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # importing Rich for the help page takes longer than all the rest of it
    help="掌舵：受控地调用工具与检索知识的助手。 Assistants that call tools and retrieve knowledge under control.\n\n"
    "数据在 PILOTHOUSE_HOME 指定的目录，缺省 ~/.pilothouse。 Data is kept in $PILOTHOUSE_HOME, default ~/.pilothouse.",
)


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[bool, typer.Option("--version", help="显示版本。 Show the version.")] = False,
) -> None:
    if version:
        from pilothouse import __version__

        print(__version__)
        raise typer.Exit


for command in (
    talk, voice, serve, mcp, system, index, stock, users, trace, stats, memory, evaluate, usage, problems, lore,
):  # fmt: skip
    command.add(app)


def main() -> None:
    """Run the command of ``sys.argv``. Whatever happens, a person sees at most one sentence."""
    from pilothouse.contracts.errors import PilothouseError

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # half a character is no reason to fail
    if not os.environ.get(DEBUG):
        warnings.simplefilter("ignore")
    try:
        code = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a closed pipe can still be dealt with
    except PilothouseError as error:
        fail(str(error), error.code)
    except TyperException as error:
        _misused(error)
    except (KeyboardInterrupt, typer.Abort):
        raise SystemExit(130) from None
    except BrokenPipeError:
        _gone()
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        fail(log_bug(error), 70)
    raise SystemExit(code if isinstance(code, int) else 0)


def _misused(error: TyperException) -> NoReturn:
    """A wrong option or argument; no arguments at all where some are needed show the help."""
    context = getattr(error, "ctx", None)
    message = error.format_message().strip()
    if context is not None and message == context.get_help().strip():
        print(message)
        raise SystemExit(error.exit_code)
    path = context.command_path if context is not None else "pilothouse"
    fail(f"命令写法不对。 {message} 用法见 / see: {path} --help", error.exit_code)


def _gone() -> NoReturn:
    """The reader of our output has closed it: no reason to say anything."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    raise SystemExit(0)
