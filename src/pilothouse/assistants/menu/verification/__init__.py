"""Checks of a reply against what the tools returned. A reply that states something else is refused.

Everything in a reply must be traced: a figure to the dish or answer that it is said of, an ingredient to that
dish's list, any other word that carries content to the same row. What can't be traced doesn't pass, so a model
can't invent what nobody thought of forbidding (menu article, 1.2). Refusing costs little: code has a reply of
its own.
"""

from pilothouse.assistants.menu.verification.check import problems
from pilothouse.assistants.menu.verification.completeness import omissions
from pilothouse.assistants.menu.verification.evidence import Evidence

__all__ = ["Evidence", "omissions", "problems"]
