"""Stage times of speech on the real models: recognition, the turn, the first piece's synthesis, whole replies.

Spoken orders are made by Kokoro and recognised by whisper-base, with the dishes as hotwords and without, with the
encoder cut to the recording ("snug") and with Whisper's fixed 30 s. Times in seconds, p50 and p90; the real-time
factor is time per second of sound. Whole turns through a warmed house with its sample menu: from the end of speech to
the first sound, stage by stage, without the 0.5 s of silence that tell that somebody has ended.

    python benchmarks/speech.py [--sentences 12] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pilothouse.cli.voice import ready
from pilothouse.contracts.reply import Reply
from pilothouse.house import Pilothouse
from pilothouse.speech import (
    Audio,
    Endpointer,
    KokoroSynthesiser,
    Reading,
    WhisperRecogniser,
    exchange,
    for_ear,
    join,
    sentence_stream,
    silence,
)

DISHES = [
    "麻辣香锅",
    "回锅肉",
    "水煮鱼",
    "宫保鸡丁",
    "酸菜鱼",
    "鱼香肉丝",
    "麻婆豆腐",
    "毛血旺",
    "口水鸡",
    "担担面",
    "糖醋里脊",
    "蒜蓉西兰花",
]
HOSTILE = [  # for patterns that backtrack
    "*" * 20_000, "1" * 20_000, "[(" * 10_000, "1:" * 10_000, "|" * 20_000, "<a" * 10_000, "_a " * 7_000,
    "1-" * 10_000, "http://" * 3_000,
]  # fmt: skip
REPLIES = [
    "好的，{}一份，三十八元。大约二十分钟送到，还要别的吗？",
    "{}今天卖完了。您要不要试试回锅肉？三十二元，微辣。",
    "附近有三家店有{}。最近的一家距离一点五公里，评分四点八分。",
]  # fmt: skip


def spread(values: Sequence[float]) -> dict[str, float]:
    return {f"p{n}": round(float(np.percentile(values, n)), 3) for n in (50, 90)}


async def recognition(
    ear: WhisperRecogniser, sounds: list[Audio], dishes: list[str], words: list[str]
) -> dict[str, object]:
    took, factors, right = [], [], 0
    for sound, dish in zip(sounds, dishes, strict=True):
        heard = await ear.transcribe(sound, hotwords=words)
        took.append(heard.took_s)
        factors.append(heard.took_s / sound.seconds)
        right += dish in heard.text
    return {"seconds": spread(took), "real_time_factor": spread(factors), "dish_heard": f"{right}/{len(sounds)}"}


async def turns(ear: WhisperRecogniser, voice: KokoroSynthesiser, sounds: list[Audio]) -> dict[str, object]:
    """Spoken orders, each in a session of its own, as ``pilothouse say`` and ``chat --voice`` do them."""
    stages: dict[str, list[float]] = {name: [] for name in ("recognition", "turn", "first sentence", "first sound")}
    with tempfile.TemporaryDirectory() as folder:
        async with Pilothouse(Path(folder)) as house:
            await ready(house, "menu", "first", None)
            for place, sound in enumerate(sounds):
                session = f"turn-{place}"
                words = [word for word in await house.ahotwords("menu", session=session) if not word.isascii()]

                async def ask(text: str, session: str = session) -> Reply:
                    return await house.aask("menu", text, session=session)

                async def choose(readings: Sequence[Reading], session: str = session) -> str:
                    return await house.achoose("menu", readings, session=session)

                done = (await exchange(sound, ear, voice, ask, hotwords=words, choose=choose)).times
                if done.first_sentence is None or done.first_sound is None:
                    continue
                for name, took in zip(
                    stages, (done.recognition, done.turn, done.first_sentence, done.first_sound), strict=True
                ):
                    stages[name].append(took)
    spreads = {f"turn: {name}": spread(took) for name, took in stages.items() if took}
    return {"turn: the first of all": round(stages["turn"][0], 3), **spreads}


async def measure(count: int) -> dict[str, object]:
    result: dict[str, object] = {"load_average": round(os.getloadavg()[0], 2), "cores": os.cpu_count()}
    started = time.perf_counter()
    for text in HOSTILE:
        for_ear("菜" + text)
    result["hostile texts for the ear"] = round(time.perf_counter() - started, 2)
    voice, ear, wide = KokoroSynthesiser(), WhisperRecogniser(), WhisperRecogniser(snug=False)
    for name, warm in (("kokoro", voice.warm), ("whisper", ear.warm), ("whisper again", wide.warm)):
        started = time.perf_counter()
        await warm()
        result[f"load {name}"] = round(time.perf_counter() - started, 2)
    dishes = [DISHES[place % len(DISHES)] for place in range(count)]
    sounds, factors = [], []
    for dish in dishes:
        started = time.perf_counter()
        sounds.append(await voice.speak(f"来一份{dish}，少放点辣。"))
        factors.append((time.perf_counter() - started) / sounds[-1].seconds)
    result["synthesis real-time factor"] = spread(factors)
    result["utterance seconds"] = spread([sound.seconds for sound in sounds])

    ends = []
    for sound in sounds:
        scene = join([silence(0.5), sound.at(16_000), silence(1)])
        detector, started = Endpointer(), time.perf_counter()
        detector.feed(scene.samples)
        ends.append((time.perf_counter() - started) / scene.seconds)
    result["activity real-time factor"] = spread(ends)

    result["recognition, snug, hotwords"] = await recognition(ear, sounds, dishes, DISHES)
    result["recognition, snug, none"] = await recognition(ear, sounds, dishes, [])
    result["recognition, 30 s, hotwords"] = await recognition(wide, sounds, dishes, DISHES)

    firsts, gaps = [], []
    for place, dish in enumerate(dishes):
        started, playing_until = time.perf_counter(), 0.0
        waited = 0.0
        async for sentence in sentence_stream(REPLIES[place % len(REPLIES)].format(dish), voice):
            now = time.perf_counter()
            if not playing_until:
                firsts.append(now - started)
            else:
                waited += max(0.0, now - playing_until)
            playing_until = max(now, playing_until) + sentence.audio.seconds
        gaps.append(waited)
    result["first sound of a reply"] = spread(firsts)
    result["silent gaps within a reply"] = spread(gaps)
    result |= await turns(ear, voice, sounds)
    for room in (voice, ear, wide):
        await room.close()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=12)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = asyncio.run(measure(arguments.sentences))
    if arguments.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    for name, value in result.items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
