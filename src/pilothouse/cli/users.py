"""users add, set, key, revoke, list, remove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Json, emit, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pilothouse.users import Location, User

users = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="用户与权限。 Users and their scopes.")

Name = Annotated[str, typer.Argument(help="用户名。 User name.")]
At = Annotated[str | None, typer.Option("--at", help="位置 纬度,经度。 Location LAT,LON; none forgets it.")]
SCOPES = "逗号分隔的权限或角色：member、staff、manager、operator。 Scopes or roles, comma-separated."


def add(app: typer.Typer) -> None:
    app.add_typer(users, name="users")


@users.command("add")
def create(
    name: Name,
    scopes: Annotated[str, typer.Option("--scopes", "--role", help=SCOPES)] = "",
    at: At = None,
    key: Annotated[bool, typer.Option("--key", help="同时发一把密钥。 Make an API key as well.")] = False,
    as_json: Json = False,
) -> None:
    """添加用户。 Add a user."""
    from pilothouse.contracts.caller import GUEST, ROLES
    from pilothouse.server.keys import KeyStore

    place = _place(at) if at is not None else None
    for one in _words(scopes):
        if ":" not in one and one not in ROLES:  # may be a department, or a slip of the pen
            roles = "、".join(name for name in ROLES if name != GUEST)
            typer.echo(
                f"{one} 不是角色（{roles}），按部门或自定义权限处理。 {one} is no role; it is taken as a scope.",
                err=True,
            )
    with opened() as house:
        user = house.users.add(name, _words(scopes), location=place)
        made = KeyStore(house.users).make(user.name) if key else None
    _show(user, as_json, key=made)


@users.command("key")
def make_key(name: Name, as_json: Json = False) -> None:
    """发一把新密钥，只显示这一次。 Make an API key; it is shown this once."""
    from pilothouse.server.keys import KeyStore

    with opened() as house:
        made = KeyStore(house.users).make(name)
        user = house.users.known(name)
    _show(user, as_json, key=made)


@users.command()
def revoke(
    which: Annotated[
        str, typer.Argument(metavar="NAME|KEYID", help="用户名或密钥编号。 A user's name, or a key's id.")
    ],
    as_json: Json = False,
) -> None:
    """收回用户的全部密钥，或一把密钥。 Take back all keys of a user, or one key."""
    from pilothouse.server.keys import KeyStore

    with opened() as house:
        gone = KeyStore(house.users).revoke(which)
    if as_json:
        emit({"revoked": [key.id for key in gone]})
    else:
        print(f"已收回 {'、'.join(key.id for key in gone)}。 Revoked {', '.join(key.id for key in gone)}.")


@users.command("set")
def change(
    name: Name,
    scopes: Annotated[str | None, typer.Option("--scopes", help=SCOPES)] = None,
    at: At = None,
    as_json: Json = False,
) -> None:
    """修改用户的权限或位置。 Change a user's scopes or location."""
    from pilothouse.contracts.errors import UsageError

    if scopes is None and at is None:
        raise UsageError("请说明怎么改：--scopes 或 --at。 Say what to change: --scopes or --at.")
    place = _place(at) if at is not None else None
    with opened() as house:
        if scopes is not None:
            user = house.users.set_scopes(name, _words(scopes))
        if at is not None:
            user = house.users.set_location(name, place)
    _show(user, as_json)


@users.command("list")
def listing(as_json: Json = False) -> None:
    """列出用户和密钥编号。 List users and the ids of their keys."""
    from pilothouse.server.keys import KeyStore

    with opened() as house:
        found, keys = house.users.list(), KeyStore(house.users).list()
    held = {user.name: [key.id for key in keys if key.user == user.name] for user in found}
    if as_json:
        emit([_data(user) | {"keys": held[user.name]} for user in found])
        return
    for user in found:
        _show(user, as_json, ids=held[user.name])
    if not found:
        print("还没有用户。 There are no users yet.")


@users.command()
def remove(name: Name, as_json: Json = False) -> None:
    """删除用户和记住的一切（订单保留）。 Remove a user and all that is kept about him; orders stay."""
    from pilothouse.server.forgetting import forget

    with opened() as house:
        user = house.users.known(name).name
        forget(house.settings.home, user)  # first: after a failure it can be done again
        house.remove_user(user)
    if as_json:
        emit({"removed": name})
    else:
        print(f"已删除 {name}。 Removed {name}.")


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.replace("，", ",").split(",") if word.strip()]


def _place(text: str) -> Location | None:
    from pilothouse.contracts.errors import UsageError

    if text.strip().lower() in ("", "none"):
        return None
    try:
        latitude, longitude = (float(part) for part in text.replace("，", ",").split(","))
    except ValueError:
        raise UsageError(
            f"位置 {text!r} 应写成 纬度,经度。 A location is LAT,LON, for instance 30.66,104.06."
        ) from None
    return latitude, longitude


def _data(user: User) -> dict[str, Any]:
    return {"name": user.name, "scopes": sorted(user.scopes), "location": user.location}


def _show(user: User, as_json: bool, *, key: str | None = None, ids: Sequence[str] = ()) -> None:
    if as_json:
        emit(_data(user) | ({"key": key} if key else {}))
        return
    place = f"  @ {user.location[0]},{user.location[1]}" if user.location else ""
    held = f"  [{', '.join(ids)}]" if ids else ""
    print(f"{user.name}: {', '.join(sorted(user.scopes)) or '（无权限 / no scopes）'}{place}{held}")
    if key:
        print(f"密钥，只显示这一次 / API key, shown this once:\n{key}")
