# ruff: noqa: E501 -- a pattern is read as a whole
"""Words by which guests show what they want: the rules that need no model.

Each cue is a pattern over normalised text. A sentence without any cue is routed by meaning, over the tools'
examples (gateway).
"""

from __future__ import annotations

import re

_GREETING = r"(?:你好呀?|您好|嗨|哈喽|哈罗|嘿|hello|hi|hey|在吗|在不在|有人(?:在)?吗|早上好|上午好|中午好|下午好|晚上好|早安|早(?:啊|呀)|晚安|good (?:morning|afternoon|evening|day))(?: there)?"
_THANKS = r"(?:谢谢(?:你|您|啦|了)?|谢了|谢啦|多谢(?:你|您|了)?|感谢|辛苦(?:了|啦|你了)|麻烦你了|thanks?(?: you)?(?: so)?(?: very)?(?: much| a lot)?|thank you(?: so| very)?(?: much)?|cheers)"
_BYE = r"(?:再见|拜拜|回头见|下次见|回见|走了|bye(?:[ -]bye)?|goodbye|see you(?: later| next time| soon)?)"
_WHO = r"(?:你(?:到底)?是(?:谁|什么|干什么的|干嘛的)|你叫(?:什么|啥)(?:名字)?|你是(?:机器人|真人|ai|人工智能|人)(?:吗|还是.*)?|(?:你)?(?:能|会|可以)(?:帮我)?(?:做|干|帮我)(?:些|点)?(?:什么|啥|嘛)|你有(?:什么|啥)(?:功能|用)|你会(?:什么|啥)|who are you|what can you (?:do|help).*|what are you|are you (?:a )?(?:robot|bot|human|ai).*)"
_FEELING = r"(?:哈+|呵呵+|嗯+|哦+|噢+|好(?:的|吧|嘞|啊|呀|滴|哒)?|ok(?:ay)?|行(?:吧)?|可以|知道了|晓得了|明白了?|了解了?|收到|没事儿?了?|不用了|不要了|(?:让?我)?(?:再|先)(?:想想?|看看?|考虑考虑|考虑一?下|商量商量|商量一?下)|let me (?:think|see)|先这样|就这样|没有了|算了|没问题|nice|great|cool|sure|fine|got it|alright)"
_TAIL = r"(?:[呀啊呢吧哦哟啦了咯哈吗嘛滴~!！。.,，?？\s]*)"

SMALLTALK: dict[str, re.Pattern[str]] = {
    "greeting": re.compile(rf"(?:{_GREETING}{_TAIL})+"),
    "thanks": re.compile(rf"(?:{_FEELING}{_TAIL})*(?:{_THANKS}{_TAIL})+(?:{_BYE}{_TAIL})?"),
    "bye": re.compile(rf"(?:{_FEELING}{_TAIL})*(?:{_BYE}{_TAIL})+"),
    "identity": re.compile(rf"(?:{_GREETING}{_TAIL})*(?:{_WHO}{_TAIL})+"),
    "acknowledge": re.compile(rf"(?:{_FEELING}{_TAIL})+"),
}
POLITE_START = re.compile(
    rf"^(?:{_GREETING}(?![\u4e00-\u9fff]*店)|请问(?:一下|下)?|(?:我|我们)?(?:想|要)?(?:问|请教|咨询|打听|了解)(?:问)?(?:一下|下|个)?(?:问题|事儿?)?(?=[，, ]|[^\u4e00-\u9fff]|你|有|能|可|哪|什|怎|几|多|[\u4e00-\u9fff])|麻烦(?:你|您|问)?(?:一下|下)?(?:问)?(?:一下)?|劳驾|不好意思|打扰一下|那个(?=[，, ])|那个(?=有|能|你|我)|嗯+|呃+|额+|唔+|诶|哎呀?|唉|喂|对了|服务员|老板娘?|掌柜的?|美女|帅哥|小哥哥?|小姐姐|师傅|excuse me|please|um+|uh+|well|ok(?:ay)?(?= )|so)[\s,，。.!！、~…]*"
)

_WHICH = r"(?:什么|啥|哪些|哪个|哪道|哪几[道个样]|哪种)"
_PLACE_WORD = r"(?:你们?|您们?|咱们?|贵)?(?:店|家|这儿|这里|那儿|店里|餐厅|饭店|饭馆)?(?:里)?"
_BEST = r"(?:招牌|特色|拿手|镇店|必点|必吃|必尝|人气|热门|热销|爆款|网红|主打|卖得?最(?:好|火|多)|卖得(?:好|火)|点得最多|点的最多|最(?:火|好吃|有名|出名|畅销|推荐|受欢迎|值得(?:点|吃|推荐))|销量最高|经典|口碑最?好)"
BROAD = re.compile(
    rf"{_PLACE_WORD}(?:今天)?(?:有|有些|有没有|给我|给我们|帮我|能|可以|求|来|来点)?(?:什么|啥|哪些|点)?(?:好的|好|值得)?(?:推荐|介绍)(?:推荐|介绍|的|一下|下|下吧|几个|几道|两个|点|一些|些|吗|么|菜|什么|啥|个|给我|给我们|呗|吧|看看|{_PLACE_WORD}|好吃)*"
    rf"|{_PLACE_WORD}(?:都)?(?:有|有没有|是)?{_WHICH}?(?:菜)?{_BEST}(?:的)?(?:菜品?|的|菜式|东西)*(?:是|有|都有)?(?:什么|啥|哪些|哪个|哪道|呢|吗|菜)*"
    rf"|{_PLACE_WORD}{_WHICH}(?:菜|东西)?(?:做得?|卖得?|是)?(?:最|比较|更)?(?:好吃|好|火|正宗|地道|有名|受欢迎|推荐|值得点|值得吃|拿手)(?:一?点|些)?(?:的)?"
    rf"|(?:把|看看|看一下|看下|来看|发|给我看|给我|想看|要|拿|有)*{_PLACE_WORD}(?:的)?(?:菜单|菜谱|餐单|单子)(?:上|里)?(?:发|给|拿|来|看看|看|我|一下|下|有|什么|啥|哪些|都|些|吗|吧|呢|过来|呗|可以|能|菜)*"
    rf"|{_PLACE_WORD}(?:今天|现在|都|里)*(?:有|卖|做|经营|供应)?(?:些|点)?{_WHICH}?(?:好吃的?|菜品?|吃的|可以吃的?|能吃的?|可以点的?|能点的?|可点|东西)(?:吗|呢|可以点|能点|推荐|卖|有)*"
    rf"|{_PLACE_WORD}(?:今天|现在|都|主要)*(?:有|卖|做|经营|供应)(?:的)?(?:些|点|是)*{_WHICH}(?:吗|呢|菜|东西|吃的)*"
    rf"|(?:(?:[一两二三四五六七八九十]|\d+)(?:个|位|口)?人|我|我们)?(?:今天|中午|晚上|晚饭|午饭|今晚|第一次来|头一回来|头一次来|刚来|初来乍到)*[,，]?(?:不知道|不晓得|没想好|纠结|该|应该|能|可以|要)*(?:吃|点)(?:些|点)?(?:什么|啥)(?:好|菜|呢|比较好|才好|合适)*"
    r"|(?:第一次|头一[回次])(?:来|到)(?:你们?(?:店|家|这儿)?)?|(?:帮我|给我|替我)?(?:拿|出)个?主意|(?:大家|别人|客人|人家)(?:一般)?(?:都)?(?:爱|喜欢)?(?:点|吃)(?:些|得多的)?(?:什么|啥)"
    r"|(?:我|我们|帮我|给我)*(?:想|要|来)?(?:点|下)(?:一?[个下])?(?:菜|单|餐|东西)|(?:你好|您好)?[,，]?(?:我们?|我想|想|要|帮我)*(?:订餐|订个餐|点单|再下一单|再来一单|再点一单|下一单|点外卖|叫外卖)(?:吧|吗)?|another order|i(?:'d| would) like to (?:place an )?order(?: something)?|can i order|ready to order|随便(?:来|点|上|推荐)?(?:几个|几道|点|两个|一个)?(?:菜)?|(?:你|您)?看着(?:给我|帮我)?(?:点|来|推荐|上|安排)(?:吧)?|(?:帮我)?(?:点|配|安排)(?:几个|几道|一桌)菜"
    r"|what(?:'s| is| are| do you)?(?: good| recommend(?:ed)?| (?:your|the) (?:(?:most )?popular|special(?:s|ty|ties)?|signature(?: dish(?:es)?)?|best).*| popular| on (?:the|your) menu| should (?:i|we) (?:eat|order|get|try)| have| serve| sell)(?: here| today| then)?|what kind of (?:food|dishes) do you (?:have|serve)"
    r"|(?:do you have )?(?:any |some )?(?:recommendations?|suggestions?).*|(?:can|could|would) you (?:please )?(?:recommend|suggest) (?:something|a dish|some dishes|me something|anything).*|(?:please )?(?:recommend|suggest) (?:something|a dish|some dishes|me something)(?: good)?|(?:please )?(?:show me|can i (?:see|have|get)|could i (?:see|have)|let me see|see|may i see)? ?(?:the |your |a )?menu(?: please)?|(?:any |the |your |house |today's |what are )*(?:signature dish(?:es)?|special(?:s|ties|ty)?)(?: today)?|(?:what are )?(?:your |the )?(?:best ?sellers?|most popular(?: dish(?:es)?)?)|surprise me"
)
RECOMMEND = re.compile(
    rf"(?:给我|帮我)?(?:推荐|介绍)(?:一下|几个|几道|一个|一道|一些|点)?|{_BEST}(?:的)?|recommend(?:ed|ations?)?|suggest(?:ions?)?|popular|signature|special(?:s|ty|ties)?"
)
SIGNATURE = re.compile(r"招牌|特色|拿手|镇店|必点|必吃|人气|热门|热销|爆款|主打|popular|signature|special")

_NOW = r"(?:现在|今天|今晚|目前|这会儿|这个点|此刻|当前)?"
STOCK = re.compile(
    rf"{_NOW}(?:还)?(?:有没有货|有货|没货|缺货|断货|断供|现货|库存|存货)(?:吗|没|不|呢|多少)?"
    r"|(?:是不是|有没有)?(?:已经)?(?:卖|售|抢|点|吃)?(?:完了|光了|没了|卖完|卖光|售罄|售完|沽清|估清|卖没|抢完)(?:了)?(?:吗|没有|没|不|么)?|没(?:卖|售|抢)(?:完|光|罄)(?:吧|吗)?|(?:卖|售)(?:完|光|罄)了?(?:没有|没|吗|吧)?|没有了(?:吗|么)|缺不缺"
    rf"|{_NOW}还有没有(?:了)?|{_NOW}还有(?:吗|不|么|没|多少|几[份个条碗只]|货|的?卖)|还剩(?:下)?(?:吗|多少|几[份个条碗只]?|没)?|剩(?:下)?(?:多少|几[份个])"
    r"|(?:今天|现在|目前|这会儿|今晚)(?:还)?(?:能|可以)?(?:有(?=吗|不|没|么|$)|供应|点得到|点到|点得了)(?:吗|不|么)?|还?(?:能|可以)点(?:到)?(?:吗|不|么|$)|(?:还)?点得到(?:吗|不)?|还供应吗|供应吗|还卖(?:吗|不)|还做(?:吗|不)|(?:现在|这会儿|今天)还有"
    r"|in stock|(?:sold|run|ran|running) out|(?:still )?available|any .* left|\bleft\b|still (?:have|serve|got|get|order)|do you still"
)
STILL_WHAT = re.compile(r"还有(?:什么|啥|哪些|别的|其他|其它)")

_CUISINE = r"(?:川菜|粤菜|湘菜|鲁菜|苏菜|浙菜|闽菜|徽菜|东北菜|西北菜|云南菜|贵州菜|新疆菜|江浙菜|本帮菜|北京菜|京菜|潮汕菜|客家菜|清真菜?|素食|火锅|串串香?|烧烤|烤鱼|烤肉|烤鸭|自助餐?|海鲜|小龙虾|面馆|粉面|小吃|快餐|早茶|茶餐厅|茶楼|粥店?|饺子|日料|日本料理|寿司|韩餐|韩国料理|泰餐|泰国菜|越南菜|西餐|牛排|意大利菜|法餐|披萨|汉堡|咖啡|甜品|奶茶|面包|干锅|家常菜|农家菜|官府菜|私房菜|sichuan|cantonese|hunan|hot ?pot|noodles?|japanese|korean|western|italian|thai|vegetarian|bbq|barbecue|dim sum|seafood)"
CUISINE = re.compile(_CUISINE)
PLACE = r"(?:菜馆|馆子|餐馆|餐厅|饭店|饭馆|酒楼|酒家|食府|门店|分店|连锁店|店铺|店家|店面|馆|店(?!员|长|主|里)|restaurants?|stores?|shops?|branch(?:es)?|places?|locations?)"
_NEAR = r"(?:附近|周边|周围|旁边|边上|离我|离这|这边|近处|最近的|近一?点的|nearby|near (?:me|here|by)|around here|closest|nearest)"
STORE = re.compile(
    rf"{_NEAR}.{{0,14}}(?:{PLACE}|{_CUISINE}|吃的|吃饭的?地方|可以吃|哪里?吃)|(?:附近|周边|周围|nearby|near me|around here)"
    rf"|(?:哪家|哪个|哪一家|哪些|几家|几个|多少家|什么|哪几家|哪间)(?:卖|有|做)?(?:离我?最?近的?|最近的?|评分最?高的?|便宜的?|好的?)?(?:分|门)?{PLACE}|哪家(?=有|卖|做|能|最|评|近|便宜)"
    rf"|{_CUISINE}.{{0,4}}(?:{PLACE}|的?地方)|(?:哪里|哪儿|上哪)(?:能|可以)?(?:有|吃|找)(?:得?到)?{_CUISINE}|{PLACE}.{{0,6}}(?:评分|人均)|人均.{{0,12}}(?:{PLACE}|的店|多少|以下|以内|最)|(?:评分|口碑|评价)(?:最高|最好|高|好|不错).{{0,6}}{PLACE}?"
    rf"|(?:推荐|介绍|找)(?:一?下|一?家|一?个|几家)?(?:.{{0,8}})(?:{PLACE})|(?:一|几|两)家.{{0,6}}{_CUISINE}"
    rf"|(?:你们|贵店)?(?:一共|总共|在本市|在城里)?(?:有|开了)(?:(?:几家|哪几家|多少家)(?:分店|门店|店)?|哪些(?:分店|门店|店))|(?:其他|别的|另外的?)(?:分|门)?店|(?:分|门)店(?:在|有)"
    rf"|(?:which|any|other|what|find|a|some|good) (?:\w+ )?(?:restaurants?|stores?|branch(?:es)?|locations?)|(?:restaurants?|stores?|branch(?:es)?) (?:near|around|with|sell|that|nearby)|how many (?:stores|branches|locations)"
)
CHOOSE_STORE = re.compile(
    r"(?:我(?:现在)?(?:在|去|到|选|要去|想去)|就去|就选|就|选|换(?:到|成)?|切换?到|改(?:到|成|去)|去|那就|i(?:'m| am) at|switch to|let'?s go to)(?P<store>.{1,24}?)(?:吃|吧|了|好了|看看|点餐|点菜|店吧)?[。.!！~]*"
)
# What a restaurant's assistant is never asked to do.
OUTSIDE = re.compile(
    r"(?:修|卖)(?:手机|电脑)|手机.{0,8}修|天气|下雨|气温|股市|股票|基金|新闻|笑话|故事|作文|写(?:一?首|一?篇|个|段|诗)|唱|首歌|音乐|电影|电视剧|小说|书(?:籍|$|吗|推荐|看)|机票|火车票|高铁|航班|订.{0,3}酒店|打车|出租车|叫车|快递|翻译|编程|代码|python|数学|等于几|除以|乘以|平方|星座|运势|世界杯|比赛|总统|首都|历史上|房价|房租|打(?:个)?电话给|给.{1,6}打(?:个)?电话|闹钟|几号了?$|星期几|weather|joke|poem|song|movie|election|president|python|stock market|flight|translate"
)
