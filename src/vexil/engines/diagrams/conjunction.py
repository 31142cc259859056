"""A conjunction that is kept in parts, as together they may be much larger than what comes of them.

That variables become what others were, one by one, is such a relation: where the two are far apart in the order, its
diagram has a path for each combination of values, of which a set of states may have few. So the parts are taken one
after the other, and a variable is forgotten as soon as no later part is about it (Burch, Clarke and Long 1991).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vexil.engines.diagrams.manager import Diagram, Manager

LARGEST = 500
"""Parts are put together as long as what comes of it has no more nodes."""


class Conjunction:
    """The conjunction of some functions."""

    def __init__(self, manager: Manager, functions: Iterable[Diagram]) -> None:
        self._manager = manager
        self._parts: list[Diagram] = []
        for function in functions:
            if function == manager.true:
                continue
            joined = self._parts[-1] & function if self._parts else function
            if self._parts and manager.size(joined) <= LARGEST:
                self._parts[-1] = joined
            else:
                self._parts.append(function)
        self._supports = [manager.support(part) for part in self._parts]
        self._plans: dict[tuple[str, ...], list[list[str]]] = {}

    def and_exist(self, names: Sequence[str], source: Diagram) -> Diagram:
        """The conjunction of everything with a set, for some values of variables."""
        if not self._parts:
            return self._manager.exist(names, source)
        result = source
        for part, ended in zip(self._parts, self._plan(tuple(names)), strict=True):
            result = self._manager.and_exist(ended, result, part)
        return result

    def _plan(self, names: tuple[str, ...]) -> list[list[str]]:
        """The variables that each part is the last one to be about; those of no part come with the first."""
        plan = self._plans.get(names)
        if plan is None:
            plan = self._plans[names] = [[] for _ in self._parts]
            for name in names:
                places = (place for place, support in enumerate(self._supports) if name in support)
                plan[max(places, default=0)].append(name)
        return plan
