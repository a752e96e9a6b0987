"""Sentences of a written menu, clause by clause, into the fields of dishes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pilothouse.assistants.menu.importing.clause import (
    is_money,
    label_field,
    price_in,
    read_clause,
    sized_prices,
)
from pilothouse.assistants.menu.importing.money import FREE, OPEN_PRICE, PATTERN, SIZE, TAIL
from pilothouse.assistants.menu.importing.record import Record
from pilothouse.assistants.menu.importing.text import is_english, shorten
from pilothouse.contracts.numerals import NUMERAL, parse_number

_DOTS = re.compile(r"\s*(?:\.{2,}|…+|·{2,}|-{2,}|—+|_{2,}|－{2,})\s*")
_BARE = rf"\d{{1,6}}(?:\.\d{{1,2}})?|[{NUMERAL}]{{2,8}}"
_PRICED = re.compile(
    rf"^(?P<name>.*?[^\s\d.,:：]|.*?[a-z㐀-鿿)）]\d*?)\s*[-–—:：@|]*\s*"
    rf"(?P<price>{PATTERN}{TAIL}"
    # A number without currency is a price only apart from the name: 可乐330 may be millilitres.
    rf"|(?<=[\s:：\-–—@|])(?:{_BARE}|{OPEN_PRICE.pattern}|{FREE.pattern})(?:\s?起)?(?:\s?/\s?[a-z㐀-鿿]{{1,2}})?)$",
    re.I | re.S,
)
_PRICE_FIRST = re.compile(
    # 三元牛奶 is a name: only 的, a colon, a label or a space after digits make the amount in front a price.
    rf"^(?:(?:售价|仅售|只要|仅需)\s*(?P<p1>{PATTERN}{TAIL})|(?P<p2>{PATTERN}{TAIL})\s*(?:的|:)"
    rf"|(?P<p3>[¥￥$]\s?\d[\d.]*|\d[\d.]*\s?元)\s)\s*(?P<name>[^\d¥￥$]{{2,30}})$",
    re.I,
)
_LABELLED_PRICE = re.compile(
    r"^(?P<name>.{2,30}?)\s*(?:售价|价格|单价|仅售|只要|仅需|每份|只卖|卖)\s*[:：]?\s*(?P<price>.+)$"
)
_LEAD = re.compile(r"^(?:本店|我们|我家|小店|店里)?的?(?:招牌菜?|特色菜?|推荐菜?)(?:是|有|为|叫|[:：])\s*")
_SUFFIX = re.compile(r"(?:是|为)(?:本店|我们|我家|店里)?的?(?:招牌|镇店|必点|推荐)(?:菜品?|之宝)?$")
_BRACKETS = re.compile(r"[(（\[]([^()（）\[\]]{1,60})[)）\]]")
_WORDY = re.compile("[的了是我你您吗呢吧请让把很更最都也]|欢迎|本店|注意|电话|地址|营业|外卖|微信|优惠|以上")
_NO_DISH = re.compile(
    r"满\s?\d*\s?减|满\d+|立减|最低消费|起送|配送费|打包费|餐盒|服务费|人均|电话|地址|营业|优惠|会员|充值|押金|停车|欢迎|微信"
    r"|我们|花了|一共|总共|合计|总计|小计|消费|预订"
)
_SIZE_BEHIND = re.compile(rf"({PATTERN})\s*[(（]\s*({SIZE.pattern})\s*[)）]", re.I)
_SIZE_BEFORE = re.compile(rf"[(（]\s*({SIZE.pattern})\s*[)）]\s*({PATTERN})", re.I)
_BRACKET_BEHIND = re.compile(r"^(?P<front>.*\S)\s*[(（](?P<inner>[^()（）]{1,60})[)）]$", re.S)
_TELLING = ("price", "sizes", "ingredients", "tastes", "prep_minutes", "portion", "spice", "default_spice", "allergens")
_LONGEST_NAME = 60


@dataclass
class Draft:
    """A dish being read."""

    values: dict[str, list[str]] = field(default_factory=dict)
    last: str = ""

    def put(self, name: str, value: str) -> None:
        self.values.setdefault(name, []).append(value)
        self.last = name

    def has(self, *names: str) -> bool:
        return any(name in self.values for name in names)

    @property
    def priced(self) -> bool:
        return self.has("price", "sizes")

    @property
    def is_dish(self) -> bool:
        """A name, and something only dishes have; without a price the name must not read like a sentence."""
        name = self.values.get("name", [""])[0]
        if not any(c.isalpha() for c in name) or _NO_DISH.search(name) or label_field(name):
            return False
        return self.priced or (self.has(*_TELLING) and not _WORDY.search(name))

    def record(self, position: str, category: str, text: str) -> Record:
        joined: dict[str, object] = {}
        for name, found in self.values.items():
            if name == "sizes":
                joined["portion" if self.has("price") else "price"] = "、".join(found)
            elif name == "default_spice":
                joined[name] = found[0]
            elif name in ("description", "notes", "portion"):
                joined[name] = ("，" if name != "notes" else "；").join(found)
            else:
                joined[name] = found[0] if name in ("name", "price", "original_price") else "、".join(found)
        return Record(position, joined, category, text=shorten(text))


def read_sentence(sentence: str, drafts: list[Draft]) -> None:
    """Add what the sentence says to the last of ``drafts``, or begin new ones."""
    clauses = _clauses(sentence)
    for index, clause in enumerate(clauses):
        draft = drafts[-1] if drafts else None
        found = read_clause(clause)
        begins = index == 0 and draft is not None and draft.has("name")
        if found and found[0] == "name":
            _unnamed(drafts).put(*found)
        elif found and (draft or len(clauses) > 1):
            if draft is None or (begins and draft.priced and found[0] == "price" and len(clauses) > 1):
                drafts.append(draft := Draft())
            # A second price without a name stays in words; it must not replace the first.
            draft.put("notes" if found[0] == "price" and draft.has("price") else found[0], found[1])
        elif draft and sized_prices(clause):
            draft.put("sizes", clause)
        elif (priced := _name_and_price(clause)) and (
            draft is None or not draft.has("name") or draft.priced or (begins and _is_name(priced[0]))
        ):
            _put_name(_unnamed(drafts), priced[0])
            drafts[-1].put("price", priced[1])
        elif draft is None or not draft.has("name") or (begins and _begins_dish(clauses, draft)):
            _put_name(_unnamed(drafts), clause)
        elif draft.last == "ingredients" and _continues_list(draft.values["ingredients"][-1], clause):
            draft.put("ingredients", clause)
        else:
            draft.put("description", clause)


def _unnamed(drafts: list[Draft]) -> Draft:
    """The last draft if it still waits for its name, else a new one."""
    if not drafts or drafts[-1].has("name"):
        drafts.append(Draft())
    return drafts[-1]


def _begins_dish(clauses: list[str], draft: Draft) -> bool:
    """Does a sentence begin another dish? It has a name and a price, and the dish before is complete.

    Complete is a dish with a price, or one that already has a field the sentence states again: giving the price of
    the second dish to the first would be worse than leaving the first without.
    """
    rest = clauses[1:]
    priced = any(price_in(clause) or _name_and_price(clause) or sized_prices(clause) for clause in rest)
    stated = {found[0] for clause in rest if (found := read_clause(clause))}
    return _is_name(clauses[0]) and priced and (draft.priced or bool(stated & set(draft.values)))


def _is_name(text: str) -> bool:
    text = _BRACKETS.sub("", text).strip()
    return 1 < len(text) <= (40 if is_english(text) else 16) and not _WORDY.search(text)


def _continues_list(last: str, clause: str) -> bool:
    """A list that began without 、 goes on over commas: "原料：藕片，土豆片，午餐肉"."""
    longest = 20 if is_english(clause) else 6
    return "、" not in last and "/" not in last and len(clause) <= longest and not _WORDY.search(clause)


def _clauses(sentence: str) -> list[str]:
    """Split at commas outside brackets, and at spaces where both sides can be told apart."""
    sentence = _sizes_first(sentence)
    parts, depth, part = [], 0, ""
    for index, char in enumerate(sentence):
        depth += (char in "(（") - (char in ")）" and depth > 0)
        thousands = (
            char == "," and sentence[index - 1 : index].isdigit() and re.match(r"\d{3}(?!\d)", sentence[index + 1 :])
        )
        if char in "，," and not depth and not thousands:
            parts.append(part)
            part = ""
        else:
            part += char
    parts.append(part)
    pieces = (piece.strip() for part in parts for piece in _pieces(_DOTS.sub(" ", part).strip(" |")))
    return [piece for piece in pieces if any(c.isalnum() for c in piece)]


def _sizes_first(sentence: str) -> str:
    """Write ¥12(小) ¥15(大) and (小)¥12 (大)¥15 as 小¥12 大¥15; what comes first tells the two apart."""
    before, behind = _SIZE_BEFORE.search(sentence), _SIZE_BEHIND.search(sentence)
    if before and (not behind or before.start() < behind.start()):
        return _SIZE_BEFORE.sub(r" \1\2 ", sentence)
    return _SIZE_BEHIND.sub(r" \2\1 ", sentence) if behind else sentence


def _pieces(part: str) -> list[str]:
    """ "回锅肉 ￥32/份 微辣" → name with price, and the taste. English names keep their spaces."""
    behind = _BRACKET_BEHIND.match(part)
    if behind and _name_and_price(behind["front"]):
        return [*_pieces(behind["front"]), *re.split("[，,]", behind["inner"])]  # 烤鸭 128元/只（半只68元）
    words = re.split(r"[\s|]+", part) if len(part) <= 200 else []
    if len(words) < 2 or is_english(part) or read_clause(part):
        return [part]
    pieces = [words[0]]
    for word in words[1:]:
        last = pieces[-1]
        price = is_money(word) or re.fullmatch(rf"(?:{_BARE})(?:/[a-z㐀-鿿]{{1,2}})?", word)
        told = read_clause(word) or _name_and_price(word) or sized_prices(word)
        # A price belongs to the name before it; a word that says nothing by itself continues the name.
        if _name_and_price(last) or read_clause(last) or sized_prices(last) or (told and not price):
            pieces.append(word)
        else:
            pieces[-1] = f"{last} {word}"
    return pieces


def _name_and_price(clause: str) -> tuple[str, str] | None:
    text = clause.strip()
    if len(text) > 200:
        return None
    labelled = _LABELLED_PRICE.match(text)
    if labelled and price_in("售价" + labelled["price"]):
        return labelled["name"], labelled["price"]
    if found := _PRICED.match(text):
        price = found["price"]
        if re.fullmatch(f"[{NUMERAL}]+", price) and parse_number(price) is None:
            return None
    elif found := _PRICE_FIRST.match(text):
        price = found["p1"] or found["p2"] or found["p3"]
    else:
        return None
    name = found["name"].strip(" -–—:：@|的")
    return (name, price) if any(c.isalpha() for c in name) else None


def _put_name(draft: Draft, text: str) -> None:
    """The name, and what its brackets say: (又名香锅), (Kung Pao Chicken), (微辣)."""
    lead = _LEAD.search(text) or _SUFFIX.search(text)
    if lead:
        draft.put("signature", "是")
    text = _SUFFIX.sub("", _LEAD.sub("", text))
    for inner in _BRACKETS.findall(text):
        found = read_clause(inner)
        english = is_english(inner) and not is_english(text.replace(inner, ""))
        if found and found[0] != "name":
            draft.put(*found)
        elif english:
            draft.put("name_en", inner)
        else:
            continue
        text = re.sub(rf"\s*[(（\[]{re.escape(inner)}[)）\]]", "", text, count=1)
    draft.put("name", text[: 4 * _LONGEST_NAME])
    draft.last = "name"
