"""Recognition and synthesis behind OpenAI-compatible addresses."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pilothouse.contracts.errors import DataError, ProviderUnavailable, UsageError
from pilothouse.speech.audio import HEARING, LARGEST, Audio, encode, read, silence
from pilothouse.speech.recognition import Transcript, collapse, plausible
from pilothouse.speech.shelf import not_installed

if TYPE_CHECKING:
    import httpx

KEY_ENV = "PILOTHOUSE_SPEECH_KEY"
_PROMPT = 400  # characters: the protocol's prompt holds 224 tokens


class _Remote:
    """One address. The key never appears in ``repr`` or messages; without one no header is sent (local servers)."""

    def __init__(
        self,
        base_url: str,
        model: str,
        key: str | None = None,
        *,
        timeout_s: float = 20.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        if not base_url.startswith(("http://", "https://")) or not model or timeout_s <= 0:
            raise UsageError(
                "语音服务需要 http(s) 地址和模型名称，timeout_s 必须大于 0。"
                "A speech service needs an http(s) address and a model name; timeout_s must be greater than 0."
            )
        self.base_url, self.model, self.timeout_s = base_url.rstrip("/"), model, timeout_s
        self._key = key
        self._transport = transport
        self._client: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def warm(self) -> None:
        """Nothing to load here."""

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _post(self, path: str, **request: Any) -> bytes:
        """The body of the answer, at most 64 MB. Raises ``ProviderUnavailable`` for every fault."""
        try:
            import httpx
        except ImportError as error:
            raise not_installed("httpx") from error
        key = self._key or os.environ.get(KEY_ENV, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        body = bytearray()
        try:
            if self._client is None or self._loop is not asyncio.get_running_loop():
                # Connections belong to the loop that opened them.
                self._loop = asyncio.get_running_loop()
                self._client = httpx.AsyncClient(timeout=self.timeout_s, transport=self._transport)
            async with (
                asyncio.timeout(self.timeout_s),  # httpx bounds each step, not a server that drips
                self._client.stream("POST", self.base_url + path, headers=headers, **request) as response,
            ):
                if response.status_code != 200:
                    raise self._refused(response.status_code)
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) > LARGEST:
                        raise self._unavailable("返回的内容过大", "its answer is too large")
        except (httpx.TimeoutException, TimeoutError) as error:
            raise self._unavailable(f"{self.timeout_s:g} 秒内没有回答", f"no answer in {self.timeout_s:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise self._unavailable("无法连接", "it can't be reached or broke off") from error
        return bytes(body)

    def _refused(self, status: int) -> ProviderUnavailable:
        if status in (401, 403):
            return self._unavailable(f"密钥缺失或无效，请设置 {KEY_ENV}", f"the key is missing or wrong, set {KEY_ENV}")
        if status == 429:
            return self._unavailable("请求过多", "too many requests")
        return self._unavailable(f"返回状态 {status}", f"it answered {status}")

    def _unavailable(self, chinese: str, english: str) -> ProviderUnavailable:
        return ProviderUnavailable(
            f"语音服务 {self.base_url}（模型 {self.model}）不可用：{chinese}。"
            f"The speech service {self.base_url} (model {self.model}) can't be used: {english}."
        )


class RemoteRecogniser(_Remote):
    """``POST {base_url}/audio/transcriptions``; the hotwords go into ``prompt``.

    The key is ``key`` or the environment variable ``PILOTHOUSE_SPEECH_KEY``. ``timeout_s`` bounds the whole request;
    ``transport`` replaces the network. Raises ``UsageError`` for values that can't be right.
    """

    async def transcribe(self, audio: Audio, *, hotwords: Sequence[str] = (), language: str = "zh") -> Transcript:
        started = time.perf_counter()
        sound = audio.at(HEARING)
        if sound.seconds < 0.1:  # services answer 400
            return Transcript("", audio.seconds, language)
        prompt = ""
        for word in hotwords:
            if len(prompt) + len(word) + 1 > _PROMPT:
                break
            prompt += f" {word}" if prompt else word
        fields = {"model": self.model, "language": language, "response_format": "json"}
        body = await self._post(
            "/audio/transcriptions",
            data=fields | ({"prompt": prompt} if prompt else {}),
            files={"file": ("speech.wav", encode(sound), "audio/wav")},
        )
        try:
            text = json.loads(body)["text"]
        except (ValueError, KeyError, TypeError) as error:
            raise self._unavailable("返回的内容无法识别", "its answer can't be understood") from error
        if not isinstance(text, str):
            raise self._unavailable("返回的内容无法识别", "its answer can't be understood")
        text = collapse(text.strip())
        text = text if plausible(text, sound.seconds, hotwords) else ""
        return Transcript(text, audio.seconds, language, None, time.perf_counter() - started)


class RemoteSynthesiser(_Remote):
    """``POST {base_url}/audio/speech``, asking for WAV.

    ``voice`` and ``speed`` (0.5–2, 1 is normal) are passed on; the rest is as in ``RemoteRecogniser``.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: str | None = None,
        *,
        voice: str = "alloy",
        speed: float = 1.0,
        timeout_s: float = 20.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, model, key, timeout_s=timeout_s, transport=transport)
        if not 0.5 <= speed <= 2:
            raise UsageError("语速必须在 0.5 到 2 之间。The speed must be between 0.5 and 2.")
        self.voice, self.speed = voice, speed

    async def speak(self, text: str) -> Audio:
        if not text.strip():
            return silence(0)
        body = await self._post(
            "/audio/speech",
            json={
                "model": self.model,
                "voice": self.voice,
                "input": text,
                "response_format": "wav",
                "speed": self.speed,
            },
        )
        try:
            return read(body)
        except (DataError, UsageError) as error:
            raise self._unavailable("返回的不是可用的音频", "it did not send usable audio") from error
