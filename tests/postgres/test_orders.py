"""What tests/menu shows of killed confirmations holds with sessions in Postgres too."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..menu.test_durability import kill

pytestmark = pytest.mark.postgres


def test_that_no_order_is_lost_or_doubled_when_its_confirmation_is_killed(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTHOUSE_DATABASE_URL", url)
    result = kill("confirmations", tmp_path, 25)
    assert result["sessions in"] == "Postgres"
    assert result["kills"] >= 25
