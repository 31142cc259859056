"""What a predicate program is reached with: at its labels and at the heads of its loops, as people read it."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.context import Context
from vexil.core.graphs import components
from vexil.core.wording import counted
from vexil.engines.bebop.reach import reach
from vexil.ir.program import Program
from vexil.model.boolean_program import PredicateProgram, Procedure
from vexil.model.boolean_program.text.printer import print_expression
from vexil.model.trace.places import describe_span


def valuation_lines(program: PredicateProgram, source: Program, context: Context) -> Iterator[str]:
    """How many valuations reach each label and each head of a loop, and which, as a disjunction of conjunctions.

    *source* is the program that it was made from. Raises `LimitReached`.
    """
    reached = reach(program, context)
    if reached.is_empty:
        yield "no reachable state: what is enforced is contradictory"
    is_written = program.file is not None
    for name, procedure in program.procedures.items():
        for place in range(len(procedure.locations)):
            called = _called(procedure, place, is_written=is_written)
            if called:
                count = reached.count(name, place)
                which = print_expression(reached.invariant(name, place)) if count else "never reached"
                yield f"{name}, {called}{_line(procedure, place, source)}: {counted(count, 'valuation')}: {which}"


def _called(procedure: Procedure, place: int, *, is_written: bool) -> str:
    """What somebody calls a location: by its labels, and as the head of a loop; nothing for other ones.

    In a program that somebody has written the name of a location is its first label, unless it has none.
    """
    location = procedure.locations[place]
    labels = list(location.labels)
    if is_written and place != procedure.exit and location.name.rstrip("_") != f"n{place}":
        labels.insert(0, location.name)
    if place in _heads(procedure):
        labels.append("loop")
    return ", ".join(labels)


def _heads(procedure: Procedure) -> frozenset[int]:
    """Where loops are entered; a location at which a run stays for ever is no loop."""
    following = [[procedure.edges[edge].target for edge in edges] for edges in procedure.outgoing]
    heads: set[int] = set()
    for members in components(len(procedure.locations), lambda place: following[place]):
        inside = frozenset(members)
        if len(inside) > 1 or (members[0] in following[members[0]] and len(following[members[0]]) > 1):
            sources = {place: {procedure.edges[edge].source for edge in procedure.incoming[place]} for place in inside}
            heads.update(place for place in inside if place == procedure.entry or sources[place] - inside)
    return frozenset(heads)


def _line(procedure: Procedure, place: int, source: Program) -> str:
    """Where a location is in the source."""
    spans = [procedure.edges[edge].span for edge in procedure.outgoing[place]]
    span = next((span for span in spans if span is not None), None)
    file, line, _ = describe_span(source, span) if span is not None else ("", 0, "")
    return f" ({file}:{line})" if line else ""
