import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pilothouse.assistants.menu import command
from pilothouse.contracts.errors import DataError
from pilothouse.house import Pilothouse

from .letters import LetterEmbedder

HERE = Path(__file__).parent


def kill(what: str, folder: Path, trials: int) -> Any:
    command = [sys.executable, HERE / "killing.py", what, folder, str(trials)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_that_a_killed_import_leaves_the_old_menu_or_the_whole_new_one(tmp_path: Path) -> None:
    result = kill("imports", tmp_path, 30)
    assert result["killed"] >= 35
    assert result["old"] >= 10
    assert result["new"] >= 3
    assert result["last"] == [5000]
    files = [name for name in result["left"] if name not in (".lock", ".own")]
    assert len([name for name in files if name.endswith(".db")]) <= 2, files
    assert not [name for name in files if "partial" in name]


def test_that_a_session_keeps_the_turns_that_were_answered_when_a_later_one_is_killed(tmp_path: Path) -> None:
    result = kill("turns", tmp_path, 20)
    assert result["kept"] == sorted(set(result["kept"]))
    assert len(result["left"]) <= 1  # the lock that the last one held


def test_that_no_order_is_lost_or_doubled_when_its_confirmation_is_killed_and_repeated(tmp_path: Path) -> None:
    result = kill("confirmations", tmp_path, 25)
    assert result["kills"] >= 25
    assert result["during a confirmation"] >= 15
    assert {result[name] for name in ("lost", "doubled", "of nobody", "wrong", "stock wrong", "memory wrong")} == {0}


def test_that_an_import_that_fails_anywhere_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "menu.json"
    with Pilothouse(tmp_path / "home", embedder=LetterEmbedder(), strict=True) as house:
        file.write_text('[{"name": "清炒芦笋", "price": 38}]', encoding="utf-8")
        command.import_menu(house, file)
        file.write_text('[{"name": "清炒芦笋", "price": 99}]', encoding="utf-8")

        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        for what in (
            "pilothouse.assistants.menu.indexes.os.replace",
            "pilothouse.assistants.menu.indexes._flush",
            "pilothouse.retrieval.building.index_pipeline",
        ):
            with monkeypatch.context() as patch:
                patch.setattr(what, full)
                with pytest.raises(DataError, match="No space left"):
                    command.import_menu(house, file)
            assert "38元" in house.ask("menu", "清炒芦笋多少钱").reply
        assert len(list((tmp_path / "home" / "index").glob("*.db"))) == 1
        assert not list((tmp_path / "home" / "index").glob(".*partial*"))
        command.import_menu(house, file)
        assert "99元" in house.ask("menu", "清炒芦笋多少钱").reply


def test_that_a_file_without_write_permission_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write everything, so the system is asked to refuse."""
    real = os.open

    def refuse(path: object, flags: int, *rest: int, **options: int) -> int:
        if "index" in str(path) and flags & (os.O_CREAT | os.O_RDWR):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *rest, **options)  # type: ignore[arg-type]

    file = tmp_path / "menu.json"
    file.write_text('[{"name": "清炒芦笋", "price": 38}]', encoding="utf-8")
    with Pilothouse(tmp_path / "home", embedder=LetterEmbedder(), strict=True) as house:
        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(DataError, match="权限"):
            command.import_menu(house, file)
