"""Which models the settings mean."""

from __future__ import annotations

from collections.abc import Mapping

from pilothouse.contracts.errors import UsageError
from pilothouse.contracts.task import Tier
from pilothouse.gateway.channel import Channel, Clock, Sleep
from pilothouse.gateway.models import ChatModel
from pilothouse.gateway.settings import GatewaySettings

Given = ChatModel | Mapping[Tier, ChatModel] | None
TIERS: tuple[Tier, Tier] = ("small", "large")
OFFLINE = "offline"  # the name under which no model at all is chosen


def channels(
    settings: GatewaySettings, given: Given = None, *, clock: Clock, sleep: Sleep
) -> dict[Tier, tuple[Channel, ...]]:
    """For each tier the channels to try in turn; none means that no model is set.

    ``given`` replaces the model of the settings, not the fallback model. A model that serves both tiers
    has one channel, hence one breaker.
    """
    known: dict[int, Channel] = {}
    made: dict[str, ChatModel] = {}
    spare = _spare(settings)

    def channel(model: ChatModel) -> Channel:
        return known.setdefault(id(model), Channel(model, settings, clock=clock, sleep=sleep))

    chosen: dict[Tier, tuple[Channel, ...]] = {}
    for tier in TIERS:
        if isinstance(given, Mapping):
            first = given.get(tier)
        else:
            first = given if given is not None else _main(settings, tier, made)
        chosen[tier] = tuple(channel(model) for model in (first, spare) if model is not None)
    return chosen


def _main(settings: GatewaySettings, tier: Tier, made: dict[str, ChatModel]) -> ChatModel | None:
    from pilothouse.gateway.langchain import LangChainModel
    from pilothouse.gateway.local import LocalModel

    name = settings.model_for(tier)
    if settings.provider == "local":
        return made.setdefault(
            "local",
            LocalModel(
                settings.gguf_path,
                n_ctx=settings.n_ctx,
                n_threads=settings.n_threads,
                timeout_s=settings.timeout_s,
            ),
        )
    if settings.provider == "openai" and name:
        key = settings.api_key.get_secret_value() if settings.api_key else None
        return made.setdefault(
            name, LangChainModel(name, base_url=settings.base_url, api_key=key, timeout_s=settings.timeout_s)
        )
    return None


def _spare(settings: GatewaySettings) -> ChatModel | None:
    if not settings.fallback_model:
        return None
    from pilothouse.gateway.langchain import LangChainModel

    # A key belongs to the host it was made for.
    secret = settings.fallback_api_key or (None if settings.fallback_base_url else settings.api_key)
    return LangChainModel(
        settings.fallback_model,
        base_url=settings.fallback_base_url or settings.base_url,
        api_key=secret.get_secret_value() if secret else None,
        timeout_s=settings.timeout_s,
    )


def names(settings: GatewaySettings) -> tuple[str, ...]:
    """The models that the settings name, as they name them."""
    if settings.provider == "local":
        own: tuple[str, ...] = ("local",)
    else:
        own = tuple(settings.model_for(tier) for tier in TIERS) if settings.provider == "openai" else ()
    return tuple(dict.fromkeys(name for name in (*own, settings.fallback_model) if name))


def only(
    name: str, settings: GatewaySettings, known: Mapping[Tier, tuple[Channel, ...]], *, clock: Clock, sleep: Sleep
) -> dict[Tier, tuple[Channel, ...]]:
    """For each tier the channel of the model called ``name``: one of the ``known``, or a new one of the provider that
    the settings name, with its key and at its host. Raises ``UsageError`` where the settings name none."""
    from pilothouse.gateway.langchain import LangChainModel, split

    if name == OFFLINE:
        return dict.fromkeys(TIERS, ())
    if name == "local" and settings.provider == "local":
        return {tier: known[tier][:1] for tier in TIERS}
    provider, plain = split(name)
    for tier in TIERS:
        for channel in known[tier]:
            if channel.model.name in (name, plain) and (name in names(settings) or provider == "openai"):
                return dict.fromkeys(TIERS, (channel,))
    if settings.provider != "openai":
        raise UsageError(
            f"没有设置提供模型 {name!r} 的服务（PILOTHOUSE_PROVIDER=openai）。 "
            f"No provider is set that could have the model {name!r} (PILOTHOUSE_PROVIDER=openai)."
        )
    # A key and a host belong to the provider they were set for.
    own = provider == split(settings.model_for("small") or name)[0]
    key = settings.api_key.get_secret_value() if own and settings.api_key else None
    model = LangChainModel(name, base_url=settings.base_url if own else None, api_key=key, timeout_s=settings.timeout_s)
    return dict.fromkeys(TIERS, (Channel(model, settings, clock=clock, sleep=sleep),))
