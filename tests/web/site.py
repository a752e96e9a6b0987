"""The pages on a server of its own: ``python site.py HOME PORT``. NiceGUI has one application in a process."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from pilothouse import Pilothouse
from pilothouse.server import create_app
from pilothouse.web import mount


def main(home: str, port: str) -> None:
    house = Pilothouse(Path(home))
    app = create_app(house)
    mount(app, house)
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning", timeout_graceful_shutdown=2)


if __name__ == "__main__":
    main(*sys.argv[1:3])
