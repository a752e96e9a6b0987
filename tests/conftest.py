"""Settings of all tests."""

from hypothesis import settings

# No test may depend on how fast the machine is at the moment.
settings.register_profile("pilothouse", deadline=None)
settings.load_profile("pilothouse")
