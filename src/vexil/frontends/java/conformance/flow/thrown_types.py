"""Sets of exception types (JLS 11.1.1): which are checked, and what calls throw."""

from __future__ import annotations

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.shapes import substitute
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree

Types = tuple[JavaType, ...]


class ThrownTypes:
    """Relations between the exceptions of a program."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._relations = symbols.types
        self.throwable: JavaType = symbols.throwable
        self._exception = self._known(symbols, "java.lang.Exception")
        self.always: Types = tuple(
            kind for name in ("java.lang.RuntimeException", "java.lang.Error") if (kind := self._known(symbols, name))
        )
        """What may be thrown anywhere."""

    @staticmethod
    def _known(symbols: SymbolTable, name: str) -> JavaType | None:
        symbol = symbols.class_named(name)
        return None if symbol is None else java.ClassType(symbol)

    def is_unchecked(self, kind: JavaType) -> bool:
        """Whether an exception need not be declared."""
        if isinstance(kind, java.NullType | java.ErrorType):
            return True
        return any(self._relations.is_subtype(kind, other) for other in self.always)

    def is_general(self, kind: JavaType) -> bool:
        """Whether this is `Exception` or `Throwable`, which may always be caught."""
        return kind in (self.throwable, self._exception)

    def is_covered(self, kind: JavaType, others: Types) -> bool:
        """Whether *kind* is one of *others* or below one of them."""
        return any(self._relations.is_subtype(kind, other) for other in others)

    def meets(self, kind: JavaType, others: Types) -> bool:
        """Whether *kind* is above or below one of *others*."""
        return any(
            self._relations.is_subtype(kind, other) or self._relations.is_subtype(other, kind) for other in others
        )

    def including(self, kind: JavaType, others: Types) -> Types:
        """*others* with *kind*; what it covers is left out."""
        return others if self.is_covered(kind, others) else (kind, *self._excluding(kind, others))

    def _excluding(self, kind: JavaType, others: Types) -> Types:
        return tuple(other for other in others if not self._relations.is_subtype(other, kind))

    def union(self, some: Types, others: Types) -> Types:
        """All types of both."""
        for kind in others:
            some = self.including(kind, some)
        return some

    def difference(self, some: Types, others: Types) -> Types:
        """The types of *some* that none of *others* covers."""
        for kind in others:
            some = self._excluding(kind, some)
        return some

    def intersection(self, some: Types, others: Types) -> Types:
        """The types that both cover."""
        common: Types = ()
        for kind in some:
            for other in others:
                if self._relations.is_subtype(kind, other):
                    common = self.including(kind, common)
                elif self._relations.is_subtype(other, kind):
                    common = self.including(other, common)
        return common

    def thrown_by(self, call: tree.Call | tree.New) -> Types:
        """What a call may throw."""
        if isinstance(call, tree.New):
            return self._thrown(call.constructor, call.type, call.arguments)
        receiver = None if call.receiver is None else call.receiver.type
        if isinstance(receiver, java.ArrayType):
            return ()  # the only method of arrays that differs from that of objects is clone (JLS 10.7)
        return self._thrown(call.method, receiver, call.arguments)

    def allowed_in(self, function: tree.Lambda) -> Types:
        """What the body of a lambda may throw."""
        return self._thrown(function.method, function.interface, ())

    def _thrown(self, method: MethodSymbol, receiver: JavaType | None, arguments: tuple[tree.Expression, ...]) -> Types:
        kinds: list[JavaType] = []
        for kind in method.throws:
            if not isinstance(kind, java.TypeVariable):
                kinds.append(kind)
            elif kind in method.type_parameters:
                kinds += self._inferred(kind, method, arguments)
            elif receiver is not None:
                kinds.append(self._as_member(kind, method, receiver))
            else:
                kinds.append(kind)
        return tuple(kinds)

    def _as_member(self, kind: java.TypeVariable, method: MethodSymbol, receiver: JavaType) -> JavaType:
        above = self._relations.as_super(receiver, method.owner)
        if above is None or not above.arguments:
            return self._relations.erasure(kind)
        mapping = dict(zip(method.owner.all_parameters, above.arguments, strict=True))
        return self._plain(substitute(kind, mapping))

    def _plain(self, kind: JavaType) -> JavaType:
        return self._relations.upper_bound(kind) if isinstance(kind, java.WildcardType) else kind

    def _inferred(
        self, kind: java.TypeVariable, method: MethodSymbol, arguments: tuple[tree.Expression, ...]
    ) -> list[JavaType]:
        """What arguments say about a type parameter of a method; nothing said means an unchecked one (JLS 18.4)."""
        matches: list[JavaType] = []
        hidden = max(0, len(arguments) - len(method.parameters))
        for formal, argument in zip(method.parameters, arguments[hidden:], strict=False):
            self._match(formal, argument.type, kind, matches)
        return matches

    def _match(self, formal: JavaType, actual: JavaType, variable: java.TypeVariable, matches: list[JavaType]) -> None:
        formal, actual = _bound(formal), _bound(actual)
        if formal is variable:
            if not isinstance(actual, java.NullType):
                matches.append(actual)
        elif isinstance(formal, java.ClassType):
            above = self._relations.as_super(actual, formal.symbol)
            if above is not None and len(above.arguments) == len(formal.arguments):
                for inner, argument in zip(formal.arguments, above.arguments, strict=True):
                    self._match(inner, argument, variable, matches)
        elif isinstance(formal, java.ArrayType) and isinstance(actual, java.ArrayType):
            self._match(formal.element, actual.element, variable, matches)


def _bound(kind: JavaType) -> JavaType:
    return kind.bound if isinstance(kind, java.WildcardType) and kind.bound is not None else kind
