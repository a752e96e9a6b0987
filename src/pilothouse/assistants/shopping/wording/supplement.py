"""What a decision says besides the score: where both of two compared stand, and that foreign money wasn't compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pilothouse.assistants.shopping.decision.contract import CAVEATS, RUNNER_UPS, Decision, RunnerUp
from pilothouse.assistants.shopping.decision.decide import runner_up
from pilothouse.assistants.shopping.planning.plan import ENGLISH
from pilothouse.assistants.shopping.scoring.score import Scored
from pilothouse.assistants.shopping.scoring.wish import wish_of

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.need import Need


def supplemented(made: Decision, scored: Sequence[Scored], need: Need, *, chinese: bool) -> Decision:
    """``made`` with its runner-ups completed for a comparison, a caveat for a budget in foreign money, and, for who
    asks in English, with English names of what he wants."""
    runners = _compared(made, scored, chinese) if len(need.wanted_products) > 1 else made.runner_ups
    best = next((item for item in scored if item.product.name == made.product), None)
    compared = best is not None and wish_of(need).price(best.product) is not None
    caveats = (*(() if compared else _money(need, chinese)), *made.caveats)[:CAVEATS]
    if chinese:
        return made.model_copy(update={"runner_ups": runners, "caveats": caveats})
    return made.model_copy(
        update={
            "reasons": tuple(_translated(text, need) for text in made.reasons),
            "caveats": tuple(_translated(text, need) for text in caveats),
            "runner_ups": tuple(r.model_copy(update={"reason": _translated(r.reason, need)}) for r in runners),
        }
    )


def _compared(made: Decision, scored: Sequence[Scored], chinese: bool) -> tuple[RunnerUp, ...]:
    """All that were compared and may be chosen, even those that nobody praises: he asked about them."""
    best = next((item for item in scored if item.product.name == made.product), None)
    known = {made.product, *(runner.product for runner in made.runner_ups)}
    others = [item for item in scored if not item.bar and item.product.name not in known]
    return (*made.runner_ups, *(runner_up(other, best, chinese) for other in others))[:RUNNER_UPS]


def _money(need: Need, chinese: bool) -> tuple[str, ...]:
    if need.foreign_low is None and need.foreign_high is None:
        return ()
    if chinese:
        return (f"预算是外币（{need.currency}），网页里的人民币价格没有按汇率换算，请自行核对",)
    return (f"the budget is in {need.currency}: prices in yuan were not converted, check them yourself",)


def _translated(text: str, need: Need) -> str:
    for name in sorted(need.aspects, key=len, reverse=True):
        text = text.replace(name, ENGLISH.get(name, name))
    return text
