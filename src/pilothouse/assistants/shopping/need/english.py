"""The kind of product in an English sentence: a quiet desk fan for …, which air purifier …, recommend a …"""

from __future__ import annotations

import re

from pilothouse.assistants.shopping.need.kind import NONE, Kind
from pilothouse.assistants.shopping.need.lexicon import wishes

_STOP = (
    r"(?:that's|thats|it's|for|with|without|that|which|who|under|below|above|over|around|about|up|less"
    r"|more|within|to|in|on|at|from|by|of|is|are|do|does|did|should|would|could|can|will|has|have|had|i"
    r"|i'm|we|you|my|me|your|he|she|they|it|this|these|those|and|or|but|if|so|because|when|while|"
    r"please|not|no|nothing|except|budget|price|what|where|how|who|there|out|than|as|must|only|be|was|were"
    r"|one|ones|thing|things|stuff|reviews?|recommendations?|ideas?|suggestions?|suggested|keeps?|need"
    r"|needs|want|wants|now|today|right|really|actually)"
)
_END = re.compile(rf"[,.;:!?/()¦‖]|\s(?:{_STOP})\b|$", re.IGNORECASE)
_CUE = re.compile(
    r"(?P<strong>\b(?:(?:is|are) there|(?:recommendations?|suggestions?|advice|ideas?|options?"
    r"|tips) (?:for|on)|looking for|look for|searching for|in the market for|recommend(?: me)?"
    r"|suggest(?: me)?|wants?(?: to (?:buy|get|purchase|find))?|wanting|need(?: to (?:buy|get))?"
    r"|buy(?:ing)?|get(?: me)?|purchase|find(?: me)?|shopping for|after|replace(?: my)?|any good"
    r"|know (?:of )?(?:a|any) good)\s+(?:(?:a|an|the|some|any|new|my|me|good|really|very|pair of|set of"
    r"|decent|us)\s+)*)"
    r"|(?P<which>\b(?:which|what(?:'s| is| are)?(?: the)?|what kind of|what type of)\s+(?:(?:best|good"
    r"|most|really|very|a|an|the|top)\s+)*)"
    r"|(?P<being>\b(?:is|are)\s+(?:the|a|an)\s+)"
    r"|(?P<best>\b(?:best|top|good|great|recommended|quietest|cheapest|lightest|most \w+)\s+)"
    r"|(?P<start>(?:^|(?<=[.!?;]\s)|(?<=[¦‖])(?![¦‖]))\s?(?:(?:a|an|the|some|any)\s+)?)",
    re.IGNORECASE,
)
_TRIM = re.compile(
    (
        r"^(?:a|an|the|some|any|new|good|quality|really|very|truly|best|better|great|nice|decent|reliable|most|top"
        r"|rated|big|large|cheapest|super|extra|pair|of|me|us|my|our|one|kind|type|brand|model|another|other"
        r"|different|recommended|popular|cool|perfect|ideal|affordable|budget|right|own|hi|hello|hey|please"
        r"|just|simple|also|more|which|what|s|is|are|like)\s+"
    ),
    re.IGNORECASE,
)
SHORT = 8  # words: of a longer sentence the end tells nothing
_NOTHING = frozenset(
    [
        "one",
        "ones",
        "thing",
        "things",
        "something",
        "anything",
        "stuff",
        "product",
        "products",
        "item",
        "items",
        "gift",
        "present",
        "brand",
        "model",
        "it",
        "this",
        "that",
        "them",
        "him",
        "her",
        "you",
        "me",
        "people",
        "idea",
        "ideas",
        "recommendation",
        "recommendations",
        "suggestion",
        "friend",
        "help",
        "advice",
        "reputation",
        "quality",
        "something",
        "someone",
        "anyone",
        "like",
        "hi",
        "hello",
        "hey",
        "thanks",
        "thank",
        "please",
        "budget",
        "price",
        "time",
        "weather",
        "joke",
        "day",
        "night",
        "lot",
        "bit",
        "way",
        "size",
        "feet",
        "hair",
        "noise",
        "question",
        "money",
        "yes",
        "no",
        "ok",
        "okay",
        "sure",
        "kids",
        "kid",
        "mum",
        "mom",
        "dad",
        "good",
        "better",
        "best",
        "nothing",
        "everything",
    ]
)
_ANY = frozenset(("something", "anything", "nothing", "everything", "someone", "anyone"))
_VERBS = re.compile(
    (
        r"\b(?:is|are|was|were|do|does|has|have|says|said|wear|carry|hate|love|like|live|go|goes|know|think"
        r"|use|using|buy|learn|sing|hear|tell|broke|died|keeps)\b"
    ),
    re.IGNORECASE,
)
_QUALITY = re.compile(
    (
        r"^(?:quiet|silent|quietest|light|lightweight|lightest|cheap|durable|portable|small|comfortable"
        r"|easy[- ]to[- ](?:use|clean)|sturdy|simple|low[- ]noise|stylish|compact)\s+(?=\w)"
    ),
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\bmy\s+((?:[a-z-]+\s){0,2}?[a-z-]+)(?=\s+(?:all|every|on|is|was|has|broke|died|to|in|with|and)\b|[,.])",
    re.IGNORECASE,
)


def read_kind(text: str) -> Kind:
    """The kind named in ``text``: in one spelling, prices replaced by ``¦``, refusals by ``‖``."""
    best = NONE
    for match in _CUE.finditer(text):
        rest = text[match.end() :]
        phrase = _phrase(rest[: max(0, _END.search(f" {rest}").start() - 1)])  # type: ignore[union-attr]
        if not phrase:
            continue
        score = (
            3.2
            if match["strong"]
            else 3.0
            if match["which"]
            else 2.2
            if match["best"]
            else 1.9
            if match["being"]
            else 1.5
        )
        score -= 0.4 * max(0, len(phrase.split()) - 3)
        if match["strong"] and re.search(r"[.,!?;]|$", text[match.end() + len(phrase) :]) and phrase in _NOTHING:
            continue
        if score > best.score:
            best = Kind(phrase, score)
    mine = _MINE.search(text)
    if best.score < 1.3 and mine and (phrase := _phrase(mine[1])):
        best = Kind(phrase, 1.3)
    for match in re.finditer(
        r"(?P<np>(?:[A-Za-z-]+\s){0,3}[A-Za-z-]+)\s+(?:for\s|with\s|recommendations?\b|suggestions?\b|under\s|¦)", text
    ):
        phrase = _phrase(match["np"])
        if phrase and best.score < 1.8:
            best = Kind(phrase, 1.8)
    return best if best.name else _last(text)


def _last(text: str) -> Kind:
    """The words that end a short sentence: best at night dash cam."""
    words = re.split(rf"\b{_STOP}\b|[^A-Za-z' -]+", text.strip(" .!?"), flags=re.IGNORECASE)[-1].split()
    said = len(text.split()) <= SHORT and any(match["best"] or match["strong"] for match in _CUE.finditer(text))
    phrase = _phrase(" ".join(words[-3:])) if said else ""
    return Kind(phrase, 1.2) if phrase else NONE


def _phrase(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip(" '\"-")
    previous = None
    while previous != text:
        previous = text
        text = _TRIM.sub("", text)
        text = _QUALITY.sub("", text)
    words = text.split()
    if not words or len(words) > 5 or text.lower() in _NOTHING or words[-1].lower() in _NOTHING or _VERBS.search(text):
        return ""
    if not _ANY.isdisjoint(text.lower().split()) or wishes().fullmatch(text) or not re.search(r"[A-Za-z]{3}", text):
        return ""
    return text
