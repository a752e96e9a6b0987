"""Keep libraries from sending anything anywhere."""

from __future__ import annotations

import os

# They are read when the libraries are imported, so this comes first. Set, not only defaulted: what leaves the
# machine is decided by our settings alone.
SWITCHES = {
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "LANGSMITH_TRACING_V2": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING": "false",
    "ANONYMIZED_TELEMETRY": "False",
    # Not telemetry, but read at import too: checkpoints must not be able to load arbitrary types.
    "LANGGRAPH_STRICT_MSGPACK": "true",
}


def quiet_libraries() -> None:
    """Set ``SWITCHES`` in the environment. Call it before haystack, langgraph or langchain are imported."""
    os.environ.update(SWITCHES)
