"""Sub-queries run at the same time; one that fails costs only itself; what it costs is counted (S4, S6, S10)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from pilothouse.assistants.shopping.filters import merged
from pilothouse.assistants.shopping.searching import Search, keep, search_all, whole
from pilothouse.websearch.errors import SENTENCES, SearchFailed
from pilothouse.websearch.provider import SearchAnswer, WebPage

from .web import Cache, Purse, Web, page, services

PAGES = (page("a.example", "这款风扇口碑好，推荐。"), page("b.example", "这款风扇评测。"))


async def test_that_all_sub_queries_run_at_the_same_time() -> None:
    """None answers before all have been asked: one after another they would wait for ever."""
    gate = asyncio.Event()
    web = Web(PAGES)

    def behave(query: str) -> asyncio.Event:
        if len(web.asked) == 3:
            gate.set()
        return gate

    web.behave = behave
    async with asyncio.timeout(5):
        made = await search_all(services(web), ("一", "二", "三"), "anna")
    assert web.most == 3
    assert [search.query for search in made] == ["一", "二", "三"]
    assert all(len(search.pages) == 2 and not search.error for search in made)


@pytest.mark.parametrize("kind", list(SENTENCES))
async def test_that_one_failing_does_not_fail_the_rest(kind: str) -> None:
    web = Web(PAGES, behave=lambda query: SearchFailed(kind) if query == "坏" else None)  # type: ignore[arg-type]
    made = await search_all(services(web), ("好", "坏"), "anna")
    assert [(search.error, len(search.pages)) for search in made] == [("", 2), (kind, 0)]


async def test_that_a_bug_in_a_provider_costs_its_sub_query_only() -> None:
    web = Web(PAGES, behave=lambda query: ZeroDivisionError("secret") if query == "坏" else None)
    made = await search_all(services(web), ("坏", "好"), "anna")
    assert [search.error for search in made] == ["unavailable", ""]


async def test_that_one_that_hangs_is_given_up_and_the_rest_stay() -> None:
    web = Web(PAGES, behave=lambda query: asyncio.Event() if query == "坏" else None)
    made = await search_all(services(web, timeout_s=0.02), ("好", "坏"), "anna")
    assert [search.error for search in made] == ["", "timeout"]


async def test_that_nothing_found_and_a_query_too_long_are_errors_of_their_own() -> None:
    web = Web(())
    made = await search_all(services(web), ("好", "长" * 401), "anna")
    assert [search.error for search in made] == ["nothing_found", "query_too_long"]
    assert web.asked == ["好"]


async def test_that_credits_are_taken_before_and_corrected_after() -> None:
    purse = Purse(left=10)
    web = Web(PAGES, credits=2)
    await search_all(services(web, budget=purse, cost=1.0), ("一", "二"), "anna")
    assert (purse.spent, purse.users) == (4, ["anna", "anna"])


async def test_that_the_last_credit_is_spent_once() -> None:
    web = Web(PAGES, credits=1)
    made = await search_all(services(web, budget=Purse(left=1), cost=1.0), ("一", "二", "三"), "anna")
    assert sorted(search.error for search in made) == ["", "budget", "budget"]
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    ("kind", "spent"), [("unavailable", 0), ("rate_limit", 0), ("timeout", 1), ("bad_response", 1)]
)
async def test_that_a_search_that_was_not_done_costs_nothing(kind: str, spent: float) -> None:
    purse = Purse()
    web = Web(PAGES, behave=lambda query: SearchFailed(kind), credits=1)  # type: ignore[arg-type]
    await search_all(services(web, budget=purse, cost=1.0), ("一",), "anna")
    assert purse.spent == spent


async def test_that_the_cache_answers_without_cost_and_keeps_no_failure() -> None:
    purse, cache = Purse(), Cache()
    web = Web(PAGES, credits=1)
    known = services(web, budget=purse, cost=1.0, cache=cache)

    async def searched(query: str) -> Search:
        [made] = await search_all(known, (query,), "anna")
        keep(known, [made], ())
        return made

    await searched("一")
    again = await searched("一")
    assert (again.cached, again.credits, len(again.pages)) == (True, 0, 2)
    assert (purse.spent, purse.saves, web.asked) == (1, 1, ["一"])
    web.behave = lambda query: SearchFailed("unavailable")
    await searched("二")
    web.behave = lambda query: None
    later = await searched("二")
    assert (later.error, later.cached) == ("", False)


async def test_that_other_options_or_another_day_are_another_search() -> None:
    web, cache = Web(PAGES), Cache()
    known = services(web, cache=cache)
    for given in (known, replace(known, options=replace(known.options, depth="advanced"))):
        keep(given, await search_all(given, ("一",), "anna"), ())
    web.version = "2"
    await search_all(known, ("一",), "anna")
    assert web.asked == ["一", "一", "一"]


async def test_that_what_was_filled_in_is_kept_and_not_fetched_again() -> None:
    thin, lost = page("a.example", "口碑好。"), page("b.example", "口碑差。")
    web = Web((thin, lost), texts={thin.url: LONG})
    known = services(web, cache=Cache())
    turns = []
    for _ in range(2):
        made = await search_all(known, ("一",), "anna")
        hits, _ = merged(("一", p) for p in made[0].pages)
        filled, _, _ = await whole(known, hits, "anna", {h.url for h in hits if made[0].cached})
        keep(known, made, filled)
        turns.append([h.page.text for h in filled])
    assert turns[0] == turns[1] == [LONG, "口碑差。"]
    assert web.extracted == [thin.url, lost.url]


LONG = "这款风扇用了八个月，噪音很小，推荐。" * 20


async def test_that_thin_pages_are_filled_in_and_others_are_not_fetched() -> None:
    thin, fat = page("a.example", "口碑好。"), page("b.example", LONG)
    web = Web((thin, fat), texts={thin.url: LONG})
    hits, _ = merged((("q", thin), ("q", fat)))
    filled, step, _ = await whole(services(web), hits, "anna")
    assert web.extracted == [thin.url]
    assert [len(h.page.text) for h in filled] == [len(LONG), len(LONG)]
    assert step is not None
    assert (step.kept, step.dropped) == (1, 0)


async def test_that_a_page_that_cannot_be_had_keeps_its_snippet() -> None:
    thin = page("a.example", "口碑好。")

    class Broken(Web):
        async def extract(self, urls: object) -> SearchAnswer:
            raise SearchFailed("unavailable")

    hits, _ = merged((("q", thin),))
    filled, step, _ = await whole(services(Broken((thin,))), hits, "anna")
    assert filled == hits
    assert step is not None
    assert step.note == "unavailable"


async def test_that_an_extraction_in_another_order_fills_the_right_pages() -> None:
    pages = [page(f"{c}.example", "口碑好。") for c in "abc"]
    texts = {p.url: f"{p.url} {LONG}" for p in pages[1:]}

    class Shuffled(Web):
        async def extract(self, urls: object) -> SearchAnswer:
            return SearchAnswer(
                tuple(WebPage(url, "", "", None, text) for url, text in reversed(texts.items())), "fake"
            )

    hits, _ = merged(("q", p) for p in pages)
    filled, _, _ = await whole(services(Shuffled(pages)), hits, "anna")
    assert [h.page.text.startswith(h.url.split("/")[0]) or h.page.text.startswith("https") for h in filled] == [
        False,
        True,
        True,
    ]
    assert filled[1].page.text == texts[pages[1].url]
