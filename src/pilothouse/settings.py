"""Settings: defaults, then ``settings.toml`` in the home directory, then ``PILOTHOUSE_*`` variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.contracts.tool import HARD_CALL_LIMIT
from pilothouse.gateway.settings import GatewaySettings
from pilothouse.serving import ServerSettings
from pilothouse.speech.settings import SpeechSettings
from pilothouse.websearch.settings import SearchSettings

PREFIX = "PILOTHOUSE_"
HOME = f"{PREFIX}HOME"
# Short names for what is set most often.
ALIASES = {
    f"{PREFIX}{name.upper()}": ("gateway", name) for name in ("provider", "model", "mode", "base_url", "api_key")
}


@dataclass(frozen=True, slots=True)
class Paths:
    """Where things are below ``home``. Nothing is created by asking."""

    home: Path

    @property
    def settings(self) -> Path:
        return self.home / "settings.toml"

    @property
    def menu_db(self) -> Path:
        return self.home / "menu.db"

    @property
    def index_db(self) -> Path:
        return self.home / "index.db"

    @property
    def knowledge_db(self) -> Path:
        return self.home / "knowledge.db"

    @property
    def checkpoints_db(self) -> Path:
        return self.home / "checkpoints.db"

    @property
    def traces_db(self) -> Path:
        return self.home / "traces.db"

    @property
    def users_db(self) -> Path:
        return self.home / "users.db"

    @property
    def locks_dir(self) -> Path:
        return self.home / "locks"


class Settings(BaseModel):
    """Everything that can be set; ``load`` reads them. Nested ones as ``PILOTHOUSE_GATEWAY__TIMEOUT_S``.

    ``max_tool_calls`` a turn never exceeds ``HARD_CALL_LIMIT``, whatever is set. ``record_content`` concerns the
    flight recorder on this machine; ``export_content`` what spans carry away. ``recorder_keep`` in turns.
    ``history_turns``: how many of the latest turns a model is shown as they were said; older ones are summarised.
    ``database_url``, ``postgresql://…``, stores sessions there instead of in the home directory.
    ``location`` is latitude and longitude in degrees, written ``31.23,121.47``. ``rerank``: folder of a cross-encoder
    (extra ``[rerank]``) that judges the knowledge assistant's best passages again.
    ``semantic_cache``: questions to the knowledge assistant that ask the same in other words are searched once.
    ``tutor_knowledge``: after a wrong answer the tutor looks at the knowledge base, not only when asked for details.
    ``replay_models``: further models of the provider, written ``a,b``, with which users of the server may run a
    recorded turn again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    home: Path = Path("~/.pilothouse")
    language: Literal["auto", "zh", "en"] = "auto"
    max_tool_calls: int = Field(default=HARD_CALL_LIMIT, ge=0)
    max_input_chars: int = Field(default=2000, ge=1)
    history_turns: int = Field(default=6, ge=0)
    record_content: bool = True
    recorder_keep: int = Field(default=5000, ge=1)
    export_spans: bool = False
    export_content: bool = False
    store: str | None = None
    database_url: SecretStr | None = None
    location: tuple[float, float] | None = None
    rerank: Path | None = None
    tutor_knowledge: bool = False
    semantic_cache: bool = True
    replay_models: tuple[str, ...] = ()
    gateway: GatewaySettings = Field(default_factory=GatewaySettings)
    speech: SpeechSettings = Field(default_factory=SpeechSettings)
    search: SearchSettings = Field(default_factory=SearchSettings)
    server: ServerSettings = Field(default_factory=ServerSettings)

    @field_validator("home", mode="after")
    @classmethod
    def _absolute(cls, home: Path) -> Path:
        return home.expanduser().absolute()

    @field_validator("max_tool_calls", mode="after")
    @classmethod
    def _capped(cls, calls: int) -> int:
        return min(calls, HARD_CALL_LIMIT)

    @field_validator("replay_models", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.replace("，", ",").split(",") if part.strip())
        return value

    @field_validator("location", mode="before")
    @classmethod
    def _pair(cls, value: Any) -> object:
        if value is None:
            return None
        try:
            latitude, longitude = map(float, value.replace("，", ",").split(",") if isinstance(value, str) else value)
        except (TypeError, ValueError):
            latitude = longitude = float("nan")
        if not (abs(latitude) <= 90 and abs(longitude) <= 180):  # false for nan
            raise ValueError("latitude -90 to 90, longitude -180 to 180, as in 31.23,121.47")
        return latitude, longitude

    @property
    def paths(self) -> Paths:
        return Paths(self.home)


def load(home: Path | None = None, **values: Any) -> Settings:
    """The settings as they are now; ``values`` (from the command line) win over everything.

    Raises ``UsageError`` with one sentence that names the variable or key and what is allowed, and
    ``DataError`` when ``settings.toml`` can't be read.
    """
    import tomllib

    root = (home or Path(os.environ.get(HOME) or "~/.pilothouse")).expanduser().absolute()
    path = Paths(root).settings
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (OSError, ValueError) as error:
        raise DataError(f"设置文件 {path} 读不了：{error}。 / Settings in {path} can't be read: {error}.") from error
    try:
        read = _environment(table)(**{**values, "home": root})
    except ValidationError as error:
        raise UsageError(_explain(error, path)) from None
    return Settings(**{name: getattr(read, name) for name in Settings.model_fields})


def _environment(table: Mapping[str, Any]) -> type[Settings]:
    # Here, not at the top: pydantic-settings takes as long to import as pydantic itself.
    from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

    class Environment(BaseSettings, Settings):
        model_config = SettingsConfigDict(
            env_prefix=PREFIX, env_nested_delimiter="__", env_ignore_empty=True, enable_decoding=False
        )

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[Any, ...]:
            return init_settings, env_settings, _short_names, lambda: {k: v for k, v in table.items() if k != "home"}

    return Environment


def _short_names() -> dict[str, Any]:
    short: dict[str, Any] = {}
    for variable, (section, name) in ALIASES.items():
        if value := os.environ.get(variable):
            short.setdefault(section, {})[name] = value
    return short


def unknown_variables() -> tuple[str, ...]:
    """``PILOTHOUSE_*`` variables that set nothing, usually misspelt; for ``pilothouse doctor``."""
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | ALIASES.keys()
    known |= {f"{PREFIX}{name}" for name in ("API_TOKEN", "DEBUG", "MODELS", "SPEECH_KEY")}
    known |= {f"{PREFIX}GATEWAY__{name.upper()}" for name in GatewaySettings.model_fields}
    known |= {f"{PREFIX}SPEECH__{name.upper()}" for name in SpeechSettings.model_fields}
    known |= {f"{PREFIX}SEARCH__{name.upper()}" for name in SearchSettings.model_fields}
    known |= {f"{PREFIX}SERVER__{name.upper()}" for name in ServerSettings.model_fields}
    return tuple(sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known))


def ensure_home(settings: Settings) -> Path:
    """The home directory, created if need be, for its owner only. Raises ``DataError`` when it can't be used."""
    home = settings.home
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        settings.paths.locks_dir.mkdir(exist_ok=True)
    except FileExistsError:
        raise DataError(
            f"{home} 不是目录；请移走它，或用 {HOME} 指定别的目录。 / "
            f"{home} is not a directory; move it away or set {HOME} to another one."
        ) from None
    except OSError as error:
        raise _unwritable(home, error.strerror or str(error)) from error
    if not os.access(home, os.W_OK | os.X_OK):
        raise _unwritable(home, "Permission denied")
    return home


def _unwritable(home: Path, reason: str) -> DataError:
    return DataError(
        f"目录 {home} 不能写入（{reason}）；请改权限，或用 {HOME} 指定别的目录。 / "
        f"{home} can't be written ({reason}); change its permissions or set {HOME} to another directory."
    )


def _explain(error: ValidationError, path: Path) -> str:
    """The first problem as one sentence; values are left out, they may be keys."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = [str(piece) for piece in first["loc"]]
    field = where[: 2 if where[:1] in (["gateway"], ["speech"], ["search"], ["server"]) else 1]
    variable = PREFIX + "__".join(field).upper()
    short = next((name for name, place in ALIASES.items() if list(place) == field), variable)
    name = next((n for n in (variable, short) if os.environ.get(n)), f"{'.'.join(field)} ({path})")
    chinese, english = _allowed(first["type"], first.get("ctx", {}), first["msg"])
    return f"设置 {name} 不可用：{chinese}。 / Setting {name} is not valid: {english}."


def _allowed(kind: str, limits: Mapping[str, Any], message: str) -> tuple[str, str]:
    """What would be right, in Chinese and English."""
    bounds = {"ge": ("不小于", "at least"), "gt": ("大于", "more than"), "le": ("不大于", "at most")}
    for bound, (chinese, english) in bounds.items():
        if bound in limits:
            return f"应{chinese} {limits[bound]}", f"it must be {english} {limits[bound]}"
    if kind == "literal_error":
        return f"可用值为 {limits['expected']}", f"it must be {limits['expected']}"
    if kind == "extra_forbidden":
        return "没有这一项设置", "there is no such setting"
    for start, chinese, english in (
        ("int", "应为整数", "it must be a whole number"),
        ("float", "应为数字", "it must be a number"),
        ("bool", "应为 true 或 false", "it must be true or false"),
    ):
        if kind.startswith(start):
            return chinese, english
    plain = message.removeprefix("Value error, ")
    return plain, plain
