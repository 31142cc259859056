"""A model as a run of the reference interpreter.

The interpreter goes along while the same counting of iterations and calls that named the inputs says which input each
of its choices is.
"""

from __future__ import annotations

from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.loops import around
from vexil.engines.bounded.state import Key
from vexil.ir.interpreter import CompiledProgram, Move
from vexil.ir.interpreter import Machine as Interpreter
from vexil.logic.evaluate import Evaluation
from vexil.model.evidence import Run

_NO_GUARD = Guard(None, None)


class _Place:
    """Where one frame of the interpreter is, counted as in symbolic frames."""

    def __init__(self, executor: Executor, function: int, prefix: Key) -> None:
        self.order = executor.machine.order(function)
        self.prefix = prefix
        self.location = self.order.entry
        self.loops = around((), self.order.nest[self.location], self.location, _NO_GUARD)

    def move(self, target: int) -> None:
        """Go to another location."""
        self.loops = around(self.loops, self.order.nest[target], target, _NO_GUARD)
        self.location = target

    def key(self) -> Key:
        """The key of a symbolic frame that is here."""
        parts: list[int] = []
        for loop in self.loops:
            parts += (self.order.position[loop.head], loop.times)
        return (*self.prefix, *parts, self.order.position[self.location])


def run_of(
    executor: Executor, compiled: CompiledProgram, evaluation: Evaluation, checks: frozenset[str], limit: int
) -> Run | None:
    """The run that a model describes, up to the first check that fails; nothing when it does not come to one."""
    interpreter = Interpreter(compiled, checks=checks)
    initial = tuple(item.decision(evaluation) for item in executor.inputs.initial)
    interpreter.reset(initial)
    thread = interpreter.threads[1]
    names = executor.machine.function_numbers
    entry = names[executor.machine.program.entry]
    places = [_Place(executor, entry, (entry,))]
    moves: list[Move] = []
    while interpreter.ending is None and interpreter.enabled() and len(moves) < limit:
        place = places[-1]
        offered = interpreter.choices(1)
        choice: int | None = None
        if offered is not None:
            function = thread.frames[-1].code.function
            item = executor.inputs.at(place.key(), function.outgoing[place.location][0])
            choice = 0 if item is None else item.decision(evaluation)
            if offered.values is not None and choice not in offered.values:
                return None
        interpreter.step(1, choice)
        moves.append(Move(1, choice))
        depth = len(thread.frames)
        if depth > len(places):
            function = thread.frames[-1].code.function
            number = names[function.name]
            places.append(_Place(executor, number, (*place.key(), number)))
            continue
        if depth < len(places):
            places.pop()
        places[-1].move(thread.frames[-1].location)
    from vexil.ir.interpreter import Violated

    return Run(initial, tuple(moves)) if isinstance(interpreter.ending, Violated) else None
