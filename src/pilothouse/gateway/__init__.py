"""Gateway room: the only place that talks to a model."""

from pilothouse.gateway.cleaning import clean, leaks, markup
from pilothouse.gateway.doctor import Problem
from pilothouse.gateway.faults import FaultKind, ModelFault
from pilothouse.gateway.gateway import Gateway
from pilothouse.gateway.ledger import Observer
from pilothouse.gateway.models import CONVERSE, ChatModel, ModelReply, ModelRequest, RawCall
from pilothouse.gateway.offline import Router
from pilothouse.gateway.scripted import Call, Fail, Say, ScriptedModel, Wait
from pilothouse.gateway.settings import GatewaySettings, Mode, Provider
from pilothouse.gateway.tokens import count, count_messages
from pilothouse.gateway.usage import UsageMeter, UsageRecord

__all__ = [
    "CONVERSE",
    "Call",
    "ChatModel",
    "Fail",
    "FaultKind",
    "Gateway",
    "GatewaySettings",
    "Mode",
    "ModelFault",
    "ModelReply",
    "ModelRequest",
    "Observer",
    "Problem",
    "Provider",
    "RawCall",
    "Router",
    "Say",
    "ScriptedModel",
    "UsageMeter",
    "UsageRecord",
    "Wait",
    "clean",
    "count",
    "count_messages",
    "leaks",
    "markup",
]
