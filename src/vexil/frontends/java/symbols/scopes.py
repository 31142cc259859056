"""Which types simple names stand for at a place in a program (JLS 6.3, 6.4.1, 6.5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import TypeVariable
from vexil.languages.java.tree import CompilationUnit


@dataclass(frozen=True, slots=True)
class TypeScope:
    """One level of scope: type variables and local classes (``names``), or the member classes of ``members``.

    The outermost level, without a parent, is the file: its classes, single imports, the package, imports on demand and
    ``java.lang``. Scopes are never changed: a declaration makes a new one.
    """

    unit: CompilationUnit
    parent: TypeScope | None = None
    names: Mapping[str, ClassSymbol | TypeVariable] | None = None
    members: ClassSymbol | None = None
    owner: ClassSymbol | None = None
    """The class that the place is in: messages name it, and accessibility is judged from it."""
    static: bool = False
    """Whether type variables of classes around this level cannot be used (JLS 8.1.2)."""
    header: bool = False
    """Whether the place is the header of ``owner``; messages then name no location."""

    def with_variables(self, variables: Iterable[TypeVariable]) -> TypeScope:
        """The scope in which type variables are declared in addition."""
        names: dict[str, ClassSymbol | TypeVariable] = {variable.name: variable for variable in variables}
        return TypeScope(self.unit, self, names, None, self.owner, header=self.header) if names else self

    def with_class(self, local: ClassSymbol) -> TypeScope:
        """The scope behind the declaration of a local class."""
        return TypeScope(self.unit, self, {local.name: local}, None, self.owner)

    def inside(self, symbol: ClassSymbol) -> TypeScope:
        """The scope of the body of a class whose declaration is at this place, its type parameters not included."""
        return TypeScope(self.unit, self, None, symbol, symbol)

    def in_static_code(self) -> TypeScope:
        """The same scope for static members: type variables of the classes around cannot be used."""
        return self if self.static else TypeScope(self.unit, self, None, None, self.owner, True, self.header)

    def of_header(self, symbol: ClassSymbol) -> TypeScope:
        """The same names, used by the header of a class that is declared here."""
        return replace(self, owner=symbol, header=True)
