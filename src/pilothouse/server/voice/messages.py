"""What a client may say over the socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pilothouse.server.errors import ApiError

LONGEST = 400_000  # characters of one message: a text of the allowed length, escaped
SLOWEST, FASTEST = 8_000, 48_000  # samples per second


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class Start(Message):
    """The first message. ``key`` where no header can be sent. ``encoding``: ``pcm16`` (little-endian, one channel,
    ``rate`` samples per second, frames of any length) or ``wav`` (every binary message is a whole file and an
    utterance). ``answer``: ask the assistant what is heard; without it the client asks by other means, and has replies
    said by ``say``. ``listen``, ``speak``: what the client wants of the server's ears and voice."""

    type: Literal["start"]
    key: str = Field(default="", max_length=200, repr=False)
    session: str | None = Field(default=None, max_length=400)
    language: Literal["zh", "en"] | None = None
    encoding: Literal["pcm16", "wav"] = "pcm16"
    rate: int = Field(default=16_000, ge=SLOWEST, le=FASTEST)
    answer: bool = True
    listen: bool = True
    speak: bool = True


class Text(Message):
    """A sentence that was typed; it interrupts what is being said."""

    type: Literal["text"]
    text: str = Field(min_length=1, max_length=100_000)


class Say(Message):
    """A text to be spoken."""

    type: Literal["say"]
    text: str = Field(min_length=1, max_length=8_000)


class Order(Message):
    """``interrupt``: be silent. ``cancel``: give up the turn that runs; its session stays as it was. ``stop``: finish
    what was heard, then close."""

    type: Literal["interrupt", "cancel", "stop"]


Said = Start | Text | Say | Order
_SAID: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])


def parse(text: str) -> Said:
    """Raises ``ApiError`` 413 and 422."""
    if len(text) > LONGEST:
        raise ApiError(
            413, "too_large", f"消息超过 {LONGEST:,} 字。 The message is longer than {LONGEST:,} characters."
        )
    try:
        return _SAID.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:100] or None
        sentence = f"消息格式不对。 The message is not right: {first['msg'][:300]}"
        raise ApiError(422, "bad_message", sentence, param=where) from None
    except RecursionError:
        raise ApiError(422, "bad_message", "消息格式不对。 The message is nested too deeply.") from None
