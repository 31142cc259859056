"""The canonical text of an expression: one spelling per tree, in the style it was written in.

Operators written in front of their operands stay there (``=(%(m,2),1)``), infix ones stay infix
(``m % 2 == 1``); white space, superfluous parentheses and the two spellings of equality are normalised.
"""

from __future__ import annotations

from typing import Final

from vexil.core.lexer import quote
from vexil.core.surface import Kind, Surface
from vexil.spec.grammar import CONNECTIVES, EXPRESSION_OPERATORS, RESERVED, TIGHT
from vexil.spec.layout import Layout, Slot, separated, write

PRIMARY: Final = TIGHT + 1
_BINARY = {**CONNECTIVES, **EXPRESSION_OPERATORS}


def expression_text(tree: Surface) -> str:
    """The canonical text of an expression."""
    return write(tree, _layout)


def is_prefix_style(tree: Surface) -> bool:
    """Say whether an operator with two operands is written in front of them."""
    return len(tree.operands) == 2 and tree.head_start < tree.operands[0].start


def is_always_there(tree: Surface) -> bool:
    """Say whether an expression is about nothing but plain names, which are always there.

    What is behind a pointer, in an array, part of something, or a variable of a function may be absent.
    """
    pending = [tree]
    while pending:
        node = pending.pop()
        match node.kind:
            case Kind.INDEX | Kind.MEMBER:
                return False
            case Kind.NAME if "." in node.head or "::" in node.head:
                return False
            case Kind.APPLY if node.head == "*" and len(node.operands) == 1:
                return False
            case _:
                pending.extend(node.operands)
    return True


def _is_behind(tree: Surface) -> bool:
    """Say whether a tree is what a place points to, so that its members are written with an arrow."""
    if tree.kind is not Kind.APPLY or tree.head != "*" or len(tree.operands) != 1:
        return False
    (pointer,) = tree.operands
    is_place = pointer.kind in (Kind.NAME, Kind.INDEX, Kind.MEMBER)
    return is_place or (pointer.kind is Kind.APPLY and pointer.head == "*" and len(pointer.operands) == 1)


def _layout(tree: Surface) -> Layout[Surface]:
    head, operands = tree.head, tree.operands
    match tree.kind:
        case Kind.NAME:
            return Layout(PRIMARY, [quote(head, RESERVED)])
        case Kind.BRACKET:
            return Layout(PRIMARY, [f"[{quote(head, RESERVED)}]"])
        case Kind.CALL:
            return Layout(PRIMARY, [f"{quote(head, RESERVED)}(", *separated(operands, ", ", 0), ")"])
        case Kind.INDEX:
            return Layout(PRIMARY, [Slot(operands[0], PRIMARY), "[", Slot(operands[1], 0), "]"])
        case Kind.MEMBER if _is_behind(operands[0]):
            (pointer,) = operands[0].operands
            return Layout(PRIMARY, [Slot(pointer, PRIMARY), "->", quote(head, RESERVED)])
        case Kind.MEMBER:
            return Layout(PRIMARY, [Slot(operands[0], PRIMARY), ".", quote(head, RESERVED)])
        case Kind.APPLY if len(operands) == 1:
            return Layout(TIGHT, [head, Slot(operands[0], PRIMARY)])
        case Kind.APPLY if is_prefix_style(tree):
            return Layout(PRIMARY, [f"{'=' if head == '==' else head}(", *separated(operands, ",", 0), ")"])
        case Kind.APPLY:
            precedence, right = _BINARY[head]
            spelled = "==" if head == "=" else head
            left_slot = Slot(operands[0], precedence + right)
            return Layout(precedence, [left_slot, f" {spelled} ", Slot(operands[1], precedence + 1 - right)])
        case _:
            return Layout(PRIMARY, [head])
