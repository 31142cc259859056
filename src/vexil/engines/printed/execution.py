"""What a command does, as expressions over the state before it: every write, and every way in which the run may end.

A command is executed symbolically (King 1976) into a list of writes, each with the condition under which it happens. A
value after the command is that of the last write that hits its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from vexil.core.dag import bottom_up
from vexil.engines.printed.choices import ChoiceEnumerator
from vexil.engines.printed.rewriting import Refused, Rewriter, as_word, choose, require_shallow, same_value
from vexil.model.guarded import Assign, Block, For, Goto, If, Leave, Let
from vexil.model.guarded.expressions import (
    FALSE,
    TRUE,
    Const,
    Expr,
    Local,
    Read,
    Self,
    Variable,
    both,
    either,
    equal,
    is_const,
    negated,
    number,
)
from vexil.model.guarded.system import Command, EndKind, GuardedSystem, Template

MOST_STATEMENTS = 20_000
"""Statements of the longest command that is executed symbolically, its loops unrolled."""


@dataclass(frozen=True, slots=True)
class Write:
    """A value is written where the condition holds; ``thread`` is that of a variable of a template."""

    condition: Expr
    variable: Variable
    index: Expr
    thread: Expr | None
    value: Expr


@dataclass(slots=True)
class Effect:
    """The writes of a command in order, and the conditions under which the run ends in each way."""

    writes: list[Write] = field(default_factory=list)
    ends: dict[int, Expr] = field(default_factory=dict)

    def after(self, variable: Variable, index: Expr, thread: Expr | None) -> Expr:
        """The value of an element after the command."""
        operands = (index,) if thread is None else (index, thread)
        value: Expr = Read(variable, operands)
        for write in self.writes:
            if write.variable == variable:
                value = choose(_hits(write, index, thread), write.value, value)
        return value

    def cut(self, system: GuardedSystem, asserted: Set[int] = frozenset()) -> Expr:
        """The condition under which the run is cut, in another way than those that are asked about."""
        kept = ((end, condition) for end, condition in self.ends.items() if end not in asserted)
        return either(*(condition for end, condition in kept if system.endings[end].kind is EndKind.CUT))


def _hits(write: Write, index: Expr, thread: Expr | None) -> Expr:
    same_thread = TRUE if thread is None or write.thread is None else same_value(write.thread, thread)
    return both(write.condition, same_thread, same_value(write.index, index))


class Execution:
    """Executes bodies of one template symbolically; the moving thread is a number or stays open."""

    def __init__(self, system: GuardedSystem, template: Template | None, thread: Expr | None = None) -> None:
        self._system = system
        self._template = template
        self._thread: Expr = Self() if thread is None else as_word(thread)
        self._rewriter = Rewriter(system)
        self._effect = Effect()
        self._left = MOST_STATEMENTS

    def run(self, body: Block, names: Mapping[str, Expr]) -> Effect:
        """What a body does when its choices have these values."""
        require_shallow(body)
        self._effect = Effect()
        self._left = MOST_STATEMENTS
        self._block(body, dict(names), TRUE)
        return self._effect

    def _block(self, block: Block, names: dict[str, Expr], path: Expr) -> None:
        for statement in block:
            self._left -= 1
            if self._left < 0:
                raise Refused(
                    f"a command of {self._system.name} has more than {MOST_STATEMENTS} steps with its loops unrolled"
                )
            match statement:
                case Assign(variable, index, value, thread):
                    self._write(
                        path,
                        variable,
                        self.now(index, names),
                        self._owner(variable, thread, names),
                        self.now(value, names),
                    )
                case Let(name, value):
                    names[name] = self.now(value, names)
                case If(condition, then, otherwise):
                    test = self.now(condition, names)
                    for branch, branch_path in ((then, both(path, test)), (otherwise, both(path, negated(test)))):
                        if not is_const(branch_path, 0):
                            self._block(branch, dict(names), branch_path)
                case For(counter, count, body):
                    for turn in range(count):
                        self._block(body, {**names, counter: number(turn)}, path)
                case Goto(location):
                    assert self._template is not None, "the first command should move no thread of its own"
                    counter_variable = self._template.counter
                    self._write(path, counter_variable, number(0), self._thread, Const(location, counter_variable.type))
                case Leave(ending):
                    self._effect.ends[ending] = either(self._effect.ends.get(ending, FALSE), path)
                    if self._system.endings[ending].kind is not EndKind.CUT:
                        kind = self._system.ending.type
                        self._write(path, self._system.ending, number(0), None, Const(ending + 1, kind))

    def _write(self, path: Expr, variable: Variable, index: Expr, thread: Expr | None, value: Expr) -> None:
        self._effect.writes.append(Write(path, variable, as_word(index), thread, value))

    def _owner(self, variable: Variable, thread: Expr | None, names: Mapping[str, Expr]) -> Expr | None:
        if variable.template is None:
            return None
        return self._thread if thread is None else as_word(self.now(thread, names))

    def now(self, expression: Expr, names: Mapping[str, Expr]) -> Expr:
        """An expression over the state before the command, for where the command has got to."""

        def combine(node: Expr, operands: tuple[Expr, ...]) -> Expr:
            match node:
                case Local(name, _):
                    return names.get(name, node)
                case Self():
                    return self._thread
                case Read(variable, _) if not variable.constant:
                    own = self._thread if variable.template is not None else None
                    thread = as_word(operands[1]) if len(operands) == 2 and variable.template is not None else own
                    return self._effect.after(variable, as_word(operands[0]), thread)
                case _:
                    return self._rewriter.rebuilt(node, operands)

        return bottom_up(expression, combine)


def destinations(effect: Effect, counter: Variable, here: int) -> list[tuple[int, Expr]]:
    """Where the control of the moving thread may be after a command that only jumps, each with its condition."""
    conditions: dict[int, Expr] = {}
    remaining: Expr = TRUE
    for write in reversed(effect.writes):
        if write.variable == counter:
            assert isinstance(write.value, Const), "control should jump to known places"
            place = write.value.value
            conditions[place] = either(conditions.get(place, FALSE), both(remaining, write.condition))
            remaining = both(remaining, negated(write.condition))
    if not is_const(remaining, 0):
        conditions[here] = either(conditions.get(here, FALSE), remaining)
    return sorted(conditions.items())


def cut_condition(
    system: GuardedSystem,
    template: Template,
    command: Command,
    names: Mapping[str, Expr],
    thread: Expr | None = None,
    asserted: Set[int] = frozenset(),
) -> Expr:
    """The condition under which a command cuts the run when its choices have these values, but for what is asked."""
    if all(ending.kind is not EndKind.CUT for ending in system.endings):
        return FALSE
    return Execution(system, template, thread).run(command.body, names).cut(system, asserted)


def moves_of(
    choices: ChoiceEnumerator, system: GuardedSystem, template: Template, thread: int, places: Set[int] | None = None
) -> Iterator[tuple[Expr, Expr]]:
    """The conditions under which a thread could move, from some places, each with the one under which that is cut."""
    me = number(thread)
    for place, location in enumerate(template.locations):
        if places is None or place in places:
            at = equal(Read(template.counter, (number(0), me)), number(place, template.counter.type))
            for command in location.commands:
                for combination in choices.combinations(command, me):
                    cut = cut_condition(system, template, command, combination.names, me)
                    yield both(at, combination.condition), cut
