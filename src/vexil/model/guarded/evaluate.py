"""The meaning of guarded systems: states as tuples of numbers, and their successors one by one.

This is plain: native code, the printed forms and the flattening of programs are tested against it, and it says which
command and which choices lead from one state of a trace to the next. What is used again and again is turned into
Python functions (`generated`), which are tested against the rules here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from vexil.core.errors import InternalError, require
from vexil.ir.arithmetic import COMPARISONS, on_integers, wrap
from vexil.ir.expressions import Operator
from vexil.model.guarded.expressions import Apply, Const, Expr, Local, Read, Self, Variable
from vexil.model.guarded.generated import Cut, Function, Generator
from vexil.model.guarded.system import (
    Assign,
    Block,
    Choice,
    Command,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Let,
    Template,
)

State = tuple[int, ...]
Values = dict[str, int]


@dataclass(frozen=True, slots=True)
class Transition:
    """A step: who moved, by which command of its location, and what was chosen."""

    template: str
    thread: int
    command: Command
    chosen: tuple[int, ...]


SELDOM = 4
"""How often a part is evaluated by the rules before it is turned into a function."""


class Evaluator:
    """Evaluates one system; parts that are used more than ``seldom`` times become functions."""

    def __init__(self, system: GuardedSystem, seldom: float = SELDOM) -> None:
        self.system = system
        self.cuts: dict[int, int] = {}
        """How often runs were cut, by the number of the ending."""
        self._seldom = seldom
        self._used: dict[object, int] = {}
        self._functions: dict[object, Function | None] = {}
        """By what they are of, and the template and names it is for."""

    # --- functions ---------------------------------------------------------------------------------------

    @cached_property
    def _generator(self) -> Generator:
        return Generator(self.system, self.offsets)

    def _function(self, key: object, make: Callable[[], Function | None]) -> Function | None:
        """The function for a part of the system, if it is used often enough to be worth it."""
        if key in self._functions:
            return self._functions[key]
        uses = self._used[key] = self._used.get(key, 0) + 1
        if uses <= self._seldom:
            return None
        function = self._functions[key] = make()
        return function

    # --- where everything is -----------------------------------------------------------------------------

    @cached_property
    def offsets(self) -> Mapping[tuple[str | None, str], tuple[int, int]]:
        """Where a variable begins, and how far it is from one thread to the next, by template and name."""
        places: dict[tuple[str | None, str], tuple[int, int]] = {}
        place = 0
        for variable in (self.system.ending, *self.system.variables):
            if not variable.constant:
                places[None, variable.name] = (place, 0)
                place += variable.length
        for template in self.system.templates:
            variables = (template.counter, *template.variables)
            stride = sum(variable.length for variable in variables)
            inner = place
            for variable in variables:
                places[template.name, variable.name] = (inner, stride)
                inner += variable.length
            place += stride * template.count
        return places

    @cached_property
    def size(self) -> int:
        """The number of elements of a state."""
        shared = 1 + sum(variable.length for variable in self.system.variables if not variable.constant)
        return shared + sum(
            template.count * sum(variable.length for variable in (template.counter, *template.variables))
            for template in self.system.templates
        )

    def place(self, variable: Variable, index: int, thread: int) -> int:
        """The position of an element in a state."""
        require(0 <= index < variable.length, f"index {index} should be one of {variable.name}")
        start, stride = self.offsets[variable.template, variable.name]
        if variable.template is not None:
            count = self.system.template[variable.template].count
            require(0 <= thread < count, f"thread {thread} should be one of {variable.template}")
        return start + stride * thread + index

    def value(self, state: State, variable: Variable, index: int = 0, thread: int = 0) -> int:
        """The value of an element in a state."""
        return state[self.place(variable, index, thread)]

    # --- expressions -------------------------------------------------------------------------------------

    def evaluate(self, expression: Expr, state: list[int] | State, values: Values, thread: int = 0) -> int:
        """The value of an expression for the moving thread."""
        if not values and not isinstance(expression, Const):
            function = self._function(expression, lambda: self._generator.expression(expression))
            if function is not None:
                return function(state, thread)
        return self._evaluate(expression, state, values, thread)

    def _evaluate(self, expression: Expr, state: list[int] | State, values: Values, thread: int) -> int:
        match expression:
            case Const(value, _):
                return value
            case Local(name, _):
                return values[name]
            case Self():
                return thread
            case Read(variable, operands):
                index, *other = [self._evaluate(operand, state, values, thread) for operand in operands]
                if variable.constant:
                    require(0 <= index < variable.length, f"index {index} should be one of {variable.name}")
                    return variable.initial[index] if index < len(variable.initial) else 0
                return state[self.place(variable, index, other[0] if other else thread)]
            case Apply(Operator.IF, (condition, then, otherwise), _):
                chosen = then if self._evaluate(condition, state, values, thread) else otherwise
                return self._evaluate(chosen, state, values, thread)
            case Apply(Operator.AND, (left, right), _):
                return self._evaluate(left, state, values, thread) and self._evaluate(right, state, values, thread)
            case Apply(Operator.OR, (left, right), _):
                return self._evaluate(left, state, values, thread) or self._evaluate(right, state, values, thread)
            case Apply(operator, operands, kind):
                inner = [self._evaluate(operand, state, values, thread) for operand in operands]
                return wrap(_applied(operator, inner, operands[0].type.width), kind.width, kind.signed)

    # --- steps -------------------------------------------------------------------------------------------

    def initial(self) -> list[State]:
        """The states in which runs begin."""
        return [state for _, state in self.openings()]

    @cached_property
    def blank(self) -> State:
        """The state of initial values, in which the first command is executed."""
        state = [0] * self.size
        for variable in self.system.variables:
            if not variable.constant:
                start = self.offsets[None, variable.name][0]
                state[start : start + len(variable.initial)] = variable.initial
        for template in self.system.templates:
            for variable in template.variables:
                for thread in range(template.count):
                    start = self.place(variable, 0, thread)
                    state[start : start + len(variable.initial)] = variable.initial
        return tuple(state)

    def openings(self) -> list[tuple[tuple[int, ...], State]]:
        """The states in which runs begin, with what is chosen for each."""
        results = self._results(self.system.first, self.blank, None, 0)
        return [(chosen, after) for chosen, after in results if after is not None]

    def successors(self, state: State) -> Iterator[tuple[Transition, State]]:
        """The steps of a state and where they lead, in order of templates, threads, commands and choices."""
        if state[0]:
            return
        threads = [(template, thread) for template in self.system.templates for thread in range(template.count)]
        steps: list[tuple[Transition, State | None]] = []
        for moving in ([item for item in threads if self._is_atomic(state, *item)], threads):
            steps = steps or [step for template, thread in moving for step in self._moves(state, template, thread)]
        for taken, after in steps:
            if after is not None:
                yield taken, after

    def steps_of(self, state: State, name: str, thread: int) -> list[tuple[Transition, State]]:
        """The steps of one thread of a template, where no thread is in an atomic section; cuts are not counted."""
        cuts = dict(self.cuts)
        moves = list(self._moves(state, self.system.template[name], thread))
        self.cuts = cuts
        return [(taken, after) for taken, after in moves if after is not None]

    def _moves(self, state: State, template: Template, thread: int) -> Iterator[tuple[Transition, State | None]]:
        for command in template.locations[self.value(state, template.counter, thread=thread)].commands:
            for chosen, after in self._results(command, state, template, thread):
                yield Transition(template.name, thread, command, chosen), after

    def movers(self, state: State) -> list[tuple[str, int]]:
        """The threads that can move, by template and number, also those whose steps cut the run."""
        if state[0]:
            return []
        able = [
            (template, thread)
            for template in self.system.templates
            for thread in range(template.count)
            for command in template.locations[self.value(state, template.counter, thread=thread)].commands
            if next(self._results(command, state, template, thread), None) is not None
        ]
        atomic = [(template, thread) for template, thread in able if self._is_atomic(state, template, thread)]
        return list(dict.fromkeys((template.name, thread) for template, thread in atomic or able))

    def is_in_section(self, state: State) -> bool:
        """Say whether only threads move that are in atomic sections."""
        return any(self._is_atomic(state, self.system.template[name], thread) for name, thread in self.movers(state))

    def _is_atomic(self, state: State, template: Template, thread: int) -> bool:
        condition = self.system.atomic.get(template.name)
        return condition is not None and bool(self.evaluate(condition, state, {}, thread))

    def _results(
        self, command: Command, state: State, template: Template | None, thread: int
    ) -> Iterator[tuple[tuple[int, ...], State | None]]:
        """What a command may choose and where it leads: nowhere when the run is cut, which is counted."""
        if not self.evaluate(command.guard, state, {}, thread):
            return
        for values in self._chosen(command.choices, state, {}, thread):
            after = list(state)
            chosen = tuple(values[choice.name] for choice in command.choices)
            try:
                self._run(command.body, after, values, template, thread)
            except Cut as cut:
                self.cuts[cut.ending] = self.cuts.get(cut.ending, 0) + 1
                yield chosen, None
            else:
                yield chosen, tuple(after)

    def _chosen(self, choices: tuple[Choice, ...], state: State, values: Values, thread: int) -> Iterator[Values]:
        if not choices:
            yield values
            return
        choice = choices[0]
        for number in range(self.evaluate(choice.count, state, values, thread)):
            following = {**values, choice.name: number}
            if self.evaluate(choice.condition, state, following, thread):
                yield from self._chosen(choices[1:], state, following, thread)

    def _run(self, block: Block, state: list[int], values: Values, template: Template | None, thread: int) -> bool:
        """Execute a whole block on a state, with what was chosen for it; say whether the run goes on."""
        names = tuple(values)
        key = block, None if template is None else template.name, names
        function = self._function(key, lambda: self._generator.block(block, template, names))
        if function is not None:
            return bool(function(state, thread, *values.values()))
        return self._execute(block, state, dict(values), template, thread)

    def _execute(self, block: Block, state: list[int], values: Values, template: Template | None, thread: int) -> bool:
        """Execute a block on a state; say whether the run goes on."""
        for statement in block:
            match statement:
                case Assign(variable, index, value, other):
                    owner = thread if other is None else self._evaluate(other, state, values, thread)
                    computed = self._evaluate(value, state, values, thread)
                    at = self._evaluate(index, state, values, thread)
                    kind = variable.type
                    state[self.place(variable, at, owner)] = wrap(computed, kind.width, kind.signed)
                case Let(name, value):
                    values[name] = self._evaluate(value, state, values, thread)
                case If(condition, then, otherwise):
                    chosen = then if self._evaluate(condition, state, values, thread) else otherwise
                    if not self._execute(chosen, state, values, template, thread):
                        return False
                case For(counter, count, body):
                    for turn in range(count):
                        self._execute(body, state, {**values, counter: turn}, template, thread)
                case Goto(location):
                    require(template is not None, "the first command should move no thread of its own")
                    assert template is not None
                    state[self.place(template.counter, 0, thread)] = location
                case Leave(ending):
                    if self.system.endings[ending].kind is EndKind.CUT:
                        raise Cut(ending)
                    state[0] = ending + 1
                    return False
        return True

    def is_deadlock(self, state: State) -> bool:
        """Say whether the run is not over and nobody can move."""
        if state[0] or not self.evaluate(self.system.alive, state, {}):
            return False
        cuts = dict(self.cuts)
        stuck = next(self.successors(state), None) is None
        is_cut, self.cuts = self.cuts != cuts, cuts
        return stuck and not is_cut


def _applied(operator: Operator, values: list[int], width: int) -> int:
    if operator in COMPARISONS:
        return int(COMPARISONS[operator](*values))
    if operator is Operator.NOT:
        return 1 - values[0]
    known = values[0] if operator is Operator.CAST else on_integers(operator, values, width)
    if known is None:
        raise InternalError(f"operator {operator.value} should not be in a guarded system")
    return known


def neglected(evaluator: Evaluator, states: Sequence[State], steps: Iterable[Transition]) -> set[tuple[str, int]]:
    """The threads, by template and number, that a loop of states and the steps between them is not fair to.

    A thread is neglected that does not move in the loop although it can move in every state of it (weak fairness). An
    atomic section is one step to the other threads: a state in which only threads in sections move says of nobody that
    he cannot, unless the loop has no other states.
    """
    moved = {(taken.template, taken.thread) for taken in steps}
    between = [state for state in states if not evaluator.is_in_section(state)]
    able = [set(evaluator.movers(state)) for state in between or states]
    return set.intersection(*able) - moved
