"""The library: documents with their index, and who may see which."""

from pilothouse.retrieval.library.library import DocumentInfo, Library
from pilothouse.retrieval.library.report import IndexReport, Skipped

__all__ = ["DocumentInfo", "IndexReport", "Library", "Skipped"]
