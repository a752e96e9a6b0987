"""One form for all the addresses of a page, and the registrable domain of an address."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

_TRACKING = re.compile(
    r"utm_\w+|spm|scm|from|share\w*|source|src|ref\w*|gclid|fbclid|msclkid|yclid|_hs\w+|mc_[ce]id|igshid|timestamp",
    re.IGNORECASE,
)
_FRONT = re.compile(r"^(?:www\d?|m|mobile|wap|amp)\.(?=.+\.)")
# Second levels under which anybody registers.
_SHARED = frozenset(("com", "net", "org", "gov", "edu", "ac", "co", "or", "ne", "go", "mil"))
_FOLDERS = re.compile(r"//+")


def canonical(url: str) -> str:
    """Host and path without scheme, ``www.``, ``m.``, tracking parameters, fragment and the slash at the end.

    What is no address stays as it is: it equals only itself, and fails no search that a service found it in.
    """
    try:
        parts = urlsplit(url.strip() if "://" in url else f"https://{url.strip()}")
    except ValueError:
        return url.strip()
    query = [(name, value) for name, value in parse_qsl(parts.query) if not _TRACKING.fullmatch(name)]
    path = _FOLDERS.sub("/", parts.path).rstrip("/")
    rest = f"?{urlencode(sorted(query))}" if query else ""
    return f"{host(url)}{path}{rest}"


def host(url: str) -> str:
    """The host in lower case without ``www.`` and ``m.``; empty for what is no address."""
    try:
        found = urlsplit(url.strip() if "://" in url else f"https://{url.strip()}").hostname or ""
    except ValueError:
        return ""
    return _FRONT.sub("", found.rstrip(".").lower())


def domain(url: str) -> str:
    """The registrable domain: ``zhihu.com`` of ``https://zhuanlan.zhihu.com/p/1``."""
    labels = host(url).split(".")
    if len(labels) > 2 and (labels[-2] in _SHARED and len(labels[-1]) == 2):
        return ".".join(labels[-3:])
    return ".".join(labels[-2:]) if not labels[-1].isdigit() else ".".join(labels)
