"""Evidence, extractive answers and verification on public data: ``python benchmarks/knowledge_evidence.py [--show]``.

RGB (real search snippets, non-commercial: measured only) and CMRC passages in the data folder (``--data``, else
``PILOTHOUSE_DATA``, else ``/work/shared/data``). A part without its data is skipped with the reason.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pilothouse.assistants.knowledge.answering import Draft, answer
from pilothouse.assistants.knowledge.verification import problems
from pilothouse.retrieval.evidence import Conflict, conflicts, distinct, gate
from pilothouse.retrieval.evidence.figures import figures
from pilothouse.retrieval.evidence.wording import tagged
from pilothouse.retrieval.passage import Passage
from pilothouse.retrieval.tokenizer import index_tokens, normalise, query_tokens

SHOW = False
TIMES: list[float] = []


def show(*parts: object) -> None:
    if SHOW:
        print("   ", *parts)


def passages(texts: Sequence[str], prefix: str = "d") -> list[Passage]:
    return [Passage(f"{prefix}{n}#0", f"{prefix}{n}", text, score=1.0) for n, text in enumerate(texts)]


def answered(question: str, found: Sequence[Passage]) -> tuple[Draft, list[Passage], list[Conflict]]:
    """The whole room: gate, duplicates, contradictions, answer."""
    started = time.perf_counter()
    kept = distinct(gate(question, found))
    told = conflicts(question, kept)
    draft = answer(question, kept, told)
    TIMES.append(time.perf_counter() - started)
    return draft, kept, told


def flat(answers: Any) -> list[list[str]]:
    """Gold answers as groups of which each needs one of its spellings."""
    listed = answers if isinstance(answers, list) else [answers]
    return [item if isinstance(item, list) else [str(item)] for item in listed]


def compact(text: str) -> str:
    return re.sub(r"[\W_]+", "", normalise(text))


def holds(text: str, answers: Any, every: bool = False) -> bool:
    said = compact(text)
    hits = [any(compact(form) in said for form in group) for group in flat(answers)]
    return all(hits) if every else any(hits)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def rate(name: str, hits: int, of: int) -> None:
    print(f"{name:64} {hits:4d}/{of:<4d} {hits / max(1, of):.3f}")


def rgb(folder: Path) -> None:
    counts: Counter[str] = Counter()
    facts = rows(folder / "zh_fact.jsonl")
    for row in facts:
        query, right, wrong = row["query"], row["positive"], row["positive_wrong"]
        counts["first pair"] += bool(conflicts(query, passages([right[0], wrong[0]])))
        both = bool(conflicts(query, passages([*right, *wrong])))
        counts["all"] += both
        false = conflicts(query, passages(right))
        counts["false"] += bool(false)
        draft, _, _ = answered(query, passages(right))
        counts["right"] += holds(draft.text, row["answer"])
        counts["found"] += draft.found
        if not both:
            show("conflict not found:", query)
        for conflict in false:
            show("false conflict:", query, [(side.value, side.sentence[:40]) for side in conflict.values])
    rate("rgb zh_fact: conflict of one right and one wrong passage", counts["first pair"], len(facts))
    rate("rgb zh_fact: conflict among all right and wrong passages", counts["all"], len(facts))
    rate("rgb zh_fact: conflict claimed among right passages only", counts["false"], len(facts))
    rate("rgb zh_fact: answered from right passages", counts["found"], len(facts))
    rate("rgb zh_fact: that answer holds the gold answer", counts["right"], counts["found"])
    refine = rows(folder / "zh_refine.jsonl")
    for row in refine:
        query = row["query"]
        draft, _, _ = answered(query, passages(row["negative"][:5]))
        counts["rejected"] += not draft.found
        if draft.found:
            show("not rejected:", query, "|", draft.text[:120])
        draft, _, _ = answered(query, passages([*row["positive"][:3], *row["negative"][:2]]))
        counts["refine found"] += draft.found
        good = holds(draft.text, row["answer"])
        counts["refine right"] += good
        if not good:
            show("gold missed:", query, row["answer"], "|", draft.text[:120])
    rate("rgb zh_refine: five negative passages only, rejected", counts["rejected"], len(refine))
    rate("rgb zh_refine: three positive, two negative, answered", counts["refine found"], len(refine))
    rate("rgb zh_refine: that answer holds the gold answer", counts["refine right"], counts["refine found"])
    whole = rows(folder / "zh_int.jsonl")
    for row in whole:
        found = [text for group in row["positive"] for text in (group[:2] if isinstance(group, list) else [group])]
        draft, _, _ = answered(row["query"], passages(found))
        counts["int any"] += holds(draft.text, row["answer"])
        counts["int every"] += holds(draft.text, row["answer"], every=True)
    rate("rgb zh_int: answer holds one of the gold answers", counts["int any"], len(whole))
    rate("rgb zh_int: answer holds every gold answer", counts["int every"], len(whole))


class Corpus:
    """The CMRC passages with the other passages that are lexically nearest to a question."""

    def __init__(self, folder: Path) -> None:
        records = rows(folder / "cmrc_trial_corpus.jsonl")
        self.questions = [row for row in rows(folder / "cmrc_trial_questions.jsonl") if row["question"].strip()]
        self.passages = {row["pid"]: Passage(f"{row['pid']}#0", row["pid"], row["text"], score=1.0) for row in records}
        self._tokens = {row["pid"]: set(index_tokens(row["text"])) for row in records}
        self._counts = Counter(token for tokens in self._tokens.values() for token in tokens)

    def near(self, question: str, without: Sequence[str], count: int = 4) -> list[Passage]:
        wanted = query_tokens(question)
        total = len(self._tokens)
        scores = {
            pid: sum(math.log(total / self._counts[token]) for token in wanted if token in tokens)
            for pid, tokens in self._tokens.items()
            if pid not in without
        }
        return [self.passages[pid] for pid in sorted(scores, key=lambda pid: -scores[pid])[:count]]


def cmrc(corpus: Corpus) -> None:
    counts: Counter[str] = Counter()
    for row in corpus.questions:
        question, gold = row["question"], row["gold_pids"]
        near = corpus.near(question, gold)
        draft, kept, told = answered(question, [corpus.passages[gold[0]], *near])
        right = draft.found and any(compact(form) in compact(draft.text) for form in row["answers"])
        cited = [kept[number - 1].document for number in draft.numbers]
        counts["found"] += draft.found
        counts["right"] += right
        counts["cited"] += draft.found and cited[:1] == gold[:1]
        counts["false"] += bool(told)
        counts["length"] += len(draft.text) if draft.found else 0
        if not right:
            show("missed:", question, row["answers"][:1], "|", draft.text[:100])
        draft, _, _ = answered(question, near)
        counts["rejected"] += not draft.found
    total = len(corpus.questions)
    rate("cmrc: gold passage first of five, answered", counts["found"], total)
    rate("cmrc: answer holds the gold string (of all)", counts["right"], total)
    rate("cmrc: answer holds the gold string (of the answered)", counts["right"], counts["found"])
    rate("cmrc: first citation is the gold passage (of the answered)", counts["cited"], counts["found"])
    rate("cmrc: contradiction claimed", counts["false"], total)
    rate("cmrc: four nearest other passages only, rejected", counts["rejected"], total)
    print(f"{'cmrc: characters of an answer, mean':64} {counts['length'] / max(1, counts['found']):.0f}")


FLIPS = (
    ("可以", "不可以"),
    ("不得", "可以"),
    ("不能", "能"),
    ("没有", "有"),
    ("不", ""),
    ("是", "不是"),
    ("会", "不会"),
    ("能", "不能"),
)


def corrupted(text: str, others: Sequence[str], count: int, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Bad replies made of a good one, with what was done to it."""
    body = re.sub(r"\[\d+\]", lambda m: " " * len(m.group()), text)
    for figure in figures(body):
        written = body[figure.start : figure.end]
        for digit in re.finditer(r"\d(?!.*\d)|[二三四五六七八九](?!.*[二三四五六七八九])", written):
            at = figure.start + digit.start()
            new = str((int(digit.group()) + 3) % 10) if digit.group().isdigit() else "三五"[digit.group() == "三"]
            yield ("date" if figure.kind in ("date", "time") else "number"), text[:at] + new + text[at + 1 :]
    names = [w for w, tag in tagged(body) if tag in ("nr", "ns", "nt", "nz", "nrt") and len(w) > 1 and w in text]
    for name in dict.fromkeys(names):
        other = chance.choice([o for o in others if o != name and o not in text] or ["赵六七"])
        yield "name", text.replace(name, other)
    if count > 1 or text.count("[1]"):
        yield "citation unknown", re.sub(r"\[\d+\]", f"[{count + 3}]", text)
    yield "citation gone", re.sub(r"\s?\[\d+\]", "", text)
    for old, new in FLIPS:
        at = body.find(old)
        if at >= 0 and not (
            old in ("是", "会", "能", "不") and not re.match(r"[一由在\d]|[\u3400-\u9fff]{2}", body[at + 1 :])
        ):
            if old in ("是", "会", "能") and (
                body[at - 1 : at] in "不还但只总国都的社协大机就可功委年"
                or not body[at - 1 : at]
                or len(re.findall(old, body)) > 1
            ):
                continue
            if old == "不" and re.match(
                r"不(?:同|仅|但|断|过|少|久|等|错|管|论|足|超|满|低|高|晚|早|大|小)", body[at:]
            ):
                continue
            yield "negation", text[:at] + new + text[at + len(old) :]
            break


def verification(corpus: Corpus) -> None:
    chance = random.Random(7)
    counts: Counter[str] = Counter()
    names = sorted(
        {w for p in corpus.passages.values() for w, tag in tagged(p.content) if tag in ("nr", "ns") and len(w) > 1}
    )
    for row in corpus.questions:
        question, gold = row["question"], row["gold_pids"]
        near = corpus.near(question, gold)
        draft, kept, told = answered(question, [corpus.passages[gold[0]], *near])
        if not draft.found:
            continue
        counts["good"] += 1
        if wrong := problems(question, draft.text, kept, told):
            counts["good refused"] += 1
            show("good refused:", question, "|", draft.text[:160], "|", wrong[0].kind, wrong[0].detail)
        for kind, bad in corrupted(draft.text, chance.sample(names, 20), len(kept), chance):
            if bad == draft.text:
                continue
            counts[f"{kind} made"] += 1
            if not problems(question, bad, kept, told):
                counts[f"{kind} passed"] += 1
                show(f"{kind} passed:", question, "|", bad[:160], "| from |", draft.text[:160])
        if len(near) > 1:  # the citation of another passage that the answer doesn't come from
            other = [*kept, near[0]] if near[0] not in kept else kept
            place = other.index(near[0]) + 1
            if place not in draft.numbers:
                counts["citation wrong made"] += 1
                if not problems(question, re.sub(r"\[\d+\]", f"[{place}]", draft.text), other, told):
                    counts["citation wrong passed"] += 1
                    show("citation wrong passed:", question, draft.text[:120])
    rate("verification: good extractive answers refused (aim < .02)", counts["good refused"], counts["good"])
    for kind in ("number", "date", "name", "negation", "citation unknown", "citation gone", "citation wrong"):
        rate(f"verification: corrupted {kind}, passed (aim 0)", counts[f"{kind} passed"], counts[f"{kind} made"])


def main() -> None:
    global SHOW
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("PILOTHOUSE_DATA", "/work/shared/data")))
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    parser.add_argument("--part", choices=("rgb", "cmrc", "verification"), help="only this part")
    asked = parser.parse_args()
    SHOW = asked.show
    if asked.part in (None, "rgb"):
        if (asked.data / "rgb" / "zh_fact.jsonl").is_file():
            rgb(asked.data / "rgb")
        else:
            print(f"rgb skipped: {asked.data / 'rgb'} is absent")
    if asked.part in (None, "cmrc", "verification"):
        if (asked.data / "zh_passages" / "cmrc_trial_corpus.jsonl").is_file():
            corpus = Corpus(asked.data / "zh_passages")
            if asked.part in (None, "cmrc"):
                cmrc(corpus)
            if asked.part in (None, "verification"):
                verification(corpus)
        else:
            print(f"cmrc skipped: {asked.data / 'zh_passages'} is absent")
    if TIMES:
        TIMES.sort()
        print(
            f"{'gate, duplicates, contradictions, answer: p50 / p95':64} "
            f"{TIMES[len(TIMES) // 2] * 1e3:.1f} / {TIMES[int(len(TIMES) * 0.95)] * 1e3:.1f} ms"
        )


if __name__ == "__main__":
    main()
