"""What of the found passages is evidence: good enough, said once, and where sources contradict each other."""

from pilothouse.retrieval.evidence.conflict import Conflict, Stated
from pilothouse.retrieval.evidence.conflicts import conflicts
from pilothouse.retrieval.evidence.distinct import distinct
from pilothouse.retrieval.evidence.gate import gate

__all__ = ["Conflict", "Stated", "conflicts", "distinct", "gate"]
