"""Who asks, what he may do, and which sessions are his."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pilothouse.contracts.caller import Caller
from pilothouse.rooms import checked_session
from pilothouse.server.errors import ApiError
from pilothouse.server.keys import KeyStore

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

NO_KEY = "anonymous"  # clients that can't do without a key may send this one
SECRET = "server.key"
_TAG = 16  # characters of the signature in the name of a guest's session


@dataclass(frozen=True, slots=True)
class Asker:
    """Who sent a request: a user by his key, or somebody at an address without a name."""

    caller: Caller
    key: str  # its id; empty without one
    address: str
    trace: str = ""  # the caller's `traceparent`, where the settings say that turns join it

    @property
    def user(self) -> str | None:
        return self.caller.name if self.key else None

    @property
    def bucket(self) -> str:
        """Under which name his requests are counted."""
        return f"key:{self.key}" if self.key else f"address:{self.address}"


class Access:
    """Keys, permissions and sessions of one installation.

    Users have their own sessions, whatever these are called. Guests have nothing but the session's name, so theirs
    are named by the server: random and signed, hence nobody's to guess or to invent.
    """

    def __init__(self, house: Pilothouse) -> None:
        self._house = house
        self._keys = KeyStore(house.users)
        self._secret = _secret(house.settings.home / SECRET)

    def identify(self, authorization: str | None, address: str) -> Asker:
        """Who sends this ``Authorization`` header. Raises ``ApiError`` 401 for a key that is not one."""
        scheme, _, given = (authorization or "").partition(" ")
        given = given.strip()
        if not authorization or (scheme.lower() == "bearer" and given == NO_KEY):
            return Asker(Caller(), "", address)
        key = self._keys.find(given) if scheme.lower() == "bearer" else None
        caller = self._house.users.get(key.user) if key is not None else None
        if key is None or caller is None:
            raise _unknown("密钥无效或已被收回。 The key is not valid, or was revoked.", "invalid_api_key")
        return Asker(caller, key.id, address)

    def named(self, asker: Asker) -> str:
        """The user's name. Raises ``ApiError`` 401 for somebody without a key."""
        if asker.user is None:
            raise _unknown("此处需要密钥（Authorization: Bearer ph_…）。 A key is needed here.", "key_needed")
        return asker.user

    def require(self, asker: Asker, scope: str) -> str:
        """The user's name, if he holds ``scope``. Raises ``ApiError`` 401 or 403."""
        name = self.named(asker)
        if not asker.caller.holds(frozenset({scope})):
            raise ApiError(403, "not_allowed", f"需要权限 {scope}。 The scope {scope} is needed.")
        return name

    def may_ask(self, asker: Asker, assistant: str) -> None:
        """Raises ``ApiError``: 404 for an unknown assistant, 401 where a key is needed to ask it."""
        if assistant not in self._house.assistants:
            raise ApiError(404, "unknown_assistant", "没有这个助手。 There is no such assistant.", param="assistant")
        if asker.user is None and not self._house.settings.server.open_to_all(assistant):
            self.named(asker)

    def session(self, asker: Asker, wished: str | None) -> str:
        """The session to use: the one wished for, or a new one. Raises ``ApiError`` for a guest's that we didn't name,
        and ``UsageError`` for a name that can't be one."""
        if asker.user is not None:
            return checked_session(wished) if wished else f"s-{secrets.token_urlsafe(12)}"
        if not wished:
            name = secrets.token_urlsafe(18)
            return f"guest-{name}-{self._tag(name)}"
        parts = wished.split("-", 1)
        name, _, tag = parts[-1].rpartition("-")
        if len(parts) != 2 or parts[0] != "guest" or not hmac.compare_digest(self._tag(name).encode(), tag.encode()):
            raise ApiError(
                403,
                "not_your_session",
                "没有密钥时，会话名由服务器给出：第一次请不要填写。 "
                "Without a key the server names the session: leave it out the first time, then send the one you got.",
                param="session",
            )
        return wished

    def _tag(self, name: str) -> str:
        return hmac.new(self._secret, name.encode(), hashlib.sha256).hexdigest()[:_TAG]


def _secret(path: Path) -> bytes:
    """The key with which sessions are signed, made once for all processes of a home."""
    if not path.exists():
        new = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(32))
        try:
            os.link(new, path)  # fails when another process was faster
        except FileExistsError:
            pass
        finally:
            new.unlink()
    return path.read_bytes()


def _unknown(sentence: str, code: str) -> ApiError:
    return ApiError(401, code, sentence, headers={"WWW-Authenticate": "Bearer"})
