"""The graph's middle: the one search, the typed evidence of its pages, the scores and the decision."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from pilothouse.assistants.shopping.asking import chinese, need_of, services
from pilothouse.assistants.shopping.decision.decide import abstention, cited, decide, drawbacks, lacking, support
from pilothouse.assistants.shopping.evidence import EXTRACT_EVIDENCE, Extracted, combine, extract, material
from pilothouse.assistants.shopping.evidence.record import Evidence, Product
from pilothouse.assistants.shopping.need import Need
from pilothouse.assistants.shopping.scoring.score import Scored, score
from pilothouse.assistants.shopping.services import Services
from pilothouse.assistants.shopping.state import ShoppingState
from pilothouse.assistants.shopping.table import table
from pilothouse.assistants.shopping.tools import SEARCH
from pilothouse.assistants.shopping.wording.supplement import supplemented
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.flow import Turn
from pilothouse.websearch.provider import WebPage

QUOTED = 4  # products whose quotations are kept for questions about them
CLEAR, LEAD = 35.0, 8.0  # score of a clear decision, and points before the next
LATER = "shopping.later"  # tasks that the turn awaits at its end
EACH = 6  # quotations of each


async def search(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """The one call, with the planned sub-queries. A model can neither change nor repeat it."""
    context = turn.room.context
    planned = {
        "plan": tuple(state["plan"]["sub_queries"]),
        "need": need_of(state),
        "later": turn.memo.setdefault(LATER, []),
    }
    turn.room.context = replace(context, scope={**context.scope, **planned})
    [result] = await turn.room.run([ProposedCall(SEARCH, {"query": state["query"]})])
    return {"found": result.envelope.model_dump(mode="json", exclude_none=True)}


async def extract_evidence(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """Typed evidence, by rules. A model reads the pages too where rules don't settle it; code checks its records."""
    need, known, pages = need_of(state), services(turn), pages_of(state)
    found = await asyncio.to_thread(extract, pages, need.kind, need.aspects, known.today)
    origin = "code"
    if turn.gateway.has_model and pages and not await asyncio.to_thread(_settled, found, need, known, pages):
        given = material(found, pages, need.kind)
        result = await turn.gateway.ask(EXTRACT_EVIDENCE, given, caller=turn.caller, session=turn.session)
        origin = result.origin
        if result.origin == "model":
            found = combine(found, result.value, pages)
    turn.trace.event("evidence", products=len(found.products), records=len(found.evidence), origin=origin)
    return {
        "evidence": [record.model_dump(mode="json") for record in found.evidence],
        "products": [product.model_dump(mode="json") for product in found.products],
        "notes": list(found.notes),
    }


def _settled(found: Extracted, need: Need, known: Services, pages: Sequence[WebPage]) -> bool:
    """Whether the rules' evidence decides clearly: then a model would cost much and could only blur it."""
    scored = score(found.evidence, found.products, need, known.today, known.encoder, pages)
    if lacking(scored) or scored[0].score < CLEAR:
        return False
    others = [item.score for item in scored[1:] if not item.bar]
    return not others or scored[0].score - others[0] >= LEAD


async def decide_product(state: ShoppingState, turn: Turn) -> Mapping[str, Any]:
    """Scores and decision, computed from the evidence alone."""
    need, zh = need_of(state), chinese(state, turn)
    if state["found"].get("status") != "success":
        return {"decision": abstention("no_pages", (), chinese=zh).model_dump(mode="json")}
    scored = await asyncio.to_thread(scores, state, services(turn))
    made = decide(scored, need, chinese=zh) if pages_of(state) else abstention("no_pages", (), chinese=zh)
    made = supplemented(made, scored, need, chinese=zh)
    decided = made.model_dump(mode="json")
    turn.trace.event(
        "decision",
        product=made.product,
        score=made.score,
        abstained=made.abstained,
        shortage=made.shortage,
        urls=[item.url for item in made.evidence],
        sub_queries=state["plan"]["sub_queries"],
    )
    return {"decision": decided, "scores": table(scored), "quotes": _quotes(scored)}


def pages_of(state: Mapping[str, Any]) -> list[WebPage]:
    """The pages of the tool's answer."""
    return [
        WebPage(
            url=row["url"],
            title=row["title"],
            content="",
            score=row["score"],
            raw_content=row["text"],
            date=date.fromisoformat(row["date"]) if row["date"] else None,
        )
        for result in state["found"].get("results", ())
        for row in result["pages"]
    ]


def scores(state: Mapping[str, Any], known: Services) -> list[Scored]:
    """The scored products, best first. Takes a while: the encoder reads every quotation."""
    evidence = [Evidence.model_validate(record) for record in state["evidence"]]
    products = [Product.model_validate(product) for product in state["products"]]
    return score(evidence, products, need_of(state), known.today, known.encoder, pages_of(state))


def _quotes(scored: Sequence[Scored]) -> list[dict[str, Any]]:
    """For the best products what speaks for and against each, so that questions about them need no search."""
    return [
        {
            "product": item.product.name,
            "names": list(item.product.names)[:8],
            "price": item.product.price,
            "cited": [
                c.model_dump(mode="json") for c in cited([*support(item), *drawbacks(item)][:EACH], item.product.name)
            ],
        }
        for item in scored[:QUOTED]
    ]
