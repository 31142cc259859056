"""Checks of classes against their supertypes, reported as javac does (JLS 8.1, 8.4.8, 9.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.conformance.declarations.abstract_methods import check_implemented, check_inherited_pairs
from vexil.frontends.java.conformance.declarations.annotations import check_annotations
from vexil.frontends.java.conformance.declarations.modifiers import check_modifiers
from vexil.frontends.java.conformance.declarations.overriding import check_overriding
from vexil.frontends.java.conformance.declarations.records import check_record
from vexil.frontends.java.symbols.places import keyword_span, type_span
from vexil.frontends.java.symbols.shapes import direct_supertypes
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.world import World


def check_class(world: World, symbol: ClassSymbol) -> None:
    """Report what is wrong with the header and the members of a class; a world has it done for each class."""
    check_modifiers(world, symbol)
    _check_file_name(world, symbol)
    _check_throwable(world, symbol)
    _check_sealing(world, symbol)
    _check_arguments(world, symbol)
    check_implemented(world, symbol)
    check_overriding(world, symbol)
    check_inherited_pairs(world, symbol)
    check_annotations(world, symbol)
    if symbol.kind is ClassKind.RECORD:
        check_record(world, symbol)


def _check_file_name(world: World, symbol: ClassSymbol) -> None:
    if symbol.outer is not None or "public" not in symbol.flags or symbol.unit is None or symbol.declaration is None:
        return
    file = symbol.unit.file.name.replace("\\", "/").rpartition("/")[2]
    if file.endswith(".java") and file != f"{symbol.name}.java":
        kind = "class" if symbol.kind is ClassKind.RECORD else symbol.kind.value.lstrip("@")
        text = f"{kind} {symbol.name} is public, should be declared in a file named {symbol.name}.java"
        world.diagnostics.report(keyword_span(symbol.declaration, symbol.unit), text)


def _check_throwable(world: World, symbol: ClassSymbol) -> None:
    """A class with type parameters around it is no exception (JLS 8.1.2)."""
    generic = bool(symbol.all_parameters) or (isinstance(symbol.code, MethodSymbol) and symbol.code.type_parameters)
    if not generic or not world.types.is_subclass(symbol, world.throwable.symbol):
        return
    declaration, unit = symbol.declaration, symbol.unit
    if declaration is not None and unit is not None:
        named = declaration.superclass
        span = type_span(named, unit) if named is not None else keyword_span(declaration, unit)
        world.diagnostics.report(span, "a generic class may not extend java.lang.Throwable")


def _check_sealing(world: World, symbol: ClassSymbol) -> None:
    """A direct subclass of a sealed class says how it is sealed itself (JLS 8.1.1.2)."""
    if symbol.declaration is None or symbol.unit is None or not symbol.name:
        return
    above_sealed = any("sealed" in s.symbol.flags for s in direct_supertypes(symbol))
    span = keyword_span(symbol.declaration, symbol.unit)
    if above_sealed and symbol.code is not None:
        world.diagnostics.report(span, "local classes must not extend sealed classes")
    elif above_sealed and symbol.kind is not ClassKind.ENUM and not symbol.flags & {"final", "sealed", "non-sealed"}:
        expected = "sealed or non-sealed" if symbol.is_interface else "sealed, non-sealed or final"
        world.diagnostics.report(span, f"{expected} modifiers expected")
    elif "non-sealed" in symbol.flags and not above_sealed:
        why = f"({symbol.kind.value} {symbol.display_name} does not have any sealed supertypes)"
        world.diagnostics.report(span, f"non-sealed modifier not allowed here\n    {why}")


def _check_arguments(world: World, symbol: ClassSymbol) -> None:
    """No interface is inherited with different arguments (JLS 8.1.5)."""
    if symbol.declaration is None or symbol.unit is None:
        return
    known: dict[ClassSymbol, ClassType] = {}
    for direct in direct_supertypes(symbol):
        for owner in world.types.closure(direct.symbol):
            if not owner.all_parameters:
                continue
            seen = world.types.as_super(direct, owner)
            other = known.setdefault(owner, seen) if seen is not None else None
            if seen is None or other is None or world.types.is_same(seen, other):
                continue
            if not (seen.arguments and other.arguments):
                continue
            shown = [f"<{','.join(map(str, t.arguments))}>" for t in (seen, other)]
            text = f"{owner.display_name} cannot be inherited with different arguments: {shown[0]} and {shown[1]}"
            world.diagnostics.report(keyword_span(symbol.declaration, symbol.unit), text)
            return
