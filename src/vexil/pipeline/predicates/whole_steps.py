"""One step of the abstraction for each edge of the program, as branching properties count and see steps.

Checks that no run breaks do nothing, so what stands before and behind them is one step. A path through a larger block
is at least two: between them it is nowhere that anybody sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vexil.ir.program import LocationKind
from vexil.model.boolean_program import (
    SKIP,
    Check,
    Edge,
    Guard,
    Location,
    Operation,
    PredicateProgram,
    Procedure,
    Return,
)


class SeveralSteps(Exception):  # noqa: N818 - an answer
    """An edge of the program is several steps of its abstraction."""

    def __init__(self, edge: int) -> None:
        super().__init__(f"edge {edge} is several steps")
        self.edge = edge


@dataclass(frozen=True, slots=True)
class WholeSteps:
    """A program of one procedure, and for each of its edges the one that its operation comes from, if it has any."""

    program: PredicateProgram
    sources: tuple[int | None, ...]


def with_whole_steps(program: PredicateProgram, entry: int, count: int, passing: frozenset[str]) -> WholeSteps:
    """A program that is one procedure with only its first *count* locations, from *entry* on.

    Checks of *passing* are taken not to fail. Raises `SeveralSteps`.
    """
    main = program.procedures[program.main]
    locations, edges = list(main.locations[:count]), list[Edge]()
    sources: list[int | None] = []
    for place in range(count):
        ways = [_way(main, number, count) for number in main.outgoing[place]]
        for way in ways:
            last = main.edges[way[-1]]
            if len(last.origins) > 1:
                sources += _path(locations, edges, main, way, passing)
                continue
            kept = [number for number in way if not _is_nothing(main.edges[number].operation, passing)]
            if last.target >= count and len(ways) == 1 and not kept:
                locations[place] = replace(locations[place], kind=LocationKind.BRANCH)
                edges += [replace(main.edges[number], source=place) for number in main.outgoing[last.target]]
                sources += main.outgoing[last.target]
            elif last.target >= count or len(kept) > 1:
                raise SeveralSteps(main.edges[way[0]].origins[0])
            else:
                operation: Operation = main.edges[kept[0]].operation if kept else SKIP
                edges.append(replace(main.edges[way[0]], target=last.target, operation=operation))
                sources.append(kept[0] if kept else None)
    procedure = replace(main, locations=tuple(locations), edges=tuple(edges), entry=entry)
    whole = PredicateProgram({main.name: procedure}, program.globals, program.main)
    return WholeSteps(whole, tuple(sources))


def _path(
    locations: list[Location], edges: list[Edge], main: Procedure, way: list[int], passing: frozenset[str]
) -> list[int | None]:
    """The steps of a path through a block: it parts from others at once, and what is decided there is decided last."""
    kept = [number for number in way if not _is_nothing(main.edges[number].operation, passing)]
    is_arm = bool(kept) and isinstance(main.edges[kept[0]].operation, Guard)
    sources: list[int | None] = [*kept[:is_arm], *[None] * (2 - len(kept)), *kept[is_arm:]]
    first, last = main.edges[way[0]], main.edges[way[-1]]
    place = first.source
    for position, source in enumerate(sources, 1):
        target = last.target
        if position < len(sources):
            target = len(locations)
            locations.append(Location(f"{locations[first.source].name}.inside.{target}", LocationKind.STEP))
        operation = SKIP if source is None else main.edges[source].operation
        edges.append(replace(last, source=place, target=target, operation=operation))
        place = target
    return sources


def _way(main: Procedure, first: int, count: int) -> list[int]:
    """The edges from one location of the program to the next, or to where they part."""
    edges = [first]
    while (place := main.edges[edges[-1]].target) >= count and len(main.outgoing[place]) == 1:
        edges.append(main.outgoing[place][0])
    return edges


def _is_nothing(operation: Operation, passing: frozenset[str]) -> bool:
    """Say whether an operation changes nothing that anybody sees: nobody gets what the entry function returns."""
    match operation:
        case Check(_, kind):
            return kind in passing
        case Return():
            return True
        case _:
            return operation == SKIP
