"""MCP over streamable HTTP, as a part of the server: the same keys, limits and errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from pilothouse import __version__
from pilothouse.contracts.envelope import Envelope, ErrorType
from pilothouse.server.access import Asker
from pilothouse.server.desk import Desk
from pilothouse.server.errors import ApiError, add_handlers, api_error
from pilothouse.server.gate import Gate
from pilothouse.server.mcp.answers import Refused
from pilothouse.server.mcp.service import Context, Service
from pilothouse.server.mcp.visitor import Visitor

if TYPE_CHECKING:
    from pilothouse.contracts.caller import Caller
    from pilothouse.house import Pilothouse
    from pilothouse.telemetry.trace import Event

PATH = "/mcp"
_ASKER = "pilothouse.asker"  # in the scope of a request
_TYPES: dict[int, ErrorType] = {
    400: "invalid_params", 401: "not_allowed", 403: "not_allowed", 404: "unknown_tool", 422: "invalid_params",
    504: "timeout",
}  # fmt: skip


def mcp_router(desk: Desk, only: Iterable[str] = ()) -> APIRouter:
    """``/mcp`` for an application that has this desk: ``app.include_router(mcp_router(desk))``.

    Stateless: any worker answers any request, and nothing is kept of a client that has gone.
    """
    server = Service(desk.house, only).server(_visitor(desk))
    # A manager serves one life of an application; tests begin several.
    current: list[StreamableHTTPSessionManager] = []

    @asynccontextmanager
    async def living(app: Any) -> AsyncIterator[None]:
        manager = StreamableHTTPSessionManager(server, stateless=True, max_request_body_size=desk.settings.max_body)
        async with manager.run():
            current[:] = [manager]
            yield

    router = APIRouter(lifespan=living)
    router.add_route(PATH, _Endpoint(desk, lambda: current[0]), include_in_schema=False)  # type: ignore[arg-type]
    return router


def create_mcp_app(house: Pilothouse, only: Iterable[str] = ()) -> FastAPI:
    """An application that serves ``/mcp`` and nothing else. The house is closed when it ends."""
    desk = Desk(house)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            desk.draining = True
            await house.aclose()

    app = FastAPI(
        title="Pilothouse MCP", version=__version__, lifespan=living, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.include_router(mcp_router(desk, only))
    add_handlers(app)
    app.add_middleware(Gate, settings=desk.settings)
    return app


class _Endpoint:
    """Lets in who may come in; the protocol is the library's."""

    def __init__(self, desk: Desk, manager: Callable[[], StreamableHTTPSessionManager]) -> None:
        self._desk, self._manager = desk, manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            scope[_ASKER] = await self._admit(Request(scope))
        except ApiError as error:
            await error.response()(scope, receive, send)
        except Exception as error:
            await api_error(error).response()(scope, receive, send)
        else:
            await self._manager().handle_request(scope, receive, send)

    async def _admit(self, request: Request) -> Asker:
        """Who asks. Raises ``ApiError``: 403 for a page of another site, 401 where a key is needed, 405 and 429."""
        origin = request.headers.get("origin")
        if origin and origin not in self._desk.settings.origins and not _same(origin, request.headers.get("host")):
            raise ApiError(403, "origin_not_allowed", "不接受这个网页的请求。 Pages of this origin may not ask here.")
        if request.method != "POST":
            # Nothing is sent without being asked for, and there are no sessions of the transport to end.
            raise ApiError(405, "method_not_allowed", "只接受 POST。 Only POST is taken.", headers={"Allow": "POST"})
        asker = await self._desk.asker(request)
        if not any(map(self._desk.settings.open_to_all, self._desk.house.assistants)):
            self._desk.access.named(asker)
        return asker


def _same(origin: str, host: str | None) -> bool:
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def _visitor(desk: Desk) -> Callable[[Context], Any]:
    async def visitor(ctx: Context) -> Visitor:
        asker = ctx.request.scope[_ASKER] if ctx.request is not None else None
        assert isinstance(asker, Asker)
        return _Remote(desk, asker)

    return visitor


class _Remote:
    """A caller over HTTP, under the limits of the desk."""

    def __init__(self, desk: Desk, asker: Asker) -> None:
        self._desk, self._asker = desk, asker

    @property
    def caller(self) -> Caller:
        return self._asker.caller

    @property
    def user(self) -> str | None:
        return self._asker.user

    @property
    def bench(self) -> str:
        return self.session(None)

    def may_ask(self, assistant: str) -> bool:
        return self.user is not None or self._desk.settings.open_to_all(assistant)

    def session(self, wished: str | None) -> str:
        with _typed():
            return self._desk.access.session(self._asker, wished)

    async def turn(self, assistant: str, text: str, session: str) -> AsyncIterator[Event | None]:
        with _typed():
            async with aclosing(self._desk.turn(self._asker, assistant, text, session)) as events:  # type: ignore[type-var]
                async for event in events:
                    yield event

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        with _typed(), self._desk.slots.hold(self._asker.bucket):
            yield


@contextmanager
def _typed() -> Iterator[None]:
    """What the desk refuses becomes an envelope. Raises ``Refused``."""
    try:
        yield
    except ApiError as error:
        wait = error.headers.get("Retry-After")
        hint = f"Wait {wait} s and call again." if wait else None
        raise Refused(Envelope.error(_TYPES.get(error.status, "unavailable"), error.message, hint=hint)) from None
