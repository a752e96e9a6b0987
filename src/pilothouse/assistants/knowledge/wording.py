"""What code says itself, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Pair = tuple[str, str]

NOT_FOUND: Pair = (
    "资料中未找到相关信息。可以换个说法再问，或者说得更具体一些。",
    "I found nothing about this in the documents. Try other words, or be more specific.",
)
NOT_CHECKED: Pair = (
    "这个问题没有查资料，不能凭印象回答。请再问一次。",
    "I did not look this up and won't answer from memory. Please ask again.",
)
UNAVAILABLE: Pair = (
    "知识库暂时查不了，请稍后再试。",
    "The knowledge base can't be searched at the moment. Please try again later.",
)
STALE: Pair = (
    "知识库的索引与程序不符，需要管理员重建（pilothouse index knowledge），之后才能查。",
    "The index of the knowledge base doesn't fit the program. Its keeper has to build it again "
    "(pilothouse index knowledge).",
)
SMALLTALK: Mapping[str, Pair] = {
    "greeting": ("您好，我是内部知识助手。制度、流程、标准方面的问题可以直接问我。", "Hello, I answer questions about our documents. What would you like to know?"),  # noqa: E501
    "thanks": ("不客气，有问题随时问。", "You're welcome. Ask any time."),
    "goodbye": ("再见，有问题随时来问。", "Goodbye. Come back any time."),
    "identity": ("我是内部知识助手，根据资料回答问题，并注明出处。", "I am the knowledge assistant: I answer from documents and say where it is written."),  # noqa: E501
    "ability": ("我可以根据内部资料回答制度、流程、标准方面的问题并注明出处，也可以做计算。", "I answer questions from internal documents, with sources, and I can calculate."),  # noqa: E501
    "wellbeing": ("我很好，谢谢。有什么想查的吗？", "I'm fine, thank you. What would you like to look up?"),
    "praise": ("好的。还有什么想查的吗？", "Good. Is there anything else to look up?"),
    "blame": ("抱歉没有答好。请说说您想知道什么，我重新查。", "I'm sorry. Tell me what you want to know and I will look again."),  # noqa: E501
    "joke": ("这个我不擅长。制度、流程方面的问题可以问我。", "I'm not good at that. Ask me about our documents."),
    "feeling": ("明白。有需要查的资料随时告诉我。", "I see. Tell me when there is something to look up."),
}  # fmt: skip
CLARIFY: Mapping[str, Pair] = {
    "vague": ("您想了解哪件事？请说出具体的事项，比如“年假怎么申请”。", "What is it about? Please name it, for instance “how do I apply for annual leave”."),  # noqa: E501
    "numbers": ("好的，请告诉我要算的数字，比如“每天120元，5天一共多少”。", "Sure. Which numbers, for instance “120 a day for 5 days”?"),  # noqa: E501
}  # fmt: skip


def say(pair: Pair, chinese: bool) -> str:
    """The phrase in the language."""
    return pair[0] if chinese else pair[1]


def which(topic: str, choices: Sequence[str], chinese: bool) -> str:
    """The question among documents that fit a topic equally."""
    if chinese:
        return f"“{topic}”涉及几份资料：{'、'.join(f'《{title}》' for title in choices)}。您想了解哪一方面？"
    named = ", ".join(f"“{title}”" for title in choices)
    return f"Several documents are about “{topic}”: {named}. Which aspect do you mean?"


def amounts(choices: Sequence[str], chinese: bool) -> str:
    """The question among amounts that a sum may be made of."""
    if chinese:
        return f"刚才说到几个数：{'、'.join(choices)}。您要按哪一个算？"
    return f"Several amounts were named: {', '.join(choices)}. Which one do you mean?"


def also_missing(questions: Sequence[str], chinese: bool) -> str:
    """What of several questions has no answer, as a sentence behind the answer to the others."""
    if chinese:
        return f"{'、'.join(f'“{question}”' for question in questions)}：资料中未找到相关信息。"
    return f" I found nothing about {', '.join(f'“{question}”' for question in questions)}."


def computed(expression: str, value: str, rounded: bool, chinese: bool) -> str:
    """A result with how it came about."""
    sign = "≈" if rounded else "="
    text = value if expression == value else f"{expression} {sign} {value}"
    return f"{text}。" if chinese else f"{text}."


def not_computed(reason: str, chinese: bool) -> str:
    """Why there is no result. ``reason`` is in both languages, Chinese first."""
    first, _, rest = reason.removeprefix("expression: ").partition("。")
    return f"算不出来：{first}。" if chinese else rest.strip() or reason
