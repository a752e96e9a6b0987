"""JSON as it stands, or not at all.

Nothing is completed, guessed or dropped here: a truncated object that a lenient parser closes is a call
that the model never made.
"""

from __future__ import annotations

import json
from typing import Any


def object_of(text: str) -> dict[str, Any]:
    """The one JSON object that ``text`` is.

    Raises ``ValueError`` with a sentence for anything else: truncated or empty text, several objects, text
    around the object, repeated keys, NaN, a list, half a surrogate pair, absurd nesting.
    """
    if not text.strip():
        raise ValueError("There is no JSON object; write {} when there is nothing to say.")
    try:
        value = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ValueError(f"This is not one whole JSON object ({error.msg} at character {error.pos}).") from None
    except UnicodeEncodeError:
        raise ValueError("A string holds half a surrogate pair.") from None
    except RecursionError:
        raise ValueError("The JSON is nested too deeply.") from None
    if not isinstance(value, dict):
        raise ValueError("This is JSON but not an object.")
    return value


def first_object(text: str) -> str | None:
    """The first balanced ``{…}`` in ``text``, or ``None``. The only repair that tasks know, used once."""
    start = text.find("{")
    if start < 0 or text[:start].rstrip().endswith("["):  # a part of a list is not the whole answer
        return None
    depth, quoted, escaped = 0, False, False
    for position in range(start, len(text)):
        character = text[position]
        if quoted:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                quoted = False
        elif character == '"':
            quoted = True
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return text[start : position + 1]
    return None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("A key appears twice.")
    return value


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON.")
