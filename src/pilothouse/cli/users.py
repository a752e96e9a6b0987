"""users add, set, list, remove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Json, emit, opened

if TYPE_CHECKING:
    from pilothouse.users import Location, User

users = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="用户与权限。 Users and their scopes.")

Name = Annotated[str, typer.Argument(help="用户名。 User name.")]
At = Annotated[str | None, typer.Option("--at", help="位置 纬度,经度。 Location LAT,LON; none forgets it.")]
SCOPES = "逗号分隔的权限或角色：member、staff、manager。 Scopes or roles, comma-separated."


def add(app: typer.Typer) -> None:
    app.add_typer(users, name="users")


@users.command("add")
def create(
    name: Name,
    scopes: Annotated[str, typer.Option("--scopes", help=SCOPES)] = "",
    at: At = None,
    as_json: Json = False,
) -> None:
    """添加用户。 Add a user."""
    place = _place(at) if at is not None else None
    with opened() as house:
        _show(house.users.add(name, _words(scopes), location=place), as_json)


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
    """列出用户。 List users."""
    with opened() as house:
        found = house.users.list()
    if as_json:
        emit([_data(user) for user in found])
        return
    for user in found:
        _show(user, as_json)
    if not found:
        print("还没有用户。 There are no users yet.")


@users.command()
def remove(name: Name, as_json: Json = False) -> None:
    """删除用户和记住的一切（订单保留）。 Remove a user and all that is kept about him; orders stay."""
    with opened() as house:
        house.remove_user(name)
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


def _show(user: User, as_json: bool) -> None:
    if as_json:
        emit(_data(user))
        return
    place = f"  @ {user.location[0]},{user.location[1]}" if user.location else ""
    print(f"{user.name}: {', '.join(sorted(user.scopes)) or '（无权限 / no scopes）'}{place}")
