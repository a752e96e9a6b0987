"""What a shopping turn takes beside its slowest sub-query: ``shopping_wall.py [--every N] [--searxng]``.

A server of this script's own speaks Tavily's interface (or SearXNG's) and answers the sub-queries of a question after
400, 800 and 1,200 ms, with pages of the sample, each prolonged to ``--length`` characters by what others of its kind
say, in words that no other page has. The assistant asks it over HTTP with the real client, and keeps the searches.

``beside``: wall time of the turn less that of its slowest sub-query, as the asker waited for it. ``work``: processor
time of the two parts of the turn in which no sub-query runs, which is what ``beside`` is on a machine that does nothing
else; ``all work`` that of the whole turn. ``--again`` asks each need once more in another session. Turns of which the
cache answers a sub-query are left out, the second time those of which it doesn't.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

from shopping_needs import SAMPLE, cases  # noqa: E402

from pilothouse import Pilothouse  # noqa: E402
from pilothouse.assistants.shopping.need import read_need  # noqa: E402
from pilothouse.assistants.shopping.planning import plan  # noqa: E402
from pilothouse.sentences import split  # noqa: E402
from pilothouse.settings import Settings  # noqa: E402
from pilothouse.websearch.errors import SearchFailed  # noqa: E402
from pilothouse.websearch.provider import SearchOptions, WebPage  # noqa: E402
from pilothouse.websearch.settings import SearchSettings  # noqa: E402

TODAY = date(2026, 11, 30)
DELAYS = (0.4, 0.8, 1.2)  # seconds
RESULTS = 3


def found(texts: Sequence[str], home: str, length: int) -> dict[str, list[dict[str, Any]]]:
    """For each sub-query that will be asked the rows that the server gives."""
    answers: dict[str, list[dict[str, Any]]] = {}
    voices = (
        "".join(words)
        for words in itertools.cycle(itertools.product("我他她", "家", "大小老二三", "妈爸哥姐弟妹", "说讲"))
    )
    with Pilothouse(home, clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC)) as house:
        provider = house.room("shopping").services.provider
        for text in texts:
            need = read_need(text, None, TODAY)
            for query in plan(need, TODAY).sub_queries:
                pages: Sequence[WebPage] = ()
                with suppress(SearchFailed):
                    pages = house.run(provider.search(query, SearchOptions(max_results=10))).pages
                answers[query] = [
                    _row(page, pages[at + 1 :], length, next(voices)) for at, page in enumerate(pages[:RESULTS])
                ]
    return answers


def _row(page: WebPage, others: Sequence[WebPage], length: int, voice: str) -> dict[str, Any]:
    """``voice`` begins each sentence of the others, so that it has been neither read nor encoded before."""
    text = page.text
    for other in others:
        lines = ("".join(f"{voice}{sentence}" for sentence in split(line)) for line in other.text.splitlines() if line)
        text += f"\n\n{other.title}\n" + "\n".join(lines)
    return {
        "url": page.url,
        "title": page.title,
        "content": page.text[:400],
        "raw_content": text[:length],
        "score": page.score,
        "published_date": page.date.isoformat() if page.date else None,
    }


def serve(answers: dict[str, list[dict[str, Any]]], pipe: Connection) -> None:
    """Runs in a process of its own, so that its work isn't counted as the assistant's."""
    lock, asked = threading.Lock(), [0]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            url = urlsplit(self.path)
            if url.path == "/next":
                asked[0] = 0
                self._say({})
                return
            rows = self._slow(parse_qs(url.query)["q"][0])
            renamed = [{**r, "content": r["raw_content"], "publishedDate": r["published_date"]} for r in rows]
            self._say({"results": renamed})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            if self.path == "/extract":
                self._say({"results": []})
                return
            self._say({"results": self._slow(body["query"]), "usage": {"credits": 1}})

        def _slow(self, query: str) -> list[dict[str, Any]]:
            with lock:
                delay = DELAYS[asked[0] % len(DELAYS)]
                asked[0] += 1
            time.sleep(delay)
            return answers.get(query, [])

        def _say(self, said: dict[str, Any]) -> None:
            data = json.dumps(said).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    pipe.send(server.server_port)
    server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only each N-th need")
    parser.add_argument("--length", type=int, default=2500, help="characters of a page")
    parser.add_argument("--searxng", action="store_true", help="SearXNG's interface instead of Tavily's")
    parser.add_argument("--again", action="store_true", help="the same needs once more, other users asking")
    parser.add_argument("--show", action="store_true", help="print every turn")
    options = parser.parse_args()
    texts = [case.text for case in cases(sorted(SAMPLE.glob("needs-*.jsonl")))][:: options.every]
    with tempfile.TemporaryDirectory() as folder:
        answers = found(texts, f"{folder}/corpus", options.length)
        sizes = [len(row["raw_content"]) for rows in answers.values() for row in rows]
        print(f"{len(texts)} needs, {len(sizes)} pages, {sum(sizes) // max(1, len(sizes))} characters on average")
        ours, theirs = multiprocessing.Pipe()
        server = multiprocessing.get_context("fork").Process(target=serve, args=(answers, theirs), daemon=True)
        server.start()
        try:
            measure(texts, f"{folder}/home", ours.recv(), options)
        finally:
            server.terminate()


def measure(texts: Sequence[str], home: str, port: int, options: argparse.Namespace) -> None:
    engine = "searxng" if options.searxng else "tavily"
    address = f"http://127.0.0.1:{port}"
    settings = Settings(
        home=Path(home),
        search=SearchSettings(provider=engine, base_url=address, api_key="k"),  # type: ignore[arg-type]
    )
    turns: list[tuple[float, ...]] = []
    with Pilothouse(settings=settings, clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC)) as house:
        house.ask("shopping", "热身用的保温杯", session="warm")
        marks = timed(house)
        for again in range(2 if options.again else 1):
            turns.clear()
            for n, text in enumerate(texts):
                asyncio.run(_next(port))
                marks.clear()
                cpu, begun = time.process_time(), time.perf_counter()
                reply = house.ask("shopping", text, session=f"s{n}.{again}")
                wall = (time.perf_counter() - begun) * 1000
                work = (time.process_time() - max(marks) + min(marks) - cpu) * 1000 if marks else 0.0
                whole = (time.process_time() - cpu) * 1000
                searches = [s for s in reply.data["searches"] if s["query"]]
                slowest = max((search["elapsed_ms"] for search in searches), default=0.0)
                cached = any(search["cached"] for search in searches)
                if slowest and cached == bool(again):
                    turns.append((wall - slowest, work, whole, wall, slowest))
                    if options.show:
                        pages = sum(search["pages"] for search in searches)
                        print(f"{wall - slowest:7.1f} {work:7.1f} {slowest:8.1f} {pages} {text}")
            report(turns, "second time" if again else f"{engine}, pages new to the process")


def timed(house: Pilothouse) -> list[float]:
    """Where the processor time of the process is written down when a sub-query begins or ends."""
    provider = house.room("shopping").services.provider
    search, marks = provider.search, []

    async def noted(*given: Any) -> Any:
        marks.append(time.process_time())
        try:
            return await search(*given)
        finally:
            marks.append(time.process_time())

    provider.search = noted
    return marks


async def _next(port: int) -> None:
    """The next question's sub-queries wait from the shortest on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /next HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n")
    await reader.read()
    writer.close()


def report(turns: Sequence[tuple[float, ...]], title: str) -> None:
    print(f"{title}: {len(turns)} turns; ms")
    for place, name in enumerate(("beside", "work", "all work", "wall", "slowest")):
        values = sorted(turn[place] for turn in turns)
        p50, p95 = values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.95))]
        print(f"  {name:8} p50 {p50:7.1f}  p95 {p95:7.1f}  most {values[-1]:7.1f}")


if __name__ == "__main__":
    main()
