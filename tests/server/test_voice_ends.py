"""The voice socket: nothing stays behind when a client goes, and nothing is lost when the server ends."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .kit import SECONDS, Gate, Letters, Served, echo, serving, settings_of
from .voice_kit import Caller, Callers, Ears, Voice, scripted, speech

from pilothouse import Pilothouse  # isort: skip
from pilothouse.server import background  # isort: skip


def test_that_a_socket_lives_longer_than_a_connection_without_a_request_may(
    opened: Callable[..., tuple[Served, Callers]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pilothouse.server.running.FIRST_S", 0.1)
    served, callers = opened()
    caller = callers.start()
    with socket.create_connection(("127.0.0.1", int(served.url.rpartition(":")[2])), timeout=SECONDS) as silent:
        assert silent.recv(1) == b""  # it came later, and its time is over
    caller.tell("text", text="alive")
    assert caller.until("reply")["data"]["data"]["words"] == ["alive"]


def free(callers: Callers, key: str) -> None:
    """Wait until the key's only place is free again."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        caller = callers.open(key=key)
        caller.tell("start")
        if caller.next()["type"] == "ready":
            return
    raise AssertionError("the place was not given back")


def speaking(caller: Caller, served: Served) -> None:
    caller.tell("text", text="long")
    caller.until("audio")


def asking(caller: Caller, served: Served) -> None:
    caller.tell("text", text="wait")
    assert served.gate.reached.acquire(timeout=SECONDS)


def talking(caller: Caller, served: Served) -> None:
    caller.send(speech(0.6))
    caller.until("speech_begun")


MOMENTS: dict[str, Callable[[Caller, Served], object]] = {
    "talking": talking,
    "asking": asking,
    "speaking": speaking,
    "listening": lambda caller, served: None,
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("rudely", [False, True], ids=["closing", "cut"])
def test_that_a_client_that_goes_gives_his_place_back(
    opened: Callable[..., tuple[Served, Callers]], moment: str, rudely: bool
) -> None:
    served, callers = opened(voice=Voice(60), concurrency=1)
    key = served.key("anna")
    caller = callers.start(key=key)
    MOMENTS[moment](caller, served)
    if rudely:
        caller.socket.socket.shutdown(socket.SHUT_RDWR)
    else:
        caller.socket.close()
    free(callers, key)
    assert moment != "asking" or served.gate.cancelled.acquire(timeout=SECONDS)


def test_that_a_client_that_reads_nothing_is_left_and_keeps_no_server_from_ending(tmp_path: Path) -> None:
    context = serving(tmp_path, speech=scripted(Ears(), Voice(300)), concurrency=1, write_timeout_s=0.2)
    served = context.__enter__()
    callers, key = Callers(served), served.key("anna")
    narrow = socket.create_connection(("127.0.0.1", int(served.url.rpartition(":")[2])))
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    caller = callers.open(key=key, sock=narrow, compression=None, max_queue=1)
    caller.tell("start")
    caller.tell("text", text="long")
    free(callers, key)
    ending = threading.Thread(target=context.__exit__, args=(None, None, None))
    ending.start()
    ending.join(SECONDS)
    assert not ending.is_alive()
    callers.close()


@pytest.mark.parametrize("moment", ["asking", "speaking", "talking"])
def test_that_a_server_that_ends_finishes_the_turn_and_then_closes(tmp_path: Path, moment: str) -> None:
    gate = Gate()
    settings = settings_of(tmp_path)
    house = Pilothouse(settings=settings, embedder=Letters(), assistants=[echo(gate)])
    house.users.add("anna", [])
    context = background(house, speech=scripted(Ears(), Voice(60)))
    served = Served(context.__enter__(), house, gate)
    callers = Callers(served)
    caller = callers.start(key=served.key("anna"), session="s")
    MOMENTS[moment](caller, served)
    ending = threading.Thread(target=context.__exit__, args=(None, None, None))
    ending.start()
    while _listening(served.url):
        time.sleep(0.01)
    gate.open()
    if moment == "asking":
        assert caller.until("reply")["data"]["data"]["words"] == ["wait"]
    assert caller.until("closing")["reason"] == "shutdown"
    assert caller.closed() == 1012
    ending.join(SECONDS)
    assert not ending.is_alive()
    with Pilothouse(settings=settings, embedder=Letters(), assistants=[echo(gate)]) as again:
        expected = {"asking": ["wait", "x"], "speaking": ["long", "x"], "talking": ["x"]}[moment]
        assert again.ask("echo", "x", session="s", user="anna").data["words"] == expected


def _listening(url: str) -> bool:
    try:
        socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))).close()
    except OSError:
        return False
    return True
