"""What a sentence wants: a search, an answer about the last decision, talk, or a question back (S11). By rules; where
they are unsure they say so, and a small model may be asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.need.phrase import KEEP_END
from pilothouse.assistants.shopping.need.reading import read_alone
from pilothouse.assistants.shopping.need.spelling import spelt

Intent = Literal["search", "talk", "refuse", "clarify", "followup"]


@dataclass(frozen=True, slots=True)
class Route:
    """``kind``: of talk greeting, thanks, goodbye, identity, ability, praise, blame or other; of a follow-up why_not,
    runner_up, drawbacks, evidence, price, why or again; of a question back kind, which or nothing. ``sure``: whether
    rules are certain. ``split``: whether the need has so many parts that a model may plan its searches."""

    intent: Intent
    kind: str = ""
    sure: bool = True
    split: bool = False


_TALK: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile("|".join(sorted(words.split("¦"), key=len, reverse=True)), re.IGNORECASE))
    for kind, words in (
        (
            "greeting",
            (
                r"你好¦您好¦嗨¦哈喽¦hello¦hi¦hey¦早上好¦早安¦上午好¦中午好¦下午好¦晚上好¦在吗¦在不在¦有人吗"
                r"¦good (?:morning"
                r"|afternoon|evening)¦how are you(?: doing)?(?: today)?¦你好吗¦吃了吗¦最近好吗¦what'?s up"
            ),
        ),
        (
            "thanks",
            (
                r"谢谢¦多谢¦谢了¦感谢¦非常感谢¦谢谢你的推荐¦辛苦¦辛苦了¦thanks?(?: you)?(?: so"
                r"| very)?(?: much)?¦thank you¦thx¦ty¦cheers¦太感谢¦好的?[，, ]?谢谢¦ok[，, ]?(?:thanks|thank you"
                r"|谢谢)"
            ),
        ),
        (
            "goodbye",
            (
                r"再见¦拜拜¦拜¦回头见¦下次见¦晚安¦先这样¦没事了¦不用了¦算了¦(?:算了)?[，, ]?我?先?不想?买了"
                r"¦never ?mind¦bye(?: bye)?¦goodbye¦see you(?: later)?"
                r"¦good night¦that'?s all"
            ),
        ),
        (
            "identity",
            (
                r"你是谁¦你叫什么(?:名字)?¦你是什么(?:东西)?¦你是(?:机器人|ai|人工智能"
                r"|真人)吗?¦who are you¦what are you¦are you (?:a )?(?:bot|robot|human|an ai|real)"
            ),
        ),
        (
            "ability",
            (
                r"你(?:都)?(?:能|会|可以)(?:做|干|帮我做)(?:些)?(?:什么|啥|嘛)¦你有什么(?:功能|用"
                r"|本事)¦怎么用¦怎么使用你¦能帮我什么¦what can you do¦how (?:do|does) (?:you|this"
                r"|it) work¦help¦帮助¦功能"
            ),
        ),
        (
            "praise",
            (
                r"不错¦很好¦太好了¦真棒¦厉害¦好的¦好¦行¦可以¦嗯¦嗯嗯¦ok¦okay¦知道了¦明白了¦懂了¦收到¦哈哈+¦哈+¦666¦牛"
                r"¦nice¦great¦cool¦good¦perfect¦awesome¦well done¦got it¦i see¦有道理¦就它了¦那就买它¦就买这个¦听你的"
            ),
        ),
        (
            "blame",
            (
                r"不好¦不行¦没用¦差劲¦垃圾¦真烂¦什么玩意儿?¦太差了¦不准¦胡说¦瞎说¦骗人¦你(?:说)?错了¦不对¦bad¦useless"
                r"¦wrong¦that'?s wrong¦nonsense¦terrible"
            ),
        ),
    )
)
NAMED = 0.5  # confidence of a kind that a first sentence is about, whatever else it seems to ask: 牙口没毛病
_BETWEEN = re.compile(
    (
        r"[\s,，。.!！~～?？、…]+|[你您啊呀哈吧了呢哦嗯的]|大家|各位|小助手|again|there|everyone|\bso much\b"
        r"|\bvery much\b|\bthe\b"
    ),
    re.IGNORECASE,
)
_REFUSE = re.compile(
    r"天气|下雨吗|几度|气温|(?:讲|说)(?:个|一个)?(?:笑话|故事)|写(?:一?[首篇段个封])?(?:诗|作文|文章|代码"
    r"|程序|邮件|情书|小说|检讨)|翻译|(?:唱|放)(?:首|一首)?歌|股票|基金|彩票|新闻|几点了|现在几点|星期几"
    r"|今天几号"
    r"|(?:等于|是)多少$|[\d\s]+(?:加|减|乘以?|除以?|[+\-*/×÷])[\d\s]+|(?:帮我|给我|我要|替我)?(?:下单|付款"
    r"|支付|退款|退货|查(?:一下)?(?:快递|物流|订单)|订(?:个|一?张)?(?:票|机票|火车票|外卖|餐|酒店))|请假"
    r"|报销|(?:怎么|如何)(?:做饭|减肥|追|学习|治|退|安装|修|维修|清洗|使用(?!感))|感冒|发烧|头疼|吃什么药"
    r"|导航|唱歌|作业|闹钟|提醒我|打车|开灯|关灯"
    r"|\b(?:weather|joke|poem|story|translate|stock market|stocks|news|what time|calculate|sing"
    r"|write (?:me )?(?:a|an|some)|place (?:an|the|my) order|order it|refund|track my|book (?:me )?a"
    r"|remind me|set an? (?:alarm|timer)|capital of|president|who won|homework)\b|\d+\s*(?:times|plus"
    r"|minus)\s*\d+",
    re.IGNORECASE,
)
_BUYING = re.compile(
    (
        r"想买|要买|买(?:个|一|哪|什么|啥|点|台|把|双)|求推荐|求安利|推荐|种草|入手|哪(?:个|款|台|种|把"
        r"|双)(?:牌子)?(?:更|比较|最)?(?:好|值|靠谱|耐用)|什么牌子|哪个牌子|口碑|选购|值得买|怎么选|想换|想要"
        r"|预算|有没有|求|适合|\b(?:buy|recommend|looking for|which|best|need|want|suggest|get|reviews?)\b"
    ),
    re.IGNORECASE,
)
_LAST = (
    r"(?:它|这个|这款|这台|那个|那款|那台|该产品|你推荐的|刚才(?:那|说|推荐)[^，,]*|上面那?[个款]"
    r"|第[一二三四五1-5](?:名|个|款)?|亚军|冠军|it|this|that|this one|that one)"
)
_FOLLOW: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(words, re.IGNORECASE))
    for kind, words in (
        (
            "price",
            r"^(?:那|那么)?(?:它|这个|这款|这台)(?:大概|现在)?(?:卖|要)?(?:是)?(?:多少钱|什么价(?:格|位)?)[呢啊呀]?[?？。]*$"
            r"|^(?:and )?(?:how much (?:is|does) (?:it|this|that)(?: one)?(?: cost)?|what(?:'s| is) (?:its|the) price"
            r"|what does (?:it|this|that) cost)[?. ]*$",
        ),
        (
            "why_not",
            r"为(?:什么|啥|何)(?:不(?:是|选|推荐|用|买|要)|没(?:有)?(?:选|推荐|上榜|提))|怎么(?:不(?:是|选|推荐)"
            r"|没(?:有)?(?:选|推荐|提))|凭什么不(?:是|选|推荐)|(?:不选|不推荐|没选"
            r"|没推荐)[^，,。]{1,14}(?:的?(?:原因|理由)|是?为(?:什么|啥))|[^，,]{2,14}(?:为(?:什么|啥)|怎么)(?:没"
            r"|不)(?:选上|入选|上榜|推荐|行)"
            r"|why (?:not|didn'?t you|isn'?t it|don'?t you|wasn'?t)",
        ),
        (
            "evidence",
            (
                r"证据|依据|出处|来源|谁说的|哪里(?:说|看)的|在哪看到|有什么根据|根据什么|参考(?:了)?(?:什么|哪些)"
                r"|链接|原文|哪些网站|数据(?:来自|从)哪|怎么知道|真的假的|可信吗|靠谱吗$|\b(?:evidence|sources?"
                r"|who sa(?:id|ys)|says who|where did you (?:read|see|find|get)|citations?|links?"
                r"|(?<!rain )(?<!water )(?<!wind )(?<!child )proof|how do you know)\b"
            ),
        ),
        (
            "drawbacks",
            (
                r"缺点|不足|毛病|槽点|坏处|短板|差评|弊端|劣势|有什么问题|有啥问题|哪里不好|有没有坑|有什么坑"
                r"|不好的地方|吐槽|\b(?:drawbacks?|downsides?|cons|disadvantages?|weakness(?:es)?|what'?s (?:bad"
                r"|wrong)|problems? with|complaints?|any issues)\b"
            ),
        ),
        (
            "runner_up",
            (
                r"第[二三四五2-5](?:名|个|款)?(?:是|呢|叫|有|怎么样|如何|$)|第二好|第二名|亚军|备选|次选|其他候选"
                r"|候选(?:有|是)|排第[二三四五2-5]|后面(?:的)?是什么|\b(?:runner[- ]?ups?|second (?:best|one|place"
                r"|choice)|the second|number two|alternatives?|what else was|next best|other candidates)\b"
            ),
        ),
        (
            "why",
            (
                rf"为(?:什么|啥|何)(?:是|选|推荐|会)?(?:{_LAST}|选它|推荐它|呢|$)|为(?:什么|啥)(?:推荐|选)|理由(?:是|呢"
                rf"|$)|凭什么(?:推荐|选|是)|(?:推荐|选择?)(?:它|这款|这个)?的?(?:理由|原因)|怎么(?:得出|选出|算)"
                rf"|分数怎么|怎么打分|优点|好在哪|好处|\bwhy(?: (?:this|that|it|is it|did you (?:choose|pick"
                rf"|recommend)))?\b|\b(?:reasons?|pros|advantages?|strengths?)\b|what'?s good about"
            ),
        ),
        (
            "again",
            (
                r"(?:再说|重复|重说)(?:一遍|一次|一下)?|刚才(?:说|推荐)(?:的)?(?:是)?(?:什么|啥|哪[个款])"
                r"|你推荐的是(?:什么|啥|哪[个款])|(?:结论|结果)(?:是|呢)|总结一下|\b(?:say (?:it|that) again|repeat"
                r"|what did you recommend|which one (?:was it|did you)|summar(?:y|ize|ise))\b"
            ),
        ),
    )
)
_REFINE = re.compile(
    r"预算|换成|改成|加到|降到|再(?:加|便宜|贵|轻|小|大|安静|多|少|推荐|来|找)|(?:要|想要|有没有|有"
    r"|来个?)?更\w{1,6}(?:的|点|一点)|便宜(?:点|一点|些|的)|贵(?:点|一点)|(?:安静|轻|小|大|耐用|好看|结实"
    r"|简单)(?:一)?点|除了?(?:它|这个|这款)|还有(?:别的|其他|其它|没有)|有没有(?:别的|其他|其它)"
    r"|换(?:一)?[个款台家]|不要|别(?:推荐|要|的牌子)|\d+\s*(?:元|块)?(?:以内|以下|左右|以上)|太贵|(?:宿舍"
    r"|办公室|老人|孩子|女生|家里|卧室|户外|出差)[^，,]{0,4}(?:用|的)(?:呢)?$|如果|要是|只要|只考虑|最好"
    r"|\b(?:cheaper|quieter|lighter|smaller|bigger|instead|other than|anything else|another|under|below"
    r"|up to|raise|budget|not? [A-Z]\w+|without|what about|how about|what if|for (?:my|the|a)|more \w+"
    r"|less \w+)\b",
    re.IGNORECASE,
)
_WHAT_ABOUT = re.compile(
    r"^(?:那|那么)?(?P<name>[\u3400-\u9fffA-Za-z0-9 +&-]{2,20}?)(?:呢|怎么样|如何|行吗|可以吗|好吗|行不行"
    r"|好不好)[?？]?$"
)
_NEW_KIND = 0.85


def route(text: str, has_decision: bool) -> Route:
    """The aim of ``text``. ``has_decision``: whether a product (or none) was decided on before in this session."""
    said = spelt(text)
    if not re.search(r"\w", said):
        return Route("talk", "other")
    for kind, pattern in _TALK:
        if _only(pattern, said):
            return Route("talk", kind)
    need = read_alone(text, date.min)
    asks = _followup(said)
    about = asks and _followup(need.kind)  # 毛病 is no kind of product
    clear = (need.confidence >= _NEW_KIND and not about) or bool(need.wanted_products)
    if asks and not (clear and _BUYING.search(said) and not has_decision and asks not in ("why_not", "runner_up")):
        if has_decision and not (clear and _starts(said, need)):
            return Route("followup", asks)
        if not has_decision and (need.confidence < NAMED or not KEEP_END.search(need.kind)):
            return Route("clarify", "nothing")
    if _REFUSE.search(said) and not (need.kind and (_BUYING.search(said) or _says_budget(need) or need.qualities)):
        return Route("refuse")
    split = _parts(need) > 1
    if (
        _BUYING.search(said)
        and need.vague
        and not _parts(need)
        and not (has_decision and (_REFINE.search(said) or _says_budget(need)))
    ):
        return Route("clarify", "kind")
    if clear or (need.kind and _BUYING.search(said)):
        return Route("search", split=split)
    if has_decision and _REFINE.search(said):
        return Route("search", "changed", split=split)
    if need.kind:
        return Route("search", sure=need.confidence >= 0.5 or bool(need.qualities), split=split)
    if _BUYING.search(said):
        return (
            Route("search", "changed" if has_decision else "", split=split)
            if has_decision
            else Route("clarify", "kind")
        )
    if need.aspects or need.high or need.low or need.excluded_brands:
        return (
            Route("search", "changed", sure=has_decision, split=split)
            if has_decision
            else Route("clarify", "kind", sure=False)
        )
    return Route("talk", "other", sure=False)


def _only(pattern: re.Pattern[str], said: str) -> bool:
    """Whether the sentence is nothing but such words."""
    at = 0
    while at < len(said):
        match = pattern.match(said, at) or (_BETWEEN.match(said, at) if at else None)
        if match is None or match.end() == at:
            return False
        at = match.end()
    return True


def _followup(said: str) -> str:
    return next((kind for kind, pattern in _FOLLOW if pattern.search(said)), "")


def _says_budget(need: Need) -> bool:
    return need.unlimited or any((need.low, need.high, need.foreign_low, need.foreign_high))


def _starts(said: str, need: Need) -> bool:
    """Whether a sentence with a follow-up's word is a need of its own: 买个没有这些缺点的电饭煲."""
    return (
        re.search(
            (
                r"想买|求推荐|推荐(?:一|个|款)|买(?:个|台|一|哪)|哪(?:款|个|台)(?:好|值)|\b(?:recommend|looking for"
                r"|want to buy)\b"
            ),
            said,
            re.IGNORECASE,
        )
        is not None
        and len(need.kind) > 1
    )


def _parts(need: Need) -> int:
    return len(need.aspects) + len(need.musts) + len(need.wanted_products) + bool(need.excluded_brands)
