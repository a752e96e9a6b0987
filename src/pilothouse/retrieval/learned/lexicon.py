"""What words say about the answer that a question expects, and which everyday words mean the same.

Language knowledge, none of any particular handbook or site: groups were written down before any evaluation set was
looked at, and a group is a set of words that offices use for one thing.
"""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["amount", "count", "date", "duration", "person", "contact", "place", "link", "reason", "way", "choice"]

# The first that matches is the kind; a question about a telephone number is one about a contact, not about a person.
_ASKED: tuple[tuple[Kind, str], ...] = (
    ("contact", r"电话|联系方式|怎么联系|如何联系|邮箱|手机号|号码|qq|微信|传真|phone|e-?mail|contact"),
    ("link", r"网址|链接|官网|网站|哪个网|哪个系统|入口|url|website|link"),
    (
        "amount",
        r"多少钱|费用|学费|价格|多少元|几块|几元|工资|薪|补贴|补助|津贴|报销额|金额|收费|贵|奖金|资助标准"
        r"|how much|price|cost|fee|salary|allowance",
    ),
    (
        "duration",
        r"多久|多长时间|几天|多少天|几个月|多少个?工作日|几年|多少年|几小时|学制|年限|how long|how many days",
    ),
    (
        "date",
        r"什么时候|何时|什么时间|几月|几号|哪天|哪一?年|几点|日期|时间|截止|截至|多会儿|啥时候|when|what time"
        r"|deadline|date",
    ),
    ("count", r"多少|几[个名人次种门分位场轮]|人数|名额|分数线|最低分|计划数|比例|how many|number of"),
    ("person", r"谁|哪位|负责人|联系人|哪个(?:人|部门|老师)|找哪|who\b|whom"),
    (
        "place",
        r"哪里|哪儿|在哪|何处|什么地方|地点|地址|位于|几楼|哪个(?:校区|楼|地方|国家|城市)|where\b|location|address",
    ),
    ("reason", r"为什么|为何|原因|怎么会|why\b|reason"),
    ("way", r"怎么|如何|怎样|流程|步骤|手续|办法|咋|how\b"),
    ("choice", r"吗|能不能|可不可以|是否|有没有|能否|可否|要不要|算不算|行不行|\b(?:can|may|is|are|do|does)\b"),
)
ASKED = tuple((kind, re.compile(pattern)) for kind, pattern in _ASKED)

# What an answer of a kind looks like in a passage.
SHAPE: dict[Kind, re.Pattern[str]] = {
    "amount": re.compile(
        r"[\d一二三四五六七八九十百千万两]\s*(?:元|万元|块|美元|%|/年|/生|yuan|rmb|dollars)|[¥$￥]\s*\d|免费"
    ),
    "count": re.compile(
        r"[\d一二三四五六七八九十百千两]+\s*(?:人|名|个|分|次|门|项|种|位|场|轮|篇|所|学分|%)|[:： ]\d+(?!\d|年|月)"
    ),
    "duration": re.compile(
        r"[\d一二三四五六七八九十两半]+\s*(?:个工作日|工作日|天|日|个月|周|年|学年|学期|小时|分钟|days?|months?|hours?)"
    ),
    "date": re.compile(
        r"\d{1,2}\s*月\s*\d{1,2}|\d{4}\s*年|\d{1,2}:\d{2}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|月[上中下]旬|\d{1,2}\s*月|每[年月周]"
        r"|星期|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b"
    ),
    "person": re.compile(
        r"联系人|负责|老师|经理|主任|部[门长]?|处|科|办公室|委员会|[\u4e00-\u9fff]{1,2}(?:某|总|工)|manager|team"
    ),
    "contact": re.compile(r"\d{3,4}-\d{7,8}|1[3-9]\d{9}|\d{7,8}|[\w.]+@[\w.]+|电话|邮箱|分机|微信|qq"),
    "place": re.compile(r"校区|\d+\s*[楼层室号]|楼|大厅|教室|地[点址]|位于|市|省|区|路|馆|中心|building|room|street"),
    "link": re.compile(r"https?:|www\.|\.(?:cn|com|net|org)\b|网址|系统|平台|官网"),
    "reason": re.compile(r"因为|由于|因此|原因|所以|为了|以便|鉴于|because|since|due to"),
    "way": re.compile(
        r"流程|步骤|首先|然后|登录|提交|填写|申请|办理|点击|凭|[(（]?[1-9一二三四][)）.、]|step|submit|apply"
    ),
    "choice": re.compile(r"可以|不得|允许|禁止|必须|须|应当?|不能|能够|可|无需|不予|must|may|shall|cannot|allowed"),
}

# Words of the page that announce an answer of a kind.
HINTS: dict[Kind, tuple[str, ...]] = {
    "amount": ("费用", "收费", "金额", "标准", "学费", "价格", "元"),
    "count": ("人数", "名额", "计划", "分数线", "数量", "总分"),
    "duration": ("期限", "时长", "年限", "学制", "工作日", "有效期"),
    "date": ("时间", "日期", "截止", "安排", "日程", "起止"),
    "person": ("负责人", "联系人", "名单", "主管", "部门"),
    "contact": ("联系方式", "电话", "邮箱", "联系", "咨询"),
    "place": ("地点", "地址", "位置", "校区", "地图"),
    "link": ("网址", "系统", "网站", "平台", "链接"),
    "reason": ("原因", "目的", "背景", "说明"),
    "way": ("流程", "办法", "步骤", "指南", "方式", "程序", "须知"),
    "choice": ("条件", "要求", "规定", "范围", "资格"),
}

# Everyday words and what official pages call the same thing.
_SAME = """
学费 收费 缴费 费用|分数线 录取线 分数 最低分 投档线|宿舍 寝室 公寓 住宿|奖学金 奖助 奖助学金|助学金 资助 补助
考研 硕士 研究生 硕士研究生|读博 博士 博士研究生|保研 推免 推荐免试|直博 直接攻博|复试 面试|调剂 调剂生
报名 报考 申请 网报|录取 拟录取|成绩 分数 得分|老师 教师 导师|专业 学科 方向
招生计划 招生人数 招生名额 计划数 招多少|招生简章 招生章程 简章|专业目录 招生目录|参考书 参考书目 考试大纲
入学 报到 新生报到 开学|退学 休学|转专业 专业调整|学制 学习年限|体检 体格检查|请假 休假 假期
年假 年休假 带薪年假|产假 生育假|病假 医疗期|工资 薪酬 薪资 月薪|奖金 绩效 年终奖|加班 延时|离职 辞职 解除
入职 报到 新员工|转正 试用期|社保 社会保险 五险|公积金 住房公积金|报销 费用报销|发票 票据|差旅 出差
打车 交通费 市内交通|吃饭 餐费|餐补 伙食补助|电脑 笔记本 设备|密码 口令|账号 帐号 账户|上线 发布 部署
故障 事故|值班 轮值 oncall|合同 协议|采购 购买|供应商 厂商|门禁 工牌|班车 通勤|快递 收发|会议室 会议
居家办公 远程办公 在家办公|迟到 考勤 打卡|培训 学习|晋升 升职|退款 退费|电话 联系方式|截止 截至 最晚
四级 六级 英语水平|双学位 辅修|非全 非全日制|全日制 统招|专硕 专业学位|学硕 学术学位|本科 本科生 高考
体育生 高水平运动队|艺考 艺术类|少民 少数民族|港澳台 台湾|留学生 国际学生|毕业 学位|论文 学位论文|食堂 餐厅
图书馆 馆藏|校历 放假|补考 重修|医保 医疗保险
"""
SAME: dict[str, tuple[str, ...]] = {}
for _group in re.split(r"[|\n]", _SAME.strip()):
    _members = tuple(dict.fromkeys(_group.split()))
    for _word in _members:
        SAME[_word] = tuple(dict.fromkeys([*SAME.get(_word, ()), *(other for other in _members if other != _word)]))

# Words that ask, and say nothing about what is asked for.
_ASKING = """
是什么 什么 什么时候 时候 多少 多少钱 几 几个 几天 哪 哪些 哪个 哪里 哪儿 哪种 谁 何时 何 如何 怎么 怎么样 怎样
怎么办 为什么 为何 吗 呢 吧 啊 呀 请问 问 想问 知道 想 想知道 一下 告诉 我 我们 你 你们 他 它 这 那 这个 那个 的
了 是 在 有 和 与 及 或 对 对于 关于 就 都 也 还 能 能不能 可以 可不可以 会 要 需要 应该 是否 有没有 是不是 吗
么 嘛 啥 咋 来 去 给 被 把 从 到 于 以 由 为 其 之 个 多 大概 大约 一共 总共 目前 现在 今年 最新 最近 一般 通常
具体 的话 如果 而 但 且 不 没 没有 上 下 中 里 后 前 时 多久 多长 哪位 哪天 几点 几号 查 查询 看 了解 介绍 有关
相关 情况 东西 事 帮 帮我 麻烦 谢谢 您好 你好 老师好 the a an of to is are was were be and or i me my you your
do does did has have had can could would should like want please what which with for in on at by from some any
there this that it its how when where who whom why much many will shall may if about as
"""
ASKING = frozenset(_ASKING.split())
LATEST = re.compile(r"今年|最新|现行|目前|现在|本年度|本学年|latest|current|newest|this year")
