"""Procedures of predicate programs as functions of the intermediate form.

Locations keep their numbers, an edge becomes a chain of edges. Every value that is unknown is chosen by the
environment; what is enforced restricts runs wherever it could be violated.
"""

from __future__ import annotations

from collections.abc import Iterable

from vexil.core.source import Span
from vexil.frontends.bp.expressions import YES, Expressions, joined
from vexil.ir import operations as ops
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Const, Operator, Variable
from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.operation_parts import GuardedDomain, Origin, StaticCallee, TypeDomain
from vexil.ir.program import LocationKind
from vexil.ir.types import BOOL, I32, BoolType
from vexil.model.boolean_program import (
    Atomic,
    Call,
    Check,
    Edge,
    Guard,
    Operation,
    PredicateProgram,
    Procedure,
    Return,
    Start,
    Update,
)
from vexil.model.boolean_program.embedding import (
    ARM,
    TAKEN,
    argument,
    embedded,
    next_value,
    result,
    shared_result,
)
from vexil.model.boolean_program.expressions import (
    TRUE,
    Expr,
    Next,
    Var,
    is_definite,
    names,
    negation,
    postorder,
    same_expression,
)

_ANY = TypeDomain(BOOL)


class ProcedureTranslation:
    """Translates one procedure."""

    def __init__(self, program: PredicateProgram, procedure: Procedure, repeated: frozenset[int]) -> None:
        self._program = program
        self._procedure = procedure
        self._repeated = repeated  # locations whose threads may be started more than once
        self._builder = FunctionBuilder(procedure.name, BOOL if procedure.results == 1 else None)
        self._has_threads = program.has_threads
        self._hidden: dict[str, Variable] = {}
        self._written: frozenset[str] = frozenset()
        self._expressions = Expressions(self._variable, self._following)

    def run(self) -> FunctionBuilder:
        """Make the function."""
        procedure, builder = self._procedure, self._builder
        for formal in procedure.formals:
            builder.parameter(*self._declared(formal.name), labels=self._labels(formal.name))
        for local in procedure.locals:
            builder.local(*self._declared(local.name), labels=self._labels(local.name))
        for location in procedure.locations:
            builder.location(location.name, labels=location.labels)
        for number in range(len(procedure.locations)):
            self._location(number)
        builder.entry, builder.exit = self._entry(), procedure.exit
        for variable in self._hidden.values():
            builder.local(variable.name, variable.type, hidden=True)
        return builder

    def _declared(self, name: str) -> tuple[str, BoolType]:
        variable = self._variable(name)
        return variable.name, BOOL

    def _labels(self, name: str) -> tuple[str, ...]:
        return (name,) if self._variable(name).name != name else ()

    def _variable(self, name: str) -> Variable:
        return embedded(self._program, self._procedure.name, name)

    def _following(self, name: str) -> Variable:
        return self._temporary(next_value(name)) if name in self._written else self._variable(name)

    def _temporary(self, variable: Variable) -> Variable:
        return self._hidden.setdefault(variable.name, variable)

    # --- locations ---------------------------------------------------------------------------------------

    def _entry(self) -> int:
        """Locals start with any value that what is enforced allows."""
        procedure = self._procedure
        before: list[ops.Operation] = [self._any(self._variable(local.name)) for local in procedure.locals]
        if procedure.invariant != TRUE:
            before.append(ops.Restrict(self._expressions.boolean(procedure.invariant)))
        if not before:
            return procedure.entry
        span = None
        if procedure.name == self._program.main:
            span = procedure.edges[procedure.outgoing[procedure.entry][0]].span
        first = self._fresh()
        self._chain(first, before, procedure.entry, span)
        return first

    def _fresh(self) -> int:
        return self._builder.location(f"\\{self._builder.location_count()}")

    def _location(self, number: int) -> None:
        procedure = self._procedure
        edges = [procedure.edges[edge] for edge in procedure.outgoing[number]]
        self._steps(number, procedure.locations[number].kind, edges)

    def _steps(self, source: int, kind: LocationKind, edges: list[Edge]) -> None:
        """What may be done at a location, from the place where it is done."""
        match kind:
            case LocationKind.BRANCH:
                self._branch(source, edges)
            case LocationKind.CHOICE if len(edges) > 1:
                for edge in edges:
                    self._alternative(source, edge)
            case _:
                for edge in edges:
                    self._chain(source, self._operations(edge), self._behind(edge), edge.span)

    def _behind(self, edge: Edge) -> int:
        """Where an edge leads."""
        return edge.target

    def _alternative(self, number: int, edge: Edge) -> None:
        operations = self._operations(edge)
        if len(operations) > 1 or isinstance(operations[0], ops.Choose):
            first = self._fresh()
            self._builder.edge(number, first, ops.Skip(), edge.span)
            number = first
        self._chain(number, operations, self._behind(edge), edge.span)

    def _chain(self, source: int, operations: list[ops.Operation], target: int, span: Span | None) -> None:
        for position, operation in enumerate(operations):
            end = target if position + 1 == len(operations) else self._fresh()
            self._builder.edge(source, end, operation, span)
            source = end

    def _branch(self, number: int, edges: list[Edge]) -> None:
        builder, span = self._builder, edges[0].span
        guards = [edge.operation.condition for edge in edges if isinstance(edge.operation, Guard)]
        if len(edges) == 1:
            restricted = self._restricted(self._expressions.may_hold(guards[0]))
            self._chain(number, restricted, self._behind(edges[0]), span)
            return
        if len(edges) == 2 and same_expression(guards[1], negation(guards[0])):
            condition: IrExpr
            if is_definite(guards[0]):
                condition = self._expressions.boolean(guards[0])
            else:
                condition = self._temporary(TAKEN)
                chosen = self._fresh()
                builder.edge(number, chosen, self._unknown(TAKEN, guards[0]), span)
                number = chosen
            builder.branch(number, condition, self._behind(edges[0]), self._behind(edges[1]), span)
            return
        possible = [self._expressions.may_hold(guard) for guard in guards]
        cases = [(None if item is YES else item, Const(arm, I32)) for arm, item in enumerate(possible)]
        self._temporary(ARM)
        selected = self._fresh()
        choice: ops.Operation = ops.Choose(ARM, GuardedDomain(tuple(cases)), Origin.ENVIRONMENT)
        some = joined(Operator.OR, possible)
        self._chain(number, [choice] if some is YES else [ops.Restrict(some), choice], selected, span)
        last = len(edges) - 1
        for arm, edge in enumerate(edges):
            values = (arm,) if arm < last else tuple(range(last))
            builder.edge(selected, self._behind(edge), ops.Case(ARM, values, arm == last), edge.span)

    # --- operations --------------------------------------------------------------------------------------

    def _operations(self, edge: Edge) -> list[ops.Operation]:
        operation: Operation = edge.operation
        match operation:
            case Update():
                operations = self._update(operation)
            case Guard(condition):
                operations = self._restricted(self._expressions.may_hold(condition))
            case Check(condition, kind, message):
                operations, (value,) = self._values([condition], [TAKEN])
                operations.append(ops.Check(kind, value, message or self._text(edge)))
            case Call():
                return self._call(operation)
            case Return(values):
                return self._return(values)
            case Atomic(begins):
                return [ops.BeginAtomic() if begins else ops.EndAtomic()]
            case Start(name, arguments):
                operations, passed = self._values(arguments, [argument(number) for number in range(len(arguments))])
                many = edge.source in self._repeated
                return [*operations, *self._start(name, tuple(passed), many=many)]
        if len(operations) > 1 and self._has_threads:
            return [ops.BeginAtomic(), *operations, ops.EndAtomic()]
        return operations or [ops.Skip()]

    def _start(self, name: str, arguments: tuple[IrExpr, ...], *, many: bool) -> list[ops.Operation]:
        return [ops.Start(StaticCallee(name), arguments, None, None, many)]

    def _text(self, edge: Edge) -> str:
        file = self._program.file
        return "assertion" if file is None or edge.span is None else file.excerpt(edge.span.start, edge.span.end)

    def _restricted(self, condition: IrExpr) -> list[ops.Operation]:
        return [ops.Skip() if condition is YES else ops.Restrict(condition)]

    def _any(self, variable: Variable) -> ops.Operation:
        return ops.Choose(variable, _ANY, Origin.ENVIRONMENT)

    def _unknown(self, variable: Variable, value: Expr) -> ops.Operation:
        return ops.Choose(variable, self._expressions.domain(value), Origin.ENVIRONMENT)

    def _set(self, variable: Variable, value: Expr) -> ops.Operation:
        if is_definite(value):
            return ops.Assign(variable, self._expressions.boolean(value))
        return self._unknown(variable, value)

    def _values(
        self, expressions: Iterable[Expr], hidden: Iterable[Variable]
    ) -> tuple[list[ops.Operation], list[IrExpr]]:
        """Expressions, after operations that choose the values of those that are not known."""
        before: list[ops.Operation] = []
        values: list[IrExpr] = []
        for expression, variable in zip(expressions, hidden, strict=True):
            if is_definite(expression):
                values.append(self._expressions.boolean(expression))
            else:
                before.append(self._unknown(self._temporary(variable), expression))
                values.append(variable)
        return before, values

    def _enforced(self, changed: Iterable[str]) -> list[ops.Operation]:
        """What restricts runs to consistent valuations after some variables have changed."""
        invariant = self._procedure.invariant
        if invariant == TRUE or names(invariant).isdisjoint(changed):
            return []
        return [ops.Restrict(self._expressions.boolean(invariant))]

    def _update(self, update: Update) -> list[ops.Operation]:
        targets = (*update.targets, *update.chosen)
        conditions = [part for part in (update.possible, update.constraint) if part != TRUE]
        later: set[str] = set().union(*map(_read, conditions)) if conditions else set()
        self._written = frozenset()
        operations: list[ops.Operation] = []
        delayed: list[str] = []
        for position in reversed(range(len(targets))):
            # A value that is still read, or looked at by a condition, is written when all others are known.
            name = targets[position]
            if name in later or conditions:
                delayed.append(name)
            if position < len(update.values):
                later |= names(update.values[position])
        self._written = frozenset(delayed)
        for position, name in enumerate(targets):
            place = self._following(name)
            operations.append(
                self._set(place, update.values[position]) if position < len(update.values) else self._any(place)
            )
        operations += [ops.Restrict(self._expressions.boolean(part)) for part in conditions]
        operations += [
            ops.Assign(self._variable(name), self._following(name)) for name in targets if name in self._written
        ]
        self._written = frozenset()
        return operations + self._enforced(targets)

    def _call(self, call: Call) -> list[ops.Operation]:
        before, arguments = self._values(call.arguments, [argument(number) for number in range(len(call.arguments))])
        direct: Variable | None = None
        after: list[ops.Operation] = []
        if len(call.results) == 1 and call.results[0] is not None:
            direct = self._variable(call.results[0])
        elif len(call.results) > 1:
            after = [
                ops.Assign(self._variable(target), shared_result(call.procedure, number))
                for number, target in enumerate(call.results)
                if target is not None
            ]
        changed = {*self._program.global_names, *(target for target in call.results if target is not None)}
        return [
            *before,
            ops.Call(StaticCallee(call.procedure), tuple(arguments), direct),
            *after,
            *self._enforced(changed),
        ]

    def _return(self, values: tuple[Expr, ...]) -> list[ops.Operation]:
        if len(values) == 1:
            before, (value,) = self._values(values, [result(0)])
            return [*before, ops.Return(value)]
        stored = [self._set(shared_result(self._procedure.name, number), value) for number, value in enumerate(values)]
        return [*stored, ops.Return(None)]


def _read(condition: Expr) -> set[str]:
    """The variables whose old values a condition on a step reads."""
    return {part.name for part in postorder(condition) if isinstance(part, Var | Next)}
