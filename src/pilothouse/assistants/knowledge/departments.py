"""A department that somebody names: 只看财务部的规定, "in the tech documents only"."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Names that companies use for the same department; the library's own names come first.
_GROUPS = (
    ("hr", "人事", "人力", "人力资源", "行政人事", "people"),
    ("finance", "财务", "会计", "accounting"),
    ("tech", "技术", "研发", "信息技术", "it", "engineering", "r&d"),
    ("legal", "法务", "法律", "合规", "compliance"),
    ("admin", "行政", "综合", "后勤", "administration"),
    ("sales", "销售", "商务"),
    ("marketing", "市场"),
    ("procurement", "采购"),
    ("security", "安全", "信息安全"),
)
# Only these restrict a search; 财务部在几楼 merely names a department.
_ONLY = (
    r"(?:只|仅|就)(?:看|查|搜|要|在|从)?(?:一下)?(?P<a>{names})(?:部门?)?(?:的|里|内|文档|制度|资料|规定)",
    r"(?:在|从|按)(?P<b>{names})(?:部门?)?的?(?:文档|制度|资料|规定|手册)(?:里|中|内|当中)",
    r"\b(?:only )?(?:in|from|within) (?:the )?(?P<c>{names}) (?:documents|department|docs|handbook|policies)\b",
)


def named_department(text: str, departments: Iterable[str]) -> str:
    """The one of ``departments`` to which ``text`` restricts the search, or ``""``."""
    known = {name.casefold(): name for name in departments}
    names = dict(known)
    for group in _GROUPS:
        own = next((known[alias] for alias in group if alias in known), None)
        if own is not None:
            for alias in group:
                names.setdefault(alias, own)
    if not names:
        return ""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    for pattern in _ONLY:
        if match := re.search(pattern.replace("{names}", either), text, re.IGNORECASE):
            return names[next(group for group in match.groups() if group).casefold()]
    return ""
