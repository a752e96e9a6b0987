"""Menus written as prose, labelled fields or plain lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pilothouse.assistants.menu.importing.clause import label_field
from pilothouse.assistants.menu.importing.heading import heading_of, is_title
from pilothouse.assistants.menu.importing.record import Record
from pilothouse.assistants.menu.importing.sentence import Draft, read_sentence
from pilothouse.assistants.menu.importing.text import (
    clean,
    name_of,
    shorten,
    simplify,
    unmarked,
    unnumbered,
)

_LABEL = re.compile(r"【([^【】]{1,10})】")
_SENTENCE = re.compile(r"[。；;!！\n]+")
_NUMBER = re.compile(r"^\s*\d{1,3}\s+(?=[㐀-鿿].*\d)")
_WORDY = re.compile("[的了是我你您吗呢吧请让把很更最都也]|欢迎|本店|注意|电话|地址|营业|外卖|微信|优惠|以上")


def read_paragraphs(text: str) -> Iterator[Record | tuple[str, str, str]]:
    """The dishes of a written menu, or (position, text, reason) for a line that describes none."""
    category = ""
    lines = text.split("\n")
    titles = any(re.match(r"\s*##+\s", line) for line in lines)
    for number, block in _blocks(lines):
        heading = heading_of(block, subheads=titles)
        position = f"第{number}行"
        if heading is not None:
            category = heading or category
            continue
        found = read_line(block, position, category)
        yield from found
        if not found and not is_title(block):
            yield position, shorten(block), "读不出菜名和价格等字段 (no dish name with a price or other field)"


def read_line(text: str, position: str, category: str = "") -> list[Record]:
    """The dishes one paragraph describes."""
    text = "\n".join(clean(unnumbered(line)) for line in text.split("\n"))
    text = simplify(text)
    if _labelled(text):
        return _read_labelled(text, position, category)
    text = "\n".join(_NUMBER.sub("", unmarked(line)) for line in text.split("\n"))
    drafts: list[Draft] = []
    for sentence in _SENTENCE.split(text):
        if sentence.strip():
            read_sentence(sentence.strip(), drafts)
    return [draft.record(position, category, text) for draft in drafts if draft.is_dish]


def _blocks(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Lines that belong together, with the number of the first: a wrapped paragraph, or a name over its fields."""
    index = 0
    while index < len(lines):
        line = lines[index]
        start = index
        index += 1
        if not line.strip() or re.fullmatch(r"[\s\-=*_#~|+]+", line):
            continue
        block = line.strip()
        named = _starts_fields(block)
        while index < len(lines):
            following = lines[index].strip()
            wrapped = block.endswith(("、", "，", ",")) and following
            # "麻辣香锅" over "价格：38元", "原料：…": one dish written over several lines.
            field_line = _field_line(following) if following else None
            if wrapped or (field_line and field_line != "name" and (named or _bare_name(block))):
                block += ("" if wrapped else "\n") + following
                named = named or not wrapped
                index += 1
            else:
                break
        yield start + 1, block


def _starts_fields(line: str) -> bool:
    return _field_line(line) == "name" or bool(_LABEL.match(line) and _labelled(line))


def _field_line(line: str) -> str | None:
    """The field of a line that is one labelled field."""
    line = re.sub(r"^[-*+•·]\s+", "", line).replace("**", "")
    label = _LABEL.match(line)
    if label and line[label.end() :].strip():
        return label_field(label[1])
    found = re.match(r"([㐀-鿿]{1,6}|[A-Za-z][A-Za-z ]{1,20})\s*[:：]\s*\S", line)
    return label_field(simplify(found[1])) if found else None


def _bare_name(line: str) -> bool:
    text = name_of(re.sub(r"^#+\s*", "", line))
    return 1 < len(text) <= 30 and not re.search(r"[，,。；;:：]", text) and not _WORDY.search(text)


def _labelled(text: str) -> bool:
    fields = [label_field(label) for label in _LABEL.findall(text)]
    return "name" in fields or sum(field is not None for field in fields) >= 2


def _read_labelled(text: str, position: str, category: str) -> list[Record]:
    """【菜品名称】麻辣香锅 【价格】38元: what stands before the first label is the name if no label gives it."""
    drafts = [Draft()]
    marks = [mark for mark in _LABEL.finditer(text) if label_field(mark[1]) or mark[1] in ("招牌", "推荐")]
    before = name_of(text[: marks[0].start()])
    if before and label_field(marks[0][1]) != "name":
        drafts[0].put("name", before)
    for index, mark in enumerate(marks):
        end = marks[index + 1].start() if index + 1 < len(marks) else len(text)
        known = label_field(mark[1]) or "signature"
        value = text[mark.end() : end].strip(" \n:：")
        if known not in ("description", "notes"):
            value = value.rstrip("，,。;；")
        if known == "name" and drafts[-1].has("name"):
            drafts.append(Draft())
        if value:
            drafts[-1].put(known, value)
    return [draft.record(position, category, text) for draft in drafts if draft.has("name")]
