"""A real GGUF file through llama.cpp, in SCHEMA mode. Set PILOTHOUSE_TEST_GGUF to choose the file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall, Step
from pilothouse.gateway import Gateway, GatewaySettings

from .test_ask import ROUTE, Question
from .toolsets import RESTAURANT

DEFAULT = Path("~/.cache/pilothouse/models/qwen2.5-coder-1.5b/model.gguf").expanduser()
FILE = Path(os.environ.get("PILOTHOUSE_TEST_GGUF", DEFAULT))

pytestmark = pytest.mark.model
SYSTEM = Message("system", "你是餐厅点餐助手。菜品和库存只说工具给出的。")


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    if not FILE.is_file():
        pytest.skip(f"no model file at {FILE}")
    pytest.importorskip("xllamacpp")
    pytest.importorskip("langchain_openai")
    settings = GatewaySettings(
        provider="local", mode="SCHEMA", gguf_path=str(FILE), timeout_s=240, deadline_s=480, converse_max_tokens=160
    )
    return Gateway(settings)


async def step(gateway: Gateway, text: str, *more: Message) -> Step:
    conversation = Conversation((SYSTEM, Message("user", text), *more), text)
    return await gateway.converse(conversation, RESTAURANT, caller=Caller(), session="s")


async def test_that_the_settings_are_well(gateway: Gateway) -> None:
    assert await gateway.check() == []


async def test_that_the_model_chooses_the_tools(gateway: Gateway) -> None:
    wanted = {
        "请问回锅肉还有没有": "check_stock",
        "离这儿最近的分店是哪家": "find_stores",
        "晚上几点关门": "search_faq",
        "来点清淡的蔬菜": "search_menu",
        "is mapo tofu still available": "check_stock",
    }
    right = 0
    for text, name in wanted.items():
        made = await step(gateway, text)
        assert made.origin == "model"
        right += name in [call.name for call in made.calls]
        for call in made.calls:
            next(tool for tool in RESTAURANT if tool.name == call.name).validate(call.arguments)
    assert right >= len(wanted) - 1


async def test_that_a_greeting_calls_nothing(gateway: Gateway) -> None:
    made = await step(gateway, "你好")
    assert not made.calls
    assert made.text


async def test_that_an_answer_rests_on_the_result(gateway: Gateway) -> None:
    call = ProposedCall("check_stock", {"dish": "回锅肉"}, "c1")
    result = json.dumps(
        {"status": "success", "results": [{"dish": "回锅肉", "portions": 7}], "total_found": 1}, ensure_ascii=False
    )
    made = await step(
        gateway,
        "回锅肉还有几份",
        Message("assistant", "", (call,)),
        Message("tool", result, call_id="c1", name="check_stock"),
    )
    assert "7" in made.text
    assert made.origin == "model"


async def test_that_a_task_is_constrained_to_its_schema(gateway: Gateway) -> None:
    result = await gateway.ask(ROUTE, Question(text="回锅肉还有吗"), caller=Caller(), session="s")
    assert result.origin == "model"
    assert result.attempts == 1


def test_that_tokens_are_counted_on_the_safe_side(gateway: Gateway) -> None:
    """By the server's own tokenizer."""
    import urllib.request

    from pilothouse.gateway import count
    from pilothouse.gateway.local import LocalModel

    address, key = LocalModel(str(FILE)).start()
    texts = [
        " ".join(tool.description for tool in RESTAURANT),
        "想吃点下饭的，三十块以内，不要香菜。" * 5,
        '{"status":"success","results":[{"dish":"回锅肉","portions":7,"price":38.0}]}',
        "Is mapo tofu still available, please?",
    ]
    for text in texts:
        request = urllib.request.Request(f"{address}/tokenize", json.dumps({"content": text}).encode())
        request.add_header("Authorization", f"Bearer {key}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as response:
            real = len(json.load(response)["tokens"])
        assert real <= count(text) <= real * 2.5, (text[:20], real, count(text))
