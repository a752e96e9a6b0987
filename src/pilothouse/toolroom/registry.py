"""Which tools exist, and which of them are offered now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.tool import ToolContract


class Registry:
    """The closed set of tools of an assistant. Raises ``ContractViolation`` on a name used twice."""

    def __init__(self, contracts: Iterable[ToolContract]) -> None:
        self._tools: dict[str, ToolContract] = {}
        self._names: dict[str, ToolContract] = {}
        for contract in contracts:
            self._tools[contract.name] = contract
            for name in (contract.name, *contract.aliases):
                if name in self._names:
                    raise ContractViolation(f"Tool name {name!r} is used twice.")
                self._names[name] = contract

    def __iter__(self) -> Iterator[ToolContract]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def find(self, name: str) -> ToolContract | None:
        """The tool of that name or former name; ``None`` when there is none. Names are matched exactly."""
        return self._names.get(name) if isinstance(name, str) else None

    def offered(self, caller: Caller, phase: str = "") -> list[ToolContract]:
        """Tools that this caller may use in this phase, in order of declaration."""
        return [tool for tool in self._tools.values() if self.refusal(tool, caller, phase) is None]

    @staticmethod
    def refusal(tool: ToolContract, caller: Caller, phase: str) -> str | None:
        """Why the tool is not offered, or ``None``."""
        if not caller.holds(tool.scopes):
            return f"{tool.name} needs a permission that the user does not hold."
        if tool.phases and phase not in tool.phases:
            return f"{tool.name} is not offered at this point."
        return None

    def document(self, title: str = "Tools") -> str:
        """The documentation page of all tools, in Markdown."""
        index = [f"- [`{tool.name}`](#{tool.name})" for tool in self]
        return "\n\n".join([f"# {title}", "\n".join(index), *(tool.document() for tool in self)]) + "\n"
