"""The words of this menu: names, aliases, categories, ingredients, stores, all taken from the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from pilothouse.assistants.menu import ontology
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.names import Names
from pilothouse.assistants.menu.residue import content
from pilothouse.assistants.menu.store import Store
from pilothouse.retrieval.tokenizer import normalise

MentionKind = Literal["exact", "alias", "similar", "variant"]
_LONGEST = 60
_CATEGORY_PARTS = re.compile(r"[·・/、,，|>\-\s]+")
_CJK = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Mention:
    """A dish that the text names. ``surface`` is what was said; ``dishes`` are the ids it may stand for.

    ``variant``: the text names a dish that the menu does not have (回锅肉盖饭 where only 回锅肉 is sold);
    ``dishes`` are then the nearest ones.
    """

    surface: str
    dishes: tuple[str, ...]
    kind: MentionKind
    start: int
    end: int


@dataclass
class Lexicon:
    """Look-up tables over one store's menu (or all menus), built once per menu version."""

    version: str = ""
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)  # normalised name → dish ids
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    display: dict[str, str] = field(default_factory=dict)  # dish id → name
    categories: dict[str, tuple[str, ...]] = field(default_factory=dict)  # part → whole categories that hold it
    ingredients: frozenset[str] = frozenset()
    tastes: frozenset[str] = frozenset()
    kinds: dict[str, str] = field(default_factory=dict)  # dish id → category
    stores: dict[str, str] = field(default_factory=dict)  # normalised name or alias → store id
    cuisines: frozenset[str] = frozenset()
    _longest: int = 0

    @classmethod
    def build(cls, dishes: Iterable[Dish], stores: Sequence[Store], *, version: str = "") -> Lexicon:
        names: dict[str, list[str]] = {}
        aliases: dict[str, list[str]] = {}
        display: dict[str, str] = {}
        parts: dict[str, set[str]] = {}
        ingredients: set[str] = set()
        tastes: set[str] = set()
        kept = list(dishes)
        for dish in kept:
            display[dish.id] = dish.name
            names.setdefault(normalise(dish.name), []).append(dish.id)
            for alias in (*dish.aliases, *dish.aliases_en, *([dish.name_en] if dish.name_en else [])):
                key = normalise(alias)
                if key and dish.id not in aliases.setdefault(key, []):
                    aliases[key].append(dish.id)
            for part in category_parts(dish.category):
                parts.setdefault(part, set()).add(dish.category)
            ingredients.update(normalise(item) for item in dish.ingredients)
            tastes.update(normalise(item) for item in dish.tastes)
        lexicon = cls(
            version=version,
            names={key: tuple(dict.fromkeys(ids)) for key, ids in names.items()},
            aliases={key: tuple(ids) for key, ids in aliases.items() if key not in names},
            display=display,
            categories={part: tuple(sorted(whole)) for part, whole in parts.items()},
            ingredients=frozenset(item for item in ingredients if item),
            tastes=frozenset(tastes),
            kinds={dish.id: dish.category for dish in kept},
            stores={normalise(word): store.id for store in stores for word in (store.name, *store.aliases)},
            cuisines=frozenset(normalise(cuisine) for store in stores for cuisine in store.cuisine),
        )
        lexicon._longest = min(_LONGEST, max((len(key) for key in (*lexicon.names, *lexicon.aliases)), default=0))
        return lexicon

    @cached_property
    def index(self) -> Names:
        """Names and aliases for look-ups by resemblance."""
        return Names((*self.names, *self.aliases))

    @cached_property
    def english(self) -> tuple[tuple[frozenset[str], str], ...]:
        """The words of each English name, with the dish's id: guests say some of them, in any order."""
        return tuple(
            (words, dish)
            for table in (self.names, self.aliases)
            for term, ids in table.items()
            if term.isascii() and (words := frozenset(english_words(term)))
            for dish in ids
        )

    @cached_property
    def _starts(self) -> frozenset[str]:
        return frozenset(term[0] for term in (*self.names, *self.aliases) if term)

    @cached_property
    def _empty(self) -> frozenset[str]:
        """Names that are ordinary words of a request (a dish called 没有): they name it only when they stand alone."""
        return frozenset(term for term in (*self.names, *self.aliases) if not content(term))

    @cached_property
    def _store_words(self) -> list[str]:
        return sorted((word for word in self.stores if word), key=len, reverse=True)

    @cached_property
    def ingredient_parts(self) -> frozenset[str]:
        """Parts of two to four characters of the ingredients: guests say 排骨 for 猪小排骨."""
        return frozenset(
            item[at : at + size]
            for item in self.ingredients
            for size in (2, 3, 4)
            for at in range(len(item) - size + 1)
        )

    def named(self, term: str) -> tuple[str, ...]:
        """Ids of the dishes of exactly that name or alias (normalised text)."""
        return self.names.get(term) or self.aliases.get(term, ())

    def mentions(self, text: str) -> list[Mention]:
        """Dishes named in normalised ``text``: longest match first, left to right, never overlapping."""
        found: list[Mention] = []
        start = 0
        while start < len(text):
            match = self._match_at(text, start)
            if match is None:
                start += 1
            else:
                found.append(match)
                start = match.end
        return found

    def _match_at(self, text: str, start: int) -> Mention | None:
        if text[start] not in self._starts or not _word_starts(text, start):
            return None
        for end in range(min(len(text), start + self._longest), start, -1):
            term = text[start:end]
            kind: MentionKind = "exact" if term in self.names else "alias"
            ids = self.named(term)
            if term in self._empty and len(term) < len(text):
                continue
            if ids and _word_ends(text, end) and (end - start > 1 or len(text) <= 3):
                return Mention(term, ids, kind, start, end)
        return None

    def store(self, text: str) -> tuple[str, str] | None:
        """The store named in ``text``: its id and the words used, the longest name first."""
        for word in self._store_words:
            if word in text:
                return self.stores[word], word
        return None

    def category(self, word: str) -> tuple[str, ...]:
        """Whole categories of this menu that ``word`` means: 干锅 → 荤菜·干锅类; empty when none."""
        for candidate in ontology.categories().get(word, (word,)):
            exact = [whole for part, wholes in self.categories.items() for whole in wholes if part == candidate]
            if exact:
                return tuple(dict.fromkeys(exact))
        related = {word, *ontology.categories().get(word, ())}
        near = [
            whole
            for part, wholes in self.categories.items()
            for whole in wholes
            if any(len(item) > 1 and (part.startswith(item) or item == part.rstrip("类品")) for item in related)
        ]
        return tuple(dict.fromkeys(near))

    def of_kind(self, dish: str, word: str) -> bool:
        """True when the dish is of the category that ``word`` means: 酸梅汤 of 饮品."""
        return self.kinds.get(dish, "") in self.category(word)

    def ingredient(self, word: str) -> bool:
        """True when guests could mean an ingredient of this menu, or a group of them, by ``word``."""
        if word in ontology.group_words() or word in ontology.synonyms():
            return True
        return any(ontology.matches(item, word) for item in self.ingredients) if word else False


def category_parts(category: str) -> list[str]:
    """ "荤菜·干锅类" → 荤菜, 干锅类, 干锅: the words by which guests name it."""
    parts: list[str] = []
    for part in _CATEGORY_PARTS.split(normalise(category)):
        if part:
            parts.append(part)
            bare = part.rstrip("类")
            if bare != part and len(bare) > 1:
                parts.append(bare)
    whole = normalise(category)
    return list(dict.fromkeys([*parts, whole])) if whole else []


def _word_starts(text: str, at: int) -> bool:
    return not (_latin(text, at) and _latin(text, at - 1))


def _word_ends(text: str, at: int) -> bool:
    return not (_latin(text, at) and _latin(text, at - 1))


def _latin(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isascii() and text[at].isalnum()


_SMALL = frozenset(["a", "an", "the", "of", "with", "in", "and", "on", "for", "my", "your", "some", "style", "sauce"])


def english_words(text: str) -> list[str]:
    """Words of a normalised English text that tell something, in the singular."""
    found = re.findall(r"[a-z]+", text)
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found if word not in _SMALL]


def is_chinese(text: str) -> bool:
    """True when the text holds a Chinese character."""
    return _CJK.search(text) is not None
