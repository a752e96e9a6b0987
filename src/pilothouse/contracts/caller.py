"""Who asks."""

from __future__ import annotations

from dataclasses import dataclass, field

GUEST = "guest"

# Roles are names for sets of scopes; a user may hold single scopes as well.
ROLES: dict[str, frozenset[str]] = {
    "guest": frozenset(),
    "member": frozenset({"member"}),
    "staff": frozenset({"member", "stock:read", "stock:write", "tutor:teach"}),
    "manager": frozenset(
        {"member", "stock:read", "stock:write", "menu:write", "knowledge:write", "shopping:write", "tutor:teach"}
    ),
}
# Who runs the installation: everything, with the turns of other users.
ROLES["operator"] = ROLES["manager"] | {"traces:read", "metrics:read"}


@dataclass(frozen=True, slots=True)
class Caller:
    """A user with the scopes that he holds. Without a name the asker is the guest, who holds none."""

    name: str = GUEST
    scopes: frozenset[str] = field(default_factory=frozenset)

    def holds(self, required: frozenset[str]) -> bool:
        """True when every scope of ``required`` is held, directly or through a role."""
        return required <= self.expanded

    @property
    def expanded(self) -> frozenset[str]:
        held = set(self.scopes)
        for role, scopes in ROLES.items():
            if role in held:
                held |= scopes
        return frozenset(held)
