"""States that proofs start from: the initial ones, and any state at a location."""

from __future__ import annotations

from vexil.certify.branching.lifetimes import Life, lives_at
from vexil.certify.branching.noting import Noting
from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import CONSTANT
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.state import Frame, Guard, State
from vexil.certify.invariant.values import DEAD, ELSEWHERE, Value
from vexil.ir.program import Function


class States:
    """Makes states of the entry function.

    A state at a location stands for all real ones there: registers have any value, and memory any contents that fit
    its type. That real contents do is required of every step, by `arrive`.
    """

    def __init__(
        self, entry: Function, evaluator: Evaluator, operations: Operations, ledger: Noting, arbitrary: Arbitrary
    ) -> None:
        self._entry = entry
        self._evaluator = evaluator
        self._ledger = ledger
        self._arbitrary = arbitrary
        self._lives = lives_at(entry)
        ledger.edge = "an initial value"
        self.first = initial_state(evaluator, operations, ledger)
        operations.enter(self.first, entry, [])
        self._known: dict[int, State] = {}

    def at(self, location: int) -> State:
        """Any state at a location; always the same one."""
        if location not in self._known:
            self._known[location] = self._made(location)
        return self._known[location]

    def _made(self, location: int) -> State:
        first, arbitrary = self.first, self._arbitrary
        state = State(Guard(self._evaluator.terms, None, True), [], {}, {}, True)
        state.partial = True
        frame = Frame(self._entry, {})
        state.frames.append(frame)
        changing: list[tuple[int, Block, str, bool]] = []
        for variable in self._evaluator.program.globals:
            if variable.addressable:
                number = first.globals[variable.name][0]
                state.globals[variable.name] = (number, 0)
                state.objects[number] = first.objects[number]
                if first.objects[number].origin != CONSTANT:
                    changing.append((number, first.objects[number], variable.name, True))
        for variable in self._entry.locals:
            if variable.addressable:
                life = self._lives[location][variable.name]
                frame.registers[variable.name] = pointer = self._place(variable.name, life)
                if life in (Life.WRITTEN, Life.ALIVE):
                    block = first.objects[pointer[0]]
                    state.objects[pointer[0]] = block
                    changing.append((pointer[0], block, variable.name, life is Life.WRITTEN))
        for variable in self._evaluator.program.globals:
            if not variable.addressable:
                state.globals[variable.name] = arbitrary.value(state, variable.type, variable.name)
        for variable in self._entry.locals:
            if not variable.addressable:
                frame.registers[variable.name] = arbitrary.value(state, variable.type, variable.name)
        for number, block, name, written in changing:
            state.objects[number] = arbitrary.contents(state, block, name, written=written)
        return state

    def _place(self, name: str, life: Life) -> Value:
        if life is Life.DEAD:
            return (DEAD, 0)
        return (ELSEWHERE, 0) if life is Life.UNKNOWN else self.first.frames[-1].registers[name]

    def arrive(self, before: State | None, after: State, location: int) -> None:
        """Require that a state that a step leads to is among those at its location; *before* is one."""
        known = {} if before is None else before.objects
        where = Where(self._ledger, after)
        for variable in self._evaluator.program.globals:
            if variable.addressable:
                number = after.globals[variable.name][0]
                block = after.objects[number]
                if block.origin != CONSTANT and block is not known.get(number):
                    self._arbitrary.fits(where, block)
        for variable in self._entry.locals:
            life = self._lives[location].get(variable.name, Life.DEAD)
            if variable.addressable and life in (Life.WRITTEN, Life.ALIVE):
                number = after.frames[-1].registers[variable.name][0]
                self._arbitrary.fits(where, after.objects[number], written=life is Life.WRITTEN)

    def leave(self, state: State, operations: Operations) -> None:
        """End the life of the memory of the entry function; the thread is over."""
        frame = state.frames[-1]
        for variable in self._entry.locals:
            if variable.addressable:
                number = frame.registers[variable.name][0]
                if number in state.objects:
                    operations.end(state, number)
                frame.registers[variable.name] = (DEAD, 0)
        for number in frame.stack:
            operations.end(state, number)
