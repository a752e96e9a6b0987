"""JSON schemas of contracts: made plain for models, checked, and read for the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pilothouse.contracts.errors import ContractViolation

Schema = Mapping[str, Any]

_DATA = ("default", "enum", "const", "examples")  # their values are data: never rewritten
_BOUNDS = {
    "minimum": "≥ {}",
    "exclusiveMinimum": "> {}",
    "maximum": "≤ {}",
    "exclusiveMaximum": "< {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}


def inline(schema: Schema) -> dict[str, Any]:
    """Resolve ``$ref`` and drop titles: small models and llama.cpp grammars read the plain form best.

    Raises ``ContractViolation`` for a type that contains itself.
    """
    definitions: Schema = schema.get("$defs", {})

    def walk(node: Any, inside: frozenset[str] = frozenset()) -> Any:
        if isinstance(node, list):
            return [walk(item, inside) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            name = node["$ref"].rsplit("/", 1)[1]
            if name in inside:
                raise ContractViolation(f"{name} contains itself; a contract's types must end somewhere.")
            # What the field says about itself (description, default) stands beside the reference and wins.
            beside = {key: value for key, value in node.items() if key != "$ref"}
            return walk({**definitions[name], **beside}, inside | {name})
        plain: dict[str, Any] = {}
        for key, value in node.items():
            if key == "properties":
                plain[key] = {name: walk(field, inside) for name, field in value.items()}
            elif key in _DATA:
                plain[key] = value
            elif key not in ("title", "$defs", "discriminator"):
                plain[key] = walk(value, inside)
        return plain

    return dict(walk(dict(schema)))


def objects(schema: Schema, where: str = "") -> Iterator[tuple[str, Schema]]:
    """Every object with declared fields in an inlined schema, with the path to it."""
    if "properties" in schema:
        yield where, schema
        for name, field in schema["properties"].items():
            yield from objects(field, f"{where}.{name}" if where else name)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from objects(schema[key], f"{where}[]")
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for option in schema.get(key, []):
            yield from objects(option, where)


def table(schema: Schema, *, arguments: bool) -> list[str]:
    """A Markdown table of the fields, those of nested objects below their own."""
    head = ["argument", "type", "required", "default", "meaning"] if arguments else ["field", "type", "meaning"]
    lines = [_line(head), _line(["---"] * len(head))]
    for where, part in objects(schema):
        for name, field in part["properties"].items():
            cells = [f"`{where}.{name}`" if where else f"`{name}`", type_name(field)]
            if arguments:
                default = f"`{json.dumps(field['default'], ensure_ascii=False)}`" if "default" in field else ""
                cells += ["yes" if name in part.get("required", []) else "no", default]
            lines.append(_line([*cells, field.get("description", "")]))
    return lines


def type_name(field: Schema) -> str:
    """The type of a field in words, with its bounds."""
    if "enum" in field or "const" in field:
        return " / ".join(f"`{value}`" for value in field.get("enum", [field.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in field:
            return " or ".join(dict.fromkeys(type_name(option) for option in field[key]))
    kind = str(field.get("type", "any"))
    if "items" in field:
        kind = f"list of {type_name(field['items'])}"
    elif kind == "array":
        kind = "list"
    elif isinstance(field.get("additionalProperties"), dict):
        kind = f"map of {type_name(field['additionalProperties'])}"
    bounds = [text.format(field[key]) for key, text in _BOUNDS.items() if key in field]
    return f"{kind} ({', '.join(bounds)})" if bounds else kind


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
