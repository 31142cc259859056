"""Assignments to tokens: compound ones and increments become plain ones, and keep their values where these are used."""

from __future__ import annotations

from abc import abstractmethod

from vexil.abstraction.data.sources.file import unwrapped
from vexil.abstraction.data.sources.kinds import Kind, kind_of, tokens_of
from vexil.abstraction.data.sources.operators import Operators
from vexil.languages.java import tree
from vexil.model.tokens.typing import CONCRETE

ASSIGNED = "="
_EFFECTS = (
    tree.MethodCall, tree.New, tree.Increment, tree.Assignment, tree.NewArray, tree.Lambda, tree.SwitchExpression,
)  # fmt: skip


class Assignments(Operators):
    """The rewriting of assignments."""

    @abstractmethod
    def place(self, node: tree.Expression, *, written: bool = False) -> Kind | None:
        """A variable, field or element, with the expressions that say which one."""

    def effect(self, node: tree.Expression) -> None:
        """Rewrite an expression whose value nobody uses."""
        inner = unwrapped(node)
        match inner:
            case tree.Assignment():
                self.assignment(inner, used=False, enclosed=False)
            case tree.Increment():
                self.update(inner, used=False, enclosed=False)
            case _:
                self.value(inner, None)

    def assignment(self, node: tree.Assignment, *, used: bool, enclosed: bool) -> Kind | None:
        """An assignment of any kind; gives the kind of what is assigned to."""
        target, right = unwrapped(node.target), node.value
        kind = self.place(target, written=True)
        if node.operator == ASSIGNED:
            self.value(right, kind)
        elif kind is None:
            self.visit(right)
        else:
            self.compound(node, target, right, kind)
        return self.kept(node, kind, enclosed=enclosed) if used else kind

    def kept(self, node: tree.Assignment, kind: Kind | None, *, enclosed: bool) -> Kind | None:
        """The kind of the value of an assignment, which must be the one of its target."""
        hidden = self.meaning.hidden_kind(node.span)
        if kind is not None and hidden is not None and kind.name != hidden.name:
            self.file.refuse(node.span, "the value of an assignment is used with another abstraction than its target")
        if kind is not None and kind.is_abstract and node.operator != ASSIGNED and not enclosed:
            self.file.around(node.span, "(", ")")
        return kind

    def compound(self, node: tree.Assignment, target: tree.Expression, right: tree.Expression, kind: Kind) -> None:
        """``x += e`` becomes ``x = A.add(x, e)``."""
        operation = self.operator(node)
        if operation is None and not kind.is_abstract:
            self.value(right, kind)
            return
        if operation is None:
            self.file.refuse(node.span, f"abstractions have no table for {node.operator.rstrip('=')}")
        apply, computed = operation
        if not computed.is_abstract:
            if kind.is_abstract:
                self.file.refuse(node.span, f"the result is a number and {self.file.text(target.span)} holds tokens")
            self.value(right, kind_of(CONCRETE, apply.operands[1].type))
            return
        old = self.old(node, target, kind, computed)
        self.right(node, apply, right, computed)
        opening, closing = self.method(node, apply, computed)
        self.file.around(right.span, f"{opening}{old}, ", closing)
        self.file.replace(node.operator_span, ASSIGNED)
        self.coerce(right, kind_of(computed.name, apply.type), kind)

    def old(self, node: tree.Expression, target: tree.Expression, kind: Kind, computed: Kind) -> str:
        """The text that reads the old value of a target again."""
        if not _is_simple(target):
            self.file.refuse(
                node.span, "the target would be evaluated twice", hint="keep the object or index in a variable first"
            )
        return self.coerced(node.span, self.file.edited(target.span), kind, computed)

    def update(self, node: tree.Increment, *, used: bool, enclosed: bool) -> Kind | None:
        """``x++`` becomes ``x = A.add(x, A.POS)``; where the old value is used, a method keeps it."""
        target = unwrapped(node.operand)
        kind = self.place(target, written=True)
        if kind is None or not kind.is_abstract:
            return kind
        operation = self.operator(node)
        if operation is None:
            self.file.refuse(node.span, "the operator is not known to the program")
        apply, computed = operation
        old = self.old(node, target, kind, computed)
        one = tokens_of(self.names.type_of(computed), 1)
        second = self.names.token(computed, one[0]) if len(one) == 1 else f"{self.names.class_of(computed)}.abs(1)"
        opening, closing = self.method(node, apply, computed)
        new = f"{opening}{old}, {second}{closing}"
        new = self.coerced(node.span, new, computed, kind)
        text = self.file.edited(target.span)
        self.file.replace(node.span, f"{text} = {new}")
        if used and not node.prefix:
            self.file.around(node.span, f"{self.names.run_time}.before({text}, ", ")")
        elif used and not enclosed:
            self.file.around(node.span, "(", ")")
        return kind


def _is_simple(target: tree.Expression) -> bool:
    """Whether evaluating a place twice gives the same place and does nothing else."""
    return not any(isinstance(node, _EFFECTS) for node in tree.preorder(target))
