"""Conditions on whole states: the run is finished, a thread ended with an exception, some threads are stuck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import factorial

from vexil.ir.expressions import Operator
from vexil.ir.operations import Interrupt, Join, Lock, Wait
from vexil.model.flattening import threads
from vexil.model.flattening.errors import NotFlat
from vexil.model.flattening.plan import TemplatePlan
from vexil.model.flattening.translate import Translator
from vexil.model.flattening.world import Scope, World
from vexil.model.guarded.expressions import (
    FALSE,
    WORD,
    Expr,
    apply,
    both,
    cast,
    either,
    equal,
    is_const,
    negated,
    number,
    read,
)

MOST_CYCLES = 3000
"""More possible cycles of waiting threads than this are not looked for."""

Numbered = tuple[TemplatePlan, int]


def _threads(world: World) -> list[Numbered]:
    return [(template, index) for template in world.plan.templates for index in range(template.count)]


def _identity(thread: Numbered) -> int:
    return thread[0].base + thread[1] + 1


def uncaught(world: World) -> Expr:
    """Whether a thread has ended with an exception."""
    found = []
    for template, index in _threads(world):
        if template.exceptional is not None:
            at = read(template.counter, thread=number(index))
            found.append(equal(at, number(template.exceptional, at.type)))
    return either(*found)


def partial_deadlock(world: World) -> Expr:
    """Whether threads wait for each other in a cycle, or one for a lock that an ended thread holds for ever.

    It does not count once the run is over. A state where nobody can move is a deadlock of its own.
    """
    everyone = _threads(world)
    blocked: dict[tuple[int, int], Expr] = {}
    for one, thread in enumerate(everyone):
        for other, target in enumerate(everyone):
            condition = _is_blocked_on(world, thread, target)
            if not is_const(condition, 0):
                blocked[one, other] = condition
    found: list[Expr] = []
    for (one, other), condition in blocked.items():
        template, index = everyone[other]
        if one != other:
            found.append(both(condition, negated(threads.is_running(template, number(index)))))
    for cycle in _cycles(len(everyone)):
        links = list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        if all(link in blocked for link in links):
            found.append(both(*(blocked[link] for link in links)))
    return both(threads.keeps_alive(world), either(*found))


def _cycles(count: int) -> Iterator[tuple[int, ...]]:
    total = sum(factorial(count) // factorial(count - length) // length for length in range(1, count + 1))
    if total > MOST_CYCLES:
        raise NotFlat("a partial deadlock", f"{count} threads may wait for each other", option="--bound threads=N")
    for length in range(1, count + 1):
        for members in combinations(range(count), length):
            for rest in permutations(members[1:]):
                yield (members[0], *rest)


def _is_blocked_on(world: World, one: Numbered, other: Numbered) -> Expr:
    """Whether a thread that has not ended cannot move because of another one."""
    template, index = one[0], number(one[1])
    at = read(template.counter, thread=index)
    wanted = number(_identity(other), world.values.thread)
    found: list[Expr] = []
    for (name, location), counter in template.places.items():
        function = world.program.functions[name]
        if not function.outgoing[location]:
            continue
        edge = function.outgoing[location][0]
        translator = Translator(world, Scope(template, function, f"at {function.edge_id(edge)}", index))
        match function.edges[edge].operation:
            case Lock(lock, _, reentrant) if not (reentrant and one == other):
                held = equal(translator.owner(translator.key(lock)), wanted)
            case Join(target, False, _) if not _can_interrupt(world):
                held = both(equal(translator.value(target), wanted), threads.is_running(other[0], number(other[1])))
            case _:
                continue
        defined = both(*(negated(item.condition) for item in translator.fails))
        found.append(both(equal(at, number(counter, at.type)), defined, held))
    for position, (name, edge) in enumerate(template.waits):
        operation = world.program.functions[name].edges[edge].operation
        if isinstance(operation, Wait) and operation.lock is not None:
            woken = template.first_wait + len(template.waits) + position
            saved = world.storage.mark(template, "releases", index)
            assert saved is not None
            key = apply(Operator.SUBTRACT, cast(saved.read(), WORD), number(1))
            held = equal(world.storage.at("owner", key).read(), wanted)
            found.append(both(equal(at, number(woken, at.type)), held))
    return either(*found) if found else FALSE


def _can_interrupt(world: World) -> bool:
    return any(
        isinstance(edge.operation, Interrupt) and edge.operation.value
        for function in world.program.functions.values()
        for edge in function.edges
    )
