from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import numpy as np
import pytest

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.embedding.cache import CachedEmbedder
from pilothouse.embedding.embedder import Vectors, load, unit
from pilothouse.embedding.remote import RemoteEmbedder
from pilothouse.embedding.use import EmbeddedEmbedder

MODEL = EmbeddedEmbedder()


def test_the_embedded_model_gives_unit_vectors_that_know_meaning() -> None:
    query, green, meat = MODEL.embed(["来个绿菜", "清炒时蔬", "红烧牛肉"])
    assert np.linalg.norm(query) == pytest.approx(1.0, abs=1e-5)
    assert query @ green > query @ meat


@pytest.mark.parametrize("text", ["", "  \n", "\x00", "\ud800"])
def test_a_blank_text_is_zero(text: str) -> None:
    assert not MODEL.embed([text]).any()


@pytest.mark.parametrize("text", ["字" * 100_000, "😀", "a\ud800b", "\u202e", "１２３"])
def test_strange_texts_give_finite_vectors(text: str) -> None:
    vectors = MODEL.embed([text, "米饭"])
    assert vectors.shape == (2, 512)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()


def test_no_texts_give_no_vectors() -> None:
    assert MODEL.embed([]).shape == (0, 512)
    assert CachedEmbedder(MODEL).embed([]).shape == (0, 512)


def test_threads_may_share_the_model() -> None:
    texts = [f"第{number}道菜" for number in range(40)]
    together = MODEL.embed(texts)
    with ThreadPoolExecutor(4) as pool:
        alone = np.concatenate(list(pool.map(lambda text: MODEL.embed([text]), texts)))
    assert np.allclose(together, alone, atol=1e-4)


def test_unit_never_gives_nan() -> None:
    rows = unit(np.array([[0, 0], [np.nan, 1], [np.inf, 0], [3, 4]]))
    assert np.isfinite(rows).all()
    assert rows[3].tolist() == pytest.approx([0.6, 0.8])


class Counting:
    id = "counting@1"
    dimension = 2

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        if "fail" in texts:
            raise ProviderUnavailable("不可用。Unavailable.")
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    def to_dict(self) -> dict[str, Any]:
        return {}


def test_the_cache_asks_once_for_each_text_and_forgets_the_oldest() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, size=2)
    assert cached.embed(["a", "bb", "a"]).tolist() == [[1, 1], [2, 1], [1, 1]]
    cached.embed(["a"])
    assert inner.asked == [["a", "bb"]]
    cached.embed(["ccc"])
    cached.embed(["bb", "a"])
    assert inner.asked[1:] == [["ccc"], ["bb"]]


def test_the_cache_keeps_no_failure_and_no_reference() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    with pytest.raises(ProviderUnavailable):
        cached.embed(["fail"])
    cached.embed(["a"])[0, 0] = 99
    assert cached.embed(["a"]).tolist() == [[1, 1]]


def remote(answer: Callable[[httpx.Request], httpx.Response], **settings: Any) -> RemoteEmbedder:
    return RemoteEmbedder("m", 2, "http://models.test/v1/", transport=httpx.MockTransport(answer), **settings)


def test_the_endpoint_gets_batches_without_blank_texts_and_may_answer_in_any_order() -> None:
    requests: list[dict[str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "http://models.test/v1/embeddings"
        assert request.headers["authorization"] == "Bearer sk-secret"
        body = json.loads(request.content)
        requests.append(body)
        rows = [{"index": n, "embedding": [len(text), 0.0]} for n, text in enumerate(body["input"])]
        return httpx.Response(200, json={"data": rows[::-1]})

    vectors = remote(answer, key="sk-secret", batch=2).embed(["a", " ", "bb", "ccc"])
    assert [body["input"] for body in requests] == [["a", "bb"], ["ccc"]]
    assert vectors.tolist() == [[1, 0], [0, 0], [1, 0], [1, 0]]


def _raise(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    return answer


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda request: httpx.Response(401), "PILOTHOUSE_EMBEDDING_KEY"),
        (lambda request: httpx.Response(500, text="stack trace"), "answered 500"),
        (lambda request: httpx.Response(200, text="<html>"), "can't be understood"),
        (lambda request: httpx.Response(200, json=[]), "can't be understood"),
        (lambda request: httpx.Response(200, json={"data": [{"index": 0, "embedding": [1.0]}]}), "shape"),
        (lambda request: httpx.Response(200, json={"data": []}), "shape"),
        (_raise(httpx.ReadTimeout("slow")), "no answer in"),
        (_raise(httpx.ConnectError("refused")), "can't be reached"),
    ],
)
def test_an_endpoint_that_fails_is_explained_without_the_key(
    answer: Callable[[httpx.Request], httpx.Response], said: str
) -> None:
    with pytest.raises(ProviderUnavailable, match="不可用") as caught:
        remote(answer, key="sk-secret").embed(["a"])
    assert said in str(caught.value)
    assert "sk-secret" not in str(caught.value)


def test_an_embedder_survives_its_dictionary_without_its_key() -> None:
    embedder = CachedEmbedder(RemoteEmbedder("m", 2, key="sk-secret"), size=7)
    data = embedder.to_dict()
    assert "sk-secret" not in json.dumps(data)
    assert load(data).to_dict() == data
    assert load(data).id == embedder.id
    assert load(MODEL.to_dict()).to_dict() == MODEL.to_dict()


@pytest.mark.parametrize("kind", ["os.system", "pilothouse.embedding.use.version", "pilothouse.embedding.no.Thing", ""])
def test_only_embedders_are_loaded(kind: str) -> None:
    with pytest.raises(UsageError):
        load({"type": kind, "init_parameters": {}})


def test_settings_that_cannot_be_right_are_refused() -> None:
    for make in (
        lambda: EmbeddedEmbedder(threads=0),
        lambda: CachedEmbedder(MODEL, size=0),
        lambda: RemoteEmbedder("", 2),
        lambda: RemoteEmbedder("m", 0),
    ):
        with pytest.raises(UsageError):
            make()
