"""Where everything is in a native state.

A state is a row of bytes: the number of the next object, the registers, contents and marks of named variables in
memory, then a table of all objects in memory, and the contents and marks of the others. For every byte of an object
there is a mark: 0 where nothing was written, the code of a cell where one begins, and `COVERED` inside of it.

A pointer is a word and an offset. The word holds the number of the object, as the interpreter counts them, and the
position of the object in the table. So a dangling pointer is one whose word is not that in the table any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from vexil.ir.expressions import Bits, Deref, Variable, postorder
from vexil.ir.operations import expressions_of
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import (
    BoolType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    TokenType,
    Type,
)

WIDEST = 128
"""Bits of the widest machine integer that has a native form."""
MATH = IntegerType(64, True)
"""What stands for a mathematical integer as long as it fits."""
SLOT_BITS = 16
"""The low bits of the word of a pointer: the position in the table, 0 for what is in no table."""
MOST_SLOTS = (1 << SLOT_BITS) - 1
COVERED = 0xFF
"""The mark of a byte inside of a cell."""
SIZE_MASK = 0x1F
"""The bits of a mark that say how large a cell is."""
KIND_CODES = {"u": 1 << 5, "f": 2 << 5, "p": 3 << 5}
"""The other bits, by the first letter of the storage code."""
LARGEST_CELL = 16
REGISTER_BYTES = 16
FIRST_REGISTER = 16
ENTRY_BYTES = 64


class Field(Enum):
    """A number in the entry of an object in the table, and where it is there."""

    WORD = 0
    STATUS = 8
    FILL = 16
    """0 for memory that is zero where nothing was written, else 1."""
    CONSTANT = 24
    SIZE = 32
    DATA = 40
    """Where the contents begin in the state."""
    MARKS = 48
    HEAP = 56


class Status(Enum):
    """What can be said of an object."""

    DEAD = 0
    NATIVE = 1
    FOREIGN = 2
    """It lives, but has no native form: only the interpreter accesses it."""


class Home(Enum):
    """Where the interpreter keeps a variable."""

    GLOBAL = "global"
    OWN = "own"
    """Every thread has a copy."""
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Register:
    """A variable that is not in memory: its place among those of its home, and its offset in the state."""

    type: Type
    home: Home
    index: int
    offset: int


@dataclass(frozen=True, slots=True)
class NamedBlock:
    """A variable in memory: its place among those of its home, in the table, and where contents and marks are."""

    home: Home
    index: int
    slot: int
    size: int
    data: int
    marks: int
    constant: bool
    number: int
    """The number of the object where that never changes, else 0."""


Name = tuple[bool, str]
"""Whether a variable is global, and what it is called."""


def name_of(variable: Variable) -> Name:
    """By what a variable is found."""
    return variable.is_global, variable.name


def integer_kind(kind: Type) -> IntegerType | None:
    """The machine integers that stand for the values of a type; nothing for types without a native form and others."""
    match kind:
        case BoolType():
            return IntegerType(1, False)
        case TokenType():
            return IntegerType(32, False)
        case MathType():
            return MATH
        case IntegerType(width, _) if width <= WIDEST:
            return kind
        case _:
            return None


def has_native_form(kind: Type) -> bool:
    """Say whether registers of a type have a native form."""
    return isinstance(kind, FloatType | PointerType) or integer_kind(kind) is not None


class Layout:
    """The places of everything that a program names; the same for all its states."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.function = program.functions[program.entry]
        self.registers: dict[Name, Register] = {}
        self.blocks: dict[Name, NamedBlock] = {}
        self.pointer_size = program.layout.pointer_width // 8
        self.scale = REGISTER_BYTES // self.pointer_size if self._has_pointers_in_memory() else 1
        """The bytes of contents for each byte of an object: so many that a pointer finds room for word and offset."""
        declared = list(self._declared())
        offset = FIRST_REGISTER
        for name, variable, home, index in declared:
            if not variable.addressable and has_native_form(variable.type):
                self.registers[name] = Register(variable.type, home, index, offset)
                offset += REGISTER_BYTES
        statics = 0
        for name, variable, home, index in declared:
            if variable.addressable:
                size = program.layout.size_of(variable.type, program.structs)
                data, marks = offset, offset + rounded(size * self.scale)
                offset = marks + rounded(size + LARGEST_CELL)
                number = 0
                if name[0]:
                    statics += 1
                    number = statics if home is Home.GLOBAL else 0
                self.blocks[name] = NamedBlock(
                    home, index, len(self.blocks) + 1, size, data, marks, variable.constant, number
                )
        self.table = offset
        """Where the table of objects begins; its first entry stands for no object."""

    def _declared(self) -> list[tuple[Name, VariableDeclaration, Home, int]]:
        """Everything that is declared, with its place among the variables of its home."""
        declared: list[tuple[Name, VariableDeclaration, Home, int]] = []
        own = 0
        for index, variable in enumerate(self.program.globals):
            if variable.per_thread:
                declared.append(((True, variable.name), variable, Home.OWN, own))
                own += 1
            else:
                declared.append(((True, variable.name), variable, Home.GLOBAL, index))
        for index, variable in enumerate(self.function.variables.values()):
            declared.append(((False, variable.name), variable, Home.LOCAL, index))
        return declared

    def _has_pointers_in_memory(self) -> bool:
        for edge in self.function.edges:
            for expression in expressions_of(edge.operation):
                for node in postorder(expression):
                    in_memory = isinstance(node, Deref | Bits) or (
                        isinstance(node, Variable) and self._declaration(node).addressable
                    )
                    if in_memory and not isinstance(node.type, IntegerType | BoolType | TokenType | FloatType):
                        return True
        return False

    def _declaration(self, variable: Variable) -> VariableDeclaration:
        known: Mapping[str, VariableDeclaration] = (
            self.program.global_variables if variable.is_global else self.function.variables
        )
        return known[variable.name]

    def is_in_memory(self, variable: Variable) -> bool:
        """Say whether a variable is an object in memory."""
        return name_of(variable) in self.blocks

    def entry(self, slot: int) -> int:
        """Where the entry of an object in the table begins."""
        return self.table + ENTRY_BYTES * slot


def rounded(size: int) -> int:
    """A size that keeps what follows aligned."""
    return (size + 15) // 16 * 16
