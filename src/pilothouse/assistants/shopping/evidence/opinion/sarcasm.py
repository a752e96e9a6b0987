"""Praise that is meant as blame: quotation marks, comparisons with a tractor, thanks for a sleepless night."""

from __future__ import annotations

import re

_HYPERBOLE = re.compile(
    r"整栋楼|整层楼|整个(?:楼|小区|宿舍|办公室)|全(?:家|楼|宿舍|小区|办公室).{0,4}(?:都|醒)|(?:隔壁|邻居|"
    r"楼下|楼上|对门|对面).{0,8}(?:听|醒|来敲|投诉|敲门|以为(?!我?(?:没|不|在(?:摸鱼|发呆|睡|偷懒)))|问)|拖拉机|飞机|直升机|装修|电钻|"
    r"失眠|睡不着|耳朵.{0,4}聋|whole (?:building|street|house|office|floor)|neighbou?rs|jet engine|"
    r"helicopter|tractor|lawn ?mower|chainsaw|hair ?dryer|jackhammer|wake the dead"
)
_DENIED = re.compile(r"不(?:会|用|再|必|怕)|没有?|没.{0,3}(?:来|敲)|not|never|without|n't")
_MOCK = re.compile(
    r"呵呵|好家伙|真是谢谢|谢谢(?:它|商家|厂家|品牌|你们)|感谢.{0,10}让我|恭喜|真有你的|没谁了|亏得|"
    r"狗都不|笑死|我谢谢|天才(?:设计|般)|也是醉了|我真是服|可真(?:行|是|够)|真够|太.{1,3}了呢|"
    r"yeah,? right|thanks a lot|how (?:nice|lovely|thoughtful)|what a (?:surprise|treat|joke)|genius|"
    r"slow clap|if you enjoy|if you like (?:being|the sound)"
)
_QUOTED = re.compile(r"[\"'「『]([^\"'「」『』]{1,10})[\"'」』]")


def mocked(plain: str, start: int, end: int, blamed: bool, heard: bool, clause: tuple[int, int]) -> bool:
    """Whether praise at ``start``–``end`` is meant the other way; ``blamed``: whether the sentence blames elsewhere;
    ``heard``: whether what is praised can be heard, so that woken neighbours deny it, else only those of
    the ``clause``."""
    hyperbole = _HYPERBOLE.search(plain)
    if hyperbole and not heard and not clause[0] <= hyperbole.start() < clause[1]:
        hyperbole = None
    loud = bool(hyperbole) and not _DENIED.search(
        plain[max(0, hyperbole.start() - 8) : hyperbole.end() + 6] if hyperbole else ""
    )
    quoted = any(match.start() <= start and end <= match.end() for match in _QUOTED.finditer(plain))
    return loud or (quoted and blamed) or (_MOCK.search(plain) is not None and (blamed or loud or quoted))


def scare_quoted(plain: str, start: int, end: int) -> bool:
    """Whether the word stands alone in quotation marks: somebody else's word."""
    return any(match.start() <= start and end <= match.end() for match in _QUOTED.finditer(plain))
