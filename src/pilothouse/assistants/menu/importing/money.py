"""Prices as menus write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from pilothouse.assistants.menu.importing.text import simplify
from pilothouse.contracts.numerals import NUMERAL, parse_number

HIGHEST = Decimal(1_000_000)

_CURRENCIES = {
    **dict.fromkeys(("¥", "￥", "rmb", "cny", "cn¥", "人民币", "元", "圆", "块", "块钱", "yuan"), "元"),
    **dict.fromkeys(("$", "us$", "usd", "美元", "美金", "dollar", "dollars"), "美元"),
    **dict.fromkeys(("hk$", "hkd", "港元", "港币"), "港元"),
    **dict.fromkeys(("nt$", "twd", "ntd", "新台币", "台币"), "新台币"),
    **dict.fromkeys(("s$", "sgd", "新元", "新加坡元"), "新加坡元"),
    **dict.fromkeys(("€", "eur", "欧元"), "欧元"),
    **dict.fromkeys(("£", "gbp", "英镑"), "英镑"),
    **dict.fromkeys(("jpy", "日元", "円"), "日元"),
}
_SIGN = r"(?:(?:cn|rmb|cny)\s?[¥￥]|[¥￥]|rmb|cny|人民币|(?:us|hk|nt|s)?\$|usd|hkd|twd|ntd|sgd|eur|gbp|jpy|€|£)"
_NOUN = (
    r"(?:元|圆|块钱|块(?![一-鿿])|块(?=[起每一的左整零〇二两三四五六七八九])|人民币|rmb|cny|yuan|美元|美金|usd|dollars?|港元|港币|hkd|新?台币|ntd?|twd|新加坡元|新元|sgd"
    r"|欧元|eur|英镑|gbp|日元|円|jpy)"
)
# Bounded, and only from the first digit on: a line of a hundred thousand digits is looked at once.
_DIGITS = r"(?<![\d.])(?:\d{1,3}(?:,\d{3}){1,3}(?![\d,])|\d{1,12})(?:\.\d{1,40})?(?!\d)"
_FIGURE = rf"(?:{_DIGITS}|[{NUMERAL}]{{1,16}}|\.\d+)"
_UNIT = r"(?:\d{1,4})?(?:(?!起)[a-z一-鿿]){1,4}"
_PER = tuple(rf"(?:\s?(?:/|每|一)\s?(?P<unit{n}>{_UNIT}))" for n in (1, 2, 3))

PATTERN = (
    rf"(?:{_SIGN}\s?{_FIGURE}(?:\s?[-~–—至到]\s?{_SIGN}?\s?{_FIGURE})?(?:\s?{_NOUN})?"
    rf"|{_FIGURE}(?:\s?{_NOUN})?\s?[-~–—至到]\s?{_FIGURE}\s?{_NOUN}"
    rf"|{_FIGURE}\s?{_NOUN}(?:(?:零?[\d{NUMERAL}](?:[毛角](?:[\d{NUMERAL}]分?)?|分)|[\d{NUMERAL}])(?![\d{NUMERAL}.]))?)"
)
"""An amount with its currency, in lower-case NFKC text: what can be told from other numbers in a sentence."""
TAIL = rf"(?:\s?(?:起|以上))?(?:\s?/\s?{_UNIT}|\s?每{_UNIT}|\s?一[份盘碗个位例杯锅只条串])?(?:\s?起)?"
OPEN_PRICE = re.compile(
    r"(?:按)?(?:时令?价|市场?价|面议|另询|询价|电询|电话咨询|请?询问?(?:店员|服务员)|店内询价|以店内为准|当日价|海鲜价)"
    r"|market price|seasonal(?: price)?|m\.?p\.?|ask(?: us| staff)?"
)
FREE = re.compile(r"免费(?:赠送)?|赠送|附赠|赠品|免单|free|complimentary")

_ONE = re.compile(
    rf"(?:约|大约)?(?P<sign>{_SIGN})?\s?(?P<low>-?{_FIGURE})\s?(?P<noun>{_NOUN})?"
    rf"(?P<change>零?[\d{NUMERAL}](?:[毛角](?:[\d{NUMERAL}]分?)?|分)?)?"
    rf"(?P<per>{_PER[0]})?"
    rf"(?:\s?[-~–—至到]\s?{_SIGN}?\s?(?P<high>{_FIGURE})\s?(?P<noun2>{_NOUN})?(?:{_PER[1]})?)?"
    rf"\s?(?P<from>起|以上|\+|up)?(?:{_PER[2]})?\s?(?P<from2>起)?(?:左右|整|正)?[.。]?"
)
_FROM = re.compile(r"^(?:起步?价|起售价|低至|from)\s?:?\s?")
_LABEL = re.compile(
    r"^(?:(?:售|单|现|定|菜|特|优惠|零售|门店|堂食|外卖|活动)?价格?|仅[售需]|只[要需]|每[份例位]|price)\s?[:：为是]?\s?"
)
_JIAO = re.compile(rf"(?P<n>[\d{NUMERAL}])\s?[毛角]")
_SIZE_NAME = (
    r"(?:特大|超大|加大|大|中|小|迷你|标准|常规|单人|双人|[一二两三四五六七八九十\d]{1,2}人|整|半|例|正|多人)"
    r"(?:份|杯|碗|盘|锅|例|号|瓶|扎|只|条|套餐|餐|牌|型)?"
)
SIZE = re.compile(_SIZE_NAME)
_SIZED = re.compile(
    rf"(?P<size>{_SIZE_NAME})\s?[:：]?\s?(?P<price>{PATTERN}|{_DIGITS})(?:\s?/\s?{_UNIT}(?![a-z一-鿿]|\s?:?\s?\d))?"
)


@dataclass(frozen=True)
class Money:
    """What a price says. ``amount`` is ``None`` when it names no figure (``text``: 时价) or says nothing at all."""

    amount: Decimal | None = None
    text: str | None = None
    starting: bool = False
    unit: str | None = None
    currency: str = "元"
    sizes: tuple[tuple[str, Decimal], ...] = ()


def parse_money(value: object) -> Money:
    """Read a price.

    >>> parse_money("三十八块五").amount, parse_money("38元/斤").unit, parse_money("25~38").starting
    (Decimal('38.5'), '斤', True)

    Raises:
        ValueError: it is no price, negative, not finite or above a million. The message is for the menu's owner.
    """
    if value is None:
        return Money()
    if isinstance(value, bool):
        raise ValueError(f"价格不是数字：{value} (the price is not a number)")
    if isinstance(value, int | float | Decimal):
        return Money(amount=_checked(Decimal(str(value)), str(value)))
    if isinstance(value, Mapping):
        return _nested(value)
    if isinstance(value, list | tuple):
        return _cheapest([parse_money(item) for item in value])
    if not isinstance(value, str):
        raise ValueError("价格不是数字 (the price is not a number)")
    return _written(value)


def parse_currency(text: str) -> str | None:
    """The currency's Chinese name for a sign, a code or a name; ``None`` if unknown."""
    return _CURRENCIES.get(unicodedata.normalize("NFKC", text).strip().lower())


def plain(amount: Decimal) -> Decimal:
    """The same value written without exponent and trailing zeros, so that equal prices have equal text."""
    return amount.quantize(Decimal(1)) if amount == amount.to_integral_value() else amount.normalize()


def _nested(value: Mapping[object, object]) -> Money:
    fields = {str(key).lower(): item for key, item in value.items()}
    currency = next(
        (c for key in ("pricecurrency", "currency", "货币") if (c := parse_currency(str(fields.get(key))))), "元"
    )
    for key in ("price", "amount", "value", "价格", "售价", "lowprice"):
        if key in fields and not isinstance(fields[key], Mapping | list):
            money = parse_money(fields[key])
            written = money.currency if money.currency != "元" else currency
            return Money(
                money.amount, money.text, money.starting or key == "lowprice", money.unit, written, money.sizes
            )
    sizes = [(str(key), parse_money(item).amount) for key, item in value.items()]
    return _sized([(name, amount) for name, amount in sizes if amount is not None], str(dict(value)))


def _cheapest(options: list[Money]) -> Money:
    known = [money for money in options if money.amount is not None]
    if not known:
        return options[0] if options else Money()
    best = min(known, key=lambda money: money.amount or Decimal(0))
    dearer = any(money.amount != best.amount for money in known)
    return Money(best.amount, best.text, best.starting or dearer, best.unit, best.currency, best.sizes)


def _sized(sizes: list[tuple[str, Decimal]], written: str, currency: str = "元") -> Money:
    if not sizes:
        raise _unreadable(written)
    lowest = min(amount for _, amount in sizes)
    dearer = any(amount != lowest for _, amount in sizes)
    return Money(lowest, starting=dearer, currency=currency, sizes=tuple(sizes))


def _written(written: str) -> Money:
    text = simplify(unicodedata.normalize("NFKC", written)).strip().lower()
    text = re.sub(r"\s+", " ", text).replace("−", "-").strip(" ,，。;；")
    if text in ("", "-", "--", "—", "/", "无", "暂无", "未定", "null", "none", "n/a", "na", "未知", "待定"):
        return Money()
    if OPEN_PRICE.fullmatch(text):
        return Money(text=" ".join(written.split()))
    if FREE.fullmatch(text):
        return Money(amount=Decimal(0))
    money = _single(text, written)
    if money:
        return money
    # "38元（会员35元）": the guest's price is the one outside the brackets.
    outside = re.sub(r"[(（\[【][^)）\]】]*[)）\]】]", "", text).strip()
    if outside and outside != text and (money := _single(outside, written)):
        return money
    sizes = [(m["size"], m["price"]) for m in _SIZED.finditer(text)]
    if len(sizes) > 1 or (sizes and _SIZED.fullmatch(text)):
        parts = [(size, _single(price, written)) for size, price in sizes]
        currency = next((m.currency for _, m in parts if m), "元")
        return _sized([(size, m.amount) for size, m in parts if m and m.amount is not None], written, currency)
    return _marked(text, written)


def _marked(text: str, written: str) -> Money:
    """The one amount with a currency in a longer text: "买一送一38元", "原价48元 现价38元"."""
    amounts = list(re.finditer(PATTERN + TAIL, text))
    now = [m for m in amounts if re.search(r"(?:现|售|特|优惠|活动|折后|到手|惊爆)价?[:：为]?\s?$", text[: m.start()])]
    was = [m for m in amounts if re.search(r"(?:原|门市|划线|市场|会员|储值)价?[:：为]?\s?$", text[: m.start()])]
    chosen = now if len(now) == 1 else [m for m in amounts if m not in was]
    if len(chosen) != 1 or (chosen[0].start() and text[chosen[0].start() - 1] in "-+"):
        raise _unreadable(written)
    money = _single(chosen[0][0].strip(), written)
    if money is None:
        raise _unreadable(written)
    return money


def _single(text: str, written: str) -> Money | None:
    starting = bool(_FROM.match(text))
    bare = _LABEL.sub("", _FROM.sub("", text))
    found = _ONE.fullmatch(bare)
    if not found:
        if re.fullmatch(r"[-+]?(?:nan|inf|infinity|∞)", text):
            raise ValueError(f"价格不是有限的数：{written} (the price is not finite)")
        jiao = _JIAO.fullmatch(bare)
        tenths = parse_number(jiao["n"]) if jiao else None
        return None if tenths is None else Money(amount=plain(tenths / 10))
    if found["change"] and not (found["noun"] or "").startswith(("块", "元", "圆")):
        return None
    low, high = parse_number(found["low"]), parse_number(found["high"]) if found["high"] else None
    if low is None or (found["high"] and high is None):
        return None
    amounts = [_checked(low + _change(found["change"]), written)]
    if high is not None:
        amounts.append(_checked(high, written))
    money = found["sign"] or found["noun"] or found["noun2"] or "元"
    return Money(
        amount=min(amounts),
        starting=starting or bool(found["from"] or found["from2"]) or len(set(amounts)) > 1,
        unit=found["unit1"] or found["unit2"] or found["unit3"],
        currency=_CURRENCIES.get(money.replace(" ", ""), "元"),
    )


def _change(text: str | None) -> Decimal:
    """What follows 块: 三块五 is 3.5, 三块二毛五分 3.25, 三块零五分 3.05."""
    total, scale = Decimal(0), Decimal("0.1")
    for digit, unit in re.findall(rf"([\d{NUMERAL}])([毛角分])?", (text or "").lstrip("零")):
        scale = Decimal("0.01") if unit == "分" else scale
        total += (parse_number(digit) or Decimal(0)) * scale
        scale = Decimal("0.01")
    return total


def _checked(amount: Decimal, written: str) -> Decimal:
    if not amount.is_finite():
        raise ValueError(f"价格不是有限的数：{written[:40]} (the price is not finite)")
    if amount < 0:
        raise ValueError(f"价格是负数：{written[:40]} (the price is negative)")
    if amount > HIGHEST:
        raise ValueError(f"价格超过一百万：{written[:40]} (the price is above a million)")
    exponent = amount.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -30:
        raise _unreadable(written)
    if isinstance(exponent, int) and exponent < -8:  # 38.300000000000004: how programs write 38.3
        amount = amount.quantize(Decimal("0.000001"))
    return plain(amount)


def _unreadable(written: str) -> ValueError:
    return ValueError(f"价格读不懂：{written[:40]} (the price cannot be read)")
