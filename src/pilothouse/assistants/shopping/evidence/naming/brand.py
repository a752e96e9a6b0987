"""Chinese brands before models: where in "我最后买了北岭 BL-200" the brand begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from pilothouse.assistants.shopping.evidence.naming.vocabulary import common_han
from pilothouse.assistants.shopping.evidence.opinion.lexicon import aspect_scanner

LONGEST = 6  # characters of a brand with its series
_OPENERS = frozenset("小大老好一万同德乐百三四五六七八九金新美")
"""Common characters that often begin a brand: 小野家, 大宇, 老板, 一加."""


def tail(left: str, edge: bool, kinds: Collection[str]) -> str:
    """The end of ``left`` that may be a brand: words that aren't common, behind the last one that is."""
    from rjieba import cut

    words = list(cut(left))
    while len(words) > 1 and (words[-1] in kinds or (words[-1] in "款型" and len(words) > 1)):
        words.pop()
    kept: list[str] = []
    while words and not common_han(words[-1]) and words[-1] not in kinds:
        kept.insert(0, words.pop())
        if sum(map(len, kept)) >= LONGEST:
            break
    if edge and kept and len(words) == 1 and words[0] in _OPENERS:
        kept.insert(0, words[0])
    found = "".join(kept)
    if found and len(found) == 1 and edge and 2 <= len(left) <= 4 and left[-1] == found and left[0] not in _GRAMMAR:
        return left  # 和悦: a brand that looks like grammar, where nothing stands before it
    return found if len(found) > 1 else ""


_GRAMMAR = frozenset("的了是我你他她它这那买用被把比跟从对在有也都就还再才只但而却又很太更最不没别要会能可")


def brands(lefts: Sequence[tuple[str, bool]], kinds: Collection[str], sentences: Sequence[str]) -> list[str]:
    """The brand before each model; ``lefts``: the Chinese before it and whether nothing Chinese stands before that;
    ``sentences``: where: what copies repeat counts once.

    "贴海岳" is 海岳 when 海岳 also stands alone; 小野家 is one, although 小 and 家 are common words, when it
    stands so twice.
    """
    tails = [tail(left, edge, kinds) for left, edge in lefts]
    counts = Counter(found for found, _ in set(zip(tails, sentences, strict=True)) if found)
    alone = Counter(left for (left, edge), _ in set(zip(lefts, sentences, strict=True)) if edge and _whole(left, kinds))
    known = {whole for whole, count in alone.items() if count > 1}
    known |= {found for found, count in counts.items() if count > 1 and len(found) <= LONGEST and _plain(found)}
    known |= {
        found for (left, edge), found in zip(lefts, tails, strict=True) if edge and found == left and _plain(found)
    }
    for found in sorted(known, key=lambda text: (-len(text), text)):  # the shortest that stands alone is the brand
        strength = counts[found]
        if any(found != part and _within(part, found) and counts[part] >= strength for part in known):
            known.discard(found)
    return [_best(left, found, known) for (left, _), found in zip(lefts, tails, strict=True)]


def _within(part: str, found: str) -> bool:
    return found.endswith(part) or (found.startswith(part) and len(found) - len(part) > 1)


def _best(left: str, found: str, known: Collection[str]) -> str:
    for start in range(len(left)):
        if left[start:] in known:
            return left[start:]
    for end in range(max(1, len(found) - 4), len(found) + 1):
        if found[:end] in known:
            return found[:end]  # with a word for the kind or the series behind it: 渔歌单孔 D200
    return found if _plain(found) else ""


def _plain(found: str) -> bool:
    """Whether nothing in ``found`` tells that it is no brand: its last word is no verb or adverb of every day."""
    from rjieba import has_word, tag

    if not 2 <= len(found) <= LONGEST or any(
        start == 0 or end == len(found) for start, end in aspect_scanner().find(found)
    ):
        return False
    if found[-1] in "过了着得":
        return False
    pieces = tag(found)
    if len(pieces) > 1 and all(len(piece) > 1 and has_word(piece) for piece, _ in pieces):
        return False  # 跌倒报警 SOS: words of every day put together
    word, kind = pieces[-1]
    return not (
        kind in ("v", "d", "p", "c", "r", "f", "t", "u", "uj", "ul", "m", "q") and (len(word) == 1 or word != found)
    ) and not (word == found and kind in ("d", "p", "c", "r", "f", "t", "m", "q", "ad"))


def _whole(left: str, kinds: Collection[str]) -> bool:
    from rjieba import cut

    return (
        2 <= len(left) <= 4
        and not any(start == 0 or end == len(left) for start, end in aspect_scanner().find(left))
        and left[0] not in _GRAMMAR
        and left not in kinds
        and not all(common_han(word) or word in kinds for word in cut(left))
        and not common_han(left)
    )
