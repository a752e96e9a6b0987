"""trace list, show, replay."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from pilothouse.cli.terminal import Json, Whose, emit, opened

trace = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="查看与重放已记录的轮次。 Look at recorded turns, run them again."
)

Id = Annotated[str, typer.Argument(help="记录编号或其开头。 Trace id, or how it begins.")]
SHOWN = 400  # characters of an event


def add(app: typer.Typer) -> None:
    app.add_typer(trace, name="trace")


@trace.command("list")
def listing(
    user: Whose = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="会话名。 Session name.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="几条。 How many.")] = 20,
    as_json: Json = False,
) -> None:
    """最近的轮次。 The latest turns."""
    from pilothouse.contracts.errors import DataError
    from pilothouse.telemetry.recorder import TraceError

    with opened() as house:
        try:
            found = house.recorder.list(user=user, session=session, limit=limit)
        except TraceError as error:
            raise DataError(str(error)) from error
    if as_json:
        emit(
            [
                {"trace_id": item.trace_id, "at": item.started_at, "assistant": item.assistant, "user": item.user,
                 "session": item.session, "turn": item.turn, "outcome": item.outcome, "elapsed_ms": item.elapsed_ms,
                 "text": item.input}
                for item in found
            ]
        )  # fmt: skip
        return
    for item in found:
        who = f"{item.user}/{_plain(item.session)}#{item.turn}"
        print(f"{item.trace_id[:12]}  {item.started_at}  {who}  {item.outcome}  {_plain(item.input or '')}")
    if not found:
        print("还没有记录。 Nothing is recorded yet.")


@trace.command()
def show(trace_id: Id, user: Whose = None, as_json: Json = False) -> None:
    """一轮的每一步。 Every step of a turn."""
    with opened() as house:
        found = house.recorded(trace_id, user=user)
    if as_json:
        emit(asdict(found))
        return
    who = f"{found.user}/{_plain(found.session)}#{found.turn}"
    print(f"{found.trace_id}  {found.assistant}  {who}  {found.outcome}  {found.elapsed_ms} ms")
    print(f"> {_plain(found.input or '')}")
    for event in found.events:
        fields = json.dumps(event.fields, ensure_ascii=False, default=str)
        print(f"{event.ms:9.1f} ms  {event.kind:13} {fields[:SHOWN]}{'…' if len(fields) > SHOWN else ''}")
    if found.reply and "reply" in found.reply:
        print(f"< {found.reply['reply']}")


@trace.command()
def replay(trace_id: Id, user: Whose = None, as_json: Json = False) -> None:
    """用当时的状态和工具结果重新运行一轮，不改动任何数据。 Run a turn again as it was; nothing is changed."""
    with opened() as house:
        then, now = house.replay(trace_id, user=user)
    if as_json:
        emit({"then": then.model_dump(mode="json"), "now": now.model_dump(mode="json")})
    else:
        print(f"当时 / then: {then.reply}\n现在 / now:  {now.reply}")


def _plain(text: str) -> str:
    """On one line, without what could steer a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
