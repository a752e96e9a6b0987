"""An OpenAI-compatible server on loopback that plays a script, with the faults that real ones have."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pilothouse.contracts.conversation import Message
from pilothouse.gateway import CONVERSE, Fail, Mode, ModelFault, ModelReply, ModelRequest, ScriptedModel

STATUS = {"rate_limit": 429, "server": 500, "auth": 401, "bad_request": 400, "unavailable": 503, "unknown": 418}


class OpenAIServer:
    """``with OpenAIServer([...]) as server: … server.url``. ``bodies`` and ``headers`` are what arrived.

    ``usage=False`` leaves token numbers out. ``pieces`` is the length of streamed pieces. A script's
    ``Fail("connection")`` closes the socket, ``Fail("timeout")`` is silent until the client goes away.
    """

    def __init__(
        self, script: Any, *, mode: Mode = "NATIVE", usage: bool = True, pieces: int = 5, key: str = ""
    ) -> None:
        self.model = ScriptedModel(script)
        self.mode, self.usage, self.pieces, self.key = mode, usage, pieces, key
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.closing = threading.Event()

    def __enter__(self) -> OpenAIServer:
        owner = self

        class Handler(_Handler):
            server_owner = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_owner: OpenAIServer

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""

    def do_GET(self) -> None:
        owner = self.server_owner
        right = not owner.key or self.headers.get("Authorization") == f"Bearer {owner.key}"
        self._json({"data": []} if right else {"error": {"message": "no"}}, 200 if right else 401)

    def do_POST(self) -> None:
        owner = self.server_owner
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        owner.bodies.append(body)
        owner.headers.append(dict(self.headers))
        if owner.key and self.headers.get("Authorization") != f"Bearer {owner.key}":
            self._json({"error": {"message": f"Incorrect API key: {self.headers.get('Authorization')}"}}, 401)
            return
        messages = tuple(Message(m["role"], m.get("content") or "") for m in body["messages"])
        request = ModelRequest(messages, tools=tuple(body.get("tools", ())), task=CONVERSE, mode=owner.mode)
        try:
            reply = asyncio.run(owner.model.complete(request))
        except ModelFault as fault:
            self._fail(Fail(fault.kind, fault.retry_after))
            return
        if body.get("stream"):
            self._stream(reply, wants_usage=body.get("stream_options", {}).get("include_usage", False))
        else:
            self._whole(reply)

    def _fail(self, fail: Fail) -> None:
        if fail.kind == "timeout":
            self.server_owner.closing.wait(30)
        if fail.kind in {"timeout", "connection"}:
            self.close_connection = True
            return
        after = {} if fail.retry_after is None else {"Retry-After": f"{fail.retry_after:g}"}
        self._json({"error": {"message": "scripted", "type": fail.kind}}, STATUS[fail.kind], after)

    def _json(self, body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (
            {"Content-Type": "application/json", "Content-Length": str(len(data))} | dict(headers or {})
        ).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _used(self, reply: ModelReply) -> dict[str, int]:
        spent = (reply.tokens_in or 0, reply.tokens_out or 0)
        return {"prompt_tokens": spent[0], "completion_tokens": spent[1], "total_tokens": sum(spent)}

    def _whole(self, reply: ModelReply) -> None:
        message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
        if reply.calls:
            message["tool_calls"] = [
                {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                for c in reply.calls
            ]
        body: dict[str, Any] = {"id": "r", "object": "chat.completion", "created": 0, "model": "m"}
        body["choices"] = [{"index": 0, "message": message, "finish_reason": reply.finish_reason}]
        if self.server_owner.usage:
            body["usage"] = self._used(reply)
        self._json(body)

    def _stream(self, reply: ModelReply, *, wants_usage: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        size = self.server_owner.pieces
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += [{"content": reply.text[at : at + size]} for at in range(0, len(reply.text), size)]
        for index, call in enumerate(reply.calls):
            deltas.append(_delta(index, {"name": call.name, "arguments": ""}, call.id))
            cut = [call.arguments[at : at + size] for at in range(0, len(call.arguments), size)]
            deltas += [_delta(index, {"arguments": part}) for part in cut]
        for delta in deltas:
            self._event([{"index": 0, "delta": delta, "finish_reason": None}])
        if reply.finish_reason != "broken":  # the connection ends in the middle
            self._event([{"index": 0, "delta": {}, "finish_reason": reply.finish_reason}])
            if wants_usage and self.server_owner.usage:
                self._event([], self._used(reply))
            self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _event(self, choices: list[dict[str, Any]], usage: dict[str, int] | None = None) -> None:
        event = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": choices}
        self.wfile.write(f"data: {json.dumps(event | ({'usage': usage} if usage else {}))}\n\n".encode())


def _delta(index: int, function: dict[str, str], id: str | None = None) -> dict[str, Any]:
    call: dict[str, Any] = {"index": index, "function": function}
    if id:
        call |= {"id": id, "type": "function"}
    return {"tool_calls": [call]}
