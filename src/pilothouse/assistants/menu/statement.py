"""Sentences that say something about a guest for good: "我不吃辣", "I'm allergic to peanuts", "我现在能吃香菜了".

A wish for this order ("不要香菜"), a question and a supposition say nothing for good. When in doubt nothing is kept:
the wish still counts for the turn, because ``read_filters`` reads it there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pilothouse.assistants.menu import habits, predicates
from pilothouse.assistants.menu.constraints import known_ingredient
from pilothouse.assistants.menu.lexicon import Lexicon
from pilothouse.assistants.menu.residue import EDGE
from pilothouse.assistants.menu.taste import HOT, KINDS, Statement
from pilothouse.retrieval.tokenizer import normalise


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause that says something. Without a subject (not ``sure``) the rest of the sentence has to bear it out."""

    statement: Statement
    subject: str
    sure: bool = True


def read_statement(text: str, lexicon: Lexicon) -> Statement | None:
    """What ``text`` says about the guest for good, or ``None``. What is said about himself goes before what is said
    about others, which comes back with ``other``."""
    return read_sentence(text, lexicon)[0]


def read_sentence(text: str, lexicon: Lexicon) -> tuple[Statement | None, bool]:
    """The statement, as ``read_statement`` gives it, and whether the sentence says nothing else."""
    plain = normalise(text)
    if (match := habits.BEFORE.search(plain)) and not habits.OTHER.match(plain):
        plain = f"我现在能吃{match['what']}了"
    clauses = _listed(
        [part for clause in habits.CLAUSE.findall(plain) for part in habits.TAIL.split(clause) if part.strip(EDGE)],
        lexicon,
    )
    found: list[_Said] = []
    whole, subject, allergic = True, "", False
    questions = any(habits.QUESTION.search(clause) for clause in clauses)
    for clause in clauses:
        said = _read_clause(clause, lexicon, subject)
        if said and allergic and said.statement.dislikes:  # 我是过敏体质，花生不能碰
            inner = said.statement
            said = replace(said, statement=replace(inner, dislikes=(), allergies=(*inner.allergies, *inner.dislikes)))
        subject = said.subject if said else _speaker(clause)
        allergic = not said and bool(subject and _ALLERGIC.search(clause))
        whole = whole and (said is not None or not _bare(clause)[0])
        if said:
            found.append(said)
    kept = [said for said in found if said.sure or (not questions if said.statement.allergies else whole)]
    own = [said.statement for said in kept if not said.statement.other]
    others = [said.statement for said in kept if said.statement.other]
    company = tuple(dict.fromkeys(term for one in others for term in one.allergies))
    if own:
        return replace(_together(own), company=company), whole
    return (_together(others) if others else None), whole


_ALLERGIC = re.compile(r"(?:过敏体质|(?<!不)过敏)(?:的|啊|哦)?\s*$")


def _speaker(clause: str) -> str:
    """Of whom a clause is that only leads up to something: 我胃不好，不能吃辣; 我女儿也来，她对牛奶过敏."""
    text, _ = _bare(clause)
    if habits.QUESTION.search(clause) or habits.SUPPOSED.search(text):
        return ""
    if habits.RELATIVE.match(text):
        return "other"
    return "first" if habits.FIRST.match(text) and habits.REASON.search(text) else ""


def _listed(clauses: Sequence[str], lexicon: Lexicon) -> list[str]:
    """不吃葱，姜，蒜: a clause that is nothing but a food belongs to the one before."""
    joined: list[str] = []
    for clause in clauses:
        if joined and not joined[-1].endswith(("?", "？")) and known_ingredient(clause.strip(), lexicon):
            joined[-1] += f"、{clause.strip()}"
        else:
            joined.append(clause)
    return joined


def _together(statements: Sequence[Statement]) -> Statement:
    joined = {
        name: tuple(dict.fromkeys(item for one in statements for item in getattr(one, name)))
        for name in ("dislikes", "allergies", "likes", "forget", "forget_kinds")
    }
    spice = next((one.spice for one in reversed(statements) if one.spice), "")
    return Statement(**joined, spice=spice, other=statements[0].other)


def _bare(clause: str) -> tuple[str, bool]:
    """The clause without what leads up to it, and whether it asks to be remembered."""
    asked = False
    while True:
        clause = clause.strip(EDGE)
        match = habits.REMEMBER.match(clause)
        asked = asked or match is not None
        match = match or habits.FILLER.match(clause)
        if match is None or not match[0]:
            return clause, asked
        clause = clause[match.end() :]


def _read_clause(clause: str, lexicon: Lexicon, inherited: str) -> _Said | None:
    text, asked = _bare(clause)
    if not asked and (statement := _read_forget(habits.ASKED.sub("", clause.strip(EDGE)), lexicon)) is not None:
        return _Said(statement, "first")
    if not text or habits.QUESTION.search(clause) or habits.SUPPOSED.search(text) or habits.PASSING.search(text):
        return None
    if match := habits.WHOSE.match(text):  # 对花生过敏的是我女儿
        text = f"{match['who']}{match['what']}"
    first = habits.FIRST.match(text)
    other = habits.OTHER.match(text)
    subject = "other" if other else "first" if first else inherited
    if other:
        text = text[other.end() :]
    elif first:
        text = text[first.end() :]
    text = text.strip(EDGE)
    sure = bool(subject) or asked or bool(habits.HABIT.search(text))
    lasting = asked or bool(habits.ALWAYS.search(text))
    statement = predicates.read_allergy(text, lexicon) or predicates.read_avoidance(text, lexicon, lasting=lasting)
    if statement is None and subject:
        statement = (
            predicates.read_diet(text)
            or predicates.read_able(text, lexicon)
            or predicates.read_spice(text)
            or predicates.read_love(text, lexicon)
        )
    if statement is None:
        return None
    return _Said(replace(statement, other=subject == "other"), subject or "first", sure)


def _read_forget(text: str, lexicon: Lexicon) -> Statement | None:
    match = habits.FORGET.search(text)
    if match is None:
        return None
    what = match["what"] or match["object"] or ""
    if habits.OTHER.match(what) or habits.QUESTION.search(what):
        return None
    if habits.MEMORY.search(what):
        kinds = tuple(kind for pattern, kind in habits.PARTS if pattern.search(what))
        return Statement(forget_kinds=kinds or KINDS)
    what = re.sub(r"(?:这[条个件]?(?:事|记录|信息)?|的?(?:事情?|记录|信息))$", "", what)
    said = _read_clause(what, lexicon, "")
    if said is None or said.statement.forget or said.statement.forget_kinds:
        return None
    inner = said.statement
    terms = (*inner.dislikes, *inner.allergies, *inner.likes, *((HOT,) if inner.spice else ()))
    return Statement(forget=terms) if terms else None
