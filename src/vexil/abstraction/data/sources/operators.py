"""Operators on tokens as calls: ``a + b`` becomes ``Signs.add(a, b)``, whatever is between the operands stays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NoReturn

from vexil.abstraction.data.sources.coercing import Coercing
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


class Operators(Coercing, ABC):
    """The rewriting of operators."""

    @abstractmethod
    def value(self, node: tree.Expression, wanted: Kind | None, *, argument: bool = False, bare: bool = False) -> None:
        """Rewrite an expression so that its value is of a kind."""

    @abstractmethod
    def produced(self, node: tree.Expression, *, enclosed: bool) -> Kind | None:
        """Rewrite an expression; gives the kind of its value, ``None`` if it is no number of the program.

        One that is *enclosed* may become an assignment without parentheses around it.
        """

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


def _is_number(node: tree.Expression) -> bool:
    return isinstance(node, tree.Literal) and node.kind not in (tree.LiteralKind.STRING, tree.LiteralKind.BOOLEAN)
