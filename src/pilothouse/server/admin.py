"""What operators do: menu, stock, documents. Imports run in the background, with progress."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Path, Query, Request, UploadFile
from pydantic import BaseModel, ConfigDict, Field

from pilothouse.contracts.errors import PilothouseError
from pilothouse.server.desk import Desk, Stream
from pilothouse.server.errors import ApiError, ErrorReply
from pilothouse.server.events import MEDIA, sent
from pilothouse.server.jobs import Job, Progress, Work
from pilothouse.server.parts import ERRORS, AtDesk, Who
from pilothouse.server.uploads import safe_dept

router = APIRouter(prefix="/v1", tags=["admin"], responses=ERRORS)

MENUS = frozenset({".json", ".jsonl", ".csv", ".tsv", ".txt", ".md"})
POLL_S = 0.2


class StockLevel(BaseModel):
    """The live stock of a dish in a store. ``quantity`` null: not counted."""

    dish: str
    store: str
    available: bool
    quantity: int | None


class StockChange(BaseModel):
    """``store`` left out: the first one."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"dish": "水煮鱼", "sold_out": True, "quantity": None}]}
    )

    dish: str = Field(min_length=1, max_length=200)
    store: str | None = Field(default=None, max_length=200)
    sold_out: bool = False
    quantity: int | None = Field(default=None, ge=0, le=100_000)


class DocumentEntry(BaseModel):
    """A document of the library; ``reason`` and ``sentence`` tell why it was skipped."""

    id: str
    source: str
    title: str
    date: str
    dept: str
    allow: list[str]
    status: Literal["read", "skipped"]
    reason: str
    sentence: str
    chunks: int
    size: int


class DocumentList(BaseModel):
    documents: list[DocumentEntry]


class JobList(BaseModel):
    jobs: list[Job]


@router.post("/admin/menu", status_code=202, responses={413: {"model": ErrorReply}})
async def import_menu(
    desk: AtDesk,
    who: Who,
    file: Annotated[UploadFile, File(description="JSON, JSON lines, CSV or text")],
    kind: Annotated[Literal["menu", "faq", "stores"], Form()] = "menu",
    store: Annotated[str | None, Form(max_length=80, description="For this store only")] = None,
    mapping: Annotated[str | None, Form(max_length=5000, description='JSON, as `{"name": "菜的名字"}`')] = None,
) -> Job:
    """Import a menu, frequent questions or stores (scope `menu:write`). The old ones answer until then."""
    from pilothouse.assistants.menu import command

    user = desk.access.require(who, "menu:write")
    pairs = _mapping(mapping)
    received = await desk.uploads.receive([file], MENUS)

    def work(progress: Progress) -> Mapping[str, Any]:
        try:
            if kind == "menu":
                report = command.import_menu(desk.house, received[0], store=store, mapping=pairs, progress=progress)
            elif kind == "faq":
                report = command.import_faq(desk.house, received[0], progress=progress)
            else:
                report = command.import_stores(desk.house, received[0], progress=progress)
        except PilothouseError as error:
            raise _renamed(error, received[0]) from error
        finally:
            desk.uploads.drop(received)
        return report.as_dict()

    return _begun(desk, kind, user, received, work)


def stores(desk: Desk) -> list[str]:
    """The names of the stores."""
    return [store.name for store in desk.house.room("menu").services.catalogue.pinned().stores]


@router.get("/admin/stock")
def read_stock(desk: AtDesk, who: Who, store: Annotated[str | None, Query(max_length=200)] = None) -> list[StockLevel]:
    """The live stock of each dish of a store (scope `stock:read`)."""
    from pilothouse.assistants.menu import command

    desk.access.require(who, "stock:read")
    return [StockLevel(**level.as_dict()) for level in command.list_stock(desk.house, store=store)]


@router.put("/admin/stock")
def change_stock(desk: AtDesk, who: Who, change: StockChange) -> StockLevel:
    """Change the stock of a dish (scope `stock:write`)."""
    from pilothouse.assistants.menu import command

    user = desk.access.require(who, "stock:write")
    report = command.set_stock(
        desk.house, change.dish, store=change.store, sold_out=change.sold_out, quantity=change.quantity, user=user
    )
    return StockLevel(**report.as_dict())


@router.post("/admin/documents", status_code=202, responses={413: {"model": ErrorReply}})
async def add_documents(
    desk: AtDesk,
    who: Who,
    file: Annotated[list[UploadFile], File(description="Markdown, text, HTML, PDF, DOCX, PPTX, XLSX, CSV, scans")],
    dept: Annotated[str, Form(max_length=64)] = "",
    allow: Annotated[str, Form(max_length=1000, description="Who may read it, as `hr,finance`; `*` for all")] = "",
) -> Job:
    """Put documents into the knowledge assistant's library (scope `knowledge:write`)."""
    from pilothouse.assistants.knowledge import command
    from pilothouse.retrieval.documents.reading import KINDS

    user = desk.access.require(who, "knowledge:write")
    department = safe_dept(dept)
    received = await desk.uploads.receive(file, KINDS)

    def work(progress: Progress) -> Mapping[str, Any]:
        try:
            kept = desk.uploads.keep(received, department)
        finally:
            desk.uploads.drop(received)
        try:
            report = command.index_documents(
                desk.house, kept, dept=department, allow=[allow] if allow.strip() else [], progress=progress
            )
        except PilothouseError as error:
            raise _renamed(error, *kept) from error
        found = report.as_dict()
        mine = {str(path): path.name for path in kept}
        skipped = [item for item in found["skipped"] if item["path"] in mine]
        return found | {"skipped": [item | {"path": mine[item["path"]]} for item in skipped]}

    return _begun(desk, "documents", user, received, work)


@router.get("/admin/documents")
def list_documents(desk: AtDesk, who: Who) -> DocumentList:
    """All documents of the library, and what was skipped (scope `knowledge:write`)."""
    from pilothouse.assistants.knowledge.assistant import open_library

    desk.access.require(who, "knowledge:write")
    with open_library(desk.house.resources) as library:
        found = library.everything()
    fields = DocumentEntry.model_fields
    return DocumentList(documents=[DocumentEntry(**{name: getattr(info, name) for name in fields}) for info in found])


@router.delete("/admin/documents/{id:path}", status_code=202, responses={404: {"model": ErrorReply}})
def remove_document(desk: AtDesk, who: Who, id: Annotated[str, Path(max_length=2000)]) -> Job:
    """Take a document out of the library; its file is deleted if it was uploaded (scope `knowledge:write`)."""
    from pilothouse.assistants.knowledge import command
    from pilothouse.assistants.knowledge.assistant import open_library

    user = desk.access.require(who, "knowledge:write")
    with open_library(desk.house.resources) as library:
        found = next((info for info in library.everything() if info.id == id), None)
    if found is None:
        raise ApiError(404, "unknown_document", "没有这份文档。 There is no such document.", param="id")

    def work(progress: Progress) -> Mapping[str, Any]:
        report = command.remove_documents(desk.house, [id])
        deleted = desk.uploads.delete(FilePath(found.path))
        return {"removed": report.removed, "version": report.version, "deleted_file": deleted}

    return desk.jobs.start("remove", user, work)


@router.get("/jobs", tags=["jobs"])
def jobs(desk: AtDesk, who: Who) -> JobList:
    """The asker's jobs, the newest first."""
    return JobList(jobs=desk.jobs.list(desk.access.named(who)))


@router.get(
    "/jobs/{id}",
    tags=["jobs"],
    response_model=Job,
    responses={
        200: {"description": "The job; with `Accept: text/event-stream` each change", "content": {MEDIA: {}}},
        404: {"model": ErrorReply},
    },
)
def job(desk: AtDesk, who: Who, request: Request, id: Annotated[str, Path(max_length=64)]) -> Any:
    """One job of the asker."""
    user = desk.access.named(who)

    def now() -> Job:
        found = desk.jobs.get(id)
        if found is None or found.user != user:
            raise ApiError(404, "unknown_job", "没有这个任务。 There is no such job.", param="id")
        return found

    async def changes() -> AsyncIterator[str]:
        last = None
        while True:
            current = now()
            if current != last:
                yield sent("job", current)
                last = current
            if current.over:
                return
            await asyncio.sleep(POLL_S)

    found = now()
    return Stream(changes(), MEDIA, {}) if MEDIA in request.headers.get("accept", "") else found


def _begun(desk: Desk, kind: str, user: str, received: list[FilePath], work: Work) -> Job:
    """The job; what was received for it is deleted when there is no place for it."""
    try:
        return desk.jobs.start(kind, user, work)
    except ApiError:
        desk.uploads.drop(received)
        raise


def _mapping(text: str | None) -> dict[str, str]:
    if not text:
        return {}
    try:
        pairs = json.loads(text)
    except (ValueError, RecursionError):
        pairs = None
    if not isinstance(pairs, dict) or not all(isinstance(value, str) for value in pairs.values()):
        raise ApiError(
            422, "bad_mapping", "mapping 须为 JSON 对象。 mapping is a JSON object of texts.", param="mapping"
        )
    return pairs


def _renamed(error: PilothouseError, *paths: FilePath) -> PilothouseError:
    """The error with files called by their names: where they lie here is nobody's business."""
    sentence = str(error)
    for path in paths:
        sentence = sentence.replace(str(path), path.name)
    return type(error)(sentence)
