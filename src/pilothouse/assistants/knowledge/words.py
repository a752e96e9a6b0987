"""The table of office words: how people say it, and how rules say it. An editable file adds to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from pilothouse.contracts.errors import DataError

FILE = "knowledge-words.txt"  # in the home directory
VERSIONS = 3  # of a question in formal words
MOST = 5000  # entries of an own file


@dataclass(frozen=True)
class Words:
    """``table`` maps a spoken word to formal ones; Latin words are folded."""

    table: dict[str, tuple[str, ...]]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # The longest first: 请客户吃饭 before 请客. A Latin abbreviation is a word of its own: no OT in "hotel".
        names = sorted(self.table, key=lambda name: (-len(name), name))
        parts = [rf"(?<![a-z0-9]){re.escape(n)}(?![a-z0-9])" if n.isascii() else re.escape(n) for n in names]
        return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)

    def formal(self, text: str) -> list[str]:
        """The formal words for what ``text`` says in spoken ones, in order, without those that it holds already."""
        found: dict[str, None] = {}
        for match in self._pattern.finditer(text):
            for word in self.table[match.group().casefold()]:
                if word.casefold() not in text.casefold():
                    found[word] = None
        return list(found)

    def restated(self, text: str) -> list[str]:
        """``text`` with formal words in the place of spoken ones: one version for each choice of the first three, at most
        ``VERSIONS``."""  # noqa: E501
        choices = {
            match.group(): [
                word for word in self.table[match.group().casefold()] if word.casefold() not in text.casefold()
            ]
            for match in self._pattern.finditer(text)
        }
        made: list[str] = []
        for at in range(VERSIONS):
            version = text
            for spoken, formal in choices.items():
                if formal:
                    version = version.replace(spoken, formal[min(at, len(formal) - 1)])
            if version != text and version not in made:
                made.append(version)
        return made


def read_words(own: Path | None = None) -> Words:
    """The table that ships with the package and, when it exists, the file ``own``. Raises ``DataError``."""
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    table = _table(text, "words.txt")
    if own is not None and own.is_file():
        try:
            table |= _table(own.read_text(encoding="utf-8"), str(own))
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(
                f"词表 {own} 读不了（{error}）；请存为 UTF-8 文本。 The table of words {own} can't be read ({error}); "
                "store it as UTF-8 text."
            ) from error
    return Words(table)


def _table(text: str, where: str) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip().lstrip("\ufeff")
        if not plain or plain.startswith("#"):
            continue
        spoken, equals, formal = plain.partition("=")
        words = tuple(formal.split())
        if not equals or not spoken.strip() or not words or len(plain) > 200:
            raise DataError(
                f"词表 {where} 第 {number} 行应写成 口语 = 规范词。 "
                f"Line {number} of the table of words {where} should read: spoken = formal words."
            )
        table[spoken.strip().casefold()] = words
    if len(table) > MOST:
        raise DataError(f"词表 {where} 超过 {MOST} 条。 The table of words {where} has more than {MOST} entries.")
    return table
