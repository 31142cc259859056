"""Atoms: the smallest things a property can say about one state of a program.

An atom keeps the names as they were written; a program gives them a meaning later. Atoms are compared by
their canonical text and printed in the style they were written in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from vexil.core.lexer import quote
from vexil.core.surface import Surface
from vexil.spec.grammar import RESERVED


class Comparison(Enum):
    """How a count is compared with a number."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "=="
    AT_LEAST = ">="
    MORE = ">"

    def flipped(self) -> Comparison:
        """The same comparison with its sides exchanged."""
        return Comparison(self.value.translate(str.maketrans("<>", "><")))

    def holds(self, left: int, right: int) -> bool:
        """Compare two numbers."""
        match self:
            case Comparison.LESS:
                return left < right
            case Comparison.AT_MOST:
                return left <= right
            case Comparison.EQUAL:
                return left == right
            case Comparison.AT_LEAST:
                return left >= right
            case Comparison.MORE:
                return left > right


def _written(name: str) -> str:
    return name if name.isdigit() else quote(name, RESERVED)


class Style(Enum):
    """How a location was written: ``at(n)`` or ``[n]``."""

    WORD = "at"
    BRACKET = "[]"


@dataclass(frozen=True, slots=True)
class At:
    """Some thread (or the one named) is at a location; a block's label stands for its first node."""

    location: str
    thread: str | None = None
    style: Style = field(default=Style.WORD, compare=False)

    def __str__(self) -> str:
        location = _written(self.location)
        if self.thread is not None:
            return f"at({_written(self.thread)}, {location})"
        return f"[{quote(self.location, RESERVED)}]" if self.style is Style.BRACKET else f"at({location})"


@dataclass(frozen=True, slots=True)
class Count:
    """So many threads are at a location."""

    location: str
    comparison: Comparison
    number: int

    def __str__(self) -> str:
        return f"count({_written(self.location)}) {self.comparison.value} {self.number}"


@dataclass(frozen=True, slots=True)
class Call:
    """Some thread is at the entry of a function."""

    function: str

    def __str__(self) -> str:
        return f"call({_written(self.function)})"


@dataclass(frozen=True, slots=True)
class Return:
    """Some thread has just returned from a function."""

    function: str

    def __str__(self) -> str:
        return f"return({_written(self.function)})"


@dataclass(frozen=True, slots=True)
class Holds:
    """A Boolean expression of the program is true; ``text`` is canonical and the only thing compared."""

    text: str
    tree: Surface = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Denied:
    """An expression certainly is not true: it is false or about what is not there, and reads nothing unwritten.

    No property is written with it: it is what the negation of `Holds` leaves for certain.
    """

    expression: Holds

    def __str__(self) -> str:
        return f"!({self.expression})"


Atom: TypeAlias = At | Count | Call | Return | Holds | Denied


def expression_of(atom: Atom) -> Holds | None:
    """The expression that an atom is about, if it is about one."""
    return atom.expression if isinstance(atom, Denied) else atom if isinstance(atom, Holds) else None


def sort_key(atom: Atom) -> tuple[str, str]:
    """A key that puts atoms into the same order in every run."""
    match atom:
        case At(location, thread):
            return ("at", f"{location}\0{thread or ''}")
        case Count(location, comparison, number):
            return ("count", f"{location}\0{comparison.value}\0{number:020d}")
        case Call(function):
            return ("call", function)
        case Return(function):
            return ("return", function)
        case Holds(text):
            return ("holds", text)
        case Denied(Holds(text)):
            return ("denied", text)


def sorted_atoms(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """The distinct atoms in their order."""
    return tuple(sorted(dict.fromkeys(atoms), key=sort_key))
