"""The order of abstractions: numbers below, one point above, and between them what users declare coercions for.

An abstraction may flow into every abstraction above it. Each is known by name; what a name stands for depends on the
concrete type, and some names have no meaning for some types, so that bounds are looked for among those that have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import combinations

from vexil.core.errors import UsageError
from vexil.core.graphs import reachable
from vexil.core.wording import did_you_mean
from vexil.ir.types import F32, F64, I8, I16, I32, I64, INT, U8, U16, U32, U64
from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.typing import CONCRETE, POINT

BOTTOM = "bot"
"""No information yet: below everything, in inference only."""
Supports = Callable[[str, Concrete], bool]
"""Whether an abstraction exists for a concrete type."""
_COMMON: tuple[Concrete, ...] = (I32, I64, I16, I8, U8, U16, U32, U64, INT, F32, F64)


def everywhere(_name: str, _concrete: Concrete) -> bool:
    """Say that an abstraction exists for every concrete type."""
    return True


class Lattice:
    """A partial order of names in which any two have a least bound above and a greatest below."""

    def __init__(
        self, names: Iterable[str], coercions: Iterable[tuple[str, str]] = (), supports: Supports = everywhere
    ) -> None:
        """Order *names* by the *coercions* (source, target) that a user declares.

        Raises `UsageError` for a coercion between abstractions of different concrete types, or when the order would
        have a cycle, or two abstractions without a least one above both.
        """
        inner = [name for name in dict.fromkeys(names) if name not in (CONCRETE, POINT)]
        self.names = (CONCRETE, *inner, POINT)
        self.coercions = tuple(dict.fromkeys(coercions))
        self._given = supports
        self._supported: dict[tuple[str, Concrete], bool] = {}
        self._lifted: dict[tuple[str, Concrete], str] = {}
        self._joins: dict[tuple[str, str, Concrete | None], str] = {}
        for source, target in self.coercions:
            self._refuse(source, target)
        self._refuse_missing_joins()

    def extended(self, names: Iterable[str], coercions: Iterable[tuple[str, str]] = ()) -> Lattice:
        """The lattice with more names and coercions."""
        return Lattice((*self.names, *names), (*self.coercions, *coercions), self._given)

    def known(self, name: str) -> str:
        """The name, if there is such an abstraction; raises `UsageError` otherwise."""
        if name in self.names:
            return name
        hint = did_you_mean(name, self.names, f"there are: {', '.join(self.names)}")
        raise UsageError(f"there is no abstraction called {name!r}", hint=hint)

    def supports(self, name: str, concrete: Concrete) -> bool:
        """Say whether an abstraction exists for a concrete type; numbers and the point always do."""
        if name in (CONCRETE, POINT):
            return True
        supported = self._supported.get((name, concrete))
        if supported is None:
            supported = self._supported[name, concrete] = self._given(name, concrete)
        return supported

    def below(self, lower: str, upper: str) -> bool:
        """Say whether a value of one type may flow where the other is expected."""
        return lower in (upper, BOTTOM) or upper in self._above.get(lower, ())

    def join(self, first: str, second: str, concrete: Concrete | None = None) -> str:
        """The least type above both, among those that a concrete type has."""
        if self.below(first, second):
            return second
        if self.below(second, first):
            return first
        joined = self._joins.get((first, second, concrete))
        if joined is None:
            joined = self._least(self._common_above(first, second, concrete)) or POINT
            self._joins[first, second, concrete] = joined
        return joined

    def meet(self, types: Iterable[str]) -> str:
        """The greatest type below all of them; `POINT` for none."""
        result = POINT
        for name in types:
            lower = [bound for bound in self.names if self.below(bound, result) and self.below(bound, name)]
            result = next(bound for bound in lower if all(self.below(other, bound) for other in lower))
        return result

    def carry(self, name: str, source: Concrete, target: Concrete) -> str:
        """The type with which values arrive that flow from one concrete type to another, or the same."""
        return name if source == target else self.lift(name, target)

    def lift(self, name: str, concrete: Concrete) -> str:
        """The type that values have after a conversion to *concrete*: the least one above that exists there.

        Greater types never become smaller ones.
        """
        if name in (BOTTOM, CONCRETE, POINT):
            return name
        lifted = self._lifted.get((name, concrete))
        if lifted is None:
            least = [self.lift(other, concrete) for other in self.names if other != name and self.below(other, name)]
            above = [
                other
                for other in self.names
                if other != CONCRETE
                and self.below(name, other)
                and all(self.below(lower, other) for lower in least)
                and self.supports(other, concrete)
            ]
            lifted = self._least(above) or POINT
            self._lifted[name, concrete] = lifted
        return lifted

    @cached_property
    def _above(self) -> dict[str, frozenset[str]]:
        """What is strictly above each name."""
        direct = {name: {target for source, target in self.coercions if source == name} for name in self.names}
        above: dict[str, frozenset[str]] = {}
        for name in self.names:
            above[name] = frozenset({POINT, *reachable(direct[name], direct.__getitem__)} - {name})
        above[CONCRETE] = frozenset(self.names) - {CONCRETE}
        above[POINT] = frozenset()
        return above

    def _common_above(self, first: str, second: str, concrete: Concrete | None) -> list[str]:
        return [
            name
            for name in self.names
            if self.below(first, name)
            and self.below(second, name)
            and (concrete is None or self.supports(name, concrete))
        ]

    def _least(self, names: list[str]) -> str | None:
        return next((name for name in names if all(self.below(name, other) for other in names)), None)

    def _refuse(self, source: str, target: str) -> None:
        """Raise `UsageError` for a coercion that cannot be declared."""
        self.known(source)
        self.known(target)
        if not any(self.supports(source, kind) and self.supports(target, kind) for kind in _COMMON):
            raise UsageError(
                f"there is no coercion {source} << {target}: they abstract different concrete types",
                hint="declare coercions between abstractions of one concrete type",
            )
        back = target if source == POINT else CONCRETE if target == CONCRETE else ""
        path = [target, source] if back and source != target else self._path(target, source)
        if path is not None and source != target:
            shown = " << ".join([source, *path])
            raise UsageError(f"coercions form a cycle: {shown}", hint="leave one of them out, or use one abstraction")

    def _path(self, start: str, goal: str) -> list[str] | None:
        """The declared coercions from one name to another."""
        trees: dict[str, str] = {start: ""}
        pending = [start]
        for current in pending:
            if current == goal:
                break
            for source, target in self.coercions:
                if source == current and target not in trees:
                    trees[target] = current
                    pending.append(target)
        return [*_back(trees, goal)][::-1] if goal in trees else None

    def _refuse_missing_joins(self) -> None:
        declared = [name for name in self.names if any(name == source for source, _ in self.coercions)]
        for first, second in combinations(declared, 2):
            above = self._common_above(first, second, None)
            if self._least(above) is None:
                least = [name for name in above if not any(self.below(other, name) for other in above if other != name)]
                raise UsageError(
                    f"{first} and {second} have no least abstraction above them: both {' and '.join(least)} are",
                    hint=f"declare {least[0]} << {least[1]} or the reverse, or leave one of the coercions out",
                )


def _back(trees: dict[str, str], goal: str) -> Iterator[str]:
    while goal:
        yield goal
        goal = trees[goal]
