"""The procedures of a predicate program one by one: own steps as a relation, calls described apart.

All are over the same diagrams. A procedure's own variables are named ``f.x``, and what it returns ``f.return:0``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vexil.core.errors import require
from vexil.core.graphs import component_numbers, components
from vexil.engines.belnap.relation import Options, Relation
from vexil.engines.diagrams import Diagram, Manager, Pair
from vexil.model.boolean_program import Call, Edge, PredicateProgram, Procedure, Variable
from vexil.model.boolean_program.expressions import Expr, renamed
from vexil.transform.predicate_inlining import FlatProgram, Place, copied_operation


@dataclass(frozen=True)
class CallSite:
    """A call: where it returns to, what the results become, and how the callee is entered.

    ``arguments`` has what is known of each formal; ``returned`` puts results of the callee for the caller's variables;
    ``frame`` are the caller's own variables; ``entering`` relates current values of the caller to next values of what
    is the callee's own.
    """

    procedure: str
    edge: int
    target: int
    arguments: Mapping[str, Pair]
    returned: Mapping[str, Diagram]
    frame: tuple[str, ...]
    entering: Diagram = field(repr=False)


@dataclass(frozen=True)
class Body:
    """A procedure: its steps, its calls by location, and in which order to look at its locations backwards."""

    procedure: Procedure
    relation: Relation
    names: Mapping[str, str]
    results: tuple[str, ...]
    calls: dict[int, CallSite]
    order: tuple[int, ...]

    def own_names(self, expression: Expr) -> Expr:
        """An expression of the procedure with the names of diagrams."""
        return renamed(expression, self.names)

    @cached_property
    def primed(self) -> dict[str, Diagram]:
        """The procedure's own variables with their next values."""
        return {name: self.relation.manager.declare(f"{name}'") for name in self.names.values()}

    @cached_property
    def primed_names(self) -> tuple[str, ...]:
        """The names of the next values of the procedure's own variables."""
        return tuple(f"{name}'" for name in self.names.values())

    @cached_property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """For every location those whose value depends on it."""
        predecessors = [set(items) for items in self.relation.predecessors]
        for place, calling in self.calls.items():
            predecessors[calling.target].add(place)
        return tuple(tuple(sorted(items)) for items in predecessors)


def bodies_of(program: PredicateProgram, options: Options, manager: Manager) -> dict[str, Body]:
    """All procedures; raises `LimitReached` for a program that starts threads."""
    bodies = {name: _body(program, item, options, manager) for name, item in program.procedures.items()}
    for body in bodies.values():
        for number, edge in enumerate(body.procedure.edges):
            if isinstance(edge.operation, Call):
                body.calls[edge.source] = _calling(bodies, body, number, edge.operation)
    return bodies


def _body(program: PredicateProgram, procedure: Procedure, options: Options, manager: Manager) -> Body:
    names = {name: f"{procedure.name}.{name}" for name in procedure.own}
    results = tuple(f"{procedure.name}.return:{number}" for number in range(procedure.results))
    edges = tuple(
        Edge(edge.source, edge.target, copied_operation(edge.operation, names, results), edge.origins, edge.span)
        for edge in procedure.edges
        if not isinstance(edge.operation, Call)
    )
    own = (*map(Variable, names.values()), *map(Variable, results))
    count = len(procedure.locations)
    flat = FlatProgram(
        variables=(*program.globals, *own),
        locations=procedure.locations,
        edges=edges,
        entry=procedure.entry,
        exit=procedure.exit,
        invariants=(renamed(procedure.invariant, names),) * count,
        places=tuple(Place(procedure.name, number) for number in range(count)),
        origins=tuple(
            Place(procedure.name, number)
            for number, edge in enumerate(procedure.edges)
            if not isinstance(edge.operation, Call)
        ),
    )
    members = components(count, lambda place: [procedure.edges[number].target for number in procedure.outgoing[place]])
    order = tuple(component_numbers(count, members))
    return Body(procedure, Relation(flat, options, manager), names, results, {}, order)


def _calling(bodies: Mapping[str, Body], body: Body, edge: int, call: Call) -> CallSite:
    callee = bodies[call.procedure]
    manager = body.relation.manager
    formals = callee.procedure.formals
    require(len(formals) == len(call.arguments), "a call should have as many arguments as the procedure has formals")
    invariant = callee.relation.consistent[callee.procedure.entry]
    entering = manager.replaced(invariant, callee.primed)
    arguments = {
        formal.name: body.relation.pair(body.own_names(argument))
        for formal, argument in zip(formals, call.arguments, strict=True)
    }
    for name, pair in arguments.items():
        after = callee.primed[callee.names[name]]
        entering = entering & manager.ite(after, ~pair.no, ~pair.yes)
    returned = {
        body.names.get(name, name): manager.declare(value)
        for name, value in zip(call.results, callee.results, strict=True)
        if name is not None
    }
    frame = tuple(name for name in body.names.values() if name not in returned)
    target = body.procedure.edges[edge].target
    return CallSite(call.procedure, edge, target, arguments, returned, frame, entering)
