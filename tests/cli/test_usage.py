"""usage knowledge: which chunks were cited, and which never were."""

from pathlib import Path

from .conftest import Run


def test_that_cited_chunks_are_counted_and_the_others_named(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "leave.md").write_text("# 假期办法\n\n婚假共13天，须在登记后一年内休完。\n", encoding="utf-8")
    (folder / "parking.md").write_text("# 停车办法\n\n地下车库停车费每月180元。\n", encoding="utf-8")
    run("index", "knowledge", folder)
    cited = {citation["id"] for citation in run("ask", "knowledge", "婚假有几天", "--json").json["data"]["citations"]}
    found = run("usage", "knowledge", "--json").json
    assert found["turns"] == 1
    assert set(found["cited"]) == cited == {"rules/leave.md#0"}
    assert found["never"] == ["rules/parking.md#0"]
    assert "rules/parking.md#0" in run("usage", "knowledge").out


def test_that_a_user_who_is_not_there_is_a_clear_error(run: Run) -> None:
    assert run("usage", "knowledge", "--user", "nobody").code == 2
