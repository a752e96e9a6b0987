"""mcp."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import User, opened

if TYPE_CHECKING:
    from pilothouse.settings import Settings


def add(app: typer.Typer) -> None:
    app.command()(mcp)


def mcp(
    user: User = None,
    assistants: Annotated[
        str,
        typer.Option("--assistants", help="只提供这些助手，逗号分隔。 Offer these assistants only, comma-separated."),
    ] = "",
    http: Annotated[bool, typer.Option("--http", help="用 HTTP，而不是标准输入输出。 HTTP instead of stdio.")] = False,
    host: Annotated[str | None, typer.Option("--host", help="地址。 Address, default 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="端口。 Port, default 8420.")] = None,
) -> None:
    """把工具与助手提供给 MCP 客户端。 Offer tools and assistants to MCP clients."""
    from pilothouse.contracts.errors import UsageError
    from pilothouse.server.mcp import TOKEN

    only = [name.strip() for name in assistants.replace("，", ",").split(",") if name.strip()]
    token = os.environ.get(TOKEN) or None
    if http:
        if user is not None:
            raise UsageError("HTTP 用户由密钥决定，不用 --user。 Over HTTP the key tells the user; leave --user out.")
        _serve_http(host, port, only)
        return
    if host is not None or port is not None:
        raise UsageError("--host 与 --port 只用于 --http。 --host and --port are for --http only.")
    if user is not None and token is not None:
        raise UsageError(f"--user 与 {TOKEN} 只能用一个。 Use either --user or {TOKEN}.")
    stdio = _part("stdio")
    with opened() as house:
        stdio.serve(house, user=user, token=token, only=only)


def _serve_http(host: str | None, port: int | None, only: list[str]) -> None:
    from pilothouse.cli.terminal import keep_log
    from pilothouse.house import Pilothouse
    from pilothouse.settings import load

    part = _part("http")
    settings = load()
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = settings.model_copy(update={"server": settings.server.model_copy(update=given)})
    house = Pilothouse(settings=settings)
    keep_log(settings.home)
    app = part.create_mcp_app(house, only)
    _announce(settings)
    import_module("uvicorn").run(
        app,
        host=settings.server.host,
        port=settings.server.port,
        access_log=False,  # the gate writes one without names
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=settings.server.shutdown_timeout_s,
    )


def _announce(settings: Settings) -> None:
    server = settings.server
    shown = f"[{server.host}]" if ":" in server.host else server.host
    if server.port:
        print(f"http://{shown}:{server.port}/mcp", flush=True)


def _part(name: str) -> Any:
    """A module that needs the extra."""
    from pilothouse.contracts.errors import UsageError

    try:
        return import_module(f"pilothouse.server.mcp.{name}")
    except ImportError as error:
        raise UsageError(
            f"没有安装 MCP：pip install 'pilothouse[mcp]'（缺 {error.name}）。 "
            f"MCP is not installed ({error.name} is missing): pip install 'pilothouse[mcp]'"
        ) from error
