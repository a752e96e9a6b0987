"""What the doctor says about the gateway."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path
from typing import Any

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, Message
from pilothouse.gateway import Gateway, GatewaySettings, Problem

from .conftest import LetterEmbedder
from .openai_server import OpenAIServer
from .toolsets import RESTAURANT


async def check(**settings: Any) -> list[Problem]:
    found = await Gateway(GatewaySettings(**settings)).check()
    for problem in found:
        assert problem.zh.endswith("。")
        assert problem.en.endswith(".")
        assert "Traceback" not in str(problem)
        assert "sk-secret" not in str(problem)
    return found


def hide(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr("pilothouse.gateway.doctor.find_spec", lambda name: None if name in names else real(name))


async def test_that_the_embedded_default_needs_nothing() -> None:
    assert await check() == []


async def test_that_a_model_that_will_not_be_used_is_said() -> None:
    assert [problem.code for problem in await check(model="deepseek:deepseek-chat")] == ["model_unused"]


async def test_that_a_working_endpoint_is_well() -> None:
    with OpenAIServer([], key="sk-secret") as server:
        assert await check(provider="openai", model="m", base_url=server.url, api_key="sk-secret") == []


async def test_that_a_missing_key_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert [problem.code for problem in await check(provider="openai", model="m")] == ["key_missing"]
    with OpenAIServer([], key="sk-secret") as server:
        assert [problem.code for problem in await check(provider="openai", model="m", base_url=server.url)] == [
            "key_missing"
        ]


async def test_that_a_wrong_key_is_said_without_showing_it() -> None:
    with OpenAIServer([], key="right") as server:
        found = await check(provider="openai", model="m", base_url=server.url, api_key="sk-secret")
    assert [problem.code for problem in found] == ["key_wrong"]


@pytest.mark.parametrize("address", ["ftp://x", "not a url", "file:///etc/passwd"])
async def test_that_a_wrong_address_is_said(address: str) -> None:
    assert [problem.code for problem in await check(provider="openai", model="m", base_url=address)] == [
        "address_wrong"
    ]


async def test_that_an_unreachable_address_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: refuses
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        assert [problem.code for problem in await check(provider="openai", model="m", base_url=url)] == ["unreachable"]


async def test_that_a_missing_model_name_is_said() -> None:
    assert [problem.code for problem in await check(provider="openai")] == ["model_missing"]


async def test_that_missing_extras_are_said_with_their_command(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "langchain_openai", "xllamacpp")
    found = await check(provider="openai", model="m", api_key="sk-secret")
    assert [problem.code for problem in found] == ["extra_missing"]
    assert "pilothouse[openai]" in found[0].en
    found = await check(provider="local", gguf_path="/nowhere.gguf")
    assert [problem.code for problem in found] == ["extra_missing", "file_missing"]
    assert "pilothouse[local]" in found[0].zh
    hide(monkeypatch, "langchain_deepseek")
    found = await check(provider="openai", model="deepseek:deepseek-chat", api_key="sk-secret")
    assert "pip install langchain-deepseek" in found[0].en


async def test_that_a_file_that_is_no_model_is_said(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"PK\x03\x04")
    assert "file_damaged" in [problem.code for problem in await check(provider="local", gguf_path=str(path))]
    assert "file_missing" in [problem.code for problem in await check(provider="local")]


async def test_that_a_turn_with_a_missing_extra_or_file_falls_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    conversation = Conversation((Message("user", "你好"),), "你好")
    settings = GatewaySettings(provider="local", gguf_path=str(tmp_path / "none.gguf"))
    gateway = Gateway(settings, embedder=LetterEmbedder())
    step = await gateway.converse(conversation, RESTAURANT, caller=Caller(), session="s")
    assert step.origin == "fallback"
    assert step.refused == ("The model can't be used.",)


async def test_that_a_damaged_file_falls_back_without_ending_the_process(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00" + b"\xff" * 100)
    gateway = Gateway(GatewaySettings(provider="local", gguf_path=str(path)), embedder=LetterEmbedder())
    step = await gateway.converse(
        Conversation((Message("user", "你好"),), "你好"), RESTAURANT, caller=Caller(), session="s"
    )
    assert step.refused == ("The model can't be used.",)


def test_that_a_local_model_speaks_in_schema_mode_unless_told_otherwise() -> None:
    assert GatewaySettings(provider="local").mode == "SCHEMA"
    assert GatewaySettings(provider="local", mode="NATIVE").mode == "NATIVE"
    assert GatewaySettings().mode == "NATIVE"


def test_that_settings_never_show_a_key() -> None:
    settings = GatewaySettings(api_key="sk-secret", fallback_api_key="sk-secret")  # type: ignore[arg-type]
    assert "sk-secret" not in repr(settings) + str(settings) + settings.model_dump_json()
