"""SearXNG's JSON interface on a local server."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.provider import SearchAnswer, SearchOptions
from pilothouse.websearch.searxng import SearXNG

from .services import Answered, Asked, serving


def row(n: int, **more: Any) -> dict[str, Any]:
    return {
        "url": f"https://site{n}.example/a",
        "title": "静音风扇 评测",
        "content": "这款风扇口碑很好。",
        "engines": ["x"],
        "score": 4.0,
        "publishedDate": "2026-10-02T00:00:00",
        **more,
    }


async def searched(answer: Any, query: str = "静音风扇 口碑", **options: Any) -> tuple[SearchAnswer, list[Asked]]:
    said = answer if isinstance(answer, Answered) else Answered({"query": query, "results": answer})
    with serving(lambda asked: said) as (address, asked):
        provider = SearXNG(f"{address}/", timeout_s=0.5 if said.hangs else 5)
        try:
            return await provider.search(query, SearchOptions(**options)), asked
        finally:
            await provider.close()


async def test_that_json_is_asked_for_with_what_the_service_knows() -> None:
    answer, asked = await searched([row(1)], time_range="month", topic="news", include_domains=("site1.example",))
    assert asked[0].path == "/search"
    assert asked[0].query["format"] == "json"
    assert (asked[0].query["time_range"], asked[0].query["categories"]) == ("month", "news")
    assert "site:site1.example" in asked[0].query["q"]
    assert answer.pages[0].date == date(2026, 10, 2)
    assert answer.credits == 0


async def test_that_three_pages_come_the_most_relevant_first() -> None:
    rows = [row(1, title="天气", content="晴"), row(2), row(3), row(4), row(5)]
    answer, _ = await searched(rows)
    assert [page.url for page in answer.pages] == [f"https://site{n}.example/a" for n in (2, 3, 4)]
    assert all(page.score is not None and page.score > 0.7 for page in answer.pages)


async def test_that_domains_and_dates_are_held_to() -> None:
    rows = [row(1), row(2), row(3, publishedDate="2020-01-01"), row(4, publishedDate=None)]
    answer, _ = await searched(rows, exclude_domains=("site1.example",), start_date=date(2026, 1, 1))
    assert [page.url for page in answer.pages] == ["https://site2.example/a", "https://site4.example/a"]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answered({}, 403), "unavailable"),
        (Answered({}, 429), "rate_limit"),
        (Answered({}, 500), "unavailable"),
        (Answered(b"<html>"), "bad_response"),
        (Answered([1]), "bad_response"),
        (Answered({"results": None}), "bad_response"),
        (Answered(hangs=True), "timeout"),
    ],
)
async def test_that_what_goes_wrong_has_a_type(answer: Answered, kind: str) -> None:
    with pytest.raises(SearchFailed) as failed:
        await searched(answer)
    assert failed.value.kind == kind


async def test_that_rows_which_are_no_pages_are_left_out() -> None:
    answer, _ = await searched([None, {}, row(1, url="javascript:alert(1)"), row(2, url=7), row(3, title=None)])
    assert [page.url for page in answer.pages] == ["https://site3.example/a"]


async def test_that_pages_in_a_private_network_are_not_fetched() -> None:
    with serving(lambda asked: Answered(b"<p>secret</p>")) as (address, asked):
        provider = SearXNG(address)
        answer = await provider.extract([f"{address}/admin", "http://localhost/x", "file:///etc/passwd"])
    assert (answer.pages, asked) == ((), [])
