"""Types, as they are written (JLS 4, 8.1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.syntax import tree
from vexil.frontends.java.syntax.places import Places, field, parts

if TYPE_CHECKING:
    from tree_sitter import Node

    from vexil.core.source import Span

PRIMITIVE_NODES = frozenset({"integral_type", "floating_point_type", "boolean_type", "void_type"})
TYPE_NODES = PRIMITIVE_NODES | {
    "type_identifier", "scoped_type_identifier", "generic_type", "array_type", "annotated_type",
}  # fmt: skip
ANNOTATIONS = frozenset({"marker_annotation", "annotation"})


class Types(Places):
    """The reader of types."""

    def type(self, node: Node) -> tree.TypeName:
        """A type of any kind; annotations in it are skipped."""
        match node.type:
            case "type_identifier" | "identifier" | "scoped_type_identifier" | "generic_type" | "scoped_identifier":
                return self.class_type(node)
            case "array_type":
                element = self.type(field(node, "element"))
                return self.array_of(element, rank_of(field(node, "dimensions")), self.span(node))
            case "annotated_type":
                return self.type(parts(node)[-1])
            case "wildcard":
                return self._wildcard(node)
            case _:
                return tree.PrimitiveTypeName(self.text(node), self.span(node))

    def class_type(self, node: Node) -> tree.ClassTypeName:
        """A class type; a qualified name of an expression is read as one, too."""
        found: list[tree.TypePart] = []
        self._class_parts(node, found)
        return tree.ClassTypeName(tuple(found), self.span(node))

    def _class_parts(self, node: Node, found: list[tree.TypePart]) -> None:
        chain = [node]
        while chain:
            node = chain.pop()
            match node.type:
                case "type_identifier" | "identifier":
                    found.append(tree.TypePart(self.name(node), None, self.span(node)))
                case "type_arguments":
                    last = found.pop()
                    span = self.between(last.span.start, node.end_byte)
                    found.append(tree.TypePart(last.name, self.type_arguments(node), span))
                case _:
                    inner = [part for part in parts(node) if part.is_named and part.type not in ANNOTATIONS]
                    chain.extend(reversed(inner))

    def type_arguments(self, node: Node | None) -> tuple[tree.TypeName, ...]:
        """``<A, ? extends B>``; nothing for the diamond."""
        if node is None:
            return ()
        return tuple([self.type(part) for part in parts(node) if part.is_named])

    def _wildcard(self, node: Node) -> tree.WildcardTypeName:
        inner = [part for part in parts(node) if part.type not in ANNOTATIONS]
        bound = self.type(inner[-1]) if len(inner) > 1 else None
        return tree.WildcardTypeName(bound, len(inner) < 2 or inner[1].type == "extends", self.span(node))

    def array_of(self, element: tree.TypeName, rank: int, span: Span | None = None) -> tree.TypeName:
        """An array type of *rank* dimensions over *element*."""
        for _ in range(rank):
            element = tree.ArrayTypeName(element, span or element.span)
        return element

    def type_list(self, node: Node | None) -> tuple[tree.TypeName, ...]:
        """The types below ``extends``, ``implements``, ``throws``, ``&`` …"""
        if node is None:
            return ()
        inner = [part for part in parts(node) if part.is_named]
        if len(inner) == 1 and inner[0].type == "type_list":
            return self.type_list(inner[0])
        return tuple([self.type(part) for part in inner])

    def type_parameters(self, node: Node | None) -> tuple[tree.TypeParameter, ...]:
        """``<T extends A & B, U>``."""
        if node is None:
            return ()
        found = []
        for parameter in parts(node):
            if parameter.type != "type_parameter":
                continue
            name, *bounds = [part for part in parts(parameter) if part.type not in ANNOTATIONS]
            bound = self.type_list(bounds[0]) if bounds else ()
            found.append(tree.TypeParameter(self.name(name), bound, self.span(parameter)))
        return tuple(found)


def rank_of(dimensions: Node | None) -> int:
    """How many pairs of brackets there are."""
    return 0 if dimensions is None else sum(part.type == "[" for part in dimensions.children)
