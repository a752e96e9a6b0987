from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from pilothouse import Pilothouse
from pilothouse.gateway import Say, ScriptedModel
from pilothouse.server.keys import KeyStore
from pilothouse.telemetry.recorder import FlightRecorder

from .talking import say
from .test_accessibility import found

pytestmark = pytest.mark.browser

LIE = "年假可以结转99天[1]。"
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>${alert(3)}"
ASKED, PLAIN = "年假可以结转几天", "回锅肉多少钱"


@pytest.fixture(scope="module")
def turns(site) -> dict[str, str]:
    """Ids of recorded turns: one whose model lied, one of another user, one that holds scripts."""
    with ThreadPoolExecutor(1) as thread:  # playwright's loop runs in this one
        return thread.submit(recorded, site).result()


def recorded(site) -> dict[str, str]:
    with Pilothouse(site.home, model=ScriptedModel(lambda _: Say(LIE))) as house:
        house.users.add("the-operator", ["operator"])
        site.keys["operator"] = KeyStore(house.users).make("the-operator")
        lied = house.ask("knowledge", ASKED, user="the-operator").trace_id
        theirs = house.ask("knowledge", ASKED, user="the-member").trace_id
    with Pilothouse(site.home) as house:
        house.ask("menu", PLAIN, user="the-staff")
    return {"lied": lied, "theirs": theirs, "hostile": hostile(site.home / "traces.db")}


def hostile(path: Path) -> str:
    recorder = FlightRecorder(path)
    trace = recorder.start(assistant=HOSTILE, session=HOSTILE, user="the-operator")
    trace.begin(turn=1, text=HOSTILE, state_before={HOSTILE: HOSTILE})
    trace.event("node", name=HOSTILE, took_ms=1.0)
    envelope = {"status": "error", "error_type": HOSTILE, "message": HOSTILE, "hint": HOSTILE}
    trace.event("tool", name=HOSTILE, arguments={HOSTILE: HOSTILE}, envelope=envelope, ms=1.0, place=1)
    candidates = [{"id": HOSTILE, "title": HOSTILE, "stages": {HOSTILE: [1, 0.5]}}, "no object", None]
    trace.event("retrieval", source=HOSTILE, query=HOSTILE, stages=[HOSTILE], found={HOSTILE: 1}, candidates=candidates)
    trace.event("verification", passed=False, problems=[HOSTILE, {"a": HOSTILE}], origin=HOSTILE)
    trace.event(
        "model_call", task=HOSTILE, model=HOSTILE, ms="long", prompt=[{"role": HOSTILE, "content": HOSTILE}],
        output=HOSTILE, fault=HOSTILE, calls=[HOSTILE],
    )  # fmt: skip
    source = {"n": 1, "id": HOSTILE, "title": HOSTILE, "path": "javascript:alert(4)"}
    trace.finish("answered", {"reply": HOSTILE, "sources": [source], "data": {HOSTILE: HOSTILE}})
    recorder.close()
    return trace.trace_id


def opened(page):
    """Everything that is folded, unfolded."""
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    return page


def again(page, **settings: str):
    """Run the turn again with these settings; what is shown of it."""
    for name, value in settings.items():
        page.locator(f"#r-{name}").select_option(value)
    page.locator("#replay-run").click()
    page.locator("#replay-result .versus").wait_for()
    return page.locator("#replay-result")


def test_turns_are_listed_newest_first_and_filtered_by_the_address(visit, turns):
    page = visit("/recorder", role="operator")
    questions = page.locator(".turns .said")
    assert questions.first.inner_text() == HOSTILE
    assert {ASKED, PLAIN} <= set(questions.all_inner_texts())
    page.locator("#f-assistant").select_option("knowledge")
    page.locator("summary").first.click()
    page.locator("#f-trouble").select_option("check")
    page.locator("#f-user").fill("the-member")
    page.locator(".filters [type=submit]").click()
    page.wait_for_url("**/recorder?**")
    assert "outcome" not in page.url  # what doesn't filter doesn't stand in the address
    assert [link.get_attribute("href") for link in questions.all()] == [f"/recorder/{turns['theirs']}"]
    shared = visit(page.url[page.url.index("/recorder") :], role="operator")
    assert shared.locator(".turns .said").count() == 1
    shared.goto(f"{page.url.partition('?')[0]}?text=%25")
    assert shared.locator(".turns > li").count() == 0
    shared.goto(f"{page.url.partition('?')[0]}?since=32&slower=nan&trouble=x&before=x&until=9999-12-31")
    assert shared.locator(".filters").count() == 1  # what makes no sense filters nothing


def test_a_turn_is_looked_into_and_run_again_in_another_way(visit, turns, shot):
    page = opened(visit(f"/recorder/{turns['lied']}", role="operator"))
    assert "99天" in page.locator("#checks .tag.bad + * + ul").first.inner_text()
    call = page.locator("#tools .call").first
    assert call.locator("h3 code").inner_text() == "search_knowledge_base"
    assert '"query"' in call.locator("pre").first.inner_text()
    kept = page.locator("#retrieval tr.kept").first.inner_text()
    assert "员工假期管理制度" in kept
    assert "#1" in kept
    assert LIE in page.locator("#asks").inner_text()
    assert ASKED in page.locator("#asks .raw").all_inner_texts()[1]
    assert page.locator(".graph .ran").count() >= 5
    assert page.locator(".graph .node:not(.ran)").count() >= 1
    assert page.locator(".waterfall li").count() >= 8
    result = again(page, model="offline", mode="NONE")
    rows = {row.locator("th").inner_text().split("\n")[0]: row for row in result.locator("tbody tr").all()}
    assert rows["结果"].locator("td").all_inner_texts() == ["fallback", "answered"]
    assert rows["令牌"].locator("td").last.inner_text() == "0"
    assert rows["检查"].locator("td").all_inner_texts()[0].startswith("3 ✗")
    assert rows["检查"].locator("td").last.inner_text() == "✓"
    assert "search_knowledge_base: success" in rows["工具调用"].locator("td").last.inner_text()
    shot(page, "recorder-turn")


def test_what_differs_between_then_and_now_is_marked(visit, turns):
    list_ = visit("/recorder?assistant=menu&user=the-staff", role="operator")
    page = visit(list_.locator(".said").get_attribute("href"), role="staff")
    result = again(page, language="en")
    assert "元" in result.locator("del").all_inner_texts()[0] + result.locator("del").all_inner_texts()[-1]
    assert "yuan" in "".join(result.locator("ins").all_inner_texts())
    assert result.locator("tr.differs").count() == 0  # the same outcome, tools and sources


def test_a_turn_full_of_scripts_is_shown_as_text(visit, turns):
    page = opened(visit(f"/recorder/{turns['hostile']}", role="operator"))
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator("main img, main script, main [href^=javascript]").count() == 0
    assert page.locator("#tools, #retrieval, #checks, #asks").get_by_text(HOSTILE).count() >= 8
    page.locator("#replay-run").click()
    page.locator("#replay-status.alert").wait_for()  # there is no such assistant: a sentence, not a stack trace
    assert "Traceback" not in page.locator("main").inner_text()


def test_turns_are_exported_as_far_as_they_may_be_seen(visit, site, turns):
    page = visit(f"/recorder/{turns['theirs']}", role="operator")
    files = {}
    for kind in ("json", "html"):
        with page.expect_download() as download:
            page.locator(f".turnfacts a[href$='{kind}']").click()
        files[kind] = download.value.path().read_text("utf-8")
    whole = json.loads(files["json"])
    assert whole["trace_id"] == turns["theirs"]
    assert any("prompt" in fields for _, kind, fields in map(dict.values, whole["events"]) if kind == "model_call")
    assert LIE.partition("[")[0] in files["html"]
    list_ = visit(f"/recorder?text={ASKED}", role="operator")
    with list_.expect_download() as download:
        list_.locator(".listhead a").click()
    lines = [json.loads(line) for line in download.value.path().read_text("utf-8").splitlines()]
    assert {turns["lied"], turns["theirs"]} <= {line["trace_id"] for line in lines}
    member = visit("/recorder", role="member")
    own = member.request.get(f"{site.url}/pages/recorder/{turns['theirs']}.json").json()
    assert own["state_before"] is None
    shown = json.dumps(own["events"], ensure_ascii=False)
    assert "99天" not in shown  # the draft was withheld, and is
    assert '"prompt"' not in shown
    assert '"results"' not in shown
    lines = member.request.get(f"{site.url}/pages/recorder.jsonl").text().splitlines()
    assert {json.loads(line)["user"] for line in lines} == {"the-member"}
    page = visit(f"/recorder/{turns['hostile']}", role="operator")
    written = page.request.get(f"{site.url}/pages/recorder/{turns['hostile']}.html")
    assert "<img" not in written.text()
    assert "<script" not in written.text()
    assert "attachment" in written.headers["content-disposition"]


def test_a_stranger_sees_no_more_of_a_turn_than_of_none(visit, site, turns):
    nobodys = "0" * 32
    for role in ("member", None):
        page = visit("/recorder", role=role)
        assert turns["lied"] not in page.content()
        pages = {}
        for id_ in (turns["lied"], nobodys, turns["lied"][:12]):
            answer = page.goto(f"{site.url}/recorder/{id_}")
            page.locator("main h1").wait_for()
            pages[id_] = (answer.status, page.locator("main").inner_text())
            for kind in ("json", "html"):
                assert page.request.get(f"{site.url}/pages/recorder/{id_}.{kind}").status == 404
        assert set(pages.values()) == {(404, pages[nobodys][1])}
        assert turns["lied"] not in page.request.get(f"{site.url}/pages/recorder.jsonl?user=the-operator").text()
    member = visit("/recorder?user=the-operator", role="member")
    assert member.locator(".turns > li").count() == 0
    assert member.locator("#f-user").count() == 0
    assert httpx.get(f"{site.url}/pages/recorder.jsonl").text == ""


def test_rights_count_as_they_are_when_a_turn_is_run_again(visit, site, turns):
    page = visit(f"/recorder/{turns['theirs']}", role="operator")
    with Pilothouse(site.home) as house:
        house.users.set_scopes("the-operator", [])
        try:
            page.locator("#replay-run").click()
            page.locator("#replay-status.alert").wait_for()
            assert page.locator("#replay-result > *").count() == 0
        finally:
            house.users.set_scopes("the-operator", ["operator"])


def test_a_visitor_can_name_no_model_host_or_file_for_a_replay(visit, turns):
    page = visit(f"/recorder/{turns['lied']}", role="operator")
    for name, value in (("model", "gpt-9"), ("base_url", "http://127.0.0.1:9"), ("home", "/tmp")):
        page.locator("#r-model").evaluate(
            "(box, [name, value]) => { box.name = name; box.append(new Option(value, value, true, true)); }",
            [name, value],
        )
        page.locator("#replay-run").click()
        page.locator("#replay-status.alert", has_text="offline" if name == "model" else name).wait_for()
        assert page.locator("#replay-result > *").count() == 0


def test_a_guest_looks_into_the_replies_of_his_conversations_only(visit, turns):
    page = visit("/chat/menu")
    say(page, PLAIN)
    href = page.locator(".theirs a.inside").last.get_attribute("href")
    other = visit("/recorder")
    assert other.locator(".turns > li").count() == 0
    assert other.goto(other.url.replace("/recorder", href)).status == 404
    page.locator(".theirs a.inside").last.click()
    page.locator(".graph").wait_for()
    assert page.locator("h1").inner_text() == PLAIN
    assert page.locator("#tools h3 code").first.inner_text() == "menu_search"
    page.go_back()
    page.get_by_role("button", name="新对话").click()
    page.locator(".welcome").wait_for()
    assert page.goto(other.url.split("/recorder")[0] + href).status == 200  # the browser remembers it


@pytest.mark.parametrize(("dark", "phone"), [(False, False), (True, True)], ids=["light-wide", "dark-phone"])
def test_the_pages_have_no_serious_accessibility_fault_and_fit_a_phone(visit, turns, dark, phone, shot):
    name = f"{'dark' if dark else 'light'}-{'phone' if phone else 'wide'}"
    list_ = visit("/recorder", role="operator", dark=dark, phone=phone)
    turn = opened(visit(f"/recorder/{turns['lied']}", role="operator", dark=dark, phone=phone))
    again(turn, mode="NONE", model="offline")
    for page, what in ((list_, "list"), (turn, "turn")):
        shot(page, f"recorder-{what}-{name}")
        assert found(page) == []
        if phone:
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
