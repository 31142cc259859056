"""Expressions (JLS 15)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from vexil.core.errors import InternalError
from vexil.frontends.java.syntax import tree
from vexil.frontends.java.syntax.literals import (
    BadLiteral,
    character_value,
    float_value,
    integer_value,
    is_floating,
    string_value,
)
from vexil.frontends.java.syntax.operators import Operators, reads_like_a_name
from vexil.frontends.java.syntax.places import field, parts
from vexil.frontends.java.syntax.types import ANNOTATIONS, TYPE_NODES, rank_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node


class Expressions(Operators):
    """The reader of expressions."""

    @abstractmethod
    def block(self, node: Node) -> tree.Block:
        """A block of statements."""

    @abstractmethod
    def switch(self, node: Node) -> tree.Switch:
        """A switch, as a statement or for its value."""

    @abstractmethod
    def anonymous_class(self, node: Node) -> tree.ClassDeclaration:
        """The body of an anonymous class."""

    @abstractmethod
    def parameters(self, node: Node) -> tuple[tree.Parameter, ...]:
        """Formal parameters."""

    def expression(self, node: Node) -> tree.Expression:
        """An expression of any kind."""
        read = _READERS.get(node.type)
        if read is None:
            raise InternalError(f"a {node.type} should be no expression")
        return read(self, node)

    def expressions(self, nodes: list[Node]) -> tuple[tree.Expression, ...]:
        """Several expressions."""
        return tuple([self.expression(node) for node in nodes])

    def condition(self, node: Node) -> tree.Expression:
        """The expression in the parentheses of a statement."""
        return self.expression(parts(node)[1])

    def arguments(self, node: Node) -> tuple[tree.Expression, ...]:
        """The arguments of a call."""
        return self.expressions([part for part in parts(node) if part.is_named])

    def literal(self, node: Node, *, negated: bool = False) -> tree.Literal:
        """A literal, below a minus sign if *negated*."""
        text, span = self.text(node), self.span(node)
        try:
            match node.type:
                case "character_literal":
                    return tree.Literal(tree.LiteralKind.CHAR, character_value(text), False, span)
                case "string_literal":
                    return tree.Literal(tree.LiteralKind.STRING, string_value(text), False, span)
                case "true" | "false":
                    return tree.Literal(tree.LiteralKind.BOOLEAN, node.type == "true", False, span)
                case "null_literal":
                    return tree.Literal(tree.LiteralKind.NULL, None, False, span)
                case _ if is_floating(text):
                    number, single = float_value(text)
                    kind = tree.LiteralKind.FLOAT if single else tree.LiteralKind.DOUBLE
                    return tree.Literal(kind, number, False, span)
                case _:
                    value, long, decimal = integer_value(text, negated=negated)
                    return tree.Literal(tree.LiteralKind.LONG if long else tree.LiteralKind.INT, value, decimal, span)
        except BadLiteral as error:
            start = node.start_byte + len(text[: error.offset].encode())
            raise self.file.error(error.message, start, node.end_byte) from None

    def _name(self, node: Node) -> tree.Expression:
        return tree.Name(self.name(node), self.span(node))

    def _this(self, node: Node) -> tree.Expression:
        return tree.This(None, self.span(node))

    def _super(self, node: Node) -> tree.Expression:
        return tree.Super(None, self.span(node))

    def _field_access(self, node: Node) -> tree.Expression:
        target, *middle, name = [part for part in parts(node) if part.is_named]
        if name.type == "this":
            return tree.This(self.qualifier(target), self.span(node))
        owner = self._owner(target, middle)
        return tree.FieldAccess(owner, self.name(name), self.span(name), self.span(node))

    def _owner(self, target: Node, middle: list[Node]) -> tree.Expression:
        """The target of a member, where ``super`` may stand between it and the name."""
        if middle:
            return tree.Super(self.qualifier(target), self.between(target.start_byte, middle[0].end_byte))
        return self.expression(target)

    def qualifier(self, node: Node) -> tree.ClassTypeName:
        """The name of a class in front of ``this``, ``super`` or ``class``."""
        found: list[tree.TypePart] = []
        whole = node
        while node.type == "field_access":
            name = field(node, "field")
            found.append(tree.TypePart(self.name(name), None, self.span(name)))
            node = field(node, "object")
        if node.type not in {"identifier", "type_identifier"}:
            self.fail("not an enclosing class", whole)
        found.append(tree.TypePart(self.name(node), None, self.span(node)))
        return tree.ClassTypeName(tuple(reversed(found)), self.span(whole))

    def _call(self, node: Node) -> tree.Expression:
        name, target = field(node, "name"), node.child_by_field_name("object")
        types = self.type_arguments(node.child_by_field_name("type_arguments"))
        owner = None
        if target is not None:
            owner = self._owner(target, [part for part in node.children if part.type == "super" and part != target])
        arguments = self.arguments(field(node, "arguments"))
        return tree.MethodCall(owner, types, self.name(name), self.span(name), arguments, self.span(node))

    def _new(self, node: Node) -> tree.Expression:
        first = parts(node)[0]
        outer = None if first.type == "new" else self.expression(first)
        type_ = self.type(field(node, "type"))
        if not isinstance(type_, tree.ClassTypeName):
            self.fail("'[' expected", field(node, "arguments"))
        last = parts(node)[-1]
        body = self.anonymous_class(last) if last.type == "class_body" else None
        arguments = self.arguments(field(node, "arguments"))
        return tree.New(outer, type_, type_.parts[-1].arguments == (), arguments, body, self.span(node))

    def _new_array(self, node: Node) -> tree.Expression:
        rank = 0
        dimensions: list[tree.Expression] = []
        for part in node.children_by_field_name("dimensions"):
            if part.type == "dimensions":
                rank += rank_of(part)
            else:
                rank += 1
                inner = [piece for piece in parts(part) if piece.is_named and piece.type not in ANNOTATIONS]
                dimensions.append(self.expression(inner[0]))
        value = node.child_by_field_name("value")
        initialiser = None if value is None else self.array_initialiser(value)
        return tree.NewArray(self.type(field(node, "type")), tuple(dimensions), rank, initialiser, self.span(node))

    def array_initialiser(self, node: Node) -> tree.ArrayInitialiser:
        """``{a, {b}}``."""
        return tree.ArrayInitialiser(self.arguments(node), self.span(node))

    def _array_access(self, node: Node) -> tree.Expression:
        array, _, index, _ = parts(node)
        return tree.ArrayAccess(self.expression(array), self.expression(index), self.span(node))

    def _assignment(self, node: Node) -> tree.Expression:
        target, operator, value = parts(node)
        written = self.expression(target)
        result = self.expression(value)
        return tree.Assignment(operator.type, written, result, self.span(operator), self.span(node))

    def _conditional(self, node: Node) -> tree.Expression:
        condition, _, then, _, otherwise = parts(node)
        return tree.Conditional(
            self.expression(condition), self.expression(then), self.expression(otherwise), self.span(node)
        )

    def _parenthesised(self, node: Node) -> tree.Expression:
        return tree.Parenthesised(self.expression(parts(node)[1]), self.span(node))

    def _class_literal(self, node: Node) -> tree.Expression:
        return tree.ClassLiteral(self.type(parts(node)[0]), self.span(node))

    def _switch_expression(self, node: Node) -> tree.Expression:
        return tree.SwitchExpression(self.switch(node), self.span(node))

    def _lambda(self, node: Node) -> tree.Expression:
        first, arrow, last = parts(node)
        if first.type == "formal_parameters":
            found = tuple([self._typed_parameter(parameter) for parameter in self.parameters(first)])
        else:
            names = [first] if first.type == "identifier" else [part for part in parts(first) if part.is_named]
            found = tuple([tree.LambdaParameter(self.name(name), None, self.span(name)) for name in names])
        body = self.block(last) if last.type == "block" else self.expression(last)
        return tree.Lambda(found, body, self.span(arrow), self.span(node))

    def _typed_parameter(self, parameter: tree.Parameter) -> tree.LambdaParameter:
        type_ = self.array_of(parameter.type, int(parameter.variable))
        return tree.LambdaParameter(parameter.name, type_, parameter.name_span)

    def _method_reference(self, node: Node) -> tree.Expression:
        target, *_, name = parts(node)
        types = next((part for part in node.children if part.type == "type_arguments"), None)
        called = "new" if name.type == "new" else self.name(name)
        return tree.MethodReference(
            self._reference_target(target), self.type_arguments(types), called, self.span(node)
        )  # fmt: skip

    def _reference_target(self, node: Node) -> tree.Expression | tree.TypeName:
        if node.type == "scoped_type_identifier":
            last = parts(node)[-1]
            if self.text(last) == "super":
                return tree.Super(self.class_type(parts(node)[0]), self.span(node))
        if reads_like_a_name(node):
            return self.name_expression(node)
        return self.type(node) if node.type in TYPE_NODES else self.expression(node)


_READERS: dict[str, Callable[[Expressions, Node], tree.Expression]] = {
    **dict.fromkeys(
        (
            "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal",
            "decimal_floating_point_literal", "hex_floating_point_literal", "true", "false", "character_literal",
            "string_literal", "null_literal",
        ),
        Expressions.literal,
    ),
    **dict.fromkeys(
        ("binary_expression", "instanceof_expression", "cast_expression", "unary_expression"), Expressions.operation
    ),
    "update_expression": Expressions.postfix,
    "identifier": Expressions._name,
    "this": Expressions._this,
    "super": Expressions._super,
    "field_access": Expressions._field_access,
    "method_invocation": Expressions._call,
    "object_creation_expression": Expressions._new,
    "array_creation_expression": Expressions._new_array,
    "array_initializer": Expressions.array_initialiser,
    "array_access": Expressions._array_access,
    "assignment_expression": Expressions._assignment,
    "ternary_expression": Expressions._conditional,
    "parenthesized_expression": Expressions._parenthesised,
    "class_literal": Expressions._class_literal,
    "switch_expression": Expressions._switch_expression,
    "lambda_expression": Expressions._lambda,
    "method_reference": Expressions._method_reference,
}  # fmt: skip
