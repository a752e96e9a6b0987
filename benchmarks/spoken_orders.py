"""Spoken sentences from sound to tool: said by Kokoro, heard by whisper-base, asked of the house with its sample menu.

    nice python benchmarks/spoken_orders.py [--sentences 72] [--voice jf_alpha] [--replies 12] [--json] [--show]

Every sentence has a gold tool and gold dishes (in an order also how many). Four columns: with and without the menu's
words as hotwords, with and without repair; ``written`` is the same sentence typed, the most that hearing could reach.
``tool``: a question called exactly its tool, an order nothing but look-ups of menu and stock. ``dish``: exactly the
gold dishes were shown or lie in the cart. ``both``: tool, dishes and numbers are right. Corrections follow a written
order in the same session. Sounds are kept below the temporary directory. Stage times in seconds; the turn includes
repair.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pilothouse.assistants.menu import hearing
from pilothouse.assistants.menu.repair import Repaired
from pilothouse.contracts.reply import Reply
from pilothouse.house import Pilothouse
from pilothouse.retrieval.tokenizer import normalise
from pilothouse.speech import (
    Audio,
    KokoroSynthesiser,
    WhisperRecogniser,
    for_ear,
    read,
    sentence_stream,
    write,
)

SEARCH, STOCK, FAQ, STORES = ("menu_search",), ("stock_lookup",), ("faq_search",), ("store_search",)
LOOKUPS = (*SEARCH, *STOCK)
QUESTIONS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("麻辣香锅多少钱", SEARCH, "麻辣香锅"),
    ("毛血旺里面有什么", SEARCH, "毛血旺"),
    ("水煮鱼辣不辣", SEARCH, "水煮鱼"),
    ("有没有夫妻肺片", SEARCH, "夫妻肺片"),
    ("宫保鸡丁一份多少钱", SEARCH, "宫保鸡丁"),
    ("鱼香肉丝里有什么", SEARCH, "鱼香肉丝"),
    ("口水鸡多少钱一份", SEARCH, "口水鸡"),
    ("请问蒜泥白肉多少钱", SEARCH, "蒜泥白肉"),
    ("酸辣土豆丝怎么卖", SEARCH, "酸辣土豆丝"),
    ("你们的粉蒸排骨多少钱", SEARCH, "粉蒸排骨"),
    ("红烧肉要等多久", SEARCH, "红烧肉"),
    ("干煸四季豆辣吗", SEARCH, "干煸四季豆"),
    ("红糖冰粉多少钱", SEARCH, "红糖冰粉"),
    ("钟水饺有几种口味", SEARCH, "钟水饺"),
    ("番茄鱼里面有什么", SEARCH, "番茄鱼"),
    ("火爆腰花多少钱", SEARCH, "火爆腰花"),
    ("酸萝卜老鸭汤多少钱", SEARCH, "酸萝卜老鸭汤"),
    ("魔芋烧鸭辣不辣", SEARCH, "魔芋烧鸭"),
    ("回锅肉现在还有吗", STOCK, "回锅肉"),
    ("干锅牛蛙还有吗", STOCK, "干锅牛蛙"),
    ("酸汤肥牛卖完了吗", STOCK, "酸汤肥牛"),
    ("今天还有没有小酥肉", STOCK, "小酥肉"),
    ("红油抄手还有吗", STOCK, "红油抄手"),
    ("川北凉粉还有没有", STOCK, "川北凉粉"),
    ("你们几点关门", FAQ, ""),
    ("可以停车吗", FAQ, ""),
    ("附近有哪些川菜馆", STORES, ""),
    ("能开发票吗", FAQ, ""),
)
ORDERS: tuple[tuple[str, dict[str, int]], ...] = (
    ("来一份麻辣香锅", {"麻辣香锅": 1}),
    ("我要一份水煮鱼", {"水煮鱼": 1}),
    ("来两份担担面", {"担担面": 2}),
    ("给我来一份宫保鸡丁，再来两碗米饭", {"宫保鸡丁": 1, "米饭": 2}),
    ("我想要一份麻婆豆腐", {"麻婆豆腐": 1}),
    ("来份酸菜鱼，少放点盐", {"酸菜鱼": 1}),
    ("点一份口水鸡和一份拍黄瓜", {"口水鸡": 1, "拍黄瓜": 1}),
    ("来一份鱼香茄子", {"鱼香茄子": 1}),
    ("要三碗米饭", {"米饭": 3}),
    ("来一份夫妻肺片，不要香菜", {"夫妻肺片": 1}),
    ("帮我点一份红烧肉", {"红烧肉": 1}),
    ("来个番茄炒蛋", {"番茄炒蛋": 1}),
    ("我要一份干锅肥肠，微辣", {"干锅肥肠": 1}),
    ("来一份蒜蓉西兰花", {"蒜蓉西兰花": 1}),
    ("再来一份虎皮青椒", {"虎皮青椒": 1}),
    ("来两杯酸梅汤", {"酸梅汤": 2}),
    ("我要一份水煮牛肉和两碗米饭", {"水煮牛肉": 1, "米饭": 2}),
    ("来一份辣子鸡丁，中辣", {"辣子鸡丁": 1}),
    ("老板，来一份青椒肉丝", {"青椒肉丝": 1}),
    ("麻烦来一份凉拌木耳", {"凉拌木耳": 1}),
    ("来一份皮蛋豆腐", {"皮蛋豆腐": 1}),
    ("我要一份蛋炒饭和一份紫菜蛋花汤", {"蛋炒饭": 1, "紫菜蛋花汤": 1}),
    ("来一份小炒黄牛肉", {"小炒黄牛肉": 1}),
    ("来两份红糖糍粑", {"红糖糍粑": 2}),
)
CORRECTIONS: tuple[tuple[tuple[str, ...], str, dict[str, int]], ...] = (
    ((), "来份水煮鱼，哦不，酸菜鱼", {"酸菜鱼": 1}),
    ((), "来一份鱼香肉丝，不对，来一份宫保鸡丁", {"宫保鸡丁": 1}),
    ((), "我要毛血旺，算了，还是要水煮肉片吧", {"水煮肉片": 1}),
    (("来一份麻辣香锅，再来两碗米饭",), "米饭不要了", {"麻辣香锅": 1}),
    (("来一份麻辣香锅，再来两碗米饭",), "香锅换成中辣", {"麻辣香锅": 1, "米饭": 2}),
    (("来一份麻辣香锅，再来两碗米饭",), "米饭改成三碗", {"麻辣香锅": 1, "米饭": 3}),
    (("来一份水煮鱼，一份口水鸡",), "口水鸡不要了", {"水煮鱼": 1}),
    (("来一份水煮鱼，一份口水鸡",), "把水煮鱼换成酸菜鱼", {"酸菜鱼": 1, "口水鸡": 1}),
    (("来一份水煮鱼，一份口水鸡",), "水煮鱼要两份", {"水煮鱼": 2, "口水鸡": 1}),
    (("来一份宫保鸡丁，一份麻婆豆腐",), "麻婆豆腐去掉", {"宫保鸡丁": 1}),
    (("来一份宫保鸡丁，一份麻婆豆腐",), "宫保鸡丁不要花生", {"宫保鸡丁": 1, "麻婆豆腐": 1}),
    (("来一份宫保鸡丁，一份麻婆豆腐",), "再加一份蒜泥白肉", {"宫保鸡丁": 1, "麻婆豆腐": 1, "蒜泥白肉": 1}),
    (("来一份干锅土豆片，两碗米饭",), "土豆片要微辣", {"干锅土豆片": 1, "米饭": 2}),
    (("来一份干锅土豆片，两碗米饭",), "再来一份酸辣汤", {"干锅土豆片": 1, "米饭": 2, "酸辣汤": 1}),
    (("来一份红烧肉，一份清炒时蔬",), "红烧肉换成回锅肉", {"回锅肉": 1, "清炒时蔬": 1}),
    (("来一份红烧肉，一份清炒时蔬",), "清炒时蔬不要了，换成炝炒莲白", {"红烧肉": 1, "炝炒莲白": 1}),
    (("来一份红烧肉，一份清炒时蔬",), "一共多少钱", {"红烧肉": 1, "清炒时蔬": 1}),
    (("来一份回锅肉", "来一份拍黄瓜"), "刚才那个删掉", {"回锅肉": 1}),
    (("来一份回锅肉", "来一份拍黄瓜"), "回锅肉再来一份", {"回锅肉": 2, "拍黄瓜": 1}),
    (("来一份青椒肉丝",), "再要一份番茄蛋花汤，不要葱", {"青椒肉丝": 1, "番茄蛋花汤": 1}),
)
Counts = dict[str, int]


@dataclass(frozen=True)
class Case:
    """``before`` was said, in writing, earlier in the session. ``tools``: those a question needs, an order may use.
    ``dishes`` with how many, or 0 in a question."""

    kind: str
    text: str
    tools: tuple[str, ...]
    dishes: Counts
    before: tuple[str, ...] = ()


def cases() -> list[Case]:
    """Taken in turns from the kinds, so that every part of the list holds all of them."""
    kinds = (
        [Case("question", text, tools, {dish: 0} if dish else {}) for text, tools, dish in QUESTIONS],
        [Case("order", text, LOOKUPS, dishes) for text, dishes in ORDERS],
        [Case("correction", text, LOOKUPS, dishes, before) for before, text, dishes in CORRECTIONS],
    )
    return [kind[place] for place in range(max(map(len, kinds))) for kind in kinds if place < len(kind)]


def without_repair(text: str, lexicon: object) -> Repaired:
    """In the place of ``repair``: what was heard is what was meant."""
    return Repaired(normalise(text), text, normalise(text))


def judge(case: Case, reply: Reply) -> tuple[bool, bool, bool]:
    called = {call.name for call in reply.tool_calls}
    lines: Counts = {}
    for line in reply.data["cart"]["lines"]:
        lines[line["dish"]] = lines.get(line["dish"], 0) + line["quantity"]
    if case.kind == "question":
        shown = [dish["name"] for dish in reply.data["dishes"]]
        tools, dish = called == set(case.tools), set(shown) == set(case.dishes) and not lines
        return tools, dish, tools and dish
    tools, dish = called <= set(case.tools), set(lines) == set(case.dishes)
    return tools, dish, tools and lines == case.dishes


def ask(house: Pilothouse, case: Case, text: str, session: str) -> tuple[tuple[bool, bool, bool], float, Reply | None]:
    for earlier in case.before:
        house.ask("menu", earlier, session=session)
    if not re.search(r"\w", text):
        return (False, False, False), 0.0, None
    started = time.perf_counter()
    reply = house.ask("menu", text, session=session)
    return judge(case, reply), time.perf_counter() - started, reply


async def spoken(voice: KokoroSynthesiser, text: str) -> Audio:
    """The sentence as sound, made once."""
    name = hashlib.sha256(f"{voice.voice}\n{voice.speed}\n{text}".encode()).hexdigest()[:20]
    path = Path(tempfile.gettempdir()) / "pilothouse-spoken-orders" / f"{name}.wav"
    if not path.is_file():
        path.parent.mkdir(exist_ok=True)
        sound = await voice.speak(for_ear(text))
        unfinished = path.with_suffix(f".{os.getpid()}")
        write(unfinished, sound)
        unfinished.replace(path)
    return read(path)


def spread(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    return {"p50": round(float(np.percentile(values, 50)), 3), "p95": round(float(np.percentile(values, 95)), 3)}


def measure(count: int, voice_name: str, replies: int, threads: int) -> dict[str, Any]:
    loop = asyncio.new_event_loop()
    voice, ear = KokoroSynthesiser(voice=voice_name, threads=threads), WhisperRecogniser(threads=threads)
    chosen = cases()[:count]
    sounds = [loop.run_until_complete(spoken(voice, case.text)) for case in chosen]
    loop.run_until_complete(ear.warm())
    marks: dict[str, list[tuple[bool, bool, bool]]] = {}
    recognition: dict[str, list[float]] = {"hotwords": [], "none": []}
    turns: list[float] = []
    answers: list[str] = []
    rows: list[dict[str, Any]] = []
    repair = hearing.repair
    with tempfile.TemporaryDirectory() as folder, Pilothouse(Path(folder)) as house:
        house.ask("menu", "来个绿菜", session="warm")  # builds the index
        for place, (case, sound) in enumerate(zip(chosen, sounds, strict=True)):
            row: dict[str, Any] = {"kind": case.kind, "said": case.text}
            for earlier in case.before:
                house.ask("menu", earlier, session=f"{place}-words")
            words = house.run(house.ahotwords("menu", session=f"{place}-words"))
            words = [word for word in words if not word.isascii()]
            heard = {}
            for name, given in (("hotwords", words), ("none", [])):
                transcript = loop.run_until_complete(ear.transcribe(sound, hotwords=given))
                recognition[name].append(transcript.took_s)
                heard[name] = transcript.text
            columns = [("written", case.text, True)]
            columns += [(f"{name}+repair", heard[name], True) for name in heard]
            columns += [(f"{name}, as heard", heard[name], False) for name in heard]
            for name, text, repaired in columns:
                hearing.repair = repair if repaired else without_repair  # type: ignore[assignment]
                mark, took, reply = ask(house, case, text, f"{place}-{name}")
                marks.setdefault(name, []).append(mark)
                row[name] = [text, *mark]
                if name == "hotwords+repair" and reply is not None:
                    turns.append(took)
                    answers.append(reply.reply)
            hearing.repair = repair
            rows.append(row)
    firsts: list[float] = []
    if replies:
        loop.run_until_complete(voice.warm())
        firsts = [loop.run_until_complete(first_sentence(voice, text)) for text in answers[:replies]]
    for room in (voice, ear):
        loop.run_until_complete(room.close())
    loop.close()
    return {
        "sentences": len(chosen),
        "kinds": {kind: sum(case.kind == kind for case in chosen) for kind in ("question", "order", "correction")},
        "voice": voice_name or "first",
        "load_average": round(os.getloadavg()[0], 2),
        "rates": {
            name: dict(
                zip(
                    ("tool", "dish", "both"),
                    (round(sum(col) / len(got), 3) for col in zip(*got, strict=True)),
                    strict=True,
                )
            )
            for name, got in marks.items()
        },
        "recognition_s": {name: spread(took) for name, took in recognition.items()},
        "turn_s": spread(turns),
        "first_sentence_s": spread(firsts),
        "utterance_s": spread([sound.seconds for sound in sounds]),
        "rows": rows,
    }


async def first_sentence(voice: KokoroSynthesiser, text: str) -> float:
    started = time.perf_counter()
    stream = sentence_stream(text, voice)
    await anext(stream)
    took = time.perf_counter() - started
    await stream.aclose()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=len(cases()))
    parser.add_argument("--voice", default="")
    parser.add_argument("--replies", type=int, default=12, help="replies whose first sentence is synthesised")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print every sentence that went wrong")
    arguments = parser.parse_args()
    result = measure(arguments.sentences, arguments.voice, arguments.replies, arguments.threads)
    if arguments.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    rows = result.pop("rows")
    for name, value in result.pop("rates").items():
        print(f"{name:24} " + "  ".join(f"{what} {rate:.3f}" for what, rate in value.items()))
    for name, value in result.items():
        print(f"{name:24} {value}")
    if arguments.show:
        for row in rows:
            wrong = {name: got for name, got in row.items() if isinstance(got, list) and not got[-1]}
            if wrong:
                print(row["said"], json.dumps(wrong, ensure_ascii=False))


if __name__ == "__main__":
    main()
