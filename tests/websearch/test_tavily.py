"""Tavily's own client against a local server that speaks its interface."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.provider import SearchAnswer, SearchOptions
from pilothouse.websearch.tavily import Tavily

from .services import Answered, Asked, serving, tavily_result

pytest.importorskip("tavily", reason="the extra [tavily] is not installed")
KEY = "tvly-secret"


def found(count: int, credits: float = 1) -> Answered:
    results = [tavily_result(n) for n in range(count)]
    return Answered({"query": "q", "results": results, "response_time": 0.4, "usage": {"credits": credits}})


async def searched(
    answer: Any, query: str = "静音风扇 口碑", options: SearchOptions | None = None, **more: Any
) -> tuple[SearchAnswer, list[Asked]]:
    with serving(answer if callable(answer) else lambda asked: answer) as (address, asked):
        provider = Tavily(KEY, address=address, **more)
        try:
            return await provider.search(query, options or SearchOptions()), asked
        finally:
            await provider.close()


async def test_that_every_parameter_reaches_the_service() -> None:
    options = SearchOptions(
        max_results=7,
        depth="advanced",
        topic="general",
        time_range="month",
        start_date=date(2026, 11, 1),
        end_date=date(2026, 11, 30),
        include_domains=("zhihu.com", "xiaohongshu.com"),
        exclude_domains=("spam.example",),
        country="china",
        exact_match=True,
    )
    answer, asked = await searched(found(2, 2), '"澄风" 风扇 口碑', options)
    body = asked[0].body
    assert asked[0].path == "/search"
    assert body == {
        "query": '"澄风" 风扇 口碑',
        "search_depth": "advanced",
        "topic": "general",
        "time_range": "month",
        "start_date": "2026-11-01",
        "end_date": "2026-11-30",
        "max_results": 7,
        "include_domains": ["zhihu.com", "xiaohongshu.com"],
        "exclude_domains": ["spam.example"],
        "include_raw_content": True,
        "country": "china",
        "exact_match": True,
        "include_usage": True,
    }
    assert asked[0].headers["Authorization"] == f"Bearer {KEY}"
    assert answer.credits == 2


async def test_that_three_results_are_asked_for_unless_told_otherwise() -> None:
    answer, asked = await searched(found(9))
    assert asked[0].body["max_results"] == 3
    assert asked[0].body["search_depth"] == "fast"
    assert len(answer.pages) == 3


async def test_that_pages_are_read_as_they_were_found() -> None:
    answer, _ = await searched(found(1))
    page = answer.pages[0]
    assert (page.title, page.score) == ("评测 0", 0.9)
    assert page.text == page.raw_content != page.content


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, {"detail": {"error": "Unauthorized: missing or invalid API key."}}, "key_refused"),
        (429, {"detail": {"error": "Your request has been blocked due to excessive requests."}}, "rate_limit"),
        (432, {"detail": {"error": "This request exceeds your plan's set usage limit."}}, "quota"),
        (433, {"detail": {"error": "This request exceeds the pay-as-you-go limit."}}, "quota"),
        (400, {"detail": {"error": "Query is too long. Max query length is 400 characters."}}, "query_too_long"),
        (400, {"detail": {"error": "Invalid topic."}}, "bad_response"),
        (500, {"detail": {"error": "Internal Server Error"}}, "unavailable"),
        (503, b"<html>busy</html>", "unavailable"),
        (200, b"<html>not json</html>", "bad_response"),
        (200, [1, 2], "bad_response"),
        (200, {"results": "none"}, "bad_response"),
    ],
)
async def test_that_what_goes_wrong_has_a_type(status: int, body: Any, kind: str) -> None:
    with pytest.raises(SearchFailed) as failed:
        await searched(Answered(body, status))
    assert failed.value.kind == kind
    assert KEY not in f"{failed.value} {failed.value.detail}"


async def test_that_a_service_which_never_answers_is_given_up() -> None:
    with pytest.raises(SearchFailed) as failed:
        await searched(Answered(hangs=True), timeout_s=0.2)
    assert failed.value.kind == "timeout"


async def test_that_a_service_which_is_not_there_is_unavailable() -> None:
    provider = Tavily(KEY, address="http://127.0.0.1:9")
    with pytest.raises(SearchFailed) as failed:
        await provider.search("风扇 口碑", SearchOptions())
    assert failed.value.kind == "unavailable"


async def test_that_without_a_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "of-somebody-else")
    with serving(lambda asked: found(1)) as (address, asked):
        for key in (None, ""):
            with pytest.raises(SearchFailed) as failed:
                await Tavily(key, address=address).search("风扇 口碑", SearchOptions())
            assert failed.value.kind == "key_missing"
    assert asked == []


async def test_that_a_query_of_more_than_400_characters_is_not_sent() -> None:
    with serving(lambda asked: found(1)) as (address, asked), pytest.raises(SearchFailed) as failed:
        await Tavily(KEY, address=address).search("口" * 401, SearchOptions())
    assert (failed.value.kind, asked) == ("query_too_long", [])


async def test_that_pages_are_extracted_in_the_order_asked() -> None:
    rows = [{"url": f"https://a.example/{n}", "raw_content": f"全文 {n}"} for n in (2, 1)]
    answer = Answered({"results": rows, "failed_results": [{"url": "https://a.example/3"}], "usage": {"credits": 1}})
    with serving(lambda asked: answer) as (address, asked):
        provider = Tavily(KEY, address=address)
        got = await provider.extract([f"https://a.example/{n}" for n in (1, 2, 3)])
        await provider.close()
    assert asked[0].path == "/extract"
    assert [page.text for page in got.pages] == ["全文 1", "全文 2"]
    assert got.credits == 1


Junk = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.lists(st.integers(), max_size=2)
)


@given(
    rows=st.lists(
        st.one_of(
            Junk,
            st.dictionaries(
                st.sampled_from(["url", "title", "content", "raw_content", "score", "published_date"]), Junk
            ),
        ),
        max_size=4,
    )
)
def test_that_no_answer_breaks_the_reading(rows: list[Any]) -> None:
    from pilothouse.websearch.tavily import _page, _rows

    pages = [_page(row) for row in _rows({"results": rows}, "results")]
    assert all(page is None or page.score is None or 0 <= page.score <= 1 for page in pages)
