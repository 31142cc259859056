"""Bodies of members that nobody wrote: of default constructors, records and enums (JLS 8.8.9, 8.9.3, 8.10.3)."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.messages import keyword_span
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.call_building import built_call, call_of
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.constructors import (
    enum_super_call,
    hidden_arguments,
    hidden_parameters,
    super_call,
)
from vexil.frontends.java.typing.conversions import numeric
from vexil.frontends.java.typing.overloads import Candidate, select
from vexil.languages.java import tree as syntax

VALUES = "$VALUES"


def values_field(symbol: ClassSymbol) -> FieldSymbol:
    """The hidden field of an enum that has all constants in order."""
    field = symbol.fields.get(VALUES)
    if field is None:
        flags = frozenset(("private", "static", "final"))
        field = FieldSymbol(VALUES, java.ArrayType(symbol.this_type), symbol, flags, None)
        symbol.fields[VALUES] = field
    return field


class ImplicitBody:
    """Builds the body of one such member; all of it has the place of the class's name."""

    def __init__(self, code: Code, method: MethodSymbol) -> None:
        self.code = code
        self.method = method
        self.cls = method.owner
        declaration = self.cls.declaration
        self.span = declaration.name_span if declaration is not None else Span(0, 0, 0)
        if not self.cls.name and declaration is not None:
            self.span = declaration.span
        self.hidden = hidden_parameters(code, method, self.span)
        self.parameters = tuple(
            LocalSymbol(name, kind, method, None, parameter=True)
            for name, kind in zip(method.parameter_names, method.parameters, strict=True)
        )

    def body(self) -> typed.Body | None:
        """The body, ``None`` if the member is not one of those."""
        name = self.method.name
        if self.method.constructor:
            return self._of(self._constructor())
        if self.cls.kind is syntax.ClassKind.ENUM:
            write = {"values": self._values, "valueOf": self._value_of}.get(name)
        elif self.cls.kind is syntax.ClassKind.RECORD:
            write = {"toString": self._to_string, "hashCode": self._hash_code, "equals": self._equals}.get(name)
            if write is None or (name != "equals" and self.method.parameters):
                write = self._accessor
        else:
            write = None
        return self._of(write()) if write is not None else None

    def _of(self, statements: list[typed.Statement]) -> typed.Body:
        return typed.Body((*self.hidden, *self.parameters), typed.Block(tuple(statements), self.span, self.span))

    def _read(self, local: LocalSymbol) -> typed.Expression:
        return typed.LocalRead(local, local.type, self.span)

    def _this(self) -> typed.Expression:
        return typed.This(self.cls, self.cls.this_type, self.span)

    def _field(self, field: FieldSymbol, target: typed.Expression | None = None) -> typed.FieldRead:
        return typed.FieldRead(target or self._this(), field, field.type, self.span, self.span)

    def _return(self, value: typed.Expression) -> list[typed.Statement]:
        return [typed.Return(value, self.span)]

    # --- constructors --------------------------------------------------------------------------------------

    def _constructor(self) -> list[typed.Statement]:
        code, span = self.code, self.span
        reads = [self._read(local) for local in self.parameters]
        if self.cls.kind is syntax.ClassKind.RECORD:
            first: typed.Statement = typed.ExpressionStatement(super_call(code, [], (), span, span), span)
            return [first, *self.component_assignments()]
        if self.cls.kind is syntax.ClassKind.ENUM:
            return [typed.ExpressionStatement(enum_super_call(code, self.hidden, span), span)]
        at = span
        if self.cls.declaration is not None and self.cls.name:
            assert self.cls.unit is not None
            at = keyword_span(self.cls.declaration, self.cls.unit)
        call = super_call(code, list(reads), (), at, span)
        if self.hidden and isinstance(call, typed.Call):
            arguments = (*hidden_arguments(self.hidden, span), *call.arguments)
            call = typed.Call(call.kind, call.method, call.receiver, arguments, call.type, span, span, call.outer)
        return [typed.ExpressionStatement(call, span)]

    def component_assignments(self) -> list[typed.Statement]:
        """``this.x = x;`` for each component of a record."""
        assignments: list[typed.Statement] = []
        for field, local in zip(components(self.cls), self.parameters, strict=True):
            assign = typed.Assign(self._field(field), self._read(local), field.type, self.span, self.span)
            assignments.append(typed.ExpressionStatement(assign, self.span))
        return assignments

    # --- records -------------------------------------------------------------------------------------------

    def _accessor(self) -> list[typed.Statement]:
        return self._return(self._field(self.cls.fields[self.method.name]))

    def _text(self, value: str) -> typed.Expression:
        return typed.Constant(value, self.code.symbols.string, self.span)

    def _to_string(self) -> list[typed.Statement]:
        parts: list[typed.Expression] = []
        opening = f"{self.cls.name}["
        for field in components(self.cls):
            parts += [self._text(f"{opening}{field.name}="), self._field(field)]
            opening = ", "
        if not parts:
            return self._return(self._text(f"{self.cls.name}[]"))
        parts.append(self._text("]"))
        return self._return(typed.Concatenation(tuple(parts), self.code.symbols.string, self.span))

    def _static(self, owner: str, name: str, arguments: list[typed.Expression]) -> typed.Expression:
        """The call of a static method of the library."""
        code, span = self.code, self.span
        methods = code.members.find_methods(code.symbols.well_known(owner), name)
        chosen = select(code, [one for one in methods if one.method.static], arguments, ())
        if not isinstance(chosen, Candidate):
            return code.mistake(span, f"method {name} of {owner} is not modelled")
        call = call_of(code, chosen, None, False, list(arguments), (), None, span, span)
        assert isinstance(call, (typed.Call, typed.CheckCast))
        return call

    def _box_name(self, kind: JavaType) -> str:
        box = self.code.types.boxed(kind)
        assert isinstance(box, java.ClassType)
        return box.symbol.qualified_name

    def _hash_code(self) -> list[typed.Statement]:
        span = self.span
        total: typed.Expression = typed.Constant(0, java.INT, span)
        for field in components(self.cls):
            read = self._field(field)
            if isinstance(field.type, java.PrimitiveType):
                one = self._static(self._box_name(field.type), "hashCode", [read])
            else:
                one = self._static("java.util.Objects", "hashCode", [read])
            factor = typed.Constant(31, java.INT, span)
            product = typed.Binary("*", total, factor, java.INT, span, span)
            total = typed.Binary("+", product, one, java.INT, span, span)
        return self._return(total)

    def _equals(self) -> list[typed.Statement]:
        span, (other,) = self.span, self.parameters
        kind = self.code.types.erasure(self.cls.this_type)
        result: typed.Expression = typed.InstanceOf(self._read(other), kind, None, java.BOOLEAN, span)
        for field in components(self.cls):
            mine = self._field(field)
            theirs = self._field(field, typed.CheckCast(self._read(other), self.cls.this_type, False, span))
            same: typed.Expression
            if field.type in (java.FLOAT, java.DOUBLE):
                order = self._static(self._box_name(field.type), "compare", [mine, theirs])
                same = typed.Binary("==", order, typed.Constant(0, java.INT, span), java.BOOLEAN, span, span)
            elif isinstance(field.type, java.PrimitiveType):
                promoted = self.code.types.binary_promotion(field.type, field.type) or java.BOOLEAN
                left = numeric(mine, promoted) if promoted is not java.BOOLEAN else mine
                right = numeric(theirs, promoted) if promoted is not java.BOOLEAN else theirs
                same = typed.Binary("==", left, right, java.BOOLEAN, span, span)
            else:
                same = self._static("java.util.Objects", "equals", [mine, theirs])
            result = typed.ShortCircuit("&&", result, same, java.BOOLEAN, span, span)
        return self._return(result)

    # --- enums ---------------------------------------------------------------------------------------------

    def _all(self) -> typed.Expression:
        field = values_field(self.cls)
        return typed.FieldRead(None, field, field.type, self.span, self.span)

    def _values(self) -> list[typed.Statement]:
        code = self.code
        array = self._all()
        member = next(iter(code.members.find_methods(code.symbols.object, "clone")))
        return self._return(built_call(code, member, array, False, [], code.symbols.object, self.span, self.span))

    def _value_of(self) -> list[typed.Statement]:
        """A loop over the constants; a name that none has is an illegal argument, null a `NullPointerException`."""
        code, span, (name,) = self.code, self.span, self.parameters
        kind = self.cls.this_type
        local = LocalSymbol("constant", kind, self.method, None)
        hole = typed.Hole(kind, span)
        own_name = self._virtual(self._read(local), "name", [])
        same = self._virtual(own_name, "equals", [self._read(name)])
        given_back: typed.Statement = typed.Return(self._read(local), span)
        loop = typed.ForEachArray(
            typed.Target(), local, self._all(), hole, hole, typed.If(same, given_back, None, span), span
        )
        missing = typed.Binary("==", self._read(name), typed.Constant(None, java.NULL, span), java.BOOLEAN, span, span)
        prefix = self._text(f"No enum constant {self.cls.qualified_name}.")
        message = typed.Concatenation((prefix, self._read(name)), code.symbols.string, span)
        return [
            typed.If(missing, self._throw("java.lang.NullPointerException", self._text("Name is null")), None, span),
            loop,
            self._throw("java.lang.IllegalArgumentException", message),
        ]

    def _virtual(self, receiver: typed.Expression, name: str, arguments: list[typed.Expression]) -> typed.Expression:
        code = self.code
        methods = code.members.find_methods(receiver.type, name)
        member = next(one for one in methods if len(one.method.parameters) == len(arguments))
        return built_call(code, member, receiver, False, arguments, member.method.result, self.span, self.span)

    def _throw(self, name: str, message: typed.Expression) -> typed.Statement:
        kind = self.code.symbols.well_known(name)
        constructor = next(
            one for one in kind.symbol.methods["<init>"] if one.parameters == (self.code.symbols.string,)
        )
        return typed.Throw(typed.New(constructor, None, (message,), kind, self.span), self.span)


def components(symbol: ClassSymbol) -> list[FieldSymbol]:
    """The fields of a record's components, in order."""
    declaration = symbol.declaration
    assert declaration is not None
    return [symbol.fields[one.name] for one in declaration.components]
