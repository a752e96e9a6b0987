"""A small parser for school formulas. Text becomes a tree and nothing else: no name is looked up, nothing is
executed.

Reads 2x(35-x), √12, 3π, |-3|, 24÷1/2 (a written fraction binds first), x^2y, sin30°, 3×10^8; with ``names``
also 2*鸡+4*兔.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

LONGEST = 300  # characters
_DEEPEST = 40  # nested brackets, signs and powers
_FUNCTIONS = ("arcsin", "arccos", "arctan", "sin", "cos", "tan", "sqrt", "abs", "ln", "lg", "log", "exp")

_TOKEN = re.compile(
    r"\s*(?:(?P<num>(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,40})(?:\.[0-9]{1,40})?|\.[0-9]{1,40})(?![0-9])"
    rf"|(?P<fn>{'|'.join(_FUNCTIONS)})(?=[\s(0-9a-zA-Zπ√|])"
    r"|(?P<pi>π|pi(?![a-z]))"
    r"|(?P<var>[A-Za-zα-ωΑ-Ω](?:_?[0-9]{1,3}(?![0-9.]))?'?)"
    r"|(?P<pow>\*\*|\^)|(?P<op>[-+*/÷×·()|√%°!]))"
)
_NAMED = re.compile(r"\s*(?P<var>[A-Za-z_\u4e00-\u9fff][A-Za-z_0-9\u4e00-\u9fff]*)")


class FormulaError(ValueError):
    """The text is not a formula this parser reads."""


@dataclass(frozen=True, slots=True)
class Node:
    """``op``: num, var, const, fn, neg, +, -, *, /, ^. Leaves carry ``value`` or ``name``."""

    op: str
    args: tuple[Node, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""


def number(value: Fraction) -> Node:
    """A leaf."""
    return Node("num", value=value)


@lru_cache(maxsize=4096)
def parse(text: str, names: bool = False) -> Node:
    """Read ``text``; ``names``: whole words are names (for rules), else every letter is a variable of its own.

    Raises:
        FormulaError: ``text`` is no formula, or longer or deeper than allowed.
    """
    if len(text) > LONGEST:
        raise FormulaError("too long")
    return _Parser(_tokens(text, names)).whole()


def variables(node: Node) -> frozenset[str]:
    """The names in ``node``."""
    if node.op == "var":
        return frozenset((node.name,))
    return frozenset().union(*(variables(arg) for arg in node.args))


def size(node: Node) -> int:
    """How many operations and leaves ``node`` has."""
    return 1 + sum(size(arg) for arg in node.args)


def _tokens(text: str, names: bool) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = (_NAMED.match(text, position) if names else None) or _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise FormulaError(f"can't read {text[position : position + 10]!r}")
        kind, value = match.lastgroup, match[match.lastgroup]
        if kind == "op" and value in "×·":
            value = "*"
        tokens.append((kind, value if kind != "pow" else "^"))
        position = match.end()
    return _fractions(tokens)


def _fractions(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join 3 / 4 into one number, except in 2^3/4, √3/2 and 8/3/4."""
    joined: list[tuple[str, str]] = []
    at = 0
    while at < len(tokens):
        three = tokens[at : at + 3]
        whole = len(three) == 3 and three[0][0] == three[2][0] == "num" and three[1][1] == "/"
        if whole and "." not in three[0][1] + three[2][1] and int(three[2][1].replace(",", "")):
            before = joined[-1][1] if joined else ""
            after = tokens[at + 3][1] if at + 3 < len(tokens) else ""
            if before not in ("^", "/", "√", "sqrt") and after not in ("^", "/", "!"):
                joined.append(("num", three[0][1] + "/" + three[2][1]))
                at += 3
                continue
        joined.append(tokens[at])
        at += 1
    return joined


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens, self.at, self.depth, self.bars = tokens, 0, 0, 0

    def whole(self) -> Node:
        node = self.sum()
        if self.at != len(self.tokens):
            raise FormulaError("something is left over")
        return node

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def kind(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, *symbols: str) -> str:
        if self.kind() in ("op", "pow") and self.peek() in symbols:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise FormulaError("nested too deeply")

    def sum(self) -> Node:
        node = self.product()
        while symbol := self.take("+", "-"):
            node = Node(symbol, (node, self.product()))
        return node

    def product(self) -> Node:
        node = self.signed()
        while symbol := self.take("*", "/", "÷"):
            node = Node("*" if symbol == "*" else "/", (node, self.signed()))
        return node

    def signed(self) -> Node:
        symbol = self.take("-", "+")
        if not symbol:
            return self.implicit()
        self.deeper()
        node = self.signed()
        self.depth -= 1
        return Node("neg", (node,)) if symbol == "-" else node

    def implicit(self) -> Node:
        node = self.power()
        while self.kind() in ("var", "fn", "pi") or self.peek() in ("(", "√") or (self.peek() == "|" and not self.bars):
            node = Node("*", (node, self.power()))
        return node

    def power(self) -> Node:
        node = self.atom()
        while True:
            if self.take("%"):
                node = Node("/", (node, number(Fraction(100))))
            elif self.take("°"):
                node = Node("*", (node, Node("/", (Node("const", name="π"), number(Fraction(180))))))
            elif self.take("!"):
                raise FormulaError("no factorials")
            elif self.take("^"):
                self.deeper()
                negative = self.take("-", "+") == "-"
                exponent = self.power()
                self.depth -= 1
                node = Node("^", (node, Node("neg", (exponent,)) if negative else exponent))
            else:
                return node

    def atom(self) -> Node:
        kind, text = self.kind(), self.peek()
        if not kind:
            raise FormulaError("something is missing")
        self.at += 1
        if kind == "num":
            return number(Fraction(text.replace(",", "")))
        if kind == "var":
            return Node("var", name=text.replace("_", ""))
        if kind == "pi":
            return Node("const", name="π")
        self.deeper()
        try:
            return self.bracketed(kind, text)
        finally:
            self.depth -= 1

    def bracketed(self, kind: str, text: str) -> Node:
        if kind == "fn" or text == "√":
            name = "sqrt" if text == "√" else text
            argument = self.power() if text == "√" or self.peek() == "(" else self.implicit()
            return Node("fn", (argument,), name=name)
        if text == "(":
            bars, self.bars = self.bars, 0
            node = self.sum()
            self.bars = bars
            if not self.take(")"):
                raise FormulaError("a bracket is open")
            return node
        if text == "|":
            self.bars += 1
            node = self.sum()
            self.bars -= 1
            if not self.take("|"):
                raise FormulaError("a bar is open")
            return Node("fn", (node,), name="abs")
        raise FormulaError(f"{text!r} is out of place")
