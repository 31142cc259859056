"""Slices of programs that are written as text, as sets of short names, and slices that miss something."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dependence_programs import program
from vexil.analysis.dependence import DependenceGraph
from vexil.analysis.facts import Analyses
from vexil.model.slice import ProgramSlice
from vexil.slicing import slice_of
from vexil.slicing.criterion import criterion_of, ends_for
from vexil.slicing.program import sliced_program
from vexil.slicing.question import kept_by
from vexil.spec.property import parse_property


def slice_for(text: str, asked: str) -> ProgramSlice:
    """The slice of a program for a property."""
    return slice_of(Analyses(program(text)), parse_property(asked))


def slice_without(
    text: str, asked: str, dropped: Iterable[str], parameters: Iterable[str] = (), *, with_globals: bool = True
) -> ProgramSlice:
    """The slice of a program without some locations, parameters of some functions, or globals that nobody names."""
    facts, prop = Analyses(program(text)), parse_property(asked)
    graph = DependenceGraph(facts, ends_for(prop))
    kept = kept_by(graph, criterion_of(prop, graph))
    names, functions = set(dropped), set(parameters)
    locations = {
        name: frozenset(place for place in places if facts.program.functions[name].locations[place].name not in names)
        for name, places in kept.locations.items()
    }
    names_kept = kept.globals if with_globals else frozenset[str]()
    wanted = {name: found for name, found in kept.parameters.items() if name not in functions}
    return sliced_program(facts, replace(kept, locations=locations, parameters=wanted, globals=names_kept))


def kept_names(part: ProgramSlice) -> set[str]:
    """The locations of the program whose statements are statements of the slice, by name."""
    found = set()
    for name, edges in part.edges.items():
        function = part.original.functions[name]
        small = part.program.functions[name]
        for number, kept in edges.items():
            edge = function.edges[number]
            if small.edges[kept].operation == edge.operation:
                found.add(function.locations[edge.source].name)
    return found
