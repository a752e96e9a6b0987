"""What the index was made with: another embedder, tokenizer, table layout or way of cutting means building it again."""

from __future__ import annotations

import hashlib
import json
import secrets

import apsw

from pilothouse.retrieval.library.tables import CHUNKS, facts, note
from pilothouse.retrieval.tokenizer import TOKENIZER_ID
from pilothouse.retrieval.versions import SCHEMA, StaleIndex

CUTTING = "2"  # raise it when files are read, cut or embedded in another way
REMEDY = (
    "请对原来的文档再运行一次 pilothouse index knowledge 路径",
    "index your documents again: pilothouse index knowledge PATH",
)
_NAMES = ("embedder", "tokenizer", "schema", "cutting")


class Edition:
    """The library as this program with this embedder makes it."""

    def __init__(self, embedder_id: str) -> None:
        self.built = json.dumps([embedder_id, TOKENIZER_ID, SCHEMA, CUTTING])
        self._embedder_id = embedder_id

    def stale(self, connection: apsw.Connection) -> bool:
        """Something is kept that was made in another way, or a rebuild was interrupted."""
        return facts(connection).get("built", self.built) != self.built

    def check(self, connection: apsw.Connection) -> None:
        """Raises ``StaleIndex``, saying how to build the index again."""
        found = facts(connection).get("built", self.built)
        if found == self.built:
            return
        wanted = dict(zip(_NAMES, json.loads(self.built), strict=True))
        old = dict(zip(_NAMES, json.loads(found), strict=True)) if found else {}
        differences = {name: (old.get(name, "…"), wanted[name]) for name in _NAMES if old.get(name) != wanted[name]}
        raise StaleIndex(differences, REMEDY)

    def begin(self, connection: apsw.Connection) -> None:
        """Before documents are written: what can't stand beside them is taken away, and readers are told to wait."""
        known = facts(connection)
        if "built" not in known:
            CHUNKS.note(connection, embedder=self._embedder_id)
            note(connection, built=self.built)
            return
        if known["built"] == self.built:
            return
        note(connection, built="")
        store = CHUNKS.read(connection)
        if (store.get("embedder"), store["tokenizer"]) != (self._embedder_id, TOKENIZER_ID):
            CHUNKS.clear(connection)
            for table in ("library_chunks", "library_spare"):
                connection.execute(f"DELETE FROM {table}")
            CHUNKS.note(connection, embedder=self._embedder_id, tokenizer=TOKENIZER_ID, schema=SCHEMA)
            note(connection, made=secrets.token_hex(4))

    def finish(self, connection: apsw.Connection) -> None:
        """After a whole run. Documents that were not made anew keep the library stale."""
        old = "SELECT 1 FROM library_documents WHERE built != ? AND status = 'read' LIMIT 1"
        if connection.execute(old, (self.built,)).fetchone() is None:
            note(connection, built=self.built)

    @staticmethod
    def version(connection: apsw.Connection) -> str:
        """Changes with every change of the content, and doesn't tell how many there were."""
        content = f"{facts(connection)['made']}.{CHUNKS.read(connection)['revision']}"
        return hashlib.sha256(content.encode()).hexdigest()[:12]
