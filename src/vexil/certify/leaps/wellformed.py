"""Whether a chain has the form that can be checked: locations and variables that there are, conditions over them."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.ir.expressions import Expr, Variable, postorder
from vexil.ir.operations import Choose
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import BoolType
from vexil.model.leaps import Decided, MustChain, Port, Schedule, Turns
from vexil.transform.inlining import Inlining


def problem_of_rules(form: Inlining, chain: MustChain) -> str:
    """What is wrong with the rules of a chain about a form without calls; nothing if they can be followed."""
    return next((problem for rule in chain.rules if (problem := _rule_problem(form.entry, rule))), "")


def problem_of(form: Inlining, chain: MustChain) -> str:
    """What is wrong with a chain about a form that follows its rules; nothing if it can be looked at."""
    entry, program = form.entry, form.program
    if not chain.stations or not 0 <= chain.flip <= len(chain.stations) + 1:
        return "the chain has no stations, or turns where there are none"
    count = len(entry.locations)
    for port in _ports(chain):
        if len({location for location, _ in port.conditions}) != len(port.conditions) or not port.conditions:
            return "a port of the chain names a location twice, or none"
        for location, condition in port.conditions:
            if not 0 <= location < count or location not in chain.tracked:
                return f"location {location} is no control point of the chain"
            if not isinstance(condition.type, BoolType):
                return "a condition of the chain is no condition"
    for condition in _conditions(chain):
        problem = _unknown(program, entry, condition)
        if problem:
            return problem
    for location, names in chain.tracked.items():
        if not 0 <= location < count:
            return f"there is no location {location}"
        for name in names:
            declared = entry.variables.get(name) or program.global_variables.get(name)
            if declared is None:
                return f"there is no variable {name}"
    return ""


def _rule_problem(entry: Function, rule: object) -> str:
    match rule:
        case Schedule(location, conditions):
            fits = 0 <= location < len(entry.locations) and len(entry.outgoing[location]) == len(conditions)
            return "" if fits and entry.locations[location].kind is LocationKind.CHOICE else "a rule is about no choice"
        case Decided(edge, value):
            if not 0 <= edge < len(entry.edges) or not isinstance(entry.edges[edge].operation, Choose):
                return "a rule decides no choice"
            operation = entry.edges[edge].operation
            assert isinstance(operation, Choose)
            written = operation.place.name if isinstance(operation.place, Variable) else None
            reads = {node.name for node in postorder(value) if isinstance(node, Variable)}
            return "a rule reads what it decides" if written is None or written in reads else ""
        case Turns(location, _):
            return "" if 0 <= location < len(entry.locations) else "a rule is about no choice"
        case _:
            return "there is no such rule"


def _ports(chain: MustChain) -> Iterator[Port]:
    if chain.target is not None:
        yield chain.target
    for station in chain.stations:
        yield station.entry
        yield station.leaving
        if station.leap is not None:
            yield station.leap.state


def _conditions(chain: MustChain) -> Iterator[Expr]:
    for port in _ports(chain):
        yield from (condition for _, condition in port.conditions)
    for station in chain.stations:
        for bound in station.leap.bounds if station.leap is not None else ():
            yield from (bound.low, bound.high)


def _unknown(program: Program, entry: Function, condition: Expr) -> str:
    for node in postorder(condition):
        if isinstance(node, Variable):
            there = program.global_variables if node.is_global else entry.variables
            if node.name not in there:
                return f"there is no variable {node.name}"
    return ""
