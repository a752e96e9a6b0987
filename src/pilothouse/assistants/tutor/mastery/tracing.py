"""Bayesian knowledge tracing (Corbett & Anderson, 1995, Knowledge tracing: modeling the acquisition of procedural
knowledge, User Modeling and User-Adapted Interaction 4, 253–278).

A topic is mastered or not; each answer is evidence, and each occasion a chance to learn. Parameters that contradict
the model's meaning (a pupil who masters it answers right less often than one who guesses) are refused, as Baker,
Corbett & Aleven (2008, More accurate student modeling through contextual estimation of slip and guess) advise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MASTERED = 0.95  # the probability at which Corbett & Anderson's tutor takes a rule as mastered


@dataclass(frozen=True, slots=True)
class Parameters:
    """Probabilities: ``known`` p(L0), mastered before the first answer; ``learn`` p(T), learnt at an occasion;
    ``guess`` p(G), right without mastery; ``slip`` p(S), wrong in spite of it.

    Raises ``ValueError`` outside 0..1, or when ``guess + slip`` is 1 or more: a right answer would then speak against
    mastery.
    """

    known: float = 0.3
    learn: float = 0.1
    guess: float = 0.2
    slip: float = 0.1

    def __post_init__(self) -> None:
        if not all(0.0 <= value <= 1.0 for value in (self.known, self.learn, self.guess, self.slip)):
            raise ValueError("Parameters of knowledge tracing are probabilities, from 0 to 1.")
        if not self.guess + self.slip < 1.0:
            raise ValueError("guess + slip must be below 1: a right answer would else speak against mastery.")


DEFAULT = Parameters()


def trace(results: Iterable[bool], parameters: Parameters = DEFAULT) -> float:
    """Probability of mastery, 0..1, after ``results`` (right or not) in the order in which they were given."""
    probability = parameters.known
    for right in results:
        probability = _after(probability, right, parameters)
    return probability


def _after(prior: float, right: bool, parameters: Parameters) -> float:
    """Their equations 1 and 2: what the answer tells of mastery, then the chance to have learnt."""
    if right:
        master, other = prior * (1 - parameters.slip), (1 - prior) * parameters.guess
    else:
        master, other = prior * parameters.slip, (1 - prior) * (1 - parameters.guess)
    total = master + other
    shown = master / total if total > 0 else prior  # impossible under these parameters: no evidence
    if right:
        shown = max(shown, prior)  # equal but for rounding where guess and slip leave no evidence
    learnt = shown + (1 - shown) * parameters.learn
    return min(max(learnt, 0.0), 1.0)
