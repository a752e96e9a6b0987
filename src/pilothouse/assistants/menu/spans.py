# ruff: noqa: E501 -- a pattern is read as a whole
"""The words of an order, labelled: which part of a sentence is a dish, a quantity, a verb, a taste, a filler.

Every character gets a label, the longest match first. What no label fits is ``other``: how much of it there is tells
how well the sentence was understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from pilothouse.assistants.menu import ontology, phrases
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.assistants.menu.references import find_reference
from pilothouse.assistants.menu.wishes import Wishes
from pilothouse.retrieval.tokenizer import normalise

Kind = Literal[
    "dish", "part", "ref", "qty", "each", "option", "without", "term", "leave", "add", "again", "less", "remove",
    "keep", "total", "swap", "except", "others", "all", "yes", "place", "done", "cancel", "show", "ask", "polite", "if", "else", "correct",
    "sep", "stop", "fill", "class", "noun", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled part of the text. ``value``: a quantity, the mention of a dish, terms left out, tastes."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Any = None


_COUNT = r"(?:\d{1,4}(?!\d)|[零〇一二两三四五六七八九十百俩仨]{1,5})"
_UNIT = r"(?:份|个|碗|盘|道|杯|位|例|只|条|客|盆|锅|瓶|听|壶|笼|屉|串|斤|打|块|根|扎|罐|套|桶)"
_NUMBER = r"(?:\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_WORDS = {
    w: n for n, w in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
} | {"a": 1, "an": 1}
_HOT = r"(?:辣椒?|spicy|hot)"

# Longest match wins; of equally long ones the first.
_PATTERNS: tuple[tuple[Kind, str], ...] = (
    ("stop", r"[，。；：！？,.;:!?\n~…]+|其中|\s-+\s"),
    ("show", r"(?:请?帮?我?)?(?:算|核算|结算|统计)(?:一?下|算看?)?(?:一共|总共|总价|账|帐|价钱)?(?:是?多少(?:钱)?|几块钱?)?|(?:一共|总共|合计|总计|加起来|全部)(?:是|要|得)?(?:多少(?:钱)?|几块钱?|多钱)|总价(?:是?多少)?|(?:再)?(?:念|报|看|说|复述|核对|重复)(?:一?[下遍看]|看)(?:我的)?(?:订单|点单|单子|点的(?:菜|东西)?)?|(?:我|我们|咱们?)?(?:都|已经|刚才|现在|一共)*点了(?:些)?(?:什么|啥|哪些|几[个道样份])(?:菜)?(?:了)?|(?:so )?how much (?:is (?:it|that|everything|the total)|in total|altogether)(?: so far| in total| altogether| now)?|what(?:'s| is) (?:the total|my total|in my (?:order|cart))|what (?:have i|did i) order(?:ed)?(?: so far)?|read (?:it|that|my order) back"),
    ("cancel", r"(?:(?:取消|撤销|清空|删掉|作废)(?:掉)?(?:整个|全部|所有|这个|我的|刚才的)?(?:订单|点单|单子|购物车|单)|(?:全|都|全部|统统|什么都|通通|所有的?(?:菜)?都?)(?:不要|不点|取消|删掉|退掉|不吃)|不点了|不吃了|不下单了|不想吃了|重新(?:来|点)|重来|从头来|(?:全部?|都)?清空)(?:过|一遍)?(?:了|吧)?|(?:please )?(?:cancel|clear|scrap|forget) (?:the |my |this )?(?:whole |entire )?(?:order|cart|everything|it all)|start (?:over|again)"),
    ("place", r"(?:确认|提交|确定)(?:下单|订单)?|下单|结账|买单|埋单|付款|就(?:这么|这样)?定了|(?:please )?(?:confirm|submit|place|send)(?: (?:the|my|this) order| it| that)?(?: please)?|check ?out|order it|go ahead"),
    ("done", r"就(?:要)?(?:这些|这样|这么多|这么些|这几[个样道])(?:菜)?|(?:没有?|不要|不用|不加)(?:别的|其他的?|什么)了?|(?:没有?|不用|不加)了|(?:都|也|就)?(?:够|齐|全)(?:吃)?了|点(?:完|好|齐)了|先这样|差不多(?:了)?|that(?:'s| is|'ll be| will be) (?:all|it|everything)(?: for now)?|nothing else|i'?m (?:done|good)|we'?re (?:done|good)|no(?:thing)? more"),
    ("yes", r"(?:好(?:的|嘞|吧|啊|呀)?|行(?:吧|啊)?|可以(?:的|了)?|嗯+|对(?:的|了|对)?|没错|是的|没问题|中|成|ok(?:ay)?|yes|yeah|yep|sure|right|correct|great|perfect|fine|alright|all right)"),
    ("if", r"(?:如果|要是)?(?:还)?(?:有|能|能做|行|可以|没卖完|有货|有卖)的话(?:就|那就|给我)?|有(?:货|卖)?(?:就|那就)|if (?:so|you (?:do|have (?:it|them)))|if (?:it is|it's|they are) available"),
    ("polite", r"(?:能不能|可不可以|可否|能否|能|可以)(?=请?(?:给|帮|为|再|来|上|加|送|整|点|多|少|把)?)(?=(?:请|麻烦)?(?:给|帮|为)(?:我|我们|咱|俺|他|她)|.{0,2}(?:来|上|加|点|要)[一二两三四五六七八九十\d]|把)"),
    ("else", r"(?:要是|如果)?(?:(?:没有?(?:货|了|的话)?|不行|不能|卖完了?)(?:的话)?(?:就|那就)|(?:没有?(?:货|了)?|不行|不能)的话)(?=来|要|换|上|点|给)"),
    ("ask", r"不(?=[?？]|$)|吗|么(?!辣)|多少钱?|什么|啥|哪[些个里儿家道]?|几点|几[块分]|怎么(?:样|卖|做)?|咋|有没有|有木有|能不能|可不可以|是不是|好不好|行不行|辣不辣|够不够|为什么|多久|多大|要?不要(?=[?？])|是否|贵不贵|好吃不|\b(?:how|what|which|when|where|why|who|do you|does|is it|is there|are there|are you|(?:can|could) you tell)\b"),
    ("correct", r"不是(?:\d{1,4}|[一二两三四五六七八九十百]{1,4})(?:份|个|碗|盘|道|杯|瓶|只|条)?(?=\s*[，,]?\s*(?:而)?是)|(?:哦|噢|啊|诶|哎|呃)?(?:不对|不不+|不是(?!很|太|特别)|(?:点|说|搞|弄|听|叫|记)?错了)(?:不对)?|算了(?=[，,。])|(?:哦|噢|啊|诶)不|等等|等一?下|我(?:是)?说的?是|我的意思是|\bno\b(?=\s*,)|应该是|还是(?!有|可以|能|不要|不用|不点|算|取消|退|删)|\b(?:no wait|wait,? no|wait|sorry|actually|i mean(?:t)?|make that|scratch that|on second thought)\b|算了(?=.{0,2}(?:还是|换|来|要|改))"),
    ("except", r"除了|除去|除开|except(?: for)?"),
    ("others", r"(?:其他|其它|别的|剩下|其余|剩余|另外那?些?)(?:的)?(?:菜|全部|所有)?|(?:以|之)外|(?:the )?(?:others|rest|other ones)"),
    ("each", r"(?:各|分别|每样|每种|每个|每道|一样(?=.{0,2}[一二两三四\d])|每人)(?:都)?|\beach\b"),
    ("again", r"再|多(?=来|加|点|要|[一二两三四五\d])|又|另外?再|还要(?=.)|\b(?:another|one more|more|again)\b"),
    ("less", rf"(?:少|减|去|退|扣)(?:来|要|点|掉|上)?(?={_COUNT}\s*{_UNIT})|\b(?:one|two|three) less\b"),
    ("keep", r"(?:就|我)?(?:只(?:要|留|点|吃|保留|想要)|(?:保?留下?)|仅(?:要|留))(?:下)?|\b(?:just|only) (?:keep|want)\b|\bkeep(?: only)?\b"),
    ("total", r"(?:一共|总共|合起来|加起来)(?:要|来|点)?|就(?:行|好|够|可以|成)(?:了)?|\bin total\b|\b(?:just|only)\b|\b(?:make|set)\b(?: (?:it|that|them|those))?(?: to)?|\bchange (?:it|that|them|those) to\b(?= (?:\d|one|two|three|four|five|six))"),
    ("swap", r"(?:换|改|变|调|替换|更换|改换)(?:成|为|作|做|到|回)?(?:来|要|点|吃|个)?|(?:instead of|instead|rather than|swap|switch|replace|change)(?: (?:it|that|this))?|\b(?:with|to|for|into)\b"),
    ("remove", r"(?:不(?:太|怎么|是很|大)?想(?:要|吃|点|喝)|不(?:要|用|点|来|想要|需要|吃)|别(?:要|点|来)|甭要|去掉|删(?:掉|除|了)?|取消|退(?:掉|了)?|撤(?:掉|了|下)?|拿(?:掉|走)|减(?:掉|去)|划掉|免(?:了|掉)|划了|砍掉)(?:了)?|\b(?:remove|delete|drop|cancel|take (?:off|out|away)|skip|get rid of|don'?t want|no more|leave off)\b"),
    ("leave", r"(?:不(?:要|用|能)?(?:放|加|搁|带|撒|吃)|别(?:放|加|搁|给我放|撒)|不要有|免|忌|走|去(?=[葱姜蒜皮骨冰])|少点?(?=葱|姜|蒜)|没有)|\b(?:no|without|hold|leave out|minus|skip|don'?t (?:put|add))\b(?: (?:any|the))?"),
    ("add", r"(?:来|要|点|加|上|添|订|拿|叫|整|搞|弄|吃|喝|尝|选|买|续|下){1,2}(?:上|一下|点儿?)?(?!了什么)|想(?:要|吃|喝|点|来)|需要|\b(?:i|we)(?:'d| would) (?:like|love)(?: to (?:order|have|get))?|\b(?:i|we)(?:'ll| will) (?:have|take|get|go (?:with|for))|\b(?:i|we) (?:want|need|take)|\b(?:can|could|may) (?:i|we) (?:get|have|order)|\b(?:let me|let's) (?:have|get|try|take)|\b(?:give|get|bring) (?:me|us)|\badd(?: in)?\b|\border\b"),
    ("all", r"(?:都|全部?|全都|统统|通通|所有的?|每[个道样]都)|\b(?:all of (?:them|these|those)|all|both|everything)\b"),
    ("sep", r"和|跟|与|以及|、|还有|另外|然后|外加|接着|顺便|\band\b|\bplus\b|\balso\b|&|\+"),
    ("qty", rf"{_COUNT}\s*{_UNIT}(?!人|桌|月|点|号|小?时|分)|俩|仨|\b{_NUMBER}\b(?:\s*(?:x|portions?|bowls?|orders?|plates?|cups?|glass(?:es)?|bottles?|servings?|pieces?)(?: of)?\b)?"),
    ("fill", r"(?:如果|要是)?没有?[^，,。\s]{0,6}?(?:的话)?就(?=来|要|换|上|点)|要不(?:然|是)?(?=来|点|加|换|整|上)|那就|那么|那|就|吧|了|呢|啊|呀|嘛|哦|噢|嗯|呃|诶|哎|唉|哈|咯|喽|啦|哟|请问?|麻烦(?:你|您)?|劳驾|帮(?:我们?|忙|咱)|给(?:我们?|咱们?|俺们?|他|她|孩子|老人)|我们?(?:这边|这桌|几个)?|咱们?|您|你们?|他|她|它|老板娘?|服务员|小哥|师傅|美女|帅哥|也|还|先|的|地|得|把|将|一下|下|个|份|碗|盘|杯|道|这边|今天|现在|今晚|中午|晚上|谢谢?(?:你|您|啊|了)?|太|有点|正好|刚好|应该|想|让|上面|里面?|有|那种|这种|(?:不够|吃完|完了)(?:吃)?再(?:加|说|来|点|要)|俺|恁|味|口味|做|点儿?|吃|喝|菜|\s+|对了|最后|还是|其实|本来|感觉|可能|大概|首先|一人|为|算是?|算了|其中|那边|必须|一定|直接|都行|随便|要求|是(?!的)|就是|但是?|不过|而是|嘿|喂|你好|您好|辛苦(?:了)?|好了|来着|吃的|喝的|\b(?:please|pls|the|of|some|then|so|well|hi|hello|hey|thanks?(?: you)?|for me|for us|me|us|my|i|we|them|like|just|now|too|as well|order|dish|dishes|um+|uh+|er|let's see|oh|with|on it|on the side|in it|in|on|and|but|could (?:we|you)|can you|would you|will you|to (?:my|the|our) order|portions?|bowls?|orders?|plates?|cups?|glass(?:es)?|bottles?|servings?|pieces?)\b"),
)  # fmt: skip


def _longest_first(pattern: str) -> str:
    """The alternatives of a pattern, long ones first: 那种 is not 那 and 种."""
    depth, parts = 0, [""]
    for n, mark in enumerate(pattern):
        escaped = n > 0 and pattern[n - 1] == "\\"
        depth += 0 if escaped else (mark in "([") - (mark in ")]")
        if mark == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += mark
    return "|".join(sorted(parts, key=len, reverse=True))


_LABELS = tuple((kind, re.compile(_longest_first(pattern))) for kind, pattern in _PATTERNS)
_OPTION = re.compile(
    rf"(?:不要?太|别太|不用太|别做太|别放太)辣|(?:特别|非常|超级|很|巨|最|够)辣|(?:微微?|少|小|轻|中|特|重|超|爆|变态|加|多|不要?|免|无|稍微|一点点?|有点|少放点?)(?:放)?辣(?!椒|子)|辣(?:一点|点|些)(?:儿)?|越辣越好|(?![便贵快慢多少大小早晚辣好])[\u4e00-\u9fff]{{1,2}}(?:一点|点|些)儿?的?(?=$|[，,。])|(?:正常|原味|清淡)(?:一?点)?(?:就行|就好)?|(?:多|少|轻)(?:放|加|要)?一?点?(?:麻|油|盐|糖|醋|酱油?|冰|甜|咸|酸|味精|花椒|辣椒|汤|汁|葱花?|香菜|蒜|米|饭)(?!婆|辣|饭|汤)|不加?(?:麻|油|甜)(?!婆)|(?:少|无|半|全|正常|微|七分|三分)糖|(?:去|少|多|正常|不?加)冰|常温|温的?|热(?:一点|的)|冰的|清汤|干拌|(?:大|中|小)份|(?:等一?会儿?|待会儿?|晚点儿?|稍后|最后|先|现在|马上|一起|同时)再?上(?:菜)?(?=的|$|[，,。吧])|(?:分开|单独)(?:装|放|打包)|(?:煮|炸|烤|炒|做)(?:得)?(?:烂|老|嫩|脆|软|硬)一?点|(?:not (?:too|so|very) |medium |extra |very |super |a (?:bit|little) |less |more |slightly |mild(?:ly)? ?){_HOT}|\b(?:mild|medium|extra hot|no spice|non-spicy|less oil|less salt|less sugar|no sugar|no ice|less ice|large|small)\b"
)
_TOUCH = frozenset({"remove", "less", "keep", "total", "swap", "again", "except", "qty", "option", "without"})


def label(text: str, wishes: Wishes, mentions: Sequence[Mention], shown: Sequence[str] = ()) -> list[Span]:
    """The spans of normalised ``text``, in order, covering all of it. ``shown``: dishes of the list shown last."""
    spans: list[Span] = []
    at = 0
    for mention in mentions:
        if mention.start < at:
            continue
        spans += _words(text, at, mention.start, wishes.lexicon)
        spans.append(Span("dish", mention.surface, mention.start, mention.end, mention))
        at = mention.end
    spans += _words(text, at, len(text), wishes.lexicon)
    return _joined(_parts(_left_out(_apart(spans), wishes), wishes, mentions, shown))


def _apart(spans: Sequence[Span]) -> list[Span]:
    """都不要 cancels only when it says all that there is to say: 葱姜蒜都不要, 鱼都不要香菜."""
    made: list[Span] = []
    for n, span in enumerate(spans):
        near = [other for other in (spans[n - 1] if n else None, spans[n + 1] if n + 1 < len(spans) else None) if other]
        whole = all(other.kind in ("stop", "fill", "yes") for other in near)
        match = _ALL_OFF.match(span.text) if span.kind == "cancel" and not whole else None
        if match is None:
            made.append(span)
            continue
        at = span.start + match.end(1)
        made.append(Span("all", match[1], span.start, at))
        made.append(Span("remove", span.text[match.end(1) :], at, span.end))
    return made


_ALL_OFF = re.compile(r"(全部|都|全|统统|通通)(?=不|删|取消|退)")


def _words(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[Span]:
    at = start
    while at < end:
        best: Span | None = None
        for kind, pattern in _LABELS:
            match = pattern.match(text, at, end)
            if match and match.end() > at and (best is None or match.end() > best.end):
                best = Span(kind, match[0], at, match.end())
        option = _OPTION.match(text, at, end)
        if option and (best is None or option.end() >= best.end):
            best = Span("option", option[0], at, option.end())
        reference = _reference(text, at, end)
        if reference and (best is None or reference.end >= best.end):
            best = reference
        if (more := _AMOUNT.match(text, at, end)) and (food := _term(text[more.end() : end], lexicon)):
            length = more.end() - at + food  # 多放豆芽
            if best is None or length > best.end - at:
                best = Span("option", text[at : at + length], at, at + length)
        size = _term(text[at:end], lexicon)
        if size and (much := _MUCH.match(text, at + size, end)):
            best = Span("option", text[at : much.end()], at, much.end())  # 醋多一点
            size = 0
        if size and (best is None or at + size > best.end or best.kind == "fill"):
            best = Span("term", text[at : at + size], at, at + size)
        if (size := _category(text[at:end], lexicon)) and (best is None or size > best.end - at or best.kind == "term"):
            best = Span("class", text[at : at + size], at, at + size)
        if best is None:
            best = Span("other", text[at], at, at + 1)
        if best.kind == "qty":
            best = replace(best, value=_count(best.text))
        yield best
        at = best.end


_AMOUNT = re.compile(r"(?:多|少)(?:放|加|来)(?:一?点)?|(?:多|少)一?点|more |less |extra ")
_MUCH = re.compile(r"(?:要|可以|能)?(?:多|少)(?:放|加|来)?(?:一?点儿?|一些|些)(?:的|就行|就好)?")
_POINTS = re.compile(
    r"(?:前|后)(?:面|头|边)?(?:的)?(?:那|这)(?:一)?(?:个|道|份)|后一(?:个|道|份)|(?:一样|同样|相同)的|the (?:same|former|latter)(?: one)?|第\s*(?:\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:个|道|份|样|款|种)?|(?:最后|前(?:面)?|后(?:面)?)(?:的)?(?:\d|[一二两三四五六])?(?:个|道|份|样)|最(?:便宜|贵|快|不辣|辣)(?:的)?(?:那|这)?(?:一)?(?:个|道|份)?|最后(?:的)?(?:那|这)?一?(?:个|道|份|样)|刚(?:才|刚)?(?:点|要|加|说)?的?(?:那|这)?(?:一)?(?:个|道|份|菜)|上一(?:个|道)(?=删|不要|去掉|取消|换|改|再|的|$)|(?:这|那)(?:一)?(?:个|道|份|样)(?:菜)?|(?:这|那)(?:几|些|[两二三四])(?:个|道|样|份)?|它|\b(?:it|this|that)\b(?! (?:is|was))|\bthe (?:first|second|third|fourth|fifth|last|cheapest|most expensive|fastest|mildest)(?: (?:two|three|one|dish))?|\b(?:this|that) one\b|\b(?:first|second|third|last) one\b"
)


def _reference(text: str, start: int, end: int) -> Span | None:
    match = _POINTS.match(text, start, end)
    return Span("ref", match[0], start, match.end()) if match else None


_EXTRA = ("味精", "鸡精", "葱花", "姜", "蒜", "葱", "香菜", "辣椒", "花椒", "盐", "糖", "醋", "油", "冰", "芝麻", "麻", "辣", "洋葱", "蒜末", "蒜泥", "姜丝", "小葱", "辣椒油", "红油")  # fmt: skip


@lru_cache(maxsize=64)
def _terms(ingredients: frozenset[str]) -> frozenset[str]:
    return frozenset((*ontology.foods(), *_EXTRA, *(item for item in ingredients if len(item) <= 12)))


def _term(text: str, lexicon: Lexicon) -> int:
    """Length of the food that ``text`` begins with."""
    known = _terms(lexicon.ingredients)
    for size in range(min(12, len(text)), 0, -1):
        word = text[:size]
        if (
            (size > 1 and word in lexicon.ingredient_parts)
            or word in known
            or (word.isascii() and word.endswith("s") and word[:-1] in known)
        ):
            if word[0].isascii() and size < len(text) and text[size].isascii() and text[size].isalpha():
                continue
            return size
    return 0


def _category(text: str, lexicon: Lexicon) -> int:
    """Length of the category of dishes that ``text`` begins with: 凉菜."""
    return next((size for size in (4, 3, 2) if len(text) >= size and lexicon.category(text[:size])), 0)


def _count(text: str) -> int | None:
    word = re.sub(rf"\s*{_UNIT}$", "", text).split()[0] if text.strip() else ""
    if word in _WORDS:
        return _WORDS[word]
    dozen = text.endswith("打")
    number = phrases.count(word)
    return number * 12 if dozen and number is not None else number


def _parts(spans: list[Span], wishes: Wishes, mentions: Sequence[Mention], shown: Sequence[str]) -> list[Span]:
    """Parts of the names of the order's lines and of dishes just named: 粥 for 皮蛋瘦肉粥, where something of the order
    is changed."""
    names = _line_names(wishes)
    for mention in mentions:
        if mention.kind in ("exact", "alias") and len(mention.dishes) == 1:
            names.setdefault(mention.dishes[0], []).append(normalise(wishes.lexicon.display[mention.dishes[0]]))
    if not (names or shown) or not any(span.kind in _TOUCH for span in spans):
        return spans
    made: list[Span] = []
    n = 0
    while n < len(spans):
        last: int = n
        found: tuple[str, ...] | None = None
        text = ""
        for end in range(n, min(len(spans), n + 8)):
            if spans[end].kind not in ("other", "term", "class", "fill", "add", "option", "leave", "less"):
                break
            text += spans[end].text
            held = [i for i, own in names.items() if text.strip() and any(_tells(text, name) for name in own)]
            held = [i for i in held if wishes.cart.find(i)] or held  # what is ordered already comes first
            if not held and len(text.strip()) > 1:  # 拌面 of the list that holds one
                held = [i for i in shown if _tells(text, normalise(wishes.lexicon.display[i]))]
            every = end + 1 < len(spans) and spans[end + 1].kind == "all"  # 鱼都不要香菜
            if text.strip() == text and (len(held) == 1 or (held and every)):
                last, found = end, tuple(held)
        if found is None:
            made.append(spans[n])
            n += 1
            continue
        start, stop = spans[n].start, spans[last].end
        surface = "".join(span.text for span in spans[n : last + 1])
        made.append(Span("part", surface, start, stop, Mention(surface, found, "alias", start, stop)))
        n = last + 1
    return made


def _line_names(wishes: Wishes) -> dict[str, list[str]]:
    """Names and aliases of the order's dishes, by id."""
    names = {line.dish_id: [normalise(line.dish)] for line in wishes.cart.lines}
    for alias, ids in wishes.lexicon.aliases.items():
        for dish in ids:
            if dish in names:
                names[dish].append(alias)
    return names


def _tells(part: str, name: str) -> bool:
    """Two characters of a name tell which one is meant; a single one does where the name ends in it."""
    if part.isascii():
        return len(part) > 3 and re.search(rf"\b{re.escape(part)}\b", name) is not None
    return part in name and (len(part) >= 2 or (name.endswith(part) and part in ontology.food_heads()))


def _left_out(spans: list[Span], wishes: Wishes) -> list[Span]:
    """不要放葱和姜, 花生不要放: the foods with the word beside them become one span."""
    names = [name for own in _line_names(wishes).values() for name in own]
    for at, span in enumerate(spans[1:], 1):  # 别放木耳, where 木耳 is a dish too
        if span.kind == "dish" and spans[at - 1].kind == "leave" and _term(span.text, wishes.lexicon) == len(span.text):
            spans[at] = replace(span, kind="term")
    made: list[Span] = []
    n = 0
    while n < len(spans):
        span = spans[n]
        before = made[-1].kind if made else ""
        end = _foods(spans, n + 1) if span.kind in ("leave", "remove") else n + 1
        foods = [food.text for food in spans[n + 1 : end] if food.kind == "term"]
        kept = span.kind == "remove" and (_strong(span.text) or (end < len(spans) and spans[end].text[0] == "了"))
        if kept and foods and all(any(food in name for name in names) for food in foods):
            made.append(span)  # remove the tofu: the dish of the order
            n += 1
        elif foods:
            made.append(_without(spans[n:end]))
            n = end
        elif span.kind == "term" and before != "add":
            end = _foods(spans, n)
            after = end
            while (
                after < len(spans) and spans[after].kind in ("all", "fill") and spans[after].text.strip() not in ("了",)
            ):
                after += 1
            # 花生不要了 takes 老醋花生 off the order, 花生不要放 leaves the nuts out.
            off = after < len(spans) and spans[after].kind == "remove" and _for_good(spans[after:])
            if off and any(span.text in name for name in names):
                made.append(span)
                n += 1
            elif (
                after < len(spans)
                and spans[after].kind in ("leave", "remove")
                and _foods(spans, after + 1) == after + 1  # 鱼都不要香菜 refuses no fish
            ):
                made.append(_without(spans[n : after + 1]))
                n = after + 1
            else:
                made.append(span)
                n += 1
        else:
            made.append(span)
            n += 1
    return made


_OFF = re.compile(r"去掉|删|取消|退|撤|拿|划|砍|remove|delete|drop|cancel|take|rid")


def _strong(text: str) -> bool:
    return _OFF.match(text) is not None


def _for_good(spans: Sequence[Span]) -> bool:
    return spans[0].text[-1] in "了掉除" or (len(spans) > 1 and spans[1].text.startswith("了"))


def _foods(spans: list[Span], start: int) -> int:
    """Where the list of foods that begins at ``start`` ends; ``start`` when there is none."""
    end = at = start
    while at < len(spans):
        if spans[at].kind == "term":
            at += 1
            end = at
        elif (spans[at].kind in ("sep", "leave") and at > start) or (
            spans[at].kind == "fill" and spans[at].text.strip() in _THIN
        ):
            at += 1
        else:
            break
    return end


_THIN = frozenset({"", "也", "的", "个", "那个", "the", "of", "些"})  # may stand inside a list of foods


def _without(spans: Sequence[Span]) -> Span:
    terms = tuple(dict.fromkeys(span.text for span in spans if span.kind == "term"))
    if terms == ("辣",):
        return Span("option", "不要辣", spans[0].start, spans[-1].end)
    return Span("without", "".join(s.text for s in spans), spans[0].start, spans[-1].end, terms)


def _joined(spans: list[Span]) -> list[Span]:
    """Neighbouring characters that nobody knows are one piece."""
    made: list[Span] = []
    for span in spans:
        if span.kind == "other" and made and made[-1].kind == "other":
            last = made[-1]
            made[-1] = Span("other", last.text + span.text, last.start, span.end)
        else:
            made.append(span)
    return made


__all__ = ["Kind", "Span", "find_reference", "label"]
