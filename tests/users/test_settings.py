import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.contracts.tool import HARD_CALL_LIMIT
from pilothouse.quiet import SWITCHES, quiet_libraries
from pilothouse.settings import Settings, ensure_home, load, unknown_variables


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in list(os.environ):
        if name.startswith("PILOTHOUSE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PILOTHOUSE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def write(home: Path, text: str) -> None:
    home.mkdir()
    (home / "settings.toml").write_text(text, encoding="utf-8")


def test_that_without_any_setting_the_defaults_hold(home: Path) -> None:
    assert load() == Settings(home=home)
    assert load().gateway.provider == "embedded"
    assert load().record_content is True
    assert load().export_content is False
    assert not home.exists()


def test_that_a_variable_wins_over_the_file_and_an_argument_over_both(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, 'language = "zh"\nhistory_turns = 4\nlocation = [31.23, 121.47]\n[gateway]\nretries = 1\nmodel = "a"\n')
    monkeypatch.setenv("PILOTHOUSE_LANGUAGE", "en")
    monkeypatch.setenv("PILOTHOUSE_GATEWAY__MODEL", "b")
    settings = load(store="east")
    assert (settings.language, settings.history_turns, settings.store) == ("en", 4, "east")
    assert (settings.gateway.retries, settings.gateway.model) == (1, "b")
    assert settings.location == (31.23, 121.47)
    assert load(language="auto").language == "auto"


def test_that_short_names_reach_the_gateway_and_long_ones_win(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PROVIDER": "openai", "MODEL": "m", "MODE": "SCHEMA", "BASE_URL": "http://x/v1"}.items():
        monkeypatch.setenv(f"PILOTHOUSE_{name}", value)
    monkeypatch.setenv("PILOTHOUSE_API_KEY", "secret")
    monkeypatch.setenv("PILOTHOUSE_GATEWAY__MODEL", "n")
    gateway = load().gateway
    assert (gateway.provider, gateway.model, gateway.mode, gateway.base_url) == ("openai", "n", "SCHEMA", "http://x/v1")
    assert "secret" not in repr(load())


@given(st.integers(0, 10**6))
def test_that_no_setting_raises_the_hard_limit_of_tool_calls(calls: int) -> None:
    assert Settings(max_tool_calls=calls).max_tool_calls == min(calls, HARD_CALL_LIMIT)


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
    [
        ("LANGUAGE", "fr", "'auto', 'zh' or 'en'"),
        ("MODE", "x", "'NATIVE', 'SCHEMA'"),
        ("GATEWAY__RETRIES", "many", "whole number"),
        ("MAX_INPUT_CHARS", "0", "at least 1"),
        ("RECORD_CONTENT", "maybe", "true or false"),
        ("LOCATION", "31", "31.23,121.47"),
        ("LOCATION", "99,0", "latitude"),
        ("LOCATION", "nan,0", "latitude"),
        ("GATEWAY__NO_SUCH", "1", "no such setting"),
    ],
)
def test_that_a_wrong_value_names_the_variable_and_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, allowed: str
) -> None:
    monkeypatch.setenv(f"PILOTHOUSE_{variable}", value)
    with pytest.raises(UsageError) as caught:
        load()
    assert f"PILOTHOUSE_{variable} " in str(caught.value)
    assert allowed in str(caught.value)
    assert "设置" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_that_a_wrong_value_in_the_file_names_key_and_file_but_not_the_value(home: Path) -> None:
    write(home, 'secret_key = "hunter2"\n')
    with pytest.raises(UsageError, match=r"secret_key \(.*settings.toml\)") as caught:
        load()
    assert "hunter2" not in str(caught.value)


def test_that_a_file_that_is_no_toml_gives_one_clear_sentence(home: Path) -> None:
    write(home, "language = \n")
    with pytest.raises(DataError, match=r"读不了.*can't be read"):
        load()


def test_that_misspelt_variables_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTHOUSE_LANGUGE", "zh")
    monkeypatch.setenv("PILOTHOUSE_MODEL", "m")
    monkeypatch.setenv("PILOTHOUSE_GATEWAY__RETRIES", "1")
    assert unknown_variables() == ("PILOTHOUSE_LANGUGE",)


def test_that_all_paths_lie_below_the_home(home: Path) -> None:
    paths = load().paths
    every = [getattr(paths, n) for n in ("menu_db", "index_db", "checkpoints_db", "traces_db", "users_db", "locks_dir")]
    assert len(set(every)) == 6
    assert all(path.parent == home for path in every)


def test_that_the_home_is_created_for_its_owner_only(home: Path) -> None:
    assert ensure_home(load()) == home
    assert home.stat().st_mode & 0o077 == 0
    assert load().paths.locks_dir.is_dir()
    ensure_home(load())


@pytest.mark.parametrize("below", ["", "deeper/still"])
def test_that_a_home_that_is_no_directory_gives_one_clear_sentence(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(DataError, match=r"PILOTHOUSE_HOME.*set PILOTHOUSE_HOME"):
        ensure_home(load(tmp_path / "file" / below))


def test_that_quiet_libraries_overrides_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SWITCHES:
        monkeypatch.setenv(name, "1")
    quiet_libraries()
    assert {name: os.environ[name] for name in SWITCHES} == SWITCHES
    assert os.environ["HAYSTACK_TELEMETRY_ENABLED"] == "False"


def test_that_importing_settings_stays_light() -> None:
    code = (
        "import sys, pilothouse.settings, pilothouse.users, pilothouse.quiet\n"
        "heavy = {'pydantic_settings', 'langgraph', 'langchain_core', 'haystack', 'numpy', 'apsw'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
