"""Programs with fewer runs: choices of the environment that somebody makes for it.

Every run of a restricted program makes choices that the program offers, so with the same choices it is one of the
program. Locations and edges keep their numbers; new ones come behind them. Choices among alternatives and of values
are restricted by conditions, under which the others are no runs (Ball, Kupferman and Sagiv 2007, section 5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vexil.core.errors import InternalError
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.operations import Assign, Choose, Operation, Restrict
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.types import U8
from vexil.ir.typing import apply, literal
from vexil.ir.validator import validate
from vexil.model.leaps import Decided, Rule, Schedule, Turns
from vexil.transform.inlining import Inlining


def restricted(program: Program, rules: Sequence[Rule]) -> Program:
    """The program in which the choices of the entry function follow the rules."""
    if not rules:
        return program
    builder = _Builder(program.functions[program.entry])
    for rule in rules:
        builder.apply(rule)
    functions = {**program.functions, program.entry: builder.function()}
    made = replace(program, functions=functions)
    problems = validate(made)
    if problems:
        raise InternalError("a restricted program should be valid: " + "; ".join(map(str, problems[:5])))
    return made


def restricted_form(form: Inlining, rules: Sequence[Rule]) -> Inlining:
    """A form without calls in which the choices of the entry function follow the rules."""
    program = restricted(form.program, rules)
    entry = program.functions[program.entry]
    parts = {number: edge.source for number, edge in enumerate(entry.edges)}
    places, copies, origins = list(form.places), list(form.copy_of), list(form.origins)
    sources = {edge.target: number for number, edge in enumerate(entry.edges)}
    for location in range(len(places), len(entry.locations)):
        before = _first_source(parts, sources, location, len(form.places))
        places.append(form.places[before])
        copies.append(form.copy_of[before])
    for number in range(len(origins), len(entry.edges)):
        edge = sources[entry.edges[number].source]
        while edge >= len(form.origins):
            edge = sources[entry.edges[edge].source]
        origins.append(form.origins[edge])
    return replace(form, program=program, places=tuple(places), copy_of=tuple(copies), origins=tuple(origins))


def _first_source(parts: Mapping[int, int], sources: Mapping[int, int], location: int, count: int) -> int:
    """The location of the form from which edges lead to a new one."""
    while location >= count:
        location = parts[sources[location]]
    return location


class _Builder:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._locations = list(function.locations)
        self._edges = list(function.edges)
        self._locals = list(function.locals)
        self._names = {location.name for location in function.locations}

    def function(self) -> Function:
        return replace(
            self._function,
            locations=tuple(self._locations),
            edges=tuple(self._edges),
            locals=tuple(self._locals),
        )

    def apply(self, rule: Rule) -> None:
        match rule:
            case Schedule(location, conditions):
                for edge, condition in zip(self._function.outgoing[location], conditions, strict=True):
                    self._before(edge, [Restrict(condition)])
            case Decided(edge, value):
                self._behind(edge, [self._demand(edge, value)])
            case Turns(location, values):
                self._turns(location, values)

    def _turns(self, location: int, values: tuple[Expr, ...]) -> None:
        turn = self._counter(location)
        edges = self._function.outgoing[location]
        count = len(values) or len(edges)

        def following(number: int) -> Operation:
            return Assign(turn, literal((number + 1) % count, U8))

        def current(number: int) -> Expr:
            return apply(Operator.EQUAL, turn, literal(number, U8))

        if not values:
            for number, edge in enumerate(edges):
                self._before(edge, [Restrict(current(number)), following(number)])
            return
        chosen = values[-1]
        step: Expr = literal(0, U8)
        for number in reversed(range(count - 1)):
            chosen = apply(Operator.IF, current(number), values[number], chosen)
            step = apply(Operator.IF, current(number), literal(number + 1, U8), step)
        self._behind(edges[0], [self._demand(edges[0], chosen), Assign(turn, step)])

    def _counter(self, location: int) -> Variable:
        name = f"$turn{location}"
        self._locals.append(VariableDeclaration(name, U8, False, None, True))
        return Variable(name, U8, False)

    def _demand(self, edge: int, value: Expr) -> Operation:
        operation = self._edges[edge].operation
        assert isinstance(operation, Choose)
        return Restrict(apply(Operator.EQUAL, operation.place, value))

    def _before(self, number: int, operations: Sequence[Operation]) -> None:
        """Do something on the way of an alternative, before its own operation."""
        edge = self._edges[number]
        first, *rest = [*operations, edge.operation]
        self._edges[number] = Edge(edge.source, self._chain(rest, edge), first, edge.span)

    def _behind(self, number: int, operations: Sequence[Operation]) -> None:
        """Do something behind the operation of an edge."""
        edge = self._edges[number]
        self._edges[number] = Edge(edge.source, self._chain(list(operations), edge), edge.operation, edge.span)

    def _chain(self, operations: Sequence[Operation], edge: Edge) -> int:
        """Operations one after the other, to where an edge leads; the location where they begin."""
        target = edge.target
        for operation in reversed(operations):
            place = len(self._locations)
            self._locations.append(Location(self._fresh(), LocationKind.STEP, ()))
            self._edges.append(Edge(place, target, operation, edge.span))
            target = place
        return target

    def _fresh(self) -> str:
        number = len(self._locations)
        while f"$restricted{number}" in self._names:
            number += 1
        self._names.add(f"$restricted{number}")
        return f"$restricted{number}"
