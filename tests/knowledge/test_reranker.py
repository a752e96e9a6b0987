"""The setting ``rerank``: the folder of a cross-encoder."""

from pathlib import Path

import pytest

from pilothouse import Pilothouse
from pilothouse.contracts.errors import UsageError


def test_that_a_folder_without_a_model_is_told_before_the_first_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTHOUSE_RERANK", str(tmp_path / "nothing"))
    with Pilothouse(tmp_path / "home") as house, pytest.raises(UsageError, match="nothing"):
        house.ask("knowledge", "婚假有几天")
