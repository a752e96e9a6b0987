"""Words that nobody knows, as what they can be: an unknown dish, for whom it is, a note for the kitchen."""

from __future__ import annotations

import re
from dataclasses import replace

from pilothouse.assistants.menu.fragments import is_fragment
from pilothouse.assistants.menu.ontology import food_heads
from pilothouse.assistants.menu.order.clause import Clause
from pilothouse.assistants.menu.order.span import TARGETS, Span
from pilothouse.assistants.menu.order.target import Targets
from pilothouse.assistants.menu.order.unsure import Unsure

_HOW = re.compile(r"[切做煮烤炸炒蒸分装配带淋撒蘸剁拌]\S{1,7}")  # 切薄一点
_MOST = 3  # pieces of an unknown noun


def unknown_noun(clause: Clause) -> str:
    """再来瓶啤酒 where there is none: the noun that the verb is followed by, and nothing else."""
    if not clause.has("add", "again"):
        return ""
    if clause.has(*TARGETS, "remove", "swap", "less", "total", "option", "without"):
        return ""
    at = clause.at("add", "again")
    rest = [span for span in clause.words[at:] if span.kind not in ("add", "again", "qty")]
    known = any(span.kind not in ("other", "term") for span in (*rest, *clause.words[:at]))
    if not rest or known or len(rest) > _MOST:
        return ""
    noun = "".join(span.text for span in rest).strip()
    return "" if is_fragment(noun) else noun


def understood(clause: Clause, targets: Targets, *, loose: bool) -> Clause:
    """The clause with its unknown words as what they can be; raises ``Unsure``.

    ``loose``: beside a dish and a wish, words that nobody knows are passed over.
    """
    words = clause.words
    first = clause.at("add", "again", "qty")
    aims = any(span.kind in TARGETS for span in words[first:])
    if aims and all(span.kind in ("other", "term", "ref") for span in words[:first]):
        words = words[first:]  # 帮老婆点一份回锅肉
    made: list[Span] = []
    for span in words:
        before = made[-1] if made else None
        after = before.kind if before is not None else ""
        if span.kind in ("other", "term") and after == "noun" and before is not None:
            made[-1] = replace(before, text=f"{before.text}{_gap(before, span)}{span.text}", end=span.end)
        elif span.kind != "other":
            made.append(span)
        elif rice := targets.rice(span):
            made.append(rice)
        elif after in ("qty", "add", "again") and (len(span.text.strip()) > 1 or span.text in food_heads()):
            made.append(replace(span, kind="noun"))  # 一份盖饭
        elif after in TARGETS and _HOW.match(span.text):
            made.append(replace(span, kind="option"))
        elif not loose or not clause.targets or not _wishes(clause):
            raise Unsure
    return clause.but(made)


def _wishes(clause: Clause) -> bool:
    """A word of the order language stands where it means what it says: 把回锅肉下架 orders nothing."""
    words = clause.words
    verbs = [n for n, span in enumerate(words[:-1]) if span.kind == "add"]
    said = any(words[n + 1].kind in (*TARGETS, "qty", "option", "noun", "again") for n in verbs)
    return said or clause.has("again", "each", "qty", "remove", "swap")


def _gap(left: Span, right: Span) -> str:
    return " " if right.start > left.end else ""


def served_with(clause: Clause) -> Clause:
    """煎饺要醋: what is wanted beside a dish is a note for the kitchen."""
    words = clause.words
    for n in range(1, len(words) - 1):
        if words[n].kind == "add" and words[n - 1].kind in TARGETS and words[n + 1].kind == "term":
            text = "".join(span.text for span in words[n:])
            if all(span.kind in ("term", "add") for span in words[n:]):
                return clause.but([*words[:n], Span("option", text, words[n].start, words[-1].end)])
    return clause
