"""What control costs: a whole turn against a bare LangGraph graph of the same nodes with the same checkpointer.

The bare graph has the menu's nodes and edges and writes the same values (recorded from a real turn), but nothing
else: no contracts, tool room, gateway, trace, locks or retention. Retrieval is left out of both sides: the
question is answered by name. Prints p50 and p95 in milliseconds and the ratio; the two sides take turns.

    python benchmarks/control_overhead.py [--turns 150] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

QUESTION = "麻辣香锅多少钱"


async def bare_graph(path: Path, recorded: list[tuple[str, dict[str, Any]]]) -> Any:
    """The same nodes and edges; each node returns what the real one returned."""
    import aiosqlite
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
    from langgraph.graph import END, START, StateGraph

    from pilothouse.assistants.menu.graph import FLOW

    connection = await aiosqlite.connect(path)
    await connection.execute("PRAGMA journal_mode=WAL")
    await connection.execute("PRAGMA synchronous=NORMAL")
    saver = AsyncSqliteSaver(connection)
    await saver.setup()
    left: dict[str, list[dict[str, Any]]] = {}
    graph: Any = StateGraph(FLOW.state)

    def node(name: str) -> Any:
        async def run(state: Any) -> dict[str, Any]:
            return left[name].pop(0)

        return run

    for name in FLOW.nodes:
        graph.add_node(name, node(name))
    graph.add_edge(START, FLOW.start)
    for source, edge in FLOW.edges.items():
        if isinstance(edge, str):
            graph.add_edge(source, END if edge == "end" else edge)
        else:
            graph.add_conditional_edges(source, edge[0], {target: target for target in edge[1]})
    compiled = graph.compile(checkpointer=saver)
    config = {"configurable": {"thread_id": "bare"}, "recursion_limit": 40}

    async def turn() -> None:
        left.clear()
        for name, wrote in recorded:
            left.setdefault(name, []).append(wrote)
        stored = (await compiled.aget_state(config)).values
        state = {**FLOW.defaults("session", "user"), **stored, **FLOW.defaults("turn"), "text": QUESTION}
        await compiled.ainvoke(state, config, durability="exit")

    return turn, connection


async def measure(turns: int) -> dict[str, Any]:
    """Milliseconds of both sides, and the time the real side spent understanding and searching."""
    from pilothouse.assistants.menu import graph as menu_graph
    from pilothouse.house import Pilothouse

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with Pilothouse(home) as house:
            recorded: list[tuple[str, dict[str, Any]]] = []
            room = house.room("menu")
            original = dict(menu_graph.FLOW.nodes)
            spent: list[float] = []

            def spy(name: str, inner: Any) -> Any:
                async def run(state: Any, turn: Any) -> Any:
                    wrote = await inner(state, turn)
                    recorded.append((name, dict(wrote)))
                    return wrote

                return run

            for name, inner in original.items():
                room.assistant.flow.nodes[name] = spy(name, inner)  # type: ignore[index]
            await house.aask("menu", QUESTION, session="record")
            for name, inner in original.items():
                room.assistant.flow.nodes[name] = inner  # type: ignore[index]
            await room.conductor.close()  # compile again without the spies
            bare, connection = await bare_graph(home / "bare.db", recorded)
            ours: list[float] = []
            theirs: list[float] = []
            for n in range(turns + 20):
                started = time.perf_counter()
                await house.aask("menu", QUESTION, session="bench")
                middle = time.perf_counter()
                await bare()
                ended = time.perf_counter()
                if n >= 20:
                    ours.append((middle - started) * 1000)
                    theirs.append((ended - middle) * 1000)
                    spent.append(_work(house))
            await connection.close()
    return {"ours": ours, "bare": theirs, "work": spent}


def _work(house: Any) -> float:
    """Milliseconds of the last turn that are not control: the tool's search, and reading the sentence, by which the
    embedded backend does a model's part."""
    last = house.recorder.list(user=None, limit=1)[0]
    events = house.recorder.get(last.trace_id, user=None).events
    tools = sum(event.fields.get("ms", 0.0) for event in events if event.kind == "tool")
    reading = sum(
        event.fields["took_ms"] for event in events if event.kind == "node" and event.fields["name"] == "understand"
    )
    return float(tools + reading)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(measure(options.turns))
    control = [whole - work for whole, work in zip(result["ours"], result["work"], strict=True)]
    rows = {
        "bare LangGraph graph": result["bare"],
        "whole turn": result["ours"],
        "control: whole turn without search and reading": control,
    }
    table = {
        name: {"p50": statistics.median(values), "p95": statistics.quantiles(values, n=20)[-1]}
        for name, values in rows.items()
    }
    ratio = table["control: whole turn without search and reading"]["p50"] / table["bare LangGraph graph"]["p50"]
    if options.json:
        print(json.dumps({**table, "ratio": ratio}, ensure_ascii=False))
        return
    for name, values in table.items():
        print(f"{name:48} p50 {values['p50']:7.2f} ms   p95 {values['p95']:7.2f} ms")
    print(f"control / bare (p50): {ratio:.2f}   (wanted: at most 1.5)")


if __name__ == "__main__":
    main()
