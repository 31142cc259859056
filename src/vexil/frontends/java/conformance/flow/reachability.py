"""Reachability (JLS 14.22): unreachable statements, missing returns, switches without a value.

The rules look at constant conditions of loops, not at those of ``if``. After the first unreachable statement of a
block the rest of it counts as reachable, so that one mistake is one message.
"""

from __future__ import annotations

from enum import Enum

from vexil.core.source import Span
from vexil.frontends.java.conformance.flow.code import Bodies, is_reference, members_of_local, methods_of
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import VOID
from vexil.frontends.java.typing import tree
from vexil.frontends.java.typing.tree.walking import operands


class Alive(Enum):
    """Whether control gets here; `RECOVERED` after a mistake, when nothing more is said."""

    YES = "yes"
    NO = "no"
    RECOVERED = "recovered"

    def or_(self, other: Alive) -> Alive:
        """Whether control gets here on one way or another."""
        if Alive.YES in (self, other):
            return Alive.YES
        return Alive.RECOVERED if Alive.RECOVERED in (self, other) else Alive.NO


class Jump(Enum):
    """The statements that leave others."""

    BREAK = "break"
    CONTINUE = "continue"
    YIELD = "yield"


def _alive(condition: bool) -> Alive:
    return Alive.YES if condition else Alive.NO


class Reachability:
    """The check of one class after the other; ``stuck`` collects finalizers that never complete."""

    def __init__(self, bodies: Bodies, diagnostics: Diagnostics) -> None:
        self._bodies = bodies
        self._diagnostics = diagnostics
        self._alive = Alive.YES
        self._exits: list[tuple[Jump, tree.Target]] = []
        self.stuck: set[tree.Try] = set()

    def check_class(self, symbol: ClassSymbol) -> None:
        """Check all code of a class, and the local and anonymous classes in it."""
        saved = self._alive, self._exits
        self._alive = Alive.YES
        for initialisers in (self._bodies.static_initialisers(symbol), self._bodies.instance_initialisers(symbol)):
            for part in initialisers.parts:
                self._exits = []
                if isinstance(part, tree.FieldInitialiser):
                    self._reach(part.span)
                    self._expression(part.value)
                    continue
                self._statement(part)
                if self._alive is Alive.NO:
                    self._diagnostics.report(part.span, "initializer must be able to complete normally")
        for method, body in methods_of(symbol, self._bodies):
            self._alive, self._exits = Alive.YES, []
            self._statement(body.block)
            if self._alive is Alive.YES and method.result != VOID and not method.constructor:
                self._diagnostics.report(body.block.end, "missing return statement")
        for member in members_of_local(symbol):
            self.check_class(member)
        self._alive, self._exits = saved

    # --- statements ----------------------------------------------------------------------------------------

    def _reach(self, span: Span) -> None:
        if self._alive is Alive.NO:
            self._diagnostics.report(span, "unreachable statement")
            self._alive = Alive.RECOVERED

    def _statement(self, statement: tree.Statement) -> None:
        dead = self._alive is Alive.NO
        self._reach(statement.span)
        self._inside(statement)
        if dead and isinstance(statement, tree.Empty):
            self._alive = Alive.NO

    def _statements(self, statements: tuple[tree.Statement, ...]) -> None:
        for statement in statements:
            self._statement(statement)

    def _inside(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Block():
                self._statements(statement.statements)
            case tree.LocalDeclaration():
                if statement.initialiser is not None:
                    self._expression(statement.initialiser)
            case tree.LocalClass():
                self.check_class(statement.symbol)
            case tree.ExpressionStatement():
                self._expression(statement.expression)
            case tree.If():
                self._if(statement)
            case tree.While():
                self._expression(statement.condition)
                self._loop(statement.target, statement.condition, statement.body, ())
            case tree.DoWhile():
                self._do(statement)
            case tree.For():
                self._statements(statement.initialisers)
                if statement.condition is not None:
                    self._expression(statement.condition)
                self._loop(statement.target, statement.condition, statement.body, statement.updates)
            case tree.ForEachArray() | tree.ForEachIterable():
                over = statement.array if isinstance(statement, tree.ForEachArray) else statement.iterator
                self._expression(over)
                self._statement(statement.body)
                self._resolved(Jump.CONTINUE, statement.target)
                self._resolved(Jump.BREAK, statement.target)
                self._alive = Alive.YES
            case tree.Labelled():
                self._statement(statement.body)
                self._alive = self._alive.or_(self._resolved(Jump.BREAK, statement.target))
            case tree.Return():
                if statement.value is not None:
                    self._expression(statement.value)
                self._alive = Alive.NO
            case tree.Throw():
                self._expression(statement.value)
                self._alive = Alive.NO
            case tree.Break():
                self._exits.append((Jump.BREAK, statement.target))
                self._alive = Alive.NO
            case tree.Continue():
                self._exits.append((Jump.CONTINUE, statement.target))
                self._alive = Alive.NO
            case tree.Yield():
                self._expression(statement.value)
                self._exits.append((Jump.YIELD, statement.target))
                self._alive = Alive.NO
            case tree.Switch():
                self._switch(statement)
            case tree.Synchronized():
                self._expression(statement.lock)
                self._statement(statement.body)
            case tree.Try():
                self._try(statement)
            case tree.Assert():
                self._expression(statement.condition)
                if statement.message is not None:
                    self._expression(statement.message)
            case tree.Empty():
                pass

    def _resolved(self, jump: Jump, target: tree.Target) -> Alive:
        """Whether a jump to *target* is pending; it is no longer."""
        before = len(self._exits)
        self._exits = [(kind, to) for kind, to in self._exits if kind is not jump or to is not target]
        return _alive(len(self._exits) < before)

    def _if(self, statement: tree.If) -> None:
        self._expression(statement.condition)
        self._statement(statement.then)
        if statement.otherwise is None:
            self._alive = Alive.YES
            return
        after = self._alive
        self._alive = Alive.YES
        self._statement(statement.otherwise)
        self._alive = self._alive.or_(after)

    def _loop(
        self,
        target: tree.Target,
        condition: tree.Expression | None,
        body: tree.Statement,
        updates: tuple[tree.Expression, ...],
    ) -> None:
        constant = True if condition is None else constant_of(condition)
        self._alive = _alive(constant is not False)
        self._statement(body)
        self._alive = self._alive.or_(self._resolved(Jump.CONTINUE, target))
        for update in updates:
            self._expression(update)
        self._alive = self._resolved(Jump.BREAK, target).or_(_alive(constant is not True))

    def _do(self, statement: tree.DoWhile) -> None:
        self._statement(statement.body)
        self._alive = self._alive.or_(self._resolved(Jump.CONTINUE, statement.target))
        self._expression(statement.condition)
        if constant_of(statement.condition) is True:
            self._alive = Alive.NO
        self._alive = self._alive.or_(self._resolved(Jump.BREAK, statement.target))

    def _switch(self, statement: tree.Switch) -> None:
        self._expression(statement.selector)
        default = False
        for case in statement.cases:
            self._alive = Alive.YES
            for number, part in enumerate(case.body):
                # what follows the one statement behind an arrow is the jump that typing adds: nobody wrote it
                if not (statement.arrow and number and self._alive is Alive.NO):
                    self._statement(part)
            default = default or None in case.labels
            if statement.value and self._alive is Alive.YES:
                self._no_value(statement, case)
        if statement.value:
            self._alive = self._resolved(Jump.YIELD, statement.target)
            return
        if not default:
            self._alive = Alive.YES
        self._alive = self._alive.or_(self._resolved(Jump.BREAK, statement.target))

    def _no_value(self, statement: tree.Switch, case: tree.SwitchCase) -> None:
        if statement.arrow:
            last = case.body[-1] if case.body else None
            at = last.end if isinstance(last, tree.Block) else case.span
            self._diagnostics.report(at, "switch rule completes without providing a value")
        elif case is statement.cases[-1]:
            self._diagnostics.report(statement.end, "switch expression completes without providing a value")

    def _try(self, statement: tree.Try) -> None:
        for resource in statement.resources:
            self._expression(resource.value)
        outer, self._exits = self._exits, []
        self._statement(statement.body)
        after = self._alive
        for clause in statement.catches:
            self._alive = Alive.YES
            self._statement(clause.body)
            after = after.or_(self._alive)
        pending, self._exits = self._exits, outer
        if statement.finalizer is not None:
            self._alive = Alive.YES
            self._statement(statement.finalizer)
            if self._alive is Alive.NO:
                self.stuck.add(statement)
                return
        self._exits = self._exits + pending
        self._alive = after

    # --- expressions ---------------------------------------------------------------------------------------

    def _expression(self, expression: tree.Expression) -> None:
        """Look for code in an expression."""
        stack = [expression]
        while stack:
            one = stack.pop()
            stack.extend(reversed(operands(one)))
            match one:
                case tree.Lambda() if not is_reference(one):
                    self._lambda(one)
                case tree.SwitchValue():
                    before = self._alive
                    self._switch(one.switch)
                    self._alive = before.or_(self._alive)
                case tree.New() if not one.type.symbol.name:
                    self.check_class(one.type.symbol)
                case _:
                    pass

    def _lambda(self, function: tree.Lambda) -> None:
        saved = self._alive, self._exits
        self._alive, self._exits = Alive.YES, []
        self._statement(function.body)
        if self._alive is Alive.YES and function.method.result != VOID:
            message = "incompatible types: bad return type in lambda expression\n    missing return value"
            self._diagnostics.report(function.span, message)
        self._alive, self._exits = saved


def constant_of(condition: tree.Expression) -> bool | None:
    """The value of a constant condition."""
    if isinstance(condition, tree.Constant) and isinstance(condition.value, bool):
        return condition.value
    return None
