"""Definite assignment (JLS 16): variables have a value before they are read, and final ones get only one.

Two sets of variables are carried through the code: those that definitely have a value, and those that definitely have
none. Sets are integers, one bit for each variable; behind a jump, every variable is in both. Loops are passed twice if
the first pass takes variables out of the second set. What is learnt on the way, which variables are effectively final
(JLS 4.12.4), is kept for the checks that follow.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from vexil.core.source import Span
from vexil.frontends.java.conformance.flow.code import Bodies
from vexil.frontends.java.conformance.flow.reachability import Jump, constant_of
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, LocalSymbol
from vexil.frontends.java.symbols.types import BOOLEAN
from vexil.frontends.java.typing import tree

EVERYTHING = -1
Variable = LocalSymbol | FieldSymbol


class State(NamedTuple):
    """The variables with a value, and those without."""

    assigned: int
    unassigned: int

    def both(self, other: State) -> State:
        """What holds on two ways to the same place."""
        return State(self.assigned & other.assigned, self.unassigned & other.unassigned)


DEAD = State(EVERYTHING, EVERYTHING)


class Exit(NamedTuple):
    """A jump on its way out, with the state it was made in."""

    jump: Jump | None
    """``None`` for a return."""
    target: tree.Target | None
    state: State
    span: Span


class Facts:
    """What is known about variables: their bits, and which of them are effectively final."""

    def __init__(self, bodies: Bodies, diagnostics: Diagnostics, stuck: set[tree.Try]) -> None:
        self.bodies = bodies
        self.diagnostics = diagnostics
        self.stuck = stuck
        self.reassigned: set[LocalSymbol] = set()
        """Locals that are not effectively final."""
        self.bits: dict[Variable, int] = {}
        self.errors = 0

    def bit(self, variable: Variable) -> int:
        """The bit of a variable."""
        mask = self.bits.get(variable)
        if mask is None:
            mask = self.bits[variable] = 1 << len(self.bits)
        return mask

    def report(self, span: Span, message: str) -> None:
        """Report a mistake."""
        self.errors += 1
        self.diagnostics.report(span, message)


class Expressions(ABC):
    """Definite assignment in expressions; ``state`` is the state at the current place."""

    def __init__(self, facts: Facts, check_class: Callable[[ClassSymbol, State], None]) -> None:
        self.facts = facts
        self.state = State(0, 0)
        self.exits: list[Exit] = []
        self.in_loop = False
        """Whether this is the second pass through a loop."""
        self.unassigned_in_try = EVERYTHING
        self.outside = 0
        """The variables of code around the class."""
        self.reached = 0
        """The variables outside of the innermost lambda: a jump in it tells nothing about them."""
        self.symbol: ClassSymbol | None = None
        """The class whose blank final fields are followed."""
        self.followed: frozenset[FieldSymbol] = frozenset()
        self._check_class = check_class

    def impossible(self) -> State:
        """The state in a branch that is never taken: everything holds of the variables of this class."""
        return State(self.state.assigned | ~self.outside, self.state.unassigned | ~self.outside)

    def jump(self) -> None:
        """Go on behind a jump, where everything holds of the variables that it passes by."""
        assigned, unassigned = self.state
        self.state = State(assigned | ~self.reached, unassigned | ~self.reached)

    # --- variables -----------------------------------------------------------------------------------------

    def declare(self, local: LocalSymbol) -> None:
        """A variable without a value comes into scope."""
        bit = self.facts.bit(local)
        self.state = State(self.state.assigned & ~bit, self.state.unassigned | bit)

    def declare_assigned(self, local: LocalSymbol) -> None:
        """A variable that has a value comes into scope: a parameter or a pattern variable."""
        bit = self.facts.bit(local)
        self.state = State(self.state.assigned | bit, self.state.unassigned & ~bit)

    def read(self, variable: Variable, span: Span, message: str = "") -> None:
        """Check that a variable has a value."""
        bit = self.facts.bit(variable)
        if not self.state.assigned & bit:
            self.facts.report(span, message or f"variable {variable.name} might not have been initialized")
            self.state = State(self.state.assigned | bit, self.state.unassigned)

    def assign(self, variable: Variable, span: Span) -> None:
        """Give a variable a value; those of code around the class keep theirs."""
        if isinstance(variable, LocalSymbol) and variable.owner.owner is not self.symbol:
            return
        bit = self.facts.bit(variable)
        assigned, unassigned = self.state
        if unassigned & bit:
            unassigned &= ~bit
            if not assigned & bit:
                self.unassigned_in_try &= ~bit
        elif isinstance(variable, LocalSymbol) and not variable.final:
            self.facts.reassigned.add(variable)
        elif self.in_loop:
            self.facts.report(span, f"variable {variable.name} might be assigned in loop")
        else:
            self.facts.report(span, f"variable {variable.name} might already have been assigned")
        self.state = State(assigned | bit, unassigned)

    def _field(self, read: tree.FieldRead) -> FieldSymbol | None:
        """The field that is read, if it is followed and named simply or by ``this``."""
        if read.field not in self.followed:
            return None
        if read.target is None:
            return read.field if read.span.start == read.name_span.start else None
        return read.field if isinstance(read.target, tree.This) and read.target.symbol is self.symbol else None

    def assign_place(self, place: tree.PlaceRead) -> None:
        """Give the variable that an assignment names a value."""
        match place:
            case tree.LocalRead():
                self.assign(place.local, place.span)
            case tree.FieldRead():
                field = self._field(place)
                if field is not None:
                    self.assign(field, _named_at(place))
            case tree.ArrayRead():
                pass

    # --- expressions ---------------------------------------------------------------------------------------

    def expressions(self, several: tuple[tree.Expression, ...]) -> None:
        """Follow several expressions in order."""
        for one in several:
            self.expression(one)

    def expression(self, expression: tree.Expression) -> None:
        """Follow the evaluation of an expression."""
        match expression:
            case tree.LocalRead():
                self.read(expression.local, expression.span)
            case tree.FieldRead():
                field = self._field(expression)
                if field is not None:
                    self.read(field, _named_at(expression))
                elif expression.target is not None:
                    self.expression(expression.target)
            case tree.Assign():
                target = expression.target
                if isinstance(target, tree.ArrayRead) or (
                    isinstance(target, tree.FieldRead) and self._field(target) is None
                ):
                    self._parts_of_place(target)
                self.expression(expression.value)
                self.assign_place(target)
            case tree.CompoundAssign():
                self.expression(expression.target)
                self.expression(expression.update)
                self.assign_place(expression.target)
            case tree.ShortCircuit() | tree.Unary(operator="!"):
                when_true, when_false = self.condition(expression)
                self.state = when_true.both(when_false)
            case tree.Conditional():
                self._conditional(expression)
            case tree.InstanceOf():
                self.expression(expression.operand)
                if expression.binding is not None:
                    self.declare_assigned(expression.binding)
            case tree.Lambda():
                self._lambda(expression)
            case tree.New():
                if expression.outer is not None:
                    self.expression(expression.outer)
                self.expressions(expression.arguments)
                if not expression.type.symbol.name:
                    self._check_class(expression.type.symbol, self.state)
            case tree.SwitchValue():
                self.switch(expression.switch)
            case tree.Binary():
                self._binary(expression)
            case tree.ArrayRead() | tree.ArrayLength():
                self._parts_of_place(expression)
            case tree.Unary() | tree.Convert() | tree.CheckCast():
                self.expression(expression.operand)
            case tree.Concatenation():
                self.expressions(expression.operands)
            case tree.Call():
                for part in (expression.outer, expression.receiver):
                    if part is not None:
                        self.expression(part)
                self.expressions(expression.arguments)
            case tree.NewArray():
                self.expressions(expression.dimensions)
            case tree.ArrayLiteral():
                self.expressions(expression.elements)
            case tree.Evaluated():
                self.expression(expression.first)
                self.expression(expression.then)
            case tree.Constant() | tree.Hole() | tree.This() | tree.ClassLiteral():
                pass

    def _parts_of_place(self, place: tree.FieldRead | tree.ArrayRead | tree.ArrayLength) -> None:
        match place:
            case tree.FieldRead():
                if place.target is not None:
                    self.expression(place.target)
            case tree.ArrayRead():
                self.expression(place.array)
                self.expression(place.index)
            case tree.ArrayLength():
                self.expression(place.array)

    def _binary(self, expression: tree.Binary) -> None:
        """A chain of operators to the left, without recursion."""
        chain: list[tree.Expression] = []
        node: tree.Expression = expression
        while isinstance(node, tree.Binary):
            chain.append(node.right)
            node = node.left
        self.expression(node)
        for right in reversed(chain):
            self.expression(right)

    def _conditional(self, expression: tree.Conditional) -> None:
        if expression.type == BOOLEAN:
            when_true, when_false = self.condition(expression)
            self.state = when_true.both(when_false)
            return
        when_true, when_false = self.condition(expression.condition)
        self.state = when_true
        self.expression(expression.then)
        after = self.state
        self.state = when_false
        self.expression(expression.otherwise)
        self.state = self.state.both(after)

    def condition(self, expression: tree.Expression) -> tuple[State, State]:
        """Follow a condition; the states when it is true and when it is false (JLS 16.1)."""
        constant = constant_of(expression)
        if constant is not None:
            return (self.state, self.impossible()) if constant else (self.impossible(), self.state)
        match expression:
            case tree.Unary(operator="!"):
                when_true, when_false = self.condition(expression.operand)
                return when_false, when_true
            case tree.ShortCircuit():
                when_true, when_false = self.condition(expression.left)
                if expression.operator == "&&":
                    self.state = when_true
                    second_true, second_false = self.condition(expression.right)
                    return second_true, when_false.both(second_false)
                self.state = when_false
                second_true, second_false = self.condition(expression.right)
                return when_true.both(second_true), second_false
            case tree.Conditional() if expression.type == BOOLEAN:
                when_true, when_false = self.condition(expression.condition)
                self.state = when_true
                then_true, then_false = self.condition(expression.then)
                self.state = when_false
                else_true, else_false = self.condition(expression.otherwise)
                return then_true.both(else_true), then_false.both(else_false)
            case _:
                self.expression(expression)
                return self.state, self.state

    def _lambda(self, function: tree.Lambda) -> None:
        for local, value in function.bound:
            self.expression(value)
            self.declare_assigned(local)
        saved = self.state, self.exits, self.reached
        self.exits = []
        self.reached = (1 << len(self.facts.bits)) - 1
        for parameter in function.parameters:
            self.declare_assigned(parameter)
        self.statement(function.body)
        self.state, self.exits, self.reached = saved

    # --- statements, in the module of their own ------------------------------------------------------------

    @abstractmethod
    def statement(self, statement: tree.Statement) -> None:
        """Follow a statement."""

    @abstractmethod
    def switch(self, switch: tree.Switch) -> None:
        """Follow a switch."""


def _named_at(read: tree.FieldRead) -> Span:
    """Where messages about a field point: at its name, or the dot in front of it."""
    name = read.name_span
    return name if read.span.start == name.start else Span(name.file, name.start - 1, name.end)
