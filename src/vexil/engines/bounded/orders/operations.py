"""Operations of threads on symbolic states and on the graph of events: sections, locks, wait sets, starts and joins."""

from __future__ import annotations

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.code import FunctionCode, Simple, Step
from vexil.engines.bounded.expressions import Evaluate, Expressions
from vexil.engines.bounded.inputs import Inputs
from vexil.engines.bounded.machine import Scope
from vexil.engines.bounded.operations import Do, Operations, Write
from vexil.engines.bounded.orders.graph import Notification, Waiting
from vexil.engines.bounded.orders.locks import HELD, OWNER, ThreadMachine
from vexil.engines.bounded.orders.state import ThreadState
from vexil.engines.bounded.state import Frame, Key, State
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Place, Variable
from vexil.ir.operation_parts import PointerCallee, StaticCallee
from vexil.ir.program import Function
from vexil.ir.types import is_aggregate
from vexil.logic import BOOL, Term, bits
from vexil.logic.pointers import FIRST_FUNCTION

Careful = set[tuple[Key, int]]
"""Where atomic sections begin that need not come to an end."""


class ThreadCode(FunctionCode):
    """The steps of one function of a program with threads."""

    def __init__(self, machine: ThreadMachine, function: Function, inputs: Inputs, careful: Careful) -> None:
        super().__init__(machine, function, inputs)
        self._operations = ThreadOperations(machine, Scope(machine, function), inputs, careful)

    def _compiled(self, edge: int) -> Step:
        operation = self.function.edges[edge].operation
        if isinstance(operation, ops.EndThread):
            return Simple(edge, self._operations.operation(operation, edge), stops=True)
        return super()._compiled(edge)


class ThreadExpressions(Expressions):
    """Expressions whose globals may be shared."""

    machine: ThreadMachine

    def _variable(self, variable: Variable) -> Evaluate:
        machine, scope = self.machine, self.scope
        if variable.is_global and not scope.in_memory(variable):
            index, kind = scope.register(variable), variable.type
            return lambda state: machine.read_register(state, index, kind)
        return super()._variable(variable)


class ThreadOperations(Operations):
    """Compiles the operations of one function, also those on threads and locks."""

    machine: ThreadMachine

    def __init__(self, machine: ThreadMachine, scope: Scope, inputs: Inputs, careful: Careful) -> None:
        super().__init__(machine, scope, inputs)
        self.careful = careful
        self.expressions = ThreadExpressions(machine, scope)

    def write(self, place: Place) -> Write:
        """The function that writes a place."""
        machine, scope = self.machine, self.scope
        if (
            isinstance(place, Variable)
            and place.is_global
            and not scope.in_memory(place)
            and not is_aggregate(place.type)
        ):
            index, kind = scope.register(place), place.type

            def set_register(state: State, value: Term | Block) -> None:
                assert not isinstance(value, Block)
                machine.write_register(state, index, kind, value)

            return set_register
        return super().write(place)

    def operation(self, operation: ops.Operation, edge: int) -> Do:
        """The function that executes an operation, also one that others notice."""
        match operation:
            case ops.BeginAtomic():
                return self._begin_section
            case ops.EndAtomic():
                return self._end_section
            case ops.Lock(lock, _, reentrant):
                return self._lock(lock, reentrant)
            case ops.Unlock(lock, _):
                return self._unlock(lock)
            case ops.Start():
                return self._start(operation, edge)
            case ops.Join(thread, timed, result):
                return self._join(thread, timed, result)
            case ops.Wait(lock, condition, timed, result):
                return self._wait(lock, condition, timed, result)
            case ops.Notify(condition, every):
                return self._notify(condition, every)
            case ops.EndThread():
                return self._end_thread
            case _:
                return super().operation(operation, edge)

    # --- atomic sections ---------------------------------------------------------------------------------

    def _begin_section(self, state: State) -> None:
        assert isinstance(state, ThreadState)
        state.atomic += 1
        if state.atomic == 1 and state.is_shared:
            self._open(state)

    def _open(self, state: ThreadState) -> None:
        """Go on in an atomic section; one that need not come to its end is entered only if it does."""
        machine, terms = self.machine, self.machine.terms
        machine.current.here = None
        node = machine.node(state, section=True)
        if (node.key, node.location) in self.careful:
            node.entered = terms.symbol(f"entered {node.number}", BOOL)
            state.guard = state.guard.extended(node.entered, terms)
        node.guard = state.guard

    def _end_section(self, state: State) -> None:
        assert isinstance(state, ThreadState)
        state.atomic -= 1
        if state.atomic < 0:
            self.machine.need("atomic-section", self.machine.terms.false)
        elif state.atomic == 0 and state.section is not None:
            state.section.ends.append(state.guard)
            state.section = None

    def _end_thread(self, state: State) -> None:
        assert isinstance(state, ThreadState)
        frame: Frame | None = state.frame
        while frame is not None:
            for address in frame.blocks.values():
                for number, here, _ in self.machine.targets(state, address):
                    self.machine.end(state, number, here)
            frame = frame.parent
        self.machine.current.finish(state)

    # --- locks -------------------------------------------------------------------------------------------

    def _lock(self, lock: Expr, reentrant: bool) -> Do:
        evaluate, machine, kind = self.value(lock), self.machine, lock.type
        terms = machine.terms

        def take(state: State) -> None:
            assert isinstance(state, ThreadState)
            one, none = terms.bv(1, HELD), terms.bv(0, HELD)
            for place, offset, key, here in machine.locks(state, evaluate(state), kind):
                count = machine.held(state, key)
                mine = terms.distinct(count, none)
                again = terms.and_(mine, terms.boolean(reentrant))
                if state.is_shared and again is not terms.true:
                    owner = machine.fresh(bits(OWNER))
                    machine.read_event(state, place, offset, owner)
                    is_free = terms.eq(owner, terms.bv(0, OWNER))
                    waits = terms.and_(here, terms.not_(again), terms.not_(is_free))
                    if state.section is not None and state.atomic:
                        self._note_waiting(state, waits)
                    machine.stop(state, waits, place=place, offset=offset, owner=owner)
                    state.guard = state.guard.extended(terms.not_(waits), terms)
                    taken = terms.and_(here, terms.not_(again))
                    machine.write_event(state, place, offset, terms.bv(machine.current.number, OWNER), when=taken)
                elif not reentrant:
                    machine.stop(state, terms.and_(here, mine), owner=terms.bv(machine.current.number, OWNER))
                    state.guard = state.guard.extended(terms.implies(here, terms.not_(mine)), terms)
                state.held[key] = terms.ite(here, terms.binary("bvadd", count, one), count)

        return take

    def _note_waiting(self, state: ThreadState, waits: Term) -> None:
        """A thread that waits for a lock in an atomic section lets others move there, which is not followed."""
        terms = self.machine.terms
        guard, state.guard = state.guard, state.guard.extended(waits, terms)
        if waits is not terms.false:
            self.machine.current.note(state, "a thread may wait for a lock inside of an atomic section")
        state.guard = guard

    def _unlock(self, lock: Expr) -> Do:
        evaluate, machine, kind = self.value(lock), self.machine, lock.type
        terms = machine.terms

        def release(state: State) -> None:
            assert isinstance(state, ThreadState)
            one, none = terms.bv(1, HELD), terms.bv(0, HELD)
            for place, offset, key, here in machine.locks(state, evaluate(state), kind):
                count = machine.held(state, key)
                machine.need("lock-not-held", terms.implies(here, terms.distinct(count, none)))
                if state.is_shared:
                    machine.write_event(
                        state, place, offset, terms.bv(0, OWNER), when=terms.and_(here, terms.eq(count, one))
                    )
                state.held[key] = terms.ite(here, terms.sub(count, one), count)

        return release

    # --- threads -----------------------------------------------------------------------------------------

    def _start(self, operation: ops.Start, edge: int) -> Do:
        machine = self.machine
        values = [self.any_value(argument) for argument in operation.arguments]
        write = None if operation.handle is None else self.write(operation.handle)
        daemon = None if operation.daemon is None else self.value(operation.daemon)
        pointer: Evaluate | None = None
        function = -1
        match operation.callee:
            case StaticCallee(name):
                function = machine.function_numbers[name]
            case PointerCallee(expression, _):
                pointer = self.value(expression)
            case _:
                raise Unmodelled("threads of methods are not followed symbolically")

        def start(state: State) -> None:
            assert isinstance(state, ThreadState)
            arguments = [value(state) for value in values]
            callee = function
            if pointer is not None:
                address = pointer(state)
                if address.op != "const" or machine.pointers.split(address.value)[0] < FIRST_FUNCTION:
                    raise Unmodelled("a thread is started in a function that is not known")
                callee = machine.pointers.split(address.value)[0] - FIRST_FUNCTION
            identity = machine.current.start_thread(state, edge, callee, arguments, daemon and daemon(state))
            if write is not None:
                write(state, identity)

        return start

    def _join(self, thread: Expr, timed: bool, result: Place | None) -> Do:
        machine, target = self.machine, self.value(thread)
        write = None if result is None else self.write(result)

        def join(state: State) -> None:
            assert isinstance(state, ThreadState)
            if timed:
                raise Unmodelled("a join with a time limit")
            if state.section is not None:
                raise Unmodelled("a thread is joined inside of an atomic section")
            machine.current.join(state, target(state))
            if write is not None and result is not None:
                write(state, machine.operators.constant(0, result.type))

        return join

    # --- wait sets ---------------------------------------------------------------------------------------

    def _wait(self, lock: Expr | None, condition: Expr | None, timed: bool, result: Place | None) -> Do:
        machine = self.machine
        terms = machine.terms
        if lock is None or condition is None:

            def sleep(state: State) -> None:
                if write is not None and result is not None:
                    write(state, machine.operators.constant(1, result.type))

            write = None if result is None else self.write(result)
            return sleep
        where, key = self.value(lock), self.value(condition)
        lock_type = lock.type
        store = None if result is None else self.write(result)

        def wait(state: State) -> None:
            assert isinstance(state, ThreadState)
            if not state.is_shared:
                if timed:
                    raise Unmodelled("a wait before any thread was started")
                machine.stop(state, terms.true)
                state.guard = state.guard.extended(terms.false, terms)
                return
            current = machine.current
            none = terms.bv(0, HELD)
            cases = machine.locks(state, where(state), lock_type)
            if len(cases) != 1:
                raise Unmodelled("a wait with a lock that is not known")
            place, offset, name, _ = cases[0]
            count = machine.held(state, name)
            machine.need("lock-not-held", terms.distinct(count, none))
            awaited = key(state)
            before = machine.node(state)
            machine.write_event(state, place, offset, terms.bv(0, OWNER))
            if state.section is not None:
                state.section.ends.append(state.guard)
                state.section = None
            current.here = None
            woken = terms.symbol(f"woken {len(machine.graph.waits)}", BOOL)
            late = terms.symbol(f"late {len(machine.graph.waits)}", BOOL) if timed else terms.false
            if state.atomic:
                self._open(state)
            after = machine.node(state)
            after.resumes = True
            owner = machine.fresh(bits(OWNER))
            machine.read_event(state, place, offset, owner)
            is_free = terms.eq(owner, terms.bv(0, OWNER))
            goes = terms.or_(woken, late)
            if not timed:
                machine.stop(state, terms.not_(goes), waiting=len(machine.graph.waits))
            held = terms.and_(goes, terms.not_(is_free))
            machine.stop(state, held, place=place, offset=offset, owner=owner)
            state.guard = state.guard.extended(terms.and_(goes, is_free), terms)
            after.guard = state.guard
            machine.graph.waits.append(Waiting(before, after, awaited, woken, late))
            machine.write_event(state, place, offset, terms.bv(current.number, OWNER))
            if store is not None and result is not None:
                reason = terms.ite(
                    late, machine.operators.constant(1, result.type), machine.operators.constant(0, result.type)
                )
                store(state, reason)

        return wait

    def _notify(self, condition: Expr, every: bool) -> Do:
        machine, key = self.machine, self.value(condition)

        def notify(state: State) -> None:
            assert isinstance(state, ThreadState)
            awaited = key(state)
            if state.is_shared:
                node = machine.node(state)
                node.meets = True
                machine.graph.notifications.append(
                    Notification(node, awaited, state.guard.formula(machine.terms), every)
                )

        return notify
