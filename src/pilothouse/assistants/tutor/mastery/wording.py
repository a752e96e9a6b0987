# ruff: noqa: E501 -- a table
"""Kinds of mistakes in words, and what helps against each."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.checking.verdict import Check

# (beginnings of words in the pattern's name, what it is, what to do; Chinese and English), the particular ones first.
# The checker's kinds are among them; the rest is what the names of problems' own patterns have in common
# ("forgot_to_halve"). No text holds a number: it could be an answer.
_KINDS: tuple[tuple[str, tuple[str, str], tuple[str, str]], ...] = (
    (r"sign|negative|minus|direction|transposed", ("正负号或方向弄反", "a wrong sign or direction"),
     ("先想清楚结果应该是正还是负、往哪个方向，再动手算", "decide first whether the result is positive or negative")),
    (r"conver|kilo|milli|\w+ as (?:hundred|thousand)", ("单位换算出错", "a wrong conversion of units"),
     ("先把所有的量化成同一个单位，写出换算关系，再列式", "bring all to the same unit first, conversion written down")),
    (r"unit", ("单位漏写或写错", "a missing or wrong unit"),
     ("每一步都把单位写在数的后面，最后对照题目问的单位", "write the unit behind each number, as it is asked for")),
    (r"reciproc|invert|upside|inverse", ("把数或比颠倒了", "a value turned upside down"),
     ("先说清楚谁除以谁、以谁为标准，再列式", "say first what is divided by what")),
    (r"percent|discount|profit|base", ("百分数或标准量处理出错", "a mistake with percent"),
     ("先说清楚是谁的百分之几，再化成小数或分数来算", "say first of what the percentage is taken")),
    (r"halv|half|doubl|twice|factor", ("结果差了一个倍数", "a result off by a factor"),
     ("列式后回头看一眼：有没有该乘或该除的一步没有做", "look back: was a multiplication or division left out?")),
    (r"round|decimal|digit|place|carry|borrow|power", ("数位或近似出错", "a mistake with digits or rounding"),
     ("对齐数位，逐位检查，最后再取近似值", "line the digits up, check each, and round only at the end")),
    (r"intermediate|stopped|unfinished|difference as|position", ("停在了中间结果", "stopping at an intermediate result"),
     ("算出一个数以后，再读一遍问题：它问的是不是这个数", "read the question again: is this the number asked for?")),
    (r"other (?:part|side)|wrong part", ("答成了另外的问题", "answering another question"),
     ("先用自己的话说一遍这一问要求什么", "say in your own words what this part asks for")),
    (r"given$|copied|kept given", ("把题目里的已知数当成了答案", "taking a given number for the answer"),
     ("先分清哪些是已知的、哪个是要求的", "tell first what is given and what is looked for")),
    (r"swap|revers|mixed up|confus|exchang|opposite", ("把两个量弄反了", "mixing two things up"),
     ("给每个量写上名字，再看求出来的是哪一个", "write a name to each quantity, then see which one was found")),
    (r"text|word|sentence|paragraph|clause|pronoun|negation|literal|detail|overgeneral|infer|guess|plausible|person|"
     r"stereotype|common sense|reading|surface|reason|example|view|topic", ("没有回到原文找依据", "answering without the text"),
     ("先在原文里找到依据的那一句，再比较选项", "find the sentence of the text first, then compare the options")),
    (r"tense|grammar|agreement|plural", ("语法细节出错", "a slip of grammar"),
     ("先找主语和时间，再定动词的形式", "find subject and time first, then the form of the verb")),
    (r"formula|law|rule|perimeter", ("公式或规律用错", "a wrong formula or rule"),
     ("先写出公式和每个字母的意思，看条件合不合，再代入", "write the formula and what each letter means first")),
    (r"order|bracket|preced|distribut|expand", ("运算顺序或括号出错", "a mistake with order or brackets"),
     ("先圈出括号和乘除，按顺序写下每一步", "mark brackets and products first, then go in order")),
    (r"end|gap|corner|count", ("计数时多算或少算", "counting too many or too few"),
     ("先画一个小图数一数，找到规律再算", "draw a small picture, count, then calculate")),
    (r"extra|reject|domain|not an integer|constraint", ("多写了不合要求的结果", "a result that doesn't fit the conditions"),
     ("把每个结果放回题目里检验，不合条件的舍去", "put each result back and drop what doesn't fit")),
    (r"substitution", ("有的条件没有满足", "a condition that isn't met"),
     ("写下答案以前，把求出的数放回每一个条件里算一算", "put the numbers back into every condition before you answer")),
    (r"incomplete|only|lost (?:a )?root|\w+ only$|one side", ("只算了一部分，答案不完整", "an incomplete answer"),
     ("写完以后对照题目数一数，该有的结果都写出来了吗", "compare with the question: is everything there?")),
    (r"forgot|miss|drop|lost|ignor|skip|without|\w+ forgotten$|\w+ ignored$", ("漏掉了条件或步骤", "leaving something out"),
     ("列一张小清单：哪些条件还没有用上，哪一步还没有做", "make a short list: which facts and steps are left?")),
    (r"form$|format|simplif|reduc", ("形式不合要求", "another form than asked for"),
     ("看清题目要的是最简分数、小数还是式子", "see which form is asked for")),
    (r"add|subtract|multipl|divid|averag|sum|product|merged", ("运算或数量关系选错", "choosing the wrong operation"),
     ("先说清楚两个量是合起来、相差、成倍还是平均分，再选运算", "say how the quantities are related, then choose")),
    (r"wrong|used|whole|total|taken|\w+ (?:as|for|instead of|over) \w+", ("用错了量", "using the wrong quantity"),
     ("给每个数写上名字和单位，再看这一步该用哪一个", "name each number, then see which one belongs here")),
)  # fmt: skip
_ANY = (
    ("计算或思路出错", "a mistake in reasoning or reckoning"),
    (
        "放慢一点：先写出每个数表示什么，再一步一步算，最后放回题目检验",
        "slow down: write what each number means, go step by step, then put it back",
    ),
)


def classify(check: Check) -> str | None:
    """Under which name a judged answer goes into the record: the problem's own pattern, else the checker's kind of
    error; ``None`` for what is no mistake."""
    if check.verdict == "wrong":
        return check.pattern or check.error or "value"
    if check.verdict == "partial":
        return check.pattern or "incomplete"
    return None


def describe(pattern: str, language: str = "zh") -> str:
    """What the mistake is, in a few words."""
    return _found(pattern)[0][language == "en"]


def remedy(pattern: str, language: str = "zh") -> str:
    """What helps against it, in half a sentence."""
    return _found(pattern)[1][language == "en"]


def advise(pattern: str, times: int, language: str = "zh") -> str:
    """A sentence to a pupil who made the mistake ``times`` times. It holds no number: one could be an answer."""
    often = times >= 4
    if language == "en":
        met = "quite often" if often else "more than once"
        return f"You have met this {met} ({describe(pattern, 'en')}): this time, {remedy(pattern, 'en')}."
    return f"这类题里“{describe(pattern)}”{'已经好几次了' if often else '不止一次了'}，这次{remedy(pattern)}。"


def _found(pattern: str) -> tuple[tuple[str, str], tuple[str, str]]:
    name = re.sub(r"[\W_]+", " ", pattern.casefold()[:200]).strip()
    return next(((what, how) for words, what, how in _KINDS if re.search(rf"\b(?:{words})", name)), _ANY)
