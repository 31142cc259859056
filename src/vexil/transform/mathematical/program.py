"""A program over mathematical integers, edge by edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vexil.core.caveats import Assumption
from vexil.core.errors import InternalError
from vexil.core.source import Span
from vexil.ir.expressions import Expr, Place, Variable
from vexil.ir.operation_parts import (
    Callee,
    Domain,
    GuardedDomain,
    RangeDomain,
    RelationDomain,
    StaticCallee,
    TypeDomain,
)
from vexil.ir.operations import Assign, Call, Case, Check, Choose, Operation, Return, Skip, Start, written_places
from vexil.ir.program import Edge, Function, Location, LocationKind, Memory, Program, VariableDeclaration
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import IntegerType, MathType, Type
from vexil.ir.typing import cast
from vexil.transform.mathematical.expressions import NumberRewriter
from vexil.transform.mathematical.numbers import number
from vexil.transform.mathematical.registers import Registers

ARITHMETIC = Assumption(
    "arithmetic",
    "mathematical integers: results of signed + - * / << are not cut to their types, so the answer holds for the "
    "machine as far as no signed operation overflows (-p overflow without --integers math asks that); unsigned "
    "arithmetic, conversions, other bit operations and memory are the machine's",
)

OVERFLOW = "overflow"
"""The checks that are about machine integers."""


def mathematical(program: Program) -> Program:
    """The program over mathematical integers; edges keep their numbers, and checks for overflow are left out.

    Where the result of a call comes in another form than its place has, an edge behind the last one converts it.
    """
    registers = Registers(program)
    functions = {name: _Body(program, registers, function).finish() for name, function in program.functions.items()}
    return replace(
        program,
        functions=functions,
        globals=tuple(_global(variable, registers, program.entry) for variable in program.globals),
        source_map=_kept_spans(program),
        assumptions=_assumptions(program),
    )


def _assumptions(program: Program) -> tuple[Assumption, ...]:
    """The program's assumptions, with another one for arithmetic in its place."""
    kinds = [assumption.kind for assumption in program.assumptions]
    if ARITHMETIC.kind not in kinds:
        return (ARITHMETIC, *program.assumptions)
    return tuple(ARITHMETIC if item.kind == ARITHMETIC.kind else item for item in program.assumptions)


def _global(variable: VariableDeclaration, registers: Registers, function: str) -> VariableDeclaration:
    kind = registers.declared(variable, None)
    rewriter = NumberRewriter(registers, function)
    match variable.initial:
        case None | Memory():
            return replace(variable, type=kind)
        case TypeDomain() | RangeDomain() | GuardedDomain() as domain:
            return replace(variable, type=kind, initial=_chosen_from(domain, kind, rewriter))
        case RelationDomain():
            return variable
        case initial:
            return replace(variable, type=kind, initial=rewriter.stored(initial, kind))


def _kept_spans(program: Program) -> SourceMap:
    """The spans of written places, which keep their position; positions inside of expressions mean nothing now."""
    kept: dict[str, Mapping[tuple[int, int], Span]] = {}
    for name, spans in program.source_map.occurrences.items():
        edges = program.functions[name].edges
        written = {key: span for key, span in spans.items() if key[1] == 0 and written_places(edges[key[0]].operation)}
        if written:
            kept[name] = written
    return SourceMap(kept, program.source_map.declarations)


class _Body:
    """Makes the function over mathematical integers."""

    def __init__(self, program: Program, registers: Registers, function: Function) -> None:
        self._program = program
        self._registers = registers
        self._function = function
        self._result = registers.result(function.name)
        self._rewriter = NumberRewriter(registers, function.name)
        self._locals = [self._declared(variable) for variable in function.locals]
        self._locations = list(function.locations)
        self._edges: list[Edge] = []
        self._behind: list[Edge] = []
        """Edges that convert results of calls."""

    def finish(self) -> Function:
        """The finished function."""
        function = self._function
        for edge in function.edges:
            self._edges.append(self._edge(edge))
        return replace(
            function,
            parameters=tuple(map(self._declared, function.parameters)),
            locals=tuple(self._locals),
            result=self._result,
            locations=tuple(self._locations),
            edges=(*self._edges, *self._behind),
        )

    def _declared(self, variable: VariableDeclaration) -> VariableDeclaration:
        return replace(variable, type=self._registers.declared(variable, self._function.name))

    def _edge(self, edge: Edge) -> Edge:
        match edge.operation:
            case Call(called, arguments, place):
                return self._call(edge, called, arguments, place)
            case Start(called, arguments, handle, daemon, many):
                operation: Operation = Start(
                    self._rewriter.parts(called),
                    self._arguments(called, arguments),
                    None if handle is None else self._rewriter.place(handle),
                    None if daemon is None else self._rewriter.value(daemon),
                    many,
                )
            case other:
                operation = _rewritten(other, self._rewriter, self._result)
        return Edge(edge.source, edge.target, operation, edge.span, edge.atomic)

    def _call(self, edge: Edge, called: Callee, arguments: tuple[Expr, ...], place: Place | None) -> Edge:
        target, into = edge.target, None if place is None else self._rewriter.place(place)
        if place is not None and into is not None and isinstance(place.type, IntegerType):
            given = self._given(called, place.type)
            if given != into.type:
                target, into = self._converted(edge, given, into)
        operation = Call(self._rewriter.parts(called), self._arguments(called, arguments), into)
        return Edge(edge.source, target, operation, edge.span, edge.atomic)

    def _given(self, called: Callee, kind: Type) -> Type | None:
        """The type of what a call gives."""
        return self._registers.result(called.function) if isinstance(called, StaticCallee) else kind

    def _arguments(self, called: Callee, arguments: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """Arguments in the form of their parameters; those of a call through a pointer are words."""
        if not isinstance(called, StaticCallee):
            return tuple(map(self._rewriter.value, arguments))
        function = self._program.functions[called.function]
        kinds = [self._registers.declared(parameter, function.name) for parameter in function.parameters]
        return tuple(map(self._rewriter.stored, arguments, kinds))

    def _converted(self, edge: Edge, given: Type | None, into: Place) -> tuple[int, Variable]:
        """A place for the result of a call, and a location behind the call from where it is assigned."""
        assert given is not None
        name = f"{self._function.name}#{len(self._edges)} result"
        self._locals.append(VariableDeclaration(name, given, False, None, True))
        self._locations.append(Location(name, LocationKind.STEP, ()))
        kept = Variable(name, given, False)
        self._behind.append(Edge(len(self._locations) - 1, edge.target, Assign(into, cast(kept, into.type)), edge.span))
        return len(self._locations) - 1, kept


def _rewritten(operation: Operation, rewriter: NumberRewriter, result: Type | None) -> Operation:
    """An operation that is no call, in a function with a result of a type."""
    match operation:
        case Check(kind, _, _) if kind == OVERFLOW:
            return Skip()
        case Assign(place, assigned):
            target = rewriter.place(place)
            return Assign(target, rewriter.stored(assigned, target.type))
        case Case(selector, values, otherwise):
            return Case(rewriter.selector(selector), values, otherwise)
        case Choose(place, domain, origin):
            target = rewriter.place(place)
            return Choose(target, _chosen_from(domain, target.type, rewriter), origin)
        case Return(returned):
            return Return(None if returned is None or result is None else rewriter.stored(returned, result))
        case Call() | Start():
            raise InternalError("a call should be rewritten with what it calls")
        case _:
            return rewriter.operation(operation)


def _chosen_from(domain: Domain, kind: Type, rewriter: NumberRewriter) -> Domain:
    """A domain for a place of a type: numbers are chosen from the values of the machine's type."""
    match domain:
        case TypeDomain(IntegerType() as machine) if isinstance(kind, MathType):
            return RangeDomain(number(machine.low), number(machine.high))
        case TypeDomain():
            return domain
        case RangeDomain(low, high):
            return RangeDomain(rewriter.stored(low, kind), rewriter.stored(high, kind))
        case GuardedDomain(cases):
            return GuardedDomain(
                tuple(
                    (None if guard is None else rewriter.value(guard), rewriter.stored(value, kind))
                    for guard, value in cases
                )
            )
        case RelationDomain():
            raise InternalError("a relation should have no mathematical integers for results")
