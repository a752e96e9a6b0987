import sqlite3
import threading
from decimal import Decimal
from pathlib import Path

import pytest

from pilothouse.assistants.menu.database import MenuDatabase
from pilothouse.assistants.menu.dish import Dish
from pilothouse.assistants.menu.edition import CHAIN, Edition
from pilothouse.assistants.menu.store import Faq, Stock, Store, store_id
from pilothouse.contracts.errors import DataError


def dish(name: str, price: int = 10) -> Dish:
    return Dish(id=name, name=name, price=Decimal(price))


EDITION = Edition(
    stores=(Store(id=store_id("东店"), name="东店", aliases=("东边",)),),
    menus={CHAIN: (dish("丙"), dish("甲"), dish("乙"))},
    faq=(Faq(id="f1", question="几点开门", answer="十点"),),
)


@pytest.fixture
def database(tmp_path: Path) -> MenuDatabase:
    return MenuDatabase(tmp_path / "menu.db")


def test_that_an_edition_is_read_as_it_was_published(database: MenuDatabase) -> None:
    assert (database.version, database.read()) == ("", Edition())
    assert database.publish(EDITION, base="")
    again = MenuDatabase(database.path).read()
    assert again == EDITION
    assert again.version == database.version == EDITION.version
    assert [found.name for found in again.menus[CHAIN]] == ["丙", "甲", "乙"]


def test_that_every_change_gives_another_version() -> None:
    others = (
        Edition(),
        EDITION.with_menu([dish("丙"), dish("甲"), dish("乙", 11)]),
        EDITION.with_menu([dish("甲"), dish("丙"), dish("乙")]),
        EDITION.with_menu([dish("丙")], store="东店"),
        EDITION.with_stores_named(["西店"]),
        Edition(EDITION.stores, EDITION.menus),
    )
    assert len({edition.version for edition in (EDITION, *others)}) == len(others) + 1


def test_that_an_edition_made_from_an_outdated_one_is_not_published(database: MenuDatabase) -> None:
    assert database.publish(EDITION, base="")
    assert not database.publish(Edition(), base="")
    assert database.version == EDITION.version


def test_that_a_menu_goes_to_its_store_which_is_made_when_unknown() -> None:
    own = EDITION.with_menu([dish("丁")], store="东边")
    assert own.menus[store_id("东店")] == (dish("丁"),)
    assert len(own.stores) == 1
    new = EDITION.with_menu([dish("丁")], store="西店")
    assert [store.name for store in new.stores] == ["东店", "西店"]
    assert [store.name for store in Edition().with_menu([dish("丁")]).stores] == ["本店"]


def test_that_stock_is_live_and_outlives_the_import_of_a_menu(database: MenuDatabase) -> None:
    database.publish(EDITION, base="")
    database.set_stock("s", "甲", Stock(quantity=3), by="x")
    database.set_stock("s", "乙", Stock(sold_out=True), by="x")
    database.set_stock("s", "丙", Stock(quantity=0), by="x")
    other = MenuDatabase(database.path)
    assert other.stock("s", ["甲", "乙", "丁"]) == {"甲": Stock(quantity=3), "乙": Stock(sold_out=True)}
    assert other.sold_out("s") == {"乙", "丙"}
    changed = EDITION.with_menu([dish("甲", 12)])
    assert database.publish(changed, base=EDITION.version)
    assert other.stock("s", ["甲", "乙"]) == {"甲": Stock(quantity=3)}  # a dish that comes back is not sold out


def test_that_the_stock_of_the_sample_goes_with_it(database: MenuDatabase) -> None:
    sample = Edition(EDITION.stores, EDITION.menus, sample=True)
    database.publish(sample, base="", stock=[("s", "甲", Stock(sold_out=True))])
    assert database.sold_out("s") == {"甲"}
    database.publish(EDITION, base=sample.version)
    assert database.sold_out("s") == set()


def test_that_many_dishes_can_be_asked_for_their_stock(database: MenuDatabase) -> None:
    database.set_stock("s", "d1999", Stock(quantity=1), by="x")
    assert list(database.stock("s", [f"d{n}" for n in range(2000)])) == ["d1999"]


def test_that_what_fails_inside_a_transaction_changes_nothing(database: MenuDatabase) -> None:
    database.publish(EDITION, base="")
    twice = Edition(EDITION.stores, {CHAIN: (dish("甲"), dish("甲"))})
    with pytest.raises(DataError):
        database.publish(twice, base=EDITION.version)
    assert database.read() == EDITION


def test_that_a_changed_price_in_the_file_is_refused_not_said(database: MenuDatabase) -> None:
    database.publish(EDITION, base="")
    with sqlite3.connect(database.path) as connection:
        connection.execute("UPDATE dish SET body = replace(body, '10', '19') WHERE id = '甲'")
    with pytest.raises(DataError, match="已损坏"):
        MenuDatabase(database.path).read()


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_that_a_truncated_file_is_refused(database: MenuDatabase, keep: float) -> None:
    database.publish(EDITION.with_menu([dish(f"菜{n}") for n in range(500)]), base="")
    with sqlite3.connect(database.path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = database.path.read_bytes()
    path = database.path.with_name("cut.db")
    path.write_bytes(data[: int(len(data) * keep)])
    with pytest.raises(DataError, match=r"cut\.db"):
        MenuDatabase(path).read()


def test_that_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database " * 100)
    with pytest.raises(DataError, match="不是菜单数据库"):
        MenuDatabase(tmp_path / "text.db")
    with sqlite3.connect(tmp_path / "newer.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(DataError, match="更新版本"):
        MenuDatabase(tmp_path / "newer.db")
    with pytest.raises(DataError, match="无法读写"):
        MenuDatabase(tmp_path / "no folder" / "menu.db")


def test_that_a_file_which_vanished_is_said_and_not_made_anew(database: MenuDatabase) -> None:
    database.publish(EDITION, base="")
    for path in database.path.parent.glob("menu.db*"):
        path.unlink()
    errors: list[BaseException] = []

    def ask() -> None:  # in another thread, where a new connection is opened
        try:
            database.read()
        except DataError as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert len(errors) == 1
    assert not database.path.exists()


def test_that_a_writer_that_never_ends_is_not_waited_for_for_ever(
    database: MenuDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pilothouse.assistants.menu.database.BUSY_S", 0.05)
    other = MenuDatabase(database.path)
    with database._transaction(), pytest.raises(DataError, match="稍后再试"):
        other.set_stock("s", "甲", Stock(), by="x")
