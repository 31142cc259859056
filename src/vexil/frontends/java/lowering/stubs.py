"""What methods of made-up classes do: they give anything of the type that is wanted, and change nothing.

Where that is not enough the run ends, or a caveat says that behaviours are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vexil.core.caveats import Assumption, Effect
from vexil.core.source import Span
from vexil.frontends.java.lowering.evaluation import effect, value
from vexil.frontends.java.lowering.function import FunctionLowering, null_of
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.stubs import WANTED
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import VOID, ClassType, JavaType, NullType, PrimitiveType, TypeVariable
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.operations import Choose, Skip
from vexil.ir.types import BOOL

if TYPE_CHECKING:
    from vexil.languages.options import JavaOptions

BOXED = {
    "java.lang.Boolean": "boolean", "java.lang.Byte": "byte", "java.lang.Character": "char",
    "java.lang.Double": "double", "java.lang.Float": "float", "java.lang.Integer": "int", "java.lang.Long": "long",
    "java.lang.Short": "short",
}  # fmt: skip
UNCHANGING = frozenset({*BOXED, "java.lang.String", "java.lang.Class"})
"""Classes whose objects nobody can change."""


def is_stub(method: MethodSymbol) -> bool:
    """Whether a method belongs to a class that was made up."""
    result = method.result
    return "native" in method.flags and isinstance(result, TypeVariable) and result.name == WANTED


def assumption(options: JavaOptions) -> Assumption:
    """What is taken for granted about packages that are made up."""
    names = ", ".join(options.stubs)
    text = (
        f"methods of {names} (--stub) throw nothing, call nothing of the program, and give any number or text, or a new"
        " object of a class of theirs that is equal to no other, never null; the exceptions there are unchecked"
    )
    return Assumption("stubs", text)


def is_made_up(symbol: ClassSymbol, options: JavaOptions) -> bool:
    """Whether a class belongs to a package that is made up."""
    inside = any(symbol.package == name or symbol.package.startswith(f"{name}.") for name in options.stubs)
    return symbol.library and inside


def is_unboxed_stub(node: typed.Call) -> bool:
    """Whether a call takes the value out of the box that a made-up method gives."""
    inner = node.receiver
    is_taken = node.method.owner.binary_name in BOXED and isinstance(node.method.result, PrimitiveType)
    return isinstance(inner, typed.Call) and is_stub(inner.method) and is_taken and not node.arguments


def call_stub(f: FunctionLowering, node: typed.Call, wanted: JavaType) -> Expr:
    """Call a made-up method, which gives something of the wanted type and could change what it is given."""
    method = node.method
    if node.receiver is not None:
        f.require_object(value(f, node.receiver))
    for argument in _given(node.arguments):
        effect(f, argument)
    note_arguments(f, method, node.arguments)
    if node.kind is typed.CallKind.VIRTUAL:
        _end_if_overridden(f, method)
    return _result(f, method, wanted, node.span)


def _given(arguments: Sequence[typed.Expression]) -> Iterator[typed.Expression]:
    """Arguments one by one, also those that are gathered in an array."""
    for argument in arguments:
        yield from argument.elements if isinstance(argument, typed.ArrayLiteral) else (argument,)


def note_arguments(f: FunctionLowering, method: MethodSymbol, arguments: Sequence[typed.Expression]) -> None:
    """Say that a made-up method or constructor may change what it is given, if that can be changed."""
    if not all(_is_constant(f, argument.type) for argument in _given(arguments)):
        edge = f.emit(Skip())
        f.approximate(edge, Effect.DROPS, f"{_shown(method)} may change the objects that it is given")


def _is_constant(f: FunctionLowering, kind: JavaType) -> bool:
    if isinstance(kind, PrimitiveType | NullType):
        return True
    if not isinstance(kind, ClassType):
        return False
    return kind.symbol.binary_name in UNCHANGING or is_made_up(kind.symbol, f.program.options)


def _shown(method: MethodSymbol) -> str:
    name = "new" if method.constructor else method.name
    return f"{method.owner.qualified_name}.{name}"


def _end_if_overridden(f: FunctionLowering, method: MethodSymbol) -> None:
    """End the run if a class of the program may have an own version of a made-up method."""
    program = f.program
    classes = [symbol for symbol in program.symbols.classes if program.is_subclass(symbol, method.owner)]
    if any(method.name in symbol.methods for symbol in classes):
        f.end_run(f"whether {_shown(method)} is overridden is not known: runs end there")


def unused(expression: typed.Expression) -> typed.Expression:
    """An expression whose value nobody uses: a made-up method need not give one."""
    if isinstance(expression, typed.Call) and is_stub(expression.method):
        return replace(expression, type=VOID)
    return expression


def _result(f: FunctionLowering, method: MethodSymbol, kind: JavaType, span: Span) -> Expr:
    """Anything of a type that a made-up method may give."""
    from vexil.frontends.java.lowering.calls import allocate

    if kind is VOID:
        return null_of(BOOL)
    if isinstance(kind, PrimitiveType):
        number = f.temporary(lowered_type(kind))
        f.emit(Choose(number, TypeDomain(number.type), Origin.ENVIRONMENT))
        return number
    if isinstance(kind, ClassType):
        name = kind.symbol.binary_name
        if name in BOXED:
            makers = f.program.class_named(name).methods["valueOf"]
            primitive = next(one.parameters[0] for one in makers if str(one.parameters[0]) == BOXED[name])
            chosen = _result(f, method, primitive, span)
            return f.program.call_library(f, name, "valueOf", (chosen,), BOXED[name])
        if name == "java.lang.String":
            return f.program.call_library(f, "org.sosy_lab.sv_benchmarks.Verifier", "nondetString", ())
        if is_made_up(kind.symbol, f.program.options) and not kind.symbol.is_interface:
            return allocate(f, kind.symbol, span)
    f.end_run(f"what {_shown(method)} gives is not known: runs end there")
    return null_of(lowered_type(kind))
