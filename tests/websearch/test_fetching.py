"""Public pages are fetched; nothing of one's own network is, whatever an address says."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.websearch.errors import SearchFailed
from pilothouse.websearch.fetching import PublicOnly, fetch, public

from .services import Answered, Asked, serving

PAGE = "<html><head><title>评测</title><script>var x=1</script></head><body><p>用了三个月，很安静。</p></body></html>"
HTML = {"Content-Type": "text/html; charset=utf-8"}


async def test_that_a_page_is_read_as_text() -> None:
    with serving(lambda asked: Answered(PAGE.encode(), headers=HTML)) as (address, _):
        page = await fetch(f"{address}/p", backend=PublicOnly(["127.0.0.1"]))
    assert (page.title, page.text) == ("评测", "用了三个月，很安静。")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000/",
        "http://localhost:8000/",
        "http://[::1]:8000/",
        "http://0.0.0.0:8000/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://172.16.0.1/",
        "http://100.64.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fd00::1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://224.0.0.1/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "http://user:pass@93.184.216.34/",
        "http://",
        "http://a..b/",
        "gopher://x",
        "",
    ],
)
async def test_that_an_address_which_is_not_public_is_refused(url: str) -> None:
    with pytest.raises(SearchFailed) as failed:
        await fetch(url, timeout_s=5)
    assert failed.value.kind in ("unavailable", "timeout")


async def test_that_a_redirect_into_the_own_network_is_not_followed() -> None:
    with serving(lambda asked: Answered(b"secret", headers=HTML)) as (inner, inside):
        target = inner.replace("127.0.0.1", "127.0.0.2")

        def outer(asked: Asked) -> Answered:
            return Answered(b"", 302, {"Location": target})

        with serving(outer) as (address, asked), pytest.raises(SearchFailed):
            await fetch(f"{address}/", backend=PublicOnly(["127.0.0.1"]))
    assert len(asked) == 1
    assert inside == []


async def test_that_redirects_end() -> None:
    def round_and_round(asked: Asked) -> Answered:
        return Answered(b"", 302, {"Location": "/again"})

    with serving(round_and_round) as (address, asked), pytest.raises(SearchFailed):
        await fetch(f"{address}/", backend=PublicOnly(["127.0.0.1"]))
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answered(b"x" * 5000, headers=HTML), "unavailable"),
        (Answered(b"\x89PNG", headers={"Content-Type": "image/png"}), "unavailable"),
        (Answered(b"gone", 404, HTML), "unavailable"),
        (Answered(b"<html></html>", headers=HTML), "bad_response"),
        (Answered(hangs=True), "timeout"),
    ],
)
async def test_that_what_is_no_page_is_refused(answer: Answered, kind: str) -> None:
    with serving(lambda asked: answer) as (address, _), pytest.raises(SearchFailed) as failed:
        await fetch(f"{address}/", size=4000, timeout_s=0.5 if answer.hangs else 5, backend=PublicOnly(["127.0.0.1"]))
    assert failed.value.kind == kind


@given(st.ip_addresses())
def test_that_only_global_addresses_count_as_public(address: object) -> None:
    if public(str(address)):
        assert getattr(address, "is_global")  # noqa: B009
        assert not getattr(address, "is_private")  # noqa: B009


@given(st.text(max_size=40))
async def test_that_no_text_is_an_address_that_breaks_anything(text: str) -> None:
    if urlsplit("http://x").scheme != text[:4]:
        with pytest.raises(SearchFailed):
            await fetch(f"//{text}", timeout_s=1)
