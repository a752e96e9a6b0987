"""Yes and no as menus write them."""

from __future__ import annotations

import re
from decimal import Decimal

from pilothouse.assistants.menu.importing.text import clean

_YES = re.compile(
    r"是|有|对|真|true|1|1\.0|yes|y|on|√|✓|✔|☑|★+|⭐+|.*(?:招牌|推荐|必点|特色|主推|镇店|signature|recommended).*", re.I
)
_NO = re.compile(r"否|不是|无|没有|假|false|0|0\.0|no|n|off|×|x|-|—|.*(?:非招牌|不推荐|不是招牌).*", re.I)


def is_yes(value: object) -> bool:
    """是, true, 1, ✓ and 招牌 mean yes; anything unclear means no."""
    if isinstance(value, bool | int | float | Decimal):
        return bool(value)
    text = clean(value) if isinstance(value, str) else ""
    return not _NO.fullmatch(text) and bool(_YES.fullmatch(text))
