"""problems list, show, add, remove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pilothouse.cli.terminal import Editor, Json, emit, opened

if TYPE_CHECKING:
    from pilothouse.assistants.tutor.problems.problem import Expected, Part, Problem, Step
    from pilothouse.assistants.tutor.problems.store import ProblemStore
    from pilothouse.house import Pilothouse

SCOPE = "tutor:teach"  # staff and managers hold it

problems = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="家教的题目。 Problems of the tutor.")

Id = Annotated[str, typer.Argument(metavar="ID", help="题目编号。 Id of the problem.")]


def add(app: typer.Typer) -> None:
    app.add_typer(problems, name="problems")


@problems.command("list")
def listing(
    subject: Annotated[
        str | None, typer.Option("--subject", help="只列这一科，如 math。 This subject only, for instance math.")
    ] = None,
    as_json: Json = False,
) -> None:
    """列出题目，不含答案。 List the problems, without answers."""
    with opened() as house:
        found = [item for item in _store(house).list() if subject in (None, item.problem.subject)]
    if as_json:
        emit([_listed(item.problem) | {"origin": item.origin} for item in found])
        return
    for item in found:
        problem = item.problem
        grade = f"{problem.grade} 年级" if problem.grade else ""
        own = (
            "（替换了示例 / replaces the sample's）"
            if item.replaces
            else "（自己的 / own）"
            if item.origin == "own"
            else ""
        )
        print("  ".join(filter(None, (problem.id, problem.title, problem.subject, grade, problem.topic, own))))
    if not found:
        print("没有题目。 There are no problems.")


@problems.command()
def show(id_: Id, user: Editor = None, as_json: Json = False) -> None:
    """显示整道题，包括步骤和答案（教师用）。 The whole problem with its answers, for teachers."""
    with opened() as house:
        _require_teacher(house, user)
        problem = _store(house).get(id_)
    if as_json:
        emit(problem.model_dump(mode="json"))
    else:
        print("\n".join(_lines(problem)))


@problems.command("add")
def put(
    file: Annotated[Path, typer.Argument(help="题目文件（YAML）。 A file of problems (YAML).")],
    replace: Annotated[
        bool, typer.Option("--replace", help="替换同编号的题目，包括示例。 Replace problems with the same id.")
    ] = False,
    user: Editor = None,
    as_json: Json = False,
) -> None:
    """检查并添加题目；有一处不对就什么也不加。 Check and add problems; with one fault nothing is added."""
    with opened() as house:
        _require_teacher(house, user)
        added = _store(house).add(file, replace=replace)
    if as_json:
        emit({
            "added": [_listed(problem) for problem in added.problems], "replaced": added.replaced,
            "unchanged": added.unchanged, "notes": added.notes,
        })  # fmt: skip
        return
    ids = "、".join(problem.id for problem in added.problems)
    print(f"已添加 {len(added.problems)} 道题：{ids}。 Added {len(added.problems)}.")
    if added.replaced:
        print(f"替换了 / replaced: {'、'.join(added.replaced)}")
    if added.unchanged:
        print(f"内容未变 / unchanged: {'、'.join(added.unchanged)}")
    for note in added.notes:
        print(f"注意 / note: {note}")


@problems.command()
def remove(id_: Id, user: Editor = None, as_json: Json = False) -> None:
    """删除自己添加的题目。 Remove a problem of your own."""
    with opened() as house:
        _require_teacher(house, user)
        _store(house).remove(id_)
    if as_json:
        emit({"removed": id_})
    else:
        print(f"已删除 {id_}。 Removed {id_}.")


def _store(house: Pilothouse) -> ProblemStore:
    from pilothouse.assistants.tutor.problems.store import ProblemStore

    return ProblemStore(house.settings.home)


def _require_teacher(house: Pilothouse, user: str | None) -> None:
    """The operator at the machine may see everything; a named user must be a teacher. Raises ``AccessDenied``."""
    house.users.require(
        user,
        SCOPE,
        f"用户 {user} 不能查看答案或改题（需要 {SCOPE}，或角色 manager、staff）。 "
        f"User {user} may not see answers or change problems ({SCOPE}, or the role manager or staff, is needed).",
    )


def _listed(problem: Problem) -> dict[str, Any]:
    return {
        "id": problem.id, "title": problem.title, "subject": problem.subject, "grade": problem.grade,
        "topic": problem.topic, "parts": len(problem.parts),
    }  # fmt: skip


def _lines(problem: Problem) -> list[str]:
    about = "  ".join(filter(None, (problem.subject, f"{problem.grade} 年级" if problem.grade else "", problem.topic)))
    lines = [f"{problem.id}  {problem.title}  {about}", "", problem.statement.strip()]
    lines += [f"  已知 / given: {fact}" for fact in problem.given]
    if problem.asked:
        lines.append(f"  要求 / asked: {problem.asked}")
    if problem.idea:
        lines.append(f"  思路 / idea: {problem.idea.ask}（{'、'.join(problem.idea.keys)}）{problem.idea.hint}")
    for part in problem.parts:
        lines += ["", *_part(part)]
    if problem.extension:
        lines += ["", f"拓展 / extension: {problem.extension.question} → {_answer(problem.extension.expected)}"]
    return lines


def _part(part: Part) -> list[str]:
    lines = [f"({part.id}) {part.question}", f"  答案 / answer: {_answer(part.expected)}"]
    if part.substitution:
        lines.append(f"  代入 / substitution: {part.substitution}")
    lines += [f"  易错 / mistake: {wrong.answer}（{wrong.pattern}）{wrong.hint}" for wrong in part.mistakes]
    for step in (*part.steps, *([part.verify] if part.verify else ())):
        lines += _step(step)
    return lines


def _step(step: Step) -> list[str]:
    lines = [f"  [{step.id}] {step.ask} → {_answer(step.expected)}"]
    lines += [f"      提示 / hint: {hint}" for hint in step.hints]
    lines += [f"      易错 / mistake: {wrong.answer}（{wrong.pattern}）{wrong.hint}" for wrong in step.mistakes]
    lines.append(f"      结论 / conclusion: {step.conclusion}")
    return [*lines, f"      讲解 / explain: {step.explain}"] if step.explain else lines


def _answer(expected: Expected) -> str:
    also = f"（也可 / or: {'；'.join(expected.accept)}）" if expected.accept else ""
    return (expected.answer or "不知道 / unknown") + also
