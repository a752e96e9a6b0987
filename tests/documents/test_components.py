from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from haystack import Pipeline

from pilothouse.retrieval.documents.components import DocumentReader, Reading, StructureChunker
from pilothouse.retrieval.documents.limits import Limits
from pilothouse.retrieval.documents.material import Material


def pipeline() -> Pipeline:
    made = Pipeline()
    made.add_component("reader", DocumentReader(Limits(seconds=30)))
    made.add_component("chunker", StructureChunker(size=200, overlap=0.1))
    made.connect("reader.materials", "chunker.materials")
    return made


def test_that_paths_become_documents_with_their_metadata_and_what_fails_is_told(write: Any) -> None:
    good = write(
        "travel.md",
        "---\ntitle: 差旅\ndept: hr\nallow: [hr]\ndate: 2024-03-01\n---\n# 住宿\n## 标准\n" + "每晚三百元。" * 60,
    )
    bad = write("bad.pdf", b"%PDF-1.4 nothing")
    result = pipeline().run({"reader": {"paths": [str(good), bad]}}, include_outputs_from={"reader"})
    documents = result["chunker"]["documents"]
    assert len(documents) > 1
    assert [document.id for document in documents] == [f"{good.as_posix()}#{n}" for n in range(len(documents))]
    meta = documents[1].meta
    assert {key: meta[key] for key in ("title", "dept", "allow", "date", "section", "kind", "n", "document")} == {
        "title": "差旅",
        "dept": "hr",
        "allow": ["hr"],
        "date": "2024-03-01",
        "section": "住宿 > 标准",
        "kind": "text",
        "n": 1,
        "document": good.as_posix(),
    }
    assert meta["overlap"] > 0
    reason, sentence = result["reader"]["skipped"][bad.as_posix()]
    assert reason == "broken"
    assert "bad.pdf" in sentence


def test_that_the_components_survive_being_written_down() -> None:
    again = Pipeline.loads(pipeline().dumps(), allowed_modules=["pilothouse.*"])
    assert again.get_component("reader").limits == Limits(seconds=30)
    assert again.get_component("chunker").size == 200
    assert again.get_component("chunker").overlap == 0.1
    with pytest.raises(ValueError, match="size"):
        StructureChunker(size=1)


def test_that_a_material_is_not_copied_on_its_way() -> None:
    reading = Reading("a", Material("t", ()))
    assert deepcopy([reading])[0] is reading
