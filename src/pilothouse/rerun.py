"""What may be different when a recorded turn is run again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.tool import HARD_CALL_LIMIT
from pilothouse.gateway.fleet import OFFLINE, names
from pilothouse.gateway.settings import Mode
from pilothouse.settings import Settings

LONGEST_NAME = 200  # characters of a model's name


class Changes(BaseModel):
    """Settings of one replay; what is ``None`` stays as it is set for the house.

    ``model``: a name as in the settings, ``offline`` for none; ``history_turns`` and ``max_tool_calls`` as in
    ``Settings``. Nothing that names files, hosts or keys can be changed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    model: str | None = Field(default=None, min_length=1, max_length=LONGEST_NAME)
    mode: Mode | None = None
    language: Literal["auto", "zh", "en"] | None = None
    history_turns: int | None = Field(default=None, ge=0, le=50)
    max_tool_calls: int | None = Field(default=None, ge=1, le=HARD_CALL_LIMIT)

    def settings(self, now: Settings) -> Settings:
        """The settings of a turn with these changes; model and mode are the gateway's affair."""
        plain = self.model_dump(exclude_none=True, exclude={"model", "mode"})
        return now.model_copy(update=plain)


def read(values: Mapping[str, Any]) -> Changes:
    """Changes as somebody wrote them. Raises ``UsageError`` with one sentence: what can be changed, or to what."""
    known = tuple(Changes.model_fields)
    for name in values:
        if name not in known:
            shown = str(name)[:40]
            raise UsageError(
                f"重放时不能改 {shown!r}；可以改：{'、'.join(known)}。 "
                f"{shown!r} can't be changed in a replay; these can: {', '.join(known)}."
            )
    try:
        return Changes(**values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0])
        raise UsageError(f"{name} 的值不可用：{first['msg']}。 {name} is not valid: {first['msg']}.") from None


def models(settings: Settings) -> tuple[str, ...]:
    """The models that a visitor of the server may choose for a replay: those of the settings, and none."""
    return tuple(dict.fromkeys((*names(settings.gateway), *settings.replay_models, OFFLINE)))


def offered(changes: Changes, settings: Settings) -> Changes:
    """The changes, if they name a model that is offered. Raises ``UsageError``."""
    known = models(settings)
    if changes.model is not None and changes.model not in known:
        raise UsageError(
            f"这个模型不可用于重放；可用的有：{'、'.join(known)}。 "
            f"That model is not offered for replays; these are: {', '.join(known)}."
        )
    return changes
