"""Import of any menu: JSON, CSV or written paragraphs become typed dishes."""

from pilothouse.assistants.menu.importing.builder import identity
from pilothouse.assistants.menu.importing.money import Money, parse_money
from pilothouse.assistants.menu.importing.reader import MenuImport, Skipped, read_menu
from pilothouse.assistants.menu.importing.spice import spice_of

__all__ = ["MenuImport", "Money", "Skipped", "identity", "parse_money", "read_menu", "spice_of"]
