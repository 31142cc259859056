"""States that proofs start from: the initial ones, and any state at a location."""

from __future__ import annotations

from enum import Enum

from vexil.certify.branching.requirements import RequirementCollector
from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.blocks import Block
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import CONSTANT
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.state import Frame, Guard, State
from vexil.certify.invariant.values import DEAD, ELSEWHERE, Value
from vexil.ir import operations as ops
from vexil.ir.expressions import Variable
from vexil.ir.program import Function
from vexil.ir.types import is_aggregate


class Life(Enum):
    """What is known about the memory of a variable at a location."""

    WRITTEN = "written"
    ALIVE = "alive"
    DEAD = "dead"
    UNKNOWN = "unknown"


Lives = dict[str, frozenset[Life]]


class States:
    """Makes states of the entry function.

    A state at a location stands for all real ones there: registers have any value, and memory any contents that fit
    its type. That real contents do is required of every step, by `arrive`.
    """

    def __init__(
        self,
        entry: Function,
        evaluator: Evaluator,
        operations: Operations,
        ledger: RequirementCollector,
        arbitrary: Arbitrary,
    ) -> None:
        self._entry = entry
        self._evaluator = evaluator
        self._ledger = ledger
        self._arbitrary = arbitrary
        self._lives = lives_at(entry)
        ledger.edge = "an initial value"
        self.first = initial_state(evaluator, operations, ledger)
        operations.enter(self.first, entry, [])
        self._states: dict[int, State] = {}

    def at(self, location: int) -> State:
        """Any state at a location; always the same one."""
        if location not in self._states:
            self._states[location] = self._any_state(location)
        return self._states[location]

    def another(self, location: int) -> State:
        """Any state at a location; another one each time."""
        return self._any_state(location)

    def _any_state(self, location: int) -> State:
        first, arbitrary = self.first, self._arbitrary
        state = State(Guard(self._evaluator.terms, None, True), [], {}, {}, True)
        state.partial = state.lossy = True
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
        objects = {} if before is None else before.objects
        where = Where(self._ledger, after)
        for variable in self._evaluator.program.globals:
            if variable.addressable:
                number = after.globals[variable.name][0]
                block = after.objects[number]
                if block.origin != CONSTANT and block is not objects.get(number):
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


# --- lives of variables ----------------------------------------------------------------------------------


def lives_at(function: Function) -> list[dict[str, Life]]:
    """For every location what is known about each addressable local on every way there."""
    kinds = {item.name: item.type for item in function.locals if item.addressable}
    states: list[Lives | None] = [None] * len(function.locations)
    states[function.entry] = dict.fromkeys(kinds, frozenset({Life.ALIVE}))
    pending = [function.entry]
    while pending:
        location = pending.pop()
        before = states[location]
        assert before is not None
        for number in function.outgoing[location]:
            edge = function.edges[number]
            after = _after(edge.operation, before)
            earlier = states[edge.target]
            joined = after if earlier is None else {name: earlier[name] | after[name] for name in earlier}
            if joined != earlier:
                states[edge.target] = joined
                pending.append(edge.target)
    return [{name: _summary((lives or {}).get(name, frozenset())) for name in kinds} for lives in states]


def _after(operation: ops.Operation, before: Lives) -> Lives:
    after = dict(before)
    match operation:
        case ops.BeginLifetime(variable):
            after[variable.name] = frozenset({Life.ALIVE})
        case ops.EndLifetime(variable):
            after[variable.name] = frozenset({Life.DEAD})
        case ops.Return() | ops.EndThread():
            after = dict.fromkeys(before, frozenset({Life.DEAD}))
        case ops.Copy() | ops.Call():
            after = _doubtful(before)
        case ops.Assign(place, _) if is_aggregate(place.type):
            after = _doubtful(before)
        case ops.Assign() | ops.Choose():
            for place in ops.written_places(operation):
                if isinstance(place, Variable) and before.get(place.name) in (_LIVE, _SET, _EITHER):
                    after[place.name] = _SET
        case _:
            pass
    return after


_LIVE, _SET = frozenset({Life.ALIVE}), frozenset({Life.WRITTEN})
_EITHER = _LIVE | _SET


def _doubtful(before: Lives) -> Lives:
    """After memory that was not written may have been copied."""
    return {name: (lives - _SET) | _LIVE if lives & _SET else lives for name, lives in before.items()}


def _summary(lives: frozenset[Life]) -> Life:
    if len(lives) == 1:
        return next(iter(lives))
    return Life.ALIVE if lives == _EITHER else Life.UNKNOWN
