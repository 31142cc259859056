"""Long runs of programs without calls: the interpreter goes from control point to control point, and where a loop is
leapt over native code takes the rounds, if there are many.

Choices are made as the rules of a restriction say, and else as somebody decides for each step between two leaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter import CompiledProgram, Ending, Machine
from vexil.ir.operations import Choose
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import I32, U8, BoolType
from vexil.ir.typing import apply, cast, literal
from vexil.model.leaps import Decided, Leg, Port, Rule, Schedule, Turns
from vexil.model.protocols import NotApplicable
from vexil.transform.native import AtBreakpoint, NativeProgram, RunEnded, Strategy

FIRST_STEPS = 2_000
"""Steps of a leap that the interpreter takes before native code does."""


class Lost(Exception):  # noqa: N818 - whoever wanted the run does without it
    """A run does not go where it should, or nobody can follow it that far; with the reason."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What is decided at choices on the way to the next control point, by location."""

    values: Mapping[int, int]


class Journey:
    """One run of a restricted program, from its first state on."""

    def __init__(
        self,
        program: Program,
        rules: Sequence[Rule],
        checks: frozenset[str],
        points: Iterable[int],
        context: Context,
        most: int,
    ) -> None:
        self.program = program
        self.steps = 0
        self._entry: Function = program.functions[program.entry]
        self._compiled = CompiledProgram(program)
        self._checks = checks
        self._points = frozenset(points)
        self._context = context
        self._most = most
        self._rules = decided_by(self._entry, rules)
        self.machine = Machine(self._compiled, checks=checks)
        self._native: NativeProgram | None = None

    def begin(self, initial: Sequence[int]) -> None:
        """Go to the first state; raises `UsageError` for decisions that do not fit."""
        self.machine.reset(tuple(initial))

    @property
    def location(self) -> int:
        """Where control is."""
        return self.machine.threads[1].frames[-1].location

    @property
    def ending(self) -> Ending | None:
        """How the run has ended, if it has."""
        return self.machine.ending

    def value(self, expression: Expr) -> object:
        """The value of an expression of the entry function now."""
        evaluate = self._compiled.evaluator(expression, self._entry)
        thread = self.machine.threads[1]
        return evaluate(thread.frames[-1].registers, self.machine.globals, self.machine, thread)

    def step(self, decisions: Decisions) -> None:
        """Go to the next control point, or to the end of the run."""
        while True:
            self._edge(decisions)
            if self.ending is not None or not self.machine.enabled() or self.location in self._points:
                return

    def _edge(self, decisions: Decisions) -> None:
        machine = self.machine
        if self.ending is not None or not machine.enabled():
            raise Lost("the run has ended")
        if self.steps >= self._most:
            raise Lost(f"the run has more than {self._most:,} steps")
        offered = machine.choices(1)
        choice: int | None = None
        if offered is not None:
            choice = self._choice(decisions)
            if offered.values is not None and choice not in offered.values:
                raise Lost("a choice is not offered")
        machine.step(1, choice)
        self.steps += 1

    def _choice(self, decisions: Decisions) -> int:
        rule = self._rules.get(self.location)
        if rule is None:
            return decisions.values.get(self.location, 0)
        value = self.value(rule)
        if not isinstance(value, int):
            raise Lost("a choice is no number")
        return int(value)

    def variables(self, tracked: Mapping[int, Sequence[str]]) -> list[Variable]:
        """The tracked variables where control is."""
        found = []
        for name in tracked.get(self.location, ()):
            declared = self._entry.variables.get(name)
            if declared is not None:
                found.append(Variable(name, declared.type, False))
            elif name in self.program.global_variables:
                found.append(Variable(name, self.program.global_variables[name].type, True))
        return found

    # --- leaps -------------------------------------------------------------------------------------------

    def leap(self, leaving: Port, variables: Sequence[Variable]) -> Leg:
        """Go round until an exit port; says what became of some variables on the way."""
        place, started = self.location, self.steps
        before = self._values(variables)
        rounds = 0
        none = Decisions({})
        while not self._is_in(leaving):
            if self.steps - started > FIRST_STEPS:
                rounds += self._natively(leaving, place)
                break
            self.step(none)
            rounds += self.location == place
        return Leg(place, rounds, self.steps - started, before, self._values(variables))

    def _is_in(self, port: Port) -> bool:
        if self.ending is not None:
            raise Lost("the run ends inside of a loop that is leapt over")
        condition = dict(port.conditions).get(self.location)
        return condition is not None and self.value(condition) is True

    def _natively(self, leaving: Port, place: int) -> int:
        """Let native code go to the exit port; how often it comes to a place."""
        try:
            if self._native is None:
                self._native = NativeProgram(self.program, self._checks)
            state = self._native.restore(self.machine.snapshot())
            stop = self._native.run(
                state,
                leaving.conditions,
                Strategy(self._strategy()),
                most_steps=max(0, self._most - self.steps),
                counted=[place],
                context=self._context,
            )
        except NotApplicable as problem:
            raise Lost(f"there is no native form: {problem}") from None
        self.steps += stop.steps
        if not isinstance(stop.how, AtBreakpoint):
            ended = "ends" if isinstance(stop.how, RunEnded) else "stops"
            raise Lost(f"the run {ended} inside of a loop that is leapt over: {stop.how}")
        self.machine = Machine(self._compiled, checks=self._checks)
        self.machine.restore(stop.state.snapshot())
        return stop.visits.get(place, 0)

    def _strategy(self) -> Mapping[int, int | Expr]:
        return {place: self._rules.get(place, 0) for place in choices_of(self._entry)}

    def _values(self, variables: Sequence[Variable]) -> tuple[tuple[str, int], ...]:
        found = ((variable.name, self.value(variable)) for variable in variables)
        return tuple((name, int(value)) for name, value in found if isinstance(value, int))


def choices_of(entry: Function) -> list[int]:
    """The locations at which something is chosen."""
    return [
        place
        for place, edges in enumerate(entry.outgoing)
        if entry.locations[place].kind is LocationKind.CHOICE
        or any(isinstance(entry.edges[edge].operation, Choose) for edge in edges)
    ]


def decided_by(entry: Function, rules: Sequence[Rule]) -> dict[int, Expr]:
    """What rules decide, by location of the restricted program: a number as an expression over the state there."""
    found: dict[int, Expr] = {}
    for rule in rules:
        match rule:
            case Schedule(location, conditions):
                found[location] = _first_of([(condition, number) for number, condition in enumerate(conditions)])
            case Decided(edge, value):
                found[entry.edges[edge].source] = _number(value)
            case Turns(location, values):
                turn = Variable(f"$turn{location}", U8, False)
                if not values:
                    found[location] = cast(turn, I32)
                    continue
                chosen = values[-1]
                for number in reversed(range(len(values) - 1)):
                    chosen = apply(
                        Operator.IF, apply(Operator.EQUAL, turn, literal(number, U8)), values[number], chosen
                    )
                found[location] = _number(chosen)
    return found


def _first_of(cases: Sequence[tuple[Expr, int]]) -> Expr:
    """The number of the first condition that holds."""
    chosen: Expr = literal(cases[-1][1], I32)
    for condition, number in reversed(cases[:-1]):
        chosen = apply(Operator.IF, condition, literal(number, I32), chosen)
    return chosen


def _number(value: Expr) -> Expr:
    """A value as a number."""
    if isinstance(value.type, BoolType):
        return apply(Operator.IF, value, literal(1, I32), literal(0, I32))
    return value
