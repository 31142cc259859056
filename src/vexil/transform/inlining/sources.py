"""Spans and caveats of a program whose calls were replaced by copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vexil.core.caveats import Caveat
from vexil.core.source import Span
from vexil.ir.program import Function, Program
from vexil.ir.sourcemap import SourceMap


def moved_sources(
    program: Program,
    functions: Mapping[str, Function],
    same: Mapping[int, tuple[str, int]],
    declarations: Mapping[str, Span],
) -> SourceMap:
    """Spans of the copies: *same* says which edge of which function an edge of the entry has the expressions of."""
    old = program.source_map
    spans: dict[tuple[str, int], list[tuple[int, Span]]] = {}
    for function, by_place in old.occurrences.items():
        for (edge, position), span in by_place.items():
            spans.setdefault((function, edge), []).append((position, span))
    occurrences = {name: by_place for name, by_place in old.occurrences.items() if name in functions}
    occurrences[program.entry] = {
        (new, position): span for new, origin in same.items() for position, span in spans.get(origin, ())
    }
    named = {name: by_place for name, by_place in occurrences.items() if by_place}
    return SourceMap(named, {**old.declarations, **declarations})


def moved_caveats(program: Program, functions: Mapping[str, Function], origins: Sequence[str]) -> tuple[Caveat, ...]:
    """Caveats of the copies: one for every copy of the edge it sits on."""
    copies: dict[str, list[int]] = {}
    for number, origin in enumerate(origins):
        copies.setdefault(origin, []).append(number)
    caveats: list[Caveat] = []
    for caveat in program.caveats:
        if caveat.edge is None:
            caveats.append(caveat)
            continue
        caveats += [replace(caveat, edge=f"{program.entry}#{number}") for number in copies.get(caveat.edge, ())]
        owner = caveat.edge.rpartition("#")[0]
        if owner in functions and owner != program.entry:
            caveats.append(caveat)
    return tuple(caveats)
