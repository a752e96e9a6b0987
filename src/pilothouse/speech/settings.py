"""Which ears and which voice an installation has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from pilothouse.contracts.errors import UsageError

if TYPE_CHECKING:
    from pilothouse.speech.recognition import Recogniser
    from pilothouse.speech.synthesis import Synthesiser


class SpeechSettings(BaseModel):
    """Speech in and out; both off by default.

    ``*_path`` is a folder or a name under ``PILOTHOUSE_MODELS``. Keys may stay empty: then
    ``PILOTHOUSE_SPEECH_KEY`` is used. Times in seconds; ``speed`` 1 is normal.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    recogniser: Literal["none", "whisper", "remote"] = "none"
    recogniser_path: str = "whisper-base"
    recogniser_base_url: str = ""
    recogniser_model: str = "whisper-1"
    recogniser_key: SecretStr | None = None
    recogniser_snug: bool = True
    recogniser_timeout_s: float = Field(default=30.0, gt=0)

    synthesiser: Literal["none", "kokoro", "remote"] = "none"
    synthesiser_path: str = "kokoro"
    synthesiser_base_url: str = ""
    synthesiser_model: str = "tts-1"
    synthesiser_key: SecretStr | None = None
    synthesiser_timeout_s: float = Field(default=60.0, gt=0)

    voice: str = ""
    speed: float = Field(default=1.0, ge=0.5, le=2.0)
    threads: int = Field(default=2, ge=1)

    @model_validator(mode="after")
    def _remote_needs_an_address(self) -> SpeechSettings:
        for name in ("recogniser", "synthesiser"):
            if getattr(self, name) == "remote" and not getattr(self, f"{name}_base_url"):
                raise ValueError(f"{name}='remote' needs {name}_base_url")
        return self


def _service(settings: SpeechSettings, part: Literal["recogniser", "synthesiser"]) -> dict[str, Any]:
    """Where the remote ears or the remote voice are."""
    base_url, model, key, timeout_s = (
        getattr(settings, f"{part}_{name}") for name in ("base_url", "model", "key", "timeout_s")
    )
    secret = key.get_secret_value() if key else None
    return {"base_url": base_url, "model": model, "key": secret, "timeout_s": timeout_s}


def open_recogniser(settings: SpeechSettings) -> Recogniser:
    """Loads no model yet.

    Raises:
        UsageError: recognition is switched off.
        ProviderUnavailable: the model's files are missing.
    """
    if settings.recogniser == "whisper":
        from pilothouse.speech.whisper import WhisperRecogniser

        return WhisperRecogniser(
            settings.recogniser_path,
            threads=settings.threads,
            timeout_s=settings.recogniser_timeout_s,
            snug=settings.recogniser_snug,
        )
    if settings.recogniser == "remote":
        from pilothouse.speech.remote import RemoteRecogniser

        return RemoteRecogniser(**_service(settings, "recogniser"))
    raise UsageError(
        "没有设置语音识别；请设 PILOTHOUSE_SPEECH__RECOGNISER=whisper 或 remote"
        "（或 settings.toml 的 [speech] 一节中的 recogniser）。 "
        "No speech recognition is set; set PILOTHOUSE_SPEECH__RECOGNISER to whisper or remote, "
        "or recogniser under [speech] in settings.toml."
    )


def open_synthesiser(settings: SpeechSettings) -> Synthesiser:
    """Loads no model yet; ``none`` gives the silent one.

    Raises:
        ProviderUnavailable: the model's files are missing.
    """
    if settings.synthesiser == "kokoro":
        from pilothouse.speech.kokoro import KokoroSynthesiser

        return KokoroSynthesiser(
            settings.synthesiser_path,
            voice=settings.voice,
            speed=settings.speed,
            threads=settings.threads,
            timeout_s=settings.synthesiser_timeout_s,
        )
    if settings.synthesiser == "remote":
        from pilothouse.speech.remote import RemoteSynthesiser

        return RemoteSynthesiser(
            **_service(settings, "synthesiser"), voice=settings.voice or "alloy", speed=settings.speed
        )
    from pilothouse.speech.synthesis import SilentSynthesiser

    return SilentSynthesiser()
