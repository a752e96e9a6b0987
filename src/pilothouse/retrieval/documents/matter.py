"""Front matter: what a document says of itself between two lines of ``---``."""

from __future__ import annotations

import re
from typing import Any

from pilothouse.retrieval.documents.dates import iso_date
from pilothouse.retrieval.documents.limits import Refusal

_OPEN = re.compile(r"\s*---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_LONGEST = 1 << 16
_LIST = re.compile(r"[,，、;；]+")
NAMES = {
    "title": "title",
    "标题": "title",
    "date": "date",
    "日期": "date",
    "dept": "dept",
    "department": "dept",
    "部门": "dept",
    "allow": "allow",
    "权限": "allow",
    "可见": "allow",
    "id": "id",
    "编号": "id",
    "author": "author",
    "作者": "author",
}
_KEY = re.compile(rf"^\s*['\"]?(?:{'|'.join(NAMES)})['\"]?\s*[:：]", re.MULTILINE | re.IGNORECASE)
_ALLOW = re.compile(r"^[\s{\-]*['\"]?(?:allow|权限|可见)['\"]?\s*[:：]", re.MULTILINE | re.IGNORECASE)
_TOML = re.compile(r"\s*\+\+\+[ \t]*\n(?:(?!\+\+\+).*\n){0,100}?\s*allow\s*=", re.IGNORECASE)


def split_matter(text: str) -> tuple[dict[str, Any], str]:
    """What the front matter says, and the text behind it; ``({}, text)`` when there is none.

    Keys are those of ``Material.meta`` and ``title``. Raises ``Refusal`` (``broken``) when it can't be understood:
    a document whose ``allow`` is misspelt must not become everybody's.
    """
    opening = _OPEN.match(text)
    if opening is None:
        if _TOML.match(text):
            raise _broken("请用 --- 和“键: 值”书写", "write it between lines of --- as `key: value`")
        return {}, text
    closing = _CLOSE.search(text, opening.end(), opening.end() + _LONGEST)
    if closing is None:
        head = text[opening.end() : opening.end() + 400].split("\n\n", 1)[0]
        if _KEY.search(head) and (_ALLOW.search(head) or _KEY.match(head)):
            raise _broken("没有结束的 ---", "the closing --- is missing")
        return {}, text
    inner = text[opening.end() : closing.start()]
    values = _values(inner)
    if values is None:
        if _ALLOW.search(inner):
            raise _broken("不是“键: 值”的形式", "it is not made of `key: value` lines")
        return {}, text
    meta = described(values)
    if "allow" not in meta and _ALLOW.search(inner):
        raise _broken("allow 必须写在最外层", "allow must not stand inside something else")
    return meta, text[closing.end() :].lstrip("\n")


def described(values: dict[str, Any]) -> dict[str, Any]:
    """The known keys of ``values``, as ``Material.meta`` has them. Raises ``Refusal`` for an unclear ``allow``."""
    meta: dict[str, Any] = {}
    for key, value in values.items():
        name = NAMES.get(str(key).strip().lower())
        if name == "allow":
            meta["allow"] = _allow(value)
        elif name and isinstance(value, str) and value.strip():
            clean = " ".join(value.split())
            meta[name] = (iso_date(clean) or clean) if name == "date" else clean
    return meta


def _allow(value: Any) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    names = [
        name for entry in listed if isinstance(entry, str) for part in _LIST.split(entry) if (name := part.strip())
    ]
    if not names or not all(isinstance(entry, str) for entry in listed):
        raise _broken(
            "allow 没有写明谁可以看，应形如 allow: [hr, finance]，人人可看则删去这一行",
            "allow names nobody; write it like allow: [hr, finance], or remove the line if all may read it",
        )
    return list(dict.fromkeys(names))


def _values(text: str) -> dict[str, Any] | None:
    import yaml

    class Loader(yaml.BaseLoader):
        """Strings, lists and mappings only: ``id: 007`` stays as written, and no alias can multiply."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("aliases are not allowed")
            return super().compose_node(parent, index)

    try:
        values = yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if _KEY.search(text):
            detail = " ".join(str(getattr(error, "problem", None) or type(error).__name__).split())
            raise _broken(f"YAML 有误：{detail}", f"its YAML is wrong: {detail}") from error
        return None
    return values if isinstance(values, dict) else None


def _broken(chinese: str, english: str) -> Refusal:
    return Refusal(
        "broken", f"开头的说明（front matter）有误：{chinese}，请改正。", f"has faulty front matter: {english}."
    )
