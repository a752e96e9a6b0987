"""A GGUF file, served by llama.cpp inside this process."""

from __future__ import annotations

import asyncio
import atexit
import os
import secrets
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from pilothouse.contracts.errors import ProviderUnavailable
from pilothouse.gateway.doctor import EXTRA_LOCAL
from pilothouse.gateway.langchain import LangChainModel
from pilothouse.gateway.models import ModelReply, ModelRequest

_servers: dict[Path, tuple[Any, str, str]] = {}
_starting = Lock()


class LocalModel:
    """A local model through llama.cpp's OpenAI-compatible server on loopback.

    The server starts with the first request, once per process and file, and ends with the process. Other
    users of the machine can reach loopback, so it asks for a key that is made anew each time.
    ``n_threads`` defaults to the processors there are. The first prompt is slow (8 s for 300 tokens on two
    processors); later ones reuse their common beginning.
    """

    def __init__(self, path: str, *, n_ctx: int = 8192, n_threads: int | None = None, timeout_s: float = 30.0) -> None:
        self._path = Path(path).expanduser().resolve()
        self._n_ctx = n_ctx
        self._n_threads = n_threads or os.cpu_count() or 2
        self._timeout_s = timeout_s
        self._client: LangChainModel | None = None

    @property
    def name(self) -> str:
        return self._path.stem

    async def complete(self, request: ModelRequest) -> ModelReply:
        """One reply. Raises ``ProviderUnavailable`` when the file or the ``local`` extra is missing."""
        if self._client is None:
            address, key = await asyncio.to_thread(self.start)
            self._client = LangChainModel(self.name, base_url=f"{address}/v1", api_key=key, timeout_s=self._timeout_s)
        return await self._client.complete(request)

    def start(self) -> tuple[str, str]:
        """Address and key of the server, which is started if it isn't running. Blocks while the file loads."""
        with _starting:
            if self._path not in _servers:
                _servers[self._path] = self._serve()
            _, address, key = _servers[self._path]
        return address, key

    def _serve(self) -> tuple[Any, str, str]:
        try:
            xllamacpp = import_module("xllamacpp")
        except ImportError:
            raise ProviderUnavailable(
                f"缺少本地模型组件，请运行 {EXTRA_LOCAL}。The local model extra is missing; run {EXTRA_LOCAL}."
            ) from None
        if not self._path.is_file():
            raise ProviderUnavailable(
                f"找不到模型文件 {self._path}。There is no model file {self._path}: set gguf_path."
            )
        key = secrets.token_urlsafe(24)
        params = xllamacpp.CommonParams()
        params.model.path = str(self._path)
        params.hostnames = ["127.0.0.1"]
        params.port = 0
        params.api_keys = [key]
        params.n_ctx = self._n_ctx
        params.n_parallel = 1  # one context keeps the common prefix of prompts warm
        params.use_jinja = True
        params.verbosity = 1  # errors only; a line per request would drown the application's own log
        params.cpuparams.n_threads = self._n_threads
        try:
            server = xllamacpp.Server(params)
        except Exception as error:
            raise ProviderUnavailable(
                f"模型文件 {self._path} 无法加载。The model file {self._path} can't be loaded ({type(error).__name__})."
            ) from None
        return server, str(server.listening_address), key


@atexit.register
def _stop() -> None:
    """Ends the servers while the interpreter still runs: llama.cpp's threads don't survive its teardown."""
    _servers.clear()
