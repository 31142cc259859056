"""Calls of methods and constructors, new objects and lambdas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.lowering.evaluation import lowers, value, values, writes_locals
from vexil.frontends.java.lowering.expressions import enclosing_instance
from vexil.frontends.java.lowering.function import FunctionLowering, converted, null_of
from vexil.frontends.java.lowering.intrinsics import THREAD_CLASS, intrinsic
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.lowering.output import discard, is_sink, print_away
from vexil.frontends.java.lowering.places import read_local
from vexil.frontends.java.lowering.stubs import call_stub, is_made_up, is_stub, is_unboxed_stub, note_arguments
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import VOID, ArrayType, JavaType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr, Variable
from vexil.ir.names import OUTER
from vexil.ir.operation_parts import NewObject, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Assign
from vexil.ir.operations import Call as CallOperation
from vexil.ir.types import BOOL, ReferenceType, Type, is_reference
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering


STRING_TYPE = ReferenceType("java.lang.String")
ASSERTION = "java.lang.AssertionError"


def constructor_arguments(
    f: FunctionLowering, constructor: MethodSymbol, arguments: Sequence[typed.Expression]
) -> tuple[MethodSymbol, list[Expr]]:
    """Evaluate the arguments of a constructor; gives the one to be called, which may be one without a message."""
    owner = constructor.owner
    if f.program.texts.messages or not owner.library or any(map(writes_locals, arguments)):
        return constructor, values(f, arguments)
    if owner.binary_name == THREAD_CLASS:
        return constructor, [_name(f, argument) for argument in arguments]
    if not f.program.is_throwable(owner):
        return constructor, values(f, arguments)
    if owner.binary_name == ASSERTION and len(arguments) == 1 and _is_text(arguments[0]):
        discard(f, arguments[0])
        return next(operands for operands in owner.methods["<init>"] if not operands.parameters), []
    operands: list[Expr] = []
    for argument in arguments:
        if lowered_type(argument.type) == STRING_TYPE and not isinstance(argument, typed.Constant):
            discard(f, argument)
            operands.append(null_of(STRING_TYPE))
        else:
            operands.append(f.register(value(f, argument)))
    return constructor, operands


def _name(f: FunctionLowering, argument: typed.Expression) -> Expr:
    """An argument of a thread's constructor: a name that is put together is replaced by a constant one."""
    if isinstance(argument, typed.Concatenation):
        discard(f, argument)
        return f.program.literals.global_of("thread")
    return f.register(value(f, argument))


def _is_text(argument: typed.Expression) -> bool:
    return isinstance(argument.type, PrimitiveType) or lowered_type(argument.type) == STRING_TYPE


NOTHING = null_of(BOOL)
"""What a void call gives; nobody looks at it."""


@lowers(typed.Call)
def call(f: FunctionLowering, node: typed.Call) -> Expr:
    """A call: receiver and arguments are evaluated, the receiver is checked, then the method runs (JLS 15.12.4)."""
    method = node.method
    if is_sink(f, method):
        print_away(f, node)
        return NOTHING
    if is_stub(method):
        return call_stub(f, node, node.type)
    if is_unboxed_stub(node):
        assert isinstance(node.receiver, typed.Call)
        return call_stub(f, node.receiver, method.result)
    if method.constructor:
        return _constructor_call(f, node)
    if method.static:
        arguments = values(f, node.arguments)
        f.program.initialisation.trigger(f, method.owner)
        return invoke(f, method, None, arguments, typed.CallKind.STATIC, node.type, node.span)
    assert node.receiver is not None
    receiver, *arguments = values(f, (node.receiver, *node.arguments))
    receiver = f.require_object(receiver)
    if isinstance(node.receiver.type, ArrayType) and method.name == "clone":
        return f.program.intrinsics.copy(f, receiver)
    return invoke(f, method, receiver, arguments, node.kind, node.type, node.span)


def invoke(
    f: FunctionLowering,
    method: MethodSymbol,
    receiver: Expr | None,
    arguments: Sequence[Expr],
    kind: typed.CallKind,
    result: JavaType,
    span: Span,
) -> Expr:
    """Run a method on evaluated arguments; gives its result, if it has one."""
    if "native" in method.flags:
        return intrinsic(f, method, ([receiver] if receiver is not None else []) + list(arguments), span)
    passed = [
        _as_parameter(argument, parameter) for argument, parameter in zip(arguments, method.parameters, strict=True)
    ]
    callee: StaticCallee | VirtualCallee
    if receiver is None:
        callee = f.program.static_callee(method)
    elif kind is typed.CallKind.SPECIAL:
        callee = f.program.static_callee(method)
        passed.insert(0, receiver)
    else:
        callee = f.program.virtual_callee(method, receiver)
        passed.insert(0, receiver)
    place = None if method.result == VOID else f.temporary(lowered_type(method.result))
    f.call(CallOperation(callee, tuple(passed), place))
    return NOTHING if place is None else place


def _as_parameter(argument: Expr, parameter: JavaType) -> Expr:
    kind = lowered_type(parameter)
    return converted(argument, kind) if is_reference(kind) else argument


def _outer_and_arguments(
    f: FunctionLowering, outer: typed.Expression, arguments: Sequence[typed.Expression]
) -> tuple[Expr, list[Expr]]:
    """Evaluate an enclosing instance, which is checked before the arguments are evaluated (JLS 15.9.4, 8.8.7.1)."""
    instance = f.require_object(value(f, outer))
    if any(writes_locals(argument) for argument in arguments):
        instance = f.saved(instance)
    return instance, values(f, arguments)


def _constructor_call(f: FunctionLowering, node: typed.Call) -> Expr:
    """``this(…)`` or ``super(…)``; what an inner or local class needs is passed on."""
    assert f.this is not None
    owner = node.method.owner
    constructor = node.method
    outer: Expr | None
    if node.outer is not None:
        outer, arguments = _outer_and_arguments(f, node.outer, node.arguments)
    else:
        constructor, arguments = constructor_arguments(f, constructor, node.arguments)
        outer = _own_outer(f) if owner is f.owner else _implicit_outer(f, owner)
    if is_made_up(owner, f.program.options):
        note_arguments(f, constructor, node.arguments)
    construct(f, constructor, f.this, arguments, outer)
    return NOTHING


def _own_outer(f: FunctionLowering) -> Expr | None:
    if f.owner is None or not f.owner.has_outer_instance or f.owner.outer is None:
        return None
    return enclosing_instance(f, f.owner.outer)


def _implicit_outer(f: FunctionLowering, owner: ClassSymbol) -> Expr | None:
    """The enclosing instance that a superclass which is an inner class gets when none is written."""
    if not owner.has_outer_instance or owner.outer is None:
        return None
    current = f.owner.outer if f.owner is not None and f.owner.has_outer_instance else None
    while current is not None:
        if f.program.is_subclass(current, owner.outer):
            return enclosing_instance(f, current)
        current = current.outer if current.has_outer_instance else None
    return None


@lowers(typed.New)
def new(f: FunctionLowering, node: typed.New) -> Expr:
    """A new object: its class is initialised, arguments are evaluated, then it is made and its constructor runs."""
    symbol = node.constructor.owner
    f.program.initialisation.trigger(f, symbol)
    outer: Expr | None = None
    constructor = node.constructor
    if node.outer is not None:
        outer, arguments = _outer_and_arguments(f, node.outer, node.arguments)
    else:
        constructor, arguments = constructor_arguments(f, constructor, node.arguments)
        if symbol.has_outer_instance and symbol.outer is not None:
            outer = _outer_around(f, symbol.outer)
    if is_made_up(symbol, f.program.options):
        note_arguments(f, constructor, node.arguments)
    instance = allocate(f, symbol, node.span)
    construct(f, constructor, instance, arguments, outer)
    f.not_null.add(instance.name)
    return instance


def _outer_around(f: FunctionLowering, outer: ClassSymbol) -> Expr | None:
    """The instance of the class that a local, anonymous or inner class created here belongs to."""
    current = f.owner if f.this is not None else None
    while current is not None:
        if f.program.is_subclass(current, outer):
            return enclosing_instance(f, current)
        current = current.outer if current.has_outer_instance else None
    return None


def allocate(f: FunctionLowering, symbol: ClassSymbol, span: Span) -> Variable:
    """A new object whose constructor has not run."""
    f.program.instantiate_class(symbol)
    instance = f.temporary(ReferenceType(symbol.binary_name))
    f.emit(Allocate(instance, NewObject(symbol.binary_name), f.program.sites.name(f, symbol.display_name, span)))
    f.not_null.add(instance.name)
    return instance


def construct(
    f: FunctionLowering, constructor: MethodSymbol, instance: Expr, arguments: Sequence[Expr], outer: Expr | None
) -> None:
    """Run a constructor on an object, with the enclosing instance and the captured variables of its class."""
    owner = constructor.owner
    if _is_empty(f.program, constructor):
        return
    passed: list[Expr] = [converted(instance, ReferenceType(owner.binary_name))]
    hidden = len(arguments) - len(constructor.parameters)
    passed.extend(arguments[:hidden])  # the name and the ordinal of an enum's constant
    passed.extend(
        _as_parameter(argument, parameter)
        for argument, parameter in zip(arguments[hidden:], constructor.parameters, strict=True)
    )
    if owner.has_outer_instance and owner.outer is not None:
        passed.append(outer if outer is not None else null_of(ReferenceType(owner.outer.binary_name)))
    nowhere = f.span or constructor.span or Span(0, 0, 0)
    passed.extend(read_local(f, local, nowhere) for local in f.program.captures.of_class(owner))
    f.call(CallOperation(f.program.static_callee(constructor), tuple(passed), None))


def _is_empty(program: ProgramLowering, constructor: MethodSymbol) -> bool:
    """Whether a constructor does nothing at all."""
    owner = constructor.owner
    if owner is program.symbols.object.symbol:
        return True
    if owner.has_outer_instance or program.captures.of_class(owner):
        return False
    body = program.typing.body(constructor)
    if body is None or len(body.block.statements) != 1:
        return False
    (only,) = body.block.statements
    if not isinstance(only, typed.ExpressionStatement) or not isinstance(only.expression, typed.Call):
        return False
    called = only.expression.method
    return (
        called.constructor
        and not only.expression.arguments
        and (called.owner is owner or not program.typing.instance_initialisers(owner).parts)
        and _is_empty(program, called)
    )


@lowers(typed.Lambda)
def lambda_(f: FunctionLowering, node: typed.Lambda) -> Expr:
    """An object of a class of its own that keeps what the body needs."""
    kept = [f.register(captured) for captured in values(f, [expression for _, expression in node.bound])]
    kept = [
        f.require_object(item) if _is_receiver(expression) else item
        for item, (_, expression) in zip(kept, node.bound, strict=True)
    ]
    made_class = f.program.lambdas.class_of(f, node)
    instance = f.temporary(ReferenceType(made_class.name))
    f.emit(Allocate(instance, NewObject(made_class.name), f.program.sites.name(f, "lambda", node.span)))
    f.not_null.add(instance.name)
    if made_class.this_type is not None:
        assert f.this is not None
        f.emit(Assign(field_place(instance, made_class.name, OUTER, made_class.this_type), f.this))
    for (local, _), item in zip(node.bound, kept, strict=True):
        _keep(f, instance, made_class.name, made_class.fields[local], item)
    for local, field in made_class.captured:
        _keep(f, instance, made_class.name, field, read_local(f, local, node.span))
    return instance


def _is_receiver(expression: typed.Expression) -> bool:
    return is_reference(lowered_type(expression.type))


def _keep(f: FunctionLowering, instance: Variable, class_name: str, field: tuple[str, Type], item: Expr) -> None:
    name, kind = field
    f.emit(Assign(field_place(instance, class_name, name, kind), item))
