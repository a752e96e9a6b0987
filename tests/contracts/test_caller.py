from __future__ import annotations

import pytest

from pilothouse.contracts.caller import Caller
from pilothouse.contracts.errors import ContractViolation
from pilothouse.contracts.task import TaskContract


def test_that_a_guest_holds_nothing_and_a_role_holds_its_scopes() -> None:
    assert Caller().holds(frozenset())
    assert not Caller().holds(frozenset({"member"}))
    assert Caller("李", frozenset({"staff"})).holds(frozenset({"member", "stock:write"}))
    assert not Caller("李", frozenset({"staff"})).holds(frozenset({"menu:write"}))


def test_that_a_single_scope_gives_no_other() -> None:
    assert not Caller("李", frozenset({"stock:read"})).holds(frozenset({"stock:write"}))


@pytest.mark.parametrize("temperatures", [(), (0.1, 0.2), (0.3, 0.2, 0.1, 0.0)])
def test_that_a_task_tries_at_most_three_times_and_never_warmer(temperatures: tuple[float, ...]) -> None:
    from pilothouse.contracts.reply import Usage

    with pytest.raises(ContractViolation):
        TaskContract(
            name="t", prompt="", input=Usage, output=Usage, fallback=lambda given: given, temperatures=temperatures
        )
