"""What is left of a sentence when the words that carry no content are taken off."""

from __future__ import annotations

import re

EDGE = " \t，,。.!！?？、~～:：;；“”\"'()（）《》[]【】…-—｜"
_COUNT = r"(?:一|两|二|三|四|五|六|七|八|九|十|几|半|俩|\d{1,2})"
_MEASURE = r"(?:份|个|碗|盘|道|杯|位|例|只|条|客|盆|锅|瓶|听|壶|笼|屉|串|点儿?|些|下|样|种|款|家|碟)"
_VERB = r"(?:来|要|点|上|整|搞|弄|叫|加|添|再来|先来|再上|先上|吃|喝|买|推荐|介绍|选|挑|报|拿|看看|看)"
# Words of two characters and more that never stand inside a dish's name.
_INNER = re.compile(
    r"有没有|有木有|没有|什么样|什么|[啥咋]|哪些|哪个|哪种|哪一?道|哪几[个道样种]|怎么样?|如何|(?:能|可以)?(?:吃|点|买|喝)得?到|赶时间|着急|我?(?:最|很|特别)?(?:爱|喜欢)(?:吃|喝)|多少|可不可以|可以|能不能|能否|行不行|(?:推荐|介绍)(?:一?下)?|菜单[上里]?|菜谱|"
    r"(?:你们|您们?|咱们?|贵)(?:店|家)?(?:这儿|那儿|这里|里)?|你家|我们|我想|想要|想吃|想喝|想点|想来|打算|需要|帮我|帮忙|给我们?|麻烦|请问|谢谢|多谢|劳驾|"
    rf"{_VERB}{_COUNT}?{_MEASURE}(?!心)|{_VERB}一?下|{_COUNT}(?:份|道|盘|碗|(?<![三二])(?:条|只|例|听|瓶|笼|屉)|打(?=[\u4e00-\u9fff]{{2}})|个(?=[\u4e00-\u9fff]{{2}}))|"
    r"这[儿里边]|那[儿里边](?!脊)|店里头?|家里|现在|今天|今晚|明天|中午|晚上|目前|此刻|一下|就行|就好|好了|得了|算了|"
    r"(?:这|那)(?:个|道|种|款)(?:菜|东西)?|的话|之类|有关|相关|这类|那种|有?几[种样道款]|有多少[种样道款]|主要|比较|请来|"
    r"想问(?:一?下|问)?|问(?:一?下|问)|了解(?:一?下)?|知道|我要|我来|我点|都有|还有|也有|里面?有|里头|为主|除此|以外|不错|尝尝|试试|"
    r"(?:都|能|会|是)?(?:做|烧|炒)(?:的|法)|做成|做法|吃法"
)
_START = re.compile(
    r"^(?:我(?!爱)|你|您|他|她|咱|请|想|要|点(?!心)|来(?!凤)|再|先|给|帮|吃|喝|买|问|查|看(?!家)|找|有(?!机)|还|能|会|是|这(?!样)|那(?!不勒)|哪|个|份|碗|盘|杯|些|的|地|得|上(?!海|汤|素|等|脑)|卖|做|搞|弄|整|"
    r"就|都|也|只|但|可|那么|嗯|呃|额|啊|哦|噢|诶|哎|和|跟|与|或者?|及|把|用|拿|让|从|对|在|一(?=[份个碗盘道杯])|说|点儿|点个|上个|来点|来个|儿(?!童)|家(?!常|乡|烧|传|庭)|里|老板|要是|如果|假如|因为|所以|虽然|但是|不过|最近|刚才|刚刚|一直|经常|以前|第一次|下次|"
    r"比较|(?:更|很|挺|太)(?=[辣好贵甜咸油多少便快])|好的|关于|至于)"
)
_END = re.compile(
    r"(?:吗|呢|吧|啊|呀|哦|么|嘛|啦|了|的|呗|哈|喔|哇|咯|哟|没|不(?!辣)|是|有|都|也|还|卖|做|供应|点(?<!糕点)(?<!茶点)(?<!早点)|(?<!小)吃|喝|来|要|给|用|一下|好不好|怎样|"
    r"(?<=[的些点])菜|这道?菜|那道?菜|菜品|(?<=的)东西|(?<=的)菜|可以|能|行|谢谢|多谢|这里|里|一份|一个|两份|俩|仨|左右|呀|诶|先|快点|快些|尽快|和|跟|与|或|及|现在|今天|来着|这个|那个|看看|为主|类|类的|之类|里面|吧)$"
)
GENERIC = frozenset(
    """
菜 菜品 菜式 菜肴 东西 吃的 喝的 美食 食物 一个 别 别的 其他 其它 种 样 款 几种 几样 几道 几个 好吃 好喝
好 多 少 大家 钱 家 人 店 最 比 在 等 之间 价格 价位 口味 口味重 重 时间 出餐 上菜 单 下 上 中 块 元 什么
安全 问题 没问题 菜没问题 生日 聚餐 聚会 朋友 同事 公司 下班 周末 午饭 晚饭 早饭 饭 家人 爸妈 客人 热 碗热
女儿 闺女 儿子 孩子 小孩 宝宝 老婆 老公 媳妇 爱人 妈妈 爸爸 我妈 我爸 爷爷 奶奶 老人 女朋友 男朋友
随便 随意 看着 都行 行 能吃 能点 选择 哪 份 道 个 点 些 全部 所有 food dish dishes meal meals thing things something
anything stuff
""".split()  # noqa: SIM905
)
_ENGLISH = frozenset(
    """
a an the i i'd i'll i'm im we you your my me us they he she it its this that these those do does did is
are was be been can could would will should may might like want need get got have has having order show
tell give find any some of for in on with to and or please there about much many dish dishes food
something anything eat eating try serve sell one two three hi hello hey excuse um uh what what's which who
how where when why also just good nice available today now menu options option item items meal lunch
dinner take know let let's look looking see feel feeling craving hungry place restaurant here really very
more less than under over between yuan price cost people person made make contains containing contain
inside not no don't can't cannot t s d m ll re isn't aren't recommend recommended suggestion suggest
thanks thank kind kinds type types plate bowl ordering prefer love prepared
""".split()  # noqa: SIM905
)

_MIXED = frozenset(
    ["sold", "out", "still", "left", "available", "spicy"]
)  # around a Chinese name in an English sentence

_CJK = re.compile(r"[\u4e00-\u9fff]")


def content(text: str) -> list[str]:
    """The pieces of normalised ``text`` that carry content, in order.

    >>> content("给我来一份佛跳墙吧"), content("i would like a peking duck please")
    (['佛跳墙'], ['peking duck'])
    """
    if not _CJK.search(text):
        return _english(text)
    pieces: list[str] = []
    for part in re.split(r"[\s，,、。；;！!？?｜]+|的(?=[\u4e00-\u9fff])", _INNER.sub(" ", text)):
        part = re.sub(
            r"[a-z][a-z'\-]*", lambda match: " " if match[0] in _ENGLISH or match[0] in _MIXED else match[0], part
        ).strip()
        for piece in re.split(r"(?:和|跟|与|或者?)(?=[\u4e00-\u9fff]{2})", strip(part)):
            word = strip(piece)
            if word and word not in GENERIC:
                pieces.append(word)
    return pieces


def strip(text: str) -> str:
    """Function words taken off both ends of a Chinese phrase, as often as there are any."""
    text = text.strip(EDGE)
    while match := _START.match(text):
        text = text[match.end() :].strip(EDGE)
    while match := _END.search(text):
        text = text[: match.start()].strip(EDGE)
    return text


def _english(text: str) -> list[str]:
    kept: list[list[str]] = [[]]
    for word in re.findall(r"[a-z][a-z'\-]*|\d+", text):
        if word in _ENGLISH:
            if kept[-1]:
                kept.append([])
        else:
            kept[-1].append(word)
    return [" ".join(words) for words in kept if words]


def singular(word: str) -> str:
    """An English plural as the singular; other words unchanged."""
    for ending, other in (("ies", "y"), ("oes", "o"), ("shes", "sh"), ("ches", "ch"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: len(word) - len(ending)] + other
    return word
