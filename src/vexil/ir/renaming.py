"""Expressions and operations over other variables: what a copy of a function consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.core.errors import InternalError
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Place,
    TypeTest,
    Variable,
    postorder,
)
from vexil.ir.operation_parts import (
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    NewObject,
    RangeDomain,
    RelationDomain,
    TypeDomain,
)
from vexil.ir.operations import (
    Allocate,
    Assign,
    Assume,
    BeginAtomic,
    BeginLifetime,
    Case,
    Check,
    Choose,
    ChooseInstance,
    Copy,
    EndAtomic,
    EndLifetime,
    EndThread,
    Fill,
    Lock,
    Operation,
    Release,
    Restrict,
    Return,
    Skip,
    Stop,
    Throw,
    Unlock,
)


class Renaming:
    """Gives the local variables of a function other names; parts that were shared stay shared."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._done: dict[int, tuple[Expr, Expr]] = {}

    def expression(self, expression: Expr) -> Expr:
        """An expression with the other names."""
        if not self._names:
            return expression
        known = self._done.get(id(expression))
        if known is not None:
            return known[1]
        for part in postorder(expression):
            if id(part) not in self._done:
                self._done[id(part)] = (part, self._one(part))
        return self._done[id(expression)][1]

    def _one(self, part: Expr) -> Expr:
        operands = tuple(self._done[id(operand)][1] for operand in part.operands)
        changed = any(new is not old for new, old in zip(operands, part.operands, strict=True))
        match part:
            case Variable():
                return self.variable(part)
            case AddressOf(variable, kind):
                return AddressOf(self.variable(variable), kind)
            case Deref(_, kind) if changed:
                return Deref(operands, kind)
            case Bits(_, unit, offset, width, kind) if changed:
                return Bits(operands, unit, offset, width, kind)
            case Field(_, owner, name, kind) if changed:
                return Field(operands, owner, name, kind)
            case Element(_, kind) if changed:
                return Element(operands, kind)
            case TypeTest(_, tested, kind) if changed:
                return TypeTest(operands, tested, kind)
            case Apply(operator, _, kind) if changed:
                return Apply(operator, operands, kind)
            case Const() | CodeAddress() | Deref() | Bits() | Field() | Element() | TypeTest() | Apply():
                return part

    def variable(self, variable: Variable) -> Variable:
        """A variable with its other name; a global one has none."""
        name = None if variable.is_global else self._names.get(variable.name)
        return variable if name is None else Variable(name, variable.type, False)

    def place(self, place: Place) -> Place:
        """A place with the other names."""
        renamed = self.expression(place)
        assert isinstance(renamed, Variable | Deref | Bits | Field | Element)
        return renamed

    def operation(self, operation: Operation) -> Operation:
        """An operation with the other names; calls and what starts or waits for threads are not for renaming."""
        change: Callable[[Expr], Expr] = self.expression
        match operation:
            case Skip() | BeginAtomic() | EndAtomic() | EndThread():
                return operation
            case Assign(place, value):
                return Assign(self.place(place), change(value))
            case Assume(condition):
                return Assume(change(condition))
            case Case(selector, values, otherwise):
                return Case(change(selector), values, otherwise)
            case Restrict(condition):
                return Restrict(change(condition))
            case Check(kind, condition, message):
                return Check(kind, change(condition), message)
            case Choose(place, domain, origin):
                return Choose(self.place(place), self.domain(domain), origin)
            case ChooseInstance(place, class_name, nullable, origin):
                return ChooseInstance(self.place(place), class_name, nullable, origin)
            case Return(result):
                return operation if result is None else Return(change(result))
            case Throw(value):
                return Throw(change(value))
            case Stop(status):
                return operation if status is None else Stop(change(status))
            case _:
                return self._memory_operation(operation)

    def _memory_operation(self, operation: Operation) -> Operation:
        change: Callable[[Expr], Expr] = self.expression
        match operation:
            case Allocate(place, NewObject() as what, site):
                return Allocate(self.place(place), what, site)
            case Allocate(place, NewArray(element, length), site):
                return Allocate(self.place(place), NewArray(element, change(length)), site)
            case Allocate(place, NewMemory(size, on_stack, zeroed), site):
                return Allocate(self.place(place), NewMemory(change(size), on_stack, zeroed), site)
            case Release(pointer, on_stack):
                return Release(change(pointer), on_stack)
            case BeginLifetime(variable):
                return BeginLifetime(self.variable(variable))
            case EndLifetime(variable):
                return EndLifetime(self.variable(variable))
            case Copy(target, source, size):
                return Copy(change(target), change(source), change(size))
            case Fill(target, value, size):
                return Fill(change(target), change(value), change(size))
            case Lock(lock, pair, reentrant):
                return Lock(change(lock), pair, reentrant)
            case Unlock(lock, pair):
                return Unlock(change(lock), pair)
            case _:
                raise InternalError(f"operation {type(operation).__name__} should not be in a copy")

    def domain(self, domain: Domain) -> Domain:
        """A domain with the other names."""
        change: Callable[[Expr], Expr] = self.expression
        match domain:
            case TypeDomain():
                return domain
            case RangeDomain(low, high):
                return RangeDomain(change(low), change(high))
            case GuardedDomain(cases):
                return GuardedDomain(
                    tuple((None if guard is None else change(guard), change(value)) for guard, value in cases)
                )
            case RelationDomain():
                return self._relation(domain)

    def _relation(self, root: RelationDomain) -> Domain:
        """A relation with the other names; relations of relations are renamed from the inside out."""
        found: list[RelationDomain] = []
        pending = [root]
        while pending:
            current = pending.pop()
            found.append(current)
            pending.extend(item for item in current.arguments if isinstance(item, RelationDomain))
        made: dict[int, RelationDomain] = {}
        for current in reversed(found):
            made[id(current)] = RelationDomain(
                current.relation, tuple(self._argument(item, made) for item in current.arguments)
            )
        return made[id(root)]

    def _argument(self, item: Expr | Domain, made: Mapping[int, RelationDomain]) -> Expr | Domain:
        match item:
            case RelationDomain():
                return made[id(item)]
            case TypeDomain() | RangeDomain() | GuardedDomain():
                return self.domain(item)
            case expression:
                return self.expression(expression)
