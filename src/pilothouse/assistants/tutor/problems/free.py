"""A problem that a pupil typed: its parts, subject and facts; with the answer where code can find it."""

from __future__ import annotations

import re
import unicodedata

from pilothouse.assistants.tutor.problems.answered import answered
from pilothouse.assistants.tutor.problems.facts import asked, clauses
from pilothouse.assistants.tutor.problems.problem import Expected, Idea, Part, Problem
from pilothouse.assistants.tutor.problems.scaffold import general
from pilothouse.assistants.tutor.problems.solving import Solution, solve
from pilothouse.assistants.tutor.problems.splitting import Divided, divide, orders
from pilothouse.assistants.tutor.problems.subject import subject
from pilothouse.contracts.errors import UsageError
from pilothouse.sentences import split as sentences

FREE = "free-"  # what the ids of free problems begin with
LONGEST = 4000  # characters
UNKNOWN = Expected(answer="")
"""Of a part whose answer nobody knows: nothing that the pupil says can be judged."""

_GOES_ON = re.compile(r"又|再|现在|这时|接着|然后|剩|余|后来|还|此时|then|now|left|also")
_ASKING = re.compile(r"多少|几|什么|[?？]")
_SUM_WORDS = re.compile(
    r"[\d\s+\-×÷*/().=＝?？]|计算|多少|等于|是|what is|how much is|calculate|compute|work out", re.IGNORECASE
)
_ALGEBRA = re.compile(
    r"因式分解|分解因式|化简|求值|解集|解(?:下列)?(?:一元[一二]次)?不等式|约分|通分|解方程|\b(?:factori[sz]e|factor|simplify|expand|"
    r"solve|evaluate)\b",
    re.IGNORECASE,
)


def cleaned(text: str) -> str:
    """The text without control characters and needless blanks. Raises ``UsageError`` when it is empty or too long."""
    plain = "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
    plain = re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t\u3000]+", " ", plain)).strip()
    if len(re.sub(r"\W", "", plain)) < 2:
        raise UsageError("题目是空的，请把题目写出来。 The problem is empty: type it in.")
    if len(plain) > LONGEST:
        raise UsageError(
            f"题目太长（{len(plain)} 字），请缩短到 {LONGEST} 字以内。 "
            f"The problem has {len(plain)} characters; shorten it to {LONGEST} at most."
        )
    return plain


def free_problem(statement: str, id_: str) -> Problem:
    """The problem of a cleaned text. Same text, same problem; no model."""
    divided = divide(statement)
    parts: list[Part] = []
    solutions: list[Solution | None] = []
    for number, question in enumerate(divided.parts, start=1):
        own = _independent(question, divided.parts[: number - 1], divided.numbered)
        solution = _solved(divided.stem, question) if own else _shared(divided, number)
        solutions.append(solution)
        parts.append(_part(str(number), _plain(question), solution))
    about = subject(statement)
    if about == "general" and any(solutions):
        about = "math"
    first = solutions[0]
    chinese = re.search(r"[\u4e00-\u9fff]", statement) is not None
    return Problem(
        id=id_,
        title=_title(statement),
        subject=about,
        topic=next((solution.topic for solution in solutions if solution and solution.topic), ""),
        statement=statement,
        given=tuple(clauses(statement)),
        asked=("；" if chinese else "; ").join(asked(question) for question in divided.parts),
        idea=first.idea if first is not None and first.idea is not None else general(about, chinese),
        parts=tuple(parts),
        origin="free",
    )


def judged(part: Part) -> bool:
    """Whether answers to the part can be judged."""
    return part.judged


def is_problem(text: str) -> bool:
    """Whether a text reads like a problem, not like small talk: it asks for something that it tells about."""
    plain = text.strip()
    if answered(plain):
        return False
    if re.search(r"[=＝]", plain) and re.search(r"[xyXY]|[?？]", plain) and re.search(r"\d", plain):
        return True
    if re.search(r"\d\s*[+\-×÷*/]\s*\(?\d", plain) and len(_SUM_WORDS.sub("", plain)) <= 4:
        return True
    if _ALGEBRA.search(plain) and re.search(r"\d|[a-z]\s*[+\-²^<>≤≥]", plain, re.IGNORECASE):
        return True
    if (
        re.search(r"\d.*(?:多少|几[^\d]|how (?:many|much|far|long|old))", plain, re.IGNORECASE | re.DOTALL)
        and len(plain) >= 7
    ):
        return True
    return (
        len(plain) >= 12
        and bool(clauses(plain) or len(plain) >= 40)
        and bool(re.search(r"[?？]|求|多少|几|计算|解方程|证明|how many|how much|what|find", plain, re.IGNORECASE))
    )


def _independent(question: str, earlier: tuple[str, ...], numbered: bool) -> bool:
    """Whether a question can be read without those before it: "又运来15箱，现在有多少箱" goes on from "卖出20箱后…"."""
    if not any(re.search(r"[\d二三四五六七八九十两]", part) for part in earlier):
        return True
    return numbered and _GOES_ON.search(question) is None


def _shared(divided: Divided, number: int) -> Solution | None:
    """A question without numbers, after one that began with the facts: "长8米，宽5米，周长多少？面积多少？" """
    first, question = divided.parts[0], divided.parts[number - 1]
    alone = divided.parts[1:number]
    if (
        divided.numbered
        or any(re.search(r"[\d二三四五六七八九十两]", part) for part in alone)
        or _GOES_ON.search(question)
    ):
        return None
    facts = [clause for clause in re.split(r"(?<=[,，;；])", first) if not _ASKING.search(clause)]
    return _solved(divided.stem, "".join(facts) + question) if facts else None


def _solved(stem: str, question: str) -> Solution | None:
    text = "".join(
        sentence for sentence in sentences(f"{stem}\n{question}" if stem else question) if not orders(sentence)
    )
    return solve(text)


def _plain(question: str) -> str:
    """A question as it is asked, without what orders the tutor about; the statement keeps that as it is."""
    return "".join(sentence for sentence in sentences(question) if not orders(sentence)).strip() or question


def _part(id_: str, question: str, solution: Solution | None) -> Part:
    if solution is None:
        return Part(id=id_, question=question, expected=UNKNOWN)
    return Part(
        id=id_,
        question=question,
        expected=solution.expected,
        steps=solution.steps,
        substitution=solution.substitution,
        verify=solution.verify,
        mistakes=solution.mistakes,
    )


def _title(statement: str) -> str:
    for sentence in sentences(statement):
        if not orders(sentence):
            first = re.split(r"[。！？，,；;?!\n]", sentence.strip(), maxsplit=1)[0].strip()
            if len(first) >= 2:
                return first if len(first) <= 20 else first[:19] + "…"
    return statement[:20]


__all__ = ["FREE", "UNKNOWN", "Idea", "cleaned", "free_problem", "is_problem", "judged"]
