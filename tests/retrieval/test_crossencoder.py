"""The cross-encoder with a real model: one made here, that counts how often a certain word occurs."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.crossencoder import CrossEncoderReranker, OnnxPairScorer
from pilothouse.retrieval.knowledge import chosen_reranker
from pilothouse.retrieval.learned.reranker import LearnedReranker

needs_rerank = pytest.mark.skipif(
    not all(map(find_spec, ("onnxruntime", "tokenizers"))), reason="pip install pilothouse[rerank]"
)
WORDS = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "[PAD]": 3, "right": 4, "wrong": 5, "which": 6, "one": 7}


def number(value: int) -> bytes:
    """A protocol buffer's variable-length integer."""
    made = b""
    while value > 127:
        made, value = made + bytes([value & 127 | 128]), value >> 7
    return made + bytes([value])


def field(key: int, value: bytes | str | int) -> bytes:
    if isinstance(value, int):
        return number(key << 3) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(data)) + data


def attribute(name: str, value: int) -> bytes:
    return field(1, name) + field(3, value) + field(20, 2)


def node(kind: str, inputs: list[str], output: str, *attributes: bytes) -> bytes:
    named = b"".join(field(1, name) for name in inputs)
    return named + field(2, output) + field(4, kind) + b"".join(field(5, one) for one in attributes)


def value(name: str, kind: int, *sizes: str | int) -> bytes:
    shape = b"".join(field(1, field(1 if isinstance(size, int) else 2, size)) for size in sizes)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def tensor(name: str, values: list[int]) -> bytes:
    return field(1, len(values)) + field(2, 7) + field(7, b"".join(map(number, values))) + field(8, name)


def counting(word: int) -> bytes:
    """An ONNX model: for each row of ``input_ids`` how often ``word`` stands in it, less one half."""
    graph = (
        field(1, node("Equal", ["input_ids", "word"], "same"))
        + field(1, node("Cast", ["same"], "ones", attribute("to", 1)))
        + field(1, node("ReduceSum", ["ones", "axes"], "logits", attribute("keepdims", 1)))
        + field(2, "counting")
        + field(5, tensor("word", [word]))
        + field(5, tensor("axes", [1]))
        + field(11, value("input_ids", 7, "batch", "length"))
        + field(12, value("logits", 1, "batch", 1))
    )
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 13))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tokenizers = import_module("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(WORDS, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    made.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx").write_bytes(counting(WORDS["right"]))
    return tmp_path


@needs_rerank
def test_that_a_model_in_a_folder_judges_pairs_of_different_lengths(folder: Path) -> None:
    scorer = OnnxPairScorer(folder)
    assert scorer.score("which one", ["wrong", "right one", "one right right wrong wrong"]) == [0.0, 1.0, 2.0]
    assert scorer.score("which one", []) == []


@needs_rerank
def test_that_long_questions_and_passages_are_cut(folder: Path) -> None:
    scorer = OnnxPairScorer(folder, max_tokens=16)
    assert scorer.score("which " * 500, ["right"])[0] <= 1.0
    assert scorer.score("which", ["right " * 500])[0] <= 16.0


@needs_rerank
def test_that_the_named_folder_is_used_and_none_means_the_embedded_reranker(folder: Path) -> None:
    assert isinstance(chosen_reranker(), LearnedReranker)
    assert isinstance(chosen_reranker(" "), LearnedReranker)
    chosen = chosen_reranker(str(folder))
    assert isinstance(chosen, CrossEncoderReranker)
    assert chosen.scorer.score("which", ["wrong", "right"]) == [0.0, 1.0]


def test_that_a_folder_without_a_model_is_refused_at_once(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "missing"):
        with pytest.raises(UsageError, match=r"model\.onnx"):
            chosen_reranker(str(place))


@needs_rerank
def test_that_a_damaged_model_is_an_error_with_its_folder(folder: Path) -> None:
    (folder / "onnx" / "model.onnx").write_bytes(b"no model")
    with pytest.raises(DataError, match=folder.name):
        OnnxPairScorer(folder).score("a", ["b"])


def test_that_a_missing_extra_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pilothouse.retrieval import crossencoder

    monkeypatch.setattr(crossencoder, "find_spec", lambda name: None)
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).write_text("{}")
    with pytest.raises(UsageError, match=r"pilothouse\[rerank\]"):
        chosen_reranker(str(tmp_path))
