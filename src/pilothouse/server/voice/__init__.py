"""Talking with an assistant over a WebSocket: sound and text in, events, text and sound out."""

from __future__ import annotations

from pilothouse.server.voice.handshake import router

__all__ = ["router"]
