"""What somebody wants to buy, read from a sentence by rules: any kind of product, in Chinese and English."""

from pilothouse.assistants.shopping.need.need import Need
from pilothouse.assistants.shopping.need.reading import read_need

__all__ = ["Need", "read_need"]
