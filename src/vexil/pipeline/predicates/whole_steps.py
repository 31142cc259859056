"""One step of the abstraction for each edge of the program, as branching properties count and see steps.

Checks that no run breaks do nothing, so what stands before and behind them is one step.
"""

from __future__ import annotations

from dataclasses import replace

from vexil.ir.program import LocationKind
from vexil.model.boolean_program import SKIP, Check, Edge, Operation, PredicateProgram, Procedure, Return


class SeveralSteps(Exception):  # noqa: N818 - an answer
    """An edge of the program is several steps of its abstraction."""

    def __init__(self, edge: int) -> None:
        super().__init__(f"edge {edge} is several steps")
        self.edge = edge


def with_whole_steps(program: PredicateProgram, entry: int, count: int, passing: frozenset[str]) -> PredicateProgram:
    """A program that is one procedure with only its first *count* locations, from *entry* on.

    Checks of *passing* are taken not to fail. Raises `SeveralSteps`.
    """
    main = program.procedures[program.main]
    locations, edges = list(main.locations[:count]), list[Edge]()
    for place in range(count):
        ways = [_way(main, number, count) for number in main.outgoing[place]]
        for way in ways:
            last = main.edges[way[-1]]
            kept = [main.edges[number] for number in way if not _is_nothing(main.edges[number].operation, passing)]
            if last.target >= count and len(ways) == 1 and not kept:
                locations[place] = replace(locations[place], kind=LocationKind.BRANCH)
                edges += [replace(main.edges[number], source=place) for number in main.outgoing[last.target]]
            elif last.target >= count or len(kept) > 1:
                raise SeveralSteps(main.edges[way[0]].origins[0])
            else:
                operation: Operation = kept[0].operation if kept else SKIP
                edges.append(replace(main.edges[way[0]], target=last.target, operation=operation))
    made = replace(main, locations=tuple(locations), edges=tuple(edges), entry=entry)
    return PredicateProgram({main.name: made}, program.globals, program.main)


def _way(main: Procedure, first: int, count: int) -> list[int]:
    """The edges from one location of the program to the next, or to where they part."""
    found = [first]
    while (place := main.edges[found[-1]].target) >= count and len(main.outgoing[place]) == 1:
        found.append(main.outgoing[place][0])
    return found


def _is_nothing(operation: Operation, passing: frozenset[str]) -> bool:
    """Say whether an operation changes nothing that anybody sees: nobody gets what the entry function returns."""
    match operation:
        case Check(_, kind):
            return kind in passing
        case Return():
            return True
        case _:
            return operation == SKIP
