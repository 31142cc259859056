"""One step between valuations: its image, what may lead into a set, and what certainly does.

Certain steps are in hyper form: for one combination of what the environment chooses, the concrete program certainly
takes one of the possible successors, though nobody knows which; so it certainly gets into a set that has all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from vexil.engines.diagrams.conjunction import Conjunction
from vexil.engines.diagrams.manager import Diagram, Manager


class Pair(NamedTuple):
    """A partial expression: where it is certainly true, and where it is certainly false."""

    yes: Diagram
    no: Diagram

    def negated(self) -> Pair:
        """The negation."""
        return Pair(self.no, self.yes)

    @property
    def is_decided(self) -> bool:
        """Say whether it has a value everywhere."""
        return self.yes == ~self.no


class Step:
    """A parallel update of variables, all others unchanged.

    ``values`` has what each target becomes; ``chosen`` are set by the environment, to what ``possible`` allows, and
    ``definite`` certainly; these two and ``constraint`` are over current and next variables. ``kept`` is the invariant
    that holds of the current variables in every state: no successor violates it.
    """

    def __init__(
        self,
        manager: Manager,
        values: Mapping[str, Pair],
        following: Mapping[str, str],
        *,
        chosen: Iterable[str] = (),
        possible: Diagram | None = None,
        definite: Diagram | None = None,
        constraint: Diagram | None = None,
        kept: Diagram | None = None,
    ) -> None:
        self._manager = manager
        self._chosen = [following[name] for name in chosen]
        self._decided = {name: pair.yes for name, pair in values.items() if pair.is_decided}
        self._open = [following[name] for name in values if name not in self._decided]
        self._definite = manager.true if definite is None else definite
        moved = {name: manager.declare(following[name]) for name in (*values, *chosen) if name not in self._decided}
        self._moved = {**self._decided, **moved}
        self._changed = [*values, *chosen]
        parts = [] if possible is None else [possible]
        for name, pair in values.items():
            if name not in self._decided:
                parts.append(manager.ite(manager.declare(following[name]), ~pair.no, ~pair.yes))
        if constraint is not None:
            # the next value of a decided target is its expression
            values_after = {following[name]: value for name, value in self._decided.items()}
            parts.append(manager.replaced(constraint, values_after))
        # the invariant is large where the relation is small, so they are kept apart
        self._kept = manager.true if kept is None else kept
        self._parts = parts
        self._constants = {
            name: value for name, value in self._decided.items() if value in (manager.true, manager.false)
        }
        self._following = following
        self._back = {
            following[name]: manager.declare(name) for name in (*values, *chosen) if name not in self._constants
        }

    @cached_property
    def _relation(self) -> Diagram:
        """What is possible of the current values and the next values of undecided and chosen targets."""
        relation = self._manager.true
        for part in self._parts:
            relation = relation & part
        return relation

    @cached_property
    def _forward(self) -> Conjunction:
        """The same, with what decided targets become; constants are put in later."""
        manager = self._manager
        decided = (
            manager.same(manager.declare(self._following[name]), value)
            for name, value in self._decided.items()
            if name not in self._constants
        )
        return Conjunction(manager, (*self._parts, *decided))

    @property
    def relation(self) -> Diagram:
        """What holds of the current values and the next values of undecided and chosen targets."""
        return self._relation & self._manager.replaced(self._kept, self._moved)

    def may_pre(self, target: Diagram) -> Diagram:
        """The valuations from which some step may lead into *target*."""
        moved = self._manager.replaced(target & self._kept, self._moved)
        return self._manager.and_exist([*self._open, *self._chosen], self._relation, moved)

    def must_pre(self, target: Diagram) -> Diagram:
        """The valuations from which the concrete program can certainly get into *target*."""
        manager = self._manager
        # no possible successor is outside, and there is one
        escapes = manager.and_exist(self._open, self._relation, manager.replaced(self._kept & ~target, self._moved))
        some = manager.and_exist(self._open, self._relation, manager.replaced(self._kept, self._moved))
        certain = self._definite & some & ~escapes
        return manager.exist(self._chosen, certain)

    def image(self, source: Diagram) -> Diagram:
        """The valuations that some step may lead to from *source*."""
        manager = self._manager
        if not self._changed:
            return source & self._relation & self._kept
        reached = self._forward.and_exist(self._changed, source)
        reached = manager.replaced(reached, self._back)
        if self._constants:
            fixed = manager.cube({name: value == manager.true for name, value in self._constants.items()})
            reached = reached & fixed
        return reached & self._kept
