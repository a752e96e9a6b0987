"""The text of a public web page, and of nothing else.

An address on a page is somebody else's word: it may point into our own network (server-side request forgery, OWASP).
So names are resolved here, every address they give must be a public one, and the connection goes to just that address,
in every step of a redirect.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpcore

from pilothouse.retrieval.documents.limits import Account, Limits, Refusal
from pilothouse.retrieval.documents.reading import finish
from pilothouse.websearch.answers import fetched_date, parsed
from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.provider import WebPage

SIZE = 2_000_000  # bytes of one page
REDIRECTS = 3
_NAT64 = ip_network("64:ff9b::/96")
PORTS = frozenset({80, 443, 8000, 8080, 8443})
KINDS = ("text/html", "application/xhtml+xml", "text/plain")
_HEADERS: dict[bytes | str, bytes | str] = {
    "User-Agent": "Pilothouse",
    "Accept": ", ".join(KINDS),
    "Accept-Encoding": "identity",
}


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only. ``allowed``: addresses that count as public nevertheless (tests)."""

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._inner: httpcore.AsyncNetworkBackend = httpcore.AnyIOBackend()
        self._allowed = frozenset(allowed)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library names it
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(f"{host!r} has no address") from error
        addresses = [str(entry[4][0]) for entry in found]
        if port not in PORTS and not self._allowed:
            raise httpcore.ConnectError(f"port {port} is not one of the web")
        if not addresses or not all(address in self._allowed or public(address) for address in addresses):
            raise httpcore.ConnectError("not a public address")
        # The address that was checked: asked again, the name might give another one.
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(self, *args: Any, **options: Any) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("not a public address")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


def public(address: str) -> bool:
    """Whether an IP address is one of the public internet; those that carry an IPv4 address are judged by it."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        carried = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if carried is None and found in _NAT64:
            carried = IPv4Address(int(found) & 0xFFFFFFFF)
        if carried is not None:
            return public(str(carried))
    return found.is_global and not (found.is_multicast or found.is_reserved)


async def fetch(
    url: str, *, timeout_s: float = 12.0, size: int = SIZE, backend: httpcore.AsyncNetworkBackend | None = None
) -> WebPage:
    """The page at ``url`` as text. ``size`` in bytes: a longer page is refused. Raises ``SearchFailed``."""
    try:
        async with (
            asyncio.timeout(timeout_s),
            httpcore.AsyncConnectionPool(network_backend=backend or PublicOnly()) as pool,
        ):
            data, kind = await _followed(pool, url, size)
    except TimeoutError as error:
        raise SearchFailed("timeout", "the page took too long") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError, ValueError) as error:
        raise SearchFailed("unavailable", f"{type(error).__name__}: {error}"[:200]) from error
    page = await asyncio.to_thread(_read, url, data, kind)
    if page is None:
        raise SearchFailed("bad_response", "no text in it")
    return page


async def _followed(pool: httpcore.AsyncConnectionPool, url: str, size: int) -> tuple[bytes, str]:
    for _ in range(REDIRECTS + 1):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise ValueError("not an address of the web")
        async with pool.stream("GET", url, headers=_HEADERS) as response:
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
            if response.status in (301, 302, 303, 307, 308) and "location" in headers:
                url = urljoin(url, headers["location"])
                continue
            kind = headers.get("content-type", "text/html").partition(";")[0].strip().lower()
            if response.status != 200 or kind not in KINDS:
                raise ValueError(f"HTTP {response.status}, {kind}")
            data = bytearray()
            async for piece in response.aiter_stream():
                data += piece
                if len(data) > size:
                    raise ValueError(f"more than {size} bytes")
            return bytes(data), kind
    raise ValueError("too many redirects")


def _read(url: str, data: bytes, kind: str) -> WebPage | None:
    name = "page.txt" if kind == "text/plain" else "page.html"
    try:
        material = finish(data, Path(name), Account(Limits()))
    except Refusal:
        return None
    text = "\n".join(block.text or "\n".join("，".join(row) for row in block.rows) for block in material.blocks)
    title = "" if material.title == "page" else material.title
    return parsed(
        url=url, title=title, content="", raw_content=text, score=None, date=fetched_date(material.meta.get("date"))
    )
