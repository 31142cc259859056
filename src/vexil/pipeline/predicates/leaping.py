"""Loops that four-valued checking cannot pass, handed over to leaps (Ball, Kupferman and Sagiv 2007).

A least fixed point that says that something is reached (``mu Z. p || <>Z``) is built step by step, and a loop of many
rounds needs a predicate for each. Where its value before a loop is neither true nor false, and certain behind it, a
chain of must+ steps and leaps from there decides it: the states before the loop are certain then, and checking goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from vexil.analysis.weak_order import Order
from vexil.core.context import Context
from vexil.engines.belnap import Result
from vexil.engines.belnap.grants import Grant
from vexil.engines.belnap.subformulas import Operator
from vexil.engines.diagrams import Diagram
from vexil.engines.leap.evidence import Inexpressible, evidence_of
from vexil.engines.leap.queries import Exhausted
from vexil.engines.leap.search import Asked, Attempt, attempts
from vexil.ir.expressions import Expr
from vexil.logic.space import Untranslatable
from vexil.model.leaps import MustChain
from vexil.spec.formulas import Mu, Not
from vexil.spec.mu import positive_normal_form, reached_by
from vexil.transform.inlining import Inlining

FIRST_TRY = 3
"""Unclear answers before loops are handed over; then again after twice as many."""
FIRST_OF_WHOLE = 12
"""The same where the whole formula says that something is reached: refinement finds a run, and so do leaps alone."""
MOST_TRIES = 8
"""Chains that are looked for, but for those that are found."""
MOST_BEFORE = 6
"""Places before a loop where a chain may begin."""
MOST_TARGETS = 4
"""Places in a loop and behind it where a chain may end."""
LARGEST_LOOP = 60
"""Locations of a loop that is handed over."""
PATIENCE, BUDGET = 10_000, 30_000
"""Resource units for one question of a chain, and for all questions of it."""

Fact = Callable[[int, Diagram], Expr | None]
"""Some states at a location as an expression."""


class Leaper:
    """Finds grants for the fixed points of one formula."""

    def __init__(self, inlining: Inlining, context: Context) -> None:
        self._inlining = inlining
        self._context = context
        self._unclear = 0
        self._next = FIRST_TRY
        self._left = MOST_TRIES
        self._tried: set[str] = set()
        self.found: dict[Mu, list[Grant]] = {}

    def is_due(self) -> bool:
        """Say whether it is time to look for chains, one unclear answer later."""
        self._unclear += 1
        if self._unclear < self._next or not self._left:
            return False
        self._next *= 2
        return True

    def look(self, result: Result, reached: Sequence[Diagram], fact: Fact) -> bool:
        """Look for chains over loops where the value of a fixed point is unknown; say whether there is a new one."""
        evaluation, is_new = result.evaluation, False
        for number in evaluation.history:
            part = evaluation.parts[number]
            if part.free or (number == evaluation.parts.root and self._unclear < FIRST_OF_WHOLE):
                continue
            least = part.formula if part.operator is Operator.LEAST else positive_normal_form(Not(part.formula))
            if reached_by(least) is None:
                continue
            for loop, starts in self._loops():
                targets = self._targets(result, number, loop, fact)
                for start in starts if targets else ():
                    truth = evaluation.table(number)[start]
                    unknown = truth.may & ~truth.must & reached[start] & result.relation.consistent[start]
                    begin = None if unknown == result.relation.manager.false else fact(start, unknown)
                    if begin is None or not self._left:
                        continue
                    conditions = {place: condition for place, (_, condition) in targets.items()}
                    key = f"{least} {start} {begin} {conditions}"
                    if key in self._tried:
                        continue
                    self._tried.add(key)
                    chain = self._chain({start: begin}, conditions)
                    if chain is None:
                        self._left -= 1
                    else:
                        states = {place: states for place, (states, _) in targets.items()}
                        self.found.setdefault(least, []).append(Grant(start, unknown, states, chain))
                        is_new = True
                        break
        return is_new

    def _loops(self) -> Iterator[tuple[frozenset[int], list[int]]]:
        """The loops, inner ones first, with the places before them, the nearest first."""
        entry = self._inlining.entry
        order = Order(entry)
        incoming: dict[int, list[int]] = {}
        for edge in entry.edges:
            incoming.setdefault(edge.target, []).append(edge.source)
        for head in sorted(order.heads, key=lambda place: (-len(order.nest[place]), -order.position[place])):
            inside = frozenset(place for place, nest in enumerate(order.nest) if head in nest)
            starts: list[int] = []
            for source in incoming.get(head, ()):
                if source in inside:
                    continue
                place: int | None = source
                for _ in range(MOST_BEFORE):
                    if place is None or place in starts or place in inside:
                        break
                    starts.append(place)
                    before = incoming.get(place, [])
                    place = before[0] if len(before) == 1 else None
            if len(inside) <= LARGEST_LOOP:
                yield inside, starts

    def _targets(
        self, result: Result, number: int, loop: frozenset[int], fact: Fact
    ) -> Mapping[int, tuple[Diagram, Expr]]:
        """What is certain right behind a loop, or in it."""
        edges = self._inlining.entry.edges
        places = {edge.target for edge in edges if edge.source in loop}
        found: dict[int, tuple[Diagram, Expr]] = {}
        for place in sorted(places, key=lambda place: (place in loop, place)):
            if len(found) == MOST_TARGETS:
                break
            states = result.evaluation.decided(number, place) & result.relation.consistent[place]
            condition = None if states == result.relation.manager.false else fact(place, states)
            if condition is not None:
                found[place] = (states, condition)
        return found

    def _chain(self, start: Mapping[int, Expr], target: Mapping[int, Expr]) -> MustChain | None:
        """A chain of must+ steps and leaps."""
        program = self._inlining.program
        asked = Asked(program, frozenset(), target=target, start=start, patience=PATIENCE, budget=BUDGET)
        try:
            for attempt in attempts(asked, ((),), self._context):
                if isinstance(attempt, Attempt) and attempt.chain.flip == 0:
                    return evidence_of(attempt.setting, (), attempt.chain)
        except (Untranslatable, Inexpressible, Exhausted):
            return None
        return None
