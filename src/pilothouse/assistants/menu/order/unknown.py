"""Words that nobody knows, as what they can be: an unknown dish, for whom it is, a note for the kitchen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pilothouse.assistants.menu.fragments import is_fragment
from pilothouse.assistants.menu.lexicon import Mention
from pilothouse.assistants.menu.ontology import food_heads, foods
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


def shortened(clause: Clause, targets: Targets) -> Clause:
    """一杯卡布, 一块蛋糕: how the name of one dish begins or ends, straight after how many or that it is wanted."""
    if clause.has("remove", "swap", "class") or not clause.has("add", "again", "qty"):
        return clause
    made: list[Span] = []
    words = clause.words
    n = 0
    while n < len(words):
        end = n
        apart = not made or (made[-1].kind in TARGETS and made[-1].end < words[n].start)  # 拿铁和可颂
        before = "sep" if apart else made[-1].kind
        if before in ("add", "again", "qty", "sep"):
            while end < len(words) and words[end].kind in ("other", "term") and _joins(words, n, end):
                end += 1
        text = "".join(span.text for span in words[n:end]).strip()
        ids = _called(text, targets, counted=before != "sep") if text else ()
        if len(ids) == 1:
            start, stop = words[n].start, words[end - 1].end
            made.append(Span("dish", text, start, stop, Mention(text, ids, "alias", start, stop)))
        else:
            made += words[n : max(end, n + 1)]
        n = max(end, n + 1)
    return clause.but(made)


def _joins(words: Sequence[Span], first: int, n: int) -> bool:
    return n == first or words[n - 1].end == words[n].start


def _called(part: str, targets: Targets, *, counted: bool) -> tuple[str, ...]:
    lexicon = targets.lexicon
    known = part in foods() or part in lexicon.ingredients or part in lexicon.ingredient_parts
    if len(part) < 2 or lexicon.category(part) or (known and not counted):
        return ()
    if part.isascii():  # the soup, where there is one; a red, which no food is called
        names = lexicon.names.items()
        held = [ids for name, ids in names if part in name.split() and (not known or name.endswith(part))]
        return tuple(dict.fromkeys(dish for ids in held for dish in ids)) if len(part) > 2 else ()
    begins = not known and part[-1] not in food_heads()  # 煎蛋 is no 煎蛋面
    both = (*lexicon.names.items(), *(() if known else lexicon.aliases.items()))
    held = [ids for name, ids in both if name.endswith(part) or (begins and name.startswith(part))]
    return tuple(dict.fromkeys(dish for ids in held for dish in ids))


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
