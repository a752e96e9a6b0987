"""What an import has to tell its user besides the dishes."""

from __future__ import annotations

from pilothouse.assistants.menu.importing.text import shorten

_EXAMPLES = 5


class Notebook:
    """Collects remarks and groups them, so that ten thousand dishes without a price make one note."""

    def __init__(self) -> None:
        self._notes: list[str] = []
        self._groups: dict[str, list[str]] = {}
        self._counts: dict[str, int] = {}
        self._unused: dict[str, None] = {}

    def note(self, text: str) -> None:
        """A remark of its own."""
        self._notes.append(text)

    def add(self, kind: str, example: str) -> None:
        """A remark that may concern many dishes."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        examples = self._groups.setdefault(kind, [])
        if len(examples) < _EXAMPLES:
            examples.append(example)

    def unused(self, name: str) -> None:
        """A field of the file that dishes do not have."""
        if len(self._unused) < 100:
            self._unused[shorten(name, 30)] = None

    def notes(self) -> list[str]:
        """All remarks, the single ones first."""
        grouped = [
            f"{self._counts[kind]}道菜{kind}：{'、'.join(examples)}{'…' if self._counts[kind] > len(examples) else ''}"
            for kind, examples in self._groups.items()
        ]
        names = [name for name in self._unused if name]
        unused = [f"未使用的字段: {', '.join(names)} (fields not used)"] if names else []
        return [*self._notes, *grouped, *unused]
