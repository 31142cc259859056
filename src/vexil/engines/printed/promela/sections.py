"""Where the threads of a template may be inside atomic sections."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.engines.printed.blocks import require_shallow, statements
from vexil.ir.expressions import Operator
from vexil.model.guarded.expressions import Apply, Const, Expr, Read, Variable
from vexil.model.guarded.system import Assign, Block, For, Goto, GuardedSystem, If, Leave, Template

DEEPEST = 8
"""Sections inside sections that are followed."""
Way = tuple[int, int | None]
"""By how much a way through a command changes how deep its thread is in sections, and where it leads to."""


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
                for statement in statements(command.body):
                    yield isinstance(statement, Assign) and statement.variable == counter
    for statement in statements(system.first.body):
        yield isinstance(statement, Assign) and statement.variable == counter
