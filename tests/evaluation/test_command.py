import json
import shutil
from pathlib import Path

import pytest

from pilothouse.assistants.knowledge.command import index_documents
from pilothouse.house import Pilothouse

from .conftest import EMBEDDER, QUESTIONS, RECORDS, Run, write_lines


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the records, to be copied."""
    folder = tmp_path_factory.mktemp("filled")
    with Pilothouse(folder / "home", embedder=EMBEDDER) as house:
        index_documents(house, [write_lines(folder / "corpus.jsonl", RECORDS)])
    return folder / "home"


@pytest.fixture
def indexed(filled: Path, home: Path) -> Path:
    """The home of this test, with the records."""
    return shutil.copytree(filled, home)


def files(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in home.iterdir() if path.is_file() and "-" not in path.name}


def test_that_an_own_corpus_is_measured_with_its_own_questions(run: Run, tmp_path: Path, questions: Path) -> None:
    assert run("index", "knowledge", write_lines(tmp_path / "corpus.jsonl", RECORDS)).code == 0
    done = run("eval", "knowledge", "--dataset", questions, "--json")
    assert (done.code, done.err) == (0, "")
    report = done.json
    assert set(report["overall"]) == {"bm25_words", "bm25_bigrams", "dense", "equal_rrf", "pilothouse", "answers"}
    assert report["overall"]["pilothouse"]["recall@1"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 3}
    assert {"recall@1", "recall@5", "recall@20", "mrr", "ndcg@10"} <= set(report["overall"]["dense"])
    assert set(report["kinds"]) == {"fact", "permission", "unanswerable"}
    assert (report["facts"]["documents"], report["facts"]["dataset"]) == (6, str(questions))
    assert report["latency_ms"]["answer"]["n"] == len(QUESTIONS)
    by_id = {item["id"]: item for item in report["questions"]}
    assert by_id["q1"]["scores"]["answers"]["correct"] == 1.0
    assert by_id["q3"]["scores"]["answers"] == {"rejected": 1.0, "wrong": 0.0, "tools": 1.0, "leaked": 0.0}
    assert by_id["q4"]["scores"]["answers"]["correct"] == 1.0


def test_that_nothing_of_the_home_changes(run: Run, indexed: Path, questions: Path, home: Path) -> None:
    before = files(home)
    assert run("eval", "knowledge", "--dataset", questions).code == 0
    assert files(home) == before
    assert run("users", "list", "--json").json == []


def test_that_a_corpus_beside_the_questions_is_measured_apart(
    run: Run, tmp_path: Path, questions: Path, home: Path
) -> None:
    corpus = write_lines(tmp_path / "corpus.jsonl", RECORDS)
    done = run("eval", "knowledge", "--dataset", questions, "--corpus", corpus, "--json")
    assert (done.code, done.err) == (0, "")
    assert (done.json["facts"]["documents"], done.json["facts"]["corpus"]) == (len(RECORDS), [str(corpus)])
    by_id = {item["id"]: item["scores"]["answers"] for item in done.json["questions"]}
    assert (by_id["q1"]["correct"], by_id["q3"]["leaked"], by_id["q4"]["correct"]) == (1.0, 0.0, 1.0)
    assert [path.name for path in home.iterdir() if path.is_file()] == []


def test_that_a_corpus_leaves_the_library_alone_and_takes_its_words(
    run: Run, indexed: Path, tmp_path: Path, home: Path
) -> None:
    (home / "knowledge-words.txt").write_text("小蓝卡 = 门禁卡\n", "utf-8")
    folder = tmp_path / "一 个"
    folder.mkdir()
    (folder / "门禁.md").write_text("# 门禁卡管理\n\n门禁卡遗失须在2日内到前台补办，工本费35元。\n", "utf-8")
    (folder / "空.md").write_bytes(b"")
    before = files(home)
    item = {"question": "门禁卡补办工本费是多少", "gold": ["门禁.md"], "answers": ["35元"]}
    path = write_lines(tmp_path / "q.jsonl", [item])
    report = run("eval", "knowledge", "--dataset", path, "--corpus", folder, "--json").json
    assert report["facts"]["documents"] == 1
    assert report["questions"][0]["gold"] == ["一 个/门禁.md"]
    assert report["questions"][0]["scores"]["answers"]["correct"] == 1.0
    assert any("空.md" in note for note in report["notes"])
    assert files(home) == before
    (home / "knowledge-words.txt").write_text("小蓝卡\n", "utf-8")
    faulty = run("eval", "knowledge", "--dataset", path, "--corpus", folder)
    assert (faulty.code, "knowledge-words.txt" in faulty.err) == (4, True)


@pytest.mark.parametrize("options", [["--corpus", "."], ["--repeat", "0"], ["--repeat", "2", "--retrieval-only"]])
def test_that_options_which_do_not_go_together_are_one_sentence(run: Run, options: list[str], home: Path) -> None:
    done = run("eval", "knowledge", *options)
    assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")


def test_that_a_corpus_without_documents_is_one_sentence(run: Run, tmp_path: Path, questions: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("eval", "knowledge", "--dataset", questions, "--corpus", tmp_path / "empty").code == 4
    assert run("eval", "knowledge", "--dataset", questions, "--corpus", tmp_path / "nowhere").code == 2


def test_that_each_question_can_be_asked_several_times(run: Run, indexed: Path, tmp_path: Path) -> None:
    lines = [*QUESTIONS[:2], {"id": "q9", "question": "年休假每年有几天？", "gold": ["leave"], "answers": ["77天"]}]
    path = write_lines(tmp_path / "q.jsonl", lines)
    report = run("eval", "knowledge", "--dataset", path, "--repeat", "2", "--json").json
    assert [item["scores"]["answers"]["passed"] for item in report["questions"]] == [1.0, 1.0, 0.0]
    assert report["overall"]["answers"]["passed"]["n"] == 3
    assert "passed" not in run("eval", "knowledge", "--dataset", path, "--json").json["overall"]["answers"]


def test_that_tools_are_measured(run: Run, indexed: Path, tmp_path: Path) -> None:
    lines = [QUESTIONS[0], {"question": "你好", "tools": []}, {"question": "120*5等于多少", "tools": ["calculator"]},
             {"question": "你好呀", "tools": ["calculator"]}]  # fmt: skip
    report = run("eval", "knowledge", "--dataset", write_lines(tmp_path / "q.jsonl", lines), "--json").json
    assert [item["scores"]["answers"]["tools"] for item in report["questions"]] == [1.0, 1.0, 1.0, 0.0]
    assert set(report["questions"][1]["scores"]) == {"answers"}


def test_that_a_page_which_cannot_be_written_is_told_before_anything_is_measured(
    run: Run, indexed: Path, questions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*args: object, **options: object) -> None:
        raise AssertionError

    monkeypatch.setattr("pilothouse.evaluation.runner.evaluate", never)
    for path in (tmp_path / "none" / "r.html", tmp_path):
        done = run("eval", "knowledge", "--dataset", questions, "--html", path)
        assert (done.code, str(path) in done.err) == (2, True)


def test_that_a_question_too_long_to_ask_is_told_with_its_line(run: Run, indexed: Path, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "q.jsonl", [QUESTIONS[0], {"question": "年" * 3000, "gold": ["leave"]}])
    done = run("eval", "knowledge", "--dataset", path)
    assert (done.code, "Line 2" in done.err) == (4, True)


def test_that_retrieval_alone_asks_nobody(run: Run, indexed: Path, questions: Path) -> None:
    report = run("eval", "knowledge", "--dataset", questions, "--retrieval-only", "--json", "--k", "1,3").json
    assert "answers" not in report["overall"]
    assert [name for name in report["overall"]["pilothouse"] if name.startswith("recall")] == ["recall@1", "recall@3"]
    assert "answer" not in report["latency_ms"]


def test_that_a_question_that_rests_on_earlier_turns_is_understood(run: Run, indexed: Path, tmp_path: Path) -> None:
    turn = {"role": "user", "content": "年休假每年有几天？"}
    item = {"question": "病假呢，工资怎么发？", "history": [turn], "gold": ["sick"], "answers": ["80%"]}
    report = run("eval", "knowledge", "--dataset", write_lines(tmp_path / "q.jsonl", [item]), "--json").json
    assert report["questions"][0]["ranks"]["pilothouse"] == 1


def test_that_page_and_baseline_are_written_and_compared(
    run: Run, indexed: Path, questions: Path, tmp_path: Path
) -> None:
    first = run("eval", "knowledge", "--dataset", questions, "--json", "--retrieval-only")
    (tmp_path / "before.json").write_text(first.out, "utf-8")
    wanted = ("eval", "knowledge", "--dataset", questions, "--retrieval-only", "--baseline", tmp_path / "before.json")
    done = run(*wanted, "--html", tmp_path / "r.html")
    assert done.code == 0
    assert "0.000" in done.out
    assert "<svg" in (tmp_path / "r.html").read_text("utf-8")
    assert {change["verdict"] for change in run(*wanted, "--json").json["changes"]} == {"same"}


def test_that_scopes_decide_what_is_measured(run: Run, indexed: Path, tmp_path: Path) -> None:
    asked = {"question": "高管奖金总额是多少？", "gold": ["bonus"], "answers": ["800万元"]}
    lines = [{**asked, "id": "guest"}, {**asked, "id": "board", "scopes": ["board"]}]
    report = run("eval", "knowledge", "--dataset", write_lines(tmp_path / "q.jsonl", lines), "--json").json
    guest, board = report["questions"]
    assert set(guest["ranks"].values()) == {0}
    assert "bonus" not in guest["found"]
    assert set(board["ranks"].values()) == {1}
    assert (guest["scores"]["answers"]["correct"], board["scores"]["answers"]["correct"]) == (0.0, 1.0)


def test_that_a_stored_user_is_measured_with_his_scopes(run: Run, indexed: Path, tmp_path: Path) -> None:
    asked = {"question": "高管奖金总额是多少？", "gold": ["bonus"], "user": "wu"}
    path = write_lines(tmp_path / "q.jsonl", [asked])
    unknown = run("eval", "knowledge", "--dataset", path, "--retrieval-only")
    assert (unknown.code, "'wu'" in unknown.err, "users.json" in unknown.err) == (4, True, True)
    assert run("users", "list", "--json").json == []
    run("users", "add", "wu", "--scopes", "board")
    report = run("eval", "knowledge", "--dataset", path, "--retrieval-only", "--json").json
    assert report["questions"][0]["ranks"]["pilothouse"] == 1


def test_that_a_limit_takes_the_first_questions(run: Run, indexed: Path, questions: Path) -> None:
    report = run("eval", "knowledge", "--dataset", questions, "--limit", "2", "--retrieval-only", "--json").json
    assert [item["id"] for item in report["questions"]] == ["q1", "q2"]


def test_that_gold_which_is_not_in_the_library_is_told(run: Run, indexed: Path, tmp_path: Path) -> None:
    some = write_lines(tmp_path / "q.jsonl", [QUESTIONS[0], {"question": "x", "gold": ["nowhere"]}])
    report = run("eval", "knowledge", "--dataset", some, "--retrieval-only", "--json").json
    assert any("nowhere" in note for note in report["notes"])
    none = write_lines(tmp_path / "n.jsonl", [{"question": "x", "gold": ["nowhere"]}])
    assert run("eval", "knowledge", "--dataset", none).code == 4


@pytest.mark.parametrize(
    "options", [["--k", "x"], ["--k", "0"], ["--k", "999"], ["--limit", "0"], ["--dataset", "none.jsonl"],
                ["--baseline", "none.json"]],
)  # fmt: skip
def test_that_a_wrong_option_is_one_sentence(run: Run, options: list[str]) -> None:
    done = run("eval", "knowledge", *options)
    assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")


def test_that_a_home_without_a_library_is_told_to_index(run: Run, questions: Path, home: Path) -> None:
    done = run("eval", "knowledge", "--dataset", questions)
    assert (done.code, "index knowledge" in done.err) == (4, True)
    assert not (home / "knowledge.db").exists()


def test_that_the_sample_is_measured_without_touching_an_own_library(run: Run, indexed: Path, home: Path) -> None:
    before = files(home)
    report = run("eval", "knowledge", "--limit", "2", "--json").json
    assert report["facts"]["dataset"] == "sample"
    assert report["facts"]["documents"] >= 60
    assert files(home) == before
    assert json.dumps(report, ensure_ascii=False).count("leave#0") == 0
