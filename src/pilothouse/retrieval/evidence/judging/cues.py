"""Words that announce an answer of a kind: a cause, a manner, a place, a time; and what only points elsewhere."""

from __future__ import annotations

import re

from pilothouse.retrieval.evidence.asking import Ask
from pilothouse.retrieval.evidence.polarity import polarity
from pilothouse.retrieval.evidence.wording import tagged

CAUSE = re.compile(
    r"因为|由于|因(?=[\u3400-\u9fff]{2,})|原因|所以|为了|故|because|due to|since|reason|in order to", re.I
)
MANNER = re.compile(
    r"步骤|流程|通过|登录|提交|填写|首先|然后|先|再|申请|办理|计算|按|乘|steps?|first|then|submit|log in|click", re.I
)
REFERRING = re.compile(
    r"[见按如](?:下|上|附)表|如下[。.]?$|详见|参见|[，,]?见《[^》]*》|^见|see (?:the )?(?:table|below|section)", re.I
)
SCHEDULE = re.compile(
    r"时间|日期|截止|期间|起止|[至到]|开始|结束|举行|之?前(?=完成|提交|预约|报名|[，,。；;]|$)|\b(?:time|date|until|from|by)\b",
    re.I,
)
# What somebody is told to do: a verb at the beginning of a clause, a path of menus, a thing to press.
DOING = re.compile(
    r"(?:^|[，,。；;：:]\s*)(?:请|可以?|须|需|要|应|先|再|然后|直接|也可以?|马上|立即|尽快|\d+[.、)]\s*)*"
    r"(?:在[^，,。；;]{1,16}(?:里|中|上|内|处|页|点|填|选|提交|申请|预约|办|下单)|[点打拨填选按带找凭持登上到去交写]|"
    r"联系|提交|申请|登录|下载|预约|办理|打开|进入|扫|输入|选择|上报|报修|致电|通知|发送|使用|注册)|"
    r"[\u3400-\u9fff]—[\u3400-\u9fff]|→|>|[点按选]\s?[“\"「『]|"
    r"(?:^|[.;:,]\s+(?:then |please )?|\bto (?:get|do) (?:one|so|this|that|it)[^,]*, )(?:please )?(?:then )?(?:"
    r"add|announce|apply|ask|attach|book|bring|call|check|choose|click|collect|complete|contact|download|dial|email|enter|file|"
    r"fill|follow|give|go|hand|inform|join|keep|leave|log|mail|make|move|note|open|order|pay|phone|pick|press|pull|"
    r"put|raise|read|record|register|remove|report|request|return|ring|scan|select|send|show|sign|speak|start|"
    r"stop|submit|switch|take|tell|tick|turn|upload|use|wait|wear|write)\b",
    re.I,
)
PROCEDURE = re.compile(
    r"第一步|先做什么|该做什么|怎么办|怎么弄|咋办|咋弄|怎么处理|(?:准备|带|交|提供)(?:些|一些|点)?(?:什么|哪些|啥)|"
    r"what (?:now|next|should|do|must)|first thing",
    re.I,
)
_LABEL = re.compile(r"^(?:[-*+•·]\s*|\d{1,2}[.、)]\s*)?(?:\*\*)?([^：:，,。；;|]{1,20}?)(?:\*\*)?[：:](?=\s*\S)")
PLACE = re.compile(
    r"位于|坐落|产[于自]|分布|地点|地址|在[\u3400-\u9fff]{2,}|楼|层|室|号|located|room|floor|building|at ", re.I
)
PERSON = re.compile(r"部|组|中心|经理|主管|主任|负责|专员|管理员|联系人|team|department|manager", re.I)
_NAMES = ("nr", "nrt", "nt")


def procedural(ask: Ask) -> bool:
    """Whether it is asked what to do."""
    return ask.kind == "how" or PROCEDURE.search(ask.text) is not None


def label(text: str) -> str:
    """What a piece names itself before a colon: "退证：把书还清", empty when it doesn't."""
    match = _LABEL.match(text)
    return match[1] if match else ""


def announced(ask: Ask, text: str) -> float:
    """1 when ``text`` (normalised) holds what answers of the asked kind hold, 0 when not, ½ for open questions."""
    if ask.kind == "yesno":
        return float(bool(polarity(text)))
    if ask.kind == "why":
        return float(CAUSE.search(text) is not None)
    if ask.kind == "how":
        return float(MANNER.search(text) is not None)
    if ask.kind == "where":
        return float(PLACE.search(text) is not None or any(tag == "ns" for _, tag in tagged(text)))
    if ask.kind == "who":
        return float(PERSON.search(text) is not None or any(tag in _NAMES for _, tag in tagged(text)))
    if ask.kind == "when":
        return float(SCHEDULE.search(text) is not None)
    return 0.5
