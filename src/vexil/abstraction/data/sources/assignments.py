"""Assignments to tokens: compound ones and increments become plain ones, and keep their values where these are used."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from vexil.abstraction.data.sources.file import field, unwrapped
from vexil.abstraction.data.sources.kinds import Kind, kind_of, tokens_of
from vexil.abstraction.data.sources.operators import Operators
from vexil.model.tokens.typing import CONCRETE

if TYPE_CHECKING:
    from tree_sitter import Node

ASSIGNED = "="
_TAKES_ASSIGNMENTS = frozenset(
    ("parenthesized_expression", "argument_list", "return_statement", "variable_declarator", "lambda_expression")
)
"""What an assignment can stand in without parentheses."""
_EFFECTS = frozenset((
    "method_invocation", "object_creation_expression", "update_expression", "assignment_expression",
    "array_creation_expression", "lambda_expression", "switch_expression",
))  # fmt: skip


class Assignments(Operators):
    """The rewriting of assignments."""

    @abstractmethod
    def place(self, node: Node, *, written: bool = False) -> Kind | None:
        """A variable, field or element, with the expressions that say which one."""

    def effect(self, node: Node) -> None:
        """Rewrite an expression whose value nobody uses."""
        inner = unwrapped(node)
        match inner.type:
            case "assignment_expression":
                self.assignment(inner, used=False, argument=False)
            case "update_expression":
                self.update(inner, used=False, argument=False)
            case _:
                self.value(inner, None)

    def assignment(self, node: Node, *, used: bool, argument: bool) -> Kind | None:
        """An assignment of any kind; gives the kind of what is assigned to."""
        target, operator, right = unwrapped(field(node, "left")), field(node, "operator"), field(node, "right")
        kind = self.place(target, written=True)
        if self.file.text(operator) == ASSIGNED:
            self.value(right, kind)
        elif kind is None:
            self.visit(right)
        else:
            self.compound(node, target, operator, right, kind)
        return self.kept(node, kind, argument=argument) if used else kind

    def kept(self, node: Node, kind: Kind | None, *, argument: bool) -> Kind | None:
        """The kind of the value of an assignment, which must be the one of its target."""
        found = self.meaning.hidden_kind(self.file.span(node))
        if kind is not None and found is not None and kind.name != found.name:
            self.file.refuse(node, "the value of an assignment is used with another abstraction than its target")
        if kind is not None and kind.is_abstract and not argument:
            self.protect(node)
        return kind

    def protect(self, node: Node) -> None:
        """Put an assignment into parentheses where an expansion needs them."""
        parent = node.parent
        plain = self.file.text(field(node, "operator")) == ASSIGNED if node.type == "assignment_expression" else False
        if not plain and parent is not None and parent.type not in _TAKES_ASSIGNMENTS:
            self.file.around(node, "(", ")")

    def compound(self, node: Node, target: Node, operator: Node, right: Node, kind: Kind) -> None:
        """``x += e`` becomes ``x = A.add(x, e)``."""
        found = self.operator(node)
        if found is None and not kind.is_abstract:
            self.value(right, kind)
            return
        if found is None:
            self.file.refuse(node, f"abstractions have no table for {self.file.text(operator).rstrip('=')}")
        apply, computed = found
        if not computed.is_abstract:
            if kind.is_abstract:
                self.file.refuse(node, f"the result is a number and {self.file.text(target)} holds tokens")
            self.value(right, kind_of(CONCRETE, apply.operands[1].type))
            return
        old = self.old(node, target, kind, computed)
        self.right(node, apply, right, computed)
        opening, closing = self.method(node, apply, computed)
        self.file.around(right, f"{opening}{old}, ", closing)
        self.file.replace(operator, ASSIGNED)
        self.coerce(right, kind_of(computed.name, apply.type), kind)

    def old(self, node: Node, target: Node, kind: Kind, computed: Kind) -> str:
        """The text that reads the old value of a target again."""
        if not _is_simple(target):
            self.file.refuse(
                node, "the target would be evaluated twice", hint="keep the object or index in a variable first"
            )
        return self.coerced(node, self.file.edited(target), kind, computed)

    def update(self, node: Node, *, used: bool, argument: bool) -> Kind | None:
        """``x++`` becomes ``x = A.add(x, A.POS)``; where the old value is used, a method keeps it."""
        first, last = node.children[0], node.children[-1]
        prefix = not first.is_named
        target = unwrapped(last if prefix else first)
        kind = self.place(target, written=True)
        if kind is None or not kind.is_abstract:
            return kind
        found = self.operator(node)
        if found is None:
            self.file.refuse(node, "the operator is not known to the program")
        apply, computed = found
        old = self.old(node, target, kind, computed)
        one = tokens_of(self.names.type_of(computed), 1)
        second = self.names.token(computed, one[0]) if len(one) == 1 else f"{self.names.class_of(computed)}.abs(1)"
        opening, closing = self.method(node, apply, computed)
        new = f"{opening}{old}, {second}{closing}"
        new = self.coerced(node, new, computed, kind)
        text = self.file.edited(target)
        self.file.replace(node, f"{text} = {new}")
        if used and not prefix:
            self.file.around(node, f"{self.names.run_time}.before({text}, ", ")")
        elif used and not argument:
            self.protect(node)
        return kind


def _is_simple(target: Node) -> bool:
    """Whether evaluating a place twice gives the same place and does nothing else."""
    pending = [target]
    while pending:
        node = pending.pop()
        if node.type in _EFFECTS:
            return False
        pending.extend(node.named_children)
    return True
