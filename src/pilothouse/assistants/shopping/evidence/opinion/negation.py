"""Whether a word of opinion is turned round by what stands before or behind it."""

from __future__ import annotations

import re
from functools import cache

from pilothouse.assistants.shopping.evidence.opinion.lexicon import words

_HARMLESS = re.compile(
    r"不错|不仅|不但|不只|不光|不止|不单|不管|不论|不过|不断|不少|不同|不由|不禁|不得不|不可思议|不锈钢|"
    r"不愧|不妨|不小心|不久|"
    r"(?:不到|不出|不满|不足|没几|没过|没用|没多|没有几|没两|"
    r"未满)(?=\s?[\d一二两三四五六七八九十半几多个久天])|没想到|没多久|没几天|没事|"
    r"不说|不用说|不得了|不知不觉|不经意|不一样|特别|区别|分别|级别|类别|别人|别的|别家|别说|别墅|无线|"
    r"无刷|无叶|无论|无限|无比|"
    r"无非|无疑|未来|非常|不好意思|不瞒|不吹不黑|不夸张|说不定|不知道|要不是|不然|不怕|没收钱|不收|没恰饭|没广告|"
    r"not only|no doubt|no wonder|not just|not to mention|nothing short of|no\.\s?\d|can(?:no|"
    r"')t recommend (?:it |this )?(?:highly |more |enough)|"
    r"could(?:n't| not) be (?:happier|better|more)|can(?:no|')t (?:go wrong|praise)|never been (?:happier|better|more)"
)
_NEGATOR = re.compile(
    r"不(?:会|是|算|太|怎么|够|再|曾|至于|觉得|感觉|认为|见得|能|大|很)?|没有?|无|未(?:曾)?|别(?=[指说])|"
    r"毫无|绝无|从[不没未]|并[不没非]|"
    r"挑不出|找不出|找不到|看不出|撤回|收回|取消|撤下|算不上|谈不上|称不上|说不上|远没|远不|何来|休想|"
    r"免于|告别|杜绝|避免|不敢|零(?![\d件售食下星钱部用点碎])|(?<![\d.])0(?=[\u3400-\u9fff])|"
    r"\b(?:not|no|never|without|hardly|barely|neither|nor|nothing|nobody|none|zero|cannot|isn't|wasn't|"
    r"aren't|don't|doesn't|didn't|won't|"
    r"can't|couldn't|wouldn't|hasn't|haven't|ain't|lacks?|free of|far from|anything but|stopped being)\b"
)
_BETWEEN = re.compile(
    r"(?:(?:是|有|会|能|算|太|很|那么|这么|那样|多么|什么|任何|明显|值得|别的|其他|哪怕|条|建议|那条|"
    r"一点|一丝|一丁点|丝毫|半点|出现|出过|出|发现|修过|听到|闻到|感到|觉得|感觉|遇到|发生|过|任|的|了|"
    r"说|想象|传说|宣传|网上|楼上|楼下|大家|别人|他们|评论|里|中|得|特别|非常|十分|怎么|够|再|想|让|把|"
    r"因|令|用|它|我|人|可|以|到|"
    r"大|小|多|少|严重|真|真的|完全|一次|次|次数|任何的|所谓|传闻|那|这|"
    r"之前|以前|像|像以前|样|轻易|容易|随便|\s|\ue000|[\u3400-\u9fff]{0,3}(?:说|讲)的?|[a-z' ]{0,22}?))*"
)
_WEAK = re.compile(
    r"不(?:太|怎么|够|算|是很|那么|大|很|是太|见得)|没(?:有)?(?:那么|这么|太|多|想象|说|楼|传|宣)|算不上|"
    r"谈不上|称不上|说不上|not (?:very|that|so|too|as|really)|isn't (?:very|that)|not the|不是最"
)
_DOUBLE = re.compile(
    r"(?:没有?|不会有|找不到|再无)(?:比.{1,10})?更$|没有?(?:哪.{0,4})?比.{1,10}更|再$|不能更|不得不|"
    r"不是不|没有不|无不|非.{0,4}不"
)
_AFTER = re.compile(
    r"(?:\"|”|')?\s?(?:效果|功能)?(?:不了|不起来|不存在|个鬼|个屁|个锤子|个毛|是不可能|是假的|都是假|"
    r"谈不上|算不上|说不上|无从谈起|就别想|别想|不下来|"
    r"不到哪|不到哪儿|是不存在|没戏|免谈|寂寞|了个寂寞|不再|全无)"
)
_FAULT_GAP = re.compile(r"(?:(?!就|便|才|又|却|还是|直接|开始|天|周|月|年)[\u3400-\u9fff\"' ]){1,9}")
WINDOW = 16


@cache
def faults() -> frozenset[str]:
    """Words for what is wrong with a thing: "没有电机的哼哼" denies them over a few words."""
    wrong = ("静音", "耐用", "气味", "安全", "散热", "连接", "粉尘", "稳定", "舒适", "震动", "肤感")
    return frozenset(text for text, word in words().items() if word.sign < 0 and word.aspect in wrong)


def negation(plain: str, clause: int, start: int, end: int) -> tuple[bool, float]:
    """Whether the word at ``start``–``end`` is negated in the clause that begins at ``clause``, and the share of its
    strength that is left ("not very quiet" says less than "loud")."""
    if _AFTER.match(plain, end):
        return True, 1.0
    window = max(clause, start - (34 if plain[start].isascii() else WINDOW))
    before = plain[window:start]
    if _DOUBLE.search(before):
        return False, 1.0
    shielded = [match.span() for match in _HARMLESS.finditer(before)]
    flips, left = 0, 1.0
    fault = plain[start:end] in faults()
    for match in _NEGATOR.finditer(before):
        if any(a <= match.start() < b for a, b in shielded):
            continue
        gap = before[match.end() :]
        if not _BETWEEN.fullmatch(gap) and not (fault and match.group()[0] in "没无" and _FAULT_GAP.fullmatch(gap)):
            continue
        flips += 1
        if _WEAK.match(plain, window + match.start()):
            left = 0.6
    return flips % 2 == 1, left if flips else 1.0
