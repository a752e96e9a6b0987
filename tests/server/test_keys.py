"""Keys: shown once, stored as hashes, gone with their user. These need no web framework."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pilothouse.contracts.errors import UsageError
from pilothouse.server.keys import KeyStore
from pilothouse.users import UserStore


@pytest.fixture
def users(tmp_path: Path) -> UserStore:
    store = UserStore(tmp_path / "users.db")
    store.add("anna", ["staff"])
    return store


def test_that_a_key_leads_to_its_user_and_is_not_stored(users: UserStore) -> None:
    keys = KeyStore(users)
    key = keys.make("anna")
    found = keys.find(key)
    assert found is not None
    assert found.user == "anna"
    secret = key.split("_", 2)[2]
    assert all(secret.encode() not in path.read_bytes() for path in users.path.parent.iterdir())


@pytest.mark.parametrize(
    "change", [lambda k: k[:-1], lambda k: k + "x", lambda k: k[:-1] + "é", lambda k: "", str.upper]
)
def test_that_anything_but_the_whole_key_is_none(users: UserStore, change: object) -> None:
    keys = KeyStore(users)
    assert keys.find(change(keys.make("anna"))) is None  # type: ignore[operator]


def test_that_the_secret_of_one_key_does_not_open_another(users: UserStore) -> None:
    keys = KeyStore(users)
    users.add("ben")
    (_, mine, _), (_, _, secret) = keys.make("anna").split("_", 2), keys.make("ben").split("_", 2)
    assert keys.find(f"ph_{mine}_{secret}") is None


def test_that_a_revoked_key_is_none_and_the_others_stay(users: UserStore) -> None:
    keys = KeyStore(users)
    first, second = keys.make("anna"), keys.make("anna")
    one = keys.find(first)
    assert one is not None
    assert [key.id for key in keys.revoke(one.id)] == [one.id]
    assert keys.find(first) is None
    assert keys.find(second) is not None
    assert len(keys.revoke("ANNA")) == 1
    assert keys.list() == ()
    with pytest.raises(UsageError, match="anna"):
        keys.revoke("anna")


def test_that_keys_go_with_their_user_even_if_another_gets_his_name(users: UserStore) -> None:
    keys = KeyStore(users)
    key = keys.make("anna")
    users.remove("anna")
    users.add("anna", ["manager"])
    assert keys.find(key) is None


def test_that_nobody_gets_a_key_who_is_no_user(users: UserStore) -> None:
    with pytest.raises(UsageError, match="nobody"):
        KeyStore(users).make("nobody")


def test_that_a_file_of_users_from_before_there_were_keys_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "users.db"
    with sqlite3.connect(path) as old:
        old.execute(
            "CREATE TABLE users (name TEXT PRIMARY KEY COLLATE NOCASE, scopes TEXT NOT NULL, latitude REAL, "
            "longitude REAL, created_at TEXT NOT NULL) WITHOUT ROWID"
        )
        old.execute("INSERT INTO users VALUES ('anna', '[\"staff\"]', NULL, NULL, '2026-01-01T00:00:00+00:00')")
        old.execute("PRAGMA user_version = 1")
    old.close()
    users = UserStore(path)
    assert [user.name for user in users.list()] == ["anna"]
    assert KeyStore(users).find(KeyStore(users).make("anna")) is not None


def test_that_the_command_shows_a_key_once_and_lists_and_revokes_its_id(tmp_path: Path) -> None:
    def run(*words: str) -> object:
        command = [sys.executable, "-m", "pilothouse.cli", "users", *words, "--json"]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60, check=True, env={"PILOTHOUSE_HOME": str(tmp_path)}
        )
        return json.loads(done.stdout)

    made = run("add", "anna", "--role", "manager", "--key")
    assert isinstance(made, dict)
    assert made["scopes"] == ["manager"]
    id = made["key"].split("_")[1]
    listed = run("list")
    assert listed == [{"name": "anna", "scopes": ["manager"], "location": None, "keys": [id]}]
    assert made["key"] not in json.dumps(listed)
    assert run("revoke", id) == {"revoked": [id]}
    assert KeyStore(UserStore(tmp_path / "users.db")).find(made["key"]) is None


def test_that_a_slip_in_the_name_of_a_role_is_told(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from pilothouse.cli.main import app

    def added(name: str, scopes: str) -> str:
        made = CliRunner().invoke(app, ["users", "add", name, "--role", scopes], env={"PILOTHOUSE_HOME": str(tmp_path)})
        assert made.exit_code == 0
        return made.stderr

    assert "manger" in added("anna", "staff,manger")
    assert added("ben", "operator,dept:hr") == ""


def test_that_a_removed_user_leaves_neither_conversations_nor_jobs(tmp_path: Path) -> None:
    from pilothouse.server.conversations import Conversations
    from pilothouse.server.forgetting import forget

    ends = Conversations(tmp_path)
    said = [("user", "hi"), ("assistant", "hello")]
    ends.keep("anna", "menu", said, "s1")
    ends.keep("ben", "menu", said, "s2")
    (tmp_path / "jobs").mkdir()
    for name, text in (("a", '{"user": "anna"}'), ("b", '{"user": "ben"}'), ("c", "{"), ("d", "[]")):
        (tmp_path / "jobs" / f"{name}.json").write_text(text, "utf-8")
    forget(tmp_path, "anna")
    assert ends.take("anna", "menu", said) is None
    assert ends.take("ben", "menu", said) == "s2"
    assert ends.take("ben", "menu", said) is None
    assert {path.stem for path in (tmp_path / "jobs").iterdir()} == {"b", "c", "d"}


def test_that_serving_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from pilothouse.cli.serve import serve

    monkeypatch.delitem(sys.modules, "pilothouse.server.running", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(UsageError, match=r"pilothouse\[web\]"):
        serve(None, None, None)
