"""Tool results as a model reads them: one line a row, what matters first. Half the tokens of the rows as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Row = Mapping[str, Any]
SHOWN = 5  # rows of one result


def shown(envelope: Mapping[str, Any]) -> str:
    """A result or an error."""
    if envelope["status"] == "error":
        return f"error: {envelope['error_type']}. {envelope['message']} {envelope['hint']}"
    rows = envelope["results"]
    whole = len(rows) <= 2
    listed = [f"{n}. {line(row, whole=whole)}" for n, row in enumerate(rows[:SHOWN], 1)]
    total = envelope.get("total_found", len(rows))
    head = f"{total} found; the first {len(listed)}:" if total > len(listed) else f"{total} found:"
    return "\n".join([head, *listed])


def line(row: Row, *, whole: bool = True) -> str:
    """One row; not ``whole``: without what a list of dishes needs not say."""
    if "answer" in row:
        english = f" / {row['answer_en']}" if row.get("answer_en") else ""
        return f"{row['answer']}{english}"
    if "open_now" in row:
        return "；".join(_store(row))
    return "；".join(_dish(row, whole=whole))


def _dish(row: Row, *, whole: bool) -> Iterator[str]:
    english = f" ({row['name_en']})" if row.get("name_en") else ""
    yield f"{row['name']}{english}"
    if row.get("match") == "nearest":
        yield f"不是客人要的「{row.get('asked') or ''}」，只是接近"
    if row.get("price_label"):
        yield f"价格{row['price_label']}/{row['unit']}"
    if not row["available"]:
        yield "已售罄 sold out"
    elif row.get("served_now") is False:
        yield f"只在{row.get('hours')}供应，现在没有"
    elif row.get("stock") is not None:
        yield f"有货，剩{row['stock']}{row.get('unit') or '份'}"
    else:
        yield "有货"
    if row.get("spice"):
        options = [taste for taste in row["tastes"] if taste != row["spice"]]
        yield f"默认{row['spice']}" + (f"，可选{'、'.join(row['tastes'])}" if options else "")
    if row.get("ingredients"):
        yield f"食材：{'、'.join(row['ingredients'])}"
    if row.get("signature"):
        yield "招牌菜"
    if not whole:
        return
    if row.get("allergens"):
        yield f"标注的过敏原：{'、'.join(row['allergens'])}"
    if row.get("portion"):
        yield str(row["portion"])
    if row.get("prep_minutes") is not None:
        yield f"约{row['prep_minutes']}分钟出餐"
    for key in ("notes", "description"):
        if row.get(key):
            yield str(row[key])


def _store(row: Row) -> Iterator[str]:
    yield str(row["name"])
    if row.get("address"):
        yield str(row["address"])
    if row.get("hours"):
        yield f"营业时间{row['hours']}"
    if row["open_now"] is not None:
        yield "现在营业中" if row["open_now"] else "现在休息中"
    for key, text in (("distance_km", "距离{:g}公里"), ("per_head", "人均{:g}元"), ("rating", "评分{:g}")):
        if row.get(key) is not None:
            yield text.format(row[key])
    if row.get("phone"):
        yield f"电话{row['phone']}"
