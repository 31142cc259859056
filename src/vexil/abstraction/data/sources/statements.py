"""Declarations and statements as edits: types, first values, returned values, and what is inside of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.abstraction.data.sources.early import EarlyUses
from vexil.abstraction.data.sources.expressions import Expressions
from vexil.abstraction.data.sources.file import JavaFile, field, unwrapped
from vexil.abstraction.data.sources.kinds import Kind
from vexil.abstraction.data.sources.meaning import Meaning
from vexil.abstraction.data.sources.names import Names
from vexil.abstraction.data.sources.operators import INDEX
from vexil.core.source import Span
from vexil.model.tokens.typing import CONCRETE, Slot

if TYPE_CHECKING:
    from tree_sitter import Node

EXPRESSIONS = frozenset((
    "identifier", "field_access", "array_access", "binary_expression", "unary_expression", "update_expression",
    "assignment_expression", "ternary_expression", "cast_expression", "method_invocation", "instanceof_expression",
    "object_creation_expression", "array_creation_expression", "array_initializer", "lambda_expression",
    "method_reference", "parenthesized_expression", "decimal_integer_literal", "hex_integer_literal",
    "octal_integer_literal", "binary_integer_literal", "decimal_floating_point_literal", "hex_floating_point_literal",
    "character_literal",
))  # fmt: skip


class Statements:
    """The rewriting of one file."""

    def __init__(self, file: JavaFile, meaning: Meaning, names: Names) -> None:
        self.file = file
        self.meaning = meaning
        self.names = names
        self.early = EarlyUses(meaning)
        self.changed: set[str] = set()
        """Names of what was declared with another type than int, and is now an int."""
        self.skipped: list[Node] = []
        """Methods that the program never reaches."""
        self.expressions = Expressions(file, meaning, names, self.visit)

    def visit(self, node: Node) -> None:
        """Rewrite a node of any kind."""
        match node.type:
            case "field_declaration" | "constant_declaration" | "local_variable_declaration":
                self._variables(node)
            case "formal_parameter" | "spread_parameter":
                self._parameter(node)
            case "method_declaration" | "constructor_declaration" | "compact_constructor_declaration":
                self._method(node)
            case "expression_statement":
                self._expression_statement(node)
            case "for_statement":
                self._for(node)
            case "enhanced_for_statement":
                self._for_each(node)
            case "return_statement":
                self._return(node)
            case "yield_statement":
                for child in node.named_children:
                    self._flows(child)
            case "switch_expression":
                self.expressions.value(field(node, "condition"), INDEX)
                self._inside(field(node, "body"))
            case "switch_label" | "annotation" | "marker_annotation" | "type_arguments":
                pass
            case "explicit_constructor_invocation" | "enum_constant":
                self._construction(node)
            case "assert_statement":
                self._inside(node)
            case kind if kind in EXPRESSIONS:
                self.expressions.value(node, None)
            case _:
                self._inside(node)

    def _inside(self, node: Node) -> None:
        name = node.child_by_field_name("name")
        for child in node.named_children:
            if not child.is_extra and child != name:
                self.visit(child)

    def _return(self, node: Node) -> None:
        """A value that is returned from a method, or from a lambda, which is declared nowhere."""
        around = node.parent
        while around is not None and around.type not in ("method_declaration", "lambda_expression"):
            around = around.parent
        for child in node.named_children:
            if around is not None and around.type == "method_declaration":
                self.expressions.value(child, self.meaning.slots.result_kind(self.file.span(field(around, "name"))))
            else:
                self._flows(child)

    def _flows(self, node: Node) -> None:
        """A value that is returned, or given to the variable that a switch keeps its result in."""
        self.expressions.value(node, self.meaning.target_kind(self.file.span(unwrapped(node))))

    def _expression_statement(self, node: Node) -> None:
        parts = [child for child in node.named_children if not child.is_extra]
        in_rule = node.parent is not None and node.parent.type == "switch_rule"
        target = self.meaning.target_kind(self.file.span(unwrapped(parts[0]))) if in_rule else None
        if target is not None and parts[0].type not in ("assignment_expression", "update_expression"):
            self.expressions.value(parts[0], target)
        else:
            self.expressions.effect(parts[0])

    def _for(self, node: Node) -> None:
        for number, child in enumerate(node.children):
            if not child.is_named or child.is_extra:
                continue
            role = node.field_name_for_child(number)
            if role in ("init", "update") and child.type != "local_variable_declaration":
                self.expressions.effect(child)
            else:
                self.visit(child)

    def _for_each(self, node: Node) -> None:
        """A loop over elements; where they have to be coerced, the body begins with it."""
        self.expressions.reference(field(node, "value"))
        name = field(node, "name")
        kind = self.meaning.slots.declared_kind(self.file.span(name))
        given = self.meaning.elements_kind(self.file.span(unwrapped(field(node, "value"))))
        body = field(node, "body")
        self.visit(body)
        if kind is None or not kind.is_abstract:
            return
        source = given or Kind(CONCRETE, kind.concrete)
        if source.is_abstract:
            self._to_int(field(node, "type"), name)
        called = self.expressions.coercion(name, source, kind)
        if called:
            fresh = self.names.unused(f"{self.file.text(name)}Element")
            self.file.replace(name, fresh)
            self.file.around(body, f"{{ int {self.file.text(name)} = {called}({fresh}); ", " }")

    def _construction(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "argument_list":
                self.expressions.arguments(node, child)
            elif child.type == "class_body":
                self.visit(child)

    # --- declarations --------------------------------------------------------------------------------------

    def _kind_of(self, name: Node) -> tuple[Kind | None, int]:
        """The kind of the numbers that a variable holds, and how many brackets they are behind."""
        span = self.file.span(name)
        for rank in range(8):
            kind = self.meaning.slots.declared_kind(span, rank)
            if kind is not None:
                return kind, rank
        return None, 0

    def _variables(self, node: Node) -> None:
        declarators = [child for child in node.named_children if child.type == "variable_declarator"]
        kinds = [self._declarator(node, declarator) for declarator in declarators]
        if node.type == "field_declaration" and any(kind is not None and kind.is_abstract for kind in kinds):
            self._refuse_early(node, declarators)
        written = field(node, "type")
        abstract = [kind for kind in kinds if kind is not None and kind.is_abstract]
        if not abstract:
            return
        if len(abstract) < len(kinds) and any(
            kind.concrete != kind.computed.concrete or not _is_int(self.file, written) for kind in abstract
        ):
            self.file.refuse(
                node, "some of these variables hold tokens and others do not", hint="declare them one by one"
            )
        self._to_int(written, *(field(declarator, "name") for declarator in declarators))

    def _refuse_early(self, node: Node, declarators: list[Node]) -> None:
        """Refuse fields of tokens that are used before their first values are there."""
        before: list[Span] = []
        sibling = node.prev_named_sibling
        while sibling is not None:
            if sibling.type in ("field_declaration", "static_initializer", "block"):
                before.append(self.file.span(sibling))
            sibling = sibling.prev_named_sibling
        for declarator in declarators:
            name = field(declarator, "name")
            for slot in self.meaning.slots.declared(self.file.span(name)):
                if self.early.uses(slot, before):
                    self.file.refuse(name, "the field is used before its first value is there")

    def _declarator(self, declaration: Node, node: Node) -> Kind | None:
        """One variable; gives its kind, concrete for a constant, whose uses are replaced instead."""
        name = field(node, "name")
        kind, rank = self._kind_of(name)
        value = node.child_by_field_name("value")
        if value is None:
            self._first_value(declaration, node, kind, rank)
            return kind
        if kind is not None and rank == 0:
            if self._is_constant(declaration, value):
                return None
            self.expressions.value(value, kind)
        else:
            self.visit(value)
        return kind

    def _is_constant(self, declaration: Node, value: Node) -> bool:
        """Whether a variable is a constant (JLS 4.12.4): wherever it is read, the program has its value."""
        final = declaration.type == "constant_declaration" or "final" in self._modifiers(declaration)
        return final and self.meaning.constant(self.file.span(unwrapped(value))) is not None

    def _modifiers(self, declaration: Node) -> list[str]:
        found = [child for child in declaration.children if child.type == "modifiers"]
        return [self.file.text(word) for modifiers in found for word in modifiers.children]

    def _first_value(self, declaration: Node, node: Node, kind: Kind | None, rank: int) -> None:
        """A field without a first value holds 0, which is no token."""
        if declaration.type != "field_declaration" or rank or kind is None or not kind.is_abstract:
            return
        if "final" not in self._modifiers(declaration):
            self.file.edits.behind(node.end_byte, f" = {self.names.default(kind)}")

    def _parameter(self, node: Node) -> None:
        name = node.child_by_field_name("name")
        if name is None:
            declarator = next(child for child in node.named_children if child.type == "variable_declarator")
            name = field(declarator, "name")
        kind, rank = self._kind_of(name)
        around = node.parent.parent if node.parent is not None else None
        if around is not None and around.type == "record_declaration":
            self._check_component(name, rank)
        if kind is None or not kind.is_abstract:
            return
        written = node.child_by_field_name("type") or next(
            child for child in node.named_children if child.type not in ("modifiers", "variable_declarator")
        )
        self._check_form(node, around, written)
        self._to_int(written, name)

    def _check_component(self, name: Node, rank: int) -> None:
        """Refuse a component of a record whose field, parameter and accessor, which have no text, differ."""
        slots, program = self.meaning.slots, self.meaning.program
        found = [slots.kind(Slot(slot, rank)) for slot in slots.declared(self.file.span(name))]
        for slot in slots.declared(self.file.span(name)):
            owner, _, component = slot.rpartition("::")
            accessor = program.functions.get(f"{owner}.{component}()")
            if accessor is not None and not rank:
                found.append(slots.result(accessor))
        if len({kind.name for kind in found if kind is not None}) > 1:
            self.file.refuse(name, "the component, its parameter and its accessor have different abstractions")

    def _check_form(self, node: Node, method: Node | None, written: Node) -> None:
        """Refuse to change the type of a parameter or result where other methods have the same name."""
        name = method.child_by_field_name("name") if method is not None else None
        if _is_int(self.file, written) or name is None:
            return
        if self.file.text(name) in self.expressions.overloaded:
            self.file.refuse(
                node,
                f"{self.file.text(name)} has several forms, and tokens are ints",
                hint="give the methods different names",
            )

    def _method(self, node: Node) -> None:
        """A method or constructor; one that the program never reaches stays as it is."""
        name = self.file.span(field(node, "name"))
        if not self.meaning.slots.declared(name):
            self.skipped.append(node)
            return
        kind = self.meaning.slots.result_kind(name)
        if kind is not None and kind.is_abstract:
            self._check_form(node, node, field(node, "type"))
            self._to_int(field(node, "type"), field(node, "name"))
        self._inside(node)

    def _to_int(self, written: Node, *names: Node) -> None:
        if not _is_int(self.file, written):
            self.changed.update(self.file.text(name) for name in names)
            self.expressions.int_type(written)

    def check_skipped(self, changed: set[str]) -> None:
        """Refuse methods that are never reached where they use something whose type has changed."""
        for method in self.skipped:
            pending = [method]
            while pending:
                node = pending.pop()
                if node.type == "identifier" and self.file.text(node) in changed:
                    self.file.refuse(
                        node, "this method is never reached, and uses what is an int now", hint="leave the method out"
                    )
                pending.extend(node.named_children)


def _is_int(file: JavaFile, written: Node) -> bool:
    while written.type == "array_type":
        written = field(written, "element")
    return file.text(written) == "int"
