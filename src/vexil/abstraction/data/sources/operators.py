"""Operators on tokens as calls: ``a + b`` becomes ``Signs.add(a, b)``, whatever is between the operands stays.

Compound assignments and increments become plain ones, and keep their values where these are used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NoReturn

from vexil.abstraction.data.sources.coercions import Coercions
from vexil.abstraction.data.sources.file import unwrapped
from vexil.abstraction.data.sources.kinds import Kind, is_number, kind_of, tokens_of
from vexil.core.source import Span
from vexil.ir.expressions import Apply, Const, Operator
from vexil.ir.types import I32
from vexil.languages.java import tree
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS
from vexil.model.tokens.typing import CONCRETE

DIVISIONS = frozenset((Operator.DIVIDE, Operator.REMAINDER))
SHORT_CIRCUITS = frozenset(("&&", "||"))
INDEX = Kind(CONCRETE, I32)
"""The kind of what must be a number: an index, a length, what a switch selects by."""
ASSIGNED = "="
_EFFECTS = (
    tree.MethodCall, tree.New, tree.Increment, tree.Assignment, tree.NewArray, tree.Lambda, tree.SwitchExpression,
)  # fmt: skip


class Operators(Coercions, ABC):
    """The rewriting of operators and assignments."""

    @abstractmethod
    def value(self, node: tree.Expression, wanted: Kind | None, *, argument: bool = False, bare: bool = False) -> None:
        """Rewrite an expression so that its value is of a kind."""

    @abstractmethod
    def produced(self, node: tree.Expression, *, enclosed: bool) -> Kind | None:
        """Rewrite an expression; gives the kind of its value, ``None`` if it is no number of the program.

        One that is *enclosed* may become an assignment without parentheses around it.
        """

    @abstractmethod
    def place(self, node: tree.Expression, *, written: bool = False) -> Kind | None:
        """A variable, field or element, with the expressions that say which one."""

    def operator(self, node: tree.Expression) -> tuple[Apply, Kind] | None:
        """The operator on numbers that a node applies, and the kind of its operands."""
        applications = self.meaning.operators(node.span)
        if not applications:
            return None
        names = {name for _, name in applications}
        if len(names) > 1:
            self.file.refuse(node.span, f"copies of this code compute with {' and with '.join(sorted(names))}")
        apply, name = applications[-1]
        concrete = apply.operands[0].type
        assert is_number(concrete)
        return apply, Kind(name, concrete)

    def binary(self, node: tree.Binary) -> Kind | None:
        """An operator between two operands; gives the kind of its result if that is a number."""
        left, right, sign = node.left, node.right, node.operator
        if sign == ">>>":
            self.value(left, INDEX)
            self.value(right, INDEX)
            return None
        operation = self.operator(node) if sign not in SHORT_CIRCUITS else None
        if operation is None:
            self.check_unknown(node, left, right)
            self.visit(left)
            self.visit(right)
            return None
        apply, kind = operation
        result = Kind(kind.name, apply.type) if is_number(apply.type) else None
        if not kind.is_abstract:
            self.value(left, kind)
            self.value(right, kind_of(CONCRETE, apply.operands[1].type))
            return result
        self.value(left, kind, argument=True)
        self.right(node, apply, right, kind)
        self.comma(left.span, node.operator_span, right.span)
        self.file.around(node.span, *self.method(node, apply, kind))
        return result

    def right(self, node: tree.Expression, apply: Apply, right: tree.Expression, kind: Kind) -> None:
        """The right operand; that of a shift is only its low bits."""
        if apply.operator in (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT):
            amount = apply.operands[1]
            if isinstance(amount, Const):
                self.token(right, unwrapped(right), amount, kind)
                return
            mask = amount.operands[-1]
            if not isinstance(mask, Const) or amount.operands[0].type != I32:
                self.file.refuse(node.span, "the amount of an abstract shift must be an int")
            self.value(right, INDEX)
            self.file.around(right.span, f"{self.names.class_of(kind)}.abs((", f") & {mask.value})")
            return
        self.value(right, kind, argument=True)

    def method(self, node: tree.Expression, apply: Apply, kind: Kind) -> tuple[str, str]:
        """The call of an operator, ``Signs.add(`` and ``)``; a division by a constant other than 0 never fails."""
        table = self.names.table(kind, apply.operator)
        if table is None:
            self.file.refuse(node.span, f"{kind.name} has no table for {apply.operator.value}")
        name = f"{self.names.class_of(kind)}.{OPERATIONS.get(apply.operator) or TESTS[apply.operator]}"
        divisor = apply.operands[-1]
        if apply.operator in DIVISIONS and isinstance(divisor, Const):
            tokens = tokens_of(self.names.type_of(kind), divisor.value)
            if any(row[-1] in tokens for row in table.partial):
                return f"{self.names.run_time}.among({name}Mask(", "))"
        return f"{name}(", ")"

    def comma(self, left: Span, operator: Span, right: Span) -> None:
        """Turn what is between two operands into a comma; comments and lines stay."""
        before, after = (self.file.text(self.file.between(*ends)) for ends in ((left, operator), (operator, right)))
        if (before + after).strip():
            self.file.replace(operator, ",")
        else:
            space = before if "\n" in before else after or " "
            self.file.replace(self.file.between(left, right), f",{space}")

    def check_unknown(self, node: tree.Expression, left: tree.Expression, right: tree.Expression) -> None:
        """Refuse arithmetic that the program does not have, because it is only printed, on what is abstracted."""
        if self.meaning.at(node.span):
            return
        sides = [unwrapped(left), unwrapped(right)]
        named = [self.is_abstracted_name(side) for side in sides]
        if any(named) and all(name or _is_number(side) for name, side in zip(named, sides, strict=True)):
            self.refuse_unknown(node)

    def refuse_unknown(self, node: tree.Expression) -> NoReturn:
        """Refuse what is written and no part of the program."""
        self.file.refuse(
            node.span,
            "it is only printed, or never reached, so that the program does not have it",
            hint="print the variable itself, or give the value to a variable first",
        )

    def is_abstracted_name(self, node: tree.Expression) -> bool:
        """Say whether something that is abstracted has this name."""
        return isinstance(node, tree.Name | tree.FieldAccess) and node.name in self.abstracted_names

    def unary(self, node: tree.Unary) -> Kind | None:
        """A sign or complement; gives the kind of its result if that is a number."""
        operand = node.operand
        if node.operator == "!":
            self.visit(operand)
            return None
        operation = self.operator(node)
        if operation is None:
            inner = unwrapped(operand)
            if node.operator == "+":
                return self.produced(inner, enclosed=inner is not operand)
            if self.is_abstracted_name(inner):
                self.refuse_unknown(node)
            self.value(operand, None)
            return None
        apply, kind = operation
        if not kind.is_abstract:
            self.value(operand, kind)
            return kind
        self.value(operand, kind, argument=True)
        opening, closing = self.method(node, apply, kind)
        self.file.replace(node.operator_span, opening)
        self.file.behind(node.span, closing)
        return kind

    # --- assignments -------------------------------------------------------------------------------------

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


def _is_number(node: tree.Expression) -> bool:
    return isinstance(node, tree.Literal) and node.kind not in (tree.LiteralKind.STRING, tree.LiteralKind.BOOLEAN)


def _is_simple(target: tree.Expression) -> bool:
    """Whether evaluating a place twice gives the same place and does nothing else."""
    return not any(isinstance(node, _EFFECTS) for node in tree.preorder(target))
