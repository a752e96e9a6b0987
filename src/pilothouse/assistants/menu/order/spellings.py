# ruff: noqa: E501 -- a pattern is read as a whole
"""Numbers and words as they are written or spoken here and there: 贰碗, x2, half a dozen, 莫放, 有没得."""

from __future__ import annotations

import re

_UNIT = r"[份个碗杯盘瓶串块只条位例扎壶锅罐听根道]"
_FORMAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾", "一二三四五六七八九十")
_CAPITAL = re.compile(rf"[壹贰叁肆伍陆柒捌玖拾]+(?=\s*{_UNIT})")
_TWELVES = {"a": 12, "one": 12, "two": 24, "three": 36, "1": 12, "2": 24, "3": 36}
_DOZENS = re.compile(r"(?<!half )\b(a|one|two|three|[123]) dozen\b(?: of\b)?")
_SAME: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<=[\u4e00-\u9fff])\s*[x×*]\s*(\d{1,2})(?![\d.]|\s*[元块])"), r"\1份"),  # 宫保鸡丁x2
    (re.compile(r"(?<=[a-z])\s+[x×*]\s*(\d{1,2})(?![\d.])"), r" \1"),
    (re.compile(r"(?<![\w.])(\d{1,2})\s*[x×*]\s*(?=[\u4e00-\u9fff])"), r"\1份"),
    (re.compile(r"(?<![\w.])(\d{1,2})\s*[x×*]\s+(?=[a-z])"), r"\1 "),
    (re.compile(r"\bhalf (?:a )?dozen\b(?: of\b)?"), "six"),
    (re.compile(r"\ba (?:couple|pair)(?: of)?\b"), "two"),
    (re.compile(r"(?<![\d一二三四五六七八九十])([一两二三四五六七八九]|\d{1,2})([大小中])([碗杯盘份])(?!鸡|汤)"), r"\1\3\2\3"),  # 两大碗
    (re.compile(r"([一两二三四五六七八九])小([块勺把碟])"), r"\1\2"),
    (re.compile(r"一大一小两?([碗杯份])([^，,。的]{2,12})"), r"两\1\2，一\1大\1，一\1小\1"),
    (re.compile(r"(?<=[来要上点加])([一两二三四五六七八九十]|\d{1,2})(?:个|位)?人的(?!量|份)"), r"\1份"),  # 来四个人的米饭
    (re.compile(r"追加"), "再加"),
    (re.compile(r"再再"), "再"),
    (re.compile(r"冰(?:不要|别)(?:放|加)?太多|少一?点冰"), "少冰"),
    (re.compile(r"糖(?:不要|别)(?:放|加)?太多|少一?点糖"), "少糖"),
    (re.compile(r"一[对双](?!一|[筷方])"), "两个"),
    (re.compile(r"半打(?!折|包|扰)"), "六个"),
    # dialects
    (re.compile(r"莫(?=放|要|加|给|整|搞|搁|太)"), "别"),
    (re.compile(r"[弗勿毋唔]要(?!紧)"), "不要"),
    (re.compile(r"有(?:没得|得没得|冇|莫得|没有得)"), "有没有"),
    (re.compile(r"(?<!有)没得(?=$|[，,。?？了])"), "没有"),
    (re.compile(r"(?:好多|几多)钱"), "多少钱"),
    (re.compile(r"(?:啷|咋)个?卖"), "怎么卖"),
    (re.compile(r"要得(?=$|[，,。!！])"), "好的"),
    (re.compile(r"^[额俺偶](?=要|来|点|想|整)"), "我"),
    # 来一份……呃……那个……宫保鸡丁
    (re.compile(r"(?<=[份个杯碗要来点给盘])\s*[….。~—，,]+\s*(?:(?:呃|嗯+|额|唔|就是那个|那个|这个|就是)[….。，,~—\s]*)+(?=[\u4e00-\u9fff])(?!多|怎|辣|有|是|不|再|还|先)"), ""),
    # 我朋友也要一碗
    (re.compile(r"(?:给|帮)?(?:我|我们|俺)?(?:的)?(?:女朋友|男朋友|朋友|同事|老婆|老公|媳妇儿?|爱人|对象|闺蜜|同学|室友|儿子|女儿|孩子|小孩|爸爸?|妈妈?|他|她|旁边(?:那位|这位)?)也(?:想)?(?:要|来|点|加|整)(?=[一两二三四五六七八九十\d])"), "再来"),
    # 给我同事, after what is wanted: for whom it is changes nothing
    (re.compile(r"(?<=[份个杯碗瓶块的样])给(?:我)?(?:的)?(?:女朋友|男朋友|朋友|同事|老婆|老公|媳妇儿?|爱人|对象|同学|室友|儿子|女儿|孩子|小孩|爸爸?|妈妈?|他|她)(?=$|[，,。])"), ""),
    # 糖少一点, 甜度低一点的, 冰去掉
    (re.compile(r"(?:甜度|糖度|糖分?)(?:要|都)?(?:放|加)?(?:低|少|淡)(?:放|加)?(?:一?点儿?|一些|些)的?|少甜(?=$|[，,。])|[别不](?:要)?(?:那么|太)甜"), "少糖"),
    (re.compile(r"冰(?:要)?(?:放|加)?少(?:放|加)?(?:一?点儿?|一些|些)的?"), "少冰"),
    (re.compile(r"(?<![\u4e00-\u9fff])冰(?:都)?(?:去掉|不要|拿掉|免)了?(?=$|[，,。])"), "去冰"),
    # 麻婆豆腐24是吧: whether it costs so much is asked
    (re.compile(r"(?:是)?\d{1,4}(?:块|元)?钱?(?:是吧|对吧|是不是|没错吧)"), "多少钱?"),
    # 饭后喝的都不要了: all drinks
    (re.compile(r"喝的(?=(?:都|全部?|也)?(?:不要|取消|去掉|退|撤|删))"), "饮品"),
)  # fmt: skip


def spelled(text: str) -> str:
    """Normalised ``text`` with the usual spelling of what guests write and say in many ways.

    >>> spelled("米饭贰碗"), spelled("two dozen wings"), spelled("莫放葱")
    ('米饭二碗', '24 wings', '别放葱')
    """
    text = _CAPITAL.sub(lambda match: match[0].translate(_FORMAL), text)
    text = _DOZENS.sub(lambda match: str(_TWELVES[match[1]]), text)
    for pattern, same in _SAME:
        text = pattern.sub(same, text)
    return text
