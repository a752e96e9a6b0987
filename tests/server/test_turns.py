"""Turns over HTTP: whole, live, cancelled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from .kit import SECONDS, Served, serving

SSE = {"Accept": "text/event-stream"}


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


def stream(client: httpx.Client, text: str, **body: Any) -> Any:
    return client.stream("POST", "/v1/assistants/echo/turns", json={"text": text, **body}, headers=SSE)


def test_that_a_turn_returns_the_reply_and_continues_its_session(served: Served) -> None:
    client = served.client("anna")
    first = served.ask(client, "one", "mine")
    again = served.ask(client, "two", "mine")
    assert (first["turn"], again["turn"], again["reply"]) == (1, 2, "anna: one two")


def test_that_without_a_session_each_turn_begins_a_new_one_which_it_names(served: Served) -> None:
    client = served.client("ben")
    first, second = served.ask(client, "one"), served.ask(client, "two")
    assert first["session"] != second["session"]
    assert served.ask(client, "three", first["session"])["reply"] == "ben: one three"


def test_that_the_header_names_the_session_too_in_any_script(served: Served) -> None:
    client = served.client("ben")
    header = {"X-Session": "桌七".encode()}
    asked = [client.post("/v1/assistants/echo/turns", json={"text": "hi"}, headers=header) for _ in range(2)]
    assert [answer.json()["turn"] for answer in asked] == [1, 2]
    assert asked[0].json()["session"] == "桌七"


def test_that_events_come_while_the_turn_still_runs(served: Served) -> None:
    client = served.client("carl")
    with stream(client, "wait", session="live") as response:
        seen = events(response.iter_lines())
        assert next(seen) == ("node", {"name": "listen", "status": "begun", "took_ms": None})
        assert served.gate.reached.acquire(timeout=SECONDS)  # the step runs, and was announced before
        served.gate.open()
        rest = list(seen)
    kinds = [kind for kind, _ in rest]
    assert kinds[:3] == ["node", "node", "node"]
    assert rest[0][1]["status"] == "ended"
    assert kinds[-1] == "reply"
    said = "".join(data["text"] for kind, data in rest if kind == "token")
    assert said == rest[-1][1]["reply"] == "carl: wait"


def test_that_a_client_that_goes_away_ends_the_turn_and_leaves_the_session_as_it_was(served: Served) -> None:
    client = served.client("dora")
    served.ask(client, "before", "cut")
    with stream(client, "wait", session="cut") as response:
        seen = events(response.iter_lines())  # kept: its end would close the connection
        next(seen)
        assert served.gate.reached.acquire(timeout=SECONDS)
    assert served.gate.cancelled.acquire(timeout=SECONDS)
    after = served.ask(client, "after", "cut")
    assert (after["turn"], after["reply"]) == (2, "dora: before after")


def test_that_a_client_that_waits_for_the_whole_reply_may_go_away_as_well(served: Served) -> None:
    client = served.client("emil")
    with pytest.raises(httpx.ReadTimeout):
        client.post("/v1/assistants/echo/turns", json={"text": "wait", "session": "cut"}, timeout=0.5)
    assert served.gate.cancelled.acquire(timeout=SECONDS)
    assert served.ask(client, "after", "cut")["turn"] == 1


def test_that_a_place_is_free_again_when_a_client_has_gone(tmp_path: Path) -> None:
    with serving(tmp_path, concurrency=1) as served:
        client = served.client("fred")
        for _ in range(3):
            with stream(client, "wait", session="one") as response:
                seen = events(response.iter_lines())
                next(seen)
                assert served.gate.reached.acquire(timeout=SECONDS)
                busy = client.post("/v1/assistants/echo/turns", json={"text": "hi"})
                assert (busy.status_code, busy.json()["error"]["code"]) == (429, "too_many_turns")
            assert served.gate.cancelled.acquire(timeout=SECONDS)
            while client.post("/v1/assistants/echo/turns", json={"text": "hi"}).status_code == 429:
                pass


def test_that_a_turn_that_takes_too_long_is_cancelled(tmp_path: Path) -> None:
    with serving(tmp_path, turn_timeout_s=0.3) as served:
        client = served.client("gina")
        late = client.post("/v1/assistants/echo/turns", json={"text": "wait", "session": "slow"})
        assert (late.status_code, late.json()["error"]["code"]) == (504, "timeout")
        with stream(client, "wait", session="slow") as response:
            *_, last = events(response.iter_lines())
        assert (last[0], last[1]["error"]["code"]) == ("error", "timeout")
        assert served.ask(client, "hi", "slow")["turn"] == 1


def test_that_a_bug_in_an_assistant_is_a_safe_reply(served: Served) -> None:
    reply = served.ask(served.client("hugo"), "bug")
    assert reply["outcome"] == "fallback"
    assert "secret" not in json.dumps(reply)


def test_that_a_fault_of_the_data_tells_the_client_nothing_of_this_machine(served: Served) -> None:
    client = served.client("ida")
    answered = client.post("/v1/assistants/echo/turns", json={"text": "data error"})
    assert answered.status_code == 503
    assert answered.json()["error"]["type"] == "api_error"
    assert "/home" not in answered.text
    with stream(client, "data error") as response:
        *_, last = events(response.iter_lines())
    assert last[0] == "error"
    assert "/home" not in json.dumps(last)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": ""}, 422),
        ({"text": " \x00 "}, 400),
        ({"text": "x" * 5000}, 400),
        ({"text": 7}, 422),
        ({}, 422),
        ({"text": "hi", "extra": 1}, 422),
        ({"text": "hi", "session": "s" * 300}, 400),
        ({"text": "hi", "session": "x" * 500}, 422),
    ],
)
def test_that_a_wrong_request_is_a_typed_error(served: Served, body: Any, status: int) -> None:
    answered = served.client("jan").post("/v1/assistants/echo/turns", json=body)
    assert answered.status_code == status
    assert answered.json()["error"]["type"] == "invalid_request_error"


def test_that_an_unknown_assistant_is_not_found(served: Served) -> None:
    answered = served.client("jan").post("/v1/assistants/nobody/turns", json={"text": "hi"})
    assert (answered.status_code, answered.json()["error"]["code"]) == (404, "unknown_assistant")


def test_that_the_menu_streams_its_tool_its_source_and_the_reply(served: Served) -> None:
    client = served.client("kim")
    body = {"text": "麻辣香锅多少钱"}
    with client.stream("POST", "/v1/assistants/menu/turns", json=body, headers=SSE) as response:
        seen = list(events(response.iter_lines()))
    tools = [data for kind, data in seen if kind == "tool"]
    assert [(tool["name"], tool["status"], tool["found"]) for tool in tools] == [("menu_search", "success", 1)]
    assert [data["title"] for kind, data in seen if kind == "source"] == ["麻辣香锅"]
    assert seen[-1][0] == "reply"
    assert "38" in seen[-1][1]["reply"]


def test_that_assistants_are_listed_with_the_tools_that_the_asker_may_use(served: Served) -> None:
    def names(client: httpx.Client) -> set[str]:
        listed = client.get("/v1/assistants").json()["assistants"]
        menu = next(item for item in listed if item["name"] == "menu")
        return {tool["function"]["name"] for tool in menu["tools"]}

    assert "menu_search" in names(served.client())
    assert names(served.client()) <= names(served.client("lou", "manager"))


def test_that_the_session_that_an_answer_names_can_be_sent_back_as_it_is(served: Served) -> None:
    client = served.client("mia")
    for name in ("桌七", "100%", "a b", "%41"):
        begun = client.post("/v1/assistants/echo/turns", json={"text": "hi", "session": name})
        again = client.post(
            "/v1/assistants/echo/turns", json={"text": "hi"}, headers={"X-Session": begun.headers["X-Session"]}
        )
        assert (again.json()["session"], again.json()["turn"]) == (name, 2)


def test_that_a_session_whose_last_turn_still_runs_is_busy(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = served.client("nils")
    served.ask(client, "hi", "busy")
    monkeypatch.setattr(served.house.room("echo").conductor, "_lock_wait_s", 0.1)
    with stream(client, "wait", session="busy") as response:
        seen = events(response.iter_lines())
        next(seen)
        assert served.gate.reached.acquire(timeout=SECONDS)
        refused = client.post("/v1/assistants/echo/turns", json={"text": "hi", "session": "busy"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "session_busy")
        served.gate.open()
        assert list(seen)[-1][0] == "reply"


def test_that_a_page_elsewhere_cannot_ask_without_being_asked_back(served: Served) -> None:
    """A browser sends such a request to any address without asking; JSON it sends only where CORS allows it."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        refused = served.client().post(
            "/v1/assistants/echo/turns", content=b'{"text": "hi"}', headers={"Content-Type": kind}
        )
        assert refused.status_code in (415, 422)
