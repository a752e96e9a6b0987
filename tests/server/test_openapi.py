"""The OpenAPI document tells the truth, and no request that it allows, or forbids, breaks the server."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from .kit import SECONDS, Served

schemathesis = pytest.importorskip("schemathesis", reason="needs schemathesis")

EXAMPLES = int(os.environ.get("SERVER_EXAMPLES", "2"))  # of each kind for each endpoint


@pytest.fixture(scope="module")
def document(served: Served) -> Any:
    return served.client().get("/openapi.json").json()


@pytest.fixture(scope="module")
def key(served: Served) -> str:
    return served.key("root", "operator")


def test_that_no_request_breaks_the_server(served: Served, document: Any, key: str) -> None:
    # Not schemathesis.pytest: its plugin and this pytest don't fit together.
    schema = schemathesis.openapi.from_dict(document)
    tried: dict[str, set[int]] = {}
    for result in schema.get_all_operations():
        operation = result.ok()
        for mode in schemathesis.GenerationMode:

            @settings(
                max_examples=EXAMPLES, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def never_breaks(case: Any) -> None:
                answered = case.call(base_url=served.url, headers={"Authorization": f"Bearer {key}"}, timeout=SECONDS)
                tried.setdefault(case.operation.label, set()).add(answered.status_code)
                assert answered.status_code < 500, (case.as_curl_command(), answered.text)

            with suppress(Unsatisfiable):  # nothing can be wrong about a request without any part
                never_breaks()
    assert len(tried) == sum(len(methods) for methods in document["paths"].values())
    assert {200, 400, 404, 422} <= set().union(*tried.values())


def test_that_every_body_has_an_example_that_works(document: Any) -> None:
    examples = {
        name: part["examples"] for name, part in document["components"]["schemas"].items() if "examples" in part
    }
    assert {"TurnRequest", "ChatRequest", "SpeechRequest", "StockChange"} <= examples.keys()
    from pilothouse.server import admin, audio, openai, turns

    models = {"TurnRequest": turns, "ChatRequest": openai, "SpeechRequest": audio, "StockChange": admin}
    for name, module in models.items():
        for example in examples[name]:
            getattr(module, name).model_validate(example)


def test_that_every_endpoint_says_which_errors_it_has(document: Any) -> None:
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            assert described.get("description") or described.get("summary"), (method, path)
            if path.startswith("/v1/"):
                assert {"401", "403", "422", "429"} <= described["responses"].keys(), (method, path)
    assert "ErrorReply" in json.dumps(document)
