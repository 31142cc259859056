"""Runs with drawn inputs: what rankings would have to shrink by, and runs that come back to a state.

Inputs are drawn by the seed: the same small number everywhere, small and extreme numbers, or any. Two equal states of a
run are a lasso, whatever was drawn in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from vexil.core.cycles import Cycle
from vexil.engines.termination.loops import Head, Loop
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr, Variable
from vexil.ir.interpreter import Choices, CompiledProgram, Machine, Move, Snapshot
from vexil.ir.interpreter.compiler import Evaluator
from vexil.ir.interpreter.state import Frame, Thread
from vexil.model.evidence import Lasso, Run

Values = tuple[int | None, ...]
"""What the components of a loop are at an arrival; nothing where one is not defined."""
Decide = Callable[[Choices], int | None]
"""Draws one of the values that are offered; nothing ends the run."""
MOST_TRANSITIONS = 300
LONGEST_LOOP = 256
"""Arrivals at heads that are compared with an earlier one."""
CONSTANTS = (0, 1, -1, 2, 5, 100)
EXTREMES = (1 << 80, -1 << 80)
"""Inputs are the largest and the least that are offered: these runs are long, and say little about rankings."""
FURTHER_RUNS = 18


@dataclass(slots=True)
class _Activation:
    """Where a frame was last, and what components were when it last arrived at heads."""

    location: int
    arrivals: dict[int, Values] = field(default_factory=dict)
    function: str = ""
    parameters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SampledCall:
    """A call of a recursive function from another one, directly or not, with the parameters of both."""

    caller: str
    before: tuple[int, ...]
    callee: str
    after: tuple[int, ...]


class Sampler:
    """Follows runs of a program; ``transitions`` has for each head what changed from one arrival to the next."""

    def __init__(
        self,
        program: CompiledProgram,
        components: Mapping[Loop, tuple[Expr, ...]],
        conditions: Mapping[str, tuple[Expr, ...]],
    ) -> None:
        self._compiled = program
        self._loops = {loop.key: loop for loop in components}
        functions = program.program.functions
        self._evaluators = {
            loop.key: [program.evaluator(expression, functions[loop.function]) for expression in expressions]
            for loop, expressions in components.items()
        }
        self.transitions: dict[Head, dict[tuple[Values, Values], None]] = {loop.key: {} for loop in components}
        self._parameters = {
            name: [
                program.evaluator(Variable(item.name, item.type, False), functions[name])
                for item in functions[name].parameters
            ]
            for name in conditions
        }
        self._conditions = {
            name: [(program.evaluator(condition, functions[name]), condition) for condition in candidates]
            for name, candidates in conditions.items()
        }
        self.calls: dict[SampledCall, None] = {}
        self.unfinished: list[tuple[Run, int | None]] = []
        """Runs that were cut, with the constant that all their inputs are, if there is one."""
        self.work = 0

    def holding(self, function: str) -> tuple[Expr, ...]:
        """The conditions of a recursive function that held at every call."""
        return tuple(condition for _, condition in self._conditions[function])

    def follow(self, decide: Decide, most: int, constant: int | None = None) -> Lasso | None:
        """Follow one run for a while; give it as a lasso if it comes back to a state."""
        machine = Machine(self._compiled, checks=frozenset())
        initial = [decide(choices) for _, choices in machine.initial_choices()]
        if any(decision is None for decision in initial):
            return None
        decided = tuple(decision for decision in initial if decision is not None)
        machine.reset(decided)
        thread = machine.threads[1]
        stack = [_Activation(thread.frames[-1].location)]
        moves: list[Move] = []
        cycle: Cycle[Snapshot] = Cycle()
        while len(moves) < most and machine.enabled():
            offered = machine.choices(1)
            choice = None if offered is None else decide(offered)
            if offered is not None and choice is None:
                break
            machine.step(1, choice)
            moves.append(Move(1, choice))
            if machine.ending is not None or not thread.frames:
                break
            del stack[len(thread.frames) :]
            frame = thread.frames[-1]
            if len(stack) < len(thread.frames):
                stack.append(_Activation(-1))
                if frame.code.function.name in self._conditions:
                    self._enter(machine, thread, frame, stack)
            source, stack[-1].location = stack[-1].location, frame.location
            loop = self._loops.get((frame.code.function.name, frame.location))
            if loop is not None:
                self._arrive(machine, thread, frame, stack[-1], loop, source)
                start = cycle.begins(machine.snapshot(), len(moves)) if cycle.count < LONGEST_LOOP else None
                if start is not None:
                    return Lasso(decided, tuple(moves[:start]), tuple(moves[start:]))
        self.work += len(moves)
        if len(moves) == most and machine.enabled():
            self.unfinished.append((Run(decided, tuple(moves)), constant))
        return None

    def _arrive(
        self, machine: Machine, thread: Thread, frame: Frame, activation: _Activation, loop: Loop, source: int
    ) -> None:
        values: list[int | None] = []
        for evaluate in self._evaluators[loop.key]:
            try:
                values.append(int(evaluate(frame.registers, machine.globals, machine, thread)))
            except UndefinedValue:
                values.append(None)
        after = tuple(values)
        before = activation.arrivals.get(loop.head)
        known = self.transitions[loop.key]
        if before is not None and loop.is_return(source, loop.head) and len(known) < MOST_TRANSITIONS:
            known[before, after] = None
        activation.arrivals[loop.head] = after

    def _enter(self, machine: Machine, thread: Thread, frame: Frame, stack: list[_Activation]) -> None:
        name = frame.code.function.name

        def value(evaluate: Evaluator) -> int:
            try:
                return int(evaluate(frame.registers, machine.globals, machine, thread))
            except (UndefinedValue, TypeError, ValueError, OverflowError):  # a float that is no number
                return 0

        stack[-1].function, stack[-1].parameters = name, tuple(map(value, self._parameters[name]))
        self._conditions[name] = [one for one in self._conditions[name] if value(one[0])]
        caller = next((one for one in reversed(stack[:-1]) if one.function), None)
        if caller is not None and len(self.calls) < MOST_TRANSITIONS:
            self.calls[SampledCall(caller.function, caller.parameters, name, stack[-1].parameters)] = None

    def repeat(self, run: Run) -> Lasso | None:
        """Follow a run that is known."""
        decisions = iter((*run.initial, *(move.choice for move in run.moves if move.choice is not None)))
        return self.follow(lambda _: next(decisions, None), len(run.moves) + 1)


def policies(seed: int) -> Iterator[tuple[Decide, int | None]]:
    """Ways to draw inputs, the plain ones first, with the constant that all inputs are."""
    for constant in CONSTANTS:
        yield _constant(constant), constant
    for number in range(FURTHER_RUNS):
        yield _drawn(Random(f"{seed} {number}")), None
    for constant in EXTREMES:
        yield _constant(constant), constant


def _constant(constant: int) -> Decide:
    return lambda offered: nearest(offered, constant)


def nearest(offered: Choices, wanted: int) -> int | None:
    """The value that is offered closest to one that is wanted."""
    values = offered.values
    if values is None or wanted in values:
        return wanted
    if not values:
        return None
    if isinstance(values, range):
        return min(max(wanted, values[0]), values[-1])
    return values[wanted % len(values)]


def _drawn(random: Random) -> Decide:
    def decide(offered: Choices) -> int | None:
        values = offered.values
        kind = random.randrange(4)
        if values is None or kind < 2:
            return nearest(offered, random.randint(-3, 12) if kind else random.randint(-300, 300))
        if not values:
            return None
        if isinstance(values, range):
            low, high = values[0], values[-1]
            return (
                random.choice((low, high, low + 1, high - 1)) if kind == 2 and high > low else random.randint(low, high)
            )
        return random.choice(values)

    return decide
