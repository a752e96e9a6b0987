from __future__ import annotations

import pytest

from .talking import say

pytestmark = pytest.mark.browser


def test_a_recommendation_shows_evidence_runner_ups_and_the_score_table(visit, shot):
    page = visit("/chat/shopping")
    reply = say(page, "想买个桌面静音小风扇，200 以内，不要小米的")
    shot(page, "shopping-light-wide")
    assert "澄风 F3 Pro" in reply.locator(".recommended").inner_text()
    assert reply.locator(".evidence.positive blockquote").count() >= 2
    for link in reply.locator(".evidence a").all():
        assert link.get_attribute("href").startswith("https://")
        assert {"noopener", "noreferrer"} <= set(link.get_attribute("rel").split())
    reply.locator(".scores summary").click()
    assert reply.get_by_role("row").count() > 2
    assert "澄风 F3 Pro" in reply.get_by_role("rowheader").first.inner_text()


def test_a_question_about_the_decision_is_answered_in_words(visit):
    page = visit("/chat/shopping")
    say(page, "想买个桌面静音小风扇，200 以内，不要小米的")
    reply = say(page, "它有什么缺点")
    assert reply.locator(".recommended").count() == 0
    assert reply.locator(".text").inner_text().strip()
