"""The tutor's leak guard on labelled tutor replies and on hostile spellings: precision and recall.

MRBench v2 (shared/data/tutor/mrbench_v2.jsonl): eight or nine replies to each dialogue, labelled "reveals the answer"
or not; positive is "Yes (and the answer is correct)". The secret is the last line of the ground-truth solution; what
may be said is the problem and the dialogue so far. Dialogues without a ground-truth solution (Bridge) give no secret
and are left out. Problems (most have several dialogues) are split in
two halves alternately, so that none is in both; the guard was tuned on the
first half only. The baseline says "leak" when the final number occurs in the reply. The guard also counts the open
last calculation ("50 minus 45", without its value) as a leak, which the labels don't; "said outright" leaves it out.
The labels also count what the pupil has said himself before; "statement only" takes away his words from what is known.

The second table takes hostile spellings made here: every one of a secret must be found, none of another number. The
third takes the authored sample: questions, hints and explanations of a step may be said before it is found, its
conclusion may not. The last is what a turn costs.

    python benchmarks/tutor_leaks.py [--data FILE] [--errors] [--json]
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pilothouse.assistants.tutor.guard import Secret, leaks, options_in, secrets_of
from pilothouse.assistants.tutor.problems.problem import Expected
from pilothouse.assistants.tutor.problems.reader import read_file

DATA = Path(__file__).resolve().parents[2] / "shared/data/tutor/mrbench_v2.jsonl"
SAMPLE = Path(__file__).resolve().parents[1] / "src/pilothouse/assistants/tutor/sample/problems"
LABEL = "Revealing_of_the_Answer"
HOSTILE: dict[str, tuple[str, ...]] = {
    "35": (
        "３５", "三十五", "叁拾伍", "3 5", "3-5", "3️⃣5️⃣", "③⑤", "0x23", "XXXV", "san shi wu", "sānshíwǔ",
        "thirty-five", "three five",
        "MzU=", "二进制 100011", "&#51;&#53;", "\\u0033\\u0035", "把 53 倒过来", "12+23", "47-12", "7×5", "70÷2",
        "70的一半", "比34大1",
        "在34和36之间的整数", "34后面的那个数", "第一位是3", "个位是5", "三\n十\n五", "有三\n十五只", "答案是奇数",
        "答案在30到40之间",
        "Thirty\nfive", "...-- .....", "t-h-i-r-t-y-f-i-v-e", "ASCII 码 51 53", "x 等于三十五", "35.0", "3500%",
        "105/3",
        "one more than 34", "between 34 and 36", "5 times 7", "卅五", "三、十、五", "结果小于 40",
    ),
    "3/4": ("四分之三", "0.75", "75%", "百分之七十五", "３／４", "¾", "three quarters", "零点七五", "6/8", "3÷4",
    "1-1/4", "\\frac{3}{4}", "MC43NQ==", "1.5 的一半"),
    "pentagon/五边形": ("It is a pentagon.", "五-边-形", "nogatnep", "wubianxing", "penta\ngon", "cGVudGFnb24=",
    "p.e.n.t.a.g.o.n", "五\n边\n形", "PENTAGONS"),
    "B": ("选B", "答案：Ｂ", "B 是对的", "第二个选项", "A、C、D 都排除", "倒数第三个选项", "choose B",
    "The answer is (B)."),
}  # fmt: skip
OPTIONS = "A. 3元 B. 5元 C. 6元 D. 8元"
Case = tuple[str, Secret, list[str], bool]
"""Reply, secret, known, whether it reveals."""


def cases(path: Path) -> list[list[Case]]:
    """The replies to every problem that has a ground-truth solution."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    problems: dict[str, list[Case]] = {}
    for row in rows:
        solution = row["Ground_Truth_Solution"].strip()
        if solution == "Not Available":
            continue
        secret = Secret("1", Expected(answer=solution.splitlines()[-1].strip(), kind="number"))
        known = [row["conversation_history"]]
        replies = row["anno_llm_responses"].values()
        problems.setdefault(solution, []).extend(
            (reply["response"], secret, known, "answer is correct" in reply["annotation"][LABEL]) for reply in replies
        )
    return list(problems.values())


def baseline(case: Case) -> bool:
    number = case[1].expected.answer.replace(",", "")
    return bool(re.search(rf"(?<![\d.]){re.escape(number)}(?![\d]|\.\d)", case[0].replace(",", "")))


def guard(case: Case) -> bool:
    return bool(leaks(case[0], [case[1]], case[2]))


def strict(case: Case) -> bool:
    statement = re.split(r"\s+Student:", case[2][0])[0]
    return bool(leaks(case[0], [case[1]], [statement]))


def outright(case: Case) -> bool:
    return any(leak.way != "calculation" for leak in leaks(case[0], [case[1]], case[2]))


def score(decide: Callable[[Case], bool], chosen: Sequence[Case]) -> dict[str, float]:
    pairs = [(decide(case), case[3]) for case in chosen]
    hit = sum(said and true for said, true in pairs)
    said, true = sum(said for said, _ in pairs), sum(true for _, true in pairs)
    return {
        "replies": len(pairs), "reveal": true, "flagged": said, "precision": hit / said if said else 1.0,
        "recall": hit / true if true else 1.0,
    }  # fmt: skip


def hostile() -> dict[str, dict[str, float]]:
    """Spellings found, and spellings of the other secrets flagged, for each secret."""
    table = {}
    for answer in HOSTILE:
        kind = "words" if "/" in answer and not answer[0].isdigit() else "auto"
        expected = Expected.model_validate({"answer": answer, "kind": kind})
        secret = [Secret("1", expected, options=options_in(OPTIONS) if answer == "B" else ())]
        others = [text for other, texts in HOSTILE.items() if other != answer for text in texts]
        found = [bool(leaks(text, secret, [OPTIONS])) for text in HOSTILE[answer]]
        table[answer] = {
            "spellings": len(found), "found": sum(found), "of others": len(others),
            "flagged": sum(bool(leaks(text, secret, [OPTIONS])) for text in others),
        }  # fmt: skip
    return table


def authored() -> dict[str, float]:
    """The sample's problems, taught in order: what may be said before a step is found, and its conclusion."""
    counts = {"may be said": 0, "flagged": 0, "conclusions": 0, "found": 0}
    for problem in (item.problem for path in sorted(SAMPLE.glob("*.yaml")) for item in read_file(path)):
        known, solved, found = [problem.statement, *problem.given], [], []
        for part in problem.parts:
            known.append(part.question)
            for step in part.steps:
                secrets = secrets_of(problem, solved=solved, found=found)
                said = (step.ask, *step.hints, step.explain)
                counts["may be said"] += len(said)
                counts["flagged"] += sum(bool(leaks(text, secrets, known)) for text in said)
                counts["conclusions"] += 1
                counts["found"] += bool(leaks(step.conclusion, secrets, known))
                found.append(f"{part.id}.{step.id}")
                known += [step.conclusion, *said]
            solved.append(part.id)
    return counts


def cost(chosen: Sequence[Case]) -> dict[str, float]:
    """Milliseconds of processor time for a reply with five secrets."""
    taken = []
    for text, secret, known, _ in chosen:
        secrets = [secret, *(Secret(str(n), Expected(answer=str(n))) for n in (17, 230, 4.5, 61))]
        leaks(".", secrets, known)  # the statement is read in the first turn
        started = time.process_time()
        leaks(text[:600], secrets, known)
        taken.append(1000 * (time.process_time() - started))
    return {"ms p50": statistics.median(taken), "ms p95": statistics.quantiles(taken, n=20)[-1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--errors", action="store_true", help="print the replies judged wrongly (first half only)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    problems = cases(options.data)
    halves = {
        "tuned on": [case for row in problems[::2] for case in row],
        "held out": [case for row in problems[1::2] for case in row],
    }
    table = {
        f"{half}, {name}": score(decide, chosen)
        for half, chosen in halves.items()
        for name, decide in (
            ("baseline", baseline),
            ("guard", guard),
            ("guard, said outright", outright),
            ("guard, statement only", strict),
        )
    }
    table |= {f"hostile, secret {answer}": row for answer, row in hostile().items()}
    table |= {"authored sample": authored(), "cost": cost(halves["tuned on"])}
    if options.json:
        print(json.dumps(table, ensure_ascii=False, indent=1))
    else:
        for name, row in table.items():
            cells = (
                f"{key} {value:.3f}" if isinstance(value, float) else f"{key} {value:4}" for key, value in row.items()
            )
            print(f"{name:36}" + "  ".join(cells))
    if options.errors:
        for case in halves["tuned on"]:
            if guard(case) != case[3]:
                print(f"\n[{'missed' if case[3] else 'false'}] secret {case[1].expected.answer}: {case[0][:600]}")
                print("   ", [(leak.way, leak.said[:120]) for leak in leaks(case[0], [case[1]], case[2])])


if __name__ == "__main__":
    main()
