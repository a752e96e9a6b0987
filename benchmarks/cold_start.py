"""Start-up: ``--help``, the first answer in a fresh home, and peak memory, each in a process of its own.

The baseline in the same run is a bare ``python -c pass``. Wall time in seconds, memory in MB.

    python benchmarks/cold_start.py [--runs 5]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PILOTHOUSE = [sys.executable, "-m", "pilothouse.cli"]
CASES: dict[str, list[str]] = {
    "python -c pass (baseline)": [sys.executable, "-c", "pass"],
    "pilothouse --help": [*PILOTHOUSE, "--help"],
    "first answer, fresh home, by name": [*PILOTHOUSE, "ask", "menu", "麻辣香锅多少钱"],
    "first answer, fresh home, by meaning": [*PILOTHOUSE, "ask", "menu", "有什么下饭的"],
    "answer, home in use, by meaning": [*PILOTHOUSE, "ask", "menu", "有什么下饭的"],
}


def run(command: list[str], home: str) -> tuple[float, float]:
    """Wall seconds and peak resident memory in MB."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, env={**os.environ, "PILOTHOUSE_HOME": home}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command} failed with status {status}.")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        used = str(Path(folder) / "used")
        run(CASES["answer, home in use, by meaning"], used)
        print(f"{'':40} {'p50 s':>8} {'max s':>8} {'MB':>6}   x baseline")
        base = 0.0
        for name, command in CASES.items():
            results = [run(command, used if "in use" in name else f"{folder}/{name[:20]}{n}") for n in range(runs)]
            seconds = [result[0] for result in results]
            median = statistics.median(seconds)
            base = base or median
            memory = max(result[1] for result in results)
            print(f"{name:40} {median:8.2f} {max(seconds):8.2f} {memory:6.0f}   {median / base:6.1f}")


if __name__ == "__main__":
    main()
