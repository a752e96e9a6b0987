"""Checks of a reply against what the tools returned. A reply that states something else is refused.

Numbers, names of dishes and stores, prices per dish, spice, stock and ingredients are compared by code; what
can't be traced to a tool result of this turn, or to the guest's own words, doesn't pass (menu article, 1.2:
the model may not invent a price or a stock).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.catalogue import named_in
from pilothouse.assistants.menu.lexicon import Lexicon, Mention
from pilothouse.contracts.numerals import NUMERAL, parse_number
from pilothouse.gateway.cleaning import leaks
from pilothouse.retrieval.tokenizer import normalise

Row = Mapping[str, Any]
MAX_REPLY = 800  # characters; a reply is also spoken

_NUMBER = re.compile(rf"\d+(?:[.,:：]\d+)*|[{NUMERAL}]*[零〇一二两三四五六七八九十百千][{NUMERAL}]*")
_MONEY_AFTER = re.compile(r"\s*(?:元|块|yuan|rmb|cny|￥|¥)", re.IGNORECASE)
_MONEY_BEFORE = re.compile(r"(?:[￥¥$]|rmb|cny)\s*$", re.IGNORECASE)
_COUNTED = re.compile(r"^(?:道|个|款|种|样|家|条|点|位|份|次|下|起|样儿|些|定|般|共|直|会|边|旦|律|致|切|同|并|时|口)")
_SENTENCE = re.compile(r"[^。！？!?；;\n]+")
_PROTOCOL = re.compile(
    r"\b(?:INIT|UNDERSTAND|THINK|STEP|CHECK|EXTEND|SUMMARY|DONE|VIEW_DETAIL)\b|\b(?:next[_ ]?(?:state|node|step)|state\s*[:=]|phase\s*[:=]|goto|"
    r"system prompt|envelope|tool[_ ]?room|no_results|invalid_params|unknown_tool|not_allowed|call_limit|unavailable_tool|stale_data)\b"
    r"|(?:系统提示词?|提示词|状态机|下一状态|下一步状态|工具调用|函数调用)"
)
_PROMISE = re.compile(r"免费|赠送|送您|送你|白送|打[一二三四五六七八九\d.]+折|折扣|优惠|特价|买一送一|半价|满减|代金券|返现|free of charge|for free|discount|% off|on the house|complimentary|half price", re.IGNORECASE)
_AVAILABLE = re.compile(r"有货|还有(?!什么|别的|其他)|有现货|可以点|能点|库存充足|available|in stock", re.IGNORECASE)
_GONE = re.compile(r"售罄|卖完|卖光|没货|缺货|没有了|没了|点不了|sold out|not available|unavailable|out of stock", re.IGNORECASE)
_SPICES = re.compile(r"(?<!不是)(不辣|微辣|中辣|特辣)")
_WITHOUT = re.compile(r"(?:不含|没有|没放|不放|无|不加|不带|里没列?有?|without|no|free of)\s*(?P<term>[\u4e00-\u9fffa-z]{1,8})")
_WITH = re.compile(r"(?:含有?|放了|加了|里有|配有|contains?|with)\s*(?P<term>[\u4e00-\u9fffa-z]{1,8})")
_STRONG_FOOD = frozenset("肉鱼虾蟹鸡鸭鹅牛羊猪兔腐茄菇笋藕骨粥饺丸椒蛋螺贝鲍鳝鳗蛙")
_LOOSE_BEFORE = frozenset("的是有吃和与点要这那款道条份只个，。、了爱含加用配无不没或及类些把为盘碗锅跟种喝来 「『“")
_ENGLISH_FOOD = re.compile(
    r"\b(?:lobster|shrimp|prawns?|crab|salmon|tuna|oysters?|steak|beef|pork|lamb|mutton|duck|goose|chicken|turkey|bacon|ham|sausages?|burgers?|pizza|pasta|sushi|"
    r"noodles?|dumplings?|tofu|eggs?|fish|squid|scallops?|rice|soup|salad|curry|cake|ice cream|pudding|pancakes?|mushrooms?|eggplant|potato(?:es)?|tomato(?:es)?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Evidence:
    """What a reply may rest on: ``rows`` of the turn's tool results, and the guest's own words ``said``."""

    rows: tuple[Row, ...]
    said: str
    lexicon: Lexicon
    tools: tuple[str, ...] = ()

    @property
    def dishes(self) -> list[Row]:
        return [row for row in self.rows if "dish_id" in row]

    @property
    def text(self) -> str:
        return normalise(" ".join(_texts(self.rows)))


def problems(reply: str, evidence: Evidence) -> list[str]:
    """What in ``reply`` is not allowed or not supported, as sentences for the next try; empty when it may be said."""
    text = normalise(reply)
    if not text:
        return ["The reply is empty."]
    found: list[str] = []
    if len(reply) > MAX_REPLY:
        found.append(f"The reply is longer than {MAX_REPLY} characters.")
    if leaks(reply, evidence.tools) or _PROTOCOL.search(reply):
        found.append("The reply contains machine language; write plain words.")
    mentions = _mentions(text, evidence)
    found += _numbers(text, evidence, mentions)
    found += _unknown_dishes(text, evidence, mentions)
    found += _claims(text, evidence, mentions)
    if (promise := _PROMISE.search(text)) and promise[0] not in f"{evidence.text} {normalise(evidence.said)}":
        found.append(f"The reply promises {promise[0]!r}, which no result says.")
    return list(dict.fromkeys(found))


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in ("dish_id", "id", "store_id", "score", "match"):
                yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, float):
        yield f"{value:g}"
    else:
        yield str(value)


def _mentions(text: str, evidence: Evidence) -> list[Mention]:
    names: dict[str, str] = {}
    for row in evidence.dishes:
        for name in (row["name"], row.get("name_en"), row.get("asked")):
            if name and (name != row.get("asked") or row["match"] in ("exact", "alias", "similar")):
                names.setdefault(normalise(name), row["dish_id"])
    found = [mention for mention in evidence.lexicon.mentions(text) if len(mention.surface) > 1]
    taken = [(mention.start, mention.end) for mention in found]
    for name, dish_id in sorted(names.items(), key=lambda item: -len(item[0])):
        for match in re.finditer(re.escape(name), text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                found.append(Mention(name, (dish_id,), "exact", match.start(), match.end()))
                taken.append((match.start(), match.end()))
    return sorted(found, key=lambda mention: mention.start)


def _numbers(text: str, evidence: Evidence, mentions: Sequence[Mention]) -> list[str]:
    spans = [(mention.start, mention.end) for mention in mentions]
    said = normalise(evidence.said)
    known = _values(f"{evidence.text} {said}") | {str(len(evidence.rows))}
    prices = _prices(evidence) | _values(said) | _money_in(evidence)
    found: list[str] = []
    for match in _NUMBER.finditer(text):
        if any(start <= match.start() < end for start, end in spans):
            continue  # a numeral in a dish's name: 三杯鸡
        value = _value(match[0])
        if value is None:
            continue
        money = bool(_MONEY_AFTER.match(text, match.end()) or _MONEY_BEFORE.search(text[: match.start()]))
        if money:
            if value not in prices:
                found.append(f"The price {match[0]} is in no result.")
            else:
                found += _wrong_owner(text, match, value, evidence, mentions)
        elif _is_marker(text, match, evidence):
            continue
        elif value not in known and not _in_facts(match[0], evidence):
            found.append(f"The number {match[0]} is in no result.")
    return found


def _is_marker(text: str, match: re.Match[str], evidence: Evidence) -> bool:
    """List numbers, and counts of what is listed: "1.", "这3道", "一份"."""
    value = _value(match[0])
    after = text[match.end() : match.end() + 3]
    if match[0].isdigit() and re.match(r"[.、．)）]", after) and value is not None and float(value) <= max(10, len(evidence.rows)):
        return True
    if value in ("1", "2") and not match[0].isdigit() and _COUNTED.match(after):
        return True
    if match[0] == "一" and (after[:1] not in "百千万十"):
        return True  # 一下, 一般, 一起: not a figure
    if match[0] in ("半", "千", "万", "百", "点", "两") or (match[0] == "十" and after[:1] in "分足"):
        return True
    return bool(_COUNTED.match(after)) and value == str(len(evidence.rows))


def _wrong_owner(
    text: str, match: re.Match[str], value: str, evidence: Evidence, mentions: Sequence[Mention]
) -> list[str]:
    """A price that exists, but belongs to another dish than the one it is said of."""
    owner = _owner(text, match.start(), match.end(), mentions)
    if owner is None:
        return []
    own = [row for row in evidence.dishes if row["dish_id"] in owner.dishes]
    if not own or value in _values(normalise(evidence.said)):
        return []
    if any(row["price"] is not None and _clean(f"{row['price']:g}") == value for row in own):
        return []
    if any(value in _values(" ".join(_texts({k: row[k] for k in ("price_label", "portion", "notes", "description")}))) for row in own):
        return []
    return [f"The price {match[0]} is not that of {owner.surface}."]


def _owner(text: str, start: int, end: int, mentions: Sequence[Mention]) -> Mention | None:
    """The dish that a figure is about: the last one named before it in the sentence, or the first after it."""
    left = max((text.rfind(mark, 0, start) for mark in "。！？!?；;\n"), default=-1)
    before = [mention for mention in mentions if left < mention.start and mention.end <= start]
    following = next((mention for mention in mentions if end <= mention.start <= end + 6), None)
    if following is not None and re.match(r"(?:元|块|块钱|元钱)?的", text[end : following.start]):
        return following
    return before[-1] if before else None


def _prices(evidence: Evidence) -> set[str]:
    return {_clean(f"{row['price']:g}") for row in evidence.dishes if row["price"] is not None}


def _money_in(evidence: Evidence) -> set[str]:
    """Amounts in other results: price per head, delivery fees, and figures with 元 inside answers."""
    found: set[str] = set()
    for row in evidence.rows:
        if row.get("per_head") is not None:
            found.add(_clean(f"{row['per_head']:g}"))
        if "dish_id" not in row or row.get("portion") or row.get("notes"):
            body = normalise(" ".join(_texts({k: v for k, v in row.items() if k not in ("price", "stock", "prep_minutes")})))
            for match in _NUMBER.finditer(body):
                value = _value(match[0])
                if value is not None and (_MONEY_AFTER.match(body, match.end()) or _MONEY_BEFORE.search(body[: match.start()])):
                    found.add(value)
    return found


def _values(text: str) -> set[str]:
    return {value for match in _NUMBER.finditer(text) if (value := _value(match[0])) is not None}


def _value(word: str) -> str | None:
    if ":" in word or "：" in word:
        return word.replace("：", ":")
    number = parse_number(word)
    return None if number is None else _clean(f"{number:f}")


def _clean(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number


def _in_facts(word: str, evidence: Evidence) -> bool:
    return len(word) > 2 and word in evidence.text


def _unknown_dishes(text: str, evidence: Evidence, mentions: Sequence[Mention]) -> list[str]:
    looked_up = {row["dish_id"] for row in evidence.dishes}
    facts = f"{evidence.text} {normalise(evidence.said)}"
    found = [
        f"{mention.surface} was not looked up in this turn."
        for mention in mentions
        if not looked_up & set(mention.dishes) and mention.surface not in facts
    ]
    rest = text
    for mention in sorted(mentions, key=lambda mention: -mention.start):
        rest = rest[: mention.start] + " " * (mention.end - mention.start) + rest[mention.end :]
    for at, char in enumerate(rest):
        if char not in _STRONG_FOOD:
            continue
        pair = rest[max(0, at - 1) : at + 1]
        after = rest[at : at + 2]
        if (len(pair) == 2 and pair in facts) or after in facts:
            continue
        if (at == 0 or rest[at - 1] in _LOOSE_BEFORE) and char in facts:
            continue
        found.append(f"“{rest[max(0, at - 3) : at + 1].strip()}” is in no result.")
    for match in _ENGLISH_FOOD.finditer(rest):
        if match[0].lower().rstrip("s") not in facts and not evidence_has_chinese(match[0], facts):
            found.append(f"“{match[0]}” is in no result.")
    return found


_ENGLISH_TO_CHINESE = {
    "chicken": "鸡", "beef": "牛", "pork": "猪肉里脊排骨五花", "fish": "鱼", "shrimp": "虾", "prawn": "虾", "tofu": "豆腐", "egg": "蛋", "rice": "饭",
    "noodle": "面粉", "soup": "汤", "duck": "鸭", "lamb": "羊", "mushroom": "菇菌", "potato": "土豆", "tomato": "番茄", "crab": "蟹", "eggplant": "茄",
    "dumpling": "饺", "bacon": "培根", "ham": "火腿", "squid": "鱿", "scallop": "贝", "goose": "鹅", "pudding": "布丁奶冻", "cake": "糕饼",
}  # fmt: skip


def evidence_has_chinese(word: str, facts: str) -> bool:
    """True when the facts name the same food in Chinese."""
    chinese = _ENGLISH_TO_CHINESE.get(word.lower().removesuffix("es") if word.lower().endswith("oes") else word.lower().removesuffix("s"), "")
    return any(char in facts for char in chinese)


def _claims(text: str, evidence: Evidence, mentions: Sequence[Mention]) -> list[str]:
    by_id = {row["dish_id"]: row for row in evidence.dishes}
    said = normalise(evidence.said)
    found: list[str] = []
    for sentence in _SENTENCE.finditer(text):
        inside = [m for m in mentions if sentence.start() <= m.start < sentence.end()]
        rows = [(m, by_id[i]) for m in inside for i in m.dishes if i in by_id]
        for index, (mention, row) in enumerate(rows):
            end = rows[index + 1][0].start if index + 1 < len(rows) else sentence.end()
            if end <= mention.end:
                end = sentence.end()
            found += _dish_claims(text[mention.end : end], row, said)
        if not rows and len(by_id) == 1:
            found += _dish_claims(sentence[0], next(iter(by_id.values())), said)
    open_states = [row["open_now"] for row in evidence.rows if row.get("open_now") is not None]
    if open_states and not any(open_states) and re.search(r"营业中|正在营业|还开着|开着门|open now", text):
        found.append("No store is open now.")
    return found


def _dish_claims(words: str, row: Row, said: str) -> list[str]:
    name = row["name"]
    found: list[str] = []
    gone, there = bool(_GONE.search(words)), bool(_AVAILABLE.search(_GONE.sub(" ", words)))
    if there and not gone and not row["available"]:
        found.append(f"{name} is sold out.")
    if gone and row["available"] and row["served_now"]:
        found.append(f"{name} is available.")
    known = {row["spice"], *(level for taste in row["tastes"] for level in _SPICES.findall(normalise(taste)))}
    for match in _SPICES.finditer(words):
        negated = re.search(r"(?:不能|做不了|没有|不支持|无法|不提供|不可以)[^，,]{0,6}$", words[: match.start()])
        if match[0] not in known and match[0] not in said and not negated:
            found.append(f"No result says that {name} is or can be {match[0]}.")
    found += _ingredient_claims(words, row, said)
    return found


def _ingredient_claims(words: str, row: Row, said: str) -> list[str]:
    own = [*row["ingredients"], row["name"]]
    note = normalise(f"{row['notes'] or ''} {row['description'] or ''} {row['portion'] or ''} {' '.join(row['allergens'])}")
    found: list[str] = []
    for match in _WITHOUT.finditer(words):
        term = _ingredient(match["term"])
        if term and (named_in(own, term) or any(term in allergen or allergen in term for allergen in row["allergens"])):
            if not re.search(rf"(?:可|能|备注|要求)[^，,]{{0,6}}{re.escape(match[0])}|去", words):
                found.append(f"{row['name']} does contain {term}.")
    for match in _WITH.finditer(re.sub(r"(?:不|没)(?:含有?|放了?|加了?)\s*[\u4e00-\u9fff]+", " ", words)):
        term = _ingredient(match["term"])
        if term and row["ingredients"] and not named_in(own, term) and term not in note and term not in said:
            found.append(f"No result says that {row['name']} contains {term}.")
    return found


def _ingredient(words: str) -> str | None:
    for length in range(len(words), 0, -1):
        part = words[:length]
        if part in ontology.group_words() or part in ontology.synonyms():
            return part
    return None
