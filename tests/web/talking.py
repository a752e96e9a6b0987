"""What a person does on a conversation's page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

REST = "() => !document.body.classList.contains('busy') && !document.querySelector('.waiting, .writing')"


def say(page: Page, text: str) -> Locator:
    """Type a text, press Enter, and wait for the reply."""
    return answered(page, lambda: _type(page, text))


def press(page: Page, button: Locator) -> Locator:
    """Press a button that says something, and wait for the reply."""
    return answered(page, button.click)


def answered(page: Page, act) -> Locator:  # type: ignore[no-untyped-def]
    replies = page.locator(".theirs")
    before = replies.count()
    act()
    replies.nth(before).wait_for()
    page.wait_for_function(REST)
    return replies.nth(before)


def _type(page: Page, text: str) -> None:
    page.get_by_role("textbox").fill(text)
    page.keyboard.press("Enter")
