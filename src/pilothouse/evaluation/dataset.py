"""Question files: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pilothouse.contracts.errors import DataError, UsageError

SHOWN = 5  # faults that are told at once
EVERY_GOLD = frozenset({"multi", "conflict"})  # kinds of which all gold documents are needed, not any one
EVERY_ANSWER = EVERY_GOLD | {"howto"}  # kinds of which all answers are to be said
CONFLICT = "conflict"

Fault = tuple[str, str]  # in Chinese and in English


@dataclass(frozen=True, slots=True)
class Question:
    """``gold`` are ids of documents or chunks, ``None`` when the file says nothing of them; empty means that nothing
    answers the question. ``answers`` holds for each fact its spellings. ``history`` are the asker's earlier turns.
    ``scopes`` is ``None`` when they follow from ``user``. ``hidden`` must not be in the reply; ``stale`` are answers
    that are superseded. ``tools`` are those that must run, and no others; ``None`` when the file says nothing."""

    id: str
    text: str
    gold: tuple[str, ...] | None = None
    answers: tuple[tuple[str, ...], ...] = ()
    kind: str = ""
    history: tuple[str, ...] = ()
    user: str = ""
    scopes: frozenset[str] | None = None
    as_of: date | None = None
    hidden: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    tools: frozenset[str] | None = None
    line: int = 0

    @property
    def answerable(self) -> bool:
        return bool(self.gold) or (self.gold is None and bool(self.answers))

    @property
    def about_documents(self) -> bool:
        """Something in the library answers it, or ought not to: small talk and sums are judged by their tools only."""
        return self.gold is not None or bool(self.answers)

    @property
    def every_gold(self) -> bool:
        return self.kind in EVERY_GOLD

    @property
    def every_answer(self) -> bool:
        return self.kind in EVERY_ANSWER


def read_questions(path: Path, limit: int | None = None) -> tuple[Question, ...]:
    """All questions, or the first ``limit``. Raises ``UsageError`` when there is no such file, ``DataError`` naming
    the lines at fault; blank lines don't count."""
    text = _read(path, "问题文件", "question file")
    found: dict[str, Question] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            question = parse(line, number)
            if question.id in found:
                raise _fault(
                    f"id {question.id!r} 在第 {found[question.id].line} 行已有", f"repeats the id {question.id!r}"
                )
            found[question.id] = question
        except ValueError as error:
            chinese, english = error.args
            faults.append(f"第 {number} 行{chinese}。 Line {number} {english}.")
    if faults:
        more = f" … 共 {len(faults)} 处。 {len(faults)} in all." if len(faults) > SHOWN else ""
        raise DataError(f"问题文件 {path} 有误 / faults: {' '.join(faults[:SHOWN])}{more}")
    if not found:
        raise DataError(f"问题文件 {path} 里没有问题。 The question file {path} holds no question.")
    return tuple(found.values())[:limit]


def parse(line: str, number: int = 0) -> Question:
    """Raises ``ValueError`` with what is wrong in Chinese and English."""
    try:
        item: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _fault("不是 JSON", "is not JSON") from error
    if not isinstance(item, dict):
        raise _fault("不是 JSON 对象", "is not a JSON object")
    text = item.get("question")
    if not isinstance(text, str) or not text.strip():
        raise _fault("缺少 question", "has no question")
    gold = None if item.get("gold") is None else _texts(item, "gold")
    answers = _answers(item)
    if gold is None and not answers and item.get("tools") is None:
        raise _fault(
            "既没有 gold 也没有 answers；无答案的问题请写 gold: []",
            "has neither gold nor answers; write gold: [] when nothing answers it",
        )
    return Question(
        id=_word(item, "id") or str(number),
        text=text.strip(),
        gold=gold,
        answers=answers,
        kind=_word(item, "kind"),
        history=_history(item.get("history")),
        user=_word(item, "user"),
        scopes=None if item.get("scopes") is None else frozenset(_texts(item, "scopes")),
        as_of=_day(item),
        hidden=_texts(item, "hidden"),
        stale=_texts(item, "stale"),
        tools=None if item.get("tools") is None else frozenset(_texts(item, "tools")),
        line=number,
    )


def read_users(path: Path) -> dict[str, frozenset[str]]:
    """Names with their scopes; empty when the file is absent. Raises ``DataError``."""
    if not path.exists():
        return {}
    try:
        item: Any = json.loads(_read(path, "用户文件", "file of users"))
        if not isinstance(item, Mapping):
            raise _fault("不是 JSON 对象", "is not a JSON object")
        return {str(name): frozenset(_texts(item, name)) for name in item}
    except (ValueError, RecursionError) as error:
        detail = "：".join(error.args) if isinstance(error, _Fault) else "不是 JSON / is not JSON"
        raise DataError(
            f'用户文件 {path} 应形如 {{"姓名": ["dept:hr"]}}（{detail}）。 '
            f"The file of users {path} is an object of names with lists of scopes."
        ) from error


def scopes_of(
    question: Question, users: Mapping[str, frozenset[str]], stored: Callable[[str], frozenset[str] | None]
) -> frozenset[str]:
    """What the asker holds: as the question says, else ``users``, else ``stored``. Raises ``DataError`` for an asker
    whom nobody knows: a guess could show him what he may not see."""
    if question.scopes is not None:
        return question.scopes
    if not question.user:
        return frozenset()
    known = users.get(question.user)
    known = stored(question.user) if known is None else known
    if known is None and question.user.casefold() == "guest":
        return frozenset()
    if known is None:
        raise DataError(
            f"第 {question.line} 行的用户 {question.user!r} 不存在：请在问题文件旁的 users.json "
            "里写明其权限，或给该问题加 scopes。 "
            f"Line {question.line} names the unknown user {question.user!r}: give the scopes in users.json beside the "
            "question file, or in the question's field scopes."
        )
    return known


class _Fault(ValueError):
    """What is wrong, in Chinese and in English."""


def _fault(chinese: str, english: str) -> _Fault:
    return _Fault(chinese, english)


def _read(path: Path, chinese: str, english: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise UsageError(f"找不到{chinese} {path}。 There is no {english} {path}.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{chinese} {path} 不是 UTF-8 文本。 The {english} {path} is not text in UTF-8.") from error
    except OSError as error:
        raise UsageError(f"{chinese} {path} 读不了：{error.strerror}。 The {english} {path} can't be read.") from error


def _word(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        raise _fault(f"的 {name} 应是文字", f"has a {name} that is not text")
    return (value or "").strip()


def _texts(item: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = item.get(name)
    listed: Sequence[Any] = [] if value is None else value if isinstance(value, list) else [value]
    if not all(_plain(entry) for entry in listed):
        raise _fault(f"的 {name} 应是文字的列表", f"has a {name} that is not a list of texts")
    return tuple(dict.fromkeys(str(entry).strip() for entry in listed))


def _answers(item: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    value = item.get("answers")
    listed = [] if value is None else value if isinstance(value, list) else [value]
    groups = [entry if isinstance(entry, list) else [entry] for entry in listed]
    if not all(group and all(_plain(entry) for entry in group) for group in groups):
        raise _fault("的 answers 应是文字的列表", "has answers that are not a list of texts")
    return tuple(tuple(str(entry) for entry in group) for group in groups)


def _plain(entry: Any) -> bool:
    number = isinstance(entry, (int, float)) and not isinstance(entry, bool)
    return number or (isinstance(entry, str) and bool(entry.strip()))


def _history(value: Any) -> tuple[str, ...]:
    """The asker's own turns; what was replied then is not repeated, since the assistant says it anew."""
    turns: list[str] = []
    for entry in [] if value is None else value if isinstance(value, list) else [value]:
        said = entry.get("content", entry.get("text")) if isinstance(entry, Mapping) else entry
        role = entry.get("role", "user") if isinstance(entry, Mapping) else "user"
        if not isinstance(said, str) or role not in ("user", "assistant"):
            raise _fault(
                '的 history 应是 {"role", "content"} 的列表', 'has a history that is no list of {"role", "content"}'
            )
        if role == "user" and said.strip():
            turns.append(said.strip())
    return tuple(turns)


def _day(item: Mapping[str, Any]) -> date | None:
    value = _word(item, "as_of")
    try:
        return date.fromisoformat(value) if value else None
    except ValueError as error:
        raise _fault("的 as_of 应形如 2026-11-30", "has an as_of that is not like 2026-11-30") from error
