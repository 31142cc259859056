"""Where messages about an expression point: at its operator, dot, bracket or parenthesis, as javac's caret does."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.languages.java import tree as syntax

Placed = syntax.Expression | syntax.TypeName


def place(node: Placed, content: bytes) -> Span:
    """The preferred position of an expression."""
    match node:
        case syntax.Binary() | syntax.Assignment() | syntax.Unary() | syntax.Increment():
            return node.operator_span
        case syntax.FieldAccess():
            return _at(content, b".", node.target.span.end, node.name_span.start, node.name_span)
        case syntax.MethodCall():
            return _at(content, b"(", node.name_span.end, node.span.end, node.name_span)
        case syntax.ConstructorCall():
            start = node.outer.span.end if node.outer is not None else node.span.start
            return _at(content, b"(", start, node.span.end, node.span)
        case syntax.ArrayAccess():
            return _at(content, b"[", node.array.span.end, node.index.span.start, node.span)
        case syntax.Conditional():
            return _at(content, b"?", node.condition.span.end, node.then.span.start, node.span)
        case syntax.InstanceOf():
            return _at(content, b"instanceof", node.operand.span.end, node.type.span.start, node.span)
        case syntax.ClassLiteral():
            return _at(content, b".", node.type.span.end, node.span.end, node.span)
        case syntax.Parenthesised():
            return place(node.expression, content)
        case syntax.This(qualifier=syntax.ClassTypeName() as qualifier):
            return _at(content, b".", qualifier.span.end, node.span.end, node.span)
        case syntax.ClassTypeName(parts=parts) if len(parts) > 1:
            return _at(content, b".", parts[-2].span.end, parts[-1].span.start, node.span)
        case _:
            return node.span


def called_name_place(node: syntax.MethodCall, content: bytes) -> Span:
    """Where messages about the method of a call point: its name, or the dot in front of it."""
    if node.target is None:
        return node.name_span
    return _at(content, b".", node.target.span.end, node.name_span.start, node.name_span)


def _at(content: bytes, text: bytes, start: int, end: int, otherwise: Span) -> Span:
    position = content.find(text, start, end)
    return Span(otherwise.file, position, position + len(text)) if position >= 0 else otherwise
