"""The order language: what a guest wants done to the order, read by code.

A reading is a list of typed changes; nothing is carried out here. A sentence that only asks gives none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pilothouse.assistants.menu import aspects
from pilothouse.assistants.menu.cart import Cart, Service
from pilothouse.assistants.menu.constraints import read_filters
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.mentions import find_mentions
from pilothouse.assistants.menu.references import Shown, find_reference
from pilothouse.contracts.numerals import parse_number
from pilothouse.retrieval.tokenizer import normalise

Verb = Literal["add", "remove", "quantity", "more", "options", "replace", "service", "deadline", "note", "show", "confirm", "cancel", "unclear"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change. ``dish`` is an id (``""``: the line touched last); ``surface`` the words used.

    ``candidates``: more than one dish may be meant, somebody has to ask. ``quantity`` of ``more`` may be negative.
    ``unclear`` says in ``surface`` what was not understood: ``which`` or ``beyond``.
    """

    verb: Verb
    dish: str = ""
    surface: str = ""
    quantity: int | None = None
    options: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()
    note: str = ""
    other: str = ""  # the new dish of ``replace``
    service: Service = ""
    place: str = ""
    minutes: int | None = None
    candidates: tuple[str, ...] = ()
    absent: bool = False  # named, and not on the menu


_COUNT = r"(\d{1,3}|[一二两三四五六七八九十俩仨半几]{1,3})"
_UNIT = r"(?:份|个|碗|盘|道|杯|位|例|只|条|客|盆|锅|瓶|听|壶|笼|屉|串|斤|打)"
_QUANTITY = re.compile(rf"{_COUNT}\s*{_UNIT}(?!桌|人|月|点|小时|分钟)|(?<![第最])(?<!\d)(俩|仨)|\b(\d{{1,2}}|one|two|three|four|five|six|a|an)\b(?=\s|$)")
_ADD = re.compile(
    r"(?:再|先|帮我|给我|我|就|那|还|另外)*(?:来|要|点|加|上|添|订|拿|叫|整|搞|下单|买|吃|喝|尝)(?!什么|啥|哪|多少|得|不)|^(?:\d{1,2}|[一二两三四五六七八九十俩]{1,2})(?:份|个|碗|盘|杯|瓶|例|只|条|锅|听)"
    r"|i(?:'d| would) like|i(?:'ll| will) (?:have|take|get)|i want|can i (?:get|have)|give me|add|order|please"
)
_REMOVE = re.compile(
    r"(?:不要|不用|别要|去掉|删掉?|删除|取消|退掉?|撤掉?|拿掉|减掉|不点|不来)(?:了)?(?:那个|这个)?$|(?:不要|不用|去掉|删掉?|删除|取消|退掉?|撤掉?|拿掉|减掉|不点)(?:了|吧|掉)+|^(?:把|那|请|帮我|算了)*(?:不要|去掉|删掉?|删除|取消|退掉|撤掉|拿掉|减掉|别要|别点|不点)(?!太|放|加|辣|葱|姜|蒜|香菜)"
    r"|remove|delete|take (?:off|out)|drop|don'?t want|no more|without the"
)
_SWAP = re.compile(r"(?:换成|改成|改为|换为|换作|替换成|换|改要|改点|instead of|change .* to|swap .* (?:for|with)|replace .* with)")
_MORE = re.compile(rf"(?:再|多|还)(?:来|加|要|点|上|添)(?:一份|{_COUNT}?\s*{_UNIT}|点|个)?|(?:多|加){_COUNT}\s*{_UNIT}|(?:少|减|去)(?:来|要|点|掉)?{_COUNT}\s*{_UNIT}|another|one more")
_LESS = re.compile(rf"(?:少|减|去)(?:来|要|点|掉)?{_COUNT}\s*{_UNIT}|one less")
_SET = re.compile(rf"(?:改成|改为|变成|换成|只要|要|减到|加到|一共要?|总共要?|改|算){_COUNT}\s*{_UNIT}|make it (?:\d+|one|two|three|four)")
_CONFIRM = re.compile(
    r"(?:好的?|行|嗯|可以|对|没错|是的?|那就|就)*[，, ]*(?:(?:确认|提交|确定)(?:下单|订单|一下)?|下单(?:吧|了)?|就(?:这些|这样|这么|这几[个样道])(?:吧|了|好了|下单|定了|点)*|没问题了?(?:下单)?|(?:可以|就)?(?:下单|结账|买单)(?:吧|了)|(?:就)?(?:定|订)了|(?:好了?)?(?:点)?(?:完|够|齐|好)了[，, ]*(?:下单|就这些)?)[吧了啊呀。!！~]*"
    r"|(?:yes[, ]*)?(?:confirm(?: the order)?|place (?:the|my) order|that'?s (?:all|it|everything)|order it|check ?out|go ahead)[.! ]*"
)
_YES = re.compile(r"(?:好的?|行|嗯+|可以|对的?|没错|是的?|ok(?:ay)?|没问题|yes|yep|sure|right|correct)[吧了啊呀。，,.!！~ ]*")
_NO = re.compile(r"(?:不|不是|不对|不行|先不|等等|等一下|no|nope|not yet|wait)[吧了啊呀。，,.!！~ ]*")
_CANCEL = re.compile(
    r"(?:算了[，, ]*)?(?:(?:取消|撤销|不要|清空|删掉)(?:整个|全部|所有|这个|我的)?(?:订单|点单|单子|购物车)(?:了|吧)?|(?:全|都|什么都|所有的?)(?:不要|不点|取消|删掉|退掉)了?|不点了|不吃了|(?:全部|都)?清空|重新(?:来|点)|重来)[吧了。!！~]*"
    r"|(?:cancel|clear)(?: (?:the|my|everything|whole))*(?: (?:order|cart))?|never ?mind[, ]*cancel|start over"
)
_SHOW = re.compile(
    r"(?:我|我们)?(?:现在|目前|已经|刚才|都|一共|总共|到底)*(?:点|要|下)了?(?:些|哪些|几|多少)?(?:什么|啥|哪些|几[个道样份])(?:菜|东西)?(?:了)?|(?:看(?:一?下|看)?|念(?:一?下|一遍)?|报(?:一?下|一遍)?|核对(?:一?下)?|确认一下|复述(?:一?下)?)(?:我的|一下)?(?:订单|点单|单子|购物车|菜单上点的|我点的)"
    r"|(?:一共|总共|合计|加起来|全部|总价|总计|买单|结账)(?:是|要|得)?(?:多少(?:钱)?|几块|多钱)|总价(?:是)?(?:多少)?|购物车|what(?:'s| is) in my (?:cart|order)|(?:my|the) (?:order|cart|total)|what did i order|how much (?:is it )?(?:in total|altogether|all together)|total\b"
)
_CORRECT = re.compile(r"[，,。 …]*(?:哦不对?|噢不对?|啊不对?|不不+|不对不对|不对|说错了|错了|等等|等一下|等下|我是说|应该是|还是算了|(?<!我)还是(?=来|要|换|点|吃)|no wait|wait no|i mean|sorry[, ]+(?:no[, ]*)?|actually|make that)[，, ]*")
_DINE = re.compile(r"堂食|在(?:这|店)[里儿]?吃|这儿吃|店里吃|(?:我们?)?(?:在|坐)?\s*(\d{1,3}|[一二三四五六七八九十]{1,3})\s*号(?:桌|台)|dine in|for here|table (\d+)")
_TAKEAWAY = re.compile(r"打包(?!盒)|带走|自取|自提|外带|to go|take ?away|pick ?up")
_DELIVERY = re.compile(r"外卖|外送|送到|送(?:过来|来|货)|配送到|(?<!配)送餐|deliver(?:ed|y)?")
_ADDRESS = re.compile(r"(?:送到|配送到|地址(?:是|在|：|:)?|送去)\s*(?P<place>[^，。,;；!?！？能吗]{2,40})")
_DEADLINE = re.compile(
    rf"(?:{_COUNT}\s*(?:分钟|min(?:ute)?s?)|(半个?小时|半个?钟头?)|{_COUNT}\s*(?:个)?(?:小时|钟头))\s*(?:以内|之内|内)?(?:能|可以|来得及|就|可不可以|能不能|够|赶得及)?(?:送到|送达|送得到|到(?!底)|做好|好(?![吃喝的])|上桌|上齐|出餐|吃上)"
)
_NOTE = re.compile(r"(?:备注|备注一下|注明|写上|跟(?:厨师|后厨)说|note(?:s)?)[：:，, ]*(?P<note>[^。;；]{1,60})")
_DISLIKE_OPTIONS = re.compile(r"(少糖|无糖|半糖|全糖|正常糖|微糖|去冰|少冰|多冰|正常冰|常温|热的?|加辣|少油|少盐|多放[\u4e00-\u9fff]{1,3}|少放[\u4e00-\u9fff]{1,3}|清汤|干拌|加葱|大份|中份|小份)")
_QUESTION = re.compile(r"[?？]|吗$|么$|多少|怎么|什么|哪|几点|有没有|能不能|可不可以|是不是|好不好|辣不辣|how|what|which|when|where|is there|do you")
_BARE_ITEM = re.compile(rf"^(?:{_COUNT}\s*{_UNIT})?$")
_CLAUSE = re.compile(r"[，,。;；!！?？\n]+|(?:然后|另外|以及|还有(?!吗|没|多少|几)|顺便|and then|and also)")


def read_order(text: str, lexicon: Lexicon, cart: Cart, shown: Sequence[Shown] = (), *, focus: str = "", asked: str = "") -> tuple[Change, ...]:
    """Changes in the order in which they are said; empty when the sentence changes nothing.

    ``shown`` is the list shown last, ``focus`` the dish spoken of last, ``asked`` what the assistant asked last
    (``"confirm"``: then a plain yes confirms).
    """
    plain = normalise(text).strip(" ，。,.!！?？~")
    if not plain:
        return ()
    if not cart.empty or asked == "confirm":
        if _CANCEL.fullmatch(plain):
            return (Change("cancel", surface=plain),)
        if _confirms(plain) or (asked == "confirm" and _YES.fullmatch(plain)):
            return (Change("confirm", surface=plain),)
        if asked == "confirm" and _NO.fullmatch(plain):
            return (Change("show", surface=plain),)
    if _SHOW.search(plain) and not find_mentions(plain, lexicon) and not re.search(r"第|这个|那个", plain):
        return (Change("show", surface=plain),)
    reader = _Reader(lexicon, cart, tuple(shown), focus)
    found = reader.read(plain)
    tail = _CLAUSE.split(plain)[-1].strip()
    if found and tail != plain and _CONFIRM.fullmatch(tail) and found[-1].verb != "unclear":
        found = (*found, Change("confirm", surface=tail))
    return found


def _confirms(text: str) -> bool:
    """就这些，下单吧: every part of the sentence says yes, and one of them says order."""
    parts = [part for part in re.split(r"[，,。；;！!\s]+", text) if part]
    return bool(parts) and all(_CONFIRM.fullmatch(part) or _YES.fullmatch(part) for part in parts) and any(
        _CONFIRM.fullmatch(part) for part in parts
    )


@dataclass(frozen=True)
class _Reader:
    lexicon: Lexicon
    cart: Cart
    shown: tuple[Shown, ...]
    focus: str

    def read(self, text: str) -> tuple[Change, ...]:
        parts = _CORRECT.split(text)
        changes = self._changes(parts[0])
        for part in parts[1:]:
            changes = self._corrected(changes, part)
        return tuple(changes)

    def _corrected(self, changes: list[Change], text: str) -> list[Change]:
        """水煮鱼，哦不，酸菜鱼: what comes after takes the place of what was said last."""
        mentions = find_mentions(text, self.lexicon)
        if not changes:
            return self._changes(text)
        last = changes[-1]
        if mentions:
            new = self._items(text, mentions, [])
            if last.verb == "add" and new:
                first = new[0]
                kept = replace(
                    first,
                    verb="add",
                    quantity=first.quantity if first.quantity is not None else last.quantity,
                    options=first.options or last.options,
                    exclusions=first.exclusions or last.exclusions,
                )
                return [*changes[:-1], kept, *new[1:]]
            return [*changes, *self._changes(text)]
        quantity, options, exclusions = self._attributes(text)
        if quantity is None and not options and not exclusions:
            return [*changes, *self._changes(text)]
        return [*changes[:-1], replace(last, quantity=quantity or last.quantity, options=options or last.options, exclusions=exclusions or last.exclusions)]

    def _changes(self, text: str) -> list[Change]:
        changes: list[Change] = []
        adding = False
        for clause in (piece.strip() for piece in _CLAUSE.split(text)):
            if not clause:
                continue
            found, clause = self._whole_order(clause)
            changes += found
            if not clause.strip():
                continue
            made, adding = self._clause(clause, changes, adding)
            changes += made
        return _merged(changes)

    def _whole_order(self, clause: str) -> tuple[list[Change], str]:
        """Service, deadline and notes, which are about the order and not about a dish; and the rest of the clause."""
        found: list[Change] = []
        if match := _NOTE.search(clause):
            found.append(Change("note", note=match["note"].strip(), surface=match[0]))
            clause = clause[: match.start()] + clause[match.end() :]
        if match := _DEADLINE.search(clause):
            found.append(Change("deadline", minutes=_minutes(match), surface=match[0]))
            clause = clause[: match.start()] + clause[match.end() :]
            clause = re.sub(r"^[吗么不了]+", "", clause.strip())
        elif not _QUESTION.search(clause):
            if match := _DINE.search(clause):
                table = next((group for group in match.groups() if group), "")
                value = parse_number(table) if table else None
                found.append(Change("service", service="dine_in", place="" if value is None else f"{value:f}", surface=match[0]))
                clause = clause[: match.start()] + clause[match.end() :]
            elif match := _ADDRESS.search(clause):
                found.append(Change("service", service="delivery", place=match["place"].strip(), surface=match[0]))
                clause = clause[: match.start()] + clause[match.end() :]
            elif match := _TAKEAWAY.search(clause):
                found.append(Change("service", service="takeaway", surface=match[0]))
                clause = clause[: match.start()] + clause[match.end() :]
            elif match := _DELIVERY.search(clause):
                found.append(Change("service", service="delivery", surface=match[0]))
                clause = clause[: match.start()] + clause[match.end() :]
        return found, clause

    def _clause(self, clause: str, before: list[Change], adding: bool) -> tuple[list[Change], bool]:
        taken_off = self._taken_off(clause)
        if taken_off:
            return taken_off, False
        mentions = find_mentions(clause, self.lexicon)
        bare = _blank(clause, mentions)
        if mentions:
            return self._named(clause, mentions, bare, adding)
        reference = find_reference(clause, self.shown, focus=self.focus, touched=self.cart.touched)
        if reference is not None:
            rest = f"{clause[: reference.start]} {clause[reference.end :]}"
            return self._pointed(clause, rest, reference.dishes, reference.kind, reference.ambiguous, reference.beyond), False
        quantity, options, exclusions = self._attributes(clause)
        last = next((change for change in reversed(before) if change.verb in ("add", "replace", "options", "more")), None)
        if last is not None and last.verb == "add" and options and quantity and quantity < (last.quantity or 1):
            # 来两份麻辣香锅，一份微辣的: one of the two is made another way.
            before[before.index(last)] = replace(last, quantity=(last.quantity or 1) - quantity)
            return [replace(last, quantity=quantity, options=options, exclusions=exclusions or last.exclusions)], adding
        if last is not None and (options or exclusions or quantity):
            return [Change("options", dish=last.other or last.dish, options=options, exclusions=exclusions, quantity=quantity, surface=clause)], adding
        return self._unnamed(clause, quantity, options, exclusions), adding

    def _taken_off(self, clause: str) -> list[Change]:
        """米饭不要了: dishes of the order that the clause refuses. (``find_mentions`` leaves out what is refused.)"""
        mentions = [m for m in self.lexicon.mentions(clause) if self._line(m)]
        bare = _blank(clause, mentions).strip()
        if not mentions or not _REMOVE.search(bare) or _SWAP.search(clause) or _refuses_more(bare):
            return []
        return [Change("remove", dish=self._line(m), surface=m.surface) for m in mentions]

    def _unnamed(self, clause: str, quantity: int | None, options: tuple[str, ...], exclusions: tuple[str, ...]) -> list[Change]:
        """再来一份, 换成中辣, 两份: about the line touched last, or the one dish just shown."""
        target = self.cart.touched
        if _QUESTION.search(clause):
            return []
        if target and _LESS.search(clause):
            return [Change("more", dish=target, quantity=-(quantity or 1), surface=clause)]
        if target and _MORE.search(clause) and not options:
            return [Change("more", dish=target, quantity=quantity or 1, surface=clause)]
        if target and (_SWAP.search(clause) or re.search(r"要|做|改", clause)) and (options or exclusions):
            return [Change("options", dish=target, options=options, exclusions=exclusions, surface=clause)]
        if target and quantity and _SET.search(clause):
            return [Change("quantity", dish=target, quantity=quantity, surface=clause)]
        if target and exclusions and re.match(r"不|别|去|免", clause):
            return [Change("options", dish=target, exclusions=exclusions, options=options, surface=clause)]
        if quantity and _ADD.search(clause) and _BARE_ITEM.match(re.sub(_ADD, "", clause, count=1).strip(" 吧的了")):
            if self.focus or len(self.shown) == 1:
                return [Change("add", dish=self.focus or self.shown[0].dish, quantity=quantity, options=options, exclusions=exclusions, surface=clause)]
            if self.shown:
                return [Change("unclear", surface="which", candidates=tuple(item.dish for item in self.shown))]
        return []

    def _pointed(self, clause: str, rest: str, dishes: tuple[str, ...], kind: str, ambiguous: bool, beyond: bool) -> list[Change]:
        """第二个来一份, 就要这个, 都要, 刚才那个删掉."""
        wants = bool(_ADD.search(clause)) or kind == "all"
        removes = bool(_REMOVE.search(rest.strip()) or re.search(r"不要|删|去掉|取消|退", rest))
        quantity, options, exclusions = self._attributes(rest)
        changes = bool(_SWAP.search(rest)) or bool(_SET.search(rest))
        if _QUESTION.search(rest) and not removes:
            return []
        if beyond:
            return [Change("unclear", surface="beyond")]
        if ambiguous:
            return [Change("unclear", surface="which", candidates=tuple(item.dish for item in self.shown))] if wants or removes or changes else []
        if removes:
            return [Change("remove", dish=dish, surface=clause) for dish in dishes]
        in_cart = [dish for dish in dishes if self.cart.find(dish)]
        if in_cart and changes and (options or exclusions):
            return [Change("options", dish=dish, options=options, exclusions=exclusions, surface=clause) for dish in in_cart]
        if in_cart and changes and quantity:
            return [Change("quantity", dish=dish, quantity=quantity, surface=clause) for dish in in_cart]
        if kind == "just_now":
            if quantity and _MORE.search(rest):
                return [Change("more", dish=dish, quantity=quantity, surface=clause) for dish in dishes]
            return [Change("options", dish=dish, options=options, exclusions=exclusions, surface=clause) for dish in dishes] if options or exclusions else []
        if wants or quantity:
            return [Change("add", dish=dish, quantity=quantity, options=options, exclusions=exclusions, surface=clause) for dish in dishes]
        return []

    def _named(self, clause: str, mentions: list[Mention], bare: str, adding: bool) -> tuple[list[Change], bool]:
        in_cart = [m for m in mentions if self._line(m)]
        if len(mentions) >= 2 and _SWAP.search(clause[mentions[0].end : mentions[-1].start]) and in_cart:
            return [self._swap(mentions[0], mentions[-1], clause)], False
        asks = any(aspects.ASPECTS[name].search(bare) for name in ("price", "ingredients", "spice", "prep", "allergens", "portion")) or bool(_QUESTION.search(bare))
        if in_cart and len(mentions) == 1:
            one = self._in_cart(clause, mentions[0], bare)
            if one is not None:
                return [one], False
        wants = bool(_ADD.search(bare)) or bool(_QUANTITY.search(bare)) or adding
        if not wants or (asks and not re.search(r"来|点一|要一|加一|i'd like|i want|give me", bare)):
            return [], False
        return self._items(clause, mentions, in_cart), True

    def _in_cart(self, clause: str, mention: Mention, bare: str) -> Change | None:
        dish = self._line(mention)
        quantity, options, exclusions = self._attributes(_after(clause, mention)) if not _SWAP.search(clause[: mention.start]) else self._attributes(bare)
        tail = clause[mention.end :]
        if _LESS.search(bare):
            return Change("more", dish=dish, quantity=-(quantity or self._attributes(bare)[0] or 1), surface=clause)
        if quantity and _SET.search(tail) and not re.match(r"\s*(?:再|多)", tail):
            return Change("quantity", dish=dish, quantity=quantity, options=options, exclusions=exclusions, surface=clause)
        if (options or exclusions) and (_SWAP.search(tail) or re.match(r"\s*(?:的)?(?:要|做|不要|别|不放|少|多|改|换)", tail)) and quantity is None and not _ADD.search(clause[: mention.start]):
            return Change("options", dish=dish, options=options, exclusions=exclusions, surface=clause)
        return None

    def _swap(self, old: Mention, new: Mention, clause: str) -> Change:
        quantity, options, exclusions = self._attributes(_after(clause, new))
        return Change("replace", dish=self._line(old), other=new.dishes[0] if new.kind != "variant" else "", surface=new.surface,
                      quantity=quantity, options=options, exclusions=exclusions, candidates=new.dishes if len(new.dishes) > 1 else (), absent=new.kind == "variant")  # fmt: skip

    def _items(self, clause: str, mentions: list[Mention], in_cart: list[Mention]) -> list[Change]:
        """Dishes with the quantity, tastes and exclusions that stand beside each."""
        items: list[Change] = []
        gaps = [clause[: mentions[0].start], *(clause[a.end : b.start] for a, b in zip(mentions, mentions[1:], strict=False)), clause[mentions[-1].end :]]
        prefix = bool(_QUANTITY.search(gaps[0])) or not _QUANTITY.match(gaps[1].strip())
        each = re.search(rf"(?:各|每样|一样|每个)(?:来|要|点)?\s*{_COUNT}\s*{_UNIT}?", clause)
        for n, mention in enumerate(mentions):
            before, after = gaps[n], gaps[n + 1]
            if prefix:
                left, right = _split_gap(before, last=n == 0), after if n == len(mentions) - 1 else _head(after)
            else:
                left, right = (before if n == 0 else ""), after
            quantity, options, exclusions = self._attributes(f"{left} {right}")
            own = _quantity(left) if prefix else _quantity(right) or _quantity(left)
            quantity = own if own is not None else (quantity if len(mentions) == 1 else None)
            if each and (number := _count(each[1])) is not None:
                quantity = number
            absent = mention.kind == "variant"
            items.append(
                Change("add", dish=mention.dishes[0] if not absent else "", surface=mention.surface, quantity=quantity, options=options,
                       exclusions=exclusions, candidates=mention.dishes if len(mention.dishes) > 1 or absent else (), absent=absent)
            )  # fmt: skip
        return items

    def _line(self, mention: Mention) -> str:
        return next((dish for dish in mention.dishes if self.cart.find(dish)), "") if mention.kind != "variant" else ""

    def _attributes(self, text: str) -> tuple[int | None, tuple[str, ...], tuple[str, ...]]:
        """Quantity, tastes and exclusions in a piece of text."""
        filters, _ = read_filters(text, self.lexicon)
        options = [filters.spice] if filters.spice in ("不辣", "微辣", "中辣", "特辣") else []
        options += [match[0] for match in _DISLIKE_OPTIONS.finditer(text)]
        options += [taste for taste in self.lexicon.tastes if len(taste) > 1 and taste in text and taste not in options]
        exclusions = [term for term in (*filters.exclude, *filters.avoid) if term not in ("辣", "辣椒") or filters.spice == "any"]
        return _quantity(text), tuple(dict.fromkeys(options)), tuple(dict.fromkeys(exclusions))


def _refuses_more(bare: str) -> bool:
    """不要香菜 beside a dish leaves something out of it; it does not take it off the order."""
    return bool(re.search(r"(?:不要|别放|不放|别加|不加|去掉|免)(?:太)?(?:香菜|葱|姜|蒜|辣|花椒|盐|味精|糖|冰|[\u4e00-\u9fff]{1,3}(?=$|[，,、和]))", bare)) and not re.search(r"(?:不要|不用|去掉|删掉|取消)了?$|了$", bare.strip())


def _blank(text: str, mentions: Sequence[Mention]) -> str:
    for mention in sorted(mentions, key=lambda m: m.start, reverse=True):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def _after(clause: str, mention: Mention) -> str:
    return clause[mention.end :]


def _split_gap(gap: str, *, last: bool) -> str:
    """The part of the words before a dish that belongs to it: from its own quantity or joiner on."""
    if last:
        return gap
    marks = [match.start() for match in _QUANTITY.finditer(gap)]
    joiners = [match.end() for match in re.finditer(r"和|跟|与|、|加|还要|再来|再要|\band\b", gap)]
    starts = [*marks, *joiners]
    return gap[min(starts) :] if starts else ""


def _head(gap: str) -> str:
    """The part of the words after a dish that still belongs to it, up to the next dish's quantity or a joiner."""
    ends = [match.start() for match in re.finditer(rf"和|跟|与|、|加|还要|再来|再要|\band\b|{_COUNT}\s*{_UNIT}", gap)]
    return gap[: min(ends)] if ends else gap


_ENGLISH = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a": 1, "an": 1}


def _quantity(text: str) -> int | None:
    match = _QUANTITY.search(text)
    if match is None:
        return None
    return _count(next(group for group in match.groups() if group))


def _count(word: str) -> int | None:
    if word in _ENGLISH:
        return _ENGLISH[word]
    if word in ("俩", "仨"):
        return 2 if word == "俩" else 3
    if word in ("几", "半"):
        return 1
    value = parse_number(word)
    return None if value is None or value != int(value) else int(value)


def _minutes(match: re.Match[str]) -> int:
    if match[2]:
        return 30
    if match[3]:
        value = parse_number(match[3])
        return int(value * 60) if value is not None else 60
    value = parse_number(match[1])
    return int(value) if value is not None else 30


def _merged(changes: list[Change]) -> list[Change]:
    """麻辣香锅，微辣，不要香菜: attributes said after a dish that was just added belong to the same change."""
    merged: list[Change] = []
    for change in changes:
        target = next((n for n in range(len(merged) - 1, -1, -1) if merged[n].verb == "add" and change.verb == "options" and merged[n].dish == change.dish), None)
        if target is None:
            merged.append(change)
            continue
        known = merged[target]
        merged[target] = replace(
            known,
            options=tuple(dict.fromkeys((*known.options, *change.options))),
            exclusions=tuple(dict.fromkeys((*known.exclusions, *change.exclusions))),
            quantity=change.quantity or known.quantity,
        )
    return merged
