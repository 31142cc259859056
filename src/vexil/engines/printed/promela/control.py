"""Where control is: whether threads can be processes with Promela's own control, and where they are in sections.

They can when nobody looks at or moves the control of another thread, all threads of a template exist from the beginning
at one location, and there are no atomic sections. Otherwise a program counter is a variable like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vexil.engines.printed.rewriting import require_shallow
from vexil.ir.expressions import Operator
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Apply, Const, Expr, Read, Variable
from vexil.model.guarded.system import Assign, Block, Command, EndKind, For, Goto, GuardedSystem, If, Leave, Template
from vexil.model.guarded.walks import conditions, expressions, nested, reads

DEEPEST = 8
"""Sections inside sections that are followed."""
Way = tuple[int, int | None]
"""By how much a way through a command changes how deep its thread is in sections, and where it leads to."""


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
    conditions = list(outside)
    if not all(_asks_places_only(condition, counters) for condition in conditions):
        return None
    shared = {item for template in system.templates for item in _of_others(_commands(system))}
    shared |= {read.variable for read in reads(conditions)}
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
    yield from reads(conditions(command))
    yield from reads(expressions(command.body))


def _accessed(command: Command) -> Iterator[Variable]:
    yield from (part.variable for part in _reads(command))
    yield from (part.variable for part in nested(command.body) if isinstance(part, Assign))


def _of_others(commands: Iterator[Command]) -> Iterator[Variable]:
    """The variables that are read or written of a thread that is named."""
    for command in commands:
        yield from (read.variable for read in _reads(command) if len(read.operands) == 2)
        for statement in nested(command.body):
            if isinstance(statement, Assign) and statement.thread is not None:
                yield statement.variable


# --- atomic sections -------------------------------------------------------------------------------------


def inside_sections(system: GuardedSystem, template: Template) -> frozenset[int]:
    """The locations at which a thread may be in an atomic section (*may*); all where sections are not just counted."""
    everywhere = frozenset(range(len(template.locations)))
    match system.atomic[template.name]:
        case Apply(Operator.DIFFERENT, (Read(counter, _), Const(0, _)), _) if counter.template == template.name:
            pass
        case _:
            return everywhere
    changes: list[list[tuple[int, int]]] = []
    for place, location in enumerate(template.locations):
        targets: list[tuple[int, int]] = []
        for command in location.commands:
            require_shallow(command.body)
            ways = _ways(command.body, counter)
            if ways is None:
                return everywhere
            targets += [(place if target is None else target, change) for change, target in sorted(ways, key=str)]
        changes.append(targets)
    if any(_writes_of_others(system, template, counter)):
        return everywhere
    depths: set[tuple[int, int]] = set()
    pending = [(place, 0) for place in everywhere]
    while pending:
        place, depth = pending.pop()
        if depth > DEEPEST:
            return everywhere
        for target, change in changes[place]:
            reached = (target, depth + change)
            if reached[1] > 0 and reached not in depths:
                depths.add(reached)
                pending.append(reached)
    return frozenset(place for place, _ in depths)


def _ways(block: Block, counter: Variable) -> frozenset[Way] | None:
    """The ways through a block that do not end the run; nothing where it does more than count."""
    ways: frozenset[Way] = frozenset({(0, None)})
    for statement in block:
        match statement:
            case Assign(variable, _, value, thread) if variable == counter:
                step = _step(value, counter)
                if step is None or thread is not None:
                    return None
                ways = frozenset((change + step, target) for change, target in ways)
            case Goto(location):
                ways = frozenset((change, location) for change, _ in ways)
            case Leave():
                return frozenset()
            case If(_, then, otherwise):
                first, second = _ways(then, counter), _ways(otherwise, counter)
                if first is None or second is None:
                    return None
                ways = frozenset(
                    (change + more, target if other is None else other)
                    for change, target in ways
                    for more, other in first | second
                )
            case For(_, _, body):
                if _ways(body, counter) != frozenset[Way]({(0, None)}):
                    return None
            case _:
                pass
    return ways


def _step(value: Expr, counter: Variable) -> int | None:
    match value:
        case Apply(Operator.ADD, (Read(variable, _), Const(1, _)), _) if variable == counter:
            return 1
        case Apply(Operator.SUBTRACT, (Read(variable, _), Const(1, _)), _) if variable == counter:
            return -1
        case Const(0, _):
            return 0  # the thread ends: it is no deeper than before
        case _:
            return None


def _writes_of_others(system: GuardedSystem, template: Template, counter: Variable) -> Iterator[bool]:
    for other in system.templates:
        for location in other.locations if other is not template else ():
            for command in location.commands:
                for statement in nested(command.body):
                    yield isinstance(statement, Assign) and statement.variable == counter
    for statement in nested(system.first.body):
        yield isinstance(statement, Assign) and statement.variable == counter
