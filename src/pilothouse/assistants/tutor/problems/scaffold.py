"""The way to go for a problem that nobody has prepared: what teachers ask first (Pólya, How to Solve It, 1945)."""

from __future__ import annotations

from pilothouse.assistants.tutor.problems.problem import Idea, Subject

_CHINESE: dict[str, Idea] = {
    "math": Idea(
        ask="题目里的几个数之间有什么关系？你打算先求什么，再求什么？",
        keys=("加", "减", "乘", "除", "方程", "设", "先", "画图", "线段", "公式", "列式", "比", "倍"),
        hint="从问题倒着想：要求出它，需要先知道哪两个数？其中哪个题目已经告诉你了？画个图常常能看清。",
    ),
    "physics": Idea(
        ask="题目说的是哪种现象？哪条规律或公式把已知的量和要求的量连起来？",
        keys=("公式", "定律", "原理", "等于", "除以", "乘", "受力", "平衡", "电路", "密度", "速度", "压强", "浮力"),
        hint="先把已知量写成“字母＝数＋单位”，再找一个同时含有它们和所求量的公式，单位不一样要先换算。",
    ),
    "english": Idea(
        ask="问题问的是什么？你打算到文章或句子的哪里去找线索？",
        keys=("关键词", "原文", "段", "句", "上下文", "主语", "时态", "定位", "细节", "大意", "because", "paragraph"),
        hint="先圈出问题里的关键词，再回到原文找同样或意思相近的词，读它前后的一两句。",
    ),
    "chinese": Idea(
        ask="题目要你做什么？你打算从原文的哪里入手？",
        keys=("原文", "段", "句", "关键词", "上下文", "修辞", "中心", "感情", "概括", "开头", "结尾"),
        hint="先弄清题目要求，再回到原文找有关的句子，联系上下文想它为什么这样写。",
    ),
    "chemistry": Idea(
        ask="题目里发生了什么变化？哪些量是已知的，它们之间有什么关系？",
        keys=("方程式", "反应", "配平", "质量", "比例", "守恒", "溶液", "溶质", "元素"),
        hint="先写出有关的反应或关系式，再看已知量和所求量在其中是什么关系。",
    ),
    "general": Idea(
        ask="题目告诉了你什么，要你求什么？你打算从哪里入手？",
        keys=("先", "因为", "所以", "根据", "从", "找", "想"),
        hint="把题目再读一遍，圈出已知的和要求的，想想它们靠什么连起来。",
    ),
}
_ENGLISH: dict[str, Idea] = {
    "english": Idea(
        ask="What does the question ask, and where in the text would you look for it?",
        keys=("paragraph", "sentence", "text", "line", "word", "because", "context", "read"),
        hint="Mark the key words of the question, find them (or words like them) in the text and read around them.",
    ),
    "physics": Idea(
        ask="Which law or formula connects what is given with what is asked?",
        keys=("formula", "law", "equal", "divide", "multiply", "force", "speed", "density", "pressure", "energy"),
        hint="Write each quantity with its unit, then look for a formula that holds all of them.",
    ),
    "general": Idea(
        ask="How are the numbers of the problem connected? What would you find first?",
        keys=("add", "subtract", "multiply", "divide", "equation", "first", "formula", "draw", "let", "total", "ratio"),
        hint="Think backwards from the question: what would you have to know to answer it? A drawing often helps.",
    ),
}


def general(subject: Subject, chinese: bool) -> Idea:
    """The question for the way to go, by subject and language."""
    if chinese:
        return _CHINESE.get(subject, _CHINESE["general"])
    return _ENGLISH.get(subject, _ENGLISH["general"])
