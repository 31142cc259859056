"""Predicates for loops on which weakest preconditions diverge; the abstraction decides what they are good for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor
from vexil.core.context import Context
from vexil.logic.terms import Term
from vexil.refinement.candidates import spacer_candidates, template_candidates
from vexil.refinement.carriers import with_carriers

SPACER_SECONDS = 10.0
MOST_SUGGESTED = 12
"""Predicates for one loop that are taken at a time."""


class Suggestions:
    """The sources of predicates, each asked once: proofs over mathematical integers, and the shapes of loops."""

    def __init__(self, abstractor: Abstractor, context: Context, *, are_wanted: bool) -> None:
        self._abstractor = abstractor
        self._context = context
        self._sources: list[Callable[[], Iterable[Term]]] = [
            partial(self._from_integers, frozenset()),
            self._from_templates,
            partial(self._from_integers, frozenset({"overflow"})),
        ]
        if not are_wanted:
            self._sources.clear()

    def take(self, predicates: Predicates) -> tuple[Predicate, ...]:
        """Add what the first source with something new suggests."""
        made: tuple[Predicate, ...] = ()
        while self._sources and not made:
            made = predicates.extend(self._sources.pop(0)())
        return made

    def _from_integers(self, also: frozenset[str]) -> Iterable[Term]:
        """What a proof about mathematical integers rests on, of the checks that are asked and of others."""
        checks = self._abstractor.checks | also
        found = spacer_candidates(self._abstractor.space, None, checks, self._context, SPACER_SECONDS)
        for function, head in sorted(found):
            yield from self._at_head(function, head, found[function, head])

    def _from_templates(self) -> Iterable[Term]:
        """What the shapes of loops suggest."""
        abstractor = self._abstractor
        for function in abstractor.functions:
            found = template_candidates(abstractor.space, function, abstractor.analyses, abstractor.checks)
            for head in sorted(found):
                yield from self._at_head(function, head, found[head])

    def _at_head(self, function: str, head: int, terms: Sequence[Term]) -> list[Term]:
        """Conditions for the head of a loop with those that carry them there."""
        return with_carriers(self._abstractor.frames, function, head, terms[:MOST_SUGGESTED])
