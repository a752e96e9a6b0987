"""How reliably written dialogues end in the right order: pass^8, without a model and with one in each mode.

    python benchmarks/dialogues.py [--times 8] [--every 1] [--modes offline,NATIVE,…] [--lying] [--json] [--show]

Each dialogue of ``tests/menu`` is held ``times`` times; it passes only when every one of them ends in the expected
cart (pass^8). ``NATIVE`` to ``NONE`` are the modes in which a scripted model is spoken to: a meek one that says yes
to everything, or with ``--lying`` one that orders 50 portions on its own account.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).parents[1]))
from pilothouse import Pilothouse  # noqa: E402
from pilothouse.gateway import Call, ModelRequest, ScriptedModel  # noqa: E402
from pilothouse.gateway import Say as Words  # noqa: E402
from tests.menu.dialogues import Dialogue  # noqa: E402
from tests.menu.dialogues_unseen import UNSEEN  # noqa: E402
from tests.menu.eatery import open_eatery  # noqa: E402
from tests.menu.kitchen import open_house  # noqa: E402
from tests.menu.test_dialogues import ALL, Run, refill  # noqa: E402
from tests.menu.unseen import recipes  # noqa: E402

MODES = ("offline", "NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE")


def model(mode: str, lying: bool) -> ScriptedModel:
    """A model that has no part in the order, whatever it says."""

    def line(request: ModelRequest) -> Any:
        if not lying:
            return Words("好的。", raw=mode == "PROMPT_LEGACY")
        if request.task == "converse":
            return Call("place_order", {"key": "x", "dish": "水煮鱼", "quantity": 50})
        return Words("已为您下单50份水煮鱼，订单号9999，合计1元。")

    return ScriptedModel(line)


def hold(house: Pilothouse, dialogue: Dialogue, times: int) -> list[str]:
    """What went wrong in any of the times."""
    wrong: list[str] = []
    for n in range(times):
        refill(house)
        try:
            wrong += Run(house, dialogue, f"{dialogue.name} {n}").hold()
        except Exception as error:  # a dialogue that raises has not passed; the others go on
            wrong.append(f"{dialogue.name}: {error!r}")
    return wrong


def measure(mode: str, times: int, every: int, lying: bool) -> dict[str, Any]:
    """One mode: dialogues on the sample, on the small menu and on the unseen one."""
    started = time.perf_counter()
    failed: dict[str, list[str]] = {}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        spoken_to = None if mode == "offline" else model(mode, lying)
        settings = {} if mode == "offline" else {"mode": mode}
        with open_house(home / "sample", spoken_to, **settings) as sample:
            for dialogue in [d for d in ALL if not d.own][::every]:
                count += 1
                if wrong := [p for p in hold(sample, dialogue, times) if mode == "offline" or not _worded(p)]:
                    failed[dialogue.name] = wrong
        if mode == "offline":  # the small menus are opened without a model
            for name, menu, dialogues in (
                ("own", None, [d for d in ALL if d.own]),
                ("unseen", recipes(), list(UNSEEN)),
            ):
                if menu is not None and not menu:
                    print("unseen menu: skipped, shared/data/menus is not at hand", file=sys.stderr)
                    continue
                (home / name).mkdir()
                with open_eatery(home / name, menu) if menu else open_eatery(home / name) as eatery:
                    for dialogue in dialogues[::every]:
                        count += 1
                        if wrong := hold(eatery, dialogue, times):
                            failed[dialogue.name] = wrong
    return {
        "mode": mode,
        "dialogues": count,
        "times": times,
        f"pass^{times}": round(1 - len(failed) / max(1, count), 4),
        "seconds": round(time.perf_counter() - started),
        "failed": failed,
    }


def _worded(problem: str) -> bool:
    """What a model may do and code may not: word an answer in its own way, or look nothing up."""
    return ": outcome" in problem or ": tools" in problem


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=8)
    parser.add_argument("--every", type=int, default=1, help="only every n-th dialogue")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--lying", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    args = parser.parse_args()
    for mode in args.modes.split(","):
        result = measure(mode, args.times, args.every, args.lying)
        if args.json:
            print(json.dumps(result, ensure_ascii=False), flush=True)
            continue
        print(
            f"{mode:14} {result['dialogues']:4} dialogues  pass^{args.times} {result[f'pass^{args.times}']:.3f}"
            f"  {result['seconds']} s  {len(result['failed'])} failed",
            flush=True,
        )
        if args.show:
            for problems in result["failed"].values():
                print("   ", problems[0], flush=True)


if __name__ == "__main__":
    main()
