"""Trains the judge of answers and says how good it is on documents and questions that it never saw.

    python scripts/train_answers.py [--handbooks DIR] [--data DIR] [--work DIR] [--write] [--seed 7]

Trained on: the sample handbook's questions, the invented handbooks of benchmarks/handbooks, ``zh_passages``
(CC BY-SA 4.0). Every answerable question comes a second time with its documents taken away: what is found then is near
the subject and doesn't answer. Figures are of handbooks that a model was not trained on: one left out after the other,
halves of the handbook and of zh_passages by document. ``rgb`` is never read: its licence is non-commercial.
Needs the extra ``[train]`` (lightgbm); benchmarks/knowledge_answers.py measures without it.
"""

# ruff: noqa: E402
from __future__ import annotations

import argparse
import hashlib
import json
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

import numpy as np
from answers_data import Asked, Domain, compact, domains, gathered
from train_reranker import export

from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.use import EmbeddedEmbedder
from pilothouse.retrieval import evidence
from pilothouse.retrieval.evidence.asking import Ask, parts
from pilothouse.retrieval.evidence.coverage import read
from pilothouse.retrieval.evidence.distinct import distinct
from pilothouse.retrieval.evidence.judging.columns import COLUMNS, NAMES
from pilothouse.retrieval.evidence.judging.features import Seen, matrix
from pilothouse.retrieval.evidence.judging.judge import DIGITS, FEW, FORMAT, SOME, TYPED, Look
from pilothouse.retrieval.evidence.judging.meaning import BEST, SECOND, cosines, second
from pilothouse.retrieval.evidence.judging.typing import listing
from pilothouse.retrieval.passage import Passage

COEFFICIENTS = Path(__file__).parent.parent / "src/pilothouse/retrieval/evidence/judging/coefficients.json"
WEIGHT = {"zh_passages": 0.25}  # of a question: they are many, and no handbook
FLAT = 0.35  # share of the questions also seen with a few passages of equal scores, as other searches give them
HALVES = ("sample", "zh_passages")
PASSAGES = NAMES.index("passages")
Sample = tuple[float, np.ndarray, np.ndarray]  # a question's weight, its pieces, their labels


@dataclass
class Case:
    """A question (of one part) with its pieces: 1 answers, 0 doesn't, -1 can't be told."""

    asked: Asked
    ask: Ask
    twin: bool
    seen: list[Seen]
    rows: np.ndarray
    labels: np.ndarray
    fold: str
    weight: float

    @property
    def answerable(self) -> bool:
        return bool(self.asked.gold) and not self.twin


def label(asked: Asked, answers: Sequence[str], evidence: Sequence[str], one: Seen, twin: bool) -> int:
    piece = one.reading.pieces[one.index]
    text = compact(piece.text)
    # An answer of several sentences is said by each of them.
    says = any(compact(answer) in text or (len(text) >= 8 and text in compact(answer)) for answer in answers)
    if one.reading.passage.document not in asked.gold:
        return -1 if says and answers else 0  # it may say so as well
    if twin or not says:
        return 0
    if not evidence:
        return 1
    for line in evidence:
        told = compact(line)
        if piece.cells:
            if all(compact(value) in told for _, value in piece.cells):
                return 1
        elif text in told or told in text:
            return 1
    return 0 if any(len(compact(answer)) < 3 for answer in answers) else -1


def cases(asked: Asked, seed: int) -> list[Case]:
    asks = [(ask, part) for part in asked.parts for ask in parts(part.question)]
    whole = len(asks) == 1 or len(asks) == len(asked.answers)
    made: list[Case] = []
    for n, (ask, part) in enumerate(asks):
        if not whole and asked.gold:
            continue
        answers, evidence = asked.answers, asked.evidence
        if len(asks) > 1 and asked.gold:
            answers = answers[n : n + 1]
            evidence = evidence[n : n + 1] if len(evidence) == len(asks) else evidence
        for twin, found in ((False, part.found), (True, part.without)):
            if twin and not asked.gold:
                continue
            made.append(case(asked, ask, twin, found, answers, evidence))
            if chance(asked.id, seed) < FLAT and found:
                one = case(asked, ask, twin, few(asked, found, seed), answers, evidence)
                one.weight *= 0.5
                one.fold = "flat " + one.fold
                made.append(one)
    return made


def few(asked: Asked, found: Sequence[Passage], seed: int) -> list[Passage]:
    """One to five of the passages with equal scores, the first that answers among them."""
    wanted = 1 + int(chance(f"many {asked.id}", seed) * SOME)
    gold = [passage for passage in found if passage.document in asked.gold][:1]
    others = sorted(found, key=lambda p: chance(f"{asked.id} {p.id}", seed))
    chosen = [*gold, *(p for p in others if p not in gold)][:wanted]
    return [replace(passage, score=0.9) for passage in found if passage in chosen]


def kept(options: argparse.Namespace, domain: Domain) -> list[Case]:
    """What was made before with the same code of the same questions."""
    asked = gathered(domain, options.work)
    room = Path(evidence.__file__).parent
    state = hashlib.sha256(Path(__file__).read_text("utf-8").partition("def kept")[0].encode())
    for path in sorted([*room.rglob("*.py"), *room.rglob("*.txt")]):
        if path.name not in ("gate.py", "judge.py", "meaning.py", "conflicts.py", "contradiction.py"):
            state.update(path.read_bytes())
    state.update(repr(asked).encode())
    path = options.work / f"cases-{domain.name}-{state.hexdigest()[:16]}.pickle"
    if path.exists():
        known: list[Case] = pickle.loads(path.read_bytes())
        return known
    made = [one for a in asked for one in cases(a, options.seed)]
    path.write_bytes(pickle.dumps(made))
    return made


def chance(text: str, seed: int) -> float:
    return hashlib.sha256(f"{seed} {text}".encode()).digest()[0] / 256


def case(
    asked: Asked, ask: Ask, twin: bool, found: Sequence[Passage], answers: Sequence[str], evidence: Sequence[str]
) -> Case:
    seen, rows = matrix(ask, [read(passage) for passage in distinct(found)])
    labels = np.array([label(asked, answers, evidence, one, twin) for one in seen], dtype=int)
    if ask.kind == "how" and (labels == 1).any():
        labels = whole_lists(seen, labels)
    fold = asked.domain
    if asked.domain in HALVES:
        fold += " 1" if chance(asked.group, 1) < 0.5 else " 2"
    return Case(asked, ask, twin, seen, rows, labels, fold, WEIGHT.get(asked.domain, 1.0))


def whole_lists(seen: Sequence[Seen], labels: np.ndarray) -> np.ndarray:
    """Who asks how is told the whole list: each of its pieces answers when one does."""
    places = [(one.number, listing(one.reading.pieces, one.index)[1]) for one in seen]
    good = {place for place, told in zip(places, labels, strict=True) if told == 1 and 0 < len(place[1]) <= 10}
    return np.array([1 if place in good else told for place, told in zip(places, labels, strict=True)], dtype=int)


def train(learning: Sequence[Sample], kind: str, seed: int, trees: int, again: bool) -> Any:
    import lightgbm as lgb

    rows, labels, groups, weights = [], [], [], []
    for weight, found, told in learning:
        use = told >= 0
        if not use.any() or (kind == "lambdarank" and told.max() < 1):
            continue
        rows.append(found[use])
        labels.append(told[use])
        groups.append(int(use.sum()))
        # A question counts once, however many pieces it has: its answers as much as all the others together.
        each = np.full(int(use.sum()), weight)
        if kind == "binary":
            good = told[use] == 1
            each = np.where(good, weight * 4 / max(1, good.sum()), weight * 8 / max(1, (~good).sum()))
        weights.append(each)
    settings = {
        "objective": kind,
        "learning_rate": 0.06,
        "num_leaves": 10,
        "min_data_in_leaf": 30,
        "max_depth": 6,
        "monotone_constraints": list((SECOND if again else COLUMNS).values()),
        "monotone_constraints_method": "intermediate",
        "feature_fraction": 0.5,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "lambda_l2": 5.0,
        "min_sum_hessian_in_leaf": 1e-3,
        "verbose": -1,
        "seed": seed,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 2,
        "lambdarank_truncation_level": 5,
    }
    data = lgb.Dataset(
        np.vstack(rows),
        np.concatenate(labels),
        weight=np.concatenate(weights),
        group=groups if kind != "binary" else None,
        feature_name=list(SECOND if again else NAMES),
    )
    return lgb.train(settings, data, num_boost_round=trees)


def look(learning: Sequence[Sample], options: argparse.Namespace, again: bool = False) -> dict[str, Any]:
    trees = options.trees + 20 * again
    ranking, confidence = (train(learning, kind, options.seed, trees, again) for kind in ("lambdarank", "binary"))
    gains = zip(SECOND if again else NAMES, ranking.feature_importance("gain"), strict=True)
    print("most used:", ", ".join(f"{k} {v:.0f}" for k, v in sorted(gains, key=lambda p: -p[1])[:30]), file=sys.stderr)
    return {
        "ranking": export(ranking),
        "confidence": {**export(confidence), "scale": 1.0, "bias": 0.0},
        "least": [0.5, 0.5, 0.5],
    }


@dataclass
class Outcome:
    case: Case
    sure: float
    right: bool
    could: bool


def outcome(one: Case, order: np.ndarray, value: np.ndarray, sure: np.ndarray) -> Outcome:
    """What would be answered, and how sure the judge is of it; ``value`` and ``sure`` are of the pieces ``order``."""
    if one.ask.numeric:  # as the judge does
        use = (one.rows[order][:, [TYPED, DIGITS]] > 0).any(axis=1)
        order, value, sure = order[use], value[use], sure[use]
    if not len(order):
        return Outcome(one, 0.0, False, False)
    told = one.labels[order[np.argmax(value)]]
    could = bool(one.labels.max() == 1)
    return Outcome(one, float(sure.max()), one.answerable and could and bool(told != 0), could)


def crossed(every: Sequence[Case], options: argparse.Namespace) -> tuple[list[Outcome], list[Outcome], list[Sample]]:
    """What judges say of questions that they weren't trained on, at the first look and at the second; and what the
    second is trained on: the best pieces of the first look, of judges that hadn't seen the question either."""
    names = sorted({fold(one) for one in every})
    groups = [{name for place, name in enumerate(names) if place % options.folds == n} for n in range(options.folds)]
    vectors = CachedEmbedder(EmbeddedEmbedder(), size=200_000)
    seconds: list[Sample] = [(one.weight, np.zeros((0, len(SECOND))), one.labels[:0]) for one in every]
    orders = [np.zeros(0, dtype=int)] * len(every)
    firsts, lasts = [], []
    for out in groups:
        first = Look(look([sample(one) for one in every if fold(one) not in out], options), len(NAMES))
        for n, one in enumerate(every):
            if fold(one) in out and len(one.rows):
                value, sure = first.look(one.rows, one.rows)
                order = np.argsort(-value, kind="stable")
                firsts.append(outcome(one, order, value[order], sure[order]))
                orders[n] = best = order[:BEST]
                near = cosines(one.ask, [one.seen[k] for k in best], vectors)
                again = second(near, value[best], sure[best], one.rows[best])
                seconds[n] = (one.weight, again, one.labels[best])
            elif fold(one) in out:
                firsts.append(Outcome(one, 0.0, False, False))
    for out in groups:
        learning = [seconds[n] for n, one in enumerate(every) if fold(one) not in out]
        last = Look(look(learning, options, again=True), len(SECOND))
        for n, one in enumerate(every):
            if fold(one) in out:
                value, sure = last.look(seconds[n][1], one.rows[orders[n]])
                lasts.append(outcome(one, orders[n], value, sure))
    return firsts, lasts, seconds


def fold(one: Case) -> str:
    return one.fold.removeprefix("flat ")


def sample(one: Case) -> Sample:
    return one.weight, one.rows, one.labels


def chosen(outcomes: Sequence[Outcome], options: argparse.Namespace, meant: bool) -> list[float]:
    """The bounds from which on something is said: of one or two passages, of some, of many. Of many at most ``--wrong``
    of the answerable questions of the handbooks are answered wrongly; where the encoder helps, those of zh_passages are
    also answered no worse than the scoring set by hand did. Few passages without others to compare them with are no
    handbook's: their bounds go by the halves of zh_passages alone."""
    many = [o for o in outcomes if not o.case.fold.startswith("flat")]
    handbooks = [o for o in many if o.case.asked.domain != "zh_passages"]
    public = [o for o in many if o.case.asked.domain == "zh_passages"]
    least = [round(n / 100, 2) for n in range(20, 100)]

    def good(mine: Sequence[Outcome], bound: float) -> bool:
        goal = options.public_refused if meant else options.words_refused
        return wrong(mine, bound) <= options.public_wrong and refused(mine, bound) >= goal

    bound = next(b for b in least if wrong(handbooks, b) <= options.wrong and (not meant or good(public, b)))
    bounds = []
    for low, high in ((1, FEW), (FEW + 1, SOME)):
        mine = [
            o
            for o in outcomes
            if o.case.fold.startswith("flat")
            and o.case.asked.domain == "zh_passages"
            and low <= passages(o.case) <= high
        ]
        bounds.append(next((b for b in least if good(mine, b)), bound))
    return [*bounds, bound]


def passages(one: Case) -> int:
    return int(one.rows[0, PASSAGES]) if len(one.rows) else 0


def wrong(outcomes: Sequence[Outcome], least: float) -> float:
    good = [o for o in outcomes if o.case.answerable]
    return sum(not o.right and o.sure >= least for o in good) / max(1, len(good))


def refused(outcomes: Sequence[Outcome], least: float) -> float:
    twins = [o for o in outcomes if o.case.twin]
    return sum(o.sure < least for o in twins) / max(1, len(twins))


def table(outcomes: Sequence[Outcome], key: Callable[[Case], str], least: float) -> None:
    """``could``: an answer is among the pieces; ``best``: it is the first; ``right``: and is said."""
    print(
        f"{'':16} {'n':>5} {'could':>6} {'best':>6} {'right':>6} {'wrong':>6} {'refused':>7} | "
        f"{'twins':>5} {'refused':>7} | {'none':>4} {'refused':>7}"
    )
    for name in [*sorted({key(o.case) for o in outcomes}), ""]:
        mine = [o for o in outcomes if not name or key(o.case) == name]
        good = [o for o in mine if o.case.answerable]
        twins = [o for o in mine if o.case.twin]
        none = [o for o in mine if not o.case.asked.gold]
        said = [
            share(o.could for o in good),
            share(o.right for o in good),
            share(o.right and o.sure >= least for o in good),
            share(not o.right and o.sure >= least for o in good),
            *(share(o.sure < least for o in some) for some in (good, twins, none)),
        ]
        print(
            f"{name or 'all':16} {len(good):5d} {' '.join(said[:5])}  | "
            f"{len(twins):5d} {said[5]}  | {len(none):4d} {said[6]}"
        )


def share(found: Iterable[bool]) -> str:
    listed = list(found)
    return f"{sum(listed) / len(listed):6.3f}" if listed else f"{'–':>6}"


def curve(outcomes: Sequence[Outcome]) -> None:
    good = [o for o in outcomes if o.case.answerable]
    twins = [o for o in outcomes if o.case.twin]
    none = [o for o in outcomes if not o.case.asked.gold]
    print("\nleast  right  wrong refused | twins refused | unanswerable refused")
    for least in (0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        right = share(o.right and o.sure >= least for o in good)
        wrong = share(not o.right and o.sure >= least for o in good)
        refused = [share(o.sure < least for o in some) for some in (good, twins, none)]
        print(f"{least:5.2f} {right} {wrong}  {refused[0]} | {refused[1]:>13} | {refused[2]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--handbooks", type=Path, default=Path(__file__).parent.parent / "benchmarks/handbooks")
    parser.add_argument("--data", type=Path, default=Path("/work/shared/data"))
    parser.add_argument("--work", type=Path, default=Path(".answers"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--passages", type=int, default=480, help="questions of zh_passages")
    parser.add_argument("--wrong", type=float, default=0.1, help="share of answerable questions answered wrongly")
    parser.add_argument("--public-wrong", type=float, default=0.192, help="the same of zh_passages")
    parser.add_argument("--public-refused", type=float, default=0.877, help="share of its twins refused")
    parser.add_argument("--words-refused", type=float, default=0.8, help="the same of few passages without encoder")
    parser.add_argument("--folds", type=int, default=4, help="groups of handbooks, each left out once")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    every: list[Case] = []
    for domain in domains(options.handbooks, options.data):
        if domain.name == "zh_passages":
            domain.asked = domain.asked[:: max(1, len(domain.asked) // options.passages)]
        made = kept(options, domain)
        print(
            domain.name,
            len(domain.asked),
            "questions",
            len(made),
            "cases",
            sum(len(c.rows) for c in made),
            "pieces",
            file=sys.stderr,
        )
        every += made
    firsts, lasts, seconds = crossed(every, options)
    bounds = []
    for title, outcomes in (("first look, by words", firsts), ("second look, with the encoder", lasts)):
        bounds.append(chosen(outcomes, options, outcomes is lasts))
        print(f"\n==== {title}; bounds {bounds[-1]}")
        report(outcomes, bounds[-1])
    data = {
        "format": FORMAT,
        "name": f"answers-{options.seed}",
        "encoder": EmbeddedEmbedder().id,
        "columns": list(NAMES),
        "again": list(SECOND),
        "first": {**look([sample(one) for one in every], options), "least": bounds[0]},
        "second": {**look(seconds, options, again=True), "least": bounds[1]},
    }
    if options.write:
        COEFFICIENTS.write_text(json.dumps(data, separators=(",", ":")), "utf-8")
        print("written", COEFFICIENTS, COEFFICIENTS.stat().st_size, "bytes")


def report(outcomes: Sequence[Outcome], bounds: Sequence[float]) -> None:
    plain = [o for o in outcomes if not o.case.fold.startswith("flat")]
    whole = [o for o in plain if o.case.asked.domain != "zh_passages"]
    print("handbooks that were left out of training, by kind of question")
    table(whole, lambda c: c.asked.kind, bounds[2])
    print("\nby handbook")
    table(plain, lambda c: c.asked.domain, bounds[2])
    for low, high, bound in ((1, FEW, bounds[0]), (FEW + 1, SOME, bounds[1])):
        print(f"\n{low} to {high} passages alone, of equal scores")
        few = [o for o in outcomes if o.case.fold.startswith("flat") and low <= passages(o.case) <= high]
        table(few, lambda c: "zh_passages" if c.asked.domain == "zh_passages" else "handbooks", bound)
    curve(whole)


if __name__ == "__main__":
    main()
