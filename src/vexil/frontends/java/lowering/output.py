"""Printed text: nobody in the program reads it again, so it is only made when somebody wants to see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.evaluation import effect, value
from vexil.frontends.java.lowering.function import FunctionLowering, null_of
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType, NullType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr, Operator
from vexil.ir.typing import apply

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

THREAD_CLASS = "java.lang.Thread"
STREAM = "java.io.PrintStream"
PRINTING = frozenset(("print", "println"))
THROWABLE_TEXTS = ("toString", "getLocalizedMessage", "getMessage")
"""What the text of an exception is made by."""


def is_sink(f: FunctionLowering, method: MethodSymbol) -> bool:
    """Whether a call only prints, and nobody looks."""
    return not f.program.options.output and method.owner.binary_name == STREAM and method.name in PRINTING


def print_away(f: FunctionLowering, node: typed.Call) -> None:
    """Evaluate what would be printed for its effects; conversions to text are left out where they have none."""
    if node.receiver is not None and not _is_standard_stream(node.receiver):
        f.require_object(value(f, node.receiver))
    for argument in node.arguments:
        if isinstance(argument.type, ArrayType) and node.method.parameters == (argument.type,):
            f.require_object(value(f, argument))  # characters are printed one by one, those of null are not there
        else:
            discard(f, argument)


def _is_standard_stream(receiver: typed.Expression) -> bool:
    match receiver:
        case typed.FieldRead(target=None, field=field):
            return field.owner.binary_name == "java.lang.System" and field.name in ("out", "err")
        case _:
            return False


def discard(f: FunctionLowering, expression: typed.Expression) -> None:
    """Evaluate an expression whose text nobody reads: for its effects, and those of its conversion to text."""
    match expression:
        case typed.Concatenation(operands=operands):
            for operand in operands:
                discard(f, operand)
        case typed.Constant() | typed.LocalRead() if has_plain_text(f.program, expression.type):
            pass
        case typed.CheckCast(checked=False, operand=operand):
            discard(f, operand)
        case typed.Call() if not f.visible and _is_class(expression.type):
            pass
        case typed.Call(method=method, arguments=arguments) if not f.visible and _only_makes_text(method):
            for argument in arguments:
                discard(f, argument)
        case _ if has_plain_text(f.program, expression.type):
            effect(f, expression)
        case _:
            _convert(f, value(f, expression), expression.type)


def _only_makes_text(method: MethodSymbol) -> bool:
    """Whether a method that the library calls puts a text together, and knows no object whose code it could run."""
    return (
        method.owner.library
        and method.static
        and _is_text(method.result)
        and all(_is_plain(parameter) or _is_class(parameter) for parameter in method.parameters)
    )


def has_plain_text(program: ProgramLowering, kind: JavaType) -> bool:
    """Whether making a text of a value runs no code of the user's."""
    match kind:
        case PrimitiveType() | NullType() | ArrayType():
            return True
        case ClassType(symbol, _) if program.is_throwable(symbol):
            related = (*program.subclasses(symbol), *_and_above(symbol))
            return not any(_declares(owner, THROWABLE_TEXTS) for owner in related if not owner.library)
        case ClassType(symbol, _):
            if symbol.library:
                return "final" in symbol.flags and _holds_no_objects(symbol)
            return not any(_has_own_text(owner) for owner in program.subclasses(symbol))
        case _:
            return False


def _holds_no_objects(symbol: ClassSymbol) -> bool:
    """Whether the objects of a class of the library consist of numbers and characters."""
    return all(
        _is_plain(field.type) for owner in _and_above(symbol) for field in owner.fields.values() if not field.static
    )


def _is_plain(kind: JavaType) -> bool:
    match kind:
        case PrimitiveType():
            return True
        case ArrayType(element):
            return _is_plain(element)
        case _:
            return _is_text(kind)


def _is_text(kind: JavaType) -> bool:
    return isinstance(kind, ClassType) and kind.symbol.binary_name == "java.lang.String"


def _is_class(kind: JavaType) -> bool:
    return isinstance(kind, ClassType) and kind.symbol.binary_name == "java.lang.Class"


def _has_own_text(symbol: ClassSymbol) -> bool:
    """Whether a class or a class above it says how it is printed, or gives the number in the text of `Object`."""
    return any(
        _declares(owner, ("toString",) if owner.library else ("toString", "hashCode")) for owner in _and_above(symbol)
    )


def text_with_effects(program: ProgramLowering, symbol: ClassSymbol) -> MethodSymbol | None:
    """The method that makes a text of an object of exactly this class, if code of the user's may run for it."""
    if symbol.binary_name == THREAD_CLASS or not _has_own_text(symbol) or has_plain_text(program, symbol.this_type):
        return None
    for owner in (*_and_above(symbol), program.symbols.object.symbol):
        for method in owner.methods.get("toString", ()):
            if not method.parameters:
                return method
    return None


def _declares(symbol: ClassSymbol, names: Iterable[str]) -> bool:
    """Whether a class has a method without parameters of one of some names."""
    return any(not method.parameters for name in names for method in symbol.methods.get(name, ()))


def _and_above(symbol: ClassSymbol) -> Iterator[ClassSymbol]:
    """A class and those above it, but for `Object`."""
    current: ClassSymbol | None = symbol
    while current is not None and current.binary_name != "java.lang.Object":
        yield current
        current = current.superclass.symbol if current.superclass is not None else None


def describe(f: FunctionLowering, item: Expr, kind: JavaType) -> None:
    """Make the text of a value that nobody reads, as far as code of the user's runs for it."""
    if not has_plain_text(f.program, kind):
        _convert(f, item, kind)


def _convert(f: FunctionLowering, item: Expr, kind: JavaType) -> None:
    item = f.register(item)
    if isinstance(kind, ClassType) and not kind.symbol.library:
        there, end = f.fresh(), f.fresh()
        f.branch(apply(Operator.DIFFERENT, item, null_of(item.type)), there, end)
        f.place(there)
        f.program.call_to_string(f, item)
        f.go(end)
        f.place(end)
    else:
        f.program.dispatchers.describe(f, item)
