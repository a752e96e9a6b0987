from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from .conftest import Run


def findings(run: Run) -> dict[str, tuple[bool, str]]:
    return {found["what"]: (found["ok"], found["sentence"]) for found in run("doctor", "--json").json}


def test_that_a_fresh_home_is_in_order(run: Run) -> None:
    done = run("doctor")
    assert (done.code, done.err) == (0, "")
    assert all(line.startswith("✓") for line in done.out.splitlines())


def test_that_misspelt_variables_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTHOUSE_MODELL", "x")
    assert run("doctor").code == 1
    ok, sentence = findings(run)["settings"]
    assert (ok, "PILOTHOUSE_MODELL" in sentence) == (False, True)


def test_that_a_damaged_menu_is_found_and_the_other_checks_still_run(run: Run, home: Path, menu: Path) -> None:
    run("index", "menu", menu)
    for log in home.glob("menu.db-*"):
        log.unlink()
    (home / "menu.db").write_bytes(b"not a database at all" * 100)
    found = findings(run)
    assert (found["menu"][0], found["embedder"][0]) == (False, True)
    assert "menu.db" in found["menu"][1]


def test_that_the_disk_is_looked_at(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pilothouse.doctor.NEEDED_MB", 10**12)
    assert findings(run)["home"][0] is False


@pytest.mark.parametrize(("status", "ok"), [(200, True), (401, False), (503, False), (None, False)])
def test_that_the_endpoint_of_the_model_is_asked(
    run: Run, monkeypatch: pytest.MonkeyPatch, status: int | None, ok: bool
) -> None:
    class Endpoint(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status or 500)
            self.end_headers()
            self.wfile.write(b'{"data": []}')

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Endpoint)
    Thread(target=server.serve_forever, daemon=True).start()
    for name, value in (
        ("PROVIDER", "openai"), ("MODEL", "m"), ("API_KEY", "k-secret"), ("BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    ):  # fmt: skip
        monkeypatch.setenv(f"PILOTHOUSE_{name}", value)
    if status is None:
        server.shutdown()
        server.server_close()
    found = findings(run)
    assert found["model"][0] is ok
    assert "k-secret" not in str(found)
    if status is not None:
        server.shutdown()
        server.server_close()
