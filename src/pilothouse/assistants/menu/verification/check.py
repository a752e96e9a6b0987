"""All checks of a reply together."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.verification import answers, claims, ingredients, numbers, support
from pilothouse.assistants.menu.verification.evidence import Evidence, texts
from pilothouse.assistants.menu.verification.reading import Reading, Segment
from pilothouse.gateway.cleaning import leaks
from pilothouse.retrieval.tokenizer import normalise

QUOTED = 6  # characters of the shortest sentence that counts as quoted
MAX_REPLY = 800  # characters; a reply is also spoken

_PROTOCOL = re.compile(
    r"\b(?:next[_ ]?(?:state|node|step)|(?:state|phase)\s*[:=]|goto|system prompt|no_results|invalid_params|unknown_tool|not_allowed|call_limit|stale_data)\b"  # noqa: E501
    r"|\b(?:ignore|disregard) (?:all|any|the|previous|above|your)|\binstructions?\b|\bprompts?\b|\b(?:system|assistant|user)\s*:|忽略|无视|指令|越狱"  # noqa: E501
    r"|系统提示词?|提示词|状态机|下一步?状态|工具调用|函数调用|[{}\[\]<>|`#*_=\\]|https?:|www\.",
    re.IGNORECASE,
)
# Made of words that state nothing by themselves, but together they promise something.
_LOOSE = re.compile(
    r"最后|(?:不要|不用|不收|不给|不需要?|没有|无需)(?:给|付|收)?钱|(?:只有?|仅有?|就)(?:一|1)(?:份|例|碗)|free of charge|for free|\bfree\b|last one"  # noqa: E501
)
_CURRENCY = re.compile(
    r"美元|美金|港元|港币|欧元|英镑|日元|澳元|加元|泰铢|dollars?|euros?|pounds?|usd|hkd|eur|gbp|jpy|[$€£]"
)
_AFFIRMED = re.compile(
    r"^\s*(?:是的|对的?|没错|正确|有的|确实|不是|yes\b|no\b|right|correct|that's right)", re.IGNORECASE
)
_LOADED = re.compile(r"对吧|是吧|是不是|对不对|没错吧|right\?|isn't it|correct\?")


def problems(reply: str, evidence: Evidence) -> list[str]:
    """What in ``reply`` is not allowed or not supported, as sentences for the next try; empty when it may be said."""
    if len(reply) > MAX_REPLY:
        return [f"The reply is longer than {MAX_REPLY} characters."]
    text = normalise(reply)
    if not text:
        return ["The reply is empty."]
    if leaks(reply, evidence.tools) or _PROTOCOL.search(reply):
        return ["The reply contains machine language; write plain words."]
    if problem := _language(text, evidence):
        return [problem]
    reading = Reading(_unquoted(text, evidence), evidence)
    found = [f"{name} was not looked up in this turn." for name in reading.unknown]
    for segment in reading.segments:
        found += _segment(segment, reading)
    found += claims.offers(reading)
    found += ingredients.allergies(reading)
    found += [f"{word} is in no result." for word in _LOOSE.findall(text) if word not in texts(evidence.cards)]
    found += [
        f"No result gives an amount in {word}." for word in _CURRENCY.findall(text) if word not in texts(evidence.cards)
    ]
    found += _opening(text, reading)
    return list(dict.fromkeys(found))


def _segment(segment: Segment, reading: Reading) -> list[str]:
    evidence = reading.evidence
    about_dishes = any(card.kind == "dish" for card in segment.subjects) or not evidence.answers
    found = (
        numbers.problems(segment, reading) + claims.problems(segment, reading) + support.of_dishes(segment, reading)
        if about_dishes
        else ["?"]
    )
    open_state = answers.OPEN_NOW.search(segment.text) or answers.CLOSED_NOW.search(segment.text)
    if open_state and not evidence.answers:
        return ["No result says whether the store is open."]
    if found and about_dishes and not (segment.figures or support.content(segment.text, (), evidence)):
        return found  # words that any answer would bear out: 已经卖完了
    if evidence.answers and (found or open_state):
        of_answers = answers.problems(segment, reading)
        return of_answers and (found if about_dishes and found else of_answers)
    return found


def _unquoted(text: str, evidence: Evidence) -> str:
    """The text without whole sentences of the answers on record: they may be said as they stand."""
    for card in evidence.answers:
        for prose in card.prose:
            sentence = prose.text.strip()
            if len(sentence) >= QUOTED:
                pattern = rf"(?:(?<=^)|(?<=[。!?;.,\s])){re.escape(sentence)}(?=$|[。!?;.\s])"
                text = re.sub(pattern, lambda match: " " * len(match[0]), text)
    return text


def _language(text: str, evidence: Evidence) -> str | None:
    own = text  # without names and ingredients, which have no other language
    for item in sorted((item for card in evidence.cards for item in card.items), key=len, reverse=True):
        own = own if evidence.chinese or item.isascii() else own.replace(item, " ")
    chinese = len(re.findall(r"[\u4e00-\u9fff]", own))
    latin = len(re.findall(r"[a-z]{2,}", text))
    if evidence.chinese and not chinese:
        return "Answer in Chinese."
    if not evidence.chinese and (not latin or chinese > 2 * latin + 12):
        return "Answer in English."
    return None


def _opening(text: str, reading: Reading) -> list[str]:
    """Yes and no: not where a question puts words in the mouth, nor against what was found."""
    evidence = reading.evidence
    if not (match := _AFFIRMED.match(text)):
        return []
    if (
        _LOADED.search(evidence.question)
        or re.search(r"\d|[一二两三四五六七八九十]+(?:元|块)", evidence.question)
        or evidence.contains
    ):
        return ["Answer with the facts, without yes or no."]
    if match[0].strip() in ("有的", "yes") and evidence.nearest_only:
        return ["What the guest named is not on the menu."]
    return []
