"""Haystack components: paths to materials, materials to documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from haystack.core.component import component
from haystack.core.serialization import default_from_dict, default_to_dict
from haystack.dataclasses import Document

from pilothouse.retrieval.documents.chunker import chunk
from pilothouse.retrieval.documents.limits import Limits
from pilothouse.retrieval.documents.material import Material, Unreadable
from pilothouse.retrieval.documents.reading import read_document

_SEPARATOR = " > "


class Reading:
    """A material on its way to the chunker with the id and source of its document.

    Haystack copies what it hands from component to component; a material is never changed, so its copy is itself.
    """

    __slots__ = ("id", "material", "source")

    def __init__(self, id: str, material: Material, source: str = "") -> None:
        self.id = id
        self.material = material
        self.source = source

    def __deepcopy__(self, memo: dict[int, Any]) -> Reading:
        return self

    def __copy__(self) -> Reading:
        return self


@component
class DocumentReader:
    """Files of any readable kind, in the order of ``paths``; those that can't be read come with the reason.

        DocumentReader().run(paths=["handbook/travel.pdf"])["materials"][0].material.title

    Ids are the paths as given, with ``/``. ``skipped`` maps such an id to (reason, sentence).
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()

    @component.output_types(materials=list[Reading], skipped=dict[str, tuple[str, str]])
    def run(self, paths: list[str | Path]) -> dict[str, Any]:
        materials: list[Reading] = []
        skipped: dict[str, tuple[str, str]] = {}
        for path in map(Path, paths):
            name = path.as_posix()
            try:
                materials.append(Reading(name, read_document(path, self.limits), name))
            except Unreadable as error:
                skipped[name] = (error.reason, str(error))
        return {"materials": materials, "skipped": skipped}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, limits=asdict(self.limits))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> DocumentReader:
        parameters = dict(data["init_parameters"])
        if isinstance(parameters.get("limits"), Mapping):
            parameters["limits"] = Limits(**parameters["limits"])
        return default_from_dict(cls, {**data, "init_parameters": parameters})


@component
class StructureChunker:
    """Documents along the structure of their materials: ids ``DOCUMENT#N``, N from 0.

    ``meta``: ``document``, ``n``, ``title``, ``source``, ``section`` (headings joined by `` > ``), ``kind``,
    ``overlap`` (characters), ``page`` where it is known, and what the material says of itself (``date``, ``dept``,
    ``allow``, …). Raises ``ValueError`` like ``chunk`` for a size or overlap that makes no sense.
    """

    def __init__(self, size: int = 400, overlap: float = 0.15) -> None:
        chunk(Material("", ()), size, overlap)  # refuses early
        self.size = size
        self.overlap = overlap

    @component.output_types(documents=list[Document])
    def run(self, materials: list[Reading]) -> dict[str, Any]:
        return {"documents": [document for reading in materials for document in self._documents(reading)]}

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, size=self.size, overlap=self.overlap)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> StructureChunker:
        return default_from_dict(cls, data)

    def _documents(self, reading: Reading) -> list[Document]:
        material = reading.material
        said = {name: value for name, value in material.meta.items() if name != "id"}
        documents = []
        for part in chunk(material, self.size, self.overlap):
            meta = {
                **said,
                "document": reading.id,
                "n": part.n,
                "title": material.title,
                "source": reading.source,
                "section": _SEPARATOR.join(part.section),
                "kind": part.kind,
                "overlap": part.overlap,
            }
            if part.page is not None:
                meta["page"] = part.page
            documents.append(Document(id=f"{reading.id}#{part.n}", content=part.content, meta=meta))
        return documents
