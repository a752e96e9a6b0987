"""The kind of product in a Chinese sentence, by where it stands: after 想买个, before 哪款好, behind 的, by a price.

No list of products decides: a kind is what is left of a phrase when the words around it are taken away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pilothouse.assistants.shopping.need.lexicon import wishes
from pilothouse.assistants.shopping.need.phrase import DEGREE, GAP, KEEP_END, MEASURE, phrase
from pilothouse.assistants.shopping.need.things import action, things

_ONE = rf"(?:(?:一|1|几|两)?{MEASURE}(?:儿(?!童|媳|科|歌))?|一些|点儿?|些)"
_BUY = (
    rf"(?:(?:想|要|准备|打算|考虑|需要|得|去|来|该|能|可以|应该|急需|急)?(?:再|先|重新)?(?:给[^，,。\s]{{1,10}}?)?"
    rf"(?:购买|购入|选购|采购|入手|置办|添置|种草|安利|推荐|挑选|买|选|挑|换|找|淘|整|搞|弄|蹲|配)(?:一下"
    rf"|下)?(?:{_ONE}|个|一)?"
    rf"|(?:想要|想入|需要|求|来|缺|差)(?:{_ONE})?|(?:想)?要{_ONE}|有(?:没有|什么|啥|哪些"
    rf"|木有)?(?={MEASURE})|(?:我的?|家里的?)?旧(?:的)?(?=[^，,]{{2,8}}(?:坏了)))"
)
_WHICH = rf"(?:什么样的|什么牌子的?|啥牌子的?|哪种|哪{MEASURE}|哪些|哪家的?|哪个牌子的?|哪个品牌的?|什么|啥)"
_ASK = (
    rf"(?:(?:现在|到底|究竟|应该|该|一般|都|目前|今年|大家)*(?:买|选|挑|换|(?<![家耐实专])用|入|入手|要"
    rf"|选购|推荐)?(?:什么牌子|啥牌子|哪个牌子|哪家|哪一?{MEASURE}|哪种|哪些|哪|什么样的|什么|啥"
    rf"|谁家)[^，,。]*"
    r"|(?:求|跪求|有(?:没有|啥|什么)?|有木有)?(?:好用的|靠谱的|口碑好的|好的|值得)?(?:推荐|安利"
    r"|种草)[^，,。]*|有没有[^，,。]*|有口碑[^，,。]*|口碑[^，,。]*|怎么(?:选|挑|买|样)[^，,。]*|(?:哪里"
    r"|如何)(?:选|挑)[^，,。]*|评测[^，,。]*|测评[^，,。]*|排行[^，,。]*|求[^，,。]*|选购[^，,。]*"
    r"|榜单[^，,。]*)"
)
_MUST = r"(?:一定|必须|最好|得|只|就|还|也)?(?:要|需要|必须|能|会|带|预算|最好|不要|别|要求|不能|主要|用来)"
_SPLIT = re.compile(r"[，,。.！!？?；;：:、~…\n]+|(?<=[\u3400-\u9fff¦])\s+(?=[\u3400-\u9fff¦])|\s*‖+\s*")
_START = re.compile(
    rf"^(?:我们?|咱们?|俺|帮我?|给我|请|麻烦|求|想|那|就|然后|所以|不如|还是|如果|另外|谁|有人|大家|各位"
    rf"|你们?|您|本人|最近|现在|今天|家里|家中|自己|又|也|还|再|因为|由于|能不能|可不可以|可以"
    rf"|能)*(?P<cue>{_BUY})"
)
_INNER = re.compile(r"(?:购买|购入|选购|入手|想买|要买|准备买|打算买|想换|要换|想要|推荐|买|换)(?:" + _ONE + r"|一)?")
_WHICH_RE = re.compile(rf"{_WHICH}")
_ASK_RE = re.compile(_ASK)
_GIFT = re.compile(r"(?:送|给)[^，,。\s]{1,8}?(?:一|1)" + MEASURE)
_MUST_RE = re.compile(
    rf"^(?!要|带|能|会|最好|必须|不|有|可以|得|需要|自带|支持|还)(?P<np>[\u3400-\u9fffA-Za-z]{{2,8}}?)(?:{_MUST})"
)


@dataclass(frozen=True, slots=True)
class Kind:
    """``score``: how much speaks for it, about 1 for a bare phrase, 3 and more for one beside a clear word."""

    name: str
    score: float


CLAUSE, CLAUSES = 60, 24  # characters and clauses that are looked at: more is no need that anybody says
CLEAR = 2.4  # score from which a neighbouring word says that a kind is meant
SURER, GUESS = 0.2, 1.2
LEAST = 0.5  # score of a phrase that may be meant; below it is a guess
NONE = Kind("", 0.0)


def read_kind(text: str) -> Kind:
    """The kind named in ``text``: in one spelling, prices replaced by ``GAP``, refusals by ``‖``."""
    best = NONE
    clauses = [part.strip()[:CLAUSE] for part in _SPLIT.split(text)][:CLAUSES]
    for n, clause in enumerate(clauses):
        if not clause:
            continue
        for kind in _candidates(clause):
            score = kind.score + (0.3 if n == 0 else -0.05 * n)
            if score > best.score + 1e-9 and score >= LEAST:
                best = Kind(kind.name, score)
    if not action(best.name) and (best.score >= CLEAR or KEEP_END.search(best.name)):
        return best
    named = max(things(text[: CLAUSE * CLAUSES]), key=lambda thing: thing[1], default=None)
    if named is not None and (action(best.name) or named[1] > best.score + SURER):
        return Kind(*named)
    return NONE if best.score < GUESS and action(best.name) else best


def _candidates(clause: str) -> list[Kind]:
    found = []
    for chunk, score in _chunks(clause):
        name, bonus = phrase(chunk)
        if name:
            found.append(Kind(name, score + bonus))
    return found


def _chunks(clause: str) -> list[tuple[str, float]]:
    """Pieces of a clause that may end with a kind, with how much their neighbours say for that."""
    made: list[tuple[str, float]] = []
    for match in _WHICH_RE.finditer(clause):
        rest = clause[match.end() :]
        if rest and rest[0] not in GAP:
            made.append((_until_predicate(rest), 2.6))
    if ask := _ASK_RE.search(clause):
        head = clause[: ask.start()]
        made += _parts(head, 3.0) if head else []
        rest = re.sub(
            r"^(?:推荐|安利|种草|求|有没有|有啥|有什么)(?:推荐|安利|好的?|一下|" + _ONE + r"|个|下)*",
            "",
            clause[ask.start() :],
        )
        if not head or rest:
            rest = _ASK_RE.split(rest)[0] if rest else rest
            made += _parts(rest, 2.8)
    start = _START.search(clause)
    if start and start["cue"]:
        rest = clause[start.end() :]
        made += _parts(_ASK_RE.split(rest)[0] if rest else rest, 2.9)
    for match in _INNER.finditer(clause):
        rest = clause[match.end() :]
        made += _parts(_ASK_RE.split(rest)[0] if rest else rest, 2.7)
    if must := _MUST_RE.match(clause):
        made.append((must["np"], 1.2))
    if wish := _before_wish(clause):
        made.append((wish, 1.5))
    if broken := re.match(
        r"(?P<np>[\u3400-\u9fffA-Za-z]{2,10}?)(?:已经|都|又)?(?:用)?(?:坏了|坏掉了|旧了|不行了|没了)", clause
    ):
        made.append((broken["np"], 1.6))
    for match in _GIFT.finditer(clause):
        made += _parts(clause[match.end() :], 2.4)
    made += _parts(clause, 0.6)
    return made


def _before_wish(clause: str) -> str:
    """What stands before a wish that ends the clause: 手环 of 手环续航要长."""
    for match in wishes().finditer(clause):
        head = re.sub(r"(?:要|得|最好|必须|比较|一定)+$", "", clause[: match.start()]).rpartition(GAP)[2]
        if len(head) > 1 and DEGREE.fullmatch(clause, match.end()) and not re.search(r"^[要能会带不]|的$", head):
            return head
    return ""


def _parts(text: str, score: float) -> list[tuple[str, float]]:
    """The pieces between prices; one beside a price is the more likely."""
    pieces = [piece.strip() for piece in re.split(f"{GAP}+", text)]
    bonus = 0.9 if len(pieces) > 1 else 0.0
    kept = [piece for piece in pieces if piece]
    return [(piece, score + bonus if n == len(kept) - 1 else min(score, 0.8)) for n, piece in enumerate(kept)]


def _until_predicate(text: str) -> str:
    """What follows 什么 or 哪台 up to the words that say something of it."""
    return re.split(
        (
            r"(?:比较|最|更|不|好(?!的)|能|会|可以|值得|适合|性价比|质量|口碑|坐着|坐|穿|塞|用着|用起来"
            r"|(?<![家耐实好专通])用(?!的)|推荐|有|是|啊|呀|好用)"
        ),
        text,
        maxsplit=1,
    )[0]
