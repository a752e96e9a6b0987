"""What pages say of products of any kind, as typed records: found by rules, and by a model where there is one.

With a model: ``combine(found, await ask(EXTRACT_EVIDENCE, material(found, pages, kind)), pages)``.
"""

from pilothouse.assistants.shopping.evidence.combining import combine
from pilothouse.assistants.shopping.evidence.extraction import Extracted, Source, extract
from pilothouse.assistants.shopping.evidence.record import Evidence, Polarity, Product
from pilothouse.assistants.shopping.evidence.sentence import key_sentences
from pilothouse.assistants.shopping.evidence.tasks import EXTRACT_EVIDENCE, Claim, Claims, Material, material

__all__ = [
    "EXTRACT_EVIDENCE",
    "Claim",
    "Claims",
    "Evidence",
    "Extracted",
    "Material",
    "Polarity",
    "Product",
    "Source",
    "combine",
    "extract",
    "key_sentences",
    "material",
]
