"""Facts about all elements of arrays in symbolic states: at one index, and at every index that is read.

A fact is demanded at an index that stands for every one. Where it is taken to hold, at the head of a loop that has
forgotten an array, it says what holds at each element of the forgotten contents that anybody reads.
"""

from __future__ import annotations

from collections.abc import Callable

from vexil.core.context import Context
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.elements import Unknown, indices_in
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import State
from vexil.ir.auxiliaries import ForAll
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.types import IntegerType
from vexil.logic import Term

DEEPEST = 6
"""A fact may lead to elements of other contents, whose facts lead to others, so many times."""
DEEPEST_OF_NEIGHBOURS = 2
"""The same for facts about several neighbours, which lead on and on."""


class ElementFacts:
    """Evaluates facts about all elements."""

    def __init__(self, machine: Machine, context: Context) -> None:
        self._machine = machine
        self._context = context
        self._depth = 0

    def at(self, state: State, fact: ForAll, index: Term) -> tuple[Term, list[Term]] | None:
        """The fact at an index, and what is true anyway; nothing when it has no value."""
        machine = self._machine
        self._context.check_limits("using facts about elements")
        here = state.fork()
        loop = here.frame.loops[-1]
        here.frame.loops = (*here.frame.loops[:-1], loop._replace(extra={**loop.extra, fact.index.name: index}))
        before, machine.needed = machine.needed, []
        was_strict, machine.is_strict = machine.is_strict, True
        elements = machine.memory.elements
        collected: dict[Term, None] = {}
        outer, elements.collected = elements.collected, collected
        try:
            value = machine.evaluator(fact.condition, machine.function_list[here.frame.function])(here)
            needed = machine.needed
        except Unmodelled:
            return None
        finally:
            machine.needed, machine.is_strict = before, was_strict
            elements.collected = outer
        conditions = [condition for kind, condition in needed if kind]
        tame = self._machine.terms.not_(machine.tame)
        axioms = [condition for kind, condition in needed if not kind and condition is not tame]
        axioms += collected
        return machine.terms.and_(*conditions, value), axioms

    def know(self, state: State, fact: ForAll, switch: Term, fresh: Callable[[Term], Term]) -> None:
        """Let a fact hold, when a switch is on, of all elements in a state at the head of a loop.

        It is said of the elements of contents about which nothing else is known, wherever they came from.
        """
        head, terms = state.fork(), self._machine.terms
        known = terms.and_(head.guard.formula(terms), switch)
        kind = fact.index.type
        size = next((node.type for node in postorder(fact.fact) if isinstance(node, Deref)), None)
        if not isinstance(kind, IntegerType) or size is None:
            return
        width, moves = self._machine.size_of(size) if is_scaled(fact) else 1, displacements(fact)
        deepest = DEEPEST if len(moves) == 1 else DEEPEST_OF_NEIGHBOURS
        said: dict[Term, list[Term]] = {}

        def at_index(index: Term) -> list[Term]:
            if index not in said:
                said[index] = []
                result = self.at(head, fact, index)
                if result is not None:
                    value, axioms = result
                    said[index] = [*axioms, terms.implies(known, value)]
            return said[index]

        def hook(offset: Term) -> list[Term] | None:
            if self._depth >= deepest:
                return None
            self._depth += 1
            try:
                indices = dict.fromkeys(
                    terms.sub(index, terms.bv(move, kind.width))
                    for index in indices_in(terms, offset, width, kind.width)
                    for move in moves
                )
                return [axiom for index in indices for axiom in at_index(index)]
            finally:
                self._depth -= 1

        for contents in self._read_by(head, fact, fresh(terms.bv(0, kind.width))):
            contents.hooks.append(hook)

    def _read_by(self, state: State, fact: ForAll, index: Term) -> list[Unknown]:
        """The contents about which nothing is known that a fact reads."""
        elements = self._machine.memory.elements
        elements.noted = {}
        try:
            self.at(state, fact, index)
            return list(elements.noted)
        finally:
            elements.noted = None


def displacements(fact: ForAll) -> list[int]:
    """How far from the index the elements are that a fact reads, the nearest first."""
    assert isinstance(fact.index.type, IntegerType)
    found: dict[int, None] = {}
    for read in (node for node in postorder(fact.fact) if isinstance(node, Deref)):
        moves = [
            int(amount.value) if operator is Operator.ADD else -int(amount.value)
            for node in postorder(read.operands[0])
            if isinstance(node, Apply)
            for operator, operands in [(node.operator, node.operands)]
            if operator in (Operator.ADD, Operator.SUBTRACT)
            and _is_index(operands[0], fact)
            and isinstance(amount := operands[1], Const)
        ]
        found.update(dict.fromkeys(moves or [0]))
    return sorted(found, key=abs) or [0]


def is_scaled(fact: ForAll) -> bool:
    """Say whether the index counts elements; else it counts the bytes to where they begin."""
    return any(
        isinstance(node, Apply)
        and node.operator in (Operator.MULTIPLY, Operator.SHIFT_LEFT)
        and any(_is_index(part, fact) for part in postorder(node))
        for read in postorder(fact.fact)
        if isinstance(read, Deref)
        for node in postorder(read.operands[0])
    )


def _is_index(node: Expr, fact: ForAll) -> bool:
    return isinstance(node, Variable) and node.name == fact.index.name
