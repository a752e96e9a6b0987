"""Who looks at a page, in which language, and with which conversations."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import Request

from pilothouse.contracts.caller import Caller
from pilothouse.server.access import Asker
from pilothouse.server.keys import KeyStore
from pilothouse.web.cookie import NAME
from pilothouse.web.words import LANGUAGES, Language, Words, preferred

if TYPE_CHECKING:
    from pilothouse.server.desk import Desk
    from pilothouse.web.cookie import Cookies, Kept

LANGUAGE_COOKIE = "pilothouse_language"
THEME_COOKIE = "pilothouse_theme"
BUILT_IN = ("menu", "knowledge", "tutor", "shopping", "butler")


@dataclass(frozen=True)
class Visitor:
    """One request's visitor. ``dark`` is ``None`` when the system decides."""

    desk: Desk
    kept: Kept
    asker: Asker
    language: Language
    dark: bool | None

    @property
    def say(self) -> Words:
        return Words(self.language)

    @property
    def assistants(self) -> list[str]:
        """Those that he may ask, the best known first."""
        house, settings = self.desk.house, self.desk.settings
        known = [name for name in BUILT_IN if name in house.assistants]
        names = [*known, *(name for name in house.assistants if name not in known)]
        return [name for name in names if self.asker.user or settings.open_to_all(name)]

    def holds(self, *scopes: str) -> bool:
        """Whether he holds one of the scopes, now."""
        caller = self.now().caller
        return any(caller.holds(frozenset({scope})) for scope in scopes)

    def now(self) -> Asker:
        """The asker with the scopes that he holds at this moment. A key that was revoked is one no more.

        Raises ``ApiError`` 401.
        """
        return asker(self.desk, self.kept, self.asker.address, strict=True)

    async def may_ask(self, assistant: str) -> Asker:
        """The asker, counted. Raises ``ApiError``."""
        found = await asyncio.to_thread(self.now)
        self.desk.rates.take(found.bucket)
        self.desk.access.may_ask(found, assistant)
        return found


def asker(desk: Desk, kept: Kept, address: str, *, strict: bool = False) -> Asker:
    """Whose cookie this is. ``strict`` raises ``ApiError`` 401 where a key was revoked, else he is a guest."""
    found = _holder(desk, kept.key) if kept.key else None
    if found is None:
        if kept.key and strict:
            desk.access.named(Asker(Caller(), "", address))
        return Asker(Caller(), "", address)
    return Asker(found, kept.key, address)


def held(desk: Desk, cookies: Cookies, given: Mapping[str, str], address: str) -> tuple[Asker, Mapping[str, str]]:
    """The asker and his sessions by assistant, of a browser's cookies. Raises ``ApiError`` 401 for a revoked key."""
    kept = cookies.read(given.get(NAME))
    return asker(desk, kept, address, strict=True), kept.sessions


def _holder(desk: Desk, key: str) -> Caller | None:
    users = desk.house.users
    name = next((known.user for known in KeyStore(users).list() if known.id == key), None)
    return users.get(name) if name is not None else None


def visitor(request: Request) -> Visitor:
    """The visitor that the pages' entrance noted for this request."""
    found = request.scope["state"]["visitor"]
    assert isinstance(found, Visitor)
    return found


def language_of(request: Request) -> Language:
    """The language that was chosen, else that of the browser."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    for known in LANGUAGES:
        if chosen == known:
            return known
    return preferred(request.headers.get("accept-language", ""))


def dark_of(request: Request) -> bool | None:
    return {"dark": True, "light": False}.get(request.cookies.get(THEME_COOKIE, ""))
