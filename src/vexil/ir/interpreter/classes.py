"""Tables made from the declarations of a program: default values, how values refer to objects, and classes."""

from __future__ import annotations

from vexil.ir.program import Program
from vexil.ir.types import ArrayReferenceType, BoolType, FloatType, PointerType, ReferenceType, ThreadType, Type

Links = tuple[tuple[int, str], ...]
"""Positions in a list of values with the kind of what is there, as `link_kind` says it."""


def default_value(kind: Type) -> object:
    """Zero, false or null: what registers, fields and elements start with."""
    match kind:
        case BoolType():
            return False
        case FloatType():
            return 0.0
        case PointerType():
            return (0, 0)
        case _:
            return 0


def link_kind(kind: Type) -> str | None:
    """What a snapshot must look at: ``r`` references, ``p`` pointers, ``t`` threads, ``f`` floats; else nothing."""
    match kind:
        case ReferenceType() | ArrayReferenceType():
            return "r"
        case PointerType():
            return "p"
        case ThreadType():
            return "t"
        case FloatType():
            return "f"
        case _:
            return None


def float_positions(links: Links) -> tuple[int, ...]:
    """The positions of floats."""
    return tuple(index for index, kind in links if kind == "f")


class ClassTables:
    """Fields, ancestors and descendants of every class."""

    def __init__(self, program: Program) -> None:
        self.slots: dict[str, dict[str, int]] = {}
        """For a class the positions of the fields it declares itself; subclasses have them at the same positions."""
        self.fields: dict[str, tuple[object, ...]] = {}
        """The default values of all fields of an instance."""
        self.links: dict[str, Links] = {}
        self.floats: dict[str, tuple[int, ...]] = {}
        self.ancestors = {name: frozenset(program.superclasses(name)) for name in program.classes}
        """The class itself and everything it inherits from."""
        descendants: dict[str, set[str]] = {name: set() for name in program.classes}
        for name, ancestors in self.ancestors.items():
            for ancestor in ancestors:
                descendants[ancestor].add(name)
        self.subclasses = {name: frozenset(names) for name, names in descendants.items()}
        self._program = program
        for name in program.classes:
            self._lay_out(name)

    def _lay_out(self, name: str) -> None:
        chain = []
        current: str | None = name
        while current is not None and current in self._program.classes:
            chain.append(current)
            current = self._program.classes[current].superclass
        kinds: list[Type] = []
        for owner in reversed(chain):
            slots = self.slots.setdefault(owner, {})
            for declaration in self._program.classes[owner].fields:
                slots[declaration.name] = len(kinds)
                kinds.append(declaration.type)
        self.fields[name] = tuple(map(default_value, kinds))
        self.links[name] = tuple(
            (index, link) for index, kind in enumerate(kinds) if (link := link_kind(kind)) is not None
        )
        self.floats[name] = float_positions(self.links[name])

    @property
    def root(self) -> str | None:
        """The class whose methods array objects have: the first one that arrays are instances of."""
        return next((name for name in self._program.classes if self.is_root(name)), None)

    def is_root(self, name: str) -> bool:
        """Say whether a class is one that arrays are instances of: it has no superclass and is no interface."""
        declaration = self._program.classes[name]
        return declaration.superclass is None and not declaration.interface
