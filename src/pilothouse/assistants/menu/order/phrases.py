# ruff: noqa: E501 -- a pattern is read as a whole
"""The words of an order: how guests add, change, refuse, confirm, count and correct themselves."""

from __future__ import annotations

import re

from pilothouse.contracts.numerals import parse_number

COUNT = r"((?<![\d.])\d{1,9}(?![\d.])|[零〇一二两三四五六七八九十百千万俩仨半几]{1,7})"
UNIT = (
    r"(?:[大中小]?(?:份|碗|杯|盘|瓶)|个|道|位|例|只|条|客|盆|锅|听|壶|笼|屉|串|斤|罐|扎|桶|支|根|枚|打(?!包|扰|折|电))"
)
QUANTITY = re.compile(
    rf"{COUNT}\s*{UNIT}(?!桌|人|月|点|小时|分钟)|(?<![第最])(?<!\d)(俩|仨)|\b(\d{{1,2}}|one|two|three|four|five|six|seven|eight|nine|ten|an?)\b(?=\s|$)"
)
ADD = re.compile(
    r"(?:再|先|也|帮我|给我|我|就|那|还|另外)*(?:来|嚟|要|点|加|上|添|订|拿|叫|整|搞|下单|买|吃|喝|尝)(?!什么|啥|哪|多少|得|不)|^(?:\d{1,2}|[一二两三四五六七八九十俩]{1,2})(?:份|个|碗|盘|杯|瓶|例|只|条|锅|听)"
    r"|(?:i|we)(?:'d| would) like|(?:i|we)(?:'ll| will) (?:have|take|get|go with)|(?:i|we) want|(?:can|could|may) (?:i|we) (?:please )?(?:get|have|order)|(?:give|bring|get) (?:me|us)|let(?: me|'?s) (?:have|get)|add|order|throw in|please"
)
# An order put as a question.
COUNTED = re.compile(rf"{COUNT}\s*{UNIT}$")
ENGLISH_ORDER = re.compile(
    r"(?:can|could|may) (?:i|we) (?:please )?(?:get|have|order)|(?:i|we)(?:'ll| will)\b|(?:i|we)(?:'d| would) like|(?:i|we) want|(?:give|bring|get) (?:me|us)|let me (?:have|get)"
)
CONFIRM = re.compile(
    r"(?:好的?|行|嗯|可以|对|没错|是的?|那就|就)*[，, ]*(?:(?:确认|提交|确定)(?:下单|订单|一下)?|(?:下单|结账|买单)(?:吧|了)?|(?:行|好的?|嗯|可以|那就?|就)?[，, ]*下(?:了)?吧|就(?:这些|这样|这么定?|这几[个样道])(?:吧|了|好了|下单|定了|点)*|没问题了?(?:下单)?|(?:(?:没了|没有了|没别的了|够了|不用了|暂时|那)[，, ]*)?就(?:先|点|要|来)?(?:这些|这样|这么多|这几[个样道])(?:菜)?(?:吧|了|好了|就行|就好|可以了)*|(?:现在|可以|就|帮我|给我|那就|麻烦)*(?:下单|结账|买单|结帐)(?:吧|了)|(?:就)?(?:定|订)了|(?:好了?)?(?:点)?(?:完|够|齐|好)了[，, ]*(?:下单|就这些)?)[吧了啊呀。!！~]*"
    r"|(?:yes[, ]*|ok(?:ay)?[, ]*|no[, ]*)?(?:please )?(?:confirm(?: (?:the|my) order| it)?|place (?:(?:the|my|this|an) )?order|that(?:'?s| is|'?ll be| will be) (?:all|it|everything)(?: for now| thanks?| thank you)*|order it|check ?out|go ahead|i'?m (?:done|good|ready to order)|the (?:bill|check),?)(?:[, ]*(?:please|thanks?|thank you))*[.! ]*"
)
YES = re.compile(
    r"(?:好[的滴嘞]?|行的?|嗯+|嗯呢|可以的?|对的?|没错|是的?|妥|没毛病|ok(?:ay)?的?|没问题|(?:yes|yep|yeah|sure|right|correct|go on)(?:[, ]*(?:please|thanks|thank you|go ahead|that'?s right))?)[吧了啊呀。，,.!！~ ]*"
)
NO = re.compile(r"(?:不|不是|不对|不行|先不|等等|等一下|no|nope|not yet|wait)[吧了啊呀。，,.!！~ ]*")
CANCEL = re.compile(
    r"(?:我|我们)?(?:全部|都|把)?(?:我的)?(?:订单|单子)?(?:全部?|都)?取消(?:掉|了)[吧了。]*|(?:全部|都)取消(?:掉|了)?|(?:我|我们)?(?:不下单|不想要|不想点|不想吃|不吃|不点)了[吧。]*|"
    r"(?:算了[，, ]*)?(?:(?:取消|撤销|不要|清空|删掉)(?:整个|全部|所有|这个|我的)?(?:订单|点单|单子|购物车)(?:了|吧)?|(?:全部?都?|通通都?|统统都?|都|什么都|一个都|所有的?(?:菜)?都?)(?:不要|不点|取消|删掉|退掉)了?|不点了|不吃了|(?:全部|都)?清空|重新(?:来|点)|重来)[吧了。!！~]*"
    r"|(?:cancel|clear)(?: (?:the|my|everything|whole))*(?: (?:order|cart))?|(?:forget it|never ?mind|actually|sorry|no)?[, ]*(?:please )?cancel(?: (?:it|that|this|all|everything|all of it|(?:the |my |this )?(?:whole |entire )?(?:order|cart)))+(?: please)?|never ?mind[, ]*cancel|start over"
)
SHOW = re.compile(
    r"(?:我|我们|咱们?)(?:现在|目前|已经|刚才|都|一共|总共|到底)*(?:点|要|下|叫)(?:了|的)(?:都)?(?:有|是)?(?:些)?(?:什么|啥|哪些|几[个道样份]|多少)(?:菜|东西)?(?:了)?|(?:都|已经|刚才)(?:点|要)了(?:些)?(?:什么|啥|哪些)(?:菜)?|(?:看(?:一?下|看)?|[念读](?:一?下|一遍)?|报(?:一?下|一遍)?|核对(?:一?下)?|确认一下|复述(?:一?下)?)(?:我的|一下)?(?:订单|点单|单子|购物车|菜单上点的|我点的)"
    r"|(?:一共|总共|合计|加起来|全部|总价|总计|买单|结账)(?:是|要|得)?(?:多少(?:钱)?|几块|多钱)|多少钱(?:一共|总共|合计)|(?:帮我|给我)?(?:看|算|数)(?:一?下|看|算)?(?:现在|一共|总共)?(?:是|要)?多少钱了?|总价(?:是)?(?:多少)?|^(?:那|我们?|现在)*(?:一共|总共|现在)(?:都)?(?:点了|要了|有)?几[个道样份](?:菜)?了?$|^(?:都)?[点要]了(?:多少|几[个道样份])(?:菜)?了?$|购物车|what(?:'s| is) in my (?:cart|order)|(?:my|the) (?:order|cart|total)|what did i order|how much (?:is it )?(?:in total|altogether|all together)|total\b"
)
DINE = re.compile(
    r"堂食|在(?:这|店)[里儿]?吃|这儿吃|店里吃|(?:我们?)?(?:在|坐)?\s*(\d{1,3}|[一二三四五六七八九十]{1,3})\s*号(?:桌|台)|dine in|for here|(?:(?:to|at|for) )?table (\d+)"
)
TAKEAWAY = re.compile(
    r"(?:打包(?![盒费])|带走|(?:\d{1,3}|[一二两三四五六七八九十半]{1,3})(?:个)?(?:分钟|小时|钟头)后(?:我)?(?:自己)?(?:过?来|到店|去)(?:取|拿)|(?:我)?(?:自己)?(?:过?来|到店|去店里)(?:取|拿)(?:走)?|自取|自提|外带)+|(?:for |to )?(?:to go|take ?away|pick ?up)"
)
DELIVERY = re.compile(r"外卖|外送|送到|送(?:过来|来|货)|配送到|(?<!配)送餐|(?:for )?deliver(?:ed|y)?")
ADDRESS = re.compile(
    r"(?:送到|配送到|外卖到|地址(?:是|在|：|:)?|送去)\s*(?P<place>(?:(?!能不能|能送|可以|能到|吗)[^，。,;；!?！？]){2,40})|(?:for )?deliver(?:y|ed)?(?: it| this)? to (?P<english>[^,;!?]{2,60})"
)
DEADLINE = re.compile(
    rf"(?:{COUNT}\s*(?:分钟|min(?:ute)?s?)|(半个?小时|半个?钟头?)|{COUNT}\s*(?:个)?(?:小时|钟头))\s*(?:以内|之内|内)?(?:能|可以|来得及|就|可不可以|能不能|够|赶得及)?(?:送到|送达|送得到|到(?!底)|做好|好(?![吃喝的])|上桌|上齐|出餐|吃上)"
)
NOTE = re.compile(r"(?:备注(?:一下)?|注明|写上|跟(?:厨师|后厨)说|note(?:s)?)[：:，, ]*(?P<note>[^。;；]{1,60})")
_STUFF = r"(?:油|盐|醋|糖|葱花?|姜|蒜|香菜|麻油|花椒|辣椒|辣油|红油|酱油|酱|汤|汁|料|味精|鸡精|孜然|胡椒|芝麻|花生|豆芽|肉|菜|饭|冰)"
OPTIONS = re.compile(
    rf"({_STUFF}[多少](?:放|加|搁)(?:一?点儿?|些)?|[多少](?:来|要|给)(?:一?点儿?|些){_STUFF}|少糖|无糖|半糖|全糖|正常糖|微糖|不加糖|去冰|少冰|多冰|正常冰|不加冰|常温|热的?(?!菜)|加辣|(?:多|少|轻)(?:放|加|搁)?(?:一?点儿?|些)?{_STUFF}(?![\u4e00-\u9fff]{{0,2}}[份碗盘杯个])|[多少](?:放|加|搁)(?:一?点儿?|些)?(?!一?点?儿?些?辣|[一两二三四五六七八九十几\d])[\u4e00-\u9fff]{{1,3}}|清淡(?:一?点|些)|[嫩脆软烂硬](?:一?点|些)|清汤(?!抄手)|干拌|加葱|大份|中份|小份|(?:最?后|饭后|饭前|先|晚点|晚些|等会儿?|一会儿?)上(?![一两二三四五六七八九十几个份碗盘\d]))"
    r"|(less sugar|no sugar|half sugar|less ice|no ice|less oil|less salt|extra (?!spicy|hot)[a-z]+|less (?!spicy|hot)[a-z]+)"
)
THINKING = re.compile(
    r"(?:嗯+|呃|额|那|让我|我们?|等我|先|容我)*[….，, ]*(?:再|先|让我)*(?:想(?:一?想|一下)|看(?:一?看|一下)|考虑(?:一下|考虑)?|合计合计|商量(?:一下|商量)?|琢磨琢磨)(?:吧|啊|哈|先)?|let me (?:think|see)|hmm+"
)
SO_MANY = re.compile(rf"(?:我|那|就|嗯)*要{COUNT}\s*{UNIT}(?:吧|就行|好了)?")  # 我要麻婆豆腐 … 要两份
I_MEANT = re.compile(
    r"^(?:(?:啊|哎呀?|哦|诶|唉|不好意思|等等|等一?下)[，,]?\s*)*(?:不对|不是|错了|搞错了|弄错了|说错了|点错了)[，,]?\s*(?:我)?(?:要|说|点)的是"
)  # 不对，我要的是豌豆尖: instead of what was added last
THE_ONE = re.compile(r"(?P<part>[\u4e00-\u9fff])的(?:那[个份碗道])?(?=再|多来|少|减|不要|换|改|加一)")  # 咸的再来一份
VAGUE = re.compile(r"^(?:那|就|你|您)*(?:随便|看着)(?:给我|帮我)?(?:来|上|点|配|搭|推荐|安排)")  # 随便来两个凉菜
ADDS_UP = re.compile(r"(?<!改)(?:再|又|多)?[加添](?!到|成)|再来|another")  # 面加一份
TASTE_OF = re.compile(r"^(?!.*(?:再|另|还|来|点一|加一|份|碗|杯))[^要做]+(?:要|做)")  # 回锅肉要中辣
# 要紫菜的, 那来鱼香的: by a part of its name, one of the dishes spoken of.
BY_PART = re.compile(
    r"(?:那|就|还是|我|我们|嗯|行|再)*(?:要|来|点|选|上|加)(?:[一两二三四]?[个份道碗])?(?P<part>[\u4e00-\u9fff]{2,4}?)(?:味|口味)?(?:的)(?:那[个道份碗])?(?:吧|好了|就行)?"
)
# 辣不辣, 会不会太咸: what a dish is like is asked, not wished.
ASKS_TASTE = re.compile(
    r"([辣甜咸酸麻油腻])不\1(?:的|啊|呀|呢)?|(?:会不会|是不是|会|是)(?:很|太|特别|有点)?[辣甜咸酸麻油腻](?:的)?(?:吗|么|嘛|啊|了|呀|呢)*(?![\u4e00-\u9fff])|(?:很|太|特别)?[辣甜咸酸麻油腻](?:的)?(?:吗|么|嘛)|(?:[不微中特]辣)(?:的)?(?:还)?(?:有吗|有没有|有么)|(?:有没有|有)[不微中特]辣的?(?:吗|么)|有多辣|多辣|is it (?:very |too )?(?:spicy|hot)|how (?:spicy|hot)"
)
# 有的话来一份, 要是能做就来一份: what was asked before is wanted.
IF_SO = re.compile(
    r"^(?:要是|如果|假如|那)?(?:还)?(?:有|能做|能点到?|[点吃买]得到|可以|行|没卖完)(?:货)?(?:的话|的)?(?:那|我)?(?:就|那就)|^(?:要是|如果|假如)?(?:还)?(?:有|能做|能点|可以|行)(?:货)?的话|^(?:要是|如果|假如)(?:还)?有|^(?:and )?if (?:so|yes|you do|it is|not)[, ]*"
)
# 能不放香菜吗: a wish put politely. 能点…吗 and 能送…吗 stay questions.
POLITE = re.compile(
    r"(?:能不能|可不可以|能否|可以|能)(?:给我|帮我|麻烦)*(?=不(?:要|放|加)|别放|少[放加油盐糖辣]|多[放加]|换成?|改成?|做成?[不微中特少]|[不微中特]辣|来(?:一|两|个|份|碗)|上一|加一|去掉|取消|删)(?P<wish>.+?)(?:吗|么|嘛|不|吧|呀|啊)*[?？]?$"
)
# 3.5份, 半份, -1份 and 负一份; 一份半 as well.
ODD_AMOUNT = re.compile(
    rf"(?:[-－负]\s*{COUNT}|\d+\.\d+|[零一二两三四五六七八九十]点[一二三四五六七八九]|(?<![一两二三四五六七八九十])半)\s*{UNIT}|{COUNT}{UNIT}半(?!糖)|\bhalf (?:a |an )?(?:portion|order|serving)"
)
ORDER_NOTE = re.compile(
    r"(?:一[份个碗](?:打包|带走)[^，,]{0,4}一[份个碗](?:在?这?.?吃|堂食)|一[份个碗](?:在?这?[里儿]?吃|堂食)[^，,]{0,4}一[份个碗](?:打包|带走)|(?:请|麻烦|帮我|给我|都|要)*(?:分开|单独)(?:装|打包|放|盛)(?:吧|一下)?|(?:请|麻烦)?(?:不要|不用|别给|多给|给|带|要|多拿|多来)(?:一次性)?(?:[一两二三四五六七八九十\d]|几)?(?:双|套|副|个|把|张)?(?:餐具|筷子|勺子?|纸巾|吸管|手套|小碗)|别忘了?(?:给|放|带|拿)?(?:我)?(?:[一两二三四五六七八九十\d]|几)?(?:双|套|副|个|把|张)?(?:餐具|筷子|勺子?|纸巾|吸管|手套)|(?:菜)?(?:一起|一块儿?|同时)上(?:吧|菜)?|(?:凉菜|热菜|汤|主食|饮料|饮品|甜品|甜点|菜)(?:请)?(?:先|后|最后|晚点|一起|饭后)上(?:吧)?|(?:先|后)上(?:凉菜|热菜|汤|主食|饮料|饮品|甜品|菜)|(?:(?:请|麻烦|到了|就|[，, ])*(?:(?:放|挂|搁)(?:在)?(?:我?家)?(?:门口|前台|门卫|门岗|楼下|驿站|保安(?:室|亭)?|快递柜)|门口放着?|(?:别|不要|不用)(?:敲门|按门铃|打电话|打我电话)|(?:到了)?(?:请|再|就|给我|先)*(?:打|发)(?:个|我)?(?:电话|短信|消息|微信))(?:就行|就好|吧|哈|那)*){1,3}|(?:请|麻烦|能不能|尽量)?(?:快|尽快|早)(?:一?点儿?|些)?(?:上菜?|做|送|出餐)(?!到|多)(?:吧)?)"
)
QUESTION = re.compile(
    r"[?？]|(?P<verb>[收送给能会行是贵辣甜咸酸麻油腻])不(?P=verb)|[还只]剩|库存|几[份个碗道盘条只]|[吗么][呢啊呀哈]*$|多少|怎么|什么|啥|咋|哪|几点|多久|多长时间|多快|几分钟|有没有|能不能|可不可以|是不是|[要吃点放加来]不[要吃点放加来]|好不好|辣不辣|how|what|which|when|where|is there|do you"
)
DONE = re.compile(
    r"(?:没有?|不用|不需要|可以|够|先这样)了?(?:吧)?|没有?别的了|ok(?:ay)?的?|好的?|(?:不|没|甭)(?:再)?(?:要|点|加|用|需要)?(?:别的|其他的?|其它的?|什么)(?:东西|菜)?了?|(?:别的|其他的?|其它的?)(?:就|都)?(?:不(?:要|用|点|加|来))了?|谢谢(?:你|您)?|(?:no[, ]*)?(?:thanks?(?: you)?)|no(?: thank you| more)?"
)
MAY_CONFIRM = re.compile(
    r"(?:现在|我|那|那我)*(?:能|可以|能不能|可不可以)(?:帮我|给我)?(?:直接)?(?:下单|结账|买单|结帐)(?:了)?(?:吗|么|不|嘛|没)|(?:能不能|可不可以)(?:下单|结账|买单)|(?:下单|结账|买单)(?:行|可以|好)?(?:吗|么)|can i (?:order|check ?out|place (?:the|my) order)(?: now)?"
)
# 算了不要了: which of several lines is meant stays open.
DROP = re.compile(
    r"(?:那|唉|哎)?(?:(?:算了|还是算了)[吧]?[，, ]*(?:不要|不来|不用)了?|不要了|还是不要了|我不要了|不想要了|还是算了)[吧啊。!！~]*|never ?mind"
)
NO_MORE = re.compile(
    r"(?:没有?|不用|够)了|没有?别的了|(?:不|没|甭)(?:再)?(?:要|点|加|用|需要)?(?:别的|其他的?|其它的?|什么)(?:东西|菜)?了?|(?:别的|其他的?|其它的?)(?:就|都)?(?:不(?:要|用|点|加|来))了?|nothing else|that'?s enough"
)  # after 还要别的吗
NOT_YET = re.compile(r"(?:先|暂时|还)?(?:别|不要|没)(?:急着)?(?:下单|结账|买单)(?!了)|(?:等|待)会儿?再下单")
PLACES = re.compile(r"下单|确认|确定|提交|订单|结账|买单|[定订]了|这么定|confirm|place|\border\b|check ?out|go ahead")
ORDER = re.compile(r"下单|订单|提交|\border\b|check ?out")
CLAUSE = re.compile(r"(?<=[?？])|[，,。;；!！\n]+|(?:然后|另外|以及|还有(?!吗|没|多少|几)|顺便|and then|and also)")
ENGLISH = {
    word: n for n, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
} | {"a": 1, "an": 1}  # fmt: skip


def quantity_in(text: str) -> int | None:
    match = QUANTITY.search(text)
    if match is None:
        return None
    number = count(next(group for group in match.groups() if group))
    dozens = match[0].endswith("打") and number is not None  # 一打鲜啤
    return number * 12 if dozens and number is not None else number


def odd_amount(text: str) -> bool:
    """半份, 3.5份, -1份: an amount in which no dish is served."""
    return ODD_AMOUNT.search(text) is not None


def count(word: str) -> int | None:
    if word in ENGLISH:
        return ENGLISH[word]
    if word in ("俩", "仨"):
        return 2 if word == "俩" else 3
    if word in ("几", "半"):
        return 1
    value = parse_number(word)
    return None if value is None or value != int(value) else int(value)


def minutes_in(match: re.Match[str]) -> int:
    if match[2]:
        return 30
    if match[3]:
        value = parse_number(match[3])
        return int(value * 60) if value is not None else 60
    value = parse_number(match[1])
    return int(value) if value is not None else 30
