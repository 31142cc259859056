"""Execution of all threads in every order that matters, with a symbolic state for all runs at one place.

Where control is, in every thread, is known; values are terms. A thread goes on by itself as long as it does nothing
that others notice; where every thread is about to, all that can move are tried. Moments at which all threads are at the
same places are joined, so what has to be looked at are places and not orders.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush

from vexil.certify.interleavings.accesses import Accesses
from vexil.certify.interleavings.edges import Edges
from vexil.certify.interleavings.moments import (
    ENDED,
    RUNNING,
    WAITING,
    WOKEN,
    Activation,
    LockKey,
    Moment,
    MomentMerger,
    Thread,
)
from vexil.certify.interleavings.parts import NotedMemory, PlacedOperations, PlacedTerms
from vexil.certify.interleavings.positions import Layout, layout, moved
from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.execution import callees
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.numbers import is_number
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.terms import Term, Truth
from vexil.certify.invariant.values import Value, cases_of
from vexil.core.context import Context
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Operator
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import PointerType, Type

INTERVAL = 128
MOST_STEPS = 400_000
MOST_ACTIVATIONS = 2_000
Order = tuple[tuple[int, ...], ...]


class ThreadEvaluator(Evaluator):
    """Evaluates expressions of one of the threads of a moment."""

    moment: Moment
    note_life: Callable[[int], None]
    number = 0

    def _apply_pointer(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        match operator:
            case Operator.CURRENT_THREAD:
                return self.number
            case Operator.HOLDS_LOCK | Operator.LOCKED:
                result: Truth = False
                for condition, key in self.locks(values[0], operands[0].type):
                    holder = self.moment.locks.get(key)
                    if holder is not None and (operator is Operator.LOCKED or holder[0] == self.number):
                        result = self.terms.either(result, condition)
                return result
            case Operator.ACCESSIBLE | Operator.HEAP_BASE | Operator.OBJECT_SIZE:
                self._note_lives(values[0])
                return super()._apply_pointer(operator, operands, values, kind, where)
            case Operator.ALIVE | Operator.INTERRUPTED:
                raise Unsupported(f"operator {operator.value}")
            case _:
                return super()._apply_pointer(operator, operands, values, kind, where)

    def _apply(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        if operator is Operator.LEAKED:
            raise Unsupported("memory that is lost where there are threads")
        return super()._apply(operator, operands, values, kind, where)

    def _compare_pointers(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], where: Where
    ) -> Value:
        for value in values:
            self._note_lives(value)
        return super()._compare_pointers(operator, operands, values, where)

    def _note_lives(self, pointer: Value) -> None:
        """Somebody asks whether objects are alive."""
        for _, number, _ in cases_of(pointer):
            self.note_life(number)

    def locks(self, value: Value, kind: Type) -> list[tuple[Truth, LockKey]]:
        """The locks that a value may mean."""
        if not isinstance(kind, PointerType):
            if isinstance(value, Term) or not isinstance(value, int):
                raise Unsupported("a lock that is not known")
            return [(True, (-1, value))]
        found = []
        for condition, number, offset in cases_of(value):
            if isinstance(offset, Term):
                raise Unsupported("a lock at an open offset")
            found.append((condition, (number, offset)))
        return found


class Exploration:
    """Explores one program; what has to hold is in the ledger, what was reached in ``edges``."""

    def __init__(
        self, program: Program, evaluator: ThreadEvaluator, operations: PlacedOperations, memory: NotedMemory,
        merger: MomentMerger, ledger: Ledger, terms: PlacedTerms, edges: Edges, context: Context,
        doubtful: frozenset[str],
    ) -> None:  # fmt: skip
        self._program = program
        self._evaluator = evaluator
        self._operations = operations
        self._merger = merger
        self._ledger = ledger
        self._terms = terms
        self._facts = edges
        self._context = context
        self._doubtful = doubtful
        self._layouts: dict[str, Layout] = {}
        self._indices = {name: index for index, name in enumerate(program.functions)}
        self._names: dict[object, int] = {}
        self._per_thread = [variable for variable in program.globals if variable.per_thread]
        self._patterns: dict[str, Value] = {}
        self._blocks_of_patterns: dict[str, Block] = {}
        self._pending: dict[tuple[object, ...], Moment] = {}
        self._queue: list[tuple[Order, int, tuple[object, ...]]] = []
        self._count = 0
        self._moment: Moment | None = None
        self._acting = 0
        self._meets = False
        self.accesses = Accesses()
        self.edges: set[str] = set()
        self.steps = 0
        self.moments = 0
        memory.note = operations.note = self._note_memory
        operations.note_end = self._note_end
        evaluator.note_life = self._note_life

    def run(self) -> None:
        """Explore everything from the initial states on."""
        state = initial_state(self._evaluator, self._operations, self._ledger)
        self._patterns = {variable.name: state.globals[variable.name] for variable in self._per_thread}
        self._blocks_of_patterns = {
            variable.name: state.objects[self._patterns[variable.name][0]].copy()
            for variable in self._per_thread
            if variable.addressable
        }
        entry = self._program.functions[self._program.entry]
        moment = Moment(state, {}, {})
        self._begin(moment, 1, 0, entry, [], frozenset(), dict(self._patterns))
        self._arrive(moment)
        while self._queue:
            _, _, control = heappop(self._queue)
            moment = self._pending.pop(control)
            self.moments += 1
            self._go_on(moment)

    # --- moments -----------------------------------------------------------------------------------------

    def _arrive(self, moment: Moment) -> None:
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
            place = self._layout(call.function).position
            parts.append(self._indices[call.function] + 10)
            for head, count in call.rounds:
                parts += (place[head], count)
            parts.append(place.get(call.location, len(place)))
        parts.append(thread.status)
        return tuple(parts)

    def _layout(self, function: str) -> Layout:
        known = self._layouts.get(function)
        if known is None:
            known = self._layouts[function] = layout(self._program.functions[function])
        return known

    def _go_on(self, moment: Moment) -> None:
        """Let threads move: one that nobody notices, or each of those that can."""
        able = [thread for thread in moment.threads.values() if self._can_move(moment, thread)]
        inside = [thread for thread in able if thread.is_inside]
        able = sorted(inside or able, key=lambda thread: thread.number)
        if not able:
            return
        quiet = able if len(able) == 1 else [thread for thread in able if not self._is_noticed(thread)]
        if quiet:
            self._advance(moment, quiet[0].number)
            return
        self._terms.at(None)
        which = self._terms.fresh(16, "thread")
        for index, thread in enumerate(able):
            here = moment if index == len(able) - 1 else moment.copy()
            chosen: Truth = self._terms.equal(which, index, 16)
            if index == len(able) - 1:
                chosen = True
                for other in range(index):
                    chosen = self._terms.both(chosen, self._terms.no(self._terms.equal(which, other, 16)))
            try:
                self._ledger.assume(here.state, chosen)
            except Ended:
                continue
            self._advance(here, thread.number)

    def _can_move(self, moment: Moment, thread: Thread) -> bool:
        if thread.status != RUNNING:
            is_free = thread.lock not in moment.locks
            return (thread.status == WAITING and thread.timed) or (thread.status == WOKEN and is_free)
        function, location = self._at(thread)
        operation = function.edges[function.outgoing[location][0]].operation
        try:
            return self._is_ready(moment, thread, operation)
        except Ended:
            return True  # the step itself says what is undefined

    def _is_ready(self, moment: Moment, thread: Thread, operation: ops.Operation) -> bool:
        match operation:
            case ops.Lock(lock, _, reentrant):
                keys = self._keys(moment, thread, lock)
                if len(keys) != 1:
                    raise Unsupported("a lock that may be one of several")
                holder = moment.locks.get(keys[0])
                return holder is None or (reentrant and holder[0] == thread.number)
            case ops.Join(target, timed, _):
                number = self._value(moment, thread, target)
                if isinstance(number, Term) or timed:
                    raise Unsupported("a join with a thread that is not known")
                other = moment.threads.get(number)
                return other is None or other.status == ENDED
            case _:
                return True

    def _at(self, thread: Thread) -> tuple[Function, int]:
        call = thread.calls[-1]
        return self._program.functions[call.function], call.location

    def _is_noticed(self, thread: Thread) -> bool:
        """Say whether others may notice the next step of a thread."""
        if thread.status != RUNNING:
            return True
        return self._facts.meets(*self._at(thread))

    # --- evaluation --------------------------------------------------------------------------------------

    def _enter(self, moment: Moment, thread: Thread) -> Where:
        """Make a thread the one that acts."""
        state = moment.state
        state.frames = list(thread.frames)
        if state.frames:
            state.frames[-1] = state.frames[-1].copy()
        state.globals.update(thread.own)
        self._moment, self._acting = moment, thread.number
        self._evaluator.moment, self._evaluator.number = moment, thread.number
        return Where(self._ledger, state)

    def _keep(self, moment: Moment, thread: Thread) -> Thread:
        """Note what the acting thread has changed; the moment has it, and everybody else's view."""
        own = {name: moment.state.globals[name] for name in thread.own}
        kept = replace(thread, frames=tuple(moment.state.frames), own=own)
        moment.threads[thread.number] = kept
        moment.state.frames = []
        return kept

    def _value(self, moment: Moment, thread: Thread, expression: Expr) -> Value:
        """The value of an expression that is only looked at."""
        where = self._enter(moment, thread)
        self._meets = True
        value = self._evaluator.value(expression, where)
        moment.state.frames = []
        return value

    def _keys(self, moment: Moment, thread: Thread, lock: Expr) -> list[LockKey]:
        return [key for _, key in self._evaluator.locks(self._value(moment, thread, lock), lock.type)]

    def _note_memory(self, number: int, extent: tuple[int, int] | None, writes: bool) -> None:
        moment = self._moment
        thread = None if moment is None else moment.threads.get(self._acting)
        if thread is not None:
            self.accesses.note(thread, number, extent, self._ledger.edge, writes=writes, meets=self._meets)

    def _note_life(self, number: int) -> None:
        self._note_place(("life", number), writes=False)

    def _note_end(self, number: int) -> None:
        self._note_memory(number, None, True)
        self._note_place(("life", number), writes=True)

    def _note_place(self, place: tuple[str, int], *, writes: bool) -> None:
        moment = self._moment
        thread = None if moment is None else moment.threads.get(self._acting)
        if thread is not None:
            self.accesses.note(thread, place, None, self._ledger.edge, writes=writes, meets=self._meets)

    # --- steps -------------------------------------------------------------------------------------------

    def _advance(self, moment: Moment, number: int) -> None:
        """Let a thread take a step, and further ones that nobody notices."""
        while True:
            thread = moment.threads[number]
            if thread.status in (WAITING, WOKEN):
                self._resume(moment, thread)
                return
            function, location = self._at(thread)
            kind = function.locations[location].kind
            self.steps += 1
            if self.steps % INTERVAL == 0:
                self._context.check_limits("checking the evidence")
            if self.steps > MOST_STEPS:
                raise Unsupported(f"runs of more than {MOST_STEPS} steps in all")
            ways = self._ways(moment, thread, function, location, kind)
            following: Moment | None = None
            for index, (edge, condition) in enumerate(ways):
                here = moment if index == len(ways) - 1 else moment.copy()
                if not self._take(here, number, function, edge, condition, len(ways) > 1):
                    continue
                if len(ways) == 1:
                    following = here
                else:
                    self._arrive(here)
            if following is None:
                return
            moment = following
            if not self._goes_on(moment, moment.threads[number]):
                self._arrive(moment)
                return

    def _goes_on(self, moment: Moment, thread: Thread) -> bool:
        """Say whether a thread takes a further step before anybody else is looked at."""
        if thread.status != RUNNING:
            return False
        function, location = self._at(thread)
        if location in self._layout(function.name).meets:
            return False
        operation = function.edges[function.outgoing[location][0]].operation
        if isinstance(operation, ops.Join | ops.Lock):
            return False
        if thread.is_inside:
            return not any(other.is_inside for other in moment.threads.values() if other is not thread)
        return not self._facts.meets(function, location)

    def _ways(
        self, moment: Moment, thread: Thread, function: Function, location: int, kind: LocationKind
    ) -> list[tuple[int, Truth]]:
        edges = function.outgoing[location]
        self._ledger.edge = function.edge_id(edges[0])
        place = (thread.number, thread.calls)
        self._terms.at(place)
        self._operations.at(place)
        if kind in (LocationKind.STEP, LocationKind.CALL):
            return [(edge, True) for edge in edges if not isinstance(function.edges[edge].operation, ops.Catch)][:1]
        if kind is LocationKind.CHOICE:
            which = self._terms.fresh(16, "way")
            return [(edge, self._terms.equal(which, index, 16)) for index, edge in enumerate(edges)]
        where = self._enter(moment, thread)
        self._begin_edge(thread, function, edges[0])
        try:
            ways = self._branch(function, edges, where)
        except Ended:
            ways = []
        except Unsupported:
            if self._ledger.feasible(moment.state):
                raise
            ways = []
        self._keep(moment, thread)
        return [(edge, condition) for edge, condition in ways if condition is not False]

    def _branch(self, function: Function, edges: tuple[int, ...], where: Where) -> list[tuple[int, Truth]]:
        terms = self._terms
        match function.edges[edges[0]].operation:
            case ops.Assume(condition):
                holds = self._evaluator.value(condition, where)
                return [(edges[0], holds), (edges[1], terms.no(holds))]
            case ops.Case(selector, _, _):
                value = self._evaluator.value(selector, where)
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

    def _begin_edge(self, thread: Thread, function: Function, edge: int) -> None:
        """Note what an edge does to globals, and whether threads are interleaved there."""
        facts = self._facts.facts(function, edge)
        self._meets = facts.meets or thread.is_inside
        identity = function.edge_id(edge)
        self._ledger.edge = identity
        for name in facts.reads:
            self.accesses.note(thread, name, None, identity, writes=False, meets=self._meets)
        for name in facts.writes:
            self.accesses.note(thread, name, None, identity, writes=True, meets=self._meets)

    def _take(
        self, moment: Moment, number: int, function: Function, edge: int, condition: Truth, is_one_of_many: bool
    ) -> bool:
        """Take an edge; say whether anything goes on behind it."""
        thread = moment.threads[number]
        identity = function.edge_id(edge)
        try:
            where = self._enter(moment, thread)
            self._begin_edge(thread, function, edge)
            self._ledger.assume(moment.state, condition)
            if identity in self._doubtful and not self._ledger.feasible(moment.state):
                return False
            self.edges.add(identity)
            if is_one_of_many:
                thread = replace(thread, doubtful=True)
            operation = function.edges[edge].operation
            self._execute(moment, thread, where, function, edge, operation)
        except Ended:
            return False
        except Unsupported:
            if self._ledger.feasible(moment.state):
                raise
            return False
        return True

    def _to(self, thread: Thread, function: Function, edge: int) -> Thread:
        """The thread at the end of an edge; one that may not come to the head of a loop is asked about."""
        call = thread.calls[-1]
        target = function.edges[edge].target
        rounds = moved(self._layout(function.name), call.rounds, target)
        return replace(thread, calls=(*thread.calls[:-1], Activation(call.function, target, rounds)))

    def _finish(self, moment: Moment, thread: Thread, function: Function, edge: int) -> None:
        """The edge is done: the thread is at its end."""
        there = self._to(thread, function, edge)
        rounds = there.calls[-1].rounds
        if there.doubtful and rounds and rounds[-1][0] == there.calls[-1].location and rounds[-1][1] > 0:
            if not self._ledger.feasible(moment.state):
                raise Ended
            there = replace(there, doubtful=False)
        self._keep(moment, there)

    def _execute(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Operation
    ) -> None:
        match operation:
            case ops.Assume() | ops.Case():
                self._finish(moment, thread, function, edge)
            case ops.Call():
                self._call(moment, thread, where, function, edge, operation)
            case ops.Return():
                self._operations.execute(operation, moment.state)
                self._return(moment, thread)
            case ops.EndThread():
                self._end(moment, thread)
            case ops.Start():
                self._start(moment, thread, where, function, edge, operation)
            case ops.Join(_, _, result):
                target = self._evaluator.value(operation.thread, where)
                where.require(target != 0, "null-dereference")
                other = moment.threads.get(target)
                if other is not None:
                    thread = replace(thread, over=thread.over | other.over | {target})
                if result is not None:
                    self._operations.assign(where, result, 0)
                self._finish(moment, thread, function, edge)
            case ops.BeginAtomic():
                listed = self._facts.facts(function, edge).is_listed
                thread = replace(thread, sections=(*thread.sections, listed))
                self._finish(moment, thread, function, edge)
            case ops.EndAtomic():
                where.require(bool(thread.sections), "atomic-section")
                thread = replace(thread, sections=thread.sections[:-1])
                self._finish(moment, thread, function, edge)
            case ops.Lock() | ops.Unlock() | ops.Wait() | ops.Notify():
                self._synchronise(moment, thread, where, function, edge, operation)
            case ops.Interrupt():
                raise Unsupported("interrupts")
            case _:
                self._operations.execute(operation, moment.state)
                self._finish(moment, thread, function, edge)

    # --- calls and threads -------------------------------------------------------------------------------

    def _call(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Call
    ) -> None:
        targets = [one for one in callees(self._evaluator, where, operation) if one[0] is not False]
        if len(targets) != 1:
            raise Unsupported("a call of one of several functions")
        condition, target = targets[0]
        self._ledger.assume(moment.state, condition)
        arguments = [self._evaluator.value(argument, where) for argument in operation.arguments]
        if len(thread.calls) > MOST_ACTIVATIONS:
            raise Unsupported(f"calls nested more than {MOST_ACTIVATIONS} deep")
        self._operations.enter(moment.state, target, arguments)
        start = Activation(target.name, target.entry, moved(self._layout(target.name), (), target.entry))
        self._keep(moment, replace(thread, calls=(*thread.calls, start)))

    def _return(self, moment: Moment, thread: Thread) -> None:
        value = self._operations.leave(moment.state)
        if len(thread.calls) == 1:
            self._over(moment, thread)
            return
        thread = replace(thread, calls=thread.calls[:-1])
        function, location = self._at(thread)
        edge = next(
            number for number in function.outgoing[location] if isinstance(function.edges[number].operation, ops.Call)
        )
        operation = function.edges[edge].operation
        assert isinstance(operation, ops.Call)
        if operation.result is not None:
            name = self._ledger.edge
            facts = self._facts.facts(function, edge)
            for register in facts.writes:
                self.accesses.note(thread, register, None, name, writes=True, meets=self._meets)
            self._operations.assign(Where(self._ledger, moment.state), operation.result, value)
        self._finish(moment, thread, function, edge)

    def _end(self, moment: Moment, thread: Thread) -> None:
        while moment.state.frames:
            self._operations.leave(moment.state)
        self._over(moment, thread)

    def _over(self, moment: Moment, thread: Thread) -> None:
        """The thread has ended; the copies of globals of the first one stay."""
        if thread.number != 1:
            for variable in self._per_thread:
                if variable.addressable:
                    self._operations.end_all(moment.state, moment.state.globals[variable.name])
        moment.state.frames = []
        thread = replace(thread, calls=(), frames=(), own={}, status=ENDED, sections=(), doubtful=False)
        moment.threads[thread.number] = thread

    def _start(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Start
    ) -> None:
        call = ops.Call(operation.callee, operation.arguments, None)
        targets = [one for one in callees(self._evaluator, where, call) if one[0] is not False]
        if len(targets) != 1 or targets[0][0] is not True:
            raise Unsupported("a thread that runs one of several functions")
        arguments = [self._evaluator.value(argument, where) for argument in operation.arguments]
        number = self._names.setdefault((thread.number, thread.calls), len(self._names) + 2)
        if number in moment.threads:
            raise Unsupported("a thread that is started twice at one place of a run")
        if operation.handle is not None:
            self._operations.assign(where, operation.handle, number)
        thread = replace(thread, children=thread.children | {number})
        self._finish(moment, thread, function, edge)
        self._begin(moment, number, thread.number, targets[0][1], arguments, thread.over, {})

    def _begin(
        self, moment: Moment, number: int, parent: int, function: Function, arguments: list[Value],
        over: frozenset[int], own: dict[str, Value],
    ) -> None:  # fmt: skip
        """Add a thread at the entry of a function."""
        if parent:
            self.accesses.parents[number] = parent
        self._operations.at(("start", number))
        state = moment.state
        for variable in self._per_thread if parent else ():
            value = self._patterns[variable.name]
            if variable.addressable:
                block = self._blocks_of_patterns[variable.name].copy()
                value = (self._operations.new_object(state, block), 0)
            own[variable.name] = value
        begun = Activation(function.name, function.entry, moved(self._layout(function.name), (), function.entry))
        thread = Thread(number, parent, (begun,), (), own, over=over)
        moment.threads[number] = thread
        before, acting = self._moment, self._acting
        self._moment, self._acting = moment, number
        state.frames = []
        self._operations.enter(state, function, arguments)
        moment.threads[number] = replace(thread, frames=tuple(state.frames))
        state.frames = []
        self._moment, self._acting = before, acting

    # --- locks and wait sets -----------------------------------------------------------------------------

    def _key(self, where: Where, lock: Expr) -> LockKey:
        keys = self._evaluator.locks(self._evaluator.value(lock, where), lock.type)
        if len(keys) != 1:
            raise Unsupported("a lock that may be one of several")
        key = keys[0][1]
        if key[0] >= 0:
            where.require(key != (0, 0), "null-dereference")
            where.require(key[0] in where.state.objects, "invalid-reference")
        return key

    def _synchronise(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Operation
    ) -> None:
        match operation:
            case ops.Lock(lock, _, _):
                key = self._key(where, lock)
                owner, count = moment.locks.get(key, (thread.number, 0))
                moment.locks[key] = (owner, count + 1)
            case ops.Unlock(lock, _):
                key = self._key(where, lock)
                owner, count = moment.locks.get(key, (0, 0))
                where.require(owner == thread.number, "lock-not-held")
                if count > 1:
                    moment.locks[key] = (owner, count - 1)
                else:
                    del moment.locks[key]
            case ops.Wait(lock, condition, timed, result):
                if lock is None or condition is None:
                    if result is not None:
                        self._operations.assign(where, result, 1)
                    self._finish(moment, thread, function, edge)
                    return
                key = self._key(where, lock)
                owner, count = moment.locks.get(key, (0, 0))
                where.require(owner == thread.number, "lock-not-held")
                awaited = self._key(where, condition)
                del moment.locks[key]
                waiting = replace(thread, status=WAITING, lock=key, count=count, condition=awaited, timed=timed)
                self._keep(moment, waiting)
                return
            case ops.Notify(condition, every):
                key = self._key(where, condition)
                self._finish(moment, thread, function, edge)
                self._wake(moment, key, every)
                return
            case _:
                raise Unsupported(f"operation {type(operation).__name__}")
        self._finish(moment, thread, function, edge)

    def _wake(self, moment: Moment, key: LockKey, every: bool) -> None:
        """Wake one thread of a wait set, in all ways, or every one; the moment goes on with the last way."""
        waiting = [thread for thread in moment.threads.values() if thread.status == WAITING and thread.condition == key]
        waiting.sort(key=lambda thread: thread.number)
        if every:
            for thread in waiting:
                moment.threads[thread.number] = _woken(thread, 0)
            return
        if len(waiting) > 1:
            self._terms.at(None)
            which = self._terms.fresh(16, "woken")
            rest: Truth = True
            for index, thread in enumerate(waiting[:-1]):
                here = moment.copy()
                chosen = self._terms.equal(which, index, 16)
                self._ledger.assume(here.state, self._terms.both(rest, chosen))
                rest = self._terms.both(rest, self._terms.no(chosen))
                here.threads[thread.number] = _woken(thread, 0)
                self._arrive(here)
            self._ledger.assume(moment.state, rest)
        if waiting:
            moment.threads[waiting[-1].number] = _woken(waiting[-1], 0)

    def _resume(self, moment: Moment, thread: Thread) -> None:
        """A thread leaves a wait set by itself, or takes back its lock."""
        if thread.status == WAITING:
            moment.threads[thread.number] = _woken(thread, 1)
            self._arrive(moment)
            return
        function, location = self._at(thread)
        edge = function.outgoing[location][0]
        operation = function.edges[edge].operation
        assert isinstance(operation, ops.Wait)
        moment.locks[thread.lock] = (thread.number, thread.count)
        reason = thread.reason
        thread = replace(thread, status=RUNNING, lock=(0, 0), count=0, condition=(0, 0), timed=False, reason=0)
        place = (thread.number, thread.calls, "resumed")
        self._terms.at(place)
        self._operations.at(place)
        try:
            where = self._enter(moment, thread)
            self._begin_edge(thread, function, edge)
            self._meets = True
            if operation.result is not None:
                self._operations.assign(where, operation.result, reason)
            self._finish(moment, thread, function, edge)
        except Ended:
            return
        self._arrive(moment)


def _woken(thread: Thread, reason: int) -> Thread:
    return replace(thread, status=WOKEN, reason=reason, condition=(0, 0), timed=False)
