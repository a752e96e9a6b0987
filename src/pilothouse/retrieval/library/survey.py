"""Which roots an index run is about."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.library.permissions import Permissions, read_permissions
from pilothouse.retrieval.library.tables import packed


@dataclass(frozen=True, slots=True)
class Root:
    """An indexed file or folder. ``name`` begins the ids of its documents; ``dept`` and ``allow`` hold where neither
    a document nor a rule says otherwise; ``ruled``: it had a permissions file."""

    n: int
    path: Path
    name: str
    dept: str = ""
    allow: tuple[str, ...] = ()
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """A root to be looked through, or only what is ``below`` a path in it."""

    root: Root
    permissions: Permissions
    below: str = ""

    def id(self, path: str) -> str:
        return f"{self.root.name}/{path}" if path else self.root.name

    def granted(self, path: str) -> tuple[str, tuple[str, ...]]:
        """Department and allow list for what says nothing of its own."""
        rule = self.permissions.of(path)
        dept = rule.dept if rule is not None and rule.dept is not None else self.root.dept
        allow = rule.allow if rule is not None and rule.allow is not None else self.root.allow
        return dept, allow


def roots(connection: apsw.Connection) -> list[Root]:
    rows: Any = connection.execute("SELECT n, path, name, dept, allow, ruled FROM library_roots ORDER BY n")
    return [
        Root(n, Path(path), name, dept, tuple(json.loads(allow)), bool(ruled))
        for n, path, name, dept, allow, ruled in rows
    ]


def survey(known: Sequence[Root], sources: Iterable[Path], dept: str, allow: tuple[str, ...]) -> list[Scope]:
    """The scopes of ``sources``; new roots have the number 0. An empty ``dept`` or ``allow`` leaves what a root had.

    Raises ``UsageError`` for a source that is not there or can't be told from what is indexed already, ``DataError``
    for faulty or vanished permissions.
    """
    paths = sorted({_resolved(source, known) for source in sources}, key=lambda path: len(path.parts))
    scopes: list[Scope] = []
    every = list(known)
    for path in paths:
        if any(scope.root.path == path or (not scope.below and scope.root.path in path.parents) for scope in scopes):
            continue
        outer = next((root for root in every if root.path == path or root.path in path.parents), None)
        if outer is None:
            if inner := [str(root.path) for root in every if path in root.path.parents]:
                raise UsageError(
                    f"{path} 之内的 {'、'.join(inner)} 已单独索引；请先用 --remove 去掉，再索引整个目录。 "
                    f"Parts of {path} are indexed on their own ({', '.join(inner)}); --remove them first."
                )
            outer = Root(0, path, _name(path, every), dept, allow)
        elif outer.path == path:
            outer = Root(outer.n, path, outer.name, dept or outer.dept, allow or outer.allow, outer.ruled)
        elif dept or allow:
            raise UsageError(
                f"{path} 属于已索引的 {outer.path}；它的部门和权限请写在那里的 permissions.yaml 里。 "
                f"{path} belongs to {outer.path}, which is indexed; set its department and readers in permissions.yaml."
            )
        every = [root for root in every if root.path != outer.path] + [outer]
        scopes.append(scope_of(outer, "" if outer.path == path else path.relative_to(outer.path).as_posix()))
    return scopes


def scope_of(root: Root, below: str = "") -> Scope:
    """Raises ``DataError`` for faulty permissions, and when a root has lost them: all would be shown to everybody."""
    permissions = read_permissions(root.path)
    if root.ruled and permissions.file is None:
        raise DataError(
            f"{root.path} 以前有权限文件 permissions.yaml，现在没有了；为免内容公开，没有索引。"
            "请恢复它，或放一个内容为 rules: [] 的文件表示不再限制。 "
            f"{root.path} had a permissions.yaml, which is gone; nothing was indexed, lest it be shown to everybody. "
            "Bring it back, or write one with `rules: []` to lift the limits."
        )
    return Scope(root, permissions, below)


def register(connection: apsw.Connection, scope: Scope) -> Scope:
    """The scope with its root as it is stored from now on."""
    root = scope.root
    ruled = scope.permissions.file is not None
    values = (str(root.path), root.name, root.dept, packed(root.allow), int(ruled))
    connection.execute(
        "INSERT INTO library_roots (path, name, dept, allow, ruled) VALUES (?, ?, ?, ?, ?) ON CONFLICT (path) "
        "DO UPDATE SET dept = excluded.dept, allow = excluded.allow, ruled = excluded.ruled",
        values,
    )
    n = int(connection.execute("SELECT n FROM library_roots WHERE path = ?", (str(root.path),)).get)
    return Scope(Root(n, root.path, root.name, root.dept, root.allow, ruled), scope.permissions, scope.below)


def _resolved(source: Path, known: Sequence[Root]) -> Path:
    path = Path(source).expanduser()
    try:
        real = path.resolve()
        str(real).encode()
        if real.exists():
            return real
    except (OSError, RuntimeError, ValueError):
        real = path
    if any(root.path == real for root in known):
        raise DataError(
            f"已索引的来源 {path} 不在了；其内容原样保留。恢复它后再索引，或用 --remove 去掉。 "
            f"The indexed source {path} is gone; its documents stay as they are. Bring it back, or --remove it."
        )
    raise UsageError(f"没有文件或文件夹 {str(path)!r}。 There is no file or folder {str(path)!r}.")


def _name(path: Path, known: Iterable[Root]) -> str:
    taken = {root.name for root in known}
    plain = path.name or "root"
    return next(name for n in range(1, len(taken) + 2) if (name := plain if n == 1 else f"{plain}-{n}") not in taken)
