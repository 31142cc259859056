"""Expressions from surface trees: names are resolved, types computed and checked, all without recursion."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface, parse_all
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.text.grammar import GRAMMAR, PRECEDENCE
from vexil.ir.text.parser_forms import FORMS
from vexil.ir.text.parser_leaves import LeafReader
from vexil.ir.text.scope import Scope
from vexil.ir.typing import TypeProblem, element, result_type

_NAME, _NUMBER, _APPLY, _CALL, _INDEX = Kind.NAME, Kind.NUMBER, Kind.APPLY, Kind.CALL, Kind.INDEX
_BINARY = {operator.value: operator for operator in PRECEDENCE}
_UNARY = {"!": Operator.NOT, "~": Operator.COMPLEMENT, "-": Operator.NEGATE}


def parse_expression(file: SourceFile, scope: Scope) -> Expr:
    """Parse a whole file as one expression; raises `SourceError` where it is wrong."""
    tree = parse_all(file, GRAMMAR)
    return ExpressionReader(Lexer(file, GRAMMAR), scope).build(tree)


class ExpressionReader(LeafReader):
    """Turns surface trees into expressions of one scope."""

    def operand_trees(self, tree: Surface) -> tuple[Surface, ...]:
        """The parts of a tree that are expressions, in order."""
        kind = tree.kind
        if kind is _APPLY:
            return () if self._is_negative_literal(tree) else tree.operands
        if kind is _CALL:
            form = FORMS.get(tree.head)
            return tree.operands[: form.operands] if form is not None else ()
        return tree.operands if kind is _INDEX else ()

    @staticmethod
    def _is_negative_literal(tree: Surface) -> bool:
        if tree.head != "-" or len(tree.operands) != 1:
            return False
        operand = tree.operands[0]
        return operand.kind is _NUMBER or (operand.kind is _CALL and operand.head == "inf")

    def occurrence_trees(self, tree: Surface) -> Iterator[Surface]:
        """The trees of all expression occurrences, in the order that numbers them."""
        stack = [tree]
        while stack:
            current = stack.pop()
            yield current
            stack.extend(reversed(self.operand_trees(current)))

    def build(self, tree: Surface) -> Expr:
        """The expression that a tree stands for."""
        if not tree.operands:
            return self._node(tree, ())
        if tree.kind is _APPLY and not any(operand.operands for operand in tree.operands):
            operands = self.operand_trees(tree)
            return self._node(tree, tuple([self._node(operand, ()) for operand in operands]))
        order: list[tuple[Surface, int]] = []
        stack = [tree]
        while stack:
            current = stack.pop()
            if current.operands:
                operands = self.operand_trees(current)
                order.append((current, len(operands)))
                stack.extend(operands)
            else:
                order.append((current, 0))
        values: list[Expr] = []
        for current, count in reversed(order):
            if count:
                taken = tuple(values[-count:])
                del values[-count:]
                values.append(self._node(current, taken))
            else:
                values.append(self._node(current, ()))
        return values[0]

    def _node(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        kind = tree.kind
        if kind is _NAME:
            return self.variable(tree)
        if kind is _NUMBER:
            return self.number(tree.head, tree, False)
        try:
            if kind is _APPLY:
                return self._application(tree, operands)
            if kind is _CALL:
                return self._call(tree, operands)
            if kind is _INDEX:
                return element(operands[0], operands[1])
        except TypeProblem as problem:
            raise self.error(str(problem), tree) from None
        raise self.error(f"a {kind.value} is no value here", tree, expected="an expression")

    # --- operators ---------------------------------------------------------------------------------------

    def _application(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        if len(operands) == 2:
            operator = _BINARY[tree.head]
        elif operands:
            operator = _UNARY[tree.head]
        else:
            return self._negative_literal(tree)
        return Apply(operator, operands, result_type(operator, operands))

    def _negative_literal(self, tree: Surface) -> Const:
        operand = tree.operands[0]
        if operand.kind is _NUMBER:
            return self.number(operand.head, tree, True)
        positive = self._call(operand, ())
        assert isinstance(positive, Const)
        return Const(-positive.value, positive.type)

    def _call(self, tree: Surface, operands: tuple[Expr, ...]) -> Expr:
        form = FORMS.get(tree.head)
        if form is None or self.is_quoted(tree):
            known = get_close_matches(tree.head, sorted(FORMS), 1)
            raise self.error(
                f"there is no operator {tree.head!r}", tree, expected="an operator of expressions",
                hint=f"did you mean {known[0]!r}?" if known else "a function is called by an operation of its own",
            )  # fmt: skip
        if not form.least <= len(tree.operands) <= form.most:
            raise self.error(f"{tree.head!r} does not take {len(tree.operands)} arguments", tree, expected=form.usage)
        return form.read(self, tree, operands)
