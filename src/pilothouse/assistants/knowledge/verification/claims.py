"""An answer taken apart: what it claims, and which passages it cites for that."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.retrieval.evidence.splitting import bare, sentences

_MARK = r"(?:\[\s*\d{1,3}(?:\s*[,，、]\s*\d{1,3})*\s*\]|【\s*\d{1,3}(?:\s*[,，、]\s*\d{1,3})*\s*】)"
_MARKS = re.compile(rf"\s*{_MARK}(?:\s*[,，、和]?\s*{_MARK})*")
_TRAILING = re.compile(rf"([。！？!?.；;]+[”’」』）)\"']*)(\s*{_MARK}(?:\s*[,，、和]?\s*{_MARK})*)")
_NOTE = re.compile(r"\s*(?:[（(][^（）()]{0,60}[)）])")
NOT_FOUND = re.compile(
    r"未找到|没有找到|没找到|找不到|未查到|没有查到|查不到|未检索到|没有(?:相关|提及|提到|说明|"
    r"给出)(?:的)?(?:信息|内容|资料)?|未(?:提及|提到|涉及|说明|包含|给出|列明)|资料不足|无法(?:回答|确定|"
    r"得知|判断)|"
    r"\bno (?:relevant )?information\b|\bnot (?:found|mentioned|stated|specified|covered|available)\b|"
    r"\b(?:could not|cannot|can't|couldn't|did not|unable to) (?:be )?(?:find|found|answer|determine)\b|"
    r"\bdo(?:es)? not (?:mention|say|state|contain|specify)\b", re.I
)  # fmt: skip
_MATERIAL = re.compile(
    r"资料|文档|材料|知识库|文件|上下文|信息|material|document|context|source|information|answer|回答|确定", re.I
)
_FRAME = re.compile(
    r"^(?:您好|你好|好的|当然|根据(?:现有|以上|以下|所提供的|提供的|检索到的)?(?:资料|文档|材料|规定|"
    r"信息)(?:显示|所述|可知)?|资料(?:显示|中提到|说法不一)|具体如下|如下|详情如下|答案是|结论|综上|总结|"
    r"另外|此外|"
    r"according to (?:the )?(?:material|documents?|sources?)|sources disagree|the sources disagree|"
    r"as follows|in short|(?:yes|no|sure|hello|hi)(?=[,，:：。.!！]))[,，:：、。.!！\s]*", re.I
)  # fmt: skip
_CLOSING = re.compile(
    r"^(?:如(?:有|需|果您?还有)|希望|请问|欢迎|还有(?:其他|什么)|需要(?:我|更多)|以上(?:信息|内容)?(?:供|"
    r"仅供)|仅供参考|祝|谢谢|感谢|建议(?:您|你)?(?:以|向|咨询|联系|核对|确认)|if you|let me know|hope|"
    r"please (?:let|feel|check with|contact)|feel free)", re.I)  # fmt: skip
_VERDICT = re.compile(
    r"^(?:可以|能|是的?|对|不可以|不能|不行|不是|不需要|需要|不用|要|允许|不允许|会|不会|有|没有|yes|"
    r"no)[。.!！,，:：]?$",
    re.I,
)
_ENUMERATION = re.compile(r"(?:^|[：:]\s*)1[.、．]\s?\S.*[；;]\s*2[.、．]\s?\S")
_DISAGREE = re.compile(
    r"说法不一|不一致|说法不同|不同(?:的)?说法|有冲突|存在冲突|冲突|矛盾|有出入|不统一|各不相同|disagree|"
    r"conflict|inconsisten|contradict|differ",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """``text`` is what is said, without citations; ``numbers`` cite passages from 1; ``note`` stands in brackets behind
    the citation; ``open`` when it needs no citation: it frames the answer and says nothing of the subject."""

    text: str
    numbers: tuple[int, ...]
    note: str = ""
    open: bool = False


def claims(reply: str) -> list[Claim]:
    """The claims of ``reply`` in order. A sentence with several citations makes one claim for each."""
    found: list[Claim] = []
    lent: tuple[int, ...] = ()
    for line in reply.split("\n"):
        line = line.strip()
        if not line:
            lent = ()
            continue
        if _ENUMERATION.search(line) and len(set(_MARKS.findall(line))) == 1 and _MARKS.search(line[-14:]):
            found.extend(_claims(line))  # one list with one citation
            continue
        # A citation behind the full stop belongs to the sentence before it.
        for sentence in sentences(_TRAILING.sub(lambda m: m[2].strip() + m[1], line)):
            made = _claims(sentence)
            if sentence.rstrip().endswith(("：", ":")) or re.search(rf"[：:]\s*{_MARK}+\s*$", sentence):
                lent = tuple(n for claim in made for n in claim.numbers)
            elif lent and not any(claim.numbers for claim in made):
                made = [Claim(claim.text, lent, claim.note, claim.open) for claim in made]
            found.extend(made)
    return found


def _claims(sentence: str) -> list[Claim]:
    found: list[Claim] = []
    at = 0
    for match in _MARKS.finditer(sentence):
        numbers = tuple(dict.fromkeys(int(number) for number in re.findall(r"\d+", match.group())))
        text = sentence[at : match.start()]
        at = match.end()
        note = ""
        if bracket := _NOTE.match(sentence, at):
            note, at = bracket.group().strip(" （）()"), bracket.end()
        text = framed(text)
        if not text.strip(" ，,；;。.：:、") and found:
            found[-1] = Claim(found[-1].text, (*found[-1].numbers, *numbers), f"{found[-1].note} {note}".strip())
        else:
            found.append(Claim(text, numbers, note))
    rest = framed(sentence[at:])
    if rest.strip(' ，,；;。.！!？?：:、”"’」』）)'):
        if found and len(rest) < 4:
            pass
        elif found and not found[-1].open and not re.search(r"[\w\u3400-\u9fff]{6,}", rest):
            found[-1] = Claim(found[-1].text + rest, found[-1].numbers, found[-1].note)
        else:
            found.append(Claim(rest, (), open=_opens(rest)))
    return found


def framed(text: str) -> str:
    """``text`` without the words that only introduce an answer."""
    text = bare(text.strip(" ，,；;、"))
    while match := _FRAME.match(text):
        if not match.group() or match.end() == 0:
            break
        text = text[match.end() :]
    return text.strip(" ，,；;、")


def _opens(text: str) -> bool:
    text = text.strip()
    if text[-1:] in "？?" or _CLOSING.match(text) or _VERDICT.match(text):
        return True
    if absent(text):
        return True
    if text[-1:] in "：:":
        return True
    return _DISAGREE.search(text) is not None and len(text) < 30 and not re.search(r"\d", text)


def absent(text: str) -> bool:
    """Whether ``text`` says that the material doesn't answer."""
    return NOT_FOUND.search(text) is not None and _MATERIAL.search(text) is not None and not _MARKS.search(text)


def disagreeing(text: str) -> bool:
    """Whether ``text`` says that sources contradict each other."""
    return _DISAGREE.search(text) is not None
