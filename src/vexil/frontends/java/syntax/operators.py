"""Unary and binary operators, casts and ``instanceof`` (JLS 15.15-15.24).

Tree-sitter reads ``(a) - b * c`` as the product of a cast and ``c``, because only what ``a`` means tells a cast from a
difference; the language decides by the tokens (JLS 15.16): a cast to a type that reads like a name never has a sign as
its operand. So operators are taken from the tree as the sequence the user wrote and grouped here, without recursion.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from vexil.frontends.java.syntax import tree
from vexil.frontends.java.syntax.places import field, parts
from vexil.frontends.java.syntax.types import Types

if TYPE_CHECKING:
    from tree_sitter import Node

PRECEDENCE = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "instanceof": 7,
    "<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
PREFIXES = frozenset({"cast_expression", "unary_expression", "update_expression"})


class Operators(Types):
    """The reader of operators."""

    @abstractmethod
    def expression(self, node: Node) -> tree.Expression:
        """An expression of any kind."""

    @abstractmethod
    def literal(self, node: Node, *, negated: bool = False) -> tree.Literal:
        """A literal, below a minus sign if *negated*."""

    def operation(self, node: Node) -> tree.Expression:
        """A tree of operators and casts."""
        operands: list[tree.Expression] = []
        operators: list[Node] = []
        pending = [node]
        while pending:
            part = pending.pop()
            match part.type:
                case "binary_expression":
                    left, operator, right = parts(part)
                    pending += (right, operator, left)
                case "instanceof_expression":
                    keyword = next(token for token in part.children if token.type == "instanceof")
                    pending += (keyword, field(part, "left"))
                case "instanceof":
                    self._reduce(operands, operators, PRECEDENCE["instanceof"])
                    operands.append(self._instance_of(part, operands.pop()))
                case kind if kind in PRECEDENCE:
                    self._reduce(operands, operators, PRECEDENCE[kind])
                    operators.append(part)
                case kind if kind in PREFIXES:
                    pending += self._prefixed(part, operands)
                case _:
                    operands.append(self.expression(part))
        self._reduce(operands, operators, 0)
        return operands[0]

    def _reduce(self, operands: list[tree.Expression], operators: list[Node], level: int) -> None:
        while operators and PRECEDENCE[operators[-1].type] >= level:
            operator = operators.pop()
            right = operands.pop()
            left = operands.pop()
            span = self.between(left.span.start, right.span.end)
            operands.append(tree.Binary(operator.type, left, right, self.span(operator), span))

    def _instance_of(self, keyword: Node, operand: tree.Expression) -> tree.InstanceOf:
        node = keyword.parent
        assert node is not None
        if (pattern := node.child_by_field_name("pattern")) is not None:
            self.refuse("a record pattern", "it is not part of Java 17", pattern)
        name = node.child_by_field_name("name")
        binding, span = (None, None) if name is None else (self.name(name), self.span(name))
        whole = self.between(operand.span.start, node.end_byte)
        return tree.InstanceOf(operand, self.type(field(node, "right")), binding, span, whole)

    def _prefixed(self, node: Node, operands: list[tree.Expression]) -> list[Node]:
        """Read one operand with its prefixes; if a cast in it is none, what follows is left, last part first."""
        prefixes: list[Node] = []
        rest: list[Node] = []
        while True:
            if node.type == "cast_expression":
                value = field(node, "value")
                if _is_sign(value) and _reads_like_a_name(node):
                    operator, right = parts(value)
                    rest = [right, operator]
                    break
                prefixes.append(node)
                node = value
            elif node.type == "unary_expression" or (node.type == "update_expression" and _is_prefix(node)):
                prefixes.append(node)
                node = parts(node)[1]
            else:
                break
        if rest:
            open_, name, close = parts(node)[:3]
            inner = self.name_expression(name)
            operand: tree.Expression = tree.Parenthesised(inner, self.between(open_.start_byte, close.end_byte))
        elif node.type == "decimal_integer_literal" and prefixes and parts(prefixes[-1])[0].type == "-":
            operand = self.literal(node, negated=True)
        else:
            operand = self.expression(node)
        for prefix in reversed(prefixes):
            operand = self._with_prefix(prefix, operand)
        operands.append(operand)
        return rest

    def _with_prefix(self, node: Node, operand: tree.Expression) -> tree.Expression:
        span = self.between(node.start_byte, operand.span.end)
        if node.type == "cast_expression":
            types = tuple([self.type(part) for part in node.children_by_field_name("type")])
            return tree.Cast(types, operand, span)
        operator = parts(node)[0]
        if node.type == "unary_expression":
            return tree.Unary(operator.type, operand, self.span(operator), span)
        return tree.Increment(operator.type, True, operand, self.span(operator), span)

    def postfix(self, node: Node) -> tree.Expression:
        """``x++`` and ``x--``, or one of the prefixes."""
        if _is_prefix(node):
            return self.operation(node)
        operand, operator = parts(node)
        return tree.Increment(
            operator.type, False, self.expression(operand), self.span(operator), self.span(node)
        )  # fmt: skip

    def name_expression(self, node: Node) -> tree.Expression:
        """A name that tree-sitter took for that of a type, as the expression it reads like."""
        if node.type in {"type_identifier", "identifier"}:
            return tree.Name(self.name(node), self.span(node))
        found = self.class_type(node).parts
        result: tree.Expression = tree.Name(found[0].name, found[0].span)
        for part in found[1:]:
            span = self.between(node.start_byte, part.span.end)
            result = tree.FieldAccess(result, part.name, part.span, span)
        return result


def _is_prefix(node: Node) -> bool:
    return node.children[0].type in {"++", "--"}


def _is_sign(node: Node) -> bool:
    return node.type == "unary_expression" and node.children[0].type in {"+", "-"}


def _reads_like_a_name(cast: Node) -> bool:
    types = cast.children_by_field_name("type")
    return len(types) == 1 and reads_like_a_name(types[0])


def reads_like_a_name(node: Node) -> bool:
    """Whether a type could be a name of a variable: no arguments, brackets or annotations."""
    while node.type == "scoped_type_identifier":
        inner = [part for part in parts(node) if part.is_named]
        if len(inner) != 2:
            return False
        node = inner[0]
    return node.type in {"type_identifier", "identifier"}
