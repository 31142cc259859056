"""Lambda expressions (JLS 15.27) with a known function type."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols.relations import FunctionType
from vexil.frontends.java.symbols.symbols import LambdaOwner
from vexil.frontends.java.symbols.types import ERROR, VOID, ErrorType, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import STATEMENT_EXPRESSIONS, TypedBody, returns_in, shape, stripped
from vexil.frontends.java.typing.code import Code, Results
from vexil.frontends.java.typing.compatibility import explicit_function, explicit_types, lambda_locals
from vexil.frontends.java.typing.completion import completes
from vexil.frontends.java.typing.conversions import convert, mismatch
from vexil.languages.java import tree as syntax

BAD_RETURN = "incompatible types: bad return type in lambda expression\n    "


NOT_VOID = (
    "incompatible types: lambda body is not compatible with a void functional interface\n"
    "    (consider using a block lambda body, or use a statement expression instead)"
)


def lambda_expression(code: Code, node: syntax.Lambda, expected: JavaType | None) -> typed.Expression:
    """A lambda in an assignment, cast or return."""
    return lambda_of(code, node, expected, None)


def lambda_of(code: Code, node: syntax.Lambda, expected: JavaType | None, body: TypedBody | None) -> typed.Expression:
    """A lambda as an instance of *expected*; *body* is its typed body, if it needs no target type."""
    function = function_of(code, node.span, expected, "lambda")
    if function is None:
        if isinstance(expected, ErrorType):
            _type_anyway(code, node)
        return typed.Constant(None, ERROR, node.span)
    if len(node.parameters) != len(function.parameters):
        return code.mistake(node.span, "incompatible types: incompatible parameter types in lambda expression")
    if body is not None:
        block = _block_of(code, node, body.value, function.result)
        return typed.Lambda(
            function.interface, function.method, body.parameters, (), block, body.owner, function.interface, node.span
        )
    written = [parameter.type for parameter in node.parameters]
    kinds: list[JavaType] = [code.types.upward(kind) for kind in function.parameters]
    if written and all(kind is not None and not _is_var(kind) for kind in written):
        kinds = explicit_types(code, node)
        assert expected is not None
        function = explicit_function(code, expected, kinds) or function
        for kind, formal in zip(kinds, function.parameters, strict=True):
            if not code.types.is_same(kind, formal) and not isinstance(kind, ErrorType):
                return code.mistake(node.span, "incompatible types: incompatible parameter types in lambda expression")
    owner = LambdaOwner(code.owner, code.cls)
    parameters = lambda_locals(code, node, kinds, owner)
    with code.inside(owner, Results(function.result, in_lambda=True)):
        for parameter in parameters:
            code.declare(parameter)
        if isinstance(node.body, syntax.Block):
            statement = code.statement(node.body)
            assert isinstance(statement, typed.Block)
            block = statement
            if (
                function.result is not VOID
                and (not shape(node).value or completes(block))
                and not has_bare_return(node)
            ):
                code.error(node.span, f"{BAD_RETURN}missing return value")
        else:
            target = None if function.result is VOID else function.result
            value = code.expression(node.body, target)
            block = _block_of(code, node, value, function.result)
    return typed.Lambda(
        function.interface, function.method, parameters, (), block, owner, function.interface, node.span
    )


def _is_var(name: syntax.TypeName) -> bool:
    return isinstance(name, syntax.ClassTypeName) and len(name.parts) == 1 and name.parts[0].name == "var"


def has_bare_return(node: syntax.Lambda) -> bool:
    """Whether a block has a return without a value, which is reported there."""
    return isinstance(node.body, syntax.Block) and returns_in(node.body)[1]


def _type_anyway(code: Code, node: syntax.Lambda) -> None:
    """Look for mistakes in a lambda whose type is not known for a mistake elsewhere."""
    owner = LambdaOwner(code.owner, code.cls)
    parameters = lambda_locals(code, node, [ERROR] * len(node.parameters), owner)
    with code.trial(), code.inside(owner, Results(ERROR, in_lambda=True)):
        for parameter in parameters:
            code.declare(parameter)
        if isinstance(node.body, syntax.Block):
            code.statement(node.body)
        else:
            code.expression(node.body, ERROR)


def function_of(code: Code, span: Span, expected: JavaType | None, what: str) -> FunctionType | None:
    """The function type that a lambda or method reference is to have; ``None`` after a mistake."""
    if expected is None:
        code.error(span, f"{'lambda expression' if what == 'lambda' else 'method reference'} not expected here")
        return None
    if isinstance(expected, ErrorType):
        return None
    function = code.types.function_type(expected)
    if function is None:
        code.error(span, f"incompatible types: {expected} is not a functional interface")
    return function


def _block_of(code: Code, node: syntax.Lambda, value: typed.Expression, result: JavaType) -> typed.Block:
    span = value.span
    end = Span(span.file, span.end, span.end)
    body = node.body
    assert not isinstance(body, syntax.Block)
    if result is VOID:
        if not isinstance(stripped(body), STATEMENT_EXPRESSIONS) and not isinstance(value.type, ErrorType):
            code.error(code.place(body), NOT_VOID)
        return typed.Block((typed.ExpressionStatement(value, span),), span, end)
    converted = value if value.type is result else convert(code, value, result)
    if converted is None:
        if not isinstance(value.type, ErrorType) and not isinstance(result, ErrorType):
            code.error(code.place(body), f"{BAD_RETURN}{mismatch(value.type, result)}")
        converted = value
    return typed.Block((typed.Return(converted, span),), span, end)
