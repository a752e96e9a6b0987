# ruff: noqa: E501 -- a pattern is read as a whole
"""The words of an order by kind: what a guest may say for "add", "take off", "how many", "that one"."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.order.span import Kind

_COUNT = r"(?:\d{1,9}(?!\d)|[零〇一二两三四五六七八九十百千万俩仨]{1,7})"
UNIT = r"(?:份|个|碗|盘|道|杯|位|例|只|条|客|盆|锅|瓶|听|壶|笼|屉|串|斤|打|块|根|扎|罐|套|桶)"
_NUMBER = r"(?:\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
NUMBERS = {
    w: n for n, w in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
} | {"a": 1, "an": 1}
_HOT = r"(?:辣椒?|spicy|hot)"

# Longest match wins; of equally long ones the first.
_TABLE: tuple[tuple[Kind, str], ...] = (
    ("stop", r"[，。；：！？,.;:!?\n~…]+|其中|顺便(?:再?问一?下|问问)?|\s-+\s"),
    ("show", r"(?:请?帮?我?)?(?:算|核算|结算|统计)(?:一?下|算看?)?(?:一共|总共|总价|账|帐|价钱)?(?:是?多少(?:钱)?|几块钱?)?|(?:一共|总共|合计|总计|加起来|全部)(?:是|要|得)?(?:多少(?:钱)?|几块钱?|多钱)|总价(?:是?多少)?|(?:再)?(?:念|报|看|说|复述|核对|重复)(?:一?[下遍看]|看)(?:我的)?(?:订单|点单|单子|点的(?:菜|东西)?)?|(?:我|我们|咱们?)?(?:都|已经|刚才|现在|一共)*点了(?:些)?(?:什么|啥|哪些|几[个道样份])(?:菜)?(?:了)?|(?:so )?how much (?:is (?:it|that|everything|the total)|in total|altogether)(?: so far| in total| altogether| now)?|what(?:'s| is) (?:the total|my total|in my (?:order|cart))|what (?:have i|did i) order(?:ed)?(?: so far)?|read (?:it|that|my order) back"),
    ("cancel", r"(?:(?:取消|撤销|清空|删掉|作废)(?:掉)?(?:整个|全部|所有|这个|我的|刚才的)?(?:订单|点单|单子|购物车|单)|(?:全部?都?|都|统统都?|什么都|一个都|通通都?|所有的?(?:菜)?都?)(?:不要|不点|取消|删掉|退掉|不吃)|不点了|不吃了|不下单了|不想吃了|重新(?:来|点)|重来|从头来|(?:全部?|都)?清空)(?:过|一遍)?(?:了|吧)?|(?:please )?(?:cancel|clear|scrap|forget) (?:the |my |this )?(?:whole |entire )?(?:order|cart|everything|it all)|start (?:over|again)"),
    ("place", r"(?:确认|提交|确定)(?:下单|订单)?|下单|结账|买单|埋单|付款|就(?:这么|这样)?定了|(?:please )?(?:confirm|submit|place|send)(?: (?:the|my|this) order| it| that)?(?: please)?|check ?out|order it|go ahead"),
    ("done", r"就(?:要)?(?:这些|这样|这么多|这么些|这几[个样道])(?:菜)?|(?:没有?|不要|不用|不加)(?:别的|其他的?|什么)了?|(?:没有?|不用|不加)了|(?:都|也|就)?(?:够|齐|全)(?:吃)?了|点(?:完|好|齐)了|先这样|差不多(?:了)?|that(?:'s| is|'ll be| will be) (?:all|it|everything)(?: for now)?|nothing else|i'?m (?:done|good)|we'?re (?:done|good)|no(?:thing)? more"),
    ("polite", r"(?:能不能|可不可以|可否|能否|能|可以)(?=请?(?:给|帮|为|再|来|上|加|送|整|点|多|少|把)?)(?=(?:请|麻烦)?(?:给|帮|为)(?:我|我们|咱|俺|他|她)|.{0,2}(?:来|上|加|点|要)[一二两三四五六七八九十\d]|把)"),
    ("yes", r"(?:好(?:的|嘞|吧|啊|呀)?|行(?:吧|啊)?|可以(?:的|了)?|嗯+|对(?:的|了|对)?|没错|是的|没问题|中|成|ok(?:ay)?|yes|yeah|yep|sure|right|correct|great|perfect|fine|alright|all right)"),
    ("if", r"(?:要是|如果)?(?:太|很|有点)?[辣甜咸油腻]的话(?:那?就)?(?=给|来|要|做|换|少|多|我)|(?:如果|要是)?(?:还)?(?:有|能|能做|行|可以|没卖完|有货|有卖)的话(?:就|那就|给我)?|有(?:货|卖)?(?:就|那就)|能?[点吃买]得到(?:的话)?(?:就|那就)|能(?:做|行|放)?(?:的话)?就(?=做|来|要|给)|if (?:so|you (?:do|have (?:it|them)))|if (?:it is|it's|they are) available"),
    ("else", r"(?:要是|如果)?(?:(?:没有?(?:货|了|的话)?|不行|不能|卖完了?)(?:的话)?(?:就|那就)|(?:没有?(?:货|了)?|不行|不能)的话)(?=来|要|换|上|点|给)"),
    ("ask", r"[点吃买]得到[不吗]|不(?=[?？]|$)|吗|么(?!辣)|多少钱?|什么|啥|哪[些个里儿家道]?|几点|几[块分]|怎么(?:样|卖|做)?|咋|有没有|有木有|能不能|可不可以|是不是|好不好|行不行|辣不辣|够不够|为什么|多久|多大|要不要|不要(?=[?？])|[吃放加]不[吃放加]|是否|贵不贵|好吃不|\b(?:how|what|which|when|where|why|who|do you|does|is it|is there|are there|are you|(?:can|could) you tell)\b"),
    ("correct", r"不是(?:\d{1,4}|[一二两三四五六七八九十百]{1,4})(?:份|个|碗|盘|道|杯|瓶|只|条)?(?=\s*[，,]?\s*(?:而)?是)|(?:哦|噢|啊|诶|哎|呃)?(?:不对|不不+|不是(?!很|太|特别)|(?:点|说|搞|弄|听|叫|记)?错了)(?:不对)?|算了(?=[，,。])|(?:哦|噢|啊|诶)不|等等|等一?下|我(?:是)?说的?是|我的意思是|\bno\b(?=\s*,)|应该是|还是(?!有|可以|能|不要|不用|不点|算|取消|退|删)|\b(?:no wait|wait,? no|wait|sorry|actually|i mean(?:t)?|make that|scratch that|on second thought)\b|算了(?=.{0,2}(?:还是|换|来|要|改))"),
    ("except", r"除了|除去|除开|except(?: for)?"),
    ("others", r"(?:其他|其它|别的|剩下|其余|剩余|另外那?些?)(?:的)?(?:菜|全部|所有)?|(?:以|之)外|(?:the )?(?:others|rest|other ones)"),
    ("each", r"(?:各|分别|每样|每种|每个|每道|一样(?=.{0,2}[一二两三四\d])|每人)(?:都)?|\beach\b"),
    ("again", r"再|多(?=来|加|点|要|[一二两三四五\d])|又|另外?再|还要(?=.)|\b(?:another|one more|more|again)\b"),
    ("less", rf"(?:少|减|去|退|扣)(?:来|要|点|掉|上)?(?={_COUNT}\s*{UNIT})|\b(?:one|two|three) less\b"),
    ("keep", r"(?:就|我)?(?:只(?:要|留|点|吃|保留|想要)|保?留着|(?:保?留下?)|仅(?:要|留))(?:下)?|\b(?:just|only) (?:keep|want)\b|\bkeep(?: only)?\b"),
    ("total", r"(?:一共|总共|合起来|加起来)(?:要|来|点)?|就(?:行|好|够|可以|成)(?:了)?|\bin total\b|\b(?:just|only)\b|\b(?:make|set)\b(?: (?:it|that|them|those))?(?: to)?|\bchange (?:it|that|them|those) to\b(?= (?:\d|one|two|three|four|five|six))"),
    ("swap", r"(?:换|改|变|调|替换|更换|改换|升级)(?:成|为|作|做|到|回)?(?:来|要|点|吃|个)?|(?:instead of|instead|rather than|swap|switch|replace|change)(?: (?:it|that|this))?|\b(?:with|to|for|into)\b"),
    ("remove", r"(?:不(?:太|怎么|是很|大)?想(?:要|吃|点|喝)|不(?:要|用|点|来|想要|需要|吃)|别(?:要|点|来)|甭要|去掉|删(?:掉|除|了)?|取消|退(?:掉|了)?|撤(?:掉|了|下)?|拿(?:掉|走)|减(?:掉|去)|划掉|免(?:了|掉)|划了|砍掉)(?:了)?|\b(?:remove|delete|drop|cancel|take (?:off|out|away)|skip(?: the| that)?|get rid of|don'?t want|no more|leave off)\b"),
    ("leave", r"(?:不(?:要|用|能)?(?:放|加|搁|带|撒|吃)|别(?:放|加|搁|给我放|撒)|不要有|免|忌|走|去(?=[葱姜蒜皮骨冰])|少点?(?=葱|姜|蒜)|没有)|\b(?:no|without|hold|leave out|minus|don'?t (?:put|add))\b(?: (?:any|the))?"),
    ("add", r"给(?:我|我们)做(?:成|个|份)?|(?:来|要|点|加|上|添|订|拿|叫|整|搞|弄|吃|喝|尝|选|买|续|下(?![架线班次])|打(?=[一两二三四五六七八九十个份碗])){1,2}(?:上|一下|点儿?)?(?!了什么)|想(?:要|吃|喝|点|来)|需要|\b(?:i|we)(?:'d| would) (?:like|love)(?: to (?:order|have|get))?|\b(?:i|we)(?:'ll| will) (?:have|take|get|go (?:with|for))|\b(?:i|we) (?:want|need|take)|\b(?:he|she|they|(?:my|our|the) [a-z]+)(?:\'ll| will|\'d| would)? (?:have|take|get|wants?|like|having)\b|\bfor (?:him|her|my [a-z]+|the (?:kids?|lady|boys?|girls?))\b|\b(?:can|could|may) (?:i|we) (?:get|have|order)|\b(?:let me|let's) (?:have|get|try|take)|\b(?:give|get|bring) (?:me|us)|\badd(?: in)?\b|\border\b"),
    ("all", r"(?:都|全部?|全都|统统|通通|所有的?|每[个道样]都)|\b(?:all of (?:them|these|those)|all|both|everything)\b"),
    ("sep", r"和|跟|与|以及|、|还有|另外|然后|外加|接着|顺便|\band\b|\bplus\b|\balso\b|&|\+"),
    ("qty", rf"{_COUNT}\s*{UNIT}儿?(?!人|桌|月|点|号|小?时|分)|俩|仨|\b{_NUMBER}\b(?:\s*(?:x|portions?|bowls?|orders?|plates?|cups?|glass(?:es)?|bottles?|servings?|pieces?)(?: of)?\b)?"),
    ("fill", r"(?:[红白清辣]的?|不辣的?)(?:汤|锅)?(?:那|这)?一?(?:边|半|格)(?:要|做|是)?|(?:辣度|甜度|糖度|冰量|冰度|温度|规格|尺寸|杯型|份量|分量)(?:要|是|为|都)?|里[头边]|(?:我家?|我们|他|她)?(?:女儿|闺女|儿子|孩子|小孩|宝宝|老婆(?!饼)|老公|媳妇|爱人|妈妈?|爸爸?|爷爷|奶奶|外公|外婆|老人|朋友|同事)?(?:吃不了|吃不得|受不了|不能吃|不会吃|不敢吃|怕)(?:太)?辣|(?:我家?的?)?(?:女儿|闺女|儿子|小孩|宝宝|老婆(?!饼)|老公|媳妇)|(?:我们?|咱们?|这边|一共|总共|就)?(?:\d{1,2}|[一二两三四五六七八九十俩仨几]{1,3})(?:个|位|口)?(?:大?人|朋友|同事|小孩|孩子|客人)(?!份)(?:吃饭?|用餐|聚餐|一起吃?|来吃)*|(?:有点儿?|太|好)[辣咸甜油腻淡酸贵慢]了(?:一?点)?|(?:辣度|口味|味道)正常(?:就行|就好|即可)?|不用送了?|不送了|(?:如果|要是)?没有?[^，,。\s]{0,6}?(?:的话)?就(?=来|要|换|上|点)|要不(?:然|是)?(?=来|点|加|换|整|上)|那就|那么|那|就|吧|了|呢|啊|呀|嘛|哦|噢|嗯|呃|诶|哎|唉|哈|咯|喽|啦|哟|请问?|麻烦(?:你|您)?|劳驾|帮(?:我们?|忙|咱)|给(?:我们?|咱们?|俺们?|他|她|孩子|老人)|我们?(?:这边|这桌|几个)?|咱们?|您|你们?|他|她|它|老板娘?|服务员|小哥|师傅|美女|帅哥|也|还|先|的|地|得|把|将|一下|下|个|份|碗|盘|杯|道|这边|今天|现在|今晚|中午|晚上|谢谢?(?:你|您|啊|了)?|太|有点|正好|刚好|应该|想|让|噻|撒|嘞|哇|咧|上面|里面?|有|那种|这种|(?:不够|吃完|完了)(?:吃)?再(?:加|说|来|点|要)|俺|恁|味|口味|做|点儿?|吃|喝|菜|\s+|对了|最后|还是|其实|本来|感觉|可能|大概|首先|一人|为|算是?|算了|其中|那边|必须|一定|直接|都行|随便|要求|是(?!的)|就是|但是?|不过|而是|嘿|喂|你好|您好|辛苦(?:了)?|好了|来着|吃的|喝的|\b(?:please|pls|the|of|some|then|so|well|hi|hello|hey|thanks?(?: you)?|for me|for us|me|us|my|i|we|them|like|just|now|too|as well|order|dish|dishes|um+|uh+|er|let's see|any ?more|oh|with|on it|side of|on the side|to start(?: with)?|to begin(?: with)?|for (?:starters?|dessert|drinks?|lunch|dinner|mains?)|as (?:a|the) (?:starter|main|side|dessert)|to drink|first|in it|in|on|and|but|could (?:we|you)|can you|would you|will you|to (?:my|the|our) order|portions?|bowls?|orders?|plates?|cups?|glass(?:es)?|bottles?|servings?|pieces?)\b"),
)  # fmt: skip


def _longest_first(pattern: str) -> str:
    """The alternatives of a pattern, long ones first: 那种 is not 那 and 种."""
    depth, parts = 0, [""]
    for n, mark in enumerate(pattern):
        escaped = n > 0 and pattern[n - 1] == "\\"
        depth += 0 if escaped else (mark in "([") - (mark in ")]")
        if mark == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += mark
    return "|".join(sorted(parts, key=len, reverse=True))


LABELS = tuple((kind, re.compile(_longest_first(pattern))) for kind, pattern in _TABLE)
OPTION = re.compile(
    rf"(?:不要?|别|不用)(?:做|放)?(?:得)?(?:太|那么)[油咸甜酸麻淡腻硬软烂生老]|(?:不要?太|别太|不用太|别做太|别放太)辣|(?:特别|非常|超级|很|巨|最|够)辣|(?:微微?|少|小|轻|中|特|重|超|爆|变态|加|多|不要?|免|无|稍微|一点点?|有点|少放点?)(?:放)?辣(?!椒|子)|辣(?:一点|点|些)(?:儿)?|越辣越好|(?![便贵快慢多少大小早晚辣好])[\u4e00-\u9fff]{{1,2}}(?:一点|点|些)儿?的?(?=$|[，,。])|(?:正常|原味|清淡)(?!糖|冰)(?:一?点)?(?:就行|就好)?|(?:多|少|轻)(?:放|加|要)?一?点?(?:麻|油|盐|糖|醋|酱油?|冰|甜|咸|酸|味精|花椒|辣椒|汤|汁|葱花?|香菜|蒜|米|饭)(?!婆|辣|饭|汤)|不加?(?:麻|油|甜)(?!婆)|(?:少|无|半|全|正常|微|七分|三分)糖|(?:去|少|多|正常|不?加)冰|常温|温的?|热(?:一点|的)|冰的|清汤|干拌|(?:超|特)?[大中小](?:份|杯|碗|号)|(?:等一?会儿?|待会儿?|晚点儿?|稍后|饭后|饭前|最后|后|先|现在|马上|一起|同时)再?上(?:菜)?(?=的|$|[，,。吧])|(?:多|少)(?:放|加|搁|来)(?:一?点儿?|些)?(?![一二两三四五六七八九十几\d份个碗])[\u4e00-\u9fff]{{1,4}}(?=$|[，,。])|(?:肥|瘦|汤|面|料|皮|筋|骨头?|馅|菜|肉)的?(?:少|多)(?:放|加)?(?:一?点儿?|一些|些)的?|(?:帮我|给我|帮忙|麻烦)?(?:加热|热|切|剪|打碎|去皮|烤)(?:一下|开|碎|好)|(?:我|我们)自己(?:来)?(?:掰|拌|加|放|切|剥|调|烤|涮|泡)|\b[a-z]+ on the side|(?:分开|单独)(?:装|放|打包)|(?:煮|炸|烤|炒|做)(?:得)?(?:烂|老|嫩|脆|软|硬)一?点|(?:not (?:too|so|very) |medium |extra |very |super |a (?:bit|little) |less |more |slightly |mild(?:ly)? ?){_HOT}|(?<![a-z])(?:mild|medium|extra hot|no spice|non-spicy|less oil|less salt|less sugar|no sugar|no ice|less ice|large|small)(?:一?点)?(?![a-z])"
)
AMOUNT = re.compile(r"(?:多|少)(?:放|加|来)(?:一?点)?|(?:多|少)一?点|more |less |extra ")
MUCH = re.compile(r"(?:要|可以|能)?(?:多|少)(?:放|加|来)?(?:一?点儿?|一些|些)(?:的|就行|就好)?")
POINTS = re.compile(
    r"(?:便宜|贵|快)(?:一?点|些)?的(?:(?:那|这)(?:一)?(?:个|道|份|种)|(?=[来要][一两二三]))|(?:(?:of )?\b(?:those|these)\b|\bof them\b(?=[ ,]*(?:please)?[ .!]*$))(?! (?:two|three|four|dishes))|(?:前|后)(?:面|头|边)?(?:的)?(?:那|这)(?:一)?(?:个|道|份)|后一(?:个|道|份)|(?:(?:跟|和|同|与|照|按)着?)?(?:刚才|刚刚|上面|前面|之前|上一[个份杯碗])(?:那?[个份杯碗]|点的|要的)?(?:的)?(?:一模一样|一样|同样|相同)的?|一模一样的?|(?:一样|同样|相同)的|(?:the )?same again|the (?:same|former|latter)(?: one)?|第\s*(?:\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:个|道|份|样|款|种)?|(?:最后|前(?:面)?|后(?:面)?)(?:的)?(?:\d|[一二两三四五六])?(?:个|道|份|样)|最(?:便宜|贵|快|不辣|辣)(?:的)?(?:那|这)?(?:一)?(?:个|道|份)?|最后(?:的)?(?:那|这)?一?(?:个|道|份|样)|刚(?:才|刚)?(?:点|要|加|说)?的?(?:那|这)?(?:一)?(?:个|道|份|菜)|上一(?:个|道)(?=删|不要|去掉|取消|换|改|再|的)|(?:这|那)(?:一)?(?:个|道|份|样|碗|杯|盘)(?:菜)?|(?:这|那)(?:几|些|[两二三四])(?:个|道|样|份)?|它|\b(?:it|this|that)\b(?! (?:is|was))|\bthe (?:first|second|third|fourth|fifth|last|cheapest|most expensive|fastest|mildest)(?: (?:two|three|one|dish))?|\b(?:this|that) one\b|\b(?:first|second|third|last) one\b"
)
