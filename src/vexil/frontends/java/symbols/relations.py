"""Relations between types: signatures of methods (JLS 8.4.2, 8.4.8) and function types (JLS 9.8, 9.9).

`Types` builds on `shapes`, `subtyping` and `conversions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.conversions import Conversions
from vexil.frontends.java.symbols.shapes import arguments_of, map_types, substitute
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


@dataclass(frozen=True, slots=True)
class FunctionType:
    """The function type of a functional interface (JLS 9.9)."""

    interface: java.ClassType
    """The interface without wildcards."""
    method: MethodSymbol
    type_parameters: tuple[java.TypeVariable, ...]
    parameters: tuple[JavaType, ...]
    result: JavaType
    throws: tuple[JavaType, ...]


class Types(Conversions):
    """Relations between the types of a program; answers are remembered."""

    def __init__(self, symbols: SymbolTable) -> None:
        super().__init__(symbols)
        self._erased: dict[MethodSymbol, tuple[JavaType, ...]] = {}
        self._function_methods: dict[ClassSymbol, MethodSymbol | None] = {}
        self._function_types: dict[java.ClassType, FunctionType | None] = {}

    def erased_parameters(self, method: MethodSymbol) -> tuple[JavaType, ...]:
        """The erasures of the types of its parameters."""
        erased = self._erased.get(method)
        if erased is None:
            erased = self._erased[method] = tuple(self.erasure(t) for t in method.parameters)
        return erased

    def erased_signature(self, method: MethodSymbol) -> str:
        """The name with the erased types of its parameters and binary names of classes: ``m(int,java.lang.String)``."""
        return f"{method.name}({','.join(map(binary_text, self.erased_parameters(method)))})"

    def parameters_in(self, method: MethodSymbol, site: java.ClassType) -> tuple[JavaType, ...]:
        """The types of its parameters as a member of *site*; erased when the site is raw."""
        mapping = self._seen_from(method, site)
        return self.erased_parameters(method) if mapping is None else map_types(method.parameters, mapping)

    def result_in(self, method: MethodSymbol, site: java.ClassType) -> JavaType:
        """Its result type as a member of *site*."""
        return method.result if method.static else self.member_type(site, method.result, method.owner)

    def _seen_from(self, method: MethodSymbol, site: java.ClassType) -> Mapping[java.TypeVariable, JavaType] | None:
        if method.static or not method.owner.all_parameters:
            return {}
        base = self.as_super(site, method.owner)
        if base is None:
            return {}
        return arguments_of(base) if base.arguments else None

    def adapted(self, m: MethodSymbol, n: MethodSymbol) -> dict[java.TypeVariable, JavaType] | None:
        """The type parameters of *n* renamed to those of *m*, ``None`` if their numbers differ (JLS 8.4.4)."""
        if len(m.type_parameters) != len(n.type_parameters):
            return None
        return dict(zip(n.type_parameters, m.type_parameters, strict=True))

    def same_parameters(self, m: MethodSymbol, n: MethodSymbol, site: java.ClassType) -> bool:
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
        self, m: MethodSymbol, n: MethodSymbol, site: java.ClassType, renamed: dict[java.TypeVariable, JavaType]
    ) -> bool:
        seen_m, seen_n = self._seen_from(m, site) or {}, self._seen_from(n, site) or {}
        for mine, other in zip(m.type_parameters, n.type_parameters, strict=True):
            left = {self.substitute(bound, seen_m) for bound in mine.bounds}
            right = {self.substitute(self.substitute(bound, seen_n), renamed) for bound in other.bounds}
            if left != right:
                return False
        return True

    def subsignature(self, m: MethodSymbol, n: MethodSymbol, site: java.ClassType) -> bool:
        """Whether the signature of *m* is a subsignature of that of *n*, both as members of *site* (JLS 8.4.2)."""
        if len(m.parameters) != len(n.parameters):
            return False
        if self.same_parameters(m, n, site):
            return True
        if m.type_parameters:
            return False
        erased = tuple(self.erasure(t) for t in self.parameters_in(n, site))
        return all(map(self.is_same, self.parameters_in(m, site), erased))

    def override_equivalent(self, m: MethodSymbol, n: MethodSymbol, site: java.ClassType) -> bool:
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
        if method.varargs and isinstance(method.parameters[-1], java.ArrayType):
            parameters[-1] = f"{method.parameters[-1].element}..."
        return f"{_type_parameters_text(method)}{name}({','.join(parameters)})"

    # --- functional interfaces -----------------------------------------------------------------------------

    def function_method(self, symbol: ClassSymbol) -> MethodSymbol | None:
        """The abstract method that makes an interface functional (JLS 9.8), ``None`` for other classes."""
        if symbol not in self._function_methods:
            self._function_methods[symbol] = self._find_function_method(symbol) if symbol.is_interface else None
        return self._function_methods[symbol]

    def _find_function_method(self, symbol: ClassSymbol) -> MethodSymbol | None:
        abstract = [
            member.method
            for member in self._symbols.members.all_methods(symbol)
            if member.method.abstract and not self._is_of_object(member.method, symbol)
        ]
        if len({method.name for method in abstract}) != 1:
            return None
        site = symbol.this_type
        for method in abstract:
            if all(self._stands_for(method, other, site) for other in abstract):
                return method
        return None

    def _stands_for(self, method: MethodSymbol, other: MethodSymbol, site: java.ClassType) -> bool:
        if method is other:
            return True
        return self.subsignature(method, other, site) and self.is_return_substitutable(method, other, site)

    def _is_of_object(self, method: MethodSymbol, symbol: ClassSymbol) -> bool:
        declared = self._symbols.object.symbol.methods.get(method.name, ())
        site = symbol.this_type
        return any("public" in other.flags and self.subsignature(method, other, site) for other in declared)

    def is_return_substitutable(self, m: MethodSymbol, n: MethodSymbol, site: java.ClassType) -> bool:
        """Whether the result of *m* may stand for that of *n*, which it overrides (JLS 8.4.5)."""
        mine, other = self.result_in(m, site), self.result_in(n, site)
        renamed = self.adapted(m, n)
        if renamed:
            other = substitute(other, renamed)
        if not self.is_reference(mine) or not self.is_reference(other):
            return mine == other or "<any>" in (str(mine), str(other))
        if self.is_subtype_unchecked(mine, other):
            return True
        return self.is_subtype(self.erasure(mine), self.erasure(other)) and not self.same_parameters(m, n, site)

    def function_type(self, t: JavaType) -> FunctionType | None:
        """The function type of a functional interface, wildcards resolved (JLS 9.9); ``None`` for other types."""
        if isinstance(t, java.IntersectionType):
            functions = [f for part in t.types if (f := self.function_type(part)) is not None]
            return functions[0] if len(functions) == 1 else None
        if not isinstance(t, java.ClassType):
            return None
        if t not in self._function_types:
            self._function_types[t] = self._find_function_type(t)
        return self._function_types[t]

    def _find_function_type(self, t: java.ClassType) -> FunctionType | None:
        method = self.function_method(t.symbol)
        if method is None:
            return None
        ground = self._without_wildcards(t)
        base = self.as_super(ground, method.owner)
        if base is None:
            return None
        if base.arguments or not method.owner.all_parameters:
            mapping = arguments_of(base)
            throws = map_types(method.throws, mapping)
            parameters, result = map_types(method.parameters, mapping), substitute(method.result, mapping)
            return FunctionType(ground, method, method.type_parameters, parameters, result, throws)
        throws = tuple(self.erasure(e) for e in method.throws)
        return FunctionType(ground, method, (), self.erased_parameters(method), self.erasure(method.result), throws)

    def _without_wildcards(self, t: java.ClassType) -> java.ClassType:
        """The parametrisation that JLS 9.9 derives from one with wildcards."""
        if not any(isinstance(a, java.WildcardType) for a in t.arguments):
            return t
        parameters = t.symbol.all_parameters
        arguments: list[JavaType] = []
        for parameter, argument in zip(parameters, t.arguments, strict=True):
            if not isinstance(argument, java.WildcardType):
                arguments.append(argument)
            elif argument.bound is None:
                arguments.append(self._declared_bound(parameter, parameters))
            elif argument.upper:
                arguments.append(self.glb([argument.bound, self._declared_bound(parameter, parameters)]))
            else:
                arguments.append(argument.bound)
        return java.ClassType(t.symbol, tuple(arguments))

    def _declared_bound(self, parameter: java.TypeVariable, parameters: tuple[java.TypeVariable, ...]) -> JavaType:
        erased = {other: self.erasure(other) for other in parameters}
        return self.glb([substitute(bound, erased) for bound in parameter.bounds])


def _type_parameters_text(method: MethodSymbol) -> str:
    return f"<{','.join(map(str, method.type_parameters))}>" if method.type_parameters else ""


def binary_text(t: JavaType) -> str:
    """An erased type as functions' names have it: classes by their binary names."""
    match t:
        case java.ClassType(symbol):
            return symbol.binary_name
        case java.ArrayType(element):
            return f"{binary_text(element)}[]"
        case _:
            return str(t)
