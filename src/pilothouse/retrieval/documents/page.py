"""What stands where on a PDF page: lines of words with their boxes, and the ruling lines drawn between them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pypdfium2  # type: ignore[import-untyped]

_MOST_OBJECTS = 20_000  # drawn objects of one page that are looked at; a map can have millions
_MOST_POINTS = 2_000
_THIN = 3.0  # points: a rectangle not wider than that is a line
_BOLD = 600
_BOLD_NAMES = ("bold", "heiti", "simhei", "-hei", "black", "semibold", "heavy")
_HYPHENS = ("\x02", "\ufffe")  # PDFium's marks for a hyphen at the end of a line
_MEANINGLESS = frozenset((*_HYPHENS, "\0", "\ufffd", "\xad"))
_PATH = 2
_IMAGE = 3
_FORM = 5


class Box(NamedTuple):
    """Left, bottom, right, top in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


class Word(NamedTuple):
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Line:
    """Words in one line. ``hyphen``: its last word goes on in the next line."""

    words: tuple[Word, ...]
    box: Box
    size: float
    bold: bool
    hyphen: bool = False

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


class Rule(NamedTuple):
    """A drawn line: at ``at`` on one axis, from ``start`` to ``end`` on the other."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class Sheet:
    """One page: ``damaged`` is the share of characters without a meaning, ``images`` whether it shows any."""

    number: int
    width: float
    height: float
    lines: list[Line]
    across: list[Rule]
    upright: list[Rule]
    images: bool
    damaged: float


def sheet(page: pypdfium2.PdfPage, number: int) -> Sheet:
    """Reads page ``number`` (from 1). Raises ``PdfiumError`` for a page that can't be loaded."""
    width, height = page.get_size()
    across: list[Rule] = []
    upright: list[Rule] = []
    images = _draw(page, across, upright)
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        lines, damaged = _lines(textpage.raw, count)
    finally:
        textpage.close()
    return Sheet(number, width, height, lines, across, upright, images, damaged)


def _lines(text: Any, count: int) -> tuple[list[Line], float]:
    import pypdfium2.raw as raw  # type: ignore[import-untyped]

    characters = [_character(raw.FPDFText_GetUnicode(text, at)) for at in range(count)]
    damaged = sum(character in "\ufffd\0" or "\ue000" <= character <= "\uf8ff" for character in characters)
    lines: list[Line] = []
    words: list[Word] = []
    starts: list[int] = []  # where the words of the line begin
    start = 0

    def end_word(end: int) -> None:
        if start >= end:
            return
        content = "".join(each for each in characters[start:end] if each not in _MEANINGLESS)
        if content:
            # Behind a hyphen the word goes on in the line below; its place is here.
            cut = next((at for at in range(start, end) if characters[at] in _HYPHENS), end)
            words.append(Word(content, _box(raw, text, start, max(start, min(cut, end) - 1))))
            starts.append(start)

    def end_line(end: int) -> None:
        if words:
            sizes = sorted(raw.FPDFText_GetFontSize(text, at) for at in starts[:9])
            size = sizes[len(sizes) // 2]  # a bullet or a note's number has another one than the text
            box = Box(
                min(word.box.left for word in words),
                min(word.box.bottom for word in words),
                max(word.box.right for word in words),
                max(word.box.top for word in words),
            )
            # The size of the font says little where the page scales it; the height of the box is what one sees.
            seen = max(size, box.top - box.bottom) if size <= 2 else size
            bold = _is_bold(raw, text, starts[len(starts) // 2])
            lines.append(Line(tuple(words), box, round(seen, 1), bold, characters[end - 1] in _HYPHENS))
            words.clear()
            starts.clear()

    for at, character in enumerate(characters):
        if character in "\r\n":
            end_word(at)
            end_line(at)
            start = at + 1
        elif character.isspace():
            end_word(at)
            start = at + 1
    end_word(count)
    end_line(count)
    return lines, damaged / max(count, 1)


def _character(code: int) -> str:
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _box(raw: Any, text: Any, first: int, last: int) -> Box:
    rectangle = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text, first, ctypes.byref(rectangle))
    left, bottom, top, right = rectangle.left, rectangle.bottom, rectangle.top, rectangle.right
    if last != first:
        raw.FPDFText_GetLooseCharBox(text, last, ctypes.byref(rectangle))
        left, right = min(left, rectangle.left), max(right, rectangle.right)
        bottom, top = min(bottom, rectangle.bottom), max(top, rectangle.top)
    return Box(left, min(bottom, top), right, max(bottom, top))


def _is_bold(raw: Any, text: Any, at: int) -> bool:
    if raw.FPDFText_GetFontWeight(text, at) >= _BOLD:
        return True
    buffer = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(text, at, buffer, 128, ctypes.byref(flags))
    name = buffer.raw[: max(0, min(length, 128) - 1)].decode("utf-8", "replace").lower()
    return any(part in name for part in _BOLD_NAMES) or "黑" in name


def _draw(page: pypdfium2.PdfPage, across: list[Rule], upright: list[Rule]) -> bool:
    import pypdfium2.raw as raw

    images = False
    for object_, matrix in _objects(raw, page.raw):
        kind = raw.FPDFPageObj_GetType(object_)
        images = images or kind == _IMAGE
        if kind == _PATH:
            _rules(raw, object_, matrix, across, upright)
    return images


Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _objects(raw: Any, page: Any) -> Iterator[tuple[Any, Matrix]]:
    """The objects drawn on a page and those of the forms on it, with the matrix of the form."""
    for n in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        object_ = raw.FPDFPage_GetObject(page, n)
        if raw.FPDFPageObj_GetType(object_) != _FORM:
            yield object_, _SAME
            continue
        matrix = _matrix(raw, object_)
        for inner in range(min(max(raw.FPDFFormObj_CountObjects(object_), 0), _MOST_OBJECTS)):
            yield raw.FPDFFormObj_GetObject(object_, inner), matrix


def _matrix(raw: Any, object_: Any) -> Matrix:
    found = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(object_, ctypes.byref(found)):
        return _SAME
    return found.a, found.b, found.c, found.d, found.e, found.f


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _rules(raw: Any, path: Any, outer: Matrix, across: list[Rule], upright: list[Rule]) -> None:
    count = raw.FPDFPath_CountSegments(path)
    if not 2 <= count <= _MOST_POINTS:
        return
    own = _matrix(raw, path)
    points: list[tuple[float, float, bool]] = []  # x, y, whether a line leads here
    x, y = ctypes.c_float(), ctypes.c_float()
    start: tuple[float, float] | None = None
    for n in range(count):
        segment = raw.FPDFPath_GetPathSegment(path, n)
        raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        kind = raw.FPDFPathSegment_GetType(segment)
        here = _apply(outer, *_apply(own, x.value, y.value))
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = here
        points.append((*here, kind == raw.FPDF_SEGMENT_LINETO))
        if raw.FPDFPathSegment_GetClose(segment) and start is not None:
            points.append((*start, kind == raw.FPDF_SEGMENT_LINETO))
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    if max(xs) - min(xs) <= _THIN or max(ys) - min(ys) <= _THIN:
        _rule(min(xs), min(ys), max(xs), max(ys), across, upright)
        return
    for (left, bottom, _), (right, top, drawn) in pairwise(points):
        if drawn:
            _rule(left, bottom, right, top, across, upright)


def _rule(x1: float, y1: float, x2: float, y2: float, across: list[Rule], upright: list[Rule]) -> None:
    wide, high = abs(x2 - x1), abs(y2 - y1)
    if high <= _THIN < wide:
        across.append(Rule((y1 + y2) / 2, min(x1, x2), max(x1, x2)))
    elif wide <= _THIN < high:
        upright.append(Rule((x1 + x2) / 2, min(y1, y2), max(y1, y2)))
