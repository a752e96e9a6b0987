"""Errors as the client gets them: typed JSON in the shape of the OpenAI API, never a stack trace."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from pilothouse.contracts.errors import (
    AccessDenied,
    DataError,
    PilothouseError,
    ProviderUnavailable,
    SessionBusy,
    UsageError,
)

log = logging.getLogger(__name__)

TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    405: "invalid_request_error",
    408: "timeout_error",
    409: "conflict_error",
    413: "invalid_request_error",
    415: "invalid_request_error",
    422: "invalid_request_error",
    429: "rate_limit_error",
    504: "timeout_error",
}
GONE = 499  # the client went away; nobody reads it


class ErrorBody(BaseModel):
    """What went wrong. ``message`` is for people, ``code`` for programs, ``param`` names the field at fault."""

    message: str
    type: str
    code: str
    param: str | None = None


class ErrorReply(BaseModel):
    """Every error of every endpoint."""

    error: ErrorBody


class ApiError(Exception):
    """Becomes an error reply with this status."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.param = status, code, message, param
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """The error as JSON data."""
        kind = TYPES.get(self.status, "api_error")
        error = ErrorBody(message=self.message, type=kind, code=self.code, param=self.param)
        return ErrorReply(error=error).model_dump(mode="json")

    def response(self) -> JSONResponse:
        return JSONResponse(self.body(), self.status, headers=self.headers)


def api_error(error: BaseException) -> ApiError:
    """The error that the client gets for whatever was raised; what is our fault is logged under a number."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, AccessDenied):
        return ApiError(403, "not_allowed", str(error))
    if isinstance(error, SessionBusy):
        return ApiError(409, "session_busy", str(error), headers={"Retry-After": "1"})
    if isinstance(error, UsageError):
        return ApiError(400, "invalid_request", str(error))
    if isinstance(error, ProviderUnavailable):
        return ApiError(503, "provider_unavailable", "模型或服务暂不可用。 A model or service can't be used now.")
    number = os.urandom(6).hex()
    if isinstance(error, (DataError, PilothouseError)):
        # The sentence names files of this machine: it is for the operator.
        log.error("Error %s: %s", number, error)
        return ApiError(503, "data_unavailable", f"数据暂不可用（{number}）。 Data can't be used now ({number}).")
    log.error("Error %s", number, exc_info=error)
    return ApiError(500, "internal", f"服务器内部错误（{number}）。 Internal error {number}.")


def add_handlers(app: FastAPI) -> None:
    """Give every error of ``app`` its shape."""

    async def ours(request: Request, error: Exception) -> JSONResponse:
        return api_error(error).response()

    async def http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "invalid_request")
        return ApiError(error.status_code, code, str(error.detail), headers=error.headers).response()

    async def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "header", "path"))
        shown = where if len(where) <= 100 else None
        message = f"{shown}: {first['msg']}" if shown else str(first["msg"])
        return ApiError(422, "invalid_request", message[:500], param=shown).response()

    for kind in (ApiError, PilothouseError, Exception):
        app.add_exception_handler(kind, ours)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, invalid)
