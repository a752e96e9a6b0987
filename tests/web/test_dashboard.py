from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.usage import usage
from pilothouse.evaluation.kept import keep
from pilothouse.evaluation.report import Record, Report
from pilothouse.server.keys import KeyStore
from pilothouse.telemetry.recorder import FlightRecorder

from .test_accessibility import found as faults

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=alert(7)>{{alert(8)}}"
NOW = datetime.now(UTC)
EARLIER = NOW - timedelta(days=3)


def turn(recorder: FlightRecorder, assistant: str, at: datetime, ms: float, outcome: str, text: str, *events) -> None:
    """A turn that took as told, whatever the clock says."""
    trace = recorder.start(assistant=assistant, session="s", user="anna")
    trace.begin(turn=1, text=text)
    trace._started_at = at.isoformat(timespec="milliseconds")
    for kind, fields in events:
        trace.event(kind, **fields)
    write, trace._write = trace._write, lambda row, tally: write((*row[:6], ms, *row[7:]), tally)
    trace.finish(outcome)


def search(name: str, hits: int) -> tuple[str, dict]:
    status = {"status": "success"} if hits else {"status": "error", "error_type": "no_results"}
    return "tool", {"name": name, "place": 1, "ms": 2, "envelope": {**status, "total_found": hits}}


def call(tokens_in: int, tokens_out: int, cost: float, fault: str | None = None) -> tuple[str, dict]:
    return "model_call", {
        "model": "m", "ms": 5, "tokens_in": tokens_in, "tokens_out": tokens_out, "cost": cost, "fault": fault
    }  # fmt: skip


def ranked(name: str, value: float) -> Record:
    return Record(
        name, f"问题{name}", scores={"pilothouse": {"recall@1": value, "mrr": value}, "answers": {"correct": 1}}
    )


@pytest.fixture(scope="module")
def house(site):
    """Turns, documents and evaluations that are known."""
    with Pilothouse(site.home) as opened:
        for name, scopes in (("operator", ["operator"]), ("counter", ["metrics:read"])):
            opened.users.add(name, scopes)
            site.keys[name] = KeyStore(opened.users).make(name)
        recorder = opened.recorder
        cited = ("cited", {"ids": ["documents/hr/leave.md#4"], "unused": ["documents/hr/leave.md#0"]})
        found, one, none = (search("search_knowledge_base", hits) for hits in (3, 1, 0))
        turn(recorder, "knowledge", NOW, 100, "answered", "年假几天", found, cited, call(900, 40, 0.5))
        turn(recorder, "knowledge", NOW, 300, "answered", "年假", one, ("cited", {"ids": []}))
        for text in ("火星几点开门？", "火星几点开门"):
            turn(recorder, "knowledge", EARLIER, 2500, "not_found", text, none)
        turn(recorder, "menu", NOW, 200, "answered", "点菜", search("menu_search", 2), call(100, 10, 0.25, "timeout"))
        turn(recorder, "menu", EARLIER, 50, "refused", NASTY, ("verification", {"passed": False}))
        by_rule = ("task", {"task": "t", "origin": "fallback"})
        turn(recorder, "menu", NOW - timedelta(days=20), 50, "answered", "很久以前", by_rule)
        facts = {"assistant": "knowledge", "dataset": "sample"}
        now = Report(facts, tuple(ranked(str(n), float(n % 4 != 0)) for n in range(40)))
        then = Report(facts, tuple(ranked(str(n), 0.0) for n in range(40)))
        keep(then, site.home, EARLIER)
        keep(now, site.home, NOW)
        yield opened


def numbers(page, measure: str) -> list[str]:
    """What a card says in large."""
    return page.locator(f"#{measure} dd").all_inner_texts()


def rows(page, place: str) -> list[list[str]]:
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    lines = page.locator(f"#{place} tbody tr").all()
    return [line.locator("th, td").all_inner_texts() for line in lines]


def test_whoever_may_not_see_figures_gets_nothing(visit, site, house):
    for role in (None, "member", "manager"):
        page = visit("/dashboard?days=30", role=role)
        assert page.locator(".measure, table").count() == 0
        assert page.locator("nav a[href='/dashboard']").count() == 0
    answer = httpx.get(f"{site.url}/dashboard?days=30")
    assert answer.status_code == 200
    for secret in ("火星", "leave.md", "2.5 s", "recall"):
        assert secret not in answer.text


def test_the_figures_are_those_of_the_turns(visit, house):
    page = visit("/dashboard", role="operator")
    assert page.locator("nav a[href='/dashboard']").get_attribute("aria-current") == "page"
    assert numbers(page, "turns") == ["6"]
    assert numbers(page, "trigger") == [f"{500 / 6:.1f}%"]
    assert numbers(page, "retrieval") == ["60.0%", "40.0%"]
    assert numbers(page, "citation") == ["50.0%"]
    assert numbers(page, "failures") == ["1"]
    assert numbers(page, "fallbacks") == ["0"]
    assert numbers(page, "latency") == ["200 ms", "2.5 s"]
    assert numbers(page, "calls") == ["1", "1"]
    assert numbers(page, "tokens") == ["1,000", "50"]
    assert numbers(page, "cost") == ["0.75"]
    by_day = rows(page, "turns")
    assert [line[1:] for line in by_day if set(line[1:]) != {"0"}] == [["0", "2", "1"], ["3", "0", "0"]]
    assert len(by_day) == 7
    assert [line[1:] for line in rows(page, "retrieval") if line[1] != "–"] == [["0.0%", "100.0%"], ["100.0%", "0.0%"]]
    assert page.locator("#turns svg rect").count() == 3
    assert page.locator("#retrieval svg circle").count() == 4


def test_a_time_and_an_assistant_can_be_chosen(visit, house):
    page = visit("/dashboard?days=30", role="operator")
    assert (numbers(page, "turns"), numbers(page, "fallbacks")) == (["7"], ["1"])
    page.locator(".choices").get_by_role("link", name="点菜").click()
    page.wait_for_url("**days=30&assistant=menu")
    assert numbers(page, "turns") == ["3"]
    assert page.locator("#uncited").count() == 0
    page.get_by_role("link", name="近一天").click()
    page.wait_for_url("**days=1&assistant=menu")
    assert numbers(page, "turns") == ["1"]
    assert len(rows(page, "turns")) == 24
    page.goto(page.url.replace("menu", "tutor"))
    page.locator("#questions").wait_for()
    assert page.locator(".measure").count() == 0
    page.goto(page.url.partition("?")[0] + "?days=%3Cscript%3E&assistant=nobody")
    assert numbers(page, "turns") == ["6"]


def test_words_of_users_are_for_those_who_may_read_their_turns(visit, house):
    page = visit("/dashboard", role="operator")
    found = rows(page, "questions")
    assert (found[0][0].rstrip("？"), found[0][1]) == ("火星几点开门", "2")
    assert [line[0] for line in found[1:]] == [NASTY]
    assert page.locator("main img, main script").count() == 0
    counter = visit("/dashboard", role="counter")
    assert numbers(counter, "turns") == ["6"]
    assert counter.locator("#questions").count() == 0
    assert "火星" not in counter.content()


def test_what_nothing_cites_is_what_the_command_counts(visit, house, site):
    page = visit("/dashboard?days=30", role="operator")
    told = page.locator("#uncited .sum").inner_text()
    never = list(usage(house).never)
    visible = {
        info.id: info for info in house.room("knowledge").services.library.documents(house.users.caller("operator"))
    }
    mine = [name for name in never if name.rpartition("#")[0] in visible]
    assert re.findall(r"\d+", told) == [str(len({name.rpartition("#")[0] for name in mine})), str(len(mine))]
    leave = page.locator("#uncited tr", has=page.locator("[title='documents/hr/leave.md']"))
    chunks = visible["documents/hr/leave.md"].chunks
    assert leave.locator("td").nth(0).inner_text() == f"{chunks - 1} / {chunks}"
    assert leave.locator("td").nth(1).inner_text() == "1"
    hidden = {info.id for info in house.room("knowledge").services.library.everything()} - set(visible)
    assert hidden
    assert not any(name in page.content() for name in hidden)


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_the_dashboard_can_be_read_by_everybody(visit, house, shot, language):
    page = visit("/dashboard", role="operator", language=language)
    lines = rows(page, "evaluations")
    assert [line[4] for line in lines[:2]] == ["0.750", "0.000"]
    assert [line[1:3] for line in lines[2:] if line[0] == "R@1"] == [["0.000", "0.750"]]
    assert page.locator("#evaluations .verdict.better").count() == 2
    assert page.locator("#evaluations svg path").count() == 2
    names = page.locator("svg").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert all(names)
    assert len(set(names)) == len(names)
    width = 390 if language == "zh-CN" else 1280
    page.set_viewport_size({"width": width, "height": 844})
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        page.wait_for_function(f"document.body.classList.contains('body--dark') === {str(look == 'dark').lower()}")
        shot(page, f"dashboard-{look}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert faults(page) == []
