"""Stores, indexes and search: the only room that imports Haystack."""

import os

# Haystack reads this when it is imported; the package below us is the first place that always runs before that.
os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
