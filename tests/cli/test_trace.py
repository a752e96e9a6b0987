from __future__ import annotations

import json

from ..terminal import Run, home, run

__all__ = ["home", "run"]

ASKED = "回锅肉多少钱"


def test_that_a_turn_is_run_again_with_other_settings(run: Run) -> None:
    told = run("ask", "menu", ASKED, "--json").json
    short = told["trace_id"][:10]
    again = run("trace", "replay", short, "--mode", "NONE", "--model", "offline", "--set", "language=en", "--json").json
    assert again["changes"] == {"model": "offline", "mode": "NONE", "language": "en"}
    assert again["then"]["reply"] == told["reply"]
    assert "yuan" in again["now"]["reply"]
    assert again["failed_checks"] == {"then": [], "now": []}
    plain = run("trace", "replay", short, "--set", "language=en")
    assert told["reply"] in plain.out
    assert "menu_search" in plain.out
    for wrong in (("--set", "home=/tmp"), ("--set", "language"), ("--mode", "FREE"), ("--model", "m")):
        assert run("trace", "replay", short, *wrong).code == 2
    assert len(run("trace", "list", "--json").json) == 1


def test_that_turns_are_exported(run: Run) -> None:
    assert run("trace", "export").out == ""
    run("users", "add", "小王")
    first = run("ask", "menu", ASKED, "--json").json["trace_id"]
    second = run("ask", "menu", ASKED, "--user", "小王", "--session", "b", "--json").json["trace_id"]
    lines = [json.loads(line) for line in run("trace", "export").out.splitlines()]
    assert [line["trace_id"] for line in lines] == [second, first]
    assert lines[0]["input"] == ASKED
    for option, value in (("--user", "小王"), ("--session", "b")):
        (line,) = run("trace", "export", option, value).out.splitlines()
        assert json.loads(line)["trace_id"] == second
    assert run("trace", "export", first[:12]).json["trace_id"] == first
    assert run("trace", "export", first, "--user", "小王").code == 2
