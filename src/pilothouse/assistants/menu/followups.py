# ruff: noqa: E501 -- a pattern is read as a whole
"""What a guest says after an answer, without a name: 有没有更便宜的, 换个别的, 多少钱, 哪个辣, 那就不要了."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pilothouse.assistants.menu.cart import Cart
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.retrieval.tokenizer import normalise

Measure = Literal["", "cheap", "dear", "hot", "mild", "fast", "good"]
_EDGES = " ，。,.!！?？~"
_DEAR = r"(?:(?:算了吧?|哎|唉)[，, ]*)?(?:(?:这个?|那个?|它|还是)?(?:有点儿?|太|好|真)?贵(?:了|点|啊)*[，, ]*)?(?:(?:算了吧?)[，, ]*)?"
_CHEAPER = re.compile(
    rf"{_DEAR}(?:那|还)?(?:能不能|可以|帮我)?(?:有没有|有|来|换|要|找|推荐)?(?:成)?(?:一?[个道份款]|点)?(?:再|更|稍微?|比较)?(?:便宜|实惠|价格低)(?:一?点儿?|些)?的?(?:菜|替代)?(?:有没有|有吗|可以吗|[呢吗么吧])*"
    r"|(?:too expensive[, ]*)?(?:is there |do you have |have you got |got )?(?:anything|something|any) (?:a bit |a little )?cheaper(?: one)?|(?:a )?cheaper one|(?:change|swap) it (?:to|for) (?:a|something) cheaper(?: one)?"
)
_OTHER = re.compile(
    r"(?:那|帮我)?(?:换|来|有没有|要)(?:成)?(?:一?[个道份点批])?(?:别的|其他的?|其它的?|另外的?|不一样的)(?:菜|口味)?(?:看看|有吗|[呢吗么吧])*|换一[个道批](?:吧|看看)?|(?:i'd like |how about )?something else"
)
_MILDER = re.compile(
    r"(?:太辣了?|有点辣)?[，, ]*(?:那|帮我)?(?:换|来)(?:一?[个道份])(?:不辣|不那么辣|清淡(?:一?点)?)的?(?:菜)?[吧呢吗]*"
    r"|(?:it's )?too (?:spicy|hot)[, ]*(?:anything|something) (?:not spicy|milder|less spicy)"
)
_PRICE = re.compile(
    r"(?:那|这(?:些|几个|两个)|它们?|各|分别|都|大概|各自|是)*(?:要|卖)?(?:多少钱|多少|几块钱?|什么价(?:格|钱)?|怎么卖|价格(?:呢|多少)?)(?:一[份个碗])?[呢啊呀]*|how much(?: (?:is|are) (?:it|they|those|these))?|what(?:'s| is| are) the prices?"
)
_EACH = re.compile(r"各|分别|都|they|those|these|prices")
_WHICH = re.compile(
    r"(?:那|这(?:几|些|两)?[个道样]?|它们|里面|其中|的|，)*哪(?:一|几)?[个道样款种份](?:菜)?(?:会|是|比较|更|最|稍微|的|要|得|做|上菜?|出餐|卖)*(?P<zh>不辣|辣|便宜|贵|划算|实惠|快|好吃?|招牌|推荐|值得点|下饭)(?:一?点|些|的)*[呢啊呀吗]*"
    r"|which (?:one|dish|of (?:them|these|those))?\s*(?:is|are)?\s*(?:the )?(?P<en>spic\w+|hot\w*|mild\w*|cheap\w*|(?:most |more )?expensive|fast\w*|quick\w*|best|good|better)"
)
_MEASURES: dict[str, Measure] = {
    "不辣": "mild", "mild": "mild", "辣": "hot", "spic": "hot", "hot": "hot", "便宜": "cheap", "划算": "cheap",
    "实惠": "cheap", "cheap": "cheap", "贵": "dear", "expensive": "dear", "快": "fast", "fast": "fast", "quick": "fast",
}  # fmt: skip
_DROP = re.compile(
    r"(?:那|唉|哎|好吧|嗯|行|还是|就|我|[，, ])*(?:算了吧?|不要了|不用了|不来了|不加了|不点了|不了)(?:那|吧|谢谢你?|不要了|不用了|算了|不点了|[，, ])*|never ?mind|no,? thanks?|no,? thank you|forget it|not (?:that|this)(?: one)? then"
)
BEGIN = re.compile(
    r"(?:你好|您好|服务员|老板|[，, ])*(?:我们?|我想|帮我|给我|想|要|来|再|可以|能)*(?:点菜|点餐|订餐|点单|点个餐|订个餐|一单|下一单|下个单|叫个外卖|点个外卖)(?:吗|吧|了|[，, ])*|i(?:'d| would) like to (?:place an )?order(?: food)?|(?:can|could) i (?:place an )?order|another order"
)


@dataclass(frozen=True)
class FollowUp:
    """``dishes`` are what it is about. ``measure``: by what one of them is asked for."""

    kind: Literal["cheaper", "other", "mild", "price", "total", "which", "drop"]
    dishes: tuple[str, ...] = ()
    measure: Measure = ""

    def data(self) -> dict[str, Any]:
        """As plain data for the session's state."""
        return {**asdict(self), "dishes": list(self.dishes)}


@dataclass(frozen=True)
class Talk:
    """What was spoken of: the list shown last, the dish spoken of last, those spoken of one by one, the order."""

    shown: Sequence[str]
    focus: str
    asked_of: Sequence[str]
    cart: Cart
    asked: str = ""

    def read(self, text: str, lexicon: Lexicon) -> FollowUp | None:
        """The follow-up in a sentence; ``None`` for any other, and where nothing was spoken of."""
        plain = normalise(text).strip(_EDGES)
        named = [mention for mention in lexicon.mentions(plain) if len(mention.dishes) == 1]
        if len(named) == 1 and named[0].start == 0:
            subject, plain = named[0].dishes, plain[named[0].end :].strip(_EDGES)
        else:
            subject = (self.focus,) if self.focus else tuple(self.shown)
        if lexicon.mentions(plain):
            return None
        if subject and (_CHEAPER.fullmatch(plain) or _OTHER.fullmatch(plain)):
            listed = len(subject) > 1 and not _OTHER.fullmatch(plain)
            return None if listed else FollowUp("other" if _OTHER.fullmatch(plain) else "cheaper", subject)
        if len(subject) == 1 and _MILDER.fullmatch(plain):
            return FollowUp("mild", subject)
        if named:
            return None
        if _PRICE.fullmatch(plain):
            return self._price(plain)
        if match := _WHICH.fullmatch(plain):
            word = match["zh"] or match["en"]
            measure: Measure = next((m for key, m in _MEASURES.items() if key in word), "good")
            among = self._among()
            return FollowUp("which", among, measure) if among or measure not in ("good", "mild") else None
        return FollowUp("drop") if _DROP.fullmatch(plain) and self._unordered() else None

    def _price(self, plain: str) -> FollowUp | None:
        if self.focus and self.cart.find(self.focus):
            return FollowUp("total")
        if len(self.asked_of) > 1 and _EACH.search(plain):
            return FollowUp("price", tuple(self.asked_of))
        about = (self.focus,) if self.focus else tuple(self.shown)
        return FollowUp("price", about) if about else None

    def _among(self) -> tuple[str, ...]:
        """The dishes of which one is asked for."""
        lines = tuple(dict.fromkeys(line.dish_id for line in self.cart.lines))
        ordered = len(lines) > 1 and bool(self.cart.find(self.focus)) and self.focus not in self.shown
        if len(self.asked_of) > 1:
            return tuple(self.asked_of)
        if len(self.shown) > 1 and not ordered:
            return tuple(self.shown)
        return lines if len(lines) > 1 else ()

    def _unordered(self) -> bool:
        """Nothing of what was spoken of last is in the order."""
        if self.asked == "confirm" or self.asked == "drop":
            return False
        return self.cart.empty or (bool(self.focus or self.shown) and self.cart.find(self.focus) is None)
