# ruff: noqa: E501 -- tables
"""How guests talk: paraphrases per kind of question. ``{d}`` dish, ``{i}`` ingredient, ``{c}`` category, ``{n}`` price.

Every second one is held out: rules are improved by looking at the others only (``--held`` measures these).
"""

from __future__ import annotations

START = (
    "",
    "",
    "",
    "",
    "你好，",
    "请问",
    "那个，",
    "麻烦问一下",
    "服务员，",
    "嗯……",
    "哎，",
    "不好意思，",
    "老板",
    "诶 ",
    "我想问问",
)
END = ("", "", "", "", "", "？", "呀？", "啊", "，谢谢", "～", "呢", "。", "😊")

PRICE = (
    "{d}卖多少钱", "{d}啥价啊", "{d}几块钱一份", "一份{d}大概要多少钱", "{d}什么价位", "我想知道{d}的价格", "点个{d}得花多少", "{d}贵不贵",
    "{d}怎么卖的", "你家{d}多少钱一份来着", "{d}一份是多少", "{d}要多少块", "帮我看下{d}的价钱", "{d}现在什么价", "你们那个{d}卖几块", "{d}多钱",
)  # fmt: skip
INGREDIENTS = (
    "{d}都放了啥", "{d}里头有些什么", "{d}是拿什么做的", "{d}用了哪些食材", "{d}主要是啥材料做的", "{d}的配料有哪些", "做{d}用的什么料", "{d}里面有什么东西",
    "介绍下{d}的食材", "{d}里都有啥", "{d}包含哪些原料", "想了解一下{d}里面放什么",
)  # fmt: skip
SPICE = (
    "{d}辣不",
    "{d}会很辣吗",
    "{d}辣度怎么样",
    "{d}是辣的还是不辣的",
    "{d}辣得厉害吗",
    "你们{d}辣不辣",
    "{d}有多辣",
    "{d}口味重不重，辣吗",
)
PREP = (
    "{d}多久能上",
    "{d}要等多长时间",
    "点{d}的话几分钟能好",
    "{d}上得快吗",
    "{d}做起来要多久",
    "现在点{d}多久上桌",
    "{d}出餐要几分钟",
    "{d}得等多久啊",
)
HAVE = (
    "有{d}吗",
    "你们家有没有{d}",
    "{d}有木有",
    "这儿能吃到{d}不",
    "店里卖{d}吗",
    "{d}你们有吗",
    "有没有{d}这个菜",
    "咱家有{d}没",
    "你们这儿做{d}吗",
    "菜单上有{d}吗",
)
ORDER = (
    "来份{d}", "给我上一个{d}", "我要一份{d}", "就点{d}吧", "整一个{d}", "帮我点个{d}", "想吃{d}", "{d}来俩", "两份{d}", "要个{d}，快点",
    "先来一个{d}", "{d}一份", "那就{d}好了", "我想点{d}", "给我们来个{d}", "{d}", "加一个{d}", "再来份{d}",
)  # fmt: skip
ENGLISH_NAME = (
    "how much is the {d}", "what's in the {d}?", "do you have {d}", "can I get the {d} please", "I'd like to order {d}", "how long does the {d} take",
    "is the {d} spicy?", "tell me about the {d}", "what does the {d} cost", "one {d} please", "does your place serve {d}?", "price of {d}",
)  # fmt: skip
INCLUDE = (
    "有什么{i}的菜", "有{i}的都有哪些", "想吃{i}，有啥", "{i}有哪些做法", "来点{i}", "带{i}的菜有几种", "哪些菜里面有{i}", "用{i}做的菜推荐一个", "你们{i}都怎么做",
    "我爱吃{i}，能点什么", "跟{i}有关的菜", "想来个{i}做的", "{i}类的有啥", "有没有放{i}的",
)  # fmt: skip
EXCLUDE = (
    "不吃{i}，有什么能点", "有没有不放{i}的菜", "别放{i}的有哪些", "{i}我吃不了，能点啥", "我不太能吃{i}，有什么可以点的", "不要带{i}的，推荐几个", "忌口{i}，吃点啥好",
    "没有{i}的菜来几个", "哪些菜不含{i}", "我不喜欢吃{i}，推荐点别的", "除了{i}的都行，推荐下", "我不碰{i}的，看看有什么", "不加{i}的菜有吗", "我朋友不吃{i}，点什么好",
)  # fmt: skip
ALLERGY = (
    "我对{i}过敏，能吃哪些", "{i}过敏的人可以点什么", "孩子{i}过敏，推荐点能吃的", "我{i}过敏，有什么菜", "我一吃{i}就过敏，点啥安全", "对{i}过敏能点什么",
    "家里老人{i}过敏，哪些菜没问题", "吃{i}会过敏，给我挑几个菜",
)  # fmt: skip
BELOW = (
    "{n}块以内的菜", "不超过{n}块的有啥", "{n}元以下有什么", "预算{n}块，吃点啥", "{n}块钱能吃什么", "有没有低于{n}块的", "比{n}块便宜的菜", "{n}块封顶，推荐下",
    "{n}块钱往下的菜有哪些", "最多花{n}块，有什么", "别超过{n}元，来几个", "不到{n}块的都有什么", "价格在{n}以内的", "{n}以下的菜有吗",
)  # fmt: skip
ABOVE = (
    "{n}块以上的菜",
    "高于{n}元的有哪些",
    "{n}块往上的有啥",
    "贵一点的，{n}以上",
    "超过{n}块的菜有什么",
    "{n}元起的菜",
)
BETWEEN = (
    "{a}到{b}块的菜", "{a}至{b}元之间有什么", "{a}块到{b}块的有哪些", "价格{a}-{b}的", "{a}到{b}之间的推荐一下", "{a}～{b}元的菜有吗", "介于{a}和{b}块之间的", "从{a}块到{b}块都有啥",
)  # fmt: skip
ABOUT = (
    "{n}块左右的菜",
    "差不多{n}元的有啥",
    "{n}块上下的",
    "大概{n}块钱的菜",
    "{n}来块钱的有什么",
    "约{n}元的菜有哪些",
)
CATEGORY = (
    "有什么{c}", "{c}都有哪些", "来个{c}", "看看{c}", "{c}推荐一下", "想点个{c}", "你们的{c}有啥", "{c}给我报几个", "想来点{c}", "介绍几道{c}", "{c}有几种", "上个{c}吧",
)  # fmt: skip
BROAD = (
    "有啥好吃的", "推荐几个呗", "你们家什么最好吃", "第一次来，点什么好", "招牌是啥", "菜单给我看看", "都卖些什么", "有什么拿手菜", "大家都点啥", "随便推荐几个",
    "哪个菜卖得最火", "不知道吃啥，帮我拿个主意", "你们店有什么特色", "给我介绍介绍你家的菜", "必点的有哪些", "你家菜单有什么", "有没有什么好的推荐", "看下菜单呗",
    "what's good here", "what do you recommend", "can I see the menu", "any specials today", "what are your most popular dishes", "what should I order",
)  # fmt: skip
SPICY = {
    "不辣": ("有什么不辣的", "不要辣的，推荐几个", "吃不了辣，有啥能吃", "完全不辣的菜有哪些", "我不能吃辣，点什么", "一点辣都不沾的有吗", "不带辣味的来几个", "不吃辣的人点啥"),
    "微辣": ("微辣的有哪些", "稍微带点辣的", "来点微微辣的菜", "微辣口的有什么", "小辣的有啥", "微微辣的推荐一个"),
    "不太辣": ("不要太辣的有哪些", "别太辣的来几个", "不是很辣的菜", "没那么辣的有什么"),
    "中辣": ("中辣的菜有啥", "中等辣度的推荐几个"),
    "特辣": ("特辣的有什么", "最辣的来一个", "要变态辣的", "超级辣的菜有哪些"),
    "辣": ("来点辣的", "有什么辣菜", "想吃辣的", "无辣不欢，推荐下", "口味重一点辣一点的", "辣的有哪些"),
}  # fmt: skip
QUICK = (
    "{m}分钟以内能上的菜", "赶时间，{m}分钟内能好的有啥", "{m}分钟之内出餐的", "什么菜{m}分钟就能上", "我只有{m}分钟，能吃什么", "不超过{m}分钟的菜有哪些", "等不了，{m}分钟内上桌的有吗",
    "what can be ready within {m} minutes", "出餐时间{m}分钟以内的",
)  # fmt: skip
FASTEST = ("哪个上得最快", "赶时间，什么出得快", "有没有快一点能吃上的", "最快上桌的是什么", "上菜快的有哪些")
CHEAPEST = (
    "最便宜的是什么",
    "有没有便宜点的",
    "哪个菜最实惠",
    "来点便宜的",
    "你们最便宜的菜多少钱",
    "what's the cheapest dish",
    "便宜一些的有啥",
)
STOCK = (
    "{d}还有吗", "{d}卖完了吗", "{d}卖光没有", "今天{d}还有货吗", "{d}还剩几份", "{d}现在还点得到吗", "{d}沽清了没", "{d}售罄了吗", "这会儿还有{d}吗", "{d}没卖完吧", "{d}还能点不",
    "{d}还有没有了", "is the {d} sold out", "do you still have {d}",
)  # fmt: skip
COMBINED = (
    "{n}块以内不辣的{c}", "不吃{i}，{n}块以下的{c}有啥", "想要{c}，别放{i}，{n}元以内", "有没有{n}以下又不辣的", "不辣的{c}推荐一个", "{c}里面不含{i}的有哪些", "便宜又没有{i}的{c}",
    "来个不放{i}的{c}，不要辣", "{m}分钟内能上的{c}，{n}块以下", "我对{i}过敏，想点{c}",
)  # fmt: skip
DESCRIBED = {
    "greens": ("来个绿叶子菜", "有没有绿色的蔬菜", "想吃点青菜", "来盘绿菜", "叶子菜有啥", "清爽的绿菜"),
    "soup": ("想喝点汤汤水水的", "来碗热乎的汤", "有汤喝吗", "喝汤的有什么"),
    "sweet": ("甜的有什么", "想吃点甜的", "饭后来点甜品", "小朋友爱吃的甜食"),
    "drink": ("有什么喝的", "口渴了来点喝的", "饮料有哪些", "来杯饮料"),
    "meat": ("想大口吃肉", "来个硬菜", "肉菜有哪些", "有肉的来一个"),
    "veg": ("我吃素，有什么", "素的来两个", "想吃点素的", "斋菜有吗", "不吃荤，推荐下"),
    "staple": ("主食有什么", "来点管饱的主食", "有什么饭和面"),
    "seafood": ("海鲜有哪些", "想吃点海鲜", "水产类有啥"),
    "any": ("有什么下饭的", "清淡点的菜", "适合小孩吃的", "老人家牙不好吃点什么", "下酒菜有啥", "开胃的来一个", "酸酸甜甜的菜", "适合减肥吃的", "暖胃的", "爽口的", "重口味的", "家里来客人撑场面的菜"),
}  # fmt: skip
SMALLTALK = (
    "你好啊", "嗨", "在不在", "晚上好", "谢谢啦", "多谢你", "好的谢谢", "拜拜", "再见咯", "你是谁呀", "你是机器人吗", "你能帮我做什么", "好嘞", "辛苦啦", "知道了，谢谢", "hello there",
    "thank you so much", "good evening", "bye", "who are you", "早啊", "哈喽", "没事了谢谢", "ok thanks",
)  # fmt: skip
OUTSIDE = (
    "明天会下雨吗", "给我讲个笑话", "帮我写首诗", "今天股市怎么样", "一加一等于几", "帮我订张去上海的机票", "世界杯谁赢了", "怎么学编程", "放首歌听听", "hello怎么翻译", "特朗普是谁",
    "帮我叫个出租车", "我心情不好", "地球到月亮多远", "推荐一部电影", "what's the weather today", "tell me a joke", "write me a poem", "who won the election", "帮我算一下三百除以七",
    "手机没电了哪里能修", "最近有什么好看的书", "帮我查下快递", "房价会涨吗", "你喜欢我吗", "how do I learn python", "现在几号", "给我妈打个电话",
)  # fmt: skip
FAQ_LIKE = (
    ("你们车停哪儿", "parking"), ("开车过来有地方停吗", "parking"), ("停车收费不", "parking"), ("wifi密码是多少", "wifi"), ("店里能上网吗", "wifi"), ("无线网怎么连", "wifi"),
    ("能开票吗", "invoice"), ("发票怎么开", "invoice"), ("公司报销要开发票", "invoice"), ("可以刷信用卡吗", "payment"), ("收现金不", "payment"), ("能不能用支付宝付", "payment"),
    ("想订个位子", "booking"), ("周六晚上能预约吗", "booking"), ("可以帮我留个座吗", "booking"), ("有包间没", "room"), ("包房要不要最低消费", "room"), ("八个人有独立包间吗", "room"),
    ("有没有给小孩坐的椅子", "chair"), ("宝宝椅有吗", "chair"), ("我能带狗去吗", "pets"), ("猫可以带进来吗", "pets"), ("宠物让不让进", "pets"), ("你们送外卖不", "delivery"),
    ("外卖最远送到哪", "delivery"), ("配送要加多少钱", "delivery"), ("起送价多少", "delivery"), ("怎么办会员", "member"), ("积分有什么用", "member"), ("会员有啥好处", "member"),
    ("今天我生日有活动吗", "birthday"), ("过生日可以带蛋糕进来吗", "birthday"), ("里面让抽烟吗", "smoke"), ("有吸烟区没有", "smoke"), ("我伞落你们店了", "lost"), ("手机好像忘在店里了", "lost"),
    ("可以自己带酒吗", "corkage"), ("开瓶费收多少", "corkage"), ("公司团建四十个人能接待吗", "group"), ("你们接团餐不", "group"), ("吃不完可以打包吗", "box"), ("打包盒要钱吗", "box"),
    ("点错了能退钱吗", "refund"), ("怎么退款", "refund"), ("有没有打折", "coupon"), ("有团购券吗", "coupon"), ("最近有什么优惠活动", "coupon"), ("现在要排队吗", "queue"),
    ("等位要等多久", "queue"), ("厕所在哪", "toilet"), ("洗手间怎么走", "toilet"), ("你们招人吗", "job"), ("想来应聘服务员", "job"), ("手机没电了能充电吗", "power"), ("有没有充电宝", "power"),
    ("你们几点打烊", "hours"), ("早上几点开门", "hours"), ("现在还营业吗", "hours"), ("春节休息吗", "hours"), ("晚上最晚到几点", "hours"), ("周末几点开始营业", "hours"), ("今天开门了没", "hours"),
    ("店在什么位置", "address"), ("你们地址发我一下", "address"), ("怎么去你们店", "address"), ("坐地铁怎么过去", "address"), ("订餐电话多少", "phone"), ("怎么联系你们", "phone"),
    ("what time do you open", "hours"), ("are you open on Sunday", "hours"), ("is there parking nearby", "parking"), ("can I pay by card", "payment"), ("where are you located", "address"),
    ("do you deliver", "delivery"), ("can I bring my dog", "pets"), ("what's the wifi password", "wifi"), ("can I book a table for six", "booking"), ("where is the restroom", "toilet"),
)  # fmt: skip
MENU_LIKE = (
    "适合打包带走的凉菜有吗", "带小孩来，有什么他能吃的", "开车来的不能喝酒，有啥饮料", "现在能点的汤有哪些", "三个人吃点什么好", "早餐有什么可以吃", "有没有不辣的主食", "晚上想吃点清淡的菜", "朋友聚会点什么硬菜",
    "下班累了想喝碗热汤", "周末带爸妈来，推荐几个软和的菜", "等会儿来吃，先看看素菜", "公司聚餐有什么大菜推荐", "送人一份甜品，哪个好", "生日想吃面，有什么面", "刚停好车，快饿死了，什么菜上得快",
)  # fmt: skip
STORES = (
    "附近有啥{k}店", "哪里有{k}馆子", "推荐一家{k}店", "人均{n}以内的{k}店有吗", "评分高的{k}店", "离我最近的分店是哪家", "哪家店有{d}卖", "{d}哪个店能吃到", "现在还开着的{k}店有哪些", "帮我找家便宜点的{k}店",
    "周边吃{k}的地方", "你们有几家店", "find me a restaurant nearby", "which store sells {d}", "人均最低的店是哪家", "有没有近一点的{k}馆", "哪些店在卖{d}", "附近评分最好的馆子",
)  # fmt: skip
TWO = (
    ("{d}多少钱，另外你们几点关门", "menu_search", "faq_search"), ("{d}还有吗，顺便问一下能停车不", "stock_lookup", "faq_search"), ("有什么汤，对了你们有wifi吗", "menu_search", "faq_search"),
    ("来份{d}，再帮我看看附近的分店", "menu_search", "store_search"), ("你们送外卖吗？{d}怎么卖", "faq_search", "menu_search"), ("{d}辣吗？可以开发票吗？", "menu_search", "faq_search"),
    ("how much is the {d} and what time do you close", "menu_search", "faq_search"), ("请问停车收费吗，还有{d}现在卖完了没", "faq_search", "stock_lookup"), ("{d}和{e}多少钱", "menu_search", "menu_search"),
    ("{d}多少钱？{e}辣不辣？", "menu_search", "menu_search"), ("先来个{d}，你们包间怎么订", "menu_search", "faq_search"), ("地址在哪儿，有没有{d}", "faq_search", "menu_search"),
)  # fmt: skip
ENGLISH = (
    ("anything with beef?", "include:牛肉"), ("which dishes have potatoes", "include:土豆"), ("do you have any chicken dishes", "include:鸡肉"), ("I'd like some shrimp", "include:虾"),
    ("dishes under 30 yuan", "max:30"), ("what can I get for less than 25 yuan", "max:25"), ("something between 20 and 40 yuan", "range:20:40"), ("something not spicy please", "mild"), ("I can't eat spicy food", "mild"),
    ("I'm allergic to peanuts, what can I eat", "exclude:花生"), ("no cilantro please, what's available", "exclude:香菜"), ("what dishes are without pork", "exclude:猪肉"), ("I don't eat beef", "exclude:牛肉"),
    ("what soups do you have", "category:汤"), ("any desserts?", "category:甜"), ("show me the drinks", "category:饮"), ("vegetarian dishes please", "veg"), ("I'm a vegetarian, what can I order", "veg"),
    ("a dish without egg under 40 yuan", "exclude:鸡蛋"), ("got any eggs dishes", "include:鸡蛋"), ("what seafood do you have", "seafood"), ("anything cheap and not spicy", "mild"), ("is there anything with tofu", "include:豆腐"),
)  # fmt: skip
