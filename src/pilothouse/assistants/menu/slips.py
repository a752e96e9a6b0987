"""Whether a phrase is a name with a slip in it: misheard, mistyped, one character lost, added or swapped.

The rule of caution: a dish that the menu does not have is never taken for one that it has. 清蒸鲤鱼 is not a
misspelt 清蒸鲈鱼, for the changed character names another food; 宫爆鸡丁 is 宫保鸡丁, for it sounds the same; 麻辣香国
is 麻辣香锅, for 香国 is no word.
"""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA, Levenshtein

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.names import sound

_FILLERS = frozenset("啊呃嗯额那个了呀哦")
# Characters that no dish's name is made of: where one stands in a name, something was misheard.
_FUNCTION = frozenset(
    "的了我你他她它们这那是有在不就都和也还说要会着没看好自己上去来到把被让给得地吗呢吧啊么什怎为所以而且但如果因于与对从向之其此些每各另很太最更又再已经曾将正只才刚想能可应该必须国事时年用过样道起发成现前同手行意动后出学开间"
)


def slip(phrase: str, term: str) -> float | None:
    """How far ``phrase`` is from the name ``term`` when it can only be that name said wrong; else ``None``."""
    if phrase == term:
        return 0.0
    if len(term) < 3 or len(phrase) < 3 or abs(len(phrase) - len(term)) > 2:
        return None
    if len(phrase) == len(term) and sound(phrase) == sound(term):
        return 0.4
    if sorted(phrase) == sorted(term):
        return 0.6 if OSA.distance(phrase, term) == 1 else None
    allowed = 1 if len(term) < 6 else 2
    if Levenshtein.distance(phrase, term, score_cutoff=allowed) > allowed:
        return None
    edits = Levenshtein.editops(phrase, term)
    cost, guesses = 0.0, 0
    for edit in edits:
        if edit.tag == "replace":
            step = _replaced(phrase, term, edit.src_pos, edit.dest_pos)
        elif edit.tag == "delete":
            step = _added(phrase, edit.src_pos)
        else:
            step = _lost(phrase, term, edit.src_pos, edit.dest_pos)
        if step is None:
            return None
        guesses += step >= 1
        if guesses > 1:
            return None  # two characters that don't even sound alike: another dish
        cost += step
    return cost


def _replaced(phrase: str, term: str, at: int, meant_at: int) -> float | None:
    said, meant = phrase[at], term[meant_at]
    if sound(said) == sound(meant):
        return 0.5
    if not "\u4e00" <= said <= "\u9fff":
        return 1.0
    food = ontology.food_heads()
    if said in food or _in_cooking(phrase, at) or _word_at(phrase, at):
        return None  # another food, another way of cooking, or at least another word
    if len(term) < 4:
        return None  # too little is left to be sure: 鸡蛋干 is not 鸡蛋饼
    return 1.0 if meant in food or said in _FUNCTION else None


_OTHER_KIND = frozenset("素荤斋生熟干湿冷热大小")  # 素回锅肉 is another dish, not a misspelt one


def _added(phrase: str, at: int) -> float | None:
    said = phrase[at]
    neighbours = phrase[max(0, at - 1) : at] + phrase[at + 1 : at + 2]
    if said in _FILLERS or said in neighbours:
        return 0.7
    if said in _OTHER_KIND or said in ontology.food_heads() or _in_cooking(phrase, at) or _word_at(phrase, at):
        return None
    return 1.0


def _lost(phrase: str, term: str, at: int, lost_at: int) -> float | None:
    """A character is lost when what it belonged to is broken: 土炒肉 for 土豆炒肉, but not 葱油面 for 葱油拌面."""
    lost = term[lost_at]
    if lost in term[max(0, lost_at - 1) : lost_at] + term[lost_at + 1 : lost_at + 2]:
        return 0.7
    for word in ontology.cooking():
        start = term.find(word)
        if len(word) > 1 and 0 <= start <= lost_at < start + len(word):
            rest = word.replace(lost, "", 1)
            return None if rest in ontology.cooking() or rest in ontology.food_heads() else 1.0
    for start, end in _tokens(term):
        if start <= lost_at < end:
            rest = term[start:lost_at] + term[lost_at + 1 : end]
            if not rest:
                return None if lost in ontology.food_heads() or _in_cooking(term, lost_at) else 1.0
            return None if len(rest) > 1 and _is_word(rest) and lost in ontology.food_heads() else 1.0
    return None


def _in_cooking(text: str, at: int) -> bool:
    return any(
        text.startswith(word, max(0, at - k)) for word in ontology.cooking() for k in range(len(word)) if at >= k
    )


def _word_at(phrase: str, at: int) -> bool:
    """True when the character makes a word with a neighbour: what was said makes sense as it is."""
    return any(_is_word(phrase[start : start + 2]) for start in (at - 1, at) if start >= 0 and start + 2 <= len(phrase))


@lru_cache(maxsize=16384)
def _is_word(text: str) -> bool:
    from rjieba import cut

    return text in ontology.group_words() or text in ontology.synonyms() or cut(text, False) == [text]


@lru_cache(maxsize=4096)
def _tokens(term: str) -> tuple[tuple[int, int], ...]:
    from rjieba import cut

    spans, start = [], 0
    for word in cut(term, False):
        spans.append((start, start + len(word)))
        start += len(word)
    return tuple(spans)
