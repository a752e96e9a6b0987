"""Authored problems: readable YAML, one document a problem, to ``Problem``.

    id: chicken-rabbit-1
    title: 笼子里的鸡和兔
    topic: math/chicken-rabbit
    statement: 鸡兔同笼，共 35 个头，94 条腿。鸡和兔各有几只？
    answer: 鸡23只，兔12只
    steps:
      - ask: 假设全是鸡，应该有多少条腿？
        answer: 70条
        hints: [一只鸡有几条腿？, 用头数乘每只鸡的腿数。]
        conclusion: 假设全是鸡，应有 70 条腿

A problem with several questions has ``parts``, each with ``question``, ``answer``, ``steps``. What belongs to an answer
(``kind``, ``accept``, ``tolerance``, ``unit_needed``) stands beside it, or under ``expected``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from pilothouse.assistants.tutor.problems.form import mapping
from pilothouse.assistants.tutor.problems.parts import extension, fields, idea, part, unique
from pilothouse.assistants.tutor.problems.problem import Problem, Subject
from pilothouse.assistants.tutor.problems.tree import Fault, Malformed, Node, documents
from pilothouse.contracts.errors import DataError, UsageError

SUBJECTS: tuple[str, ...] = get_args(Subject)
SHOWN = 5  # faults told at once

ID = re.compile(r"[A-Za-z0-9\u4e00-\u9fff][A-Za-z0-9._\-\u4e00-\u9fff]{0,63}")


@dataclass(frozen=True)
class Read:
    """A problem as it was read; ``lines``: the line of each part and step, by ``PART`` and ``PART.STEP``, for sentences
    about it; ``line`` where it begins."""

    problem: Problem
    line: int
    lines: dict[str, int]


def read_file(path: Path) -> list[Read]:
    """The problems of a YAML file. Raises ``UsageError`` for a file that can't be opened and ``DataError``, which names
    file and line and says what to do, for one that isn't right."""
    try:
        if not path.is_file():
            raise UsageError(f"没有文件 {path}。 There is no file {path}.")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(
            f"{path} 不是 UTF-8 文字，请另存为 UTF-8。 {path} is not UTF-8 text; save it as UTF-8."
        ) from None
    except OSError as error:
        raise UsageError(f"{path} 读不了：{error.strerror}。 {path} can't be read: {error.strerror}.") from error
    return read_text(text, path.name)


def read_text(text: str, name: str) -> list[Read]:
    """``read_file`` for a text that is there already; ``name`` stands for the file in sentences."""
    faults: list[Fault] = []
    found: list[Read] = []
    seen: dict[str, int] = {}
    stem = Path(name).stem
    try:
        nodes = list(documents(text))
    except Malformed as error:
        raise refused(name, [error.fault]) from None
    for number, node in enumerate(nodes, start=1):
        default = stem if len(nodes) == 1 else f"{stem}-{number}"
        read = _problem(node, default, faults)
        if read is None:
            continue
        if read.problem.id in seen:
            faults.append(
                Fault(
                    read.line,
                    f"编号 {read.problem.id} 与第 {seen[read.problem.id]} 行的题相同，请改一个",
                    f"the id {read.problem.id} is that of the problem on line {seen[read.problem.id]}; change one",
                )
            )
        seen.setdefault(read.problem.id, read.line)
        found.append(read)
    if not nodes:
        faults.append(Fault(1, "文件里没有题目", "there is no problem in the file"))
    if faults:
        raise refused(name, faults)
    return found


def refused(name: str, faults: list[Fault]) -> DataError:
    """One sentence for all faults."""
    shown = sorted(faults, key=lambda fault: fault.line)[:SHOWN]
    more = len(faults) - len(shown)
    chinese = "；".join(f"第 {fault.line} 行：{fault.chinese}" for fault in shown)
    english = "; ".join(f"line {fault.line}: {fault.english}" for fault in shown)
    if more:
        chinese, english = f"{chinese}；另有 {more} 处", f"{english}; and {more} more"
    return DataError(" ".join(f"{name} {chinese}。 / {name}, {english}.".split()))


def _problem(node: Node, default: str, faults: list[Fault]) -> Read | None:
    form = mapping(node, faults, ("题目", "the problem "))
    if form is None:
        return None
    before = len(faults)
    id_ = form.text("id") or default
    if not ID.fullmatch(id_):
        form.fault(
            node.keys.get("id", node.line),
            f"编号“{id_[:40]}”不合规：1–64 个字母、数字、汉字或 . _ -",
            f"has the id {id_[:40]!r}, which is not valid: 1 to 64 letters, digits, Chinese characters or . _ -",
        )
    statement = form.text("statement", "text", needed="写出题目全文 / write the whole problem there")
    title = form.text("title") or _short(statement)
    topic = form.text("topic")
    subject = form.word("subject", SUBJECTS, topic.split("/")[0] if topic.split("/")[0] in SUBJECTS else "general")
    grade = form.number("grade", 1, 12)
    given, asked = form.texts("given"), form.text("asked")
    lines: dict[str, int] = {}
    several = form.child("parts")
    if several is not None:
        nodes = form.items(several, "parts")
        parts = [made for n, item in enumerate(nodes, 1) if (made := part(item, str(n), faults, lines))]
    else:
        alone = fields(form, "1", lines, asked or statement)
        parts = [alone] if alone else []
    unique([one.id for one in parts], lines, form, "", "问", "part")
    way, more = idea(form), extension(form)
    form.finish()
    if not parts and len(faults) == before:
        form.fault(
            node.line, "一问也没有：请写 answer 和 steps，或 parts", "has no question: write answer and steps, or parts"
        )
    if len(faults) > before:
        return None
    problem = Problem(
        id=id_,
        title=title,
        subject=cast(Subject, subject),
        grade=int(grade) if grade is not None else None,
        topic=topic,
        statement=statement,
        given=given,
        asked=asked,
        idea=way,
        parts=tuple(parts),
        extension=more,
    )
    return Read(problem, node.line, lines)


def _short(statement: str) -> str:
    return re.split(r"[。！？，,;；?!\n]", statement.strip(), maxsplit=1)[0][:20]
