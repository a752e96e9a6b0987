from __future__ import annotations

import io
import os
import random
import socket
import struct
import threading
import zipfile
import zlib
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from reportlab.pdfgen import canvas

from pilothouse.contracts.errors import DataError
from pilothouse.retrieval.documents.limits import MIB, Limits
from pilothouse.retrieval.documents.material import Unreadable
from pilothouse.retrieval.documents.reading import KINDS, read_document

ZERO = b"\0" * 1000
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def word(text: str = "正文。") -> bytes:
    document = docx.Document()
    document.add_paragraph(text)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def pdf(pages: int = 1) -> bytes:
    buffer = io.BytesIO()
    paper = canvas.Canvas(buffer)
    for page in range(pages):
        paper.drawString(72, 700, f"Sentence of page {page}.")
        paper.showPage()
    paper.save()
    return buffer.getvalue()


def sheet() -> bytes:
    buffer = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    book.save(buffer)
    return buffer.getvalue()


def archive(parts: dict[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return buffer.getvalue()


def docx_with(xml: str | bytes) -> bytes:
    return archive({"[Content_Types].xml": "<Types/>", "word/document.xml": xml})


def outcome(path: Path) -> str:
    """``read``, or the reason why not."""
    try:
        return "read" if read_document(path).blocks else ""
    except Unreadable as error:
        return error.reason


@pytest.mark.parametrize("suffix", sorted(KINDS))
def test_that_an_empty_file_of_each_kind_is_reported(suffix: str, refused: Any) -> None:
    assert refused(f"a{suffix}", b"") == "empty"
    assert refused(f"b{suffix}", b" \n\t\n") == "empty"
    assert refused(f"c{suffix}", ZERO) == "empty"
    assert refused(f"d{suffix}", b"\xef\xbb\xbf") == "empty"


@pytest.mark.parametrize("suffix", sorted(KINDS))
def test_that_random_bytes_under_each_name_are_reported(suffix: str, refused: Any) -> None:
    generator = random.Random(suffix)
    for size in (100, 10_000):
        assert refused(f"a{suffix}", b"\x01\x00\x02\x05" + generator.randbytes(size)) in (
            "mismatch",
            "broken",
            "unsupported",
        )


@pytest.mark.parametrize("make", [word, pdf, sheet])
def test_that_a_truncated_or_damaged_file_is_read_or_reported_but_never_an_error_of_ours(make: Any, write: Any) -> None:
    data = make()
    generator = random.Random(7)
    damaged = [data[: len(data) * part // 10] for part in range(1, 10)]
    for _ in range(30):
        changed = bytearray(data)
        for _ in range(20):
            changed[generator.randrange(len(changed))] = generator.randrange(256)
        damaged.append(bytes(changed))
    suffix = {word: ".docx", pdf: ".pdf", sheet: ".xlsx"}[make]
    for n, content in enumerate(damaged):
        reason = outcome(write(f"{n}{suffix}", content))
        assert reason in ("read", "broken", "no_text", "mismatch", "unsupported", "encrypted", "bomb", "no_ocr")


def test_that_the_error_is_one_of_the_contracts(refused: Any) -> None:
    assert issubclass(Unreadable, DataError)
    assert Unreadable("empty", "x").code == 4


def test_that_a_wrongly_named_file_is_read_for_what_it_is_or_refused(read: Any, refused: Any) -> None:
    material = read("a.txt", word("真实的内容。"))
    assert material.blocks[0].text == "真实的内容。"
    assert len(material.warnings) == 1
    assert read("a.docx", pdf()).blocks[0].text == "Sentence of page 0."
    assert read("b.pdf", "<html><body><p>网页</p></body></html>").blocks[0].text == "网页"
    assert read("c.md", "<!DOCTYPE html><html><body><p>网页</p></body></html>").blocks[0].text == "网页"
    assert refused("d.pdf", "只是一些文字") == "mismatch"
    assert refused("e.docx", archive({"a.txt": "x"})) == "mismatch"
    assert refused("f.xlsx", b"\x7fELF" + b"\1\2\3" * 100) == "mismatch"
    assert refused("g.md", b"\x1f\x8b\x08" + bytes(range(256))) == "mismatch"


def test_that_kinds_that_cant_be_read_say_what_to_do(refused: Any) -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000
    assert refused("a.doc", ole) == "unsupported"
    assert refused("a.docx", ole + "EncryptedPackage".encode("utf-16-le") + ZERO) == "encrypted"
    assert refused("a.xlsx", ole + "EncryptedPackage".encode("utf-16-le") + ZERO) == "encrypted"
    assert refused("a.zip", archive({"a.txt": "x"})) == "unsupported"
    assert refused("a.bin", b"\x7fELF" + b"\1\2\3" * 100) == "unsupported"


def test_that_an_encrypted_archive_is_reported(refused: Any) -> None:
    data = bytearray(docx_with("<x/>"))
    at = data.index(b"PK\x01\x02")
    while at >= 0:
        data[at + 8] |= 1  # the flag in the directory
        at = data.find(b"PK\x01\x02", at + 1)
    assert refused("a.docx", bytes(data)) == "encrypted"


def test_that_bombs_are_refused_before_they_are_unpacked(refused: Any) -> None:
    body = b"<w:p/>" * 1_000_000
    assert refused("a.docx", docx_with(b"<w:document>" + body * 8)) == "bomb"
    many = archive({f"word/{n}": "" for n in range(300)} | {"word/document.xml": "<x/>"})
    assert refused("b.docx", many, Limits(entries=200)) == "bomb"
    random_part = random.Random(1).randbytes(3 * MIB)
    assert (
        refused("c.docx", archive({"word/document.xml": "<x/>", "x": random_part}), Limits(unpacked_bytes=2 * MIB))
        == "bomb"
    )


def test_that_an_archive_that_lies_about_its_size_is_caught_while_it_is_unpacked(refused: Any) -> None:
    plain = b"<x>" + b" " * (80 * MIB) + b"</x>"
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(plain) + packer.flush()
    name = b"word/document.xml"
    crc, false_size = zlib.crc32(plain), 1000
    local = (
        struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 0, crc, len(packed), false_size, len(name), 0)
        + name
        + packed
    )
    central = struct.pack(
        "<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 8, 0, 0, crc, len(packed), false_size, len(name), 0, 0, 0, 0, 0, 0
    )
    directory = central + name
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, len(directory), len(local), 0)
    assert refused("a.docx", local + directory + end) in ("bomb", "broken")


def test_that_entities_in_xml_are_refused(refused: Any) -> None:
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert (
        refused("a.docx", docx_with(f'{entities}<w:document xmlns:w="{W}"><w:body>&b;</w:body></w:document>')) == "bomb"
    )
    external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    assert (
        refused("b.docx", docx_with(f'{external}<w:document xmlns:w="{W}"><w:body>&a;</w:body></w:document>')) == "bomb"
    )
    wide = entities.encode("utf-16") + f'<w:document xmlns:w="{W}"/>'.encode("utf-16-le")
    assert refused("c.docx", docx_with(wide)) == "bomb"


def test_that_absurd_depth_in_xml_harms_nothing(read: Any, write: Any) -> None:
    def nested(tag: str, depth: int) -> str:
        inner = "<w:p><w:r><w:t>深处</w:t></w:r></w:p>"
        body = tag * depth + inner + tag.replace("<", "</") * depth
        return f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'

    assert read("a.docx", docx_with(nested("<w:sdt>", 50_000))).blocks[0].text == "深处"
    for depth in (5, 5_000):
        ends = "</w:txbxContent></w:p>" * depth
        boxes = nested("<w:p><w:txbxContent>", depth).replace("</w:p></w:txbxContent>" * depth, ends)
        assert outcome(write("b.docx", docx_with(boxes))) in (("read",) if depth == 5 else ("read", "too_large"))


def test_that_files_above_the_limits_are_refused(refused: Any) -> None:
    assert refused("a.txt", "长" * 2000, Limits(file_bytes=1000)) == "too_large"
    assert refused("a.txt", "长" * 2000, Limits(characters=1000)) == "too_large"
    assert refused("a.csv", "a,b\n" + "1,2\n" * 2000, Limits(cells=1000)) == "too_large"
    assert refused("a.pdf", pdf(30), Limits(pages=20)) == "too_large"
    assert refused("a.pdf", pdf(300), Limits(seconds=0.001)) == "too_large"


def test_that_limits_must_make_sense() -> None:
    with pytest.raises(ValueError, match="seconds"):
        Limits(seconds=0)


def test_that_links_devices_pipes_sockets_and_folders_are_refused(tmp_path: Path, write: Any) -> None:
    def reason(path: Path) -> str:
        with pytest.raises(Unreadable) as caught:
            read_document(path)
        return caught.value.reason

    target = write("real.md", "# 秘密")
    link = tmp_path / "link.md"
    link.symlink_to(target)
    assert reason(link) == "denied"
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")
    assert reason(tmp_path / "loop.md") == "denied"
    os.mkfifo(tmp_path / "pipe.md")
    assert reason(tmp_path / "pipe.md") == "unsupported"
    (tmp_path / "folder.md").mkdir()
    assert reason(tmp_path / "folder.md") == "unsupported"
    assert reason(Path("/dev/zero")) == "unsupported"
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "s.md"))
    assert reason(tmp_path / "s.md") == "unsupported"
    server.close()
    assert reason(tmp_path / "gone.pdf") == "missing"
    assert reason(Path("a\0b.md")) == "missing"
    assert reason(target / "below.md") == "missing"


def test_that_a_file_without_permission_is_reported(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.md", "# x")

    def deny(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", deny)  # tests may run as root, whom nothing is denied
    with pytest.raises(Unreadable) as caught:
        read_document(path)
    assert caught.value.reason == "denied"


def test_that_a_reader_that_dies_costs_one_file_only(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pilothouse.retrieval.documents import worker

    path = write("a.pdf", pdf())
    read_document(path)  # a child is waiting now
    for child in worker._idle:
        child.process.kill()
        child.process.wait()
    assert read_document(path).pages == 1
    ask = worker._Child.ask

    def die(self: Any, question: Any, seconds: float) -> Any:
        self.process.kill()
        return ask(self, question, seconds)

    monkeypatch.setattr(worker._Child, "ask", die)
    with pytest.raises(Unreadable) as caught:
        read_document(path)
    assert caught.value.reason == "broken"
    monkeypatch.undo()
    assert read_document(path).pages == 1


def test_that_a_reader_is_bounded_in_memory(write: Any) -> None:
    path = write("a.docx", word("长文本" * 3_000_000))
    with pytest.raises(Unreadable) as caught:
        read_document(path, Limits(memory_bytes=120 * MIB, ratio=100_000))
    assert caught.value.reason in ("too_large", "broken")
    assert read_document(write("b.docx", word())).blocks


def test_that_many_threads_read_at_once(write: Any) -> None:
    paths = [write(f"{n}.pdf", pdf(n + 1)) for n in range(6)]
    pages: dict[int, int | None] = {}

    def work(n: int) -> None:
        pages[n] = read_document(paths[n]).pages

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pages == {n: n + 1 for n in range(6)}


def test_that_a_file_without_text_is_reported(refused: Any) -> None:
    assert refused("a.html", "<html><body><nav>x</nav><script>1</script></body></html>") == "no_text"
    assert refused("a.docx", word(" ")) == "no_text"
    assert refused("a.md", "---\ntitle: 只有标题\n---\n") == "no_text"


def test_that_a_table_of_a_million_columns_is_refused_at_once(refused: Any, read: Any) -> None:
    assert refused("a.csv", ",".join(map(str, range(1_000_000))) + "\n") == "too_large"
    assert read("b.csv", ",".join(f"列{n}" for n in range(300)) + "\n" + ",".join("1" * 300)).blocks
