"""A real server, and a real browser in front of it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")
pytest.importorskip("uvicorn", reason="needs the extra [web]")
pytest.importorskip("nicegui", reason="needs the extra [web]")

import httpx

from pilothouse import Pilothouse
from pilothouse.server.keys import KeyStore

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("PILOTHOUSE_CHROMIUM", "/usr/bin/chromium")
SHOTS = os.environ.get("PILOTHOUSE_SHOTS")  # a folder for screenshots
HELD = ("--no-sandbox", "--disable-dev-shm-usage")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs playwright and a Chromium (make test-browser)")


@dataclass(frozen=True)
class Site:
    """A server with its home, and keys by the role of their holder."""

    url: str
    home: Path
    keys: dict[str, str]


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The pages over a fresh home with the sample data. ``SITE`` in a module names another server's script."""
    home = tmp_path_factory.mktemp("home")
    with Pilothouse(home) as house:
        keys = {}
        for role in ("member", "staff", "manager"):
            house.users.add(f"the-{role}", [role])
            keys[role] = KeyStore(house.users).make(f"the-{role}")
    port = _free()
    script = Path(__file__).with_name(getattr(request.module, "SITE", "site.py"))
    with (home / "server.log").open("w") as log:
        server = subprocess.Popen([sys.executable, str(script), str(home), str(port)], stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        try:
            _await(url, server, home / "server.log")
            yield Site(url, home, keys)
        finally:
            server.terminate()
            server.wait(timeout=60)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not Path(CHROMIUM).exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(HELD))
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """A page of a browser that has never been here. Whatever it does, no script fails, and nothing comes from
    elsewhere."""
    contexts, troubles = [], []

    def opened(
        path: str = "/", *, language: str = "zh-CN", dark: bool = False, phone: bool = False, role: str | None = None
    ) -> Page:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 860}
        context = browser.new_context(
            locale=language, viewport=size, color_scheme="dark" if dark else "light", has_touch=phone
        )  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on("request", lambda request: troubles.append(request.url) if _foreign(request.url, site.url) else None)
        page.on("dialog", lambda dialog: (troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        if role is not None:
            page.goto(f"{site.url}/sign-in")
            page.locator("#key").fill(site.keys[role])
            page.locator("main [type=submit]").click()
            page.locator(".user").wait_for()
        page.goto(site.url + path)
        page.locator("main").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture
def shot() -> Callable[[Any, str], None]:
    """Takes a screenshot where a folder for them is named."""

    def take(page: Any, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), animations="disabled")

    return take


def _foreign(address: str, ours: str) -> bool:
    return not address.startswith((ours, ours.replace("http", "ws", 1), "data:", "blob:", "about:"))


def _free() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def _await(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise RuntimeError(log.read_text())
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start: {log.read_text()}")
