"""The patterns of pressure, compiled, and those of sentences that only look like it."""

from __future__ import annotations

import re

from pilothouse.assistants.tutor.guard import asking, fishing, posing
from pilothouse.assistants.tutor.guard.vocabulary import ANSWER

PATTERNS = tuple((kind, re.compile(row)) for table in (asking, posing, fishing) for kind, row in table.TABLE)
BOTH = tuple((kind, re.compile(first), re.compile(second)) for kind, first, second in fishing.BOTH)
ASKED = re.compile(ANSWER)
NAMED = re.compile(r"[答达][案按暗]|谜底|正解|\banswers?\b")
DEMAND = re.compile(
    r"给|告诉|透露|公布|核对|输出|发(?!现|生)|借|抄|需要|想要|命令|能看|看看|说出|报出|unlock"
    r"|allow|give|see\b|show|tell|send|need|want|reveal|say\b|print|provide"
)
HONEST = re.compile(
    r"(?:我的|我有|有了|知道|算出|得到|写出|这个|那个|你的|第.问的?|上一?问的?|前面的?"
    r"|另一问的?)\s*(?:答案|结果)|(?:答案|结果)\s*(?:对|错|要|怎么|如何|为什么|写|是否|应该"
    r"|是不是|不是|能不能|可以|可能|带|的单位|"
    r"合理|检|验|取|保留|化|大约|约|会|里|中|和我|跟我|吗|是\s*[-\d一二三四五六七八九十百a-h]"
    r"|为\s*[-\d]|等于\s*[-\d])|\b(?:my|this) (?:answer|result)|the (?:answer|result) (?:is"
    r"|was|should|=) ?(?:be )?[-\da-h]|is the (?:answer|result)|"
    r"check|verify|right\b(?! now| away)|correct\?|why|检查|检验|验算|验证|对不对"
)
"""Sentences about an answer that the pupil has or judges himself."""
REFUSED = re.compile(
    r"(?:别|不要|不用|先别|不想|请勿|莫)(?:先|再|直接|急着|马上|你|让你|现在|我|太早"
    r"|就)*(?:告诉|说|给|公布|透露|知道|看|讲|剧透)|"
    r"\b(?:don'?t|do not|dont|without|never|no need to)\b.{0,12}\b(?:tell|give|giving|show"
    r"|reveal|say|know|spoil|telling)"
)
"""Who asks not to be told the answer doesn't press for it."""
HELP = re.compile(
    r"提示|思路|方法|讲解|解释|讲讲|讲一下|再讲|怎么[做算想列]|哪里错|hint|clue|explain"
    r"|help me (?:understand|start)|how (?:do|to|can|should)"
)
