"""A small library in memory, with the face of the real one, and the house opened on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.assistant import ASSISTANT
from pilothouse.assistants.knowledge.services import Services
from pilothouse.assistants.knowledge.words import read_words
from pilothouse.contracts.caller import Caller
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.embedder import Embedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval.passage import Found, Passage
from pilothouse.retrieval.tokenizer import query_tokens
from pilothouse.settings import load

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=timezone(timedelta(hours=8)))


@cache
def embedder() -> Embedder:
    return CachedEmbedder(EmbeddedEmbedder())


@dataclass(frozen=True)
class Paper:
    """A document of one chunk. ``allow`` as in the front matter of a real one."""

    id: str
    title: str
    text: str
    dept: str = ""
    date: str = ""
    allow: tuple[str, ...] = ()
    section: str = ""
    page: int | None = None


class PaperShelf:
    """Finds by shared words; what the caller may not see is taken out before anything is scored."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self.papers = tuple(papers)
        self.asked: list[tuple[str, str, str, int]] = []
        self.fail: Exception | None = None

    def visible(self, caller: Caller) -> list[Paper]:
        held = caller.expanded
        return [
            paper
            for paper in self.papers
            if not paper.allow or any(name in held or f"dept:{name}" in held for name in paper.allow)
        ]

    def search(self, query: str, caller: Caller, *, top_k: int = 5, dept: str = "all", candidates: int = 50) -> Found:
        self.asked.append((query, caller.name, dept, top_k))
        if self.fail is not None:
            raise self.fail
        words = set(query_tokens(query))
        scored = [
            (len(words & set(query_tokens(f"{paper.title} {paper.section} {paper.text}"))) / max(len(words), 1), paper)
            for paper in self.visible(caller)
            if dept in ("all", paper.dept)
        ]
        found = sorted(
            ((score, paper) for score, paper in scored if score > 0), key=lambda pair: (-pair[0], pair[1].id)
        )
        return Found(tuple(_passage(paper, score) for score, paper in found[:top_k]), len(found), "v1")

    def departments(self, caller: Caller) -> tuple[str, ...]:
        return tuple(sorted({paper.dept for paper in self.visible(caller) if paper.dept}))


def _passage(paper: Paper, score: float) -> Passage:
    return Passage(
        id=f"{paper.id}#0",
        document=paper.id,
        content=paper.text,
        title=paper.title,
        source=f"{paper.id}.md",
        section=paper.section,
        page=paper.page,
        date=paper.date,
        dept=paper.dept,
        score=round(0.3 + 0.6 * score, 4),
    )


PAPERS = (
    Paper(
        "leave", "请假管理办法", "工作满1年不满10年的员工，每年享有5天带薪年休假。年休假应提前3个工作日在办公系统申请，由直属主管审批。"  # noqa: E501
        "病假需提供二级以上医院证明，由部门经理审批，病假期间工资按基本工资的80%发放。", "hr", "2026-01-01",
    ),
    Paper("expense", "费用报销制度", "报销流程：员工在费用系统填写报销单，粘贴发票，由部门经理审批后提交财务部。"
          "报销款在审批通过后10个工作日内到账。单笔超过5000元的报销由财务总监审批。", "finance", "2026-03-01"),
    Paper("travel-2023", "差旅管理办法（2023版）", "普通员工在北京、上海出差的住宿标准为每晚400元。", "finance", "2023-01-01"),  # noqa: E501
    Paper("travel-2025", "差旅管理办法（2025版）", "普通员工在北京、上海出差的住宿标准为每晚500元。经理在北京、上海出差的住宿标准为每晚650元。"  # noqa: E501
          "出差补贴为每天120元。", "finance", "2025-01-01"),
    Paper("contract", "合同审批规定", "采购合同由法务部审核，金额超过10万元的采购合同由总经理审批。合同原件由行政部归档。", "legal", "2025-06-01"),  # noqa: E501
    Paper("password", "账号与密码规范", "员工的域账号密码每90天必须更换一次，长度不少于12位。忘记密码可拨打分机8000重置。", "tech", "2026-02-01"),  # noqa: E501
    Paper("bonus", "高管奖金方案", "2026年高管年终奖金总额为800万元，由董事会审批。", "hr", "2026-05-01", allow=("board",)),  # noqa: E501
    Paper("merger", "并购备忘录", "公司计划在2027年3月收购蓝鲸科技，收购价格为2.5亿元。", "legal", "2026-09-01", allow=("board", "legal")),  # noqa: E501
    Paper("parking", "停车管理", "公司地下车库停车费为每月300元，员工可向行政部申请停车位。", "admin", "2025-04-01"),
    Paper("english", "Visitor guide", "Visitors must register at the front desk on the ground floor. Wi-Fi for visitors is free "  # noqa: E501
          "and the password changes every week.", "admin", "2026-01-15", page=2),
)  # fmt: skip


def open_house(
    home: Path,
    model: Any = None,
    *,
    papers: Iterable[Paper] = PAPERS,
    shelf: PaperShelf | None = None,
    clock: Callable[[], datetime] = lambda: NOON,
    strict: bool = True,
    **gateway: Any,
) -> Pilothouse:
    """The assistant on a library in memory; ``gateway`` are its gateway settings."""
    read = load(home)
    settings = read.model_copy(update={"gateway": read.gateway.model_copy(update={"backoff_s": 0.0, **gateway})})
    library = shelf or PaperShelf(papers)
    known = replace(ASSISTANT, open=lambda resources: Services(library, resources.clock, read_words()))
    return Pilothouse(
        settings=settings, model=model, assistants=[known], clock=clock, strict=strict, embedder=embedder()
    )
