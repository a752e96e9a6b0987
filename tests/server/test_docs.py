"""The commands of docs/server.md do what the page says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .kit import serving

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_that_the_commands_of_the_page_work_in_its_order(tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("needs curl")
    keys, turns, administration = BLOCK.findall(PAGE.read_text("utf-8"))
    (tmp_path / "menu.json").write_text(json.dumps([{"name": "测试豆腐", "price": 21}]), "utf-8")
    (tmp_path / "handbook.md").write_text("# 停车\n\n停车费八元。\n", "utf-8")
    program = f'#!/bin/sh\nexec {sys.executable} -m pilothouse.cli "$@"\n'
    (tmp_path / "pilothouse").write_text(program, "utf-8")
    (tmp_path / "pilothouse").chmod(0o755)
    with serving(tmp_path / "home") as served:

        def run(block: str, key: str = "") -> str:
            script = "set -e\n" + block.replace("http://127.0.0.1:8420", served.url)
            home = str(tmp_path / "home")
            path = f"{tmp_path}:{os.environ['PATH']}"
            return subprocess.run(
                ["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120,
                env={"PATH": path, "PILOTHOUSE_HOME": home, "KEY": key},
            ).stdout  # fmt: skip

        said = run(keys)
        first, second = re.findall(r"^ph_[\w-]+$", said, re.MULTILINE)
        listed = re.search(r"^anna: manager  \[(.*)\]$", said, re.MULTILINE)
        assert listed is not None
        assert set(listed[1].split(", ")) == {key.split("_")[1] for key in (first, second)}
        assert served.client().get("/v1/me", headers={"Authorization": f"Bearer {first}"}).status_code == 401

        key = served.key("anna")
        asked = run(turns, key)
        assert "38元" in asked
        assert '"session":"table-7"' in asked[asked.index("event: reply") :]
        answers = run(administration, key)
        assert '"available":false' in answers
        assert set(re.findall(r'"kind":"(\w+)"', answers)) == {"menu", "documents"}
