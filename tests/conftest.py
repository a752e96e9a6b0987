"""Settings of all tests."""

import os

from hypothesis import settings

# No test may depend on how fast the machine is at the moment.
settings.register_profile("pilothouse", deadline=None)
# The same examples every time: a clean clone must get the same verdict as the last one (.ci/run).
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "pilothouse"))
