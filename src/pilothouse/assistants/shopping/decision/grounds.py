"""Why a product was chosen, what to bear in mind, and why another came behind: sentences made from the score alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pilothouse.assistants.shopping.decision.contract import CAVEATS, REASONS, Shortage
from pilothouse.assistants.shopping.scoring.score import Scored
from pilothouse.assistants.shopping.scoring.wish import wish_of

if TYPE_CHECKING:
    from pilothouse.assistants.shopping.need import Need

CLOSE = 5.0  # points: a lead that a single page could turn
CONTESTED = 0.4  # bad voices to good ones from which opinions are divided
FEW = 3
STALE = 0.5  # mean recency of what is about a year old
AD = 0.4  # promotional degree of a page that sells
Words = tuple[str, ...]


def reasons(best: Scored, chinese: bool) -> Words:
    """What speaks for the product."""
    said = []
    if chinese:
        said.append(
            f"{best.backers} 个独立网站说它好（好评 {best.general.good:.1f}，差评 {best.general.bad:.1f}，每个网站最多算 1）"  # noqa: E501
        )
    else:
        said.append(
            f"{best.backers} independent sites speak well of it (good {best.general.good:.1f}, bad {best.general.bad:.1f}; a site counts at most 1)"  # noqa: E501
        )
    for fit in best.fits:
        if fit.good > fit.bad:
            sites = max(fit.domains, 1)
            said.append(
                f"“{fit.aspect}”：{sites} 个网站的评价偏好" if chinese else f"{fit.aspect}: {sites} sites judge it well"
            )
    if best.recency >= STALE:
        said.append("评价多为近一年所写" if chinese else "most of it was written within about a year")
    return tuple(said[:REASONS])


def caveats(best: Scored, others: Sequence[Scored], scored: Sequence[Scored], need: Need, chinese: bool) -> Words:
    """What to bear in mind before buying; what says most comes first."""
    wish = wish_of(need)
    said: list[tuple[str, str]] = []
    if best.recalls:
        said.append(
            (
                "有网站提到它被召回、停产或下架，购买前请核实",
                "a site says that it was recalled or is sold no longer: check before buying",
            )
        )
    for fit in best.fits:
        if not fit.good and not fit.bad:
            said.append((f"没有找到关于“{fit.aspect}”的评价", f"nothing was found about {fit.aspect}"))
        elif fit.bad >= fit.good:
            said.append((f"“{fit.aspect}”方面差评不少", f"opinions about {fit.aspect} are rather bad"))
    if wish.high is not None and wish.price(best.product) is None:
        said.append(
            (
                "网页里没有它的价格，是否在预算内请自行核对",
                "no page tells its price: check that it is within the budget",
            )
        )
    if best.general.bad > CONTESTED * best.general.good:
        said.append(("评价有分歧，请看下面的差评", "opinions are divided: read the bad ones below"))
    if others and best.score - others[0].score < CLOSE:
        name = others[0].product.name
        said.append((f"与第二名 {name} 很接近", f"{name} is close behind"))
    if best.backers < FEW:
        said.append(
            (f"只有 {best.backers} 个独立网站，证据不算多", f"only {best.backers} independent sites: not much evidence")
        )
    if best.recency < STALE:
        said.append(("多数评价写于一年以前", "most of the evidence is more than a year old"))
    if best.promotional >= AD:
        said.append(("部分页面像软文，已降低权重", "some pages read like advertisements and count less"))
    return _in(said[:CAVEATS], chinese)


def behind(other: Scored, best: Scored | None, chinese: bool) -> str:
    """Why ``other`` came behind ``best``: the greatest difference that the score knows."""
    if best is not None:
        for fit, mine in zip(best.fits, other.fits, strict=True):
            if mine.score < fit.score - 0.15:
                return _one(f"“{fit.aspect}”的评价不如它", f"judged less well in {fit.aspect}", chinese)
    if other.promotional >= AD:
        return _one(
            "好话多来自像软文的页面", "the praise comes mostly from pages that read like advertisements", chinese
        )
    if other.general.bad > CONTESTED * other.general.good:
        return _one(
            f"差评较多（好评 {other.general.good:.1f}，差评 {other.general.bad:.1f}）",
            f"more bad words (good {other.general.good:.1f}, bad {other.general.bad:.1f})",
            chinese,
        )
    if best is None or other.backers < best.backers:
        return _one(
            f"只有 {other.backers} 个独立网站说它好",
            f"only {other.backers} independent sites speak well of it",
            chinese,
        )
    return _one("同样的好评更少或更旧", "as good, but with less or older evidence", chinese)


GAPS: dict[Shortage, tuple[str, str]] = {
    "no_pages": ("没有找到相关的网页", "no page was found"),
    "no_products": ("网页里没有对具体产品的评价", "the pages judge no particular product"),
    "none_fits": ("找到的产品都不符合预算、品牌等要求", "none of the products found fits the budget, brand or other conditions"),  # noqa: E501
    "one_domain": ("说好话的独立网站不到两个，一家之言不能作准", "fewer than two independent sites speak well of a product: one voice can't decide"),  # noqa: E501
    "advertising": ("好评主要来自像软文的页面", "the praise comes mostly from pages that read like advertisements"),
    "outdated": ("好评都太旧了", "all that speaks for a product is outdated"),
    "weak": ("好评不够多或者差评太多", "there is too little praise, or too much criticism"),
    "requirement": ("没有网页说到哪款产品满足这个要求", "no page says that a product meets the requirement"),
    "close": ("几款产品不相上下", "several products are too close to call"),
}  # fmt: skip


def gaps(shortage: Shortage, scored: Sequence[Scored], chinese: bool) -> Words:
    """Why there is no decision, and what the conditions ruled out."""
    said = [GAPS[shortage]]
    bars = {
        "brand": ("品牌", "brand"),
        "budget": ("预算", "budget"),
        "recalled": ("召回或停产", "recalled or discontinued"),
    }
    for bar, (zh, en) in bars.items():
        names = [item.product.name for item in scored if item.bar == bar][:3]
        if names:
            said.append((f"因{zh}排除：{'、'.join(names)}", f"ruled out ({en}): {', '.join(names)}"))
    return _in(said[:CAVEATS], chinese)


def _in(pairs: Sequence[tuple[str, str]], chinese: bool) -> Words:
    return tuple(_one(zh, en, chinese) for zh, en in pairs)


def _one(zh: str, en: str, chinese: bool) -> str:
    return zh if chinese else en
