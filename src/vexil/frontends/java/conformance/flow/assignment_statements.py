"""Definite assignment in statements (JLS 16.2) and classes (JLS 16.8, 16.9)."""

from __future__ import annotations

from vexil.frontends.java.conformance.flow.assignment import DEAD, Exit, Expressions, Facts, State
from vexil.frontends.java.conformance.flow.code import (
    assigns_components,
    blank_finals,
    delegates,
    members_of_local,
    methods_of,
)
from vexil.frontends.java.conformance.flow.reachability import Jump
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.frontends.java.typing import tree


class Statements(Expressions):
    """Definite assignment in the code of one class."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts, lambda symbol, state: check_class(facts, symbol, state))

    def statement(self, statement: tree.Statement) -> None:
        """Follow a statement."""
        match statement:
            case tree.Block():
                for part in statement.statements:
                    self.statement(part)
            case tree.LocalDeclaration():
                self.declare(statement.local)
                if statement.initialiser is not None:
                    self.expression(statement.initialiser)
                    self.assign(statement.local, statement.span)
            case tree.LocalClass():
                check_class(self.facts, statement.symbol, self.state)
            case tree.ExpressionStatement():
                self.expression(statement.expression)
            case tree.If():
                self.state, when_false = self.condition(statement.condition)
                self.statement(statement.then)
                after, self.state = self.state, when_false
                if statement.otherwise is not None:
                    self.statement(statement.otherwise)
                self.state = self.state.both(after)
            case tree.While():
                self._loop(statement.target, statement.condition, statement.body, (), first=True)
            case tree.DoWhile():
                self._loop(statement.target, statement.condition, statement.body, (), first=False)
            case tree.For():
                for part in statement.initialisers:
                    self.statement(part)
                self._loop(statement.target, statement.condition, statement.body, statement.updates, first=True)
            case tree.ForEachArray() | tree.ForEachIterable():
                self._for_each(statement)
            case tree.Labelled():
                self.statement(statement.body)
                self._resolve(Jump.BREAK, statement.target)
            case tree.Return():
                if statement.value is not None:
                    self.expression(statement.value)
                self._leave(Exit(None, None, self.state, statement.span))
            case tree.Throw():
                self.expression(statement.value)
                self.jump()
            case tree.Break():
                self._leave(Exit(Jump.BREAK, statement.target, self.state, statement.span))
            case tree.Continue():
                self._leave(Exit(Jump.CONTINUE, statement.target, self.state, statement.span))
            case tree.Yield():
                self.expression(statement.value)
                self._leave(Exit(Jump.YIELD, statement.target, self.state, statement.span))
            case tree.Switch():
                self.switch(statement)
            case tree.Synchronized():
                self.expression(statement.lock)
                self.statement(statement.body)
            case tree.Try():
                self._try(statement)
            case tree.Assert():
                self._assert(statement)
            case tree.Empty():
                pass

    def _leave(self, exit_: Exit) -> None:
        self.exits.append(exit_)
        self.jump()

    def _resolve(self, jump: Jump, target: tree.Target) -> None:
        """Let the jumps that end here arrive."""
        staying = []
        for exit_ in self.exits:
            if exit_.jump is jump and exit_.target is target:
                self.state = self.state.both(exit_.state)
            else:
                staying.append(exit_)
        self.exits = staying

    def _loop(
        self,
        target: tree.Target,
        condition: tree.Expression | None,
        body: tree.Statement,
        updates: tuple[tree.Expression, ...],
        *,
        first: bool,
    ) -> None:
        """A loop whose condition is tested first, or behind the body."""
        was_in_loop, errors = self.in_loop, self.facts.errors
        self.in_loop = False
        entry = self.state.unassigned & ((1 << len(self.facts.bits)) - 1)
        behind = DEAD
        while True:
            if first:
                when_true, when_false = (
                    (self.state, self.impossible()) if condition is None else self.condition(condition)
                )
                behind = behind if self.in_loop else when_false
                self.state = when_true
            self.statement(body)
            self._resolve(Jump.CONTINUE, target)
            self.expressions(updates)
            if not first and condition is not None:
                self.state, when_false = self.condition(condition)
                behind = behind if self.in_loop else when_false
            if self.in_loop or self.facts.errors != errors or not entry & ~self.state.unassigned:
                break
            self.state = State(self.state.assigned, entry & self.state.unassigned)
            self.in_loop = True
        self.in_loop = was_in_loop
        self.state = behind
        self._resolve(Jump.BREAK, target)

    def _for_each(self, statement: tree.ForEachArray | tree.ForEachIterable) -> None:
        self.declare(statement.local)
        over = statement.array if isinstance(statement, tree.ForEachArray) else statement.iterator
        self.expression(over)
        before = self.state
        self.assign(statement.local, statement.span)
        was_in_loop, errors = self.in_loop, self.facts.errors
        self.in_loop = False
        entry = self.state.unassigned & ((1 << len(self.facts.bits)) - 1)
        while True:
            self.statement(statement.body)
            self._resolve(Jump.CONTINUE, statement.target)
            if self.in_loop or self.facts.errors != errors or not entry & ~self.state.unassigned:
                break
            self.state = State(self.state.assigned, entry & self.state.unassigned)
            self.in_loop = True
        self.in_loop = was_in_loop
        self.state = State(before.assigned, before.unassigned & self.state.unassigned)
        self._resolve(Jump.BREAK, statement.target)

    def switch(self, switch: tree.Switch) -> None:
        """Follow a switch, as a statement or for its value."""
        self.expression(switch.selector)
        before = self.state
        default = False
        for case in switch.cases:
            self.state = State(self.state.assigned & before.assigned, self.state.unassigned & before.unassigned)
            for part in case.body:
                self.statement(part)
            for part in case.body:
                if isinstance(part, tree.LocalDeclaration):
                    bit = self.facts.bit(part.local)
                    before = State(before.assigned & ~bit, before.unassigned | bit)
            default = default or None in case.labels
        if switch.value:
            self.state = DEAD
        elif not default:
            self.state = State(before.assigned, self.state.unassigned & before.unassigned)
        self._resolve(Jump.YIELD if switch.value else Jump.BREAK, switch.target)

    def _try(self, statement: tree.Try) -> None:
        outer_unassigned, outer_exits = self.unassigned_in_try, self.exits
        self.exits = []
        before = self.state
        self.unassigned_in_try = before.unassigned
        for resource in statement.resources:
            self.declare(resource.local)
            self.expression(resource.value)
            self.assign(resource.local, resource.span)
        self.statement(statement.body)
        self.unassigned_in_try &= self.state.unassigned
        thrown = State(before.assigned, self.unassigned_in_try)
        end = self.state
        for clause in statement.catches:
            self.state = thrown
            self.declare_assigned(clause.local)
            self.statement(clause.body)
            end = end.both(self.state)
        if statement.finalizer is None:
            self.state = end
            self.exits = outer_exits + self.exits
        else:
            self._finally(statement, State(before.assigned, self.unassigned_in_try), end, outer_exits)
        self.unassigned_in_try &= outer_unassigned & self.state.unassigned

    def _finally(self, statement: tree.Try, entry: State, end: State, outer_exits: list[Exit]) -> None:
        assert statement.finalizer is not None
        pending, self.exits = self.exits, outer_exits
        self.state = entry
        self.statement(statement.finalizer)
        if statement in self.facts.stuck:
            return
        for exit_ in pending:
            state = State(exit_.state.assigned | self.state.assigned, exit_.state.unassigned & self.state.unassigned)
            self.exits = [*self.exits, exit_._replace(state=state)]
        self.state = State(self.state.assigned | end.assigned, self.state.unassigned & end.unassigned)

    def _assert(self, statement: tree.Assert) -> None:
        before = self.state
        when_true, when_false = self.condition(statement.condition)
        if statement.message is not None:
            self.state = when_false
            self.expression(statement.message)
        self.state = State(before.assigned, before.unassigned & when_true.unassigned)

    # --- classes -------------------------------------------------------------------------------------------

    def run_class(self, symbol: ClassSymbol, state: State) -> None:
        """Follow the initialisers, constructors and methods of a class."""
        self.symbol = symbol
        self.state = state
        self.outside = (1 << len(self.facts.bits)) - 1
        bodies = self.facts.bodies
        static, instance = blank_finals(symbol, static=True), blank_finals(symbol, static=False)
        self._initialise(static, bodies.static_initialisers(symbol))
        self._initialise(instance, bodies.instance_initialisers(symbol))
        blank = static + instance
        ready = self.state
        for method, body in methods_of(symbol, bodies):
            initial = method.constructor and not delegates(method, body)
            self.followed = frozenset(blank) if initial else frozenset()
            self.state = ready if initial else state
            self.exits = []
            self.unassigned_in_try = -1
            for parameter in body.parameters:
                self.declare_assigned(parameter)
            self.statement(body.block)
            if initial and not assigns_components(symbol, method):
                self._check_constructor(method, body, blank)
            elif initial:
                for field in static:
                    self.read(field, field.span or body.block.end)
        for member in members_of_local(symbol):
            check_class(self.facts, member, state)

    def _initialise(self, fields: list[FieldSymbol], initialisers: tree.Initialisers) -> None:
        self.followed |= frozenset(fields)
        for field in fields:
            bit = self.facts.bit(field)
            self.state = State(self.state.assigned & ~bit, self.state.unassigned | bit)
        for part in initialisers.parts:
            self.exits = []
            if isinstance(part, tree.FieldInitialiser):
                self.expression(part.value)
            else:
                self.statement(part)

    def _check_constructor(self, method: MethodSymbol, body: tree.Body, blank: list[FieldSymbol]) -> None:
        for field in blank:
            if method.declaration is None and field.span is not None:
                self.read(field, field.span, f"variable {field.name} not initialized in the default constructor")
            else:
                self.read(field, body.block.end)
        for exit_ in self.exits:
            self.state = exit_.state
            for field in blank:
                self.read(field, exit_.span)


def check_class(facts: Facts, symbol: ClassSymbol, state: State) -> None:
    """Check a class whose declaration is reached in *state*."""
    Statements(facts).run_class(symbol, state)
