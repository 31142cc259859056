"""Domains of choices from surface trees."""

from __future__ import annotations

from vexil.core.surface import Kind, Surface
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.text.grammar import FUNCTIONS
from vexil.ir.text.parser_expressions import ExpressionReader

_EXAMPLES = "type(i32), range(LOW, HIGH), among(VALUE, when(GUARD, VALUE), …) or RELATION(ARGUMENT, …)"


class DomainReader(ExpressionReader):
    """Turns surface trees into domains, without recursion over relations."""

    def domain(self, tree: Surface, trees: list[Surface] | None = None) -> Domain:
        """The domain a tree stands for; its expression trees are added to *trees* in the order of the text."""
        order = []
        stack = [tree]
        while stack:
            current = stack.pop()
            order.append(current)
            if self._is_relation(current):
                stack.extend(current.operands)
        values: list[Expr | Domain] = []
        for current in reversed(order):
            if self._is_relation(current):
                first = len(values) - len(current.operands)
                values[first:] = [RelationDomain(current.head, tuple(values[first:]))]
            else:
                values.append(self._leaf(current, [] if trees is None else trees))
        match values[0]:
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain() as domain:
                return domain
            case _:
                raise self.error("an expression is no domain", tree, expected=_EXAMPLES)

    def _is_relation(self, tree: Surface) -> bool:
        if tree.kind is not Kind.CALL:
            return False
        return self.is_quoted(tree) or not (tree.head in FUNCTIONS or tree.head in ("type", "range", "among"))

    def _leaf(self, tree: Surface, trees: list[Surface]) -> Expr | Domain:
        operands = tree.operands
        if tree.kind is Kind.CALL and tree.head not in FUNCTIONS:
            match tree.head, len(operands):
                case "type", 1:
                    return TypeDomain(self.type(operands[0]))
                case "range", 2:
                    trees.extend(operands)
                    return RangeDomain(self.build(operands[0]), self.build(operands[1]))
                case "among", _:
                    return GuardedDomain(tuple(self._guarded(operand, trees) for operand in operands))
                case _:
                    raise self.error(f"{tree.head!r} does not take {len(operands)} arguments", tree, expected=_EXAMPLES)
        trees.append(tree)
        return self.build(tree)

    def _guarded(self, tree: Surface, trees: list[Surface]) -> tuple[Expr | None, Expr]:
        if tree.kind is Kind.CALL and tree.head == "when" and not self.is_quoted(tree):
            if len(tree.operands) != 2:
                raise self.error("a guard and a value are needed", tree, expected="when(GUARD, VALUE)")
            trees.extend(tree.operands)
            return self.build(tree.operands[0]), self.build(tree.operands[1])
        trees.append(tree)
        return None, self.build(tree)
