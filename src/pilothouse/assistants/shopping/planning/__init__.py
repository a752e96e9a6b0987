"""What is searched for: one to three sub-queries that keep every rule (S3)."""

from pilothouse.assistants.shopping.planning.plan import Plan, chosen, plan
from pilothouse.assistants.shopping.planning.rules import validate
from pilothouse.assistants.shopping.planning.task import PLAN_SEARCHES, planned

__all__ = ["PLAN_SEARCHES", "Plan", "chosen", "plan", "planned", "validate"]
