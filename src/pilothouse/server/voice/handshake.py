"""The WebSocket's address: who may open it, and how a conversation begins."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected

from pilothouse.contracts.errors import PilothouseError
from pilothouse.server.audio import Speech
from pilothouse.server.desk import Desk
from pilothouse.server.errors import ApiError, api_error
from pilothouse.server.limits import Slots
from pilothouse.server.voice.ears import Ears
from pilothouse.server.voice.guest import address_of, same_site, welcome
from pilothouse.server.voice.line import Line
from pilothouse.server.voice.messages import Start, parse
from pilothouse.server.voice.visit import GONE, Visit

router = APIRouter()
log = logging.getLogger("pilothouse.server.requests")

START_S = 20.0  # for the first message
REFUSED, LATER = 1008, 1013


@router.websocket("/v1/assistants/{assistant}/voice")
async def voice(socket: WebSocket, assistant: str) -> None:
    """A conversation by voice (docs/voice.md)."""
    began, code = time.perf_counter(), REFUSED
    try:
        code = await _talk(socket, socket.app.state.desk, assistant)
    except (WebSocketDisconnect, WebSocketDisconnected):
        code = GONE
    finally:
        took = (time.perf_counter() - began) * 1000
        log.info("WEBSOCKET /v1/assistants/{assistant}/voice %s %.1f ms", code, took)


async def _talk(socket: WebSocket, desk: Desk, assistant: str) -> int:
    """The code of the close."""
    newcomers, guests = _places(socket, desk)
    accepted = False
    try:
        _let_in(socket, desk, assistant)
        with newcomers.hold(address_of(socket)):
            await socket.accept()
            accepted = True
            start = await _start(socket)
            guest = await welcome(socket, desk, assistant, start)
        with guests.hold(guest.bucket):
            speech: Speech = socket.app.state.speech
            make = partial(Ears, start, speech.detector, desk.settings.max_audio)
            ears = await asyncio.to_thread(make) if start.listen else None
            return await Visit(socket, guest, start, speech, ears).run(Line.of(socket.scope))
    except (ApiError, PilothouseError) as fault:
        error = api_error(fault)
        if not accepted:
            await socket.send_denial_response(error.response())
            return REFUSED
        code = LATER if error.status in (429, 503) else REFUSED
        await socket.send_json({"type": "error", **error.body()})
        await socket.close(code)
        return code


def _places(socket: WebSocket, desk: Desk) -> tuple[Slots, Slots]:
    """Sockets that are open: of those who have not said yet who they are, by address, and of the others."""
    state, settings = socket.app.state, desk.settings
    if not hasattr(state, "voices"):
        state.voices = (
            Slots(8 * settings.concurrency, settings.max_turns),
            Slots(settings.concurrency, settings.max_turns),
        )
    found: tuple[Slots, Slots] = state.voices
    return found


def _let_in(socket: WebSocket, desk: Desk, assistant: str) -> None:
    """Raises ``ApiError``: 403 for pages of other sites, 404 for an unknown assistant, 401 for a key that is none."""
    origin = socket.headers.get("origin")
    if origin is not None and not same_site(socket.headers) and origin not in desk.settings.origins:
        sentence = "不接受其他网站的页面（PILOTHOUSE_SERVER__ORIGINS）。 Pages of other sites may not do this."
        raise ApiError(403, "foreign_origin", sentence)
    if assistant not in desk.house.assistants:
        raise ApiError(404, "unknown_assistant", "没有这个助手。 There is no such assistant.", param="assistant")
    address = address_of(socket)
    try:
        desk.access.identify(socket.headers.get("authorization"), address)
    except ApiError:
        desk.rates.take(f"refused:{address}")
        raise


async def _start(socket: WebSocket) -> Start:
    """The first message. Raises ``ApiError`` when it is another one, or doesn't come."""
    try:
        async with asyncio.timeout(START_S):
            message = await socket.receive()
    except TimeoutError:
        raise ApiError(408, "no_start", "没有收到 start。 No start came.") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GONE))
    text = message.get("text")
    said = parse(text) if text is not None else None
    if not isinstance(said, Start):
        raise ApiError(422, "bad_message", "第一条消息必须是 start。 The first message must be start.", param="type")
    return said
