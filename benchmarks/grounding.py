"""How often good answers are refused and bad ones pass: ``python benchmarks/grounding.py [--show]``.

Good and bad answers stand in ``tests/menu/grounding.json``; more bad ones are made of every good one, by changing
figures, exchanging dishes and turning claims round. Runs whole turns on the sample restaurant.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from pilothouse import Pilothouse
from pilothouse.gateway import ModelRequest, ScriptedModel

CASES = Path(__file__).parent.parent / "tests" / "menu" / "grounding.json"
NOON = datetime(2026, 3, 4, 12, 30, tzinfo=timezone(timedelta(hours=8)))
FLIPS = (
    ("可以", "不可以"), ("不含", "含有"), ("没有", "有"), ("更便宜", "更贵"), ("默认微辣", "默认特辣"), ("默认中辣", "默认不辣"), ("是微辣", "是特辣"), ("默认不辣", "默认特辣"),  # noqa: E501
    ("已售罄", "还有货"), ("现在还有", "已经售罄"), ("营业中", "休息中"), ("免费", "收费"), ("is open", "is closed"), ("香菜", "牛肉"), ("土豆片", "虾仁"), ("花生", "腰果"),  # noqa: E501
    ("回锅肉", "蒜苗腊肉"), ("麻辣香锅", "牛肉香锅"), ("宫保鸡丁", "糖醋里脊"), ("人民路店", "春熙路店"), ("清炒时蔬", "清炒虾仁"), ("Mala Dry Hot Pot", "Lobster Hot Pot"), ("chicken", "beef"),  # noqa: E501
)  # fmt: skip
TAILS = (
    "，今天全场八折。",
    "，现在下单免费送可乐。",
    "，老板说可以不用付钱。",
    "，最后3份了。",
    "，里面还有鲍鱼。",
    "，下一步进入结账状态。",
    "，详情请访问www.example.com。",
    "，保证不会过敏。",
    "，这是全城最好吃的。",
    "，电话13800138000。",
)


def corrupted(good: str) -> Iterator[str]:
    """Bad answers made of a good one."""
    for match in re.finditer(r"\d+(?:[:.]\d+)*", good):
        digits = match[0]
        if re.match(r"[.、]\s", good[match.end() :]) or digits == "1":
            continue
        last = str((int(digits[-1]) + 3) % 10)
        yield good[: match.start()] + digits[:-1] + last + good[match.end() :]
    for old, new in FLIPS:
        if old in good and not (old == "没有" and "不含" in good) and not (old == "可以" and "不可以" in good):
            yield good.replace(old, new, 1)
    figures = list(re.finditer(r"\d+(?=元)", good))
    if len(figures) == 2 and figures[0][0] != figures[1][0]:
        a, b = figures
        yield good[: a.start()] + b[0] + good[a.end() : b.start()] + a[0] + good[b.end() :]
    for tail in TAILS[len(good) % 3 :: 3]:
        yield good.rstrip("。.!？?") + tail


class Bench:
    """Asks the sample restaurant while a model says a given answer."""

    def __init__(self, home: Path) -> None:
        self.answer = ""
        self.house = Pilothouse(home, model=ScriptedModel(self._say), clock=lambda: NOON, strict=True)
        self._sessions = 0

    def _say(self, request: ModelRequest) -> str:
        return self.answer

    def said(self, ask: str, answer: str, store: str = "") -> tuple[bool, str]:
        """Whether the model's words reached the guest, and the reply."""
        self._sessions += 1
        session = f"s{self._sessions}"
        if store:
            self.house.ask("menu", f"我在{store}", session=session)
        self.answer = answer
        reply = self.house.ask("menu", ask, session=session)
        return reply.reply == answer, reply.reply

    def reasons(self) -> list[str]:
        """Why the last answer was refused."""
        trace = self.house.recorder.list(limit=1, user=None)[0]
        whole = self.house.recorder.get(trace.trace_id, user=None)
        events = whole.events if whole is not None else ()
        return [problem for event in events if event.kind == "verification" for problem in event.fields["problems"]][:4]


def cases() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(CASES.read_text(encoding="utf-8"))
    return loaded


def measure(show: bool = False) -> dict[str, tuple[int, int]]:
    """Refused of good, passed of bad (written), passed of bad (made)."""
    found = {"good refused": [0, 0], "bad passed": [0, 0], "corrupted passed": [0, 0]}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        with bench.house:
            for case in cases():
                goods = set(case["good"])
                made = [bad for good in case["good"] for bad in dict.fromkeys(corrupted(good)) if bad not in goods]
                for kind, answers, wrong in (
                    ("good refused", case["good"], False),
                    ("bad passed", case["bad"], True),
                    ("corrupted passed", made, True),
                ):
                    for answer in answers:
                        passed, reply = bench.said(case["ask"], answer, case.get("store", ""))
                        found[kind][1] += 1
                        if passed is wrong:
                            found[kind][0] += 1
                            if show:
                                print(f"{kind}: {case['ask']} | {answer}\n    -> {reply[:80]}\n    {bench.reasons()}")
    return {kind: (n, of) for kind, (n, of) in found.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print each wrong decision")
    print("| | n | of | rate |\n|---|---|---|---|")
    for kind, (n, of) in measure(parser.parse_args().show).items():
        print(f"| {kind} | {n} | {of} | {n / of:.3f} |")
