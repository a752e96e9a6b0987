"""Which characters say something about food: then what was heard may be another dish, and no misheard one.

清蒸鲤鱼 is not a misheard 清蒸鲈鱼. But a character only tells where it can stand: 南爪 is a broken 南瓜, although 爪
can be eaten, and 鲤鲜 is no more than a misread 鲤鱼.
"""

from __future__ import annotations

from functools import lru_cache

from pilothouse.assistants.menu import ontology, shapes
from pilothouse.assistants.menu import syllables as sounds
from pilothouse.assistants.menu.plausible import Reading, surprise

_FISH = frozenset("鱼鸟")
_NO_FOOD = frozenset("鲜鲸鲁鳄岛鸣呜枭袅")
_FOODS = frozenset(
    "虾肋背膀蟹蛤蛏蚝螺蚬蚌蛙蜜蛰蜇鸽鹌鹑驴鹿猴骨脊腔胗舌耳心肾脑髓膀颈脖脯腩腱排翼爪掌尾筒膘膏籽"
    "葱姜芹菠韭萝卜葫芦薯菌耳莓莲苋荠菊蒿菱芽苗椿藻葵菌茄豌豇芸芥蕨蒜苔薹荷茭茴苕葛蕉莴苣椰枣杏桃梨橘橙柚柠檬荔枝桂榴芒杨梅葡萄栗榛瓜谷米麦糯荞玉笋竹"
    "野串卷碴眼鼻馄饨饵饽馍馕馒糍粑糕糖粽粥羹酪酥酵醪豉腐浆渣泡布丁派塔挞堡肠培根咖喱芝士碱"
)
_COOKS = frozenset(
    "炒烧烤蒸煮炖焖煎炸卤拌爆熘溜烩煨煲涮焗腌熏烫滑扒炝汆灼氽熬焙烘糟醉粘扯拉削刨切撕剁捞泼淋贴夹酿酱浇烙煸㸆靠"
)
_TASTES = frozenset("辣麻酸甜苦咸鲜香酱醋蒜葱姜椒盐油红白黄绿黑青金银紫冰热冷凉焦脆嫩软糯圆腊")
_PLACES = frozenset("韩日泰法意美英德俄京川湘粤闽徽鲁沪港台渝蜀")
_COUNTS = frozenset("一二两三四五六七八九十百千")
# Parts of words for food that are no food by themselves: 杨梅, but not 杨.
_PARTS = frozenset(
    "卜萝葫芦菠莓莴苣荠菊荷枝榴芒杨柠檬荔葡萄桂馄饨饽鹌鹑蜜丁派塔挞堡布培根咖喱士野靠浇碱渣筒眼鼻心背脊京凉"
)
_SERVED = frozenset("汤粥面饭饼丸串羹酒锅煲鱼肉鸡鸭菜")  # after any food these make another dish
_NOODLES = ("河粉", "米粉", "米线", "炒粉", "拌粉", "汤粉", "凉粉", "凉皮", "米皮", "擀面", "拌面", "焖面")
_STAPLES = frozenset((*_NOODLES, "烩面", "捞面", "盖饭", "拌饭", "烩饭", "焖饭", "茄盒", "藕盒", "藕夹", "茄夹"))
_STYLES = ("秘制", "自制", "特制", "手工", "招牌", "特色", "精品", "传统", "经典")
_RARER = 4.0  # nats: 北凉 is a word as well, but 北京 is the one that people say


@lru_cache(maxsize=16384)
def telling(character: str) -> bool:
    """True for a character that names food, a way of cooking, a taste, or where a dish comes from."""
    return character in _COOKS or character in _TASTES or character in _PLACES or food(character)


def food(character: str) -> bool:
    """True for a character that names something to eat."""
    if character in ontology.food_heads() or character in _FOODS:
        return True
    _, direct = shapes.parts().get(character, ("", ""))
    return character not in _NO_FOOD and any(part in _FISH for part in direct)


def cooks(character: str) -> bool:
    """True for a way of cooking."""
    return character in _COOKS


def counts(said: str, meant: str) -> bool:
    """True for two numbers: 三鲜 is no misread 二鲜."""
    return said in _COUNTS and meant in _COUNTS


def different(said: str, meant: str, place: int) -> bool:
    """True when ``said``, read as the name ``meant``, says another food at ``place``: then both may be right."""
    one, other = said[place], meant[place]
    if sounds.same(one, other):
        return False
    if _worded(said, meant, place) and (telling(one) or _food_word(said, place)):
        return True
    if not (telling(one) and telling(other)):
        return False
    if one in _PARTS:
        return False
    return not _broken(said, meant, place) if food(one) else _describes(said, meant, place)


def _describes(said: str, meant: str, place: int) -> bool:
    """A taste, a place or a way of cooking stands before what it describes: 鲜肉, but not 鲤鲜."""
    within = any(left < place < right for left, right in _words(meant))
    return not within and place + 1 < len(said) and (telling(said[place + 1]) or said[place] in _PLACES)


def _worded(said: str, meant: str, place: int) -> bool:
    """A word is said at ``place`` that is about as usual as what would stand there in ``meant``."""
    for start in (place - 1, place):
        word = said[start : start + 2] if start >= 0 else ""
        if len(word) == 2 and (usual := _word(word)) is not None:
            instead = surprise(meant[start : start + 2])
            if instead is None or usual - instead < _RARER:
                return True
    return False


def _food_word(said: str, place: int) -> bool:
    """河粉 is food, although 河 is none."""
    word = said[place : place + 2]
    return len(word) == 2 and _word(word) is not None and food(word[1])


def _word(text: str) -> float | None:
    """Nats for a word of the language, or one that only those who eat know."""
    return 14.0 if text in _STAPLES or text in ontology.foods() else surprise(text)


def _broken(said: str, meant: str, place: int) -> bool:
    """A word of ``meant`` is torn: what is left is neither a word nor food. 鱼 leaves 红烧肉 whole, 爪 not 南瓜."""
    for left, right in _words(meant):
        if left <= place < right and right - left > 1:
            rest = (said[left:place], said[place + 1 : right])
            if right - left == 2 and place == left + 1 and said[place] not in _SERVED:
                return True  # 鸡瓜 for 鸡爪
            return not all(not part or _whole(part) for part in rest)
    return False


def _whole(part: str) -> bool:
    return surprise(part) is not None and (len(part) > 1 or food(part) or part in ontology.cooking())


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(Reading(text).words)


def within_cooking(text: str, start: int, end: int) -> bool:
    """True when ``start:end`` cuts through a way of cooking (水|煮肉片): the name heard begins before."""
    return any(
        text.startswith(word, at)
        for word in (*ontology.cooking(), *_STYLES)
        for edge in (start, end)
        for at in range(max(0, edge - len(word) + 1), edge)
    )
