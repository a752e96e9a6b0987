"""The one shape in which every tool answers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Status = Literal["success", "error"]
ErrorType = Literal[
    "no_results",
    "invalid_params",
    "unknown_tool",
    "not_allowed",
    "call_limit",
    "timeout",
    "unavailable",
    "stale_data",
]

MESSAGE_LIMIT = 500

HINTS: dict[ErrorType, str] = {
    "no_results": "Rewrite the query (fewer or more common words) or say that nothing was found.",
    "invalid_params": "Correct the arguments named in the message and call again.",
    "unknown_tool": "Use one of the tools offered, by its exact name.",
    "not_allowed": "This tool can't be used here. Answer from what there is.",
    "call_limit": "No more calls in this turn. Answer from what there is.",
    "timeout": "The tool did not answer in time. Answer from what there is.",
    "unavailable": "The tool can't be used at the moment. Answer from what there is and say so.",
    "stale_data": "The data changed while it was being read. Call again once.",
}


class Envelope(BaseModel):
    """Result of a tool call: typed rows or a typed error, never free text.

    ``total_found`` counts all matches before ``results`` was cut; ``truncated`` tells that it was cut.
    ``data_version`` names the version of the data that was read. The shape follows the "tool contract"
    article (status, results, total_found, truncated; error_type, message on failure) with ``hint`` added.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: Status
    results: tuple[dict[str, Any], ...] = ()
    total_found: int = Field(default=0, ge=0)
    truncated: bool = False
    error_type: ErrorType | None = None
    message: str | None = None
    hint: str | None = None
    data_version: str | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Envelope:
        if (self.status == "error") != (self.error_type is not None):
            raise ValueError("error_type is set exactly when status is 'error'.")
        if self.status == "error" and (self.results or self.total_found or self.truncated):
            raise ValueError("An error carries no results.")
        if self.status == "error" and not (self.message and self.hint):
            raise ValueError("An error says what happened and what to do next.")
        if self.status == "success" and self.total_found < len(self.results):
            raise ValueError("total_found can't be smaller than the number of results.")
        if self.total_found > len(self.results) and not self.truncated:
            raise ValueError("truncated tells that there are more results than these.")
        return self

    @classmethod
    def success(
        cls,
        results: list[dict[str, Any]] | tuple[dict[str, Any], ...],
        *,
        total_found: int | None = None,
        data_version: str | None = None,
    ) -> Envelope:
        """Rows found. ``total_found`` defaults to their number."""
        total = len(results) if total_found is None else total_found
        return cls(
            status="success",
            results=tuple(results),
            total_found=total,
            truncated=total > len(results),
            data_version=data_version,
        )

    @classmethod
    def error(
        cls, error_type: ErrorType, message: str, *, hint: str | None = None, data_version: str | None = None
    ) -> Envelope:
        """A typed failure; the standard hint of the type is used when none is given."""
        return cls(
            status="error",
            error_type=error_type,
            message=message[:MESSAGE_LIMIT],
            hint=hint or HINTS[error_type],
            data_version=data_version,
        )

    @property
    def ok(self) -> bool:
        return self.status == "success"
