"""A process of the crew: jobs come in on standard input, results go out on standard output, both pickled by us."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1  # Linux


def main() -> None:
    """Ends when standard input does, and at once when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(sys.argv[1]):
        return
    incoming = sys.stdin.buffer
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not come between the results
    from pilothouse.quiet import quiet_libraries

    quiet_libraries()
    from pilothouse.contracts.errors import PilothouseError
    from pilothouse.embedding.embedder import load
    from pilothouse.retrieval.library.workshop import Workshop

    path, embedder, built = pickle.load(incoming)
    workshop = Workshop(Path(path), load(embedder), built)
    while True:
        try:
            jobs = pickle.load(incoming)
        except EOFError:
            return
        try:
            answer: object = workshop.run(jobs)
        except PilothouseError as error:
            answer = str(error)
        pickle.dump(answer, outgoing)
        outgoing.flush()


if __name__ == "__main__":
    main()
