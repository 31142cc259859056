"""Execution of all threads in every order that matters, with a symbolic state for all runs at one place.

Where control is, in every thread, is known; values are terms. A thread goes on by itself as long as it does nothing
that others notice; where every thread is about to, all that can move are tried. Moments at which all threads are at the
same places are joined, so what has to be looked at are places and not orders.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from vexil.certify.interleavings.deadlocks import Deadlocks
from vexil.certify.interleavings.moments import (
    ENDED,
    RUNNING,
    WAITING,
    WOKEN,
    Moment,
    MomentMerger,
    Thread,
)
from vexil.certify.interleavings.races import Races
from vexil.certify.interleavings.steps import Steps
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import is_number
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.terms import Term, Truth
from vexil.ir import operations as ops
from vexil.ir.program import Function, LocationKind

INTERVAL = 128
"""Steps between two looks at the limits."""
MOST_STEPS = 400_000
Order = tuple[tuple[int, ...], ...]


class Exploration(Steps):
    """Explores one program."""

    def __init__(self, merger: MomentMerger, *parts: Any) -> None:
        super().__init__(*parts)
        self._merger = merger
        self._pending: dict[tuple[object, ...], Moment] = {}
        self._queue: list[tuple[Order, int, tuple[object, ...]]] = []
        self._count = 0
        self.steps = 0
        self.moments = 0
        self.races: Races | None = None
        """What looks for data races, where they are asked for."""
        self.deadlocks: Deadlocks | None = None
        """What looks for deadlocks, where they are."""

    def run(self) -> None:
        """Explore everything from the initial states on."""
        state = initial_state(self.evaluator, self.operations, self.ledger)
        self.patterns = {variable.name: state.globals[variable.name] for variable in self.per_thread}
        self.blocks_of_patterns = {
            variable.name: state.objects[self.patterns[variable.name][0]].copy()
            for variable in self.per_thread
            if variable.addressable
        }
        entry = self.program.functions[self.program.entry]
        moment = Moment(state, {}, {})
        self.begin(moment, 1, 0, entry, [], frozenset(), dict(self.patterns))
        self.arrive(moment)
        while self._queue:
            _, _, control = heappop(self._queue)
            moment = self._pending.pop(control)
            self.moments += 1
            self._go_on(moment)

    def arrive(self, moment: Moment) -> None:
        """Let a moment wait, joined with one that has the same control."""
        control = moment.control()
        waiting = self._pending.get(control)
        if waiting is not None:
            self._pending[control] = self._merger.join(waiting, moment)
            return
        self._pending[control] = moment
        self._count += 1
        heappush(self._queue, (self._order(moment), self._count, control))

    def _order(self, moment: Moment) -> Order:
        return tuple(self._order_of(moment.threads[number]) for number in sorted(moment.threads))

    def _order_of(self, thread: Thread) -> tuple[int, ...]:
        if thread.status == ENDED:
            return (1 << 60,)
        parts: list[int] = []
        for call in thread.calls:
            place = self.layout(call.function).position
            parts.append(self._indices[call.function] + 10)
            for head, count in call.rounds:
                parts += (place[head], count)
            parts.append(place.get(call.location, len(place)))
        parts.append(thread.status)
        return tuple(parts)

    def _go_on(self, moment: Moment) -> None:
        """Let threads move: one that nobody notices, or each of those that can."""
        able = [
            thread for thread in moment.threads.values() if thread.status != ENDED and self._can_move(moment, thread)
        ]
        if self.deadlocks is not None:
            self.deadlocks.look(moment, able)
        inside = [thread for thread in able if thread.is_inside]
        able = sorted(inside or able, key=lambda thread: thread.number)
        if not able:
            return
        quiet = able if len(able) == 1 else [thread for thread in able if not self._is_noticed(thread)]
        if quiet:
            self._advance(moment, quiet[0].number)
            return
        self.terms.at(None)
        which = self.terms.fresh(16, "thread")
        for index, thread in enumerate(able):
            here = moment if index == len(able) - 1 else moment.copy()
            chosen: Truth = self.terms.equal(which, index, 16)
            if index == len(able) - 1:
                chosen = True
                for other in range(index):
                    chosen = self.terms.both(chosen, self.terms.no(self.terms.equal(which, other, 16)))
            try:
                self.ledger.assume(here.state, chosen)
            except Ended:
                continue
            self._advance(here, thread.number)

    def _can_move(self, moment: Moment, thread: Thread) -> bool:
        if thread.status != RUNNING:
            is_free = thread.lock not in moment.locks
            return (thread.status == WAITING and thread.timed) or (thread.status == WOKEN and is_free)
        function, location = self.at(thread)
        operation = function.edges[function.outgoing[location][0]].operation
        try:
            return self._is_ready(moment, thread, operation)
        except Ended:
            return True  # the step itself says what is undefined

    def _is_ready(self, moment: Moment, thread: Thread, operation: ops.Operation) -> bool:
        match operation:
            case ops.Lock(lock, _, reentrant):
                keys = self.keys(moment, thread, lock)
                if len(keys) != 1:
                    raise Unsupported("a lock that may be one of several")
                holder = moment.locks.get(keys[0])
                return holder is None or (reentrant and holder[0] == thread.number)
            case ops.Join(target, timed, _):
                number = self.value(moment, thread, target)
                if isinstance(number, Term) or timed:
                    raise Unsupported("a join with a thread that is not known")
                other = moment.threads.get(number)
                return other is None or other.status == ENDED
            case _:
                return True

    def _is_noticed(self, thread: Thread) -> bool:
        """Say whether others may notice the next step of a thread."""
        if thread.status != RUNNING:
            return True
        return self.facts.meets(*self.at(thread)) or self._ends(thread)

    def _ends(self, thread: Thread) -> bool:
        """Say whether a thread ends with its next step, where somebody asks for that."""
        function, location = self.at(thread)
        operation = function.edges[function.outgoing[location][0]].operation
        is_last = isinstance(operation, ops.Return) and len(thread.calls) == 1
        return (is_last or isinstance(operation, ops.EndThread)) and self.facts.are_ends_noticed()

    def _advance(self, moment: Moment, number: int) -> None:
        """Let a thread take a step, and further ones that nobody notices."""
        while True:
            thread = moment.threads[number]
            if thread.status in (WAITING, WOKEN):
                self.resume(moment, thread)
                return
            function, location = self.at(thread)
            kind = function.locations[location].kind
            self.steps += 1
            if self.steps % INTERVAL == 0:
                self.context.check_limits("checking the evidence")
            if self.steps > MOST_STEPS:
                raise Unsupported(f"runs of more than {MOST_STEPS} steps in all")
            if self.races is not None and (thread.is_inside or self.facts.meets(function, location)):
                self.races.look(moment, thread)
            ways = self._ways(moment, thread, function, location, kind)
            following: Moment | None = None
            for index, (edge, condition) in enumerate(ways):
                here = moment if index == len(ways) - 1 else moment.copy()
                if not self.take(here, number, function, edge, condition, len(ways) > 1):
                    continue
                if len(ways) == 1:
                    following = here
                else:
                    self.arrive(here)
            if following is None:
                return
            moment = following
            if not self._goes_on(moment, moment.threads[number]):
                self.arrive(moment)
                return

    def try_edge(self, moment: Moment, thread: Thread, function: Function, edge: int) -> None:
        """Take an edge in a moment that nobody goes on from, as far as it can be taken."""
        where = self.enter(moment, thread)
        self.begin_edge(thread, function, edge)
        operation = function.edges[edge].operation
        if isinstance(operation, ops.Assume | ops.Case):
            self._branch(function, function.outgoing[function.edges[edge].source], where)
        else:
            self._execute(moment, thread, where, function, edge, operation)

    def _goes_on(self, moment: Moment, thread: Thread) -> bool:
        """Say whether a thread takes a further step before anybody else is looked at."""
        if thread.status != RUNNING:
            return False
        function, location = self.at(thread)
        if location in self.layout(function.name).meets:
            return False
        operation = function.edges[function.outgoing[location][0]].operation
        if isinstance(operation, ops.Join | ops.Lock) or self._ends(thread):
            return False
        if thread.is_inside:
            return not any(other.is_inside for other in moment.threads.values() if other is not thread)
        return not self.facts.meets(function, location)

    def _ways(
        self, moment: Moment, thread: Thread, function: Function, location: int, kind: LocationKind
    ) -> list[tuple[int, Truth]]:
        edges = function.outgoing[location]
        self.ledger.edge = function.edge_id(edges[0])
        place = (thread.number, thread.calls)
        self.terms.at(place)
        self.operations.at(place)
        if kind in (LocationKind.STEP, LocationKind.CALL):
            first = next(edge for edge in edges if not isinstance(function.edges[edge].operation, ops.Catch))
            return [(first, True)]
        if kind is LocationKind.CHOICE:
            which = self.terms.fresh(16, "way")
            return [(edge, self.terms.equal(which, index, 16)) for index, edge in enumerate(edges)]
        where = self.enter(moment, thread)
        self.begin_edge(thread, function, edges[0])
        try:
            ways = self._branch(function, edges, where)
        except Ended:
            ways = []
        except Unsupported:
            if self.ledger.feasible(moment.state):
                raise
            ways = []
        self.keep(moment, thread)
        return [(edge, condition) for edge, condition in ways if condition is not False]

    def _branch(self, function: Function, edges: tuple[int, ...], where: Where) -> list[tuple[int, Truth]]:
        terms = self.terms
        match function.edges[edges[0]].operation:
            case ops.Assume(condition):
                holds = self.evaluator.value(condition, where)
                return [(edges[0], holds), (edges[1], terms.no(holds))]
            case ops.Case(selector, _, _):
                value = self.evaluator.value(selector, where)
                ways: list[tuple[int, Truth]] = []
                rest: Truth = True
                default = -1
                for edge in edges:
                    operation = function.edges[edge].operation
                    assert isinstance(operation, ops.Case)
                    if operation.otherwise:
                        default = edge
                        continue
                    here: Truth = False
                    for number in operation.values:
                        here = terms.either(here, is_number(terms, value, number, selector.type))
                    ways.append((edge, terms.both(rest, here)))
                    rest = terms.both(rest, terms.no(here))
                return ways if default < 0 else [*ways, (default, rest)]
            case _:
                raise Unsupported("a branch without conditions")
