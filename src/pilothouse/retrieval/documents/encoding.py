"""Bytes to text: UTF-8, UTF-16/32, GB18030, and what Windows wrote in western Europe."""

from __future__ import annotations

import codecs
import re

from pilothouse.retrieval.documents.limits import Account, Refusal

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffe\uffff]")
_SAMPLE = 1 << 16
_WESTERN = re.compile("[\x80-\xff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]")
_CHINESE = re.compile("[\u4e00-\u9fff]")
_GARBLED = 0.4  # share of such letters that no western language reaches
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\xfe]")
_LEAST_GB2312 = 0.7  # of the byte pairs; French or German read as GB18030 has nearly none
_MOST_DAMAGE = 0.02  # of the characters may be unreadable in an otherwise clear encoding


def decode(data: bytes, account: Account, declared: str = "", counted: bool = True) -> str:
    """The text of ``data``, line ends as ``\\n``, without characters that no text has.

    ``declared`` is an encoding that the document names; it is believed when it fits. ``counted`` is false for a source
    of which only a part is text. Raises ``Refusal`` (``unsupported``) when the bytes are no text.
    """
    text = _repaired(_decode(data, account, declared), account)
    clean = _CONTROL.sub("", text)
    lost = len(text) - len(clean) - text.count("\ufeff")
    if lost > max(16, len(text) * _MOST_DAMAGE):
        raise Refusal("unsupported", "不是文本文件。", "is no text file.")
    if lost > 0:
        account.warn("去掉了空字节等不可见的控制字符。", "Null bytes or other control characters were removed.")
    text = clean.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", "\n").replace("\x85", "\n")
    return account.text(text) if counted else text


def _repaired(text: str, account: Account) -> str:
    """Chinese that a program once took for a western encoding and saved like that is put right again."""
    sample = text[:_SAMPLE]
    if len(_WESTERN.findall(sample)) < _GARBLED * len("".join(sample.split())) or _CHINESE.search(sample):
        return text
    for wrong in ("latin-1", "cp1252"):
        for right in ("utf-8", "gb18030"):
            try:
                found = text.encode(wrong).decode(right)
            except ValueError:
                continue
            if len(_CHINESE.findall(found)) > 0.5 * len("".join(found.split())):
                account.warn("编码错乱的文字已复原，请核对。", "Garbled characters were put right; check them.")
                return found
    return text


def is_text(data: bytes) -> bool:
    """Whether the beginning looks like text of one of the encodings."""
    sample = data[:4096]
    if any(sample.startswith(bom) for bom, _ in _BOMS) or _wide(sample):
        return True
    return len(re.findall(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]", sample)) <= max(2, len(sample) // 50)


def _decode(data: bytes, account: Account, declared: str) -> str:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _lenient(data[len(bom) :], name, account)
    if wide := _wide(data[:_SAMPLE]):
        return _lenient(data, wide, account)
    candidates = ["utf-8"]
    if declared:
        try:
            name = codecs.lookup("gb18030" if declared.lower() in ("gb2312", "gbk") else declared).name
            candidates.insert(0, name) if not name.startswith("utf-16") else None
        except LookupError:
            pass
    for name in candidates:
        try:
            return _strict(data, name)
        except ValueError:
            continue
    try:
        if _gb2312_share(data[:_SAMPLE]) >= _LEAST_GB2312:
            return _strict(data, "gb18030")
        if _is_big5(data[:_SAMPLE]):
            return _strict(data, "big5hkscs")
        return data.decode("cp1252")
    except ValueError:
        pass
    for name in ("utf-8", "gb18030"):
        text = data.decode(name, "replace")
        if text.count("\ufffd") <= max(2, len(text) * _MOST_DAMAGE):
            account.warn("有少数字符损坏，已略去。", "A few damaged characters were left out.")
            return text.replace("\ufffd", "")
    raise Refusal(
        "broken",
        "编码无法识别，请另存为 UTF-8。",
        "has an unknown character encoding; save it as UTF-8.",
    )


def _strict(data: bytes, name: str) -> str:
    # Not final: a file cut in the middle of its last character is still readable.
    return codecs.getincrementaldecoder(name)("strict").decode(data, final=False)


def _lenient(data: bytes, name: str, account: Account) -> str:
    text = codecs.getincrementaldecoder(name)("replace").decode(data, final=False)
    if "\ufffd" in text:
        account.warn("有少数字符损坏，已略去。", "A few damaged characters were left out.")
    return text.replace("\ufffd", "")


def _wide(sample: bytes) -> str:
    """The UTF-16 form of a text without a byte order mark, told by where its null bytes or spaces stand."""
    even, odd = sample[0::2], sample[1::2]
    if len(odd) < 4:
        return ""
    zeros = even.count(0) / len(even), odd.count(0) / len(odd)
    if max(zeros) > 0.2 and min(zeros) < 0.02:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    if b"\0" in sample and max(zeros) < 0.2:  # Chinese UTF-16: few null bytes, but the high bytes are of one range
        for name, high in (("utf-16-le", odd), ("utf-16-be", even)):
            share = sum(byte in (0, 0x30, 0xFF) or 0x4E <= byte <= 0x9F for byte in high) / len(high)
            if share > 0.97:
                return name
    return ""


def _is_big5(sample: bytes) -> bool:
    """Whether most of the text is in the rows of Big5's common characters; western text has few bytes above 127."""
    pairs = _PAIR.findall(sample)
    common = sum(0xA1 <= pair[0] <= 0xC6 for pair in pairs)
    return common >= 0.9 * len(pairs) and 2 * len(pairs) > 0.2 * len(sample)


def _gb2312_share(sample: bytes) -> float:
    pairs = _PAIR.findall(sample)
    return sum(pair[1] >= 0xA1 for pair in pairs) / len(pairs) if pairs else 0.0
