"""Creation of objects (JLS 15.9) and arrays (JLS 15.10), and the enclosing instances that objects belong to."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.source import Span
from vexil.frontends.java.conformance.calls import report_failure
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import PENDING, Argument, PendingCall
from vexil.frontends.java.typing.calls import given_arguments, type_arguments
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import assigned, convert, mismatch, unboxed
from vexil.frontends.java.typing.instances import enclosing_for, enter_anonymous_class, use_local_class
from vexil.frontends.java.typing.invocation import finish, passed
from vexil.frontends.java.typing.names import access_text
from vexil.frontends.java.typing.overloads import Candidate, Diamond, select
from vexil.languages.java import tree as syntax


def new_expression(code: Code, node: syntax.New, expected: JavaType | None) -> typed.Expression:
    """``new T(…)``."""
    instance = new_instance(code, node, expected)
    if type(instance) is PendingCall:
        return finish(code, instance, expected)
    assert not isinstance(instance, PENDING)
    return instance


def new_instance(code: Code, node: syntax.New, expected: JavaType | None = None) -> Argument:
    """``new T(…)``; pending when a diamond leaves type arguments to the context."""
    outer: typed.Expression | None = None
    if node.outer is not None:
        outer = code.expression(node.outer)
        kind = _member_of(code, outer, node)
    else:
        kind = code.resolve_type(node.type)
    if not isinstance(kind, java.ClassType):
        type_arguments(code, node)
        if not isinstance(kind, java.ErrorType):
            return code.mistake(
                code.place(node.type), f"unexpected type\n  required: class\n  found:    type parameter {kind}"
            )
        return typed.Constant(None, java.ERROR, node.span)
    symbol = kind.symbol
    if symbol.kind is syntax.ClassKind.ENUM:
        return code.mistake(node.span, "enum types may not be instantiated")
    if node.body is None and symbol.abstract:
        type_arguments(code, node)
        return code.mistake(node.span, f"{symbol.display_name} is abstract; cannot be instantiated")
    arguments = given_arguments(code, node.arguments)
    if node.body is not None:
        return _anonymous(code, node, kind, arguments, outer, expected)
    return instance_of(code, kind, node.diamond, arguments, node.arguments, node.span, node.span, outer, node)


def _member_of(code: Code, outer: typed.Expression, node: syntax.New) -> JavaType:
    """The inner class that ``outer.new Name()`` means."""
    kind = outer.type
    if not isinstance(kind, java.ClassType):
        return java.ERROR
    member = code.members.find_member_class(kind.symbol, node.type.parts[0].name)
    if member is None:
        message = f"cannot find symbol\n  symbol:   class {node.type.parts[0].name}"
        code.error(node.type.span, f"{message}\n  location: class {kind}")
        return java.ERROR
    if member.static:
        code.error(node.span, "qualified new of static class")
        return java.ERROR
    written = node.type.parts[0].arguments or ()
    own = tuple(code.resolve_type(one) for one in written)
    assert member.outer is not None
    above = code.types.as_super(kind, member.outer)
    around = above.arguments if above is not None else ()
    arguments = (*around, *own)
    return java.ClassType(member, arguments if len(arguments) == len(member.all_parameters) else ())


def instance_of(
    code: Code,
    kind: java.ClassType,
    diamond: bool,
    arguments: list[Argument],
    nodes: Sequence[syntax.Expression],
    at: Span,
    span: Span,
    outer: typed.Expression | None,
    node: syntax.Expression | None,
) -> Argument:
    """A new instance of a class by the constructor that fits the arguments."""
    symbol = kind.symbol
    chosen = choose_constructor(code, kind, diamond, arguments, nodes, at, span, kind)
    if not isinstance(chosen, Candidate):
        return chosen
    if symbol.has_outer_instance and outer is None:
        outer = enclosing_for(code, symbol, at, span)
    use_local_class(code, symbol)
    constructor = chosen.member.method
    inference = chosen.inference
    if inference is None:
        converted = passed(code, chosen.variable, chosen.formals, chosen.parameters, arguments, nodes)
        return typed.New(constructor, outer, tuple(converted), kind, span)

    def build(result: JavaType, converted: list[typed.Expression]) -> typed.Expression:
        instance_type = result if diamond and isinstance(result, java.ClassType) else kind
        return typed.New(constructor, outer, tuple(converted), instance_type, span)

    result = chosen.result if diamond else kind
    call = PendingCall(node, chosen, arguments, nodes, inference, result, build)
    if not inference.mentions(result):
        return finish(code, call, None)
    return call


def choose_constructor(
    code: Code,
    kind: java.ClassType,
    diamond: bool,
    arguments: Sequence[Argument],
    nodes: Sequence[syntax.Expression],
    at: Span,
    span: Span,
    through: java.ClassType | None = None,
) -> Candidate | typed.Expression:
    """The constructor of a class that fits the arguments, or what stands for the mistake.

    *through* is ``None`` for a subclass, whose constructors may call protected ones.
    """
    symbol = kind.symbol
    diamond = diamond and bool(symbol.all_parameters)
    methods: Sequence[MethodMember] = code.members.constructors(symbol.this_type if diamond else kind)
    usable = [one for one in methods if code.members.is_accessible(one.method, code.cls, through)]
    if diamond:
        usable = [Diamond(*one) for one in usable]
    if not usable and methods:
        hidden = select(code, methods, arguments, ())
        if isinstance(hidden, Candidate):
            method = hidden.member.method
            text = f"{code.types.method_text(method)} {access_text(method.flags, method.owner)}"
            return code.mistake(at, text)
    selection = select(code, usable, arguments, ())
    if isinstance(selection, Candidate):
        return selection
    if not usable:
        return code.mistake(at, f"a constructor of {symbol.qualified_name} is not modelled")
    return report_failure(code, selection, symbol.name, arguments, nodes, at, span)


def _anonymous(
    code: Code,
    node: syntax.New,
    kind: java.ClassType,
    arguments: list[Argument],
    outer: typed.Expression | None,
    expected: JavaType | None,
) -> typed.Expression:
    assert node.body is not None
    constructor = None
    converted: list[typed.Expression] = []
    if kind.symbol.is_interface:
        if node.diamond:
            kind = _aimed_interface(code, kind, expected)
        if arguments:
            return code.mistake(node.span, "anonymous class implements interface; cannot have arguments")
    else:
        chosen = choose_constructor(code, kind, node.diamond, arguments, node.arguments, node.span, node.span)
        if not isinstance(chosen, Candidate):
            return chosen
        constructor = chosen.member.method
        if chosen.inference is not None:
            boxes: list[tuple[JavaType, list[typed.Expression]]] = []

            def build(result: JavaType, made: list[typed.Expression]) -> typed.Expression:
                boxes.append((result, made))
                return typed.Constant(None, java.ERROR, node.span)

            result = chosen.result if node.diamond else kind
            finish(
                code, PendingCall(node, chosen, arguments, node.arguments, chosen.inference, result, build), expected
            )
            if not boxes:
                return typed.Constant(None, java.ERROR, node.span)
            result, converted = boxes[0]
            kind = result if isinstance(result, java.ClassType) else kind
        else:
            converted = passed(code, chosen.variable, chosen.formals, chosen.parameters, arguments, node.arguments)
    if outer is not None:
        return code.mistake(node.span, "an anonymous class with an explicit enclosing instance is not modelled")
    if kind.symbol.kind is not syntax.ClassKind.INTERFACE and "final" in kind.symbol.flags:
        return code.mistake(code.place(node.type), f"cannot inherit from final {kind.symbol.display_name}")
    symbol = enter_anonymous_class(code, node.body, kind, constructor)
    made = code.shared.this_type(symbol)
    if symbol.has_outer_instance:
        outer = enclosing_for(code, symbol, node.span, node.span)
    method = symbol.methods["<init>"][0]
    return typed.New(method, outer, tuple(converted), made, node.span)


def _aimed_interface(code: Code, kind: java.ClassType, expected: JavaType | None) -> java.ClassType:
    """The interface of an anonymous class with a diamond: what the context expects."""
    if isinstance(expected, java.ClassType) and expected.arguments:
        above = code.types.as_super(code.shared.this_type(kind.symbol), expected.symbol)
        if expected.symbol is kind.symbol:
            arguments = tuple(
                (one.bound if one.bound is not None else code.symbols.object)
                if isinstance(one, java.WildcardType)
                else one
                for one in expected.arguments
            )
            return java.ClassType(kind.symbol, arguments)
        if above is not None:
            return kind
    return java.ClassType(kind.symbol, (code.symbols.object,) * len(kind.symbol.all_parameters))


# --- arrays ------------------------------------------------------------------------------------------------


def new_array(code: Code, node: syntax.NewArray, expected: JavaType | None) -> typed.Expression:
    """``new T[n]`` or ``new T[] {…}``."""
    kind = code.resolve_type(node.element)
    if isinstance(kind, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    if isinstance(kind, java.PrimitiveType) and kind.name == "void":
        return code.mistake(node.element.span, "illegal initializer for void")
    if not code.types.is_reifiable(kind):
        code.error(node.span, "generic array creation")
    for _ in range(node.rank):
        kind = java.ArrayType(kind)
    if node.initialiser is not None:
        return array_literal(code, node.initialiser, kind, node.span)
    return typed.NewArray(kind, tuple(index_expression(code, one) for one in node.dimensions), node.span)


def index_expression(code: Code, node: syntax.Expression) -> typed.Expression:
    """A length or index: promoted to int (JLS 15.10.1, 15.10.3)."""
    value = code.expression(node)
    if value.type is java.INT or isinstance(value.type, java.ErrorType):
        return value
    value_kind = code.types.unboxed(value.type)
    index = convert(code, unboxed(code, value), java.INT) if value_kind is not None else None
    if index is None:
        return code.mistake(code.place(node), f"incompatible types: {mismatch(value.type, java.INT)}")
    return index


def array_initialiser(code: Code, node: syntax.ArrayInitialiser, expected: JavaType | None) -> typed.Expression:
    """``{…}`` as the initialiser of a variable."""
    if isinstance(expected, java.ArrayType):
        return array_literal(code, node, expected, node.span)
    for one in node.elements:
        if not isinstance(one, syntax.ArrayInitialiser):
            code.expression(one)
    if expected is None:
        return code.mistake(node.span, "array initializer needs an explicit target-type")
    if isinstance(expected, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    return code.mistake(node.span, f"illegal initializer for {expected}")


def array_literal(code: Code, node: syntax.ArrayInitialiser, kind: JavaType, span: Span) -> typed.Expression:
    """An array with given elements."""
    assert isinstance(kind, java.ArrayType)
    element = kind.element
    return typed.ArrayLiteral(kind, tuple(assigned(code, one, element) for one in node.elements), span)


def array_access(code: Code, node: syntax.ArrayAccess, expected: JavaType | None) -> typed.Expression:
    """``array[index]``."""
    array = code.expression(node.array)
    index = index_expression(code, node.index)
    kind = array.type
    if isinstance(kind, java.ArrayType):
        return typed.ArrayRead(array, index, kind.element, node.span)
    if isinstance(kind, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    return code.mistake(code.place(node), f"array required, but {kind} found")
