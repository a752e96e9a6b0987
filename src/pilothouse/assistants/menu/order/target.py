"""Which dishes a word of the sentence means: named, part of a name, or pointed at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.order.span import Span
from pilothouse.assistants.menu.order.unsure import Unsure
from pilothouse.assistants.menu.references import Reference, Shown, find_reference
from pilothouse.retrieval.tokenizer import normalise

HERE = frozenset({"它", "这个", "那个", "这道", "那道", "it", "that", "this one", "that one"})
_SAME = frozenset({"一样的", "同样的", "相同的", "the same", "the same one", *HERE})
ALIKE = re.compile(
    r"(?:(?:跟|和|同|与|照|按)?(?:着)?(?:刚才|刚刚|上面|前面|之前|上一[个份杯碗])?(?:那?[个份杯碗]|点的|要的)?(?:的)?)?"
    r"(?:一模一样|一样|同样|相同)(?:的)?|(?:the )?same(?: one)?(?: again)?"
)  # made as the line touched last
_SIDE = re.compile(r"[前后](?:面|头|边)?(?:的)?[那这]|后一|the (?:former|latter)")
_THOSE = re.compile(r"(?:of )?(?:those|these|them)")
_MOST = ("最便宜", "最贵", "最快", "最不辣", "最辣", "便宜", "贵", "快")
_BOWL = ("米饭", "白米饭", "白饭", "大米饭", "饭")


@dataclass(frozen=True)
class Targets:
    """The order, the list shown last and the dish spoken of last, as what words can mean."""

    lexicon: Lexicon
    cart: Cart
    shown: tuple[Shown, ...] = ()
    focus: str = ""

    def ids(self, span: Span) -> tuple[str, ...]:
        """Every dish that may be meant; none when that is not clear."""
        if span.kind in ("dish", "part"):
            mention: Mention = span.value
            return mention.dishes
        found = self.reference(span)
        return found.dishes if found is not None and not found.ambiguous and not found.beyond else ()

    def reference(self, span: Span) -> Reference | None:
        """What a reference points at, in the list shown last."""
        return find_reference(_usual(span.text), self.shown, focus=self.focus, touched=self.cart.touched)

    def meant(self, span: Span, *, cart: bool) -> tuple[str, ...]:
        """The dishes meant; raises ``Unsure``. ``cart``: lines of the order are meant where there is a choice."""
        if span.kind == "ref":
            return self._pointed(span, cart)
        ids = self.ids(span)
        if span.kind == "dish" and (span.value.kind == "variant" or len(ids) > 1):
            held = [dish for dish in ids if self.cart.find(dish)]
            if not cart or len(held) != 1:
                raise Unsure
            return (held[0],)
        return ids

    def _pointed(self, span: Span, cart: bool) -> tuple[str, ...]:
        touched, text = self.cart.touched, _usual(span.text)
        shown: Sequence[Shown] = self.shown
        if (cart or not shown) and text.startswith("最"):
            shown = [Shown(x.dish_id, normalise(x.dish), x.unit_price, x.prep_minutes) for x in self.cart.lines]
        if ALIKE.fullmatch(text) and touched and self.cart.find(touched):
            return (touched,)
        if text in _SAME and touched and (cart or text not in HERE or not self.focus):
            return (touched,)
        lines = [Shown(line.dish_id, line.dish) for line in self.cart.lines]
        if _SIDE.match(text):
            among = lines if cart and len(lines) == 2 else list(shown)
            if len(among) < 2:
                raise Unsure
            return (among[0 if text.startswith(("前", "the former")) else -1].dish,)
        found = find_reference(text, shown, focus=self.focus, touched=touched)
        if cart and lines and not (found and any(self.cart.find(dish) for dish in found.dishes)):
            found = find_reference(text, lines, focus="", touched=touched) or found  # the last one of the order
        if found is None or found.ambiguous or found.beyond or not found.dishes:
            raise Unsure
        return found.dishes

    def one(self, span: Span) -> str:
        """The one dish of the order that is meant."""
        ids = self.meant(span, cart=True)
        if len(ids) != 1:
            raise Unsure
        return ids[0]

    def held(self, span: Span) -> bool:
        """True when a dish of the order may be meant."""
        return any(self.cart.find(dish) for dish in self.ids(span))

    def decided(self, span: Span, *, cart: bool) -> bool:
        """True when it is clear what is meant."""
        try:
            return bool(self.meant(span, cart=cart))
        except Unsure:
            return False

    def of_kind(self, word: str) -> tuple[str, ...]:
        """The dishes of the order that are of a category: 凉菜, 锅底."""
        ids = dict.fromkeys(line.dish_id for line in self.cart.lines)
        return tuple(dish for dish in ids if self.lexicon.of_kind(dish, word))

    def rice(self, span: Span) -> Span | None:
        """再来碗饭: what everybody calls a bowl of rice, whatever the menu calls it."""
        if span.text.strip() not in _BOWL:
            return None
        ids = next((found for word in _BOWL if (found := self.lexicon.named(word))), ())
        mention = Mention(span.text, ids, "alias", span.start, span.end)
        return Span("dish", span.text, span.start, span.end, mention) if ids else None


def _usual(text: str) -> str:
    """最便宜, 便宜的 and those, as references are written that are known to be about a list."""
    if text.startswith(_MOST):
        return text.rstrip("的那这个道份种一") + "的那个"
    return "it" if _THOSE.fullmatch(text) else text
