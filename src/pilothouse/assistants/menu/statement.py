"""Sentences that say something about a guest for good: "我不吃辣", "I'm allergic to peanuts", "我现在能吃香菜了".

A wish for this order ("不要香菜"), a question and a supposition say nothing for good. When in doubt nothing is kept:
the wish still counts for the turn, because ``read_filters`` reads it there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.constraints import known_ingredient, read_filters
from pilothouse.assistants.menu.filters import Filters
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.residue import EDGE, content
from pilothouse.assistants.menu.taste import HOT, KINDS, Kind, Statement
from pilothouse.retrieval.tokenizer import normalise

_CLAUSE = re.compile(r"[^，,。.;；!！?？\n]+[?？]?")
# Speech comes without commas: where another clause may begin.
_TAIL = re.compile(
    r"(?<=[^\s不])(?=有什么|有啥|有没有|有哪些|能点|能吃(?:什么|啥|哪)|(?:可以|能)吃吗|可以(?:点|吃什么)|推荐|给我|帮我|来[一两份个点碗盘]|你们?(?:有|能|给|帮|看)|别[放加]|不要[放加]|也不|也对|而且|并且|但是?|不过|因为"
    r"|(?:\b(?:but|so|and i|what|which|can you|could you|do you|please)\b))"
)
_FILLER = re.compile(
    r"^(?:嗯+|啊|哦|那个?|对了|其实|因为|不过|但是?|还有|另外|而且|并且|然后|所以|主要是?|就是|顺便(?:说(?:一下)?)?|跟(?:你|您)们?(?:说|讲)(?:一下|一声)?|提醒(?:你|您)们?(?:一下)?|告诉(?:你|您)们?|注意|你好|您好|服务员|请|麻烦|也|"
    r"hi|hello|by the way|well|also|and|but|so|please|just so you know|actually|fyi)[\s:：]*"
)
_REMEMBER = re.compile(
    r"^(?:请|帮我|给我|你要|你|您|麻烦|以后|一定要?|要)*(?:记住|记一下|记下来?|记着|记得|记好|别忘[了记]?|不要忘[了记]?|please remember|remember|don'?t forget|keep in mind|note)(?:一下|了|啊| that)?[\s:：]*"
)
_QUESTION = re.compile(
    r"[?？]|吗|[么呢]$|什么|啥|哪|怎么(?!吃|爱|喜欢|能)|多少|几[个份道样种]|谁|有没有|(?<=.)([能会吃爱要是行好辣])不\1|可不可以|喜不喜欢|^(?:is|are|can|could|do|does|should|am|will|would)\b|\b(?:what|which|how|who|can i|should i|do you)\b"
)
_SUPPOSED = re.compile(r"如果|要是|假如|假设|万一|的话|不是(?:我)?(?:不|对)|并非|并不是|没说|的人|人士|\bif\b|\bpeople\b|(?:想|要)吃")
_PASSING = re.compile(r"今[天晚儿早]|中午|晚上|这[次顿回餐]|这会儿|最近|这[几两]天|这阵子|这段时间|暂时|目前|昨天|明天|以前|小时候|曾经|之前|过去|刚才|today|tonight|this time|right now|lately|recently|used to|for now")
_KIN = r"(?:老婆|老公|媳妇|爱人|太太|先生|丈夫|妻子|对象|女朋友|男朋友|女友|男友|[妈爸]{1,2}|母亲|父亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|爸妈|父母|公公|婆婆|儿子|女儿|闺女|孩子|小孩|小孩子|宝宝|娃|小朋友|老人|朋友|同事|同学|室友|闺蜜|哥们?|姐|弟弟?|妹妹?|家人|家里人?|客户|领导|老板|老师)"
_OTHER = re.compile(rf"(?<![和跟与])(?:我|他|她|咱)?(?:们|的|家|个|这个|位|那)*{_KIN}|[他她]们?|(?:我|咱|你|您)们|你|您|有(?:个|一个|位)?人|大家|\b(?:my (?:wife|husband|son|daughter|kids?|child|children|friends?|mom|mother|dad|father|girlfriend|boyfriend|partner|colleague|boss|guest)|he|she|they|we|our|someone|everyone|you)\b")
_FIRST = re.compile(rf"^(?:我(?:和|跟|与)我?的?{_KIN}|我(?:自己|本人|个人|这个?人)?|本人|俺|i'?m\b|i'?ve\b|i)(?!们)\s*")
_HABIT = re.compile(r"从来|从不|从小|一向|向来|一直|一辈子|天生|平时|平常|一般|通常|再也|以后|往后|永远|每次|一律|always|never")
_ALWAYS = re.compile(r"以后|往后|永远|每次|一律|从今|从此|再也|always|from now on")
# Predicates of a lasting dislike; "不要", "别放" and "不想吃" are wishes.
_AVOID = re.compile(
    r"(?:从|都|也|就)*不(?:能|可以|可|太|大|怎么|敢|会|准|让|再)*(?:能|会|敢)?(?:吃|喝|碰|沾)(?:得?[了惯来])?|[吃喝碰沾]不(?:得|了|惯|来)|(?:不(?:太|怎么|大|是很|是特别|是太)?(?:喜欢|爱)|(?:最|很|特别|非常)*(?:讨厌|反感|痛恨|恨))(?:吃|喝)?|忌口?(?:的?是)?|戒(?=[荤肉酒糖奶])|(?:接受|忍受|受)不了(?:吃)?|闻不(?:得|了)|怕(?=辣)"
    r"|(?:don'?t|do not|can'?t|cannot|can not|never|mustn'?t) (?:really )?(?:eat|drink|have|like|stand|handle|do|take)|\b(?:hate|dislike|avoid)\b"
)
_WISH = re.compile(r"(?:不要|别|不用)(?:再)?(?:给我)?(?:放|加|有)?|no\b|without")
_LOVE = re.compile(r"(?<!不)(?<!不太)(?<!不怎么)(?<!不是很)(?<!不大)(?:喜欢|爱|钟爱|偏爱|偏好)(?:吃|喝)?|(?<!d )(?<!would )(?<!don't )\b(?:love|like|enjoy|adore|am (?:a )?(?:big )?fan of)(?: to eat| eating| to drink| having)?\b")
_MEATLESS = re.compile(r"^(?:是个?|一直|一向|平时|从小|现在|都|只|信佛|常年|长期|已经|开始|,)*(?:(?<!不)吃(?:全|净|长|纯|长年)?(?:素|斋)(?:的|了)?|素食(?:者|主义者?)|只吃素)$|^(?:am |'m )?(?:a |an )?(?:strict )?vegetarian$|^(?:don'?t|do not|never) eat (?:any )?meat$")
_VEGAN = re.compile(r"^(?:是个?|一直)?(?:纯素(?:食)?(?:者|主义者?)|严格素食(?:者|主义者?))$|^(?:am |'m )?(?:a )?(?:strict )?vegan$")
_HALAL = re.compile(r"^(?:是个?)?(?:回民|回族人?|回族的|穆斯林|信伊斯兰教的?|吃清真的?|只吃清真的?)$|^(?:am |'m )?(?:a )?muslim$|^(?:only )?eat (?:only )?halal(?: food)?$")
_MILD = re.compile(r"(?:(?:只|最多|顶多)?(?:能|可以)?(?:吃|接受)(?:得了)?(?:一?点点?|一丁点)辣)")
_LEVEL = re.compile(r"(?:一般|平时|平常|通常|习惯|每次|都|只|只能|最多|向来|一向|always|usually)+(?:都|只|就)?(?:能|可以)?(?:吃|要|点|来|喜欢|选|是|接受|order|eat|have)?(?P<level>不辣|微微?辣|中辣|特辣|mild|medium)")
_ABLE = re.compile(r"(?:现在|已经|又|终于|重新|开始|都|也|慢慢)*(?:能|可以|敢|会)(?:吃|喝|碰)(?P<what>.+?)(?:了|啦)?$|(?:现在|又|已经|重新|开始)+(?:开始|又|也|都)*(?:吃|喝)(?P<again>[^了]+?)(?:了|啦)$|(?:can )?(?:eat|drink|like) (?P<english>.+?) (?:now|again)$")
_NO_ALLERGY = re.compile(r"(?:对(?P<one>.+?))?(?:已经|现在|早就|早|都|也)*不(?:再|会)?过敏(?P<done>了|啦)?|不(?:再)?对(?P<two>.+?)过敏(?:了|啦)?|(?P<three>.+?)过敏(?:已经|早就|早|都)*(?:好|治好|没|痊愈)了|(?:not|no longer|n't) allergic(?: to (?P<four>.+?))?(?: any ?more| now)?$")
_ALLERGY = re.compile(r"过敏|不耐受?|allerg|intoleran")
_NO_FOOD = re.compile(r"花粉|青霉素|头孢|药|阿司匹林|尘|螨|[猫狗]|毛$|紫外线|阳光|乳胶|金属|化妆品|香水|冷空气|体质|皮肤|鼻|[你您他她这那]|严重|容易|有点|食物$|东西")
_POLITE = r"^(?:请|帮我|给我|麻烦|你|您|可以|能|能不能|可不可以|可否|就|那|都|现在|could you|can you|please)*\s*"
_ERASE = r"(?:忘掉|忘了|忘记|删掉|删除|删了|删|清空|清除|清掉|清了|抹掉|抹去)"
_FORGET = re.compile(rf"{_POLITE}(?:{_ERASE}|别再?记(?:住|着|录)?|不[用要]再?记(?:住|着|录)?|forget(?: that)?|delete|erase|clear|wipe)(?P<what>.+?)(?:吧|了)?$|{_POLITE}(?:把|将)(?P<object>.+?)(?:都|全部|全|给)*(?:{_ERASE})(?:吧|了|掉)*$")
_ASKED = re.compile(r"(?:好吗|可以吗|行吗|好不好|行不行|吗|吧|啊|呗)+[?？]?$|[?？]$")
_MEMORY = re.compile(r"口味|偏好|喜好|忌口|过敏(?:记录|信息|史)|饮食|记忆|关于我|我的?(?:个人)?(?:信息|资料|记录|历史|数据)|点(?:餐|单|菜)(?:记录|历史)|tastes?\b|preferences?|profile|memory|about me|my (?:data|history|allerg)")
_PARTS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"忌口|不吃的"), "dislikes"), (re.compile(r"过敏|allerg"), "allergies"), (re.compile(r"点(?:餐|单|菜)|order history"), "ordered"),
)  # fmt: skip
_LONE = frozenset("面粉粥藕笋醋糖酒肉")  # single characters that name a food, though no group does
_END = re.compile(r"(?:的(?:东西|菜|食物|那种)?|了|啊|呀|哦|哈|呢|嘛|吧|啦|味道?|这种|那种|之类|们|everything|food|dishes|stuff|at all|very much|a lot|really|anymore|any more)+$")


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause that says something. ``weak``: without a subject, so the rest of the sentence has to bear it out."""

    statement: Statement
    subject: str
    weak: bool = False


def read_statement(text: str, lexicon: Lexicon) -> Statement | None:
    """What ``text`` says about the guest for good, or ``None``. What is said about himself goes before what is said
    about others, which comes back with ``other``."""
    plain = normalise(text)
    if (match := re.search(r"以前(?:都|从来)?不(?:能|敢|爱|喜欢)?吃(?P<what>[^，,]+?)[，, ]*(?:但是?|可是|不过)?(?:我)?现在(?:又|都|也|能|可以|爱|喜欢)*吃了", plain)) and not _OTHER.search(plain):
        plain = f"我现在能吃{match['what']}了"
    clauses = _listed([part for clause in _CLAUSE.findall(plain) for part in _TAIL.split(clause) if part.strip(EDGE)], lexicon)
    found: list[_Said] = []
    whole, subject = True, ""
    for clause in clauses:
        said = _read_clause(clause, lexicon, subject)
        subject = said.subject if said else ""
        whole = whole and (said is not None or not _bare(clause)[0])
        if said:
            found.append(said)
    kept = [said for said in found if not said.weak or whole]
    own = [said.statement for said in kept if not said.statement.other]
    return _together(own or [said.statement for said in kept])


def _listed(clauses: Sequence[str], lexicon: Lexicon) -> list[str]:
    """不吃葱，姜，蒜: a clause that is nothing but a food belongs to the one before."""
    joined: list[str] = []
    for clause in clauses:
        if joined and not joined[-1].endswith(("?", "？")) and known_ingredient(clause.strip(), lexicon):
            joined[-1] += f"、{clause.strip()}"
        else:
            joined.append(clause)
    return joined


def _together(statements: Sequence[Statement]) -> Statement | None:
    if not statements:
        return None
    joined = {
        name: tuple(dict.fromkeys(item for one in statements for item in getattr(one, name)))
        for name in ("dislikes", "allergies", "likes", "forget", "forget_kinds")
    }
    spice = next((one.spice for one in reversed(statements) if one.spice), "")
    return Statement(**joined, spice=spice, other=statements[0].other)


def _bare(clause: str) -> tuple[str, bool]:
    """The clause without what leads up to it, and whether it asks to be remembered."""
    asked = False
    while True:
        clause = clause.strip(EDGE)
        match = _REMEMBER.match(clause)
        asked = asked or match is not None
        match = match or _FILLER.match(clause)
        if match is None or not match[0]:
            return clause, asked
        clause = clause[match.end() :]


def _read_clause(clause: str, lexicon: Lexicon, inherited: str) -> _Said | None:
    text, asked = _bare(clause)
    if not asked and (statement := _read_forget(_ASKED.sub("", clause.strip(EDGE)), lexicon)) is not None:
        return _Said(statement, "first")
    if not text or _QUESTION.search(clause) or _SUPPOSED.search(text) or _PASSING.search(text):
        return None
    first = _FIRST.match(text)
    other = _OTHER.search(text[first.end() :] if first and _both(first[0]) else text)
    subject = "other" if other else "first" if first else inherited
    if other:
        text = text[: other.start()] + text[other.end() :]
        text = re.sub(r"^(?:我|的)+", "", text)
    elif first:
        text = text[first.end() :]
    text = text.strip(EDGE)
    sure = bool(subject) or asked or bool(_HABIT.search(text))
    statement = _read_allergy(text, lexicon)
    weak = False
    if statement is None:
        statement = _read_avoidance(text, lexicon, lasting=asked or bool(_ALWAYS.search(text)))
        weak = not sure
    if statement is None and subject:
        statement = _read_diet(text) or _read_able(text, lexicon) or _read_spice(text) or _read_love(text, lexicon)
        weak = False
    if statement is None:
        return None
    return _Said(replace(statement, other=subject == "other"), subject or "first", weak)


def _both(subject: str) -> bool:
    return len(subject) > 1 and subject[1] in "和跟与"


def _read_forget(text: str, lexicon: Lexicon) -> Statement | None:
    match = _FORGET.search(text)
    if match is None:
        return None
    what = match["what"] or match["object"] or ""
    if _OTHER.search(what) or _QUESTION.search(what):
        return None
    if _MEMORY.search(what):
        kinds = tuple(kind for pattern, kind in _PARTS if pattern.search(what))
        return Statement(forget_kinds=kinds or KINDS)
    what = re.sub(r"(?:这[条个件]?(?:事|记录|信息)?|的?(?:事情?|记录|信息))$", "", what)
    said = _read_clause(what, lexicon, "")
    if said is None or said.statement.forget or said.statement.forget_kinds:
        return None
    inner = said.statement
    terms = (*inner.dislikes, *inner.allergies, *inner.likes, *((HOT,) if inner.spice else ()))
    return Statement(forget=terms) if terms else None


def _read_allergy(text: str, lexicon: Lexicon) -> Statement | None:
    if not _ALLERGY.search(text):
        return None
    text = re.sub(r"不耐受?", "过敏", text)
    text = re.sub(r"^(?:am|'m|have|have a|got)\s+", "", text)
    text = re.sub(r"([a-z]+) intolerant|([a-z]+) intolerance", r"\1\2 allergy", text)
    if match := _NO_ALLERGY.search(text):
        said = next((group for name in ("one", "two", "three", "four") if (group := match[name])), "")
        terms = _eaten(said, lexicon) or ((said.strip(),) if re.fullmatch(r"[\u4e00-\u9fff]{1,4}", said.strip()) else ())
        if said:
            return Statement(forget=terms) if terms else None
        return Statement(forget_kinds=("allergies",)) if match["done"] or "no longer" in text or "more" in text else None
    if re.search(r"(?:没|没有|无|非)(?:任何)?(?:食物)?过敏|no allerg", text):
        return None
    terms = tuple(term for term in read_filters(text, lexicon)[0].avoid if not _NO_FOOD.search(term))
    terms = tuple("辣椒" if term in ("辣", "辣的") else _trimmed(term) for term in terms)
    return Statement(allergies=terms) if terms else None


def _read_avoidance(text: str, lexicon: Lexicon, *, lasting: bool) -> Statement | None:
    match = _AVOID.search(text) or (_WISH.search(text) if lasting else None)
    if match is None:
        return None
    before, after = text[: match.start()], text[match.end() :].strip()
    if after.endswith(("了", "啦")) and not _ALWAYS.search(before) and not match[0].startswith(("吃不", "喝不")):
        return None  # 我不吃香菜了: this order, or for good? Nobody knows.
    spoken = re.sub(r"never", "don't", text[match.start() :])
    filters, rest = read_filters(spoken, lexicon)
    if filters.spice == "any":
        filters = replace(filters, spice=read_filters(text, lexicon)[0].spice)
    spice = {"不太辣": "微辣", "不辣": "不辣"}.get(filters.spice, "")
    if spice and not filters.exclude:
        return Statement(spice=spice) if not content(_END.sub("", rest)) or "辣" in text else None
    if not after:
        return _fronted(text, before, lexicon)
    mentions = lexicon.mentions(after)
    if mentions and not known_ingredient(_trimmed(after), lexicon):
        loved = re.search(r"喜欢|爱|讨厌|恨|like|hate", match[0]) or _HABIT.search(before)
        named = mentions[0].surface == _trimmed(after)
        return Statement(dislikes=(mentions[0].surface,)) if loved and named else None
    ascii_ = after.isascii()
    filters, rest = read_filters(f"i don't eat {after}" if ascii_ else f"不吃{after}", lexicon)
    return _avoided(filters, rest, spice, lexicon)


def _fronted(text: str, before: str, lexicon: Lexicon) -> Statement | None:
    """香菜我不吃: the food comes first."""
    before = re.sub(r"(?:我|我是|从来|从|一向|都|也|就|真的|实在|一直|是|,)+$", "", before).strip()
    filters, rest = read_filters(f"不吃{_trimmed(before)}", lexicon) if before else (Filters(), "")
    return _avoided(filters, rest, "", lexicon)


def _avoided(filters: Filters, rest: str, spice: str, lexicon: Lexicon) -> Statement | None:
    terms = tuple(_trimmed(term) for term in filters.exclude if _names_food(term, lexicon))
    if not terms or content(_END.sub("", rest.strip())):
        return None
    return Statement(dislikes=terms, spice=spice)


def _names_food(term: str, lexicon: Lexicon) -> bool:
    return known_ingredient(term, lexicon) or len(term) > 1 or term in _LONE


def _trimmed(term: str) -> str:
    return _END.sub("", term.strip()).strip() or term


def _read_diet(text: str) -> Statement | None:
    bare = _END.sub("", text) or text
    for pattern, terms in ((_VEGAN, ("荤", "鸡蛋", "奶制品")), (_MEATLESS, ("荤",)), (_HALAL, ("猪肉",))):
        if pattern.search(bare) or pattern.search(text):
            return Statement(dislikes=terms)
    return None


def _read_able(text: str, lexicon: Lexicon) -> Statement | None:
    """我现在能吃辣了: something that held no longer does."""
    match = _ABLE.search(text)
    if match is None or "不" in text[: match.end()] or re.search(r"很|特别|超|最|挺", text[: match.end()]) or _MILD.search(text):
        return None
    what = match["what"] or match["again"] or match["english"] or ""
    if re.fullmatch(r"辣的?(?:菜|东西)?|(?:very )?(?:spicy|hot)(?: food| dishes| things)?", what.strip()):
        return Statement(forget=(HOT,))
    now = match["english"] or match["again"] or text.endswith(("了", "啦"))
    terms = _eaten(what, lexicon) if now else ()
    return Statement(forget=terms) if terms else None


def _read_spice(text: str) -> Statement | None:
    if _MILD.search(text):
        return Statement(spice="微辣")
    if match := _LEVEL.search(text):
        level = {"微微辣": "微辣", "mild": "微辣", "medium": "中辣"}.get(match["level"], match["level"])
        return Statement(spice=level)
    if re.search(r"无辣不欢|(?:很|特别|超|最|挺|非常)能吃辣", text):
        return Statement(spice=HOT)
    return None


def _read_love(text: str, lexicon: Lexicon) -> Statement | None:
    match = _LOVE.search(text)
    if match is None or content(re.sub(r"最|很|特别|比较|超|挺|真的|一直|非常|都|也|就|还|尤其|平时|一向|从小|really|just|always|also", "", text[: match.start()])):
        return None
    what = _trimmed(text[match.end() :])
    level = re.fullmatch(r"(?:吃)?(?P<level>微辣|中辣|特辣|不辣|辣|重辣|爆辣|spicy(?: food| dishes)?|hot food)", what)
    if level:
        said = level["level"]
        return Statement(spice={"重辣": "特辣", "爆辣": "特辣"}.get(said, said if said in ("微辣", "中辣", "特辣", "不辣") else HOT))
    mentions = lexicon.mentions(what)
    if len(mentions) == 1 and mentions[0].surface == what:
        return Statement(likes=(what,))
    terms = _eaten(what, lexicon)
    if not terms and what in ontology.categories() and not known_ingredient(what, lexicon):
        terms = (what,)
    return Statement(likes=terms) if terms else None


def _eaten(what: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The foods that ``what`` consists of; none when there is anything else in it."""
    what = _trimmed(what)
    filters, rest = read_filters(f"with {what}" if what.isascii() else f"含{what}", lexicon)
    if content(_END.sub("", rest.strip())) or filters.spice != "any":
        return ()
    return tuple(_trimmed(term) for term in filters.include if _names_food(term, lexicon))
