"""Path conditions: conjunctions that share their beginnings, so that two of them are compared where they part."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.logic import Term, Terms


class Guard:
    """A conjunction: everything of ``parent`` and one more term; the empty one has no parent."""

    __slots__ = ("_formula", "length", "parent", "term")

    def __init__(self, parent: Guard | None, term: Term | None) -> None:
        self.parent = parent
        self.term = term
        self._formula: Term | None = None
        self.length: int = 0 if parent is None else parent.length + 1

    def conjuncts(self, start: Guard | None = None) -> list[Term]:
        """The terms behind *start* (a beginning of this guard), or all of them, oldest first."""
        literals: list[Term] = []
        current: Guard | None = self
        while current is not None and current is not start:
            if current.term is not None:
                literals.append(current.term)
            current = current.parent
        literals.reverse()
        return literals

    def formula(self, terms: Terms) -> Term:
        """The conjunction as a chain that shares what guards share."""
        chain: list[Guard] = []
        current: Guard | None = self
        while current is not None and current._formula is None:
            chain.append(current)
            current = current.parent
        result = terms.true if current is None or current._formula is None else current._formula
        for guard in reversed(chain):
            if guard.term is not None:
                result = terms.link(result, guard.term)
            guard._formula = result
        return result

    def backwards(self) -> Iterator[Term]:
        """The terms, newest first."""
        current: Guard | None = self
        while current is not None and current.term is not None:
            yield current.term
            current = current.parent

    def extended(self, term: Term, terms: Terms) -> Guard:
        """The guard with one more term; a conjunction is taken apart."""
        if term is terms.true:
            return self
        if term.op == "and":
            guard = self
            for part in term.args:
                guard = Guard(guard, part)
            return guard
        return Guard(self, term)


def common_beginning(first: Guard, second: Guard) -> Guard:
    """The longest guard that both begin with."""
    one: Guard | None = first
    two: Guard | None = second
    while one is not two:
        assert one is not None
        assert two is not None
        if one.length >= two.length:
            one_next = one.parent
            if two.length == one.length:
                two = two.parent
            one = one_next
        else:
            two = two.parent
    assert one is not None
    return one


def merged(first: Guard, second: Guard, terms: Terms) -> tuple[Guard, Term]:
    """The guard of either, and a condition that tells on it which of the two it was (true: the first)."""
    shared = common_beginning(first, second)
    mine = first.conjuncts(shared)
    theirs = second.conjuncts(shared)
    one, two = terms.conjunction(mine), terms.conjunction(theirs)
    guard = shared.extended(terms.or_(one, two), terms)
    if len(theirs) < len(mine):
        return guard, terms.not_(two)
    return guard, one
