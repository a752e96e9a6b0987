# ruff: noqa: E501 -- a pattern is read as a whole
"""Topics of questions about the house, and the words by which guests show them.

The same patterns read a guest's question and the entries of an FAQ: a question and an entry of one topic belong
together even when they share no word.
"""

from __future__ import annotations

import re

TOPICS: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "hours": r"营业|打烊|关门|开门|关店|开店|闭店|歇业|开到|(?:最晚|最早|早上|晚上|中午|周[一二三四五六日末]|几点)(?:.{0,4})(?:几点|开|关)(?!.{0,4}(?:有|供应|卖|送))|几点(?:上班|下班|休息|开|关|停)|什么时[候间](?:.{0,2})(?:开|关|营业|下班|休息)|(?:开|关)(?:着|了)(?:吗|没|么)|休息(?:日|吗|么|不|几天)|最后点[餐单]|opening|business hours|what time|(?:are|is) (?:you|it|the \w+)(?: \w+)? open|\bclos(?:e|ed|es|ing)\b|open (?:on|until|till|at|today|now)",
        "holiday": r"放假|节假日|(?:春节|国庆|过年|过节|除夕|元旦|端午|中秋|初[一二三四五])(?!.{0,6}(?:吃|菜|点))|holiday|new year|christmas",
        "address": r"地址|(?:店|你们|饭馆|餐厅|位置|门店)(?:到底|具体)?(?:是)?(?:在哪|在什么(?:地方|位置)|哪[里儿]$)|^(?:那)?在(?:哪(?:[里儿个]|条|$)|什么(?:地方|位置))|(?<!洗手间)(?<!厕所)(?<!卫生间)(?:怎么|咋)(?:走|去|过去|过来|到)|哪条路|地铁|公交|导航|几楼|什么(?:地方|位置)|位置(?:在|发|是)|address|where (?:are you|is (?:the|your) (?:restaurant|store|shop|place)|'?s the (?:restaurant|store|shop))|how (?:do i|can i|to) (?:get|find|reach)|directions|\blocated\b|your location",
        "phone": r"(?<!打个)电话|手机号|联系方式|怎么联系|联系(?:你们|店)|热线|客服|phone|telephone|contact|call you",
        "parking": r"停车|泊车|车位|停哪|车停|车库|(?:地方|地儿|哪里?|方便|好)停(?!.{0,3}(?:业|电))|park(?:ing)?\b",
        "charging_station": r"充电桩",
        "delivery": r"外卖|外送|配送|送餐|送货|起送|派送|送多远|送得?到(?!.{0,4}(?:分钟|小时))|能送|可以送|送不送|送吗|包邮|运费|跑腿|送上门|deliver(?:y)?|takeaway|take ?out",
        "pickup": r"自取|自提|到店取|上门取|pick ?up",
        "booking": r"预[订定约]|[订定留占](?:个|一个|张|一张|几个)?(?:座|位|桌)|[订定]个?餐位|[订定留占](?:个|一下|一个)?.{0,10}?(?:座位|位子|位置|餐位|桌子|包[间厢房]|[座位桌](?![数子椅]))|(?:有|还有|给.{0,3}留).{0,4}(?:空位|空桌)|座位(?:怎么|能|可以)|reserv|book(?:ing)?\b|table for (?:\d|two|three|four|five|six|seven|eight)",
        "room": r"包间|包厢|包房|雅间|(?:独立|单独)的?(?:房间|空间)|private room",
        "queue": r"排队|等位|取号|叫号|过号|翻台|要等(?:多久|几桌).{0,2}(?:位|桌)|人多(?:吗|不多)|queue|wait(?:ing)? (?:time|list|for a table)",
        "invoice": r"发票|开票|专票|抬头|报销|invoice|receipt",
        "payment": r"刷卡|支付|付款|(?:怎么|能|可以|用).{0,6}(?:付|买单|结账|结帐)(?!.{0,3}过)|买单|结账|结帐|微信|支付宝|现金|信用卡|银行卡|数字人民币|扫码付|pay(?:ment)?\b|credit card|\bcash\b|alipay|wechat",
        "wifi": r"wi-?fi|无线网?|上网|(?:连|网络).{0,3}(?:密码|网)|有网|wlan|internet",
        "child": r"(?:宝宝|儿童|婴儿)(?:座?椅|餐椅|餐具|车)|(?:小孩|孩子|宝宝|小朋友).{0,6}(?:椅|坐的|座)|high ?chairs?|baby (?:seat|chair)|booster seat",
        "pets": r"宠物|动物|(?:带|遛)(?:着|只|条|个|我家的?)*(?:狗|猫)|(?:狗|猫)(?:狗|咪)?.{0,4}(?:带|进)|\bpets?\b|\bdogs?\b|\bcats?\b",
        "smoking": r"抽烟|吸烟|抽根|禁烟|无烟|烟区|smok",
        "power": r"充电宝|充电|插座|没电(?!.{0,6}修)|电源|socket|outlet|charg(?:e|er|ing)\b",
        "comfort": r"空调|暖气|露天|户外|室外|外面坐|坐外面|靠窗|outdoor|terrace|air ?con",
        "access": r"轮椅|无障碍|电梯|wheelchair|elevator",
        "toilet": r"卫生间|厕所|洗手间|toilet|rest ?room|bathroom|washroom",
        "packing": r"打包|餐盒|带走|doggy bag|to go box|take (?:it )?home",
        "corkage": r"开瓶费|(?:自带|自己带|带自己的|外带|带瓶|带).{0,3}(?:酒|饮料|水)(?!.{0,2}(?:的|有))|corkage|bring (?:my|our) own",
        "birthday": r"生日|庆生|蛋糕.{0,4}(?:带|寄存)|(?:带|自带|自己带).{0,3}蛋糕|birthday",
        "group": r"团餐|团建|聚餐|包场|年会|婚宴|宴席|酒席|满月酒|(?:人|桌).{0,4}(?:坐得下|坐得开|接待|能坐|够坐)|最多(?:能)?坐|large (?:group|party)|banquet",
        "member": r"会员|积分|储值|充值|礼品卡|membership|loyalty|gift card",
        "coupon": r"优惠|打折|折扣|团购|代金券|满减|活动(?!.{0,4}菜)|学生价|便宜点卖|coupon|discount|promotion",
        "refund": r"退款|退钱|退单|退菜|退掉|能退|退不退|取消|撤单|点错了?.{0,4}(?:退|取消|怎么|能|可以|咋)|refund|cancel",
        "complaint": r"投诉|上错|送错|漏[上送]|没点(?:过)?这|[有吃].{0,3}(?:头发|虫子|异物|苍蝇)|没(?:做|煮|炒)?熟|馊了|变质|催一?下|还没(?:上|送)(?:来|到|菜)|意见反馈|提.{0,2}意见|差评|态度.{0,2}差|complain",
        "job": r"招聘|招人|招工|招.{0,3}(?:服务员|厨师|兼职)|应聘|兼职|求职|\bjobs?\b|hiring|vacanc",
        "franchise": r"加盟|代理|franchise",
        "lost": r"失物|落(?:下|在|你|这|店|那)|丢了|丢在|忘拿|忘在|忘了拿|捡到|\blost\b|left my",
        "hygiene": r"味精|地沟油|卫生(?!间)|干净|消毒|后厨|食品安全|msg\b|food safety|hygien",
        "chef": r"厨师|大厨|师傅|\bchef\b",
        "halal": r"清真|回民|halal|kosher",
        "fees": r"服务费|茶位费|餐位费|纸巾费|小费|最低消费|低消|tip\b|service charge",
        "extras": r"餐具|筷子|围裙|一次性|续(?:饭|杯|水)|加饭|开水|茶水|半份|小份菜|备注",
        "stay": r"能坐多久|限时|时间限制",
    }.items()
}
# Topics that guests also bring up while they look for something to eat: 生日想吃面, 聚餐点什么大菜.
SOFT = frozenset({"packing", "birthday", "group", "child", "delivery", "corkage", "halal", "extras", "hours", "pickup", "coupon", "hygiene", "chef", "power", "queue", "parking"})  # fmt: skip
# Topics that hold even though a dish stands in the same clause only when nothing is asked about that dish.
ABOUT_DISHES = frozenset(
    {"hours", "refund", "booking", "extras", "packing", "delivery", "hygiene", "chef", "comfort", "coupon", "fees"}
)


def topics_in(text: str) -> tuple[str, ...]:
    """Topics of the house in normalised ``text``."""
    return tuple(name for name, pattern in TOPICS.items() if pattern.search(text))
