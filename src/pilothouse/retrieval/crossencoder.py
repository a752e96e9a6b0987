"""A cross-encoder reads question and passage together: slower and better; from a local folder, never downloaded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document

from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.learned.reranker import LearnedReranker, spread
from pilothouse.retrieval.scores import Scores
from pilothouse.retrieval.shortlist import Shortlist

MODEL = "model.onnx"
TOKENIZER = "tokenizer.json"


class PairScorer(Protocol):
    """Judges pairs of one question and several texts; any real number, higher is better, 0 undecided."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]: ...


class OnnxPairScorer:
    """``folder`` holds ``model.onnx`` (or ``onnx/model.onnx``) and ``tokenizer.json``, as exports of BERT-like
    rerankers do. The model is loaded by the first ``score``; ``threads`` of its own.

    Raises ``UsageError`` when the folder has no such files or the extra ``[rerank]`` isn't installed, ``DataError``
    when they can't be read.
    """

    def __init__(self, folder: str | Path, threads: int = 1, max_tokens: int = 512) -> None:
        self.folder = Path(folder).expanduser()
        self.threads = threads
        self.max_tokens = max_tokens
        self._loaded: tuple[Any, Any] | None = None
        self._lock = Lock()

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        tokenizer, session = self._model()
        encoded = tokenizer.encode_batch([(query, text) for text in texts])
        tensors = {
            "input_ids": np.array([one.ids for one in encoded], dtype=np.int64),
            "attention_mask": np.array([one.attention_mask for one in encoded], dtype=np.int64),
            "token_type_ids": np.array([one.type_ids for one in encoded], dtype=np.int64),
        }
        wanted = {node.name for node in session.get_inputs()}
        logits = session.run(None, {name: tensor for name, tensor in tensors.items() if name in wanted})[0]
        judged = np.asarray(logits, dtype=np.float64).reshape(len(texts), -1)
        # One output is the judgement itself, two are those for "no" and "yes".
        found: list[float] = (judged[:, 0] if judged.shape[1] == 1 else judged[:, -1] - judged[:, 0]).tolist()
        return found

    def _model(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def check(self) -> Path:
        """The model's file. Raises ``UsageError`` without reading it when something is missing."""
        places = (self.folder / MODEL, self.folder / "onnx" / MODEL)
        model = next((place for place in places if place.is_file()), None)
        if model is None or not (self.folder / TOKENIZER).is_file():
            raise UsageError(
                f"重排模型目录 {self.folder} 中没有 {MODEL} 和 {TOKENIZER}；请先把模型下载到本地再设置路径。"
                f"The folder {self.folder} has no {MODEL} and {TOKENIZER}; put the model there before naming it."
            )
        if not all(find_spec(name) for name in ("onnxruntime", "tokenizers")):
            raise UsageError(
                "交叉编码器需要额外组件：pip install 'pilothouse[rerank]'。"
                "The cross-encoder needs an extra: pip install 'pilothouse[rerank]'."
            )
        return model

    def _load(self) -> tuple[Any, Any]:
        model = self.check()
        onnxruntime, tokenizers = import_module("onnxruntime"), import_module("tokenizers")
        try:
            tokenizer = tokenizers.Tokenizer.from_file(str(self.folder / TOKENIZER))
            tokenizer.enable_truncation(self.max_tokens)  # the longer of the two first: mostly the passage
            tokenizer.enable_padding()
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = self.threads
            return tokenizer, onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # both libraries raise bare exceptions of their own
            raise DataError(
                f"重排模型 {self.folder} 无法读取；请重新下载。"
                f"The model in {self.folder} can't be read; fetch it again."
            ) from error


@component
class CrossEncoderReranker:
    """The ``read`` best of ``LearnedReranker``, judged again by a cross-encoder; the others follow in their order.

    ``model`` is a folder on this machine. The score of what was judged is the mean of both probabilities, so it stays
    comparable between questions and with the embedded reranker's. Raises ``ValueError`` for values below 1.
    """

    def __init__(
        self, model: str, top_k: int = 5, per_document: int = 2, read: int = 20, scorer: PairScorer | None = None
    ) -> None:
        if read < 1:
            raise ValueError("read must be greater than 0.")
        self.model = model
        self.first = LearnedReranker(top_k, per_document)
        self.read = read
        self.scorer = scorer or OnnxPairScorer(model)

    @component.output_types(shortlist=Shortlist)
    def run(self, query: str, shortlist: Shortlist, top_k: int | None = None) -> dict[str, Any]:
        """As ``LearnedReranker``; that one's ranking is the stage ``learned``."""
        if not shortlist.documents:
            return {"shortlist": shortlist}
        ranked = self.first.run(query, shortlist, top_k=len(shortlist.documents))["shortlist"].documents
        head, rest = ranked[: self.read], ranked[self.read :]
        judged = self.scorer.score(query, [_text(document) for document in head])
        read = [
            (document, 0.5 * (document.score or 0.0) + 0.5 * _probability(logit))
            for document, logit in zip(head, judged, strict=True)
        ]
        read.sort(key=lambda pair: -pair[1])
        floor = min((score for _, score in read), default=1.0)
        below = [(document, min(document.score or 0.0, floor)) for document in rest]
        best = spread([*read, *below], self.first.per_document)[: top_k or self.first.top_k]
        return {
            "shortlist": replace(
                shortlist,
                documents=tuple(replace(document, score=score) for document, score in best),
                stages={**shortlist.stages, "learned": Scores.of(ranked)},
            )
        }

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(
            self, model=self.model, top_k=self.first.top_k, per_document=self.first.per_document, read=self.read
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> CrossEncoderReranker:
        return default_from_dict(cls, data)


def _probability(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-min(max(logit, -40.0), 40.0)))


def _text(document: Document) -> str:
    heading = " ".join(str(document.meta.get(name) or "") for name in ("title", "section")).strip()
    return f"{heading}\n{document.content or ''}".strip()
