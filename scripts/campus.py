"""An invented admission site with hundreds of pages that differ by year, and questions about them, from a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from campus_topics import COLLEGES, DEPTS, MAJORS, PROVINCES, TOPICS, Topic

_SLOT = re.compile(r"<([a-z]+)(?::([^>]*))?>")
_FILLER = (
    "各有关单位：",
    "根据上级文件精神，结合我单位实际，现将有关事项通知如下。",
    "本办法自发布之日起施行，由归口部门负责解释。",
    "请广大考生和家长关注官方网站，谨防上当受骗。",
    "未尽事宜另行通知。",
    "坚持公平、公正、公开的原则，全面考核，择优录取。",
    "考生应对所提交材料的真实性负责，弄虚作假者取消资格。",
    "如遇政策调整，以最新通知为准。",
    "特此通知。",
    "附件：相关表格下载",
    "工作由领导小组统一组织，监督小组全程参与。",
    "请相互转告，按时办理，逾期不予受理。",
    "校徽 首页 学校概况 招生信息 下载专区 联系我们",
    "上一篇：关于调整办公时间的通知 下一篇：关于做好有关工作的通知",
    "发布者：管理员 浏览次数：1325",
)
_OPEN = ("", "", "", "请问", "想问下", "老师好，", "你好，", "我想知道", "麻烦问一下")
_END = ("", "", "？", "?", "呀", "呢？", "啊")
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕"
_PLACES = [
    "主楼",
    "逸夫楼",
    "图书馆",
    "行政楼",
    "第三教学楼",
    "东区报告厅",
    "西校区体育馆",
    "南校区大学生活动中心",
    "信息楼",
    "文科楼",
    "北区食堂",
    "理学楼",
]


@dataclass(frozen=True)
class Page:
    id: str
    title: str
    text: str
    date: str
    topic: str
    year: int
    unit: str


@dataclass(frozen=True)
class Query:
    question: str
    gold: tuple[str, ...]
    kind: str
    topic: str
    held_out: bool
    answers: tuple[str, ...] = field(default=())


def site(seed: int, first: int = 2016, last: int = 2026, colleges: int = 14) -> tuple[list[Page], list[Query]]:
    """Pages and questions. The even ways to ask are for training, the odd ones and some topics are held out."""
    chance = random.Random(seed)
    name = (
        chance.choice(("临江大学", "云岭大学", "东海理工大学", "北原师范大学", "南河工业大学")) if seed else "临江大学"
    )
    units = {
        "": [""],
        "college": chance.sample(sorted(COLLEGES), colleges),
        "province": chance.sample(PROVINCES, 9),
        "dept": chance.sample(DEPTS, 5),
    }
    pages: list[Page] = []
    queries: list[Query] = []
    for topic in TOPICS:
        for unit in units[topic.unit]:
            since = chance.randint(first, first + 5)
            wanted = [year for year in range(since, last + 1) if chance.random() < 0.85] or [last]
            style = chance.choice(topic.titles)
            for year in wanted:
                page, facts = _page(chance, topic, name, unit, year, style, len(pages))
                pages.append(page)
                for number, (sentence, ways) in enumerate(facts):
                    if chance.random() < (0.55 if topic.unit else 1.0):
                        queries.append(_query(chance, topic, page, sentence, ways, year == wanted[-1], number))
    chance.shuffle(pages)
    return pages, queries


def _page(
    chance: random.Random, topic: Topic, name: str, unit: str, year: int, style: str, n: int
) -> tuple[Page, list[tuple[str, tuple[str, ...]]]]:
    major = chance.choice(MAJORS)
    names = {"U": name, "Y": str(year), "C": unit, "P": unit, "D": unit, "M": major}
    title = (style if chance.random() < 0.7 else chance.choice(topic.titles)).format(**names)
    if chance.random() < 0.08:
        title = re.sub(rf"{year}[年级届学年版]*", "", title)
    if chance.random() < 0.15:
        title = chance.choice(
            (f"【通知】{title}", f"{title}-{name}招生信息网", f"{title}（{chance.choice('一二三')}）")
        )
    facts = [(_fill(chance, sentence.format(**names), year), ways) for sentence, ways in topic.facts]
    kept = [fact for fact in facts if chance.random() < 0.92] or facts
    lines: list[str] = []
    for sentence, _ in kept:
        if chance.random() < 0.35:
            lines.append(chance.choice(_FILLER))
        if chance.random() < 0.12:  # pages speak of other years, too
            lines.append(f"（{year - 1}年有关规定同时废止，往年安排仅供参考。）")
        lines.append(sentence)
    if chance.random() < 0.5:
        order = list(range(len(kept)))
        lines = [f"{'一二三四五六七八九十'[min(i, 9)]}、{line}" for i, line in enumerate(lines)] if order else lines
    if chance.random() < 0.3:  # other topics in passing: a word alone does not make a page the answer
        other = chance.choice(TOPICS)
        lines.append(f"关于{chance.choice(other.asked)}的事宜，请查看相关栏目。")
    joint = chance.choice(("", "", "\n"))
    opening = chance.choice(("", f"{title}\n", f"{name}{unit if topic.unit != 'province' else ''}\n"))
    published = year - 1 if topic.before else year
    date = f"{published}-{topic.month:02d}-{chance.randint(1, 28):02d}" if chance.random() < 0.9 else ""
    closing = f"\n{name} {date}" if date and chance.random() < 0.3 else ""
    return Page(f"p{n:05d}", title, opening + joint.join(lines) + closing, date, topic.key, year, unit), kept


def _query(
    chance: random.Random, topic: Topic, page: Page, sentence: str, ways: tuple[str, ...], newest: bool, number: int
) -> Query:
    way = chance.randrange(len(ways))
    held = topic.held_out or way % 2 == 1
    unit = page.unit
    if topic.unit == "college" and chance.random() < 0.6:
        unit = chance.choice(COLLEGES[page.unit])
    dated = not newest or chance.random() < 0.6
    year = ""
    if dated:
        year = chance.choice(
            (
                f"{page.year}年",
                f"{page.year}年",
                f"{page.year}",
                f"{page.year % 100:02d}年",
                f"{page.year % 100:02d}级" if topic.key in ("sushe", "ruxue") else f"{page.year}年",
            )
        )
    elif chance.random() < 0.3:
        year = chance.choice(("今年", "最新的", "现在"))
    subject = chance.choice(topic.asked)
    parts = [year, unit, subject, ways[way]]
    if any(word in ways[way] for word in (subject, subject[:2])) and chance.random() < 0.6:
        parts = [year, unit, ways[way]]
    if chance.random() < 0.12:
        chance.shuffle(parts)
        question = " ".join(part for part in parts if part)
    else:
        joint = chance.choice(("", "", "", "的", "，"))
        question = chance.choice(_OPEN) + "".join(parts[:-1]) + joint + parts[-1] + chance.choice(_END)
    if chance.random() < 0.05 and len(question) > 8:
        at = chance.randrange(len(question) - 1)
        question = question[:at] + question[at + 1] + question[at] + question[at + 2 :]
    kind = "dated" if dated else "newest"
    return Query(question, (page.id,), kind, topic.key, held, (sentence,))


def _fill(chance: random.Random, sentence: str, year: int) -> str:
    def one(match: re.Match[str]) -> str:
        kind, detail = match.group(1), match.group(2) or ""
        if kind in "mnsk" and len(kind) == 1:
            low, high = (int(part) for part in detail.split("-"))
            value = chance.randint(low, high)
            return str(value // 10 * 10 if kind == "m" and value > 200 else value)
        if kind == "c":
            return chance.choice(detail.split("/"))
        if kind == "d":
            return f"{int(detail)}月{chance.randint(1, 28)}日"
        if kind == "dr":
            start = chance.randint(1, 14)
            return f"{int(detail)}月{start}日至{int(detail)}月{start + chance.randint(2, 14)}日"
        if kind == "t":
            return f"{chance.randint(7, 20)}:{chance.choice(('00', '30'))}"
        if kind == "p":
            return f"0{chance.randint(10, 99)}-{chance.randint(10**7, 10**8 - 1)}"
        if kind == "w":
            return f"{chance.choice(_PLACES)}{chance.randint(1, 6)}{chance.randint(0, 2)}{chance.randint(1, 9)}室"
        if kind == "u":
            return f"https://yz.example.edu.cn/{year}"
        if kind == "e":
            return f"zs{chance.randint(10, 99)}@example.edu.cn"
        return chance.choice(_SURNAMES) + chance.choice("明华丽伟芳军敏静强磊洋艳杰娟涛")

    return _SLOT.sub(one, sentence)


def shown(pages: list[Page], queries: list[Query], count: int = 12) -> Iterator[str]:
    """A look at what was made."""
    by_id = {page.id: page for page in pages}
    for query in queries[:: max(1, len(queries) // count)]:
        yield f"{query.kind:7} {query.question}  ->  {by_id[query.gold[0]].title} [{by_id[query.gold[0]].date}]"


if __name__ == "__main__":
    made, asked = site(1)
    print(len(made), "pages", len(asked), "questions")
    print("\n".join(shown(made, asked)))
