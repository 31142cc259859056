"""Classes found by qualified or binary name; those of the library are read when a name asks for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from vexil.core.errors import UsageError
from vexil.frontends.java.symbols import jdk
from vexil.frontends.java.symbols.library import Library
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.languages.java import tree as syntax


class ClassTable(ABC):
    """The classes that were entered, and the names of packages and of classes that could be."""

    def __init__(self, library: Library, packages: Iterable[str]) -> None:
        """Start without classes; *packages* are the user's."""
        self._library = library
        self._classes: dict[str, ClassSymbol | None] = {}
        self._well_known: dict[str, ClassType] = {}
        self._packages = _with_prefixes((*library.packages, *packages))

    @abstractmethod
    def _enter_library(self, unit: syntax.CompilationUnit) -> None:
        """Enter the classes of a file of the library."""

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
            self._enter_library(unit)
            return self._classes.get(name)
        for separator in ("$", "."):
            outer, found, simple = name.rpartition(separator)
            if found and outer not in self._packages:
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
        known = self._well_known.get(name)
        if known is None:
            symbol = self.class_named(name)
            if symbol is None:
                raise UsageError(f"the library has no model of {name}", hint="the installation of Vexil is incomplete")
            known = self._well_known[name] = ClassType(symbol)
        return known

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


def _with_prefixes(packages: Iterable[str]) -> frozenset[str]:
    """Packages and those around them."""
    found: set[str] = set()
    for package in packages:
        parts = package.split(".") if package else []
        found.update(".".join(parts[: count + 1]) for count in range(len(parts)))
    return frozenset(found)
