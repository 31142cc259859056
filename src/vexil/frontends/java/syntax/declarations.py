"""Classes, interfaces, enums, records and their members (JLS 7-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.errors import InternalError
from vexil.frontends.java.syntax import tree
from vexil.frontends.java.syntax.depth import with_deep_stack
from vexil.frontends.java.syntax.places import field, parts
from vexil.frontends.java.syntax.statements import CLASS_NODES, Statements
from vexil.frontends.java.syntax.types import ANNOTATIONS, rank_of

if TYPE_CHECKING:
    from tree_sitter import Node

KINDS = {
    "class_declaration": tree.ClassKind.CLASS,
    "interface_declaration": tree.ClassKind.INTERFACE,
    "enum_declaration": tree.ClassKind.ENUM,
    "record_declaration": tree.ClassKind.RECORD,
    "annotation_type_declaration": tree.ClassKind.ANNOTATION,
}


class Declarations(Statements):
    """The reader of declarations, and of everything in them."""

    def class_declaration(self, node: Node, doc: str) -> tree.ClassDeclaration:
        """A type declaration of any kind; *doc* is the comment in front of it."""
        superclass = node.child_by_field_name("superclass")
        interfaces = node.child_by_field_name("interfaces")
        if interfaces is None:
            interfaces = next((part for part in node.children if part.type == "extends_interfaces"), None)
        components = node.child_by_field_name("parameters")
        name, body = field(node, "name"), field(node, "body")
        return tree.ClassDeclaration(
            KINDS[node.type],
            self.modifiers(node),
            self.name(name),
            self.type_parameters(node.child_by_field_name("type_parameters")),
            None if superclass is None else self.type_list(superclass)[0],
            self.type_list(interfaces),
            () if components is None else self.parameters(components),
            tuple([self._constant(part) for part in body.children if part.type == "enum_constant"]),
            self.members(body),
            self.span(name),
            self.span(node),
            doc,
        )

    def anonymous_class(self, node: Node) -> tree.ClassDeclaration:
        """The body of an anonymous class or of an enum constant."""
        start = self.between(node.start_byte, node.start_byte)
        none = tree.Modifiers(frozenset(), (), None)
        return tree.ClassDeclaration(
            tree.ClassKind.CLASS, none, "", (), None, (), (), (), self.members(node), start, self.span(node), ""
        )

    def modifiers(self, node: Node) -> tree.Modifiers:
        """The modifiers of a declaration, empty if there are none."""
        found = next((part for part in node.children if part.type == "modifiers"), None)
        if found is None:
            return tree.Modifiers(frozenset(), (), None)
        words = []
        annotations = []
        for part in parts(found):
            if part.type in ANNOTATIONS:
                annotations.append(tree.Annotation(self.text(field(part, "name")), self.span(part)))
            else:
                words.append(part.type)
        return tree.Modifiers(frozenset(words), tuple(annotations), self.span(found))

    def members(self, body: Node) -> tuple[tree.Member, ...]:
        """The members of a class body, each with the comment in front of it."""
        found: list[tree.Member] = []
        doc = ""
        for part in body.children:
            kind = part.type
            if kind == "block_comment":
                doc = self.doc_comment(part) or doc
            elif kind == "enum_body_declarations":
                found += self.members(part)
            elif part.is_named and kind not in {"line_comment", "enum_constant"}:
                found.append(self._member(part, doc))
                doc = ""
        return tuple(found)

    def doc_comment(self, node: Node) -> str:
        """The text of a Javadoc comment, delimiters included; empty for another comment."""
        text = self.content[node.start_byte : node.end_byte]
        return text.decode("utf-8") if text.startswith(b"/**") and len(text) > 4 else ""

    def _member(self, node: Node, doc: str) -> tree.Member:
        match node.type:
            case "field_declaration" | "constant_declaration":
                type_ = self.type(field(node, "type"))
                return tree.FieldDeclaration(self.modifiers(node), type_, self.declarators(node), self.span(node))
            case "method_declaration" | "annotation_type_element_declaration":
                return self._method(node, doc)
            case "constructor_declaration" | "compact_constructor_declaration":
                return self._constructor(node, doc)
            case "block":
                return tree.Initialiser(False, self._lazy(node), self.span(node))
            case "static_initializer":
                return tree.Initialiser(True, self._lazy(parts(node)[1]), self.span(node))
            case kind if kind in CLASS_NODES:
                return self.class_declaration(node, doc)
            case kind:
                raise InternalError(f"a {kind} should be no member")

    def _lazy(self, node: Node) -> tree.LazyBlock:
        return tree.LazyBlock(self.span(node), lambda: with_deep_stack(lambda: self.block(node), self.file))

    def _method(self, node: Node, doc: str) -> tree.MethodDeclaration:
        name, body = field(node, "name"), node.child_by_field_name("body")
        rank = rank_of(node.child_by_field_name("dimensions"))
        parameters = node.child_by_field_name("parameters")
        return tree.MethodDeclaration(
            self.modifiers(node),
            self.type_parameters(node.child_by_field_name("type_parameters")),
            self.array_of(self.type(field(node, "type")), rank),
            self.name(name),
            () if parameters is None else self.parameters(parameters),
            self._throws(node),
            None if body is None else self._lazy(body),
            constructor=False, compact=False,
            name_span=self.span(name), span=self.span(node), doc=doc,
        )  # fmt: skip

    def _constructor(self, node: Node, doc: str) -> tree.MethodDeclaration:
        name, parameters = field(node, "name"), node.child_by_field_name("parameters")
        return tree.MethodDeclaration(
            self.modifiers(node),
            self.type_parameters(node.child_by_field_name("type_parameters")),
            None,
            self.name(name),
            () if parameters is None else self.parameters(parameters),
            self._throws(node),
            self._lazy(field(node, "body")),
            constructor=True, compact=parameters is None,
            name_span=self.span(name), span=self.span(node), doc=doc,
        )  # fmt: skip

    def _throws(self, node: Node) -> tuple[tree.TypeName, ...]:
        return self.type_list(next((part for part in node.children if part.type == "throws"), None))

    def parameters(self, node: Node) -> tuple[tree.Parameter, ...]:
        """Formal parameters, without the receiver (JLS 8.4)."""
        return tuple(
            [self._parameter(part) for part in parts(node) if part.type in {"formal_parameter", "spread_parameter"}]
        )

    def _parameter(self, node: Node) -> tree.Parameter:
        inner = parts(node)
        variable = node.type == "spread_parameter"
        if variable:
            declarator = inner[-1]
            name = field(declarator, "name")
            type_ = next(part for part in inner if part.type != "modifiers" and part.type not in ANNOTATIONS)
        else:
            declarator = node
            name, type_ = field(node, "name"), field(node, "type")
        rank = rank_of(declarator.child_by_field_name("dimensions"))
        return tree.Parameter(
            self.modifiers(node), self.array_of(self.type(type_), rank), self.name(name), variable,
            self.span(name), self.span(node),
        )  # fmt: skip

    def _constant(self, node: Node) -> tree.EnumConstant:
        arguments, body = node.child_by_field_name("arguments"), node.child_by_field_name("body")
        return tree.EnumConstant(
            self.name(field(node, "name")),
            () if arguments is None else self.arguments(arguments),
            None if body is None else self.anonymous_class(body),
            self.span(node),
        )
