"""Haystack's own conformance tests."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from haystack.dataclasses import Document
from haystack.document_stores.errors import DuplicateDocumentError
from haystack.testing.document_store import (
    CountDocumentsByFilterTest,
    DocumentStoreBaseExtendedTests,
)

from pilothouse.retrieval.store import SQLiteDocumentStore


class _Conformance(DocumentStoreBaseExtendedTests, CountDocumentsByFilterTest):
    @staticmethod
    def assert_documents_are_equal(received: list[Document], expected: list[Document]) -> None:
        """Vectors are kept as float32, everything else exactly."""
        for found, wanted in zip(received, expected, strict=True):
            assert (found.embedding or []) == pytest.approx(wanted.embedding or [], rel=1e-5)
            assert dataclasses.replace(found, embedding=None) == dataclasses.replace(wanted, embedding=None)

    def test_write_documents(self, document_store: SQLiteDocumentStore) -> None:
        document = Document(content="test doc")
        assert document_store.write_documents([document]) == 1
        with pytest.raises(DuplicateDocumentError):
            document_store.write_documents([document])


class TestInAFile(_Conformance):
    @pytest.fixture
    def document_store(self, tmp_path: Path) -> Iterator[SQLiteDocumentStore]:
        store = SQLiteDocumentStore(tmp_path / "index.db", return_embedding=True)
        yield store
        store.close()


class TestInMemory(_Conformance):
    @pytest.fixture
    def document_store(self) -> Iterator[SQLiteDocumentStore]:
        store = SQLiteDocumentStore(return_embedding=True)
        yield store
        store.close()
