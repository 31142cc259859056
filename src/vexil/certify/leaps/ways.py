"""Ways between control points of the entry function, executed symbolically from any state at one of them."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.branching.atoms import Conditions
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need, RequirementCollector
from vexil.certify.branching.states import States
from vexil.certify.branching.steps import Stepper
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Term, Truth
from vexil.ir.operations import Check
from vexil.ir.program import LocationKind
from vexil.transform.inlining import Inlining

FAILURE = -1
"""Where a check fails."""
MOST_WAYS = 400
MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Way:
    """A way from a state at a control point to another control point.

    It exists for those inputs with which ``taken`` and ``needs`` hold; behind a check that fails there is no state.
    """

    target: int
    taken: Truth
    needs: tuple[Need, ...]
    inputs: tuple[Term, ...]
    state: State | None
    edges: frozenset[int]
    last: int
    """The last edge."""


@dataclass(frozen=True, slots=True)
class _Reached:
    location: int
    state: State
    needs: tuple[Need, ...]
    inputs: tuple[Term, ...]
    edges: frozenset[int]


class Ways:
    """Finds ways; those from one state are the same every time."""

    def __init__(
        self,
        form: Inlining,
        points: frozenset[int],
        checks: frozenset[str],
        stepper: Stepper,
        conditions: Conditions,
        ledger: RequirementCollector,
        terms: InputTerms,
        states: States,
    ) -> None:
        self._form = form
        self._points = points
        self._checks = checks
        self._stepper = stepper
        self._conditions = conditions
        self._ledger = ledger
        self._terms = terms
        self._states = states
        self._memo: dict[State, tuple[Way, ...]] = {}

    def ways(self, location: int, state: State) -> tuple[Way, ...]:
        """All ways on from a state at a control point; raises `Unsupported` for too many, and for loops without one."""
        known = self._memo.get(state)
        if known is None:
            known = self._memo[state] = tuple(self._found(location, state))
        return known

    def _found(self, location: int, state: State) -> list[Way]:
        found: list[Way] = []
        pending = [_Reached(location, state, (), (), frozenset())]
        count = 0
        while pending:
            arrived = pending.pop()
            count += 1
            if count > MOST_STEPS or len(found) > MOST_WAYS:
                raise Unsupported("too many ways between two control points, or a loop without one")
            here = self._checked(arrived, found)
            if here is None:
                continue
            if self._form.entry.locations[here.location].kind is LocationKind.TERMINAL:
                continue
            following = self._stepper.steps(here.location, here.state)
            for number, step in zip(self._form.entry.outgoing[here.location], following.steps, strict=False):
                if step.state is None or step.taken is False:
                    continue
                needs = (*here.needs, *following.needs, *step.needs)
                inputs, edges = (*here.inputs, *step.inputs), here.edges | {number}
                if step.target in self._points:
                    found.append(Way(step.target, step.taken, needs, inputs, step.state, edges, number))
                else:
                    pending.append(_Reached(step.target, step.state, needs, inputs, edges))
        return found

    def _checked(self, here: _Reached, found: list[Way]) -> _Reached | None:
        """A check that is asked for: where it fails a way ends, and where it holds control goes on."""
        edges = self._form.entry.outgoing[here.location]
        operation = self._form.entry.edges[edges[0]].operation if len(edges) == 1 else None
        if not isinstance(operation, Check) or operation.property not in self._checks:
            return here
        needs: list[Need] = []
        fails = self._conditions.truth(operation.condition, here.state, needs, wanted=False)
        taken = self._terms.both(here.state.guard.all, fails)
        if taken is not False:
            found.append(Way(FAILURE, taken, here.needs, here.inputs, None, here.edges | {edges[0]}, edges[0]))
        passing = here.state.copy()
        try:
            self._ledger.assume(passing, self._conditions.truth(operation.condition, here.state, []))
        except Ended:
            return None
        return _Reached(here.location, passing, here.needs, here.inputs, here.edges)
