"""What an index run did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

SHOWN = 20  # of what was skipped, in the text; the JSON report has all


@dataclass(frozen=True, slots=True)
class Skipped:
    """``path`` of the file, with ``:LINE`` for a line of a corpus; ``reason`` in one word, ``sentence`` in full."""

    path: str
    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class IndexReport:
    """Documents ``added``, ``changed`` (text read again), ``described`` (only readers, department, date or address
    changed), ``unchanged``, ``removed``; all that is ``skipped`` now; ``chunks`` written and ``embedded`` texts that
    had no vector yet. ``stages`` are seconds of work by stage, summed over processes; ``seconds`` those of the clock.
    """

    added: int = 0
    changed: int = 0
    described: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: tuple[Skipped, ...] = ()
    chunks: int = 0
    embedded: int = 0
    seconds: float = 0.0
    stages: Mapping[str, float] = field(default_factory=dict)
    version: str = ""
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def text(self) -> str:
        rate = f"，每秒 {self.chunks / self.seconds:.0f} 段" if self.chunks and self.seconds else ""
        lines = [
            f"新增 {self.added}，更新 {self.changed}，改动说明 {self.described}，未变 {self.unchanged}，"
            f"移除 {self.removed} 份文档；写入 {self.chunks} 段，用时 {self.seconds:.1f} 秒{rate}。 "
            f"Added {self.added}, changed {self.changed}, described anew {self.described}, unchanged {self.unchanged}, "
            f"removed {self.removed}; {self.chunks} chunks; version {self.version}."
        ]
        if self.skipped:
            count = len(self.skipped)
            lines.append(f"跳过 {count} 处。 {count} skipped:")
            lines += [f"  {item.path} [{item.reason}] {item.sentence}" for item in self.skipped[:SHOWN]]
            if count > SHOWN:
                lines.append("  … 其余见 --json。 See --json for all of them.")
        lines += [f"  注意 / note: {sentence}" for sentence in self.notes]
        return "\n".join(lines)
