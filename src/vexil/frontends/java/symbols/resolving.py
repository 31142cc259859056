"""Finds the types that are written in a program (JLS 6.5.5) and checks their arguments (JLS 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.errors import Unsupported
from vexil.core.source import Span
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.access import access_text, is_accessible
from vexil.frontends.java.symbols.messages import arguments_span, dot_span, location_text, type_span
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.shapes import substitute
from vexil.frontends.java.symbols.symbols import ClassSymbol, Completion
from vexil.frontends.java.symbols.types import JavaType
from vexil.languages.java import tree as syntax

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_DEEPEST = 60
"""How deep types may be nested; the walks over types are recursive."""


class Resolver:
    """Resolves the names of types in a program."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols

    def resolve(self, name: syntax.TypeName, scope: TypeScope, depth: int = 0) -> JavaType:
        """The type that is written; what cannot be found is reported and gives the error type."""
        if depth > _DEEPEST:
            file = scope.unit.file
            where, line, column = file.position(name.span.start)
            reason = f"types nested more than {_DEEPEST} deep are not supported"
            raise Unsupported(reason, file=where, line=line, column=column)
        match name:
            case syntax.PrimitiveTypeName():
                return java.PRIMITIVES[name.name]
            case syntax.ArrayTypeName():
                element = self.resolve(name.element, scope, depth + 1)
                return element if isinstance(element, java.ErrorType) else java.ArrayType(element)
            case syntax.WildcardTypeName():
                return self._wildcard(name, scope, depth)
            case syntax.ClassTypeName():
                return self._class_type(name, scope, depth)

    def _wildcard(self, name: syntax.WildcardTypeName, scope: TypeScope, depth: int) -> JavaType:
        if name.bound is None:
            return java.WildcardType(None, True)
        bound = self.resolve(name.bound, scope, depth + 1)
        if isinstance(bound, java.PrimitiveType):
            self._report_primitive(bound, name.span)
            return java.ERROR
        return bound if isinstance(bound, java.ErrorType) else java.WildcardType(bound, name.upper)

    def _report_primitive(self, kind: java.PrimitiveType, span: Span) -> None:
        self._symbols.diagnostics.report(span, f"unexpected type\n  required: reference\n  found:    {kind}")

    # --- names ---------------------------------------------------------------------------------------------

    def lookup(self, name: str, scope: TypeScope) -> ClassSymbol | java.TypeVariable | tuple[ClassSymbol, ...]:
        """What a simple name stands for; an empty tuple for nothing, several classes when they are ambiguous."""
        level: TypeScope | None = scope
        while level is not None:
            if level.names is not None:
                declared = level.names.get(name)
                if declared is not None:
                    return declared
            elif level.members is not None:
                member = self._symbols.member_class(level.members, name)
                if member is not None:
                    return member
                if level.members.name == name and level.members.code is not None:
                    return level.members
            elif level.parent is None:
                found_in_file = self._symbols.file_names(level.unit).find(name)
                return found_in_file[0] if len(found_in_file) == 1 else found_in_file
            level = level.parent
        return ()

    def _is_hidden(self, variable: java.TypeVariable, scope: TypeScope) -> bool:
        """Whether a type variable is one of a class around static code."""
        level: TypeScope | None = scope
        static = False
        while level is not None:
            if level.names is not None and level.names.get(variable.name) is variable:
                return static
            static = static or level.static
            level = level.parent
        return False

    def _first_class(self, name: syntax.ClassTypeName, scope: TypeScope) -> tuple[ClassSymbol, int] | None:
        """The class that the first parts of a qualified name stand for, and how many parts; reports what is missing."""
        symbols, parts = self._symbols, name.parts
        qualified = parts[0].name
        for count in range(2, len(parts) + 1):
            package, qualified = qualified, f"{qualified}.{parts[count - 1].name}"
            symbol = symbols.top_level(qualified)
            if symbol is not None:
                return symbol, count
            if not symbols.is_package(qualified):
                break
        if len(parts) == 1:
            symbols.report_missing_class(qualified, parts[0].span, scope)
            return None
        span = dot_span(parts[count - 1], parts[count - 2], scope.unit)
        if symbols.is_unmodelled(qualified):
            symbols.diagnostics.report(span, symbols.unmodelled_text(qualified))
        elif count == len(parts) and symbols.is_package(package):
            simple = parts[-1].name
            text = f"cannot find symbol\n  symbol:   class {simple}\n  location: package {package}"
            symbols.diagnostics.report(span, text)
        else:
            package = ".".join(part.name for part in parts[:-1])
            span = dot_span(parts[-1], parts[-2], scope.unit)
            symbols.diagnostics.report(span, f"package {package} does not exist")
        return None

    def _class_type(self, name: syntax.ClassTypeName, scope: TypeScope, depth: int) -> JavaType:
        parts = name.parts
        first = self.lookup(parts[0].name, scope)
        if isinstance(first, java.TypeVariable):
            return self._variable(first, name, scope)
        used = 1
        if isinstance(first, tuple):
            if first:
                self._report_ambiguous(first, parts[0], scope)
                return java.ERROR
            resolved = self._first_class(name, scope)
            if resolved is None:
                return java.ERROR
            symbol, used = resolved
        else:
            symbol = first
        if not self._check_access(symbol, parts[used - 1], name, used - 1, scope):
            return java.ERROR
        result = self._applied(symbol, None, parts[used - 1], scope, depth)
        for position in range(used, len(parts)):
            if not isinstance(result, java.ClassType):
                return result
            result = self._member(result, position, name, scope, depth)
        return result

    def _variable(self, variable: java.TypeVariable, name: syntax.ClassTypeName, scope: TypeScope) -> JavaType:
        diagnostics, parts = self._symbols.diagnostics, name.parts
        if len(parts) > 1:
            diagnostics.report(dot_span(parts[1], parts[0], scope.unit), "cannot select from a type variable")
            return java.ERROR
        if parts[0].arguments:
            text = f"unexpected type\n  required: class\n  found:    type parameter {variable}"
            diagnostics.report(parts[0].span, text)
            return java.ERROR
        if self._is_hidden(variable, scope):
            text = f"non-static type variable {variable} cannot be referenced from a static context"
            diagnostics.report(parts[0].span, text)
            return java.ERROR
        return variable

    def _report_ambiguous(self, classes: tuple[ClassSymbol, ...], part: syntax.TypePart, scope: TypeScope) -> None:
        second, first = classes[0], classes[1]
        places = [s.package if s.outer is None else s.outer.display_name for s in (first, second)]
        both = " and ".join(
            f"{s.kind.value} {s.qualified_name} in {place}" for s, place in zip((first, second), places, strict=True)
        )
        self._symbols.diagnostics.report(part.span, f"reference to {part.name} is ambiguous\n  both {both} match")

    def _member(
        self, prefix: java.ClassType, position: int, name: syntax.ClassTypeName, scope: TypeScope, depth: int
    ) -> JavaType:
        part, before = name.parts[position], name.parts[position - 1]
        symbol = self._symbols.member_class(prefix.symbol, part.name)
        span = dot_span(part, before, scope.unit)
        if symbol is None:
            outer = prefix.symbol
            if outer.library:
                hint = f"the model of {outer.qualified_name} has no such member class"
                text = f"class {outer.qualified_name}.{part.name} is not modelled\n  hint: {hint}"
            else:
                text = f"cannot find symbol\n  symbol:   class {part.name}\n  location: {location_text(outer, prefix)}"
            self._symbols.diagnostics.report(span, text)
            return java.ERROR
        if not self._check_access(symbol, part, name, position, scope):
            return java.ERROR
        if symbol.static and before.arguments:
            self._symbols.diagnostics.report(span, "cannot select a static class from a parameterized type")
            return java.ERROR
        return self._applied(symbol, prefix, part, scope, depth)

    def _check_access(
        self, symbol: ClassSymbol, part: syntax.TypePart, name: syntax.ClassTypeName, position: int, scope: TypeScope
    ) -> bool:
        owner = scope.owner
        if owner is None or (symbol.package == owner.package and "private" not in symbol.flags):
            return True
        if "public" in symbol.flags and symbol.outer is None:
            return True
        if is_accessible(self._symbols.types, symbol, owner, None):
            return True
        span = dot_span(part, name.parts[position - 1], scope.unit) if position else part.span
        self._symbols.diagnostics.report(span, access_text(symbol))
        return False

    # --- arguments -----------------------------------------------------------------------------------------

    def _applied(
        self, symbol: ClassSymbol, prefix: java.ClassType | None, part: syntax.TypePart, scope: TypeScope, depth: int
    ) -> JavaType:
        parameters = declared_parameters(symbol)
        outer = self._outer_arguments(symbol, prefix, scope)
        if outer and prefix is None and self._is_static_place(symbol, scope):
            text = f"non-static class {symbol.display_name} cannot be referenced from a static context"
            self._symbols.diagnostics.report(part.span, text)
            return java.ERROR
        if not part.arguments:
            return java.ClassType(symbol) if parameters or outer is None else java.ClassType(symbol, outer)
        arguments: list[JavaType] = []
        for argument in part.arguments:
            resolved = self.resolve(argument, scope, depth + 1)
            if isinstance(resolved, java.PrimitiveType):
                self._report_primitive(resolved, argument.span)
                resolved = java.ERROR
            arguments.append(resolved)
        if not parameters:
            text = f"type {symbol.display_name} does not take parameters"
            self._symbols.diagnostics.report(arguments_span(part, scope.unit), text)
            return java.ERROR
        if len(parameters) != len(arguments):
            text = f"wrong number of type arguments; required {len(parameters)}"
            self._symbols.diagnostics.report(arguments_span(part, scope.unit), text)
            return java.ERROR
        if any(isinstance(argument, java.ErrorType) for argument in arguments):
            return java.ERROR
        result = java.ClassType(symbol) if outer is None else java.ClassType(symbol, (*outer, *arguments))
        if result.arguments and not (scope.owner is not None and scope.owner.library):
            spans = tuple(type_span(argument, scope.unit) for argument in part.arguments)
            self._symbols.check_when_complete(lambda: _check_bounds(self._symbols, result, spans))
        return result

    def _outer_arguments(
        self, symbol: ClassSymbol, prefix: java.ClassType | None, scope: TypeScope
    ) -> tuple[JavaType, ...] | None:
        """The arguments for type parameters of enclosing classes; ``None`` if they are missing: the type is raw."""
        if symbol.outer is None or symbol.static or not symbol.outer.all_parameters:
            return ()
        if prefix is not None:
            base = self._symbols.types.as_super(prefix, symbol.outer)
            return base.arguments if base is not None and base.arguments else None
        around = scope.owner
        if around is not None and scope.header:
            around = around.outer
        while around is not None:
            if around is symbol.outer:
                return around.this_type.arguments
            base = self._symbols.types.as_super(around.this_type, symbol.outer)
            if base is not None:
                return base.arguments or None
            around = around.outer
        return None

    def _is_static_place(self, symbol: ClassSymbol, scope: TypeScope) -> bool:
        """Whether static code is between a place and the body of the generic class that an inner class belongs to."""
        level: TypeScope | None = scope
        while level is not None:
            if level.static:
                return True
            if level.members is not None and self._symbols.member_class(level.members, symbol.name) is symbol:
                return False
            level = level.parent
        return False


def declared_parameters(symbol: ClassSymbol) -> tuple[java.TypeVariable, ...]:
    """The type parameters of a class without completing its header."""
    completion: Completion | None = symbol.completion
    return completion.variables if completion is not None else symbol.parameters


def _check_bounds(symbols: SymbolTable, t: java.ClassType, spans: tuple[Span, ...]) -> None:
    """Report arguments of a type, written at *spans*, that are not within the bounds of their parameters."""
    own = t.symbol.parameters
    mapping = dict(zip(t.symbol.all_parameters, t.arguments, strict=True))
    for parameter, argument, span in zip(own, t.arguments[len(t.arguments) - len(own) :], spans, strict=True):
        for bound in parameter.bounds:
            if not _within(symbols, argument, substitute(bound, mapping)):
                text = f"type argument {argument} is not within bounds of type-variable {parameter}"
                symbols.diagnostics.report(span, text)
                break


def _within(symbols: SymbolTable, argument: JavaType, bound: JavaType) -> bool:
    types = symbols.types
    if not isinstance(argument, java.WildcardType):
        return types.is_subtype_unchecked(argument, bound)
    if argument.bound is None:
        return True
    erased = types.erasure(bound)
    if argument.upper:
        return types.is_castable(argument.bound, erased)
    return types.is_subtype(types.erasure(argument.bound), erased)
