"""Guests at once: none sees the cart, the list or the memory of another, whatever the sessions are called."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse.assistants.menu.memory import FILE, MemoryStore
from pilothouse.assistants.menu.taste import Taste
from pilothouse.contracts.errors import UsageError

from .kitchen import open_house, sample

USERS = ("anna", "bob", "carl")
ALLERGY = {"anna": "花生", "bob": "鱼", "carl": "鸡蛋"}
DISLIKE = {"anna": "香菜", "bob": "葱", "carl": "姜"}
LIST = {"anna": "有什么汤", "bob": "有什么凉菜", "carl": "有什么干锅"}
RISKY = {"anna": "宫保鸡丁", "bob": "酸菜鱼", "carl": "番茄炒蛋"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Pilothouse]:
    with open_house(tmp_path / "home") as opened:
        for user in USERS:
            opened.users.add(user, ["member"])
        yield opened


def memory(house: Pilothouse, user: str) -> Taste:
    return MemoryStore(house.settings.paths.home / FILE).get(user)


def evening(house: Pilothouse, user: str, session: str = "table") -> dict[str, Any]:
    """A whole visit; what came of it, as far as others could have meddled with it."""

    def ask(text: str) -> Any:
        return house.ask("menu", text, session=session, user=user)

    ask(f"我对{ALLERGY[user]}过敏")
    ask(f"我不吃{DISLIKE[user]}")
    listed = [dish["name"] for dish in ask(LIST[user]).data["dishes"]]
    second = [line["dish"] for line in ask("第二个来一份").data["cart"]["lines"]]
    warned = ask(f"再来一份{RISKY[user]}").reply
    cart = [line["dish"] for line in ask("看看我点了什么").data["cart"]["lines"]]
    first = ask("下单")
    order = (first if first.data["order"] else ask("下单")).data["order"]
    return {
        "listed": listed,
        "second": second,
        "warned": [term for term in ALLERGY.values() if f"不能确认不含{term}" in warned],
        "cart": cart,
        "ordered": [line["dish"] for line in order["lines"]],
        "id": order["id"],
    }


def sound(user: str, seen: dict[str, Any]) -> None:
    assert seen["second"] == [seen["listed"][1]]
    assert seen["cart"] == seen["ordered"] == [seen["listed"][1], RISKY[user]]
    assert seen["warned"] == [ALLERGY[user]]


def test_that_users_in_threads_with_sessions_of_one_name_see_nothing_of_each_other(house: Pilothouse) -> None:
    seen: dict[str, dict[str, Any]] = {}
    failed: list[BaseException] = []

    def visit(user: str) -> None:
        try:
            seen[user] = evening(house, user)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=visit, args=(user,)) for user in USERS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failed
    for user in USERS:
        sound(user, seen[user])
        taste = memory(house, user)
        assert (taste.allergies, taste.dislikes) == ((ALLERGY[user],), (DISLIKE[user],))
        assert len(taste.ordered) == 2
    assert len({seen[user]["id"] for user in USERS}) == len(USERS)
    assert len({tuple(seen[user]["listed"]) for user in USERS}) == len(USERS)


VISIT = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.menu.test_apart import evening
from tests.menu.kitchen import NOON, embedder
from pilothouse import Pilothouse
with Pilothouse(Path(sys.argv[2]), embedder=embedder(), strict=True, clock=lambda: NOON) as house:
    house.room("menu")
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(evening(house, sys.argv[3])), flush=True)
"""


def test_that_users_in_processes_of_their_own_see_nothing_of_each_other(house: Pilothouse) -> None:
    home = house.settings.home
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", VISIT, str(root), str(home)]
    children = {
        user: subprocess.Popen([*command, user], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)
        for user in USERS[:2]
    }
    for child in children.values():
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children.values():
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for user, child in children.items():
        out, _ = child.communicate(timeout=120)
        assert child.returncode == 0
        sound(user, json.loads(out))
        assert memory(house, user).allergies == (ALLERGY[user],)


def test_that_interleaved_turns_keep_lists_and_references_apart(house: Pilothouse) -> None:
    lists = {
        user: [dish["name"] for dish in house.ask("menu", LIST[user], session="s", user=user).data["dishes"]]
        for user in USERS
    }
    for place, word in enumerate(("第一个", "第三个")):
        for user in USERS:
            house.ask("menu", f"{word}来一份", session="s", user=user)
            assert place < len(lists[user])
    for user in USERS:
        cart = house.ask("menu", "看看我点了什么", session="s", user=user).data["cart"]
        assert [line["dish"] for line in cart["lines"]] == [lists[user][0], lists[user][2]]


@pytest.mark.parametrize("other", ["bob", None])
@pytest.mark.parametrize("session", ["s", " s ", "default", '["menu", "anna", "s"]', "anna", "../s", "会话"])
def test_that_the_name_of_another_s_session_gives_nothing_of_it(
    house: Pilothouse, session: str, other: str | None
) -> None:
    house.ask("menu", "我对花生过敏", session=session, user="anna")
    house.ask("menu", "来两份麻辣香锅，送到人民路8号", session=session, user="anna")
    house.ask("menu", "有什么汤", session=session, user="anna")
    mine = house.ask("menu", "看看我点了什么", session=session, user=other)
    assert mine.turn == 1
    assert mine.data["cart"]["lines"] == []
    assert house.ask("menu", "第二个来一份", session=session, user=other).data["cart"]["lines"] == []
    told = house.ask("menu", "来份宫保鸡丁", session=session, user=other)
    assert "花生" not in told.reply
    assert "人民路8号" not in json.dumps(told.model_dump(mode="json"), ensure_ascii=False)
    assert house.run(house.ahotwords("menu", session=session, user=other)) != house.run(
        house.ahotwords("menu", session=session, user="anna")
    )
    cart = house.ask("menu", "看看我点了什么", session=session, user="ANNA").data["cart"]  # the same user
    assert [(line["dish"], line["quantity"]) for line in cart["lines"]] == [("麻辣香锅", 2)]


def test_that_a_trace_of_another_is_neither_seen_nor_run_again(house: Pilothouse) -> None:
    reply = house.ask("menu", "我对花生过敏", user="anna")
    for other in ("bob", "guest"):
        with pytest.raises(UsageError, match="没有记录"):
            house.replay(reply.trace_id, user=other)
    then, now = house.replay(reply.trace_id, user="anna")
    assert then.reply == now.reply
    assert "记住了" in now.reply


def test_that_a_guest_without_a_name_is_remembered_in_his_session_only(house: Pilothouse) -> None:
    house.ask("menu", "我对花生过敏", session="one")
    assert "不能确认不含花生" in house.ask("menu", "来份宫保鸡丁", session="one").reply
    assert "不能确认不含花生" not in house.ask("menu", "来份宫保鸡丁", session="two").reply
    assert not (house.settings.home / FILE).exists()


def test_that_nothing_of_a_removed_user_is_there_for_the_next_of_that_name(house: Pilothouse) -> None:
    long = "很长的会话名" * 33
    for session in ("s", long):
        evening(house, "anna", session)
        house.ask("menu", "来份麻辣香锅", session=session, user="anna")
    trace = house.ask("menu", "你好", session="s", user="bob").trace_id
    house.remove_user("Anna")
    assert memory(house, "anna") == Taste()
    with pytest.raises(UsageError, match="没有用户"):
        house.ask("menu", "你好", session="s", user="anna")
    house.users.add("anna")
    for session in ("s", long):
        reply = house.ask("menu", "看看我点了什么", session=session, user="anna")
        assert (reply.turn, reply.data["cart"]["lines"]) == (1, [])
    assert house.recorded(trace).user == "bob"
    assert {found.user for found in house.recorder.list(user="anna")} <= {"anna"}
    assert len(house.recorder.list(user="anna", limit=50)) == 2
    assert house.room("menu").services.orders.of_user("anna")  # the restaurant's books stay


def test_that_deleting_a_taste_reaches_the_sessions_that_are_open(house: Pilothouse) -> None:
    house.ask("menu", "我对花生过敏", session="s", user="anna")
    MemoryStore(house.settings.paths.home / FILE).delete("anna")
    assert "花生" not in house.ask("menu", "来份宫保鸡丁", session="s", user="anna").reply


def test_that_the_sample_home_is_untouched() -> None:
    assert not (sample() / FILE).exists()
