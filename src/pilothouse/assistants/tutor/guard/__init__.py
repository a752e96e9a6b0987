"""The leak guard and the reading of pressure (T7, T11)."""

from pilothouse.assistants.tutor.guard.leak import Leak, leaks
from pilothouse.assistants.tutor.guard.pressure import Pressure, pressure
from pilothouse.assistants.tutor.guard.redaction import Redacted, redact, turn_text
from pilothouse.assistants.tutor.guard.secret import Secret, options_in, secrets_of

__all__ = [
    "Leak",
    "Pressure",
    "Redacted",
    "Secret",
    "leaks",
    "options_in",
    "pressure",
    "redact",
    "secrets_of",
    "turn_text",
]
