"""MCP over streamable HTTP, with the official client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("mcp", reason="needs the extra [mcp]")

from .kit import SECONDS, Gate, Served
from .mcp_kit import connected, error_type, house_of, listening, mcp_serving, names, rows

GUEST = {
    "ask_echo", "ask_garden", "ask_shed", "garden-water", "shed-water", "dig", "broken", "liar", "endless",
}  # fmt: skip
ACCEPT = {"Accept": "application/json, text/event-stream"}
MODES = pytest.mark.parametrize("mode", ["auto", "legacy"])


@pytest.fixture(scope="module")
def open_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with mcp_serving(tmp_path_factory.mktemp("home")) as running:
        yield running


@MODES
async def test_that_a_guest_sees_no_tool_that_needs_a_scope_or_a_step_of_a_conversation(
    open_served: Served, mode: str
) -> None:
    async with connected(open_served.url, mode=mode) as client:
        assert await names(client) == GUEST


@MODES
async def test_that_staff_see_their_tools(open_served: Served, mode: str) -> None:
    async with connected(open_served.url, open_served.key("lin", "staff"), mode) as client:
        assert await names(client) == {*GUEST, "prune"}
        assert rows(await client.call_tool("prune", {"name": "rose"}))[0]["by"] == "lin"


async def test_that_tools_are_described_as_their_contracts_say(open_served: Served) -> None:
    async with connected(open_served.url) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
    water, contract = listed["garden-water"], open_served.house.assistant("garden").tools[0]
    assert water.description == contract.description
    assert water.input_schema == contract.schema()
    assert set(water.output_schema["properties"]["results"]["items"]["properties"]) == set(contract.row.model_fields)


@MODES
async def test_that_a_call_gives_typed_rows_with_defaults_filled_in(open_served: Served, mode: str) -> None:
    async with connected(open_served.url, open_served.key("wang"), mode) as client:
        result = await client.call_tool("garden-water", {"name": "薄荷"})
    assert rows(result) == [{"name": "薄荷", "litres": 1, "by": "wang", "owner": "wang", "note": None}]


@MODES
@pytest.mark.parametrize(
    ("tool", "arguments", "kind"),
    [
        ("garden-water", {}, "invalid_params"),
        ("garden-water", {"name": "a", "litres": "2"}, "invalid_params"),
        ("garden-water", {"name": "a", "sudo": "长长"}, "invalid_params"),
        ("garden-water", {"name": "长" * 30_000}, "invalid_params"),
        ("ask_echo", {}, "invalid_params"),
        ("ask_echo", {"text": ""}, "invalid_params"),
        ("ask_echo", {"text": "长" * 5000}, "invalid_params"),
        ("ask_echo", {"text": "hello", "temperature": 2}, "invalid_params"),
        ("water", {"name": "a"}, "unknown_tool"),
        ("../../etc/passwd", {}, "unknown_tool"),
        ("garden-rm", {}, "unknown_tool"),
        ("prune", {"name": "rose"}, "not_allowed"),
        ("harvest", {"name": "rose"}, "not_allowed"),
        ("endless", {}, "timeout"),
        ("broken", {}, "unavailable"),
        ("liar", {}, "unavailable"),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_that_what_goes_wrong_is_a_typed_error_without_internals(
    open_served: Served, tool: str, arguments: dict[str, Any], kind: str, mode: str
) -> None:
    async with connected(open_served.url, mode=mode) as client:
        result = await client.call_tool(tool, arguments)
    assert error_type(result) == kind
    told = result.model_dump_json()
    assert not any(word in told for word in ("Traceback", "KeyError", "secret", "长长", "/home"))


@MODES
async def test_that_a_turn_with_an_assistant_goes_on_by_the_session_of_its_reply(
    open_served: Served, mode: str
) -> None:
    steps: list[str | None] = []

    async def progressed(progress: float, total: float | None, message: str | None) -> None:
        steps.append(message)

    async with connected(open_served.url, mode=mode) as client:
        first = await client.call_tool("ask_echo", {"text": "one"}, progress_callback=progressed)
        session = first.structured_content["session"]
        second = await client.call_tool("ask_echo", {"text": "two", "session": session})
        other = await client.call_tool("ask_echo", {"text": "three"})
    assert first.content[0].text == "guest: one"
    assert session in first.content[1].text
    assert (second.structured_content["reply"], second.structured_content["turn"]) == ("guest: one two", 2)
    assert other.structured_content["reply"] == "guest: three"
    assert steps == ["listen", "answer"]


async def test_that_a_guest_cannot_enter_a_session_by_its_name(open_served: Served) -> None:
    key = open_served.key("zhou")
    async with connected(open_served.url, key) as client:
        await client.call_tool("ask_echo", {"text": "my secret", "session": "table-7"})
    async with connected(open_served.url) as client:
        assert error_type(await client.call_tool("ask_echo", {"text": "hi", "session": "table-7"})) == "not_allowed"
    async with connected(open_served.url, open_served.key("qian")) as client:
        replied = await client.call_tool("ask_echo", {"text": "hi", "session": "table-7"})
        assert replied.structured_content["reply"] == "qian: hi"


async def test_that_a_bug_in_a_turn_leaves_no_trace_of_it_in_the_answer(open_served: Served) -> None:
    async with connected(open_served.url) as client:
        told = (await client.call_tool("ask_echo", {"text": "bug"})).model_dump_json()
    assert "secret" not in told
    assert "KeyError" not in told


async def test_that_two_clients_at_once_are_not_mixed_up(open_served: Served) -> None:
    async def calls(name: str, mode: str) -> None:
        async with connected(open_served.url, open_served.key(name), mode) as client:
            done = await asyncio.gather(
                *(client.call_tool("garden-water", {"name": f"{name}{n}"}) for n in range(10)),
                *(client.call_tool("ask_echo", {"text": f"{name}{n}", "session": f"s{n}"}) for n in range(5)),
            )
        for n, result in enumerate(done[:10]):
            assert rows(result)[0] | {"by": name, "name": f"{name}{n}"} == rows(result)[0]
        assert [result.structured_content["reply"] for result in done[10:]] == [f"{name}: {name}{n}" for n in range(5)]

    await asyncio.gather(calls("sun", "auto"), calls("hao", "legacy"))


@MODES
async def test_that_a_client_that_goes_away_takes_its_call_with_it(open_served: Served, mode: str) -> None:
    for tool, arguments in (("dig", {}), ("ask_echo", {"text": "wait"})):
        async with connected(open_served.url, mode=mode) as client:
            task = asyncio.create_task(client.call_tool(tool, arguments))
            assert await asyncio.to_thread(open_served.gate.reached.acquire, timeout=SECONDS)
            task.cancel()
            await asyncio.wait({task})
        assert await asyncio.to_thread(open_served.gate.cancelled.acquire, timeout=SECONDS)


def test_that_a_wrong_key_is_refused(open_served: Served) -> None:
    for key in ("Bearer ph_000000000000_" + "A" * 43, "Bearer x", "Basic eA=="):
        answered = httpx.post(open_served.url, headers={"Authorization": key, **ACCEPT}, json={})
        assert (answered.status_code, answered.json()["error"]["code"]) == (401, "invalid_api_key")


def test_that_pages_of_other_sites_other_hosts_and_other_methods_are_refused(open_served: Served) -> None:
    def status(method: str, **headers: str) -> int:
        return httpx.request(method, open_served.url, headers={**ACCEPT, **headers}).status_code

    assert status("POST", Origin="https://evil.example") == 403
    assert status("POST", Origin="null") == 403
    assert status("POST", Host="evil.example") == 400
    assert status("GET") == 405
    assert status("DELETE") == 405


def test_that_a_body_that_is_too_large_is_refused(open_served: Served) -> None:
    limit = open_served.house.settings.server.max_body
    assert httpx.post(open_served.url, headers=ACCEPT, content=b" " * (limit + 1)).status_code == 413
    parts = (b" " * 100_000 for _ in range(limit // 100_000 + 1))
    assert httpx.post(open_served.url, headers=ACCEPT, content=parts).status_code == 413


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(["initialize", "tools/list", "tools/call", "ping", "x"])},
    optional={"id": json_values, "params": json_values},
)


@given(
    body=json_values | messages | st.binary(max_size=200), version=st.sampled_from([None, "2026-07-28", "2025-06-18"])
)
def test_that_no_message_whatever_breaks_the_server(open_served: Served, body: Any, version: str | None) -> None:
    headers = {**ACCEPT, "Content-Type": "application/json", **({"MCP-Protocol-Version": version} if version else {})}
    raw = (
        body if isinstance(body, bytes) else json.dumps(body).encode()
    )  # with NaN and Infinity, as Python's clients send
    answered = client_of(open_served).post(open_served.url, headers=headers, content=raw)
    assert answered.status_code < 500
    assert "Traceback" not in answered.text


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 50_000, b"1" * 10_000, b'"\\ud800"', b"\xff\xfe"])
@pytest.mark.parametrize("version", ["2026-07-28", "2025-06-18", "9999-99-99"])
def test_that_json_made_to_break_parsers_is_refused(open_served: Served, body: bytes, version: str) -> None:
    headers = {**ACCEPT, "Content-Type": "application/json", "MCP-Protocol-Version": version}
    assert 400 <= httpx.post(open_served.url, headers=headers, content=body).status_code < 500


def client_of(served: Served) -> httpx.Client:
    """One client for all examples of a property."""
    return served.clients[0] if served.clients else served.client()


async def test_that_guests_are_offered_open_assistants_only(tmp_path: Path) -> None:
    with mcp_serving(tmp_path, anonymous=("echo",)) as served:
        async with connected(served.url) as client:
            assert await names(client) == {"ask_echo"}
            assert error_type(await client.call_tool("garden-water", {"name": "a"})) == "not_allowed"
            assert error_type(await client.call_tool("ask_garden", {"text": "a"})) == "not_allowed"
        async with connected(served.url, served.key("lin")) as client:
            assert await names(client) == GUEST


def test_that_without_a_key_nobody_is_let_in_where_nothing_is_open(tmp_path: Path) -> None:
    with mcp_serving(tmp_path, anonymous=()) as served:
        answered = httpx.post(served.url, headers=ACCEPT, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
        assert answered.status_code == 401
        assert answered.headers["WWW-Authenticate"] == "Bearer"


async def test_that_calls_beyond_the_limit_at_once_are_refused_with_a_hint_when_to_come_again(tmp_path: Path) -> None:
    with mcp_serving(tmp_path, concurrency=1) as served:
        async with connected(served.url) as client:
            running = asyncio.create_task(client.call_tool("dig"))
            assert await asyncio.to_thread(served.gate.reached.acquire, timeout=SECONDS)
            for tool, arguments in (("garden-water", {"name": "a"}), ("ask_echo", {"text": "a"})):
                refused = await client.call_tool(tool, arguments)
                assert error_type(refused) == "unavailable"
                assert "Wait 1 s" in refused.structured_content["hint"]
            served.gate.open()
            assert rows(await running) == []
            assert rows(await client.call_tool("garden-water", {"name": "a"}))


def test_that_requests_beyond_the_rate_are_refused(tmp_path: Path) -> None:
    with mcp_serving(tmp_path, rate_per_minute=1, burst=2) as served:
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        assert [httpx.post(served.url, headers=ACCEPT, json=ping).status_code for _ in range(3)] == [200, 200, 429]


async def test_that_a_revoked_key_and_a_lost_scope_count_from_the_next_call_on(tmp_path: Path) -> None:
    with mcp_serving(tmp_path) as served:
        key = served.key("lin", "staff")
        async with connected(served.url, key) as client:
            assert rows(await client.call_tool("prune", {"name": "rose"}))
            served.house.users.set_scopes("lin", ["member"])
            assert error_type(await client.call_tool("prune", {"name": "rose"})) == "not_allowed"
            assert "prune" not in await names(client)
        served.house.users.remove("lin")
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {key}", **ACCEPT}) as http:
            assert (await http.post(served.url, json={})).status_code == 401


async def test_that_the_server_of_the_pages_has_it_too_with_one_line(tmp_path: Path) -> None:
    from pilothouse.server import create_app
    from pilothouse.server.mcp.http import PATH, mcp_router

    app = create_app(house_of(tmp_path, Gate()), warm=False)
    if not any(getattr(route, "path", None) == PATH for route in app.routes):
        app.include_router(mcp_router(app.state.desk, ("garden",)))
    with listening(app) as url:
        async with connected(f"{url}/mcp") as client:
            assert rows(await client.call_tool("water", {"name": "a"}))
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{url}/healthz")).status_code == 200
