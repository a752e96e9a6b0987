"""Files from pages: a photographed problem, menus, documents. The same checks as those of the API."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile

from pilothouse.contracts.errors import PilothouseError
from pilothouse.server import admin
from pilothouse.server.errors import ApiError
from pilothouse.server.jobs import Job
from pilothouse.web.cookie import NAME, Cookies
from pilothouse.web.forms import own
from pilothouse.web.visitor import asker

if TYPE_CHECKING:
    from pilothouse.server.access import Asker
    from pilothouse.server.desk import Desk


def router(desk: Desk, cookies: Cookies) -> APIRouter:
    """Where the pages' files go."""
    made = APIRouter(prefix="/pages", include_in_schema=False)

    async def sender(request: Request) -> Asker:
        own(request)
        address = request.client.host if request.client is not None else "unknown"
        kept = cookies.read(request.cookies.get(NAME))
        found = await asyncio.to_thread(asker, desk, kept, address, strict=True)
        desk.rates.take(found.bucket)
        return found

    @made.post("/photo")
    async def photo(request: Request, file: Annotated[UploadFile, File()]) -> dict[str, str]:
        """What is written on the photo of a problem."""
        from pilothouse.assistants.tutor.problems.photo import SUFFIXES, read_photo

        who = await sender(request)
        desk.access.may_ask(who, "tutor")
        received = await desk.uploads.receive([file], frozenset(SUFFIXES))
        try:
            with desk.slots.hold(who.bucket):
                return {"text": await asyncio.to_thread(read_photo, received[0])}
        except PilothouseError as error:
            raise ApiError(422, "unreadable", str(error).replace(str(received[0]), received[0].name)) from error
        finally:
            desk.uploads.drop(received)

    @made.post("/menu")
    async def menu(
        request: Request,
        file: Annotated[UploadFile, File()],
        kind: Annotated[Literal["menu", "faq", "stores"], Form()] = "menu",
    ) -> Job:
        return await admin.import_menu(desk, await sender(request), file, kind)

    @made.post("/documents")
    async def documents(
        request: Request,
        file: Annotated[list[UploadFile], File()],
        dept: Annotated[str, Form(max_length=64)] = "",
        allow: Annotated[str, Form(max_length=1000)] = "",
    ) -> Job:
        return await admin.add_documents(desk, await sender(request), file, dept, allow)

    return made
