"""The real client against a server with faults."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.conversation import Conversation, Message, Step
from pilothouse.gateway import Call, Fail, Gateway, GatewaySettings, ModelReply, Say
from pilothouse.gateway.langchain import LangChainModel, split
from pilothouse.gateway.models import ModelRequest

from .conftest import Clock, LetterEmbedder
from .openai_server import OpenAIServer
from .toolsets import RESTAURANT

pytest.importorskip("langchain_openai")

TALK = Conversation((Message("system", "Be short."), Message("user", "回锅肉还有吗")), "回锅肉还有吗")
MODES = ("NATIVE", "SCHEMA", "PROMPT_LEGACY")


async def step(
    script: list[Any], clock: Clock | None = None, *, mode: Any = "NATIVE", **rest: Any
) -> tuple[Step, Gateway, OpenAIServer]:
    clock = clock or Clock()
    settings = {"retries": 0} | rest
    with OpenAIServer(script, mode=mode) as server:
        gateway = Gateway(
            GatewaySettings(provider="openai", model="m", base_url=server.url, mode=mode, **settings),
            embedder=LetterEmbedder(),
            clock=clock,
            sleep=clock.sleep,
        )
        return await gateway.converse(TALK, RESTAURANT, caller=Caller(), session="s"), gateway, server


@pytest.mark.parametrize("mode", MODES)
async def test_that_a_call_arrives_as_the_model_wrote_it(mode: str) -> None:
    made, _, _ = await step([Call("check_stock", {"dish": "回锅肉"})], mode=mode)
    assert [(call.name, dict(call.arguments)) for call in made.calls] == [("check_stock", {"dish": "回锅肉"})]
    assert made.origin == "model"
    assert made.calls[0].id


@pytest.mark.parametrize("mode", MODES)
async def test_that_an_answer_arrives_without_the_form_of_its_mode(mode: str) -> None:
    made, _, _ = await step(["回锅肉还有。"], mode=mode)
    assert made.text == "回锅肉还有。"
    assert not made.calls


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "arguments",
    [
        '{"dish":"a","top_k":15',
        '{"dish": "回',
        "",
        "[]",
        "null",
        '{"dish":"a"}{"dish":"b"}',
        '{"dish":NaN}',
        '{"dish":"a","dish":"b"}',
        '{"dish":"a"} and more',
        '"回锅肉"',
    ],
)
@pytest.mark.parametrize("reason", ["tool_calls", "stop"])
async def test_that_broken_arguments_are_never_repaired_into_a_call(mode: str, arguments: str, reason: str) -> None:
    broken = Call("check_stock", arguments, finish_reason=reason)
    made, _, server = await step([broken, broken], mode=mode)
    assert made.origin == "fallback"
    assert len(made.refused) == 2
    assert len(server.bodies) == 2
    assert "refused" in server.bodies[1]["messages"][-1]["content"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_that_calls_of_a_cut_reply_are_refused_even_when_they_look_whole(mode: str, reason: str) -> None:
    made, _, _ = await step([Call("check_stock", {"dish": "回锅肉"}, finish_reason=reason)] * 2, mode=mode)
    assert made.origin == "fallback"
    assert len(made.refused) == 2


async def test_that_a_stream_that_breaks_off_makes_no_call() -> None:
    made, _, _ = await step([Call("check_stock", {"dish": "回锅肉"}, finish_reason="broken")] * 2)
    assert made.origin == "fallback"


@pytest.mark.parametrize("mode", MODES)
async def test_that_a_second_try_may_mend_a_refused_output(mode: str) -> None:
    made, _, _ = await step([Call("check_stock", "{"), Call("check_stock", {"dish": "回锅肉"})], mode=mode)
    assert made.origin == "model"
    assert made.calls
    assert len(made.refused) == 1


async def test_that_two_calls_in_one_reply_stay_apart() -> None:
    made, _, _ = await step([(Call("check_stock", {"dish": "回锅肉"}), Call("find_stores", {}))])
    assert [call.name for call in made.calls] == ["check_stock", "find_stores"]


async def test_that_the_endpoint_is_told_of_tools_only_in_native_mode() -> None:
    _, _, native = await step(["好"])
    assert [tool["function"]["name"] for tool in native.bodies[0]["tools"]] == [tool.name for tool in RESTAURANT]
    _, _, schema = await step(["好"], mode="SCHEMA")
    assert "tools" not in schema.bodies[0]
    assert schema.bodies[0]["response_format"]["type"] == "json_schema"
    _, _, legacy = await step(["好"], mode="PROMPT_LEGACY")
    assert "tools" not in legacy.bodies[0]
    assert "response_format" not in legacy.bodies[0]


@pytest.mark.parametrize("mode", MODES)
async def test_that_usage_is_counted_with_a_base_url_streaming_included(mode: str) -> None:
    _, gateway, server = await step(
        [ModelReply('{"needTool":false,"reply":"x"}', tokens_in=70, tokens_out=7)] * 2, mode=mode
    )
    calls = len(server.bodies)
    assert gateway.meter.session("s").tokens == 77 * calls


async def test_that_a_provider_without_usage_is_estimated() -> None:
    with OpenAIServer(["麻辣香锅还有。"], usage=False) as server:
        events: list[dict[str, Any]] = []
        settings = GatewaySettings(provider="openai", model="m", base_url=server.url)
        gateway = Gateway(settings, observer=events.append)
        await gateway.converse(TALK, RESTAURANT, caller=Caller(), session="s")
    assert events[0]["estimated"]
    assert events[0]["tokens_in"] > 100
    assert events[0]["tokens_out"] >= 7


@pytest.mark.parametrize(
    ("kind", "tries"), [("server", 3), ("rate_limit", 3), ("connection", 3), ("auth", 1), ("bad_request", 1)]
)
async def test_that_only_faults_that_may_pass_are_tried_again(kind: Any, tries: int) -> None:
    made, _, server = await step([Fail(kind)] * 5, retries=2)
    assert made.origin == "fallback"
    assert len(server.bodies) == tries


async def test_that_a_silent_server_costs_the_time_limit_and_no_more() -> None:
    made, _, _ = await step([Fail("timeout")], timeout_s=0.2)
    assert made.origin == "fallback"
    assert made.refused == ("The model did not answer in time.",)


async def test_that_retry_after_is_honoured(clock: Clock) -> None:
    made, _, _ = await step([Fail("rate_limit", retry_after=7), "好的。"], clock, retries=1)
    assert made.text == "好的。"
    assert clock.slept == [7.0]


async def test_that_a_wrong_key_is_one_sentence_without_the_key() -> None:
    with OpenAIServer(["x"], key="right") as server:
        events: list[dict[str, Any]] = []
        settings = GatewaySettings(provider="openai", model="m", base_url=server.url, api_key="sk-very-secret")  # type: ignore[arg-type]
        gateway = Gateway(settings, observer=events.append, embedder=LetterEmbedder())
        made = await gateway.converse(TALK, RESTAURANT, caller=Caller(), session="s")
    assert made.refused == ("The model's provider refused the key or the account.",)
    assert "sk-very-secret" not in repr(events) + repr(made) + repr(settings)


async def test_that_another_host_is_not_handed_the_key_of_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")
    _, _, server = await step(["好"])
    assert "sk-from-the-environment" not in repr(server.headers)


def test_that_prompts_are_not_traced_to_another_company() -> None:
    """In a process of its own: langsmith remembers the environment that it saw first."""
    code = (
        "import asyncio, os; os.environ |= {'LANGSMITH_TRACING': 'true', 'LANGCHAIN_TRACING_V2': 'true'}\n"
        "from pilothouse.gateway.langchain import LangChainModel\n"
        "asyncio.run(LangChainModel('m', base_url='http://127.0.0.1:9/v1')._client())\n"
        "from langsmith.utils import tracing_is_enabled; print(tracing_is_enabled())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


def test_that_one_gateway_serves_one_event_loop_after_another() -> None:
    with OpenAIServer(["一", "二"]) as server:
        gateway = Gateway(GatewaySettings(provider="openai", model="m", base_url=server.url, retries=0))

        async def turn() -> Step:
            return await gateway.converse(TALK, RESTAURANT, caller=Caller(), session="s")

        assert [asyncio.run(turn()).text, asyncio.run(turn()).text] == ["一", "二"]


async def test_that_a_missing_provider_package_is_named_with_its_install_command() -> None:
    from pilothouse.contracts.errors import ProviderUnavailable

    with pytest.raises(ProviderUnavailable, match="pip install langchain-mistralai"):
        await LangChainModel("mistralai:small").complete(ModelRequest((Message("user", "x"),)))


def test_that_only_known_prefixes_choose_a_provider() -> None:
    assert split("deepseek:deepseek-chat") == ("deepseek", "deepseek-chat")
    assert split("qwen2.5:7b") == ("openai", "qwen2.5:7b")
    assert split("gpt-x") == ("openai", "gpt-x")


async def test_that_text_can_be_streamed_and_ends_with_the_whole_reply() -> None:
    with OpenAIServer([Say("一二三四五六七八", raw=True)]) as server:
        model = LangChainModel("m", base_url=server.url)
        pieces = [piece async for piece in model.stream(ModelRequest((Message("user", "x"),)))]
    assert pieces[:-1] == ["一二三四五", "六七八"]
    assert isinstance(pieces[-1], ModelReply)
    assert pieces[-1].text == "一二三四五六七八"
    assert pieces[-1].tokens_out
