"""Any model that LangChain's ``init_chat_model`` can reach."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pilothouse.contracts.conversation import Message
from pilothouse.contracts.errors import ProviderUnavailable
from pilothouse.gateway.doctor import EXTRA_OPENAI
from pilothouse.gateway.models import ModelReply, ModelRequest, RawCall

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

# Prefixes that choose a provider. Other colons belong to the model's name ("qwen2.5:7b").
PREFIXES = frozenset({
    "anthropic", "anthropic_bedrock", "azure_ai", "azure_openai", "baseten", "bedrock", "bedrock_converse", "cohere",
    "deepseek", "fireworks", "google_anthropic_vertex", "google_genai", "google_vertexai", "groq", "huggingface",
    "ibm", "litellm", "meta", "mistralai", "nvidia", "ollama", "openai", "openrouter", "perplexity", "together",
    "upstage", "xai",
})  # fmt: skip


def split(model: str) -> tuple[str, str]:
    """Provider and name of ``"deepseek:deepseek-chat"``; without a known prefix the provider is ``openai``."""
    prefix, _, name = model.partition(":")
    return (prefix, name) if name and prefix in PREFIXES else ("openai", model)


class LangChainModel:
    """A chat model behind LangChain. The client is made on first use, once per event loop.

    ``complete`` returns tool arguments as the text that the model wrote. LangChain itself turns ``""``,
    ``"[]"`` and ``"null"`` into ``{}`` and, when streaming, closes truncated JSON, so requests with tools
    are streamed and the raw pieces are put together here; its parsed calls are never read.
    """

    def __init__(
        self, model: str, *, base_url: str | None = None, api_key: str | None = None, timeout_s: float = 30.0
    ) -> None:
        self._provider, self._model = split(model)
        self._base_url = base_url
        self._api_key = api_key
        self._timeout_s = timeout_s
        # A connection pool belongs to the loop that opened it; commands run one loop after another.
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, BaseChatModel] = WeakKeyDictionary()

    @property
    def name(self) -> str:
        return self._model

    async def complete(self, request: ModelRequest) -> ModelReply:
        """One reply. Raises ``ProviderUnavailable`` when a package is missing, else what the client raises."""
        if request.tools:
            async for piece in self.stream(request):
                if isinstance(piece, ModelReply):
                    return piece
            return ModelReply(finish_reason="broken")
        client = await self._client()
        return _whole(await client.ainvoke(_messages(request), **self._options(request)))

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        """Pieces of the text as they come, then the whole reply with usage."""
        client = await self._client()
        bound: Any = client.bind_tools([dict(tool) for tool in request.tools]) if request.tools else client
        # The OpenAI protocol always ends with a reason; without one the connection was cut.
        gathered = _Gathered("broken" if self._provider == "openai" else "stop")
        async for chunk in bound.astream(_messages(request), **self._options(request)):
            if text := gathered.add(chunk):
                yield text
        yield gathered.reply()

    def _options(self, request: ModelRequest) -> dict[str, Any]:
        # The time limit, and Ollama's and Google's names for max_tokens, belong to their own clients.
        options: dict[str, Any] = {"temperature": request.temperature}
        if self._provider not in {"ollama", "google_genai", "google_vertexai"}:
            options["max_tokens"] = request.max_tokens
        if request.stop:
            options["stop"] = list(request.stop)
        if request.json_schema is not None:
            # Not "strict": that is OpenAI's own subset, in which every field is required.
            name = re.sub(r"[^\w-]", "_", request.task, flags=re.ASCII)[:64] or "output"
            shape = {"name": name, "schema": dict(request.json_schema)}
            form = {"type": "json_schema", "json_schema": shape}
            # As a plain argument LangChain would parse the output itself and raise where it is cut off.
            options |= {"extra_body": {"response_format": form}} if self._provider == "openai" else {
                "response_format": form
            }  # fmt: skip
        return options

    async def _client(self) -> BaseChatModel:
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = await asyncio.to_thread(self._made)  # the import takes about a second
        return self._clients[loop]

    def _made(self) -> BaseChatModel:
        os.environ.setdefault("LANGSMITH_TRACING_V2", "false")  # prompts leave the house only if asked for
        try:
            init_chat_model = import_module("langchain.chat_models").init_chat_model
        except ImportError:
            raise ProviderUnavailable(
                f"缺少模型客户端，请先安装：{EXTRA_OPENAI}。The model client is missing; install it: {EXTRA_OPENAI}."
            ) from None
        options: dict[str, Any] = {"timeout": self._timeout_s, "max_retries": 0}  # the channel retries
        if self._base_url:
            options["base_url"] = self._base_url
        if self._api_key:
            options["api_key"] = self._api_key
        try:
            if self._provider == "openai":
                options["stream_usage"] = True  # with a base URL LangChain would ask for no usage
                options["http_async_client"] = import_module("openai").DefaultAsyncHttpxClient(timeout=self._timeout_s)
                if self._base_url and not self._api_key:
                    # OPENAI_API_KEY belongs to OpenAI; another host must not be handed it.
                    options["api_key"] = "none"
            made: BaseChatModel = init_chat_model(self._model, model_provider=self._provider, **options)
        except ImportError:
            package = f"pip install langchain-{self._provider.replace('_', '-')}"
            install = EXTRA_OPENAI if self._provider == "openai" else package
            raise ProviderUnavailable(
                f"缺少 {self._provider} 的客户端，请先安装：{install}。"
                f"The client for {self._provider} is missing; install it: {install}."
            ) from None
        except Exception as error:
            if "api_key" in str(error).lower() or "credential" in str(error).lower():
                raise ProviderUnavailable(
                    f"没有 {self._provider} 的密钥。There is no key for {self._provider}: set api_key."
                ) from None
            raise ProviderUnavailable(
                f"无法使用模型 {self._model!r}。The model {self._model!r} can't be set up ({type(error).__name__})."
            ) from None
        return made


class _Gathered:
    """A streamed reply, put together from raw pieces."""

    def __init__(self, reason: str) -> None:
        self._text: list[str] = []
        self._calls: list[dict[str, Any]] = []
        self._whole: ModelReply | None = None
        self._finish = reason
        self._tokens: tuple[int | None, int | None] = (None, None)

    def add(self, chunk: AIMessageChunk) -> str:
        text = str(chunk.text)
        self._text.append(text)
        for piece in chunk.tool_call_chunks:
            self._piece(piece)
        if not chunk.tool_call_chunks and (chunk.tool_calls or chunk.invalid_tool_calls):
            self._whole = _whole(chunk)  # a provider that does not stream: one chunk with everything
        self._finish = _reason(chunk) or self._finish
        if chunk.usage_metadata:
            self._tokens = (chunk.usage_metadata["input_tokens"], chunk.usage_metadata["output_tokens"])
        return text

    def _piece(self, piece: Mapping[str, Any]) -> None:
        index, id = piece.get("index"), piece.get("id")
        last = next((call for call in reversed(self._calls) if call["index"] == index), None)
        # Some servers number every call 0: another id on the same index is another call.
        if last is None or (id and last["id"] and id != last["id"]):
            last = {"index": index, "id": "", "name": "", "arguments": ""}
            self._calls.append(last)
        last["id"] = last["id"] or id or ""
        last["name"] += piece.get("name") or ""
        last["arguments"] += piece.get("args") or ""

    def reply(self) -> ModelReply:
        if self._whole is not None:
            return self._whole
        calls = tuple(RawCall(call["id"], call["name"], call["arguments"]) for call in self._calls)
        return ModelReply("".join(self._text), calls, self._finish, *self._tokens)


def _whole(message: AIMessage) -> ModelReply:
    raw = message.additional_kwargs.get("tool_calls") or []
    if raw:
        calls = [RawCall(c.get("id") or "", c["function"]["name"], c["function"]["arguments"] or "") for c in raw]
    else:
        calls = [RawCall(c["id"] or "", c["name"], json.dumps(c["args"])) for c in message.tool_calls]
        calls += [RawCall(c["id"] or "", c["name"] or "", c["args"] or "") for c in message.invalid_tool_calls]
    usage = message.usage_metadata
    tokens = (usage["input_tokens"], usage["output_tokens"]) if usage else (None, None)
    return ModelReply(str(message.text), tuple(calls), _reason(message) or "stop", *tokens)


def _reason(message: AIMessage) -> str:
    found = message.response_metadata
    return str(found.get("finish_reason") or found.get("stop_reason") or found.get("done_reason") or "")


def _messages(request: ModelRequest) -> list[BaseMessage]:
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    def made(message: Message) -> BaseMessage:
        match message.role:
            case "system":
                return SystemMessage(message.content)
            case "user":
                return HumanMessage(message.content)
            case "tool":
                return ToolMessage(message.content, tool_call_id=message.call_id, name=message.name)
        calls = [{"name": c.name, "args": dict(c.arguments), "id": c.id, "type": "tool_call"} for c in message.calls]
        return AIMessage(message.content, tool_calls=calls)

    return [made(message) for message in request.messages]
