"""An OpenAI-compatible embeddings endpoint."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.embedding.embedder import Vectors, unit

if TYPE_CHECKING:
    import httpx


class RemoteEmbedder:
    """``POST {base_url}/embeddings``.

    The key is read from the environment variable ``key_env`` unless ``key`` is given; only the variable's name
    is ever written to a file. No key sends no ``Authorization`` header (local servers). ``timeout_s`` bounds
    each step of a request; ``batch`` texts go in one request. ``transport`` replaces the network (tests,
    proxies). Raises ``UsageError`` for values that can't be right.
    """

    def __init__(
        self,
        model: str,
        dimension: int,
        base_url: str = "https://api.openai.com/v1",
        key: str | None = None,
        key_env: str = "PILOTHOUSE_EMBEDDING_KEY",
        timeout_s: float = 20.0,
        batch: int = 64,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if dimension < 1 or batch < 1 or timeout_s <= 0 or not model:
            raise UsageError(
                "向量模型需要名称，dimension、batch、timeout_s 必须大于 0。"
                "An embedder needs a model name; dimension, batch and timeout_s must be greater than 0."
            )
        self.model = model
        self._dimension = dimension
        self.base_url = base_url.rstrip("/")
        self.key_env = key_env
        self.timeout_s = timeout_s
        self.batch = batch
        self._key = key
        self._transport = transport

    @property
    def id(self) -> str:
        return f"{self.model}@{self.base_url}#{self._dimension}"

    @property
    def dimension(self) -> int:
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension). Raises ``ProviderUnavailable`` when the endpoint can't be used."""
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        filled = [position for position, text in enumerate(texts) if text.strip()]  # providers refuse blank texts
        for start in range(0, len(filled), self.batch):
            positions = filled[start : start + self.batch]
            vectors[positions] = unit(self._request([texts[position] for position in positions]))
        return vectors

    def to_dict(self) -> dict[str, Any]:
        return {
            "type": f"{type(self).__module__}.{type(self).__qualname__}",
            "init_parameters": {
                "model": self.model,
                "dimension": self._dimension,
                "base_url": self.base_url,
                "key_env": self.key_env,
                "timeout_s": self.timeout_s,
                "batch": self.batch,
            },
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RemoteEmbedder:
        return cls(**data.get("init_parameters", {}))

    def _request(self, texts: list[str]) -> Vectors:
        import httpx

        key = self._key or os.environ.get(self.key_env, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            with httpx.Client(timeout=self.timeout_s, transport=self._transport, headers=headers) as client:
                response = client.post(f"{self.base_url}/embeddings", json={"model": self.model, "input": texts})
        except httpx.TimeoutException as error:
            raise self._unavailable(f"{self.timeout_s:g} 秒内没有回答", f"no answer in {self.timeout_s:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unavailable("无法连接", "it can't be reached") from error
        if response.status_code in (401, 403):
            raise self._unavailable(
                f"密钥缺失或无效，请设置 {self.key_env}", f"the key is missing or wrong, set {self.key_env}"
            )
        if response.status_code != 200:
            raise self._unavailable(f"返回状态 {response.status_code}", f"it answered {response.status_code}")
        return self._parse(response, len(texts))

    def _parse(self, response: httpx.Response, count: int) -> Vectors:
        try:
            rows = sorted(response.json()["data"], key=lambda row: int(row["index"]))
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (ValueError, KeyError, TypeError) as error:
            raise self._unavailable("返回的内容无法识别", "its answer can't be understood") from error
        if vectors.shape != (count, self._dimension):
            raise self._unavailable(
                f"返回的向量形状为 {vectors.shape}，应为 {(count, self._dimension)}",
                f"it sent vectors of shape {vectors.shape} instead of {(count, self._dimension)}",
            )
        return vectors

    def _unavailable(self, chinese: str, english: str) -> ProviderUnavailable:
        return ProviderUnavailable(
            f"向量服务 {self.base_url}（模型 {self.model}）不可用：{chinese}。"
            f"The embedding service {self.base_url} (model {self.model}) can't be used: {english}."
        )
