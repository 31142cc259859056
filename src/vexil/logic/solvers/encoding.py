"""Terms as the flat nodes that a solver's process reads, each sent once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vexil.core.errors import UsageError
from vexil.logic.solvers.child.wire import Node
from vexil.logic.sorts import ArraySort, BitsSort, BoolSort, FloatSort, IntSort, Sort
from vexil.logic.terms import Term


class Encoder:
    """Numbers the terms and sorts that one process knows, and gathers those it has to be told."""

    def __init__(self, solver: str, *, has_integers: bool) -> None:
        self._solver = solver
        self._has_integers = has_integers
        self._terms: dict[Term, int] = {}
        self._weights: dict[Term, int] = {}
        self._sorts: dict[Sort, int] = {}
        self.new_sorts: list[tuple[Any, ...]] = []
        self.new_nodes: list[Node] = []

    def numbers(self, terms: Iterable[Term]) -> list[int]:
        """The numbers of terms, after gathering what is new in them."""
        numbered = self._terms
        wanted = list(terms)
        for term in wanted:
            if term not in numbered:
                self._gather(term)
        return [numbered[term] for term in wanted]

    def weight(self, term: Term) -> int:
        """How many nodes were new in a term when it was first asked for, and one."""
        return self._weights.get(term, 0) + 1

    def _gather(self, missing: Term) -> None:
        numbered = self._terms
        fresh = {missing}
        stack = [missing]
        while stack:
            for argument in stack.pop().args:
                if argument not in numbered and argument not in fresh:
                    fresh.add(argument)
                    stack.append(argument)
        self._weights[missing] = len(fresh)
        in_order = sorted(fresh, key=_number)  # a term has a higher number than its arguments
        sorts: dict[int, int] = {}  # by identity: hashing a sort takes longer than all the rest
        for term in in_order:
            if id(term.sort) not in sorts:
                sorts[id(term.sort)] = self._sort(term.sort)
        nodes = self.new_nodes
        for term in in_order:
            args = tuple([numbered[argument] for argument in term.args])
            numbered[term] = len(numbered)
            nodes.append((term.op, sorts[id(term.sort)], args, term.payload))

    def _sort(self, sort: Sort) -> int:
        """The number of a sort; arrays of arrays are as deep as a person writes them."""
        number = self._sorts.get(sort)
        if number is None:
            described = self._described(sort)
            self.new_sorts.append(described)
            number = self._sorts[sort] = len(self._sorts)
        return number

    def _described(self, sort: Sort) -> tuple[Any, ...]:
        match sort:
            case BoolSort():
                return ("bool",)
            case IntSort():
                if not self._has_integers:
                    raise UsageError(f"{self._solver} knows no sort {sort}", hint="choose the solver z3 or cvc5")
                return ("int",)
            case BitsSort(width):
                return ("bits", width)
            case FloatSort(width):
                return ("float", width)
            case ArraySort(index, element):
                return ("array", self._sort(index), self._sort(element))

    def take(self) -> tuple[list[tuple[Any, ...]], list[Node]]:
        """What was gathered since the last time."""
        sorts, nodes = self.new_sorts, self.new_nodes
        self.new_sorts, self.new_nodes = [], []
        return sorts, nodes


def _number(term: Term) -> int:
    return term.number
