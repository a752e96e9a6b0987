"""The command line. Errors a user can cause are one sentence and an exit code; ``--json`` prints data only."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:

    from pilothouse.house import Pilothouse

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="掌舵：受控地调用工具与检索知识的助手。 Assistants that call tools and retrieve knowledge under control.",
)
users = typer.Typer(no_args_is_help=True, help="用户与权限。 Users and their scopes.")
index = typer.Typer(no_args_is_help=True, help="导入数据并建立索引。 Import data and build its index.")
trace = typer.Typer(no_args_is_help=True, help="查看与重放已记录的对话轮次。 Look at recorded turns and run them again.")
stock = typer.Typer(no_args_is_help=True, help="门店实时库存。 Live stock of a store.")
for name, group in (("users", users), ("index", index), ("trace", trace), ("stock", stock)):
    app.add_typer(group, name=name)

Session = Annotated[str, typer.Option("--session", "-s", help="会话名 / session name")]
User = Annotated[str | None, typer.Option("--user", "-u", help="用户名，缺省为访客 / user name, default guest")]
Json = Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")]


def main() -> None:
    """Entry point: turns our errors into one sentence and the exit code that they carry."""
    from pilothouse.contracts.errors import PilothouseError

    try:
        app()
    except PilothouseError as error:
        _fail(str(error), error.code)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None


def _fail(sentence: str, code: int) -> NoReturn:
    if "--json" in sys.argv:
        print(json.dumps({"error": sentence}, ensure_ascii=False))
    else:
        print(f"错误 / Error: {sentence}", file=sys.stderr)
    raise SystemExit(code)


def _house() -> Pilothouse:
    from pilothouse.house import Pilothouse

    return Pilothouse()


@app.command()
def ask(
    assistant: Annotated[str, typer.Argument(help="助手，如 menu / assistant, for instance menu")],
    text: Annotated[str, typer.Argument(help="问题；- 表示从标准输入读取 / the question; - reads standard input")],
    session: Session = "default",
    user: User = None,
    as_json: Json = False,
) -> None:
    """问一句，得到一个回答。 Ask once, get one reply."""
    question = sys.stdin.read() if text == "-" else text
    with _house() as house:
        reply = house.ask(assistant, question, session=session, user=user)
    if as_json:
        print(reply.model_dump_json(indent=1))
    else:
        print(reply.reply)


@app.command()
def chat(
    assistant: Annotated[str, typer.Argument(help="助手 / assistant")] = "menu",
    session: Session = "default",
    user: User = None,
    as_json: Json = False,
) -> None:
    """连续对话；空行或 Ctrl-D 结束。 Talk; an empty line or Ctrl-D ends it."""
    from pilothouse.contracts.errors import PilothouseError

    interactive = sys.stdin.isatty() and not as_json
    with _house() as house:
        house.assistant(assistant)
        while True:
            try:
                text = input("您 > " if interactive else "")
            except EOFError:
                return
            if not text.strip():
                if interactive:
                    return
                continue
            try:
                reply = house.ask(assistant, text, session=session, user=user)
            except PilothouseError as error:
                print(json.dumps({"error": str(error)}, ensure_ascii=False) if as_json else f"错误 / Error: {error}", flush=True)
                continue
            print(reply.model_dump_json() if as_json else f"掌舵 > {reply.reply}" if interactive else reply.reply, flush=True)


@app.command()
def demo() -> None:
    """用示例餐厅演示；没有终端时播放一段对话后结束。 The sample restaurant; without a terminal a short conversation is played."""
    from pilothouse.demo import play

    play(interactive=sys.stdin.isatty() and sys.stdout.isatty())


@app.command()
def doctor(as_json: Json = False) -> None:
    """检查设置、数据和模型。 Check settings, data and model."""
    from pilothouse.doctor import examine

    findings = examine()
    if as_json:
        print(json.dumps([finding.as_dict() for finding in findings], ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            print(f"{'✓' if finding.ok else '✗'} {finding.what}: {finding.sentence}")
    if not all(finding.ok for finding in findings):
        raise SystemExit(1)


@app.command()
def tools(assistant: Annotated[str, typer.Argument(help="助手 / assistant")] = "menu", as_json: Json = False) -> None:
    """列出助手可用的工具。 The tools of an assistant, as documentation or as JSON schemas."""
    with _house() as house:
        contracts = house.assistant(assistant).tools
    if as_json:
        print(json.dumps([contract.openai() for contract in contracts], ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(contract.document() for contract in contracts))


@index.command("menu")
def index_menu(
    file: Annotated[Path, typer.Argument(help="菜单：JSON、JSON Lines、CSV 或文字 / menu: JSON, JSON lines, CSV or text")],
    store: Annotated[str | None, typer.Option("--store", help="只给这家门店 / for this store only")] = None,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", help="字段对应，如 name=菜的名字 / FIELD=NAME for odd field names")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="文件改动后自动重新导入 / import again when the file changes")] = False,
    user: User = None,
    as_json: Json = False,
) -> None:
    """导入菜单并建立索引，报告读不懂的内容。 Import a menu, build its index, report what could not be read."""
    from pilothouse.assistants.menu import command

    with _house() as house:
        command.require_manager(house, user)
        pairs = command.read_pairs(mapping or [])
        _print_report(command.import_menu(house, file, store=store, mapping=pairs, progress=_progress(as_json)), as_json)
        if watch:
            for report in command.watch_menu(house, file, store=store, mapping=pairs):
                _print_report(report, as_json)


@index.command("sample")
def index_sample(as_json: Json = False) -> None:
    """恢复示例餐厅。 Bring the sample restaurant back."""
    from pilothouse.assistants.menu import command

    with _house() as house:
        _print_report(command.import_sample(house, progress=_progress(as_json)), as_json)


@index.command("faq")
def index_faq(
    file: Annotated[Path, typer.Argument(help="常见问题 JSON / FAQ as JSON")], user: User = None, as_json: Json = False
) -> None:
    """导入常见问题。 Import frequent questions (JSON list of question, answer, variants)."""
    from pilothouse.assistants.menu import command

    with _house() as house:
        command.require_manager(house, user)
        _print_report(command.import_faq(house, file, progress=_progress(as_json)), as_json)


@index.command("stores")
def index_stores(
    file: Annotated[Path, typer.Argument(help="门店 JSON / stores as JSON")], user: User = None, as_json: Json = False
) -> None:
    """导入门店。 Import stores (JSON list of name, address, hours, …)."""
    from pilothouse.assistants.menu import command

    with _house() as house:
        command.require_manager(house, user)
        _print_report(command.import_stores(house, file, progress=_progress(as_json)), as_json)


@users.command("add")
def users_add(
    name: str,
    scopes: Annotated[str, typer.Option("--scopes", help="逗号分隔，如 member 或 staff / comma-separated")] = "",
    at: Annotated[str | None, typer.Option("--at", help="位置 纬度,经度 / location LAT,LON")] = None,
    as_json: Json = False,
) -> None:
    """添加用户。 Add a user."""
    with _house() as house:
        user = house.users.add(name, _words(scopes), location=_place(at))
    _print_user(user, as_json)


@users.command("set")
def users_set(
    name: str,
    scopes: Annotated[str | None, typer.Option("--scopes", help="新的权限 / the new scopes")] = None,
    at: Annotated[str | None, typer.Option("--at", help="位置 纬度,经度 / location LAT,LON")] = None,
    as_json: Json = False,
) -> None:
    """修改用户的权限或位置。 Change a user's scopes or location."""
    with _house() as house:
        user = house.users.caller(name) and house.users.find(name)
        if scopes is not None:
            user = house.users.set_scopes(name, _words(scopes))
        if at is not None:
            user = house.users.set_location(name, _place(at))
    _print_user(user, as_json)


@users.command("list")
def users_list(as_json: Json = False) -> None:
    """列出用户。 List users."""
    with _house() as house:
        found = house.users.list()
    if as_json:
        print(json.dumps([{"name": user.name, "scopes": sorted(user.scopes)} for user in found], ensure_ascii=False))
        return
    for user in found:
        _print_user(user, as_json)


@users.command("remove")
def users_remove(name: str) -> None:
    """删除用户。 Remove a user."""
    with _house() as house:
        house.users.remove(name)
    print(f"已删除 {name}。 Removed {name}.")


@stock.command("set")
def stock_set(
    dish: str,
    store: Annotated[str | None, typer.Option("--store", help="门店 / store")] = None,
    sold_out: Annotated[bool, typer.Option("--sold-out/--available", help="售罄或恢复 / sold out or available")] = False,
    quantity: Annotated[int | None, typer.Option("--quantity", min=0, help="剩余份数 / portions left")] = None,
    user: User = None,
    as_json: Json = False,
) -> None:
    """修改一道菜的库存。 Change the stock of a dish."""
    from pilothouse.assistants.menu import command

    with _house() as house:
        _print_report(command.set_stock(house, dish, store=store, sold_out=sold_out, quantity=quantity, user=user), as_json)


@trace.command("list")
def trace_list(
    user: User = None,
    session: Annotated[str | None, typer.Option("--session", "-s")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000)] = 20,
    as_json: Json = False,
) -> None:
    """最近的轮次。 The latest turns."""
    with _house() as house:
        found = house.recorder.list(user=user, session=session, limit=limit)
    for item in found:
        row = {"trace_id": item.trace_id, "at": item.started_at, "user": item.user, "session": item.session,
               "turn": item.turn, "outcome": item.outcome, "ms": item.elapsed_ms, "text": item.input}  # fmt: skip
        print(json.dumps(row, ensure_ascii=False) if as_json else
              f"{item.trace_id[:12]}  {item.started_at}  {item.user}/{item.session}#{item.turn}  {item.outcome}  {item.input or ''}")


@trace.command("show")
def trace_show(trace_id: str, user: User = None, as_json: Json = False) -> None:
    """一轮的每一步。 Every step of a turn."""
    from dataclasses import asdict

    from pilothouse.contracts.errors import UsageError

    with _house() as house:
        found = house.recorder.get(trace_id, user=user)
    if found is None:
        raise UsageError(f"没有记录 {trace_id}。 There is no recorded turn {trace_id}.")
    if as_json:
        print(json.dumps(asdict(found), ensure_ascii=False, default=str))
        return
    print(f"{found.trace_id}  {found.assistant}  {found.user}/{found.session}#{found.turn}  {found.outcome}  {found.elapsed_ms} ms")
    print(f"> {found.input}")
    for event in found.events:
        print(f"{event.ms:9.1f} ms  {event.kind:13} {json.dumps(event.fields, ensure_ascii=False, default=str)[:400]}")
    if found.reply:
        print(f"< {found.reply['reply']}")


@trace.command("replay")
def trace_replay(trace_id: str, user: User = None, as_json: Json = False) -> None:
    """用当时的状态重新运行一轮，不改动任何会话。 Run a turn again from its stored state; no session is changed."""
    with _house() as house:
        then, now = house.replay(trace_id, user=user)
    if as_json:
        print(json.dumps({"then": then.model_dump(), "now": now.model_dump()}, ensure_ascii=False, default=str))
        return
    print(f"当时 / then: {then.reply}\n现在 / now:  {now.reply}")


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _place(text: str | None) -> tuple[float, float] | None:
    from pilothouse.contracts.errors import UsageError

    if text is None:
        return None
    try:
        latitude, longitude = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"位置 {text!r} 应写成 纬度,经度。 A location is LAT,LON, for instance 30.66,104.06.") from None
    return latitude, longitude


def _print_user(user: Any, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"name": user.name, "scopes": sorted(user.scopes), "location": user.location}, ensure_ascii=False))
    else:
        print(f"{user.name}: {', '.join(sorted(user.scopes)) or '（无权限 / no scopes）'}")


def _print_report(report: Any, as_json: bool) -> None:
    print(json.dumps(report.as_dict(), ensure_ascii=False, indent=1) if as_json else report.text(), flush=True)


def _progress(quiet: bool) -> Any:
    """A bar on a terminal, nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(TextColumn("建立索引 / indexing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    task = bar.add_task("index", total=None)

    def tell(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)
        if done >= total:
            bar.stop()

    return tell




if __name__ == "__main__":
    main()
