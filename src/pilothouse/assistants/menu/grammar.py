"""The grammar of an order: what the labelled words of a sentence want done.

Clause by clause, in the order in which they are said. Where a word that matters is not understood the grammar has no
reading at all: a wrong dish on the table is worse than a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.changes import Change, Verb
from pilothouse.assistants.menu.lexicon import Lexicon, Mention, english_words
from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.assistants.menu.spans import Span, label
from pilothouse.assistants.menu.wishes import Wishes
from pilothouse.retrieval.tokenizer import normalise

Suits = Callable[[str, str], bool]
_TARGETS = ("dish", "part", "ref")
_ORDERLY = frozenset({*_TARGETS, "qty", "option", "without", "term"})


def read_sentence(
    text: str,
    lexicon: Lexicon,
    cart: Cart,
    shown: Sequence[Shown] = (),
    *,
    focus: str = "",
    asked: str = "",
    suits: Suits = lambda dish, option: True,
) -> tuple[Change, ...] | None:
    """Changes of normalised ``text``; ``None`` when not every word that matters was understood.

    ``suits`` tells whether a dish can be made with a taste. Other arguments as in ``ordering.read_order``.
    """
    wishes = Wishes(lexicon, cart)
    mentions = _mentions(text, lexicon)
    reading = _Reading(wishes, tuple(shown), focus, asked, suits)
    return reading.read(label(text, wishes, mentions, [item.dish for item in shown if item.dish in lexicon.display]))


def _mentions(text: str, lexicon: Lexicon) -> list[Mention]:
    """Dishes by name, refused ones too; a variant (回锅肉盖饭) in the place of the name inside it."""
    plain = lexicon.mentions(text)
    named = [
        m
        for m in find_mentions(text, lexicon)
        if not (_VERB.search(m.surface) and any(m.start <= e.start and e.end <= m.end for e in plain)) or m in plain
    ]
    exact = [m for m in plain if all(m.end <= n.start or n.end <= m.start for n in named)]
    found = [*named, *exact]
    return sorted([*found, *_english(text, lexicon, found)], key=lambda mention: mention.start)


def _english(text: str, lexicon: Lexicon, known: Sequence[Mention]) -> list[Mention]:
    """boiled fish for Sichuan Boiled Fish in Chili Oil: two words or more that only one dish's name has."""
    words = [m for m in re.finditer(r"[a-z]+", text) if all(m.end() <= k.start or k.end <= m.start() for k in known)]
    found: list[Mention] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + 6), at + 1, -1):
            start, stop = words[at].start(), words[end - 1].end()
            said = text[start:stop]
            telling = english_words(said)
            plain = len(telling) >= 2 and english_words(words[at][0]) and english_words(words[end - 1][0])
            if not plain or re.search(r"[^a-z\s-]|\band\b", said):
                continue
            ids = tuple(dict.fromkeys(dish for own, dish in lexicon.english if own.issuperset(telling)))
            if len(ids) == 1:
                found.append(Mention(said, ids, "alias", start, stop))
                at = end - 1
                break
        at += 1
    return found


@dataclass
class _Item:
    """A dish being read with what stands beside it."""

    span: Span | None = None
    quantity: int | None = None
    options: list[str] = field(default_factory=list)
    exclusions: list[str] = field(default_factory=list)
    after: bool = False  # the quantity stands after the dish

    def take(self, span: Span, options: Sequence[str]) -> None:
        self.options += options
        if span.kind == "without":
            self.exclusions += span.value


class _Unsure(Exception):
    """The sentence is not one that the grammar understands."""


@dataclass
class _Reading:
    wishes: Wishes
    shown: tuple[Shown, ...]
    focus: str
    asked: str
    suits: Suits
    changes: list[Change] = field(default_factory=list)
    spoken: str = ""  # dish that a question of this sentence is about
    adding: bool = False
    refused: bool = False  # something was refused that is not in the order
    conditional: bool = False  # the clause before depends on a dish being there
    listed: bool = False
    unknown: bool = False  # something was ordered that the menu does not have
    topic: str = ""  # the dish whose making was spoken of last
    inquired: _Item = field(default_factory=_Item)  # how the dish asked about should be made
    named: list[str] = field(default_factory=list)  # dishes named without a word of what is wanted

    def read(self, spans: Sequence[Span]) -> tuple[Change, ...] | None:
        try:
            for clause, corrects in _clauses(spans):
                self._clause(clause, corrects)
        except _Unsure:
            return None
        if self.named and not self._ordered():
            return None
        if self.listed and not self.changes:
            return None
        if not self.changes and self.unknown:
            return ()  # 来瓶啤酒 is looked for, and said not to be there
        return tuple(self.changes) or None

    def _ordered(self) -> bool:
        """麻婆豆腐和米粥，豆腐少辣; 红烧肉，两碗米饭: what was only named is ordered with the rest."""
        wished = {change.dish for change in self.changes if change.options or change.exclusions}
        if not wished & set(self.named) and not any(change.verb == "add" for change in self.changes):
            return False
        known = {change.dish for change in self.changes}
        self.changes[:0] = [Change("add", dish=dish) for dish in self.named if dish not in known]
        return True

    # -- one clause ----------------------------------------------------------------------------------

    def _clause(self, spans: list[Span], corrects: bool) -> None:
        kinds = {span.kind for span in spans}
        words = [span for span in spans if span.kind not in ("fill", "sep", "yes")]
        surface = "".join(span.text for span in spans).strip()
        if not words:
            return
        if "polite" in kinds and kinds & {"add", "swap", "remove", "total"}:
            # 能不能给我上两碗米饭 asks for it politely
            words = [span for span in words if span.kind != "polite" and span.text != "吗"]
            kinds = {span.kind for span in words}
        if "else" in kinds:
            if self.conditional:
                return  # 有的话来一份，没有就来红烧肉
            words = [span for span in words if span.kind != "else"]
            kinds = {span.kind for span in words}
        self.conditional = "if" in kinds
        if words and words[-1].text == "没有":
            kinds |= {"ask"}  # 有回锅肉没有
        if kinds & {"ask", "polite"} or (_WHAT_OF.search(surface) and not kinds & {"add", "qty", "remove", "swap"}):
            if dish := next((self._ids(span) for span in words if span.kind in _TARGETS), ()):
                self.spoken = dish[0]
            self.inquired = self._attributes(words)
            return
        if "swap" not in kinds and any(span.kind in ("dish", "part") for span in words):
            words = [span for span in words if span.text not in ("那个", "这个")]  # 那个……来个红烧肉
        words = [self._rice(span) or span if span.kind in ("other", "term") else span for span in words]
        kinds = {span.kind for span in words}
        if noun := self._unknown(words, kinds):
            if self.changes:
                self.changes.append(Change("add", surface=noun, absent=True))
            self.unknown = True
            return
        if "other" in kinds:
            if not kinds & _ORDERLY:
                return  # 太贵了: nothing that changes the order
            words = self._known(words)
            kinds = {span.kind for span in words}
        if kinds & {"show", "place", "done", "cancel"} and not kinds & _ORDERLY:
            self._whole(words, surface)
            return
        if "if" in kinds and not self.spoken:
            raise _Unsure
        if "class" in kinds and not kinds & {*_TARGETS}:
            self.listed = True  # 两个凉菜：拍黄瓜和皮蛋豆腐
            return
        if len(words) == 1 and words[0].text in _HERE and not _SETTLED.search(surface):
            return  # 那个……
        if kinds & {"add"} == {span.kind for span in words}:
            self.adding = True  # 来个……红烧肉
            return
        words = _served_with(words)
        kinds = {span.kind for span in words}
        targets = [span for span in words if span.kind in _TARGETS]
        if "except" in kinds:
            self._except(words, targets, surface)
        elif "keep" in kinds and targets and any(self._held(span) for span in targets):
            kept = {dish for span in targets for dish in self._ids(span)}
            self._remove([line.dish_id for line in self.wishes.cart.lines if line.dish_id not in kept], surface)
        elif "swap" in kinds:
            self._swap(words, surface)
        elif kinds & {"remove", "cancel"} and not (targets and kinds & {"without"} and "qty" in kinds):
            self._take_off(words, targets, surface)
        elif targets:
            self._wanted(words, targets, surface, corrects)
        else:
            self._unnamed(words, surface, corrects)

    def _whole(self, words: Sequence[Span], surface: str) -> None:
        kinds = [span.kind for span in words]
        if "show" in kinds:
            self.changes.append(Change("show", surface=surface))
        elif "cancel" in kinds:
            if self.wishes.cart.empty and not self.changes:
                raise _Unsure
            self.changes.append(Change("cancel", surface=surface))
        elif set(kinds) <= {"place", "done"}:
            if not (self.changes or not self.wishes.cart.empty or "place" in kinds):
                raise _Unsure
            if self.changes and self.changes[-1].verb == "confirm":
                self.changes.pop()  # 就这些，下单: the word that says more counts
            self.changes.append(Change("confirm", surface=surface))
        else:
            raise _Unsure

    def _unknown(self, words: Sequence[Span], kinds: AbstractSet[str]) -> str:
        """再来瓶啤酒 where there is none: the noun that the verb is followed by, and nothing else."""
        if not kinds & {"add", "again"} or kinds & {*_TARGETS, "remove", "swap", "less", "total", "option", "without"}:
            return ""
        at = next(n for n, span in enumerate(words) if span.kind in ("add", "again"))
        rest = [span for span in words[at:] if span.kind not in ("add", "again", "qty")]
        if not rest or any(span.kind not in ("other", "term") for span in [*rest, *words[:at]]):
            return ""
        return "".join(span.text for span in rest).strip() if len(rest) <= 3 else ""

    def _known(self, words: list[Span]) -> list[Span]:
        """The clause with its unknown words as what they can be: 帮老婆点一份 says for whom, 一份盖饭 an unknown dish,
        切薄一点 a note for the kitchen."""
        first = next((n for n, span in enumerate(words) if span.kind in ("add", "again", "qty")), None)
        aims = first is not None and any(span.kind in _TARGETS for span in words[first:])
        if first is not None and aims and all(span.kind in ("other", "term", "ref") for span in words[:first]):
            words = words[first:]
        made: list[Span] = []
        for n, span in enumerate(words):
            before = words[n - 1].kind if n else ""
            if span.kind != "other":
                made.append(span)
            elif rice := self._rice(span):
                made.append(rice)
            elif before in ("qty", "add", "again", "noun") and len(span.text.strip()) > 1:
                made.append(replace(span, kind="noun"))
            elif before in _TARGETS and _HOW.match(span.text):
                made.append(replace(span, kind="option"))
            else:
                raise _Unsure
        return made

    def _rice(self, span: Span) -> Span | None:
        """再来碗饭: what everybody calls a bowl of rice, whatever the menu calls it."""
        if span.text.strip() not in _RICE:
            return None
        ids = next((found for word in _RICE if (found := self.wishes.lexicon.named(word))), ())
        mention = Mention(span.text, ids, "alias", span.start, span.end)
        return replace(span, kind="dish", value=mention) if ids else None

    # -- verbs ---------------------------------------------------------------------------------------

    def _except(self, words: Sequence[Span], targets: Sequence[Span], surface: str) -> None:
        kinds = {span.kind for span in words}
        named = {dish for span in targets for dish in self._ids(span)}
        if not targets or not named:
            raise _Unsure
        if kinds & {"remove", "cancel"}:
            self._remove([line.dish_id for line in self.wishes.cart.lines if line.dish_id not in named], surface)
        elif kinds & {"add", "all", "each", "qty"} and self.shown:
            quantity = next((span.value for span in words if span.kind == "qty"), None)
            self._add([item.dish for item in self.shown if item.dish not in named], surface, quantity)
        else:
            raise _Unsure

    def _swap(self, words: list[Span], surface: str) -> None:
        at = next(n for n, span in enumerate(words) if span.kind == "swap")
        left, right = words[:at], words[at + 1 :]
        if any(span.kind == "remove" for span in left):  # 荔枝肉不要了换糖醋里脊
            cut = next(n for n, span in enumerate(left) if span.kind == "remove")
            self._take_off(left, [span for span in left[:cut] if span.kind in _TARGETS], surface)
            left = []
        if words[at].text.startswith(("instead", "rather")) and left and not right:
            left, right = [], left  # the fish instead
        elif words[at].text.startswith(("instead", "rather")) and right and right[0].kind in _TARGETS:
            left, right = right, left  # the fish instead of the soup
        middle = next((n for n, span in enumerate(right) if span.kind == "swap"), 0)
        if not left and any(span.kind in _TARGETS for span in right[:middle]):
            left, right = right[:middle], right[middle + 1 :]  # change the fish to two soups
        old = next((span for span in left if span.kind in _TARGETS), None)
        if old is not None and not self._held(old) and words[at].text.startswith(("instead", "rather")):
            old, self.refused = None, True  # the fish instead of a soup that nobody ordered
        new = [span for span in right if span.kind in _TARGETS]
        item = self._attributes(right)
        dish = self._one(old, cart=True) if old is not None else ""
        if len(new) > 1:
            raise _Unsure
        if new:
            if not dish and self.changes and self.changes[-1].verb == "remove":
                dish = self.changes.pop().dish
            dish = dish or self._last() or ("" if self.refused else self.wishes.cart.touched)
            if not dish and self.refused and new[0].kind != "ref":
                self._wanted([span for span in right if span.kind != "swap"], new, surface, False, adding=True)
                return
            if not dish or not self.wishes.cart.find(dish):
                raise _Unsure
            mention = new[0].value if new[0].kind == "dish" else None
            absent = mention is not None and mention.kind == "variant"
            ids = self._ids(new[0])
            if not ids:
                raise _Unsure
            self.changes.append(
                Change(
                    "replace",
                    dish=dish,
                    other="" if absent else ids[0],
                    surface=new[0].text,
                    quantity=item.quantity,
                    options=tuple(item.options),
                    exclusions=tuple(item.exclusions),
                    candidates=ids if len(ids) > 1 or absent else (),
                    absent=absent,
                )
            )
            return
        dish = dish or self._last() or self.wishes.cart.touched
        if not dish:
            raise _Unsure
        if item.options or item.exclusions:
            everything = old is None and any(span.kind == "all" for span in words)
            dishes = list(dict.fromkeys(line.dish_id for line in self.wishes.cart.lines)) if everything else [dish]
            for one in dishes:
                self._make(one, item, surface)
        elif item.quantity is not None:
            self._set(dish, item.quantity, surface)
        else:
            raise _Unsure

    def _take_off(self, words: Sequence[Span], targets: Sequence[Span], surface: str) -> None:
        quantity = next((span.value for span in words if span.kind == "qty"), None)
        if any(span.kind == "without" for span in words) and not targets and words[-1].text.endswith("了"):
            self.refused = True  # 不要啤酒了, which nobody ordered
            return
        if any(span.kind in ("term", "without") for span in words):
            raise _Unsure
        if targets:
            for span in targets:
                for dish in self._pointed(span, cart=True):
                    self.refused = self.refused or self.wishes.cart.find(dish) is None
                    line = self.wishes.cart.find(dish)
                    if quantity is not None and line is not None and 0 < quantity < line.quantity:
                        self.changes.append(Change("more", dish=dish, quantity=-quantity, surface=surface))
                    else:
                        self._remove([dish], surface)
            return
        if self.spoken and not self.changes and not self.wishes.cart.find(self.spoken):
            return  # 要吗？不要: what was asked about is not wanted
        if self.changes and self.changes[-1].verb in ("add", "replace") and not quantity:
            self.changes.pop()  # 来份水煮鱼，算了不要了
            self.refused = True
            return
        dish = self.wishes.cart.touched
        if self.focus and not self.wishes.cart.find(self.focus):
            dish = ""  # the dish asked about last is not wanted, and was never ordered
        if not dish or any(span.kind == "others" for span in words):
            raise _Unsure
        line = self.wishes.cart.find(dish)
        if quantity is not None and line is not None and quantity < line.quantity:
            self.changes.append(Change("more", dish=dish, quantity=-quantity, surface=surface))
        else:
            self._remove([dish], surface)

    def _wanted(
        self, words: Sequence[Span], targets: Sequence[Span], surface: str, corrects: bool, adding: bool = False
    ) -> None:
        """A clause with dishes in it: they are added, or lines of the order are changed."""
        kinds: set[str] = {span.kind for span in words}
        self.adding = self.adding or adding
        items = list(self._items(words))
        each = next((i.quantity for i in items if i.quantity is not None), None) if kinds & {"each", "all"} else None
        shared = kinds & {"each", "all"} and len(items) > 1
        last = self.changes[-1] if self.changes else None
        for item in items:
            if shared:
                item.quantity = each if item.quantity is None else item.quantity
                item.options = item.options or items[-1].options
            touches = bool(kinds & {"less", "total"}) or bool(item.options or item.exclusions)
            known = item.span is not None and item.span.kind != "noun"
            if known and item.span and (asked := self._asked(item.span, item, kinds, surface, touches)):
                self.changes.append(asked)
                continue
            dishes = self._pointed(item.span, cart=touches) if known and item.span else ()
            if item.span is not None and item.span.kind == "noun":
                self.changes.append(Change("add", surface=item.span.text.strip(), absent=True, quantity=item.quantity))
                continue
            for dish in dishes:
                self._want(dish, item, kinds, surface, corrects, last)
                last = None

    def _want(self, dish: str, item: _Item, kinds: set[str], surface: str, corrects: bool, last: Change | None) -> None:
        line = self.wishes.cart.find(dish)
        span = item.span
        assert span is not None
        made = item.options or item.exclusions
        if corrects and last is not None and last.verb in ("add", "replace"):
            self.changes[-1] = replace(
                self._change(dish, item, surface),
                verb=last.verb,
                dish=dish if last.verb == "add" else last.dish,
                other="" if last.verb == "add" else dish,
                quantity=item.quantity if item.quantity is not None else last.quantity,
                options=tuple(item.options) or last.options,
                exclusions=tuple(item.exclusions) or last.exclusions,
            )
            return
        touched = self.wishes.cart.touched
        if corrects and not self.changes and touched and line is None and not self._orders(kinds):
            change = self._change(dish, item, surface, "replace")  # 点错了，是酸菜鱼
            self.changes.append(replace(change, dish=touched, other=dish))
            return
        earlier = next((c for c in reversed(self.changes) if c.verb == "add" and c.dish == dish), None)
        if earlier is not None and made and item.quantity is None:
            self._made(earlier, item)
            return
        if earlier is not None and line is None and item.quantity is not None and self._sets(item, kinds):
            self.changes[self.changes.index(earlier)] = replace(earlier, quantity=item.quantity)  # 里脊要两份
            return
        if line is not None and "less" in kinds:
            self.changes.append(Change("more", dish=dish, quantity=-(item.quantity or 1), surface=surface))
        elif line is not None and item.quantity is not None and self._sets(item, kinds):
            self._set(dish, item.quantity, surface)
            if made:
                self._make(dish, replace(item, quantity=None), surface)
        elif line is not None and made and item.quantity is None and "again" not in kinds and not self._orders(kinds):
            self._make(dish, item, surface)
        elif self._orders(kinds) or item.quantity is not None or self.adding or "if" in kinds:
            self.adding, self.topic = True, dish
            self.changes.append(self._change(dish, item, surface))
        elif span.kind == "ref" and (self.shown or self.focus):
            self.changes.append(self._change(dish, item, surface))  # 就第一个吧
        elif line is None and (made or _SETTLED.search(surface)):
            self.changes.append(self._change(dish, item, surface))  # 那就红烧肉
        else:
            self.named.append(dish)

    def _asked(self, span: Span, item: _Item, kinds: AbstractSet[str], surface: str, cart: bool) -> Change | None:
        """What has to be asked back, or said not to be there: 抄手 of two kinds, 就要这个 of five, 回锅肉盖饭."""
        made = self._change("", item, surface)
        if span.kind == "dish":
            mention: Mention = span.value
            held = [dish for dish in mention.dishes if self.wishes.cart.find(dish)]
            if mention.kind == "variant":
                return replace(made, surface=mention.surface, candidates=mention.dishes, absent=True)
            if len(mention.dishes) > 1 and not (cart and len(held) == 1):
                return replace(made, dish=mention.dishes[0], surface=mention.surface, candidates=mention.dishes)
        if span.kind != "ref":
            return None
        found = find_reference(span.text, self.shown, focus=self.focus, touched=self.wishes.cart.touched)
        if found is None or not (found.beyond or found.ambiguous) or self._points_at_cart(span, cart):
            return None
        if found.beyond:
            return Change("unclear", surface="beyond")
        if not self.shown:
            raise _Unsure
        then: Verb = "options" if made.options or made.exclusions else "add"
        then = "add" if self._orders(kinds) else then
        return replace(
            made, verb="unclear", surface="which", candidates=tuple(item.dish for item in self.shown), then=then
        )

    def _points_at_cart(self, span: Span, cart: bool) -> bool:
        try:
            return bool(self._pointed(span, cart=cart))
        except _Unsure:
            return False

    def _sets(self, item: _Item, kinds: AbstractSet[str]) -> bool:
        """米饭要两碗 says how many in all, 来两碗米饭 how many more."""
        if "again" in kinds:
            return False
        if kinds & {"total", "keep"}:
            return True
        return (
            item.after
            and item.span is not None
            and (item.span.kind == "part" or any(w in self._clause_verbs for w in ("要", "就要", "做", "上")))
        )

    _clause_verbs: tuple[str, ...] = ()

    def _unnamed(self, words: Sequence[Span], surface: str, corrects: bool) -> None:
        """Quantities and tastes alone: about the dish that was spoken of last."""
        kinds = {span.kind for span in words}
        item = self._attributes(words)
        made = bool(item.options or item.exclusions)
        if "term" in kinds:
            raise _Unsure
        if self.named and item.quantity is not None and not kinds & {"each", "all"}:
            self.changes.append(self._change(self.named.pop(), item, surface))  # 烤鸡翅，三份
            return
        before = next((c for c in reversed(self.changes) if c.verb in ("add", "replace", "more")), None)
        if "if" in kinds or (self.spoken and not self.changes and "add" in kinds):
            if not self.spoken:
                raise _Unsure
            item.options = item.options or self.inquired.options
            item.exclusions = item.exclusions or self.inquired.exclusions
            self.changes.append(self._change(self.spoken, item, surface))
            return
        adds = [n for n, c in enumerate(self.changes) if c.verb == "add"]
        if kinds & {"each", "all"} and adds and (item.quantity is not None or made):
            for n in adds:
                c = self.changes[n]
                self.changes[n] = replace(
                    c,
                    quantity=item.quantity or c.quantity,
                    options=(*c.options, *item.options),
                    exclusions=(*c.exclusions, *item.exclusions),
                )
            return
        lines = self.wishes.cart.lines
        if kinds & {"all"} and made and lines and item.quantity in (None, len(lines)):
            for dish in dict.fromkeys(line.dish_id for line in lines):
                self._make(dish, replace(item, quantity=None), surface)
            return
        if kinds <= {"all", "each", "add", "qty", "again"} and kinds & {"all", "each"} and not self.changes:
            if not self.shown:
                raise _Unsure
            self._add([shown.dish for shown in self.shown], surface, item.quantity)  # 都要, 一样一个
            return
        if before is not None and before.verb == "replace" and not made and item.quantity is not None:
            self.changes[self.changes.index(before)] = replace(before, quantity=item.quantity)
            return
        if before is not None and before.verb == "add":
            if item.quantity is not None and not corrects and made and item.quantity < (before.quantity or 1):
                self._split(before, item)
            elif item.quantity is not None and made and before in self.changes and self._splitting(before, item):
                pass
            elif made and item.quantity is None and corrects:
                n = self.changes.index(before)
                self.changes[n] = replace(
                    before,
                    options=tuple(item.options) or before.options,
                    exclusions=tuple(item.exclusions) or before.exclusions,
                )
            elif made and item.quantity is None:
                self._made(self._able(item), item)
            elif item.quantity is not None and "again" not in kinds:
                n = self.changes.index(before)
                self.changes[n] = replace(before, quantity=item.quantity, options=(*before.options, *item.options))
            elif item.quantity is not None:
                self.changes.append(Change("more", dish=before.dish, quantity=item.quantity, surface=surface))
            else:
                raise _Unsure
            return
        target = self.wishes.cart.touched
        if self.focus and not self.wishes.cart.find(self.focus) and not made and not corrects:
            target = ""
        if not target:
            wanted = self._orders(kinds) and item.quantity is not None
            if wanted and self.focus:
                self.changes.append(self._change(self.focus, item, surface))
                return
            raise _Unsure
        line = self.wishes.cart.find(target)
        if line is None:
            raise _Unsure
        if "less" in kinds and item.quantity is not None:
            self.changes.append(Change("more", dish=target, quantity=-item.quantity, surface=surface))
        elif "again" in kinds and made and item.quantity is not None:
            self.changes.append(self._change(target, item, surface))  # 再加一杯常温的
        elif "again" in kinds and not made:
            self.changes.append(Change("more", dish=target, quantity=item.quantity or 1, surface=surface))
        elif made and item.quantity is not None and item.quantity < line.quantity:
            self.changes.append(Change("more", dish=target, quantity=-item.quantity, surface=surface))
            self.changes.append(
                replace(
                    self._change(target, item, surface),
                    exclusions=tuple(dict.fromkeys((*line.exclusions, *item.exclusions))),
                )
            )
        elif made and item.quantity is None:
            self._make(target, item, surface)
        elif item.quantity is not None and not made and (corrects or kinds & {"total", "keep"}):
            self._set(target, item.quantity, surface)
        else:
            raise _Unsure

    # -- what the clause holds -----------------------------------------------------------------------

    def _items(self, words: Sequence[Span]) -> Iterator[_Item]:
        """Each dish with the quantity and the tastes that belong to it."""
        order = [span.kind for span in words if span.kind in ("qty", "noun", *_TARGETS)]
        prefixed = bool(order) and (order[0] == "qty" or order[-1] != "qty")
        self._clause_verbs = tuple(span.text for span in words if span.kind == "add")
        current, pending = _Item(), _Item()
        for span in words:
            if span.kind in _TARGETS or span.kind == "noun":
                if current.span is not None and current.span.end == span.start and current.span.text == span.text:
                    continue  # said twice: 麻婆豆腐麻婆豆腐
                if current.span is not None:
                    yield current
                current = replace(pending, span=span)
                pending = _Item()
            elif span.kind == "qty":
                if current.span is None or current.quantity is not None or (prefixed and current.span is not None):
                    pending.quantity = span.value
                else:
                    current.quantity, current.after = span.value, True
            elif span.kind in ("option", "without"):
                (current if current.span is not None and pending.quantity is None else pending).take(
                    span, self._tastes(span)
                )
            elif span.kind == "term":
                raise _Unsure
        if pending.quantity is not None and current.span is not None:
            if current.quantity is not None:
                raise _Unsure
            current.quantity, current.after = pending.quantity, True
        if current.span is not None:
            yield current

    def _attributes(self, words: Sequence[Span]) -> _Item:
        item = _Item()
        for span in words:
            if span.kind == "qty":
                item.quantity = span.value
            elif span.kind in ("option", "without"):
                item.take(span, self._tastes(span))
        return item

    def _tastes(self, span: Span) -> list[str]:
        if span.kind != "option":
            return []
        if span.text.startswith("正常") and not span.text.endswith(("糖", "冰")):
            return []  # as it is made anyway
        if span.text in _PLAIN:
            return [_PLAIN[span.text]]
        _, options, _ = self.wishes.attributes(span.text)
        return list(options) or [span.text.strip()]

    def _ids(self, span: Span) -> tuple[str, ...]:
        if span.kind in ("dish", "part"):
            mention: Mention = span.value
            return mention.dishes
        found = find_reference(span.text, self.shown, focus=self.focus, touched=self.wishes.cart.touched)
        return found.dishes if found is not None and not found.ambiguous and not found.beyond else ()

    def _pointed(self, span: Span, *, cart: bool) -> tuple[str, ...]:
        """The dishes that a span means. ``cart``: lines of the order are meant where there is a choice."""
        if span.kind == "ref":
            shown: Sequence[Shown] = self.shown
            if (cart or not shown) and span.text.startswith("最"):
                shown = [
                    Shown(x.dish_id, normalise(x.dish), x.unit_price, x.prep_minutes) for x in self.wishes.cart.lines
                ]
            touched = self.wishes.cart.touched
            if span.text in _SAME and touched and (cart or span.text not in _HERE or not self.focus):
                return (touched,)
            lines = [Shown(x.dish_id, x.dish) for x in self.wishes.cart.lines]
            if _SIDE.match(span.text):
                among = lines if cart and len(lines) == 2 else list(shown)
                if len(among) < 2:
                    raise _Unsure
                return (among[0 if span.text.startswith(("前", "the former")) else -1].dish,)
            text = span.text if not span.text.startswith("最") else span.text.rstrip("的那这个道份") + "的那个"
            found = find_reference(text, shown, focus=self.focus, touched=self.wishes.cart.touched)
            if cart and lines and not (found and any(self.wishes.cart.find(dish) for dish in found.dishes)):
                found = find_reference(text, lines, focus="", touched=touched) or found  # the last one of the order
            if found is None or found.ambiguous or found.beyond or not found.dishes:
                raise _Unsure
            return found.dishes
        ids = self._ids(span)
        if span.kind == "dish" and (span.value.kind == "variant" or len(ids) > 1):
            held = [dish for dish in ids if self.wishes.cart.find(dish)]
            if cart and len(held) == 1:
                return (held[0],)
            raise _Unsure
        return ids

    def _one(self, span: Span, *, cart: bool) -> str:
        ids = self._pointed(span, cart=cart)
        if len(ids) != 1:
            raise _Unsure
        return ids[0]

    def _held(self, span: Span) -> bool:
        return any(self.wishes.cart.find(dish) for dish in self._ids(span))

    def _orders(self, kinds: AbstractSet[str]) -> bool:
        return bool(kinds & {"add", "again", "each", "all"})

    def _last(self) -> str:
        change = next((c for c in reversed(self.changes) if c.verb in ("add", "replace", "more", "options")), None)
        return (change.other or change.dish) if change is not None else ""

    # -- making changes ------------------------------------------------------------------------------

    def _change(self, dish: str, item: _Item, surface: str, verb: Verb = "add") -> Change:
        return Change(
            verb,
            dish,
            surface,
            item.quantity,
            tuple(dict.fromkeys(item.options)),
            tuple(dict.fromkeys(item.exclusions)),
        )

    def _add(self, dishes: Sequence[str], surface: str, quantity: int | None) -> None:
        self.changes += [Change("add", dish=dish, surface=surface, quantity=quantity) for dish in dishes]

    def _remove(self, dishes: Sequence[str], surface: str) -> None:
        self.changes += [Change("remove", dish=dish, surface=surface) for dish in dict.fromkeys(dishes)]

    def _set(self, dish: str, quantity: int, surface: str) -> None:
        self.changes.append(Change("quantity", dish=dish, quantity=quantity, surface=surface))

    def _make(self, dish: str, item: _Item, surface: str) -> None:
        self.changes.append(self._change(dish, item, surface, "options"))

    def _made(self, change: Change, item: _Item) -> None:
        self.topic = change.dish
        n = self.changes.index(change)
        self.changes[n] = replace(
            change,
            options=tuple(dict.fromkeys((*change.options, *item.options))),
            exclusions=tuple(dict.fromkeys((*change.exclusions, *item.exclusions))),
        )

    def _able(self, item: _Item) -> Change:
        """The dish added last that can be made so: 来个宫保鸡丁，两碗米饭，微辣."""
        adds = [c for c in reversed(self.changes) if c.verb == "add"]
        adds.sort(key=lambda change: change.dish != self.topic)
        return next((c for c in adds if all(self.suits(c.dish, option) for option in item.options)), adds[0])

    def _split(self, change: Change, item: _Item) -> None:
        n = self.changes.index(change)
        assert item.quantity is not None
        self.changes[n] = replace(change, quantity=(change.quantity or 1) - item.quantity)
        apart = replace(
            change,
            quantity=item.quantity,
            options=tuple(item.options),
            exclusions=tuple(dict.fromkeys((*change.exclusions, *item.exclusions))),
        )
        self.changes.insert(n, apart)  # the rest stays last: the next part is taken from it

    def _splitting(self, change: Change, item: _Item) -> bool:
        """一份少麻，一份正常: the last part of a dish that was divided."""
        if item.quantity != (change.quantity or 1):
            return False
        self._made(change, item)
        return True


_RICE = ("米饭", "白米饭", "白饭", "大米饭", "饭")
_HERE = frozenset({"它", "这个", "那个", "这道", "那道", "it", "that", "this one", "that one"})
_SAME = frozenset({"一样的", "同样的", "相同的", "the same", "the same one", *_HERE})
_SIDE = re.compile(r"[前后](?:面|头|边)?(?:的)?[那这]|后一|the (?:former|latter)")
_SETTLED = re.compile(r"^(?:好|行|嗯)*那?就|吧[了。]?$")
_WHAT_OF = re.compile(r"呢[?？]?$")  # 第二个呢
_HOW = re.compile(r"[切做煮烤炸炒蒸分装配带淋撒蘸剁拌]\S{1,7}")
_VERB = re.compile(
    r"[不别]要|[换改]|了|再来|退|删|去掉|^留|[别不]放|[别不]加"
)  # no part of any dish's name: 汤不要了换酸梅汤
_PLAIN = {
    "不要太辣": "微辣",
    "不太辣": "微辣",
    "别太辣": "微辣",
    "不用太辣": "微辣",
    "轻辣": "微辣",
    "重辣": "特辣",
    "越辣越好": "特辣",
}
_PLAIN |= dict.fromkeys(("not too spicy", "not so spicy", "not very spicy", "less spicy", "a little spicy"), "微辣")


def _clauses(spans: Sequence[Span]) -> Iterator[tuple[list[Span], bool]]:
    """Clauses, each with whether it corrects what was said before it."""
    clause: list[Span] = []
    corrects = False
    for n, span in enumerate(spans):
        whole = {s.kind for s in clause}
        if span.kind == "stop" and "except" in whole and not whole & {"remove", "cancel", "add", "each", "all"}:
            continue  # 除了最后一个，其他都去掉
        if span.kind in ("if", "else", "again") and _complete(clause) and _new(spans[n:], span.kind):
            yield clause, corrects  # without a comma, as recognised speech comes: 来一份麻辣香锅再来两碗米饭
            clause, corrects = [span], False
            continue
        if span.kind in ("stop", "correct"):
            if any(s.kind not in ("fill", "sep") for s in clause):
                yield clause, corrects
                corrects = False
            clause = []
            corrects = corrects or span.kind == "correct"
        else:
            clause.append(span)
    if clause:
        yield clause, corrects


def _served_with(words: list[Span]) -> list[Span]:
    """煎饺要醋: what is wanted beside a dish is a note for the kitchen."""
    for n in range(1, len(words) - 1):
        if words[n].kind == "add" and words[n - 1].kind in _TARGETS and words[n + 1].kind == "term":
            text = "".join(span.text for span in words[n:])
            if all(span.kind in ("term", "add") for span in words[n:]):
                return [*words[:n], Span("option", text, words[n].start, words[-1].end)]
    return words


def _complete(clause: Sequence[Span]) -> bool:
    """A clause that says by itself what is wanted of which dish."""
    kinds = {span.kind for span in clause}
    return bool(kinds & {*_TARGETS, "if"}) and bool(
        kinds & {"add", "qty", "swap", "remove", "option", "without", "ask", "leave"}
    )


def _new(spans: Sequence[Span], kind: str) -> bool:
    """A new clause begins: 再 with a dish of its own, or a condition."""
    ahead = []
    for span in spans:
        if span.kind in ("stop", "correct"):
            break
        ahead.append(span.kind)
    return kind != "again" or bool({*ahead} & {*_TARGETS, "other", "noun"})
