"""Words that ask, refer back or say nothing: what is left of a question without them is its subject."""

from __future__ import annotations

import re

POLITE = re.compile(
    # 收到，那病假呢 acknowledges; 收到举报以后 doesn't.
    r"^(?:(?:(?:谢谢你?|多谢|好的|好吧|好|嗯+|哦+|噢|明白了?|知道了|了解了|收到|不对|对|是的)(?=[\s,，、。!！:：]|$)|"
    r"(?:各位|大家|老师|同学|同事|小助手|助手|客服|医生|亲)*(?:们)?(?:早上好|上午好|中午好|下午好|晚上好|你好|您好|大家好|各位好|哈喽|哈啰|嗨)(?:呀|啊)?|"
    r"(?:各位|大家|老师|同学|小助手|客服|亲|话说|那啥|额+|呃+|嗯+|诶|哎|就是|那个|喂|在吗|在么|有人吗|不好意思|抱歉|打扰了|打扰您了|辛苦了)(?=[\s,，、。!！?？~～:：…]|$)|"
    r"(?:额+|呃+|嗯+)(?=[\u3400-\u9fff])|hi there|hi|hello|hey|ok|okay|thanks|thank you|sorry|excuse me|one more (?:thing|question)|quick question|by the way|"  # noqa: E501
    r"(?:换|再问|问|还有|另外问|另)(?:一?个|别的|其他的?)(?:话题|问题|事)(?=[\s,，、。:：])|话说|请问|请教一?下?(?:各位|大家|您|你)?(?:大佬|老师|同事|前辈)?们?|请教|麻烦|劳驾|打扰一?下?|我想|我要(?=问|查|咨询)|(?:能不能|可不可以|可以|能|可否)(?=帮我|告诉|跟我|给我|解释|介绍|说说|查)|"
    r"请(?=问|你|您|帮|告诉|介绍|说|解释|查)|帮我|帮忙|给我|告诉我|跟我|说说|想(?=问|知道|了解|查|咨询|请)|问一下|问下|问问|问个事儿?|问个问题|有没有人知道|有谁知道|"
    r"问(?![题卷责])|了解一下|了解下?(?!到)|咨询一下|咨询(?!费|公司|服务|合同)|知道(?!了)|查一下|查下|查查|查询一下|查询|看一下|看看|"
    r"介绍一下|讲一下|说一下|解释一下|一下|please|could you|can you|would you|tell me|i want to know|i'd like to know|do you know)"  # noqa: E501
    r"(?=[\s,，、。!！:：]|[^a-z]|$)[\s,，、。!！:：]*)+",
    re.IGNORECASE,
)
TAIL = re.compile(r"[\s?？!！。.,，~～]*(?:谢谢|多谢|thanks|thank you|please)?[\s?？!！。.,，~～]*$", re.IGNORECASE)
PARTICLE = re.compile(r"(?:吗|呢|呀|啊|吧|嘛|哦|哈|啦|(?<![什怎那这多要])么)+$")

# 那个报销的事咋弄: how is it done, what holds for it.
HOWTO = re.compile(
    r"^(?:那个|这个|那|这|关于)?(?P<what>.{1,12}?)(?:的事情|的事儿|的事|这个事|这事儿|这事|那事|这块|那块|这一块|方面)?(?:该|应该|要|得)?"
    r"(?:咋|怎么|怎样|如何)(?:个)?(?:弄|整|搞|办|走|操作|处理)(?:的|啊|呀|呢|法)?$"
)
SPOKEN = (
    ("咋样", "怎么样"), ("咋", "怎么"), ("啥时候", "什么时候"), ("多会儿", "什么时候"), ("啥", "什么"), ("有木有", "有没有"),  # noqa: E501
    ("木有", "没有"), ("肿么", "怎么"), ("上哪儿", "在哪儿"), ("上哪", "在哪"), ("几多", "多少"),
)  # fmt: skip
_OR_NOT = re.compile(
    r"(?<=[\u3400-\u9fff])(?<![好不可要行能会对是否])不(?=[?？。!！~～\s]*$)|(?<=要赔)不(?=[?？。!！\s]*$)|(?<=[\u3400-\u9fff])(?<![有没])没(?=[?？\s]*$)"
)  # 多给钱不


def written(text: str) -> str:
    """``text`` with 怎么 for 咋 and the like."""
    for spoken, formal in SPOKEN:
        text = text.replace(spoken, formal)
    return _OR_NOT.sub("吗", text)


ASK = re.compile(
    r"什么时候|什么时间|星期几|礼拜几|周几|什么地方|什么样的?|为什么|为何|怎么样|怎么办|怎么|怎样|如何|什么|哪里|哪儿|哪些|哪个|哪种|哪天|哪位|哪家|哪一?[个天年月]|哪|谁|"
    r"多少[个天次年月日名人种项元块钱]?|多久|多长时间|多长|多大|多高|多远|几[个天次年月日号点人种项级层元块岁周]?(?:工作日|小时|分钟|月|星期)?|"
    r"有没有|是不是|能不能|可不可以|要不要|需不需要|会不会|给不给|让不让|准不准|管不管|用不用|行不行|算不算|能否|可否|是否|何时|吗|呢|"
    r"\b(?:what|which|when|where|who|whom|whose|why|how(?: many| much| long| often| far)?|is|are|was|were|do|does|did|can|could|"  # noqa: E501
    r"may|will|would|should|must|have|has)\b",
    re.IGNORECASE,
)
# 那个报销的事: words that point at what they stand before, and say nothing else.
DETERMINER = re.compile(
    r"^(?:那个|这个|那些|这些|关于|有关)(?=[\u3400-\u9fff]{2})|(?<=[\u3400-\u9fff])的(?:事情|事儿|事)(?=怎|如|该|要|找|谁|$)"
)
# What is asked of a thing, not the thing: 要什么材料, 多久到账, 找谁批.
ASPECT = re.compile(
    r"审批人|审批|批准|审核|签字|到账|打款|发放|材料|资料|手续|流程|步骤|程序|条件|要求|标准|规定|制度|政策|期限|时限|时间|日期|金额|"
    r"额度|上限|下限|限额|费用|价格|比例|区别|原因|例外|特殊情况|注意事项|联系人|联系方式|电话|邮箱|地点|地址|申请|办理|提交|处理|提前|规则|"
    r"\b(?:approves?|approval|process|procedure|steps?|requirements?|documents?|deadline|limit|standard|amount|cost|contact|"
    r"apply|submit|takes?)\b",
    re.IGNORECASE,
)
FILLER = re.compile(
    r"我们公司|咱们公司|我们|你们|咱们|自己|大家|一般|通常|大概|具体|到底|究竟|现在|目前|最近|一共|总共|最多|最少|至少|分别|"
    r"可以|能够|需要|应该|的话|如果|假如|对于|关于|按照|或者|这样|那样|情况|事情|东西|问题|方面|时候|来着|"
    r"\b(?:the|a|an|of|to|for|in|on|at|by|with|from|and|or|i|me|my|we|our|us|you|your|there|any|some|please|need|be|get|about|if)\b",
    re.IGNORECASE,
)
# Words that fill or ask when they stand alone; inside of others (成都, 会议室, 计算机) they belong to them.
SINGLE = frozenset(
    "公司 能 要 得 该 会 有 是 为 在 于 的 了 着 过 地 都 也 还 就 才 再 又 把 被 给 对 按 和 与 及 或 事 咱 我 你 您 他 她 去 来 到 从 向 用 "  # noqa: E501, SIM905
    "每 每次 各 个 上 下 里 中 内 后 前 时 做 说 让 请 最长 最短 不 没 没有 一个".split()
)
SINGLE_ASPECTS = frozenset("找 批 签 弄 搞 走 算 办 交 超过 负责 交给 带 填 写 发 开 领 付 报 拿 取".split())  # noqa: SIM905

LEAD = re.compile(
    r"^(?:那么|那?(?:要是|如果是?|假如是?|换成|换作|改成|至于)(?=.{1,12}呢)|那(?![个种些事件项期段])|还有就是|还有|另外|然后|再就是|再问一下|再问|再|而|所以|and then|and|then|so|but)[\s,，、]*(?=\S)",  # noqa: E501
    re.IGNORECASE,
)
ELLIPSIS_EN = re.compile(
    r"^(?:and |then |so )*(?:what about|how about)\s+(?:the |a |an |for )?(?P<what>.+)$", re.IGNORECASE
)
# A pronoun that stands for a thing by itself, not in front of one: 这个要谁批, but not 这个制度.
PRONOUN = re.compile(
    r"它们|它|(?:这|那)(?:个事儿?|个|种|些|事儿?|件事情?|事情|项|期间|段时间)?(?=要|需要|需|怎么|怎样|如何|是|有|能|可以|得|多|由|归|该|会|什么|谁|吗|呢|呀|啊|的|，|,|$)|"
    r"(?:这|那)(?:期间|段时间|时候)|刚才(?:说|问|提到)?的?(?:那个|这个)?|上面(?:说|提到)?的?|上述|前面(?:说|提到)?的?|该项|此项|"
    r"\b(?:it|its|this|that|these|those|they|them)\b",
    re.IGNORECASE,
)
VAGUE = re.compile(r"^(?:这|那|这个|那个|它|此|[\s,，。.?？!！])*$")
# Begins without saying what it is said of: 可以跨年使用吗, 没休完的能折现吗.
OPEN = re.compile(
    r"^(?:可以|可不可以|能|能不能|没|未|不|要|需要|需不需要|必须|会|是不是|有没有|还|也|怎么|如何|什么时候|最晚|最早|最多|最少|最高|最低|提前|逾期|"
    r"过期|超出|超过|如果|万一|一次|每次|由谁|谁|找谁|在哪|从哪|多久|几天|为什么)",
)

_CITY = (
    "北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|武汉|西安|天津|长沙|郑州|青岛|大连|宁波|厦门|福州|合肥|济南|沈阳|哈尔滨|长春|昆明|南宁|海口|三亚|"
    "贵阳|太原|石家庄|兰州|西宁|银川|乌鲁木齐|拉萨|呼和浩特|南昌|无锡|佛山|东莞|珠海|香港|澳门|台湾|东京|新加坡|纽约|伦敦|美国|日本|欧洲|"
    "河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|内蒙古|广西|西藏|宁夏|新疆|"
    "英国|法国|德国|韩国|泰国|越南|印度|俄罗斯|加拿大|澳大利亚|意大利|西班牙|荷兰|瑞士|马来西亚|印尼|菲律宾"
)
_ROLE = (
    r"(?:普通|正式|全职|兼职|部门|高级|中级|初级|资深|一线|试用期|新入职|新|老|外包|退休|女|男)?(?:总经理|副总经理|副总裁|总裁|副总|经理|总监|主管|组长|"
    r"员工|职工|实习生|高管|工程师|专员|顾问|董事|负责人|外包人员|学生|教师|博士生|硕士生|研究生|本科生|博士|硕士|本科)(?:及?以上|以下|级别|级)?|"
    r"[pmtl]\d{1,2}|managers?|directors?|interns?|employees?|executives?|contractors?"
)
_AMOUNT = (
    r"(?<![A-Za-z0-9.])(?<![A-Za-z] )(?:超过|大于|高于|不足|不到|不满|少于|低于|小于|满|工作满|over|above|under|below|more than|less than)?\s*"  # noqa: E501
    r"(?:\d[\d,.]*\s*[万千百]?|[一二两三四五六七八九十百千万半]+(?=[天年月元块万个人])|[一二两三四五六七八九]?[十百千万][一二两三四五六七八九十百千万]*)"
    r"\s*(?:元|块钱?|万|天|年|个月|人|小时|公里|次|%|yuan|days?)?(?:及?以上|以下|以内|之内|以外)?"
)
_YEAR = r"(?:19|20)\d\d年?度?|[去今明前后]年|[上下本]个?月|last year|next year|this year"
_ORDINAL = (
    r"第\s?(?:\d+|[一二三四五六七八九十]+)\s?[年次天个月批期轮届条章周]*|试用期内?|转正[前后]|入职第一年|[首末]年"
)
_OCCASION = (
    r"周末|工作日|节假日|法定节假日|双休日|春节|国庆|国庆节|元旦|清明|五一|劳动节|端午|中秋|"
    r"上半年|下半年|夏季|冬季|晚上|夜间|白天|weekends?|holidays?"
)
_WAY = "飞机|经济舱|商务舱|头等舱|高铁|动车|火车|二等座|一等座|轮船|出租车|网约车|自驾|地铁"
# Words that narrow a question, by kind: one of a kind takes the place of another.
AMOUNT = re.compile(_AMOUNT, re.IGNORECASE)
ROLE = re.compile(_ROLE, re.IGNORECASE)
ALONE = re.compile(rf"(?:{_YEAR}|{_AMOUNT}|\s)+", re.IGNORECASE)  # no subject by any means
MODIFIERS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        _YEAR,
        _ORDINAL,
        _OCCASION,
        rf"(?:{_CITY})(?:市)?|[一二三四]线城市|其[他它]城市|国外|海外|境外|国内|overseas|abroad|domestic|beijing|shanghai|shenzhen",
        _ROLE,
        _WAY,
        _AMOUNT,
    )
)
