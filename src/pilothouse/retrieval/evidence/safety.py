"""Text of documents made harmless: it is data, never an instruction."""

from __future__ import annotations

import html
import re

_IMAGE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)|!\[[^\]\n]*\]\[[^\]\n]*\]")
_LINK = re.compile(r"\[([^\]\n]+)\]\((?:[^()\n]|\([^()\n]*\))*\)|\[([^\]\n]+)\]\[[^\]\n]*\]")
_COMMENT = re.compile(r"<!--.*?-->|<(script|style|iframe|object)\b.*?(?:</\1\s*>|$)", re.I | re.S)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,500}>")
_REFERENCE = re.compile(r"\[(?:\d{1,3}(?:\s*[,，、-]\s*\d{1,3})*|注\s?\d*|来源\s?\d*|citation needed)\]|【\d{1,3}】")
_SCHEME = re.compile(r"\b(?:javascript|data|vbscript)\s*:", re.I)
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_INSTRUCTION = re.compile(
    r"(?:忽略|无视|忘记|忘掉|抛开|不要(?:理会|遵守|遵循)|绕过|覆盖|取代).{0,14}(?:指令|指示|提示|命令|"
    r"规则|设定|要求|内容|上文|上述|之前|以上|前面)|"
    r"(?:系统|开发者|管理员)(?:提示词?|指令|消息|命令)|(?:你现在|从现在起|接下来)(?:开始)?(?:你)?(?:是|"
    r"扮演|必须|将|要|只能)|扮演.{0,12}(?:角色|助手|专家|模型)|"
    r"作为(?:一个|一名)?(?:ai|人工智能|语言模型|大模型|助手|机器人)|(?:ai|智能)?助手[,，:：]?(?:请|必须|"
    r"应当|需要|务必)|(?:大|语言)模型[,，:：]?(?:请|必须|应当|务必)|"
    r"(?:在|于)?(?:你的|所有的?|每次|最终的?)(?:回答|回复|答案|输出)(?:中|里|末尾|结尾|开头|前|时|后|必须|应|要|都|只)|"
    r"(?:请|必须|务必|只需|直接|一律|统一|只能|只)(?:回答|回复|输出|告诉(?:用户|对方|提问者)|"
    r"返回)(?:[:：“\"「]|用户|以下|下面|这|他|「)|"
    r"无论(?:用户|谁|对方|问题).{0,10}(?:问|说|提出).{0,16}(?:回答|回复|输出|都)|(?:泄露|公开|打印|输出|"
    r"显示).{0,8}(?:提示词|系统提示|密钥|指令)|"
    r"(?:告诉|告知|提醒)(?:提问者|用户|对方).{0,6}(?:[:：“\"]|访问|点击|打开|下载|转账|汇款|添加)|"
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|"
    r"previous|prior|everything|guidelines|context|system)\b|"
    r"\bsystem\s*(?:prompt|message|instruction|override)\b|\byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:ai|"
    r"assistant|chatbot|chatgpt|language model|dan\b|hacker)|"
    r"\b(?:from now on|henceforth)\b.{0,30}\byou\b|\b(?:act|behave|respond|pretend)\s+as\b.{0,30}\b(?:ai|"
    r"assistant|if you|dan|hacker|though)\b|"
    r"\bin\s+your\s+(?:answer|response|reply|output)\b|\byour\s+(?:final\s+)?(?:answer|response|reply|"
    r"output)\s+(?:must|should|has to|needs to|will)\b|"
    r"\b(?:respond|reply|answer)\s+(?:only\s+)?(?:with|by saying|exactly)\b|\b(?:tell|inform|instruct|"
    r"ask)\s+the\s+user\b|\b(?:as|dear)\s+(?:an?\s+)?(?:ai|llm|language model|assistant)\b|"
    r"\b(?:reveal|print|output|repeat|leak)\b.{0,30}\b(?:prompt|instructions|secret|api key|password)\b|"
    r"\bdo not\s+(?:mention|reveal|tell|answer)\b.{0,30}\b(?:user|this|instruction)\b|"
    r"<\|?(?:im_start|system|endoftext|assistant|user)\|?>|\[/?inst\]|#{2,}\s*(?:system|instruction|"
    r"assistant|user)\b|^\s*(?:system|assistant|user)\s*[:：]",
    re.IGNORECASE | re.MULTILINE,
)  # fmt: skip


def harmless(text: str) -> str:
    """``text`` as plain words: no links, images, HTML, references in brackets or invisible characters."""
    text = _INVISIBLE.sub("", text)
    for _ in range(3):  # what is taken away may put together another
        before = text
        text = _COMMENT.sub(" ", text)
        text = _IMAGE.sub("", text)
        text = _LINK.sub(lambda match: match[1] or match[2] or "", text)
        text = _TAG.sub("", text)
        text = _REFERENCE.sub("", text)
        text = _SCHEME.sub("", text)
        if text == before:
            break
    text = html.unescape(text) if re.search(r"&(?:[a-z]+|#\d+);", text) else text
    if _TAG.search(text) or _COMMENT.search(text):
        text = text.replace("<", "‹").replace(">", "›")
    return text.replace("](", "] (").replace("][", "] [")


def instructing(text: str) -> bool:
    """Whether ``text`` speaks to the assistant instead of telling a fact."""
    return _INSTRUCTION.search(_INVISIBLE.sub("", text)) is not None
