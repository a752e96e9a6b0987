"""Indexing of documents: chunks a second against a plain Haystack pipeline, and thousands of mixed files.

    python benchmarks/knowledge_indexing.py [--files 5000] [--compare 1000]

The plain pipeline is reader → chunker → embedder → DocumentWriter, one file after another in one process, with the
same reading, cutting, embedded model and store: the difference is how the work is done. Both sides get the same files
in the same run. Memory is MB of all processes of the run together. Files are written into a folder that is removed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from pathlib import Path
from typing import Any

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
for library in ("OPENBLAS", "OMP", "MKL"):  # as the program does: more threads spin and starve the other process
    os.environ[f"{library}_NUM_THREADS"] = "1"

SUBJECTS, ACTIONS, PEOPLE = (
    words.split()
    for words in (
        "年假 病假 产假 差旅 报销 采购 合同 发票 薪酬 绩效 招聘 培训 考勤 加班 门禁 会议室 打印机 服务器 数据库 密码",
        "申请 审批 提交 登记 变更 撤销 延期 归档 核对 通知 备案 抽查 汇总 移交 续签 盘点",
        "部门经理 财务专员 人事专员 行政前台 系统管理员 直接主管 分管领导 项目负责人 法务顾问 值班工程师",
    )
)
KINDS = ("md", "md", "txt", "html", "csv", "docx", "xlsx", "txt")


def sentence(rng: random.Random) -> str:
    subject, action, who = rng.choice(SUBJECTS), rng.choice(ACTIONS), rng.choice(PEOPLE)
    days, amount = rng.randint(1, 90), rng.randint(100, 99999)
    return rng.choice((
        f"{subject}的{action}由{who}在{days}个工作日内完成，超过{amount}元的须另行{rng.choice(ACTIONS)}。",
        f"{who}收到{subject}{action}后，应在{days}天内答复，并把编号{amount}记入台账。",
        f"自{rng.randint(2018, 2026)}年{rng.randint(1, 12)}月起，{subject}标准为每次{amount}元，{who}负责{action}。",
        f"For {days} days after the request number {amount}, the {rng.choice(('manager', 'office', 'team'))} keeps it.",
    ))  # fmt: skip


def paragraphs(rng: random.Random) -> list[str]:
    return ["".join(sentence(rng) for _ in range(rng.randint(2, 7))) for _ in range(rng.randint(2, 9))]


def make(folder: Path, count: int, seed: int) -> None:
    """``count`` files of all kinds, 20 of them broken, in folders of 100."""
    rng = random.Random(seed)
    for n in range(count):
        place = folder / f"{n // 100:03d}"
        place.mkdir(parents=True, exist_ok=True)
        kind = KINDS[n % len(KINDS)]
        if n % max(1, count // 20) == 3:
            (place / f"{n}.{kind}").write_bytes(rng.randbytes(700))
            continue
        write(place / f"{n}.{kind}", kind, f"{rng.choice(SUBJECTS)}管理办法第{n}号", paragraphs(rng), rng)


def write(path: Path, kind: str, title: str, texts: list[str], rng: random.Random) -> None:
    rows = [["项目", "负责人", "标准", "期限"]] + [
        [rng.choice(SUBJECTS), rng.choice(PEOPLE), f"{rng.randint(100, 9999)}元", f"{rng.randint(1, 60)}天"]
        for _ in range(8 * len(texts))
    ]
    if kind == "md":
        body = "\n\n".join(f"## 第{n}节 {rng.choice(SUBJECTS)}\n\n{text}" for n, text in enumerate(texts, 1))
        path.write_text(f"---\ntitle: {title}\ndate: 2025-01-0{rng.randint(1, 9)}\n---\n# {title}\n\n{body}\n")
    elif kind == "txt":
        path.write_text(title + "\n\n" + "\n\n".join(texts))
    elif kind == "html":
        path.write_text(
            f"<html><title>{title}</title><body>{''.join(f'<p>{text}</p>' for text in texts)}</body></html>"
        )
    elif kind == "csv":
        path.write_text("\n".join(",".join(row) for row in rows))
    elif kind == "docx":
        from docx import Document

        document = Document()
        document.add_heading(title, 1)
        for text in texts:
            document.add_paragraph(text)
        document.save(str(path))
    else:
        from openpyxl import Workbook  # type: ignore[import-untyped]

        book = Workbook()
        for row in rows:
            book.active.append(row)
        book.save(path)


def resident() -> float:
    """MB of this process and its descendants, without the pages of files, which the system drops when it likes."""
    total, pending = 0.0, [os.getpid()]
    while pending:
        pid = pending.pop()
        try:
            status = Path(f"/proc/{pid}/status").read_text()
            total += int(status.partition("RssAnon:")[2].split()[0]) / 1024
            for task in Path(f"/proc/{pid}/task").iterdir():
                pending += map(int, (task / "children").read_text().split())
        except (OSError, ValueError, IndexError):
            continue
    return total


def processor() -> float:
    """Seconds of processor time so far, of this process and of those that it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def compare(count: int, work: Path) -> dict[str, Any]:
    from plain_indexing import plain

    from pilothouse.embedding.use import EmbeddedEmbedder
    from pilothouse.retrieval.library import Library

    files = work / "compare"
    make(files, count, 1)
    load = os.getloadavg()[0]  # where other programs keep the processors busy, two processes gain less over one
    begin = processor()
    chunks, seconds = plain(files, work / "plain.db")
    middle = processor()
    with Library(work / "compare.db", EmbeddedEmbedder()) as library:
        report = library.index([files])
    end = processor()
    ours = report.chunks / report.seconds
    return {
        "files": count,
        "plain": {
            "chunks": chunks,
            "seconds": round(seconds, 1),
            "chunks/s": round(chunks / seconds, 1),
            "processor ms a chunk": round((middle - begin) / chunks * 1000, 2),
        },
        "pilothouse": {
            "chunks": report.chunks,
            "embedded": report.embedded,
            "seconds": report.seconds,
            "chunks/s": round(ours, 1),
            "processor ms a chunk": round((end - middle) / report.chunks * 1000, 2),
        },
        "ratio": round(ours / (chunks / seconds), 2),
        "load of the machine before": round(load, 1),
        "share of stages": shares(report.stages),
    }


def shares(stages: Any) -> dict[str, float]:
    total = sum(stages.values())
    return {name: round(seconds / total, 3) for name, seconds in stages.items()}


def many(count: int, work: Path) -> dict[str, Any]:
    from pilothouse.embedding.use import EmbeddedEmbedder
    from pilothouse.retrieval.library import Library

    files = work / "many"
    make(files, count, 2)
    memory: list[tuple[float, float]] = []

    def progress(done: int, total: int) -> None:
        memory.append((done / total, resident()))

    def within(low: float, high: float) -> float:
        return round(max((mb for share, mb in memory if low <= share <= high), default=0.0), 1)

    with Library(work / "many.db", EmbeddedEmbedder()) as library:
        first = library.index([files], progress=progress)
        again = library.index([files])
        victim = next(files.rglob("*.txt"))
        victim.write_text("改过的一份。")
        next(files.rglob("*.html")).unlink()
        third = library.index([files])
        size = library.path.stat().st_size
    return {
        "files": count,
        "chunks": first.chunks,
        "seconds": first.seconds,
        "chunks/s": round(first.chunks / first.seconds, 1),
        "skipped": len(first.skipped),
        "memory MB at 10-20 %": within(0.1, 0.2),
        "memory MB at 90-100 %": within(0.9, 1.0),
        "second run s": again.seconds,
        "second run": [again.unchanged, again.chunks, again.added + again.changed + again.removed],
        "one changed, one deleted s": third.seconds,
        "changed, removed, unchanged": [third.changed, third.removed, third.unchanged],
        "file MB": round(size / 1e6, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=5000, help="0: leave this part out")
    parser.add_argument("--compare", type=int, default=1000, help="0: leave this part out")
    options = parser.parse_args()
    from pilothouse.quiet import quiet_libraries

    quiet_libraries()
    with tempfile.TemporaryDirectory() as name:
        if options.compare:
            print(json.dumps(compare(options.compare, Path(name)), indent=1), flush=True)
        if options.files:
            print(json.dumps(many(options.files, Path(name)), indent=1))


if __name__ == "__main__":
    main()
