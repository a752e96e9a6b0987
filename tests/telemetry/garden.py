"""An assistant that looks something up and asks a model, and a collector that hears of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any, TypedDict

from pilothouse import Assistant, Pilothouse
from pilothouse.contracts.conversation import Conversation, Message, ProposedCall
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Arguments, Row, ToolContract
from pilothouse.flow import ENTRY, Flow, Owned, ReplyParts, Turn
from pilothouse.settings import load

SECONDS = 30  # nothing in a test may hang for longer
PLANTS = {"secret-ivy": 7}


class Wanted(Arguments):
    query: str
    top_k: int = 8


class Plant(Row):
    id: str
    content: str
    score: float


async def find(asked: Wanted, context: Any) -> Envelope:
    if asked.query == "broken":
        raise RuntimeError("secret words of an exception")
    days = PLANTS.get(asked.query)
    if days is None:
        return Envelope.error("no_results", "Nothing found.")
    return Envelope.success([{"id": f"doc/{asked.query}#1", "content": f"Every {days} days.", "score": 0.5}])


class State(TypedDict, total=False):
    text: Annotated[str, Owned(ENTRY, "turn", "")]
    turn: Annotated[int, Owned(ENTRY, "session", 0)]
    said: Annotated[str, Owned("look", "turn", "")]


async def look(state: Any, turn: Turn) -> Mapping[str, Any]:
    if state["text"] == "bug":
        raise KeyError("secret of a bug")
    done = await turn.room.run([ProposedCall("plant_search", {"query": state["text"], "top_k": 3}, "c1")])
    messages = (Message("system", "You garden."), Message("user", state["text"]))
    asked = Conversation(messages, state["text"])
    step = await turn.gateway.converse(asked, [], caller=turn.caller, session=turn.session)
    return {"said": f"{len(done[0].envelope.results)} {step.text}"}


def gardener() -> Assistant:
    flow = Flow(
        "gardener", State, {"look": look}, {"look": "end"}, "look",
        lambda state: ReplyParts(state["said"], "answered"),
    )  # fmt: skip
    tool = ToolContract(
        name="plant_search", when="找植物。 To find a plant.", when_not="无。 Never else.", arguments=Wanted, row=Plant,
        handler=find,
    )  # fmt: skip
    return Assistant("gardener", flow, tools=(tool,))


@contextmanager
def garden(home: Path, model: Any = None, **settings: Any) -> Iterator[Pilothouse]:
    gateway = {"retries": 0, "log_content": True, "price_in": 1000.0}
    read = load(home, gateway=gateway, **settings)
    with Pilothouse(settings=read, assistants=[gardener()], model=model) as house:
        yield house


class Collector:
    """Takes what is sent over OTLP/HTTP and parses it."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.paths: list[str] = []
        self.heard = threading.Condition()
        self.open = threading.Event()  # answers wait for it
        self.open.set()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with collector.heard:
                    collector.raw.append(body)
                    collector.paths.append(self.path)
                    collector.heard.notify_all()
                collector.open.wait(SECONDS)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.open.set()
        self._server.shutdown()
        self._server.server_close()

    def spans(self, count: int) -> list[Any]:
        """The spans, when there are so many."""
        with self.heard:
            assert self.heard.wait_for(lambda: len(self._spans()) >= count, SECONDS), self._spans()
            return self._spans()

    def _spans(self) -> list[Any]:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        requests = [ExportTraceServiceRequest.FromString(body) for body in self.raw]
        return [
            span
            for one in requests
            for part in one.resource_spans
            for scope in part.scope_spans
            for span in scope.spans
        ]

    def resource(self) -> dict[str, str]:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        found = ExportTraceServiceRequest.FromString(self.raw[0]).resource_spans[0].resource
        return {pair.key: pair.value.string_value for pair in found.attributes}


def attributes(span: Any) -> dict[str, Any]:
    """The attributes of a span as plain values."""

    def plain(value: Any) -> Any:
        kind = value.WhichOneof("value")
        return [plain(one) for one in value.array_value.values] if kind == "array_value" else getattr(value, kind)

    return {pair.key: plain(pair.value) for pair in span.attributes}


def tree(spans: list[Any]) -> dict[str, Any]:
    """Names of spans, each with those inside it, in order of time."""
    known = {span.span_id for span in spans}

    def inside(parent: bytes | None) -> list[Any]:
        found = [s for s in spans if (s.parent_span_id == parent if parent else s.parent_span_id not in known)]
        return sorted(found, key=lambda span: (span.start_time_unix_nano, span.end_time_unix_nano))

    def grown(parent: bytes | None) -> dict[str, Any]:
        return {span.name: grown(span.span_id) for span in inside(parent)}

    return grown(None)


def said(value: str) -> list[Any]:
    """Messages as pairs of role and text."""
    return [(one["role"], one["parts"][0]["content"]) for one in json.loads(value)]
