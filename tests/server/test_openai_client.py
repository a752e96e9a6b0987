"""The real clients against a running server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pilothouse import ScriptedModel

from .kit import Served, serving

openai = pytest.importorskip("openai", reason="needs the extra [openai]")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    model = ScriptedModel(lambda request: "hello", tokens=(11, 7))
    with serving(tmp_path_factory.mktemp("home"), model=model) as running:
        yield running


def client(served: Served, name: str) -> Any:
    return openai.OpenAI(base_url=f"{served.url}/v1", api_key=served.key(name), max_retries=0)


def said(*messages: str) -> list[dict[str, str]]:
    """Messages of the user and the assistant in turns."""
    return [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(messages)]


def test_that_each_assistant_is_a_model(served: Served) -> None:
    mine = client(served, "anna")
    assert {model.id for model in mine.models.list()} >= {"echo", "menu", "knowledge", "tutor", "shopping"}
    assert mine.models.retrieve("menu").owned_by == "pilothouse"


def test_that_a_completion_carries_the_reply_the_usage_and_all_of_ours(served: Served) -> None:
    done = client(served, "anna").chat.completions.create(model="echo", messages=said("model"))
    (choice,) = done.choices
    assert (choice.message.role, choice.message.content, choice.finish_reason) == ("assistant", "anna: model", "stop")
    assert (done.usage.prompt_tokens, done.usage.completion_tokens, done.usage.total_tokens) == (11, 7, 18)
    assert done.pilothouse["outcome"] == "answered"
    assert done.pilothouse["trace_id"]


def test_that_a_stream_gives_the_same_text_piece_by_piece_and_the_usage(served: Served) -> None:
    chunks = list(
        client(served, "anna").chat.completions.create(
            model="echo", messages=said("model"), stream=True, stream_options={"include_usage": True}
        )
    )
    text = "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)
    assert text == "anna: model"
    assert len([chunk for chunk in chunks if chunk.choices and chunk.choices[0].delta.content]) > 1
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].usage.total_tokens == 18
    assert len({chunk.id for chunk in chunks}) == 1


def test_that_a_conversation_goes_on_by_what_was_said_in_it(served: Served) -> None:
    mine = client(served, "ben")
    first = mine.chat.completions.create(model="echo", messages=said("one"))
    answer = first.choices[0].message.content
    second = mine.chat.completions.create(model="echo", messages=said("one", answer, "two"))
    assert second.choices[0].message.content == "ben: one two"
    assert second.pilothouse["session"] == first.pilothouse["session"]
    streamed = mine.chat.completions.create(
        model="echo", messages=said("one", answer, "two", "ben: one two", "three"), stream=True
    )
    text = "".join(choice.delta.content or "" for chunk in streamed for choice in chunk.choices)
    assert text == "ben: one two three"


def test_that_conversations_that_read_alike_keep_apart(served: Served) -> None:
    mine = client(served, "carl")
    begun = [mine.chat.completions.create(model="echo", messages=said("hi")) for _ in range(2)]
    assert len({one.pilothouse["session"] for one in begun}) == 2
    more = [mine.chat.completions.create(model="echo", messages=said("hi", "carl: hi", text)) for text in "xy"]
    assert {one.pilothouse["session"] for one in more} == {one.pilothouse["session"] for one in begun}
    assert [one.choices[0].message.content for one in more] == ["carl: hi x", "carl: hi y"]


def test_that_the_same_words_of_another_user_lead_to_no_session_of_mine(served: Served) -> None:
    mine, other = client(served, "dora"), client(served, "emil")
    begun = mine.chat.completions.create(model="echo", messages=said("my secret"))
    answer = begun.choices[0].message.content
    stolen = other.chat.completions.create(model="echo", messages=said("my secret", answer, "and"))
    assert stolen.choices[0].message.content == "emil: and"
    assert stolen.pilothouse["session"] != begun.pilothouse["session"]


def test_that_the_field_user_and_the_header_name_a_session(served: Served) -> None:
    mine = client(served, "fred")
    ways: list[dict[str, Any]] = [{"user": "table-7"}, {"extra_headers": {"X-Session": "table-8"}}]
    for way in ways:
        turns = [mine.chat.completions.create(model="echo", messages=said("hi"), **way) for _ in range(2)]
        assert [done.pilothouse["turn"] for done in turns] == [1, 2]


def test_that_parts_of_text_are_taken_and_pictures_refused(served: Served) -> None:
    mine = client(served, "gina")
    text = {"type": "text", "text": "hello"}
    done = mine.chat.completions.create(model="echo", messages=[{"role": "user", "content": [text, text]}])
    assert done.choices[0].message.content == "gina: hello\nhello"
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    with pytest.raises(openai.BadRequestError) as refused:
        mine.chat.completions.create(model="echo", messages=[{"role": "user", "content": [picture]}])
    assert refused.value.code == "unsupported_content"


def test_that_errors_are_those_that_the_client_knows(served: Served) -> None:
    mine = client(served, "hugo")
    stranger = openai.OpenAI(base_url=f"{served.url}/v1", api_key="sk-unknown", max_retries=0)
    with pytest.raises(openai.AuthenticationError) as unknown:
        stranger.chat.completions.create(model="echo", messages=said("hi"))
    assert unknown.value.code == "invalid_api_key"
    for stream in (False, True):
        with pytest.raises(openai.NotFoundError):
            mine.chat.completions.create(model="gpt-4o", messages=said("hi"), stream=stream)
    with pytest.raises(openai.BadRequestError):
        mine.chat.completions.create(model="echo", messages=said("hi", "an answer"))
    with pytest.raises(openai.UnprocessableEntityError):
        mine.chat.completions.create(model="echo", messages=said("hi"), n=2)


def test_that_a_fault_in_the_middle_of_a_stream_reaches_the_client_as_an_error(served: Served) -> None:
    chunks = client(served, "ida").chat.completions.create(model="echo", messages=said("data error"), stream=True)
    with pytest.raises(openai.APIError) as broken:
        list(chunks)
    assert "/home" not in str(broken.value)


def test_that_a_client_without_a_key_says_anonymous(served: Served) -> None:
    nobody = openai.OpenAI(base_url=f"{served.url}/v1", api_key="anonymous", max_retries=0)
    begun = nobody.chat.completions.create(model="echo", messages=said("hi"), user="guessed")
    assert begun.choices[0].message.content == "guest: hi"
    assert begun.pilothouse["session"] != "guessed"
    answer = begun.choices[0].message.content
    more = nobody.chat.completions.create(model="echo", messages=said("hi", answer, "again"))
    assert more.choices[0].message.content == "guest: hi again"


async def test_that_the_asynchronous_client_works_as_well(served: Served) -> None:
    mine = openai.AsyncOpenAI(base_url=f"{served.url}/v1", api_key=served.key("jan"), max_retries=0)
    chunks = await mine.chat.completions.create(model="echo", messages=said("hi"), stream=True)
    text = "".join([choice.delta.content or "" async for chunk in chunks for choice in chunk.choices])
    assert text == "jan: hi"
    await mine.close()


def test_that_langchain_talks_with_an_assistant(served: Served) -> None:
    chat = pytest.importorskip("langchain_openai", reason="needs the extra [openai]").ChatOpenAI(
        base_url=f"{served.url}/v1", api_key=served.key("kim"), model="echo", stream_usage=True, max_retries=0
    )
    whole = chat.invoke("model")
    assert (whole.content, whole.usage_metadata["total_tokens"]) == ("kim: model", 18)
    pieces = list(chat.stream([("user", "model"), whole, ("user", "model")]))
    assert "".join(piece.content for piece in pieces) == "kim: model model"
    assert sum(piece.usage_metadata["total_tokens"] for piece in pieces if piece.usage_metadata) == 18


def test_that_one_who_asks_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    with serving(tmp_path, rate_per_minute=60, burst=2) as served:
        mine = client(served, "lou")
        mine.models.list()
        mine.models.list()
        with pytest.raises(openai.RateLimitError) as limited:
            mine.models.list()
    assert int(limited.value.response.headers["Retry-After"]) >= 1
