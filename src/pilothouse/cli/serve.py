"""serve."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from fastapi import FastAPI

    from pilothouse.settings import Settings


def add(app: typer.Typer) -> None:
    app.command()(serve)


def serve(
    host: Annotated[str | None, typer.Option("--host", help="地址。 Address, default 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="端口。 Port, default 8420.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, max=64, help="进程数。 Processes.")] = None,
) -> None:
    """启动服务：网页、OpenAI 兼容接口、事件流。 Serve pages, an OpenAI-compatible API and event streams."""
    from pilothouse.cli.terminal import keep_log
    from pilothouse.contracts.errors import UsageError
    from pilothouse.settings import ensure_home, load

    try:
        running = import_module("pilothouse.server.running")
    except ImportError as error:
        raise UsageError(
            f"没有安装服务器：pip install 'pilothouse[web]'（缺 {error.name}）。 "
            f"The server is not installed ({error.name} is missing): pip install 'pilothouse[web]'"
        ) from error
    settings = load()
    given = {name: value for name, value in (("host", host), ("port", port), ("workers", workers)) if value is not None}
    settings = settings.model_copy(update={"server": settings.server.model_copy(update=given)})
    ensure_home(settings)
    keep_log(settings.home)
    running.run(settings, f"{__name__}:application", lambda port: _announce(settings, port))


def application() -> FastAPI:
    """The application of this environment: the endpoints, with MCP and the pages where they are installed."""
    from pilothouse.cli.terminal import keep_log
    from pilothouse.house import Pilothouse
    from pilothouse.server import create_app

    house = Pilothouse()
    keep_log(house.settings.home)  # here too: several workers are processes of their own
    app = create_app(house)
    if router := _part("pilothouse.server.mcp.http", "mcp_router"):
        app.include_router(router(app.state.desk))
    # A page lives in the process that made it.
    if (
        house.settings.server.pages
        and house.settings.server.workers == 1
        and (mount := _part("pilothouse.web", "mount"))
    ):
        mount(app, house)
    return app


def _part(name: str, face: str) -> Any:
    """What puts an optional part onto the application; ``None`` where its libraries are not installed."""
    try:
        return getattr(import_module(name), face)
    except ImportError as error:
        logging.getLogger(__name__).warning("Not served: %s (%s is missing).", name, error.name)
        return None


def _announce(settings: Settings, port: int) -> None:
    server = settings.server
    shown = f"[{server.host}]" if ":" in server.host else server.host
    print(f"http://{shown}:{port}  (OpenAI: http://{shown}:{port}/v1)", flush=True)
    if server.loopback or server.anonymous is not None:
        return
    print(
        "没有密钥就不能提问：pilothouse users add 名字 --role member --key。 "
        "Nobody is answered without a key: pilothouse users add NAME --role member --key",
        flush=True,
    )
