"""What code says itself, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Mapping

Pair = tuple[str, str]

TALK: Mapping[str, Pair] = {
    "greeting": ("您好，想买什么？告诉我商品类型、要求和预算，我查口碑帮您挑一款。", "Hello! What would you like to buy? Tell me the kind of product, what matters and the budget."),  # noqa: E501
    "thanks": ("不客气。还想买别的，随时告诉我。", "You're welcome. Ask me again any time."),
    "goodbye": ("再见，祝购物愉快。", "Goodbye, and happy shopping."),
    "identity": ("我是口碑选购助手：说出需求，我查大家的真实评价，推荐一款并注明出处。", "I find the product with the best reputation for what you need, and say who says so."),  # noqa: E501
    "ability": ("说出想买什么、要求和预算，我搜一次大家的评价，推荐口碑最好的一款；证据不足时会直说。", "Tell me what you need: I search reviews once and name the product of the best reputation, or say that there is not enough evidence."),  # noqa: E501
    "praise": ("好的。还有想买的吗？", "Good. Anything else that you would like to buy?"),
    "blame": ("抱歉。请说说哪里不合适，例如预算、品牌或要求，我重新查。", "I'm sorry. Tell me what doesn't fit (budget, brand, requirement) and I will search again."),  # noqa: E501
    "other": ("我只帮忙挑口碑好的商品。想买什么可以告诉我。", "I only help to choose products by their reputation. What would you like to buy?"),  # noqa: E501
}  # fmt: skip
CLARIFY: Mapping[str, Pair] = {
    "kind": ("想买什么类型的商品？例如“桌面静音小风扇，200 元以内”。", "What kind of product? For instance “a quiet desk fan below 200”."),  # noqa: E501
    "which": ("您说的是哪一款？请说出名字或名次。", "Which product do you mean? Tell me its name or its rank."),
    "nothing": ("还没有推荐过商品。想买什么？请说出类型、要求和预算。", "I haven't recommended anything yet. What would you like to buy?"),  # noqa: E501
}  # fmt: skip
NOT_SEARCHED: Pair = (
    "这个问题没有搜索，不能凭印象推荐。请再说一次想买什么。",
    "I did not search for this and won't recommend anything from memory. Please tell me again what you need.",
)
OUT_OF_SCOPE: Pair = TALK["other"]


def say(pair: Pair, chinese: bool) -> str:
    """The phrase in the language."""
    return pair[0] if chinese else pair[1]


def sentence(message: str, chinese: bool) -> str:
    """One language of a sentence that is written in both, Chinese first."""
    first, mark, rest = message.partition("。 ")
    if not mark:
        return message
    return f"{first}。" if chinese else rest.strip() or message
