"""One form for the addresses of a page; what is no address breaks nothing (S4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.websearch.canonical import canonical, domain, host


@given(st.one_of(st.text(max_size=60), st.text("[]:/?#%@.a1", max_size=30).map(lambda rest: f"https://{rest}")))
def test_that_any_text_has_one_form_with_blanks_around_it_or_not(text: str) -> None:
    assert canonical(text) == canonical(f" {text} ")
    assert domain(text) in host(text)


@pytest.mark.parametrize("url", ["https://[::1", "http://[x]/a", "https://a]b/"])
def test_that_a_malformed_address_equals_only_itself(url: str) -> None:
    assert canonical(url) == url
    assert host(url) == ""


def test_that_spellings_of_an_address_are_one() -> None:
    forms = ("http://www.a.example/x/", "https://m.a.example/x?utm_source=q#top", "https://a.example//x")
    assert len({canonical(form) for form in forms}) == 1
