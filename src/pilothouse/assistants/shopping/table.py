"""The table behind a decision, in ``data.scores``: every product with what its score was computed from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pilothouse.assistants.shopping.scoring.score import PARTICULAR, RECALLED_ALONE, UNCOMPARED, Opinion, Scored

ROWS = 12


def table(scored: Sequence[Scored]) -> list[dict[str, Any]]:
    """One row a product, best first; those that can't be chosen say by which ``bar``."""
    return [_row(item) for item in scored[:ROWS]]


def _row(item: Scored) -> dict[str, Any]:
    return {
        "product": item.product.name,
        "brand": item.product.brand,
        "model": item.product.model,
        "names": list(item.product.names)[:8],
        "price": item.product.price,
        "score": item.score,
        "bar": item.bar,
        "domains": item.domains,
        "backers": item.backers,
        "positive": item.general.good,
        "negative": item.general.bad,
        "general": _opinion(item.general),
        "special": _opinion(item.special),
        "fitness": item.fitness,
        "compared": item.compared,
        "recency": item.recency,
        "copies": item.copies,
        "promotional": item.promotional,
        "recalls": item.recalls,
        "aspects": [
            {"aspect": fit.aspect, "positive": fit.good, "negative": fit.bad, "fit": fit.score} for fit in item.fits
        ],
        "explained": _explained(item),
    }


def _opinion(opinion: Opinion) -> dict[str, float]:
    return {
        "positive": opinion.good,
        "negative": opinion.bad,
        "share": opinion.share,
        "confidence": opinion.confidence,
        "value": round(100 * opinion.value, 1),
    }


def _explained(item: Scored) -> str:
    """The computation with its numbers."""
    parts = f"{1 - PARTICULAR:g} × {100 * item.general.value:.1f} (what is said of it) + "
    parts += f"{PARTICULAR:g} × {100 * item.special.value:.1f} (what is said to this need)"
    factors = [f"({parts})", f"{item.fitness:g} (wanted aspects)"]
    if not item.compared:
        factors.append(f"{UNCOMPARED:g} (no page that compares several products praises it)")
    if item.recalls == 1:
        factors.append(f"{RECALLED_ALONE:g} (one domain tells of a recall)")
    return f"{' × '.join(factors)} = {item.score:g}"
