"""The validator: what every program promises, with messages a person understands.

`validate` returns all problems it finds. Functions that are the same objects as in an already valid program
with the same declarations are not looked at again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.collector import collector_paused
from vexil.ir import operations as ops
from vexil.ir.compare import same_expression
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.program import Edge, Function, LocationKind, Program
from vexil.ir.typing import TypeProblem
from vexil.ir.validator_declarations import declaration_problems, variable_type
from vexil.ir.validator_operations import OperationRules, instantiated_classes

_JOINED = (ops.Assume, ops.Case, ops.Call, ops.Catch)
"""Operations that belong to a branch or a call."""

_OPEN = (ops.Choose, ops.ChooseInstance, ops.Lock, ops.Wait, ops.Notify, ops.Join)
"""Operations that block, or leave something to be decided when they are executed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where (``f``, ``f#3``, ``global x`` …) and a sentence."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def validate(program: Program, known_valid: Program | None = None) -> list[Problem]:
    """Find all broken rules of a program, in a deterministic order."""
    with collector_paused():
        rules = OperationRules(program)
        problems = [Problem(where, message) for where, message in declaration_problems(program, rules)]
        reusable = known_valid is not None and _same_declarations(program, known_valid)
        for name, function in program.functions.items():
            if reusable and known_valid is not None and known_valid.functions.get(name) is function:
                continue
            problems.extend(_function(program, rules, name, function))
        return problems


def _same_declarations(program: Program, other: Program) -> bool:
    return (
        program.globals == other.globals
        and program.layout == other.layout
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
        and instantiated_classes(program) == instantiated_classes(other)
    )


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
            variable_type(rules, variable)
            if variable.per_thread:
                yield Problem(where, f"variable {variable.name!r} is local, so that every thread has its own anyway")
            if variable.initial is not None:
                raise TypeProblem("only a global variable has an initial value")
        except TypeProblem as problem:
            yield Problem(where, f"variable {variable.name!r}: {problem}")
    if function.result is not None:
        try:
            rules.value_type(function.result)
        except TypeProblem as problem:
            yield Problem(where, f"result: {problem}")
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
    if function.entry in exits:
        yield Problem(where, "its entry is one of its exits, so that it would do nothing")
    for number, edge in enumerate(function.edges):
        if not (0 <= edge.source < count and 0 <= edge.target < count):
            yield Problem(function.edge_id(number), "starts or ends at a location that does not exist")


def _target_rule(function: Function, edge: Edge) -> str:
    operation: ops.Operation = edge.operation
    exit_: int | None
    match operation:
        case ops.Return():
            exit_, name = function.exit, "normal exit"
        case ops.Throw():
            exit_, name = function.exceptional_exit, "exceptional exit"
        case ops.Stop() | ops.EndThread():
            exit_, name = function.stop, "stop exit"
        case _:
            if edge.target in (function.exceptional_exit, function.stop):
                return "only throw and stop edges lead to the exceptional and the stop exit"
            if edge.target == function.exit:
                return "only a return edge leads to the normal exit"
            return ""
    return "" if edge.target == exit_ else f"must lead to the {name} of the function"


def _kind_rule(function: Function, number: int) -> str:
    location = function.locations[number]
    edges = function.outgoing[number]
    operations = [function.edges[edge].operation for edge in edges]
    match location.kind:
        case LocationKind.TERMINAL:
            exits = (function.exit, function.exceptional_exit, function.stop)
            if operations:
                return "a terminal location has no edges"
            return "" if number in exits else "a location without edges must be an exit of the function"
        case LocationKind.STEP:
            if len(operations) != 1 or isinstance(operations[0], _JOINED):
                return "a step location has exactly one edge, which is no condition and no call"
        case LocationKind.BRANCH:
            if not operations or not all(isinstance(operation, ops.Assume | ops.Case) for operation in operations):
                return "a branch has condition edges only"
            message = _branch_rule(operations)
            if message:
                return message
        case LocationKind.CHOICE:
            if not operations or any(isinstance(operation, _JOINED) for operation in operations):
                return "a choice has one edge per alternative, none of them a condition or a call"
            if any(isinstance(operation, _OPEN) for operation in operations):
                return "an alternative of a choice neither blocks nor leaves anything open itself"
        case LocationKind.CALL:
            kinds = [type(operation) for operation in operations]
            if kinds not in ([ops.Call], [ops.Call, ops.Catch], [ops.Catch, ops.Call]):
                return "a call location has one call edge and at most one catch edge"
    if number in (function.exit, function.exceptional_exit, function.stop):
        return "an exit has no edges"
    return ""


def _branch_rule(operations: list[ops.Operation]) -> str:
    """Conditions must be exclusive and exhaustive by their form alone."""
    conditions = [operation.condition for operation in operations if isinstance(operation, ops.Assume)]
    if len(operations) == 2 == len(conditions):
        if _negates(conditions[0], conditions[1]) or _negates(conditions[1], conditions[0]):
            return ""
        return "the two conditions of a branch must be a condition and its negation"
    cases = [operation for operation in operations if isinstance(operation, ops.Case)]
    if len(cases) < len(operations):
        return "a branch has either a condition and its negation, or the cases of one selector"
    ordinary = [case for case in cases if not case.otherwise]
    others = [case for case in cases if case.otherwise]
    values = [value for case in ordinary for value in case.values]
    if any(not same_expression(cases[0].selector, case.selector) for case in cases):
        return "all cases of a branch must have the same selector"
    if len(set(values)) < len(values):
        return "two cases of a branch have a value in common"
    if len(others) != 1 or set(others[0].values) != set(values):
        return "exactly one arm of a branch must be the otherwise arm and exclude the values of all others"
    return ""


def _negates(negated: Expr, plain: Expr) -> bool:
    """Say whether one condition is the negation of the other by form."""
    if isinstance(negated, Apply) and negated.operator is Operator.NOT:
        return same_expression(negated.operands[0], plain)
    if isinstance(negated, Const) and isinstance(plain, Const):
        return bool(negated.value) != bool(plain.value)
    return False
