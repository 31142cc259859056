"""The functions that calls through pointers may reach, from the points-to analysis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vexil.analysis import PointsTo
from vexil.ir.operation_parts import PointerCallee
from vexil.ir.operations import Call, Start
from vexil.ir.program import Edge, Function, Program


def with_targets(program: Program, points_to: Callable[[], PointsTo]) -> Program:
    """List the targets of every call through a pointer, where all of them are known.

    *points_to* gives the facts about the program; they are facts about the result as well.
    """
    if not any(_is_open(edge) for function in program.functions.values() for edge in function.edges):
        return program
    facts = points_to()
    functions = {name: _with_targets(function, facts) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _is_open(edge: Edge) -> bool:
    operation = edge.operation
    return (
        isinstance(operation, Call | Start)
        and isinstance(operation.callee, PointerCallee)
        and operation.callee.targets is None
    )


def _with_targets(function: Function, facts: PointsTo) -> Function:
    if not any(map(_is_open, function.edges)):
        return function
    edges = list(function.edges)
    for number, edge in enumerate(edges):
        if _is_open(edge):
            identity = function.edge_id(number)
            if facts.is_resolved(identity):
                edges[number] = replace(edge, operation=_listed(edge, facts.callees(identity)))
    return replace(function, edges=tuple(edges))


def _listed(edge: Edge, targets: tuple[str, ...]) -> Call | Start:
    match edge.operation:
        case Call(PointerCallee(pointer, _), arguments, result):
            return Call(PointerCallee(pointer, targets), arguments, result)
        case Start(PointerCallee(pointer, _), arguments, handle, daemon, many):
            return Start(PointerCallee(pointer, targets), arguments, handle, daemon, many)
        case operation:
            raise AssertionError(f"no call through a pointer: {operation}")
