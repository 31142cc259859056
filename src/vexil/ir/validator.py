"""The validator: what every program promises, with messages a person understands.

`validate` returns all problems it finds. Functions that are the same objects as in an already valid program
with the same declarations are not looked at again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Expr
from vexil.ir.operations import (
    Assume,
    Call,
    Case,
    Catch,
    Domain,
    GuardedDomain,
    Operation,
    RangeDomain,
    RelationDomain,
    Return,
    Stop,
    Throw,
    TypeDomain,
)
from vexil.ir.program import Edge, Function, LocationKind, Memory, Program
from vexil.ir.types import Type, is_aggregate
from vexil.ir.typing import TypeProblem, compatible
from vexil.ir.validator_operations import OperationRules, are_opposite


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where (``f``, ``f#3``, ``global x`` …) and a sentence."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def validate(program: Program, known_valid: Program | None = None) -> list[Problem]:
    """Find all broken rules of a program, in a deterministic order."""
    problems = list(_declarations(program))
    rules = OperationRules(program)
    reusable = known_valid is not None and _same_declarations(program, known_valid)
    for name, function in program.functions.items():
        if reusable and known_valid is not None and known_valid.functions.get(name) is function:
            continue
        problems.extend(_function(program, rules, name, function))
    return problems


def _same_declarations(program: Program, other: Program) -> bool:
    return (
        program.globals == other.globals
        and program.classes == other.classes
        and program.structs == other.structs
        and program.token_sets == other.token_sets
        and program.relations == other.relations
        and program.functions.keys() == other.functions.keys()
        and all(
            function.result == other.functions[name].result
            and [p.type for p in function.parameters] == [p.type for p in other.functions[name].parameters]
            for name, function in program.functions.items()
        )
    )


def _declarations(program: Program) -> Iterator[Problem]:
    entry = program.functions.get(program.entry)
    if entry is None:
        yield Problem("program", f"the entry function {program.entry!r} is not defined")
    elif entry.parameters:
        yield Problem("program", f"the entry function {program.entry!r} takes parameters")
    for name, count in Counter(variable.name for variable in program.globals).items():
        if count > 1:
            yield Problem(f"global {name}", "declared more than once")
    rules = OperationRules(program)
    for variable in program.globals:
        where = f"global {variable.name}"
        try:
            rules.type_exists(variable.type)
            _initial(rules, variable.initial, variable.type)
        except TypeProblem as problem:
            yield Problem(where, str(problem))
        if is_aggregate(variable.type) and not variable.addressable:
            yield Problem(where, f"a variable of type {variable.type} lives in memory and so must be addressable")
    yield from _class_declarations(program)
    for token_set in program.token_sets.values():
        if not token_set.tokens or len(set(token_set.tokens)) < len(token_set.tokens):
            yield Problem(f"tokens {token_set.name}", "a token set has at least one token, each named once")
    for relation in program.relations.values():
        yield from (Problem(f"relation {relation.name}", message) for message in rules.relation_problems(relation))


def _initial(rules: OperationRules, initial: Expr | Memory | Domain | None, kind: Type) -> None:
    match initial:
        case None:
            return
        case Memory(cells):
            for offset, value in cells:
                if offset < 0:
                    raise TypeProblem(f"initial contents at the negative offset {offset}")
                rules.constant(value)
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
            rules.domain(initial, kind)
        case value:
            rules.constant(value)
            if not compatible(kind, value.type):
                raise TypeProblem(f"the initial value has type {value.type}, the variable {kind}")


def _class_declarations(program: Program) -> Iterator[Problem]:
    for name, declaration in program.classes.items():
        where = f"class {name}"
        parents = ([declaration.superclass] if declaration.superclass else []) + [*declaration.interfaces]
        for parent in parents:
            if parent not in program.classes:
                yield Problem(where, f"inherits from {parent!r}, which is not declared")
            elif name in program.superclasses(parent):
                yield Problem(where, f"inherits from itself through {parent!r}")
        for field, count in Counter(field.name for field in declaration.fields).items():
            if count > 1:
                yield Problem(where, f"field {field!r} is declared more than once")
        for signature, function in declaration.methods:
            if function not in program.functions:
                yield Problem(where, f"method {signature!r} is implemented by {function!r}, which is not defined")
        if declaration.initialiser is not None and declaration.initialiser not in program.functions:
            yield Problem(where, f"initialiser {declaration.initialiser!r} is not defined")


def _function(program: Program, rules: OperationRules, key: str, function: Function) -> Iterator[Problem]:
    where = f"function {function.name}"
    if key != function.name:
        yield Problem(where, f"is registered under the name {key!r}")
    names = Counter(variable.name for variable in (*function.parameters, *function.locals))
    for name, count in names.items():
        if count > 1:
            yield Problem(where, f"variable {name!r} is declared more than once")
        if name in program.global_variables:
            yield Problem(where, f"variable {name!r} has the name of a global variable")
    for variable in (*function.parameters, *function.locals):
        try:
            rules.type_exists(variable.type)
        except TypeProblem as problem:
            yield Problem(where, f"variable {variable.name!r}: {problem}")
        if is_aggregate(variable.type) and not variable.addressable:
            yield Problem(where, f"variable {variable.name!r} lives in memory and so must be addressable")
    for name, count in Counter(location.name for location in function.locations).items():
        if count > 1:
            yield Problem(where, f"location {name!r} is declared more than once")
    bad_shape = list(_shape(function, where))
    yield from bad_shape
    if bad_shape:
        return
    rules.enter(function)
    for number, edge in enumerate(function.edges):
        try:
            rules.operation(edge.operation)
        except TypeProblem as problem:
            yield Problem(function.edge_id(number), str(problem))
        message = _target_rule(function, edge)
        if message:
            yield Problem(function.edge_id(number), message)
    for number, location in enumerate(function.locations):
        message = _kind_rule(function, number)
        if message:
            yield Problem(f"{function.name}:{location.name}", message)


def _shape(function: Function, where: str) -> Iterator[Problem]:
    count = len(function.locations)
    exits = [number for number in (function.exit, function.exceptional_exit, function.stop) if number is not None]
    for number in (function.entry, *exits):
        if not 0 <= number < count:
            yield Problem(where, f"has no location number {number}")
    if len(set(exits)) < len(exits):
        yield Problem(where, "two of its exits are the same location")
    for number, edge in enumerate(function.edges):
        if not (0 <= edge.source < count and 0 <= edge.target < count):
            yield Problem(function.edge_id(number), "starts or ends at a location that does not exist")


def _target_rule(function: Function, edge: Edge) -> str:
    operation: Operation = edge.operation
    wanted: int | None
    match operation:
        case Return():
            wanted, name = function.exit, "normal exit"
        case Throw():
            wanted, name = function.exceptional_exit, "exceptional exit"
        case Stop():
            wanted, name = function.stop, "stop exit"
        case _:
            if edge.target in (function.exceptional_exit, function.stop):
                return "only throw and stop edges lead to the exceptional and the stop exit"
            if edge.target == function.exit:
                return "only a return edge leads to the normal exit"
            return ""
    return "" if edge.target == wanted else f"must lead to the {name} of the function"


def _kind_rule(function: Function, number: int) -> str:
    location = function.locations[number]
    operations = [function.edges[edge].operation for edge in function.outgoing[number]]
    branching = [isinstance(operation, Assume | Case) for operation in operations]
    calling = [isinstance(operation, Call) for operation in operations]
    match location.kind:
        case LocationKind.TERMINAL:
            exits = (function.exit, function.exceptional_exit, function.stop)
            if operations:
                return "a terminal location has no edges"
            return "" if number in exits else "a location without edges must be an exit of the function"
        case LocationKind.STEP:
            if len(operations) != 1 or any(branching) or any(calling) or isinstance(operations[0], Catch):
                return "a step location has exactly one edge, which is no condition and no call"
        case LocationKind.BRANCH:
            return _branch_rule(operations) if all(branching) and operations else "a branch has condition edges only"
        case LocationKind.CHOICE:
            if not operations or any(branching) or any(calling) or any(isinstance(o, Catch) for o in operations):
                return "a choice has one edge per alternative, none of them a condition or a call"
        case LocationKind.CALL:
            catching = [isinstance(operation, Catch) for operation in operations]
            if sum(calling) != 1 or sum(catching) > 1 or len(operations) != 1 + sum(catching):
                return "a call location has one call edge and at most one catch edge"
    if number in (function.exit, function.exceptional_exit, function.stop):
        return "an exit has no edges"
    return ""


def _branch_rule(operations: list[Operation]) -> str:
    """Conditions must be exclusive and exhaustive by their form alone."""
    conditions = [operation.condition for operation in operations if isinstance(operation, Assume)]
    if len(operations) == 2 == len(conditions):
        if are_opposite(conditions[0], conditions[1]):
            return ""
        return "the two conditions of a branch must be a condition and its negation"
    cases = [operation for operation in operations if isinstance(operation, Case)]
    if len(cases) < len(operations):
        return "a branch has either a condition and its negation, or the cases of one selector"
    ordinary = [case for case in cases if not case.otherwise]
    others = [case for case in cases if case.otherwise]
    values = [value for case in ordinary for value in case.values]
    if any(not are_opposite(cases[0].selector, case.selector, same=True) for case in cases):
        return "all cases of a branch must have the same selector"
    if len(set(values)) < len(values):
        return "two cases of a branch have a value in common"
    if len(others) != 1 or set(others[0].values) != set(values):
        return "exactly one arm of a branch must be the otherwise arm and exclude the values of all others"
    return ""
