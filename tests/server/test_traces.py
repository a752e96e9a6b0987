from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kit import Served


def test_that_turns_are_filtered_and_paged(served: Served) -> None:
    ada = served.client("ada")
    made = [served.ask(ada, text, text)["trace_id"] for text in ("one", "two", "three")]

    def found(**wanted: object) -> list[str]:
        return [turn["trace_id"] for turn in ada.get("/v1/traces", params=wanted).json()["turns"]]

    assert found() == made[::-1]
    assert found(text="TWO") == [made[1]]
    assert found(limit=2, before=made[2]) == [made[1], made[0]]
    assert found(since="2999-01-01T00:00:00Z") == found(trouble="any") == found(tool="none") == []
    for wrong in ({"since": "yesterday"}, {"trouble": "x"}, {"slower_ms": -1}, {"limit": 0}):
        assert ada.get("/v1/traces", params=wrong).status_code == 422


def test_that_only_what_may_be_seen_is_exported(served: Served) -> None:
    bea, cid, boss = served.client("bea"), served.client("cid"), served.client("boss", "operator")
    id_ = served.ask(bea, "beas secret", "s")["trace_id"]
    assert cid.get("/v1/traces/export").text == ""
    assert cid.get("/v1/traces/export", params={"user": "bea"}).status_code == 403
    (own,) = [json.loads(line) for line in bea.get("/v1/traces/export").text.splitlines()]
    assert (own["trace_id"], own["state_before"]) == (id_, None)
    (whole,) = [json.loads(line) for line in boss.get("/v1/traces/export?user=bea").text.splitlines()]
    assert whole["state_before"] == {}
    assert served.client(None).get("/v1/traces/export").status_code == 401


def test_that_a_replay_takes_changes_but_no_model_that_is_not_offered(served: Served) -> None:
    dee = served.client("dee")
    id_ = served.ask(dee, "one", "s")["trace_id"]
    at = f"/v1/traces/{id_}/replay"
    assert dee.post(at, json={"model": "offline", "mode": "NONE", "language": "en"}).json()["now"]["outcome"]
    assert dee.post(at, json={"model": "gpt-9"}).status_code == 400
    for wrong in ({"home": "/tmp"}, {"base_url": "http://x"}, {"mode": "FREE"}):
        assert dee.post(at, json=wrong).status_code == 422
