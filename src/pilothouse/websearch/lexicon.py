"""Words of search queries that don't say what kind of thing is looked for."""

from __future__ import annotations

import re

# A judgement, which pages on anything have.
_JUDGING = """
最佳口碑 口碑推荐 口碑榜 口碑最好 口碑排行 口碑 值得推荐 推荐 评测榜单 真实评测 横评 评测 测评 评价 点评 榜单 排行榜
排行 排名 用户好评 好评 差评 用户反馈 反馈 用户体验 使用体验 使用感受 体验 真实 热销 畅销 首选款 首选 爆款 热门
品牌口碑 品牌 对比 哪个牌子好 哪款好 哪个好 什么牌子 哪款 哪种好 怎么样 好用吗 好不好 值得买 值不值得买 选购 避坑
缺点 优点 长期 第一名 前十 十大
"""
_JUDGING_ENGLISH = """
best reviews? reviewed recommend(?:ed|ations?)? top(?:\\s?\\d+)? ratings? rated rankings? reputation users? customer
comparisons? compared vs long[-\\s]term test(?:ed|s)? opinions? popular buy worth pros cons of the for an? in with
and to my under
"""
# What somebody wants of a thing, whatever it is: a quality, a place, a person.
_WANTED = """
静音 安静 低噪音 低噪 噪音 轻便 便携 轻薄 轻量 超轻 迷你 小型 大型 大容量 小户型 大户型 高端 入门 平价 便宜 高性价比
性价比 百元 千元 预算 续航 长续航 充电 无线 有线 智能 家用 家庭 办公室 办公 桌面 宿舍 租房 出租屋 卧室 客厅 厨房
户外 车载 旅行 旅游 出差 通勤 大学生 学生党 学生 上学 老年人 老人 父母 爸妈 奶奶 爷爷 宝宝 儿童 孩子 小孩 孕妇 女生
男生 情侣 送礼 礼物 一个人 单人 双人 双胞胎 新手 养猫 养狗 宠物 猫毛 停电 耐用 质量 好用 舒适 安全 防水 防夹手 护眼
省电 低糖 快充 易清洁 清洁 拆洗 做工 颜值 好看 适合 打游戏 游戏 编程 写代码 自带 大风力 风力 宽脚 窄脚 胖脚 油皮 敏感肌
"""
_WANTED_ENGLISH = """
quiet quietest silent small mini portable light lightweight thin cheap affordable budget home office bedroom dorm
students? travel kids elderly seniors pet hair battery durable long lasting quality good great easy clean simple
cordless wireless wide narrow feet sensitive skin swimming
"""


def _pattern(chinese: str, english: str) -> str:
    longest = sorted(map(re.escape, chinese.split()), key=len, reverse=True)
    return rf"{'|'.join(longest)}|(?<![a-z0-9])(?:{'|'.join(english.split())})(?![a-z0-9])"


JUDGING = re.compile(rf"{_pattern(_JUDGING, _JUDGING_ENGLISH)}|(?<!\d)(?:19|20)\d\d\s*年?(?!\d)")
WANTED = re.compile(_pattern(_WANTED, _WANTED_ENGLISH))

# What a word for a judgement asks for, and how such pages write: tests measure, lists rank, users tell of months.
STYLES = tuple(
    (re.compile(asked), re.compile(told))
    for asked, told in (
        (
            r"评测|测评|横评|对比|tested|tests?|reviews?|compar",
            r"实测|测了|测得|测试|对比|横评|同一间|仪|分贝|毫安|毫米|measur\w*|compar\w*|test(?:ed|s|ing)|\d\s?db",
        ),
        (
            r"榜单|排行|排名|首选|热销|top|rank|best|recommend|推荐",
            r"第[一二三四五六]名|排名|榜单|名次|末位|不推荐|投票|rank\w*|runner|winner|round-?up|recommend\w*",
        ),
        (
            r"用户|好评|口碑|反馈|体验|user|rating|long",
            r"用了|[个几多半]\s?月|年了|楼主|\d\s?楼|答|买了|回访|缺点|后悔|投诉|客服|months|weeks|years|owner|bought",
        ),
    )
)
