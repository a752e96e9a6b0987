"""What the grammar does not understand."""

from __future__ import annotations


class Unsure(Exception):
    """The sentence is not one that the grammar has a reading of."""
