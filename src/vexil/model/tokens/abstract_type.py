"""Abstract types: tokens for the values of one concrete type, with a table for every operator.

A table gives the set of tokens, or of truth values, that may result; it contains every result that some numbers have
that the tokens stand for (Definition 1 of Hatcliff et al. 2002), in one model of arithmetic: that of the concrete
type. Types, tokens and tables are data: `vexil.abstraction.data` makes them, and every stage may read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Protocol

from vexil.core.errors import require
from vexil.ir.expressions import Element, Expr, Field, Operator, Variable
from vexil.ir.program import Relation, TokenSet
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, TokenType, Type
from vexil.model.tokens.typing import Slot

Concrete = IntegerType | MathType | FloatType
"""What can be abstracted; Booleans never are."""
Tokens = tuple[int, ...]
"""Numbers of tokens in ascending order; of truth values 0 and 1."""

OPERATIONS: Mapping[Operator, str] = {
    Operator.ADD: "add",
    Operator.SUBTRACT: "sub",
    Operator.MULTIPLY: "mul",
    Operator.DIVIDE: "div",
    Operator.REMAINDER: "rem",
    Operator.BIT_AND: "and",
    Operator.BIT_OR: "or",
    Operator.BIT_XOR: "xor",
    Operator.SHIFT_LEFT: "shl",
    Operator.SHIFT_RIGHT: "shr",
    Operator.NEGATE: "neg",
    Operator.COMPLEMENT: "not",
}
"""The operators that give a number, with the names that their tables have in compiled classes."""
TESTS: Mapping[Operator, str] = {
    Operator.EQUAL: "eq",
    Operator.DIFFERENT: "neq",
    Operator.LESS: "lt",
    Operator.LESS_EQUAL: "le",
    Operator.GREATER: "gt",
    Operator.GREATER_EQUAL: "ge",
}
"""The operators that give a truth value."""
UNARY = frozenset({Operator.NEGATE, Operator.COMPLEMENT})


@dataclass(frozen=True)
class Table:
    """The results of an operator, or of a coercion, for every combination of tokens.

    ``partial`` are the rows for which some numbers have no result: division by zero. Where no numbers at all have one,
    the row is empty. ``doubtful`` are results that are there because nobody could exclude them.
    """

    rows: Mapping[Tokens, Tokens]
    partial: frozenset[Tokens] = frozenset()
    doubtful: frozenset[tuple[Tokens, int]] = frozenset()

    def of_sets(self, *arguments: Iterable[int]) -> Tokens:
        """The results for sets of tokens: the union over their members."""
        results = {result for row in product(*arguments) for result in self.rows[row]}
        return tuple(sorted(results))

    @property
    def is_function(self) -> bool:
        """Say whether there is never more than one result."""
        return all(len(results) <= 1 for results in self.rows.values())


@dataclass(frozen=True)
class AbstractType:
    """The tokens of one abstraction for one concrete type.

    ``members`` say of a number which token stands for it: conditions over the variable `NUMBER` of the concrete type,
    one for each token; they may overlap, and together hold for every number. ``single`` gives the number of each token
    that stands for one only. ``default`` is the token of 0.
    """

    name: str
    concrete: Concrete
    tokens: tuple[str, ...]
    members: tuple[Expr, ...]
    default: int
    single: Mapping[int, int | float] = field(default_factory=dict)
    operations: Mapping[Operator, Table] = field(default_factory=dict)
    tests: Mapping[Operator, Table] = field(default_factory=dict)
    family: str = ""
    """What it is an instance of: ``range(0, 1)``; empty for one that a user wrote."""

    @property
    def type(self) -> TokenType:
        """The type of its values in the intermediate form."""
        return TokenType(self.name)

    @property
    def token_set(self) -> TokenSet:
        """Its declaration in a program."""
        return TokenSet(self.name, self.tokens)

    def table(self, operator: Operator) -> Table:
        """What an operator does."""
        rows = self.operations.get(operator) or self.tests.get(operator)
        require(rows is not None, f"{self.name} should have a table for {operator.value}")
        assert rows is not None
        return rows

    def relation(self, operator: Operator) -> Relation:
        """The table of an operator as a relation of a program, named ``Signs.add``."""
        table = self.table(operator)
        name = OPERATIONS.get(operator) or TESTS[operator]
        arity = 1 if operator in UNARY else 2
        result: Type = BoolType() if operator in TESTS else self.type
        return Relation(f"{self.name}.{name}", (self.type,) * arity, result, tuple(sorted(table.rows.items())))


NUMBER = "n"
"""The variable of conditions on concrete values."""


def with_number(member: Expr, number: Expr) -> Expr:
    """The condition of a token about an expression."""
    return rewrite(member, lambda node: number if isinstance(node, Variable) and node.name == NUMBER else node)


@dataclass(frozen=True)
class Coercion:
    """From tokens of one type to those of another: which tokens may stand for the same numbers."""

    source: AbstractType
    target: AbstractType
    table: Table

    def relation(self) -> Relation:
        """It as a relation of a program, named ``Signs << EvenOdd``."""
        name = f"{self.source.name} << {self.target.name}"
        return Relation(name, (self.source.type,), self.target.type, tuple(sorted(self.table.rows.items())))


class Abstractions(Protocol):
    """Where abstract types and coercions between them come from."""

    def abstract_type(self, name: str, concrete: Concrete) -> AbstractType:
        """The abstraction of this name for a concrete type."""

    def coercion(self, source: AbstractType, target: AbstractType) -> Coercion:
        """The coercion between two abstractions; if their concrete types differ, that of a cast."""


def zero_first(kind: AbstractType) -> AbstractType:
    """The same abstract type with its default token as number 0: the order that programs use.

    Registers, fields and elements start as zero, which for a token is its number 0. With the token of 0 at that place,
    everything that starts at 0 in a program starts with the right token in its abstraction. Tokens keep their names.
    """
    if kind.default == 0:
        return kind
    place = _places(kind)
    order = sorted(place, key=lambda old: place[old])
    return replace(
        kind,
        tokens=tuple(kind.tokens[old] for old in order),
        members=tuple(kind.members[old] for old in order),
        default=0,
        single={place[old]: value for old, value in kind.single.items()},
        operations={operator: _moved(table, place, place) for operator, table in kind.operations.items()},
        tests={operator: _moved(table, place, None) for operator, table in kind.tests.items()},
    )


def zero_first_coercion(coercion: Coercion) -> Coercion:
    """The same coercion between the types in this order."""
    source, target = coercion.source, coercion.target
    if source.default == 0 and target.default == 0:
        return coercion
    return Coercion(zero_first(source), zero_first(target), _moved(coercion.table, _places(source), _places(target)))


def _places(kind: AbstractType) -> dict[int, int]:
    """By number of a token its new one."""
    order = (kind.default, *(old for old in range(len(kind.tokens)) if old != kind.default))
    return {old: new for new, old in enumerate(order)}


def _moved(table: Table, arguments: Mapping[int, int], results: Mapping[int, int] | None) -> Table:
    def row(old: Tokens) -> Tokens:
        return tuple(arguments[number] for number in old)

    def result(old: int) -> int:
        return old if results is None else results[old]

    return Table(
        {row(old): tuple(sorted(map(result, values))) for old, values in table.rows.items()},
        frozenset(map(row, table.partial)),
        frozenset((row(old), result(values)) for old, values in table.doubtful),
    )


def slot_of(place: Expr, function: str) -> Slot | None:
    """The slot of a place as far as its name tells: variables, fields, and elements of arrays in them."""
    elements = 0
    while isinstance(place, Element):
        place, elements = place.operands[0], elements + 1
    match place:
        case Variable(name, _, is_global):
            return Slot(name if is_global else f"{function}::{name}", elements)
        case Field(_, class_name, name, _):
            return Slot(f"{class_name}::{name}", elements)
        case _:
            return None
