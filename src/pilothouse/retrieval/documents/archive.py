"""Office files are archives of XML: both are opened with their size bounded."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from pilothouse.retrieval.documents.limits import MIB, Account, Refusal

_PART = 1 << 18
_DOCTYPES = tuple("<!DOCTYPE".encode(name) for name in ("utf-8", "utf-16-le", "utf-16-be"))
_LONGEST_MARK = max(map(len, _DOCTYPES)) - 1


class Archive:
    """The parts of an Office file by name. Raises ``Refusal``: broken, encrypted, bomb."""

    def __init__(self, data: bytes, account: Account) -> None:
        self.account = account
        self._unpacked = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, zlib.error) as error:
            raise Refusal(
                "broken", "不完整或已损坏，请重新获取或导出。", "is incomplete or damaged; get or export it again."
            ) from error
        entries = self._zip.infolist()
        limits = account.limits
        if len(entries) > limits.entries:
            raise _bomb(f"{len(entries)} 个部分", f"{len(entries)} parts")
        total = sum(entry.file_size for entry in entries)
        if total > limits.unpacked_bytes:
            raise _bomb(f"解压后 {total // MIB} MiB", f"{total // MIB} MiB unpacked")
        for entry in entries:
            if entry.file_size > MIB and entry.file_size > limits.ratio * max(entry.compress_size, 1):
                raise _bomb(f"压缩比超过 {limits.ratio}", f"packed more than {limits.ratio} to 1")
        if any(entry.flag_bits & 1 for entry in entries):
            raise Refusal(
                "encrypted", "有密码保护，请取消密码后另存。", "is protected by a password; save it without one."
            )
        self._names = {entry.filename.lstrip("/").lower(): entry for entry in entries}

    def __contains__(self, name: str) -> bool:
        return name.lstrip("/").lower() in self._names

    def names(self) -> list[str]:
        return list(self._names)

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, counted as they come: what an archive declares may be false."""
        entry = self._names[name.lstrip("/").lower()]
        limits = self.account.limits
        size = 0
        try:
            with self._zip.open(entry) as file:
                while part := file.read(_PART):
                    size += len(part)
                    self._unpacked += len(part)
                    if self._unpacked > limits.unpacked_bytes or (
                        size > MIB and size > limits.ratio * max(entry.compress_size, 1)
                    ):
                        raise _bomb("解压后过大", "too much unpacked")
                    self.account.check()
                    yield part
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
            raise Refusal(
                "broken", f"的 {name} 部分已损坏，请重新导出。", f"has a damaged part {name}; export it again."
            ) from error

    def xml(self, name: str) -> Element:
        """The root element of an XML part."""
        return parse(self.chunks(name))

    def relations(self, name: str) -> dict[str, tuple[str, str]]:
        """What part ``name`` refers to, by id: (last word of the type, name of the target part)."""
        folder, base = posixpath.split(name)
        part = posixpath.join(folder, "_rels", f"{base}.rels")
        if part not in self:
            return {}
        found: dict[str, tuple[str, str]] = {}
        for child in self.xml(part):
            if child.get("TargetMode") == "External":
                continue
            target = unquote(child.get("Target", ""))
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[child.get("Id", "")] = (child.get("Type", "").rsplit("/", 1)[-1], path)
        return found

    def main(self, usual: str) -> str:
        """The name of the part that holds the document itself."""
        named = [path for kind, path in self.relations("").values() if kind == "officeDocument"]
        for path in (*named, usual):
            if path in self:
                return path
        raise Refusal("broken", "缺少正文部分，请重新导出。", "lacks its main part; export it again.")


def parse(parts: Iterable[bytes], builder: TreeBuilder | None = None) -> Element:
    """The root of the XML that comes in ``parts``. Raises ``Refusal``: broken, bomb.

    Document types are refused wherever they stand, because entities are defined there and no Office file has one.
    They are looked for in the bytes: a builder of our own that is told of them makes parsing four times slower.
    """
    parser = XMLParser(target=builder) if builder is not None else XMLParser()
    tail = b""
    try:
        for part in parts:
            seen = tail + part
            if any(mark in seen for mark in _DOCTYPES):
                raise Refusal("bomb", "的 XML 里有实体定义，已拒绝。", "defines XML entities and was refused.")
            tail = seen[-_LONGEST_MARK:]
            parser.feed(part)
        root = parser.close()
    except (ParseError, ValueError) as error:
        raise Refusal("broken", "的 XML 已损坏，请重新导出。", "has damaged XML; export it again.") from error
    return root


def local(element: Element) -> str:
    """The tag without its namespace: strict and transitional files differ only there."""
    return element.tag.rsplit("}", 1)[-1]


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its name without namespace."""
    if name in element.attrib:
        return element.attrib[name]
    return next((value for key, value in element.attrib.items() if key.rsplit("}", 1)[-1] == name), None)


def _bomb(chinese: str, english: str) -> Refusal:
    return Refusal(
        "bomb",
        f"解压后大得反常（{chinese}），疑似压缩炸弹，已拒绝；确需收录请拆分后另存。",
        f"unpacks to something absurdly large ({english}) and was refused; if it is genuine, split it.",
    )
