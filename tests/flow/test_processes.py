"""Several processes at one session, and a process that is killed in the middle of a turn."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from pilothouse.contracts.caller import Caller

from .kit import conductor, turn_of

KIT = str(Path(__file__).parent)

SAY = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import kit
home = Path(sys.argv[2])
async def main():
    async with kit.conductor(home) as at:
        print("ready", flush=True)
        sys.stdin.readline()
        for _ in range(int(sys.argv[3])):
            reply = await at.turn(sys.argv[4], kit.turn_of(home))
            print(reply.turn, flush=True)
asyncio.run(main())
"""

WAIT = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import kit
home = Path(sys.argv[2])
async def main():
    at = kit.conductor(home)
    print((await at.turn("鱼", kit.turn_of(home))).turn, flush=True)
    turn = kit.turn_of(home)
    asyncio.create_task(at.turn("wait", turn))
    await turn.services["started"].wait()
    print("in the middle", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""

FORGET = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import kit
home = Path(sys.argv[2])
at = kit.conductor(home)
print(asyncio.run(at.turn("鱼", kit.turn_of(home))).turn, flush=True)
"""


def start(script: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, KIT, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


async def test_that_turns_of_two_processes_in_one_session_all_count(tmp_path: Path) -> None:
    processes = [start(SAY, str(tmp_path), "10", word) for word in ("鱼", "菜")]
    assert [line(process) for process in processes] == ["ready", "ready"]
    outputs = await asyncio.gather(*(asyncio.to_thread(process.communicate, "go\n", 120) for process in processes))
    turns = sorted(int(number) for output, _ in outputs for number in output.split())
    assert turns == list(range(1, 21))
    async with conductor(tmp_path) as at:
        words = (await at.state(Caller(), "s"))["words"]
        assert (words.count("鱼"), words.count("菜")) == (10, 10)


async def test_that_a_process_killed_in_the_middle_of_a_turn_leaves_the_last_acknowledged_turn(tmp_path: Path) -> None:
    process = start(WAIT, str(tmp_path))
    assert [line(process), line(process)] == ["1", "in the middle"]
    process.kill()
    process.communicate()
    async with conductor(tmp_path) as at:
        assert (await at.state(Caller(), "s"))["words"] == ["鱼"]
        assert (await at.turn("菜", turn_of(tmp_path))).reply == "2: 鱼 菜 /  /"
    assert list((tmp_path / "locks").iterdir()) == []


async def test_that_a_session_killed_at_any_moment_is_whole(tmp_path: Path) -> None:
    acknowledged = 0
    for kill_after in (1, 2, 3, 5, 8):
        process = start(SAY, str(tmp_path), "1000", "鱼")
        assert line(process) == "ready"
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        for _ in range(kill_after):
            acknowledged = int(line(process))
        process.kill()
        assert process.stdout is not None
        rest = process.stdout.read().split()  # communicate() would pass over what readline() has buffered
        process.communicate()
        acknowledged = int(rest[-1]) if rest else acknowledged
        async with conductor(tmp_path) as at:
            state = await at.state(Caller(), "s")
            # The turn that was stored but not yet answered when the process died may be there as a whole.
            assert state["turn"] in (acknowledged, acknowledged + 1)
            assert len(state["words"]) == state["turn"]


def test_that_a_program_that_forgets_to_close_ends(tmp_path: Path) -> None:
    process = start(FORGET, str(tmp_path))
    assert process.communicate(timeout=60)[0].strip() == "1"
    assert process.returncode == 0
