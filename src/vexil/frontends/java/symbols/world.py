"""All classes of a program, the user's and the library's, found by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vexil.core.source import Span
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.class_table import ClassTable
from vexil.frontends.java.symbols.completion import DeclaredCompletion
from vexil.frontends.java.symbols.entering import (
    check_cycles,
    check_local_name,
    enter_members,
    enter_unit,
    has_name_of_enclosing,
    new_local,
    prepare,
)
from vexil.frontends.java.symbols.imports import FileNames
from vexil.frontends.java.symbols.library import Library
from vexil.frontends.java.symbols.members import Members
from vexil.frontends.java.symbols.names import location_text
from vexil.frontends.java.symbols.relations import Types
from vexil.frontends.java.symbols.resolving import Resolver
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbols import ClassSymbol, CodeOwner, ConstantValue, FieldSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType, JavaType
from vexil.languages.java import tree as syntax


class World(ClassTable):
    """The classes of a program.

    The user's units are entered at once, headers and members included, and what is wrong with them is reported;
    classes of the library are entered by name and completed when something of them is asked for. Each class of the
    user's is given to *check_class* when it has been entered.
    """

    def __init__(
        self,
        units: Sequence[syntax.CompilationUnit],
        library: Library,
        diagnostics: Diagnostics,
        check_class: Callable[[World, ClassSymbol], None],
    ) -> None:
        super().__init__(library, (unit.package for unit in units))
        self.diagnostics = diagnostics
        self._check_class = check_class
        self.types = Types(self)
        """Relations between types."""
        self.members = Members(self)
        """Lookup of members."""
        self.classes: list[ClassSymbol] = []
        """The user's classes in the order of entering: top-level and member classes, then local and anonymous ones."""
        self.evaluate_constant: Callable[[FieldSymbol], ConstantValue | None] = lambda _: None
        """Computes the value of a final field with an initialiser, if it is constant; typing replaces it."""
        self.headers_in_progress = 0
        """How many headers are being completed; nothing about supertypes is remembered meanwhile."""
        self._resolver = Resolver(self)
        self._files: dict[int, FileNames] = {}
        self._member_classes: dict[tuple[ClassSymbol, str], ClassSymbol | None] = {}
        self._local_names: dict[int, tuple[syntax.ClassDeclaration, str]] = {}
        self._pending: list[Callable[[], None]] = []
        self._complete = False
        self._enter(units)

    def _enter(self, units: Sequence[syntax.CompilationUnit]) -> None:
        for unit in units:
            self.classes.extend(enter_unit(self, unit, library=False))
        for unit in units:
            self.file_names(unit).check_classes()
        for symbol in self.classes:
            _ = symbol.interfaces
        check_cycles(self, self.classes)
        self._complete = True
        for symbol in self.classes:
            _ = symbol.methods
        for unit in units:
            self.file_names(unit).check_static_members()
        for symbol in tuple(self.classes):
            self._check_class(self, symbol)
        self._run_pending()

    def _enter_library(self, unit: syntax.CompilationUnit) -> None:
        enter_unit(self, unit, library=True)

    # --- scopes --------------------------------------------------------------------------------------------

    def file_names(self, unit: syntax.CompilationUnit) -> FileNames:
        """The names that a file knows."""
        known = self._files.get(id(unit))
        if known is None:
            known = self._files[id(unit)] = FileNames(self, unit)
        return known

    def member_class(self, symbol: ClassSymbol, name: str) -> ClassSymbol | None:
        """The member class of a class, declared or inherited; remembered."""
        key = (symbol, name)
        if key in self._member_classes:
            return self._member_classes[key]
        found = self.members.find_member_class(symbol, name)
        if self._complete and not self.headers_in_progress:
            self._member_classes[key] = found
        return found

    def class_scope(self, symbol: ClassSymbol) -> TypeScope:
        """The scope of the body of a class, its type parameters and member classes included."""
        completion = symbol.completion
        assert isinstance(completion, DeclaredCompletion)
        return completion.body_scope()

    def method_scope(self, method: MethodSymbol) -> TypeScope:
        """The scope of a method's body; ``class_scope(c).in_static_code()`` is the one of static initialisers."""
        scope = self.class_scope(method.owner)
        return (scope.in_static_code() if method.static else scope).with_variables(method.type_parameters)

    def resolve_type(self, name: syntax.TypeName, scope: TypeScope) -> JavaType:
        """The type that is written; what cannot be found is reported and gives the error type.

        A class type without type arguments is raw if the class is generic. ``var`` is the caller's business.
        """
        return self._resolver.resolve(name, scope)

    def check_when_complete(self, check: Callable[[], None]) -> None:
        """Run a check that needs complete headers: now, or once those of the user's classes are complete."""
        if self._complete and not self.headers_in_progress:
            check()
        else:
            self._pending.append(check)

    def _run_pending(self) -> None:
        pending, self._pending = self._pending, []
        for check in pending:
            check()

    def find_type(self, name: str, scope: TypeScope) -> ClassSymbol | None:
        """The class that a simple name stands for, without reporting (JLS 6.5.2: is it a type?); no type variables."""
        found = self._resolver.lookup(name, scope)
        return found if isinstance(found, ClassSymbol) else None

    def resolve_qualified(self, name: str, scope: TypeScope) -> ClassSymbol | None:
        """The class that a dotted name stands for (``Map.Entry``, ``java.util.Map``), without reporting."""
        first, *others = name.split(".")
        symbol = self.find_type(first, scope)
        if symbol is None:
            return self.class_named(name)
        for part in others:
            symbol = self.member_class(symbol, part)
            if symbol is None:
                return None
        return symbol

    def report_missing_class(self, name: str, span: Span, scope: TypeScope) -> None:
        """Report that no class has the (simple or qualified) name: javac's words, or that it is not modelled."""
        unmodelled = name if self.is_unmodelled(name) else self.file_names(scope.unit).unmodelled(name)
        if unmodelled is not None:
            self.diagnostics.report(span, self.unmodelled_text(unmodelled))
            return
        place = scope.owner.outer if scope.owner is not None and scope.header else scope.owner
        if place is None:
            text = f"cannot find symbol\n  symbol: class {name}"
        else:
            text = f"cannot find symbol\n  symbol:   class {name}\n  location: {location_text(place)}"
        self.diagnostics.report(span, text)

    def static_import_fields(self, unit: syntax.CompilationUnit, name: str) -> list[FieldSymbol]:
        """The static fields that a file imports under a name; those imported singly hide those imported on demand."""
        return self.file_names(unit).static_fields(name)

    def static_import_methods(self, unit: syntax.CompilationUnit, name: str) -> list[MethodSymbol]:
        """The static methods that a file imports under a name; those imported singly hide those imported on demand."""
        return self.file_names(unit).static_methods(name)

    # --- classes inside of code ----------------------------------------------------------------------------

    def enter_local(
        self,
        declaration: syntax.ClassDeclaration,
        outer: ClassSymbol,
        code: CodeOwner,
        scope: TypeScope,
        static_context: bool,
    ) -> ClassSymbol:
        """Enter a local class, members and checks included; the code behind it has ``scope.with_class(symbol)``.

        Entering the same declaration again makes a new symbol of the same binary name, which replaces the former.
        """
        symbol = new_local(declaration, self._local_name(declaration, outer), outer, code, static_context)
        if not has_name_of_enclosing(self, declaration, outer):
            check_local_name(self, declaration, code, scope)
        prepare(self, symbol, scope.with_class(symbol))
        self._finish(symbol)
        return symbol

    def enter_anonymous(
        self,
        declaration: syntax.ClassDeclaration,
        supertype: ClassType,
        constructor: MethodSymbol | None,
        outer: ClassSymbol,
        code: CodeOwner,
        scope: TypeScope,
        static_context: bool,
    ) -> ClassSymbol:
        """Enter an anonymous class that extends or implements *supertype*.

        Its constructor takes the parameters of *constructor*, the one of the superclass that is called (``None`` for
        an interface), and passes them on; it has no declaration.
        """
        symbol = new_local(declaration, self._local_name(declaration, outer), outer, code, static_context)
        completion = prepare(self, symbol, scope)
        completion.supertype, completion.called = supertype, constructor
        self._finish(symbol)
        return symbol

    def enter_enum_body(self, constant: FieldSymbol, constructor: MethodSymbol) -> ClassSymbol:
        """Enter the body of an enum constant, a subclass of the enum; *constructor* is the enum's that is called."""
        assert constant.enum_constant is not None
        assert constant.enum_constant.body is not None
        declaration, outer = constant.enum_constant.body, constant.owner
        symbol = new_local(declaration, self._local_name(declaration, outer), outer, None, static_context=True)
        completion = prepare(self, symbol, self.class_scope(outer).in_static_code())
        completion.supertype, completion.called = outer.this_type, constructor
        self._finish(symbol)
        return symbol

    def _local_name(self, declaration: syntax.ClassDeclaration, outer: ClassSymbol) -> str:
        known = self._local_names.get(id(declaration))
        if known is None:
            count = outer.local_counts.get(declaration.name, 0) + 1
            while self.is_entered(name := f"{outer.binary_name}${count}{declaration.name}"):
                count += 1  # a class that somebody called so
            outer.local_counts[declaration.name] = count
            known = self._local_names[id(declaration)] = declaration, name
        return known[1]

    def _finish(self, symbol: ClassSymbol) -> None:
        former = self._classes.get(symbol.binary_name)
        entered = [symbol]
        self.add(symbol)
        entered.extend(enter_members(self, symbol))
        if former is not None:
            prefix = f"{symbol.binary_name}$"
            self.classes = [c for c in self.classes if c is not former and not c.binary_name.startswith(prefix)]
        if not symbol.library:
            self.classes.extend(entered)
        for each in entered:
            _ = each.interfaces
        check_cycles(self, entered)
        for each in entered:
            _ = each.methods
        if not symbol.library:
            for each in entered:
                self._check_class(self, each)
        self._run_pending()
