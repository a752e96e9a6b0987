"""Whether a page can say anything about the reputation of a product (S6; shopping article, 5, "验证2").

The article's two word lists, with what people write who use a thing instead of ranking it, and in English.
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
_REPUTATION = re.compile(
    "|".join(map(re.escape, REPUTATION))
    + r"|\b(?:review(?:s|ed)?|recommend\w*|best|rating|rated|tested|tests?|verdict|pros|cons|worth|regret\w*|"
    r"complain\w*|disappoint\w*|impress\w*|favou?rite|compar\w+|ranking|top|after \w+ (?:days|weeks|months|years)|"
    r"broke|returned|quiet(?:er|est)?|reliable|durable|satisf\w+|happy with|love|hate|recall\w*)\b",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    "|".join(map(re.escape, PRODUCT))
    + r"|\b(?:products?|models?|brands?|bought|buy|purchased?|units?|devices?|machines?|version|pick)\b"
    r"|\b[A-Za-z]{1,12}[- ]?\d{1,4}[A-Za-z]{0,4}\b",
    re.IGNORECASE,
)


def invalid(text: str) -> Reason | None:
    """Why a page of this text is of no use, or ``None``."""
    if not text.strip():
        return "empty"
    if not _REPUTATION.search(text):
        return "no_reputation"
    return None if _PRODUCT.search(text) else "no_product"
