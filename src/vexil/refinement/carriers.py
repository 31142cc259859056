"""Predicates that carry one to the head of a loop: from the end of the body, and from what comes before the loop."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.ir.operations import Call
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames import Frames

MOST_AT_ONCE = 2
"""At one location a condition may come back in so many forms; going round another loop would give ever new ones."""
MOST = 24
"""Predicates that one of a head may need elsewhere; one that needs more comes without them."""


def carried(frames: Frames, function: str, head: int, term: Term) -> tuple[Term, ...]:
    """A condition at the head of a loop moved back over every edge that leads there, until the head or the entry."""
    owner = frames.program.functions[function]
    incoming: dict[int, list[int]] = {}
    for number, edge in enumerate(owner.edges):
        incoming.setdefault(edge.target, []).append(number)
    carriers: dict[Term, None] = {}
    pending: list[tuple[int, Term]] = [(head, term)]
    visited: dict[int, set[Term]] = {head: {term}}
    while pending and len(carriers) <= MOST:
        location, current = pending.pop(0)
        for number in incoming.get(location, ()):
            before = _before(frames, function, number, current)
            source = owner.edges[number].source
            here = visited.setdefault(source, set())
            if before is None or before.is_const or before in here or len(here) == MOST_AT_ONCE:
                continue
            here.add(before)
            carriers[before] = None
            if source != head:
                pending.append((source, before))
    carriers.pop(term, None)
    return tuple(carriers) if len(carriers) <= MOST else ()


def _before(frames: Frames, function: str, number: int, term: Term) -> Term | None:
    """A condition moved back over an edge; nothing where it depends on what is chosen or what a callee does."""
    space = frames.space
    operation = frames.program.functions[function].edges[number].operation
    try:
        if isinstance(operation, Call):
            changed = 0
            for callee in frames.callees(function, number):
                names = frames.written(callee) | set(frames.received(function, operation, callee, "").after)
                for name in names:
                    changed |= space.symbol(space.variables[name]).symbols
            return None if term.symbols & changed else term
        step = frames.step(function, number)
    except Untranslatable:
        return None
    replaced = {space.symbol(space.variables[name]): value for name, value in step.after.items()}
    before = space.terms.substitute(term, replaced) if replaced else term
    chosen = 0
    for item in step.inputs:
        chosen |= item.symbol.symbols
    return None if before.symbols & chosen else before


def with_carriers(frames: Frames, function: str, head: int, terms: Iterable[Term]) -> list[Term]:
    """Conditions for a head, each with those that carry it there."""
    conditions: dict[Term, None] = {}
    for term in terms:
        conditions[term] = None
        conditions.update(dict.fromkeys(carried(frames, function, head, term)))
    return list(conditions)
