"""Questions to the sample handbook with a real local model, held against the answers without one.

    python benchmarks/knowledge_real_model.py [--questions 13] [--mode SCHEMA] [--model GGUF] [--threads 2] [--show]

Facts, a table, a date, contradictions, questions without an answer, several at once, English, and a follow-up in its
session. For each: right (holds an answer of ``questions.jsonl``; every one for a contradiction or several), whether the
citations point to a gold document, whose words were shown, why the model's were refused, calls, tokens, seconds.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.real_model import PATIENCE, Cost, options, recording, refusals
from pilothouse import Pilothouse
from pilothouse.assistants import knowledge
from pilothouse.contracts.reply import Reply
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.settings import load

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=timezone(timedelta(hours=8)))
ASKED = ("q001", "q080", "q109", "q092", "q034", "q126", "q002", "q066", "q078", "q052", "q111", "q128", "q095")


def opened(home: str, model: Any = None, **gateway: Any) -> Pilothouse:
    settings = load(Path(home))
    settings = settings.model_copy(update={"gateway": settings.gateway.model_copy(update=gateway)})
    embedder = CachedEmbedder(EmbeddedEmbedder())
    return Pilothouse(settings=settings, model=model, clock=lambda: NOON, strict=True, embedder=embedder)


def compact(text: str) -> str:
    return re.sub(r"[\s,，]", "", text).casefold()


def right(question: dict[str, Any], reply: Reply) -> bool:
    """An answerable question answered, another one refused."""
    if not question["gold"]:
        return reply.outcome == "not_found"
    hits = [compact(answer) in compact(reply.reply) for answer in question["answers"]]
    return all(hits) if question["kind"] in ("multi", "conflict") else any(hits)


def cites(question: dict[str, Any], reply: Reply) -> bool:
    """Every mark in the text has its source, and one of them is a gold document."""
    marks = {int(n) for n in re.findall(r"\[(\d+)\]", reply.reply)}
    documents = {citation["document"] for citation in reply.data["citations"]}
    if not question["gold"]:
        return not marks
    return marks == {source.n for source in reply.sources} and bool(documents & set(question["gold"]))


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--questions", type=int, default=len(ASKED))
    parser.add_argument("--only", default="", help="ids of questions, with commas")
    args = parser.parse_args()
    lines = (Path(knowledge.__file__).parent / "sample" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    by_id = {question["id"]: question for question in map(json.loads, lines)}
    wished = args.only.split(",") if args.only else ASKED[: args.questions]
    model, seconds = recording(args), []
    tally: Counter[str] = Counter()
    why: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as two,
        opened(one) as offline,
        opened(two, model, mode=args.mode, **PATIENCE) as house,
    ):
        for id_ in wished:
            question = by_id[id_]
            before = [entry["content"] for entry in question.get("history", ()) if entry["role"] == "user"]
            for text in before:
                offline.ask("knowledge", text, session=id_)
                house.ask("knowledge", text, session=id_)
            own, seen = offline.ask("knowledge", question["question"], session=id_), len(model.calls)
            reply = house.ask("knowledge", question["question"], session=id_)
            cost, reasons = Cost(model.calls[seen:]), refusals(house, reply.trace_id)
            composed = cost.count("compose_answer")
            whose = "model" if composed and reply.outcome != "fallback" else "fallback" if composed else "code"
            marks = {"right": right(question, reply), "cited": cites(question, reply), whose: True}
            marks |= {"right offline": right(question, own), "cited offline": cites(question, own)}
            tally.update(name for name, holds in marks.items() if holds)
            seconds.append(cost.seconds)
            why.update(re.sub(r"[“\"「].*?[”\"」]|\d+", "…", reason) for reason in reasons)
            print(f"\n{id_} {question['kind']:12} {question['question']}")
            words = [name if marks[name] else f"NOT {name}" for name in ("right", "right offline", "cited")]
            print(
                f"  {', '.join(words)}, {reply.outcome}, {whose}, {composed} +"
                f" {len(cost.calls) - composed} calls, {cost.tokens_in} in, {cost.tokens_out} out, {cost.seconds:.1f} s"
            )
            for reason in reasons:
                print(f"  refused: {reason}")
            if args.show:
                print(f"  model  : {reply.reply}\n  offline: {own.reply}")
            for call in cost.calls if args.raw else ():
                print(f"  {call.request.task} {call.seconds:.1f} s: {call.reply.text or call.reply.calls}")
            sys.stdout.flush()
    print(
        f"\n{len(wished)} questions: {dict(tally)}; {sum(seconds) / len(seconds):.1f} s, longest {max(seconds):.1f} s"
    )
    for reason, times in why.most_common():
        print(f"{times:3d} refused: {reason}")


if __name__ == "__main__":
    main()
