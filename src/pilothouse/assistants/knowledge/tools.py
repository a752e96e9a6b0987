"""The tools: searching the knowledge base, and calculating. The departments to choose from are the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, create_model

from pilothouse.assistants.knowledge.calculator import LONGEST, CalculationError, calculate
from pilothouse.assistants.knowledge.chat import smalltalk
from pilothouse.assistants.knowledge.departments import named_department
from pilothouse.assistants.knowledge.services import Services
from pilothouse.assistants.knowledge.sums import expression_in
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Arguments, Example, Row, ToolContext, ToolContract
from pilothouse.retrieval.evidence import gate
from pilothouse.retrieval.noted import note_kept

if TYPE_CHECKING:
    from pilothouse.contracts.caller import Caller
    from pilothouse.retrieval.passage import Passage

ALL = "all"
CANDIDATES = 50
SEARCHING_S = 30.0  # the first search loads the embedding model, on a busy machine
MOST_DEPARTMENTS = 200  # in the enum; what is beyond can be found with "all"


class Search(Arguments):
    """The article's parameters. ``departments`` makes the enum of ``filter_dept``."""

    query: str = Field(
        min_length=1,
        max_length=300,
        description="检索用的自然语言查询，应聚焦单一主题 / what to look for, one topic, in plain words",
    )
    top_k: int = Field(default=5, ge=1, le=20, description="返回的文档片段数量 / number of passages")


class PassageRow(Row):
    id: str
    content: str
    source: str
    score: float
    similarity: float | None
    title: str
    section: str
    page: int | None
    date: str
    dept: str
    document: str
    kind: str
    overlap: int


class Calculate(Arguments):
    expression: str = Field(
        min_length=1,
        max_length=LONGEST,
        description="算式，可含 + - * / % ^ 和括号、中文数字、百分之、折 / an arithmetic expression",
    )


class CalculationRow(Row):
    expression: str
    value: str
    rounded: bool


def search_knowledge_base(a: Any, context: ToolContext) -> Envelope:
    """The passages that the caller may see and that can answer his question. Raises what the library raises."""
    services: Services = context.store
    found = services.library.search(a.query, context.caller, top_k=a.top_k, dept=a.filter_dept, candidates=CANDIDATES)
    passages = _evidence([a.query, *context.scope.get("questions", ())], found.passages)
    note_kept([passage.id for passage in passages], len(found.passages) - len(passages))
    if not passages:
        return Envelope.error("no_results", "Nothing in the knowledge base answers this.", data_version=found.version)
    dropped = len(found.passages) - len(passages)
    return Envelope.success(
        [row(passage) for passage in passages],
        total_found=max(found.total - dropped, len(passages)),
        data_version=found.version,
    )


def _evidence(questions: Sequence[str], passages: Sequence[Passage]) -> list[Passage]:
    """What is good enough for one of the questions, in the order in which it was found."""
    kept = {passage.id for question in dict.fromkeys(questions) for passage in gate(question, passages)}
    return [passage for passage in passages if passage.id in kept]


def row(passage: Passage) -> dict[str, Any]:
    """A passage as a result row. ``similarity`` is the cosine to the query, which depends on no other document."""
    near = passage.stages.get("vector")
    made = {name: getattr(passage, name) for name in PassageRow.model_fields if name != "similarity"}
    return {**made, "similarity": round(near[1], 4) if near else None}


def calculator(a: Calculate, context: ToolContext) -> Envelope:
    """The value of an expression, or ``invalid_params`` with the reason."""
    try:
        result = calculate(a.expression)
    except CalculationError as error:
        return Envelope.error("invalid_params", f"expression: {error}")
    return Envelope.success([{"expression": result.expression, "value": result.text, "rounded": result.rounded}])


def _fill_search(text: str, knowledge: Any) -> dict[str, Any] | None:
    """``knowledge`` are the departments that the caller may see."""
    if smalltalk(text) or expression_in(text):
        return None
    dept = named_department(text, knowledge or ())
    return {"query": text.strip()[:300], **({"filter_dept": dept} if dept else {})}


def _fill_calculator(text: str, knowledge: Any) -> dict[str, Any] | None:
    expression = expression_in(text)
    return {"expression": expression} if expression else None


def equip(services: Services, caller: Caller) -> tuple[ToolContract, ...]:
    """The contracts for one turn of ``caller``: the enum offers the departments that he may see, and no other."""
    known = sorted(name for name in services.library.departments(caller) if name and name != ALL)
    return contracts(tuple(known[:MOST_DEPARTMENTS]))


@lru_cache(maxsize=64)
def contracts(departments: tuple[str, ...] = ()) -> tuple[ToolContract, ...]:
    """The contracts with ``departments`` to choose from."""
    choice: Any = Literal[(*departments, ALL)]

    def listed(schema: dict[str, Any]) -> None:
        schema.pop("const", None)  # one choice is written as a list, too
        schema["enum"] = [*departments, ALL]

    said = Field(default=ALL, description="限定检索的部门范围 / search one department only", json_schema_extra=listed)
    fields: Any = {"filter_dept": (choice, said)}
    arguments: type[Search] = create_model("SearchKnowledgeBase", __base__=Search, **fields)
    return (
        ToolContract(
            name="search_knowledge_base",
            when="Search the internal knowledge base for passages of documents that answer a factual question. Use it "
            "whenever the user asks about rules, policies, procedures, standards, amounts, dates, people in charge, "
            "products or anything else that is written down in documents. "
            "当用户询问制度、政策、流程、标准、金额、日期、负责人、产品信息等事实性问题时使用。",
            when_not="Not for greetings, small talk or plain arithmetic. 寒暄、闲聊、单纯的算术不要用。",
            arguments=arguments,
            row=PassageRow,
            handler=search_knowledge_base,
            timeout_s=SEARCHING_S,
            soft_limit=3,
            aliases=("knowledge_search", "search_documents"),
            fill=_fill_search,
            examples=(
                Example("年假有几天", {"query": "年假有几天"}),
                Example("那个报销的事咋弄", {"query": "报销流程 报销标准"}),
                Example("出差住酒店的标准是多少"),
                Example("合同由谁审批"),
                Example("密码多久要换一次"),
                Example("新员工入职要准备什么材料"),
                Example("今年春节放几天假"),
                Example("招生简章里的报名条件是什么"),
                Example("产品的保修期多长"),
                Example("会议室怎么预订"),
                Example("how many days of annual leave do I get"),
                Example("who approves purchase orders"),
                Example("what is the deadline for expense reports"),
            ),
            counter_examples=(
                "你好",
                "谢谢",
                "给我讲个笑话",
                "今天心情不好",
                "陪我聊聊天",
                "你觉得我帅吗",
                "帮我算一下三乘五",
                "120乘以5等于多少",
                "what is 12 times 12",
                "tell me a joke",
            ),
        ),
        ToolContract(
            name="calculator",
            when="Compute an arithmetic expression exactly. Use it when all numbers are given: sums, products, "
            "percentages, so much a day for so many days. "
            "当用户给出了全部数字、要算出结果时使用：加减乘除、百分比、打折、每天多少共几天。",
            when_not="Not for amounts that have to be looked up first, nor for dates. 需要先查制度才知道的金额、日期不要用。",  # noqa: E501
            arguments=Calculate,
            row=CalculationRow,
            handler=calculator,
            soft_limit=2,
            fill=_fill_calculator,
            examples=(
                Example("120乘以5等于多少", {"expression": "120 * 5"}),
                Example("每天补贴120元，出差5天一共多少", {"expression": "120 * 5"}),
                Example("8000的百分之十五是多少", {"expression": "8000 * 15%"}),
                Example("3天*500", {"expression": "3 * 500"}),
                Example("500打八折是多少"),
                Example("帮我算一下（3+5）×2"),
                Example("what is 12 times 12", {"expression": "12 * 12"}),
            ),
            counter_examples=("出差补贴一天多少钱", "年假有几天", "超过5000元要谁批", "2026年春节放几天假", "你好"),
        ),
    )


TOOLS = contracts()
