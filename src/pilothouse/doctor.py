"""``pilothouse doctor``: is everything in order, and if not, what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from pilothouse.contracts.errors import PilothouseError


@dataclass(frozen=True, slots=True)
class Finding:
    """One check. ``sentence`` says how it is, or what to do."""

    what: str
    ok: bool
    sentence: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def examine() -> list[Finding]:
    """All checks; one that fails never keeps the others from running."""
    findings: list[Finding] = []
    try:
        from pilothouse.settings import load, unknown_variables

        settings = load()
    except PilothouseError as error:
        return [Finding("settings", False, str(error))]
    unknown = unknown_variables()
    findings.append(
        Finding("settings", not unknown, f"不认识的变量：{', '.join(unknown)}，请检查拼写。 Unknown variables, check the spelling." if unknown
                else f"home {settings.home}, provider {settings.gateway.provider}, mode {settings.gateway.mode}")
    )  # fmt: skip
    from pilothouse.house import Pilothouse

    try:
        with Pilothouse(settings=settings) as house:
            findings.append(Finding("home", True, f"{settings.home} 可写。 It can be written."))
            findings.append(_check("embedder", lambda: f"{house.embedder.id}，{house.embedder.embed(['测试']).shape[1]} 维 / dimensions"))
            findings.append(_check("menu", lambda: _menu(house)))
            problems = house.run(house.gateway.check())
            findings += [Finding("model", False, str(problem)) for problem in problems]
            if not problems:
                findings.append(Finding("model", True, _model(house)))
    except PilothouseError as error:
        findings.append(Finding("home", False, str(error)))
    return findings


def _check(what: str, work: Callable[[], str]) -> Finding:
    try:
        return Finding(what, True, work())
    except PilothouseError as error:
        return Finding(what, False, str(error))


def _menu(house: Any) -> str:
    catalogue = house.room("menu").services.catalogue
    dishes = sum(1 for _ in catalogue.database.dishes())
    catalogue.search("dishes")  # raises when the index can't be used
    kind = "示例 / sample" if catalogue.database.is_sample else "自有 / own"
    return f"{dishes} 道菜，{len(catalogue.stores)} 家门店，{len(catalogue.faq)} 条常见问题（{kind}），版本 {catalogue.version}"


def _model(house: Any) -> str:
    if not house.gateway.has_model:
        return "未配置模型，使用内置离线后端。 No model is configured; the embedded backend answers."
    return "模型可用。 The model answers."
