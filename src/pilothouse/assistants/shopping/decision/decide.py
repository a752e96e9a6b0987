"""From scores to a decision: the best product that may be chosen, or none (S1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pilothouse.assistants.shopping.decision import grounds
from pilothouse.assistants.shopping.decision.contract import CITED, RUNNER_UPS, Cited, Decision, RunnerUp, Shortage
from pilothouse.assistants.shopping.scoring.nearness import requires
from pilothouse.assistants.shopping.scoring.score import Scored
from pilothouse.assistants.shopping.scoring.weight import Weighed
from pilothouse.assistants.shopping.scoring.wish import plain, same

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.need import Need

THRESHOLD = 18.0  # tuned on the needs of the sample: benchmarks/shopping_needs.py
UNTOLD = 2  # domains that praise it for what is wanted, from more of which a requirement may stay unspoken of
AHEAD = 1.75  # times the score of the next: so far ahead, one domain that speaks of the asker's case is enough
BACKERS = 2  # domains whose good word can be believed (S8: one page can't decide)
GOOD, BAD = 5, 2  # quotations of the chosen product
MENTIONED = 15.0  # score below which a product is no runner-up
OLD = 0.3  # recency below which all that speaks for a product is outdated


def decide(scored: Sequence[Scored], need: Need, *, chinese: bool = True) -> Decision:
    """The decision over ``scored`` (best first), with its reasons in the asker's language."""
    shortage = lacking(scored, required=requires(need))
    if shortage:
        return abstention(shortage, scored, chinese=chinese)
    best = scored[0]
    others = [other for other in scored[1:] if not other.bar and other.score >= MENTIONED][:RUNNER_UPS]
    return Decision(
        product=best.product.name,
        brand=best.product.brand,
        model=best.product.model,
        score=best.score,
        reasons=grounds.reasons(best, chinese),
        evidence=cited([*support(best), *drawbacks(best)], best.product.name),
        runner_ups=tuple(runner_up(other, best, chinese) for other in others),
        caveats=grounds.caveats(best, others, scored, need, chinese),
        abstained=False,
    )


def abstention(shortage: Shortage, scored: Sequence[Scored], *, chinese: bool = True) -> Decision:
    """No product, and why. What was found stands among the caveats and the runner-ups, if it is worth a mention."""
    others = [other for other in scored if not other.bar and other.score >= MENTIONED][:RUNNER_UPS]
    return Decision(
        abstained=True,
        shortage=shortage,
        runner_ups=tuple(runner_up(other, None, chinese) for other in others),
        caveats=grounds.gaps(shortage, scored, chinese),
    )


def lacking(scored: Sequence[Scored], *, required: bool = True) -> Shortage:
    """Why no product can be named; empty when the first can. ``required``: whether something is asked for that pages
    have to speak of."""
    if not scored:
        return "no_products"
    free = [item for item in scored if not item.bar]
    if not free:
        return "none_fits"
    best = free[0]
    musts = [fit for fit in best.fits if fit.must]
    if (required and not best.addressed) or (musts and not any(fit.met for fit in musts) and best.addressed <= UNTOLD):
        return "requirement"
    if best.backers < BACKERS:
        if best.domains < BACKERS:
            return "one_domain"
        return "advertising" if best.promotional >= 0.4 else "one_domain"
    if required and best.addressed < BACKERS and not _leads(free):
        return "requirement"
    if best.score < THRESHOLD:
        return "outdated" if best.recency < OLD else "weak"
    return "" if len({item.evidence.domain for item in support(best)}) >= BACKERS else "one_domain"


def _leads(free: Sequence[Scored]) -> bool:
    """Whether the first is far ahead of all others."""
    return len(free) == 1 or free[0].score >= AHEAD * free[1].score


def support(best: Scored) -> list[Weighed]:
    """The strongest good words, from as many domains as there are; for each aspect that is wanted one at least."""
    good = sorted((w for w in best.evidence if w.evidence.polarity == "positive"), key=_strength)
    firsts: list[Weighed] = []
    for fit in best.fits:
        firsts += [item for item in good if _about(item, fit.aspect)][:1]
    for item in good:
        if item.evidence.domain not in {first.evidence.domain for first in firsts}:
            firsts.append(item)
    return _unique([*firsts, *good])[:GOOD]


def drawbacks(best: Scored) -> list[Weighed]:
    """The strongest bad words, one a domain."""
    bad = sorted((w for w in best.evidence if w.evidence.polarity == "negative"), key=_strength)
    first = {item.evidence.domain: item for item in reversed(bad)}
    return [item for item in bad if first[item.evidence.domain] is item][:BAD]


def cited(items: Iterable[Weighed], product: str) -> tuple[Cited, ...]:
    """Quotations about one product, numbered from 1 in this order."""
    return tuple(
        Cited(
            n=n,
            product=product,
            aspect=item.evidence.aspect,
            url=item.evidence.url,
            domain=item.evidence.domain,
            date=item.evidence.date,
            quotation=item.evidence.quotation,
            polarity=item.evidence.polarity,
        )
        for n, item in enumerate(list(items)[:CITED], 1)
    )


def runner_up(other: Scored, best: Scored | None, chinese: bool) -> RunnerUp:
    return RunnerUp(
        product=other.product.name,
        brand=other.product.brand,
        model=other.product.model,
        score=other.score,
        reason=grounds.behind(other, best, chinese),
    )


def _strength(item: Weighed) -> tuple[float, int, str]:
    return -item.weight, item.evidence.page, item.evidence.quotation


def _about(item: Weighed, aspect: str) -> bool:
    return same(item.evidence.aspect, aspect) or plain(aspect) in plain(item.evidence.quotation)


def _unique(items: Sequence[Weighed]) -> list[Weighed]:
    """Each sentence once, whichever pages repeat it."""
    return list({plain(item.evidence.quotation): item for item in reversed(items)}.values())[::-1]
