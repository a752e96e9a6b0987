"""The command line. Errors a user can cause are one sentence and an exit code; ``--json`` prints data only."""

from pilothouse.cli.main import app, main

__all__ = ["app", "main"]
