"""Are type arguments within the bounds of their parameters? (JLS 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.shapes import substitute
from vexil.frontends.java.symbols.types import ClassType, JavaType, WildcardType

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.world import World


def check_bounds(world: World, t: ClassType, spans: tuple[Span, ...]) -> None:
    """Report arguments of a type, written at *spans*, that are not within the bounds of their parameters."""
    own = t.symbol.parameters
    mapping = dict(zip(t.symbol.all_parameters, t.arguments, strict=True))
    for parameter, argument, span in zip(own, t.arguments[len(t.arguments) - len(own) :], spans, strict=True):
        for bound in parameter.bounds:
            if not _within(world, argument, substitute(bound, mapping)):
                text = f"type argument {argument} is not within bounds of type-variable {parameter}"
                world.diagnostics.report(span, text)
                break


def _within(world: World, argument: JavaType, bound: JavaType) -> bool:
    types = world.types
    if not isinstance(argument, WildcardType):
        return types.is_subtype_unchecked(argument, bound)
    if argument.bound is None:
        return True
    erased = types.erasure(bound)
    if argument.upper:
        return types.is_castable(argument.bound, erased)
    return types.is_subtype(types.erasure(argument.bound), erased)
