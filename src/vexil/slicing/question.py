"""The slice for a question."""

from __future__ import annotations

from vexil.analysis.dependence import DependenceGraph, Slice
from vexil.analysis.dependence.data import cells_in
from vexil.analysis.dependence.vertices import Port
from vexil.analysis.facts import Analyses
from vexil.analysis.locations import LocalObject
from vexil.ir.operations import BeginLifetime, Call, EndLifetime, Start, Throw
from vexil.model.protocols import NotApplicable
from vexil.model.slice import ProgramSlice, kept_for
from vexil.slicing.criterion import Criterion, criterion_of, ends_for
from vexil.slicing.program import Kept, sliced_program
from vexil.spec.property import Property


def slice_of(facts: Analyses, prop: Property) -> ProgramSlice:
    """The slice of a program for a property; raises `NotApplicable` with the reason if there is none."""
    if kept_for(prop) is None:
        raise NotApplicable(f"no slice is known to keep the answer to {prop.kind.value}")
    if facts.call_graph.unresolved:
        raise NotApplicable(f"nobody knows what is called at {facts.call_graph.unresolved[0]}")
    graph = DependenceGraph(facts, ends_for(prop))
    criterion = criterion_of(prop, graph)
    return sliced_program(facts, kept_by(graph, criterion))


def kept_by(graph: DependenceGraph, criterion: Criterion) -> Kept:
    """What a criterion depends on; where a statement that throws is kept, so is all that does in its function."""
    roots = set(criterion.nodes)
    if not roots:
        raise NotApplicable("no run comes to what the property is about")
    arguments: set[int] = set()
    while True:
        found = graph.slice(sorted(roots), criterion.kinds, sorted(arguments))
        overwritten = _overwritten(graph, found)
        results = {node for node in overwritten if _has_result(graph, node)}  # its call may be kept without its result
        wanted = _exceptional_exits(graph, found) | _sections(graph, found) | _lifetimes(graph, found) | overwritten
        missing = (wanted - found.nodes | results | _passing(graph, found)) - roots
        passed = _passed(graph, found) - found.arguments
        if not missing and not passed:
            return _kept(graph, found, criterion)
        roots |= missing
        arguments |= passed


def _exceptional_exits(graph: DependenceGraph, found: Slice) -> set[int]:
    """The exceptional exits of functions in which a statement that throws is kept."""
    exits: set[int] = set()
    for node in found.nodes:
        if any(isinstance(operation, Throw) for operation in graph.nodes.operations(node)):
            function = graph.nodes.owner(node)
            assert function.exceptional_exit is not None
            exits.add(graph.nodes.node(function.name, function.exceptional_exit))
    return exits


def _overwritten(graph: DependenceGraph, found: Slice) -> set[int]:
    """Every write of storage that the slice reads: that another write always comes in between is not checked."""
    accesses, read = graph.steps.cells.accesses, 0
    for node in found.nodes:
        function, location = graph.nodes.owner(node), graph.nodes.location(node)
        for number in function.outgoing[location]:
            access = accesses[function.name][number]
            if not access.arguments:
                read |= access.reads
                continue
            read |= access.own_reads
            callees = graph.steps.facts.points_to.callees(function.edge_id(number))
            needed = {index for callee in callees for index in found.parameters.get(callee, ())}
            for index in needed.intersection(range(len(access.arguments))):
                read |= access.arguments[index][1]
    writers = graph.steps.data.modifications.writers
    places = (place for cell in cells_in(read) for place in writers.get(cell, ()))
    nodes = {graph.nodes.node(name, location) for name, location in places}
    return {node for node in nodes if graph.is_reachable(node)}


def _lifetimes(graph: DependenceGraph, found: Slice) -> set[int]:
    """Where variables begin and end to live to which the slice writes."""
    accesses, written = graph.steps.cells.accesses, 0
    for node in found.nodes:
        function, location = graph.nodes.owner(node), graph.nodes.location(node)
        for number in function.outgoing[location]:
            written |= accesses[function.name][number].writes
    owners = {graph.steps.cells.objects[cell] for cell in cells_in(written)}
    return {
        graph.nodes.node(function.name, edge.source)
        for function in graph.nodes.functions
        for edge in function.edges
        if isinstance(edge.operation, BeginLifetime | EndLifetime)
        and LocalObject(function.name, edge.operation.variable.name) in owners
    }


def _passing(graph: DependenceGraph, found: Slice) -> set[int]:
    """The entries of functions all of whose parameters matter.

    The slice may read parameters in memory before they are written, and what is passed may be undefined.
    """
    facts = graph.steps.facts
    names = {
        function.name
        for function in {graph.nodes.owner(node) for node in found.nodes}
        if any(item.addressable for item in function.parameters)
    }
    for node in found.nodes:
        function, location = graph.nodes.owner(node), graph.nodes.location(node)
        for number in function.outgoing[location]:
            is_passing = isinstance(function.edges[number].operation, Call | Start)
            if is_passing and facts.definedness.may_be_undefined(function, number):
                identity = function.edge_id(number)
                names.update(facts.call_graph.calls.get(identity, ()) or facts.call_graph.starts.get(identity, ()))
    return {graph.nodes.entry(name) for name in names}


def _passed(graph: DependenceGraph, found: Slice) -> set[int]:
    """What kept calls pass for parameters that matter, whichever call they matter at."""
    vertices: set[int] = set()
    for node in found.nodes:
        function, location = graph.nodes.owner(node), graph.nodes.location(node)
        for number in function.outgoing[location]:
            operation = function.edges[number].operation
            if isinstance(operation, Call | Start):
                identity = function.edge_id(number)
                callees = graph.steps.facts.points_to.callees(identity)
                needed = {index for callee in callees for index in found.parameters.get(callee, ())}
                given = needed.intersection(range(len(operation.arguments)))
                vertices.update(graph.steps.vertices.vertex(Port.ARGUMENT, identity, index) for index in given)
    return vertices


def _has_result(graph: DependenceGraph, node: int) -> bool:
    return any(isinstance(item, Call) and item.result is not None for item in graph.nodes.operations(node))


def _sections(graph: DependenceGraph, found: Slice) -> set[int]:
    """Where critical sections begin and end of which the slice has an end or the beginning."""
    nodes: set[int] = set()
    for function in graph.nodes.functions:
        for section in graph.steps.locks.sections(function).sections:
            whole = {graph.nodes.node(function.name, place) for place in (section.lock, *section.unlocks)}
            if not whole.isdisjoint(found.nodes):
                nodes |= whole
    return nodes


def _kept(graph: DependenceGraph, found: Slice, criterion: Criterion) -> Kept:
    locations: dict[str, set[int]] = {}
    for node in found.nodes:
        locations.setdefault(graph.nodes.owner(node).name, set()).add(graph.nodes.location(node))
    return Kept({name: frozenset(places) for name, places in locations.items()}, found.parameters, criterion.globals)
