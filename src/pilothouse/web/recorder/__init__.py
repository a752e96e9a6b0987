"""The flight recorder's pages: the list of turns, one turn step by step, the turn run again, exports."""

from pilothouse.web.frame import MORE
from pilothouse.web.recorder import listing, page
from pilothouse.web.recorder.address import HOME
from pilothouse.web.recorder.exports import router
from pilothouse.web.texts.recording import RECORDING

__all__ = ["listing", "page", "router"]

MORE.append((HOME, RECORDING["rec"], ()))
