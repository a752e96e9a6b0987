"""The voice socket: who gets in, what is too much, and that nothing stays behind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from .kit import SECONDS, Served
from .voice_kit import Caller, Callers, exceptions, quiet

from pilothouse.server.keys import KeyStore  # isort: skip


def refusal(callers: Callers, **how: Any) -> int:
    """The status with which the handshake is refused."""
    with pytest.raises(exceptions.InvalidStatus) as refused:
        callers.open(**how)
    assert refused.value.response.body.startswith(b'{"error"')
    return int(refused.value.response.status_code)


def fault(caller: Caller) -> str:
    return str(caller.until("error")["error"]["code"])


def test_that_strangers_and_pages_of_other_sites_get_nothing(opened: Callable[..., tuple[Served, Callers]]) -> None:
    served, callers = opened(anonymous=(), origins=("https://shop.example",))
    key = served.key("anna")
    assert refusal(callers, key="ph_no_key") == 401
    assert refusal(callers, assistant="nobody", key=key) == 404
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", f"{served.url}.evil.example"):
        assert refusal(callers, key=key, headers={"Origin": origin}) == 403
    guest = callers.open()
    guest.tell("start")
    assert fault(guest) == "key_needed"
    assert guest.closed() == 1008
    wrong = callers.open()
    wrong.tell("start", key="ph_no_key")
    assert fault(wrong) == "invalid_api_key"
    assert wrong.closed() == 1008
    for origin in ("https://shop.example", served.url):
        page = callers.open(headers={"Origin": origin})
        page.tell("start", key=key)
        page.until("ready")


def test_that_a_guest_cannot_take_a_session_that_was_not_given_to_him(
    opened: Callable[..., tuple[Served, Callers]],
) -> None:
    _, callers = opened()
    thief = callers.open()
    thief.tell("start", session="table-7")
    assert fault(thief) == "not_your_session"
    assert thief.closed() == 1008
    first = callers.start()
    first.tell("text", text="one")
    first.until("reply")
    again = callers.start(session=first.events[0]["session"])
    again.tell("text", text="two")
    assert again.until("reply")["data"]["data"]["words"] == ["one", "two"]


def test_that_a_key_that_is_revoked_ends_the_conversation(opened: Callable[..., tuple[Served, Callers]]) -> None:
    served, callers = opened(anonymous=())
    caller = callers.start(key=served.key("anna"))
    KeyStore(served.house.users).revoke("anna")
    caller.tell("text", text="still me")
    assert fault(caller) == "invalid_api_key"
    assert caller.until("closing")["reason"] == "refused"
    assert caller.closed() == 1008
    assert "reply" not in caller.kinds()


def test_that_sentences_and_sockets_count_against_the_limits(opened: Callable[..., tuple[Served, Callers]]) -> None:
    served, callers = opened(rate_per_minute=1, burst=3, concurrency=2)
    keys = [served.key(name) for name in ("anna", "ben")]
    caller = callers.start(key=keys[0])
    for text in ("one", "two"):
        caller.tell("text", text=text)
        caller.until("reply")
    caller.tell("text", text="three")
    assert fault(caller) == "rate_limited"
    callers.start(key=keys[1])
    callers.start(key=keys[1])
    third = callers.open(key=keys[1])
    third.tell("start")
    assert fault(third) == "too_many_turns"
    assert third.closed() == 1013


@pytest.mark.parametrize(
    "first",
    ["", "no json", "[]", "{}", '{"type": "start", "rate": 7}', '{"type": "start", "more": 1}', '{"type": "text"}',
     b"\0\0", "[" * 100_000, '{"type": "stop"}', '{"type": "start", "rate": 1e400}', '{"type": "start", "key": null}'],
)  # fmt: skip
def test_that_a_conversation_that_begins_wrongly_does_not_begin(served: Served, first: str | bytes) -> None:
    callers = Callers(served)
    caller = callers.open()
    caller.socket.send(first)
    assert fault(caller) == "bad_message"
    assert caller.closed() == 1008


def test_that_wrong_messages_are_told_and_too_many_of_them_end_it(served: Served) -> None:
    callers = Callers(served)
    caller = callers.start()
    for message in ("{", '{"type": "dance"}', '{"type": "start"}', '{"type": "text", "text": ""}', '{"type": 1}'):
        caller.socket.send(message)
        assert fault(caller) == "bad_message"
    caller.tell("text", text="fine")
    assert caller.until("reply")["data"]["data"]["words"] == ["fine"]
    for _ in range(15):
        caller.socket.send("again")
    assert caller.until("closing")["reason"] == "refused"
    assert caller.closed() == 1008


@pytest.mark.parametrize(
    ("message", "code"),
    [(bytes(1_000_002), 1009), ('"' + "x" * 400_001 + '"', 1009), (bytes(17_000_000), 1009)],
    ids=["frame", "text", "beyond the protocol"],
)
def test_that_a_message_that_is_too_large_ends_it(served: Served, message: str | bytes, code: int) -> None:
    callers = Callers(served)
    caller = callers.start()
    with suppress(exceptions.ConnectionClosed):  # while it was being sent
        caller.socket.send(message)
    assert caller.closed() == code


def test_that_sound_that_comes_faster_than_anybody_speaks_ends_it(served: Served) -> None:
    caller = Callers(served).start(rate=8_000)
    with suppress(exceptions.ConnectionClosed):
        for _ in range(4):
            caller.socket.send(bytes(640_000))
    assert fault(caller) == "too_fast"
    assert caller.closed() == 1008


def test_that_more_sentences_than_can_wait_are_refused_and_the_others_answered(
    opened: Callable[..., tuple[Served, Callers]],
) -> None:
    served, callers = opened()
    caller = callers.start()
    caller.tell("text", text="wait")
    assert served.gate.reached.acquire(timeout=SECONDS)
    for number in range(5):
        caller.tell("text", text=str(number))
    assert fault(caller) == "too_many_waiting"
    served.gate.open()
    while len(caller.until("reply")["data"]["data"]["words"]) < 5:
        pass


def test_that_who_says_nothing_is_not_kept(
    opened: Callable[..., tuple[Served, Callers]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pilothouse.server.voice.handshake.START_S", 0.1)
    _, callers = opened(voice_idle_s=0.3)
    silent = callers.open()
    assert fault(silent) == "no_start"
    assert silent.closed() == 1008
    caller = callers.start()
    assert caller.until("closing")["reason"] == "idle"
    assert caller.closed() == 1000
    humming = callers.start()
    stop = threading.Event()

    def hum() -> None:
        while not stop.wait(0.01):
            try:
                humming.send(quiet(0.02))
            except exceptions.ConnectionClosed:
                return

    thread = threading.Thread(target=hum)
    thread.start()
    assert humming.until("closing")["reason"] == "idle"
    stop.set()
    thread.join()
