"""How a clause is meant: asserted, asked, wished, heard, advertised, or said of something else."""

from __future__ import annotations

import re

_RHETORICAL = re.compile(
    r"这也叫|也叫|也能叫|也好意思|凭什么|难道不|谁(?:能|会)?(?:想到|知道|懂)|怎么(?:敢|这么|能这么|"
    r"会这么)|说好的|what's not to|who knew|why (?:on earth )?did i (?:not|wait)"
)
_ASKED = re.compile(
    r"\?\s*[\"”')）]*$|吗[\"”')）.。~～]*$|(?:怎么|什么|哪|谁用|多少|几|会不会|有没有|好不好|是不是|"
    r"值不值)[^,，。]{0,12}(?:呢|么)[\"”')）.。~～]*$|(?:^|[,，:])\s*(?:求|请问|想问|有没有(?:人|谁|大佬|"
    r"推荐)|求问|求助|求推荐|哪位|谁用过)|是不是.{0,12}(?:吗|\?)|会不会|好不好[用?]?$|怎么样$|如何$|"
    r"哪个.{0,8}(?:好|静|吵|强)$|到底[^,，。]{0,10}?([\u4e00-\u9fff])不\1[^,，。]{0,4}$|"
    r"(?:^|[,，:])\s*(?:想要|想买|想入|打算买)[^,，。]{1,12}的?[。.]?$"
)
_PROMISED = re.compile(r"说好的.{1,12}(?:呢|\?|哪去)|(?:这|那)?也(?:能|配|好意思)?叫")
_WISH = re.compile(
    r"希望|期待|但愿|要是|如果|假如|若是|若能|能再|可以再|最好能|wish|if only|would be (?:nice|great|"
    r"better|perfect)|hope|should have|could (?:be|have)|would have (?:been|liked)|i'd (?:like|love)"
)
_WISHED = re.compile(
    r"就(?:好|完美|更好|圆满|无敌)|该多好|再.{1,10}(?:一?点|一?些)|能(?:更|再)|改进|升级|提高|加强|wish|"
    r"if only|would be|should have|could (?:be|have)|would have|希望|期待|但愿"
)
_IF = re.compile(
    r"^\W*(?:如果|要是|假如|若|倘若|只要|除非|万一|想要|要(?=.{1,10}的)|适合|喜欢.{1,10}的|怕|在意|追求|"
    r"对.{1,8}(?:敏感|要求)|if\b|unless\b|for those\b|when you\b|for anyone\b)|的话\W*$|(?:看重|注重|"
    r"介意|在乎|追求|讨厌|害怕|怕).{1,8}的(?:人|朋友|同学|可以|请|别|慎|不|就)?"
)
_HEARD = re.compile(
    r"听说|据说|据称|传闻|传说|朋友说|网上说|网上都|都说|有人说|人家说|看评论|评论说|评论里|听人说|"
    r"同事说|邻居说|别人说|i(?:'ve)? heard|people say|they say|reportedly|rumou?r|apparently|supposedly|"
    r"friend (?:said|says|told)"
)
_CLAIMED = re.compile(
    r"号称|标称|宣称|声称|自称|官方(?:说|称|宣|给|数据|标)|厂家(?:说|称|宣)|品牌方|商家(?:说|称|宣|讲)|"
    r"客服(?:说|称|讲|先说)|宣传|广告(?:里|上|词|语|说|打)|文案|详情页|介绍说|主打|所谓|吹得|吹嘘|卖点是|"
    r"包装上|说明书(?:说|上)|软文|种草文|博主(?:说|吹)|claims?\b|claimed|advertised|advertis|marketing|"
    r"allegedly|according to the (?:box|brand|manufacturer|maker)|the (?:box|brand|maker|"
    r"manufacturer) (?:says|promises)|promised|promises|rated (?:at|for)|on paper"
)
_EARLY = re.compile(
    r"曾经|曾是|上半年|当年|过去|那时候?|刚开始|一开始|起初|开始(?:还|的?时候)|头(?:几|两|三|一)(?:天|周|"
    r"个)|刚买|刚到手|新的时候|前(?:几|两|三)(?:天|周|个月)|第一(?:天|周|个月)|at first|initially|"
    r"in the beginning|out of the box|the first (?:few|week|month)"
)
_OTHER = re.compile(
    r"(?:之前|以前|上一?[台个款把只双]|原来|旧|老款|别的|其他|其它|同价位|杂牌|上一代|前代|竞品|别家|"
    r"大多数|多数|市面上|那些)(?:的|用的|买的|那|这|家里|产品|品牌|机器|便宜|所有|[\u3400-\u9fff]{0,8})|"
    r"(?:普通|某些|有些|很多|许多|网红|传统|同类|一般)(?:的|款|产品|品牌|机器|牌子|型号|同类)|my (?:old|"
    r"previous|last|other)|my (?:neighbou?r|friend|colleague|brother|sister)\b(?!'s)|"
    r"most (?:other|of the)|other (?:brands|models|products|\w+s)\b|the (?:old|"
    r"previous) one|(?:cheaper|rival) (?:ones|models|brands)"
)
_BESIDE = re.compile(
    r"(?:包装|快递|外|纸)(?:盒子?|箱子?)|赠品|(?<!没有)(?<!没)说明书|"
    r"\b(?:packaging|cardboard box|the manual|the leaflet)\b|"
    r"(?:^|[,，;])\W*(?:反正)?(?:那个?|这个?)?(?:盒子|袋子)"
)
_GENERIC = re.compile(
    r"(?:选购|挑选|选择|购买|挑)[^,。;]{0,10}(?:时[,要候]|先?看|要(?:看|注意)|注意|关键|重点|建议|技巧|"
    r"误区)|(?:选|挑|买)[^,。;]{1,8}(?:要看|先看|主要看|得看|关键)|还要看|还得看|一般来说|通常|普遍|原则|"
    r"标准是|口径[:是]|满意度(?:为|指)|返修率取自|附记|"
    r"指的是|是指|所谓的?.{1,6}(?:是|就是)|when (?:choosing|buying|shopping)|look for|in general|"
    r"generally|typically|越.{1,6}越"
)


def asked(plain: str) -> bool:
    """Whether the sentence is a question that tells nothing."""
    return bool(_ASKED.search(plain)) and not _RHETORICAL.search(plain)


_TURNED = re.compile(r"^\W*(?:isn't|aren't|wasn't|doesn't|don't|didn't|won't|难道|是不是|不是)")


def unturned(plain: str) -> str:
    """A question without the negation that it opens with: "Isn't it heavy? Yes" says that it is. As long as before."""
    return _TURNED.sub(lambda match: " " * len(match.group()), plain)


def promised(plain: str) -> bool:
    """Whether a promise is thrown back: 说好的静音呢, 这也叫静音."""
    return bool(_PROMISED.search(plain))


def wish(clause: str, sentence: str) -> bool:
    """Whether something is wished for that isn't there."""
    return bool(_WISH.search(clause) and (_WISHED.search(clause) or _WISHED.search(sentence)))


def conditional(clause: str) -> bool:
    """Whether a clause tells for whom or when, not how something is."""
    return bool(_IF.search(clause.strip()))


def weight(clause: str) -> float:
    """The share of strength left to what is heard, advertised or said of the first days; 0: no evidence at all."""
    if _CLAIMED.search(clause):
        return 0.0
    return (0.25 if _HEARD.search(clause) else 1.0) * (0.4 if _EARLY.search(clause) else 1.0)


def elsewhere(clause: str) -> bool:
    """Whether a clause without a product's name speaks of something that is none of the named products."""
    if _BESIDE.search(clause):
        return True
    found = _OTHER.search(clause)
    return bool(found) and not re.search(r"比|相比|than\b|compared|不像|不如|没有?.{0,10}那", clause)


def generic(clause: str) -> bool:
    """Whether a clause gives advice on the kind of product instead of judging one."""
    return bool(_GENERIC.search(clause))
