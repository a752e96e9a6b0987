import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.caller import ROLES, Caller
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.users import UserStore, check_name, check_scopes


@pytest.fixture
def store(tmp_path: Path) -> UserStore:
    return UserStore(tmp_path / "users.db")


def test_that_a_user_is_found_again_with_scopes_and_location(store: UserStore) -> None:
    added = store.add("王小明", {"staff", "department:hr"}, location=(31.23, 121.47))
    again = UserStore(store.path)
    assert again.list() == (added,)
    assert again.get("王小明") == Caller("王小明", frozenset({"staff", "department:hr"}))
    assert added.location == (31.23, 121.47)
    assert added.caller.holds(frozenset({"stock:write"}))


def test_that_without_a_name_the_guest_asks(store: UserStore) -> None:
    assert store.caller(None) == store.caller("") == store.caller("guest") == Caller()
    assert store.list() == ()
    assert store.get("anna") is None
    assert not store.path.exists()


def test_that_an_unknown_user_is_told_what_to_do(store: UserStore) -> None:
    actions = (store.caller, store.remove, lambda name: store.set_scopes(name, ()))
    for action in actions:
        with pytest.raises(UsageError, match=r"没有用户.*pilothouse users add.*There is no user"):
            action("anna")


def test_that_adding_a_user_twice_changes_nothing_and_points_to_set(store: UserStore) -> None:
    store.add("anna", {"member"})
    for name in ("anna", "Anna"):
        with pytest.raises(UsageError, match=r"已存在.*users set"):
            store.add(name, {"manager"})
    assert store.get("ANNA") == Caller("anna", frozenset({"member"}))


def test_that_scopes_and_location_can_be_replaced_and_users_removed(store: UserStore) -> None:
    store.add("anna", {"member"}, location=(1, 2))
    assert store.set_scopes("anna", ["manager"]).scopes == {"manager"}
    assert store.set_location("anna", (-90, 180)).location == (-90, 180)
    assert store.set_location("anna", None).location is None
    store.remove("anna")
    assert store.get("anna") is None


@pytest.mark.parametrize("name", ["guest", "Guest"])
def test_that_the_name_guest_is_reserved(store: UserStore, name: str) -> None:
    with pytest.raises(UsageError, match=r"保留.*reserved"):
        store.add(name)


@given(st.text(max_size=70).filter(lambda s: s.casefold() != "guest"))
def test_that_a_name_is_accepted_exactly_when_it_is_well_formed(name: str) -> None:
    letters = {c for c in name if not (c.isascii() and c.isalnum()) and not "\u4e00" <= c <= "\u9fff"}
    if 1 <= len(name) <= 64 and letters <= set("._-") and name[0] not in ".-":
        assert check_name(name) == name
    else:
        with pytest.raises(UsageError, match=r"不合规.*not valid"):
            check_name(name)


@pytest.mark.parametrize("name", ["", "a b", "../x", "-rf", "x" * 65, "a\n", "Иван", "a'b"])
def test_that_dangerous_names_are_refused(store: UserStore, name: str) -> None:
    with pytest.raises(UsageError):
        store.add(name)


def test_that_scopes_are_checked(store: UserStore) -> None:
    assert check_scopes([*ROLES, "stock:read", "department:人事-1"]) >= ROLES.keys()
    assert check_scopes("member") == {"member"}
    for scope in ("", "Staff", "a:", "a b", "a:b:c", ":x", "a\n"):
        with pytest.raises(UsageError, match=r"不合规.*not valid"):
            store.add("anna", [scope])
    assert store.get("anna") is None


@pytest.mark.parametrize("location", [(91, 0), (0, -181), (float("nan"), 0), (0, float("inf"))])
def test_that_a_location_off_the_globe_is_refused(store: UserStore, location: tuple[float, float]) -> None:
    with pytest.raises(UsageError, match=r"位置.*Location"):
        store.add("anna", location=location)


def test_that_a_damaged_file_gives_one_clear_sentence(store: UserStore) -> None:
    store.path.write_bytes(b"not a database" * 100)
    with pytest.raises(DataError, match=r"无法使用.*can't be used"):
        store.get("anna")


def test_that_the_file_is_readable_by_its_owner_only(store: UserStore) -> None:
    store.add("anna")
    assert store.path.stat().st_mode & 0o077 == 0


def test_that_the_first_users_added_at_once_are_all_there(store: UserStore) -> None:
    names = [f"user{n}" for n in range(8)]
    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(store.add, names))
    assert [user.name for user in store.list()] == names


def test_that_a_change_made_by_another_program_counts_at_once(tmp_path: Path) -> None:
    ours, theirs = UserStore(tmp_path / "users.db"), UserStore(tmp_path / "users.db")
    theirs.add("anna", ["staff"])
    for number in range(60):
        for _ in range(2):
            assert ours.caller("anna").scopes == ({"staff"} if number % 2 == 0 else {"member"})
        if number % 10 == 0:  # long ago, as far as the file system knows
            os.utime(tmp_path / "users.db", ns=(1, time.time_ns() - 10**9))
            assert ours.find("anna") == theirs.find("anna")
            assert ours.find("anna") == theirs.find("anna")
        theirs.set_scopes("anna", ["member"] if number % 2 == 0 else ["staff"])
    theirs.remove("anna")
    assert ours.find("anna") is None
