"""stats: the figures of recorded turns."""

from pathlib import Path

from .conftest import Run


def test_that_turns_are_counted_by_day_and_assistant(run: Run, menu: Path) -> None:
    assert run("index", "menu", menu).code == 0
    for text in ("松鼠鳜鱼多少钱", "有什么素菜"):
        assert run("ask", "menu", text).code == 0
    found = run("stats", "--json").json
    assert (found["total"]["turns"], found["total"]["trigger_rate"], found["total"]["hit_rate"]) == (2, 1.0, 1.0)
    assert found["total"]["p50_ms"] <= found["total"]["p95_ms"]
    assert [day["turns"] for day in found["days"]][-1:] == [2]
    assert len(found["days"]) == 7
    assert run("stats", "--assistant", "tutor", "--days", "1", "--json").json["total"]["turns"] == 0
    assert "100.0%" in run("stats").out


def test_that_nothing_recorded_and_unknown_assistants_are_told_clearly(run: Run, home: Path) -> None:
    assert run("stats", "--json").json["total"]["citation_rate"] is None
    refused = run("stats", "--assistant", "nobody")
    assert (refused.code, "menu" in refused.err) == (2, True)
    (home / "traces.db").write_bytes(b"no database" * 500)
    assert run("stats").code == 4
