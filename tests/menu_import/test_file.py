from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pilothouse.assistants.menu.importing import MenuImport, read_menu
from pilothouse.contracts.errors import DataError, UsageError

Reader = Callable[..., MenuImport]


def _in_both_languages(error: pytest.ExceptionInfo[Exception]) -> bool:
    return bool(re.search("[一-鿿]", str(error.value)) and re.search("[A-Za-z]{3}", str(error.value)))


def test_that_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such menu file") as error:
        read_menu(tmp_path / "none.json")
    assert _in_both_languages(error)


def test_that_a_directory_and_a_pipe_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="directory"):
        read_menu(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="no regular file"):
        read_menu(tmp_path / "pipe")
    with pytest.raises(UsageError):
        read_menu(Path("a\0b"))


def test_that_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "menu.json"
    with path.open("wb") as file:
        file.truncate(200_000_000_000)  # sparse: reading it would take minutes and all memory
    with pytest.raises(DataError, match="200,000,000,000"):
        read_menu(path)


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (b"", "menu.json", "empty"),
        (b" \n\t\n", "menu.txt", "empty"),
        (b"\x00\x01\x02", "menu.json", "binary"),
        (b"PK\x03\x04abc", "menu.csv", "Excel"),
        (b"%PDF-1.7", "menu.txt", "PDF"),
        (b"\x89PNG\r\n", "menu.json", "picture"),
        (b"\xff\xfe\x00", "menu.txt", "UTF-8"),
        (b'{"a": "\xff\xff"}', "menu.json", "UTF-8"),
        (b"\x01\x02\x03\x04\x05", "menu.txt", "binary"),
        (b'[{"name": "a",\n "price": }]', "menu.json", "line 2, column 11"),
        (b'{"name": "a"', "menu.json", "line 1, column 13"),
        (b"hello", "menu.json", "line 1, column 1"),
        (b"[" * 100_000, "menu.json", "nested too deeply"),
        (b"[]", "menu.json", "No dish"),
        (b"{}", "menu.json", "No dish"),
        (b'"text"', "menu.json", "No dish"),
        (b'[{"question": "q", "answer": "a"}]', "menu.json", "No dish"),
        (b'[{"name": "A", "address": "x", "phone": "1"}]', "menu.json", "No dish"),
        (b'[{"store": "A", "dish": "x", "quantity": 3, "sold_out": false}]', "menu.json", "No dish"),
        ("今天天气很好。\n我们去公园吧。".encode(), "menu.txt", "No dish"),
        ("菜名,价格\n".encode(), "menu.csv", "No dish"),
    ],
)
def test_that_a_file_that_cannot_be_used_is_refused_in_one_clear_sentence(
    menu: Reader, content: bytes, name: str, message: str
) -> None:
    with pytest.raises(DataError, match=message) as error:
        menu(content, name)
    assert _in_both_languages(error)
    assert "\n" not in str(error.value)


def test_that_content_goes_before_the_extension(menu: Reader) -> None:
    assert menu(b'[{"name": "A", "price": 1}]', "menu.txt").format == "json"
    assert menu("菜名,价格\n回锅肉,32\n", "menu.json").format == "csv"
    assert menu("[热菜]\n回锅肉 32元\n", "menu.txt").format == "text"


def test_that_the_sample_menu_is_imported_whole() -> None:
    sample = Path(__file__).parents[2] / "src/pilothouse/assistants/menu/sample/menu.json"
    found = read_menu(sample)
    assert len(found.dishes) > 100
    assert (found.skipped, found.notes) == ([], [])
