"""Messages of exceptions and names of threads: made only where somebody may read them.

A text that goes into an exception or names a thread and is never asked for again need not be put together; only what
it is made of is evaluated for its effects. Constant ones are kept, since people see them in traces.
"""

from __future__ import annotations

from collections.abc import Sequence

from vexil.frontends.java.lowering.expressions_protocol import value, values
from vexil.frontends.java.lowering.function import FunctionLowering, null_of
from vexil.frontends.java.lowering.intrinsics import THREAD_CLASS
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.lowering.output import discard
from vexil.frontends.java.lowering.walking import writes_locals
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.symbols.types import PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr
from vexil.ir.types import ReferenceType

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
        return next(found for found in owner.methods["<init>"] if not found.parameters), []
    found: list[Expr] = []
    for argument in arguments:
        if lowered_type(argument.type) == STRING_TYPE and not isinstance(argument, typed.Constant):
            discard(f, argument)
            found.append(null_of(STRING_TYPE))
        else:
            found.append(f.register(value(f, argument)))
    return constructor, found


def _name(f: FunctionLowering, argument: typed.Expression) -> Expr:
    """An argument of a thread's constructor: a name that is put together is replaced by a constant one."""
    if isinstance(argument, typed.Concatenation):
        discard(f, argument)
        return f.program.literals.global_of("thread")
    return f.register(value(f, argument))


def _is_text(argument: typed.Expression) -> bool:
    return isinstance(argument.type, PrimitiveType) or lowered_type(argument.type) == STRING_TYPE
