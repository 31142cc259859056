"""What claims say of threads in a state, as conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import Frame, State
from vexil.certify.invariant.terms import Truth
from vexil.certify.threads.parts import Owners, Thread, ThreadEvaluator
from vexil.ir.program import Program
from vexil.model.evidence import ThreadClaims, ThreadFacts, View

Points = tuple[tuple[str, int], ...]


class Claims:
    """Evaluates the claims of a proof."""

    def __init__(self, program: Program, claims: ThreadClaims, evaluator: ThreadEvaluator, ledger: Ledger) -> None:
        self._program = program
        self._claims = claims
        self._evaluator = evaluator
        self._terms = evaluator.terms
        self._ledger = ledger
        self._views: dict[Points, list[View]] = {}
        for view in claims.views:
            points = tuple(sorted((item.template, item.location) for item in view.threads))
            self._views.setdefault(points, []).append(view)

    @property
    def width(self) -> int:
        """About how many threads at once claims are."""
        return self._claims.width

    def are_possible(self, points: Sequence[tuple[str, int]]) -> bool:
        """Say whether threads may be at these points at once, as far as it is claimed."""
        return all(
            tuple(sorted(some)) in self._views
            for size in range(1, min(self.width, len(points)) + 1)
            for some in combinations(points, size)
        )

    def all_of(self, state: State, owners: Owners, threads: Sequence[Thread]) -> Truth:
        """What is claimed of these threads, and of any fewer of them."""
        found: list[Truth] = []
        for size in range(1, min(self.width, len(threads)) + 1):
            for some in combinations(threads, size):
                found.append(self.of(state, owners, some))
                if found[-1] is False:
                    return False
        return self._terms.all(found)

    def of(self, state: State, owners: Owners, threads: Sequence[Thread]) -> Truth:
        """What is claimed of just these threads: they are like one of the views."""
        points = tuple(sorted((thread.template, thread.location) for thread in threads))
        terms = self._terms
        facts: dict[tuple[int, int], Truth] = {}

        def truth(position: int, number: int, value: bool) -> Truth:
            key = (position, number)
            if key not in facts:
                facts[key] = self._fact(state, owners, threads[position] if position >= 0 else None, number)
            return facts[key] if value else terms.no(facts[key])

        ways: list[Truth] = []
        for view in self._views.get(points, ()):
            shared = terms.all([truth(-1, number, value) for number, value in view.shared])
            for order in permutations(range(len(threads))):
                if not all(_is_at(threads[place], item) for place, item in zip(order, view.threads, strict=True)):
                    continue
                own = [
                    truth(place, number, value)
                    for place, item in zip(order, view.threads, strict=True)
                    for number, value in item.facts
                ]
                ways.append(terms.both(shared, terms.all(own)))
        return terms.any(ways)

    def _fact(self, state: State, owners: Owners, thread: Thread | None, number: int) -> Truth:
        template, condition = self._claims.facts[number]
        if template and (thread is None or thread.template != template):
            raise Unsupported("a fact about the registers of another thread")
        function = self._program.functions[template or self._program.entry]
        registers = {} if thread is None else thread.registers
        looked = State(state.guard, [Frame(function, registers)], state.globals, state.objects, state.exact)
        before = self._evaluator.owners, self._evaluator.identity
        self._evaluator.owners = owners
        self._evaluator.identity = 0 if thread is None else thread.identity
        try:
            value = self._evaluator.value(condition, Where(self._ledger, looked))
        except KeyError as missing:
            raise Unsupported(f"a fact about {missing}") from missing
        finally:
            self._evaluator.owners, self._evaluator.identity = before
        return value  # type: ignore[no-any-return]


def _is_at(thread: Thread, item: ThreadFacts) -> bool:
    return thread.template == item.template and thread.location == item.location


def points_of(claims: ThreadClaims) -> Mapping[str, frozenset[int]]:
    """The points of each template."""
    return {template: frozenset(locations) for template, locations in claims.points}
