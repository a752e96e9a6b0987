"""What operators do over HTTP: menu, stock, documents, and the jobs that do it."""

from __future__ import annotations

import io
import json
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from .kit import SECONDS, Served, serving

from pilothouse.server.errors import ApiError  # isort: skip
from pilothouse.server.jobs import Jobs  # isort: skip
from pilothouse.server.uploads import LONGEST, safe_name  # isort: skip

MENU = [{"name": "测试豆腐", "price": 21, "category": "素菜"}, {"name": "测试肥牛", "price": 58, "category": "荤菜"}]
SSE = {"Accept": "text/event-stream"}


def finished(client: httpx.Client, started: httpx.Response) -> Any:
    """The job when it is over, followed as a stream."""
    assert started.status_code == 202, started.text
    with client.stream("GET", f"/v1/jobs/{started.json()['id']}", headers=SSE) as response:
        lines = [line.removeprefix("data: ") for line in response.iter_lines() if line.startswith("data: ")]
    return json.loads(lines[-1])


def upload(client: httpx.Client, path: str, name: str, content: bytes | str, **fields: str) -> httpx.Response:
    data = content.encode() if isinstance(content, str) else content
    return client.post(path, files={"file": (name, io.BytesIO(data))}, data=fields)


def test_that_a_menu_is_imported_in_the_background_and_answers_then(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        boss = served.client("boss", "manager")
        job = finished(boss, upload(boss, "/v1/admin/menu", "菜单.json", json.dumps(MENU)))
        assert (job["status"], job["user"], job["result"]["imported"]) == ("done", "boss", 2)
        assert (job["done"], job["total"]) == (job["total"], job["total"]) != (0, 0)
        assert "21" in served.ask(boss, "测试豆腐多少钱", assistant="menu")["reply"]
        assert not any((tmp_path / "uploads" / "incoming").iterdir())

        broken = finished(boss, upload(boss, "/v1/admin/menu", "broken.json", "{"))
        assert broken["status"] == "failed"
        assert broken["error"]["code"] == "unusable"
        assert "broken.json" in broken["error"]["message"]
        assert str(tmp_path) not in json.dumps(broken)
        assert "21" in served.ask(boss, "测试豆腐多少钱", assistant="menu")["reply"]

        faq = [{"question": "可以带狗吗", "answer": "可以，小型犬。"}]
        kept = finished(boss, upload(boss, "/v1/admin/menu", "faq.json", json.dumps(faq), kind="faq"))
        assert kept["result"]["imported"] == 1
        renamed = [{"菜的名字": "测试鲜鱼", "price": 66}]
        mapped = upload(boss, "/v1/admin/menu", "m.json", json.dumps(renamed), mapping='{"name": "菜的名字"}')
        assert finished(boss, mapped)["result"]["imported"] == 1
        for wrong in ("[1]", "{", '{"a": 1}', "[" * 1000):
            refused = upload(boss, "/v1/admin/menu", "m.json", "[]", mapping=wrong)
            assert (refused.status_code, refused.json()["error"]["param"]) == (422, "mapping")


def test_that_stock_is_read_and_switched_by_staff_and_counts_at_once(served: Served) -> None:
    staff = served.client("staff", "staff")
    levels = staff.get("/v1/admin/stock").json()
    assert next(level for level in levels if level["dish"] == "水煮鱼")["available"]
    gone = staff.put("/v1/admin/stock", json={"dish": "水煮鱼", "sold_out": True})
    assert (gone.status_code, gone.json()["available"]) == (200, False)
    assert not next(level for level in staff.get("/v1/admin/stock").json() if level["dish"] == "水煮鱼")["available"]
    reply = served.ask(served.client(), "水煮鱼还有吗", assistant="menu")
    assert reply["data"]["dishes"][0]["available"] is False
    assert staff.put("/v1/admin/stock", json={"dish": "水煮鱼", "quantity": 3}).json()["quantity"] == 3
    for wrong in ({"dish": "没有的菜"}, {"dish": "水煮鱼", "store": "没有的店"}):
        assert staff.put("/v1/admin/stock", json=wrong).status_code == 400
    assert staff.get("/v1/admin/stock?store=nowhere").status_code == 400


def test_that_documents_are_uploaded_listed_cited_and_removed(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        editor = served.client("editor", "manager")
        text = "# 停车规定\n\n访客停车费每小时八元。\n"
        job = finished(editor, upload(editor, "/v1/admin/documents", "停车.md", text, dept="admin"))
        assert (job["status"], job["result"]["added"], job["result"]["skipped"]) == ("done", 1, [])
        (entry,) = editor.get("/v1/admin/documents").json()["documents"]
        assert (entry["title"], entry["dept"], entry["status"]) == ("停车规定", "admin", "read")
        assert "八元" in served.ask(editor, "访客停车费每小时多少钱", assistant="knowledge")["reply"]

        again = finished(
            editor, upload(editor, "/v1/admin/documents", "停车.md", text.replace("八", "九"), dept="admin")
        )
        assert again["result"]["changed"] == 1
        assert "九元" in served.ask(editor, "访客停车费每小时多少钱", assistant="knowledge")["reply"]

        bad = finished(editor, upload(editor, "/v1/admin/documents", "x.pdf", b"%PDF-1.4 nothing"))
        assert [item["path"] for item in bad["result"]["skipped"]] == ["x.pdf"]
        assert str(tmp_path) not in json.dumps(bad)

        gone = finished(editor, editor.delete("/v1/admin/documents/" + entry["id"].replace("/", "%2F")))
        assert gone["result"] == {"removed": 1, "version": gone["result"]["version"], "deleted_file": True}
        assert editor.delete("/v1/admin/documents/" + entry["id"].replace("/", "%2F")).status_code == 404
        assert "九元" not in served.ask(editor, "访客停车费每小时多少钱", assistant="knowledge")["reply"]


def test_that_a_document_of_a_department_is_for_its_readers_only(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        editor = served.client("editor", "knowledge:write")
        text = "# 薪酬\n\n高级工程师月薪为三万四千元。\n"
        finished(editor, upload(editor, "/v1/admin/documents", "pay.md", text, dept="hr", allow="hr"))
        asked = "高级工程师月薪是多少"
        assert "三万四千" in served.ask(served.client("hana", "hr"), asked, assistant="knowledge")["reply"]
        assert "三万四千" not in str(served.ask(served.client("ben", "member"), asked, assistant="knowledge"))


@pytest.mark.parametrize(
    "name",
    [
        "../../../evil.md", "..\\..\\evil.md", "/etc/evil.md", "C:\\evil.md", "a/../../evil.md", "....//evil.md",
        "evil\u202e.md", "\u200bevil.md", "<script>alert(1)</script>evil.md", ".evil.md", "evil.md.", "CON:evil.md",
    ],
)  # fmt: skip
def test_that_a_path_in_a_files_name_leads_nowhere(served: Served, tmp_path: Path, name: str) -> None:
    home = served.house.settings.home
    editor = served.client("editor", "knowledge:write")
    job = finished(editor, upload(editor, "/v1/admin/documents", name, "# Evil\n\nNothing.\n", dept="evil"))
    assert job["status"] == "done"
    kept = list((home / "uploads" / "documents" / "evil").iterdir())
    assert all(path.parent == home / "uploads" / "documents" / "evil" for path in kept)
    outside = {path.name for path in home.parent.iterdir()} | {path.name for path in home.iterdir()}
    assert not any("evil" in found for found in outside)


@pytest.mark.parametrize("name", ["permissions.yaml", "x.exe", "noending", "x.jsonl", "..", ".md"])
def test_that_what_is_no_document_is_refused(served: Served, name: str) -> None:
    editor = served.client("editor", "knowledge:write")
    refused = upload(editor, "/v1/admin/documents", name, "x")
    assert (refused.status_code, refused.json()["error"]["type"]) == (422, "invalid_request_error")


@pytest.mark.parametrize("dept", ["../x", "a/b", "a b", ".", "x" * 65])
def test_that_a_department_is_one_word(served: Served, dept: str) -> None:
    editor = served.client("editor", "knowledge:write")
    assert upload(editor, "/v1/admin/documents", "a.md", "x", dept=dept).status_code == 422


@given(st.text(max_size=300), st.sampled_from([".md", ".PDF", ".txt", ""]))
def test_that_a_safe_name_is_one_part_of_a_path_and_fits(stem: str, ending: str) -> None:
    try:
        name = safe_name(stem + ending, {".md", ".pdf", ".txt"})
    except ApiError:
        return
    assert Path(name).name == name
    assert not name.startswith(".")
    assert len(name.encode()) <= LONGEST
    assert name.isprintable()
    assert safe_name(name, {".md", ".pdf", ".txt"}) == name


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/admin/menu"), ("POST", "/v1/admin/documents"), ("GET", "/v1/admin/documents"),
        ("GET", "/v1/admin/stock"), ("PUT", "/v1/admin/stock"), ("DELETE", "/v1/admin/documents/x"),
    ],
)  # fmt: skip
def test_that_only_who_may_gets_to_administer(served: Served, method: str, path: str) -> None:
    def send(client: httpx.Client) -> httpx.Response:
        if method == "POST":
            return upload(client, path, "a.md", "x")
        return client.request(method, path, json={"dish": "水煮鱼"} if method == "PUT" else None)

    assert send(served.client()).status_code == 401
    refused = send(served.client("member", "member"))
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_allowed")
    assert not list((served.house.settings.home / "uploads" / "incoming").glob("*"))


def test_that_a_job_is_its_users_own(served: Served) -> None:
    editor, other = served.client("editor", "knowledge:write"), served.client("other", "manager")
    id = finished(editor, upload(editor, "/v1/admin/documents", "own.md", "# A\n\nb\n"))["id"]
    assert id in {job["id"] for job in editor.get("/v1/jobs").json()["jobs"]}
    assert other.get("/v1/jobs").json()["jobs"] == []
    for wrong in (id, "../" + id, id[:6], "x" * 24):
        assert other.get(f"/v1/jobs/{wrong}").status_code == 404


def test_that_an_upload_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, max_upload=10_000) as served:
        editor = served.client("editor", "knowledge:write")
        assert upload(editor, "/v1/admin/documents", "a.md", "x" * 20_000).status_code == 413
        assert not list((tmp_path / "uploads").glob("*/*")) if (tmp_path / "uploads").exists() else True


def test_that_jobs_run_one_after_another_and_their_end_is_known_after_a_restart(tmp_path: Path) -> None:
    jobs, go = Jobs(tmp_path), threading.Event()
    order: list[str] = []

    def work(name: str, wait: bool = False) -> Any:
        def run(progress: Any) -> dict[str, str]:
            if wait:
                assert go.wait(SECONDS)
            progress(1, 2)
            order.append(name)
            return {"name": name}

        return run

    first, second = jobs.start("a", "anna", work("first", wait=True)), jobs.start("b", "ben", work("second"))
    assert jobs.get(second.id).status == "queued"  # type: ignore[union-attr]
    go.set()
    jobs.close(SECONDS)
    assert order == ["first", "second"]
    again = Jobs(tmp_path)
    again.settle()
    assert [job.id for job in again.list("anna")] == [first.id]
    found = again.get(second.id)
    assert found is not None
    assert (found.status, found.result, found.done, found.total) == ("done", {"name": "second"}, 1, 2)


def test_that_a_job_cut_off_is_known_as_interrupted(tmp_path: Path) -> None:
    jobs, go = Jobs(tmp_path), threading.Event()
    running = jobs.start("a", "anna", lambda progress: {"ended": go.wait(SECONDS)})
    waiting = jobs.start("a", "anna", lambda progress: {})
    jobs.close(0.05)
    assert {jobs.get(job.id).status for job in (running, waiting)} == {"interrupted"}  # type: ignore[union-attr]
    for path in (tmp_path / "jobs").iterdir():  # as a process that was killed leaves them
        left = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps(left | {"status": "running", "ended_at": None, "process": 2**22 + 1}), "utf-8")
    again = Jobs(tmp_path)
    again.settle()
    assert {job.status for job in again.list(None)} == {"interrupted"}
    go.set()


def test_that_a_bug_in_a_job_tells_no_secrets(tmp_path: Path) -> None:
    def bug(progress: Any) -> dict[str, Any]:
        raise KeyError("/home/secret")

    jobs = Jobs(tmp_path)
    job = jobs.start("a", "anna", bug)
    jobs.close(SECONDS)
    failed = jobs.get(job.id)
    assert failed is not None
    assert failed.status == "failed"
    assert failed.error is not None
    assert failed.error.code == "internal"
    assert "secret" not in failed.model_dump_json()
