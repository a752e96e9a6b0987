import json
from datetime import date
from pathlib import Path

import pytest

from pilothouse.assistants.shopping.corpus import sample_files
from pilothouse.websearch.corpus import Corpus
from pilothouse.websearch.embedded import Embedded
from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.provider import SearchOptions

from ..terminal import EMBEDDER

LABELS = json.loads((Path(__file__).parents[2] / "scripts" / "relevance.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Embedded:
    pages = Corpus(tmp_path_factory.mktemp("sample") / "shopping.db", EMBEDDER, sample_files())
    pages.ready()
    return Embedded(pages, lambda: date(2026, 11, 30))


@pytest.fixture(scope="module")
def kinds() -> dict[str, str]:
    """The product kind of each address."""
    firsts = {first: kind for kind, each in LABELS["kinds"].items() for first in each["first"]}
    found: dict[str, str] = {}
    for path in sample_files():
        now = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            url = json.loads(line)["url"]
            now = firsts.get(url, now)
            found[url] = now
    return found


async def relevant(sample: Embedded, query: str) -> list[str]:
    try:
        answer = await sample.search(query, SearchOptions())
    except SearchFailed:
        return []
    return [page.url for page in answer.pages if page.score is not None and page.score > 0.7]


async def test_that_of_each_kind_of_the_sample_enough_pages_are_relevant_and_nearly_no_others(
    sample: Embedded, kinds: dict[str, str]
) -> None:
    right = wrong = 0
    for kind, each in LABELS["kinds"].items():
        for query in each["queries"][:2]:
            urls = await relevant(sample, query)
            own = sum(kinds[url] == kind for url in urls)
            assert own >= 5, query
            right += own
            wrong += len(urls) - own
    assert wrong <= right / 20


async def test_that_kinds_far_from_all_of_the_sample_find_nothing_relevant(sample: Embedded) -> None:
    for query in ("奶粉 口碑", "微波炉 首选", "洗碗机 口碑推荐", "羽绒服 保暖 口碑", "best camping tent recommended"):
        assert await relevant(sample, query) == [], query


async def test_that_other_words_for_a_judgement_bring_up_other_pages(sample: Embedded, kinds: dict[str, str]) -> None:
    """The planner's sub-queries differ in such words only."""
    for kind in ("空气净化器", "电饭煲", "登山鞋"):
        found = [set(await relevant(sample, f"{kind} {word}")) for word in ("口碑推荐", "评测榜单", "用户好评")]
        assert len(set.union(*found)) >= 12, kind


async def test_that_pages_with_the_quoted_name_come_before_others(sample: Embedded) -> None:
    answer = await sample.search('"澄风 F3 Pro" 小风扇 评测', SearchOptions())
    named = ["f3pro" in page.text.lower().replace(" ", "") for page in answer.pages[:3]]
    assert all(named)


async def test_that_another_name_of_a_thing_finds_the_pages_that_use_the_usual_one(
    sample: Embedded, kinds: dict[str, str]
) -> None:
    usual = await sample.search("电饭煲 口碑推荐", SearchOptions())
    for query, kind in (("电饭锅 口碑推荐", "电饭煲"), ("徒步鞋 口碑推荐", "登山鞋")):
        answer = await sample.search(query, SearchOptions())
        found = [page for page in answer.pages if (page.score or 0) > 0.7]
        assert len(found) >= 5, query
        assert all(kinds[page.url] == kinds[found[0].url] for page in found), kind
    best = max(page.score or 0 for page in usual.pages)
    other = await sample.search("电饭锅 口碑推荐", SearchOptions())
    assert max(page.score or 0 for page in other.pages) < best
    assert await relevant(sample, "空调扇 口碑推荐") == []  # what only sounds alike is another thing
