"""The pages put onto the server's application."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from nicegui import core, ui
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles

from pilothouse.server.access import SECRET
from pilothouse.web import entrance, forms, uploads
from pilothouse.web.cookie import Cookies
from pilothouse.web.visitor import held

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import Scope

    from pilothouse.house import Pilothouse

ASSETS = Path(__file__).parent / "assets"
PAGES = (
    "home",
    "conversation",
    "earlier",
    "source",
    "operator",
    "dashboard",
    "recorder",
)  # modules that register pages when they are imported
_API = ("/v1/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/mcp")


def mount(app: FastAPI, house: Pilothouse) -> None:
    """Serve the pages at ``/``. Call it last, after every route of ``app``: what they don't take is a page.

    One server process: a page lives in the process that built it. NiceGUI has one application in a process, so that
    pages mounted a second time answer for the house that was given last.
    """
    desk = app.state.desk
    cookies = Cookies(house.settings.home / SECRET)
    app.state.cookies = partial(held, desk, cookies)  # who opens a voice socket
    app.mount("/assets", StaticFiles(directory=ASSETS), name="assets")
    for name in PAGES:
        import_module(f"pilothouse.web.{name}")
    for part in (forms, uploads, import_module("pilothouse.web.recorder")):
        app.include_router(part.router(desk, cookies))
    core.app.config.socket_io_js_transports = ["websocket"]
    core.app.config.quasar_config["loadingBar"]["skipHijack"] = True  # a bar without a name; turns show their steps
    ui.run_with(
        app,
        title="Pilothouse",
        favicon=ASSETS / "favicon.svg",
        dark=None,
        tailwind=False,
        reconnect_timeout=20,
        gzip_middleware_factory=None,
        show_welcome_message=False,
    )
    app.router.routes[-1] = _Rest("/", entrance.Entrance(core.app, desk, cookies), app)


class _Rest(Mount):
    """Everything that is no endpoint: an endpoint asked in a wrong way stays an error of the endpoint."""

    def __init__(self, path: str, pages: entrance.Entrance, app: FastAPI) -> None:
        super().__init__(path, pages)
        self._app = app

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http":
            if scope["path"].startswith(_API):
                return Match.NONE, {}
            others = (route for route in self._app.router.routes if route is not self)
            if any(route.matches(scope)[0] is Match.PARTIAL for route in others):
                return Match.NONE, {}
        return super().matches(scope)
