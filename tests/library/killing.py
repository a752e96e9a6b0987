"""Index runs in children that are killed. Run by test_durability.py, printing one JSON object."""

import importlib.util
import json
import random
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import forking

# The tests' helpers, though this is run as a program.
_spec = importlib.util.spec_from_file_location("helpers", Path(__file__).with_name("helpers.py"))
assert _spec is not None
assert _spec.loader is not None
helpers = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(helpers)

from pilothouse.contracts.caller import Caller  # noqa: E402

DOCUMENTS = 24
ALL = Caller("all", frozenset({"hr", "board"}))


class SlowEmbedder(helpers.LetterEmbedder):  # type: ignore[misc, name-defined]
    def embed(self, texts: Any) -> Any:
        time.sleep(0.0005 * len(texts))
        return super().embed(texts)


def generation(root: Path, n: int) -> None:
    """Every document says ``n`` in every chunk; one is only of this generation, one moves, and readers change."""
    for path in root.glob("*"):
        path.unlink()
    for number in range(DOCUMENTS):
        text = "\n\n".join(f"版本{n}的第{number}份第{part}条，" + "规定" * 30 + "。" for part in range(20))
        (root / f"{number}.md").write_text(text, encoding="utf-8")
    for number in range(3):
        (root / f"1-steady-{number}.txt").write_text(f"这第{number}份只换读者。", encoding="utf-8")
    (root / f"only-{n}.txt").write_text(f"版本{n}。", encoding="utf-8")
    (root / f"moved-{n}.txt").write_text("这一份从不改变。", encoding="utf-8")
    records = [{"id": f"r{number}", "text": f"版本{n}。第{number}条记录"} for number in range(20)]
    helpers.corpus(root / "site.jsonl", *records)
    allow = ("hr", "board")[n % 2]
    (root / "permissions.yaml").write_text(f"rules:\n- path: '1*'\n  allow: [{allow}]\n  dept: v{n}\n")


def index(home: Path, root: Path) -> None:
    with helpers.opened(home, SlowEmbedder()) as library:
        library.index([root])


def stage(at: str) -> None:
    """Die at a certain call of the run."""
    from pilothouse.retrieval.library import edition, run, shelf

    if not at:
        return
    when, what, turn = at.split()
    owner, name = {
        "put": (shelf.Shelf, "put"),
        "remove": (shelf.Shelf, "remove"),
        "reassign": (shelf.Shelf, "reassign"),
        "close": (shelf.Shelf, "close"),
        "add": (shelf.Writer, "add"),
        "vectors": (shelf.Writer, "add_vectors"),
        "prepare": (run.IndexRun, "_prepare"),
        "finish": (run.IndexRun, "_finish"),
        "begin": (edition.Edition, "begin"),
    }[what]
    forking.die(owner, name, when, int(turn))


def versions(home: Path) -> Any:
    """The generations that each document's chunks speak of, and whom it is for; from a process of its own."""

    def work() -> Any:
        with helpers.opened(home) as library:
            helpers.state(library)
            seen = {}
            for info in library.everything():
                texts = [passage.content for passage in library.passages(info.id, ALL)]
                kinds = {kind for text in texts for kind in re.findall(r"版本(\d+)", text) or [""]}
                assert len(texts) == info.chunks
                seen[info.id] = [sorted(kinds), info.chunks, info.dept, list(info.allow)]
            return seen

    return forking.result(work)


def check(seen: dict[str, Any], old: int, new: int) -> int:
    """Each document is wholly of one generation; returns how many are of the new one."""
    taken = 0
    for id_, (kinds, chunks, dept, allow) in seen.items():
        assert len(kinds) == 1, (id_, kinds)
        if id_.endswith(".md"):
            assert chunks > 2, (id_, chunks)
        if dept:
            assert dept in (f"v{old}", f"v{new}"), (id_, dept)
            assert allow == [("hr", "board")[int(dept[1:]) % 2]], (id_, dept, allow)
        if kinds[0]:
            assert int(kinds[0]) in (old, new), (id_, kinds, old, new)
            taken += int(kinds[0]) == new
    return taken


def main(folder: Path, trials: int) -> None:
    random.seed(7)
    home, root = folder / "home", folder / "handbook"
    root.mkdir(parents=True)
    generation(root, 1)
    index(folder / "warm", root)  # load every library here, once for all children
    forking.result(lambda: index(home, root))
    generation(root, 2)
    started = time.perf_counter()
    forking.result(lambda: index(home, root))
    whole = time.perf_counter() - started
    stages = [f"{when} {what} {turn}" for when in ("before", "after") for what, turn in (
        ("begin", 1), ("reassign", 2), ("remove", 1), ("remove", 12), ("prepare", 1), ("put", 3), ("add", 20),
        ("vectors", 31), ("close", 1), ("close", 4), ("close", 6), ("finish", 1),
    )]  # fmt: skip
    plan: list[tuple[str, float]] = [(at, 0.0) for at in stages]
    plan += [("", whole * (n + random.random()) / trials) for n in range(trials)]
    killed, partly, resumed = 0, 0, []
    current = 2
    for number, (at, seconds) in enumerate(plan):
        new = 3 + number
        generation(root, new)

        def work(say: Callable[[object], None], at: str = at) -> None:
            say("begun")
            stage(at)
            index(home, root)

        _, died = forking.told(work, None if at else seconds)
        killed += died
        seen = versions(home)
        taken = check(seen, current, new)
        total = DOCUMENTS + 20 + 1
        partly += 0 < taken < total

        def again() -> Any:
            with helpers.opened(home, SlowEmbedder()) as library:
                report = library.index([root])
                return [report.unchanged, report.added + report.changed, library.index([root]).unchanged]

        unchanged, done, last = forking.result(again)
        assert last == total + 4, (at, last)
        resumed.append((at or f"{seconds:.3f} s", taken, unchanged, done))
        fresh = folder / f"fresh-{number}"
        if number % 8 == 0:

            def same(fresh: Path = fresh) -> bool:
                index(fresh, root)
                with helpers.opened(home) as one, helpers.opened(fresh) as two:
                    return bool(helpers.state(one) == helpers.state(two))

            assert forking.result(same), at
        current = new
    print(json.dumps({"trials": len(plan), "killed": killed, "partly": partly, "resumed": resumed, "whole_s": whole}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
