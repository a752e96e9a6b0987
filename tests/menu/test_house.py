import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from pilothouse.contracts.errors import UsageError
from pilothouse.house import Pilothouse

from .letters import LetterEmbedder

PRICES = {"回锅肉": "36元", "麻辣香锅": "38元", "宫保鸡丁": "34元", "麻婆豆腐": "24元", "水煮鱼": "68元"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Pilothouse]:
    with Pilothouse(tmp_path, embedder=LetterEmbedder(), strict=True) as house:
        yield house


def test_that_a_forgotten_close_does_no_harm(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pilothouse import Pilothouse\nhouse = Pilothouse(sys.argv[1])\n"
        "print(house.ask('menu', '回锅肉多少钱').reply)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert "36元" in done.stdout


def test_that_many_threads_may_ask(house: Pilothouse) -> None:
    answers: list[tuple[str, str, int]] = []

    def work(dish: str) -> None:
        for _ in range(3):
            reply = house.ask("menu", f"{dish}多少钱", session=dish)
            answers.append((dish, reply.reply, reply.turn))

    threads = [threading.Thread(target=work, args=(dish,)) for dish in PRICES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(PRICES[dish] in reply for dish, reply, _ in answers)
    assert sorted(turn for _, _, turn in answers) == sorted([1, 2, 3] * len(PRICES))


async def test_that_fifty_sessions_at_once_get_their_own_replies(house: Pilothouse) -> None:
    dishes = [*PRICES] * 10
    asked = (house.aask("menu", f"{dish}多少钱", session=f"s{n}") for n, dish in enumerate(dishes))
    replies = await asyncio.gather(*asked)
    for n, (dish, reply) in enumerate(zip(dishes, replies, strict=True)):
        assert (reply.session, reply.turn) == (f"s{n}", 1)
        assert PRICES[dish] in reply.reply
        assert [found["name"] for found in reply.data["dishes"]] == [dish]
    assert len({reply.trace_id for reply in replies}) == 50


async def test_that_turns_of_one_session_follow_each_other(house: Pilothouse) -> None:
    replies = await asyncio.gather(*(house.aask("menu", "你好", session="one") for _ in range(10)))
    assert sorted(reply.turn for reply in replies) == list(range(1, 11))


async def test_that_ask_inside_a_running_loop_says_what_to_use(house: Pilothouse) -> None:
    with pytest.raises(UsageError, match="aask"):
        house.ask("menu", "你好")
    assert (await house.aask("menu", "你好")).outcome == "answered"


def test_that_one_house_serves_several_event_loops(house: Pilothouse) -> None:
    async def ask() -> int:
        return (await house.aask("menu", "你好", session="loops")).turn

    assert [asyncio.run(ask()) for _ in range(3)] == [1, 2, 3]
    assert house.ask("menu", "你好", session="loops").turn == 4


async def test_that_a_cancelled_turn_is_not_kept(house: Pilothouse, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, turns = threading.Event(), iter([True, False])
    inner = house.room("menu").assistant.flow.nodes["close"]

    async def slow(state: object, turn: object) -> object:
        if next(turns, False):
            begun.set()
            await asyncio.sleep(30)
        return await inner(state, turn)

    monkeypatch.setitem(house.room("menu").assistant.flow.nodes, "close", slow)
    task = asyncio.create_task(house.aask("menu", "你好", session="c"))
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await house.aask("menu", "你好", session="c")).turn == 1


def test_that_it_can_be_closed_twice_and_used_again(house: Pilothouse) -> None:
    assert house.ask("menu", "你好").turn == 1
    house.close()
    house.close()
    assert house.ask("menu", "你好").turn == 2


def test_that_closing_while_a_turn_runs_ends_soon(house: Pilothouse, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    async def stuck(state: object, turn: object) -> object:
        begun.set()
        await asyncio.sleep(60)
        return {}

    monkeypatch.setitem(house.room("menu").assistant.flow.nodes, "understand", stuck)
    ended: list[str] = []

    def ask() -> None:
        try:
            house.ask("menu", "你好")
        except CancelledError:
            ended.append("cancelled")

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    begun.wait(10)
    started = time.monotonic()
    house.close()
    thread.join(10)
    assert ended == ["cancelled"]
    assert time.monotonic() - started < 5


def test_that_processes_share_a_session(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from letters import LetterEmbedder\nfrom pilothouse import Pilothouse\n"
        "with Pilothouse(sys.argv[1], embedder=LetterEmbedder()) as house:\n"
        "    for _ in range(5): house.ask('menu', '你好', session='shared')"
    )
    command = [sys.executable, "-c", code, str(tmp_path), str(Path(__file__).parent)]
    children = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    for child in children:
        _, err = child.communicate(timeout=60)
        assert (child.returncode, err) == (0, b"")
    with Pilothouse(tmp_path, embedder=LetterEmbedder()) as house:
        assert house.ask("menu", "你好", session="shared").turn == 11
        recorded = house.recorder.list(user=None, session="shared", limit=50)
        assert sorted(trace.turn for trace in recorded) == list(range(1, 12))


def test_that_a_turn_run_again_leaves_no_file_behind(
    house: Pilothouse, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path_factory.mktemp("here")
    monkeypatch.chdir(here)
    then, now = house.replay(house.ask("menu", "回锅肉多少钱").trace_id)
    assert then.reply == now.reply
    assert list(here.iterdir()) == []
