"""What a problem must hold before pupils get it: answers that the checker can read, hints that don't give them away."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pilothouse.assistants.tutor.checking import answers_in, check, substitution
from pilothouse.assistants.tutor.guard import Secret, leaks, secrets_of
from pilothouse.assistants.tutor.problems.problem import Expected, Mistake, Part, Problem, Step
from pilothouse.assistants.tutor.problems.reader import Read
from pilothouse.assistants.tutor.problems.tree import Fault

Topics = Collection[str]
KB = "kb"  # the folder of the knowledge base, in the sample and in the home


@dataclass(frozen=True)
class Review:
    """``faults``: the problem can't be taught like this; ``notes``: sentences about what should be looked at."""

    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


def review(read: Read, topics: Topics) -> Review:
    """All checks of one problem. ``topics``: the names that the knowledge base has."""
    problem = read.problem
    faults = [*_topic(read, topics), *_idea(read)]
    notes: list[str] = []
    for part in problem.parts:
        name, line = f"第 {part.id} 问", read.lines.get(part.id, read.line)
        faults += _answers(part.expected, part.mistakes, line, name, f"part {part.id}")
        for step in (*part.steps, *([part.verify] if part.verify else ())):
            at = read.lines.get(f"{part.id}.{step.id}", line)
            faults += _answers(
                step.expected, step.mistakes, at, f"{name}步骤 {step.id}", f"part {part.id} step {step.id}"
            )
        faults += _fulfilled(part, line, name)
        faults += _hints(problem, part, read)
        if part.steps and not _arrives(part):
            notes.append(
                f"{problem.id} {name}：最后一步的结论没有给出这一问的答案。 "
                f"{problem.id}, part {part.id}: the last step's conclusion doesn't give the part's answer."
            )
    if problem.extension is not None:
        faults += _answers(problem.extension.expected, (), read.line, "拓展题", "the extension")
        own = [Secret("extension", problem.extension.expected)]
        known = [problem.statement, problem.extension.question, *_solutions(problem.parts)]
        for hint in problem.extension.hints:
            if leaks(hint, own, known):
                faults.append(_told(read.line, "拓展题", "the extension", hint))
    return Review(tuple(faults), tuple(notes))


def topics_of(home: Path) -> frozenset[str]:
    """The topics of the knowledge base (``math/chicken-rabbit``): those of the sample and those in ``home``."""
    found: set[str] = set()
    sample = files("pilothouse.assistants.tutor").joinpath("sample", KB)
    for root in (Path(str(sample)), home / KB):
        if root.is_dir():
            found |= {f"{file.parent.name}/{file.stem}" for file in root.glob("*/*.md")}
    return frozenset(found)


def _topic(read: Read, topics: Topics) -> Iterator[Fault]:
    topic = read.problem.topic
    if topic and topic not in topics:
        near = difflib.get_close_matches(topic, list(topics), 1)
        hint, english = (f"，是不是 {near[0]}", f"; do you mean {near[0]}") if near else ("", "")
        yield Fault(
            read.line,
            f"知识库没有主题 {topic}{hint}？可改正、删去 topic，或先用 pilothouse lore add 添加",
            f"the knowledge base has no topic {topic}{english}? Correct or delete it, or add it: pilothouse lore add",
        )


def _idea(read: Read) -> Iterator[Fault]:
    """What is asked before any step is found may tell nothing."""
    problem = read.problem
    if problem.idea is None:
        return
    for text in (problem.idea.ask, problem.idea.hint):
        if leaks(text, secrets_of(problem), _statement(problem)):
            yield _told(read.line, "思路", "the idea", text)


def _fulfilled(part: Part, line: int, name: str) -> Iterator[Fault]:
    """The rule can be read, and every right answer fulfils it."""
    if not part.substitution:
        return
    for answer in (part.expected.answer, *part.expected.accept):
        try:
            broken = substitution(answer, part.substitution).broken
        except ValueError as error:
            yield Fault(
                line, f"{name}的 substitution 读不懂：{error}", f"part {part.id}: can't read substitution: {error}"
            )
            return
        if broken:
            yield Fault(
                line,
                f"{name}的答案“{answer}”不满足 {broken[0].text}",
                f"part {part.id}: the answer {answer!r} doesn't fulfil {broken[0].text}",
            )


def _answers(expected: Expected, mistakes: Sequence[Mistake], line: int, where: str, english: str) -> Iterator[Fault]:
    """The checker must read every right answer as right, and no typical mistake as right."""
    if expected.kind == "words":
        phrases = [phrase for text in (expected.answer, *expected.accept) for phrase in text.split("/")]
        unread = [] if all(phrase.strip() for phrase in phrases) else [expected.answer]
    else:
        unread = [text for text in (expected.answer, *expected.accept) if not _readable(text, expected)]
    for text in unread:
        yield Fault(
            line,
            f"{where}的答案“{text}”检查程序读不懂，请写简单些（如 35只、3/4、x=2），或用 kind: words 列出关键词",
            f"the checker can't read the answer {text!r} of {english}: write it plainly (35只, 3/4, x=2), or list key "
            "phrases with kind: words",
        )
    for mistake in mistakes:
        if mistake.answer.strip() == expected.answer.strip() or check(mistake.answer, expected).verdict == "right":
            yield Fault(
                line,
                f"{where}的易错答案“{mistake.answer}”其实是对的，请改正或删去",
                f"the mistake {mistake.answer!r} of {english} is a right answer; correct or delete it",
            )


def _readable(text: str, expected: Expected) -> bool:
    """Whether the checker takes a right answer for one; a number must hold one (the same words are always right)."""
    return check(text, expected).verdict == "right" and (expected.kind != "number" or bool(answers_in(text)))


def _hints(problem: Problem, part: Part, read: Read) -> Iterator[Fault]:
    """Hints, questions and what is said about mistakes: none may say a value that comes later."""
    earlier = problem.parts[: problem.parts.index(part)]
    solved = [other.id for other in earlier]
    known = [*_statement(problem), *(other.question for other in problem.parts), *_solutions(earlier)]
    found: list[str] = []
    for step in part.steps:
        secrets = secrets_of(problem, solved=solved, found=found)
        line = read.lines.get(f"{part.id}.{step.id}", read.line)
        where, english = f"第 {part.id} 问步骤 {step.id}", f"part {part.id} step {step.id}"
        for text, also in _spoken(step):
            if leaks(text, secrets, [*known, *also]):
                yield _told(line, where, english, text)
        known += [step.ask, step.conclusion]
        found.append(f"{part.id}.{step.id}")
    for mistake in part.mistakes:
        if leaks(mistake.hint, secrets_of(problem, solved=solved, found=found), [*known, mistake.answer]):
            yield _told(
                read.lines.get(part.id, read.line), f"第 {part.id} 问的易错答案", f"part {part.id}", mistake.hint
            )


def _spoken(step: Step) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is said at a step before it is found, and what is known beside when it is said."""
    yield step.ask, ()
    for hint in step.hints:
        yield hint, (step.ask,)
    for mistake in step.mistakes:
        yield mistake.hint, (step.ask, mistake.answer)


def _told(line: int, where: str, english: str, text: str) -> Fault:
    return Fault(
        line,
        f"{where}里的“{text[:40]}”说出了还没有求出的结果，请改成不含它的提示",
        f"{text[:40]!r} in {english} says a result that isn't found yet; write it without",
    )


def _statement(problem: Problem) -> list[str]:
    return [problem.statement, problem.title, problem.asked, *problem.given]


def _solutions(parts: Sequence[Part]) -> list[str]:
    return [text for part in parts for text in (part.expected.answer, *(step.conclusion for step in part.steps))]


def _arrives(part: Part) -> bool:
    last = part.steps[-1]
    tries = (last.conclusion, last.expected.answer, "，".join(step.conclusion for step in part.steps[-3:]))
    return any(check(text, part.expected).verdict == "right" for text in tries)
