# ruff: noqa: E501 -- tables
"""How well the restaurant assistant understands guests on menus it has never seen.

    python benchmarks/unseen_menus.py [--menus howtocook,crosswoz,sample] [--seed 1] [--size 30] [--held] [--json] [--show KIND]

Every question goes through ``house.ask("menu", …)``. Expected answers come from the imported records, by rules that are
written here and not those of the assistant. ``tool``: the right tools and no others; ``R@1``: the dish meant comes first;
``facts``: every returned dish satisfies what was asked, and the reply states the right figures; ``false``: an absent dish
was taken for another one; ``near``: the nearest was offered.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).parent))
import unseen_data as data  # noqa: E402
import unseen_phrases as say  # noqa: E402

from pilothouse.assistants.menu.command import import_faq, import_menu, import_stores  # noqa: E402
from pilothouse.assistants.menu.dish import Dish  # noqa: E402
from pilothouse.contracts.reply import Reply  # noqa: E402
from pilothouse.house import Pilothouse  # noqa: E402

Marks = dict[str, bool]
MEASURES = ("tool", "R@1", "facts", "false", "near")
_INGREDIENTS = (
    "牛肉",
    "猪肉",
    "鸡肉",
    "羊肉",
    "虾",
    "鱼",
    "鸡蛋",
    "土豆",
    "豆腐",
    "花生",
    "香菜",
    "葱",
    "蒜",
    "洋葱",
    "番茄",
    "茄子",
    "香菇",
    "辣椒",
    "排骨",
    "玉米",
    "黄瓜",
    "牛奶",
    "青椒",
    "芝麻",
)
_MEANS: dict[str, tuple[str, str]] = {  # what counts as the ingredient, and words in which the same characters mean another thing
    "牛肉": ("牛", "牛奶|牛油果|牛蛙|牛蒡|牛肝菌|牛轧|蜗牛|牛乳"), "猪肉": ("猪|五花|里脊|排骨|火腿|培根|午餐肉|腊肉|腊肠|香肠|肘子|叉烧|肉末|肉沫|肉馅|肥肠|肉丝|肉片|瘦肉", "牛排骨|鸡肉|牛肉|羊肉|鱼肉|素火腿|猪油"),
    "鸡肉": ("鸡|凤爪", "鸡蛋|鸡精|鸡毛菜|鸡枞|田鸡|鸡粉|鸡腿菇|素鸡|鸡汁|鸡头米|鸡油菌"), "羊肉": ("羊", "羊肚菌|羊奶"), "虾": ("虾", "虾皮"), "鱼": ("鱼|鲈|鲫|鳕|鳗|鳝", "鱼香|鱼腥草|鱿鱼|墨鱼|章鱼|甲鱼|鲍鱼|鱼露|木鱼|鱼豆腐"),
    "鸡蛋": ("蛋", "蛋白质|蛋白粉|鸭蛋|皮蛋|松花蛋|鹌鹑蛋|蛋糕|蛋挞"), "葱": ("葱", "洋葱"), "番茄": ("番茄|西红柿", ""), "土豆": ("土豆|马铃薯|洋芋", ""), "辣椒": ("辣椒|尖椒|小米辣|剁椒|泡椒", ""), "牛奶": ("牛奶|鲜奶", ""),
    "蒜": ("蒜", "蒜苗|蒜薹"), "芝麻": ("芝麻|麻酱|香油|麻油", ""), "花生": ("花生", ""), "香菜": ("香菜|芫荽", ""),
}  # fmt: skip


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


def has(dish: Dish, term: str) -> bool:
    meant, other = _MEANS.get(term, (re.escape(term), ""))
    words = (re.sub(other, "·", word) if other else word for word in (dish.name, *dish.ingredients))
    return any(re.search(meant, word) for word in words)


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
                how, wrong = _slip(dish.name, self.rng)
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
        items = [i for i in _INGREDIENTS if sum(has(d, i) for d in self.dishes) >= 2]
        price = {d.id: float(p) for d in self.dishes if (p := self.menu.price(d)) is not None}
        prices = sorted(price.values())
        minutes = sorted({d.prep_minutes for d in self.dishes if d.prep_minutes})
        pick = self.rng.choice

        def cost(d: Dish) -> float:
            return price.get(d.id, -1.0)

        for _ in self.times():
            i, c, m = pick(items), self._category(), pick(minutes or [20])
            n = int(prices[self.rng.randrange(len(prices) // 5, 4 * len(prices) // 5)])
            said = pick((str(n), _chinese(n)))
            a, b = sorted(self.rng.sample([int(p) for p in dict.fromkeys(prices)], 2))
            pair = pick(((str(a), str(b)), (_chinese(a), _chinese(b))))
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
                yield self.ask("spice", self.phrase(say.SPICY[wish]), self.listing(lambda d, w=wish: _suits(d, w)))
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
                self.listing(_WISHES[wish]),
            )

    def _category(self) -> str:
        whole = self.rng.choice(self.categories)
        return self.rng.choice([p for p in re.split("[·/、]", whole) if p])

    def _of(self, dish: Dish, word: str) -> bool:
        stem = word.rstrip("类品菜") or word
        return stem in dish.category or stem in dish.name or any(a in dish.category for a in _ALSO.get(word, ()))

    def _combined(
        self, phrase: str, n: int, i: str, c: str, m: int, pair: tuple[int, int], cost: Callable[[Dish], float]
    ) -> Callable[[Reply], Marks]:
        def test(d: Dish) -> bool:
            return (
                ("{n}" not in phrase or 0 <= cost(d) <= n) and ("{i}" not in phrase or not has(d, i)) and ("{c}" not in phrase or self._of(d, c))
                and ("{m}" not in phrase or (d.prep_minutes is not None and d.prep_minutes <= m)) and ("辣" not in phrase or _suits(d, "不辣"))
                and ("{a}" not in phrase or pair[0] <= cost(d) <= pair[1])
            )  # fmt: skip

        return self.listing(test, must=lambda d: test(d) and ("{c}" not in phrase or c in d.category))

    def missing(self) -> Iterator[Question]:
        names = self.unseen.absent if self.unseen else _NEVER
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
        return {"mild": lambda d: _suits(d, "不辣")}.get(kind) or _WISHES[kind]


_NEVER = (
    "北京烤鸭",
    "佛跳墙",
    "白切鸡",
    "臭鳜鱼",
    "羊肉泡馍",
    "葱烧海参",
    "大盘鸡",
    "松鼠桂鱼",
    "锅包肉",
    "过桥米线",
    "剁椒鱼头",
    "煲仔饭",
    "提拉米苏",
    "铁板鱿鱼",
    "烤全羊",
)
_ALSO = {"水产": ("海鲜",), "热菜": ("荤菜", "素菜"), "小吃": ("点心",), "饮品": ("饮料",)}
_MEAT = "肉|牛|羊|鸡(?!蛋|精|毛菜|粉|汁)|鸭(?!蛋)|鱼(?!香)|虾|排骨|培根|火腿|肠|蟹|鳝|蛤|鱿|贝|肝|肚|蹄|翅|鳕|鲈|里脊|五花|鹅|兔|蛙|凤爪|蛏|蚝(?!油)"
_WISHES: dict[str, Callable[[Dish], bool]] = {
    "greens": lambda d: any(re.search("菜|生菜|菠菜|芥蓝|西兰花|西蓝花|豆苗|豌豆尖|秋葵|芦笋|韭|四季豆|荷兰豆|豆角|苗|时蔬", w) for w in (d.name, *d.ingredients)),
    "soup": lambda d: bool(re.search("汤|羹|粥|炖|煲", d.name + d.category)), "drink": lambda d: bool(re.search("饮|茶|酒", d.category)),
    "sweet": lambda d: bool(re.search("甜|糖|点心|饮", d.category + d.name)) or any("糖" in w or "蜜" in w for w in d.ingredients),
    "meat": lambda d: any(re.search(_MEAT, w) for w in (d.name, *d.ingredients)) or "荤" in d.category,
    "veg": lambda d: not any(re.search(_MEAT, re.sub("素肉|素鸡|鱼香|肉桂|鸡汁|肉蔻|豆瓣", "", w)) for w in (d.name, *d.ingredients)) or "素" in d.category,
    "staple": lambda d: bool(re.search("主食|面|饭|粉|饼|饺|早餐|点心", d.category + d.name)), "seafood": lambda d: has(d, "鱼") or any(re.search("水产|海鲜|虾|蟹|贝|蛤|鱿|螺|蚝|蛏|章鱼|墨鱼|鲍|蚬|海参|海蜇", w) for w in (d.category, d.name, *d.ingredients)),
    "any": lambda d: True,
}  # fmt: skip


def _suits(dish: Dish, wish: str) -> bool:
    options = " ".join(dish.tastes)
    if wish == "不辣":
        return dish.default_spice in (None, "不辣") or "不辣" in options or "免辣" in options
    if wish == "不太辣":
        return _suits(dish, "不辣") or _suits(dish, "微辣")
    if wish == "辣":
        return dish.default_spice != "不辣"
    return dish.default_spice == wish or wish in options


_DIGITS = "零一二三四五六七八九"


def _chinese(n: int) -> str:
    if n < 10:
        return _DIGITS[n]
    if n < 100:
        return ("" if n < 20 else _DIGITS[n // 10]) + "十" + (_DIGITS[n % 10] if n % 10 else "")
    rest = n % 100
    return f"{_DIGITS[n // 100]}百" + (
        ""
        if not rest
        else f"零{_DIGITS[rest]}"
        if rest < 10
        else _DIGITS[rest // 10] + "十" + (_DIGITS[rest % 10] if rest % 10 else "")
    )


def _homophones() -> dict[str, list[str]]:
    from pypinyin import Style, pinyin

    table: dict[str, list[str]] = defaultdict(list)
    for point in range(0x4E00, 0x9000):
        character = chr(point)
        try:
            character.encode("gb2312")
        except UnicodeEncodeError:
            continue
        table[pinyin(character, style=Style.NORMAL)[0][0]].append(character)
    return table


_SOUNDS: dict[str, list[str]] = {}
_COMMON = "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动"


def _slip(name: str, rng: random.Random) -> tuple[str, str]:
    at = rng.randrange(len(name))
    how = rng.choice(("dropped", "inserted", "swapped", "homophone", "homophone", "random"))
    if how == "dropped":
        return how, name[:at] + name[at + 1 :]
    if how == "inserted":
        return how, name[:at] + rng.choice("啊的呃" + name[at]) + name[at:]
    if how == "swapped":
        at = min(at, len(name) - 2)
        return how, name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    if how == "random":
        return how, name[:at] + rng.choice(_COMMON) + name[at + 1 :]
    if not _SOUNDS:
        _SOUNDS.update(_homophones())
    from pypinyin import lazy_pinyin

    others = [c for c in _SOUNDS.get(lazy_pinyin(name[at])[0], []) if c != name[at]]
    return how, name[:at] + (rng.choice(others) if others else name[at]) + name[at + 1 :]


def measure(name: str, seed: int, size: int, held: bool, kinds: str | None) -> tuple[dict[str, Tally], float]:
    rng = random.Random(f"{name}-{seed}")
    with tempfile.TemporaryDirectory() as folder, Pilothouse(Path(folder) / "home", strict=True) as house:
        unseen = None
        if name != "sample":
            unseen = data.howtocook(rng) if name == "howtocook" else data.crosswoz(rng)
            _import(house, unseen, Path(folder))
        tallies: dict[str, Tally] = defaultdict(Tally)
        guests = Guests(house, unseen, rng, size, held)
        if unseen is not None:
            _sell_out(guests, rng)
        spent = 0.0
        for n, question in enumerate(guests.all()):
            if kinds and not re.search(kinds, question.kind):
                continue
            started = time.perf_counter()
            reply = house.ask("menu", question.text, session=question.session or f"guest-{n}")
            spent += time.perf_counter() - started
            _enter(tallies[question.kind], question, reply)
        return tallies, spent / max(1, sum(t.n for t in tallies.values()))


def _enter(tally: Tally, question: Question, reply: Reply) -> None:
    marks = question.check(reply)
    tally.n += 1
    for key, value in marks.items():
        tally.marks[key].append(value)
    if any(value == (key == "false") for key, value in marks.items()):
        calls = "; ".join(f"{c.name} {_said(c.arguments)}" for c in reply.tool_calls)
        wrong = [key for key, value in marks.items() if value == (key == "false")]
        tally.failed.append(
            {"asked": question.text, "wrong": wrong, "calls": calls, "reply": reply.reply, "outcome": reply.outcome}
        )


def _said(arguments: dict[str, Any]) -> str:
    return json.dumps(
        {k: v for k, v in arguments.items() if v not in (None, "", [], "any", "relevance", False, 5)},
        ensure_ascii=False,
    )


def _import(house: Pilothouse, unseen: data.Unseen, folder: Path) -> None:
    for what, records, load in (
        ("menu", unseen.menu, import_menu),
        ("stores", unseen.stores, import_stores),
        ("faq", unseen.faq, import_faq),
    ):
        path = folder / f"{what}.json"
        path.write_text(json.dumps(records, ensure_ascii=False), "utf-8")
        load(house, path)  # type: ignore[operator]


def _sell_out(guests: Guests, rng: random.Random) -> None:
    from pilothouse.assistants.menu.store import Stock

    for dish in rng.sample(guests.dishes, len(guests.dishes) // 12):
        guests.catalogue.database.set_stock(guests.menu.store.id, dish.id, Stock(sold_out=True), by="benchmark")
        guests.gone.add(dish.id)


def table(tallies: dict[str, Tally]) -> str:
    lines = [f"{'kind':24}{'n':>5}" + "".join(f"{m:>8}" for m in MEASURES)]
    for kind, tally in tallies.items():
        cells = "".join(f"{sum(v) / len(v):8.3f}" if (v := tally.marks.get(m)) else f"{'':8}" for m in MEASURES)
        lines.append(f"{kind:24}{tally.n:5}{cells}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--menus", default="howtocook,crosswoz,sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=30, help="questions per kind")
    parser.add_argument("--held", action="store_true", help="ask with the phrases that were held out")
    parser.add_argument("--kinds", help="only kinds that match this pattern")
    parser.add_argument("--show", help="print the failures of kinds that match this pattern")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    report: dict[str, Any] = {}
    for name in args.menus.split(","):
        if name != "sample" and not data.DATA.joinpath("menus" if name == "howtocook" else "crosswoz").exists():
            print(f"skipped {name}: {data.DATA} holds no such data here", file=sys.stderr)
            continue
        tallies, seconds = measure(name, args.seed, args.size, args.held, args.kinds)
        if args.json:
            report[name] = {
                k: {"n": t.n, **{m: sum(v) / len(v) for m, v in t.marks.items()}} for k, t in tallies.items()
            }
            continue
        print(
            f"\n{name}  seed {args.seed}{'  held-out phrases' if args.held else ''}  {seconds * 1000:.0f} ms a turn\n{table(tallies)}"
        )
        for kind, tally in tallies.items():
            if args.show and re.search(args.show, kind):
                for item in tally.failed:
                    print(
                        f"\n[{kind}] {'/'.join(item['wrong'])}: {item['asked']}\n    {item['calls']}\n    {item['outcome']}: {item['reply'][:200]}"
                    )
    if args.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
