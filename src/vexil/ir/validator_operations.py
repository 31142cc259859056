"""The rules for operations, domains of choices and relations."""

from __future__ import annotations

from itertools import product

from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Place
from vexil.ir.operation_parts import (
    Callee,
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    NewObject,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    StaticCallee,
    TypeDomain,
    VirtualCallee,
)
from vexil.ir.program import Function, Program, Relation
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    ReferenceType,
    ThreadType,
    TokenType,
    Type,
    is_integer,
    is_reference,
)
from vexil.ir.typing import TypeProblem, compatible
from vexil.ir.validator_expressions import ExpressionRules


class DomainRules(ExpressionRules):
    """Checks domains and relations."""

    def domain(self, domain: Domain, kind: Type) -> None:
        """Check a domain whose values have type *kind*."""
        match domain:
            case TypeDomain(declared):
                if declared != kind:
                    raise TypeProblem(f"values of type {declared} are chosen for a place of type {kind}")
                if not isinstance(kind, BoolType | IntegerType | MathType | FloatType | TokenType):
                    raise TypeProblem(f"the values of type {kind} cannot be enumerated; name the possible ones")
            case RangeDomain(low, high):
                for bound in (low, high):
                    self.expression(bound)
                    if bound.type != kind or not is_integer(kind):
                        raise TypeProblem(f"a range of {bound.type} is chosen from for a place of type {kind}")
            case GuardedDomain(cases):
                if not cases:
                    raise TypeProblem("a choice needs at least one value")
                for guard, value in cases:
                    if guard is not None:
                        self.condition(guard)
                    self.expression(value)
                    if not compatible(kind, value.type):
                        raise TypeProblem(f"a value of type {value.type} is chosen for a place of type {kind}")
            case RelationDomain():
                self._relation_domain(domain, kind)

    def _relation_domain(self, domain: RelationDomain, kind: Type) -> None:
        pending: list[tuple[Expr | Domain, Type]] = [(domain, kind)]
        while pending:
            current, required = pending.pop()
            if not isinstance(current, RelationDomain):
                if isinstance(current, TypeDomain | RangeDomain | GuardedDomain):
                    self.domain(current, required)
                else:
                    self.expression(current)
                    self.require_type(current, current.type == required, str(required))
                continue
            self.require_declared(current.relation, self.program.relations, "relation")
            relation = self.program.relations[current.relation]
            if relation.result != required:
                raise TypeProblem(f"relation {relation.name!r} gives {relation.result}, not {required}")
            if len(relation.parameters) != len(current.arguments):
                raise TypeProblem(
                    f"relation {relation.name!r} takes {len(relation.parameters)} arguments, "
                    f"not {len(current.arguments)}"
                )
            pending.extend(zip(current.arguments, relation.parameters, strict=True))

    def relation_problems(self, relation: Relation) -> list[str]:
        """Say what is wrong with a relation's table."""
        sizes = []
        for kind in (*relation.parameters, relation.result):
            match kind:
                case BoolType():
                    sizes.append(2)
                case TokenType(name) if name in self.program.token_sets:
                    sizes.append(len(self.program.token_sets[name].tokens))
                case _:
                    return [f"parameters and result are Booleans or declared tokens, not {kind}"]
        *parameter_sizes, result_size = sizes
        rows = dict(relation.rows)
        if len(rows) < len(relation.rows):
            return ["two rows for the same arguments"]
        problems = []
        for arguments, results in relation.rows:
            if len(arguments) != len(parameter_sizes):
                problems.append(f"the row for {arguments} has {len(arguments)} arguments, not {len(parameter_sizes)}")
                continue
            values = [*zip(arguments, parameter_sizes, strict=True), *((result, result_size) for result in results)]
            if any(not 0 <= value < size for value, size in values):
                problems.append(f"the row for {arguments} has arguments or results that do not exist")
        missing = (arguments for arguments in product(*map(range, parameter_sizes)) if arguments not in rows)
        return problems + [f"no row for the arguments {arguments}" for arguments in missing]


class OperationRules(DomainRules):
    """Checks operations of one function after the other; every method raises `TypeProblem`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._function: Function | None = None
        self._instantiated = instantiated_classes(program)
        self._dispatched: dict[tuple[str, str], tuple[str, ...]] = {}

    def enter(self, function: Function) -> None:
        """Turn to another function."""
        super().enter(function)
        self._function = function

    def operation(self, operation: ops.Operation) -> None:
        """Check an operation of the current function."""
        match operation:
            case ops.Skip() | ops.BeginAtomic() | ops.EndAtomic() | ops.EndThread():
                pass
            case ops.Assign(place, value):
                self.expression(value)
                self.place(place, value.type)
            case ops.Assume(condition) | ops.Restrict(condition) | ops.Check(_, condition, _):
                self.condition(condition)
            case ops.Case(selector, values, _):
                self._case(selector, values)
            case ops.Choose(place, domain, _):
                self.place(place, place.type)
                self.domain(domain, place.type)
            case ops.ChooseInstance(place, class_name, _, _):
                self.require_declared(class_name, self.program.classes, "class")
                self.place(place, ReferenceType(class_name))
            case ops.Call(callee, arguments, result):
                self._call(callee, arguments, result)
            case ops.Catch(place):
                if place is not None:
                    self.place(place, place.type)
                    self.require_type(place, is_reference(place.type), "a place for a reference to the exception")
            case ops.Return(value):
                self._return(value)
            case ops.Throw(value):
                self.expression(value)
                self.require_type(value, is_reference(value.type), "a reference to an exception")
            case ops.Allocate():
                self._allocate(operation)
            case ops.Release(pointer, _):
                self.pointer(pointer)
            case ops.BeginLifetime(variable) | ops.EndLifetime(variable):
                self.expression(variable)
                if variable.is_global or not self.declaration(variable).addressable:
                    raise TypeProblem(f"only an addressable local variable has a lifetime, not {variable.name!r}")
            case ops.Copy(target, source, size):
                self.pointer(target)
                self.pointer(source)
                self.integer(size)
            case ops.Fill(target, value, size):
                self.pointer(target)
                self.integer(value)
                self.integer(size)
            case ops.Lock(lock, _, _) | ops.Unlock(lock, _) | ops.Notify(lock, _):
                self.lockable(lock)
            case ops.Wait(lock, condition, timed, result):
                for key in (lock, condition):
                    if key is not None:
                        self.lockable(key)
                if condition is None and not timed:
                    raise TypeProblem("a wait without a wait set must be timed: nothing could end it")
                self.reason_place(result)
            case ops.Start(callee, arguments, handle, daemon, _):
                self._call(callee, arguments, None)
                self.place(handle, ThreadType())
                if daemon is not None:
                    self.condition(daemon)
            case ops.Join(thread, _, result):
                self.thread(thread)
                self.reason_place(result)
            case ops.Interrupt(thread, _):
                self.thread(thread)
            case ops.Stop(status):
                if status is not None:
                    self.integer(status)

    def _case(self, selector: Expr, values: tuple[int, ...]) -> None:
        self.expression(selector)
        kind = selector.type
        self.require_type(selector, is_integer(kind) or isinstance(kind, TokenType), "an integer or token")
        if isinstance(kind, TokenType):
            count = len(self.program.token_sets[kind.name].tokens)
            for value in values:
                if not 0 <= value < count:
                    raise TypeProblem(f"token set {kind.name!r} has no token number {value}")

    def _return(self, value: Expr | None) -> None:
        declared = self._function.result if self._function else None
        if value is not None:
            self.expression(value)
        if (value is None) != (declared is None):
            raise TypeProblem(
                f"returns {'nothing' if value is None else value.type}, declared is {declared or 'nothing'}"
            )
        if value is not None and declared is not None and not compatible(declared, value.type):
            raise TypeProblem(f"returns a value of type {value.type}, declared is {declared}")

    def _allocate(self, operation: ops.Allocate) -> None:
        match operation.what:
            case NewObject(class_name):
                self.require_declared(class_name, self.program.classes, "class")
                declaration = self.program.classes[class_name]
                if declaration.abstract or declaration.interface:
                    raise TypeProblem(f"class {class_name!r} is abstract and has no instances")
                self.place(operation.place, ReferenceType(class_name))
            case NewArray(element, length):
                kind = ArrayReferenceType(element)
                self.type_exists(kind)
                self.integer(length)
                self.place(operation.place, kind)
            case NewMemory(size, _, _):
                self.integer(size)
                self.place(operation.place, PointerType(None))

    def _call(self, callee: Callee, arguments: tuple[Expr, ...], result: Place | None) -> None:
        for argument in arguments:
            self.expression(argument)
        match callee:
            case StaticCallee(name):
                self.require_declared(name, self.program.functions, "function")
                self._signature(self.program.functions[name], arguments, result)
            case VirtualCallee(class_name, signature):
                self.require_declared(class_name, self.program.classes, "class")
                if not arguments or not is_reference(arguments[0].type):
                    raise TypeProblem("a virtual call needs its receiver as the first argument")
                for name in self._targets(class_name, signature):
                    self._signature(self.program.functions[name], arguments, result)
            case PointerCallee(pointer, possible):
                self.expression(pointer)
                self.require_type(pointer, isinstance(pointer.type, PointerType), "a pointer to a function")
                for name in possible or ():
                    self.require_declared(name, self.program.functions, "function")
        if result is not None:
            self.place(result, result.type)

    def _targets(self, class_name: str, signature: str) -> tuple[str, ...]:
        """The functions a virtual call may run, as far as they are defined.

        Every class that is instantiated and may be the receiver's must have the method.
        """
        key = (class_name, signature)
        if key not in self._dispatched:
            program = self.program
            targets = {program.lookup_method(class_name, signature): None}
            for name in sorted(self._instantiated):
                if class_name in program.superclasses(name):
                    target = program.lookup_method(name, signature)
                    if target is None:
                        raise TypeProblem(f"class {name!r} has no method {signature!r}")
                    targets[target] = None
            self._dispatched[key] = tuple(name for name in targets if name is not None and name in program.functions)
        return self._dispatched[key]

    def _signature(self, function: Function, arguments: tuple[Expr, ...], result: Place | None) -> None:
        if len(arguments) != len(function.parameters):
            raise TypeProblem(f"{function.name!r} takes {len(function.parameters)} arguments, not {len(arguments)}")
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            if not compatible(parameter.type, argument.type):
                raise TypeProblem(
                    f"argument {parameter.name!r} of {function.name!r} has type {parameter.type}, not {argument.type}"
                )
        if result is not None:
            if function.result is None:
                raise TypeProblem(f"{function.name!r} returns nothing")
            self.place(result, function.result)


def instantiated_classes(program: Program) -> frozenset[str]:
    """The classes that some operation makes instances of."""
    return frozenset(
        edge.operation.what.class_name
        for function in program.functions.values()
        for edge in function.edges
        if isinstance(edge.operation, ops.Allocate) and isinstance(edge.operation.what, NewObject)
    )
