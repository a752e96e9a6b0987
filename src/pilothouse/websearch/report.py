"""What an import of pages did."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pilothouse.websearch.material import Note

SHOWN = 20  # notes in the text; the JSON report has all


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did: pages and domains there are now, how many of the pages have no date and how many are thin;
    ``notes`` on lines. ``sample``: it is the sample; ``replaced``: what was there before."""

    pages: int
    domains: int
    undated: int
    thin: int
    sample: bool
    replaced: str
    version: str
    seconds: float
    notes: tuple[Note, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def text(self) -> str:
        name = ("示例网页", "sample pages") if self.sample else ("网页", "pages")
        lines = [
            f"现有 {self.pages} 个{name[0]}，来自 {self.domains} 个网站；无日期 {self.undated}，正文很短 {self.thin}；"
            f"用时 {self.seconds:.1f} 秒。 {self.pages} {name[1]} of {self.domains} sites; "
            f"{self.undated} without a date, {self.thin} thin; version {self.version}."
        ]
        if self.replaced == "sample" and not self.sample:
            lines.append("示例网页已停用。 The sample is retired.")
        lines += [f"  注意 / note: {note.sentence}" for note in self.notes[:SHOWN]]
        if len(self.notes) > SHOWN:
            lines.append(f"  … +{len(self.notes) - SHOWN} (--json)")
        return "\n".join(lines)
