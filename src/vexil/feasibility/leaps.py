"""Paths that leap over loops: their closed forms stand for any number of rounds.

A path of an abstraction goes round a loop a few times, and no run goes that way where it has to be many. Its rounds are
taken out and the closed forms of the loop put in, over the number of rounds that is looked for. The forms are guesses:
that there is a run is shown by going along it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial

from vexil.analysis import Analyses
from vexil.analysis.closed_forms import LoopForms, counter, forms_of
from vexil.analysis.weak_order import Order
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Variable
from vexil.ir.types import IntegerType
from vexil.logic.factory import Terms
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.steps import Steps
from vexil.logic.terms import Term
from vexil.model.frames.paths import CallEvent, Event, LeapEvent, ReturnEvent, StepEvent

ROUNDS_WIDTH = 24
"""Bits of a number of rounds: a run is made move by move, so that there are not that many."""


class LoopLeaps:
    """The loops of a program that closed forms tell all about, as events on paths."""

    def __init__(self, space: Space, analyses: Analyses) -> None:
        self._space = space
        self._analyses = analyses
        self._orders: dict[str, Order] = {}
        self._events: dict[tuple[str, int], LeapEvent | None] = {}

    def along(self, events: Sequence[Event]) -> tuple[Event, ...] | None:
        """A path with leaps in place of what it does in loops; nothing where it goes by no loop that has one."""
        activations = _activations(events)
        made: list[Event] = []
        position, is_new = 0, False
        while position < len(events):
            event = events[position]
            made.append(event)
            head = self._entered(event)
            leap = None if head is None else self._leap(event.function, head)
            if leap is not None:
                assert head is not None
                position = self._last_arrival(events, activations, position, head)
                made.append(leap)
                is_new = True
            position += 1
        return tuple(made) if is_new else None

    def _order(self, function: str) -> Order:
        if function not in self._orders:
            self._orders[function] = Order(self._space.program.functions[function])
        return self._orders[function]

    def _entered(self, event: Event) -> int | None:
        """The head of the loop that an event enters."""
        if not isinstance(event, StepEvent | ReturnEvent):
            return None
        edge = self._space.program.functions[event.function].edges[event.edge]
        order = self._order(event.function)
        is_entry = edge.target in order.heads and edge.target not in order.nest[edge.source]
        return edge.target if is_entry else None

    def _last_arrival(self, events: Sequence[Event], activations: Sequence[int], first: int, head: int) -> int:
        """The position of the last arrival at a head before the loop is left."""
        function = events[first].function
        nest = self._order(function).nest
        edges = self._space.program.functions[function].edges
        last = first
        for position in range(first + 1, len(events)):
            event = events[position]
            if activations[position] != activations[first] or isinstance(event, CallEvent):
                continue
            if not isinstance(event, StepEvent | ReturnEvent) or head not in nest[edges[event.edge].target]:
                break
            if edges[event.edge].target == head:
                last = position
        return last

    # --- closed forms ------------------------------------------------------------------------------------

    def _leap(self, function: str, head: int) -> LeapEvent | None:
        key = (function, head)
        if key not in self._events:
            body = self._space.program.functions[function]
            forms = forms_of(self._analyses, body, self._order(function), head)
            is_told = forms is not None and forms.are_complete and not forms.chains
            try:
                self._events[key] = self._event(function, head, forms) if forms is not None and is_told else None
            except Untranslatable:
                self._events[key] = None
        return self._events[key]

    def _event(self, function: str, head: int, forms: LoopForms) -> LeapEvent:
        space, terms = self._space, self._space.terms
        steps = Steps(space, function)
        rounds = terms.symbol(f"?rounds {function}:{head}", terms.bv(0, ROUNDS_WIDTH).sort)
        beside = self._beside(space.initial, steps, function, forms.auxiliaries, rounds)
        state = space.initial.written(beside)
        after = {
            space.name(function, variable): steps.translate(state, form).value
            for variable, form in forms.values.items()
        }
        behind = state.written(after)
        needs = tuple(steps.translate(behind, fact).value for fact in forms.facts)
        for variable in forms.values:
            space.register(function, variable)
        edge = space.program.functions[function].outgoing[head][0]
        return LeapEvent(function, edge, head, rounds, after, needs)

    def _beside(
        self, state: State, steps: Steps, function: str, auxiliaries: Sequence[Auxiliary], rounds: Term
    ) -> Mapping[str, Term]:
        """What auxiliary variables are behind a number of rounds: counts of them, or what they are at the beginning."""
        terms = self._space.terms
        counts = {counter(kind.width, degree).name: degree for kind in _kinds(auxiliaries) for degree in range(1, 8)}
        values: dict[str, Term] = {}
        for one in auxiliaries:
            name = self._space.name(function, one.variable)
            kind = one.variable.type
            if one.variable.name in counts and isinstance(kind, IntegerType):
                values[name] = _chosen(terms, rounds, counts[one.variable.name], kind.width)
            elif isinstance(one.step, Variable) and one.step.name == one.variable.name:
                values[name] = steps.translate(state, one.initial).value
            else:  # whether it is the first arrival
                values[name] = terms.eq(rounds, terms.bv(0, ROUNDS_WIDTH))
        return values


def at_most(event: Event, most: int, terms: Terms) -> Event:
    """A leap that goes round its loop at most so often; other events as they are."""
    if not isinstance(event, LeapEvent):
        return event
    limit = terms.ule(event.rounds, terms.bv(most, ROUNDS_WIDTH))
    return replace(event, needs=(*event.needs, limit))


def _kinds(auxiliaries: Sequence[Auxiliary]) -> set[IntegerType]:
    return {one.variable.type for one in auxiliaries if isinstance(one.variable.type, IntegerType)}


def _chosen(terms: Terms, rounds: Term, degree: int, width: int) -> Term:
    """The ways to choose so many of the rounds, modulo a power of two."""
    wide = max(width, ROUNDS_WIDTH * degree)
    count = terms.zero_extend(rounds, wide - ROUNDS_WIDTH)
    product = count
    for step in range(1, degree):
        product = terms.binary("bvmul", product, terms.binary("bvsub", count, terms.bv(step, wide)))
    if degree > 1:
        product = terms.binary("bvudiv", product, terms.bv(factorial(degree), wide))
    return terms.extract(product, width - 1, 0)


def _activations(events: Sequence[Event]) -> list[int]:
    """Which activation of a function each event belongs to; calls and returns belong to the caller."""
    numbers: list[int] = []
    stack, made = [0], 0
    for event in events:
        if isinstance(event, ReturnEvent) and len(stack) > 1:
            stack.pop()
        numbers.append(stack[-1])
        if isinstance(event, CallEvent):
            made += 1
            stack.append(made)
    return numbers
