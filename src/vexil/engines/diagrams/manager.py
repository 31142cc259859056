"""A typed face of the BDD package CUDD (Somenzi 1998), with the few operations that the engines need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, Self


class Diagram(Protocol):
    """A Boolean function; equal functions are equal objects, so ``==`` takes constant time."""

    def __and__(self, other: Self) -> Self: ...
    def __or__(self, other: Self) -> Self: ...
    def __invert__(self) -> Self: ...
    def __le__(self, other: Self) -> bool: ...
    def __hash__(self) -> int: ...


SIFTED = 30
"""So many variables, those with most nodes, find new places when the order is improved."""
DETOUR = 1.1
"""How much larger the diagrams may become while a variable looks for its place."""


class Manager:
    """Makes and combines Boolean functions over named variables, whose order it improves as it goes."""

    def __init__(self) -> None:
        from dd import cudd

        self._package: Any = cudd
        self._bdd: Any = cudd.BDD()
        self._bdd.configure(reordering=True, max_vars=SIFTED, max_growth=DETOUR)
        self.true: Diagram = self._bdd.true
        self.false: Diagram = self._bdd.false
        self._variables: dict[str, Diagram] = {}

    def declare(self, name: str, behind: str | None = None) -> Diagram:
        """The variable of this name; a new one comes behind a certain one if that is given, else behind all others."""
        variable = self._variables.get(name)
        if variable is None:
            if behind is None:
                self._bdd.declare(name)
            else:
                self._bdd.insert_var(name, self._bdd.level_of_var(behind) + 1)
            variable = self._variables[name] = self._bdd.var(name)
        return variable

    def exist(self, names: Iterable[str], function: Diagram) -> Diagram:
        """The function for some values of variables."""
        variables = list(names)
        result: Diagram = self._bdd.exist(variables, function) if variables else function
        return result

    def forall(self, names: Iterable[str], function: Diagram) -> Diagram:
        """The function for all values of variables."""
        variables = list(names)
        result: Diagram = self._bdd.forall(variables, function) if variables else function
        return result

    def and_exist(self, names: Iterable[str], left: Diagram, right: Diagram) -> Diagram:
        """The conjunction for some values of variables, without building the conjunction first."""
        variables = list(names)
        result: Diagram = self._package.and_exists(left, right, variables) if variables else left & right
        return result

    def replaced(self, function: Diagram, by: Mapping[str, Diagram]) -> Diagram:
        """The function with functions put for variables, all at once."""
        result: Diagram = self._bdd.let(dict(by), function) if by else function
        return result

    def ite(self, condition: Diagram, yes: Diagram, no: Diagram) -> Diagram:
        """One of two functions by a condition."""
        result: Diagram = self._bdd.ite(condition, yes, no)
        return result

    def same(self, left: Diagram, right: Diagram) -> Diagram:
        """Where two functions have the same value."""
        result: Diagram = self._bdd.apply("<=>", left, right)
        return result

    def support(self, function: Diagram) -> frozenset[str]:
        """The variables that a function depends on."""
        return frozenset(self._bdd.support(function))

    def cube(self, values: Mapping[str, bool]) -> Diagram:
        """The function that holds for exactly these values."""
        result: Diagram = self._bdd.cube(dict(values))
        return result

    def count(self, function: Diagram, names: Iterable[str]) -> int:
        """How many valuations of variables satisfy a function that depends on no others."""
        return int(self._bdd.count(function, nvars=len(set(names))))

    def pick(self, function: Diagram, names: Iterable[str]) -> dict[str, bool]:
        """The least valuation that satisfies a function (false before true, in the order of names).

        The function is satisfiable and depends on no other variables.
        """
        values: dict[str, bool] = {}
        for name in names:
            variable = self.declare(name)
            low = function & ~variable
            values[name] = low == self.false
            function = function & variable if values[name] else low
        return values

    def valuations(self, function: Diagram, names: Iterable[str]) -> Iterator[dict[str, bool]]:
        """Every valuation that satisfies a function, in order (false before true, the first name weighs most)."""
        order = list(names)
        pending: list[tuple[int, Diagram, dict[str, bool]]] = [(0, function, {})]
        while pending:
            depth, rest, values = pending.pop()
            if rest == self.false:
                continue
            if depth == len(order):
                yield values
                continue
            variable = self.declare(order[depth])
            pending.append((depth + 1, rest & variable, {**values, order[depth]: True}))
            pending.append((depth + 1, rest & ~variable, {**values, order[depth]: False}))

    def size(self, function: Diagram) -> int:
        """The number of nodes."""
        return int(function.dag_size)  # type: ignore[attr-defined]
