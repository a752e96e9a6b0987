"""What the endpoints take from a request: the desk, who asks, the session that is wished for."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import unquote

from fastapi import Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from pilothouse.server.access import Asker
from pilothouse.server.desk import Desk
from pilothouse.server.errors import ErrorReply

# Only for the OpenAPI document: the header itself is read by the desk.
bearer = HTTPBearer(auto_error=False, description="`Authorization: Bearer ph_…` (pilothouse users add NAME --key)")

Responses = dict[int | str, dict[str, object]]
ERRORS: Responses = {
    status: {"model": ErrorReply, "description": text}
    for status, text in (
        (401, "Key missing, wrong or revoked"),
        (403, "A scope is lacking"),
        (422, "The request doesn't have the right shape"),
        (429, "Too many requests, or turns at once; see Retry-After"),
    )
}


async def get_desk(request: Request) -> Desk:  # asynchronous, or it would be sent through a thread
    found = request.app.state.desk
    assert isinstance(found, Desk)
    return found


async def get_asker(
    request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)] = None
) -> Asker:
    return await (await get_desk(request)).asker(request)


async def get_session(
    x_session: Annotated[
        str | None, Header(description="Session to continue; left out, a new one is begun", max_length=400)
    ] = None,
) -> str | None:
    """The header's text: percent-encoded, or plain UTF-8, which comes as Latin-1."""
    if not x_session:
        return None
    return unquote(x_session.encode("latin-1", "replace").decode("utf-8", "replace"))


AtDesk = Annotated[Desk, Depends(get_desk)]
Who = Annotated[Asker, Depends(get_asker)]
Wished = Annotated[str | None, Depends(get_session)]
