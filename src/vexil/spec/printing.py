"""Formulas and expressions as text that reads back as the same, with as few parentheses as their operators allow.

Expressions have one spelling per tree, in the style they were written in: operators in front of their operands stay
there (``=(%(m,2),1)``), infix ones stay infix (``m % 2 == 1``); white space, superfluous parentheses and the two
spellings of equality are normalised.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from vexil.core.errors import InternalError
from vexil.core.lexer import quote
from vexil.core.surface import Kind, Surface
from vexil.spec import formulas
from vexil.spec.atoms import Atom, Count, Holds
from vexil.spec.grammar import (
    COMPARISONS,
    CONJUNCTION,
    CONNECTIVES,
    DISJUNCTION,
    EQUIVALENCE,
    EXPRESSION_OPERATORS,
    IMPLICATION,
    RESERVED,
    TEMPORAL_BINARY,
    TEMPORAL_PREFIX,
    TIGHT,
)
from vexil.spec.nodes import Node

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slot(Generic[T]):
    """A place for an operand: parentheses are put around it when it binds less tightly than ``minimum``."""

    operand: T
    minimum: int


@dataclass(frozen=True, slots=True)
class Layout(Generic[T]):
    """How one node is written: how tightly it binds, and its pieces in order."""

    precedence: int
    pieces: Sequence[str | Slot[T]]


def write(root: T, layout: Callable[[T], Layout[T]]) -> str:
    """The text of a tree whose nodes are written as *layout* says."""
    written: list[str] = []
    pending: list[str | Slot[T]] = [Slot(root, 0)]
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        form = layout(piece.operand)
        if form.precedence < piece.minimum:
            pending.append(")")
        pending.extend(reversed(form.pieces))
        if form.precedence < piece.minimum:
            pending.append("(")
    return "".join(written)


def separated(operands: Sequence[T], separator: str, minimum: int) -> list[str | Slot[T]]:
    """Slots for all operands with a separator between them."""
    pieces: list[str | Slot[T]] = []
    for operand in operands:
        if pieces:
            pieces.append(separator)
        pieces.append(Slot(operand, minimum))
    return pieces


PRIMARY: Final = TIGHT + 1
_BINARY = {**CONNECTIVES, **EXPRESSION_OPERATORS}


def expression_text(tree: Surface) -> str:
    """The canonical text of an expression."""
    return write(tree, _expression_layout)


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


def _expression_layout(tree: Surface) -> Layout[Surface]:
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


_BINDER: Final = 1


def print_formula(formula: Node) -> str:
    """The text of a formula of any language."""
    return write(formula, _layout)


def _layout(node: Node) -> Layout[Node]:
    match node:
        case formulas.Constant(value):
            return Layout(PRIMARY, ["true" if value else "false"])
        case formulas.Proposition(atom):
            return Layout(_atom_precedence(atom), [str(atom)])
        case formulas.Not(formulas.Proposition(Holds(_, tree))) if _is_plain_equality(tree):
            return _inequality(tree)
        case formulas.Not(operand):
            return Layout(TIGHT, ["!", Slot(operand, TIGHT)])
        case formulas.And(operands):
            return Layout(CONJUNCTION, separated(operands, " && ", TEMPORAL_PREFIX))
        case formulas.Or(operands):
            return Layout(DISJUNCTION, separated(operands, " || ", TEMPORAL_PREFIX))
        case formulas.Implies(left, right):
            return Layout(IMPLICATION, separated((left, right), " => ", DISJUNCTION))
        case formulas.Equivalent(left, right):
            return Layout(EQUIVALENCE, separated((left, right), " <-> ", DISJUNCTION))
        case formulas.Variable(name):
            return Layout(PRIMARY, [name])
        case formulas.Least(variable, body):
            return Layout(_BINDER, [f"mu {variable}. ", Slot(body, 0)])
        case formulas.Greatest(variable, body):
            return Layout(_BINDER, [f"nu {variable}. ", Slot(body, 0)])
        case _:
            return _temporal_layout(node)


def _temporal_layout(node: Node) -> Layout[Node]:
    match node:
        case formulas.Globally(operand) | formulas.Box(operand):
            return Layout(TIGHT, ["[]", Slot(operand, TIGHT)])
        case formulas.Finally(operand) | formulas.Diamond(operand):
            return Layout(TIGHT, ["<>", Slot(operand, TIGHT)])
        case formulas.Next(operand):
            return Layout(TIGHT, ["X", *_spaced(operand)])
        case formulas.Until(left, right):
            return Layout(TEMPORAL_BINARY, separated((left, right), " U ", TIGHT))
        case formulas.WeakUntil(left, right):
            return Layout(TEMPORAL_BINARY, separated((left, right), " W ", TIGHT))
        case formulas.Release(left, right):
            return Layout(TEMPORAL_BINARY, separated((left, right), " R ", TIGHT))
        case formulas.ForAll(path):
            return _quantified("A", path)
        case formulas.Exists(path):
            return _quantified("E", path)
        case _:
            raise InternalError(f"{type(node).__name__} should be a formula")


def _quantified(letter: str, path: Node) -> Layout[Node]:
    match path:
        case formulas.Next(operand):
            return Layout(TIGHT, [f"{letter}X", *_spaced(operand)])
        case formulas.Globally(operand):
            return Layout(TIGHT, [f"{letter}G", *_spaced(operand)])
        case formulas.Finally(operand):
            return Layout(TIGHT, [f"{letter}F", *_spaced(operand)])
        case _:
            return Layout(PRIMARY, [f"{letter}[", Slot(path, 0), "]"])


def _spaced(operand: Node) -> list[str | Slot[Node]]:
    """The operand of an operator made of letters: a space keeps it apart unless parentheses do."""
    slot = Slot(operand, TIGHT)
    if isinstance(operand, formulas.Next | formulas.ForAll | formulas.Exists):  # asking would lead back here
        return [" ", slot]  # all of them bind tightly
    return [slot] if _layout(operand).precedence < TIGHT else [" ", slot]


def _is_plain_equality(tree: Surface) -> bool:
    return tree.kind is Kind.APPLY and tree.head in ("=", "==") and is_always_there(tree)


def _inequality(equality: Surface) -> Layout[Node]:
    """A negated equality, which reads back as such."""
    tree = Surface(Kind.APPLY, "!=", equality.operands, equality.start, equality.end, head_start=equality.head_start)
    return Layout(PRIMARY if is_prefix_style(tree) else COMPARISONS["!="][0], [expression_text(tree)])


def _atom_precedence(atom: Atom) -> int:
    match atom:
        case Count():
            return COMPARISONS["<"][0]
        case Holds(_, Surface(kind=Kind.APPLY, head=head) as tree) if len(tree.operands) == 2:
            return PRIMARY if is_prefix_style(tree) else COMPARISONS[head][0]
        case Holds(_, Surface(kind=Kind.APPLY)):
            return TIGHT
        case _:
            return PRIMARY
