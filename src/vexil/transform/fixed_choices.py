"""A program some of whose choices are made: it has only runs of the program, and fewer of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vexil.ir.builder import kind_from_edges
from vexil.ir.expressions import Const, Expr
from vexil.ir.operation_parts import Domain, RangeDomain, TypeDomain
from vexil.ir.operations import Assign, Choose
from vexil.ir.program import Function, Location, LocationKind, Program
from vexil.ir.types import BoolType, IntegerType, MathType, Type
from vexil.ir.typing import fits
from vexil.model.protocols import NotApplicable


def with_choices(program: Program, choices: Mapping[str, int]) -> Program:
    """The program in which choices are made; raises `NotApplicable` for one that is none, or is not offered.

    A choice is named by its edge, one among edges by the first of them, and made by the number that the machine takes.
    Edges keep their numbers; those that are not taken any more begin where nothing leads to.
    """
    by_function: dict[str, dict[int, int]] = {}
    for identity, decision in choices.items():
        function, _, number = identity.rpartition("#")
        if function not in program.functions or not number.isdigit():
            raise NotApplicable(f"there is no choice at {identity}")
        by_function.setdefault(function, {})[int(number)] = decision
    functions = dict(program.functions)
    for name, decisions in by_function.items():
        functions[name] = _function(functions[name], decisions)
    return replace(program, functions=functions)


def is_fixable(domain: Domain, decision: int) -> bool:
    """Say whether a decision gives a value of a domain, whatever the state is."""
    match domain:
        case TypeDomain(IntegerType() | MathType() as kind):
            return fits(decision, kind)
        case TypeDomain(BoolType()):
            return decision in (0, 1)
        case RangeDomain(Const(int(low), IntegerType() | MathType()), Const(int(high))):
            return low <= decision <= high
        case _:
            return False


def _function(function: Function, decisions: Mapping[int, int]) -> Function:
    locations, edges = list(function.locations), list(function.edges)
    for number, decision in sorted(decisions.items()):
        if number >= len(edges):
            raise NotApplicable(f"there is no choice at {function.edge_id(number)}")
        edge = function.edges[number]
        around = function.outgoing[edge.source]
        if function.locations[edge.source].kind is LocationKind.CHOICE:
            if around[0] != number or not 0 <= decision < len(around):
                raise NotApplicable(f"there is no such choice at {function.edge_id(number)}")
            nowhere = len(locations)
            locations.append(Location(f"never {number}", LocationKind.CHOICE, ()))
            for position, other in enumerate(around):
                if position != decision:
                    edges[other] = replace(edges[other], source=nowhere)
            kind = kind_from_edges([edges[around[decision]].operation])
            locations[edge.source] = replace(locations[edge.source], kind=kind)
        elif isinstance(edge.operation, Choose) and is_fixable(edge.operation.domain, decision):
            place = edge.operation.place
            edges[number] = replace(edge, operation=Assign(place, _value(decision, place.type)))
        else:
            raise NotApplicable(f"there is no such choice at {function.edge_id(number)}")
    return replace(function, locations=tuple(locations), edges=tuple(edges))


def _value(decision: int, kind: Type) -> Expr:
    return Const(bool(decision) if isinstance(kind, BoolType) else decision, kind)
