"""How an installation is served: address, who may ask, limits. The server itself is in ``pilothouse.server``."""

from __future__ import annotations

import ipaddress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

EVERYBODY = "*"


class ServerSettings(BaseModel):
    """Sizes in bytes, times in seconds; limits are per process.

    ``anonymous``: the assistants that may be asked without a key, ``*`` for all; not set, all of them on a loopback
    address and none on any other. ``rate_per_minute`` requests a key may make on average, ``burst`` at once;
    ``concurrency``: turns of a key that run at the same time, ``max_turns`` those of everybody. Without a key the
    address counts. ``turn_timeout_s`` bounds a turn, ``body_timeout_s`` the upload of a request,
    ``write_timeout_s`` a client that doesn't read its answer, ``shutdown_timeout_s`` the finishing of turns and jobs
    after SIGTERM. ``voice_idle_s``: a voice socket on which nothing is said for so long is closed. ``origins``: web
    pages that may ask from a browser (CORS, WebSockets), none by default. ``hosts``: names under which the server may
    be addressed; not set, only this machine's on a loopback address, any on others. ``public_metrics``: ``/metrics``
    without a key also from other machines. ``join_traces``: spans of a turn join the trace of the request's
    ``traceparent``, for callers that are trusted to choose it. ``pages``: serve the web pages as well;
    they need one worker.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8420, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    anonymous: tuple[str, ...] | None = None
    rate_per_minute: int = Field(default=120, ge=1)
    burst: int = Field(default=40, ge=1)
    concurrency: int = Field(default=8, ge=1)
    max_turns: int = Field(default=256, ge=1)
    max_body: int = Field(default=1_000_000, ge=1_000)
    max_upload: int = Field(default=64_000_000, ge=1_000)
    max_audio: int = Field(default=25_000_000, ge=1_000)
    turn_timeout_s: float = Field(default=120.0, gt=0)
    body_timeout_s: float = Field(default=60.0, gt=0)
    write_timeout_s: float = Field(default=30.0, gt=0)
    voice_idle_s: float = Field(default=300.0, gt=0)
    shutdown_timeout_s: int = Field(default=60, ge=1)
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] | None = None
    public_metrics: bool = False
    join_traces: bool = False
    pages: bool = True

    @field_validator("anonymous", "origins", "hosts", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.replace("，", ",").split(",") if part.strip())
        return value

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return local(self.host)

    def open_to_all(self, assistant: str) -> bool:
        """Whether this assistant may be asked without a key."""
        allowed = self.anonymous if self.anonymous is not None else (EVERYBODY,) if self.loopback else ()
        return EVERYBODY in allowed or assistant in allowed

    @property
    def known_hosts(self) -> tuple[str, ...]:
        """Names under which the server may be addressed."""
        if self.hosts is not None:
            return self.hosts
        return ("localhost", "127.0.0.1", "[::1]", self.host) if self.loopback else (EVERYBODY,)


def local(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
