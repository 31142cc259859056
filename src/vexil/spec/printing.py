"""Formulas as text that reads back as the same formula."""

from __future__ import annotations

from typing import Final

from vexil.core.errors import InternalError
from vexil.core.surface import Kind, Surface
from vexil.spec import formulas
from vexil.spec.atoms import Atom, Count, Holds
from vexil.spec.expression_text import PRIMARY, expression_text, is_always_there, is_prefix_style
from vexil.spec.grammar import (
    COMPARISONS,
    CONJUNCTION,
    DISJUNCTION,
    EQUIVALENCE,
    IMPLICATION,
    TEMPORAL_BINARY,
    TEMPORAL_PREFIX,
    TIGHT,
)
from vexil.spec.layout import Layout, Slot, separated, write
from vexil.spec.nodes import Node

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
