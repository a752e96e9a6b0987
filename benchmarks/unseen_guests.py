# ruff: noqa: E501 -- tables
"""Guests who ask about one menu, and what a right answer is: by rules that are not those of the assistant."""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import unseen_data as data
import unseen_phrases as say
from unseen_oracle import ALSO, INGREDIENTS, NEVER, WISHES, chinese, has, slip, suits

from pilothouse.assistants.menu.dish import Dish
from pilothouse.contracts.reply import Reply
from pilothouse.house import Pilothouse

Marks = dict[str, bool]


@dataclass(frozen=True)
class Question:
    kind: str
    text: str
    check: Callable[[Reply], Marks]
    session: str = ""


@dataclass
class Tally:
    n: int = 0
    marks: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    failed: list[dict[str, Any]] = field(default_factory=list)


class Guests:
    """Questions about one menu."""

    def __init__(self, house: Pilothouse, menu: data.Unseen | None, rng: random.Random, size: int, held: bool) -> None:
        self.catalogue = house.room("menu").services.catalogue
        self.catalogue.refresh()
        self.menu = self.catalogue.menu(self.catalogue.default_store().id)
        self.dishes = list(self.menu.dishes.values())
        self.by_id = {dish.id: dish for dish in self.dishes}
        self.unseen, self.rng, self.size, self.held = menu, rng, size, held
        self.taken = {re.sub(r"\s", "", w) for d in self.dishes for w in (d.name, *d.aliases)}
        self.gone = {d.id for d in self.dishes if not self._live(d)}
        self.categories = sorted({d.category for d in self.dishes if d.category})

    def _live(self, dish: Dish) -> bool:
        from pilothouse.assistants.menu.store import Stock

        return self.catalogue.database.stock(self.menu.store.id, [dish.id]).get(dish.id, Stock()).available

    def phrase(self, options: tuple[Any, ...]) -> Any:
        chosen = options[1::2] if self.held else options[::2]
        return self.rng.choice(chosen or options)

    def dress(self, text: str) -> str:
        if text.isascii():
            return self.rng.choice(("", "", "hi, ", "excuse me, ", "um, ")) + text
        if text[-1] in "？?。":
            return self.rng.choice(say.START) + text
        return self.rng.choice(say.START) + text + self.rng.choice(say.END)

    def some(self, dishes: list[Dish] | None = None, longer: int = 2) -> Dish:
        pool = [d for d in (self.dishes if dishes is None else dishes) if len(d.name) >= longer]
        return self.rng.choice(pool)

    def times(self, share: float = 1.0) -> range:
        return range(max(2, int(self.size * share)))

    # -- checks ----------------------------------------------------------------------------------

    def only(self, reply: Reply, *tools: str) -> bool:
        return {call.name for call in reply.tool_calls} == set(tools)

    def ids(self, reply: Reply) -> list[str]:
        return [row["dish_id"] for row in reply.data["dishes"]]

    def named(
        self, dish: Dish, fact: str = "", *, tools: tuple[str, ...] = ("menu_search",)
    ) -> Callable[[Reply], Marks]:
        def check(reply: Reply) -> Marks:
            names = {call.name for call in reply.tool_calls}
            rows = reply.data["dishes"]
            same = {d.id for d in self.dishes if dish.name in (d.name, *d.aliases)} | {dish.id}
            first = bool(rows) and rows[0]["dish_id"] in same and rows[0]["match"] not in ("nearest",)
            return {
                "tool": bool(names) and names <= set(tools),
                "R@1": first,
                "facts": first and self.states(dish, fact, reply),
            }

        return check

    def states(self, dish: Dish, fact: str, reply: Reply) -> bool:
        if fact == "price":
            price = self.menu.price(dish)
            return (
                price is None
                or re.search(rf"(?<![\d.]){re.escape(f'{price.normalize():f}')}(?![\d.])", reply.reply) is not None
            )
        if fact == "ingredients":
            return all(word in reply.reply for word in dish.ingredients)
        if fact == "spice":
            return not dish.default_spice or dish.default_spice in reply.reply or not re.search("[一-龥]", reply.reply)
        if fact == "prep":
            return dish.prep_minutes is None or str(dish.prep_minutes) in reply.reply
        return True

    def listing(
        self,
        test: Callable[[Dish], bool],
        tools: tuple[str, ...] = ("menu_search",),
        *,
        order: Callable[[Dish], Any] | None = None,
        must: Callable[[Dish], bool] | None = None,
    ) -> Callable[[Reply], Marks]:
        strict = must or test
        fits = [d for d in self.dishes if strict(d) and d.id not in self.gone]

        def check(reply: Reply) -> Marks:
            shown = [self.by_id[i] for i in self.ids(reply) if i in self.by_id]
            good = all(test(d) and d.id not in self.gone for d in shown)
            if (fits and not shown) or (not fits and reply.outcome != "not_found" and not shown):
                good = False
            if shown and order is not None:
                good = good and order(shown[0]) == min(order(d) for d in fits)
            return {"tool": self.only(reply, *tools), "facts": good}

        return check

    def absent(self, name: str) -> Callable[[Reply], Marks]:
        def check(reply: Reply) -> Marks:
            rows = reply.data["dishes"]
            claimed = any(row["match"] in ("exact", "alias", "similar") for row in rows) or bool(
                rows and reply.outcome == "answered" and rows[0]["match"] != "partial"
            )
            honest = bool(re.search("没有|not on|don't", reply.reply)) or not claimed
            tools = {call.name for call in reply.tool_calls}
            return {
                "tool": "menu_search" in tools and tools <= {"menu_search", "stock_lookup"},
                "false": claimed,
                "near": bool(rows) and honest and not claimed,
            }

        return check

    def tools(self, *names: str) -> Callable[[Reply], Marks]:
        return lambda reply: {"tool": self.only(reply, *names)}

    # -- questions -------------------------------------------------------------------------------

    def all(self) -> Iterator[Question]:
        for part in (
            self.exact,
            self.aliases,
            self.slips,
            self.conditions,
            self.missing,
            self.live,
            self.house,
            self.chat,
            self.english,
        ):
            yield from part()

    def ask(self, kind: str, text: str, check: Callable[[Reply], Marks], session: str = "") -> Question:
        return Question(kind, self.dress(text), check, session)

    _ASKED: tuple[tuple[tuple[str, ...], str, str], ...] = (
        (say.PRICE, "price", "price"), (say.INGREDIENTS, "ingredients", "ingredients"), (say.SPICE, "spice", "spice"), (say.PREP, "prep", "prep"), (say.HAVE, "", "have"), (say.ORDER, "", "order"),
    )  # fmt: skip

    def exact(self) -> Iterator[Question]:
        for phrases, fact, label in self._ASKED:
            for _ in self.times():
                dish = self.some()
                tools = ("menu_search", "stock_lookup") if label == "have" else ("menu_search",)
                yield self.ask(
                    f"exact: {label}", self.phrase(phrases).format(d=dish.name), self.named(dish, fact, tools=tools)
                )

    def aliases(self) -> Iterator[Question]:
        pool = [d for d in self.dishes if any(re.search("[一-龥]", a) and len(a) > 1 for a in d.aliases)]
        for _ in self.times() if pool else ():
            dish = self.some(pool)
            alias = self.rng.choice([a for a in dish.aliases if re.search("[一-龥]", a) and len(a) > 1])
            others = {i for w in (alias,) for i in self.menu.lexicon.named(w)}
            if len(others) > 1:
                continue
            phrases, fact, _label = self.rng.choice(self._ASKED)
            yield self.ask(
                "alias",
                self.phrase(phrases).format(d=alias),
                self.named(dish, fact, tools=("menu_search", "stock_lookup")),
            )

    def slips(self) -> Iterator[Question]:
        for _ in self.times(2):
            dish = self.some(longer=4)
            for _attempt in range(20):
                how, wrong = slip(dish.name, self.rng)
                if (
                    wrong not in self.taken
                    and wrong != dish.name
                    and not any(w in wrong or wrong in w for w in self.taken if w != dish.name)
                    and self._closest(wrong, dish)
                ):
                    break
            else:
                continue
            phrases, fact, _label = self.rng.choice((*self._ASKED[:2], self._ASKED[4], self._ASKED[5]))
            yield self.ask(
                f"one off: {how}",
                self.phrase(phrases).format(d=wrong),
                self.named(dish, fact, tools=("menu_search", "stock_lookup")),
            )

    def _closest(self, wrong: str, dish: Dish) -> bool:
        from rapidfuzz.distance import Levenshtein

        near = Levenshtein.distance(wrong, dish.name)
        return all(
            Levenshtein.distance(wrong, w) > near for d in self.dishes if d.id != dish.id for w in (d.name, *d.aliases)
        )

    def conditions(self) -> Iterator[Question]:
        known = any(d.ingredients for d in self.dishes)
        items = [i for i in INGREDIENTS if sum(has(d, i) for d in self.dishes) >= 2]
        price = {d.id: float(p) for d in self.dishes if (p := self.menu.price(d)) is not None}
        prices = sorted(price.values())
        minutes = sorted({d.prep_minutes for d in self.dishes if d.prep_minutes})
        pick = self.rng.choice

        def cost(d: Dish) -> float:
            return price.get(d.id, -1.0)

        for _ in self.times():
            i, c, m = pick(items), self._category(), pick(minutes or [20])
            n = int(prices[self.rng.randrange(len(prices) // 5, 4 * len(prices) // 5)])
            said = pick((str(n), chinese(n)))
            a, b = sorted(self.rng.sample([int(p) for p in dict.fromkeys(prices)], 2))
            pair = pick(((str(a), str(b)), (chinese(a), chinese(b))))
            yield self.ask("ingredient", self.phrase(say.INCLUDE).format(i=i), self.listing(lambda d, i=i: has(d, i)))
            if known:
                yield self.ask(
                    "negated ingredient",
                    self.phrase(say.EXCLUDE).format(i=i),
                    self.listing(lambda d, i=i: not has(d, i)),
                )
                yield self.ask(
                    "allergy", self.phrase(say.ALLERGY).format(i=i), self.listing(lambda d, i=i: not has(d, i))
                )
            yield self.ask(
                "price: below", self.phrase(say.BELOW).format(n=said), self.listing(lambda d, n=n: 0 <= cost(d) <= n)
            )
            yield self.ask(
                "price: above", self.phrase(say.ABOVE).format(n=said), self.listing(lambda d, n=n: cost(d) >= n)
            )
            yield self.ask(
                "price: between",
                self.phrase(say.BETWEEN).format(a=pair[0], b=pair[1]),
                self.listing(lambda d, a=a, b=b: a <= cost(d) <= b),
            )
            yield self.ask(
                "price: about",
                self.phrase(say.ABOUT).format(n=said),
                self.listing(lambda d, n=n: 0.6 * n <= cost(d) <= 1.4 * n + 10),
            )
            yield self.ask(
                "category", self.phrase(say.CATEGORY).format(c=c), self.listing(lambda d, c=c: self._of(d, c))
            )
            yield self.ask(
                "broad", self.phrase(say.BROAD), lambda r: {"tool": self.only(r), "facts": bool(r.data["dishes"])}
            )
            yield self.ask(
                "prep time",
                self.phrase(say.QUICK).format(m=m),
                self.listing(lambda d, m=m: d.prep_minutes is not None and d.prep_minutes <= m),
            )
            wish = pick(list(say.SPICY))
            if known:
                yield self.ask("spice", self.phrase(say.SPICY[wish]), self.listing(lambda d, w=wish: suits(d, w)))
            phrase = (
                self.phrase(say.COMBINED)
                if known
                else self.phrase(say.BETWEEN).rstrip("有什么都啥哪些吗一下推荐") + "的{c}"
            )
            yield self.ask(
                "combined",
                phrase.format(n=n, i=i, c=c, m=m, a=a, b=b),
                self._combined(phrase, n, i, c, m, (a, b), cost),
            )
        for _ in self.times(0.3):
            yield self.ask(
                "fastest",
                self.phrase(say.FASTEST),
                self.listing(lambda d: True, order=lambda d: d.prep_minutes if d.prep_minutes is not None else 10**6),
            )
            yield self.ask(
                "cheapest",
                self.phrase(say.CHEAPEST),
                self.listing(lambda d: True, order=lambda d: price.get(d.id, 1e9)),
            )
        for _ in self.times() if known else ():
            wish = pick(list(say.DESCRIBED))
            yield self.ask(
                f"described: {'open' if wish == 'any' else 'kind'}",
                self.phrase(say.DESCRIBED[wish]),
                self.listing(WISHES[wish]),
            )

    def _category(self) -> str:
        whole = self.rng.choice(self.categories)
        return self.rng.choice([p for p in re.split("[·/、]", whole) if p])

    def _of(self, dish: Dish, word: str) -> bool:
        stem = word.rstrip("类品菜") or word
        return stem in dish.category or stem in dish.name or any(a in dish.category for a in ALSO.get(word, ()))

    def _combined(
        self, phrase: str, n: int, i: str, c: str, m: int, pair: tuple[int, int], cost: Callable[[Dish], float]
    ) -> Callable[[Reply], Marks]:
        def test(d: Dish) -> bool:
            return (
                ("{n}" not in phrase or 0 <= cost(d) <= n) and ("{i}" not in phrase or not has(d, i)) and ("{c}" not in phrase or self._of(d, c))
                and ("{m}" not in phrase or (d.prep_minutes is not None and d.prep_minutes <= m)) and ("辣" not in phrase or suits(d, "不辣"))
                and ("{a}" not in phrase or pair[0] <= cost(d) <= pair[1])
            )  # fmt: skip

        return self.listing(test, must=lambda d: test(d) and ("{c}" not in phrase or c in d.category))

    def missing(self) -> Iterator[Question]:
        names = self.unseen.absent if self.unseen else NEVER
        for _ in self.times(2):
            name = self.rng.choice(names)
            phrases = self.rng.choice((say.PRICE, say.HAVE, say.ORDER, say.INGREDIENTS, say.STOCK[:13]))
            yield self.ask("absent", self.phrase(phrases).format(d=name), self.absent(name))
        for _ in self.times(0.6):
            dish = self.some(longer=3)
            name = dish.name + self.rng.choice(("盖饭", "炒饭", "火锅", "汤面", "披萨", "蛋糕", "粥"))
            if name in self.taken or dish.name[-1] in "饭面粥汤锅茶汁糕粉饼奶":
                continue
            yield self.ask(
                "absent: variant",
                self.phrase(self.rng.choice((say.PRICE, say.HAVE, say.ORDER))).format(d=name),
                self.absent(name),
            )

    def live(self) -> Iterator[Question]:
        for _ in self.times():
            dish = self.some(
                [d for d in self.dishes if (d.id in self.gone) == (self.rng.random() < 0.4)] or self.dishes
            )
            gone = dish.id in self.gone

            def check(reply: Reply, dish: Dish = dish, gone: bool = gone) -> Marks:
                rows = [r for r in reply.data["dishes"] if r["dish_id"] == dish.id]
                said = bool(re.search("售罄|卖完|sold out", reply.reply))
                return {
                    "tool": "stock_lookup" in {c.name for c in reply.tool_calls},
                    "R@1": bool(rows),
                    "facts": bool(rows) and said == gone,
                }

            yield self.ask("stock", self.phrase(say.STOCK).format(d=dish.name), check)

    def house(self) -> Iterator[Question]:
        own = self.unseen is not None

        def faq(topic: str) -> Callable[[Reply], Marks]:
            def check(reply: Reply) -> Marks:
                rows = reply.data["faq"]
                got = bool(rows) and (rows[0]["id"] == topic or topic == rows[0]["topic"])
                return {"tool": self.only(reply, "faq_search"), **({"R@1": got} if own else {})}

            return check

        asked = [q for n, q in enumerate(say.FAQ_LIKE) if n % 2 == int(self.held)]
        for text, topic in asked:
            yield self.ask("faq", text, faq(topic))
        menu = [q for n, q in enumerate(say.MENU_LIKE) if n % 2 == int(self.held)]
        for text in menu:
            yield self.ask(
                "menu like faq",
                text,
                lambda r: {
                    "tool": {c.name for c in r.tool_calls} <= {"menu_search"}
                    and bool(r.data["dishes"] or r.outcome == "not_found")
                },
            )
        for n, (text, topic) in enumerate(self.rng.sample(asked, min(8, len(asked)))):
            for _turn in range(4):  # several turns about dishes, then one about the house
                dish = self.some(longer=3)
                yield self.ask(
                    "alternating: menu",
                    self.phrase(self.rng.choice((say.PRICE, say.INGREDIENTS))).format(d=dish.name),
                    self.named(dish),
                    f"alternating-{n}",
                )
            yield self.ask("alternating: faq", text, faq(topic), f"alternating-{n}")
        for _ in self.times():
            yield self._store_question()

    def _store_question(self) -> Question:
        stores = self.catalogue.stores
        k = self.rng.choice(sorted({c for s in stores for c in s.cuisine if c in data._CUISINES or c.endswith("菜")}))
        n = int(sorted(s.per_head or 0 for s in stores)[len(stores) // 2])
        d = self.some(longer=3)
        phrase = self.phrase(say.STORES)

        def check(reply: Reply) -> Marks:
            rows = reply.data["stores"]
            good = all(
                ("{k}" not in phrase or any(k[:2] in c for c in row["cuisine"]) or k in row["name"])
                and ("{n}" not in phrase or (row["per_head"] or 0) <= n)
                and ("开着" not in phrase or row["open_now"])
                for row in rows
            )
            good = good and (bool(rows) or "{k}" in phrase)
            return {"tool": self.only(reply, "store_search"), "facts": good}

        return self.ask("stores", phrase.format(k=k, n=n, d=d.name), check)

    def chat(self) -> Iterator[Question]:
        for n, text in enumerate(say.SMALLTALK):
            if n % 2 == int(self.held):
                yield Question("small talk", text, lambda r: {"tool": self.only(r), "facts": r.outcome == "answered"})
        for n, text in enumerate(say.OUTSIDE):
            if n % 2 == int(self.held):
                yield Question(
                    "out of domain",
                    text,
                    lambda r: {"tool": self.only(r), "facts": r.outcome == "refused" and not r.data["dishes"]},
                )
        for _ in self.times():
            d, e = self.rng.sample([x for x in self.dishes if len(x.name) >= 3], 2)
            text, *tools = self.phrase(say.TWO)
            wanted = {x.id for x, slot in ((d, "{d}"), (e, "{e}")) if slot in text}

            def check(reply: Reply, tools: tuple[str, ...] = tuple(tools), wanted: set[str] = wanted) -> Marks:
                return {"tool": self.only(reply, *tools), "R@1": wanted <= set(self.ids(reply))}

            yield self.ask("two intents", text.format(d=d.name, e=e.name), check)

    def english(self) -> Iterator[Question]:
        pool = [d for d in self.dishes if d.name_en]
        for _ in self.times() if pool else ():
            dish = self.some(pool)
            name = str(dish.name_en)
            if sum(d.name_en == name for d in self.dishes) > 1:
                continue
            phrase = self.phrase(say.ENGLISH_NAME)
            fact = "price" if re.search("cost|how much|price", phrase) else ""
            yield self.ask(
                "english: name",
                phrase.format(d=name.lower() if self.rng.random() < 0.7 else name),
                self.named(dish, fact, tools=("menu_search", "stock_lookup")),
            )
        for n, (text, expected) in enumerate(say.ENGLISH):
            if n % 2 == int(self.held) and (
                self.unseen is None
                or any(d.ingredients for d in self.dishes)
                or expected[:3] not in ("exc", "mil", "veg")
            ):
                yield self.ask("english: wish", text, self.listing(self._english_test(expected)))

    def _english_test(self, expected: str) -> Callable[[Dish], bool]:
        kind, *rest = expected.split(":")
        if kind in ("max", "range"):
            low, high = (0.0, float(rest[0])) if kind == "max" else (float(rest[0]), float(rest[1]))
            return lambda d: (p := self.menu.price(d)) is not None and low <= float(p) <= high
        if kind == "include":
            return lambda d: has(d, rest[0])
        if kind == "exclude":
            return lambda d: not has(d, rest[0])
        if kind == "category":
            return lambda d: rest[0] in d.category or rest[0] in d.name
        return {"mild": lambda d: suits(d, "不辣")}.get(kind) or WISHES[kind]
