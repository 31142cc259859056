"""Whether the threads of a system can be processes of Promela whose control is Promela's own.

They can when nobody looks at or moves the control of another thread, all threads of a template exist from the beginning
at one location, and there are no atomic sections. Otherwise a program counter is a variable like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vexil.engines.printed.blocks import expressions_of, statements
from vexil.ir.expressions import Operator
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Apply, Const, Expr, Read, Variable, subexpressions
from vexil.model.guarded.system import Assign, Command, EndKind, GuardedSystem


@dataclass(frozen=True, slots=True)
class Control:
    """Where threads begin when control is Promela's own, and which variables of threads are local to processes."""

    begin: dict[str, int]
    local: frozenset[tuple[str, str]]


def own_control(system: GuardedSystem, initial: State, outside: Iterable[Expr], *, asks_cuts: bool) -> Control | None:
    """How processes can have their own control, nothing when they cannot; ``outside`` are conditions on states."""
    has_cut = any(ending.kind is EndKind.CUT for ending in system.endings)
    if system.atomic or (asks_cuts and has_cut):
        return None
    evaluator = Evaluator(system)
    begin: dict[str, int] = {}
    counters = {template.counter for template in system.templates}
    for template in system.templates:
        places = {evaluator.value(initial, template.counter, 0, thread) for thread in range(template.count)}
        if len(places) != 1:
            return None
        begin[template.name] = places.pop()
        for location in template.locations:
            for command in location.commands:
                if any(item in counters for item in _accessed(command)):
                    return None
    seen = list(outside)
    if not all(_asks_places_only(condition, counters) for condition in seen):
        return None
    shared = {item for template in system.templates for item in _of_others(_commands(system))}
    shared |= {part.variable for condition in seen for part in subexpressions(condition) if isinstance(part, Read)}
    return Control(begin, frozenset(_locals(system, evaluator, initial, shared)))


def _locals(
    system: GuardedSystem, evaluator: Evaluator, state: State, shared: set[Variable]
) -> Iterator[tuple[str, str]]:
    for template in system.templates:
        for variable in template.variables:
            firsts = {
                tuple(evaluator.value(state, variable, index, thread) for index in range(variable.length))
                for thread in range(template.count)
            }
            if variable not in shared and len(firsts) == 1:
                yield template.name, variable.name


def _asks_places_only(condition: Expr, counters: set[Variable]) -> bool:
    """Say whether a condition looks at control only to ask whether a thread is at a place."""
    pending = [condition]
    while pending:
        part = pending.pop()
        if asked_place(part) is not None:
            continue
        if isinstance(part, Read) and part.variable in counters:
            return False
        pending.extend(part.operands)
    return True


def asked_place(condition: Expr) -> tuple[Variable, int, int] | None:
    """The counter, thread and location of a condition like ``pc[2] == 3``."""
    match condition:
        case Apply(Operator.EQUAL, (Read(variable, (_, Const(thread, _))), Const(place, _)), _):
            return (variable, thread, place) if variable.template is not None and variable.name == "pc" else None
        case _:
            return None


def _commands(system: GuardedSystem) -> Iterator[Command]:
    for template in system.templates:
        for location in template.locations:
            yield from location.commands


def _reads(command: Command) -> Iterator[Read]:
    for expression in expressions_of(command):
        yield from (part for part in subexpressions(expression) if isinstance(part, Read))


def _accessed(command: Command) -> Iterator[Variable]:
    yield from (part.variable for part in _reads(command))
    yield from (part.variable for part in statements(command.body) if isinstance(part, Assign))


def _of_others(commands: Iterator[Command]) -> Iterator[Variable]:
    """The variables that are read or written of a thread that is named."""
    for command in commands:
        yield from (read.variable for read in _reads(command) if len(read.operands) == 2)
        for statement in statements(command.body):
            if isinstance(statement, Assign) and statement.thread is not None:
                yield statement.variable
