"""A program in which the heap is memory, function by function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vexil.core.caveats import Caveat
from vexil.ir.expressions import Expr, Variable
from vexil.ir.names import EXCEPTION
from vexil.ir.operation_parts import Domain, NewArray, NewObject, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Call, Catch, Check, Join, Operation, Return, Skip, Throw, Wait
from vexil.ir.program import Edge, Function, Location, LocationKind, Memory, Program, VariableDeclaration
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import ReferenceType, is_reference
from vexil.ir.typing import negation
from vexil.transform.heap_as_memory.body import Body
from vexil.transform.heap_as_memory.calls import Calls
from vexil.transform.heap_as_memory.encoding import HeapEncoding, heap_encoding
from vexil.transform.heap_as_memory.expressions import TRUE, is_null
from vexil.transform.heap_as_memory.operations import Operations
from vexil.transform.heap_as_memory.problems import NotSequential


@dataclass(frozen=True, eq=False)
class Lowered:
    """A program without objects; ``origins`` has for every function and edge the edge of the program it belongs to."""

    program: Program
    origins: Mapping[str, tuple[int, ...]]

    def origin(self, edge: str) -> str | None:
        """The edge of the program that an edge belongs to, by their identities; none for what comes around it."""
        function, _, number = edge.rpartition("#")
        return f"{function}#{self.origins[function][int(number)]}" if function in self.origins else None


def waits_for_ever(program: Program, form: Lowered) -> bool:
    """Say whether the program may wait for another thread without a limit: its form stops there, as if it had ended."""
    return any(
        isinstance(edge.operation, Wait | Join) and not edge.operation.timed
        for name in form.origins
        for edge in program.functions[name].edges
    )


def lowered(program: Program, exceptions: str | None = None, *, threads: bool = False) -> Lowered:
    """The program with pointers in place of references; raises `NotSequential` when it has no such form.

    It has the runs of the program, with the same choices in the same order. Functions that no run reaches are left out.
    A new entry calls that of the program, and checks that no exception leaves it, or none of the class *exceptions*.
    With *threads*, the program may start some, which begin in such functions, too; locks and waits stay what they are.
    """
    encoding = heap_encoding(program, threads=threads)
    functions: dict[str, Function] = {}
    origins: dict[str, tuple[int, ...]] = {}
    for name in encoding.reachable_code.functions:
        functions[name], origins[name] = _function(encoding, program.functions[name])
    lost, absent = _lost_checks(program, functions), _absent(encoding, exceptions)
    for name, beginning in encoding.beginnings.items():
        functions[beginning] = _beginning(encoding, name, lost if name == program.entry else [], absent)
    caveats = [
        caveat if number is None else replace(caveat, edge=number)
        for caveat in program.caveats
        for number in _places(caveat, origins)
    ]
    rewritten = replace(
        program,
        functions=functions,
        entry=encoding.beginnings[program.entry],
        globals=(*(_global(encoding, variable) for variable in program.globals), *encoding.globals()),
        structs=encoding.layout.declared(),
        classes={},
        source_map=SourceMap({}, program.source_map.declarations),
        caveats=tuple(caveats),
    )
    return Lowered(rewritten, origins)


def _places(caveat: Caveat, origins: Mapping[str, tuple[int, ...]]) -> list[str | None]:
    """The edges that a caveat sits on now; none when no run gets there."""
    if caveat.edge is None:
        return [None]
    function, _, number = caveat.edge.rpartition("#")
    edges = origins.get(function, ())
    return [f"{function}#{place}" for place, origin in enumerate(edges) if origin == int(number)]


def _lost_checks(program: Program, functions: Mapping[str, Function]) -> list[str]:
    """The kinds of checks that no run reaches: that there are any is said all the same."""

    def kinds(some: Mapping[str, Function]) -> set[str]:
        return {
            edge.operation.property
            for function in some.values()
            for edge in function.edges
            if isinstance(edge.operation, Check)
        }

    return sorted(kinds(program.functions) - kinds(functions))


def _global(encoding: HeapEncoding, variable: VariableDeclaration) -> VariableDeclaration:
    declared = _declared(encoding, variable)
    match variable.initial:
        case None:
            return declared
        case Memory(cells):
            rewritten = [(offset, encoding.rewriter.value(value)) for offset, value in cells]
            changed = any(new is not old for (_, new), (_, old) in zip(rewritten, cells, strict=True))
            return replace(declared, initial=Memory(rewritten)) if changed else declared
        case domain if isinstance(domain, Domain):
            return replace(declared, initial=encoding.rewriter.domain(domain))
        case value:
            return replace(declared, initial=encoding.rewriter.value(value))


def _declared(encoding: HeapEncoding, variable: VariableDeclaration) -> VariableDeclaration:
    if variable.addressable and is_reference(variable.type):
        raise NotSequential(f"{variable.name} holds a reference and has an address")
    kind = encoding.layout.kind(variable.type)
    return variable if kind is variable.type else replace(variable, type=kind)


def _function(encoding: HeapEncoding, function: Function) -> tuple[Function, tuple[int, ...]]:
    body = Body(function, encoding.may_change)
    operations, calls = Operations(encoding, body), Calls(encoding, body)
    live = encoding.throwing.live[function.name]
    for here, location in enumerate(function.locations):
        edges = function.outgoing[here]
        if here not in live:
            body.leave_out(here)
            continue
        match location.kind:
            case LocationKind.STEP:
                operations.step(edges[0], here)
            case LocationKind.CHOICE:
                for number in edges:
                    _alternative(body, operations, number, here)
            case LocationKind.BRANCH:
                place = body.require(edges[0], here, operations.needs(function.edges[edges[0]].operation))
                for number in edges:
                    edge = function.edges[number]
                    body.edge(number, place, edge.target, encoding.rewriter.operation(edge.operation))
            case LocationKind.CALL:
                by_call = {isinstance(function.edges[number].operation, Call): number for number in edges}
                calls.call(by_call[True], by_call.get(False))
            case LocationKind.TERMINAL:
                pass
    rewritten = body.finish(
        parameters=tuple(_declared(encoding, variable) for variable in function.parameters),
        own=[_declared(encoding, variable) for variable in function.locals],
    )
    result = None if function.result is None else encoding.layout.kind(function.result)
    return replace(rewritten, result=result), body.origins


def _alternative(body: Body, operations: Operations, number: int, here: int) -> None:
    """One alternative of a choice: the choice is a step of its own."""
    there = body.location(here)
    body.edge(number, here, there, Skip())
    operations.step(number, there)


def _absent(encoding: HeapEncoding, exceptions: str | None) -> Expr:
    """Whether no exception is left, or none of a class."""
    if exceptions is None:
        return is_null(encoding.exception)
    if exceptions not in encoding.program.classes:
        return TRUE
    wanted = encoding.tags.of(ReferenceType(exceptions))
    return negation(encoding.rewriter.is_one_of(encoding.exception, wanted, encoding.thrown))


def _beginning(encoding: HeapEncoding, name: str, checks: list[str], absent: Expr) -> Function:
    """A function that runs the one that the program, or a thread, begins in, and looks whether an exception is left."""
    parameters = tuple(_declared(encoding, variable) for variable in encoding.program.functions[name].parameters)
    arguments = tuple(Variable(parameter.name, parameter.type, False) for parameter in parameters)
    operations: list[Operation] = [Check(kind, TRUE, "") for kind in checks]
    operations.append(Call(StaticCallee(name), arguments, None))
    operations.append(Check(EXCEPTION, absent, "an exception is not caught"))
    operations.append(Return(None))
    kinds = [LocationKind.CALL if isinstance(operation, Call) else LocationKind.STEP for operation in operations]
    kinds.append(LocationKind.TERMINAL)
    locations = tuple(Location(f"n{number}", kind, ()) for number, kind in enumerate(kinds))
    edges = tuple(Edge(number, number + 1, operation, None) for number, operation in enumerate(operations))
    beginning = encoding.beginnings[name]
    return Function(beginning, parameters, (), None, locations, edges, 0, len(operations))


def has_objects(program: Program) -> bool:
    """Say whether a program uses what only programs with classes have."""
    if program.classes or any(is_reference(variable.type) for variable in program.globals):
        return True
    return any(_is_object_like(edge.operation) for function in program.functions.values() for edge in function.edges)


def _is_object_like(operation: Operation) -> bool:
    match operation:
        case Allocate(_, NewObject() | NewArray(), _) | Call(VirtualCallee(), _, _):
            return True
        case _:
            return isinstance(operation, Throw | Catch)
