"""Expressions as edits: literals become tokens, operators calls, and values are coerced where they flow on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.abstraction.data.sources.assignments import Assignments
from vexil.abstraction.data.sources.file import field, unwrapped
from vexil.abstraction.data.sources.kinds import Kind, is_number, kind_of
from vexil.abstraction.data.sources.operators import INDEX
from vexil.model.tokens.typing import CONCRETE

if TYPE_CHECKING:
    from tree_sitter import Node

DEEPEST_ARRAY = 8


class Expressions(Assignments):
    """The rewriting of the expressions of one file."""

    def value(self, node: Node, wanted: Kind | None, *, argument: bool = False) -> None:
        """Rewrite an expression so that its value is of a kind; nothing is *wanted* where no number is expected.

        An *argument* of a generated call needs no parentheses.
        """
        inner = unwrapped(node)
        span = self.file.span(inner)
        number = self.meaning.constant(span)
        if number is not None and not self._is_written(inner):
            if wanted is not None and wanted.is_abstract:
                self.token(node if argument else inner, inner, number, wanted)
            return
        rewritten = self.produced(inner, argument=argument)
        if argument:
            self.drop_parentheses(node)
        if rewritten is None and wanted is not None:
            rewritten = self.meaning.number(span)
        if wanted is not None and rewritten is not None:
            self.coerce(inner, rewritten, wanted)
        elif wanted is not None and wanted.is_abstract:
            self.file.refuse(inner, "it is never reached, so that the program does not have it")
        elif rewritten is not None:
            self.refuse_lost(inner, rewritten)

    def reference(self, node: Node) -> None:
        """Rewrite what is inside of an expression that gives an object."""
        self.produced(unwrapped(node), argument=False)

    def _is_written(self, inner: Node) -> bool:
        """Whether a node has effects, so that it is no constant whatever its value."""
        return inner.type in ("assignment_expression", "update_expression")

    def produced(self, node: Node, *, argument: bool) -> Kind | None:
        """Rewrite an expression; gives the kind of its value, ``None`` if it is no number of the program."""
        match node.type:
            case "identifier" | "field_access" | "array_access":
                return self.place(node)
            case "binary_expression":
                return self.binary(node)
            case "unary_expression":
                return self.unary(node)
            case "update_expression":
                return self.update(node, used=True, argument=argument)
            case "assignment_expression":
                return self.assignment(node, used=True, argument=argument)
            case "ternary_expression":
                return self._ternary(node)
            case "cast_expression":
                return self._cast(node)
            case "method_invocation" | "object_creation_expression" | "explicit_constructor_invocation":
                return self._call(node)
            case "array_creation_expression" | "array_initializer":
                return self._array(node)
            case "lambda_expression":
                return self._lambda(node)
            case "method_reference":
                return self._method_reference(node)
            case "switch_expression":
                self.visit(node)
                return self.meaning.hidden_kind(self.file.span(node))
            case _:
                self._inside(node)
                return self.meaning.read_place(self.file.span(node))

    def _inside(self, node: Node) -> None:
        for child in node.named_children:
            self.visit(child)

    def place(self, node: Node, *, written: bool = False) -> Kind | None:
        """A variable, field or element, with the expressions that say which one."""
        if node.type == "array_access":
            self.visit(field(node, "array"))
            self.value(field(node, "index"), INDEX)
        elif node.type == "field_access":
            self.visit(field(node, "object"))
        span = self.file.span(node)
        return self.meaning.written_place(span) if written else self.meaning.read_place(span)

    def _ternary(self, node: Node) -> Kind | None:
        self.visit(field(node, "condition"))
        kind = self.meaning.hidden_kind(self.file.span(node))
        for part in ("consequence", "alternative"):
            self.value(field(node, part), kind)
        return kind

    def _cast(self, node: Node) -> Kind | None:
        operand = field(node, "value")
        inner = unwrapped(operand)
        conversion = self.meaning.converted(self.file.span(node))
        source = self.produced(inner, argument=False)
        if source is None:
            source = self.meaning.read_place(self.file.span(node))
        if source is None:
            return None
        target = conversion.type if conversion is not None else source.concrete
        if not is_number(target):
            return None
        if not source.is_abstract:
            return kind_of(CONCRETE, target)
        result = kind_of(source.name, target)
        self.coerce(inner, source, result)
        self.file.edits.replace(node.start_byte, operand.start_byte, "")
        return result

    def _call(self, node: Node) -> Kind | None:
        for child in node.named_children:
            if child.type == "argument_list":
                self.arguments(node, child)
            elif child.type not in ("identifier", "type_arguments") or child == node.child_by_field_name("object"):
                self.visit(child)
        found = self.meaning.results(self.file.span(node))
        if len({kind.name for kind in found}) > 1:
            self.file.refuse(node, "the methods that may be called give different abstractions")
        return found[0] if found else None

    def arguments(self, call: Node, arguments: Node) -> None:
        """Rewrite arguments to the kinds of their parameters."""
        for argument in arguments.named_children:
            if argument.is_extra:
                continue
            span = self.file.span(unwrapped(argument))
            found = self.meaning.passed_to(span)
            kinds = {kind.name for _, kind in found}
            if len(kinds) > 1:
                self.file.refuse(argument, f"methods that are called take it as {' and as '.join(sorted(kinds))}")
            for function, kind in found:
                if kind.is_abstract and not self.meaning.slots.is_users(function.name):
                    self.file.refuse(argument, f"{function.name} is code of the library and takes no tokens")
                if kind.is_abstract and kind != kind.computed and _name_of(function.name) in self.overloaded:
                    self.file.refuse(argument, f"{_name_of(function.name)} has several forms, and tokens are ints")
            self.value(argument, found[0][1] if found else self.meaning.element_kind(span))

    def _array(self, node: Node, given: tuple[int, Kind] | None = None) -> Kind | None:
        """A new array: its elements are tokens from the beginning."""
        rank, kind = given or self._elements(node)
        for child in node.named_children:
            if child.type == "dimensions_expr":
                length = next(part for part in child.named_children if not part.is_extra)
                self.value(length, INDEX)
            elif child.type == "array_initializer":
                inner = rank if node.type == "array_creation_expression" else rank - 1
                self._array(child, (inner, kind) if kind is not None else None)
            elif node.type == "array_initializer" and not child.is_extra:
                self.value(child, kind if rank == 1 else None)
        if kind is None or not kind.is_abstract:
            return None
        if node.type == "array_creation_expression":
            self.int_type(field(node, "type"))
            if node.child_by_field_name("value") is None:
                self.file.around(node, f"{self.names.run_time}.filled(", f", {self.names.default(kind)})")
        return None

    def _elements(self, node: Node) -> tuple[int, Kind | None]:
        """The rank of a new array and the kind of its innermost elements."""
        span = self.file.span(node)
        for rank in range(1, DEEPEST_ARRAY):
            kind = self.meaning.hidden_kind(span, rank)
            if kind is not None:
                return rank, kind
        return 0, None

    def int_type(self, node: Node) -> None:
        """Let a declared type hold tokens: they are ints."""
        while node.type == "array_type":
            node = field(node, "element")
        if node.type in ("integral_type", "floating_point_type") and self.file.text(node) != "int":
            self.file.replace(node, "int")

    def _lambda(self, node: Node) -> Kind | None:
        body = field(node, "body")
        if body.type == "block":
            self.visit(body)
        else:
            self.value(body, self.meaning.target_kind(self.file.span(unwrapped(body))))
        self.visit(field(node, "parameters"))
        return None

    def _method_reference(self, node: Node) -> Kind | None:
        """A method as a value: there is no place for coercions, so none may be needed."""
        self._inside(node)
        for source, target in self.meaning.disagreements(self.file.span(node)):
            if source.name != target.name:
                self.file.refuse(
                    node,
                    f"a value of {source.name} would have to become one of {target.name} here",
                    hint="write a lambda",
                )
        return None


def _name_of(function: str) -> str:
    return function.partition("(")[0].rpartition(".")[2]
