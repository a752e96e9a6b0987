"""Why a search failed, as a type: the caller decides by it, and the user reads the sentence."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "key_missing", "key_refused", "quota", "rate_limit", "timeout", "query_too_long", "unavailable", "bad_response",
    "budget", "nothing_found",
]  # fmt: skip

SENTENCES: dict[Kind, str] = {
    "key_missing": "没有设置搜索服务的密钥，请设置 PILOTHOUSE_SEARCH__API_KEY。 "
    "The search service has no key: set PILOTHOUSE_SEARCH__API_KEY.",
    "key_refused": "搜索服务不接受这个密钥，请检查 PILOTHOUSE_SEARCH__API_KEY。 "
    "The search service refuses the key: check PILOTHOUSE_SEARCH__API_KEY.",
    "quota": "搜索服务的额度用完了，请充值或明天再试。 The search service's quota is used up: top it up or wait.",
    "rate_limit": "搜索太频繁，请稍后再试。 Too many searches: try again in a moment.",
    "timeout": "搜索服务没有及时回答，请稍后再试。 The search service did not answer in time: try again.",
    "query_too_long": "搜索词超过 400 个字符，请说得短一些。 The query has more than 400 characters: shorten it.",
    "unavailable": "搜索服务现在连不上，请检查网络和地址。 "
    "The search service can't be reached: check network and address.",
    "bad_response": "搜索服务的回答读不懂。 The search service's answer can't be read.",
    "budget": "今天的搜索预算用完了，可调高 PILOTHOUSE_SEARCH__DAILY_CREDITS 或明天再试。 "
    "Today's search budget is used up: raise PILOTHOUSE_SEARCH__DAILY_CREDITS or wait until tomorrow.",
    "nothing_found": "没有找到相关的网页。 No page was found.",
}


class SearchFailed(Exception):
    """A search that gave nothing. ``detail`` is for the log: it may quote the service and never holds a key."""

    def __init__(self, kind: Kind, detail: str = "") -> None:
        super().__init__(SENTENCES[kind])
        self.kind = kind
        self.detail = detail
