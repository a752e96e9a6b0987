"""One spelling for what keyboards, OCR and LaTeX write differently: full width, minus signs, ½, x²,
``\\frac{3}{4}``."""

from __future__ import annotations

import re
import unicodedata

from pilothouse.assistants.tutor.checking.spoken import written

LONGEST = 1000
"""Characters. A longer text is not an answer; the limit keeps hostile input cheap."""

_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_MAP: dict[int, str] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **{ord(char): "-" for char in "−–‒﹣➖"},
    **{ord(char): "×" for char in "✕✖⨯╳"},
    **{ord(char): "≤" for char in "⩽≦"},
    **{ord(char): "≥" for char in "⩾≧"},
    **{ord(char): " " for char in "\u3000\u00a0\u2002\u2003\u2009\u202f\t\r"},
    **{ord(char): "" for char in "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3"},
    **{ord("，"): "，", ord("、"): "、", ord("∶"): ":", ord("⁄"): "/", ord("∕"): "/", ord("﹪"): "%", ord("•"): "·"},
    **{ord("㎡"): "m^2", ord("㎥"): "m^3", ord("㎝"): "cm", ord("㎜"): "mm", ord("㎞"): "km", ord("㎏"): "kg"},
    **{ord("㎎"): "mg", ord("㎠"): "cm^2", ord("㎤"): "cm^3", ord("℃"): "°C", ord("℉"): "°F", ord("⋅"): "·"},
    **{ord("＄"): "$", ord("￥"): "¥", ord("’"): "'", ord("‘"): "'", ord("Ω"): "Ω", ord("µ"): "μ", ord("➗"): "÷"},
    **{ord("【"): " ", ord("】"): " ", ord("「"): " ", ord("」"): " ", ord("“"): " ", ord("”"): " ", ord("㏄"): "mL"},
    **{ord("⇒"): "=>", ord("→"): "=>", ord("∴"): "所以", ord("∵"): "因为", ord("負"): "负", ord("點"): "点",
    ord("個"): "个"},
}  # fmt: skip
_RAISED = re.compile(f"[{''.join(_SUPERSCRIPTS)}]+")
_LOWERED = re.compile(f"[{''.join(_SUBSCRIPTS)}]+")
_VULGAR = re.compile(r"(?:([0-9])\s?)?([¼½¾⅐-⅞])")
_BOLD = re.compile(r"(?<![\w)*])\*\*([^*\n]{1,200})\*\*(?!\*)")
_DOLLARS = re.compile(r"\$(?!\s)([^$\n]{1,200})(?<!\s)\$(?!\d)")
_FRACTION = re.compile(r"\\[dt]?frac\s*(?:\{([^{}]{1,60})\}\s*\{([^{}]{1,60})\}|(\d)(\d))")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]{1,80})\}")
_WRAP = re.compile(r"\\(?:boxed|text|mathrm|mathbf|textbf)\s*\{([^{}]{0,80})\}")
_EXPONENT = re.compile(r"\^\s*\{([^{}]{1,40})\}")
_LATEX = {
    "times": "×", "div": "÷", "cdot": "·", "pm": "±", "leqslant": "≤", "geqslant": "≥", "leq": "≤", "geq": "≥",
    "le": "≤", "ge": "≥",
    "neq": "≠", "ne": "≠", "pi": "π", "infty": "∞", "cup": "∪", "approx": "≈", "sqrt": "√", "circ": "°",
    "therefore": "所以", "left": "",
    "right": "", "quad": " ", "varnothing": "∅", "emptyset": "∅", "lt": "<", "gt": ">",
}  # fmt: skip
_COMMAND = re.compile(r"\\([A-Za-z]{2,12})(?![A-Za-z])")


def fold(text: str) -> str:
    """``text`` in one spelling, at most ``LONGEST`` characters long. Chinese commas stay, they never part thousands."""
    text = text[: LONGEST + 1]
    if "\\" in text:
        text = _latex(text).replace("$", " ")
    text = _VULGAR.sub(_vulgar, text)
    text = _RAISED.sub(lambda match: "^" + _exponent(match[0]), text)
    text = _LOWERED.sub(lambda match: "_" + "".join(_SUBSCRIPTS[char] for char in match[0]), text)
    text = text.translate(_MAP)
    text = _DOLLARS.sub(r" \1 ", text)
    if "^{" in text:  # x^{2} without any backslash
        text = _EXPONENT.sub(r"^(\1)", text)
    return written(_BOLD.sub(r" \1 ", text).strip())


def _vulgar(match: re.Match[str]) -> str:
    value = unicodedata.normalize("NFKD", match[2]).replace("⁄", "/")
    if match.string[match.start() - 1 : match.start()] in ("√", "^"):
        return f"({value})"
    return f"{match[1]}又{value}" if match[1] else value


def _exponent(raised: str) -> str:
    digits = "".join(_SUPERSCRIPTS[char] for char in raised)
    return f"({digits})" if digits.startswith("-") else digits


def _latex(text: str) -> str:
    for _ in range(4):
        before = text
        text = _WRAP.sub(r" \1 ", text)
        text = _FRACTION.sub(_over, text)
        text = _ROOT.sub(r"√(\1)", text)
        text = _EXPONENT.sub(r"^(\1)", text)
        if text == before:
            break
    text = _COMMAND.sub(lambda match: _LATEX.get(match[1], match[0]), text)
    text = text.replace("^°", "°").replace("\\%", "%").replace("\\{", "{").replace("\\}", "}")
    return re.sub(r"\\[()\[\],;! ]", " ", text)


def _over(match: re.Match[str]) -> str:
    top, bottom = (match[1] or match[3]).strip(), (match[2] or match[4]).strip()
    before = match.string[match.start() - 1 : match.start()]
    if re.fullmatch(r"[0-9]+", top) and re.fullmatch(r"[0-9]+", bottom):
        return f"又{top}/{bottom}" if before.isdigit() else f"{top}/{bottom}"
    return f"(({top})/({bottom}))"
