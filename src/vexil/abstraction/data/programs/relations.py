"""Relations that do not depend on what tokens stand for, and the declarations of an abstract program."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from vexil.core.errors import InternalError, UsageError
from vexil.ir.expressions import Const, Operator
from vexil.ir.fold import folded
from vexil.ir.program import Program, Relation, TokenSet
from vexil.ir.types import BOOL, BoolType, TokenType, Type
from vexil.model.tokens.abstract_type import AbstractType


@dataclass(frozen=True, slots=True)
class Cells:
    """The elements of an array whose index is abstracted: every cell holds the set of what its elements may be."""

    type: TokenType
    component: Type
    index: AbstractType
    sets: tuple[tuple[int, ...], ...]
    """By number of a token of ``type`` the values of the component that the set has."""


class Relations:
    """Token sets and relations, declared when something first needs them."""

    def __init__(self, program: Program) -> None:
        self.token_sets: dict[str, TokenSet] = dict(program.token_sets)
        self.relations: dict[str, Relation] = dict(program.relations)

    def boolean(self, operator: Operator) -> str:
        """A connective, or equality of truth values, as a relation."""
        arity = 1 if operator is Operator.NOT else 2
        rows = tuple(
            (row, (int(truth.value),))
            for row in product((0, 1), repeat=arity)
            if isinstance(truth := folded(operator, tuple(Const(bool(item), BOOL) for item in row), BOOL), Const)
        )
        return self.declare(Relation(operator.value, (BOOL,) * arity, BOOL, rows))

    def selection(self, kind: Type) -> str:
        """The relation that gives the second argument if the first is true, else the third."""
        size = self.size(kind)
        rows = tuple(
            ((which, first, second), (first if which else second,))
            for which, first, second in product((0, 1), range(size), range(size))
        )
        return self.declare(Relation(f"if {kind}", (BOOL, kind, kind), kind, rows))

    def size(self, kind: Type) -> int:
        """How many values a type of tokens or truth values has."""
        if isinstance(kind, BoolType):
            return 2
        if not isinstance(kind, TokenType):
            raise InternalError(f"a relation should be about tokens and truth values, not {kind}")
        return len(self.token_sets[kind.name].tokens)

    def declare(self, relation: Relation) -> str:
        """Declare a relation unless it is known; the name."""
        known = self.relations.setdefault(relation.name, relation)
        if known.parameters != relation.parameters or known.result != relation.result or known.rows != relation.rows:
            raise UsageError(f"the program has a relation called {relation.name} already")
        return relation.name

    def members(self, cells: Cells) -> str:
        """The relation from a cell to what it may hold."""
        rows = tuple(((number,), item) for number, item in enumerate(cells.sets))
        return self.declare(Relation(f"{cells.type.name} holds", (cells.type,), cells.component, rows))

    def stored(self, cells: Cells) -> str:
        """The relation that gives a cell after a write, from the index, what it holds and what is written."""
        numbers = {item: number for number, item in enumerate(cells.sets)}
        rows = []
        for token, (number, item), value in product(
            range(len(cells.index.tokens)), enumerate(cells.sets), range(self.size(cells.component))
        ):
            kept = () if token in cells.index.single else item
            rows.append(((token, number, value), (numbers[tuple(sorted({*kept, value}))],)))
        parameters = (cells.index.type, cells.type, cells.component)
        return self.declare(Relation(f"{cells.type.name} stored", parameters, cells.type, tuple(sorted(rows))))
