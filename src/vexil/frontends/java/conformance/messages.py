"""The words of javac for places and methods in messages."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType, TypeVariable
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import Argument, type_text
from vexil.frontends.java.typing.code import Code, kind_name


def location(kind: JavaType) -> str:
    """A type as the location of a missing symbol."""
    if isinstance(kind, ClassType):
        where = _where(kind)
        return f"{kind_name(kind.symbol)} {kind}{where}"
    return f"class {kind}"


def _where(kind: ClassType) -> str:
    names = [argument for argument in kind.arguments if isinstance(argument, TypeVariable)]
    if not names:
        return ""
    several = len(names) > 1
    lines = [f"\n  where {','.join(map(str, names))} {'are type-variables' if several else 'is a type-variable'}:"]
    lines += [
        f"    {name} extends {','.join(map(str, name.bounds))}"
        f" declared in {kind_name(kind.symbol)} {kind.symbol.display_name}"
        for name in names
    ]
    return "\n".join(lines)


def owner_kind(site: JavaType, target: typed.Expression | None) -> str:
    """Where a member was looked for: a variable is named with its type."""
    if isinstance(target, typed.CheckCast) and target.span is target.operand.span:
        target = target.operand
    if isinstance(target, (typed.LocalRead, typed.FieldRead)):
        symbol = target.local if isinstance(target, typed.LocalRead) else target.field
        return f"variable {symbol.name} of type {site}"
    return location(site)


def argument_types(code: Code, arguments: Sequence[Argument]) -> str:
    """The types of arguments, separated by commas."""
    return ",".join(type_text(code, argument) for argument in arguments)


def method_kind(method: MethodSymbol) -> str:
    """``method`` or ``constructor``."""
    return "constructor" if method.constructor else "method"


def method_name(method: MethodSymbol) -> str:
    """The name; a constructor is called as its class."""
    return method.owner.display_name if method.constructor else method.name


def parameter_text(code: Code, method: MethodSymbol) -> str:
    """The parameters' types, the last one of a variable arity method with dots."""
    shown = [str(kind) for kind in method.parameters]
    if method.varargs and shown:
        last = method.parameters[-1]
        shown[-1] = f"{last.element if isinstance(last, ArrayType) else last}..."
    return ",".join(shown)


def full_method_text(code: Code, method: MethodSymbol) -> str:
    """``Owner.m(int,String)``, with type parameters in front of the name."""
    variables = f"<{','.join(variable.name for variable in method.type_parameters)}>" if method.type_parameters else ""
    return f"{method.owner.display_name}.{variables}{method_name(method)}({parameter_text(code, method)})"


def owner_text(owner: ClassSymbol) -> str:
    """``class A``, with its type parameters."""
    return f"{owner.kind.value} {owner.this_type}"
