"""At which locations of a function a predicate matters, and at which its value had better be forgotten.

A predicate matters where its value may be asked for before everything it is about is written again: by a condition, by
the weakest precondition of another one that matters, by a call or at the end. Elsewhere it would only tell states
apart. Forgetting says less and is sound whatever is forgotten; where nothing is asked, it loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.abstraction.predicates import Predicate
from vexil.abstraction.strengthening import Cones
from vexil.ir.operations import Call, Return
from vexil.ir.program import Function
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames import Frames

Names = frozenset[str]
_NONE: Names = frozenset()


class Relevance:
    """What matters where in one function, for the checks that are asked for."""

    def __init__(
        self,
        frames: Frames,
        function: Function,
        visible: Sequence[Predicate],
        results: Sequence[Predicate],
        checks: Names,
    ) -> None:
        self._frames = frames
        self._terms = frames.space.terms
        self._function = function
        self._visible = visible
        self._checks = checks
        self._cones = Cones(self._terms, tuple(item.term for item in visible), ())
        self._all = frozenset(item.name for item in visible)
        self._end = (*(item for item in visible if item.function is None), *results)
        self._asked: dict[int, Names] = {}
        self._goals: dict[int, Mapping[str, Names]] = {}
        for number in range(len(function.edges)):
            self._asked[number], self._goals[number] = self._uses(number)
        self.needed = self._needed()
        self._forgotten = self._unknown()

    def dead(self, number: int) -> Names:
        """The predicates that do not matter behind an edge."""
        return self._all - self.needed[self._function.edges[number].target]

    def fading(self, number: int) -> Names:
        """The predicates that do not matter behind an edge and that something may be known of before it."""
        return self.dead(number) - self._forgotten[self._function.edges[number].source]

    def _cone(self, term: Term) -> Names:
        """The predicates that can have to do with a condition."""
        if not term.symbols:
            return _NONE
        reached = self._cones.connected(term.symbols)
        return frozenset(item.name for item in self._visible if item.term.symbols & reached)

    def _uses(self, number: int) -> tuple[Names, Mapping[str, Names]]:
        """What an edge asks for in any case, and for the predicates that it changes what their new values ask for."""
        operation = self._function.edges[number].operation
        if isinstance(operation, Call):
            return self._all, {}
        try:
            step = self._frames.step(self._function.name, number)
        except Untranslatable:
            return _NONE, {}
        conditions = [step.guard, step.allowed, *step.conditions.values()]
        if step.demand is not None and step.demand.property in self._checks:
            conditions.append(step.demand.condition)
        symbols = self._frames.symbols(step.after)
        if isinstance(operation, Return):
            left = self._frames.symbols(self._frames.leave(self._function.name))
            substitute = self._terms.substitute
            conditions += [substitute(substitute(item.term, left), symbols) for item in self._end]
        asked = _NONE.union(*map(self._cone, conditions))
        mask = 0
        for symbol in symbols:
            mask |= symbol.symbols
        goals: dict[str, Names] = {}
        for item in self._visible:
            if item.term.symbols & mask:
                before = self._terms.substitute(item.term, symbols)
                if before is not item.term:
                    goals[item.name] = self._cone(before)
        return asked, goals

    def _needed(self) -> list[Names]:
        """For each location what may be asked for from there on."""
        function = self._function
        needed = [_NONE] * len(function.locations)
        incoming: list[list[int]] = [[] for _ in function.locations]
        for number, edge in enumerate(function.edges):
            incoming[edge.target].append(number)
        pending = list(range(len(function.edges)))
        while pending:
            number = pending.pop()
            edge = function.edges[number]
            goals, behind = self._goals[number], needed[edge.target]
            before = self._asked[number] | (behind - goals.keys())
            for name in goals.keys() & behind:
                before |= goals[name]
            if not before <= needed[edge.source]:
                needed[edge.source] |= before
                pending.extend(incoming[edge.source])
        return needed

    def _unknown(self) -> list[Names]:
        """For each location the predicates of which nothing is known there, as they were forgotten on every way."""
        function = self._function
        unknown = [self._all] * len(function.locations)
        unknown[function.entry] = _NONE
        pending = [function.entry]
        reached = {function.entry}
        while pending:
            location = pending.pop()
            for number in function.outgoing[location]:
                edge = function.edges[number]
                if isinstance(edge.operation, Call):
                    behind = _NONE
                elif len(function.outgoing[location]) > 1:  # a condition forgets nothing
                    behind = unknown[location]
                else:
                    behind = (unknown[location] - self._goals[number].keys()) | self.dead(number)
                common = unknown[edge.target] & behind
                if edge.target not in reached or common != unknown[edge.target]:
                    reached.add(edge.target)
                    unknown[edge.target] = common
                    pending.append(edge.target)
        return unknown
