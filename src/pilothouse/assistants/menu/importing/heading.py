"""Headings of a written menu: "## 热菜", "【凉菜】", "汤品：", "Appetizers"."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.importing.clause import is_money
from pilothouse.assistants.menu.importing.text import clean, name_of, simplify

_MARKED = re.compile(
    r"^(?P<hash>#{1,6})\s+(?P<a>.+?)\s*#*$|^【(?P<b>[^【】]{1,20})】$|^[-—=*~☆★◆\s]{2,}(?P<c>[^-—=*~☆★◆]{1,20}?)[-—=*~☆★◆\s]{2,}$|^\[(?P<d>[^\[\]]{1,20})\]$"
)
_COLON = re.compile(r"^(?:[一二三四五六七八九十]{1,2}[、.]\s*)?(?P<a>[^:：，,。\d¥￥$]{1,16})[:：]$")
_WORDS = re.compile(
    r"(?:[一二三四五六七八九十]{1,2}[、.]\s*)?"
    r"(?:[㐀-鿿·/&、]{0,8}(?:菜|类|系列|汤品?|羹|主食|点心|小吃|饮品|饮料|酒水|甜品|甜点|凉拌|烧烤|锅底|套餐|海鲜|河鲜"
    r"|面食|米饭|粉面|粥|火锅|干锅类?|特色|推荐|早餐|早点|夜宵|素食|荤食|糕点)"
    r"|(?:appetizers?|starters?|mains?|main courses?|entr[eé]es?|soups?|salads?|noodles?|rice|drinks?|beverages?"
    r"|desserts?|sides?|dim sum|specials?|seafood|vegetables?|vegetarian|meat|poultry|beef|pork|chicken|breakfast|lunch"
    r"|dinner|snacks?|hot dishes|cold dishes)(?:\s*(?:&|and)\s*[a-z]+)?)",
    re.I,
)
_TITLE = re.compile(r".{0,20}(?:菜单|菜谱|价目表|点菜单|餐牌|menu)", re.I)


def heading_of(line: str, *, subheads: bool) -> str | None:
    """The category a line heads; "" for the title of the whole menu; ``None`` when it is no heading.

    ``subheads``: the file also has ## headings, so a single # is its title.
    """
    text = simplify(clean(line))
    if "\n" in text or len(text) > 40:
        return None
    marked = _MARKED.match(text)
    colon = None if marked else _COLON.match(text)
    if not marked and not colon:
        bare = text.strip("：: ")
        return name_of(bare) if _WORDS.fullmatch(bare) and len(bare) <= 12 else None
    inner = name_of(next(value for key, value in (marked or colon).groupdict().items() if value and key != "hash"))  # type: ignore[union-attr]
    if (
        not inner
        or not any(c.isalpha() for c in inner)
        or is_money(inner.split()[-1])
        or re.search(r"\d+(?:\.\d+)?\s*(?:元|块)?$", inner)
    ):
        return None
    if is_title(inner) or (marked and marked["hash"] == "#" and subheads):
        return ""
    return inner


def is_title(text: str) -> bool:
    """The name of the menu itself: "川味小馆菜单"."""
    return bool(_TITLE.fullmatch(simplify(clean(text)).strip("#* 《》【】")))
