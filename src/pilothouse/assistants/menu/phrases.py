# ruff: noqa: E501 -- a pattern is read as a whole
"""The words of an order: how guests add, change, refuse, confirm, count and correct themselves."""

from __future__ import annotations

import re

from pilothouse.contracts.numerals import parse_number

COUNT = r"((?<![\d.])\d{1,9}(?![\d.])|[零〇一二两三四五六七八九十百千万俩仨半几]{1,7})"
UNIT = r"(?:份|个|碗|盘|道|杯|位|例|只|条|客|盆|锅|瓶|听|壶|笼|屉|串|斤|打)"
QUANTITY = re.compile(
    rf"{COUNT}\s*{UNIT}(?!桌|人|月|点|小时|分钟)|(?<![第最])(?<!\d)(俩|仨)|\b(\d{{1,2}}|one|two|three|four|five|six|a|an)\b(?=\s|$)"
)
ADD = re.compile(
    r"(?:再|先|也|帮我|给我|我|就|那|还|另外)*(?:来|要|点|加|上|添|订|拿|叫|整|搞|下单|买|吃|喝|尝)(?!什么|啥|哪|多少|得|不)|^(?:\d{1,2}|[一二两三四五六七八九十俩]{1,2})(?:份|个|碗|盘|杯|瓶|例|只|条|锅|听)"
    r"|i(?:'d| would) like|i(?:'ll| will) (?:have|take|get)|i want|can i (?:get|have)|give me|add|order|please"
)
REMOVE = re.compile(
    r"(?:不要|不用|别要|去掉|删掉?|删除|取消|退掉?|撤掉?|拿掉|减掉|不点|不来)(?:了)?(?:那个|这个)?$|(?:不要|不用|去掉|删掉?|删除|取消|退掉?|撤掉?|拿掉|减掉|不点)(?:了|吧|掉)+|^(?:把|那|请|帮我|算了)*(?:不要|去掉|删掉?|删除|取消|退掉|撤掉|拿掉|减掉|别要|别点|不点)(?!太|放|加|辣|葱|姜|蒜|香菜)"
    r"|remove|delete|take (?:off|out)|drop|don'?t want|no more|without the"
)
SWAP = re.compile(
    r"(?:换成|改成|改为|换为|换作|替换成|换|改要|改点|instead of|change .* to|swap .* (?:for|with)|replace .* with)"
)
MORE = re.compile(
    rf"(?:再|多|还)(?:来|加|要|点|上|添)(?:一份|{COUNT}?\s*{UNIT}|点|个)?|(?:多|加){COUNT}\s*{UNIT}|(?:少|减|去)(?:来|要|点|掉)?{COUNT}\s*{UNIT}|another|one more"
)
LESS = re.compile(rf"(?:少|减|去)(?:来|要|点|掉)?{COUNT}\s*{UNIT}|one less")
SET = re.compile(
    rf"(?:改成|改为|变成|换成|只要|减到|加到|一共要?|总共要?|改|算){COUNT}\s*{UNIT}|make it (?:\d+|one|two|three|four)"
)
CONFIRM = re.compile(
    r"(?:好的?|行|嗯|可以|对|没错|是的?|那就|就)*[，, ]*(?:(?:确认|提交|确定)(?:下单|订单|一下)?|(?:下单|结账|买单)(?:吧|了)?|就(?:这些|这样|这么|这几[个样道])(?:吧|了|好了|下单|定了|点)*|没问题了?(?:下单)?|(?:可以|就)?(?:下单|结账|买单)(?:吧|了)|(?:就)?(?:定|订)了|(?:好了?)?(?:点)?(?:完|够|齐|好)了[，, ]*(?:下单|就这些)?)[吧了啊呀。!！~]*"
    r"|(?:yes[, ]*)?(?:confirm(?: the order)?|place (?:the|my) order|that'?s (?:all|it|everything)|order it|check ?out|go ahead)[.! ]*"
)
YES = re.compile(
    r"(?:好的?|行|嗯+|可以|对的?|没错|是的?|ok(?:ay)?|没问题|yes|yep|sure|right|correct)[吧了啊呀。，,.!！~ ]*"
)
NO = re.compile(r"(?:不|不是|不对|不行|先不|等等|等一下|no|nope|not yet|wait)[吧了啊呀。，,.!！~ ]*")
CANCEL = re.compile(
    r"(?:我|我们)?(?:全部|都|把)?(?:我的)?(?:订单|单子)?(?:全部?|都)?取消(?:掉|了)[吧了。]*|(?:全部|都)取消(?:掉|了)?|(?:我|我们)?(?:不下单|不想要|不想点|不想吃|不吃|不点)了[吧。]*|"
    r"(?:算了[，, ]*)?(?:(?:取消|撤销|不要|清空|删掉)(?:整个|全部|所有|这个|我的)?(?:订单|点单|单子|购物车)(?:了|吧)?|(?:全|都|什么都|所有的?)(?:不要|不点|取消|删掉|退掉)了?|不点了|不吃了|(?:全部|都)?清空|重新(?:来|点)|重来)[吧了。!！~]*"
    r"|(?:cancel|clear)(?: (?:the|my|everything|whole))*(?: (?:order|cart))?|never ?mind[, ]*cancel|start over"
)
SHOW = re.compile(
    r"(?:我|我们|咱们?)(?:现在|目前|已经|刚才|都|一共|总共|到底)*(?:点|要|下|叫)(?:了|的)(?:都)?(?:有|是)?(?:些)?(?:什么|啥|哪些|几[个道样份]|多少)(?:菜|东西)?(?:了)?|(?:都|已经|刚才)(?:点|要)了(?:些)?(?:什么|啥|哪些)(?:菜)?|(?:看(?:一?下|看)?|念(?:一?下|一遍)?|报(?:一?下|一遍)?|核对(?:一?下)?|确认一下|复述(?:一?下)?)(?:我的|一下)?(?:订单|点单|单子|购物车|菜单上点的|我点的)"
    r"|(?:一共|总共|合计|加起来|全部|总价|总计|买单|结账)(?:是|要|得)?(?:多少(?:钱)?|几块|多钱)|总价(?:是)?(?:多少)?|购物车|what(?:'s| is) in my (?:cart|order)|(?:my|the) (?:order|cart|total)|what did i order|how much (?:is it )?(?:in total|altogether|all together)|total\b"
)
CORRECT = re.compile(
    r"[，,。 …]*(?:哦不对?|噢不对?|啊不对?|不不+|不对不对|不对|说错了|错了|等等|等一下|等下|我是说|应该是|还是算了|(?<!我)还是(?=来|要|换|点|吃)|no wait|wait no|i mean|sorry[, ]+(?:no[, ]*)?|actually|make that)[，, ]*"
)
DINE = re.compile(
    r"堂食|在(?:这|店)[里儿]?吃|这儿吃|店里吃|(?:我们?)?(?:在|坐)?\s*(\d{1,3}|[一二三四五六七八九十]{1,3})\s*号(?:桌|台)|dine in|for here|table (\d+)"
)
TAKEAWAY = re.compile(r"打包(?!盒)|带走|自取|自提|外带|to go|take ?away|pick ?up")
DELIVERY = re.compile(r"外卖|外送|送到|送(?:过来|来|货)|配送到|(?<!配)送餐|deliver(?:ed|y)?")
ADDRESS = re.compile(r"(?:送到|配送到|地址(?:是|在|：|:)?|送去)\s*(?P<place>[^，。,;；!?！？能吗]{2,40})")
DEADLINE = re.compile(
    rf"(?:{COUNT}\s*(?:分钟|min(?:ute)?s?)|(半个?小时|半个?钟头?)|{COUNT}\s*(?:个)?(?:小时|钟头))\s*(?:以内|之内|内)?(?:能|可以|来得及|就|可不可以|能不能|够|赶得及)?(?:送到|送达|送得到|到(?!底)|做好|好(?![吃喝的])|上桌|上齐|出餐|吃上)"
)
NOTE = re.compile(r"(?:备注|备注一下|注明|写上|跟(?:厨师|后厨)说|note(?:s)?)[：:，, ]*(?P<note>[^。;；]{1,60})")
OPTIONS = re.compile(
    r"(少糖|无糖|半糖|全糖|正常糖|微糖|去冰|少冰|多冰|正常冰|常温|热的?|加辣|少油|少盐|多放[\u4e00-\u9fff]{1,3}|少放[\u4e00-\u9fff]{1,3}|清汤|干拌|加葱|大份|中份|小份)"
)
QUESTION = re.compile(
    r"[?？]|[还只]剩|库存|几[份个碗道盘条只]|吗$|么$|多少|怎么|什么|哪|几点|有没有|能不能|可不可以|是不是|[要吃点放加来]不[要吃点放加来]|好不好|辣不辣|how|what|which|when|where|is there|do you"
)
DONE = re.compile(r"(?:没有?|不用|不需要|可以|够|先这样)了?(?:吧)?|没有?别的了|谢谢(?:你|您)?|thanks?(?: you)?|no")
NO_MORE = re.compile(r"(?:没有?|不用|够)了|没有?别的了|nothing else")  # after 还要别的吗
NOT_YET = re.compile(r"(?:先|暂时|还)?(?:别|不要|没)(?:急着)?(?:下单|结账|买单)(?!了)|(?:等|待)会儿?再下单")
PLACES = re.compile(r"下单|确认|确定|提交|订单|结账|买单|[定订]了|confirm|place|\border\b|check ?out|go ahead")
INSTEAD = re.compile(r"^(?:那|就|帮我|给我|还是)*(?:换|改)(?:成|为|作|点|要)?(?:一?[个份道])?\s|\binstead\s*$")
BUT = re.compile(r"^除了.*(?:都|其他|其它|别的|全).*(?:不要|去掉|删|取消|退)|^(?:就|我)?只(?:要|留)")
SIMPLY = re.compile(r"\s*(?:那|就|那就)?\s*吧\s*")  # 就麻辣香锅吧
EACH = re.compile(rf"(?:各|每样|一样|每个|都)(?:来|要|点|上)?\s*{COUNT}\s*{UNIT}?")
EACH_ALONE = re.compile(rf"(?:各|每样|一样|都|每个)(?:给我)?(?:来|要|点|上|加)?{COUNT}\s*{UNIT}")
TOUCHES = re.compile(
    rf"不要|不用|别要|去掉|删|取消|退|撤|拿掉|减|少|多|再|换|改|{COUNT}\s*{UNIT}|remove|drop|less|more"
)  # a line of the order is changed
FOR_GOOD = re.compile(r"了$|掉|删|取消|退|撤|remove|drop|delete")  # 不要香菜 leaves out, 鱼汤不要了 takes off
ORDER = re.compile(r"下单|订单|提交|\border\b|check ?out")
BARE_ITEM = re.compile(rf"^(?:{COUNT}\s*{UNIT})?$")
CLAUSE = re.compile(r"(?<=[?？])|[，,。;；!！\n]+|(?:然后|另外|以及|还有(?!吗|没|多少|几)|顺便|and then|and also)")
ENGLISH = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a": 1, "an": 1}


def quantity_in(text: str) -> int | None:
    match = QUANTITY.search(text)
    if match is None:
        return None
    return count(next(group for group in match.groups() if group))


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
