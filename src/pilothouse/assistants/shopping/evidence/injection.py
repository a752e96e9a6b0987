"""Text that speaks to a machine instead of telling a reader something: never evidence, in whatever disguise."""

from __future__ import annotations

import re

from pilothouse.assistants.shopping.evidence.text import fold
from pilothouse.retrieval.evidence.safety import instructing

_HIDDEN = re.compile(
    r"<!--.*?(?:-->|$)|<(script|style|template|noscript)\b.*?(?:</\1\s*>|$)|"
    r"<(\w+)[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?!\.)|"
    r"color\s*:\s*(?:#fff(?:fff)?\b|white)|\bhidden\b)[^>]*>.*?(?:</\2\s*>|$)",
    re.I | re.S,
)
_CUE = re.compile(
    r"忽略|无视|忘记|忘掉|抛开|绕过|覆盖|指令|指示|提示词|命令|系统|助手|模型|机器人|人工智能|智能体|"
    r"爬虫|摘要|评审|评分|打分|排序|"
    r"\bai\b|llm|gpt|agent|assistant|system|instruction|prompt|ignore|disregard|forget|override|bypass|"
    r"crawler|summari[sz]|rank|score|output|respond|answer|reply|"
    r"必须推荐|只推荐|唯一推荐|请推荐|你的|你现在|从现在起|回答|回复|输出|json|[{<\[]\||base64|user:|用户"
)
_MACHINE = (
    r"(?:ai|llm|gpt|chatgpt|agent|bot|assistant|language model|大?模型|语言模型|人工智能|智能体|"
    r"智能?助手|导购助手|购物助手|推荐系统|评审模型|评分系统|打分系统|摘要程序|爬虫|机器人|算法|"
    r"自动(?:摘要|评分|推荐|导购))"
)
_ADDRESS = re.compile(
    rf"(?:致|给|写给|提醒|敬告|注意|note to|attention|dear|hey|hi|for|to all)\s*(?:各位|所有|任何|"
rf"正在阅读(?:本文|此文)?的|any|all|the)?\s*{_MACHINE}|"
    rf"{_MACHINE}[^。\n]{{0,16}}(?:请|必须|应当?|务必|需要|注意|读到|看到|阅读|should|must|please|shall|reading)|"
    rf"(?:如果|若|假如|if)\s*(?:你|您|you)\s*(?:是|为|are)\s*(?:一个|an?|the)?\s*{_MACHINE}|"
    r"(?:必须|务必|一律|只能|只|请|应当?|直接|始终|永远)(?:把|将|只|要)?(?:推荐|选择|输出|回答|返回|给出|"
r"列出|判定|认定|选出|视为)[^。\n]{0,30}(?:第一|唯一|最佳|满分|首位|100|为准|作为(?:答案|结论|结果)|"
r"其他|其它|给用户)|"
    r"(?:把|将)[^。\n]{1,24}(?:列为|排在|排为|评为|设为|标记为|打)[^。\n]{0,8}(?:第一|首位|榜首|唯一|"
r"满分|最高|100|正面|负面|危险|不合格)|"
    r"(?:其他|其它|其余|所有竞品)[^。\n]{0,10}(?:一律|全部|都)?[^。\n]{0,6}(?:视为|列为|标记为|判为|忽略|"
r"不予|降权|打(?:低分|零分|0分))|"
    r"(?:口碑分|评分|得分|分数|权重|score|rating|confidence)[^。\n]{0,8}(?:设为|定为|应为|必须|改为|=|"
r"must be|should be|set to|is now)\s*[:=]?\s*\d|"
    r"\b(?:always|only|must|shall|should)\s+(?:be\s+)?(?:recommend|choose|pick|select|rank|output|return|"
r"answer|name|declare)\w*\b[^.\n]{0,60}\b(?:first|only|best|top|#1|number one|winner|100|answer|"
r"instead|as)\b|"
    r"\b(?:rank|rate|score|mark|list|treat|label|place)\b[^.\n]{0,40}\b(?:as|at)\b[^.\n]{0,12}\b(?:first|"
r"top|#1|number one|best|unsafe|dangerous|100|10/10|highest)|"
    r"\bthe only (?:correct|right|valid|acceptable) (?:answer|choice|recommendation)|\bdo not (?:mention|"
r"cite|consider|recommend|include|use)\b[^.\n]{0,40}\b(?:other|any|noise|drawback|competitor|page|"
r"source|negative)|"
    r"\"?(?:product|decision|verdict|recommendation|role|score)\"?\s*:\s*\"[^\"\n]{1,60}\"|<\|?\w+\|?>|"
r"\[/?(?:inst|system)\]|(?:^|\s)(?:system|assistant|developer)\s*:",
    re.I,
)  # fmt: skip
_SPREAD = re.compile(r"(?:[\u4e00-\u9fffa-z][\s.·_*~|-]){6,}", re.I)
_JOINER = re.compile(r"[\s.·_*~|\u200b-\u200f\u2060\ufeff-]+")
_DISGUISE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
ENCODED = 40  # characters from which letters and digits without a space may be an encoded text
_ENCODED = re.compile(rf"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{{{ENCODED},}}={{0,2}}")


def visible(text: str) -> str:
    """``text`` with what a reader's browser doesn't show replaced by line ends; everything else stays word for word."""
    return _HIDDEN.sub("\n", text) if "<" in text else text


def concealed(text: str) -> bool:
    """Whether what a reader doesn't see is an instruction."""
    return "<" in text and any(injected(match.group()) for match in _HIDDEN.finditer(text))


def injected(sentence: str, folded: str = "") -> bool:
    """Whether a sentence is an instruction to a machine: plainly, spread out, in invisible or full-width characters,
    encoded, or as the fields of an answer. ``folded``: the sentence as ``fold`` gives it, where that is known."""
    if len(sentence) >= ENCODED and _ENCODED.search(sentence):
        return True
    disguised = _DISGUISE.search(sentence) is not None
    plain = fold(_DISGUISE.sub("", sentence)) if disguised else folded or fold(sentence)
    if _told(plain):
        return True
    if _SPREAD.search(plain):
        return _told(_JOINER.sub("", plain)) or _told(_JOINER.sub(" ", plain))
    return disguised and plain != fold(sentence) and max(sentence) >= "\U000e0000"


def _told(plain: str) -> bool:
    return bool(_CUE.search(plain)) and (bool(_ADDRESS.search(plain)) or instructing(plain))
