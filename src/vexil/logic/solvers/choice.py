"""Which solver is asked: the fastest one that knows what a question is about."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from vexil.core.dag import postorder
from vexil.core.graphs import reachable
from vexil.ir.operations import expressions_of
from vexil.ir.program import Program
from vexil.ir.types import MathType, Type
from vexil.logic.sorts import INT, ArraySort, Sort
from vexil.logic.terms import Term, arguments


def solver_of_integers(*, mathematical: bool) -> str:
    """The name of the fastest solver for integers of any size, or for those of machines."""
    return "z3" if mathematical else "bitwuzla"


def solver_for(program: Program) -> str:
    """The name of the fastest solver that knows the integers of a program."""
    return solver_of_integers(mathematical=has_mathematical_integers(program))


def suitable(terms: Iterable[Term]) -> str:
    """The name of the fastest solver that knows all sorts in these terms."""
    return solver_of_integers(mathematical=any(_has_integers(term.sort) for term in reachable(terms, arguments)))


def _has_integers(sort: Sort) -> bool:
    return any(map(_has_integers, (sort.index, sort.element))) if isinstance(sort, ArraySort) else sort == INT


def has_mathematical_integers(program: Program) -> bool:
    """Say whether a variable, a result or a part of an expression is a mathematical integer."""
    return any(isinstance(kind, MathType) for kind in _types(program))


def _types(program: Program) -> Iterator[Type | None]:
    """The types of a program, those of declarations first: expressions are many."""
    yield from (variable.type for variable in program.globals)
    for function in program.functions.values():
        yield function.result
        yield from (variable.type for variable in function.variables.values())
    visited: set[Hashable] = set()
    for function in program.functions.values():
        for edge in function.edges:
            for expression in expressions_of(edge.operation):
                yield from (part.type for part in postorder(expression, done=visited))
