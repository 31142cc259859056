"""Calls and returns of symbolic states."""

from __future__ import annotations

from vexil.engines.bounded.access import Content
from vexil.engines.bounded.code import Choice, Enter
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.loops import around
from vexil.engines.bounded.memory import Unmodelled
from vexil.engines.bounded.state import Frame, State
from vexil.engines.bounded.stepping import Stepping
from vexil.ir.types import Type, is_aggregate
from vexil.logic import Term
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH

MOST_FRAMES = 8_000
"""So many frames of one function may be on the stack."""


class Calls(Stepping):
    """Enters and leaves functions."""

    def _enter(self, state: State, step: Enter) -> State | None:
        arguments = [argument(state) for argument in step.arguments]
        pointer = None if step.pointer is None else step.pointer(state)
        if self.machine.needed and not self._settle(state, step.edge):
            return None
        self.covered.add((state.frame.function, step.edge))
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
        from vexil.ir.typing import compatible

        declared = self.machine.function_list[function]
        types = [argument.type for argument in step.call.arguments]
        wanted = None if step.call.result is None else step.call.result.type
        if len(types) != len(declared.parameters):
            return False
        if wanted is not None and (declared.result is None or not compatible(wanted, declared.result)):
            return False
        return all(compatible(parameter.type, kind) for parameter, kind in zip(declared.parameters, types, strict=True))

    def _called(self, state: State, function: int, arguments: list[Term | Content], step: Enter) -> State | None:
        machine = self.machine
        caller = state.frame
        caller.call_edge = step.edge
        frame = machine.new_frame(function, caller, (*caller.key(), function))
        self._count_depth(frame, state.guard)
        state.frame = frame
        code = self.code(function)
        for index, argument in enumerate(arguments):
            if not isinstance(argument, tuple):
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

    def _pass(self, state: State, address: Term, kind: Type, value: Term | Content) -> None:
        if is_aggregate(kind):
            assert isinstance(value, tuple)
            self.machine.store_content(state, address, value)
        else:
            assert not isinstance(value, tuple)
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

    def _leave(self, state: State, edge: int, value: Term | Content | None) -> State | None:
        machine = self.machine
        if machine.needed and not self._settle(state, edge):
            return None
        frame = state.frame
        self.covered.add((frame.function, edge))
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
