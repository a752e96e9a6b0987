"""Three pages of the web for a sub-query, whatever a service sends (shopping article, 2.3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilothouse.websearch.provider import SearchOptions
from pilothouse.websearch.searxng import SearXNG
from pilothouse.websearch.settings import SearchSettings
from pilothouse.websearch.tavily import Tavily

from .services import Answered, serving, tavily_result

few = settings(max_examples=15)


@few
@given(st.integers(0, 25), st.one_of(st.none(), st.integers(1, 10)))
async def test_that_tavily_is_asked_for_three_pages_and_gives_no_more(sent: int, wanted: int | None) -> None:
    pytest.importorskip("tavily", reason="the extra [tavily] is not installed")
    most = wanted or 3
    results = [tavily_result(n) for n in range(sent)]
    with serving(lambda asked: Answered({"query": "q", "results": results})) as (address, asked):
        provider = Tavily("k", address=address)
        answer = await provider.search("风扇 口碑", SearchOptions(max_results=wanted))
        await provider.close()
    assert asked[0].body["max_results"] == most
    assert len(answer.pages) == min(sent, most)


@few
@given(st.integers(0, 25), st.one_of(st.none(), st.integers(1, 10)))
async def test_that_searxng_gives_the_three_that_fit_best(sent: int, wanted: int | None) -> None:
    most = wanted or 3
    rows: list[Any] = [
        {"url": f"https://s{n}.example/", "title": "风扇 口碑" if n % 3 else "天气", "content": "很好"}
        for n in range(sent)
    ]
    with serving(lambda asked: Answered({"results": rows})) as (address, _):
        provider = SearXNG(address)
        answer = await provider.search("风扇 口碑", SearchOptions(max_results=wanted))
        await provider.close()
    assert len(answer.pages) == min(sent, most)
    fitting = sum(bool(n % 3) for n in range(sent))
    assert sum(page.title == "风扇 口碑" for page in answer.pages) == min(fitting, most)


@given(st.sampled_from(["tavily", "searxng"]), st.one_of(st.none(), st.integers(1, 10)))
def test_that_the_settings_ask_for_three_of_the_web_unless_they_say_otherwise(engine: Any, wanted: int | None) -> None:
    chosen = SearchSettings(provider=engine, base_url="http://localhost:1", max_results=wanted)
    assert chosen.options.max_results == (wanted or 3)
