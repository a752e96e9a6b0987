"""``permissions.yaml`` of an indexed folder: who may read which files, and whose they are."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.library.audience import entries

NAMES = frozenset({"permissions.yaml", "permissions.yml"})
MAX_BYTES = 1 << 20
_KEYS = frozenset({"path", "allow", "dept"})


@dataclass(frozen=True)
class Rule:
    """``allow`` and ``dept`` for the files that ``path`` matches; ``None`` says nothing about them.

    ``*`` and ``?`` stay within a folder, ``**`` crosses folders; a pattern without ``/`` matches names at any depth;
    one that matches a folder holds for everything below it.
    """

    path: str
    allow: tuple[str, ...] | None = None
    dept: str | None = None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        plain = self.path.removeprefix("./")
        anchored = "/" in plain.rstrip("/")
        return re.compile(("" if anchored else "(?:.*/)?") + _translate(plain.strip("/")) + "(?:/.*)?", re.DOTALL)

    def matches(self, path: str) -> bool:
        return self._pattern.fullmatch(unicodedata.normalize("NFC", path)) is not None


@dataclass(frozen=True)
class Permissions:
    """The rules in ``file``; the first that matches counts. ``prefix`` leads from its folder to the indexed root."""

    rules: tuple[Rule, ...] = ()
    file: Path | None = None
    prefix: str = ""

    def of(self, path: str) -> Rule | None:
        """``path`` relative to the root, with ``/``, empty for a root that is a file."""
        whole = "/".join(part for part in (self.prefix, path) if part)
        return next((rule for rule in self.rules if rule.matches(whole)), None)


def read_permissions(root: Path) -> Permissions:
    """The rules of the nearest folder that has some, from ``root`` upwards: indexing a part hides what the whole does.

    Raises ``DataError`` for a file that can't be read or understood in every detail: a rule that is passed over would
    show to everybody what it was to hide.
    """
    for folder in (root, *root.parents) if root.is_dir() else root.parents:
        file = _file(folder)
        if file is not None:
            prefix = root.relative_to(folder).as_posix()
            return Permissions(_rules(file), file, "" if prefix == "." else prefix)
    return Permissions()


def _file(folder: Path) -> Path | None:
    try:
        found = sorted(path for path in folder.iterdir() if path.name.lower() in NAMES)
    except OSError:
        return None  # the walk reports the folder
    if not found:
        return None
    if len(found) > 1:
        names = "、".join(path.name for path in found)
        raise DataError(
            f"{folder} 里有几个权限文件（{names}），请只留一个；没有索引任何内容。 "
            f"{folder} has several permissions files ({names}); keep one. Nothing was indexed."
        )
    return found[0]


def _rules(file: Path) -> tuple[Rule, ...]:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise _faulty(file, "文件过大", "it is too large")
        data = yaml.load(file.read_text(encoding="utf-8-sig"), Loader=_Loader)
    except OSError as error:
        raise _faulty(file, f"读不了：{error.strerror}", f"it can't be read: {error.strerror}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f"（第 {line + 1} 行）"
        english = "" if line is None else f" (line {line + 1})"
        detail = " ".join(str(getattr(error, "problem", None) or error).split())[:200]
        raise _faulty(file, f"不是正确的 YAML{where}：{detail}", f"it is not valid YAML{english}: {detail}") from error
    listed = data.get("rules") if isinstance(data, dict) and set(data) == {"rules"} else None
    if listed in (None, "") and isinstance(data, dict) and set(data) == {"rules"}:
        listed = []
    if not isinstance(listed, list):
        raise _faulty(file, "应只有一个键 rules，值为列表", "it must have the one key `rules` with a list")
    return tuple(_rule(file, number, item) for number, item in enumerate(listed, start=1))


def _rule(file: Path, number: int, item: Any) -> Rule:
    def faulty(chinese: str, english: str) -> DataError:
        return _faulty(file, f"第 {number} 条规则{chinese}", f"rule {number} {english}")

    if not isinstance(item, dict) or not set(item) <= _KEYS or "path" not in item:
        raise faulty("应有 path，另可有 allow 和 dept，不能有别的", "takes path, allow and dept, and needs path")
    path, dept = item["path"], item.get("dept")
    if not isinstance(path, str) or not path.strip("/. ") or ".." in path.split("/"):
        raise faulty("的 path 应是相对于该文件夹的路径", "needs a path relative to the folder")
    if dept is not None and (not isinstance(dept, str) or not dept.strip()):
        raise faulty("的 dept 应是部门名", "needs a department's name as dept")
    try:
        allow = entries(item["allow"]) if "allow" in item and item["allow"] != "" else None
        if "allow" in item and item["allow"] == "":
            raise ValueError
        rule = Rule(unicodedata.normalize("NFC", path.strip().replace("\\", "/")), allow, dept and dept.strip())
        rule.matches("")
    except (ValueError, re.error) as error:
        raise faulty(
            "看不懂；allow 应形如 [hr, finance]，人人可看写 ['*']",
            "can't be understood; write allow like [hr, finance], or ['*'] for everybody",
        ) from error
    return rule


class _Loader(yaml.BaseLoader):
    """Texts, lists and mappings only; a key given twice is an error, for one of the two would be passed over."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if any(not isinstance(key, str) for key in keys) or len(set(keys)) < len(keys):
            raise yaml.YAMLError(f"a key occurs twice: {keys}")
        return super().construct_mapping(node, deep)


def _translate(pattern: str) -> str:
    made, position = "", 0
    while position < len(pattern):
        if pattern.startswith("**/", position):
            made, position = made + "(?:.*/)?", position + 3
        elif pattern.startswith("**", position):
            made, position = made + ".*", position + 2
        elif pattern[position] == "[" and (end := pattern.find("]", position + 2)) > 0:
            inside = pattern[position + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            inside = "^" + inside[1:] if inside[0] in "!^" else inside
            made, position = f"{made}[{inside}]", end + 1
        else:
            character = pattern[position]
            made += {"*": "[^/]*", "?": "[^/]"}.get(character) or re.escape(character)
            position += 1
    return made


def _faulty(file: Path, chinese: str, english: str) -> DataError:
    return DataError(
        f"权限文件 {file} 有误：{chinese}；没有索引任何内容。 "
        f"The permissions file {file} is faulty: {english}. Nothing was indexed."
    )
