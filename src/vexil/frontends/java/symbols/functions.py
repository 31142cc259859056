"""Functional interfaces and their function types (JLS 9.8, 9.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.shapes import arguments_of, map_types, substitute
from vexil.frontends.java.symbols.signatures import Signatures
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType, IntersectionType, JavaType, TypeVariable, WildcardType

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


@dataclass(frozen=True, slots=True)
class FunctionType:
    """The function type of a functional interface (JLS 9.9)."""

    interface: ClassType
    """The interface without wildcards."""
    method: MethodSymbol
    type_parameters: tuple[TypeVariable, ...]
    parameters: tuple[JavaType, ...]
    result: JavaType
    throws: tuple[JavaType, ...]


class Functions(Signatures):
    """Function types in a program."""

    def __init__(self, symbols: SymbolTable) -> None:
        super().__init__(symbols)
        self._function_methods: dict[ClassSymbol, MethodSymbol | None] = {}
        self._function_types: dict[ClassType, FunctionType | None] = {}

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

    def _stands_for(self, method: MethodSymbol, other: MethodSymbol, site: ClassType) -> bool:
        if method is other:
            return True
        return self.subsignature(method, other, site) and self.is_return_substitutable(method, other, site)

    def _is_of_object(self, method: MethodSymbol, symbol: ClassSymbol) -> bool:
        declared = self._symbols.object.symbol.methods.get(method.name, ())
        site = symbol.this_type
        return any("public" in other.flags and self.subsignature(method, other, site) for other in declared)

    def is_return_substitutable(self, m: MethodSymbol, n: MethodSymbol, site: ClassType) -> bool:
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
        if isinstance(t, IntersectionType):
            functions = [f for part in t.types if (f := self.function_type(part)) is not None]
            return functions[0] if len(functions) == 1 else None
        if not isinstance(t, ClassType):
            return None
        if t not in self._function_types:
            self._function_types[t] = self._find_function_type(t)
        return self._function_types[t]

    def _find_function_type(self, t: ClassType) -> FunctionType | None:
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

    def _without_wildcards(self, t: ClassType) -> ClassType:
        """The parametrisation that JLS 9.9 derives from one with wildcards."""
        if not any(isinstance(a, WildcardType) for a in t.arguments):
            return t
        parameters = t.symbol.all_parameters
        arguments: list[JavaType] = []
        for parameter, argument in zip(parameters, t.arguments, strict=True):
            if not isinstance(argument, WildcardType):
                arguments.append(argument)
            elif argument.bound is None:
                arguments.append(self._declared_bound(parameter, parameters))
            elif argument.upper:
                arguments.append(self.glb([argument.bound, self._declared_bound(parameter, parameters)]))
            else:
                arguments.append(argument.bound)
        return ClassType(t.symbol, tuple(arguments))

    def _declared_bound(self, parameter: TypeVariable, parameters: tuple[TypeVariable, ...]) -> JavaType:
        erased = {other: self.erasure(other) for other in parameters}
        return self.glb([substitute(bound, erased) for bound in parameter.bounds])
