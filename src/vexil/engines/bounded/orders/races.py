"""Data races in the graph of events: two accesses that may be next at the same time.

A thread is about to make an access when everything that the program puts before it is over. So two accesses race in an
order in which what comes before the second one comes before the first one as well. An atomic section is one moment: a
thread may stand before an access while another one is in the middle of a section, and never the other way round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.errors import LimitReached
from vexil.engines.bounded.orders.formula import Formula
from vexil.engines.bounded.orders.graph import Event, Place, Violation
from vexil.logic import Term

MOST_PAIRS = 50_000
"""More pairs of accesses are too many for one question."""


@dataclass(slots=True, eq=False)
class Racing(Violation):
    """Two accesses that race where the condition holds: while the first one happens, the second one is next."""

    first: Event
    second: Event


def races(formula: Formula) -> list[Racing]:
    """Every pair of accesses that may race, with the condition."""
    accesses: dict[Place, list[Event]] = defaultdict(list)
    for event in formula.graph.events:
        if event.place[0] in ("g", "m") and event.when is not formula.terms.false and not _is_hidden(formula, event):
            accesses[event.place].append(event)
    found: list[Racing] = []
    for events in accesses.values():
        for number, one in enumerate(events):
            for other in events[number + 1 :]:
                found += (racing for racing in _pair(formula, one, other))
                if len(found) > MOST_PAIRS:
                    raise LimitReached("there are too many accesses to shared memory for one formula")
    return found


def _is_hidden(formula: Formula, event: Event) -> bool:
    """Say whether an access is one to a global of the library."""
    program = formula.machine.program
    kind, number = event.place
    if kind == "g":
        return program.globals[number].hidden
    block = formula.machine.origins.get(number)
    declared = None if block is None or block.origin == "heap" else program.global_variables.get(block.site)
    return declared is not None and declared.hidden


def _pair(formula: Formula, one: Event, other: Event) -> Iterator[Racing]:
    if one.node.thread == other.node.thread or not (one.writes or other.writes) or (one.is_atomic and other.is_atomic):
        return
    if one.node.past >> other.node.number & 1 or other.node.past >> one.node.number & 1:
        return
    for first, second in ((one, other), (other, one)):
        if second.node.section:
            continue
        condition = _condition(formula, first, second)
        if condition is not formula.terms.false:
            section = first.node if first.node.section else None
            yield Racing(
                "", condition, first.node.thread, first.node.past, section, *second.where, first=first, second=second
            )
            if section is None:
                return  # the other way round it is the same state


def _condition(formula: Formula, first: Event, second: Event) -> Term:
    terms, nodes = formula.terms, formula.graph.nodes
    parts = [first.when, second.when, terms.eq(first.offset, second.offset), formula.before(first.node, second.node)]
    rest = second.node.past & ~first.node.past
    while rest:
        last = rest.bit_length() - 1
        parts.append(formula.before(nodes[last], first.node))
        rest &= ~(1 << last | nodes[last].past)
    return terms.conjunction(parts)
