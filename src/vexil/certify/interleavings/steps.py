"""What edges of one thread do to a moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from vexil.certify.interleavings.accesses import Accesses
from vexil.certify.interleavings.edges import Edges
from vexil.certify.interleavings.evaluator import ThreadEvaluator
from vexil.certify.interleavings.moments import (
    ENDED,
    RUNNING,
    WAITING,
    WOKEN,
    Activation,
    LockKey,
    Moment,
    Thread,
)
from vexil.certify.interleavings.parts import NotedMemory, PlacedOperations, PlacedTerms
from vexil.certify.interleavings.positions import Layout, layout, moved
from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.execution import callees
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.terms import Truth
from vexil.certify.invariant.values import Value
from vexil.core.context import Context
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr
from vexil.ir.program import Function, Program

MOST_ACTIVATIONS = 2_000
"""Calls of one thread are nested no deeper."""


class Steps(ABC):
    """Lets threads take edges; what has to hold is in the ledger, what was reached in ``edges``."""

    def __init__(
        self, program: Program, evaluator: ThreadEvaluator, operations: PlacedOperations, memory: NotedMemory,
        ledger: Ledger, terms: PlacedTerms, edges: Edges, context: Context,
        doubtful: frozenset[str],
    ) -> None:  # fmt: skip
        self.program = program
        self.evaluator = evaluator
        self.operations = operations
        self.memory = memory
        self.ledger = ledger
        self.terms = terms
        self.facts = edges
        self.context = context
        self._doubtful = doubtful
        self._layouts: dict[str, Layout] = {}
        self._indices = {name: index for index, name in enumerate(program.functions)}
        self._names: dict[object, int] = {}
        self.per_thread = [variable for variable in program.globals if variable.per_thread]
        self.patterns: dict[str, Value] = {}
        self.blocks_of_patterns: dict[str, Block] = {}
        self._moment: Moment | None = None
        self._acting = 0
        self.meets = False
        self.accesses = Accesses()
        self.edges: set[str] = set()
        memory.note = operations.note = self._note_memory
        operations.note_end = self._note_end
        evaluator.note_life = self._note_life

    @abstractmethod
    def arrive(self, moment: Moment) -> None:
        """Let a moment wait until it is its turn."""

    def layout(self, function: str) -> Layout:
        """Where the locations of a function lie."""
        known = self._layouts.get(function)
        if known is None:
            known = self._layouts[function] = layout(self.program.functions[function])
        return known

    def at(self, thread: Thread) -> tuple[Function, int]:
        """The function and location that a thread is at."""
        call = thread.calls[-1]
        return self.program.functions[call.function], call.location

    def enter(self, moment: Moment, thread: Thread) -> Where:
        """Make a thread the one that acts."""
        state = moment.state
        state.frames = list(thread.frames)
        if state.frames:
            state.frames[-1] = state.frames[-1].copy()
        state.globals.update(thread.own)
        self._moment, self._acting = moment, thread.number
        self.evaluator.moment, self.evaluator.number = moment, thread.number
        return Where(self.ledger, state)

    def keep(self, moment: Moment, thread: Thread) -> Thread:
        """Note what the acting thread has changed; the moment has it, and everybody else's view."""
        own = {name: moment.state.globals[name] for name in thread.own}
        kept = replace(thread, frames=tuple(moment.state.frames), own=own)
        moment.threads[thread.number] = kept
        moment.state.frames = []
        return kept

    def value(self, moment: Moment, thread: Thread, expression: Expr) -> Value:
        """The value of an expression that is only looked at."""
        self.terms.at(None)
        where = self.enter(moment, thread)
        self.meets = True
        value = self.evaluator.value(expression, where)
        moment.state.frames = []
        return value

    def keys(self, moment: Moment, thread: Thread, lock: Expr) -> list[LockKey]:
        """The locks that an expression may mean."""
        return [key for _, key in self.evaluator.locks(self.value(moment, thread, lock), lock.type)]

    def _note_memory(self, number: int, extent: tuple[int, int] | None, writes: bool) -> None:
        moment = self._moment
        thread = None if moment is None else moment.threads.get(self._acting)
        if thread is not None:
            self.accesses.note(thread, number, extent, self.ledger.edge, writes=writes, meets=self.meets)

    def _note_life(self, number: int) -> None:
        self._note_place(("life", number), writes=False)

    def _note_end(self, number: int) -> None:
        self._note_memory(number, None, True)
        self._note_place(("life", number), writes=True)

    def _note_place(self, place: tuple[str, int], *, writes: bool) -> None:
        moment = self._moment
        thread = None if moment is None else moment.threads.get(self._acting)
        if thread is not None:
            self.accesses.note(thread, place, None, self.ledger.edge, writes=writes, meets=self.meets)

    # --- edges -----------------------------------------------------------------------------------------------

    def begin_edge(self, thread: Thread, function: Function, edge: int) -> None:
        """Note what an edge does to globals, and whether threads are interleaved there."""
        facts = self.facts.facts(function, edge)
        self.meets = facts.meets or thread.is_inside
        identity = function.edge_id(edge)
        self.ledger.edge = identity
        for name in facts.reads:
            self.accesses.note(thread, name, None, identity, writes=False, meets=self.meets)
        for name in facts.writes:
            self.accesses.note(thread, name, None, identity, writes=True, meets=self.meets)

    def take(
        self, moment: Moment, number: int, function: Function, edge: int, condition: Truth, is_one_of_many: bool
    ) -> bool:
        """Take an edge; say whether anything goes on behind it."""
        thread = moment.threads[number]
        identity = function.edge_id(edge)
        try:
            where = self.enter(moment, thread)
            self.begin_edge(thread, function, edge)
            self.ledger.assume(moment.state, condition)
            if identity in self._doubtful and not self.ledger.feasible(moment.state):
                return False
            self.edges.add(identity)
            if is_one_of_many:
                thread = replace(thread, doubtful=True)
            operation = function.edges[edge].operation
            self._execute(moment, thread, where, function, edge, operation)
        except Ended:
            return False
        except Unsupported:
            if self.ledger.feasible(moment.state):
                raise
            return False
        return True

    def _to(self, thread: Thread, function: Function, edge: int) -> Thread:
        """The thread at the end of an edge; one that may not come to the head of a loop is asked about."""
        call = thread.calls[-1]
        target = function.edges[edge].target
        rounds = moved(self.layout(function.name), call.rounds, target)
        return replace(thread, calls=(*thread.calls[:-1], Activation(call.function, target, rounds)))

    def _finish(self, moment: Moment, thread: Thread, function: Function, edge: int) -> None:
        """The edge is done: the thread is at its end."""
        there = self._to(thread, function, edge)
        rounds = there.calls[-1].rounds
        if there.doubtful and rounds and rounds[-1][0] == there.calls[-1].location and rounds[-1][1] > 0:
            if not self.ledger.feasible(moment.state):
                raise Ended
            there = replace(there, doubtful=False)
        self.keep(moment, there)

    def _execute(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Operation
    ) -> None:
        match operation:
            case ops.Assume() | ops.Case():
                self._finish(moment, thread, function, edge)
            case ops.Call():
                self._call(moment, thread, where, function, edge, operation)
            case ops.Return():
                self.operations.execute(operation, moment.state)
                self._return(moment, thread)
            case ops.EndThread():
                self._end(moment, thread)
            case ops.Start():
                self._start(moment, thread, where, function, edge, operation)
            case ops.Join(_, _, result):
                target = self.evaluator.value(operation.thread, where)
                where.require(target != 0, "null-dereference")
                other = moment.threads.get(target)
                if other is not None:
                    thread = replace(thread, over=thread.over | other.over | {target})
                if result is not None:
                    self.operations.assign(where, result, 0)
                self._finish(moment, thread, function, edge)
            case ops.BeginAtomic():
                listed = self.facts.facts(function, edge).is_listed
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
                self.operations.execute(operation, moment.state)
                self._finish(moment, thread, function, edge)

    # --- calls and threads -----------------------------------------------------------------------------------

    def _call(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Call
    ) -> None:
        targets = [one for one in callees(self.evaluator, where, operation) if one[0] is not False]
        if len(targets) != 1:
            raise Unsupported("a call of one of several functions")
        condition, target = targets[0]
        self.ledger.assume(moment.state, condition)
        arguments = [self.evaluator.value(argument, where) for argument in operation.arguments]
        if len(thread.calls) > MOST_ACTIVATIONS:
            raise Unsupported(f"calls nested more than {MOST_ACTIVATIONS} deep")
        self.operations.enter(moment.state, target, arguments)
        start = Activation(target.name, target.entry, moved(self.layout(target.name), (), target.entry))
        self.keep(moment, replace(thread, calls=(*thread.calls, start)))

    def _return(self, moment: Moment, thread: Thread) -> None:
        value = self.operations.leave(moment.state)
        if len(thread.calls) == 1:
            self._over(moment, thread)
            return
        thread = replace(thread, calls=thread.calls[:-1])
        function, location = self.at(thread)
        edge = next(
            number for number in function.outgoing[location] if isinstance(function.edges[number].operation, ops.Call)
        )
        operation = function.edges[edge].operation
        assert isinstance(operation, ops.Call)
        if operation.result is not None:
            name = self.ledger.edge
            facts = self.facts.facts(function, edge)
            for register in facts.reads:
                self.accesses.note(thread, register, None, name, writes=False, meets=self.meets)
            for register in facts.writes:
                self.accesses.note(thread, register, None, name, writes=True, meets=self.meets)
            self.operations.assign(Where(self.ledger, moment.state), operation.result, value)
        self._finish(moment, thread, function, edge)

    def _end(self, moment: Moment, thread: Thread) -> None:
        while moment.state.frames:
            self.operations.leave(moment.state)
        self._over(moment, thread)

    def _over(self, moment: Moment, thread: Thread) -> None:
        """The thread has ended; the copies of globals of the first one stay."""
        if thread.number != 1:
            for variable in self.per_thread:
                if variable.addressable:
                    self.operations.end_all(moment.state, moment.state.globals[variable.name])
        moment.state.frames = []
        thread = replace(thread, calls=(), frames=(), own={}, status=ENDED, sections=(), doubtful=False)
        moment.threads[thread.number] = thread

    def _start(
        self, moment: Moment, thread: Thread, where: Where, function: Function, edge: int, operation: ops.Start
    ) -> None:
        call = ops.Call(operation.callee, operation.arguments, None)
        targets = [one for one in callees(self.evaluator, where, call) if one[0] is not False]
        if len(targets) != 1 or targets[0][0] is not True:
            raise Unsupported("a thread that runs one of several functions")
        arguments = [self.evaluator.value(argument, where) for argument in operation.arguments]
        daemon = operation.daemon is not None and self.evaluator.value(operation.daemon, where)
        number = self._names.setdefault((thread.number, thread.calls), len(self._names) + 2)
        if number in moment.threads:
            raise Unsupported("a thread that is started twice at one place of a run")
        if operation.handle is not None:
            self.operations.assign(where, operation.handle, number)
        thread = replace(thread, children=thread.children | {number})
        self._finish(moment, thread, function, edge)
        self.begin(moment, number, thread.number, targets[0][1], arguments, thread.over, {}, daemon=daemon is True)

    def begin(
        self, moment: Moment, number: int, parent: int, function: Function, arguments: list[Value],
        over: frozenset[int], own: dict[str, Value], *, daemon: bool = False,
    ) -> None:  # fmt: skip
        """Add a thread at the entry of a function."""
        if parent:
            self.accesses.parents[number] = parent
        self.operations.at(("start", number))
        state = moment.state
        for variable in self.per_thread if parent else ():
            value = self.patterns[variable.name]
            if variable.addressable:
                block = self.blocks_of_patterns[variable.name].copy()
                value = (self.operations.new_object(state, block), 0)
            own[variable.name] = value
        begun = Activation(function.name, function.entry, moved(self.layout(function.name), (), function.entry))
        thread = Thread(number, parent, (begun,), (), own, over=over, daemon=daemon)
        moment.threads[number] = thread
        before, acting = self._moment, self._acting
        self._moment, self._acting = moment, number
        state.frames = []
        self.operations.enter(state, function, arguments)
        moment.threads[number] = replace(thread, frames=tuple(state.frames))
        state.frames = []
        self._moment, self._acting = before, acting

    # --- locks and wait sets ---------------------------------------------------------------------------------

    def _key(self, where: Where, lock: Expr) -> LockKey:
        keys = self.evaluator.locks(self.evaluator.value(lock, where), lock.type)
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
                        self.operations.assign(where, result, 1)
                    self._finish(moment, thread, function, edge)
                    return
                key = self._key(where, lock)
                owner, count = moment.locks.get(key, (0, 0))
                where.require(owner == thread.number, "lock-not-held")
                awaited = self._key(where, condition)
                del moment.locks[key]
                waiting = replace(thread, status=WAITING, lock=key, count=count, condition=awaited, timed=timed)
                self.keep(moment, waiting)
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
            self.terms.at(None)
            which = self.terms.fresh(16, "woken")
            rest: Truth = True
            for index, thread in enumerate(waiting[:-1]):
                here = moment.copy()
                chosen = self.terms.equal(which, index, 16)
                self.ledger.assume(here.state, self.terms.both(rest, chosen))
                rest = self.terms.both(rest, self.terms.no(chosen))
                here.threads[thread.number] = _woken(thread, 0)
                self.arrive(here)
            self.ledger.assume(moment.state, rest)
        if waiting:
            moment.threads[waiting[-1].number] = _woken(waiting[-1], 0)

    def resume(self, moment: Moment, thread: Thread) -> None:
        """A thread leaves a wait set by itself, or takes back its lock."""
        if thread.status == WAITING:
            moment.threads[thread.number] = _woken(thread, 1)
            self.arrive(moment)
            return
        function, location = self.at(thread)
        edge = function.outgoing[location][0]
        operation = function.edges[edge].operation
        assert isinstance(operation, ops.Wait)
        moment.locks[thread.lock] = (thread.number, thread.count)
        reason = thread.reason
        thread = replace(thread, status=RUNNING, lock=(0, 0), count=0, condition=(0, 0), timed=False, reason=0)
        place = (thread.number, thread.calls, "resumed")
        self.terms.at(place)
        self.operations.at(place)
        try:
            where = self.enter(moment, thread)
            self.begin_edge(thread, function, edge)
            self.meets = True
            if operation.result is not None:
                self.operations.assign(where, operation.result, reason)
            self._finish(moment, thread, function, edge)
        except Ended:
            return
        self.arrive(moment)


def _woken(thread: Thread, reason: int) -> Thread:
    return replace(thread, status=WOKEN, reason=reason, condition=(0, 0), timed=False)
