"""Text to the phonemes and tokens that Kokoro was trained on."""

from __future__ import annotations

import json
import logging
import re
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from pilothouse.speech.shelf import not_installed

# From Kokoro-82M's config.json (Apache-2.0): the token of each run's first symbol, and the run.
_RUNS = {
    1: ";:,.!?", 9: "—…\"()“” \u0303ʣʥʦʨᵝꭧAI", 31: "O", 33: "Q", 35: "ST", 39: "W", 41: "Yᵊabcdef",
    50: "hijklmnopqrstuvwxyzɑɐɒæ", 75: "βɔɕç", 80: "ɖðʤə", 85: "ɚɛɜ", 90: "ɟ", 92: "ɡ", 99: "ɥ", 101: "ɨɪʝ",
    110: "ɯɰŋɳɲɴø", 118: "ɸθœ", 123: "ɹ", 125: "ɾɻ", 128: "ʁɽʂʃʈʧ", 135: "ʊʋ", 138: "ʌɣɤ", 142: "χʎ", 147: "ʒʔ",
    156: "ˈˌː", 162: "ʰ", 164: "ʲ", 169: "↓", 171: "→↗↘", 177: "ᵻ",
}  # fmt: skip
VOCABULARY = {symbol: first + place for first, run in _RUNS.items() for place, symbol in enumerate(run)}

_LATIN = re.compile(r"[A-Za-z][A-Za-z'’]*")
_MIXED = re.compile(r"([A-Za-z][A-Za-z'’]*(?:[ \-][A-Za-z][A-Za-z'’]*)*)")


def phonemes(text: str) -> str:
    """Mandarin through misaki, Latin words through misaki's English lexicon.

    Raises:
        ProviderUnavailable: misaki is not installed.
    """
    chinese = _mandarin()
    parts = []
    for place, part in enumerate(_MIXED.split(text)):
        if place % 2:
            parts.append(" " + " ".join(_english(word) for word in _LATIN.findall(part)) + " ")
        elif part.strip():
            parts.append(chinese(part)[0])
    return re.sub(r" {2,}", " ", "".join(parts)).strip()


def tokens(text: str) -> list[int]:
    """The tokens of ``text``; what Kokoro has no symbol for is left out."""
    return [VOCABULARY[symbol] for symbol in phonemes(text) if symbol in VOCABULARY]


@cache
def _mandarin() -> Any:
    logging.getLogger("jieba").setLevel(logging.WARNING)
    try:
        jieba, zh = import_module("jieba"), import_module("misaki.zh")
    except ImportError as error:
        raise not_installed("misaki[zh]") from error
    jieba.setLogLevel(logging.WARNING)
    return zh.ZHG2P()


@cache
def _lexicon() -> dict[str, Any]:
    entries: dict[str, Any] = json.loads(files("misaki.data").joinpath("us_gold.json").read_text("utf-8"))
    return entries


@cache
def _english(word: str) -> str:
    """A word from the lexicon, or its letters one by one."""
    word = word.replace("’", "'")
    for form in (word, word.lower(), word.capitalize()):
        if form.isupper() and len(form) > 1:
            continue  # IT is an abbreviation, it is not
        if found := _lexicon().get(form):
            return str(found if isinstance(found, str) else found.get("DEFAULT") or next(iter(found.values())))
    letters = [_lexicon().get(letter.upper(), "") for letter in word if letter.isalpha()]
    return " ".join(str(sound if isinstance(sound, str) else sound.get("DEFAULT", "")) for sound in letters)
