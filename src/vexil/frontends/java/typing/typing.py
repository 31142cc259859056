"""Types the bodies of classes on demand: the face of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.core.source import Span
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import (
    ClassSymbol,
    ConstantValue,
    FieldSymbol,
    InitialiserOwner,
    LocalSymbol,
    MethodSymbol,
)
from vexil.frontends.java.symbols.types import ERROR, INT, ClassType, PrimitiveType
from vexil.frontends.java.typing import (
    assignments,
    calls,
    choices,
    creation,
    instances,
    lambdas,
    loops,
    names,
    operators,
    references,
    statements,
    switches,
    tries,
)
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import Argument
from vexil.frontends.java.typing.code import Code, Results, Shared
from vexil.frontends.java.typing.constructors import constructor_start, hidden_parameters
from vexil.frontends.java.typing.conversions import assigned
from vexil.frontends.java.typing.creation import choose_constructor
from vexil.frontends.java.typing.implicit_bodies import ImplicitBody, values_field
from vexil.frontends.java.typing.invocation import passed
from vexil.frontends.java.typing.overloads import Candidate
from vexil.languages.java import tree as syntax

EXPRESSIONS: Mapping[type, Callable[..., typed.Expression]] = {
    syntax.Literal: operators.literal,
    syntax.Name: names.name_expression,
    syntax.FieldAccess: names.field_access,
    syntax.MethodCall: calls.call_expression,
    syntax.ConstructorCall: statements.constructor_call_misplaced,
    syntax.New: creation.new_expression,
    syntax.NewArray: creation.new_array,
    syntax.ArrayInitialiser: creation.array_initialiser,
    syntax.ArrayAccess: creation.array_access,
    syntax.Unary: operators.unary,
    syntax.Increment: assignments.increment,
    syntax.Binary: operators.binary,
    syntax.Assignment: assignments.assignment,
    syntax.Conditional: choices.conditional,
    syntax.Cast: choices.cast,
    syntax.InstanceOf: choices.instance_of,
    syntax.Lambda: lambdas.lambda_expression,
    syntax.MethodReference: references.reference_expression,
    syntax.This: instances.this_expression,
    syntax.Super: instances.super_alone,
    syntax.ClassLiteral: operators.class_literal,
    syntax.Parenthesised: operators.parenthesised,
    syntax.SwitchExpression: switches.switch_expression,
}
STATEMENTS: Mapping[type, Callable[..., typed.Statement]] = {
    syntax.Block: statements.block,
    syntax.LocalClass: instances.local_class,
    syntax.ExpressionStatement: statements.expression_statement,
    syntax.If: statements.if_statement,
    syntax.While: loops.while_loop,
    syntax.DoWhile: loops.do_while,
    syntax.For: loops.for_loop,
    syntax.ForEach: loops.for_each,
    syntax.Return: statements.return_statement,
    syntax.Throw: statements.throw_statement,
    syntax.Break: statements.break_statement,
    syntax.Continue: statements.continue_statement,
    syntax.Yield: switches.yield_statement,
    syntax.Labelled: statements.labelled,
    syntax.Switch: switches.switch_statement,
    syntax.Synchronized: statements.synchronized,
    syntax.Try: tries.try_statement,
    syntax.Assert: statements.assert_statement,
    syntax.Empty: statements.empty,
}
FOLDED = (
    syntax.Literal, syntax.Name, syntax.FieldAccess, syntax.Unary, syntax.Binary, syntax.Conditional, syntax.Cast,
    syntax.Parenthesised,
)  # fmt: skip
"""What constant expressions consist of."""


class Typing:
    """The typed bodies of a program; each is typed once, when it is asked for."""

    def __init__(self, symbols: SymbolTable, diagnostics: Diagnostics) -> None:
        self._symbols = symbols
        self._shared = Shared(symbols, diagnostics, EXPRESSIONS, STATEMENTS, calls.argument, self.check_class)
        self._bodies: dict[MethodSymbol, typed.Body | None] = {}
        self._initialisers: dict[tuple[ClassSymbol, bool], typed.Initialisers] = {}
        self._owners: dict[tuple[ClassSymbol, bool], InitialiserOwner] = {}
        self._checked: set[ClassSymbol] = set()
        self._constants: dict[FieldSymbol, ConstantValue | None] = {}
        symbols.evaluate_constant = self.constant

    # --- bodies --------------------------------------------------------------------------------------------

    def body(self, method: MethodSymbol) -> typed.Body | None:
        """The code of a method or constructor; ``None`` for an abstract or native one."""
        if method not in self._bodies:
            self._bodies[method] = self._body(method)
        return self._bodies[method]

    def _body(self, method: MethodSymbol) -> typed.Body | None:
        declaration = method.declaration
        if declaration is None:
            if method.abstract or "native" in method.flags:
                return None
            scope = self._symbols.class_scope(method.owner)
            return ImplicitBody(Code(self._shared, method.owner, method, method.static, scope), method).body()
        if declaration.body is None:
            return None
        code = Code(self._shared, method.owner, method, method.static, self._symbols.method_scope(method))
        code.results = Results(method.result)
        hidden = hidden_parameters(code, method, declaration.span)
        parameters = self._parameters(code, method, declaration)
        block = declaration.body.block()
        if not method.constructor:
            inside = statements.statements(code, block.statements)
        else:
            inside = self._constructor(code, method, declaration, block, hidden, parameters)
        return typed.Body((*hidden, *parameters), typed.Block(tuple(inside), block.span, block.end))

    def _parameters(
        self, code: Code, method: MethodSymbol, declaration: syntax.MethodDeclaration
    ) -> tuple[LocalSymbol, ...]:
        written = declaration.parameters
        if declaration.compact and method.owner.declaration is not None:
            written = method.owner.declaration.components
        parameters: list[LocalSymbol] = []
        for one, kind in zip(written, method.parameters, strict=True):
            final = "final" in one.modifiers.words
            local = LocalSymbol(one.name, kind, method, one.name_span, final, parameter=True)
            if one.name in code.locals:
                what = f"constructor {method.owner.name}" if method.constructor else f"method {method.name}"
                code.error(one.name_span, f"variable {one.name} is already defined in {what}")
            code.declare(local)
            parameters.append(local)
        return tuple(parameters)

    def _constructor(
        self,
        code: Code,
        method: MethodSymbol,
        declaration: syntax.MethodDeclaration,
        block: syntax.Block,
        hidden: tuple[LocalSymbol, ...],
        parameters: tuple[LocalSymbol, ...],
    ) -> list[typed.Statement]:
        at = Span(block.span.file, block.span.start, block.span.start + 1)
        first, rest = constructor_start(code, block.statements, hidden, at)
        inside = statements.statements(code, rest)
        if first is not None:
            inside.insert(0, first)
        if declaration.compact:
            implicit = ImplicitBody(code, method)
            implicit.parameters = parameters
            implicit.span = block.end
            inside += implicit.component_assignments()
        return inside

    # --- initialisers --------------------------------------------------------------------------------------

    def static_initialisers(self, cls: ClassSymbol) -> typed.Initialisers:
        """What runs when a class is initialised; constants of an enum come first."""
        return self._initialisers_of(cls, static=True)

    def instance_initialisers(self, cls: ClassSymbol) -> typed.Initialisers:
        """What runs when an instance is made, behind the call of the superclass's constructor."""
        return self._initialisers_of(cls, static=False)

    def _initialisers_of(self, cls: ClassSymbol, static: bool) -> typed.Initialisers:
        key = (cls, static)
        initialisers = self._initialisers.get(key)
        if initialisers is None:
            initialisers = self._initialisers[key] = self._type_initialisers(cls, static)
        return initialisers

    def _initialiser_code(self, cls: ClassSymbol, static: bool) -> Code:
        owner = self._owners.get((cls, static))
        if owner is None:
            owner = self._owners[(cls, static)] = InitialiserOwner(cls, static)
        scope = self._symbols.class_scope(cls)
        code = Code(self._shared, cls, owner, static, scope.in_static_code() if static else scope)
        code.results = None
        return code

    def _type_initialisers(self, cls: ClassSymbol, static: bool) -> typed.Initialisers:
        declaration = cls.declaration
        if declaration is None:
            return typed.Initialisers(())
        code = self._initialiser_code(cls, static)
        parts: list[typed.FieldInitialiser | typed.Block] = []
        if static and cls.kind is syntax.ClassKind.ENUM:
            parts += self._enum_constants(code, cls, declaration)
        for member in declaration.members:
            if isinstance(member, syntax.Initialiser):
                if member.static is static:
                    code.at = member.span.start
                    block = code.statement(member.body.block())
                    assert isinstance(block, typed.Block)
                    parts.append(block)
            elif isinstance(member, syntax.FieldDeclaration):
                for one in member.declarators:
                    field = cls.fields.get(one.name)
                    if field is None or one.initialiser is None or field.initialiser is not one.initialiser:
                        continue
                    if field.static is not static:
                        continue
                    self._field(code, field, one, parts)
        return typed.Initialisers(tuple(parts))

    def _field(
        self,
        code: Code,
        field: FieldSymbol,
        node: syntax.Declarator,
        parts: list[typed.FieldInitialiser | typed.Block],
    ) -> None:
        assert node.initialiser is not None
        code.at = field.span.start if field.span is not None else None
        mark = len(code.undo)
        value = assigned(code, node.initialiser, field.type)
        code.leave(mark)
        code.at = None
        if not field.static or not field.final or field.constant() is None:
            parts.append(typed.FieldInitialiser(field, value, node.span))

    def _enum_constants(
        self, code: Code, cls: ClassSymbol, declaration: syntax.ClassDeclaration
    ) -> list[typed.FieldInitialiser | typed.Block]:
        parts: list[typed.FieldInitialiser | typed.Block] = []
        reads: list[typed.Expression] = []
        kind = self._shared.this_type(cls)
        for number, constant in enumerate(declaration.constants):
            field = cls.fields[constant.name]
            value = self._enum_constant(code, kind, field, constant, number)
            parts.append(typed.FieldInitialiser(field, value, constant.span))
            reads.append(typed.FieldRead(None, field, kind, constant.span, constant.span))
        hidden = values_field(cls)
        span = declaration.name_span
        parts.append(typed.FieldInitialiser(hidden, typed.ArrayLiteral(hidden.type, tuple(reads), span), span))
        return parts

    def _enum_constant(
        self, code: Code, kind: ClassType, field: FieldSymbol, constant: syntax.EnumConstant, number: int
    ) -> typed.Expression:
        span = constant.span
        arguments: list[Argument] = calls.given_arguments(code, constant.arguments)
        chosen = choose_constructor(code, kind, False, arguments, constant.arguments, span, span)
        if not isinstance(chosen, Candidate):
            return chosen
        converted = passed(code, chosen.variable, chosen.formals, chosen.parameters, arguments, constant.arguments)
        constructor, instance_type = chosen.member.method, kind
        if constant.body is not None:
            symbol = self._symbols.enter_enum_body(field, constructor)
            instance_type = self._shared.this_type(symbol)
            constructor = symbol.methods["<init>"][0]
            self.check_class(symbol)
        name = typed.Constant(field.name, self._symbols.string, span)
        ordinal = typed.Constant(number, INT, span)
        return typed.New(constructor, None, (name, ordinal, *converted), instance_type, span)

    # --- constants -----------------------------------------------------------------------------------------

    def constant(self, field: FieldSymbol) -> ConstantValue | None:
        """The value of a constant variable (JLS 4.12.4), else ``None``; one that depends on itself has none."""
        if field in self._constants:
            return self._constants[field]
        self._constants[field] = None
        node = field.initialiser
        if not field.final or node is None or not isinstance(node, FOLDED):
            return None
        if not isinstance(field.type, PrimitiveType) and field.type != self._symbols.string:
            return None
        code = self._initialiser_code(field.owner, field.static)
        with code.trial():
            value = assigned(code, node, field.type)
        if isinstance(value, typed.Constant) and value.type is not ERROR:
            self._constants[field] = value.value
        return self._constants[field]

    # --- whole classes -------------------------------------------------------------------------------------

    def check_class(self, cls: ClassSymbol) -> None:
        """Type everything in a class and the classes in it, so that all mistakes are reported."""
        if cls in self._checked:
            return
        self._checked.add(cls)
        self.static_initialisers(cls)
        self.instance_initialisers(cls)
        for methods in list(cls.methods.values()):
            for method in methods:
                self.body(method)
        for member in list(cls.classes.values()):
            self.check_class(member)
