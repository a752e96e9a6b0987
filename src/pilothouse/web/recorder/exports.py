"""Turns as files: one as JSON or as a page that stands alone, a list as JSONL. No more than the pages show."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from pilothouse.server.errors import ApiError
from pilothouse.telemetry import finding
from pilothouse.telemetry.recorder import TraceError
from pilothouse.web.cookie import NAME, Cookies
from pilothouse.web.recorder import address
from pilothouse.web.recorder.alone import document
from pilothouse.web.recorder.sight import View, view
from pilothouse.web.visitor import asker, language_of
from pilothouse.web.words import Words

if TYPE_CHECKING:
    from pilothouse.server.desk import Desk
    from pilothouse.telemetry.trace import Trace

# Should a browser show a file of ours, nothing in it may run.
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}


def router(desk: Desk, cookies: Cookies) -> APIRouter:
    """Where the files are."""
    made = APIRouter(include_in_schema=False)

    async def seen(request: Request) -> View:
        address_ = request.client.host if request.client is not None else "unknown"
        kept = cookies.read(request.cookies.get(NAME))
        who = await asyncio.to_thread(asker, desk, kept, address_, strict=True)
        desk.rates.take(who.bucket)
        return view(desk, kept, who)

    @made.get(f"{address.EXPORT}.jsonl")
    async def listed(request: Request) -> Response:
        """All turns that the list's filters let through, one a line."""
        mine, filters = await seen(request), address.Filters.of(request.query_params)
        turns = finding.whole(desk.house.recorder, filters.wanted, mine.sight)
        try:
            first = await asyncio.to_thread(next, turns, None)  # what can't be read is told by a status
        except TraceError as error:
            raise _unread() from error

        def lines() -> Iterator[str]:
            if first is not None:
                yield json.dumps(plain(mine.shown(first)), ensure_ascii=False, default=str) + "\n"
            for turn in turns:
                yield json.dumps(plain(mine.shown(turn)), ensure_ascii=False, default=str) + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson", headers=_named("turns.jsonl"))

    @made.get(address.EXPORT + "/{trace_id}.json")
    async def as_json(request: Request, trace_id: str) -> Response:
        """All that may be seen of a turn."""
        trace = await _get(await seen(request), trace_id)
        body = json.dumps(plain(trace), ensure_ascii=False, indent=1, default=str)
        return Response(body, media_type="application/json", headers=_named(f"{trace.trace_id}.json"))

    @made.get(address.EXPORT + "/{trace_id}.html")
    async def as_page(request: Request, trace_id: str) -> Response:
        """The same, for people."""
        trace = await _get(await seen(request), trace_id)
        body = document(Words(language_of(request)), trace)
        return Response(body, media_type="text/html", headers=_named(f"{trace.trace_id}.html"))

    return made


async def _get(mine: View, trace_id: str) -> Trace:
    try:
        found = await asyncio.to_thread(mine.get, trace_id)
    except TraceError as error:
        raise _unread() from error
    if found is None:
        raise ApiError(404, "unknown_trace", "没有这条记录。 There is no such turn.")
    return found


def plain(trace: Trace) -> dict[str, Any]:
    """A turn as JSON data."""
    return asdict(trace)


def _named(name: str) -> dict[str, str]:
    return {**_HEADERS, "Content-Disposition": f'attachment; filename="pilothouse-{name}"'}


def _unread() -> ApiError:
    return ApiError(503, "data_unavailable", "运行记录读不了。 Traces can't be read now.")
