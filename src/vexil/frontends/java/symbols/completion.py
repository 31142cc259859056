"""Headers of classes: type parameters with their bounds, superclass and interfaces (JLS 8.1.2, 8.1.4, 8.1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.declared_members import enter_declared_members
from vexil.frontends.java.symbols.messages import declared_text, keyword_span, type_span
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType, ErrorType, JavaType, TypeVariable
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


class DeclaredCompletion:
    """Completes the symbol of a declared class; each part once."""

    def __init__(
        self, symbols: SymbolTable, symbol: ClassSymbol, scope: TypeScope, variables: tuple[TypeVariable, ...]
    ) -> None:
        self._symbols = symbols
        self._symbol = symbol
        # type variables of the method around stay visible in a local class of static code
        hides = symbol.static and (symbol.code is None or symbol.kind is not ClassKind.CLASS)
        self._scope = scope.in_static_code() if hides else scope
        self._body_scope: TypeScope | None = None
        self.variables = variables
        self.supertype: ClassType | None = None
        """What an anonymous class extends or implements."""
        self.called: MethodSymbol | None = None
        """The constructor of the superclass that an anonymous class's passes its arguments to."""

    def body_scope(self) -> TypeScope:
        """The scope of the body: member classes, then type parameters, then what is around the declaration."""
        if self._body_scope is None:
            self._body_scope = self._scope.with_variables(self.variables).inside(self._symbol)
        return self._body_scope

    def header(self) -> None:
        """Set ``parameters``, ``superclass`` and ``interfaces``."""
        symbol, symbols = self._symbol, self._symbols
        symbol.parameters, symbol.superclass, symbol.interfaces = self.variables, None, ()
        for variable in self.variables:
            variable.bounds[:] = [symbols.object]
        declaration = symbol.declaration
        if declaration is None:
            return
        symbols.headers_in_progress += 1
        try:
            scope = self._scope.of_header(symbol).with_variables(self.variables)
            enter_bounds(symbols, declaration.type_parameters, self.variables, scope)
            self._superclass(declaration, scope)
            self._interfaces(declaration, scope)
        finally:
            symbols.headers_in_progress -= 1

    def _superclass(self, declaration: syntax.ClassDeclaration, scope: TypeScope) -> None:
        symbol, symbols = self._symbol, self._symbols
        if self.supertype is not None:
            symbol.superclass = symbols.object if self.supertype.symbol.is_interface else self.supertype
            symbol.interfaces = (self.supertype,) if self.supertype.symbol.is_interface else ()
        elif declaration.kind is ClassKind.ENUM:
            symbol.superclass = ClassType(symbols.well_known("java.lang.Enum").symbol, (symbol.this_type,))
        elif declaration.kind is ClassKind.RECORD:
            symbol.superclass = symbols.well_known("java.lang.Record")
        elif declaration.kind is ClassKind.CLASS and symbol.binary_name != "java.lang.Object":
            symbol.superclass = symbols.object
            if declaration.superclass is not None:
                superclass = self._class_type(declaration.superclass, scope)
                if superclass is not None and self._may_extend(
                    superclass, declaration, declaration.superclass, scope.unit
                ):
                    symbol.superclass = superclass

    def _interfaces(self, declaration: syntax.ClassDeclaration, scope: TypeScope) -> None:
        interfaces: list[ClassType] = list(self._symbol.interfaces)
        for name in declaration.supertypes:
            interface = self._class_type(name, scope)
            if interface is None:
                continue
            span = type_span(name, scope.unit)
            if not interface.symbol.is_interface:
                self._symbols.diagnostics.report(span, "interface expected here")
            elif any(other.symbol is interface.symbol for other in interfaces):
                self._symbols.diagnostics.report(span, "repeated interface")
            else:
                interfaces.append(interface)
        self._symbol.interfaces = tuple(interfaces)

    def _class_type(self, name: syntax.TypeName, scope: TypeScope) -> ClassType | None:
        resolved = self._symbols.resolve_type(name, scope)
        if isinstance(resolved, ClassType):
            return self._without_wildcards(resolved, name)
        if isinstance(resolved, TypeVariable):
            text = f"unexpected type\n  required: class\n  found:    type parameter {resolved}"
            self._symbols.diagnostics.report(type_span(name, scope.unit), text)
        elif not isinstance(resolved, ErrorType):
            text = f"unexpected type\n  required: class\n  found:    {resolved}"
            self._symbols.diagnostics.report(type_span(name, scope.unit), text)
        return None

    def _without_wildcards(self, supertype: ClassType, name: syntax.TypeName) -> ClassType | None:
        written = name.parts[-1].arguments if isinstance(name, syntax.ClassTypeName) else None
        for position, argument in enumerate(written or ()):
            if isinstance(argument, syntax.WildcardTypeName) and supertype.arguments:
                shown = supertype.arguments[len(supertype.arguments) - len(written or ()) + position]
                text = f"unexpected type\n  required: class or interface without bounds\n  found:    {shown}"
                self._symbols.diagnostics.report(name.span, text)
                return None
        return supertype

    def _may_extend(
        self,
        superclass: ClassType,
        declaration: syntax.ClassDeclaration,
        name: syntax.TypeName,
        unit: syntax.CompilationUnit,
    ) -> bool:
        symbol, diagnostics = superclass.symbol, self._symbols.diagnostics
        span = type_span(name, unit)
        if symbol.is_interface:
            diagnostics.report(span, "no interface expected here")
        elif symbol.kind is ClassKind.ENUM:
            diagnostics.report(keyword_span(declaration, unit), "enum types are not extensible")
            if "final" in symbol.flags:
                diagnostics.report(span, f"cannot inherit from final {symbol.display_name}")
        elif "final" in symbol.flags:
            diagnostics.report(span, f"cannot inherit from final {symbol.display_name}")
        else:
            if symbol.binary_name in ("java.lang.Enum", "java.lang.Record") and not self._symbol.library:
                text = f"classes cannot directly extend {symbol.binary_name}"
                diagnostics.report(keyword_span(declaration, unit), text)
            return True
        return False

    def members(self) -> None:
        """Set ``fields`` and ``methods``."""
        self._symbol.fields, self._symbol.methods = {}, {}
        enter_declared_members(self._symbols, self._symbol, self.body_scope(), self.called)


def enter_bounds(
    symbols: SymbolTable,
    declared: tuple[syntax.TypeParameter, ...],
    variables: tuple[TypeVariable, ...],
    scope: TypeScope,
) -> None:
    """Resolve the bounds of type parameters; *scope* has the variables already (JLS 4.4)."""
    names: set[str] = set()
    for parameter in declared:
        if parameter.name in names and scope.owner is not None:
            place = declared_text(scope.owner)
            symbols.diagnostics.report(parameter.span, f"type variable {parameter.name} is already defined in {place}")
        names.add(parameter.name)
    for variable, parameter in zip(variables, declared, strict=True):
        bounds: list[JavaType] = []
        for name in parameter.bounds:
            bound = symbols.resolve_type(name, scope)
            if isinstance(bound, ErrorType):
                continue
            if not isinstance(bound, (ClassType, TypeVariable)):
                text = f"unexpected type\n  required: class\n  found:    {bound}"
                symbols.diagnostics.report(type_span(name, scope.unit), text)
            elif bounds and not (isinstance(bound, ClassType) and bound.symbol.is_interface):
                symbols.diagnostics.report(type_span(name, scope.unit), "interface expected here")
            else:
                bounds.append(bound)
        variable.bounds[:] = bounds or [symbols.object]
    for variable, parameter in zip(variables, declared, strict=True):
        visited = {variable}
        current = variable.bounds[0]
        while isinstance(current, TypeVariable) and current not in visited:
            visited.add(current)
            current = current.bounds[0]
        if isinstance(current, TypeVariable):
            symbols.diagnostics.report(parameter.span, f"cyclic inheritance involving {variable}")
            variable.bounds[:] = [symbols.object]
