"""Whether a page can say anything about the reputation of a product (S6; shopping article, 5, "验证2").

The article's two word lists, with what people write who use a thing instead of ranking it, and in English: half of all
owners' reports hold none of the article's words.
"""

from __future__ import annotations

import re
from typing import Literal

Reason = Literal["empty", "no_reputation", "no_product"]

REPUTATION = (
    "推荐", "口碑", "评测", "测评", "榜单", "首选", "TOP1", "第一名", "最推荐", "口碑最佳", "闭眼入", "公认好用",
    "榜单第一", "无限回购", "口碑之王", "差评少", "行业标杆", "博主推荐", "好评", "差评", "实测", "横评", "对比", "体验", "好用",  # noqa: E501
    "难用", "入手", "后悔", "踩坑", "踩雷", "避雷", "值得", "不建议", "退货", "优点", "缺点", "吐槽", "用了", "使用感受", "真实感受",  # noqa: E501
    "翻车", "满意", "失望", "耐用", "质量", "回购", "排行", "排名", "反馈", "怎么样", "用下来", "试用", "长测", "召回",
)  # fmt: skip
PRODUCT = (
    "款", "品牌", "型号", "商品", "产品", "这款", "他家", "牌子", "这台", "这把", "这个", "这只", "这双", "这支", "机器", "机型",  # noqa: E501
    "新品", "旗舰", "买",
)  # fmt: skip
_VERBS = "用买穿戴睡坐骑喝吃试换退修拎背拖刷洗煮养接送"  # what people do with things that they own
_OWNED = (
    rf"[{_VERBS}](?:了|过|着|的|到|成|上|完|坏|下来|起来)|第[一二两三四五六七八九十\d]+(?:天|周|个月|年)|[半一两二三四五六七八九十几多\d]+"
    r"(?:天|周|个?月|年)(?:了|多|后|来|没|下来|内|，|,|。)|我家|我的|我这|我们|自家|亲测|合作|赞助|毛病|抱怨|缺点|坏了|没坏|扛造|耐造|"
    r"服役|[0-9]+\s*(?:楼|L|F)\b|楼主|答[一二三四案：:]|真香|吃灰|劝退|不错|还行|喜欢|讨厌|停产|售后|客服|保修"
)
_OWNED_ENGLISH = (
    r"\b(?:bought|owned?|mine|my|our|i(?:'ve|'m)|(?:years?|months?|weeks?|winters?|summers?|miles)\b|since|still|"
    r"never|always|works?|worked|fail(?:s|ed)?|died|refund\w*|support|warranty|avoid|swear by|sponsor\w*|annoy\w*|"
    r"nice|lovely)\b"
)
_REPUTATION = re.compile(
    "|".join(map(re.escape, REPUTATION))
    + rf"|{_OWNED}|{_OWNED_ENGLISH}"
    + r"|\b(?:review(?:s|ed)?|recommend\w*|best|rating|rated|tested|tests?|verdict|pros|cons|worth|regret\w*|"
    r"complain\w*|disappoint\w*|impress\w*|favou?rite|compar\w+|ranking|top|after \w+ (?:days|weeks|months|years)|"
    r"broke|returned|quiet(?:er|est)?|reliable|durable|satisf\w+|happy with|love|hate|recall\w*)\b",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    "|".join(map(re.escape, PRODUCT))
    + r"|\b(?:products?|models?|brands?|bought|buy|purchased?|units?|devices?|machines?|version|pick)\b"
    r"|(?<![A-Za-z0-9])[A-Za-z]{1,12}[- ]?\d{1,4}[A-Za-z]{0,4}(?![A-Za-z0-9])"
    rf"|[{_VERBS}](?:了|过|着|成|上|完|下来|起来)|\d+\s*(?:元|块)|[一两三四五\d](?:包|瓶|盒|双|把|台|只|支|件|套)|[牌款]"
    r"|\$\d|\b(?:mine|one|it|this)\b",
    re.IGNORECASE,
)


def invalid(text: str) -> Reason | None:
    """Why a page of this text is of no use, or ``None``."""
    if not text.strip():
        return "empty"
    if not _REPUTATION.search(text):
        return "no_reputation"
    return None if _PRODUCT.search(text) else "no_product"
