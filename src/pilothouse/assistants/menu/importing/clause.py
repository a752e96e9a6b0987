"""What one clause of a written menu says: "出餐时间约12分钟" is a preparation time."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.importing.clock import parse_hours
from pilothouse.assistants.menu.importing.column import ALIASES
from pilothouse.assistants.menu.importing.money import FREE, OPEN_PRICE, PATTERN, SIZE, TAIL
from pilothouse.assistants.menu.importing.spice import default_in, spice_of
from pilothouse.assistants.menu.importing.vocabulary import CATEGORIES, NOT_LABELS

MONEY = re.compile(PATTERN + TAIL)
_LONGEST = 400
"""No clause of a menu is longer; the limit keeps hostile lines cheap."""
Found = tuple[str, str]
"""A field and its text."""

_ALLERGENS = (
    "花生|坚果|腰果|杏仁|核桃|开心果|牛奶|奶|乳制品|奶制品|乳糖|鸡?蛋|蛋类|海鲜|虾|蟹|虾蟹|甲壳类|贝类|鱼|鱼类"
    "|大豆|黄豆|豆制品|麸质|小麦|芝麻|芹菜|芥末|酒精"
)
_LABELS = {
    key: field for key, field in ALIASES.items() if field not in ("id", "category_id", "currency", "unit", "status")
}
_CJK_LABEL = re.compile(r"^([㐀-鿿][㐀-鿿 ]{0,7}|[A-Za-z][A-Za-z _]{1,20})\s*[:：]\s*(.+)$", re.S)

_LIST = r"(?P<v>[^:：]{1,300})"
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (field, re.compile(pattern, re.I | re.S))
    for field, pattern in (
        ("name", r"(?:菜名|菜品名称|品名|菜品名)(?:是|为|叫)?\s*(?P<v>[^:：是为叫]{2,60})"),
        (
            "aliases",
            rf"(?:别名|又名|又叫做?|也叫做?|又称为?|也称为?|俗称|俗名|亦称|别称|简称|人称)(?:是|为)?\s*{_LIST}",
        ),
        ("name_en", r"(?:英文名|英文)(?:是|为)?\s*(?P<v>[A-Za-z].{1,60})"),
        ("category", r"(?:分类|类别|属于|归类)(?:是|为|于)?\s*(?P<v>[^:：]{1,20}?)(?:类菜品)?"),
        ("default_spice", r"默认(?:口味|辣度)?(?:是|为)?\s*(?P<v>(?:不|微|小|中|特|重|麻|香)辣)"),
        ("notes", rf"(?P<v>(?:不含|不放|不加|无)(?:任何)?\s*(?:{_ALLERGENS}|香菜|葱|蒜|味精|猪肉).{{0,30}})"),
        (
            "allergens",
            r"(?:含有?|包含)?(?:过敏[原源]|致敏[物原])(?:信息|提示)?(?:有|是|为|包括)?\s*(?P<v>[^:：]{1,60})",
        ),
        ("allergens", r"(?:含有?|包含)\s*(?P<v>[^:：]{1,60}?)\s*[(（]?(?:等)?(?:过敏[原源]|致敏[物原])[)）]?"),
        (
            "allergens",
            rf"(?:含有?|内含)\s*(?P<v>(?:{_ALLERGENS})(?:(?:[、/和及与]|以及)(?:{_ALLERGENS}))*)(?:等)?(?:成分|制品)?",
        ),
        (
            "ingredients",
            rf"(?:(?:主要)?(?:原料|食材|用料|材料|配料)|主料|辅料|原材料|精选食材|选料)(?:有|是|为|包括|包含|选用|采用)?\s*{_LIST}",
        ),
        ("ingredients", rf"(?:精?选用|采用|选取|主要用|由)\s*{_LIST}"),
        (
            "tastes",
            rf"(?:口味|辣度|味道|甜度|温度|做法|风味)?\s*(?:可供?选择?|可以选择?|任选|自选|可选有|有)\s*(?:的?(?:口味|辣度)(?:有|为)?)?\s*{_LIST}",
        ),
        ("tastes", rf"(?:口味|辣度)(?:选项)?(?:分为?|包括|包含|有)\s*{_LIST}"),
        ("tastes", rf"{_LIST}(?:口味|辣度)?\s*(?:可选|任选|可供选择|自选|任意选择)"),
        ("hours", r"(?:供应时[间段]|售卖时[间段]|供应|仅限?|限)\s*(?P<v>.{0,6}\d{1,2}\s?[:：点].{2,30})"),
        ("portion", r"(?:份量|分量|规格|净含量)(?:是|为|约)?\s*(?P<v>[^:：]{1,40})"),
        ("portion", r"(?P<v>(?:配|附赠?|赠送?|另?配有|搭配)[^:：]{1,20}[一二两三1-9半][碗份个杯碟盒只小].{0,6})"),
        (
            "portion",
            r"(?P<v>(?:约|可?供|适合)?\s*[一二两三四五六七八九十\d]{1,2}(?:\s?[-~–至到]\s?[一二两三四五六七八九十\d]{1,2})?\s?人[份用]?(?:食用|享用|餐)?)",
        ),
        (
            "portion",
            r"(?P<v>(?:每份|净重|约)?\s?(?:约)?\d{1,5}(?:\.\d{1,2})?\s?(?:克|g|千克|kg|毫升|ml|升|l|斤|两|寸|只|个|片|粒|串)(?:装|左右|/份)?)",
        ),
        ("notes", r"(?:注意事项|注意|备注|温馨提示|提示|说明|特别说明)\s*(?P<v>[^:：]{1,200})"),
        ("notes", r"(?P<v>(?:另?加|加配|打包|餐盒|外带|会员|储值|第二份|配送).{1,40})"),
        (
            "notes",
            r"(?P<v>(?:可|不可|不能|可以)(?:备注|去除?|不放|加|免).{0,30}|默认(?:含|带|放|加).{1,40}|口味(?:偏|较).{1,8}|.{0,10}(?:过敏|孕妇|儿童|小孩).{0,6}(?:慎|勿|不宜|禁).{0,10})",
        ),
    )
)
_PRICE_LABEL = re.compile(
    r"^(?:(?:现|售|单|定|特|优惠|零售|活动|套餐)?价格?|价钱|仅售|仅需|只要|只需|只卖|每[份例位]|一份|卖|才|仅|只|price)"
    r"\s*(?:是|为|约)?\s*[:：]?\s*(?P<v>.+)$",
    re.I,
)
_WAS = re.compile(r"^(?:原价|门市价|划线价|市场价)(?:是|为)?\s*[:：]?\s*(?P<v>.+)$")
_MINUTES = re.compile(
    r"(?:出餐|上菜|出品|制作|烹饪|烹制|等待|等候|需等|备餐|现做|现点现做|耗时|用时|预计|大约|约|需要?|等|做好?"
    r"|ready in|takes?|prep).{0,12}?(?:分钟|小时|min|hour)",
    re.I,
)
_ONLY_MINUTES = re.compile(
    r"(?:约|大约)?\s?[\d\-~–一二三四五六七八九十半个]{1,7}\s?(?:分钟|小时|mins?|minutes?)(?:左右|内|以内|出餐|上菜|可?上桌|即可)?",
    re.I,
)
_SIGNATURE = re.compile(
    r"(?:是|为)?(?:本店|我们的?|我家|店里的?|小店)?的?(?:招牌|镇店之宝|店长推荐|主厨推荐|大厨推荐|厨师推荐|必点|强烈推荐|推荐)(?:菜品?|之一|美食)*"
    r"|signature(?: dish)?|chef'?s (?:special|recommendation)",
    re.I,
)


def read_clause(text: str) -> Found | None:
    """The field a clause states, ``None`` for anything else (a name, a description)."""
    if len(text) > _LONGEST:
        return None
    labelled = _CJK_LABEL.match(text)
    if labelled:
        field = label_field(labelled[1])
        if field:
            return ("original_price" if _WAS.match(text) else field), labelled[2].strip()
    plain = re.sub(r"^([㐀-鿿]{2,6})\s*[:：]\s*", r"\1", text)
    if _SIGNATURE.fullmatch(text):
        return "signature", "是"
    was = _WAS.match(text)
    if was and is_money(was["v"]):
        return "original_price", was["v"]
    price = price_in(text)
    if price:
        return "price", price
    if spice_of(text):
        return "spice", text
    if _ONLY_MINUTES.fullmatch(text) or (_MINUTES.search(text) and len(text) <= 30):
        return "prep_minutes", re.sub(r"^[^\d半一二两三四五六七八九十]*", "", text)
    for field, rule in _RULES:
        found = rule.fullmatch(plain)
        if found and not (field == "tastes" and not _choices(found["v"])):
            if field == "hours" and not parse_hours(found["v"]):
                continue
            return field, _clean_list(found["v"]) if field in (
                "ingredients",
                "aliases",
                "tastes",
                "allergens",
            ) else found["v"].strip()
    if default_in(text):
        return "tastes", text
    if text in CATEGORIES:
        return "category", text
    if parse_hours(text):
        return "hours", text
    return None


def label_field(label: str) -> str | None:
    """The field for a label before a colon or inside 【】; words that also begin sentences do not count."""
    key = re.sub(r"[\s_]", "", label).lower()
    return None if key in NOT_LABELS else _LABELS.get(key)


def is_money(text: str) -> bool:
    """Is the whole text an amount with its currency, an open price or 免费?"""
    text = text.strip().lower()
    return bool(MONEY.fullmatch(text) or OPEN_PRICE.fullmatch(text) or FREE.fullmatch(text))


def price_in(text: str) -> str | None:
    """The price a clause states as a whole: "售价38元", "只要三十八块", "￥38/份起"."""
    text = text.strip()
    if is_money(text):
        return text
    found = _PRICE_LABEL.match(text)
    if not found:
        return None
    value = found["v"].strip()
    return (
        value if is_money(value) or re.fullmatch(r"\d{1,7}(?:\.\d{1,2})?(?:\s?起)?(?:\s?/\s?\w{1,3})?", value) else None
    )


def sized_prices(text: str) -> bool:
    """Prices by size and nothing else: "大份48元、小份32元", "大:98 小:58"."""
    for part in re.split(r"[、/;；\s]+(?=\D)", text.strip().lower()):
        found = SIZE.match(part)
        rest = part[found.end() :] if found else ""
        # A bare number is a price only apart from the size: 大2 may be anything.
        apart = rest[:1] in (":", "：") or (found is not None and len(found[0]) > 1)
        if not is_money(rest.lstrip(" :：为")) and not (apart and re.fullmatch(r"[:：\s]*\d{1,5}(?:\.\d)?", rest)):
            return False
    return True


def _choices(text: str) -> bool:
    """Options are several short words, or one word of taste."""
    words = re.split(r"[、/，,和或及]|\s+", text)
    return all(len(word) <= 8 for word in words) and (len(words) > 1 or spice_of(text) is not None)


def _clean_list(text: str) -> str:
    """Without what closes a list in a sentence: "…和午餐肉等食材" """
    text = re.sub(
        r"(?:等(?:多种)?(?:食材|原料|材料|口味|辣度)?|(?:等)?(?:制作|烹制|炒制|熬制|制)(?:而成|成)?|几?[三四两]?种(?:口味|辣度)?)[。.]?$",
        "",
        text.strip(),
    )
    text = re.sub(
        r"([^、，,/和及与]{2,})(?:以及|或者|[和及与或])(?!牛)([^、，,/和及与牛][^、，,/和及与]+)$", r"\1、\2", text
    )
    return text.strip()
