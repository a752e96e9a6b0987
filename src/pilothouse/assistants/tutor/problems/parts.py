"""Parts, steps, answers and mistakes of an authored problem, with their short forms."""

from __future__ import annotations

from typing import cast, get_args

from pilothouse.assistants.tutor.problems.form import Form, mapping
from pilothouse.assistants.tutor.problems.problem import AnswerKind, Expected, Extension, Idea, Mistake, Part, Step
from pilothouse.assistants.tutor.problems.tree import Fault, Node

KINDS: tuple[str, ...] = get_args(AnswerKind)

_LIST = r"\s*[、,，;；/|]\s*"


def part(node: Node, default: str, faults: list[Fault], lines: dict[str, int]) -> Part | None:
    form = mapping(node, faults, (f"第 {default} 问", f"part {default} "))
    if form is None:
        return None
    made = fields(form, form.text("id") or default, lines, "")
    form.finish()
    return made


def fields(form: Form, id_: str, lines: dict[str, int], question: str) -> Part | None:
    before = len(form.faults)
    lines[id_] = form.node.line
    question = form.text("question", needed="" if question else "写出这一问 / write the question there") or question
    expected = _expected(form)
    node = form.child("steps")
    items = form.items(node, "steps") if node is not None else []
    steps = [step for n, item in enumerate(items, 1) if (step := _step(item, str(n), id_, form, lines))]
    unique([step.id for step in steps], lines, form, f"{id_}.", "步", "step")
    check = form.child("verify")
    verify = _step(check, "verify", id_, form, lines) if check is not None else None
    mistakes = _mistakes(form)
    substitution = form.text("substitution")
    if len(form.faults) > before or expected is None:
        return None
    return Part(
        id=id_,
        question=question,
        expected=expected,
        steps=tuple(steps),
        mistakes=mistakes,
        verify=verify,
        substitution=substitution,
    )


def _step(node: Node, default: str, part: str, above: Form, lines: dict[str, int]) -> Step | None:
    where = (f"{above.where[0]}步骤 {default} ", f"{above.where[1]}step {default} ")
    form = mapping(node, above.faults, where)
    if form is None:
        return None
    before = len(form.faults)
    id_ = form.text("id") or default
    lines[f"{part}.{id_}"] = node.line
    ask = form.text("ask", "question", needed="写出引导的问题 / write the guiding question there")
    expected = _expected(form)
    hints = form.texts("hints", "hint")
    if not hints:
        form.fault(
            node.line, "缺少“hints”：至少写一条不含答案的提示", "lacks 'hints': write at least one, without the answer"
        )
    conclusion = form.text("conclusion") or (expected.answer if expected else "")
    explain, mistakes = form.text("explain"), _mistakes(form)
    form.finish()
    if len(form.faults) > before or expected is None:
        return None
    return Step(
        id=id_, ask=ask, expected=expected, hints=hints, conclusion=conclusion, explain=explain, mistakes=mistakes
    )


def _expected(form: Form) -> Expected | None:
    """The answer: beside the other fields, or under ``expected``."""
    node = form.child("expected")
    inner = form
    if node is not None and node.kind == "map":
        inner = Form(node, form.faults, form.where)
    elif node is not None:
        return Expected(answer=form.scalar(node, "expected"))
    answer = inner.text("answer", needed="写出答案，如 35只 / write the answer, for instance 35只")
    kind = inner.word("kind", KINDS, "auto")
    accept = inner.texts("accept", apart=r"\s*\|\s*")
    tolerance, unit_needed = inner.number("tolerance", 0, 0.5), inner.truth("unit_needed")
    if inner is not form:
        inner.finish()
    if not answer:
        return None
    return Expected(
        answer=answer, kind=cast(AnswerKind, kind), accept=accept, tolerance=tolerance or 0.0, unit_needed=unit_needed
    )


def _mistakes(form: Form) -> tuple[Mistake, ...]:
    """A list of mappings, or ``wrong answer: hint`` lines."""
    node = form.child("mistakes", "mistake")
    if node is None:
        return ()
    if node.kind == "map" and "answer" not in node.pairs:
        short = [(answer, value) for answer, value in node.pairs.items()]
        return tuple(made for answer, value in short if (made := _mistake(value, form, answer)))
    items = [node] if node.kind == "map" else form.items(node, "mistakes")
    return tuple(made for item in items if (made := _mistake(item, form, "")))


def _mistake(node: Node, above: Form, answer: str) -> Mistake | None:
    if answer and node.kind == "text":
        return Mistake(answer=answer, pattern="typical", hint=node.text)
    form = mapping(node, above.faults, (f"{above.where[0]}易错答案", f"{above.where[1]}mistake "))
    if form is None:
        return None
    before = len(form.faults)
    answer = answer or form.text("answer", needed="写出学生会写的错误答案 / write the wrong answer that pupils give")
    pattern = form.text("pattern") or "typical"
    hint = form.text("hint", needed="写出怎样引导他改正 / write how to put him right")
    form.finish()
    return Mistake(answer=answer, pattern=pattern, hint=hint) if len(form.faults) == before else None


def idea(form: Form) -> Idea | None:
    node = form.child("idea")
    inner = mapping(node, form.faults, ("思路", "the idea ")) if node is not None else None
    if inner is None:
        return None
    ask = inner.text("ask", needed="写出问思路的问题 / write the question for the way to go")
    keys = inner.texts("keys", apart=_LIST)
    if not keys:
        inner.fault(
            inner.node.line, "缺少“keys”：写出说明学生想到了的词", "lacks 'keys': the words that show that he has it"
        )
    hint = inner.text("hint", "hints", needed="写一条提示 / write a hint")
    inner.finish()
    return Idea(ask=ask, keys=keys, hint=hint)


def extension(form: Form) -> Extension | None:
    node = form.child("extension")
    inner = mapping(node, form.faults, ("拓展题", "the extension ")) if node is not None else None
    if inner is None:
        return None
    question = inner.text("question", needed="写出拓展题 / write the question")
    expected = _expected(inner)
    hints = inner.texts("hints", "hint")
    inner.finish()
    return Extension(question=question, expected=expected, hints=hints) if expected is not None else None


def unique(ids: list[str], lines: dict[str, int], form: Form, prefix: str, chinese: str, english: str) -> None:
    for id_ in sorted({id_ for id_ in ids if ids.count(id_) > 1}):
        form.fault(
            lines[prefix + id_],
            f"有两{chinese}编号都是 {id_}，请改一个",
            f"has two {english}s with the id {id_}; change one",
        )
