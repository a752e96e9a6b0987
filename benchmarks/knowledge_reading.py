"""Reading and chunking thousands of mixed small files: files per second, and memory early against late.

    python benchmarks/knowledge_reading.py [--files 5000] [--keep FOLDER]

The files are made first: Markdown, text in two encodings, HTML, CSV, PDF, DOCX, PPTX, XLSX, and one in twenty broken.
Needs the dev extra (python-docx, python-pptx, openpyxl, reportlab).
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pilothouse.retrieval.documents import worker
from pilothouse.retrieval.documents.chunker import chunk
from pilothouse.retrieval.documents.material import Unreadable
from pilothouse.retrieval.documents.reading import read_document

SUBJECTS = ["差旅报销", "年假", "采购", "信息安全", "招聘", "合同", "培训", "办公用品", "加班", "固定资产"]
ACTS = ["须提前三个工作日提交申请", "由部门负责人审批后生效", "超出标准的部分由个人承担", "应当保存原始凭证备查"]
Make = Callable[[random.Random, int], bytes]


def paragraph(rng: random.Random) -> str:
    return "".join(
        f"{rng.choice(SUBJECTS)}{rng.choice(ACTS)}，限额{rng.randrange(100, 9000)}元。"
        for _ in range(rng.randrange(3, 9))
    )


def grid(rng: random.Random) -> list[list[str]]:
    return [
        ["级别", "城市", "标准"],
        *([f"P{n}", rng.choice(["北京", "上海"]), f"{rng.randrange(100, 900)}元"] for n in range(8)),
    ]


def markdown(rng: random.Random, n: int) -> bytes:
    rows = grid(rng)
    table = "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * 3, *rows[1:]])
    sections = "\n\n".join(f"## 第{k}节\n\n{paragraph(rng)}\n\n- {paragraph(rng)}" for k in range(5))
    return f"---\ntitle: 制度{n}\ndate: 2024-01-02\ndept: hr\n---\n# 制度{n}\n\n{sections}\n\n{table}\n".encode()


def text(rng: random.Random, n: int) -> bytes:
    whole = "第一章 总则\n\n" + "\n\n".join(paragraph(rng) for _ in range(8))
    return whole.encode("gb18030" if n % 2 else "utf-8")


def page(rng: random.Random, n: int) -> bytes:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in grid(rng))
    body = "".join(f"<h2>第{k}节</h2><p>{paragraph(rng)}</p>" for k in range(6))
    head = f"<!DOCTYPE html><html><head><meta charset=utf-8><title>通知{n}</title></head><body><nav><a>首页</a></nav>"
    return f"{head}<h1>通知{n}</h1>{body}<table>{rows}</table><footer>版权</footer></body></html>".encode()


def delimited(rng: random.Random, n: int) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer).writerows(grid(rng) * 4)
    return buffer.getvalue().encode()


def pdf(rng: random.Random, n: int) -> bytes:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    body = ParagraphStyle("body", fontName="STSong-Light", fontSize=11, leading=16, wordWrap="CJK", firstLineIndent=22)
    heading = ParagraphStyle("heading", parent=body, fontSize=15, leading=22, firstLineIndent=0)
    style = [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("FONTNAME", (0, 0), (-1, -1), "STSong-Light")]
    story = [part for k in range(6) for part in (Paragraph(f"第{k}节", heading), Paragraph(paragraph(rng), body))]
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, title=f"办法{n}").build([*story, Table(grid(rng), style=style)])
    return buffer.getvalue()


def word(rng: random.Random, n: int) -> bytes:
    import docx

    document = docx.Document()
    document.core_properties.title = f"规定{n}"
    for k in range(6):
        document.add_heading(f"第{k}节", 1)
        document.add_paragraph(paragraph(rng))
        document.add_paragraph(paragraph(rng), style="List Number")
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def slides(rng: random.Random, n: int) -> bytes:
    import pptx

    deck = pptx.Presentation()
    for k in range(4):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"第{k}页"
        slide.placeholders[1].text_frame.text = "\n".join(paragraph(rng) for _ in range(3))
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


def sheet(rng: random.Random, n: int) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in grid(rng) * 3:
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def broken(rng: random.Random, n: int) -> bytes:
    return [b"", b"%PDF-1.7\n" + rng.randbytes(500), rng.randbytes(2000), b"PK\3\4" + rng.randbytes(500)][n % 4]


KINDS: list[tuple[str, Make, int]] = [  # suffix, maker, share in percent
    (".md", markdown, 30), (".txt", text, 15), (".html", page, 20), (".csv", delimited, 5), (".pdf", pdf, 10),
    (".docx", word, 8), (".pptx", slides, 3), (".xlsx", sheet, 4), (".pdf", broken, 3), (".docx", broken, 2),
]  # fmt: skip


def make(folder: Path, count: int) -> list[Path]:
    rng = random.Random(20_240_301)
    paths = []
    for n, (suffix, maker, _) in enumerate(rng.choices(KINDS, [share for *_, share in KINDS], k=count)):
        path = folder / f"{n:05}{suffix}"
        if not path.exists():
            path.write_bytes(maker(rng, n))
        paths.append(path)
    return paths


def resident(pid: int) -> float:
    """MiB of memory that a process holds."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except OSError:
        return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--keep", type=Path, help="folder for the files, used again by the next run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        paths = make(folder, options.files)
        kinds: Counter[str] = Counter()
        spent: Counter[str] = Counter()
        skipped: Counter[str] = Counter()
        chunks = characters = 0
        peaks: list[tuple[float, float]] = []
        step = max(1, len(paths) // 10)
        started = time.perf_counter()
        for n, path in enumerate(paths, start=1):
            before = time.perf_counter()
            try:
                found = chunk(read_document(path))
                chunks += len(found)
                characters += sum(len(each.content) for each in found)
            except Unreadable as error:
                skipped[error.reason] += 1
            kinds[path.suffix] += 1
            spent[path.suffix] += time.perf_counter() - before  # type: ignore[assignment]
            if n % 50 == 0:
                now = resident(os.getpid()), max((resident(child.process.pid) for child in worker._idle), default=0.0)
                if n % step <= 49 or not peaks:
                    peaks.append(now)
                peaks[-1] = max(peaks[-1][0], now[0]), max(peaks[-1][1], now[1])
        seconds = time.perf_counter() - started
        print(f"{len(paths)} files, {chunks} chunks, {characters / 1e6:.1f} million characters in {seconds:.1f} s")
        print(f"{len(paths) / seconds:.0f} files/s, {chunks / seconds:.0f} chunks/s")
        print("skipped: " + ", ".join(f"{reason} {count}" for reason, count in sorted(skipped.items())))
        for suffix, count in sorted(kinds.items()):
            print(f"  {suffix:6} {count:5} files {1000 * spent[suffix] / count:7.2f} ms each")
        print("peak memory of each tenth, MiB (this process / its reader): ", end="")
        print(", ".join(f"{own:.0f}/{child:.0f}" for own, child in peaks))


if __name__ == "__main__":
    main()
