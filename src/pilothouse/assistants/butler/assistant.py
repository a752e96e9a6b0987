"""The butler put together: his tools in a toolbox, and what he tells of himself."""

from dataclasses import replace

from pilothouse import Assistant
from pilothouse.assistants.butler.household import Household, forget
from pilothouse.assistants.butler.tools import TOOLS
from pilothouse.contracts.tool import Example, ToolContract
from pilothouse.flow import Turn, toolbox

PROMPT = "You are a butler. Call every tool that the user's words ask for, once, several at the same time."
HELP = (
    "我能查天气、设提醒、记购物清单、回答家里的问题。 Ask me for the weather, reminders, the shopping list, the house."
)


async def due(turn: Turn, number: int) -> list[str]:
    house: Household = turn.services
    late = house.due(turn.room.context.owner, house.clock(), f"{turn.session}/{number}")
    return [f"⏰ {what}" for what in late]


def equip(house: Household, caller: object) -> tuple[ToolContract, ...]:
    """The house's own questions are examples of when its answers are wanted."""
    asked = tuple(map(Example, house.settings.get("faq", {})))
    return tuple(replace(tool, examples=(*tool.examples, *asked)) if tool.name == "faq" else tool for tool in TOOLS)


ASSISTANT = Assistant(
    "butler",
    toolbox("butler", prompt=PROMPT, help=HELP, knowledge=lambda text, turn: (text, turn.services.clock()), notice=due),
    tools=TOOLS,
    open=Household,
    equip=equip,
    forget=forget,
)
