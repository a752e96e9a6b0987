"""memory show, edit, delete, export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Json, emit, opened

if TYPE_CHECKING:
    from pilothouse.assistants.menu.memory import MemoryStore, Taste
    from pilothouse.house import Pilothouse

memory = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="查看、修改、删除用户的口味记录。 The taste memory of a user."
)

Name = Annotated[str, typer.Argument(metavar="USER", help="用户名。 User name.")]
Words = list[str] | None
LABELS = (("allergies", "过敏 / allergies"), ("dislikes", "不吃 / avoids"), ("likes", "爱吃 / likes"))


def add(app: typer.Typer) -> None:
    app.add_typer(memory, name="memory")


@memory.command()
def show(name: Name, as_json: Json = False) -> None:
    """显示记住的口味。 Show what is remembered."""
    with opened() as house:
        user, store = _user(house, name), _store(house)
        _show(user, store.get(user), _dishes(house), as_json)


@memory.command()
def edit(
    name: Name,
    allergy: Annotated[
        Words, typer.Option("--allergy", help="加过敏食材，可重复。 Add an allergy; may be repeated.")
    ] = None,
    no_allergy: Annotated[Words, typer.Option("--no-allergy", help="去掉过敏食材。 Remove an allergy.")] = None,
    dislike: Annotated[Words, typer.Option("--dislike", help="加不吃的食材。 Add something to avoid.")] = None,
    no_dislike: Annotated[
        Words, typer.Option("--no-dislike", help="去掉不吃的食材。 Remove something to avoid.")
    ] = None,
    like: Annotated[Words, typer.Option("--like", help="加爱吃的。 Add something liked.")] = None,
    no_like: Annotated[Words, typer.Option("--no-like", help="去掉爱吃的。 Remove something liked.")] = None,
    spice: Annotated[
        str | None, typer.Option("--spice", help="不辣、微辣、中辣、特辣、辣；none 忘掉。 none forgets it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """修改记住的口味。 Change what is remembered."""
    from pilothouse.contracts.errors import UsageError

    added = {"allergies": allergy or (), "dislikes": dislike or (), "likes": like or ()}
    removed = {"allergies": no_allergy or (), "dislikes": no_dislike or (), "likes": no_like or ()}
    if spice is None and not any((*added.values(), *removed.values())):
        raise UsageError(
            "请说明怎么改：--allergy、--dislike、--like、--spice 或 --no-…。 "
            "Say what to change: --allergy, --dislike, --like, --spice or --no-…"
        )
    level = "" if spice is not None and spice.strip().lower() in ("", "none") else spice
    with opened() as house:
        user = _user(house, name)
        _check_known(user, _store(house).get(user), [(kind, term) for kind in removed for term in removed[kind]])
        taste = _store(house).edit(user, add=added, remove=removed, spice=level)  # type: ignore[arg-type]
        _show(user, taste, _dishes(house), as_json)


@memory.command()
def delete(
    name: Name,
    term: Annotated[str | None, typer.Option("--term", help="只忘掉一项：食材或菜名。 Only this food or dish.")] = None,
    as_json: Json = False,
) -> None:
    """删除记住的口味。 Delete what is remembered."""
    from pilothouse.contracts.errors import UsageError

    with opened() as house:
        store = _store(house)
        user = name if store.known(name) else _user(house, name)  # what a removed user left behind can be deleted
        if term is None:
            store.delete(user)
        else:
            before = taste = store.get(user)
            for word in (term, *(id_ for id_, dish in _dishes(house).items() if dish == term.strip())):
                taste = store.forget(user, word)
            if taste == before:
                raise UsageError(f"{user} 的口味记录里没有 {term!r}。 Nothing about {term!r} is remembered of {user}.")
    if as_json:
        emit({"user": user, "deleted": term or "all"})
    else:
        print(f"已忘掉 {user} 的{term or '全部口味记录'}。 Forgotten: {term or 'everything'} of {user}.")


@memory.command()
def export(name: Name, as_json: Json = False) -> None:
    """导出全部记录（JSON）。 Everything that is remembered, as JSON."""
    with opened() as house:
        user = _user(house, name)
        emit(_data(user, _store(house).get(user), _dishes(house)))


def _store(house: Pilothouse) -> MemoryStore:
    from pilothouse.assistants.menu.memory import FILE, MemoryStore

    return MemoryStore(house.settings.paths.home / FILE)


def _user(house: Pilothouse, name: str) -> str:
    from pilothouse.contracts.caller import GUEST
    from pilothouse.contracts.errors import UsageError

    known = house.users.caller(name).name
    if known == GUEST:
        raise UsageError("访客是多人共用的，不保存口味。 The guest is shared by many; no taste is kept for it.")
    return known


def _check_known(user: str, taste: Taste, removed: list[tuple[str, str]]) -> None:
    """What is to go must be there: a slip of the keyboard would leave it in silence."""
    from pilothouse.assistants.menu.taste import same
    from pilothouse.contracts.errors import UsageError

    for kind, term in removed:
        if not any(same(term, known) for known in getattr(taste, kind)):
            raise UsageError(f"{user} 的口味记录里没有 {term!r}。 Nothing about {term!r} is remembered of {user}.")


def _dishes(house: Pilothouse) -> dict[str, str]:
    """Names of the dishes by id; none when there is no menu yet."""
    from pilothouse.assistants.menu.database import MenuDatabase

    path = house.settings.paths.menu_db
    if not path.exists():
        return {}
    return {dish.id: dish.name for dishes in MenuDatabase(path).read().menus.values() for dish in dishes}


def _data(user: str, taste: Taste, dishes: dict[str, str]) -> dict[str, Any]:
    orders = [{"dish_id": i, "dish": dishes.get(i), "times": times} for i, times in reversed(taste.ordered.items())]
    return {"user": user, **taste.model_dump(mode="json", exclude={"ordered", "company"}), "ordered": orders}


def _show(user: str, taste: Taste, dishes: dict[str, str], as_json: bool) -> None:
    if as_json:
        emit(_data(user, taste, dishes))
        return
    if taste.empty:
        print(f"没有记住 {user} 的口味。 Nothing is remembered of {user}.")
        return
    for kind, label in LABELS:
        if terms := getattr(taste, kind):
            print(f"{label}: {'、'.join(terms)}")
    if taste.spice:
        print(f"辣度 / spice: {taste.spice}（{'说过 / said' if taste.spice_said else '常点 / usual'}）")
    if taste.ordered:
        said = "、".join(f"{dishes.get(i, i)} ×{times}" for i, times in reversed(taste.ordered.items()))
        print(f"点过 / ordered: {said}")
