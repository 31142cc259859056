"""Statements and blocks (JLS 14)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from vexil.core.errors import InternalError
from vexil.frontends.java.syntax import tree
from vexil.frontends.java.syntax.expressions import Expressions
from vexil.frontends.java.syntax.places import field, parts
from vexil.frontends.java.syntax.types import rank_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

CLASS_NODES = frozenset(
    {
        "class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
        "annotation_type_declaration",
    }
)  # fmt: skip


class Statements(Expressions):
    """The reader of statements."""

    @abstractmethod
    def class_declaration(self, node: Node, doc: str) -> tree.ClassDeclaration:
        """A type declaration of any kind."""

    @abstractmethod
    def modifiers(self, node: Node) -> tree.Modifiers:
        """The modifiers of a declaration, empty if there are none."""

    def statement(self, node: Node) -> tree.Statement:
        """A statement of any kind."""
        read = _READERS.get(node.type)
        if read is None:
            raise InternalError(f"a {node.type} should be no statement")
        return read(self, node)

    def block(self, node: Node) -> tree.Block:
        """``{ … }``, also of a constructor."""
        inner = parts(node)
        statements = tuple([self.statement(part) for part in inner[1:-1]])
        return tree.Block(statements, self.span(node), self.span(inner[-1]))

    def local_variables(self, node: Node) -> tree.LocalVariables:
        """A declaration of local variables."""
        return tree.LocalVariables(
            self.modifiers(node), self.type(field(node, "type")), self.declarators(node), self.span(node)
        )

    def declarators(self, node: Node) -> tuple[tree.Declarator, ...]:
        """The variables of a declaration."""
        return tuple([self._declarator(part) for part in node.children_by_field_name("declarator")])

    def _declarator(self, node: Node) -> tree.Declarator:
        name, value = field(node, "name"), node.child_by_field_name("value")
        initialiser = None if value is None else self.expression(value)
        rank = rank_of(node.child_by_field_name("dimensions"))
        return tree.Declarator(self.name(name), rank, initialiser, self.span(name), self.span(node))

    def _local_class(self, node: Node) -> tree.Statement:
        return tree.LocalClass(self.class_declaration(node, ""), self.span(node))

    def _expression_statement(self, node: Node) -> tree.Statement:
        inner = parts(node)[0]
        if inner.type == "switch_expression":
            return self.switch(inner)
        return tree.ExpressionStatement(self.expression(inner), self.span(node))

    def _constructor_call(self, node: Node) -> tree.Statement:
        outer = node.child_by_field_name("object")
        call = tree.ConstructorCall(
            None if outer is None else self.expression(outer),
            field(node, "constructor").type == "super",
            self.arguments(field(node, "arguments")),
            self.span(node),
        )
        return tree.ExpressionStatement(call, self.span(node))

    def _if(self, node: Node) -> tree.Statement:
        otherwise = node.child_by_field_name("alternative")
        return tree.If(
            self.condition(field(node, "condition")),
            self.statement(field(node, "consequence")),
            None if otherwise is None else self.statement(otherwise),
            self.span(node),
        )

    def _while(self, node: Node) -> tree.Statement:
        return tree.While(
            self.condition(field(node, "condition")), self.statement(field(node, "body")), self.span(node)
        )

    def _do(self, node: Node) -> tree.Statement:
        return tree.DoWhile(
            self.statement(field(node, "body")), self.condition(field(node, "condition")), self.span(node)
        )

    def _for(self, node: Node) -> tree.Statement:
        condition = node.child_by_field_name("condition")
        return tree.For(
            tuple([self._for_initialiser(part) for part in node.children_by_field_name("init")]),
            None if condition is None else self.expression(condition),
            self.expressions(node.children_by_field_name("update")),
            self.statement(parts(node)[-1]),
            self.span(node),
        )

    def _for_initialiser(self, node: Node) -> tree.Statement:
        if node.type == "local_variable_declaration":
            return self.local_variables(node)
        return tree.ExpressionStatement(self.expression(node), self.span(node))

    def _for_each(self, node: Node) -> tree.Statement:
        name = field(node, "name")
        return tree.ForEach(
            self.modifiers(node),
            self.type(field(node, "type")),
            self.name(name),
            rank_of(node.child_by_field_name("dimensions")),
            self.span(name),
            self.expression(field(node, "value")),
            self.statement(parts(node)[-1]),
            self.span(node),
        )

    def _return(self, node: Node) -> tree.Statement:
        _, *value, _ = parts(node)
        return tree.Return(self.expression(value[0]) if value else None, self.span(node))

    def _throw(self, node: Node) -> tree.Statement:
        return tree.Throw(self.expression(parts(node)[1]), self.span(node))

    def _yield(self, node: Node) -> tree.Statement:
        return tree.Yield(self.expression(parts(node)[1]), self.span(node))

    def _break(self, node: Node) -> tree.Statement:
        _, *label, _ = parts(node)
        return tree.Break(self.name(label[0]) if label else None, self.span(node))

    def _continue(self, node: Node) -> tree.Statement:
        _, *label, _ = parts(node)
        return tree.Continue(self.name(label[0]) if label else None, self.span(node))

    def _labelled(self, node: Node) -> tree.Statement:
        label, _, body = parts(node)
        return tree.Labelled(self.name(label), self.span(label), self.statement(body), self.span(node))

    def _synchronized(self, node: Node) -> tree.Statement:
        return tree.Synchronized(self.condition(parts(node)[1]), self.block(field(node, "body")), self.span(node))

    def _assert(self, node: Node) -> tree.Statement:
        values = [part for part in parts(node) if part.is_named]
        message = self.expression(values[1]) if len(values) > 1 else None
        return tree.Assert(self.expression(values[0]), message, self.span(node))

    def _empty(self, node: Node) -> tree.Statement:
        return tree.Empty(self.span(node))

    def _try(self, node: Node) -> tree.Statement:
        resources = node.child_by_field_name("resources")
        inner = parts(node)
        final = next((part for part in inner if part.type == "finally_clause"), None)
        return tree.Try(
            () if resources is None else tuple([self._resource(part) for part in parts(resources) if part.is_named]),
            self.block(field(node, "body")),
            tuple([self._catch(part) for part in inner if part.type == "catch_clause"]),
            None if final is None else self.block(parts(final)[1]),
            self.span(node),
        )

    def _resource(self, node: Node) -> tree.Resource:
        name = node.child_by_field_name("name")
        if name is None:
            return tree.Resource(None, self.expression(parts(node)[0]), self.span(node))
        rank = rank_of(node.child_by_field_name("dimensions"))
        value = self.expression(field(node, "value"))
        whole = self.between(name.start_byte, node.end_byte)
        variable = tree.Declarator(self.name(name), rank, value, self.span(name), whole)
        declared = tree.LocalVariables(
            self.modifiers(node), self.type(field(node, "type")), (variable,), self.span(node)
        )  # fmt: skip
        return tree.Resource(declared, None, self.span(node))

    def _catch(self, node: Node) -> tree.CatchClause:
        parameter = next(part for part in node.children if part.type == "catch_formal_parameter")
        types = next(part for part in parameter.children if part.type == "catch_type")
        name = field(parameter, "name")
        return tree.CatchClause(
            self.modifiers(parameter),
            tuple([self.type(part) for part in parts(types) if part.is_named]),
            self.name(name),
            self.span(name),
            self.block(field(node, "body")),
            self.span(node),
        )

    def switch(self, node: Node) -> tree.Switch:
        """A switch, as a statement or for its value."""
        body = field(node, "body")
        inner = parts(body)
        cases: list[tree.SwitchCase] = []
        open_labels: list[tree.Expression | None] = []
        start = 0
        for group in inner[1:-1]:
            first = parts(group)
            start = start if open_labels else group.start_byte
            arrow = group.type == "switch_rule"
            for label in first:
                if label.type == "switch_label":
                    open_labels += self._labels(label)
            statements = [part for part in first if part.type not in {"switch_label", ":", "->"}]
            if not statements and group is not inner[-2]:
                continue
            found = tuple([self.statement(part) for part in statements])
            cases.append(tree.SwitchCase(tuple(open_labels), arrow, found, self.between(start, group.end_byte)))
            open_labels = []
        selector = self.condition(field(node, "condition"))
        return tree.Switch(selector, tuple(cases), self.span(node), self.span(inner[-1]))

    def _labels(self, node: Node) -> list[tree.Expression | None]:
        keyword, *labels = parts(node)
        if keyword.type == "default":
            return [None]
        values = [label for label in labels if label.type != ","]
        for value in values:
            if value.type in {"pattern", "guard", "type_pattern", "record_pattern"}:
                self.refuse("a pattern in a switch", "it is not part of Java 17", value)
        return [self.expression(value) for value in values if value.type not in {":", "->"}]


_READERS: dict[str, Callable[[Statements, Node], tree.Statement]] = {
    **dict.fromkeys(CLASS_NODES, Statements._local_class),
    "block": Statements.block,
    "local_variable_declaration": Statements.local_variables,
    "expression_statement": Statements._expression_statement,
    "explicit_constructor_invocation": Statements._constructor_call,
    "if_statement": Statements._if,
    "while_statement": Statements._while,
    "do_statement": Statements._do,
    "for_statement": Statements._for,
    "enhanced_for_statement": Statements._for_each,
    "return_statement": Statements._return,
    "throw_statement": Statements._throw,
    "yield_statement": Statements._yield,
    "break_statement": Statements._break,
    "continue_statement": Statements._continue,
    "labeled_statement": Statements._labelled,
    "synchronized_statement": Statements._synchronized,
    "assert_statement": Statements._assert,
    "try_statement": Statements._try,
    "try_with_resources_statement": Statements._try,
    "switch_expression": Statements.switch,
    ";": Statements._empty,
}
