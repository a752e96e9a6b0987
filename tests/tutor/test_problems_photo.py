"""A photographed problem: read where the extra is installed, refused in one sentence where it can't be."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from pilothouse.assistants.tutor.problems import photo
from pilothouse.assistants.tutor.problems.photo import read_photo, tidy
from pilothouse.assistants.tutor.problems.solving import solve
from pilothouse.assistants.tutor.problems.splitting import split
from pilothouse.contracts.errors import DataError, UsageError
from pilothouse.retrieval.documents import ocr

FONTS = [Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"), Path("/System/Library/Fonts/PingFang.ttc")]
FONT = next((font for font in FONTS if font.exists()), None)
needs_ocr = pytest.mark.skipif(
    not ocr.installed() or FONT is None, reason="pip install pilothouse[ocr]; a Chinese font"
)


def drawn(path: Path, lines: list[str]) -> Path:
    image = Image.new("RGB", (900, 80 + 70 * len(lines)), "white")
    pen = ImageDraw.Draw(image)
    for n, line in enumerate(lines):
        font = ImageFont.truetype(str(FONT), 36, index=2) if FONT else ImageFont.load_default(36)
        pen.text((40, 40 + 70 * n), line, fill="black", font=font)
    image.save(path)
    return path


@needs_ocr
def test_that_a_photographed_problem_is_read_and_solved(tmp_path: Path) -> None:
    read = read_photo(drawn(tmp_path / "cage.png", ["鸡兔同笼，共有35个头，94只脚。", "鸡和兔各有几只？"]))
    solution = solve(read)
    assert solution is not None
    assert "23" in solution.expected.answer


@needs_ocr
def test_that_the_questions_of_a_photographed_problem_are_parted(tmp_path: Path) -> None:
    lines = ["一辆汽车每小时行60千米。", "（1）3小时行多少千米？", "（2）行420千米要几小时？"]
    assert len(split(read_photo(drawn(tmp_path / "car.jpg", lines)))) == 2


@needs_ocr
def test_that_a_picture_without_text_and_a_damaged_one_are_told(tmp_path: Path) -> None:
    Image.new("RGB", (400, 300), "white").save(tmp_path / "blank.png")
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 200)
    for name in ("blank.png", "broken.png"):
        with pytest.raises(DataError, match=name):
            read_photo(tmp_path / name)


def test_that_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("题目", encoding="utf-8")
    (tmp_path / "folder.png").mkdir()
    for path in (tmp_path / "notes.txt", tmp_path / "gone.png", tmp_path / "folder.png"):
        with pytest.raises(UsageError, match=path.name):
            read_photo(path)


def test_that_a_huge_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: True)
    with open(tmp_path / "huge.png", "wb") as file:
        file.truncate(photo.MOST_BYTES + 1)
    with pytest.raises(UsageError, match="MiB"):
        read_photo(tmp_path / "huge.png")


def test_that_what_to_install_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: False)
    Image.new("RGB", (40, 30), "white").save(tmp_path / "a.png")
    with pytest.raises(UsageError, match=r"pip install 'pilothouse\[ocr\]'"):
        read_photo(tmp_path / "a.png")


def test_that_broken_lines_are_joined_and_numbered_questions_are_not() -> None:
    assert (
        tidy("鸡兔同笼，共有35\n个头。\n(1) 鸡几只？\n(2) 兔几只？")
        == "鸡兔同笼，共有35个头。\n(1) 鸡几只？\n(2) 兔几只？"
    )
    assert tidy("How many apples\nare there?") == "How many apples are there?"
