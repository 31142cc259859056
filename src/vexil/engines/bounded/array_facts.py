"""Facts about all elements of arrays in symbolic states: at one index, and at every index that is read.

A fact is demanded at an index that stands for every one. Where it is taken to hold, at the head of a loop that has
forgotten an array, it says what holds at each element of the forgotten contents that anybody reads.
"""

from __future__ import annotations

from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.elements import Unknown, index_in
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import State
from vexil.ir.auxiliaries import ForAll
from vexil.ir.expressions import Deref, postorder
from vexil.ir.types import IntegerType
from vexil.logic import Term

DEEPEST = 6
"""A fact may lead to elements of other contents, whose facts lead to others, so many times."""


class ElementFacts:
    """Evaluates facts about all elements."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._depth = 0

    def at(self, state: State, fact: ForAll, index: Term) -> tuple[Term, list[Term]] | None:
        """The fact at an index, and what is true anyway; nothing when it has no value."""
        machine = self._machine
        here = state.fork()
        loop = here.frame.loops[-1]
        here.frame.loops = (*here.frame.loops[:-1], loop._replace(extra={**loop.extra, fact.index.name: index}))
        before, machine.needed = machine.needed, []
        was_strict, machine.is_strict = machine.is_strict, True
        try:
            value = machine.evaluator(fact.condition, machine.function_list[here.frame.function])(here)
            needed = machine.needed
        except Unmodelled:
            return None
        finally:
            machine.needed, machine.is_strict = before, was_strict
        conditions = [condition for kind, condition in needed if kind]
        tame = self._machine.terms.not_(machine.tame)
        axioms = [condition for kind, condition in needed if not kind and condition is not tame]
        return machine.terms.and_(*conditions, value), axioms

    def know(self, state: State, fact: ForAll, switch: Term, contents: Unknown) -> None:
        """Let a fact hold, when a switch is on, of all elements of some contents of a state at the head of a loop."""
        head = state.fork()
        terms = self._machine.terms
        known = terms.and_(head.guard.formula(terms), switch)
        kind = fact.index.type
        size = next((node.type for node in postorder(fact.fact) if isinstance(node, Deref)), None)
        if not isinstance(kind, IntegerType) or size is None:
            return
        width = self._machine.size_of(size)

        def hook(offset: Term) -> list[Term]:
            if self._depth >= DEEPEST:
                return []
            self._depth += 1
            try:
                result = self.at(head, fact, index_in(terms, offset, width, kind.width))
            finally:
                self._depth -= 1
            if result is None:
                return []
            value, axioms = result
            return [*axioms, terms.implies(known, value)]

        contents.hooks.append(hook)
