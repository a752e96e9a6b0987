"""What is wrong with the settings, in sentences a person can act on."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pilothouse.gateway.settings import GatewaySettings

PROBE_S = 5.0
EXTRA_OPENAI = "pip install 'pilothouse[openai]'"
EXTRA_LOCAL = "pip install 'pilothouse[local]'"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend, as a sentence in Chinese and one in English."""

    code: str
    zh: str
    en: str

    def __str__(self) -> str:
        return f"{self.zh} {self.en}"


async def examine(settings: GatewaySettings) -> list[Problem]:
    """Missing extras, files, models and keys, then one request to the endpoint. Never shows a key."""
    if settings.provider == "embedded":
        if not (settings.model or settings.small_model or settings.large_model):
            return []
        return [
            Problem(
                "model_unused",
                "设置了模型名，但 provider 是 embedded，不会使用模型；请把 provider 设为 openai。",
                "A model is named but provider is embedded, so none is used; set provider to openai.",
            )
        ]
    return await asyncio.to_thread(_local if settings.provider == "local" else _remote, settings)


def _local(settings: GatewaySettings) -> list[Problem]:
    found = []
    if any(find_spec(name) is None for name in ("xllamacpp", "langchain", "langchain_openai")):
        found.append(
            Problem(
                "extra_missing",
                f"缺少本地模型组件，请运行 {EXTRA_LOCAL}。",
                f"The local model extra is missing; run {EXTRA_LOCAL}.",
            )
        )
    path = Path(settings.gguf_path).expanduser()
    if not settings.gguf_path:
        found.append(
            Problem(
                "file_missing", "没有设置模型文件 gguf_path。", "Set gguf_path to the GGUF file of the local model."
            )
        )
    elif not path.is_file():
        found.append(Problem("file_missing", f"找不到模型文件 {path}。", f"There is no model file {path}."))
    else:
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                found.append(Problem("file_damaged", f"{path} 不是 GGUF 文件。", f"{path} is not a GGUF file."))
    return found


def _remote(settings: GatewaySettings) -> list[Problem]:
    from pilothouse.gateway.langchain import split

    names = {settings.model_for("small"), settings.model_for("large")}
    if "" in names:
        return [Problem("model_missing", "没有设置模型名 model。", "Set the name of the model (model).")]
    if find_spec("langchain") is None or find_spec("langchain_openai") is None:
        return [
            Problem(
                "extra_missing",
                f"缺少模型客户端，请运行 {EXTRA_OPENAI}。",
                f"The model client is missing; run {EXTRA_OPENAI}.",
            )
        ]
    found = []
    for provider in sorted({split(name)[0] for name in names}):
        package = f"langchain_{provider}"
        if provider != "openai":
            if provider in {"deepseek", "anthropic", "ollama", "groq", "mistralai"} and find_spec(package) is None:
                install = f"pip install {package.replace('_', '-')}"
                found.append(
                    Problem(
                        "extra_missing",
                        f"缺少 {provider} 的客户端，请运行 {install}。",
                        f"The client for {provider} is missing; run {install}.",
                    )
                )
            continue
        found += _endpoint(settings)
    return found


def _endpoint(settings: GatewaySettings) -> list[Problem]:
    base = settings.base_url or os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1"
    key = settings.api_key.get_secret_value() if settings.api_key else ""
    if not key and not settings.base_url:
        key = os.environ.get("OPENAI_API_KEY", "")
        if not key:
            return [
                Problem(
                    "key_missing",
                    "没有模型密钥，请设置 api_key（环境变量 OPENAI_API_KEY 也可以）。",
                    "There is no key for the model; set api_key (or the environment variable OPENAI_API_KEY).",
                )
            ]
    if not base.startswith(("http://", "https://")):
        return [
            Problem(
                "address_wrong",
                f"base_url 必须以 http:// 或 https:// 开头：{base!r}。",
                f"base_url must begin with http:// or https://: {base!r}.",
            )
        ]
    import urllib.error
    import urllib.request

    request = urllib.request.Request(f"{base.rstrip('/')}/models")
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    try:
        with urllib.request.urlopen(request, timeout=PROBE_S):
            return []
    except urllib.error.HTTPError as error:
        if error.code in {401, 403}:
            return [
                Problem(
                    "key_wrong" if key else "key_missing",
                    f"{base} 不接受这个密钥。" if key else f"{base} 需要密钥，请设置 api_key。",
                    f"{base} does not accept the key." if key else f"{base} asks for a key; set api_key.",
                )
            ]
        if error.code >= 500:
            return [Problem("server_failed", f"{base} 的服务器出错。", f"The server at {base} fails ({error.code}).")]
        return []  # an endpoint without a list of models still answers
    except (OSError, ValueError):
        return [Problem("unreachable", f"连接不上 {base}。", f"{base} can't be reached.")]
