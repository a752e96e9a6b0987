"""More pairs of requests that look alike: degrees, quantities, switches, places, questions, products, parts."""

# ruff: noqa: E501

from __future__ import annotations

from itertools import combinations, cycle, islice

from semantic_fillers import ACTS, DISHES, INGREDIENTS, OBJECTS, PARTS, PRODUCTS, RULES, THINGS, VERBS

Pair = tuple[str, str]


def degrees() -> list[Pair]:
    sides = [
        ("最便宜", "最贵"), ("更大", "更小"), ("更轻", "更重"), ("声音大", "声音小"), ("大容量", "小容量"), ("长款", "短款"), ("高端", "入门"), ("多一点", "少一点"),
        ("最好", "最差"), ("厚", "薄"), ("便宜点", "贵点"), ("单人", "双人"),
    ]  # fmt: skip
    found = [
        (f"{x}的{p}哪款好", f"{y}的{p}哪款好")
        for i, p in enumerate(PRODUCTS)
        for x, y in islice(cycle(sides), i, i + 4)
    ]
    english = [
        ("cheapest", "most expensive"),
        ("larger", "smaller"),
        ("lighter", "heavier"),
        ("best", "worst"),
        ("loud", "quiet"),
        ("hot", "cold"),
        ("more", "fewer"),
    ]
    found += [
        (f"which {p} is the {x}", f"which {p} is the {y}")
        for i, p in enumerate(THINGS)
        for x, y in islice(cycle(english), i, i + 2)
    ]
    found += [(f"{d}多放{a}", f"{d}少放{a}") for d in DISHES for a, _ in INGREDIENTS[:2]]
    found += [(f"{d}{x}", f"{d}{y}") for d in DISHES for x, y in (("微辣", "特辣"), ("大份", "小份"), ("热的", "冰的"))]
    return found


def quantities() -> list[Pair]:
    counts = [
        ("两个人", "四个人"),
        ("2份", "3份"),
        ("一次", "两次"),
        ("3天", "5天"),
        ("10寸", "12寸"),
        ("500毫升", "500升"),
        ("1米5", "1米8"),
        ("20寸", "20斤"),
    ]
    found = [
        (f"{x}用的{p}推荐", f"{y}用的{p}推荐")
        for i, p in enumerate(PRODUCTS)
        for x, y in islice(cycle(counts), i, i + 2)
    ]
    found += [(f"{d}来{x}", f"{d}来{y}") for d in DISHES for x, y in (("一份", "两份"), ("三碗", "五碗"))]
    found += [
        (f"{r}{x}要谁批", f"{r}{y}要谁批")
        for i, r in enumerate(RULES)
        for x, y in islice(cycle([("3天", "7天"), ("500元", "5000元"), ("半天", "一天")]), i, i + 2)
    ]
    found += [
        (f"{p} for {x}", f"{p} for {y}")
        for i, p in enumerate(THINGS)
        for x, y in islice(cycle([("two people", "three people"), ("5 days", "5 weeks")]), i, i + 1)
    ]
    return found


def switches() -> list[Pair]:
    found = [
        (f"{p}怎么{x}{o}", f"{p}怎么{y}{o}")
        for i, (x, y) in enumerate(VERBS)
        for j, o in enumerate(OBJECTS)
        for p in (PRODUCTS[(i * 5 + j) % 25],)
        if (i + j) % 2
    ]
    found += [(f"how do I {x} the {o}", f"how do I {y} the {o}") for x, y in ACTS for o in PARTS[:6]]
    return found


def orders() -> list[Pair]:
    forms = ["{r}之{w}要做什么", "{r}申请{w}需要通知谁", "转正{w}能享受{r}吗", "入职{w}怎么办理{r}", "下班{w}可以{r}吗"]
    found = []
    for i, r in enumerate(RULES):
        for form in forms[i % 2 :: 2]:
            found.append((form.format(r=r, w="前"), form.format(r=r, w="后")))
    found += [
        (f"can I return the {p} before the warranty ends", f"can I return the {p} after the warranty ends")
        for p in THINGS
    ]
    found += [(f"{d}饭前吃还是", f"{d}饭后吃还是") for d in DISHES[:5]]
    return found


def places() -> list[Pair]:
    sides = [
        ("北京", "上海"),
        ("一楼", "二楼"),
        ("卧室", "客厅"),
        ("室内", "室外"),
        ("南校区", "北校区"),
        ("国内", "国外"),
        ("办公室", "宿舍"),
        ("车里", "家里"),
    ]
    found = [
        (f"{x}用的{p}推荐", f"{y}用的{p}推荐")
        for i, p in enumerate(PRODUCTS)
        for x, y in islice(cycle(sides), i, i + 2)
    ]
    found += [
        (f"{x}的{r}标准是多少", f"{y}的{r}标准是多少")
        for i, r in enumerate(RULES)
        for x, y in islice(cycle(sides[:2]), i, i + 2)
    ]
    found += [
        (f"从{x}到{y}{r}多少钱", f"从{y}到{x}{r}多少钱") for x, y in sides[:2] for r in ("打车", "快递", "高铁", "搬家")
    ]
    found += [(f"{p} for the bedroom", f"{p} for the kitchen") for p in THINGS] + [
        (f"train from {a} to {b}", f"train from {b} to {a}")
        for a, b in combinations(("London", "Paris", "Rome", "Berlin"), 2)
    ]
    return found


def questions() -> list[Pair]:
    sides = [
        ("怎么申请{r}", "什么时候申请{r}"), ("{r}找谁审批", "{r}多久审批"), ("{r}可以取消吗", "{r}怎么取消"), ("{r}有几天", "{r}有几次"), ("为什么要{r}", "怎么{r}"),
        ("{r}在哪里办理", "{r}什么时候办理"), ("{r}要多少钱", "{r}要多久"), ("谁可以{r}", "哪里可以{r}"), ("{r}必须交材料吗", "{r}可以交材料吗"),
    ]  # fmt: skip
    found = [(x.format(r=r), y.format(r=r)) for i, r in enumerate(RULES) for x, y in islice(cycle(sides), i, i + 4)]
    english = [
        ("how much is the {p}", "how heavy is the {p}"),
        ("how long does the {p} last", "how loud is the {p}"),
        ("when should I replace my {p}", "how should I replace my {p}"),
        ("can I repair the {p}", "must I repair the {p}"),
        ("why buy a {p}", "where to buy a {p}"),
    ]
    found += [(x.format(p=p), y.format(p=p)) for i, p in enumerate(THINGS) for x, y in islice(cycle(english), i, i + 2)]
    return found


def products() -> list[Pair]:
    found = [(f"推荐一款静音的{a}", f"推荐一款静音的{b}") for a, b in islice(combinations(PRODUCTS, 2), 0, 300, 5)]
    near = [
        ("电动牙刷", "电动牙刷头"),
        ("充电器", "充电线"),
        ("键盘", "键盘膜"),
        ("手机", "手机壳"),
        ("空调", "空调扇"),
        ("咖啡机", "咖啡豆"),
        ("打印机", "打印纸"),
        ("洗衣机", "洗衣液"),
        ("婴儿车", "婴儿床"),
        ("电饭煲", "电压力锅"),
        ("台灯", "落地灯"),
        ("登机箱", "托运箱"),
        ("年假", "事假"),
        ("婚假", "产假"),
        ("迟到", "早退"),
        ("入职", "离职"),
        ("加班费", "餐补"),
        ("配送费", "停车费"),
        ("豆浆", "豆腐"),
        ("牛肉面", "牛肉粉"),
    ]
    forms = ["{x}怎么样", "{x}有什么要注意的", "{x}多少钱", "关于{x}的规定"]
    return found + [(form.format(x=a), form.format(x=b)) for a, b in near for form in forms]


def ingredients() -> list[Pair]:
    forms = ["{d}里有{x}吗", "{d}不要放{x}", "对{x}过敏能吃{d}吗", "有没有不含{x}的{d}"]
    return [
        (form.format(d=d, x=x), form.format(d=d, x=y))
        for i, d in enumerate(DISHES)
        for j, (x, y) in enumerate(INGREDIENTS)
        for form in (forms[(i + j) % 4],)
        if (i + j) % 2
    ]


def roles() -> list[Pair]:
    sides = [
        ("老师", "学生"),
        ("猫", "狗"),
        ("员工", "领导"),
        ("公司", "个人"),
        ("房东", "租客"),
        ("买家", "卖家"),
        ("家长", "学校"),
    ]
    forms = [
        "{a}给{b}付钱吗",
        "{a}可以投诉{b}吗",
        "{a}怕{b}吗",
        "{a}要通知{b}吗",
        "{a}向{b}申请什么",
        "{a}欠{b}多少钱",
        "{a}替{b}签字可以吗",
        "{a}能管{b}吗",
    ]
    return [(form.format(a=a, b=b), form.format(a=b, b=a)) for a, b in sides for form in forms]
