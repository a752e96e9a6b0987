"""What is said about the taste memory: what was just noted or forgotten, and what is known when the guest asks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.catalogue import Menu
from pilothouse.assistants.menu.suitability import safe_without
from pilothouse.assistants.menu.taste import Statement, Taste
from pilothouse.retrieval.tokenizer import normalise

_ASKS = re.compile(
    r"(?:你们?|您)?(?:还|是否)*(?:记得|记住了?|记了|知道|清楚)(?:关于)?我的?(?:哪些|什么|"
    r".{0,3}(?:口味|喜好|偏好|忌口|过敏|(?:不吃|爱吃|喜欢吃?|能吃)(?:什么|啥|哪)|对(?:什么|啥|哪)))|"
    r"(?:记得|记住)我(?:不吃|不能吃|爱吃|喜欢|对).{1,12}(?:吗|么|没有?)$|"
    r"我(?:有)?(?:什么|哪些)忌口|^我(?:不吃|不能吃|爱吃)(?:什么|啥|哪些)$|我对(?:什么|啥|哪些东西?)过敏|"
    r"^我的?(?:口味|忌口|过敏)(?:记录|信息|史)?(?:是|有|都有)*(?:什么|啥|哪些)|"
    r"^(?:查|看)(?:看|一下|查)*我的(?:口味|忌口|过敏)(?:记录|信息)?$|"
    r"what (?:do you|have you) (?:know|remember|noted) about me|"
    r"(?:show|what(?:'s| is| are)) my (?:taste|preferences?|allerg)|"
    r"what am i allergic to|do you remember my"
)
_SPICE = {"不辣": "not spicy", "微辣": "mild", "中辣": "medium", "特辣": "extra hot", "辣": "spicy"}


@dataclass(frozen=True, slots=True)
class Remembered:
    """``text`` is said first. ``alone``: nothing else needs to be said; ``whole``: the guest said nothing else;
    ``instead``: whatever else it looks like is not done; ``allergies``: when ``text`` speaks of nothing but these."""

    text: str = ""
    alone: bool = False
    whole: bool = False
    instead: bool = False
    allergies: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """As plain data; empty when there is nothing to say."""
        return {**asdict(self), "allergies": list(self.allergies)} if self.text else {}


def asks(text: str) -> bool:
    """True for a guest who wants to know what is remembered of him."""
    return bool(_ASKS.search(normalise(text).strip(" ，。,.!！?？")))


def known(taste: Taste, *, chinese: bool, guest: bool) -> Remembered:
    """What is known of the guest."""
    parts = _described(taste, chinese)
    if not parts:
        text = "我还没有记住您的口味。" if chinese else "I have noted nothing about your taste yet."
    elif chinese:
        text = f"{'这次您说过' if guest else '我记得'}：{'；'.join(parts)}。"
    else:
        text = f"{'You told me' if guest else 'I remember'}: {'; '.join(parts)}."
    return Remembered(text, alone=True, whole=True, instead=True)


def noted(
    statement: Statement, before: Taste, after: Taste, *, chinese: bool, guest: bool, whole: bool, risky: Sequence[str]
) -> Remembered:
    """What to say after a statement; nothing when it was known. ``risky``: dishes of the cart it speaks against."""
    gone = bool(statement.forget or statement.forget_kinds)
    parts = _described(_news(before, after), chinese)
    if not parts and not gone and not (whole and statement.other):
        return Remembered()
    if parts:
        head = ("这次我会留意" if guest or statement.other else "记住了") if chinese else "Noted"
        text = f"{head}：{'；'.join(parts)}。" if chinese else f"{head}: {'; '.join(parts)}. "
    elif gone:
        text = "已经忘掉了。" if chinese else "All right, that is forgotten. "
    else:
        text = "知道了。" if chinese else "All right. "
    if risky:
        names = "、".join(risky) if chinese else ", ".join(risky)
        text += (
            f"您点的{names}要留意，要不要换一道？" if chinese else f"Mind {names} in your order. Shall I change it? "
        )
    only = _news(before, after).allergies if len(parts) == 1 and not risky else ()
    return Remembered(text, whole and (gone or statement.other or bool(risky)), whole, allergies=only)


def risky_dishes(cart: Mapping[str, Any], before: Taste, after: Taste, menu: Menu) -> list[str]:
    """Dishes in the cart that aren't known to be safe for an allergy that was just told."""
    told = [t for t in (*after.allergies, *after.company) if t not in (*before.allergies, *before.company)]
    lines = Cart.model_validate(cart or {}).lines if told else ()
    found = [line.dish for line in lines if line.dish_id in menu.dishes and not _safe(menu, line.dish_id, told)]
    return list(dict.fromkeys(found))


def _safe(menu: Menu, dish_id: str, terms: Sequence[str]) -> bool:
    return all(safe_without(menu.dishes[dish_id], term) for term in terms)


def _news(before: Taste, after: Taste) -> Taste:
    """What of ``after`` is new."""
    kinds = ("allergies", "dislikes", "likes", "company")
    new: dict[str, Any] = {
        kind: tuple(term for term in getattr(after, kind) if term not in getattr(before, kind)) for kind in kinds
    }
    said = after.spice_said and (after.spice != before.spice or not before.spice_said)
    return Taste(**new, spice=after.spice if said else "")


def _described(taste: Taste, chinese: bool) -> list[str]:
    if not chinese:
        labels = (
            ("allergic to", taste.allergies),
            ("no", taste.dislikes),
            ("you like", taste.likes),
            ("in your party allergic to", taste.company),
        )
        parts = [f"{label} {', '.join(terms)}" for label, terms in labels if terms]
        return parts + ([_SPICE[taste.spice]] if taste.spice in _SPICE else [])
    parts = [f"您对{'、'.join(taste.allergies)}过敏"] if taste.allergies else []
    parts += [f"不吃{'、'.join(taste.dislikes)}"] if taste.dislikes else []
    parts += [f"爱吃{'、'.join(taste.likes)}"] if taste.likes else []
    parts += [f"口味{taste.spice}" if taste.spice != "辣" else "爱吃辣"] if taste.spice else []
    return parts + ([f"同行有人对{'、'.join(taste.company)}过敏"] if taste.company else [])
