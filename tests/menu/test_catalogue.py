import asyncio
import json
import multiprocessing
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pilothouse.assistants.menu import command
from pilothouse.assistants.menu.assistant import open_catalogue
from pilothouse.assistants.menu.catalogue import Catalogue
from pilothouse.contracts.errors import DataError
from pilothouse.house import Pilothouse
from pilothouse.retrieval.versions import StaleIndex

from .letters import LetterEmbedder


def write(path: Path, prices: dict[str, int]) -> Path:
    dishes = [{"name": name, "price": price, "ingredients": ["葱", "姜"]} for name, price in prices.items()]
    path.write_text(json.dumps(dishes, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Pilothouse]:
    with Pilothouse(tmp_path / "home", embedder=LetterEmbedder(), strict=True) as house:
        command.import_menu(house, write(tmp_path / "menu.json", {"清炒芦笋": 38, "酒酿圆子": 18, "松鼠鳜鱼": 128}))
        yield house


@pytest.fixture
def catalogue(house: Pilothouse) -> Catalogue:
    catalogue = open_catalogue(house.resources)
    catalogue.refresh()
    return catalogue


def found(catalogue: Catalogue, query: str) -> list[str]:
    return [hit.meta["name"] for hit in catalogue.search("dishes").search(query, top_k=3)]


def files(catalogue: Catalogue) -> list[str]:
    return sorted(path.name for path in catalogue.indexes.folder.iterdir() if path.name not in (".lock", ".own"))


def test_that_the_index_follows_the_menu(house: Pilothouse, catalogue: Catalogue, tmp_path: Path) -> None:
    before = catalogue.version
    report = command.import_menu(house, write(tmp_path / "new.json", {"清炒芦笋": 42, "蟹粉豆腐": 88}))
    assert catalogue.refresh() == report.version != before
    assert found(catalogue, "蟹粉豆腐")[0] == "蟹粉豆腐"
    assert "松鼠鳜鱼" not in found(catalogue, "松鼠鳜鱼")
    assert house.ask("menu", "清炒芦笋多少钱").data["menu_version"] == report.version


def test_that_a_pinned_catalogue_stays_what_it_is(house: Pilothouse, catalogue: Catalogue, tmp_path: Path) -> None:
    pinned = catalogue.pinned()
    for n in range(4):  # so often that its index is swept away
        command.import_menu(house, write(tmp_path / "new.json", {"蟹粉豆腐": 88 + n}))
    assert pinned.refresh() != catalogue.refresh()
    assert found(pinned, "松鼠鳜鱼")[0] == "松鼠鳜鱼"
    assert found(catalogue, "松鼠鳜鱼") == ["蟹粉豆腐"]
    assert str(pinned.menu("").price(next(iter(pinned.menu("").dishes.values())))) == "38"


def test_that_old_indexes_do_not_pile_up(house: Pilothouse, catalogue: Catalogue, tmp_path: Path) -> None:
    (catalogue.indexes.folder / ".dead-12345678.db.partial").write_text("left by a killed process")
    (catalogue.indexes.folder / ".dead-12345678.db.partial-wal").write_text("left by a killed process")
    for n in range(5):
        command.import_menu(house, write(tmp_path / "new.json", {"蟹粉豆腐": 88 + n}))
    catalogue.refresh()
    assert len(files(catalogue)) == 2
    assert catalogue.indexed


def test_that_an_index_of_another_embedder_is_not_used(house: Pilothouse, catalogue: Catalogue) -> None:
    other = LetterEmbedder("letters@2")
    theirs = Catalogue(catalogue.database, catalogue.indexes.folder, other)
    theirs.refresh()
    assert not theirs.indexed
    assert found(theirs, "松鼠鳜鱼")[0] == "松鼠鳜鱼"
    assert theirs.indexed
    assert other.texts > 3  # its own vectors, none of the other's


def test_that_an_index_under_a_wrong_name_is_refused_and_built_again(catalogue: Catalogue) -> None:
    theirs = Catalogue(catalogue.database, catalogue.indexes.folder, LetterEmbedder("letters@2"))
    theirs.refresh()
    path = theirs.indexes.path(theirs.version)
    path.write_bytes(catalogue.indexes.path(catalogue.version).read_bytes())
    with pytest.raises(StaleIndex):
        theirs.search("dishes").ready()
    assert found(theirs, "松鼠鳜鱼")[0] == "松鼠鳜鱼"
    theirs.search("dishes").ready()


def test_that_an_index_of_another_version_of_the_menu_is_refused(
    house: Pilothouse, catalogue: Catalogue, tmp_path: Path
) -> None:
    old = catalogue.indexes.path(catalogue.version).read_bytes()
    command.import_menu(house, write(tmp_path / "new.json", {"蟹粉豆腐": 88}))
    catalogue.refresh()
    path = catalogue.indexes.path(catalogue.version)
    path.unlink()
    path.write_bytes(old)
    assert found(catalogue, "松鼠鳜鱼") == ["蟹粉豆腐"]


@pytest.mark.parametrize("damage", ["deleted", "empty", "text", "cut", "zeros", "no table"])
def test_that_a_damaged_index_is_built_again(catalogue: Catalogue, damage: str) -> None:
    path = catalogue.indexes.path(catalogue.version)
    data = path.read_bytes()
    path.unlink()
    if damage == "no table":
        path.write_bytes(data)
        with sqlite3.connect(path) as connection:
            connection.execute("DELETE FROM dishes_facts")
        connection.close()
    elif damage != "deleted":
        cut = len(data) // 2
        path.write_bytes(
            {"empty": b"", "text": b"no index" * 500, "cut": data[:cut], "zeros": bytes(len(data))}[damage]
        )
    fresh = Catalogue(catalogue.database, catalogue.indexes.folder, catalogue.embedder)
    fresh.refresh()
    assert found(fresh, "松鼠鳜鱼")[0] == "松鼠鳜鱼"


def test_that_an_index_which_vanishes_under_a_running_program_is_built_again(catalogue: Catalogue) -> None:
    assert found(catalogue, "松鼠鳜鱼")
    for path in catalogue.indexes.folder.glob("*.db*"):
        path.unlink()
    assert found(catalogue, "松鼠鳜鱼")[0] == "松鼠鳜鱼"


def test_that_unchanged_dishes_are_not_embedded_again(house: Pilothouse, tmp_path: Path) -> None:
    embedder = house.embedder
    assert isinstance(embedder, LetterEmbedder)
    prices = {f"拌菜{n}号": n for n in range(1, 200)}
    command.import_menu(house, write(tmp_path / "many.json", prices))
    before = embedder.texts
    report = command.import_menu(house, write(tmp_path / "many.json", {**prices, "拌菜7号": 70, "蟹粉豆腐": 88}))
    assert embedder.texts - before == 2  # the windows of the one new dish
    catalogue = open_catalogue(house.resources)
    catalogue.refresh()
    reused = catalogue.search("dishes").ready().store.vector_search(embedder.embed(["拌菜7号"])[0], top_k=1)[0]
    assert (reused.meta["name"], round(reused.score or 0, 4)) == ("拌菜7号", 1.0)
    assert report.version == catalogue.version


def test_that_progress_is_told_to_the_end(house: Pilothouse, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    prices = {f"拌菜{n}号": n for n in range(1, 1200)}
    command.import_menu(
        house, write(tmp_path / "many.json", prices), progress=lambda done, total: told.append((done, total))
    )
    assert told == sorted(told)
    assert told[-1] == (1199, 1199)
    assert len(told) > 4


def test_that_a_second_import_waits_and_is_told_to_try_again(
    house: Pilothouse, catalogue: Catalogue, tmp_path: Path
) -> None:
    other = open_catalogue(house.resources)
    other.indexes._wait_s = 0.1
    with catalogue.indexes.exclusive(), pytest.raises(DataError, match="稍后再试"):
        other.publish(lambda edition: edition.with_menu([]))
    assert other.publish(lambda edition: edition.with_stores_named(["西店"])).version


def test_that_a_lost_menu_is_not_replaced_by_the_sample(house: Pilothouse, tmp_path: Path) -> None:
    house.close()
    for path in (tmp_path / "home").glob("menu.db*"):
        path.unlink()
    with (
        Pilothouse(tmp_path / "home", embedder=LetterEmbedder()) as again,
        pytest.raises(DataError, match="丢失"),
    ):
        again.ask("menu", "清炒芦笋多少钱")
    with Pilothouse(tmp_path / "home", embedder=LetterEmbedder()) as again:
        command.import_menu(again, tmp_path / "menu.json")
        assert "38元" in again.ask("menu", "清炒芦笋多少钱").reply


def import_many(home: Path, file: Path, results: "multiprocessing.Queue[str]") -> None:
    with Pilothouse(home, embedder=LetterEmbedder()) as house:
        try:
            results.put(command.import_menu(house, file).version)
        except DataError as error:
            results.put(str(error))


def test_that_processes_which_import_at_once_all_end_well(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[str] = spawn.Queue()
    home = tmp_path / "home"
    menus = [write(tmp_path / f"{n}.json", {f"拌菜{k}号": k + n for k in range(1, 100)}) for n in range(3)]
    processes = [spawn.Process(target=import_many, args=(home, menu, results)) for menu in menus]
    for process in processes:
        process.start()
    versions = {results.get(timeout=60) for _ in processes}
    for process in processes:
        process.join(20)
    assert len(versions) == 3
    assert all(len(version) == 16 for version in versions)
    with Pilothouse(home, embedder=LetterEmbedder()) as house:
        reply = house.ask("menu", "拌菜50号多少钱")
        assert reply.data["menu_version"] in versions
        assert reply.data["dishes"][0]["price"] in (50, 51, 52)
        catalogue = house.room("menu").services.catalogue
        catalogue.database.check()
        assert catalogue.edition.size == 99


async def test_that_answers_are_whole_while_the_menu_changes(tmp_path: Path) -> None:
    """Both dishes cost the same in every menu: two prices in one answer would be of two menus."""
    menus = [write(tmp_path / f"{n}.json", {"蟹粉豆腐": 50 + n, "虾籽豆腐": 50 + n}) for n in range(12)]
    async with Pilothouse(tmp_path / "home", embedder=LetterEmbedder(), strict=True) as house:
        command.import_menu(house, menus[0])

        async def imports() -> None:
            for menu in menus[1:]:
                await asyncio.to_thread(command.import_menu, house, menu)

        working = asyncio.create_task(imports())
        seen = set()
        while not working.done():
            reply = await house.aask("menu", "有什么豆腐菜", session="s")
            prices = {dish["price"] for dish in reply.data["dishes"]}
            assert len(prices) == 1
            seen |= prices
        await working
        assert len(seen) > 1


def test_that_the_watcher_imports_a_file_that_has_come_to_rest(house: Pilothouse, tmp_path: Path) -> None:
    file = tmp_path / "menu.json"
    steps = iter(
        [
            lambda: None,
            lambda: file.write_text('[{"name": "half', encoding="utf-8"),  # an editor is writing
            lambda: write(file, {"清炒芦笋": 40}),
            lambda: None,  # at rest: imported
            lambda: None,
            lambda: file.write_text("[]", encoding="utf-8"),
            lambda: None,  # at rest, and no menu
            lambda: file.unlink(),
            lambda: None,
            lambda: write(file, {"清炒芦笋": 44}),
            lambda: None,
        ]
    )
    reports = command.watch_menu(house, file, pause=lambda seconds: next(steps)())
    first = next(reports)
    assert (first.imported, "40元" in house.ask("menu", "清炒芦笋多少钱").reply) == (1, True)
    bad = next(reports)
    assert (bad.imported, bad.version, len(bad.notes)) == (0, first.version, 1)
    last = next(reports)
    assert "44元" in house.ask("menu", "清炒芦笋多少钱").reply
    assert house.ask("menu", "你好").data["menu_version"] == last.version
