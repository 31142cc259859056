"""Why every run ends: rankings of loops and measures of functions that shrink, checked as requirements.

Let a program be executed by the rules of evidence without a broken requirement, and let some run of it be endless.
Its calls that never return are nested in each other, and there are finitely or infinitely many of them.

* Infinitely many. Recursion that is executed in place was followed to its end, and a function that is executed in place
  below one with a contract, too. So infinitely many of these calls are passed by contracts. Behind the first one each
  is made while a function with a contract is executed by itself, and its measure is required to be smaller than the one
  which that function had at its entry. So measures shrink without end.
* Finitely many. Then the innermost of these activations goes on for ever, and all its calls return. Its locations are
  executed in a weak topological order, in which everything but loops is visited once. So the run stays in some loop;
  let it be the innermost one that it does not leave any more. It comes back to the head of that loop infinitely often:
  without the head the loop falls into locations that are visited once, and loops inside, which it leaves. A loop that
  is unwound was followed until no run came back to its head, so it is one that is passed by induction; there the
  ranking at an arrival is required to be smaller than at the one before, from some arrival on.

Neither can be. Machine integers are finitely many, and so are tuples of them, so that nothing shrinks without end in
their lexicographic order, which needs no lower bound. A mathematical integer that shrinks has to be at least 0 where it
does (Bradley, Manna and Sipma 2005): the first component never grows, so it shrinks finitely often; from then on the
same is true of the second one, and so on.

What a ranking was when control was last at the head of its loop is a value that nothing writes before control comes
back there. Rules of loops inside may speak of it, as of a variable; outside, and in functions that are called, the name
stands for nothing.

The same shows that no endless run visits some locations of a function without calls infinitely often (``visited``), if
the loops that have such a location have rankings. Let a run visit one of them, *a*, infinitely often, and consider the
innermost loop that it does not leave any more. From some moment on all its locations are of this loop, so *a* is one;
the loop has a ranking; and the run comes back to the head infinitely often, as above. The ranking does not shrink
without end. Other loops may be passed by induction without a ranking: a run that stays in one of them for ever visits
none of the locations from then on. This holds for every weak topological order. One that takes such a location as the
head of a loop wherever there is one asks for the least: then a ranking shrinks only where the run visits one.

Requirements are about finite beginnings of runs, so that they are proved by the induction of `loop_rules` and
`contracts` whether runs end or not. A run that a restriction cuts, or that stops or ends its only thread, is over;
nothing that waits for another thread is known to this checker.
"""

from __future__ import annotations

from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.numbers import less, sort_of
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Truth
from vexil.certify.invariant.values import Value
from vexil.ir.expressions import Expr
from vexil.ir.types import MathType, Type
from vexil.model.evidence import LoopRule, at_arrival

Values = tuple[tuple[Value, Type], ...]
"""Integers with their types, compared from left to right."""


class Progress:
    """Requires that rankings and measures shrink."""

    def __init__(self, evaluator: Evaluator, ledger: Ledger, visited: frozenset[int] | None = None) -> None:
        self._evaluator = evaluator
        self._ledger = ledger
        self._visited = visited

    def concerns(self, head: int, inside: frozenset[int], rule: LoopRule) -> bool:
        """Say whether a loop has to end: not if it visits none of the locations, and its rule has no ranking."""
        if self._visited is None or rule.ranking:
            return True
        return head in self._visited or not inside.isdisjoint(self._visited)

    def values(self, state: State, expressions: tuple[Expr, ...]) -> Values:
        """What expressions are in a state; that they are defined there is required."""
        values = self._evaluator.values(expressions, Where(self._ledger, state))
        return tuple((value, expression.type) for value, expression in zip(values, expressions, strict=True))

    def ranking(self, state: State, rule: LoopRule) -> Values:
        """The ranking at an arrival; a loop that is passed by induction has to have one."""
        if not rule.ranking:
            raise Unsupported(f"why the loop at {rule.function}:{rule.head} ends: its rule has no ranking")
        self._ledger.edge = f"{rule.function}:{rule.head}"
        try:
            return self.values(state, rule.ranking)
        except Ended:
            return ()  # it is broken for every run that comes here, which the ledger knows

    def remember(self, state: State, rule: LoopRule) -> None:
        """Let the names of the ranking stand for what it is at an arrival, for the rules of loops inside."""
        frame = state.frames[-1]
        names = {
            at_arrival(rule.head, number, kind).name: value
            for number, (value, kind) in enumerate(self.ranking(state, rule))
        }
        frame.bound = {**frame.bound, **names}

    def require_decrease(self, state: State, rule: LoopRule, before: Values) -> None:
        """Require that the ranking at an arrival is smaller than at the one before."""
        self._ledger.edge = f"{rule.function}:{rule.head}"
        try:
            after = self.values(state, rule.ranking)
            Where(self._ledger, state).require(self._smaller(after, before), f"{CHECK}the ranking of the loop")
        except Ended:
            return

    def require_less(self, state: State, measure: Values, caller: Values) -> None:
        """Require that the measure at a call is smaller than that of the function it is called from."""
        Where(self._ledger, state).require(self._smaller(measure, caller), f"{CHECK}the measure of the call")

    def _smaller(self, after: Values, before: Values) -> Truth:
        """Whether integers are smaller than others of the same types, from left to right."""
        terms = self._evaluator.terms
        if [kind for _, kind in after] != [kind for _, kind in before]:
            return False
        smaller: Truth = False
        equal: Truth = True
        for (new, kind), (old, _) in zip(after, before, strict=True):
            here = less(terms, new, old, kind, or_equal=False)
            if isinstance(kind, MathType):
                here = terms.both(here, less(terms, 0, old, kind, or_equal=True))
            smaller = terms.either(smaller, terms.both(equal, here))
            equal = terms.both(equal, terms.equal(new, old, sort_of(kind)))
        return smaller
