"""Nobody gets what is another's: sessions, turns, ids, jobs, uploads, cached answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .kit import Served, serving


def test_that_two_users_with_the_same_session_name_share_nothing(served: Served) -> None:
    anna, ben = served.client("anna"), served.client("ben")
    served.ask(anna, "secret", "same")
    assert served.ask(ben, "hi", "same")["reply"] == "ben: hi"
    assert served.ask(anna, "more", "same")["reply"] == "anna: secret more"


def test_that_all_keys_of_a_user_lead_to_the_same_sessions(served: Served) -> None:
    served.ask(served.client("carl"), "one", "s")
    assert served.ask(served.client("carl"), "two", "s")["turn"] == 2


def test_that_a_guest_can_use_only_a_session_that_the_server_named(served: Served) -> None:
    nobody = served.client()
    mine = served.ask(nobody, "one")["session"]
    assert served.ask(nobody, "two", mine)["turn"] == 2
    for forged in (
        "default",
        "guest",
        "guest-",
        "guest--",
        f"{mine}x",
        mine[:-1],
        f"guest-x-{mine[-16:]}",
        mine.upper(),
    ):
        body = {"text": "hi", "session": forged}
        refused = nobody.post("/v1/assistants/echo/turns", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_your_session"), forged


def test_that_a_guest_has_no_part_in_a_users_session_nor_a_user_in_a_guests(served: Served) -> None:
    nobody, dora = served.client(), served.client("dora")
    mine = served.ask(nobody, "secret")["session"]
    assert served.ask(dora, "hi", mine)["reply"] == "dora: hi"


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=60))
def test_that_no_invented_name_is_a_guests_session(served: Served, name: str) -> None:
    body = {"text": "hi", "session": name}
    answered = served.client().post("/v1/assistants/echo/turns", json=body)
    if name == "":
        assert answered.json()["turn"] == 1
    else:
        assert answered.status_code == 403


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/traces", "/v1/jobs", "/v1/me/memory", "/v1/traces/" + "0" * 32])
def test_that_a_guest_has_no_records(served: Served, path: str) -> None:
    refused = served.client().get(path)
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "key_needed")
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_that_sessions_and_turns_are_listed_for_their_user_only(served: Served) -> None:
    emil, fred = served.client("emil"), served.client("fred")
    reply = served.ask(emil, "secret", "emils own")
    assert [entry["session"] for entry in emil.get("/v1/sessions").json()["sessions"]] == ["emils own"]
    assert [turn["trace_id"] for turn in emil.get("/v1/traces").json()["turns"]] == [reply["trace_id"]]
    for path in ("/v1/sessions", "/v1/traces", "/v1/traces?session=emils%20own"):
        assert "secret" not in fred.get(path).text
        assert "emil" not in fred.get(path).text
    for whose in ("emil", "*"):
        assert fred.get("/v1/traces", params={"user": whose}).status_code == 403


def test_that_a_turn_is_shown_to_its_user_and_to_who_may_read_all(served: Served) -> None:
    gina, hugo, chief = served.client("gina"), served.client("hugo"), served.client("chief", "operator")
    id = served.ask(gina, "secret", "s")["trace_id"]
    own = gina.get(f"/v1/traces/{id}").json()
    assert own["text"] == "secret"
    assert own["state_before"] is None
    assert [event["event"] for event in own["events"]] == ["node", "node"]
    for wrong in (id, id[:8], id[:31], id + "0"):
        assert hugo.get(f"/v1/traces/{wrong}").status_code == 404
        assert hugo.post(f"/v1/traces/{wrong}/replay").status_code == 404
    assert gina.get(f"/v1/traces/{id[:8]}").status_code == 404  # the whole id, or ids could be felt for
    assert chief.get(f"/v1/traces/{id}").json()["state_before"] == {}
    assert "gina" in {turn["user"] for turn in chief.get("/v1/traces?user=*&limit=1000").json()["turns"]}


def test_that_a_turn_can_be_run_again_without_changing_its_session(served: Served) -> None:
    ida = served.client("ida")
    id = served.ask(ida, "one", "s")["trace_id"]
    again = ida.post(f"/v1/traces/{id}/replay").json()
    assert again["then"]["reply"] == again["now"]["reply"] == "ida: one"
    assert served.ask(ida, "two", "s")["turn"] == 2


def test_that_a_session_is_forgotten_for_its_user_only(served: Served) -> None:
    jan, kim = served.client("jan"), served.client("kim")
    served.ask(jan, "one", "a/b ä")
    assert kim.delete("/v1/assistants/echo/sessions/a%2Fb%20%C3%A4").status_code == 204
    assert served.ask(jan, "two", "a/b ä")["turn"] == 2
    assert jan.delete("/v1/assistants/echo/sessions/a%2Fb%20%C3%A4").status_code == 204
    assert served.ask(jan, "three", "a/b ä")["reply"] == "jan: three"


def test_that_taste_is_remembered_shown_and_forgotten_for_its_user_only(served: Served) -> None:
    lou, max_ = served.client("lou"), served.client("max")
    served.ask(lou, "我对花生过敏", assistant="menu")
    assert lou.get("/v1/me/memory").json()["taste"]["allergies"] == ["花生"]
    assert max_.get("/v1/me/memory").json()["taste"]["allergies"] == []
    assert max_.delete("/v1/me/memory").status_code == 200
    assert lou.get("/v1/me/memory").json()["taste"]["allergies"] == ["花生"]
    assert lou.delete("/v1/me/memory", params={"term": "花生"}).json()["taste"]["allergies"] == []


def test_that_scopes_count_as_they_are_now(served: Served) -> None:
    nora = served.client("nora", "stock:read")
    assert nora.get("/v1/me").json() == {"user": "nora", "scopes": ["stock:read"]}
    assert nora.get("/v1/admin/stock").status_code == 200
    served.house.users.set_scopes("nora", [])
    assert nora.get("/v1/admin/stock").status_code == 403


def test_that_a_revoked_key_and_the_key_of_a_removed_user_are_refused_at_once(served: Served) -> None:
    from pilothouse.server.keys import KeyStore

    otto, paul = served.client("otto"), served.client("paul")
    assert otto.get("/v1/me").status_code == paul.get("/v1/me").status_code == 200
    KeyStore(served.house.users).revoke("otto")
    served.house.users.remove("paul")
    assert otto.get("/v1/me").status_code == paul.get("/v1/me").status_code == 401


@pytest.mark.parametrize("header", ["Bearer", "Basic YTpi", "ph_x", "Bearer ph_0_0", "Bearer \xff"])
def test_that_a_wrong_key_is_refused_even_where_nobody_needs_one(served: Served, header: str) -> None:
    refused = served.client().get("/v1/models", headers={"Authorization": header.encode("latin-1")})
    assert (refused.status_code, refused.json()["error"]["type"]) == (401, "authentication_error")


def test_that_guests_get_only_what_is_open_to_them(tmp_path: Path) -> None:
    with serving(tmp_path, anonymous=("menu",)) as served:
        nobody = served.client()
        assert [model["id"] for model in nobody.get("/v1/models").json()["data"]] == ["menu"]
        assert [item["name"] for item in nobody.get("/v1/assistants").json()["assistants"]] == ["menu"]
        assert nobody.post("/v1/assistants/echo/turns", json={"text": "hi"}).status_code == 401
        assert nobody.get("/v1/models/echo").status_code == 401
        assert served.ask(served.client("quin"), "hi")["reply"] == "quin: hi"


def test_that_an_answer_from_papers_of_others_is_not_given_from_a_cache(tmp_path: Path) -> None:
    paper = tmp_path / "papers" / "bonus.md"
    paper.parent.mkdir()
    paper.write_text("# 高管奖金\n\n2026年高管奖金总额为七百三十万元。\n", "utf-8")
    from pilothouse.assistants.knowledge import command

    with serving(tmp_path / "home") as served:
        command.index_documents(served.house, [paper], dept="board", allow=["board"])
        question = "2026年高管奖金总额是多少"
        insider, other, nobody = served.client("rita", "board"), served.client("sam", "member"), served.client()
        for _ in range(2):
            assert "七百三十" in served.ask(insider, question, assistant="knowledge")["reply"]
            for client in (other, nobody):
                reply = served.ask(client, question, assistant="knowledge")
                assert "七百三十" not in str(reply)
                assert reply["sources"] == []
