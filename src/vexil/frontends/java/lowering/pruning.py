"""Leaving out what no run reaches, and what a program mentions without need.

Lowering follows every method that some instantiated class might need. When all of it is there, the classes and array
types that are really made are known; tests for others are false, which may leave out further code, and so on: functions
that nobody calls, handlers of exceptions that never come, fields that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vexil.core.dag import bottom_up
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Apply, Const, Expr, Field, Operator, TypeTest, Variable, preorder
from vexil.ir.operation_parts import NewArray, NewObject, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Assign, Assume, Call, Catch, Operation, Skip, Start, Throw, expressions_of
from vexil.ir.types import BOOL, ArrayReferenceType, ReferenceType, Type
from vexil.ir.typing import apply, negation

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.classes import Classes
    from vexil.frontends.java.lowering.function import FunctionLowering
    from vexil.frontends.java.lowering.program import ProgramLowering


@dataclass
class Mentions:
    """Types of variables and expressions, names of globals, and fields by class and name."""

    types: set[Type] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    fields_read: set[tuple[str, str]] = field(default_factory=set)


def mentions_of(builder: FunctionBuilder) -> Mentions:
    """Walk over a function; the field that an assignment writes is not read by it."""
    mentions = Mentions(builder.variable_types())
    types, names, fields = mentions.types, mentions.globals, mentions.fields_read
    visited: set[int] = set()
    for edge in builder.edges():
        operation = edge.operation
        written = operation.place if isinstance(operation, Assign) else None
        for expression in expressions_of(operation):
            for part in preorder(expression):
                if isinstance(part, Variable):
                    if part.is_global:
                        names.add(part.name)
                    continue
                if isinstance(part, Field) and part is not written:
                    fields.add((part.class_name, part.field))
                if isinstance(part, TypeTest):
                    types.add(part.tested)
                if id(part.type) not in visited:
                    visited.add(id(part.type))
                    types.add(part.type)
    return mentions


ENTRY = "start"


def prune(program: ProgramLowering) -> None:
    """Leave out functions and branches until nothing more can be left out."""
    while True:
        reached = reached_functions(program)
        allocated = _Allocated(program, [program.functions[name] for name in reached])
        program.classes.restrict(allocated.classes)
        folded = [fold_branches(program.functions[name], allocated) for name in reached]
        if not any(folded):
            break
    program.functions = {name: f for name, f in program.functions.items() if name in reached}


def reached_functions(program: ProgramLowering, entry: str = ENTRY) -> dict[str, None]:
    """The functions that a function calls, directly or not, and itself."""
    reached: dict[str, None] = {entry: None}
    pending = [entry]
    while pending:
        f = program.functions.get(pending.pop())
        if f is None:
            continue
        for edge in f.builder.edges():
            for name in _callees(program, edge.operation):
                if name not in reached:
                    reached[name] = None
                    pending.append(name)
    return {name: None for name in reached if name in program.functions}


def _callees(program: ProgramLowering, operation: Operation) -> tuple[str, ...]:
    if not isinstance(operation, Call | Start):
        return ()
    match operation.callee:
        case StaticCallee(function):
            return (function,)
        case VirtualCallee() as callee:
            return program.classes.targets(callee)
        case _:
            return ()


class _Allocated:
    """The objects that functions make."""

    def __init__(self, program: ProgramLowering, functions: list[FunctionLowering]) -> None:
        self._program = program
        self.classes: set[str] = set(program.allocated_at_start)
        self.arrays: set[Type] = set()
        for f in functions:
            for edge in f.builder.edges():
                if isinstance(edge.operation, Allocate):
                    match edge.operation.what:
                        case NewObject(name):
                            self.classes.add(name)
                        case NewArray(element, _):
                            self.arrays.add(element)
                        case _:
                            pass
        self._answers: dict[Type, bool] = {}

    def may_pass(self, tested: Type) -> bool:
        """Whether any object may pass a type test."""
        answer = self._answers.get(tested)
        if answer is None:
            answer = self._answers[tested] = self._look(tested)
        return answer

    def _look(self, tested: Type) -> bool:
        match tested:
            case ArrayReferenceType(element) if not isinstance(element, ReferenceType | ArrayReferenceType):
                return element in self.arrays
            case ReferenceType(name):
                symbol = self._program.symbols.class_named(name)
                if symbol is None or symbol.is_interface or symbol.superclass is None:
                    return True
                lambdas = {class_name.name for class_name in self._program.classes.lambdas}
                return any(
                    (subclass := self._program.symbols.class_named(class_name)) is not None
                    and self._program.is_subclass(subclass, symbol)
                    for class_name in self.classes - lambdas
                )
            case _:
                return True


def fold_branches(f: FunctionLowering, allocated: _Allocated) -> bool:
    """Decide branches on tests that nothing passes; gives whether there were any."""
    builder = f.builder
    edges = builder.edges()
    dropped: set[int] = set()
    changed = False
    for number, edge in enumerate(edges):
        operation = edge.operation
        if isinstance(operation, Assume) and _has_test(operation.condition):
            condition = fold(operation.condition, allocated)
            if isinstance(condition, Const):
                changed = True
                if condition.value:
                    builder.replace(number, Skip())
                else:
                    dropped.add(number)
        elif (
            isinstance(operation, Assign)
            and isinstance(operation.value, TypeTest)
            and not allocated.may_pass(operation.value.tested)
        ):
            builder.replace(number, Assign(operation.place, Const(False, BOOL)))
            changed = True
    if changed:
        f.tidy(dropped)
    return changed


def _has_test(condition: Expr) -> bool:
    return any(isinstance(part, TypeTest) for part in preorder(condition))


def fold(condition: Expr, allocated: _Allocated) -> Expr:
    """The condition with impossible tests as false."""

    def one(node: Expr, parts: tuple[Expr, ...]) -> Expr:
        match node:
            case TypeTest(tested=tested) if not allocated.may_pass(tested):
                return Const(False, BOOL)
            case Apply(Operator.NOT):
                (inner,) = parts
                return Const(not inner.value, BOOL) if isinstance(inner, Const) else negation(inner)
            case Apply(Operator.AND | Operator.OR as operator):
                for first, second in (parts, parts[::-1]):
                    if isinstance(first, Const):
                        return first if bool(first.value) == (operator is Operator.OR) else second
                return apply(operator, *parts)
            case _:
                return node

    return bottom_up(condition, one, _connected)


def _connected(condition: Expr) -> tuple[Expr, ...]:
    is_connective = isinstance(condition, Apply) and condition.operator in (Operator.NOT, Operator.AND, Operator.OR)
    return condition.operands if is_connective else ()


def used_globals(functions: Mapping[str, FunctionLowering]) -> set[str]:
    """The globals that functions mention."""
    return {name for f in functions.values() for name in f.mentions().globals}


def fields_read(functions: Iterable[FunctionLowering]) -> set[tuple[str, str]]:
    """The fields whose values are used, by class and name."""
    return {field for f in functions for field in f.mentions().fields_read}


def resolve_calls(functions: Mapping[str, FunctionLowering], classes: Classes) -> None:
    """Name the function of virtual calls that have one, and end runs that would call a method of no object at all."""
    for f in functions.values():
        for number, edge in enumerate(f.builder.edges()):
            operation = edge.operation
            if isinstance(operation, Call) and isinstance(operation.callee, VirtualCallee):
                target = classes.target(operation.callee)
                if target:
                    f.builder.name_callee(number, StaticCallee(target))


def drop_unread(program: ProgramLowering) -> None:
    """Leave out fields of the library, and hidden ones, that are only written."""
    functions = program.functions
    read = fields_read(functions.values()) | program.watched_fields()
    unread = set(program.classes.library_fields()) - read
    for f in functions.values():
        changed = False
        for number, edge in enumerate(f.builder.edges()):
            operation = edge.operation
            if not (isinstance(operation, Assign) and isinstance(operation.place, Field)):
                continue
            if (operation.place.class_name, operation.place.field) in unread:
                f.builder.replace(number, Skip())
                changed = True
        if changed:
            f.tidy()
    program.classes.drop_fields(unread)


def throwing(functions: Mapping[str, FunctionLowering], tables: Classes) -> set[str]:
    """The functions that may be left with an exception: the least set, so a call of any other needs no handler."""
    names: set[str] = set()
    changed = True
    while changed:
        changed = False
        for name, f in functions.items():
            if name not in names and _throws(f.builder, names, tables):
                names.add(name)
                changed = True
    return names


def _throws(builder: FunctionBuilder, throwing_ones: set[str], tables: Classes) -> bool:
    outgoing: dict[int, list[int]] = {}
    edges = builder.edges()
    for number, edge in enumerate(edges):
        outgoing.setdefault(edge.source, []).append(number)
    reached, pending = {builder.entry}, [builder.entry]
    while pending:
        numbers = outgoing.get(pending.pop(), ())
        may = _call_throws([edges[number].operation for number in numbers], throwing_ones, tables)
        for number in numbers:
            operation = edges[number].operation
            if isinstance(operation, Throw):
                return True
            if isinstance(operation, Catch) and not may:
                continue
            if edges[number].target not in reached:
                reached.add(edges[number].target)
                pending.append(edges[number].target)
    return False


def _call_throws(operations: list[Operation], throwing_ones: set[str], tables: Classes) -> bool:
    for operation in operations:
        if isinstance(operation, Call):
            match operation.callee:
                case StaticCallee(function):
                    return function in throwing_ones
                case VirtualCallee() as callee:
                    return any(target in throwing_ones for target in tables.targets(callee))
                case _:
                    return True
    return True


def drop_handlers(functions: Mapping[str, FunctionLowering], throwing_ones: set[str], tables: Classes) -> None:
    """Take the catch edges from calls that never throw, then everything that is not reached any more."""
    for f in functions.values():
        edges = f.builder.edges()
        by_source: dict[int, list[int]] = {}
        for number, edge in enumerate(edges):
            by_source.setdefault(edge.source, []).append(number)
        dropped = {
            number
            for numbers in by_source.values()
            if not _call_throws([edges[number].operation for number in numbers], throwing_ones, tables)
            for number in numbers
            if isinstance(edges[number].operation, Catch)
        }
        if dropped:
            f.tidy(dropped)
