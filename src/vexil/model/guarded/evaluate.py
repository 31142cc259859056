"""The meaning of guarded systems: states as tuples of numbers, and their successors one by one.

This is slow and plain: native code, the printed forms and the flattening of programs are tested against it, and it says
which command and which choices lead from one state of a trace to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from vexil.core.errors import InternalError, require
from vexil.ir.arithmetic import divide, remainder, shift_left, shift_right, wrap
from vexil.ir.expressions import Operator
from vexil.model.guarded.expressions import Apply, Const, Expr, Local, Read, Self, Variable
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
class Taken:
    """A step: who moved, by which command of its location, and what was chosen."""

    template: str
    thread: int
    command: Command
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Cut(Exception):  # noqa: N818 - it ends one run
    """The run does not count."""

    ending: int


class Evaluator:
    """Evaluates one system."""

    def __init__(self, system: GuardedSystem) -> None:
        self.system = system
        self.cuts: dict[int, int] = {}
        """How often runs were cut, by the number of the ending."""

    # --- where everything is -----------------------------------------------------------------------------

    @cached_property
    def offsets(self) -> Mapping[tuple[str | None, str], tuple[int, int]]:
        """Where a variable begins, and how far it is from one thread to the next, by template and name."""
        found: dict[tuple[str | None, str], tuple[int, int]] = {}
        place = 0
        for variable in (self.system.ending, *self.system.variables):
            if not variable.constant:
                found[None, variable.name] = (place, 0)
                place += variable.length
        for template in self.system.templates:
            variables = (template.counter, *template.variables)
            stride = sum(variable.length for variable in variables)
            inner = place
            for variable in variables:
                found[template.name, variable.name] = (inner, stride)
                inner += variable.length
            place += stride * template.count
        return found

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
        match expression:
            case Const(value, _):
                return value
            case Local(name, _):
                return values[name]
            case Self():
                return thread
            case Read(variable, operands):
                index, *other = [self.evaluate(operand, state, values, thread) for operand in operands]
                if variable.constant:
                    require(0 <= index < variable.length, f"index {index} should be one of {variable.name}")
                    return variable.initial[index] if index < len(variable.initial) else 0
                return state[self.place(variable, index, other[0] if other else thread)]
            case Apply(Operator.IF, (condition, then, otherwise), _):
                chosen = then if self.evaluate(condition, state, values, thread) else otherwise
                return self.evaluate(chosen, state, values, thread)
            case Apply(Operator.AND, (left, right), _):
                return self.evaluate(left, state, values, thread) and self.evaluate(right, state, values, thread)
            case Apply(Operator.OR, (left, right), _):
                return self.evaluate(left, state, values, thread) or self.evaluate(right, state, values, thread)
            case Apply(operator, operands, kind):
                inner = [self.evaluate(operand, state, values, thread) for operand in operands]
                return wrap(_applied(operator, inner, operands[0].type.width), kind.width, kind.signed)

    # --- steps -------------------------------------------------------------------------------------------

    def initial(self) -> list[State]:
        """The states in which runs begin."""
        return [state for _, state in self.openings()]

    def openings(self) -> list[tuple[tuple[int, ...], State]]:
        """The states in which runs begin, with what is chosen for each."""
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
        first = self.system.first
        results = self._results(first, tuple(state), None, 0)
        return [(chosen, after) for chosen, after in results if after is not None]

    def successors(self, state: State) -> Iterator[tuple[Taken, State]]:
        """The steps of a state and where they lead, in order of templates, threads, commands and choices."""
        if state[0]:
            return
        threads = [(template, thread) for template in self.system.templates for thread in range(template.count)]
        found: list[tuple[Taken, State | None]] = []
        for moving in ([item for item in threads if self._is_atomic(state, *item)], threads):
            found = found or [
                (Taken(template.name, thread, command, chosen), after)
                for template, thread in moving
                for command in template.locations[self.value(state, template.counter, thread=thread)].commands
                for chosen, after in self._results(command, state, template, thread)
            ]
        for taken, after in found:
            if after is not None:
                yield taken, after

    def movers(self, state: State) -> list[tuple[str, int]]:
        """The threads that can move, by template and number, also those whose steps cut the run."""
        if state[0]:
            return []
        found = [
            (template, thread)
            for template in self.system.templates
            for thread in range(template.count)
            for command in template.locations[self.value(state, template.counter, thread=thread)].commands
            if next(self._results(command, state, template, thread), None) is not None
        ]
        atomic = [(template, thread) for template, thread in found if self._is_atomic(state, template, thread)]
        return list(dict.fromkeys((template.name, thread) for template, thread in atomic or found))

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
                if self._execute(command.body, after, dict(values), template, thread):
                    self._execute(self.system.settled, after, {}, None, 0)
            except _Cut as cut:
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

    def _execute(self, block: Block, state: list[int], values: Values, template: Template | None, thread: int) -> bool:
        """Execute a block on a state; say whether the run goes on."""
        for statement in block:
            match statement:
                case Assign(variable, index, value, other):
                    owner = thread if other is None else self.evaluate(other, state, values, thread)
                    computed = self.evaluate(value, state, values, thread)
                    at = self.evaluate(index, state, values, thread)
                    kind = variable.type
                    state[self.place(variable, at, owner)] = wrap(computed, kind.width, kind.signed)
                case Let(name, value):
                    values[name] = self.evaluate(value, state, values, thread)
                case If(condition, then, otherwise):
                    chosen = then if self.evaluate(condition, state, values, thread) else otherwise
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
                        raise _Cut(ending)
                    state[0] = ending + 1
                    return False
        return True

    def changed(self, block: Block, state: State) -> State:
        """The state that a block, which ends no run, makes of another one."""
        after = list(state)
        self._execute(block, after, {}, None, 0)
        return tuple(after)

    def is_deadlock(self, state: State) -> bool:
        """Say whether the run is not over and nobody can move."""
        if state[0] or not self.evaluate(self.system.alive, state, {}):
            return False
        cuts = dict(self.cuts)
        stuck = next(self.successors(state), None) is None
        is_cut, self.cuts = self.cuts != cuts, cuts
        return stuck and not is_cut


def _applied(operator: Operator, values: list[int], width: int) -> int:
    match operator:
        case Operator.ADD:
            return values[0] + values[1]
        case Operator.SUBTRACT:
            return values[0] - values[1]
        case Operator.MULTIPLY:
            return values[0] * values[1]
        case Operator.DIVIDE:
            return divide(values[0], values[1])
        case Operator.REMAINDER:
            return remainder(values[0], values[1])
        case Operator.BIT_AND:
            return values[0] & values[1]
        case Operator.BIT_OR:
            return values[0] | values[1]
        case Operator.BIT_XOR:
            return values[0] ^ values[1]
        case Operator.SHIFT_LEFT:
            return shift_left(values[0], values[1], width)
        case Operator.SHIFT_RIGHT:
            return shift_right(values[0], values[1], width)
        case Operator.NEGATE:
            return -values[0]
        case Operator.COMPLEMENT:
            return ~values[0]
        case Operator.NOT:
            return 1 - values[0]
        case Operator.EQUAL:
            return int(values[0] == values[1])
        case Operator.DIFFERENT:
            return int(values[0] != values[1])
        case Operator.LESS:
            return int(values[0] < values[1])
        case Operator.LESS_EQUAL:
            return int(values[0] <= values[1])
        case Operator.GREATER:
            return int(values[0] > values[1])
        case Operator.GREATER_EQUAL:
            return int(values[0] >= values[1])
        case Operator.CAST:
            return values[0]
        case _:
            raise InternalError(f"{operator.value} should not be in a guarded system")
