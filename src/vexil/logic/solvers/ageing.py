"""When a solver should start from nothing again.

An incremental solver keeps what it was ever asked: learned facts about questions that share their parts, and dead
weight for those that share nothing. After sixty unrelated questions, Bitwuzla was ten times slower than anew. The
rule counts terms and no time, so that runs stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.logic.terms import Term

DEAD_WEIGHT = 3
"""A solver may carry so many times the size of the present question in parts that it does not need for it."""
LIGHT = 100
"""Less dead weight than this, in nodes, never matters."""


class Ageing:
    """How many nodes one search has been told since it began, against those of the present question."""

    def __init__(self) -> None:
        self._told: set[Term] = set()
        self._weight = 0
        self._allowed = LIGHT

    def is_due(self, question: Iterable[Term], weight: Callable[[Term], int]) -> bool:
        """Take note of a question, and say whether to begin anew before it is asked.

        *weight* is the number of nodes that were new in a term. The question is measured only when the search has
        grown so much since it was measured last that this costs nothing in comparison.
        """
        terms = list(question)
        for term in terms:
            if term not in self._told:
                self._told.add(term)
                self._weight += weight(term)
        if self._weight <= self._allowed:
            return False
        used = _size(terms)
        self._allowed = used + max(LIGHT, DEAD_WEIGHT * used)
        if self._weight <= self._allowed:
            return False
        self._told, self._weight = set(terms), used
        return True


def _size(terms: list[Term]) -> int:
    """The number of nodes in terms, shared ones counted once."""
    seen = set(terms)
    stack = list(seen)
    while stack:
        for argument in stack.pop().args:
            if argument not in seen:
                seen.add(argument)
                stack.append(argument)
    return len(seen)
