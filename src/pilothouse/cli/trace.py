"""trace list, show, replay, export."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pilothouse.cli.terminal import Json, Whose, emit, opened

if TYPE_CHECKING:
    from pilothouse.contracts.reply import Reply
    from pilothouse.telemetry.trace import Event

trace = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="查看、重放、导出已记录的轮次。 Look at recorded turns, run them again, export them.",
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
def replay(
    trace_id: Id,
    user: Whose = None,
    mode: Annotated[str | None, typer.Option("--mode", help="NATIVE, SCHEMA, PROMPT_LEGACY, NONE.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="模型；offline 为不用。 A model, offline: none.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="language, history_turns, max_tool_calls；可多次。 Another setting; may be repeated.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """用当时的状态和工具结果重新运行一轮，不改动任何数据。 Run a turn again as it was; nothing is changed."""
    from pilothouse.contracts.errors import UsageError
    from pilothouse.rerun import read

    values: dict[str, str] = {}
    for pair in settings or ():
        name, sign, value = pair.partition("=")
        if not sign:
            raise UsageError(f"--set 应写成 key=value，而不是 {pair!r}。 Write --set key=value, not {pair!r}.")
        values[name.strip()] = value.strip()
    given = {name: value for name, value in (("mode", mode), ("model", model)) if value is not None}
    changes = read(values | given)
    with opened() as house:
        heard: list[Event] = []
        found = house.recorded(trace_id, user=user)
        then, now = house.replay(found.trace_id, user=user, changes=changes, listener=heard.append)
    if as_json:
        checks = {"then": _failed(found.events), "now": _failed(heard)}
        changed = changes.model_dump(exclude_none=True)
        emit(
            {"changes": changed, "then": then.model_dump(mode="json"), "now": now.model_dump(mode="json"),
             "failed_checks": checks}
        )  # fmt: skip
        return
    print(f"当时 / then: {then.reply}\n现在 / now:  {now.reply}")
    for name, before, after in (
        ("结果 / outcome", then.outcome, now.outcome),
        ("工具 / tools", _tools(then), _tools(now)),
        ("没通过的检查 / failed checks", len(_failed(found.events)), len(_failed(heard))),
        ("令牌 / tokens", then.usage.tokens, now.usage.tokens),
        ("毫秒 / ms", then.elapsed_ms, now.elapsed_ms),
    ):
        print(f"{name}: {before} → {after}")


@trace.command()
def export(
    trace_id: Annotated[
        str | None, typer.Argument(help="记录编号或其开头；不填为全部。 Trace id, or how it begins; default: all.")
    ] = None,
    user: Whose = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="会话名。 Session name.")] = None,
    assistant: Annotated[str | None, typer.Option("--assistant", "-a", help="助手名。 An assistant's.")] = None,
) -> None:
    """一轮为 JSON，多轮为 JSONL，最新的在前。 One turn as JSON, several as JSONL, the newest first."""
    from pilothouse.contracts.errors import DataError
    from pilothouse.telemetry.finding import Sight, Wanted, whole
    from pilothouse.telemetry.recorder import TraceError

    with opened() as house:
        if trace_id is not None:
            emit(asdict(house.recorded(trace_id, user=user)))
            return
        try:
            for found in whole(house.recorder, Wanted(session=session, assistant=assistant), Sight(user)):
                print(json.dumps(asdict(found), ensure_ascii=False, default=str))
        except TraceError as error:
            raise DataError(str(error)) from error


def _failed(events: Iterable[Event]) -> list[object]:
    """What checks found wrong."""
    checks = (event.fields for event in events if event.kind == "verification")
    return [fields.get("problems") for fields in checks if not fields.get("passed", True)]


def _tools(reply: Reply) -> str:
    return ", ".join(f"{call.name} ({call.error_type or call.status})" for call in reply.tool_calls) or "-"


def _plain(text: str) -> str:
    """On one line, without what could steer a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
