"""Tools and assistants as MCP describes them, made from the contracts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import mcp_types as types
from pydantic import Field, ValidationError

from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.reply import Reply
from pilothouse.contracts.schema import inline
from pilothouse.contracts.tool import Arguments, Row, ToolContract
from pilothouse.rooms import MAX_SESSION
from pilothouse.server.mcp.catalogue import ASK

ABOUT = {
    "butler": "管家：天气、提醒、购物清单、家里的问题。 A butler: weather, reminders, shopping list, the house.",
    "knowledge": "知识库：回答公司文件里写明的事，并注明出处；文件里没有的会直说。 "
    "The company's documents: answers what they say, with sources, and says so when they don't.",
    "menu": "餐厅：菜品、价格、忌口、库存、门店、常见问题，可以点单。 "
    "A restaurant: dishes, prices, allergies, stock, stores, frequent questions; takes orders.",
    "shopping": "导购：按口碑推荐一款商品，附证据。 Shopping: the product with the best reputation, with evidence.",
    "tutor": "家教：一步一步引导解题，不直接给答案。 A tutor: guides through a problem without giving the answer away.",
}


class Asking(Arguments):
    """What is said to an assistant."""

    text: str = Field(description="要说的话，用户的原话最好 / what is said, best in the user's own words")
    session: str | None = Field(
        default=None,
        max_length=MAX_SESSION,
        description="接着哪个会话：上次回复里的 session；不填则开始新会话 / "
        "the session to continue, as the last reply named it; left out, a new one is begun",
    )

    @classmethod
    def read(cls, arguments: dict[str, Any]) -> Asking | str:
        """The arguments, or one sentence that tells what is wrong with them, without any value."""
        try:
            return cls.model_validate(arguments)
        except ValidationError as error:
            problems = error.errors(include_url=False, include_input=False, include_context=False)[:3]
        places = [(str(item["loc"][0]), item["msg"]) for item in problems]
        parts = [f"{name}: {message}" for name, message in places if name in cls.model_fields]
        return f"Arguments are not valid. {'; '.join(parts) or 'Only text and session are taken'}"


def described(contract: ToolContract, name: str) -> types.Tool:
    """A tool, its result being the envelope with rows as the contract declares them."""
    return types.Tool(
        name=name,
        description=contract.description,
        input_schema=contract.schema(),
        output_schema=_envelope(contract.row),
    )


def introduced(assistant: str, contracts: tuple[ToolContract, ...], longest: int) -> types.Tool:
    """A whole assistant as one tool: a text goes in, a ``Reply`` comes out."""
    about = ABOUT.get(assistant) or " ".join(contract.when for contract in contracts)
    schema = inline(Asking.model_json_schema())
    schema["properties"]["text"] |= {"minLength": 1, "maxLength": longest}
    return types.Tool(
        name=f"{ASK}{assistant}",
        description=f"{about} 整轮交给助手 {assistant}；它自己决定用哪些工具，记得会话。 "
        f"Hands the turn to the assistant {assistant}, which chooses its tools itself and remembers the session.",
        input_schema=schema,
        output_schema=_reply(),
    )


@lru_cache(maxsize=256)
def _envelope(row: type[Row]) -> dict[str, Any]:
    schema = inline(Envelope.model_json_schema(mode="serialization"))
    schema["properties"]["results"] = {
        "type": "array",
        "items": inline(row.model_json_schema(mode="serialization")),
    }
    return schema


@lru_cache(maxsize=1)
def _reply() -> dict[str, Any]:
    return inline(Reply.model_json_schema(mode="serialization"))
