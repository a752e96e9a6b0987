"""A connection to Postgres, and what its errors mean. No sentence holds a piece of the address that could be a
password: libpq's own messages do when the address is wrong."""

from __future__ import annotations

import asyncio
import re
from importlib import import_module
from typing import Any

from pilothouse.contracts.errors import DataError, ProviderUnavailable

CONNECT_S = 10
EXTRA_POSTGRES = "pip install 'pilothouse[postgres]'"
SETTING = "PILOTHOUSE_DATABASE_URL"
ENDED = ("57P01", "57P02", "57P03", "57P05", "25P03", "08")  # the server ends the connection, or it broke

# Unless the address says otherwise. A host that vanishes must be noticed, by us and by the server.
DEFAULTS = {
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "fallback_application_name": "pilothouse",
}
OPTIONS = """
SELECT set_config(name, wished, false)
FROM (VALUES ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3'),
             ('idle_session_timeout', '0')) AS options (name, wished)
JOIN pg_settings USING (name)
"""
REASONS = (  # patterns in the messages of libpq and of an English server; for others the last will do
    ("password authentication failed", "用户名或密码不对", "user or password is wrong"),
    ("no password supplied", "需要密码", "a password is needed"),
    ("no pg_hba.conf entry", "服务器不允许这样连接", "the server allows no such connection"),
    ("too many (clients|connections)|connection slots", "服务器的连接数已满", "the server has no connection left"),
    ("the database system is", "服务器正在启动或停止", "the server is starting or stopping"),
    ("Connection refused", "该端口没有服务", "nothing listens on that port"),
    ("No such file", "没有这个套接字", "there is no such socket"),
    ("timeout expired", "超时", "it took too long"),
    ("(resolve|translate) host", "找不到主机", "there is no such host"),
    ('database ".*" does not exist', "没有这个库", "there is no such database"),
    ('role ".*" does not exist', "没有这个用户", "there is no such user"),
    ("SSL|certificate", "加密方式或证书不合", "encryption or certificate don't fit"),
    ("", "没有被接受", "it was not accepted"),
)


async def dial(url: str) -> Any:
    """A connection. Raises ``ProviderUnavailable`` without the extra, ``DataError`` with one sentence else."""
    try:
        psycopg = import_module("psycopg")
        import_module("langgraph.checkpoint.postgres.aio")
    except ImportError:
        raise ProviderUnavailable(
            f"缺少 PostgreSQL 组件，请运行 {EXTRA_POSTGRES}。 / The PostgreSQL extra is missing; run {EXTRA_POSTGRES}."
        ) from None
    try:
        options = {**DEFAULTS, **psycopg.conninfo.conninfo_to_dict(url)}
    except (psycopg.Error, ValueError):
        raise DataError(
            f"设置 {SETTING} 不是可用的地址，应形如 postgresql://用户:密码@主机:5432/库名，"
            f"密码里的特殊字符写成 %XX。 / Setting {SETTING} is not an address like "
            "postgresql://user:password@host:5432/database; write special characters of the password as %XX."
        ) from None
    try:
        connection = await psycopg.AsyncConnection.connect(
            **options,
            autocommit=True,
            prepare_threshold=0,
            row_factory=psycopg.rows.dict_row,
            client_encoding="utf8",
        )
    except (psycopg.Error, OSError, ValueError) as error:
        raise _unreachable(str(error)) from None
    try:
        if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
            raise DataError(
                f"会话数据库的编码是 {encoding}，请用 ENCODING 'UTF8' 建库。 / "
                f"The session database's encoding is {encoding}; create it with ENCODING 'UTF8'."
            )
        async with asyncio.timeout(CONNECT_S):
            await connection.execute(OPTIONS)
    except BaseException as error:
        await connection.close()
        if isinstance(error, (psycopg.Error, TimeoutError)):
            raise refused(error) from None
        raise
    return connection


def _unreachable(message: str) -> DataError:
    chinese, english = next((zh, en) for pattern, zh, en in REASONS if re.search(pattern, message))
    return DataError(
        f"连不上会话数据库（{chinese}），请检查 {SETTING} 里的主机、端口、库名、用户名和密码，以及服务器是否在运行。 / "
        f"The session database can't be reached ({english}); check host, port, database, user and password in "
        f"{SETTING}, and that the server runs."
    )


def lost(error: Exception) -> bool:
    """Whether the connection is of no use any more."""
    state = getattr(error, "sqlstate", None)
    if state is not None:
        return str(state).startswith(ENDED)
    return isinstance(error, (OSError, import_module("psycopg").OperationalError))


def refused(error: Exception) -> DataError:
    """What the server said to a statement, in a sentence."""
    diagnosis = getattr(error, "diag", None)
    said = (diagnosis and diagnosis.message_primary) or type(error).__name__
    said = re.sub(r"\s+", " ", said)
    return DataError(
        f"会话数据库读写不了（{said}）；请检查它的空间和权限。 / "
        f"The session database can't be read or written ({said}); check its space and permissions."
    )
