"""What happens when the database, the network or the address fails."""

from __future__ import annotations

import asyncio
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pilothouse import Pilothouse
from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import DataError, PilothouseError, ProviderUnavailable, UsageError
from pilothouse.flow import dial
from pilothouse.house import Assistant
from pilothouse.settings import load

from ..flow.kit import ECHO, conductor, turn_of
from .server import PASSWORD, USER, Server

needs_server = pytest.mark.postgres
LOCKS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"


def sentence(error: PilothouseError) -> str:
    """The error's sentence, after a look at how it is written."""
    said = str(error)
    assert "\n" not in said
    assert " / " in said
    return said


@needs_server
async def test_that_only_the_newest_checkpoint_is_kept(server: Server, url: str, tmp_path: Path) -> None:
    async with conductor(tmp_path, database_url=url) as at:
        for _ in range(5):
            await at.turn("爱辣", turn_of(tmp_path))
    counts = [
        server.run(f"SELECT count(*) FROM {table}", url)[0][0]
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
    ]
    assert counts == [2, 2, 0]  # the session's and the user's
    assert server.run(LOCKS, url) == [(0,)]


@needs_server
async def test_that_hosts_with_homes_of_their_own_take_turns(url: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    async with conductor(one, database_url=url) as here, conductor(other, database_url=url, lock_wait_s=0.2) as there:
        waiting = turn_of(one)
        slow = asyncio.create_task(here.turn("wait", waiting))
        await waiting.services["started"].wait()
        with pytest.raises(UsageError, match="上一句还在处理"):
            await there.turn("鱼", turn_of(other))
        waiting.services["go"].set()
        assert (await slow).turn == 1
        assert (await there.turn("鱼", turn_of(other))).turn == 2


@needs_server
async def test_that_a_turn_whose_connection_is_lost_stores_nothing_over_what_came_after(
    server: Server, url: str, tmp_path: Path
) -> None:
    async with conductor(tmp_path, database_url=url) as here:
        await here.turn("鱼", turn_of(tmp_path))
        waiting = turn_of(tmp_path)
        slow = asyncio.create_task(here.turn("wait", waiting))
        await waiting.services["started"].wait()
        server.end_connections(url)
        async with conductor(tmp_path, database_url=url) as there:
            assert (await there.turn("菜", turn_of(tmp_path))).turn == 2
            other = turn_of(tmp_path, "other", "王")
            assert (await here.turn("汤", other)).turn == 1  # over a new connection
            waiting.services["go"].set()
            with pytest.raises(DataError, match="连接断了") as caught:
                await slow
            assert PASSWORD not in sentence(caught.value)
            assert (await here.state(Caller(), "s"))["words"] == ["鱼", "菜"]
            assert (await here.turn("肉", turn_of(tmp_path))).reply == "3: 鱼 菜 肉 /  /"
    assert server.run(LOCKS, url) == [(0,)]


@needs_server
async def test_that_a_server_that_restarts_between_turns_goes_unnoticed(
    server: Server, url: str, tmp_path: Path
) -> None:
    async with conductor(tmp_path, database_url=url) as at:
        await at.turn("鱼", turn_of(tmp_path))
        server.end_connections(url)
        assert (await at.turn("菜", turn_of(tmp_path))).turn == 2
        server.stop()
        try:
            for _ in range(2):
                with pytest.raises(DataError, match="连不上会话数据库") as caught:
                    await at.turn("汤", turn_of(tmp_path))
                sentence(caught.value)
        finally:
            server.start()
        assert (await at.turn("肉", turn_of(tmp_path))).reply == "3: 鱼 菜 肉 /  /"


@needs_server
async def test_that_a_refused_statement_is_a_sentence_and_leaves_the_session_as_it_was(
    server: Server, url: str, tmp_path: Path
) -> None:
    async with conductor(tmp_path, database_url=url) as at:
        await at.turn("鱼", turn_of(tmp_path))
        for table in ("checkpoint_blobs", "checkpoints"):
            server.run(
                "CREATE OR REPLACE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE 'disk full'; END $$; CREATE TRIGGER no BEFORE INSERT ON {table} EXECUTE FUNCTION no()",
                url,
            )
            with pytest.raises(DataError, match="disk full") as caught:
                await at.turn("菜", turn_of(tmp_path))
            sentence(caught.value)
            with pytest.raises(DataError, match="disk full"):
                await at.check()
            assert (await at.state(Caller(), "s"))["words"] == ["鱼"]
            server.run(f"DROP TRIGGER no ON {table}", url)
        assert (await at.turn("汤", turn_of(tmp_path))).reply == "2: 鱼 汤 /  /"


@needs_server
async def test_that_session_and_user_are_stored_together_or_not_at_all(
    server: Server, url: str, tmp_path: Path
) -> None:
    async with conductor(tmp_path, database_url=url) as at:
        await at.turn("爱鱼", turn_of(tmp_path))
        server.run(
            "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$; "
            "CREATE TRIGGER no BEFORE INSERT ON checkpoints FOR EACH ROW "
            "WHEN (new.thread_id LIKE '%null]') EXECUTE FUNCTION no()",
            url,
        )
        with pytest.raises(DataError):
            await at.turn("爱菜", turn_of(tmp_path))
        assert await at.state(Caller(), "s") == {"turn": 1, "words": ["爱鱼"], "tastes": ["爱鱼"]}


@needs_server
async def test_that_a_server_that_no_longer_answers_is_given_up(
    server: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pilothouse.flow.postgres.BUSY_S", 0.3)
    async with conductor(tmp_path, database_url=url) as at:
        await at.turn("鱼", turn_of(tmp_path))
        blocker = await import_module("psycopg").AsyncConnection.connect(url)
        await blocker.execute("LOCK TABLE checkpoints")
        with pytest.raises(DataError, match="连接断了"):
            await at.turn("菜", turn_of(tmp_path))
        await blocker.close()
        assert (await at.turn("汤", turn_of(tmp_path))).reply == "2: 鱼 汤 /  /"


@needs_server
async def test_that_hosts_that_open_an_empty_database_at_once_all_work(url: str, tmp_path: Path) -> None:
    conductors = [conductor(tmp_path, database_url=url) for _ in range(6)]
    replies = await asyncio.gather(*(at.turn("鱼", turn_of(tmp_path)) for at in conductors))
    assert sorted(reply.turn for reply in replies) == [1, 2, 3, 4, 5, 6]
    for at in conductors:
        await at.close()


@needs_server
async def test_that_a_user_who_may_not_create_tables_can_use_those_there(
    server: Server, url: str, tmp_path: Path
) -> None:
    server.run("CREATE ROLE modest LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA public TO modest")
    modest = server.url(user="modest", password="secret")
    at = conductor(tmp_path, database_url=modest)
    with pytest.raises(DataError, match="permission denied") as caught:
        await at.turn("鱼", turn_of(tmp_path))
    assert "secret" not in sentence(caught.value)
    async with conductor(tmp_path, database_url=url) as owner:
        await owner.turn("鱼", turn_of(tmp_path))
    with pytest.raises(DataError, match="permission denied"):
        await at.check()
    server.run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO modest")
    assert (await at.turn("菜", turn_of(tmp_path))).turn == 2
    assert "PostgreSQL" in await at.check()
    await at.close()


@needs_server
async def test_that_a_database_of_another_encoding_is_refused(server: Server, tmp_path: Path) -> None:
    server.run("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    at = conductor(tmp_path, database_url=server.url("ascii"))
    with pytest.raises(DataError, match="SQL_ASCII") as caught:
        await at.open()
    sentence(caught.value)


@needs_server
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"password": "wr0ng+word"}, "password is wrong"),
        ({"user": "nobody_here"}, "password is wrong"),  # the server doesn't tell which
        ({"database": "none_such"}, "no such database"),
    ],
    ids=str,
)
async def test_that_a_wrong_login_is_a_sentence(
    server: Server, tmp_path: Path, changes: dict[str, str], words: str
) -> None:
    at = conductor(tmp_path, database_url=server.url(**changes))
    with pytest.raises(DataError, match=words) as caught:
        await at.open()
    assert "wr0ng" not in sentence(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3cret@127.0.0.1:1/db",
        "postgresql://u:s3cret@no-such-host.invalid/db",
        "postgresql://u:x@s3cret@127.0.0.1:1/db",
        "postgresql://u:x/s3cret@127.0.0.1:1/db",
        "postgresql://u:x:s3cret@127.0.0.1:1/db",
        "postgresql://u:%s3cret@127.0.0.1:1/db",
        "postgresql://u:x#s3cret@127.0.0.1:1/db",
        "postgresql://u:x?s3cret@127.0.0.1:1/db",
        "postgresql://u:s3cret",
        "postgresql:/u:s3cret@127.0.0.1/db",
        "mysql://u:s3cret@127.0.0.1/db",
        "postgresql://u:s3cret@127.0.0.1:port/db",
        "postgresql://u:s3cret@..../db",
        "postgresql://u:s3cret@127.0.0.1:1/db?nonsense=s3cret",
        "postgresql://u:s3cret@127.0.0.1:1/db?connect_timeout=s3cret",
        "postgresql://u:s3cret@127.0.0.1:1/db?sslmode=s3cret",
        "postgresql:///db?host=/nowhere&password=s3cret",
        "s3cret",
    ],
)
async def test_that_a_wrong_address_is_a_sentence_without_the_password(url: str, tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="the extra [postgres] is not installed")
    at = conductor(tmp_path, database_url=url)
    for work in (at.open, at.check):
        with pytest.raises(DataError, match="PILOTHOUSE_DATABASE_URL") as caught:
            await work()
        assert "s3cret" not in sentence(caught.value)
        assert "s3cret" not in "".join(traceback.format_exception(caught.value))
    await at.close()


async def test_that_a_missing_extra_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(dial, "import_module", missing)
    at = conductor(tmp_path, database_url="postgresql://u:s3cret@127.0.0.1/db")
    with pytest.raises(ProviderUnavailable, match=r"pip install 'pilothouse\[postgres\]'") as caught:
        await at.open()
    sentence(caught.value)


def test_that_the_setting_is_read_and_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTHOUSE_DATABASE_URL", "postgresql://u:s3cret@h/db")
    settings = load(tmp_path)
    assert settings.database_url is not None
    assert settings.database_url.get_secret_value() == "postgresql://u:s3cret@h/db"
    assert "s3cret" not in f"{settings!r} {settings} {settings.model_dump_json()}"


@needs_server
def test_that_a_house_keeps_its_sessions_where_the_setting_says(
    server: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    echo = Assistant("echo", ECHO, ())
    monkeypatch.setenv("PILOTHOUSE_DATABASE_URL", url)
    for host, turn in (("one", 1), ("other", 2)):
        with Pilothouse(tmp_path / host, assistants=[echo]) as house:
            assert house.ask("echo", "鱼", session="s").turn == turn
            assert "PostgreSQL" in house.run(house.room("echo").conductor.check())
        assert not (tmp_path / host / "checkpoints.db").exists()
    assert server.run("SELECT count(*) FROM checkpoints", url) == [(2,)]
    assert USER in url
