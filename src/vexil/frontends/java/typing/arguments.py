"""Arguments of calls: typed by themselves, or waiting for the parameter they are passed to (JLS 15.12.2.2, 18.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.symbols import LambdaOwner, LocalSymbol
from vexil.frontends.java.symbols.types import VOID, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.inference import Inference
from vexil.languages.java import tree as syntax

if TYPE_CHECKING:
    from vexil.frontends.java.typing.overloads import Candidate


@dataclass(slots=True)
class TypedBody:
    """The body of a lambda that was typed on trial and needs no target type: it is used as it is."""

    parameters: tuple[LocalSymbol, ...]
    value: typed.Expression
    owner: LambdaOwner


@dataclass(slots=True)
class PendingLambda:
    """A lambda."""

    node: syntax.Lambda
    body: TypedBody | None = None


@dataclass(slots=True)
class PendingReference:
    """A method reference."""

    node: syntax.MethodReference


@dataclass(slots=True)
class PendingNode:
    """A conditional or switch expression with parts that need a target type; it is typed again once that is known."""

    node: syntax.Expression


@dataclass(slots=True)
class PendingCall:
    """A call of a generic method (or a diamond) whose type arguments the context has a say in."""

    node: syntax.Expression | None
    candidate: Candidate
    arguments: list[Argument]
    nodes: Sequence[syntax.Expression]
    inference: Inference
    result: JavaType
    build: Callable[[JavaType, list[typed.Expression]], typed.Expression]


Argument = typed.Expression | PendingLambda | PendingReference | PendingNode | PendingCall
PENDING = (PendingLambda, PendingReference, PendingNode, PendingCall)


def stripped(node: syntax.Expression) -> syntax.Expression:
    """The expression without parentheses around it."""
    while type(node) is syntax.Parenthesised:
        node = node.expression
    return node


def is_explicit(node: syntax.Lambda) -> bool:
    """Whether the parameters' types are written."""
    return all(parameter.type is not None for parameter in node.parameters)


STATEMENT_EXPRESSIONS = (syntax.Assignment, syntax.Increment, syntax.MethodCall, syntax.New)


@dataclass(slots=True)
class Shape:
    """How a lambda's body can be used (JLS 15.27.2)."""

    void: bool
    value: bool


def shape(node: syntax.Lambda) -> Shape:
    """Whether the body of a lambda is void-compatible, value-compatible, or both."""
    body = node.body
    if not isinstance(body, syntax.Block):
        return Shape(isinstance(stripped(body), STATEMENT_EXPRESSIONS), True)
    values, bare = returns_in(body)
    if values:
        return Shape(False, not bare)
    return Shape(True, not bare and not may_end(body))


def returns_in(block: syntax.Block) -> tuple[bool, bool]:
    """Whether a body has returns with values, and ones without; bodies of lambdas and classes inside do not count."""
    values = bare = False
    stack: list[syntax.Statement] = [block]
    while stack:
        statement = stack.pop()
        match statement:
            case syntax.Return(value=None):
                bare = True
            case syntax.Return():
                values = True
            case syntax.Block():
                stack.extend(statement.statements)
            case syntax.If():
                stack.append(statement.then)
                if statement.otherwise is not None:
                    stack.append(statement.otherwise)
            case syntax.While() | syntax.DoWhile() | syntax.For() | syntax.ForEach() | syntax.Labelled():
                stack.append(statement.body)
            case syntax.Synchronized():
                stack.append(statement.body)
            case syntax.Switch():
                stack.extend(part for case in statement.cases for part in case.body)
            case syntax.Try():
                stack.append(statement.body)
                stack.extend(clause.body for clause in statement.catches)
                if statement.finalizer is not None:
                    stack.append(statement.finalizer)
            case _:
                pass
    return values, bare


def may_end(statement: syntax.Statement) -> bool:
    """Whether a statement without returns may complete normally, judged by its shape."""
    match statement:
        case syntax.Throw() | syntax.Return():
            return False
        case syntax.Block():
            return all(map(may_end, statement.statements[-1:])) if statement.statements else True
        case syntax.If(otherwise=None):
            return True
        case syntax.If(then=then, otherwise=otherwise):
            return may_end(then) or (otherwise is not None and may_end(otherwise))
        case syntax.While(condition=condition) | syntax.DoWhile(condition=condition):
            return not _is_true(condition)
        case syntax.For(condition=condition):
            return condition is not None and not _is_true(condition)
        case syntax.Synchronized(body=body) | syntax.Labelled(body=body):
            return may_end(body)
        case syntax.Try():
            if statement.finalizer is not None and not may_end(statement.finalizer):
                return False
            return may_end(statement.body) or any(may_end(clause.body) for clause in statement.catches)
        case _:
            return True


def _is_true(node: syntax.Expression) -> bool:
    node = stripped(node)
    return isinstance(node, syntax.Literal) and node.value is True


def type_text(code: Code, argument: Argument) -> str:
    """An argument's type in messages."""
    match argument:
        case PendingCall():
            return str(argument.inference.solved(argument.result))
        case PendingLambda() | PendingReference() | PendingNode():
            span = argument.node.span
            return code.content[span.start : span.end].decode("utf-8", "replace").replace(" -> ", "->")
        case _:
            return str(argument.type)


def fits_shape(node: syntax.Lambda, result: JavaType, parameters: int) -> bool:
    """Whether a lambda is potentially compatible with a function type (JLS 15.12.2.1)."""
    if len(node.parameters) != parameters:
        return False
    body_shape = shape(node)
    return body_shape.void if result is VOID else body_shape.value
