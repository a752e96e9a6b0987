"""lore list, show, add, remove, search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Editor, Json, emit, opened

if TYPE_CHECKING:
    from pilothouse.assistants.tutor.lore import Lore
    from pilothouse.assistants.tutor.lore.page import Page
    from pilothouse.house import Pilothouse

SCOPE = "tutor:teach"  # staff and managers hold it

lore = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="家教的知识库。 Knowledge base of the tutor.")

Topic = Annotated[str, typer.Argument(metavar="SUBJECT/TOPIC", help="主题，如 math/fractions。 Topic.")]


def add(app: typer.Typer) -> None:
    app.add_typer(lore, name="lore")


@lore.command("list")
def listing(
    subject: Annotated[
        str | None, typer.Option("--subject", help="只列这一科，如 math。 This subject only, for instance math.")
    ] = None,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """列出知识库文件。 List the files of the knowledge base."""
    with opened() as house:
        pages = [page for page in _lore(house, user).pages() if subject in (None, page.subject)]
    if as_json:
        emit([_listed(page) for page in pages])
        return
    for page in pages:
        print(f"{page.topic}  {page.title}{'（自己的 / own）' if page.origin == 'own' else ''}")
        for note in page.notes:
            print(f"  注意 / note: {note}")
    if not pages:
        print("知识库里没有文件。 The knowledge base has no files.")


@lore.command()
def show(topic: Topic, user: Editor = None, as_json: Json = False) -> None:
    """显示一个文件。 Show a file."""
    with opened() as house:
        page = _lore(house, user).get(topic)
    if as_json:
        emit(_listed(page) | {"text": page.text})
    else:
        print(page.text.rstrip())


@lore.command("add")
def put(
    file: Annotated[Path, typer.Argument(help="Markdown 文件。 A Markdown file.")],
    topic: Annotated[
        str | None, typer.Option("--topic", help="学科/主题；缺省取文件夹名和文件名。 Default: folder and file name.")
    ] = None,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """添加或替换一个文件：要点、误区、步骤模板，不写题目的答案。 Add or replace a file; it holds no answers."""
    name = topic or f"{file.resolve().parent.name}/{file.stem}"
    with opened() as house:
        base = _lore(house, user)
        before = {page.topic for page in base.pages()}
        page = base.add(name, _text(file), problems=_problems(house))
    replaced = page.topic in before
    if as_json:
        emit(_listed(page) | {"replaced": replaced})
        return
    done = ("已替换", "Replaced") if replaced else ("已添加", "Added")
    print(f"{done[0]} {page.topic}（{len(page.fragments)} 个片段），立即生效。 {done[1]}; it counts from now on.")
    for note in page.notes:
        print(f"注意 / note: {note}")


@lore.command()
def remove(topic: Topic, user: Editor = None, as_json: Json = False) -> None:
    """去掉一个文件；示例的文件从此不再使用。 Take a file away; one of the sample is no longer used."""
    with opened() as house:
        _lore(house, user).remove(topic)
    if as_json:
        emit({"removed": topic.removesuffix(".md")})
    else:
        print(f"已去掉 {topic}。 Removed {topic}.")


@lore.command()
def search(
    query: Annotated[str, typer.Argument(help="要查的内容。 What to look for.")],
    subject: Annotated[str, typer.Option("--subject", help="先查这一科，如 math。 This subject first.")] = "",
    top_k: Annotated[int, typer.Option("--top-k", min=1, max=5, help="片段数量。 Number of fragments.")] = 3,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """检索，与讲题时相同。 Search as the tutor does."""
    with opened() as house:
        found = _lore(house, user).search(query, subject, top_k)
    if as_json:
        names = ("id", "topic", "title", "section", "text", "score", "layer")
        emit([{name: getattr(fragment, name) for name in names} for fragment in found])
        return
    for fragment in found:
        print(f"{fragment.id}  {fragment.heading}  [{fragment.layer} {fragment.score:.2f}]\n{fragment.text}\n")
    if not found:
        print("没有找到。 Nothing was found.")


def _lore(house: Pilothouse, user: str | None) -> Lore:
    """The knowledge base of this home. The operator at the machine may do everything; a named user must be a teacher.
    Raises ``AccessDenied``."""
    from pilothouse.assistants.tutor.lore import Lore

    house.users.require(
        user,
        SCOPE,
        f"用户 {user} 不能管理知识库（需要 {SCOPE}，或角色 manager、staff）。 "
        f"User {user} may not manage the knowledge base ({SCOPE}, or the role manager or staff, is needed).",
    )
    return Lore(house.settings.home, house.embedder)


def _problems(house: Pilothouse) -> list[Any]:
    from pilothouse.assistants.tutor.problems.store import ProblemStore

    return [item.problem for item in ProblemStore(house.settings.home).list()]


def _text(file: Path) -> str:
    """The text of a file, UTF-8 or GB18030. Raises ``UsageError``."""
    from pilothouse.assistants.tutor.lore.folder import LARGEST
    from pilothouse.contracts.errors import UsageError

    try:
        data = file.read_bytes() if file.stat().st_size <= LARGEST else None
    except OSError as error:
        raise UsageError(
            f"读不了 {file}（{error.strerror or error}）。 {file} can't be read ({error.strerror or error})."
        ) from error
    if data is None:
        raise UsageError(f"{file} 太大（最多 1 MB）。 {file} is too large (1 MB at most).")
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UsageError(f"{file} 不是文本文件（UTF-8 或 GB18030）。 {file} is no text file (UTF-8 or GB18030).")


def _listed(page: Page) -> dict[str, Any]:
    return {
        "topic": page.topic, "title": page.title, "subject": page.subject, "origin": page.origin,
        "keywords": list(page.keywords), "fragments": len(page.fragments), "notes": list(page.notes),
    }  # fmt: skip
