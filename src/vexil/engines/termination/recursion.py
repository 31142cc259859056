"""Recursion as checks: calls of recursive functions are passed by contracts, and each function is entered by itself.

The form of a program has a new entry that begins with the program, or with any recursive function in any state that
fulfils its precondition. A call of such a function becomes checks of the precondition and of the measure, and a call of
a stub that gives any result and writes anything that the function may write. So the form has no recursion, and its
checks hold exactly if contracts without postconditions show that recursion ends (Hoare 1971; Turing 1949 for measures).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vexil.core.graphs import components
from vexil.engines.termination.instrument import CHECKED, Instrumented, added
from vexil.engines.termination.loops import called_from, callees
from vexil.engines.termination.rankings import shrinks
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.names import ghost
from vexil.ir.operation_parts import Origin, StaticCallee, TypeDomain
from vexil.ir.operations import Assign, Assume, Call, Check, Choose, Operation, Return, Skip, written_places
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType, MathType
from vexil.ir.typing import apply, negation
from vexil.model.evidence import ProcedureRule

SCALARS = IntegerType | MathType | BoolType | FloatType
Failure = tuple[str, int]
"""A function, and the number of the part of its precondition that does not hold at a call; -1 for its measure."""


class NotContractible(Exception):  # noqa: N818 - an answer
    """Recursion that contracts over numbers do not describe, with the reason."""


@dataclass(frozen=True, slots=True)
class Contract:
    """Parts of a precondition, and a measure, over the parameters of a function."""

    requires: tuple[Expr, ...] = ()
    measure: tuple[Expr, ...] = ()

    def rule(self, function: str) -> ProcedureRule:
        """The contract as a rule of a proof."""
        condition: Expr = Const(True, BOOL)
        for number, part in enumerate(self.requires):
            condition = apply(Operator.AND, condition, part) if number else part
        return ProcedureRule(function, condition, Const(True, BOOL), self.measure)


def recursive_groups(program: Program) -> tuple[tuple[str, ...], ...]:
    """The functions that call each other in circles, group by group, callees first; only those that may be called."""
    names = called_from(program, program.entry)
    numbers = {name: number for number, name in enumerate(names)}
    called = callees(program)

    def following(number: int) -> list[int]:
        return [numbers[name] for name in called[names[number]]]

    return tuple(
        tuple(names[number] for number in sorted(group))
        for group in components(len(names), following)
        if len(group) > 1 or group[0] in following(group[0])
    )


@dataclass(frozen=True, eq=False)
class Contracted:
    """The form of an instrumented program; ``failures`` says what a check that was added is about."""

    form: Instrumented
    failures: Mapping[str, Failure]


def contracted(form: Instrumented, contracts: Mapping[str, Contract]) -> Contracted:
    """The form in which calls are passed by contracts; raises `NotContractible`."""
    program = form.program
    written = _written(program, contracts)
    functions: dict[str, Function] = {}
    failures: dict[str, Failure] = {}
    for name, function in program.functions.items():
        functions[name] = _with_stubs(function, contracts, program, failures)
    for name in contracts:
        stub = _stub(program.functions[name], written)
        functions[stub.name] = stub
    changing = tuple(
        Variable(item.name, item.type, True)
        for item in program.globals
        if isinstance(item.type, SCALARS) and not item.constant
    )
    entry = _entry(program, contracts, changing)
    functions[entry.name] = entry
    made = replace(program, functions=functions, entry=entry.name)
    return Contracted(Instrumented(form.original, made, form.checks), failures)


def _stub_name(function: str) -> str:
    return ghost(f"stub {function}")


def _written(program: Program, contracts: Mapping[str, Contract]) -> tuple[Variable, ...]:
    """The globals that recursive functions may write; they may write nothing else of their callers."""
    found: dict[str, Variable] = {}
    for name in dict.fromkeys(other for root in contracts for other in called_from(program, root)):
        function = program.functions[name]
        scalars = [*(item.type for item in function.parameters), *([function.result] if function.result else [])]
        if name in contracts and not all(isinstance(kind, SCALARS) for kind in scalars):
            raise NotContractible(f"recursion of {name}, whose parameters or result are no numbers")
        for edge in function.edges:
            for place in written_places(edge.operation):
                match place:
                    case Variable(written, kind, True) if isinstance(kind, SCALARS):
                        found[written] = place
                    case Variable(_, _, False):
                        pass
                    case _:
                        raise NotContractible(f"recursion of {name}, which writes memory")
    return tuple(found.values())


class _Body:
    """Collects the locations and edges of a function."""

    def __init__(self, function: Function | None = None) -> None:
        self.locations = [] if function is None else list(function.locations)
        self.edges = [] if function is None else list(function.edges)

    def location(self, kind: LocationKind = LocationKind.STEP) -> int:
        self.locations.append(Location(ghost(f"at {len(self.locations)}"), kind, ()))
        return len(self.locations) - 1

    def edge(self, source: int, target: int, operation: Operation) -> None:
        self.edges.append(Edge(source, target, operation, None))

    def chain(self, source: int, operations: list[Operation]) -> int:
        """Operations one after another; where they end."""
        for operation in operations:
            kind = LocationKind.CALL if isinstance(operation, Call) else LocationKind.STEP
            self.locations[source] = replace(self.locations[source], kind=kind)
            target = self.location()
            self.edge(source, target, operation)
            source = target
        return source


def _with_stubs(
    function: Function, contracts: Mapping[str, Contract], program: Program, failures: dict[str, Failure]
) -> Function:
    """A function whose calls of recursive functions are checks and calls of stubs."""
    body, variables, entry = _Body(function), list(function.locals), function.entry
    own = contracts.get(function.name)
    kept: tuple[Variable, ...] = ()
    if own is not None:
        kept = tuple(added(f"measure {number}", part.type) for number, part in enumerate(own.measure))
        variables += [VariableDeclaration(item.name, item.type, False, None, True) for item in kept]
    for number, edge in enumerate(function.edges):
        operation = edge.operation
        if not isinstance(operation, Call) or not isinstance(operation.callee, StaticCallee):
            continue
        contract = contracts.get(operation.callee.function)
        if contract is None:
            continue
        if sum(other.source == edge.source for other in body.edges) > 1:
            raise NotContractible(f"recursion of {operation.callee.function} with exceptions")
        callee = program.functions[operation.callee.function]
        arguments = dict(zip((item.name for item in callee.parameters), operation.arguments, strict=True))
        conditions = [(part, index) for index, part in enumerate(contract.requires)]
        if own is not None:
            measured = tuple(with_values(part, arguments) for part in contract.measure)
            conditions.append((shrinks(measured, kept), -1))
        place = edge.source
        kind = body.locations[place].kind
        body.locations[place] = replace(body.locations[place], kind=LocationKind.STEP)
        for condition, index in conditions or [(Const(True, BOOL), -1)]:
            following = body.location()
            failures[f"{function.name}#{len(body.edges)}"] = (callee.name, index)
            asked = condition if index < 0 else with_values(condition, arguments)
            body.edge(place, following, Check(CHECKED, asked, "the contract of the call"))
            place = following
        body.locations[place] = replace(body.locations[place], kind=kind)
        call = Call(StaticCallee(_stub_name(callee.name)), operation.arguments, operation.result)
        body.edges[number] = Edge(place, edge.target, call, edge.span)
    if own is not None and kept:
        entry = body.location()
        last = body.chain(entry, [Assign(item, part) for item, part in zip(kept, own.measure, strict=True)])
        body.edge(last, function.entry, Skip())
    return replace(
        function, locals=tuple(variables), locations=tuple(body.locations), edges=tuple(body.edges), entry=entry
    )


def with_values(expression: Expr, values: Mapping[str, Expr]) -> Expr:
    """An expression over parameters with their values."""

    def one(node: Expr) -> Expr:
        return values.get(node.name, node) if isinstance(node, Variable) and not node.is_global else node

    return rewrite(expression, one)


def _any(variables: tuple[Variable, ...]) -> list[Operation]:
    return [Choose(item, TypeDomain(item.type), Origin.APPROXIMATION) for item in variables]


def _stub(function: Function, written: tuple[Variable, ...]) -> Function:
    body = _Body()
    entry, leave = body.location(), body.location(LocationKind.TERMINAL)
    result = () if function.result is None else (added("result", function.result),)
    last = body.chain(entry, _any((*written, *result)))
    body.edge(last, leave, Return(result[0] if result else None))
    return replace(
        function,
        name=_stub_name(function.name),
        locals=tuple(VariableDeclaration(item.name, item.type, False, None, True) for item in result),
        locations=tuple(body.locations),
        edges=tuple(body.edges),
        entry=entry,
        exit=leave,
        exceptional_exit=None,
        stop=None,
    )


def _entry(program: Program, contracts: Mapping[str, Contract], changing: tuple[Variable, ...]) -> Function:
    """The new entry: the program, or any recursive function in any state that its contract allows."""
    body = _Body()
    entry, leave = body.location(LocationKind.CHOICE), body.location(LocationKind.TERMINAL)
    old = program.functions[program.entry]
    variables: list[Variable] = []
    starts: list[tuple[Function, tuple[Expr, ...], list[Operation]]] = [(old, (), [])]
    for name, contract in contracts.items():
        function = program.functions[name]
        values = tuple(added(f"{name} {item.name}", item.type) for item in function.parameters)
        variables += values
        named = dict(zip((item.name for item in function.parameters), values, strict=True))
        starts.append(
            (function, tuple(with_values(part, named) for part in contract.requires), _any((*changing, *values)))
        )
    for index, (function, requires, operations) in enumerate(starts):
        place = body.location()
        body.edge(entry, place, Skip())
        place = body.chain(place, operations)
        for condition in requires:
            body.locations[place] = replace(body.locations[place], kind=LocationKind.BRANCH)
            following = body.location()
            body.edge(place, following, Assume(condition))
            body.edge(place, leave, Assume(negation(condition)))
            place = following
        arguments = () if index == 0 else tuple(added(f"{function.name} {item.name}", item.type)
                                                for item in function.parameters)  # fmt: skip
        place = body.chain(place, [Call(StaticCallee(function.name), arguments, None)])
        body.edge(place, leave, Return(None))
    declared = tuple(VariableDeclaration(item.name, item.type, False, None, True) for item in variables)
    return Function(
        ghost("start"), (), declared, None, tuple(body.locations), tuple(body.edges), entry, leave, None, None
    )
