"""All classes of a program, the user's and the library's, found by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vexil.core.errors import UsageError
from vexil.core.source import Span
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols import jdk
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
from vexil.frontends.java.symbols.messages import location_text
from vexil.frontends.java.symbols.relations import Types
from vexil.frontends.java.symbols.resolving import Resolver
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbols import ClassSymbol, CodeOwner, ConstantValue, FieldSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType, JavaType
from vexil.languages.java import tree as syntax


class SymbolTable:
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
        check_class: Callable[[SymbolTable, ClassSymbol], None],
    ) -> None:
        self._library = library
        self._classes: dict[str, ClassSymbol | None] = {}
        self._well_known: dict[str, ClassType] = {}
        self._packages = _with_prefixes((*library.packages, *(unit.package for unit in units)))
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
        self._files: dict[syntax.CompilationUnit, FileNames] = {}
        self._member_classes: dict[tuple[ClassSymbol, str], ClassSymbol | None] = {}
        self._local_names: dict[syntax.ClassDeclaration, str] = {}
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

    # --- classes by name -----------------------------------------------------------------------------------

    def add(self, symbol: ClassSymbol) -> None:
        """Make a class known by its names."""
        self._classes[symbol.binary_name] = symbol
        if symbol.code is None and symbol.name:
            self._classes[symbol.qualified_name] = symbol

    def is_entered(self, name: str) -> bool:
        """Whether a class of the name was entered already."""
        return self._classes.get(name) is not None

    def class_named(self, name: str) -> ClassSymbol | None:
        """The class with a qualified (``java.util.Map.Entry``) or binary (``java.util.Map$Entry``) name."""
        if name not in self._classes:
            self._classes[name] = self._find_class(name)
        return self._classes[name]

    def _find_class(self, name: str) -> ClassSymbol | None:
        unit = self._library.find(name)
        if unit is not None:
            enter_unit(self, unit, library=True)
            return self._classes.get(name)
        for separator in ("$", "."):
            outer, dot, simple = name.rpartition(separator)
            if dot and outer not in self._packages:
                symbol = self.class_named(outer)
                if symbol is not None:
                    return symbol.classes.get(simple)
        return None

    def top_level(self, name: str) -> ClassSymbol | None:
        """The top-level class with a qualified name."""
        symbol = self.class_named(name)
        return symbol if symbol is not None and symbol.outer is None else None

    def well_known(self, name: str) -> ClassType:
        """The type of a class that the language itself relies on; raw when it is generic."""
        kind = self._well_known.get(name)
        if kind is None:
            symbol = self.class_named(name)
            if symbol is None:
                raise UsageError(f"the library has no model of {name}", hint="the installation of Vexil is incomplete")
            kind = self._well_known[name] = ClassType(symbol)
        return kind

    @property
    def object(self) -> ClassType:
        """The type `java.lang.Object`."""
        return self.well_known("java.lang.Object")

    @property
    def string(self) -> ClassType:
        """The type `java.lang.String`."""
        return self.well_known("java.lang.String")

    @property
    def throwable(self) -> ClassType:
        """The type `java.lang.Throwable`."""
        return self.well_known("java.lang.Throwable")

    def is_package(self, name: str) -> bool:
        """Whether a package of the user's, of the library or of the JDK has the name, or one below it."""
        return name in self._packages or name in jdk.PACKAGES

    def is_unmodelled(self, name: str) -> bool:
        """Whether a qualified name is one of ``java.*`` or ``javax.*`` that the library has no model of."""
        if not name.startswith(("java.", "javax.")) or self.is_package(name) or self.class_named(name) is not None:
            return False
        package = name.rpartition(".")[0]
        while package not in jdk.PACKAGES and "." in package:
            package = package.rpartition(".")[0]
        return self.is_known_class(package, name[len(package) + 1 :].partition(".")[0])

    def is_known_class(self, package: str, name: str) -> bool:
        """Whether the JDK has a public class of a name in a package; of rare packages that is assumed."""
        listed = jdk.classes_of(package)
        return package in jdk.PACKAGES if listed is None else name in listed

    def unmodelled_text(self, name: str) -> str:
        """The message about a class of the JDK that has no model."""
        return f"class {name} is not modelled\n  hint: replace it, or give a model of it as a source file of its own"

    # --- scopes --------------------------------------------------------------------------------------------

    def file_names(self, unit: syntax.CompilationUnit) -> FileNames:
        """The names that a file knows."""
        names = self._files.get(unit)
        if names is None:
            names = self._files[unit] = FileNames(self, unit)
        return names

    def member_class(self, symbol: ClassSymbol, name: str) -> ClassSymbol | None:
        """The member class of a class, declared or inherited; remembered."""
        key = (symbol, name)
        if key in self._member_classes:
            return self._member_classes[key]
        member = self.members.find_member_class(symbol, name)
        if self._complete and not self.headers_in_progress:
            self._member_classes[key] = member
        return member

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
        declared = self._resolver.lookup(name, scope)
        return declared if isinstance(declared, ClassSymbol) else None

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
        if declaration not in self._local_names:
            count = outer.local_counts.get(declaration.name, 0) + 1
            while self.is_entered(name := f"{outer.binary_name}${count}{declaration.name}"):
                count += 1  # a class that somebody called so
            outer.local_counts[declaration.name] = count
            self._local_names[declaration] = name
        return self._local_names[declaration]

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


def _with_prefixes(packages: Iterable[str]) -> frozenset[str]:
    """Packages and those around them."""
    prefixes: set[str] = set()
    for package in packages:
        parts = package.split(".") if package else []
        prefixes.update(".".join(parts[: count + 1]) for count in range(len(parts)))
    return frozenset(prefixes)
