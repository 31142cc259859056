"""The predicates of an abstraction of threads: whose they are, and at which points they are followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vexil.ir import operations as ops
from vexil.ir.expressions import Variable, preorder
from vexil.ir.program import Function
from vexil.logic.terms import Term
from vexil.transform.threads.ghosts import held, taken
from vexil.transform.threads.transactions import Transactions


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate; ``template`` is empty where it is about shared variables alone."""

    term: Term
    template: str


class Facts:
    """Predicates in the order in which they came, those of locks first."""

    def __init__(self, threads: Transactions) -> None:
        self._threads = threads
        self.listed: list[Fact] = []
        self._known: set[Term] = set()
        self._live = {
            function.name: live_registers(function, threads) for function in threads.program.functions.values()
        }
        for lock in threads.locks:
            self.add(threads.symbol(taken(lock), threads.program.entry))
            for name in threads.program.functions:
                self.add(threads.symbol(held(lock), name))
        for name in threads.program.functions:
            for own, shared in threads.held_by(name):
                self.add(shared)
                self.add(own)

    def add(self, term: Term) -> bool:
        """Add a predicate; false if it is there, says nothing, or is about more than one thread."""
        terms = self._threads.terms
        if term.op == "not":
            term = term.args[0]
        if term.is_const or term in self._known or terms.not_(term) in self._known:
            return False
        template = self.template_of(term)
        if template is None:
            return False
        self._known.add(term)
        self.listed.append(Fact(term, template))
        return True

    def template_of(self, term: Term) -> str | None:
        """Whose registers a term is about; nothing if it is about several threads' or about other symbols."""
        owners = set()
        for symbol in self._threads.terms.symbols_of(term):
            if symbol in self._threads.owners:
                owners.add(self._threads.owners[symbol])
            elif symbol not in self._threads.shared:
                return None
        return None if len(owners) > 1 else next(iter(owners), "")

    def of(self, template: str) -> list[int]:
        """The numbers of the predicates of a template, in order; those about shared variables for no name."""
        return [number for number, fact in enumerate(self.listed) if fact.template == template]

    def is_followed(self, number: int, point: int) -> bool:
        """Say whether a predicate of a template matters at a point: its registers are read again."""
        fact = self.listed[number]
        live = self._live[fact.template].get(point, 0)
        owned = 0
        for symbol in self._threads.terms.symbols_of(fact.term):
            if symbol in self._threads.owners:
                owned |= symbol.symbols
        return not owned & ~live


def live_registers(function: Function, threads: Transactions) -> Mapping[int, int]:
    """The symbols of registers that are read before they are written, as bits, by location; what a thread holds is."""
    always = 0
    for lock in threads.locks:
        always |= threads.symbol(held(lock), function.name).symbols
    for own, _ in threads.held_by(function.name):
        always |= own.symbols
    live = dict.fromkeys(range(len(function.locations)), always)
    changed = True
    while changed:
        changed = False
        for edge in reversed(function.edges):
            before = live[edge.target] if not isinstance(edge.operation, ops.Return | ops.Stop) else always
            places = ops.written_places(edge.operation)
            written = _symbols(places, function, threads)
            read = _symbols(
                (
                    part
                    for expression in ops.expressions_of(edge.operation)
                    if not any(expression is place for place in places)
                    for part in preorder(expression)
                ),
                function,
                threads,
            )
            needed = (before & ~written) | read | always
            if needed & ~live[edge.source]:
                live[edge.source] |= needed
                changed = True
    return live


def _symbols(parts: Iterable[object], function: Function, threads: Transactions) -> int:
    found = 0
    for part in parts:
        if isinstance(part, Variable) and not part.is_global:
            found |= threads.symbol(part, function.name).symbols
    return found
