"""What needs no browser: the cookie, addresses, quotations, languages, and the server around the pages."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse import Pilothouse
from pilothouse.assistants.knowledge.command import index_documents
from pilothouse.server.access import SECRET
from pilothouse.server.keys import KeyStore
from pilothouse.web.cookie import NAME, Cookies, Kept
from pilothouse.web.source import place, table
from pilothouse.web.tags import on_the_web, shown
from pilothouse.web.words import preferred


@pytest.fixture(scope="module")
def cookies(tmp_path_factory):
    secret = tmp_path_factory.mktemp("home") / "secret"
    secret.write_bytes(b"s" * 32)
    return Cookies(secret)


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=60), max_size=5), st.integers(0, 200))
def test_a_cookie_is_read_as_it_was_written_and_not_at_all_when_changed(cookies, sessions, position):
    kept = Kept(key="abc", sessions=sessions)
    written = cookies.write(kept)
    assert cookies.read(written) == kept
    at = position % len(written)
    changed = written[:at] + ("A" if written[at] != "A" else "B") + written[at + 1 :]
    assert cookies.read(changed) == Kept()


@given(st.text(max_size=200))
def test_a_cookie_of_somebody_else_says_nothing(cookies, value):
    assert cookies.read(value) == Kept()


def test_a_cookie_stays_within_what_browsers_keep(cookies):
    kept = Kept(sessions={f"assistant-{number}": "s" * 190 for number in range(60)})
    written = cookies.write(kept)
    assert len(written) < 4096
    assert "assistant-59" in cookies.read(written).sessions


def test_earlier_conversations_are_forgotten_before_present_ones(cookies):
    sessions = dict.fromkeys(("menu", "tutor"), "s" * 50)
    earlier = {"menu": ("e" * 50,) * 90, "tutor": ("latest", "older")}
    read = cookies.read(cookies.write(Kept(sessions=sessions, earlier=earlier)))
    assert read.sessions == sessions
    assert read.earlier["tutor"] == ("latest", "older")
    assert 0 < len(read.earlier["menu"]) < 90


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "//evil.example", "",
     "https://", "http://[", "vbscript:x", "https://a.example/\x00", "file:///etc/passwd", "/relative"],
)  # fmt: skip
def test_addresses_that_are_none_of_the_web_are_no_links(address):
    assert not on_the_web(address)


def test_addresses_of_the_web_are_links():
    assert on_the_web("https://a.example/b?c=d#e")
    assert on_the_web("http://例子.example/页")


def test_signs_that_turn_a_text_around_are_not_shown():
    assert shown("a\u202eb\u200bc\x00d") == "abcd"


@given(st.lists(st.text("年假天5 \n*_", min_size=1, max_size=8), min_size=1, max_size=6), st.data())
def test_a_quotation_is_found_whatever_its_white_space(parts, data):
    content = " ".join(parts)
    at = data.draw(st.integers(0, len(parts) - 1))
    found = place(content, parts[at].replace("*", "").replace("\n", " "))
    bare = "".join(parts[at].split()).replace("*", "").replace("_", "")
    if not bare:
        assert found is None
    else:
        marked = content[found[0] : found[1]]
        assert "".join(marked.split()).replace("*", "").replace("_", "") == bare


def test_a_table_is_read_by_its_columns_and_other_texts_are_not():
    assert table("级别: 经理 | 上限: 5 天\n级别: 员工 | 上限: 3 天") == [
        [("级别", "经理"), ("上限", "5 天")],
        [("级别", "员工"), ("上限", "3 天")],
    ]
    assert table("没有列的一行") is None
    assert table("a: 1 | b: 2\nc: 3 | d: 4") is None


@pytest.mark.parametrize(
    ("header", "language"),
    [("zh-CN,zh;q=0.9,en;q=0.8", "zh"), ("en-US,en;q=0.9", "en"), ("fr-FR,en;q=0.4,zh;q=0.3", "en"), ("", "zh"),
     ("de", "zh"), ("zh;q=0, en;q=0.1", "en"), (";;q=,,", "zh"), ("en;q=9", "zh")],
)  # fmt: skip
def test_the_language_is_the_one_that_the_browser_likes_better(header, language):
    assert preferred(header) == language


@given(st.text(max_size=600))
def test_any_header_gives_a_language(header):
    assert preferred(header) in ("zh", "en")


def test_the_api_stays_what_it_is_under_the_pages(site):
    with httpx.Client(base_url=site.url) as client:
        unknown = client.get("/v1/nothing")
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "not_found")
        assert client.get("/v1/chat/completions").json()["error"]["code"] == "method_not_allowed"
        assert client.get("/healthz").status_code == 200
        assert client.get("/no/such/page").status_code == 404


def test_pages_tell_the_browser_to_load_nothing_from_elsewhere(site):
    headers = httpx.get(site.url).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize("path", ["/pages/sign-in", "/pages/sign-out", "/pages/conversation", "/pages/menu"])
def test_forms_of_another_site_are_refused(site, path):
    files = {"file": ("m.json", b"[]")} if path.endswith("menu") else None
    data = {"key": site.keys["manager"], "assistant": "menu"}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null", "Sec-Fetch-Site": "cross-site"}):
        answer = httpx.post(site.url + path, headers=headers, data=data, files=files)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


def test_uploads_without_the_scope_are_refused(site):
    files = {"file": ("m.json", b"[]")}
    assert httpx.post(f"{site.url}/pages/menu", files=files).status_code == 401
    with httpx.Client(base_url=site.url) as client:
        client.post("/pages/sign-in", data={"key": site.keys["staff"]})
        assert client.post("/pages/menu", files=files).status_code == 403
        assert client.post("/pages/documents", files={"file": ("../../x.md", b"# x")}).status_code == 403


def test_a_guess_at_keys_is_slowed_down(site):
    with httpx.Client(base_url=site.url) as client:
        for _ in range(200):
            answer = client.post("/pages/sign-in", data={"key": "ph_000000000000_" + "x" * 43})
            assert answer.headers["location"] == "/sign-in?failed=1"
        good = client.post("/pages/sign-in", data={"key": site.keys["member"]})
        assert good.headers["location"] == "/sign-in?failed=1"


def test_a_document_is_shown_only_to_those_who_may_read_it(site, tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "bonus.md").write_text("---\nallow: [board]\n---\n# 奖金方案\n\n奖金总额为八百万元。\n", "utf-8")
    with Pilothouse(site.home) as house:
        index_documents(house, [folder])
        house.users.add("director", ["member", "board"])
        key = KeyStore(house.users).make("director")
    address = f"{site.url}/source/papers/bonus.md"
    for role in (None, "member", "manager"):
        with httpx.Client() as client:
            if role is not None:
                client.headers["Cookie"] = signed_in(site, site.keys[role])
            assert "八百万元" not in client.get(address).text
    page = httpx.get(address, headers={"Cookie": signed_in(site, key)}).text
    assert "八百万元" in page


def signed_in(site, key: str) -> str:
    """The cookie of a browser in which this key was given; written here, as its secret lies in the home."""
    id_ = key.split("_")[1]
    return f"{NAME}={Cookies(site.home / SECRET).write(Kept(key=id_))}"
