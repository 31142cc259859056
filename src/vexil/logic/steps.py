"""One edge as a step between states: when it is taken, what it changes, what is decided, when it is defined.

Weakest preconditions, strongest postconditions, relations of regions and path formulas are all made of this.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vexil.ir import operations as ops
from vexil.ir.expressions import Deref, Expr, Place
from vexil.ir.operation_parts import NewMemory, NewObject
from vexil.ir.types import U8, is_aggregate
from vexil.logic.inputs import Chooser, Chosen, Input
from vexil.logic.lifetimes import Lifetimes
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Conditions, Translated, Translator
from vexil.logic.writing import Effect, Where, Writer


@dataclass(frozen=True, slots=True)
class Demand:
    """What a check asks for."""

    property: str
    message: str
    condition: Term


@dataclass(frozen=True, slots=True)
class Step:
    """What an edge does in a state.

    It is taken when ``guard`` holds; then it is defined when all ``conditions`` hold. A run goes on if the inputs are
    in their domains, ``allowed`` holds, and so does ``demand`` where checks of its kind are asked for.
    """

    guard: Term
    after: State
    conditions: Conditions
    allowed: Term
    inputs: tuple[Input, ...] = ()
    demand: Demand | None = None


class Steps:
    """Makes the steps of one function."""

    def __init__(self, space: Space, function: str) -> None:
        self._space = space
        self._terms = space.terms
        self.function = function
        self._translator = Translator(space, function)
        self._chooser = Chooser(space, self._translator)
        self._writer = Writer(space, function, self._translator)
        self._lives = Lifetimes(space, function, self._translator, self._writer)

    def translate(self, state: State, expression: Expr) -> Translated:
        """The value of an expression of the function."""
        return self._translator.translate(state, expression)

    def step(self, state: State, number: int, suffix: str = "") -> Step:
        """The step of an edge; *suffix* tells the inputs of several steps of one edge apart."""
        function = self._space.program.functions[self.function]
        identity = function.edge_id(number)
        return self.operation(state, function.edges[number].operation, Where(identity, f"?{identity}{suffix}"))

    def operation(self, state: State, operation: ops.Operation, where: Where) -> Step:
        """The step of an operation; raises `Untranslatable` with the place."""
        try:
            return self._operation(state, operation, where)
        except Untranslatable as problem:
            raise Untranslatable(problem.reason, problem.edge or where.place) from None

    def _operation(self, state: State, operation: ops.Operation, where: Where) -> Step:
        terms = self._terms
        plain = Step(terms.true, state, {}, terms.true)
        match operation:
            case ops.Skip() | ops.BeginAtomic() | ops.EndAtomic():
                return plain
            case ops.Assign(target, value):
                return self._effect(self._writer.assign(state, target, value, where))
            case ops.Assume(condition):
                translated = self.translate(state, condition)
                return replace(plain, guard=translated.value, conditions=translated.conditions)
            case ops.Case(selector, values, otherwise):
                translated = self.translate(state, selector)
                literals = (terms.constant(value, translated.value.sort) for value in values)
                among = terms.disjunction(terms.eq(translated.value, literal) for literal in literals)
                return replace(plain, guard=terms.not_(among) if otherwise else among, conditions=translated.conditions)
            case ops.Restrict(condition):
                translated = self.translate(state, condition)
                return replace(plain, allowed=translated.value, conditions=translated.conditions)
            case ops.Check(kind, condition, message):
                translated = self.translate(state, condition)
                return replace(plain, conditions=translated.conditions, demand=Demand(kind, message, translated.value))
            case ops.Choose(target, domain, _):
                chosen = self._chooser.choose(state, domain, target.type, where.place, where.name)
                return self._chosen(state, target, chosen, where)
            case ops.ChooseInstance(target, _, _, _):
                chosen = self._chooser.instance(state, operation, where.place, where.name)
                return self._chosen(state, target, chosen, where)
            case ops.Return(value) | ops.Stop(value):
                word = "status" if isinstance(operation, ops.Stop) else "result"
                return plain if value is None else self._left(state, word, value)
            case ops.Throw(value):
                return self._left(state, "exception", value)
            case _:
                return self._effect(self._memory_operation(state, operation, where))

    def _left(self, state: State, word: str, value: Expr) -> Step:
        """Leave the function with a value."""
        if is_aggregate(value.type):
            raise Untranslatable(f"a result of type {value.type}")
        translated = self.translate(state, value)
        variable = self._space.result(self.function, word, value.type)
        return self._effect(Effect(state.written({variable.name: translated.value}), translated.conditions))

    def _chosen(self, state: State, target: Place, chosen: Chosen, where: Where) -> Step:
        value = Translated(chosen.value, chosen.conditions)
        return self._effect(self._writer.written(state, target, value, where, chosen.inputs))

    def _effect(self, effect: Effect) -> Step:
        """A step that is always taken."""
        return Step(self._terms.true, effect.after, effect.conditions, self._terms.true, effect.inputs)

    def _memory_operation(self, state: State, operation: ops.Operation, where: Where) -> Effect:
        lives, writer = self._lives, self._writer
        match operation:
            case ops.Allocate(target, NewObject(class_name), _):
                return lives.new_object(state, target, class_name, where)
            case ops.Allocate(target, NewMemory() as what, _):
                return lives.new_memory(state, target, what, where)
            case ops.BeginLifetime(variable):
                return lives.begin(state, variable)
            case ops.EndLifetime(variable):
                return lives.end(state, variable)
            case ops.Release(pointer, False):
                return lives.release(state, pointer)
            case ops.Copy(target, source, size):
                places = (Deref((target,), U8), Deref((source,), U8))
                return writer.copied(state, places, writer.fixed_size(state, size))
            case ops.Fill(target, byte, size):
                return writer.filled(state, target, byte, writer.fixed_size(state, size))
            case _:
                words = "".join(f" {part.lower()}" if part.isupper() else part for part in type(operation).__name__)
                raise Untranslatable(f"the operation{words} is not part of a region")
