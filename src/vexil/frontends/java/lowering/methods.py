"""Functions of methods, constructors, lambdas and class initialisers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.lowering.calls import invoke
from vexil.frontends.java.lowering.closures import LambdaClass
from vexil.frontends.java.lowering.evaluation import value
from vexil.frontends.java.lowering.exceptions import holding
from vexil.frontends.java.lowering.function import Context, FunctionLowering, converted, null_of
from vexil.frontends.java.lowering.intrinsics import THREAD_BODY, THREAD_CLASS, intrinsic
from vexil.frontends.java.lowering.monitors import ending_thread
from vexil.frontends.java.lowering.names import function_name, initialiser_name, lowered_type
from vexil.frontends.java.lowering.sharing import is_unshared, using
from vexil.frontends.java.lowering.statements import execute, finish
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import VOID, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.names import CAPTURED, OUTER
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Assign, Lock, Unlock
from vexil.ir.operations import Call as CallOperation
from vexil.ir.types import I32, LOCK, ReferenceType, Type, is_reference
from vexil.ir.typing import apply, literal, type_test
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering


def _result(kind: JavaType) -> Type | None:
    return None if kind == VOID else lowered_type(kind)


def _receiver(f: FunctionLowering, owner: str) -> None:
    f.this = f.builder.parameter(f.unused_name("this"), ReferenceType(owner), hidden=not f.visible)


def _parameter(f: FunctionLowering, local: LocalSymbol) -> None:
    name = f.unused_name(local.name)
    f.locals[local] = f.builder.parameter(
        name,
        lowered_type(local.type),
        span=local.span if f.visible else None,
        hidden=not f.visible,
        labels=(local.name,) if name != local.name else (),
    )


def lower_method(program: ProgramLowering, method: MethodSymbol) -> None:
    """Make the function of a method or constructor."""
    body = program.typing.body(method)
    assert body is not None, f"{function_name(method)} should have a body"
    f = program.begin(function_name(method), _result(method.result), method.owner)
    if not method.static:
        _receiver(f, method.owner.binary_name)
    for local in body.parameters:
        _parameter(f, local)
    if method.constructor or method.static:
        f.initialised.add(method.owner.binary_name)
    if method.constructor:
        _constructor(f, method, body)
    elif "synchronized" in method.flags:
        f.at(method.span or body.block.span)
        monitor = f.this if f.this is not None else program.class_object(method.owner.this_type)
        holding(f, monitor, lambda: execute(f, body.block))
    elif program.checks_sharing and is_unshared(program, method):
        using(f, method, lambda: execute(f, body.block))
    else:
        execute(f, body.block)
    f.span = None if not f.visible else body.block.end
    f.spans.clear()
    finish(f, None)
    f.finish()


def _constructor(f: FunctionLowering, method: MethodSymbol, body: typed.Body) -> None:
    """Keep what belongs to the object, run the superclass's constructor, initialisers, then the body (JLS 12.5)."""
    assert f.this is not None
    owner = method.owner
    if owner.has_outer_instance and owner.outer is not None:
        kind = ReferenceType(owner.outer.binary_name)
        outer = f.builder.parameter(f.unused_name("outer"), kind, hidden=True)
        f.program.use_outer(owner)
        f.emit(Assign(field_place(f.this, owner.binary_name, OUTER, kind), outer))
    for local in f.program.captures.of_class(owner):
        kept = f.builder.parameter(f.unused_name(f"{CAPTURED}{local.name}"), lowered_type(local.type), hidden=True)
        name = f.program.captures.field_of(owner, local)
        f.emit(Assign(field_place(f.this, owner.binary_name, name, lowered_type(local.type)), kept))
    statements = body.block.statements
    if statements and _calls_constructor(statements[0]):
        first = statements[0]
        assert isinstance(first, typed.ExpressionStatement)
        assert isinstance(first.expression, typed.Call)
        execute(f, first)
        if first.expression.method.owner is not owner:
            initialise(f, f.program.typing.instance_initialisers(owner))
        statements = statements[1:]
    for statement in statements:
        execute(f, statement)


def _calls_constructor(statement: typed.Statement) -> bool:
    return (
        isinstance(statement, typed.ExpressionStatement)
        and isinstance(statement.expression, typed.Call)
        and statement.expression.method.constructor
    )


def initialise(f: FunctionLowering, initialisers: typed.Initialisers) -> None:
    """Run initialisers in order."""
    for part in initialisers.parts:
        if isinstance(part, typed.Block):
            execute(f, part)
            continue
        f.at(part.span)
        first = value(f, part.value)
        if part.field.static:
            target: Expr = f.program.static_field(part.field)
            f.located(target, part.field.span or part.span)
            f.emit(Assign(f.program.static_field(part.field), _fitting(first, target.type)))
        else:
            assert f.this is not None
            place = f.program.member(f.this, part.field)
            f.emit(Assign(place, _fitting(first, place.type)))


def _fitting(item: Expr, kind: Type) -> Expr:
    return converted(item, kind) if is_reference(kind) and not isinstance(item, Const) else item


def lower_static_part(program: ProgramLowering, symbol: ClassSymbol) -> str:
    """The function that runs the static initialisers of a class."""
    name = f"{symbol.binary_name}.<static>"

    def make() -> None:
        f = program.begin(name, None, symbol)
        f.initialised.add(symbol.binary_name)
        initialise(f, program.typing.static_initialisers(symbol))
        f.span = None
        finish(f, None)
        f.finish()

    return program.later(name, make)


def lower_library_field(program: ProgramLowering, field: FieldSymbol) -> None:
    """The function that gives a static field of the library its first value, before everything else runs."""
    owner = field.owner
    name = f"{owner.binary_name}.<static> {field.name}"

    def make() -> None:
        parts = [
            part
            for part in program.typing.static_initialisers(owner).parts
            if isinstance(part, typed.FieldInitialiser) and part.field is field
        ]
        f = program.begin(name, None, owner)
        initialise(f, typed.Initialisers(tuple(parts)))
        finish(f, None)
        f.finish()

    program.library_fields[f"{owner.binary_name}.{field.name}"] = program.later(name, make)


def lower_initialiser(program: ProgramLowering, symbol: ClassSymbol) -> None:
    """The function that initialises a class once; other threads wait until it is done (JLS 12.4.2).

    The lock is held all the time: nobody can tell that from waiting for the thread that initialises.
    """
    f = program.begin(initialiser_name(symbol), None, symbol)
    f.visible = False
    state = program.hidden_global(f"{symbol.binary_name}.<state>", I32)
    lock = literal(program.lock_number(symbol), LOCK)
    kept = f.temporary(I32)
    done, enter = f.fresh(), f.fresh()
    f.emit(Assign(kept, state))
    f.branch(apply(Operator.EQUAL, kept, Const(2, I32)), done, enter)
    f.place(enter)
    pair = program.new_pair(f)
    f.emit(Lock(lock, pair, True))
    handler = f.new_handler()
    f.contexts.append(Context(handler=handler))
    f.emit(Assign(kept, state))
    run, other, failed, free = f.fresh(), f.fresh(), f.fresh(), f.fresh()
    f.branch(apply(Operator.EQUAL, kept, Const(0, I32)), run, other)
    f.place(other)
    f.branch(apply(Operator.EQUAL, kept, Const(3, I32)), failed, free)
    f.place(run)
    f.emit(Assign(state, Const(1, I32)))
    for upper in program.initialisation.above(symbol):
        program.initialisation.trigger(f, upper)
    f.call(CallOperation(StaticCallee(lower_static_part(program, symbol)), (), None))
    f.emit(Assign(state, Const(2, I32)))
    f.go(free)
    f.contexts.pop()
    f.place(free)
    f.emit(Unlock(lock, pair))
    f.go(done)
    f.place(failed)
    f.emit(Unlock(lock, pair))
    f.raise_new("java.lang.NoClassDefFoundError")
    f.place(handler.location)
    f.emit(Assign(state, Const(3, I32)))
    f.emit(Unlock(lock, pair))
    error, wrapped = f.fresh(), f.fresh()
    program.mention(ReferenceType("java.lang.Error"))
    f.branch(type_test(handler.exception, ReferenceType("java.lang.Error")), error, wrapped)
    f.place(error)
    f.raise_value(handler.exception)
    f.place(wrapped)
    f.raise_new("java.lang.ExceptionInInitializerError", (handler.exception,))
    f.place(done)
    finish(f, None)
    f.finish()


def lower_lambda(program: ProgramLowering, lambda_class: LambdaClass) -> None:
    """The function of a lambda: what it keeps is read first, parameters are given their types."""
    node = lambda_class.node
    f = program.begin(lambda_class.function, _result(node.method.result), lambda_class.owner)
    receiver = f.builder.parameter(f.unused_name("lambda"), ReferenceType(lambda_class.name), hidden=True)
    taken: list[tuple[LocalSymbol, Variable]] = []
    for local, declared in zip(node.parameters, node.method.parameters, strict=True):
        wanted, given = lowered_type(local.type), lowered_type(declared)
        if wanted == given:
            _parameter(f, local)
        else:
            taken.append((local, f.builder.parameter(f.unused_name(f"given.{local.name}"), given, hidden=True)))
    if lambda_class.this_type is not None:
        f.this = f.builder.local(f.unused_name("this"), lambda_class.this_type)
        f.emit(Assign(f.this, field_place(receiver, lambda_class.name, OUTER, lambda_class.this_type)))
    for local, (name, kind) in lambda_class.fields.items():
        variable = f.declare(local)
        f.emit(Assign(variable, field_place(receiver, lambda_class.name, name, kind)))
    if lambda_class.this_type is None and lambda_class.owner is not None and not node.is_direct:
        program.initialisation.trigger(f, lambda_class.owner)  # the body is a static method of the class around it
        f.initialised.add(lambda_class.owner.binary_name)
    for local, given_parameter in taken:
        checked = _checked(f, given_parameter, lowered_type(local.type))
        f.assign(f.declare(local), checked)
    execute(f, node.body)
    f.span = None if not f.visible else node.body.end
    f.spans.clear()
    finish(f, None)
    f.finish()


def _checked(f: FunctionLowering, value: Variable, wanted: Type) -> Expr:
    """A reference that is cast to a narrower type, as a bridge method does it."""
    f.program.mention(wanted)
    fits = apply(Operator.OR, apply(Operator.EQUAL, value, null_of(value.type)), type_test(value, wanted))
    f.unless(fits, "java.lang.ClassCastException")
    return converted(value, wanted)


def lower_bridge(program: ProgramLowering, name: str, overridden: MethodSymbol, target: MethodSymbol) -> None:
    """A function with the erased signature of an overridden method that runs the overriding one."""
    f = program.begin(name, _result(overridden.result), target.owner)
    f.visible = False
    _receiver(f, target.owner.binary_name)
    assert f.this is not None
    arguments: list[Expr] = []
    for position, (declared, wanted) in enumerate(zip(overridden.parameters, target.parameters, strict=True)):
        parameter = f.builder.parameter(f.unused_name(f"p{position}"), lowered_type(declared), hidden=True)
        same = lowered_type(declared) == lowered_type(wanted)
        arguments.append(parameter if same else _checked(f, parameter, lowered_type(wanted)))
    result = invoke(f, target, f.this, arguments, typed.CallKind.SPECIAL, target.result, target.span or _nowhere())
    finish(f, result)
    f.finish()


def _nowhere() -> Span:
    return Span(0, 0, 0)


def lower_native(program: ProgramLowering, method: MethodSymbol) -> None:
    """A function around a native method, for calls that find it by the class of the receiver."""
    f = program.begin(function_name(method), _result(method.result), method.owner)
    f.visible = False
    arguments: list[Expr] = []
    if not method.static:
        _receiver(f, method.owner.binary_name)
        assert f.this is not None
        arguments.append(f.this)
    for position, kind in enumerate(method.parameters):
        arguments.append(f.builder.parameter(f.unused_name(f"p{position}"), lowered_type(kind), hidden=True))
    finish(f, intrinsic(f, method, arguments, method.span or _nowhere()))
    f.finish()


def lower_thread_body(program: ProgramLowering) -> None:
    """What a started thread runs: its thread object stands for it, then the body of the library's thread class."""
    symbol = program.class_named(THREAD_CLASS)
    f = program.begin(THREAD_BODY, None, symbol)
    f.visible = False
    _receiver(f, THREAD_CLASS)
    assert f.this is not None
    f.emit(Assign(program.self_variable(), f.this))
    (body,) = symbol.methods["body"]
    receiver = None if body.static else f.this
    arguments = [f.this] if body.static else []
    ending_thread(f, lambda: invoke(f, body, receiver, arguments, typed.CallKind.SPECIAL, VOID, _nowhere()))
    finish(f, None)
    f.finish()


def lower_print(program: ProgramLowering) -> None:
    """The function whose calls print: it does nothing, and whoever watches a run sees its arguments."""
    f = program.begin("vexil.Output.print", None, None)
    f.visible = False
    f.builder.parameter("stream", I32, hidden=True)
    f.builder.parameter("text", ReferenceType("java.lang.String"), hidden=True)
    program.use_field("java.lang.String", "value")
    finish(f, None)
    f.finish()
