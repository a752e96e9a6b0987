"""Settings of the web search."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from pilothouse.websearch.provider import RESULTS, RESULTS_LIMIT, Depth, Period, SearchOptions, Topic

Engine = Literal["embedded", "tavily", "searxng"]
DOMAINS_LIMIT = {"include_domains": 300, "exclude_domains": 150}  # Tavily's


class SearchSettings(BaseModel):
    """Where and how the shopping assistant searches.

    ``provider``: ``embedded`` searches the pages of this home, without a network; ``tavily`` (extra ``[tavily]``, with
    ``api_key``) and ``searxng`` (with the ``base_url`` of an instance that offers JSON) search the web. ``depth``,
    ``topic``, ``time_range``, the domains, ``country`` and ``exact_match`` are Tavily's parameters of these names
    (``depth`` its ``search_depth``); the other providers honour those that mean something to them. ``max_results``
    ``None``: 3 on the web, 10 among one's own pages. ``min_score``: relevance from which a page counts.
    ``timeout_s``: of one sub-query. ``daily_credits``: of all users of this home together; ``None``: no limit.
    ``semantic_cache``: questions that mean the same share an answer for ``cache_hours``. Commas
    separate domains.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    provider: Engine = "embedded"
    api_key: SecretStr | None = None
    base_url: str | None = None
    depth: Depth = "fast"
    topic: Topic = "general"
    time_range: Period | None = None
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    max_results: int | None = Field(default=None, ge=1, le=RESULTS_LIMIT)
    country: str | None = None
    exact_match: bool = False
    min_score: float = Field(default=0.7, ge=0, le=1)
    timeout_s: float = Field(default=12.0, gt=0, le=120)
    daily_credits: float | None = Field(default=None, ge=0)
    semantic_cache: bool = True
    cache_hours: float = Field(default=24.0, gt=0)

    @model_validator(mode="before")
    @classmethod
    def _lists(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        split = {}
        for name in DOMAINS_LIMIT:
            if isinstance(given.get(name), str):
                split[name] = tuple(part for part in given[name].replace("，", ",").replace(" ", "").split(",") if part)
        return {**given, **split}

    @model_validator(mode="after")
    def _complete(self) -> SearchSettings:
        for name, limit in DOMAINS_LIMIT.items():
            if len(getattr(self, name)) > limit:
                raise ValueError(f"{name} has at most {limit} domains")
        if self.provider == "searxng" and not self.base_url:
            raise ValueError("PILOTHOUSE_SEARCH__BASE_URL names the SearXNG instance")
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            raise ValueError("PILOTHOUSE_SEARCH__BASE_URL begins with http:// or https://")
        return self

    @property
    def options(self) -> SearchOptions:
        """What every search is done with."""
        return SearchOptions(
            max_results=self.max_results or (RESULTS_LIMIT if self.provider == "embedded" else RESULTS),
            depth=self.depth,
            topic=self.topic,
            time_range=self.time_range,
            include_domains=self.include_domains,
            exclude_domains=self.exclude_domains,
            country=self.country,
            exact_match=self.exact_match,
        )

    @property
    def cost(self) -> float:
        """Credits that one search costs (Tavily: 2 for ``advanced``, else 1)."""
        return 0.0 if self.provider != "tavily" else 2.0 if self.depth == "advanced" else 1.0
