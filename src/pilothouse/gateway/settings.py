"""Settings of the gateway."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

Provider = Literal["embedded", "openai", "local"]
Mode = Literal["NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE"]


class GatewaySettings(BaseModel):
    """Which model, how it is spoken to and how far it may go.

    ``provider``: ``embedded`` uses no model at all; ``openai`` any endpoint that speaks the OpenAI protocol
    (with ``base_url``), or any LangChain provider through a prefix, ``model="deepseek:deepseek-chat"``;
    ``local`` a GGUF file in this process, in mode
    ``SCHEMA`` unless told otherwise. Times in seconds, prices per million tokens in one currency of
    your choice, budgets in tokens or in that currency (``None``: no limit). A user's budget is per UTC day
    and all guests share one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    provider: Provider = "embedded"
    mode: Mode = "NATIVE"
    model: str = ""
    small_model: str = ""
    large_model: str = ""
    base_url: str | None = None
    api_key: SecretStr | None = None
    fallback_model: str = ""
    fallback_base_url: str | None = None
    fallback_api_key: SecretStr | None = None

    timeout_s: float = Field(default=30.0, gt=0)
    deadline_s: float = Field(default=60.0, gt=0, description="for one request with all its retries and fallbacks")
    retries: int = Field(default=2, ge=0, le=5)
    backoff_s: float = Field(default=0.5, ge=0)
    breaker_failures: int = Field(default=5, ge=1)
    breaker_reset_s: float = Field(default=30.0, gt=0)

    session_token_budget: int | None = Field(default=None, ge=0)
    user_token_budget: int | None = Field(default=None, ge=0)
    session_cost_budget: float | None = Field(default=None, ge=0)
    user_cost_budget: float | None = Field(default=None, ge=0)
    price_in: float = Field(default=0.0, ge=0)
    price_out: float = Field(default=0.0, ge=0)

    gguf_path: str = ""
    n_ctx: int = Field(default=8192, ge=512)
    n_threads: int | None = Field(default=None, ge=1)

    converse_max_tokens: int = Field(default=512, ge=16)
    log_content: bool = False

    @model_validator(mode="before")
    @classmethod
    def _small_models_need_a_schema(cls, given: Any) -> Any:
        # Small local models fail at native tool calls (6 of 6 probes) and choose well under a schema.
        if isinstance(given, dict) and given.get("provider") == "local" and "mode" not in given:
            return {**given, "mode": "SCHEMA"}
        return given

    def model_for(self, tier: Literal["small", "large"]) -> str:
        """Name of the model of a tier; ``model`` where the tier has none of its own."""
        return (self.small_model if tier == "small" else self.large_model) or self.model
