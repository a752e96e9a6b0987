"""The tables of this folder: sentences with the fields that they must give."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pilothouse.assistants.shopping.need import Need, read_need

FOLDER = Path(__file__).parent
TODAY = date(2026, 11, 30)


def rows(name: str) -> list[list[str]]:
    """The cells of a table's lines, without its comments."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line.strip() and not line.startswith("#")]


def wrong(need: Need, kind: str, fields: str) -> list[str]:
    """What of ``need`` is not as the table says; the table's head explains the fields."""
    found = []
    if kind not in ("*", "") and need.kind not in kind.split("/"):
        found.append(f"kind {need.kind!r}")
    if kind == "" and need.kind:
        found.append(f"kind {need.kind!r} where there is none")
    for field in fields.split(" "):
        name, _, value = field.partition("=")
        values = value.replace("_", " ").split(",") if value else []
        found += [f"{field}: {problem}" for problem in _wrong(need, name, values)]
    stated = {field.partition("=")[0] for field in fields.split(" ")}
    if not stated & {"high", "low", "usd"} and (need.low or need.high):
        found.append(f"budget {need.low}-{need.high}")
    if "low" in stated and "high" not in stated and need.high:
        found.append(f"high {need.high}")
    if "high" in stated and "low" not in stated and need.low:
        found.append(f"low {need.low}")
    if "excluded" not in stated and need.excluded_brands:
        found.append(f"excluded {need.excluded_brands}")
    if "products" not in stated and need.wanted_products:
        found.append(f"products {need.wanted_products}")
    if "brands" not in stated and need.wanted_brands:
        found.append(f"brands {need.wanted_brands}")
    return found


def _wrong(need: Need, name: str, values: list[str]) -> list[str]:
    match name:
        case "high" | "low":
            return [] if getattr(need, name) == float(values[0]) else [f"{getattr(need, name)}"]
        case "usd":
            return [] if (need.foreign_high, need.high, need.currency) == (float(values[0]), None, "USD") else ["no"]
        case "excluded":
            return [] if set(need.excluded_brands) == set(values) else [f"{need.excluded_brands}"]
        case "gone":
            return [] if set(need.excluded_products) == set(values) else [f"{need.excluded_products}"]
        case "kinds":
            return [] if set(need.excluded_kinds) == set(values) else [f"{need.excluded_kinds}"]
        case "brands":
            return [] if set(need.wanted_brands) == set(values) else [f"{need.wanted_brands}"]
        case "products":
            said = need.wanted_products
            good = len(said) == int(values[0]) if values[0].isdigit() else set(said) == set(values)
            return [] if good else [f"{said}"]
        case "wants":
            return [f"{value} missing in {need.aspects}" for value in values if value not in need.aspects]
        case "not":
            return [f"{value} in {need.aspects}" for value in values if value in need.aspects]
        case "careless":
            return [
                f"{value}: {need.indifferent} {need.aspects}"
                for value in values
                if value not in need.indifferent or value in need.aspects
            ]
        case "vague":
            return [] if need.vague else [f"{need.kind} {need.wanted_products}"]
        case "free":
            return [] if need.unlimited else ["limited"]
        case "year":
            return [] if need.year == int(values[0]) else [f"{need.year}"]
        case "":
            return []
    raise AssertionError(f"The table has an unknown field {name!r}.")


def changed(first: str, then: str, kind: str, fields: str) -> list[str]:
    """What of the merged need is not as the table of follow-ups says."""
    wanted = [field for field in fields.split(" ") if not field.startswith("decided=")]
    decided = next((field[8:].replace("_", " ") for field in fields.split(" ") if field.startswith("decided=")), "")
    need = read_need(then, read_need(first, None, TODAY), TODAY, decided)
    found = [] if need.kind in kind.split("/") else [f"kind {need.kind!r}"]
    for field in wanted:
        name, _, value = field.partition("=")
        found += [f"{field}: {problem}" for problem in _wrong(need, name, value.replace("_", " ").split(","))]
    return found
