"""The slice for a question."""

from __future__ import annotations

from vexil.analysis.dependence import DependenceGraph, Slice
from vexil.analysis.facts import Analyses
from vexil.ir.operations import Throw
from vexil.model.protocols import NotApplicable
from vexil.model.slice import ProgramSlice
from vexil.slicing.criterion import Criterion, criterion_of, ends_for
from vexil.slicing.program import Kept, sliced_program
from vexil.spec.property import Property


def slice_of(facts: Analyses, prop: Property) -> ProgramSlice:
    """The slice of a program for a property; raises `NotApplicable` with the reason if there is none."""
    graph = DependenceGraph(facts, ends_for(prop))
    criterion = criterion_of(prop, graph)
    return sliced_program(facts, kept_by(graph, criterion))


def kept_by(graph: DependenceGraph, criterion: Criterion) -> Kept:
    """What a criterion depends on; where a statement that throws is kept, so is all that does in its function."""
    roots = set(criterion.nodes)
    if not roots:
        raise NotApplicable("no run comes to what the property is about")
    while True:
        found = graph.slice(sorted(roots), criterion.kinds)
        missing = _exceptional_exits(graph, found) - found.nodes
        if not missing:
            return _kept(graph, found, criterion)
        roots |= missing


def _exceptional_exits(graph: DependenceGraph, found: Slice) -> set[int]:
    """The exceptional exits of functions in which a statement that throws is kept."""
    exits: set[int] = set()
    for node in found.nodes:
        if any(isinstance(operation, Throw) for operation in graph.nodes.operations(node)):
            function = graph.nodes.owner(node)
            assert function.exceptional_exit is not None
            exits.add(graph.nodes.node(function.name, function.exceptional_exit))
    return exits


def _kept(graph: DependenceGraph, found: Slice, criterion: Criterion) -> Kept:
    locations: dict[str, set[int]] = {}
    for node in found.nodes:
        locations.setdefault(graph.nodes.owner(node).name, set()).add(graph.nodes.location(node))
    return Kept({name: frozenset(places) for name, places in locations.items()}, found.parameters, criterion.globals)
