"""Spoken sentences from sound to tool: said by Kokoro, heard by whisper-base, asked of the house.

    python benchmarks/spoken_orders.py [--fresh] [--sentences 72] [--voice jf_alpha] [--speed 1] [--noise white:10]
        [--keep transcripts.json] [--json] [--show]

Every sentence has a gold tool and gold dishes (in an order also how many). Four columns: with and without the menu's
words as hotwords, with and without repair, which is here all that follows recognition: the choice among its readings
and the repair of names. ``written`` is the same sentence typed, the most that hearing could reach. ``tool``: a question
called exactly its tool, an order nothing but look-ups of menu and stock. ``dish``: exactly the gold dishes were shown
or lie in the cart. ``all``: tool, dishes and numbers are right. Corrections follow a written order in the same session.
``--noise`` adds white noise or babble (six other sentences at once) at so many dB below the speech. Sounds are kept
below the temporary directory; ``--keep`` keeps the transcripts too, to try what follows recognition. Times in seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from spoken_sentences import Case, Counts, cases, fresh_menu

from pilothouse.assistants.menu import hearing
from pilothouse.assistants.menu.command import import_menu
from pilothouse.assistants.menu.repair import Repaired
from pilothouse.contracts.reply import Reply
from pilothouse.house import Pilothouse
from pilothouse.retrieval.tokenizer import normalise
from pilothouse.speech import Audio, KokoroSynthesiser, WhisperRecogniser, for_ear, read, write
from pilothouse.speech.recognition import Reading, Transcript

Mark = tuple[bool, bool, bool]
COLUMNS = ("tool", "dish", "all")
SOUNDS = Path(tempfile.gettempdir()) / "pilothouse-spoken-orders"


def without_repair(text: str, lexicon: object) -> Repaired:
    """In the place of ``repair``: what was heard is what was meant."""
    return Repaired(normalise(text), text, normalise(text))


def judge(case: Case, reply: Reply) -> Mark:
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


def ask(house: Pilothouse, case: Case, text: str, session: str) -> tuple[Mark, float, Reply | None]:
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
    path = SOUNDS / f"{name}.wav"
    if not path.is_file():
        path.parent.mkdir(exist_ok=True)
        write(path, await voice.speak(for_ear(text)))
    return read(path)


def noisy(sound: Audio, noise: str, others: Sequence[Audio], seed: int) -> Audio:
    """``sound`` with ``white:10`` or ``babble:5``: noise so many dB below it."""
    kind, _, distance = noise.partition(":")
    random = np.random.default_rng(seed)
    size = len(sound.samples)
    if kind == "white":
        added = random.standard_normal(size)
    else:
        talkers = [others[place].samples for place in random.choice(len(others), 6, replace=False)]
        added = sum(np.roll(np.resize(talker, size), random.integers(size)) for talker in talkers)
    gain = np.sqrt(np.mean(sound.samples**2) / np.mean(added**2) / 10 ** (float(distance) / 10))
    mixed = sound.samples + gain * added
    return Audio((mixed * 0.9 / max(0.9, np.abs(mixed).max())).astype(np.float32), sound.rate)


def spread(values: Sequence[float]) -> dict[str, float]:
    return {f"p{n}": round(float(np.percentile(values, n)), 3) for n in (50, 90)} if values else {}


class Ears:
    """Recognition whose transcripts may be kept from one run to the next."""

    def __init__(self, threads: int, kept: Path | None) -> None:
        self.loop, self.recogniser, self.file = asyncio.new_event_loop(), WhisperRecogniser(threads=threads), kept
        self.known: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept and kept.is_file() else {}

    def hear(self, sound: Audio, words: Sequence[str]) -> Transcript:
        key = hashlib.sha256(sound.samples.tobytes() + "\n".join(words).encode()).hexdigest()[:20]
        if key not in self.known:
            self.known[key] = asdict(self.loop.run_until_complete(self.recogniser.transcribe(sound, hotwords=words)))
        entry = self.known[key]
        return Transcript(**{**entry, "readings": tuple(Reading(*reading) for reading in entry["readings"])})

    def close(self) -> None:
        if self.file is not None:
            self.file.write_text(json.dumps(self.known, ensure_ascii=False), "utf-8")
        self.loop.run_until_complete(self.recogniser.close())
        self.loop.close()


def columns(house: Pilothouse, case: Case, sound: Audio, ears: Ears, session: str) -> dict[str, tuple[str, bool]]:
    """For every column the text to ask, and whether names are repaired in it."""
    for earlier in case.before:
        house.ask("menu", earlier, session=session)
    words = [word for word in house.run(house.ahotwords("menu", session=session)) if not word.isascii()]
    found = {"written": (case.text, True)}
    for name, given in (("hotwords", words), ("none", [])):
        heard = ears.hear(sound, given)
        chosen = house.run(house.achoose("menu", heard.readings, session=session)) if heard.readings else ""
        found[f"{name}+repair"], found[f"{name}, as heard"] = (chosen, True), (heard.text, False)
    return found


def measure(options: argparse.Namespace) -> dict[str, Any]:
    voice = KokoroSynthesiser(voice=options.voice, speed=options.speed, threads=options.threads)
    ears = Ears(options.threads, options.keep)
    chosen = cases(options.fresh)[: options.sentences]
    sounds = [ears.loop.run_until_complete(spoken(voice, case.text)) for case in chosen]
    if options.noise:
        sounds = [noisy(sound, options.noise, sounds, place) for place, sound in enumerate(sounds)]
    ears.loop.run_until_complete(ears.recogniser.warm())
    marks: dict[str, list[Mark]] = {}
    turns: list[float] = []
    rows: list[dict[str, Any]] = []
    repair = hearing.repair
    with tempfile.TemporaryDirectory() as folder, Pilothouse(Path(folder) / "home") as house:
        if options.fresh:
            file = Path(folder) / "menu.json"
            file.write_text(json.dumps(fresh_menu(), ensure_ascii=False), "utf-8")
            import_menu(house, file)
        house.ask("menu", "来个绿菜", session="warm")  # builds the index
        for place, (case, sound) in enumerate(zip(chosen, sounds, strict=True)):
            row: dict[str, Any] = {"kind": case.kind, "said": case.text}
            for name, (text, repaired) in columns(house, case, sound, ears, f"{place}-words").items():
                hearing.repair = repair if repaired else without_repair
                mark, took, reply = ask(house, case, text, f"{place}-{name}")
                hearing.repair = repair
                marks.setdefault(name, []).append(mark)
                row[name] = [text, *mark]
                if name == "hotwords+repair" and reply is not None:
                    turns.append(took)
            rows.append(row)
    took = [entry["took_s"] for entry in ears.known.values()]
    for room in (voice, ears):
        ears.loop.run_until_complete(room.close()) if room is voice else ears.close()
    rates = {name: [round(sum(col) / len(got), 3) for col in zip(*got, strict=True)] for name, got in marks.items()}
    return {
        "rates": {name: dict(zip(COLUMNS, got, strict=True)) for name, got in rates.items()},
        "sentences": len(chosen),
        "kinds": {kind: sum(case.kind == kind for case in chosen) for kind in ("question", "order", "correction")},
        "sound": f"{options.voice or 'first voice'}, speed {options.speed:g}, noise {options.noise or 'none'}",
        "load_average": round(os.getloadavg()[0], 2),
        "recognition_s": spread(took),
        "turn_s": spread(turns),
        "utterance_s": spread([sound.seconds for sound in sounds]),
        "rows": rows,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", action="store_true", help="sentences and a menu that nothing was tuned with")
    parser.add_argument("--sentences", type=int, default=None)
    parser.add_argument("--voice", default="")
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--noise", default="", help="white:DB or babble:DB")
    parser.add_argument("--keep", type=Path, default=None, help="file of transcripts to use again")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print every sentence that went wrong")
    options = parser.parse_args()
    result = measure(options)
    if options.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    rows = result.pop("rows")
    for name, value in result.pop("rates").items():
        print(f"{name:24} " + "  ".join(f"{what} {rate:.3f}" for what, rate in value.items()))
    for name, value in result.items():
        print(f"{name:24} {value}")
    for row in rows if options.show else ():
        wrong = {name: got for name, got in row.items() if isinstance(got, list) and not got[-1]}
        if wrong:
            print(row["said"], json.dumps(wrong, ensure_ascii=False))


if __name__ == "__main__":
    main()
