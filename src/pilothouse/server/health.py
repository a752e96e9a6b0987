"""Is it alive, is it ready, what are the numbers."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, PlainTextResponse, Response

from pilothouse.contracts.errors import PilothouseError
from pilothouse.server.parts import AtDesk
from pilothouse.serving import local
from pilothouse.telemetry.metrics import CONTENT_TYPE, exposition

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """``checks`` by name: ``ok``, or in a word why not. Details are in the log and in ``pilothouse doctor``."""

    ready: bool
    checks: dict[str, str]


@router.get("/healthz")
async def healthz() -> Health:
    """The process answers."""
    return Health()


@router.get("/readyz", responses={503: {"model": Readiness, "description": "Not ready for turns"}})
async def readyz(desk: AtDesk) -> Response:
    """Turns can be taken."""
    checks = await asyncio.to_thread(_checks, desk.house)
    if desk.draining:
        checks["shutdown"] = "draining"
    if not desk.warm.is_set():
        checks["assistants"] = "opening"
    ready = all(found == "ok" for found in checks.values())
    body = Readiness(ready=ready, checks=checks).model_dump()
    return JSONResponse(body, 200 if ready else 503)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request, desk: AtDesk) -> Response:
    """Counters and histograms for Prometheus: from this machine, or with the scope `metrics:read`."""
    address = request.client.host if request.client is not None else ""
    if not (desk.settings.public_metrics or local(address)):
        desk.access.require(await desk.asker(request), "metrics:read")
    running = f"# HELP pilothouse_turns_running Turns that run now.\n# TYPE pilothouse_turns_running gauge\npilothouse_turns_running {desk.slots.running}\n"  # noqa: E501
    return Response(exposition() + running, media_type=CONTENT_TYPE)


def _checks(house: Pilothouse) -> dict[str, str]:
    checks = {"home": "ok" if os.access(house.settings.home, os.W_OK | os.X_OK) else "not writable"}
    try:
        house.users.list()
        checks["users"] = "ok"
    except PilothouseError:
        checks["users"] = "unreadable"
    return checks
