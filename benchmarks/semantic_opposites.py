"""Pairs of requests that look alike and must not share an answer, by kind of difference."""

# ruff: noqa: E501

from __future__ import annotations

from itertools import combinations, cycle, islice

from semantic_fillers import (
    ASPECTS,
    BRANDS,
    DISHES,
    INGREDIENTS,
    MAKERS,
    MODELS,
    PERSONS,
    PRODUCTS,
    RULES,
    SIDES,
    THINGS,
    WHO,
)
from semantic_wishes import degrees, ingredients, orders, places, products, quantities, questions, roles, switches

Pair = tuple[str, str]


def opposites() -> dict[str, list[Pair]]:
    """About 150 pairs of each kind."""
    kinds = {
        "negation": _negation(), "brand": _swaps(_BRAND, combinations(BRANDS, 2), 110, PRODUCTS),
        "brand en": _swaps(_BRAND_EN, combinations(MAKERS, 2), 66, THINGS), "model": _swaps(_MODEL, MODELS, 112, [""]),
        "year": _years(), "budget": _budgets(), "bound": _bounds(), "person": _swaps(_PERSON, PERSONS, 132, PRODUCTS),
        "person en": _swaps(_PERSON_EN, WHO, 64, THINGS), "aspect": _swaps(_ASPECT, ASPECTS, 130, PRODUCTS),
        "aspect en": _swaps(_ASPECT_EN, SIDES, 72, THINGS), "comparison": _comparisons(), "with/without": _without(),
        "more/less": degrees(), "quantity": quantities(), "on/off": switches(), "before/after": orders(),
        "place": places(), "question": questions(), "product": products(), "ingredient": ingredients(), "role": roles(),
    }  # fmt: skip
    return {kind: list(dict.fromkeys(pairs)) for kind, pairs in kinds.items()}


_BRAND = [
    "{p}买{x}的怎么样",
    "{x}{p}有什么缺点",
    "想买{p}，只要{x}的",
    "{x}的{p}值得买吗",
    "推荐一款{x}{p}",
    "{p}推荐，不要{x}",
    "除了{x}还有什么好的{p}",
]
_BRAND_EN = [
    "is the {x} {p} worth buying",
    "best {x} {p}",
    "recommend a {p}, not {x}",
    "what are the drawbacks of the {x} {p}",
]
_MODEL = [
    "{x}续航怎么样",
    "{x}值得买吗",
    "{x}有什么缺点",
    "how much is the {x}",
    "{x}怎么连接电脑",
    "推荐一款{x}的保护套",
    "is {x} worth buying",
]
_PERSON = ["给{x}买{p}哪款好", "适合{x}用的{p}推荐", "想买个{p}送{x}", "{x}能用{p}吗", "推荐一款{p}，给{x}用，500以内"]
_PERSON_EN = [
    "best {p} for {x}",
    "recommend a {p} for {x} under $100",
    "looking for a {p} for {x}",
    "is this {p} suitable for {x}",
]
_ASPECT = ["{p}的{x}有哪些", "小米{p}的{x}怎么样", "{p}{x}", "想了解{p}的{x}", "什么{p}{x}最好"]
_ASPECT_EN = ["what are the {x} of the Dyson {p}", "{p} {x}", "tell me about the {x} of this {p}"]


def _swaps(templates: list[str], pairs: object, count: int, things: list[str]) -> list[Pair]:
    found = []
    turn = cycle(things)
    for i, (x, y) in enumerate(islice(cycle(list(pairs)), count)):  # type: ignore[call-overload]
        form, thing = templates[(i // len(templates) + i) % len(templates)], next(turn)
        found.append((form.format(x=x, p=thing), form.format(x=y, p=thing)))
    return found


def _negation() -> list[Pair]:
    forms = [
        ("{r}可以报销吗", "{r}不可以报销吗"), ("{r}需要审批吗", "{r}不需要审批吗"), ("哪些员工有{r}补贴", "哪些员工没有{r}补贴"),
        ("{r}能提前申请吗", "{r}不能提前申请吗"), ("什么情况可以申请{r}", "什么情况不可以申请{r}"),
        ("{r}扣工资吗", "{r}不扣工资吗"), ("{r}期间允许加班吗", "{r}期间禁止加班吗"), ("{r}必须提前申请吗", "{r}可以提前申请吗"),
    ]  # fmt: skip
    found = [tuple(side.format(r=r) for side in form) for i, r in enumerate(RULES) for form in forms[i % 2 :: 2]]
    likes = ["带灯", "智能", "塑料", "有线", "折叠", "国产", "小米", "带香味"]
    for i, p in enumerate(PRODUCTS):
        x = likes[i % len(likes)]
        found += [
            (f"推荐{p}，要{x}的", f"推荐{p}，不要{x}的"),
            (f"喜欢{x}的{p}", f"不喜欢{x}的{p}"),
            (f"{p}哪款推荐", f"{p}哪款不推荐"),
        ]
    for i, d in enumerate(DISHES):
        x = INGREDIENTS[i % len(INGREDIENTS)][0]
        found += [
            (f"{d}要放{x}", f"{d}不要放{x}"),
            (f"除了{d}还有什么菜", f"有{d}还有什么菜"),
            (f"{d}加{x}", f"{d}别加{x}"),
        ]
    for i, p in enumerate(THINGS):
        m = MAKERS[i % len(MAKERS)]
        found += [
            (f"recommend a {p} from {m}", f"recommend a {p} not from {m}"), (f"is the {m} {p} good", f"isn't the {m} {p} good"),
            (f"can I return a {p} without a receipt", f"can I return a {p} with a receipt"),
        ]  # fmt: skip
    return found  # type: ignore[return-value]


def _years() -> list[Pair]:
    forms = [
        "{y}年{p}推荐",
        "{y}年最值得买的{p}",
        "{p}{y}款怎么样",
        "{p}排行榜{y}",
        "{y}年{r}制度有什么变化",
        "{y}年{r}标准是多少",
        "best {t} {y}",
        "{r} policy in {y}",
    ]
    years = [(2024, 2026), (2025, 2026), (2019, 2020), (2023, 2024)]
    found = []
    for i in range(96):
        a, b = years[i % 4]
        values = {"p": PRODUCTS[i % 25], "r": RULES[i % 20], "t": THINGS[i % 20]}
        form = forms[(i + i // 8) % 8]
        found.append((form.format(y=a, **values), form.format(y=b, **values)))
    days = [
        ("3月1日", "3月2日"),
        ("周一", "周二"),
        ("上午9点", "下午9点"),
        ("五月", "六月"),
        ("国庆", "春节"),
        ("今天", "明天"),
        ("第一季度", "第二季度"),
    ]
    found += [
        (f"{a}{r}怎么安排", f"{b}{r}怎么安排") for i, r in enumerate(RULES) for a, b in islice(cycle(days), i, i + 2)
    ]
    return found


def _budgets() -> list[Pair]:
    forms = [
        "{b}以内的{p}推荐",
        "预算{b}，想买个{p}",
        "{p}不超过{b}元",
        "{b}元左右的{p}哪款好",
        "给我妈买{p}，{b}以上的",
        "{b}块钱能买到好的{p}吗",
    ]
    amounts = [
        (200, 300),
        (100, 1000),
        (500, 550),
        (1500, 2500),
        (99, 199),
        (3000, 5000),
        ("两百", "三百"),
        ("一千", "一千五"),
    ]
    found = []
    for i in range(96):
        a, b = amounts[i % 8]
        form, p = forms[(i + i // 6) % 6], PRODUCTS[i % 25]
        found.append((form.format(b=a, p=p), form.format(b=b, p=p)))
    english = ["{p} under ${b}", "best {p} for around ${b}", "recommend a {p} for less than {b} dollars"]
    for i, p in enumerate(THINGS):
        a, b = amounts[i % 6]
        found += [(form.format(p=p, b=a), form.format(p=p, b=b)) for form in english]
    return found


def _bounds() -> list[Pair]:
    sides = [
        ("{b}以内", "{b}以上"),
        ("{b}左右", "{b}以内"),
        ("不超过{b}", "不低于{b}"),
        ("最多{b}", "最少{b}"),
        ("{b}元以下", "{b}元以上"),
        ("低于{b}元", "高于{b}元"),
        ("{b}", "{b}以上"),
    ]
    forms = ["{s}的{p}推荐", "想买个{p}，{s}", "{p}，预算{s}，哪款好"]
    found = []
    for i in range(84):
        (x, y), p, b = sides[i % 7], PRODUCTS[i % 25], (200, 500, 1000, 3000)[i % 4]
        form = forms[(i + i // 7) % 3]
        found.append((form.format(s=x.format(b=b), p=p), form.format(s=y.format(b=b), p=p)))
    both = [
        ("under", "over"),
        ("below", "above"),
        ("at most", "at least"),
        ("less than", "more than"),
        ("around", "under"),
    ]
    found += [
        (f"{p} {x} $100", f"{p} {y} $100") for i, p in enumerate(THINGS) for x, y in islice(cycle(both), i, i + 2)
    ]
    times = [
        ("3天以内", "3天以上"),
        ("三天内", "三天后"),
        ("5年以下", "5年以上"),
        ("不满一年", "满一年"),
        ("超过10天", "不超过10天"),
    ]
    found += [
        (f"{r}{x}怎么处理", f"{r}{y}怎么处理") for i, r in enumerate(RULES) for x, y in islice(cycle(times), i, i + 2)
    ]
    return found


def _comparisons() -> list[Pair]:
    forms = [
        "{a}比{b}好吗",
        "{a}{p}比{b}{p}贵多少",
        "{a}是不是比{b}更耐用",
        "把{a}换成{b}值得吗",
        "从{a}换到{b}要注意什么",
        "{a}能代替{b}吗",
        "{a}不如{b}吗",
    ]
    found = []
    for i, (a, b) in enumerate(islice(combinations(BRANDS, 2), 0, 190, 2)):
        form, p = forms[(i + i // 7) % 7], PRODUCTS[i % 25]
        found.append((form.format(a=a, b=b, p=p), form.format(a=b, b=a, p=p)))
    english = [
        "is {a} better than {b}",
        "why is {a} more expensive than {b}",
        "should I upgrade from {a} to {b}",
        "can {a} replace {b}",
        "does {a} last longer than {b}",
    ]
    for i, (a, b) in enumerate(combinations(MAKERS, 2)):
        form = english[i % 5]
        found.append((form.format(a=a, b=b), form.format(a=b, b=a)))
    return found


def _without() -> list[Pair]:
    sides = [
        ("带蓝牙", "不带蓝牙"),
        ("有盖", "无盖"),
        ("含税", "不含税"),
        ("带灯", "没有灯"),
        ("有线", "无线"),
        ("包邮", "不包邮"),
        ("带屏幕", "不带屏幕"),
        ("防水", "不防水"),
    ]
    found = [
        (f"{x}的{p}推荐", f"{y}的{p}推荐") for i, p in enumerate(PRODUCTS) for x, y in islice(cycle(sides), i, i + 3)
    ]
    english = [
        ("with a lid", "without a lid"),
        ("with wifi", "without wifi"),
        ("with a screen", "with no screen"),
        ("wired", "wireless"),
    ]
    found += [(f"{p} {x}", f"{p} {y}") for i, p in enumerate(THINGS) for x, y in islice(cycle(english), i, i + 2)]
    found += [(f"有{a}的{d}", f"没有{a}的{d}") for d in DISHES for a, _ in INGREDIENTS[:3]]
    return found
