"""Symbolic execution: states that meet at the same place become one, loops before what comes after them.

The executor takes the state with the smallest key, runs it up to the next place where states may meet, and goes on
until nothing is left within the bound. States beyond the bound wait in ``parked``.
"""

from __future__ import annotations

from heapq import heappop, heappush

from vexil.core.context import Context
from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.code import Choice, Enter
from vexil.engines.bounded.guards import Guard, common_beginning
from vexil.engines.bounded.inputs import Input
from vexil.engines.bounded.machine import Machine, Scope
from vexil.engines.bounded.operations import Operations
from vexil.engines.bounded.state import Frame, Key, State, around, merge_states
from vexil.engines.bounded.stepping import Stepping
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, VariableDeclaration
from vexil.ir.types import Type, is_aggregate
from vexil.ir.typing import compatible
from vexil.logic import Term
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH

MOST_FRAMES = 8_000
"""So many frames of one function may be on the stack."""


class Executor(Stepping):
    """Runs symbolic states in the order of their keys."""

    def __init__(self, machine: Machine, checks: frozenset[str], context: Context) -> None:
        super().__init__(machine, checks, context)
        self._queue: list[Key] = []
        self._pending: dict[Key, list[State]] = {}

    def enqueue(self, state: State) -> None:
        """Let a state wait for others at the same place."""
        key = state.frame.key()
        waiting = self._pending.get(key)
        if waiting is None:
            self._pending[key] = [state]
            heappush(self._queue, key)
        else:
            waiting.append(state)

    def run(self, budget: int | None = None) -> bool:
        """Execute everything within the bound; say whether it was finished within a budget of work."""
        last = None if budget is None else self.work + budget
        while self._queue:
            if last is not None and self.work > last:
                return False
            key = heappop(self._queue)
            state = self._merged(self._pending.pop(key))
            if state is None:
                continue
            self._visit(state)
        return True

    def _visit(self, state: State) -> None:
        frame = state.frame
        if frame.loops and frame.loops[-1][0] == frame.location:
            count, grown = frame.loops[-1].times, frame.loops[-1].grown
            place = (frame.function, frame.location)
            if self.iterations.get(place, 0) < count < 1 << 40:
                self.iterations[place] = count
            if self.watch is not None:
                self.watch(state)
            if self.at_head is not None:
                changed = self.at_head(state)
                if changed is None:
                    return
                state = changed
            elif grown:
                if grown > self.bound:
                    self.parked.append(state)
                    return
                if not self.feasible(state):
                    return
        self.proceed(state)

    def _merged(self, states: list[State]) -> State | None:
        """One state from all that wait at a place, those that parted last first."""
        while len(states) > 1:
            best, place = -1, 0
            for index in range(len(states) - 1):
                length = common_beginning(states[index].guard, states[index + 1].guard).length
                if length > best:
                    best, place = length, index
            try:
                merged = self._merge(states[place], states[place + 1])
            except Unmodelled as refused:
                self._give_up(states[place + 1], refused.reason)
                merged = states[place]
            states[place : place + 2] = [merged]
        return states[0] if states else None

    def _merge(self, first: State, second: State) -> State:
        return merge_states(first, second, self.machine.memory)

    def resume(self) -> None:
        """Let the parked states go on."""
        parked, self.parked = self.parked, []
        for state in parked:
            self.enqueue(state)

    def waiting(self) -> list[State]:
        """The states that have not ended."""
        return [*self.parked, *(state for states in self._pending.values() for state in states)]

    def start(self) -> State:
        """The state all runs begin in: every global with its initial value, and a frame at the entry."""
        machine = self.machine
        program = machine.program
        entry = machine.function_numbers[program.entry]
        state = self._new_state(machine.new_frame(entry, None, (entry,)))
        for variable in program.globals:
            if variable.addressable:
                name, size = variable.name, machine.size_of(variable.type)
                number = machine.new_block(state, name, size, zeroed=True, origin="static", site=name)
                state.globals.append(machine.address(number))
            else:
                state.globals.append(machine.default(variable.type))
        for index, variable in enumerate(program.globals):
            self._initialise(state, index, variable)
        for index, variable in enumerate(program.globals):
            if variable.constant and variable.addressable:
                state.owned(machine.objects(state.globals[index])[0]).origin = "constant"
        frame = state.frame
        for register, size, name, _, _ in self.code(entry).blocks:
            number = machine.new_block(state, f"local {name}", size, zeroed=False, origin="stack", site=name)
            frame.blocks[register] = machine.address(number)
        for kind, condition in machine.needed:
            if kind:
                raise Unmodelled(f"an initial value may be undefined: {kind}")
            state.guard = state.guard.extended(condition, machine.terms)
        machine.needed = []
        frame.entered = state.guard
        frame.loops = around((), frame.order.nest[frame.location], frame.location, state.guard)
        return state

    def _new_state(self, frame: Frame) -> State:
        return State(frame, [], {}, Guard(None, None))

    def _initialise(self, state: State, index: int, variable: VariableDeclaration) -> None:
        machine = self.machine
        match variable.initial:
            case None:
                pass
            case Memory(PackedCells() as packed):
                block = state.owned(machine.objects(state.globals[index])[0])
                storage, width = f"u{packed.step}", packed.element.width
                true = machine.terms.true
                for position, value in enumerate(packed.values):
                    if value:
                        term = machine.encoded(machine.terms.bv(value, width), packed.element, storage)
                        block.cells[position * packed.step] = (storage, term, true)
            case Memory(cells):
                for offset, expression in cells:
                    stored = machine.evaluator(expression)(state)
                    place = machine.pointers.add(state.globals[index], machine.terms.bv(offset, machine.word))
                    machine.store(state, place, expression.type, stored)
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
                operations = Operations(machine, Scope(machine, None), self.inputs)
                edge = -2 - index
                chosen = operations.chooser(variable.initial, variable.type, edge)(state)
                input_there = self.inputs.at(state.frame.key(), edge)
                self.inputs.initial.append(input_there or Input(chosen, variable.type))
                self._set(state, index, variable.type, variable.addressable, chosen)
            case expression:
                initial = machine.evaluator(expression)(state)
                self._set(state, index, variable.type, variable.addressable, initial)

    def _set(self, state: State, index: int, kind: Type, addressable: bool, value: Term) -> None:
        if addressable:
            self.machine.store(state, state.globals[index], kind, value)
        else:
            state.globals[index] = value

    # --- calls -------------------------------------------------------------------------------------------

    def _enter(self, state: State, step: Enter) -> State | None:
        arguments = [argument(state) for argument in step.arguments]
        pointer = None if step.pointer is None else step.pointer(state)
        if self.machine.needed and not self._settle(state, step.edge):
            return None
        if step.function is not None:
            return self._called(state, step.function, arguments, step)
        assert pointer is not None
        targets = self._callees(state, pointer, step)
        if not targets:
            return None
        for function, condition in targets[1:]:
            other = state.fork()
            other.guard = other.guard.extended(condition, self.terms)
            entered = self._called(other, function, arguments, step)
            if entered is not None:
                self.enqueue(entered)
        function, condition = targets[0]
        if condition is not self.terms.true:
            state.guard = state.guard.extended(condition, self.terms)
        return self._called(state, function, arguments, step)

    def _callees(self, state: State, pointer: Term, step: Enter) -> list[tuple[int, Term]]:
        """The functions a pointer may mean that fit the call."""
        terms, machine = self.terms, self.machine
        owner = machine.pointers.object_of(pointer)
        zero = terms.bv(0, machine.word)
        at_start = terms.eq(machine.pointers.offset_of(pointer), zero)
        callees: list[tuple[int, Term]] = []
        for number in machine.objects(pointer):
            if number >= FIRST_FUNCTION and self._fits(number - FIRST_FUNCTION, step):
                here = terms.and_(terms.eq(owner, terms.bv(number, OBJECT_WIDTH)), at_start)
                if here is not terms.false:
                    callees.append((number - FIRST_FUNCTION, here))
        allowed = terms.disjunction(condition for _, condition in callees)
        kind = "null-dereference" if pointer is machine.pointers.null else "invalid-function-pointer"
        machine.need(kind, allowed)
        return callees if self._settle(state, step.edge) else []

    def _fits(self, function: int, step: Enter) -> bool:
        declared = self.machine.function_list[function]
        types = [argument.type for argument in step.call.arguments]
        result = None if step.call.result is None else step.call.result.type
        if len(types) != len(declared.parameters):
            return False
        if result is not None and (declared.result is None or not compatible(result, declared.result)):
            return False
        return all(compatible(parameter.type, kind) for parameter, kind in zip(declared.parameters, types, strict=True))

    def _called(self, state: State, function: int, arguments: list[Term | Block], step: Enter) -> State | None:
        machine = self.machine
        caller = state.frame
        caller.call_edge = step.edge
        frame = machine.new_frame(function, caller, (*caller.key(), function))
        self._count_depth(frame, state.guard)
        state.frame = frame
        code = self.code(function)
        for index, argument in enumerate(arguments):
            if not isinstance(argument, Block):
                frame.registers[index] = argument
        for register, size, name, is_parameter, kind in code.blocks:
            number = machine.new_block(state, name, size, zeroed=False, origin="stack", site=name)
            frame.blocks[register] = machine.address(number)
            if is_parameter:
                self._pass(state, frame.blocks[register], kind, arguments[register])
        if machine.needed and not self._settle(state, step.edge):
            return None
        frame.loops = around(frame.loops, frame.order.nest[frame.location], frame.location, state.guard)
        if frame.depth > self.bound:
            self.parked.append(state)
            return None
        if frame.depth and not self.feasible(state):
            return None
        if frame.location in frame.order.joins:
            self.enqueue(state)
            return None
        return state

    def _pass(self, state: State, address: Term, kind: Type, value: Term | Block) -> None:
        if is_aggregate(kind):
            assert isinstance(value, Block)
            self.machine.store_content(state, address, value)
        else:
            assert not isinstance(value, Block)
            self.machine.store(state, address, kind, value)

    def _count_depth(self, frame: Frame, guard: Guard) -> None:
        frame.entered = guard
        below = frame.parent
        frames = 1
        nearest: Frame | None = None
        while below is not None:
            if below.function == frame.function:
                nearest = nearest or below
                frames += 1
            below = below.parent
        if frames > MOST_FRAMES:  # every frame knows the way to it
            raise Unmodelled(f"recursion of more than {MOST_FRAMES} calls")
        if nearest is not None:
            frame.depth = nearest.depth + (nearest.entered is not guard)
        self.deepest = max(self.deepest, frames)

    def _leave(self, state: State, edge: int, value: Term | Block | None) -> State | None:
        machine = self.machine
        if machine.needed and not self._settle(state, edge):
            return None
        frame = state.frame
        if state.assuming and any(loop.assuming for loop in frame.loops):
            return None
        for address in frame.blocks.values():
            targets = machine.targets(state, address)
            for number, here, _ in targets:
                machine.end(state, number, self.terms.true if len(targets) == 1 else here)
        for number in frame.stack:
            machine.end(state, number, self.terms.true)
        if frame.parent is None:
            self.endings.append(state.guard)
            return None
        caller = frame.parent.copy()
        state.frame = caller
        call = caller.call_edge
        caller.call_edge = -1
        step = self.code(caller.function).step(caller.location)
        if isinstance(step, Choice):
            step = step.steps[step.edges.index(call)]
        assert isinstance(step, Enter)
        if step.result is not None:
            if value is None:
                raise Unmodelled("a function without result is called for its value")
            step.result(state, value)
            if machine.needed and not self._settle(state, call):
                return None
        return self._move(state, call)
