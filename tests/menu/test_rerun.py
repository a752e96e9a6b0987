"""A recorded turn run again with something changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

from pilothouse import Assistant, Pilothouse
from pilothouse.contracts.conversation import ProposedCall
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.tool import Arguments, Example, ToolContext, ToolContract
from pilothouse.flow import ENTRY, Flow, Owned, ReplyParts, Said, Turn
from pilothouse.gateway import Say, ScriptedModel
from pilothouse.rerun import Changes, models, offered, read
from pilothouse.settings import load
from pilothouse.telemetry.trace import Event

from ..terminal import EMBEDDER

ASKED = "回锅肉多少钱"


def house_of(home: Path, model: ScriptedModel | None = None, **settings: object) -> Pilothouse:
    return Pilothouse(settings=load(home, **settings), embedder=EMBEDDER, model=model)


def test_that_a_turn_runs_again_without_a_model_and_in_another_language(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: Say("回锅肉只要1元。"))
    with house_of(tmp_path, model) as house:
        told = house.ask("menu", ASKED)
        asked = len(model.requests)
        heard: list[Event] = []
        changes = Changes(model="offline", mode="NONE", language="en")
        then, now = house.replay(told.trace_id, changes=changes, listener=heard.append)
        assert (then.reply, then.usage.model_calls > 0) == (told.reply, True)
        assert (now.outcome, now.usage.model_calls) == ("answered", 0)
        assert "yuan" in now.reply
        assert len(model.requests) == asked
        assert {"node", "tool"} <= {event.kind for event in heard}
        assert "model_call" not in {event.kind for event in heard}
        assert house.ask("menu", ASKED).usage.model_calls > 0  # the house is as it was
        assert house.replay(told.trace_id)[1].usage.model_calls > 0


def test_that_the_mode_of_a_replay_reaches_the_model(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: Say("好的"))
    with house_of(tmp_path, model) as house:
        told = house.ask("menu", "随便推荐一道适合下雨天的菜")
        model.requests.clear()
        house.replay(told.trace_id, changes=Changes(mode="PROMPT_LEGACY"))
        assert {request.mode for request in model.requests if request.task == "converse"} == {"PROMPT_LEGACY"}


class Asked(Arguments):
    language: str


class State(TypedDict, total=False):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    said: Annotated[str, Owned("look", "turn", "")]


def test_that_a_call_that_was_not_made_then_runs_no_tool_now(tmp_path: Path) -> None:
    ran: list[str] = []

    def look_up(asked: Asked, context: ToolContext) -> Envelope:
        ran.append(asked.language)
        return Envelope.success([{"zh": "在", "en": "there", "facts": ()}])

    async def look(state: State, turn: Turn) -> Mapping[str, Any]:
        calls = [ProposedCall("look_up", {"language": language}) for language in ("auto", turn.language)]
        return {"said": ",".join(done.envelope.error_type or "ok" for done in await turn.room.run(calls))}

    tool = ToolContract(
        name="look_up", when="w", when_not="n", arguments=Asked, row=Said, handler=look_up, examples=(Example("e"),)
    )
    flow = Flow(
        "looker", State, {"look": look}, {"look": "end"}, "look", lambda state: ReplyParts(state["said"], "answered")
    )
    looker = Assistant("looker", flow, (tool,))
    with Pilothouse(settings=load(tmp_path), embedder=EMBEDDER, assistants=[looker]) as house:
        told = house.ask("looker", "hello")
        then, now = house.replay(told.trace_id, changes=Changes(language="en"))
        assert (then.reply, now.reply) == ("ok,ok", "ok,unavailable")
        assert [call.error_type for call in now.tool_calls] == [None, "unavailable"]
        _, less = house.replay(told.trace_id, changes=Changes(language="en", max_tool_calls=1))
        assert less.reply == "ok,call_limit"
    assert ran == ["auto"]


def test_that_only_what_is_harmless_can_be_changed() -> None:
    assert read({"mode": "NONE", "history_turns": "3"}) == Changes(mode="NONE", history_turns=3)
    for values in (
        {"home": "/etc"}, {"database_url": "x"}, {"base_url": "http://x"}, {"api_key": "k"}, {"gateway": {}},
        {"mode": "FREE"}, {"language": "fr"}, {"history_turns": "-1"}, {"max_tool_calls": "99"}, {"model": ""},
        {"model": "m" * 300}, {"history_turns": "many"},
    ):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            read(values)
        assert "/etc" not in str(refused.value)


def test_that_visitors_choose_among_the_models_of_the_settings(tmp_path: Path) -> None:
    gateway = {"provider": "openai", "model": "m1", "large_model": "m2", "fallback_model": "deepseek:d"}
    settings = load(tmp_path, gateway=gateway, replay_models="m3，m4")
    assert models(settings) == ("m1", "m2", "deepseek:d", "m3", "m4", "offline")
    assert models(load(tmp_path)) == ("offline",)
    for name in models(settings):
        assert offered(Changes(model=name), settings) == Changes(model=name)
    with pytest.raises(UsageError):
        offered(Changes(model="m5"), settings)


def test_that_a_key_goes_to_no_other_provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, str | None, str | None]] = []

    class Model:
        def __init__(self, name: str, *, base_url: str | None, api_key: str | None, timeout_s: float) -> None:
            made.append((name, base_url, api_key))
            self.name = name

    monkeypatch.setattr("pilothouse.gateway.langchain.LangChainModel", Model)
    given = {"provider": "openai", "model": "m1", "base_url": "http://own.example", "api_key": "secret"}
    with house_of(tmp_path, gateway=given) as house:
        assert house.gateway.has_model
        made.clear()
        for name in ("m1", "m9", "anthropic:claude"):  # m1 is there already, with its breaker
            assert house.gateway.changed(model=name).has_model
    assert made == [("m9", "http://own.example", "secret"), ("anthropic:claude", None, None)]
    with house_of(tmp_path) as house, pytest.raises(UsageError):
        house.gateway.changed(model="m1")
