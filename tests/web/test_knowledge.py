from __future__ import annotations

import pytest

from .talking import say

pytestmark = pytest.mark.browser


def test_a_citation_opens_its_document_at_the_marked_sentence(visit, shot):
    page = visit("/chat/knowledge")
    reply = say(page, "报销要在多久内提交")
    reply.locator("a.cite").first.click()
    mark = page.locator("dialog[open] mark")
    mark.wait_for()
    assert mark.inner_text() in reply.locator("q").first.inner_text()
    page.wait_for_function("document.activeElement.id === 'cited'")
    shot(page, "knowledge-source")
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_a_citation_is_a_link_that_can_be_opened_by_itself(visit, site):
    page = visit("/chat/knowledge")
    link = say(page, "年假可以结转几天").locator("a.cite").first.get_attribute("href")
    page.goto(site.url + link)
    assert "年假可以结转" in page.locator("mark").inner_text()
    assert page.get_by_role("heading", level=1).inner_text()


def test_a_conflict_is_told_with_both_values_and_the_newer_one(visit, shot):
    page = visit("/chat/knowledge", dark=True, phone=True)
    conflict = say(page, "年假可以结转几天").locator(".conflict")
    text = conflict.inner_text()
    assert "5" in text
    assert "8" in text
    assert "2025-11-20" in text
    assert "较新" in text
    shot(page, "knowledge-dark-phone")


def test_a_sum_shows_its_expression(visit):
    page = visit("/chat/knowledge")
    assert say(page, "每天补贴120元，出差5天一共多少").locator(".calculation").inner_text() == "120 × 5 = 600"


def test_a_document_that_is_not_there_is_not_found(visit):
    page = visit("/source/documents/hr/nothing.md?at=x&quote=%3Cscript%3Ealert(1)%3C/script%3E")
    assert page.get_by_role("heading", level=1).inner_text() == "没有这个页面"
