# ruff: noqa: E501 -- a pattern is read as a whole
"""What guests ask about a dish: price, what is in it, how spicy, how long, how much of it."""

from __future__ import annotations

import re

_MEASURE = r"[份个碗盘道位斤杯例只条客]"
_LEAD = rf"(?:大概|大约|差不多|一共|总共|得|要|需要|需|卖|花|值|收|是|的|现在|今天|目前|每{_MEASURE}?|一{_MEASURE})*"
_WHAT = r"(?:什么|啥|哪些|哪几样|哪几种|些什么|些啥)"
_STUFF = r"(?:材料|食材|原料|配料|主料|料|东西|成分|菜|肉|油|玩意儿?)"

PRICE = re.compile(
    rf"{_LEAD}(?:多少(?:大洋|银子|钱|块|元|米)|多钱|(?:几|多少)(?:块钱?|元|个钱|毛)|(?:是|要|卖|花|值|得)多少(?![分辣种道样])|[啥什]么?价[位格钱]?|怎么卖|咋卖|价[格钱位]|单价|售价|贵不贵|贵(?:吗|么|不))"
    rf"(?:是|的)?(?:多少|怎么样|咋样|如何)?(?:一?{_MEASURE})?(?:来着)?"
    r"|how much (?:is|are|does|do|for)?|what(?:'s| is| are)? the price(?: of)?|\bprices?(?: of)?\b|\bcosts?\b"
)
# Forms that ask for ingredients even when no dish of the menu stands beside them.
INGREDIENTS = re.compile(
    rf"(?:主要|一般)?(?:是|都是)?(?:拿|用)(?:的|了|到)?(?:{_WHAT}{_STUFF}?|{_STUFF})(?:做|烧|炒|制作?)?(?:的|成)?|(?:里[面头边]?|当中|都|是)*(?:放|加|用)(?:了|的|着|到)*(?:些)?{_WHAT}{_STUFF}?"
    rf"|里[面头边]?(?:都|主要)?(?:有|是|含)(?:些|了)?{_WHAT}{_STUFF}?|(?:主要)?(?:是)?{_WHAT}{_STUFF}?(?:做|组成)的|(?:包含|包括|含有?)(?:了)?(?:{_WHAT}){_STUFF}?|(?:有|要)(?:些)?{_WHAT}(?:材料|食材|原料|配料|料|成分)"
    rf"|的?(?:食材|原料|配料|主料|用料|成分|材料)(?:都|主要)?(?:有|是)?(?:{_WHAT})?|怎么做(?:的|出来的)|ingredients?(?: of| in)?|what(?:'s| is| do you put)? in(?: the)?\b|made (?:of|from)(?: what)?|contains? what"
)
# These mean ingredients only beside a dish: 都有啥.
INGREDIENTS_NAMED = re.compile(
    rf"(?:都|里)?(?:有|是)(?:些|点)?{_WHAT}{_STUFF}?|what does .{{0,30}}(?:contain|have)|tell me about|介绍(?:一?下)?"
)
CONTAINS = re.compile(
    r"(?:里[面头边]?)?(?:有没有|含不含|放不放|加不加|是不是(?:有|放)|会不会有|(?<![不别没])(?:有|含|放|加))(?:放|加|含|了|着|有)*(?P<term>[^吗么不没啊呢\s]{1,8}?)(?:吗|么|嘛|不|没有|没|\?|？|$)"
    r"|(?:does (?:it|the .*) (?:have|contain)|is there|contains?)(?: any)? (?P<english>[a-z]+(?: [a-z]+)?)(?: in (?:it|the.*))?"
)
SPICE = re.compile(
    r"(?:会不会|是不是|会|很|非常|特别|到底)*(?:辣不辣?|辣(?:吗|么|嘛|得(?:很|厉害|慌))(?:吗|么)?|有?多辣|辣度|辣的(?:吗|还是不辣的)|太辣(?:吗|么))(?:的|还是不辣的|怎么样|如何|是多少|高不高)?|(?:做|选)(?:不|微|中|特)辣"
    r"|(?:可以|能)(?:做|选)?(?:不辣|微辣|中辣|特辣|少辣)|(?:是)?(?:什么|啥)(?:味道?|口味)|口味|味道|重不重|how spicy|(?:is|are) (?:it|the|they|that)?.{0,40}\b(?:spicy|hot)\b|spicy\?|\btaste\b|flavou?r"
)
PREP = re.compile(
    r"(?:大概|大约|得|要|需要|一般|还|做起来|做|等|上菜|出餐)*(?:等|要|花)?(?:多久|多长时间|多少分钟|几分钟|多少时间)(?:能|可以|才|就)*(?:上桌?|好|做好|出餐|吃到|吃上|端上来|上菜|出)?"
    r"|(?:上|出)(?:餐|菜|得|的)*(?:快不快|快吗|慢不慢|慢吗|快么)|快不快|出餐(?:时间|速度)?|how long(?: does| will| do)?(?: it| the)?|takes? (?:long|to (?:make|cook|prepare))|(?<!'ll )(?<!will )(?<!me )\btake\b(?! (?:off|out|away|it|that|this))|\bwait\b|ready"
)
ALLERGENS = re.compile(r"过敏[原源]|致敏|allergens?")
PORTION = re.compile(
    r"份量|分量|量(?:大不大|大吗|多吗|足不足|足吗)|几个人吃|几人份|够.{0,3}(?:吃|人)|多大份|(?:有)?(?:大|中|小)份的?吗|(?:送|带|配)(?:不|没)?(?:送|带|配)?米饭|配(?:什么|啥)|portion|serving|how big|how many people|serves"
)
HOURS = re.compile(
    r"几点(?:开始)?(?:有|供应|卖)|什么时候(?:有|供应|卖|能点)|供应时间|全天(?:都)?(?:有|供应)|when (?:is|do you serve)"
)
AVAILABILITY = re.compile(
    r"(?:有没有|有木有|卖不卖|做不做)|(?:有|卖|做|能吃到|能点|可以点|吃得到|点得到).{0,14}(?:吗|(?<!什)么|嘛|没|没有|不|\?|？)[啊呀呢吧哦哈~～\s]*$|(?:有没有|有吗|有么|有不|卖吗|做吗|有卖)|do you (?:have|serve|sell|do|make)|(?:is|are) there|does your .{2,12} (?:serve|have|sell)|(?<!'ll )(?<!to )(?<!can i )(?<!could i )(?:got|have) (?:any|the)|can i (?:get|have)"
)
_COUNT = r"(?:一|两|二|三|四|五|几|半|俩|\d{1,2})?"
ORDER = re.compile(
    rf"(?:来|要|点|上|整|搞|弄|叫|加|添|吃|喝|给我|给我们){_COUNT}(?:{_MEASURE}|盆|锅|瓶|听|壶|扎|笼|屉|串)(?!菜)|{_COUNT}(?:份|盘|碗)$|^(?:就|那就)?(?:来|点|要)|来(?:俩|仨|一|两)|(?:就|那就)(?:要|点|来|吃)?.{{2,12}}(?:吧|好了|得了)[呀啊呢哈~～\s]*$|(?:一|两|二|三|四|五|俩|\d{{1,2}})(?:份|盘|碗|个|道|杯|例|客)(?!人)[\u4e00-\u9fff]{{2}}|想(?:吃|喝|点)(?!什|啥|点|些)|i(?:'d| would) like|i(?:'ll| will) (?:have|take)|i want|can i (?:get|have)|give me|one .{2, 30} please|order"
)

ASPECTS: dict[str, re.Pattern[str]] = {
    "price": PRICE, "ingredients": INGREDIENTS, "spice": SPICE, "prep": PREP, "allergens": ALLERGENS, "portion": PORTION, "hours": HOURS,
}  # fmt: skip
