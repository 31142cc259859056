"""Declarations and statements as edits: types, first values, returned values, and what is inside of them."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.abstraction.data.sources.expressions import Expressions, innermost
from vexil.abstraction.data.sources.file import JavaFile, unwrapped
from vexil.abstraction.data.sources.kinds import Kind
from vexil.abstraction.data.sources.meaning import Meaning
from vexil.abstraction.data.sources.names import Names
from vexil.abstraction.data.sources.operators import INDEX
from vexil.abstraction.data.sources.restrictions import InitialisationOrder
from vexil.core.source import Span
from vexil.languages.java import tree
from vexil.model.tokens.typing import CONCRETE, Slot

_INTERFACES = (tree.ClassKind.INTERFACE, tree.ClassKind.ANNOTATION)
_WITHOUT_NUMBERS = (tree.LiteralKind.STRING, tree.LiteralKind.BOOLEAN, tree.LiteralKind.NULL)


class Statements:
    """The rewriting of one file."""

    def __init__(self, file: JavaFile, meaning: Meaning, names: Names) -> None:
        self.file = file
        self.meaning = meaning
        self.names = names
        self.early = InitialisationOrder(meaning)
        self.changed: set[str] = set()
        """Names of what was declared with another type than int, and is now an int."""
        self.skipped: list[tree.MethodDeclaration] = []
        """Methods that the program never reaches."""
        self.expressions = Expressions(file, meaning, names, self.visit)

    def rewrite(self) -> None:
        """Rewrite the whole file."""
        for declaration in self.file.unit.types:
            self._class(declaration)

    def visit(self, node: tree.Expression | tree.Statement | tree.ClassDeclaration | tree.LambdaParameter) -> None:
        """Rewrite a node of any kind."""
        match node:
            case tree.ClassDeclaration():
                self._class(node)
            case tree.LambdaParameter(type=written) if written is not None:
                self._variable_type(node.span, written, node.span, method="")
            case tree.LocalVariables():
                self._variables(node, field=False, constants=False)
            case tree.ExpressionStatement():
                self._expression_statement(node)
            case tree.Return(value=value) if value is not None:
                self._return(value)
            case tree.Yield():
                self._flows(node.value)
            case tree.Switch():
                self._switch(node)
            case tree.SwitchExpression():
                self._switch(node.switch)
            case tree.For():
                self._for(node)
            case tree.ForEach():
                self._for_each(node)
            case (
                tree.LambdaParameter() | tree.Return() | tree.Break() | tree.Continue() | tree.Empty() | tree.This()
                | tree.Super() | tree.ClassLiteral()
            ):  # fmt: skip
                pass
            case tree.Literal(kind=kind) if kind in _WITHOUT_NUMBERS:
                pass
            case (
                tree.Block() | tree.LocalClass() | tree.If() | tree.While() | tree.DoWhile() | tree.Labelled()
                | tree.Synchronized() | tree.Throw() | tree.Assert() | tree.Try()
            ):  # fmt: skip
                for part in _parts(node):
                    self.visit(part)
            case tree.ConstructorCall():
                self.expressions.arguments(node.arguments)
            case _:
                self.expressions.value(node, None)

    def _class(self, node: tree.ClassDeclaration) -> None:
        for component in node.components:
            _, rank = self._kind_of(component.name_span)
            self._check_component(component.name_span, rank)
            self._variable_type(component.name_span, component.type, component.span, method=node.name)
        for constant in node.constants:
            self.expressions.arguments(constant.arguments)
            if constant.body is not None:
                self._class(constant.body)
        before: list[Span] = []
        for member in node.members:
            match member:
                case tree.FieldDeclaration():
                    self._variables(member, field=True, constants=node.kind in _INTERFACES, before=before)
                    before.append(member.span)
                case tree.Initialiser():
                    self.visit(member.body.block())
                    before.append(member.span)
                case tree.MethodDeclaration():
                    self._method(member)
                case tree.ClassDeclaration():
                    self._class(member)

    def _return(self, value: tree.Expression) -> None:
        """A value that is returned from a method, or from a lambda, which is declared nowhere."""
        method = self.expressions.returning
        if method is not None:
            self.expressions.value(value, self.meaning.slots.result_kind(method), bare=True)
        else:
            self._flows(value, bare=True)

    def _flows(self, node: tree.Expression, *, bare: bool = False) -> None:
        """A value that is returned, or given to the variable that a switch keeps its result in."""
        self.expressions.value(node, self.meaning.target_kind(unwrapped(node).span), bare=bare)

    def _expression_statement(self, node: tree.ExpressionStatement, *, in_rule: bool = False) -> None:
        expression = node.expression
        if isinstance(expression, tree.ConstructorCall):
            self.visit(expression)
            return
        target = self.meaning.target_kind(unwrapped(expression).span) if in_rule else None
        if target is not None and not isinstance(expression, tree.Assignment | tree.Increment):
            self.expressions.value(expression, target)
        else:
            self.expressions.effect(expression)

    def _switch(self, node: tree.Switch) -> None:
        self.expressions.value(node.selector, INDEX, bare=True)
        for case in node.cases:
            for statement in case.body:
                if isinstance(statement, tree.ExpressionStatement):
                    self._expression_statement(statement, in_rule=case.arrow)
                else:
                    self.visit(statement)

    def _for(self, node: tree.For) -> None:
        for statement in node.initialisers:
            self.visit(statement)
        if node.condition is not None:
            self.visit(node.condition)
        for update in node.updates:
            self.expressions.effect(update)
        self.visit(node.body)

    def _for_each(self, node: tree.ForEach) -> None:
        """A loop over elements; where they have to be coerced, the body begins with it."""
        self.expressions.reference(node.values)
        kind = self.meaning.slots.declared_kind(node.name_span)
        given = self.meaning.elements_kind(unwrapped(node.values).span)
        self.visit(node.body)
        if kind is None or not kind.is_abstract:
            return
        source = given or Kind(CONCRETE, kind.concrete)
        if source.is_abstract:
            self._to_int(node.type, node.name_span)
        called = self.expressions.coercion(node.name_span, source, kind)
        if called:
            fresh = self.names.unused(f"{node.name}Element")
            self.file.replace(node.name_span, fresh)
            self.file.around(node.body.span, f"{{ int {node.name} = {called}({fresh}); ", " }")

    # --- declarations --------------------------------------------------------------------------------------

    def _kind_of(self, name: Span) -> tuple[Kind | None, int]:
        """The kind of the numbers that a variable holds, and how many brackets they are behind."""
        for rank in range(8):
            kind = self.meaning.slots.declared_kind(name, rank)
            if kind is not None:
                return kind, rank
        return None, 0

    def _variables(
        self,
        node: tree.FieldDeclaration | tree.LocalVariables,
        *,
        field: bool,
        constants: bool,
        before: Iterable[Span] = (),
    ) -> None:
        """Variables, of an interface if they are *constants*; *before* are the initialisers in front of a *field*."""
        final = constants or "final" in node.modifiers.words
        kinds = [self._declarator(declarator, final=final, zero=field and not final) for declarator in node.declarators]
        abstract = [kind for kind in kinds if kind is not None and kind.is_abstract]
        if not abstract:
            return
        if field and not constants:
            self._refuse_early(node.declarators, before)
        if len(abstract) < len(kinds) and any(
            kind.concrete != kind.computed.concrete or not _is_int(node.type) for kind in abstract
        ):
            self.file.refuse(
                node.span, "some of these variables hold tokens and others do not", hint="declare them one by one"
            )
        self._to_int(node.type, *(declarator.name_span for declarator in node.declarators))

    def _refuse_early(self, declarators: tuple[tree.Declarator, ...], before: Iterable[Span]) -> None:
        """Refuse fields of tokens that are used before their first values are there."""
        for declarator in declarators:
            for slot in self.meaning.slots.declared(declarator.name_span):
                if self.early.uses(slot, before):
                    self.file.refuse(declarator.name_span, "the field is used before its first value is there")

    def _declarator(self, node: tree.Declarator, *, final: bool, zero: bool) -> Kind | None:
        """One variable; gives its kind, concrete for a constant, whose uses are replaced instead.

        A constant (JLS 4.12.4) is *final*, and wherever it is read, the program has its value. Without a first value a
        field holds *zero*, which is no token.
        """
        kind, rank = self._kind_of(node.name_span)
        value = node.initialiser
        if value is None:
            if zero and not rank and kind is not None and kind.is_abstract:
                self.file.behind(node.span, f" = {self.names.default(kind)}")
            return kind
        if kind is not None and rank == 0:
            if final and self.meaning.constant(unwrapped(value).span) is not None:
                return None
            self.expressions.value(value, kind, bare=True)
        else:
            self.visit(value)
        return kind

    def _variable_type(self, name: Span, written: tree.TypeName, whole: Span, *, method: str) -> None:
        """A parameter of a *method*, or of a lambda, which has no name."""
        kind, _ = self._kind_of(name)
        if kind is not None and kind.is_abstract:
            self._check_form(whole, method, written)
            self._to_int(written, name)

    def _check_component(self, name: Span, rank: int) -> None:
        """Refuse a component of a record whose field, parameter and accessor, which have no text, differ."""
        slots, program = self.meaning.slots, self.meaning.program
        kinds = [slots.kind(Slot(slot, rank)) for slot in slots.declared(name)]
        for slot in slots.declared(name):
            owner, _, component = slot.rpartition("::")
            accessor = program.functions.get(f"{owner}.{component}()")
            if accessor is not None and not rank:
                kinds.append(slots.result(accessor))
        if len({kind.name for kind in kinds if kind is not None}) > 1:
            self.file.refuse(name, "the component, its parameter and its accessor have different abstractions")

    def _check_form(self, whole: Span, method: str, written: tree.TypeName) -> None:
        """Refuse to change the type of a parameter or result where other methods have the same name."""
        if not _is_int(written) and method in self.expressions.overloaded:
            self.file.refuse(
                whole, f"{method} has several forms, and tokens are ints", hint="give the methods different names"
            )

    def _method(self, node: tree.MethodDeclaration) -> None:
        """A method or constructor; one that the program never reaches stays as it is."""
        if not self.meaning.slots.declared(node.name_span):
            self.skipped.append(node)
            return
        kind = self.meaning.slots.result_kind(node.name_span)
        if kind is not None and kind.is_abstract and node.result is not None:
            self._check_form(node.span, node.name, node.result)
            self._to_int(node.result, node.name_span)
        for parameter in node.parameters:
            self._variable_type(parameter.name_span, parameter.type, parameter.span, method=node.name)
        if node.body is not None:
            outer, self.expressions.returning = self.expressions.returning, node.name_span
            self.visit(node.body.block())
            self.expressions.returning = outer

    def _to_int(self, written: tree.TypeName, *names: Span) -> None:
        if not _is_int(written):
            self.changed.update(self.file.name(name) for name in names)
            self.expressions.int_type(written)

    def check_skipped(self, changed: set[str]) -> None:
        """Refuse methods that are never reached where they use something whose type has changed."""
        for method in self.skipped if changed else ():
            for name, span in reversed(self.file.identifiers(method.span)):
                if name in changed:
                    self.file.refuse(
                        span, "this method is never reached, and uses what is an int now", hint="leave the method out"
                    )


def _is_int(written: tree.TypeName) -> bool:
    written = innermost(written)
    return isinstance(written, tree.PrimitiveTypeName) and written.name == "int"


_Compound = (
    tree.Block | tree.LocalClass | tree.If | tree.While | tree.DoWhile | tree.Labelled | tree.Synchronized | tree.Throw
    | tree.Assert | tree.Try
)  # fmt: skip


def _parts(node: _Compound) -> list[tree.Expression | tree.Statement | tree.ClassDeclaration]:
    """The expressions, statements and declarations that a statement consists of, in order."""
    match node:
        case tree.Block():
            return list(node.statements)
        case tree.LocalClass():
            return [node.declaration]
        case tree.If():
            otherwise = [node.otherwise] if node.otherwise is not None else []
            return [node.condition, node.then, *otherwise]
        case tree.While():
            return [node.condition, node.body]
        case tree.DoWhile():
            return [node.body, node.condition]
        case tree.Labelled():
            return [node.body]
        case tree.Synchronized():
            return [node.lock, node.body]
        case tree.Throw():
            return [node.value]
        case tree.Assert():
            return [node.condition, *([node.message] if node.message is not None else [])]
        case tree.Try():
            resources: list[tree.Expression] = []
            for resource in node.resources:
                values = [one.initialiser for one in resource.declaration.declarators] if resource.declaration else []
                resources += [value for value in (*values, resource.expression) if value is not None]
            finalizer = [node.finalizer] if node.finalizer is not None else []
            return [*resources, node.body, *(clause.body for clause in node.catches), *finalizer]
