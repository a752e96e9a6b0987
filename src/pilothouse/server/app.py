"""The application put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from pilothouse import __version__
from pilothouse.server import admin, audio, health, openai, records, turns
from pilothouse.server.desk import Desk
from pilothouse.server.errors import add_handlers
from pilothouse.server.gate import Gate
from pilothouse.server.voice import router as voice

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

log = logging.getLogger(__name__)

# Imported before any request: two threads that import Haystack at the same time break each other's imports.
HEAVY = "pilothouse.retrieval.store"

ABOUT = """Assistants under control, over HTTP.

A key (`Authorization: Bearer ph_…`) stands for a user with his scopes. Errors have the shape
`{"error": {"message", "type", "code", "param"}}`."""


def create_app(house: Pilothouse, *, warm: bool = True, speech: audio.Speech | None = None) -> FastAPI:
    """The server of a house, with the settings that it has (``house.settings.server``).

    ``warm`` opens all assistants before the first question, ``speech`` replaces the ears and the voice of the settings.
    The house is closed when the application ends. ``app.state.desk`` has what other parts on the same application need:
    who asks, limits, running turns; ``app.state.speech`` the ears and the voice.
    """
    desk = Desk(house)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(import_module, HEAVY)
        warming = asyncio.create_task(asyncio.to_thread(_warm, desk, house.assistants if warm else ()))
        await asyncio.to_thread(desk.jobs.settle)
        await asyncio.to_thread(desk.uploads.sweep)
        try:
            yield
        finally:
            desk.draining = True
            await asyncio.wait({warming})
            await asyncio.to_thread(desk.jobs.close, desk.settings.shutdown_timeout_s)
            await app.state.speech.close()
            await house.aclose()

    app = FastAPI(
        title="Pilothouse",
        version=__version__,
        description=ABOUT,
        lifespan=living,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.desk = desk
    app.state.speech = desk.speech = speech or audio.Speech(house.settings.speech)
    for part in (turns, openai, audio, records, admin, health):
        app.include_router(part.router)
    app.include_router(voice)
    add_handlers(app)
    if house.settings.server.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(house.settings.server.origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "X-Session"],
            expose_headers=["X-Session", "Retry-After"],
        )
    app.add_middleware(Gate, settings=house.settings.server)
    return app


def _warm(desk: Desk, assistants: Iterable[str]) -> None:
    """Open assistants before the first question. One that can't be opened says so when it is asked."""
    for name in assistants:
        try:
            desk.house.room(name)
        except Exception as error:
            log.warning("The assistant %s can't be opened: %s", name, error)
    desk.warm.set()
