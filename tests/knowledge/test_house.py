"""The assistant on a real library: sample, own documents, permissions, commands."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.command import index_documents, index_sample, remove_documents, require_editor
from pilothouse.assistants.knowledge.ownership import Ownership
from pilothouse.contracts.errors import AccessDenied, DataError, UsageError
from pilothouse.contracts.reply import Reply

from .scenarios import unsound
from .shelf import NOON, embedder

RULES = {
    "hr/leave.md": "# 假期办法\n\n## 婚假\n\n婚假共13天，须在登记后一年内休完。婚假由直属主管审批。\n\n## 年休假\n\n员工每年享有7天带薪年休假。\n",  # noqa: E501
    "admin/parking.md": "# 停车办法\n\n## 收费\n\n地下车库停车费每月180元，由行政部收取。\n",
    "tech/vpn.md": "# VPN使用说明\n\n连接VPN需要先在门户安装客户端，再用动态口令登录。VPN账号有效期为90天。\n",
    "legal/merger.md": "---\nallow: [board]\n---\n# 并购备忘录\n\n公司计划在2027年收购蓝鲸科技，收购价格为2.5亿元。\n",
    "legal/contract.md": "# 合同办法\n\n采购合同由法务部审核，金额超过10万元的由总经理审批。\n",
}


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    for name, text in RULES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Pilothouse]:
    with opened(tmp_path / "home") as made:
        yield made


def opened(home: Path, **options: Any) -> Pilothouse:
    return Pilothouse(home, clock=lambda: NOON, strict=True, embedder=embedder(), **options)


def test_that_own_documents_answer_with_their_place(house: Pilothouse, rules: Path) -> None:
    index_documents(house, [rules])
    for question, fact, document, section in (
        ("婚假有几天", "13天", "rules/hr/leave.md", "婚假"),
        ("停车费每月多少钱", "180元", "rules/admin/parking.md", "收费"),
        ("VPN账号有效期多久", "90天", "rules/tech/vpn.md", ""),
    ):
        reply = house.ask("knowledge", question)
        assert fact in reply.reply
        assert unsound(reply) == []
        cited = reply.data["citations"][0]
        assert cited["document"] == document
        assert section in cited["section"]
        assert fact in cited["quote"]
        assert reply.sources[0].path is not None


def test_that_the_sample_handbook_is_there_at_first_use_and_goes_with_own_documents(
    tmp_path: Path, rules: Path
) -> None:
    with opened(tmp_path / "home") as house:
        assert len(house.room("knowledge").services.library.everything()) >= 60
        assert {"finance", "hr", "tech"} <= set(_offered(house))
    with opened(tmp_path / "home") as house:
        report = index_documents(house, [rules])
        assert report.notes
        assert {info.id.split("/")[0] for info in house.room("knowledge").services.library.everything()} == {"rules"}
        with pytest.raises(UsageError):
            index_sample(house)
        assert index_sample(house, replace_own=True).removed == len(RULES)
        assert len(house.room("knowledge").services.library.everything()) >= 60


def test_that_an_interrupted_first_use_is_completed(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as house:
        library = house.room("knowledge").services.library
        whole = len(library.everything())
        library.remove([library.everything()[0].id])
    Ownership(tmp_path / "home").path.unlink()  # as if it had been killed before the end
    with opened(tmp_path / "home") as house:
        assert len(house.room("knowledge").services.library.everything()) == whole


def test_that_two_first_uses_at_once_make_one_library(tmp_path: Path) -> None:
    counts: list[int] = []

    def use() -> None:
        with opened(tmp_path / "home") as house:
            counts.append(len(house.room("knowledge").services.library.everything()))

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counts) == 3
    assert len(set(counts)) == 1


def test_that_a_lost_library_is_an_error_and_not_the_sample(tmp_path: Path, rules: Path) -> None:
    with opened(tmp_path / "home") as house:
        index_documents(house, [rules])
    for file in (tmp_path / "home").glob("knowledge.db*"):
        file.unlink()
    with opened(tmp_path / "home") as house:
        with pytest.raises(DataError, match="pilothouse index knowledge"):
            house.ask("knowledge", "婚假有几天")
        index_documents(house, [rules])
        assert "13天" in house.ask("knowledge", "婚假有几天").reply


def test_that_a_library_that_was_emptied_on_purpose_is_empty(tmp_path: Path, rules: Path) -> None:
    with opened(tmp_path / "home") as house:
        index_documents(house, [rules])
        remove_documents(house, [rules])
    with opened(tmp_path / "home") as house:
        assert house.ask("knowledge", "婚假有几天").outcome == "not_found"
        assert house.room("knowledge").services.library.everything() == ()


def test_that_a_change_is_answered_by_a_house_that_is_open(house: Pilothouse, rules: Path) -> None:
    index_documents(house, [rules])
    assert "180元" in house.ask("knowledge", "停车费每月多少钱").reply
    (rules / "admin" / "parking.md").write_text(
        "# 停车办法\n\n地下车库停车费每月260元，由行政部收取。\n", encoding="utf-8"
    )
    report = index_documents(house, [rules])
    assert (report.changed, report.unchanged) == (1, len(RULES) - 1)
    reply = house.ask("knowledge", "停车费每月多少钱")
    assert "260元" in reply.reply
    assert "180" not in reply.reply
    shutil.rmtree(rules / "admin")
    index_documents(house, [rules])
    assert house.ask("knowledge", "停车费每月多少钱").outcome == "not_found"


def test_that_the_departments_offered_follow_the_library(house: Pilothouse, rules: Path) -> None:
    index_documents(house, [rules / "hr"], dept="people")
    assert _offered(house) == ["people"]
    index_documents(house, [rules / "tech"], dept="it")
    index_documents(house, [rules / "legal"], dept="law", allow=["board"])
    assert _offered(house) == ["it", "people"]
    house.users.add("boss", ["board"])
    assert _offered(house, "boss") == ["it", "law", "people"]


def test_that_a_forbidden_document_changes_nothing_in_a_real_library(tmp_path: Path, rules: Path) -> None:
    with opened(tmp_path / "with") as whole, opened(tmp_path / "without") as cut:
        index_documents(whole, [rules])
        (rules / "legal" / "merger.md").unlink()
        index_documents(cut, [rules])
        for question in (
            "公司要收购哪家公司",
            "收购价格是多少",
            "蓝鲸科技是什么",
            "婚假有几天",
            "采购合同由谁审批",
            "停车费每月多少钱",
            "2027年有什么计划",
        ):
            assert _plain(whole.ask("knowledge", question)) == _plain(cut.ask("knowledge", question)), question
        whole.users.add("boss", ["board"])
        assert "蓝鲸" in whole.ask("knowledge", "公司要收购哪家公司", user="boss").reply


def test_that_only_who_may_edits_the_library(house: Pilothouse) -> None:
    house.users.add("anna", ["staff"])
    house.users.add("max", ["manager"])
    with pytest.raises(AccessDenied):
        require_editor(house, "anna")
    require_editor(house, "max")
    require_editor(house, None)


def _offered(house: Pilothouse, user: str | None = None) -> list[str]:
    (tool,) = [tool for tool in house.tools("knowledge", user=user) if tool.name == "search_knowledge_base"]
    return [name for name in tool.schema()["properties"]["filter_dept"]["enum"] if name != "all"]


def _plain(reply: Reply) -> dict[str, Any]:
    """Each library has a version of its own."""
    told = reply.model_dump(exclude={"elapsed_ms", "trace_id", "session"})
    del told["data"]["version"]
    return told


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    allow=st.lists(
        st.sampled_from(["", "hr", "board", "hr, board", "nobody"]), min_size=len(RULES), max_size=len(RULES)
    ),
    user=st.sampled_from(["", "hana", "boss"]),
)
def test_that_any_forbidden_documents_change_nothing_in_a_real_library(
    allow: list[str], user: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    scopes = {"": [], "hana": ["dept:hr"], "boss": ["board"]}
    folder = tmp_path_factory.mktemp("property")
    for name, side in (("with", True), ("without", False)):
        for (path, text), names in zip(RULES.items(), allow, strict=True):
            held = {scope.removeprefix("dept:") for scope in scopes[user]}
            if side or not names or held & set(names.replace(" ", "").split(",")):
                file = folder / name / "rules" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                front = f"---\nallow: [{names}]\n---\n" if names else ""
                file.write_text(front + text.removeprefix("---\nallow: [board]\n---\n"), encoding="utf-8")
        (folder / name / "rules" / "everybody.md").parent.mkdir(parents=True, exist_ok=True)
        (folder / name / "rules" / "everybody.md").write_text("# 作息\n\n上班时间为9点。\n", encoding="utf-8")
    with opened(folder / "a") as whole, opened(folder / "b") as cut:
        for house, name in ((whole, "with"), (cut, "without")):
            index_documents(house, [folder / name / "rules"])
            if user:
                house.users.add(user, scopes[user])
        for question in ("婚假有几天", "收购价格是多少", "停车费每月多少钱", "VPN账号有效期多久", "几点上班"):
            told = [_plain(house.ask("knowledge", question, user=user or None)) for house in (whole, cut)]
            assert told[0] == told[1], (question, user, allow)
