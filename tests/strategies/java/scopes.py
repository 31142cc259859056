"""What random code can name: variables with types, and whether it may assign them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

NUMBERS = ("byte", "short", "char", "int", "long", "float", "double")
BOXES = {"Integer": "int", "Long": "long", "Character": "char", "Boolean": "boolean", "Short": "short"}
TYPES = (*NUMBERS, "boolean", "Integer", "Long", "String", "Object", "int[]", "Object[]", "A")


@dataclass(frozen=True, slots=True)
class Name:
    """A variable as code writes it."""

    text: str
    type: str
    assignable: bool = True


@dataclass(slots=True)
class Scope:
    """The variables in reach, the jumps that are possible, and how deep statements are nested."""

    names: list[Name] = field(default_factory=list)
    loops: list[str | None] = field(default_factory=list)
    """Labels of the loops around; ``None`` for loops without one."""
    blocks: list[str] = field(default_factory=list)
    """Labels of blocks and switches around that ``break`` may name."""
    result: str | None = None
    """The type that ``return`` gives; ``None`` where there is no return."""
    depth: int = 0

    def inner(self) -> Scope:
        """The scope of a nested statement: what it declares is its own."""
        return Scope([*self.names], [*self.loops], [*self.blocks], self.result, self.depth + 1)

    def fixed(self) -> Scope:
        """The scope of a lambda or local class: only variables that nobody assigns, and no jumps."""
        kept = [name for name in self.names if not name.assignable or "." in name.text]
        return Scope(kept, [], [], None, self.depth + 2)

    def pick(self, random: Random, kind: str, assignable: bool = False) -> Name | None:
        """A variable of a type, if there is one."""
        found = [name for name in self.names if name.type == kind and (name.assignable or not assignable)]
        return random.choice(found) if found else None
