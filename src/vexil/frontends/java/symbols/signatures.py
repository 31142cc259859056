"""Signatures of methods: equality, overriding and erasure (JLS 8.4.2, 8.4.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.conversions import Conversions
from vexil.frontends.java.symbols.shapes import arguments_of, map_types
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType, TypeVariable

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


class Signatures(Conversions):
    """Signatures in a program."""

    def __init__(self, symbols: SymbolTable) -> None:
        super().__init__(symbols)
        self._erased: dict[MethodSymbol, tuple[JavaType, ...]] = {}

    def erased_parameters(self, method: MethodSymbol) -> tuple[JavaType, ...]:
        """The erasures of the types of its parameters."""
        known = self._erased.get(method)
        if known is None:
            known = self._erased[method] = tuple(self.erasure(t) for t in method.parameters)
        return known

    def erased_signature(self, method: MethodSymbol) -> str:
        """The name with the erased types of its parameters and binary names of classes: ``m(int,java.lang.String)``."""
        return f"{method.name}({','.join(map(binary_text, self.erased_parameters(method)))})"

    def parameters_in(self, method: MethodSymbol, site: ClassType) -> tuple[JavaType, ...]:
        """The types of its parameters as a member of *site*; erased when the site is raw."""
        mapping = self._seen_from(method, site)
        return self.erased_parameters(method) if mapping is None else map_types(method.parameters, mapping)

    def result_in(self, method: MethodSymbol, site: ClassType) -> JavaType:
        """Its result type as a member of *site*."""
        return method.result if method.static else self.member_type(site, method.result, method.owner)

    def _seen_from(self, method: MethodSymbol, site: ClassType) -> Mapping[TypeVariable, JavaType] | None:
        if method.static or not method.owner.all_parameters:
            return {}
        base = self.as_super(site, method.owner)
        if base is None:
            return {}
        return arguments_of(base) if base.arguments else None

    def adapted(self, m: MethodSymbol, n: MethodSymbol) -> dict[TypeVariable, JavaType] | None:
        """The type parameters of *n* renamed to those of *m*, ``None`` if their numbers differ (JLS 8.4.4)."""
        if len(m.type_parameters) != len(n.type_parameters):
            return None
        return dict(zip(n.type_parameters, m.type_parameters, strict=True))

    def same_parameters(self, m: MethodSymbol, n: MethodSymbol, site: ClassType) -> bool:
        """Whether *m* and *n*, as members of *site*, have the same signature (JLS 8.4.2), type parameters adapted."""
        if len(m.parameters) != len(n.parameters):
            return False
        if not m.parameters and not m.type_parameters and not n.type_parameters:
            return True
        renamed = self.adapted(m, n)
        if renamed is None:
            return False
        mine, others = self.parameters_in(m, site), map_types(self.parameters_in(n, site), renamed)
        if not all(map(self.is_same, mine, others)):
            return False
        return not renamed or self._same_bounds(m, n, site, renamed)

    def _same_bounds(
        self, m: MethodSymbol, n: MethodSymbol, site: ClassType, renamed: dict[TypeVariable, JavaType]
    ) -> bool:
        seen_m, seen_n = self._seen_from(m, site) or {}, self._seen_from(n, site) or {}
        for mine, other in zip(m.type_parameters, n.type_parameters, strict=True):
            left = {self.substitute(bound, seen_m) for bound in mine.bounds}
            right = {self.substitute(self.substitute(bound, seen_n), renamed) for bound in other.bounds}
            if left != right:
                return False
        return True

    def subsignature(self, m: MethodSymbol, n: MethodSymbol, site: ClassType) -> bool:
        """Whether the signature of *m* is a subsignature of that of *n*, both as members of *site* (JLS 8.4.2)."""
        if len(m.parameters) != len(n.parameters):
            return False
        if self.same_parameters(m, n, site):
            return True
        if m.type_parameters:
            return False
        erased = tuple(self.erasure(t) for t in self.parameters_in(n, site))
        return all(map(self.is_same, self.parameters_in(m, site), erased))

    def override_equivalent(self, m: MethodSymbol, n: MethodSymbol, site: ClassType) -> bool:
        """Whether one of two methods has a subsignature of the other's, both as members of *site*."""
        return self.subsignature(m, n, site) or self.subsignature(n, m, site)

    def is_inherited(self, method: MethodSymbol, symbol: ClassSymbol) -> bool:
        """Whether a class has a method of one of its supertypes as a member, overriding set aside (JLS 8.4.8)."""
        if method.owner is symbol:
            return True
        if method.constructor or "private" in method.flags or (method.static and method.owner.is_interface):
            return False
        if "public" in method.flags or "protected" in method.flags:
            return True
        current: ClassSymbol | None = symbol
        while current is not None and current is not method.owner:
            if current.package != method.owner.package:
                return False
            current = current.superclass.symbol if current.superclass is not None else None
        return True

    def overrides(self, m: MethodSymbol, n: MethodSymbol, symbol: ClassSymbol) -> bool:
        """Whether *m* overrides or implements *n* in (a subclass of) the class *symbol* (JLS 8.4.8.1, 9.4.1)."""
        if m is n:
            return True
        if m.name != n.name or m.static or n.static or m.constructor or len(m.parameters) != len(n.parameters):
            return False
        if "private" in m.flags or "private" in n.flags:
            return False
        if not ("public" in n.flags or "protected" in n.flags or n.owner.package == m.owner.package):
            return False
        below = self.is_subclass(m.owner, n.owner)
        implements = n.owner.is_interface and not (m.owner.is_interface and not below)
        return (below or implements) and self.subsignature(m, n, symbol.this_type)

    def is_checked_exception(self, t: JavaType) -> bool:
        """Whether an exception type is checked (JLS 11.1.1)."""
        unchecked = ("java.lang.RuntimeException", "java.lang.Error")
        return not any(self.is_subtype(t, self._symbols.well_known(name)) for name in unchecked)

    def method_text(self, method: MethodSymbol) -> str:
        """A method as messages name it: ``m(int,String)``, a constructor by the name of its class."""
        name = method.owner.display_name if method.constructor else method.name
        parameters = [str(t) for t in method.parameters]
        if method.varargs and isinstance(method.parameters[-1], ArrayType):
            parameters[-1] = f"{method.parameters[-1].element}..."
        return f"{_type_parameters_text(method)}{name}({','.join(parameters)})"


def _type_parameters_text(method: MethodSymbol) -> str:
    return f"<{','.join(map(str, method.type_parameters))}>" if method.type_parameters else ""


def binary_text(t: JavaType) -> str:
    """An erased type as functions' names have it: classes by their binary names."""
    match t:
        case ClassType(symbol):
            return symbol.binary_name
        case ArrayType(element):
            return f"{binary_text(element)}[]"
        case _:
            return str(t)
