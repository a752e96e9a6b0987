"""A noun phrase by its form: what is left of a piece of a sentence when nothing in it is but the kind of product."""

from __future__ import annotations

import re

from rjieba import cut

from pilothouse.assistants.shopping.need.lexicon import situations, wishes

GAP = "¦"  # where a price stood
MEASURE = r"[个台款把双只条件支瓶部辆套副张盏本盒包罐桶根床对架箱种枚颗块袋顶幅串口片块组]"
DEGREE = re.compile(
    r"(?:要|得|一定|必须|最好|能|够|比较|特别|非常|很|越|好|长|久|强|大|高|低|小|足|稳|快|点|一点|些|一些"
    r"|的|就行|就好|即可|可以|不错|给力|靠谱|要求|也)*"
)
_TAILS = re.compile(
    r"(?:(?<![家耐实好专通])用的?|(?<=好)睡|求?推荐|吗|嘛|么|不|没|好吗|可以吗|行吗|呢|吧|啊|呀|了|啦|来着"
    r"|有没有|有吗|一下|一个|一款|一台|的|之类|什么的|啥的|又|也|都|等等|这种|这类|产品|哪|是|就行|即可"
    r"|就好|就可以|也行|都行|有|能|还|送人|的话|相关)+$"
)
_HEADS = re.compile(
    rf"^(?:请问|想问下?(?:大家)?|问下|帮我?(?:看看|看一?下|找找|选选|挑挑)|(?:其他|其它|别的)(?:的|牌子的?"
    rf"|品牌的?)*|什么|啥|哪些|(?:帮我|给我)?(?:选|挑|找|来|买|推荐|整|搞|换)(?:一)?(?:个|台|款|把)"
    rf"|新手|小白|萌新|第[一二两三]{MEASURE}?|我家|我们|家里的?|自己|现在|最近|目前|市面上|今年|比较|特别|非常|超级|真的"
    rf"|真正|比较好|性价比高|性价比|口碑好|口碑|好用|好的|新款|靠谱|值得买|一款|一台|一个|可以|适合|不过"
    rf"|而且|那种|这种|平时|主要|同款|正经|高端|入门级?|专业|"
    r"\d+\s*(?:岁|个月|平米?|寸|英寸|升|公斤|斤|米|cm|ml|l|L|w|W|瓦|人|块|元)?(?:的|左右|以内|大)?)+"
)
_LEADING = frozenset(
    [
        "这",
        "那",
        "一",
        "两",
        "几",
        "我",
        "最",
        "超",
        "很",
        "有",
        "好",
        "新",
        "点",
        "些",
        "下",
        "能",
        "会",
        "用",
        "带",
        "给",
        "买",
        "要",
        "想",
        "换",
        "求",
        "选",
        "和",
        "跟",
        "与",
        "或",
        "就",
        "还",
        "也",
        "都",
        "但",
        "个",
        "台",
        "款",
        "把",
        "双",
        "只",
        "条",
        "件",
        "支",
        "部",
        "辆",
        "套",
        "张",
        "入",
        "来",
        "挑",
        "找",
        "送",
        "看",
        "想买",
        "想买个",
        "想要",
        "要个",
        "买个",
        "这个",
        "那个",
        "这种",
        "一把",
        "一双",
        "一条",
        "一台",
        "一款",
        "一个",
    ]
)
_CUT = re.compile(
    r"(?<=[\u3400-\u9fff]{2})(?:当作?|作为|做(?=礼物)|值得|值不值|坏了|旧了|合适|至少|大概|大约|怎么"
    r"|好不好|能不能|可不可以|不粘|不会|不要|不能|不用|能够|比较|老是|总是|经常|一直|容易|又(?=能|要|会|可"
    r"|是|不)|送(?!风|餐|料|水)|放(?!大|映)|(?:坐|用|穿|戴|睡|骑)(?:久|了|着|起来|得)"
    r"|(?<=[\u3400-\u9fff]{3})(?:给|不(?!锈|粘|倒))).*$"
)
_NOT_KIND = re.compile(
    r"哪|什么|怎么|吗|¦|(?:东西|玩意儿?|礼物|礼品|啥|什么|哪|哪个|谁)(?:好)?$|[要能会得]$"
    r"|[选挑买找来要][个台款]$|^(?:值得|值不值|有没有|推荐|帮|请|送|给|跟|和|陪|哪|谁|为什么|怎么|它|证据"
    r"|来源|理由|依据|天气|今天|明天|后天|昨天)|^(?:东西|玩意儿?|商品|产品|物品|礼物|礼品|牌子|品牌|款式?|型号|口碑|质量"
    r"|价格|价钱|预算|推荐|评测|测评|哪个|哪款|什么|这个|那个|一个|别的|其他|其它|另外|好物|好货|好东西"
    r"|家电|小家电|数码|电器|用品|"
    r"便宜|好看|好用|实用|耐用|没有|不好|不行|问题|情况|时候|大家|朋友|同事|本人|宝贝|生日|建议|意见|方案"
    r"|办法|地方|事情|链接|优惠|功能|要求|条件|需求|性价比|颜色|大小|尺寸|天气|心情|学生|穷|钱|款|个|台"
    r"|机器|设备|清单|攻略|方法|标准|知识|单品|爆款|新款|旧款|二手|正品|国产|进口|理由|原因|证据|缺点|优点"
    r"|谢谢|你好|再见|您好|笑话|新闻|话|人|店|店铺|吃的|用的|穿的|点啥|啥|谁|第[一二三四五]名?)$"
)
_VERBAL = re.compile(
    r"^(?:冬天|夏天|春天|秋天|晚上|早上|白天|平时|不|别|没|太|很|最|都|在|被|把|让|使|想|觉得|害怕|喜欢"
    r"|讨厌|打算|已经|一直|经常|总是|老是|天天|每天|偶尔|刚|刚刚|要|得|能|会|可|为|从|到|对)|(?:坏|穷|多"
    r"|少|大|小|高|低|没事|没关系|无所谓|怕吵|不好|就行|出血|敏感|住|完|走|推推|第一|第二|着地|得住|看|玩"
    r"|过敏|受不了)$"
)
KEEP_END = re.compile(
    r"(?:机|器|仪|车|椅|床|桌|灯|鞋|衣|裤|帽|包|箱|锅|壶|杯|碗|扇|泵|笔|本|表|镜|垫|枕|被|毯|霜|膏|液|乳"
    r"|水|粉|油|刷|刀|架|柜|屏|盘|卡|线|棒|球|琴|服|袋|盒|伞|秤|炉|灶|膜|贴|片|环|铃|锁|门|窗|帘|毛巾|巾"
    r"|纸|酒|茶|奶|粮|砂|肉|书|耳机|电脑|手机|电视|风扇|音箱|相机|玩具|牙膏|防晒)$"
)


def phrase(chunk: str) -> tuple[str, float]:
    """The noun phrase at the end of a chunk, and what its form says for it; empty when there is none."""
    chunk = re.sub(r"[\s¦]+$", "", chunk)
    bonus = 0.0
    head, mark, tail = chunk.rpartition("的")
    if mark and not tail:
        chunk, mark = _cut(_plain_end(head)), ""
        if chunk == head or "的" in chunk:
            return "", 0.0
    if mark:
        bonus += 0.9 if head else 0.0
        chunk = tail
    chunk = _stripped(_cut(_plain_end(_cut(chunk))))
    if mark and not _is_kind(chunk) and head:
        chunk, bonus = _stripped(_cut(_plain_end(re.sub(r"[\d.]+\s*\S{0,2}$", "", head.rpartition("的")[2])))), -0.4
    if not _is_kind(chunk):
        return "", 0.0
    return chunk, bonus + (0.5 if KEEP_END.search(chunk) else 0.0)


def _is_kind(chunk: str) -> bool:
    """Whether a phrase may name a kind of product: no wish, person, place, question or verb."""
    if not chunk or len(chunk) > 14 or _NOT_KIND.search(chunk):
        return False
    whole = wishes().match(chunk)
    if (whole and DEGREE.fullmatch(chunk, whole.end())) or any(entry.good.fullmatch(chunk) for entry in situations()):
        return False
    doubtful = len(chunk) == 1 or _VERBAL.search(chunk) is not None
    return not doubtful or KEEP_END.search(chunk) is not None


def _plain_end(chunk: str) -> str:
    """Without what may follow a noun: particles, a quality, a place or a person that it is for."""
    previous = None
    while previous != chunk:
        previous = chunk
        for match in wishes().finditer(chunk):
            rest = re.sub(r"[无没不防除零免]$", "", chunk[: match.start()])
            if len(rest) > 1 and DEGREE.fullmatch(chunk, match.end()) and not re.search(r"[式型戴款]$", rest):
                chunk = rest
                break
        chunk = (
            re.sub(r"(?:给|让|帮|在)$", "", _TAILS.sub("", chunk).strip()) if len(_TAILS.sub("", chunk)) > 1 else chunk
        )
    return chunk


def _cut(chunk: str) -> str:
    return _CUT.sub("", chunk)


def _stripped(chunk: str) -> str:
    """Without what stands before a noun and is no part of it."""
    previous = None
    while previous != chunk:
        previous = chunk
        chunk = _HEADS.sub("", chunk, count=1) if len(_HEADS.sub("", chunk, count=1)) > 1 else chunk
        while len(tokens := cut(chunk)) > 1 and tokens[0] in _LEADING and len(chunk) - len(tokens[0]) > 1:
            chunk = chunk[len(tokens[0]) :]
        match = re.match(
            r"(?:静音|安静|便宜|好用|耐用|轻便|实惠|靠谱|好看|舒服|平价|高性价比|结实|不吵|省电|家用|家庭用)", chunk
        )
        if match and len(chunk) - match.end() > 1:
            chunk = chunk[match.end() :]
        chunk = chunk.lstrip(" 的")
    return chunk
