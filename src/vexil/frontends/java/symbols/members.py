"""Members of types: fields, methods and classes, inherited ones included (JLS 8.2, 9.2), and who may use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.access import is_accessible
from vexil.frontends.java.symbols.shapes import direct_supertypes
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


class FieldMember(NamedTuple):
    """A field and its type as a member of where it was looked for."""

    field: FieldSymbol
    type: JavaType
    other: FieldSymbol | None
    """Another field that the name could mean as well: the reference is ambiguous."""


class MethodMember(NamedTuple):
    """A method and the supertype of the site that declares it, whose arguments its types are to be seen under.

    The site of a static method has the type parameters themselves as arguments, so that nothing is replaced or erased.
    """

    method: MethodSymbol
    site: java.ClassType


class Members:
    """Lookup of members; results are remembered."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols
        self._types = symbols.types
        self._methods: dict[tuple[ClassSymbol, str], list[MethodSymbol]] = {}
        self._all_methods: dict[ClassSymbol, list[MethodMember]] = {}
        self._implementations: dict[tuple[MethodSymbol, ClassSymbol], MethodSymbol | None] = {}

    # --- fields --------------------------------------------------------------------------------------------

    def find_field(self, site: JavaType, name: str) -> FieldMember | None:
        """The field of a type, regardless of accessibility; ``length`` of arrays is the caller's business."""
        fields: list[FieldSymbol] = []
        for part in self._parts(site):
            fields.extend(f for f in self._fields(part.symbol, name) if f not in fields)
        if not fields:
            return None
        first = fields[0]
        shown = first.type if first.static else self._types.member_type(site, first.type, first.owner)
        return FieldMember(first, shown, fields[1] if len(fields) > 1 else None)

    def _fields(self, symbol: ClassSymbol, name: str) -> list[FieldSymbol]:
        own = symbol.fields.get(name)
        if own is not None:
            return [own]
        fields = [f for s in self._types.closure(symbol) if (f := s.fields.get(name)) is not None]
        return [f for f in fields if not any(g is not f and self._types.is_subclass(g.owner, f.owner) for g in fields)]

    # --- methods -------------------------------------------------------------------------------------------

    def find_methods(self, site: JavaType, name: str) -> list[MethodMember]:
        """All methods of a type with a name, declared or inherited, without overridden ones.

        An interface has the public methods of `Object` too. Type variables have the members of their bounds, arrays
        those of `Object` (the result type of an array's ``clone`` is the caller's business).
        """
        parts = self._parts(site)
        if len(parts) == 1:
            return [self._member(method, parts[0]) for method in self._methods_named(parts[0].symbol, name)]
        chosen: list[MethodMember] = []
        for part in parts:
            for method in self._methods_named(part.symbol, name):
                member = self._member(method, part)
                if not any(self._covers(other, member) for other in chosen):
                    chosen = [other for other in chosen if not self._covers(member, other)]
                    chosen.append(member)
        return chosen

    def _covers(self, other: MethodMember, covered: MethodMember) -> bool:
        """Whether a method of one bound makes that of another one superfluous."""
        if other.method is covered.method:
            return True
        types = self._types
        mine, theirs = types.parameters_in(other.method, other.site), types.parameters_in(covered.method, covered.site)
        same = len(mine) == len(theirs) and all(map(types.is_same, mine, theirs))
        if not same or other.method.static or covered.method.static:
            return False
        if types.is_subclass(covered.method.owner, other.method.owner):
            return False
        results = (types.result_in(other.method, other.site), types.result_in(covered.method, covered.site))
        return types.is_subclass(other.method.owner, covered.method.owner) or types.is_subtype_unchecked(*results)

    def _member(self, method: MethodSymbol, site: java.ClassType) -> MethodMember:
        if method.static:
            return MethodMember(method, method.owner.this_type)
        return MethodMember(method, self._types.as_super(site, method.owner) or method.owner.this_type)

    def _parts(self, site: JavaType) -> tuple[java.ClassType, ...]:
        match site:
            case java.ClassType():
                return (site,)
            case java.TypeVariable() | java.IntersectionType() | java.WildcardType():
                return self._types.supertypes(site)
            case java.ArrayType():
                return (self._symbols.object,)
            case java.PrimitiveType() | java.NullType() | java.ErrorType():
                return ()

    def _methods_named(self, symbol: ClassSymbol, name: str) -> list[MethodSymbol]:
        key = (symbol, name)
        methods = self._methods.get(key)
        if methods is None:
            methods = self._methods[key] = self._find(symbol, name)
        return methods

    def _find(self, symbol: ClassSymbol, name: str) -> list[MethodSymbol]:
        methods = list(symbol.methods.get(name, ()))
        if name == "<init>":
            return methods
        for owner in self._types.closure(symbol):
            if owner is symbol:
                continue
            for method in owner.methods.get(name, ()):
                if self._types.is_inherited(method, symbol) and self._is_seen(method, symbol):
                    self._add(method, methods, symbol)
        return methods

    def _is_seen(self, method: MethodSymbol, symbol: ClassSymbol) -> bool:
        """Interfaces have the public methods of `Object` only (JLS 9.2)."""
        return not symbol.is_interface or method.owner.is_interface or "public" in method.flags

    def _add(self, method: MethodSymbol, methods: list[MethodSymbol], symbol: ClassSymbol) -> None:
        types, site = self._types, symbol.this_type
        for index, other in enumerate(methods):
            if not types.override_equivalent(other, method, site):
                continue
            if types.is_subclass(other.owner, method.owner) or not other.owner.is_interface:
                if types.subsignature(other, method, site) or not other.owner.is_interface:
                    return
            elif types.is_subclass(method.owner, other.owner):
                methods[index] = method
                return
            elif other.abstract and (not method.abstract or types.is_return_substitutable(method, other, site)):
                better = not types.is_return_substitutable(other, method, site) or not method.abstract
                if better:
                    methods[index] = method
                return
            else:
                return
        methods.append(method)

    def constructors(self, site: java.ClassType) -> list[MethodMember]:
        """The constructors of a class."""
        return [MethodMember(method, site) for method in site.symbol.methods.get("<init>", ())]

    def all_methods(self, symbol: ClassSymbol) -> list[MethodMember]:
        """All methods that are members of a class: without overridden ones and constructors."""
        members = self._all_methods.get(symbol)
        if members is None:
            closure = self._types.closure(symbol)
            names = dict.fromkeys(name for owner in closure for name in owner.methods if name != "<init>")
            site = symbol.this_type
            members = [self._member(method, site) for name in names for method in self._methods_named(symbol, name)]
            self._all_methods[symbol] = members
        return members

    def implementation(self, method: MethodSymbol, symbol: ClassSymbol) -> MethodSymbol | None:
        """The method that a virtual call of *method* on an instance of a class runs, ``None`` if it has none."""
        key = (method, symbol)
        if key not in self._implementations:
            self._implementations[key] = self._find_implementation(method, symbol)
        return self._implementations[key]

    def _find_implementation(self, method: MethodSymbol, symbol: ClassSymbol) -> MethodSymbol | None:
        if "private" in method.flags or method.static or method.constructor:
            return method
        current: ClassSymbol | None = symbol
        while current is not None:  # what a class overrides stays overridden below, even where nobody may see it
            for candidate in current.methods.get(method.name, ()):
                if self._types.overrides(candidate, method, symbol):
                    return None if candidate.abstract else candidate
            current = current.superclass.symbol if current.superclass is not None else None
        for candidate in self._methods_named(symbol, method.name):
            if self._types.overrides(candidate, method, symbol):
                return None if candidate.abstract else candidate
        return None if method.abstract else method

    # --- classes -------------------------------------------------------------------------------------------

    def find_member_class(self, symbol: ClassSymbol, name: str) -> ClassSymbol | None:
        """The member class of a class, declared or inherited; the first one when several are inherited."""
        own = symbol.classes.get(name)
        if own is not None:
            return own
        visited = {symbol}
        work = [s.symbol for s in direct_supertypes(symbol)]
        for current in work:
            if current in visited:
                continue
            visited.add(current)
            member = current.classes.get(name)
            if member is not None and "private" not in member.flags:
                return member
            work.extend(s.symbol for s in direct_supertypes(current))
        return None

    def is_accessible(
        self, symbol: ClassSymbol | FieldSymbol | MethodSymbol, from_class: ClassSymbol, site: JavaType | None
    ) -> bool:
        """Whether code in a class may use a class or member through *site* (``None``: by simple name or ``super``)."""
        return is_accessible(self._types, symbol, from_class, site)
