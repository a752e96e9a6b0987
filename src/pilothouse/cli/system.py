"""doctor, tools."""

from __future__ import annotations

from typing import Annotated

import typer

from pilothouse.cli.terminal import Json, User, emit, opened


def add(app: typer.Typer) -> None:
    app.command()(doctor)
    app.command()(tools)


def doctor(as_json: Json = False) -> None:
    """检查设置、数据和模型。 Check settings, data and model."""
    from pilothouse.doctor import examine

    findings = examine()
    if as_json:
        emit([finding.as_dict() for finding in findings])
    else:
        for finding in findings:
            print(f"{'✓' if finding.ok else '✗'} {finding.what}: {finding.sentence}")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def tools(
    assistant: Annotated[str, typer.Argument(help="助手。 Assistant.")] = "menu",
    user: User = None,
    as_json: Json = False,
) -> None:
    """列出助手可用的工具。 The tools of an assistant, as documentation or as JSON schemas."""
    with opened() as house:
        contracts = house.tools(assistant, user=user)
    if as_json:
        emit([contract.openai() for contract in contracts])
    else:
        print("\n\n".join(contract.document() for contract in contracts))
