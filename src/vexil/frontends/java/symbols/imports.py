"""What a file imports: classes, static members, and the checks of its import declarations (JLS 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.access import access_text
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.languages.java import tree as syntax

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


class FileNames:
    """The names that a file knows: its own classes, its package and its imports; what was found is remembered."""

    def __init__(self, symbols: SymbolTable, unit: syntax.CompilationUnit) -> None:
        self._symbols = symbols
        self._unit = unit
        self._prefix = f"{unit.package}." if unit.package else ""
        self._own = {declaration.name for declaration in unit.types}
        self._classes: dict[str, tuple[ClassSymbol, ...]] = {}
        self._single: dict[str, syntax.Import] = {}
        for item in unit.imports:
            if not item.static and not item.on_demand:
                self._single.setdefault(item.name.rpartition(".")[2], item)

    def find(self, name: str) -> tuple[ClassSymbol, ...]:
        """The classes that a simple name may mean; more than one when imports on demand are ambiguous."""
        classes = self._classes.get(name)
        if classes is None:
            classes = self._find(name)
            if not self._symbols.headers_in_progress:
                self._classes[name] = classes
        return classes

    def _find(self, name: str) -> tuple[ClassSymbol, ...]:
        symbols = self._symbols
        if name in self._own:
            own = symbols.class_named(self._prefix + name)
            return (own,) if own is not None else ()
        single = self._single.get(name)
        if single is not None:
            imported = symbols.class_named(single.name)
            return (imported,) if imported is not None else ()
        for item in self._unit.imports:
            if item.static and not item.on_demand and item.name.rpartition(".")[2] == name:
                member = self._member_class(item.name.rpartition(".")[0], name)
                if member is not None:
                    return (member,)
        same = symbols.class_named(self._prefix + name)
        if same is not None:
            return (same,)
        candidates: dict[ClassSymbol, None] = {}
        for item in self._unit.imports:
            if item.on_demand:
                candidate = self._on_demand(item, name)
                if candidate is not None:
                    candidates[candidate] = None
        implicit = symbols.class_named(f"java.lang.{name}")
        if implicit is not None:
            candidates[implicit] = None
        return tuple(candidates)

    def _on_demand(self, item: syntax.Import, name: str) -> ClassSymbol | None:
        candidate = None if item.static else self._symbols.class_named(f"{item.name}.{name}")
        if candidate is None:
            candidate = self._member_class(item.name, name)
        if candidate is None or "public" in candidate.flags or candidate.package == self._unit.package:
            return candidate
        return None

    def _member_class(self, owner: str, name: str) -> ClassSymbol | None:
        symbol = self._symbols.class_named(owner)
        return self._symbols.members.find_member_class(symbol, name) if symbol is not None else None

    def unmodelled(self, name: str) -> str | None:
        """The qualified name of a class of the JDK that an import could mean and that has no model."""
        single = self._single.get(name)
        if single is not None:
            return single.name if self._symbols.is_unmodelled(single.name) else None
        packages = [i.name for i in self._unit.imports if i.on_demand and not i.static]
        for package in (*packages, "java.lang"):
            if self._symbols.is_known_class(package, name):
                return f"{package}.{name}"
        return None

    # --- static imports ------------------------------------------------------------------------------------

    def static_fields(self, name: str) -> list[FieldSymbol]:
        """The static fields imported under a name."""
        for on_demand in (False, True):
            fields: dict[FieldSymbol, None] = {}
            for symbol in self._static_owners(name, on_demand):
                field = self._symbols.members.find_field(symbol.this_type, name)
                if field is not None and field.field.static:
                    fields[field.field] = None
            if fields:
                return list(fields)
        return []

    def static_methods(self, name: str) -> list[MethodSymbol]:
        """The static methods imported under a name."""
        for on_demand in (False, True):
            methods: dict[MethodSymbol, None] = {}
            for symbol in self._static_owners(name, on_demand):
                for method, _ in self._symbols.members.find_methods(symbol.this_type, name):
                    if method.static:
                        methods[method] = None
            if methods:
                return list(methods)
        return []

    def _static_owners(self, name: str, on_demand: bool) -> list[ClassSymbol]:
        owners = []
        for item in self._unit.imports:
            if item.static and item.on_demand == on_demand:
                owner, _, member = item.name.rpartition(".")
                symbol = self._symbols.class_named(item.name if on_demand else owner)
                if symbol is not None and (on_demand or member == name):
                    owners.append(symbol)
        return owners

    # --- checks --------------------------------------------------------------------------------------------

    def check_classes(self) -> None:
        """Report imports of classes and packages that do not exist."""
        for item in self._unit.imports:
            if item.static:
                self._check_class(item.name if item.on_demand else item.name.rpartition(".")[0], item)
            elif not (item.on_demand and self._symbols.is_package(item.name)):
                self._check_class(item.name, item)

    def check_static_members(self) -> None:
        """Report imports of static members that do not exist; needs the members of classes."""
        for item in self._unit.imports:
            if item.static and not item.on_demand:
                self._check_static(item)

    def _check_class(self, name: str, item: syntax.Import) -> None:
        symbols = self._symbols
        symbol = symbols.class_named(name)
        if symbol is not None:
            self._check_access(symbol, name, item)
            return
        package, _, simple = name.rpartition(".")
        span = self._last_dot(item, name)
        outer = symbols.class_named(package)
        if symbols.is_unmodelled(name):
            symbols.diagnostics.report(span, symbols.unmodelled_text(name))
        elif outer is not None:
            text = (
                f"cannot find symbol\n  symbol:   class {simple}\n  location: {outer.kind.value} {outer.display_name}"
            )
            symbols.diagnostics.report(span, text)
        elif item.on_demand and not item.static:
            symbols.diagnostics.report(span, f"package {name} does not exist")
        elif symbols.is_package(package):
            text = f"cannot find symbol\n  symbol:   class {simple}\n  location: package {package}"
            symbols.diagnostics.report(span, text)
        else:
            symbols.diagnostics.report(span, f"package {package} does not exist")
            if item.static and not item.on_demand:
                symbols.diagnostics.report(item.span, "static import only from classes and interfaces")

    def _check_access(self, symbol: ClassSymbol, name: str, item: syntax.Import) -> None:
        diagnostics = self._symbols.diagnostics
        if symbol.package != self._unit.package and not {"public", "protected"} & symbol.flags:
            diagnostics.report(self._last_dot(item, name), access_text(symbol))
        elif not item.static and not item.on_demand:
            simple = name.rpartition(".")[2]
            first = self._single[simple]
            if simple in self._own and name != self._prefix + simple:
                diagnostics.report(item.span, f"{simple} is already defined in this compilation unit")
            elif first is not item and first.name != name:
                why = f"defined by the single-type-import of {simple}"
                diagnostics.report(item.span, f"a type with the same simple name is already {why}")

    def _check_static(self, item: syntax.Import) -> None:
        symbols = self._symbols
        owner, _, name = item.name.rpartition(".")
        symbol = symbols.class_named(owner)
        if symbol is None or symbols.members.find_member_class(symbol, name) is not None:
            return
        if self.static_fields(name) or self.static_methods(name):
            return
        if symbol.library:
            text = f"{owner}.{name} is not modelled\n  hint: the model of the class has no such static member"
        else:
            text = (
                f"cannot find symbol\n  symbol:   static {name}\n  location: {symbol.kind.value} {symbol.display_name}"
            )
        symbols.diagnostics.report(item.span, text)

    def _last_dot(self, item: syntax.Import, name: str) -> Span:
        content, span = self._unit.file.content, item.span
        compact = content[span.start : span.end]
        dots = [index for index, byte in enumerate(compact) if byte == 0x2E]
        wanted = name.count(".") - 1
        if not 0 <= wanted < len(dots):
            return span
        return Span(span.file, span.start + dots[wanted], span.end)
