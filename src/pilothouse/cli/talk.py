"""ask, chat, demo."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pilothouse.cli.terminal import Json, Session, User, emit, opened
from pilothouse.cli.voice import converse

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

MAX_STDIN = 1_000_000  # characters; the limit that counts is a setting, this one only bounds memory
Name = Annotated[str, typer.Argument(help="助手，如 menu。 Assistant, for instance menu.")]
Chosen = Annotated[
    str | None, typer.Option("--problem", metavar="ID", help="家教讲这道题。 The tutor takes this problem.")
]
Photo = Annotated[Path | None, typer.Option("--photo", help="拍下的题目（图片）。 A photographed problem.")]


def add(app: typer.Typer) -> None:
    app.command()(ask)
    app.command()(chat)
    app.command()(demo)


def ask(
    assistant: Name,
    text: Annotated[
        str, typer.Argument(help="问题；- 表示从标准输入读取。 The question; - reads standard input.")
    ] = "",
    session: Session = "default",
    user: User = None,
    problem: Chosen = None,
    photo: Photo = None,
    as_json: Json = False,
) -> None:
    """问一句，得到一个回答。 Ask once, get one reply."""
    said = sys.stdin.read(MAX_STDIN) if text == "-" and sys.stdin is not None else text
    with opened() as house:
        question = _message(house, assistant, said, problem, photo)
        reply = house.ask(assistant, question, session=session, user=user)
    print(reply.model_dump_json(indent=1) if as_json else reply.reply)


def chat(
    assistant: Name = "menu",
    session: Session = "default",
    user: User = None,
    problem: Chosen = None,
    photo: Photo = None,
    as_json: Json = False,
    voice: Annotated[bool, typer.Option("--voice", help="用麦克风说话。 Speak through a microphone.")] = False,
) -> None:
    """连续对话；空行或 Ctrl-D 结束。 Talk; an empty line or Ctrl-D ends it."""
    if voice:
        with opened() as house:
            house.room(assistant)
            house.users.caller(user)
            converse(house, assistant, session, user)
        return
    interactive = sys.stdin is not None and sys.stdin.isatty() and not as_json
    if interactive:
        with suppress(ImportError):
            import readline  # noqa: F401  lets people edit a line, Chinese characters included
    with opened() as house:
        house.room(assistant)  # what is wrong with the data is said before the first question
        house.users.caller(user)
        if problem is not None or photo is not None:
            first = _message(house, assistant, "", problem, photo)
            _answer(house, assistant, first, session, user, as_json, interactive)
        while (text := _line("您 > " if interactive else "")) is not None:
            if text.strip():
                _answer(house, assistant, text, session, user, as_json, interactive)
            elif interactive:
                return


def _message(house: Pilothouse, assistant: str, text: str, problem: str | None, photo: Path | None) -> str:
    """What is said, with the problem that was chosen or photographed. Raises ``UsageError``."""
    from pilothouse.contracts.errors import UsageError

    if problem is None and photo is None:
        return text
    if assistant != "tutor":
        raise UsageError(
            f"--problem 和 --photo 只用于助手 tutor，不用于 {assistant}。 "
            f"--problem and --photo are for the assistant tutor, not for {assistant}."
        )
    from pilothouse.assistants.tutor.problems.request import opening, presenting

    if problem is not None and photo is not None:
        raise UsageError("--problem 和 --photo 只能用一个。 Use --problem or --photo, not both.")
    if photo is not None:
        from pilothouse.assistants.tutor.problems.facts import clauses
        from pilothouse.assistants.tutor.problems.photo import read_photo

        read = read_photo(photo)  # "看看这道题" beside it is no part of the problem, a fact with a number is
        return presenting(f"{read}\n{text}".strip() if clauses(text) else read)
    from pilothouse.assistants.tutor.problems.store import ProblemStore

    assert problem is not None
    return opening(ProblemStore(house.settings.home).get(problem).id, text)


def _line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except (EOFError, RuntimeError):  # RuntimeError: no standard input at all
        return None


def _answer(
    house: Pilothouse, assistant: str, text: str, session: str, user: str | None, as_json: bool, interactive: bool
) -> None:
    from pilothouse.contracts.errors import PilothouseError

    try:
        reply = house.ask(assistant, text, session=session, user=user)
    except PilothouseError as error:
        if as_json:
            emit({"error": str(error), "code": error.code})
        else:
            print(f"错误 / Error: {error}", file=sys.stdout if interactive else sys.stderr)
    else:
        print(reply.model_dump_json() if as_json else f"掌舵 > {reply.reply}" if interactive else reply.reply)
    sys.stdout.flush()


def demo() -> None:
    """用示例餐厅演示；没有终端时播放一段对话后结束。 The sample restaurant; without a terminal a talk is played."""
    from pilothouse.demo import play

    play(interactive=sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty())
