"""``pilothouse doctor``: is everything in order, and if not, what to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.errors import DataError, PilothouseError

if TYPE_CHECKING:
    from pilothouse.house import Pilothouse

NEEDED_MB = 200
EXTRAS = {
    "openai": ("langchain", "langchain_openai"),
    "local": ("xllamacpp", "langchain", "langchain_openai"),
    "postgres": ("psycopg",),
    "speech": ("faster_whisper", "onnxruntime", "misaki"),
    "ocr": ("onnxruntime", "rapidocr"),
    "rerank": ("onnxruntime", "tokenizers"),
    "web": ("fastapi", "uvicorn", "multipart"),
}


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
    from pilothouse.settings import load, unknown_variables

    try:
        settings = load()
    except PilothouseError as error:
        return [Finding("settings", False, str(error))]
    said = f"home {settings.home}, provider {settings.gateway.provider}, mode {settings.gateway.mode}"
    unknown = ", ".join(unknown_variables())
    if unknown:
        said = f"不认识的变量：{unknown}，请检查拼写。 Unknown variables, check the spelling: {unknown}."
    findings = [Finding("settings", not unknown, said)]
    from pilothouse.house import Pilothouse

    try:
        house = Pilothouse(settings=settings)
    except PilothouseError as error:
        return [*findings, Finding("home", False, str(error))]
    with house:
        checks: tuple[tuple[str, Callable[[Pilothouse], str]], ...] = (
            ("home", _home),
            ("users", _users),
            ("traces", _traces),
            ("sessions", _sessions),
            ("embedder", _embedder),
            ("menu", _menu),
            ("index", _index),
            ("knowledge", _knowledge),
            ("extras", _extras),
        )
        findings += [_check(what, check, house) for what, check in checks]
        findings += _model(house)
    return findings


def _check(what: str, work: Callable[[Pilothouse], str], house: Pilothouse) -> Finding:
    try:
        return Finding(what, True, work(house))
    except Exception as error:
        sentence = (
            str(error) if isinstance(error, (PilothouseError, LookupError)) else f"{type(error).__name__}: {error}"
        )
        return Finding(what, False, sentence)


def _home(house: Pilothouse) -> str:
    home = house.settings.home
    free = shutil.disk_usage(home).free // 1_000_000
    if free < NEEDED_MB:
        raise DataError(
            f"{home} 所在磁盘只剩 {free} MB，请腾出空间（至少 {NEEDED_MB} MB）。 "
            f"Only {free} MB are free at {home}; make room for at least {NEEDED_MB} MB."
        )
    return f"{home} 可写，剩余 {free:,} MB。 It can be written; {free:,} MB are free."


def _users(house: Pilothouse) -> str:
    count = len(house.users.list())
    return f"{count} 个用户。 {count} users."


def _traces(house: Pilothouse) -> str:
    found = house.recorder.list(user=None, limit=1)
    return f"最近一轮 {found[0].started_at}。 The latest turn." if found else "还没有记录。 Nothing is recorded yet."


def _sessions(house: Pilothouse) -> str:
    return str(house.run(house.room("menu").conductor.check()))


def _embedder(house: Pilothouse) -> str:
    dimension = house.embedder.embed(["测试"]).shape[1]
    return f"{house.embedder.id}，{dimension} 维。 {dimension} dimensions."


def _menu(house: Pilothouse) -> str:
    catalogue = house.room("menu").services.catalogue
    catalogue.database.check()
    catalogue.refresh()
    edition = catalogue.edition
    kind, english = ("示例", "the sample") if edition.sample else ("自有", "your own")
    return (
        f"{kind}：{edition.size} 道菜，{len(edition.stores)} 家门店，{len(edition.faq)} 条常见问题，"
        f"版本 {edition.version}。 {english}."
    )


def _index(house: Pilothouse) -> str:
    catalogue = house.room("menu").services.catalogue
    if not catalogue.indexed:
        return "尚未建立，第一次需要时会自动建立。 Not built yet; it is built when first needed."
    for kind in ("dishes", "faq"):
        catalogue.search(kind).ready()
    return f"与菜单版本 {catalogue.version} 一致。 It matches the version of the menu."


def _knowledge(house: Pilothouse) -> str:
    from pilothouse.contracts.caller import Caller

    library = house.room("knowledge").services.library
    documents = library.everything()
    library.search("检查", Caller(), top_k=1)  # an index of another program or a damaged one is refused here
    read = sum(info.status == "read" for info in documents)
    skipped = f"，跳过 {len(documents) - read} 份" if read < len(documents) else ""
    return f"{read} 份文档{skipped}，版本 {library.version}。 {read} documents, {len(documents) - read} skipped."


def _extras(house: Pilothouse) -> str:
    have = [name for name, modules in EXTRAS.items() if all(find_spec(module) for module in modules)]
    return f"已安装：{', '.join(have) or '无 / none'}；可选：{', '.join(EXTRAS)}。 Installed, and available."


def _model(house: Pilothouse) -> list[Finding]:
    try:
        problems = house.run(house.gateway.check())
    except PilothouseError as error:
        return [Finding("model", False, str(error))]
    if problems:
        return [Finding("model", False, str(problem)) for problem in problems]
    if not house.gateway.has_model:
        return [
            Finding("model", True, "未配置，由内置离线后端回答。 None is configured; the embedded backend answers.")
        ]
    return [Finding("model", True, "可以连上。 It can be reached.")]
