"""What a browser keeps: who is signed in, and which conversation it has with each assistant. Signed, not readable."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

NAME = "pilothouse"
MAX_AGE_S = 60 * 60 * 24 * 180
LONGEST = 3800  # browsers keep 4096 bytes


class Kept(BaseModel):
    """``key`` is the id of the API key that was given, never the key. ``sessions`` by assistant: the present ones, and
    a guest's ``earlier`` ones, the latest first, which nothing else would lead back to."""

    model_config = ConfigDict(extra="forbid")

    key: str = ""
    sessions: dict[str, str] = Field(default_factory=dict)
    earlier: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def has(self, assistant: str, session: str) -> bool:
        """Whether this is a conversation of this browser."""
        return session == self.sessions.get(assistant) or session in self.earlier.get(assistant, ())

    @property
    def all(self) -> tuple[str, ...]:
        """The sessions of all conversations."""
        return (*self.sessions.values(), *(one for some in self.earlier.values() for one in some))


class Cookies:
    """Writes and reads the cookie with the secret of this home."""

    def __init__(self, secret: Path) -> None:
        self._key = hashlib.sha256(b"pages:" + secret.read_bytes()).digest()

    def read(self, value: str | None) -> Kept:
        """What was kept; nothing for a cookie that we didn't sign."""
        body, _, tag = (value or "").partition(".")
        if not hmac.compare_digest(self._tag(body).encode(), tag.encode()):
            return Kept()
        try:
            return Kept.model_validate_json(urlsafe_b64decode(body.encode()))
        except (ValidationError, ValueError):
            return Kept()

    def write(self, kept: Kept) -> str:
        """The cookie's value. What doesn't fit is forgotten: earlier conversations, then the first session first."""
        while True:
            body = urlsafe_b64encode(kept.model_dump_json(exclude_defaults=True).encode()).decode()
            if len(body) <= LONGEST or not (kept.sessions or kept.earlier):
                return f"{body}.{self._tag(body)}"
            if kept.earlier:
                longest = max(kept.earlier, key=lambda name: len(kept.earlier[name]))
                fewer = kept.earlier | {longest: kept.earlier[longest][:-1]}
                kept = kept.model_copy(update={"earlier": {name: some for name, some in fewer.items() if some}})
                continue
            kept = kept.model_copy(update={"sessions": dict(list(kept.sessions.items())[1:])})

    def _tag(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()
