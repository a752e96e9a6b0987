"""What a sentence allows, forbids or denies."""

from __future__ import annotations

import re

# Words in which a negating character negates nothing.
_HARMLESS = re.compile(
    r"不仅|不但|不断|不同|不久|不管|不论|不过(?!期)|不少(?!于)|不错|不客气|不好意思|不妨|不料|无论|无线|"
    r"无人机|无锡|未来|未婚|未成年|非常|非洲|免费|免税|避免|"
    r"别墅|特别|分别|级别|类别|性别|区别|差别|个别|识别|告别|别名|莫斯科|没收|不锈钢|不动产|不定期|不等|"
    r"并非洲|是否|能否|可否|与否|否则|"
    r"不超过|不高于|不低于|不少于|不多于|不满|不足|不晚于|不早于|不小于|不大于|未满"
)
_NEGATION = re.compile(
    r"不得|不准|不许|不能|不可(?:以)?|不予|不再|不会|不应|不需要?|不用|不必|不含|不包括|不计|不享|禁止|"
    r"严禁|谢绝|拒绝|无需|无须|无权|无法|没有|没|未|勿|切勿|"
    r"免(?=[于收交缴检考])|非(?=[员会工本正])|无(?=[效此该任资])|不|别(?=再)|取消|停止|"
    r"\b(?:not|no|never|cannot|can't|don't|doesn't|isn't|aren't|won't|mustn't|shouldn't|without|"
    r"prohibited|forbidden|neither|nor|unable|ineligible)\b|n't\b",
    re.IGNORECASE,
)  # fmt: skip
_ALLOW = re.compile(
    r"可以|可(?=[申享休报选在按用凭由于携带])|允许|准许|能够|能(?![力源量耗])|有权|支持|\b(?:can|may|allowed|"
    r"permitted|eligible|entitled)\b", re.I)  # fmt: skip
_MODAL = re.compile(
    r"可以|允许|准许|能够|有权|应当|必须|须|需要|需|应|可|能|\b(?:can|may|must|should|shall|be|is|are|allowed|"
    r"permitted|to)\b", re.I)  # fmt: skip


def negations(text: str) -> list[tuple[int, int]]:
    """Where ``text`` negates: spans of the negating words."""
    harmless = [match.span() for match in _HARMLESS.finditer(text)]
    return [m.span() for m in _NEGATION.finditer(text) if not any(a <= m.start() < b for a, b in harmless)]


def negated(text: str) -> list[str]:
    """What ``text`` negates: the two Chinese characters or the word behind each negation, without modal words."""
    found = []
    for _, end in negations(text):
        rest = _MODAL.sub("", text[end : end + 24]).lstrip(" 在再对向把将给被")
        match = re.match(r"[\u3400-\u9fff]{1,2}|[A-Za-z]+", rest)
        if match:
            found.append(match.group().casefold())
    return found


def polarity(text: str) -> int:
    """-1 when a rule sentence forbids or denies, 1 when it allows, 0 when it does neither."""
    if negations(text):
        return -1
    return 1 if _ALLOW.search(text) else 0


def stripped(text: str) -> str:
    """``text`` without negations and modal words: what the rule is about."""
    for start, end in reversed(negations(text)):
        text = text[:start] + " " + text[end:]
    return _MODAL.sub(" ", text)
