"""Checked exceptions (JLS 11.2): each is caught or declared, and what is caught can be thrown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vexil.core.source import Span
from vexil.frontends.java.conformance.flow.code import (
    Bodies,
    called_at,
    declared_at,
    delegates,
    is_reference,
    members_of_local,
    methods_of,
)
from vexil.frontends.java.conformance.flow.thrown_types import ThrownTypes
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree
from vexil.frontends.java.typing.tree.walking import operands, statements_in

Types = tuple[JavaType, ...]


class Thrown(NamedTuple):
    """A checked exception that nothing around catches, so far."""

    type: JavaType
    span: Span
    detail: str = ""


class Exceptions:
    """The check of one class after the other."""

    def __init__(
        self,
        symbols: SymbolTable,
        bodies: Bodies,
        diagnostics: Diagnostics,
        reassigned: set[LocalSymbol],
        stuck: set[tree.Try],
    ) -> None:
        self._types = ThrownTypes(symbols)
        self._bodies = bodies
        self._diagnostics = diagnostics
        self._reassigned = reassigned
        self._stuck = stuck
        self._caught: Types = ()
        self._thrown: Types = ()
        self._pending: list[Thrown] = []
        self._rethrown: dict[LocalSymbol, Types] = {}

    # --- classes -------------------------------------------------------------------------------------------

    def check_class(self, symbol: ClassSymbol) -> None:
        """Check all code of a class, and the local and anonymous classes in it."""
        saved = self._caught, self._thrown, self._pending
        anonymous = not symbol.name
        self._pending = []
        self._caught = ()
        self._initialisers(self._bodies.static_initialisers(symbol))
        methods = methods_of(symbol, self._bodies)
        initial = [
            method.throws for method, body in methods if method.constructor and not delegates(method, body)
        ]  # fmt: skip
        if anonymous:
            self._caught = saved[0]
        elif initial:
            self._caught = initial[0]
            for throws in initial[1:]:
                self._caught = self._types.intersection(throws, self._caught)
        self._thrown = ()
        self._initialisers(self._bodies.instance_initialisers(symbol), reported=not anonymous)
        escaping, escaped = self._pending, self._thrown
        self._pending = []
        for method, body in methods:
            if not (anonymous and method.constructor):
                self._method(symbol, method, body)
        for member in members_of_local(symbol):
            self.check_class(member)
        self._caught, self._thrown, self._pending = saved
        if anonymous:
            self._pending = self._pending + escaping
            self._thrown = self._types.union(self._thrown, escaped)

    def _initialisers(self, initialisers: tree.Initialisers, *, reported: bool = True) -> None:
        for part in initialisers.parts:
            if isinstance(part, tree.FieldInitialiser):
                self._expression(part.value)
            else:
                self._statement(part)
            if reported:
                self._report()

    def _method(self, symbol: ClassSymbol, method: MethodSymbol, body: tree.Body) -> None:
        self._caught, self._thrown = method.throws, ()
        self._statement(body.block)
        at = declared_at(symbol) if method.declaration is None else None
        if at is not None:
            for thrown in self._pending:
                self._diagnostics.report(at, f"unreported exception {thrown.type} in default constructor")
            self._pending = []
        self._report()

    def _report(self) -> None:
        for thrown in self._pending:
            message = f"unreported exception {thrown.type}; must be caught or declared to be thrown"
            self._diagnostics.report(thrown.span, message + thrown.detail)
        self._pending = []

    def _throw(self, kind: JavaType, span: Span, detail: str = "") -> None:
        if self._types.is_unchecked(kind):
            return
        if not self._types.is_covered(kind, self._caught):
            self._pending.append(Thrown(kind, span, detail))
        self._thrown = self._types.including(kind, self._thrown)

    # --- statements ----------------------------------------------------------------------------------------

    def _statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.LocalClass():
                self.check_class(statement.symbol)
            case tree.Try():
                self._try(statement)
            case tree.Throw():
                self._expression(statement.value)
                for kind in self._thrown_by(statement.value):
                    self._throw(kind, statement.span)
            case tree.For():
                for part in statement.initialisers:
                    self._statement(part)
                if statement.condition is not None:
                    self._expression(statement.condition)
                self._statement(statement.body)
                self._several(statement.updates)
            case tree.DoWhile():
                self._statement(statement.body)
                self._expression(statement.condition)
            case _:
                self._several(operands(statement))
                for part in statements_in(statement):
                    self._statement(part)

    def _several(self, expressions: Iterable[tree.Expression]) -> None:
        for expression in expressions:
            self._expression(expression)

    def _thrown_by(self, value: tree.Expression) -> Types:
        """What a ``throw`` throws: a caught exception that is not changed keeps its precise types (JLS 11.2.2)."""
        if isinstance(value, tree.LocalRead) and value.local not in self._reassigned:
            return self._rethrown.get(value.local, (value.type,))
        return (value.type,)

    def _try(self, statement: tree.Try) -> None:
        types = self._types
        outer_caught, outer_thrown, outer_pending = self._caught, self._thrown, self._pending
        self._thrown, self._pending = (), []
        for clause in statement.catches:
            for kind in clause.types:
                self._caught = types.including(kind, self._caught)
        for resource in statement.resources:
            self._expression(resource.value)
        for resource in statement.resources:
            self._close(resource)
        self._statement(statement.body)
        thrown = self._thrown
        self._caught, self._thrown = outer_caught, outer_thrown
        caught = self._catches(statement.catches, thrown)
        leaving = types.difference(thrown, caught)
        if statement.finalizer is None:
            self._thrown = types.union(self._thrown, leaving)
            self._pending = outer_pending + self._pending
            return
        in_catches, pending = self._thrown, self._pending
        self._thrown, self._pending = (), outer_pending
        self._statement(statement.finalizer)
        if statement in self._stuck:
            self._thrown = types.union(self._thrown, outer_thrown)
        else:
            self._thrown = types.union(types.union(self._thrown, leaving), in_catches)
            self._pending = self._pending + pending

    def _close(self, resource: tree.Resource) -> None:
        close = resource.close
        while isinstance(close, tree.CheckCast):
            close = close.operand
        if not isinstance(close, tree.Call):
            return
        name = resource.local.name
        detail = f"\n  exception thrown from implicit call to close() on resource variable '{name}'"
        for kind in self._types.thrown_by(close):
            self._throw(kind, resource.local.span or resource.span, detail)

    def _catches(self, clauses: Sequence[tree.CatchClause], thrown: Types) -> Types:
        """Check the handlers of a ``try``; the types that they catch."""
        types = self._types
        thrown = types.union(thrown, types.always)
        caught: Types = ()
        for clause in clauses:
            rethrown = types.difference(thrown, caught)
            for kind, span in zip(clause.types, clause.type_spans, strict=True):
                self._check_caught(kind, span if len(clause.types) > 1 else clause.span, thrown, caught)
                caught = types.including(kind, caught)
            self._rethrown[clause.local] = types.intersection(clause.types, rethrown)
            self._statement(clause.body)
            del self._rethrown[clause.local]
        return caught

    def _check_caught(self, kind: JavaType, span: Span, thrown: Types, caught: Types) -> None:
        types = self._types
        if types.is_covered(kind, caught):
            self._diagnostics.report(span, f"exception {kind} has already been caught")
        elif not types.is_unchecked(kind) and not types.is_general(kind) and not types.meets(kind, thrown):
            message = f"exception {kind} is never thrown in body of corresponding try statement"
            self._diagnostics.report(span, message)

    # --- expressions ---------------------------------------------------------------------------------------

    def _expression(self, expression: tree.Expression) -> None:
        match expression:
            case tree.Lambda():
                self._several(operands(expression))
                self._lambda(expression)
            case tree.SwitchValue():
                self._statement(expression.switch)
            case tree.Call():
                self._several(operands(expression))
                for kind in self._types.thrown_by(expression):
                    self._throw(kind, called_at(expression))
            case tree.New():
                self._several(operands(expression))
                for kind in self._types.thrown_by(expression):
                    self._throw(kind, expression.span)
                if not expression.type.symbol.name:
                    self.check_class(expression.type.symbol)
            case tree.Binary():
                self._binary(expression)
            case _:
                self._several(operands(expression))

    def _binary(self, expression: tree.Binary) -> None:
        chain: list[tree.Expression] = []
        node: tree.Expression = expression
        while isinstance(node, tree.Binary):
            chain.append(node.right)
            node = node.left
        self._expression(node)
        self._several(reversed(chain))

    def _lambda(self, function: tree.Lambda) -> None:
        saved = self._caught, self._thrown, self._pending
        self._caught, self._thrown, self._pending = self._types.allowed_in(function), (), []
        self._statement(function.body)
        if is_reference(function) and self._pending:
            names = ",".join(str(thrown.type) for thrown in self._pending)
            self._diagnostics.report(function.span, f"incompatible thrown types {names} in functional expression")
            self._pending = []
        self._report()
        self._caught, self._thrown, self._pending = saved
