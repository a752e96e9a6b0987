"""Words by which guests show what they want: the rules that need no model.

Each cue is a pattern over normalised text. A sentence without any cue is routed by meaning, over the tools'
examples (gateway).
"""

from __future__ import annotations

import re

_GREETING = r"(?:你好呀?|您好|嗨|哈喽|hello|hi|hey|在吗|有人吗|早上好|上午好|中午好|下午好|晚上好|早安|good (?:morning|afternoon|evening))"
_THANKS = r"(?:谢谢(?:你|您|啦|了)?|多谢|感谢|辛苦了|thanks?(?: you)?(?: very much| a lot)?|thank you)"
_BYE = r"(?:再见|拜拜|回头见|下次见|bye(?: bye)?|goodbye|see you)"
_WHO = r"(?:你是谁|你叫什么(?:名字)?|你是(?:机器人|真人|ai)吗?|你(?:能|会|可以)(?:做|干)(?:些)?什么|你有什么功能|who are you|what can you do|what are you)"
_FEELING = r"(?:哈+|呵呵+|嗯+|哦+|好的?|好吧|ok(?:ay)?|行|知道了|明白了?|没事了?|不用了|算了|nice|great|cool)"
_TAIL = r"(?:[呀啊呢吧哦哟啦了吗嘛~!！。.,，?？\s]*)"

SMALLTALK: dict[str, re.Pattern[str]] = {
    "greeting": re.compile(rf"(?:{_GREETING}{_TAIL})+"),
    "thanks": re.compile(rf"(?:{_FEELING}{_TAIL})?(?:{_THANKS}{_TAIL})+(?:{_BYE}{_TAIL})?"),
    "bye": re.compile(rf"(?:{_FEELING}{_TAIL})?(?:{_BYE}{_TAIL})+"),
    "identity": re.compile(rf"(?:{_GREETING}{_TAIL})*(?:{_WHO}{_TAIL})+"),
    "acknowledge": re.compile(rf"(?:{_FEELING}{_TAIL})+"),
}
POLITE_START = re.compile(
    rf"^(?:{_GREETING}|请问(?:一下)?|麻烦(?:你|您|问)?(?:一下)?|劳驾|不好意思|打扰一下|那个|嗯+|呃+|额+|诶|哎|喂|服务员|老板娘?|美女|帅哥|小哥|小姐姐|excuse me|please|um+|uh+)[\s,，。.!！、~]*"
)

BROAD = re.compile(
    r"(?:有|有些|有没有|给我|帮我|能|可以)?(?:什么|啥|哪些|点)?(?:好的|好)?(?:推荐|介绍)(?:的|一下|下|下吧|几个|几道|点|一些|些|吗|菜|什么|啥|个)*(?:菜|什么|啥|给我)*"
    r"|(?:招牌|特色|拿手|镇店|必点|必吃|人气|热门|热销|爆款|卖得最好|点得最多|最火|最受欢迎|销量最高|经典)(?:的)?(?:菜品?|是什么|是啥|有哪些|有什么|都有啥|的|呢|吗)*"
    r"|(?:把|看看|看一下|看下|来看|发|给我看|想看|要)?(?:你们?家?|你们|咱们|咱家|这儿|这里|店里|我们|的)*(?:菜单|菜谱|餐单)(?:发|给|拿|来|看|我|一下|下|看看|有|什么|啥|哪些|都|有些|上|吗|吧|呢|过来)*"
    r"|(?:你们?家?|你们店?|咱们?家?|这儿|这里|店里|本店|今天)*(?:都|里)?(?:有|卖|做)?(?:些)?(?:什么|啥|哪些)(?:好吃的?|菜品?|吃的|可以吃的?|能吃的?|可以点的?|能点的?|可点|东西)(?:吗|呢|啊|可以点|能点|推荐)*"
    r"|(?:你们?家?|你们店?|这儿|这里|店里)(?:都)?(?:有|卖|做)(?:些)?(?:什么|啥)(?:吗|呢|啊)*"
    r"|(?:我|我们)?(?:今天|中午|晚上|晚饭|午饭|第一次来)*[,，]?(?:该|应该|不知道|能|可以|要)*(?:吃|点)(?:些|点)?(?:什么|啥)(?:好|呢|啊|比较好)*"
    r"|随便(?:来|点|上|推荐)?(?:几个|几道|点|两个)?(?:菜)?|你看着(?:点|来|推荐)(?:吧)?"
    r"|what(?:'s| is| are| do you)?(?: good| recommend(?:ed)?| your (?:specials?|signature(?: dish(?:es)?)?|best)| popular| on (?:the|your) menu| should i (?:eat|order|get)| have).*"
    r"|(?:any )?recommendations?.*|(?:can you |could you |please )?recommend (?:something|a dish|some dishes|me something).*|(?:show me |can i see |see )?(?:the |your )?menu(?: please)?|signature dish(?:es)?|(?:what are )?(?:the |your )?(?:house )?special(?:s|ties|ty)?|best ?sellers?|most popular(?: dish(?:es)?)?"
)
RECOMMEND = re.compile(r"推荐|介绍|招牌|特色|拿手|必点|人气|热门|recommend|popular|signature|special")

STOCK = re.compile(
    r"(?:现在|今天|目前|这会儿|这个点)?(?:还)?(?:有没有货|有货|没货|缺货|断货|现货|库存|存货)(?:吗|没|不|呢|多少)?"
    r"|(?:卖完|卖光|售罄|售完|沽清|估清|卖没|抢完|没了|没有了)(?:了)?(?:吗|没|没有|不)?"
    r"|还有没有|还有(?:吗|不|么|没|多少|几[份个条碗只]|货)|还剩(?:下)?(?:吗|多少|几[份个条碗只]?)?|剩(?:下)?(?:多少|几[份个])"
    r"|(?:今天|现在|目前|这会儿)(?:还)?(?:能|可以)?(?:有|供应|点得到|点到|做)(?:吗|不|么)?|(?:还)?(?:能|可以)点(?:到)?吗|还供应吗|供应吗|还卖吗|还做吗"
    r"|in stock|sold out|(?:still )?available|any .* left|left\b|still have|do you still"
)
STILL_WHAT = re.compile(r"还有(?:什么|啥|哪些|别的|其他|其它)")

_CUISINE = r"(?:川菜|粤菜|湘菜|鲁菜|苏菜|浙菜|闽菜|徽菜|东北菜|西北菜|云南菜|贵州菜|新疆菜|江浙菜|本帮菜|北京菜|京菜|潮汕菜|客家菜|清真菜?|素食|火锅|串串香?|烧烤|烤鱼|烤肉|烤鸭|自助餐?|海鲜|小龙虾|面馆|粉面|小吃|快餐|早茶|茶餐厅|茶楼|粥店?|饺子|日料|日本料理|寿司|韩餐|韩国料理|泰餐|泰国菜|越南菜|西餐|牛排|意大利菜|法餐|披萨|汉堡|咖啡|甜品|奶茶|面包|干锅|家常菜|农家菜|官府菜|私房菜|sichuan|cantonese|hunan|hot ?pot|noodles?|japanese|korean|western|italian|thai|vegetarian|bbq|barbecue|dim sum|seafood)"
CUISINE = re.compile(_CUISINE)
PLACE = r"(?:菜馆|馆子|餐馆|餐厅|饭店|饭馆|酒楼|酒家|食府|门店|分店|连锁店|店铺|店家|店面|馆|店|restaurants?|stores?|shops?|branch(?:es)?|places?|locations?)"
STORE = re.compile(
    rf"(?:附近|周边|周围|旁边|离我|离这|这边|近处|最近的|近一?点的|nearby|near (?:me|here)|around here|closest|nearest).{{0,14}}(?:{PLACE}|{_CUISINE}|吃的|吃饭的?地方|可以吃)"
    rf"|(?:附近|周边|周围|nearby|near me|around here)"
    rf"|(?:哪家|哪个|哪一家|哪些|几家|几个|多少家|什么|哪几家)(?:离我?最?近的?|最近的?|评分最?高的?|便宜的?|好的?)?(?:{PLACE})"
    rf"|{_CUISINE}.{{0,4}}{PLACE}|{PLACE}.{{0,6}}(?:评分|人均)|人均.{{0,12}}(?:{PLACE}|的店|多少|以下|以内)|(?:评分|口碑)(?:最高|最好|高|好).{{0,6}}{PLACE}?"
    rf"|(?:你们|贵店|舵家)?(?:一共|总共|在本市|在城里)?(?:有|开了)(?:(?:几家|哪几家|多少家)(?:分店|门店|店)?|哪些(?:分店|门店|店))|(?:其他|别的|另外的?)(?:分|门)?店"
    rf"|(?:which|any|other|what) (?:restaurants?|stores?|branch(?:es)?|locations?)|(?:restaurants?|stores?|branch(?:es)?) (?:near|around|with)"
)
CHOOSE_STORE = re.compile(
    r"(?:我(?:现在)?(?:在|去|到|选|要去|想去)|就去|就选|就|选|换(?:到|成)?|切换?到|改(?:到|成|去)|去)(?P<store>.{1,20}?)(?:吃|吧|了|好了|看看|点餐|点菜|店吧)?[。.!！~]*"
)

# Topics of the FAQ and of the stores' own facts. Strong ones hold even when a dish is named beside them.
FAQ_TOPICS: dict[str, re.Pattern[str]] = {
    "hours": re.compile(r"营业|几点|打烊|关门|开门|开店|闭店|歇业|开到|关店|什么时候(?:开|关|营业|下班|休息)|什么时间(?:开|关)|(?:开|关)(?:着|了)?(?:门)?吗|下班|休息日|节假日|春节|国庆|opening|closing|open|close[sd]?\b|business hours|what time"),
    "address": re.compile(r"地址|在哪(?:里|儿|个位置)?(?!.{0,3}(?:点|下单|付))|怎么走|怎么去|怎么过去|位置|哪条路|地铁|公交|导航|几楼|在什么地方|address|where (?:are you|is (?:the|your)|'?s the)|how (?:do i|can i|to) get (?:there|to)|located|location"),
    "phone": re.compile(r"电话|手机号|联系方式|怎么联系|联系你们|热线|phone|telephone|contact|call you"),
    "parking": re.compile(r"停车|车位|泊车|车库|充电桩|park(?:ing)?\b"),
    "delivery": re.compile(r"外卖|外送|配送|送餐|送货|起送|派送|送多远|送得到|送到(?:家|哪)|能送|送不送|送吗|包邮|运费|deliver(?:y)?|takeaway|take ?out"),
    "booking": re.compile(r"预[订定约]|[订定]位|[订定]座|留位|订桌|包间|包厢|包房|雅间|排队|等位|取号|要等(?:多久|位)|reserv|book(?:ing)?\b|private room|queue|wait(?:ing)? time"),
    "payment": re.compile(r"发票|开票|刷卡|支付|付款|买单|结账|结帐|微信|支付宝|现金|信用卡|数字人民币|invoice|receipt|pay(?:ment)?\b|credit card|cash|alipay|wechat"),
    "service": re.compile(r"wi-?fi|无线网?|网络密码|宝宝椅|儿童椅|婴儿椅|儿童餐|宠物|带狗|带猫|抽烟|吸烟|吸烟区|无烟|充电宝|充电|插座|空调|暖气|卫生间|厕所|洗手间|轮椅|无障碍|电梯|露天|户外|靠窗|打包|餐盒|餐具|围裙|一次性|自带|开瓶费|酒水自带|蛋糕|生日|庆生|团餐|聚餐|包场|年会|婚宴|座位|多少人|坐得下|能坐|high chairs?|\bpets?\b|\bdogs?\b|smok|toilet|restroom|bathroom|wheelchair|corkage|birthday|socket|outdoor|to go box"),
    "policy": re.compile(r"会员|积分|优惠|打折|折扣|团购|代金券|优惠券|满减|活动|储值|充值|礼品卡|退款|退钱|退单|退菜|取消订单|投诉|意见|差评|招聘|招人|应聘|兼职|失物|落下|丢了|忘拿|味精|地沟油|卫生|干净|厨师|清真|halal|food safety|membership|coupon|discount|promotion|refund|complain|complaint|job|hiring|lost|msg\b|wine list|服务费|茶位费|餐位费|纸巾费|小费|tip\b|最低消费|service charge"),
}
STRONG_TOPICS = frozenset({"hours", "address", "phone", "parking", "booking", "payment", "service", "policy"})

ASPECTS: dict[str, re.Pattern[str]] = {
    "price": re.compile(r"多少钱|什么价|价格|价钱|几块|几元|多少块|多少元|怎么卖|卖多少|贵不贵|贵吗|how much|price|cost"),
    "ingredients": re.compile(r"里面?(?:都)?(?:有|是|放)(?:些|了)?(?:什么|啥|哪些)|(?:有|放)(?:些|了)?(?:什么|啥)(?:料|食材|配料|东西|菜)|食材|原料|配料|主料|用料|什么做的|啥做的|怎么做的|成分|用(?:的)?(?:什么|啥)(?:做|料|肉|油)|ingredients?|what(?:'s| is) in|made of|contains? what"),
    "contains": re.compile(r"(?:里面?)?(?:有没有|含不含|放不放|是不是有|会不会有|有|含|放|加)(?:放|加|含)?(?P<term>[^吗么不没\s]{1,8}?)(?:吗|么|不|没有|没|\?|？|$)|(?:does it|is there|do they|contain).{0,20}"),
    "spice": re.compile(r"辣不辣|辣吗|辣度|有多辣|会不会辣|会辣吗|多辣|是辣的吗|口味|味道|什么味|可以(?:做|选)?(?:不|微|中|特)辣|how spicy|is (?:it|the .*) spicy|spicy\?|taste|flavou?r"),
    "prep": re.compile(r"多久|多长时间|几分钟|要等|等多|出餐|上菜|快不快|how long|minutes|wait"),
    "allergens": re.compile(r"过敏原|过敏源|致敏|allergens?"),
    "portion": re.compile(r"份量|分量|几个人吃|几人份|够.{0,3}(?:吃|人)|量大|多大份|大份|小份|配(?:什么|米饭)|送米饭|带米饭|portion|serving|how big|serves"),
    "hours": re.compile(r"几点(?:有|供应|卖)|什么时候(?:有|供应|卖)|供应时间|全天"),
    "availability": re.compile(r"(?:有没有|有|卖不卖|卖|做不做|能点|可以点).{0,12}(?:吗|么|没|\?|？)?$|^有没有|do you (?:have|serve|sell)|is there"),
}
