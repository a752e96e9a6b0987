import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from pilothouse.embedding.use import EmbeddedEmbedder

from .helpers import GUEST, opened, state, write


def test_that_a_killed_run_leaves_each_document_old_or_new_and_the_next_one_finishes(tmp_path: Path) -> None:
    command = [sys.executable, Path(__file__).with_name("killing.py"), tmp_path, "12"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["killed"] >= 28
    assert result["partly"] >= 2
    assert any(unchanged and redone for _, _, unchanged, redone in result["resumed"])


def test_that_the_processes_of_a_killed_run_end_with_it_and_the_next_run_begins_at_once(tmp_path: Path) -> None:
    root = write(tmp_path / "handbook", {f"{n}.md": f"第{n}条：{'规定' * n}。" for n in range(60)})
    code = f"""
        import os, sys
        from pathlib import Path
        from pilothouse.embedding.use import EmbeddedEmbedder
        from pilothouse.retrieval.library import Library

        def told(done, total):
            if done:
                children = Path(f"/proc/self/task/{{os.getpid()}}").parent.glob("*/children")
                print(done, *(pid for path in children for pid in path.read_text().split()), flush=True)
                sys.stdin.read()

        Library({str(tmp_path / "knowledge.db")!r}, EmbeddedEmbedder()).index([{str(root)!r}], progress=told, workers=2)
    """
    run = subprocess.Popen([sys.executable, "-c", dedent(code)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert run.stdout is not None
    acknowledged, *workers = map(int, run.stdout.readline().split())
    assert len(workers) == 2
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    with opened(tmp_path, EmbeddedEmbedder()) as library:
        report = library.index([root], workers=0)
        assert report.unchanged + report.added == 60
        assert report.unchanged >= acknowledged > 0
        assert len(library.documents(GUEST)) == 60
        state(library)
    assert not [pid for pid in workers if _runs(pid)]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
