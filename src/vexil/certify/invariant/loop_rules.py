"""How loops are passed: unwound until no run goes round once more, or by k-induction.

Unwinding needs no argument. Induction at a head with a number *k* and facts is sound by strong induction on the number
of arrivals at the head since the loop was entered. Let H(n) say that the facts hold at arrival n (counted from 0) and
that nothing breaks a requirement from there to the next arrival or exit.

* The first k - 1 iterations are executed from the real state, everything in them is proved, and so are the facts
  at arrivals 0 to k - 1. So H(n) holds for n < k - 1.
* The forgotten state stands for every arrival: it is the state of arrival 0 with everything forgotten that an
  iteration changes, and that is closed under iterations. For any m >= k - 1 the state of arrival m - (k - 1) is one of
  those it stands for. H holds from there to arrival m - 1 by assumption, so the k - 1 iterations that are executed next
  may take requirements and facts for granted; the iteration from arrival m is proved, and the facts behind it.
* A run leaves the loop in one of the first k - 1 iterations, which were followed, or in an iteration from an arrival
  m >= k - 1, which is the one that is proved and followed. So nothing that comes behind the loop is missed.

What an iteration changes is found from arrival 0 on, not from arrival k - 1: otherwise the states of the arrivals in
between would not be among those that the forgotten state stands for. The same holds for inner loops, whose facts are
requirements of the outer iteration: proved where it is proved and taken for granted where it is.

A fresh truth value tells the runs that leave in the first iterations from the others, so their guards exclude each
other where the ways join behind the loop.

Where termination is asked, the ranking of the rule has to be smaller at the arrival behind the iteration that is
proved than at the one before it. That iteration stands for every one from an arrival m >= k - 1 on; so the ranking
shrinks from there on without end in a run that stays in the loop, of which `progress` says that there is none. It is a
requirement like others: taken for granted where an iteration of a loop around is, and proved where that one is.

Auxiliary variables are part of the state at an arrival: they have their initial values at arrival 0, those of the
forgotten state stand for every arrival, and each iteration, executed or assumed, takes them one step further. So a
closed form, an equation of a register with an expression over a count of iterations and values at entry, is a fact like
any other: it has to hold with the count at its initial value, and to be kept when iteration and count both go one step.

Facts about all elements of arrays are facts, too (`element_facts`): they are required at an index about which nothing
is known, which stands for every one, and where they are taken for granted they hold at every index. Of these the ones
are used that belong to elements of the forgotten state that somebody reads.

Segments of linked lists are a fact about the heap at an arrival (`list_rules`): required of arrival 0 and of the one
behind the iteration that is proved, and true of the forgotten state, in which each list is any that fits. A rule that
has some has depth 1.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.certify.invariant.auxiliaries import Auxiliaries, Extra, bound
from vexil.certify.invariant.element_facts import ElementFacts
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import NOTHING_PLACED, Havoc, Placed, Shown, WriteSet
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.list_rules import Key, ListRules, Taken
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.progress import Progress
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import BOOL
from vexil.ir.names import PREFERRED_HEAD
from vexil.ir.program import Function
from vexil.model.evidence import LoopRule

if TYPE_CHECKING:
    from vexil.certify.invariant.execution import Execution, Pending

Steps = Generator[tuple[Function, State], State | None, None]
Arrival = Generator[tuple[Function, State], State | None, State | None]
Arrived = tuple[State, Extra]
"""A state at the head, and the auxiliary variables there."""
MOST_ITERATIONS = 1_000_000
MOST_ROUNDS = 200
"""What a loop writes is found within so many rounds."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A component: its head, the rest in order, and all locations of the rest."""

    head: int
    body: tuple[Element, ...]
    inside: frozenset[int]


Element = int | Loop


class LoopRules:
    """Applies the rules of the evidence at the heads of loops."""

    def __init__(
        self,
        rules: Mapping[tuple[str, int], LoopRule],
        evaluator: Evaluator,
        ledger: Ledger,
        havoc: Havoc,
        lists: ListRules,
        progress: Progress | None = None,
    ) -> None:
        self._rules = rules
        self._evaluator = evaluator
        self._ledger = ledger
        self._havoc = havoc
        self._lists = lists
        self._progress = progress
        self._auxiliaries = Auxiliaries(evaluator, ledger)
        self._elements = ElementFacts(evaluator, ledger)

    def loop(self, execution: Execution, function: Function, loop: Loop, pending: Pending) -> Steps:
        """Pass a loop: afterwards no state waits inside of it."""
        rule = self._rules.get((function.name, loop.head))
        if rule is None or rule.induction == 0:
            yield from self._unwind(execution, function, loop, pending, rule)
            return
        if not loop.inside.isdisjoint(pending):
            yield from self._to_head(execution, function, loop, pending)
        if loop.head in pending:
            yield from self._induction(execution, function, loop, pending, rule)

    @staticmethod
    def _to_head(execution: Execution, function: Function, loop: Loop, pending: Pending) -> Steps:
        """Follow runs that enter a loop elsewhere to its head, which every way round visits, or out of it."""
        local = {place: pending.pop(place) for place in sorted(loop.inside & pending.keys())}
        yield from execution.elements(function, loop.body, local)
        for place, state in local.items():
            execution.arrive(pending, place, state)

    def _unwind(
        self, execution: Execution, function: Function, loop: Loop, pending: Pending, rule: LoopRule | None
    ) -> Steps:
        hint = 0 if rule is None else rule.iterations
        most = MOST_ITERATIONS if rule is None else 2 * hint + 16
        count = 0
        while loop.head in pending or not loop.inside.isdisjoint(pending):
            state = pending.get(loop.head)
            if state is not None and count and count >= hint:
                if not self._ledger.feasible(state):
                    del pending[loop.head]
                    continue
                if count > most:
                    raise Unsupported(f"the loop at {function.name}:{loop.head} takes more than {hint} iterations")
            yield from execution.iteration(function, loop, pending)
            count += 1

    # --- induction ---------------------------------------------------------------------------------------

    def _induction(
        self, execution: Execution, function: Function, loop: Loop, pending: Pending, rule: LoopRule
    ) -> Steps:
        entry = pending.pop(loop.head)
        ledger, terms = self._ledger, self._evaluator.terms
        proving = ledger.proving
        late = terms.fresh(BOOL, "late")
        early = terms.no(late)
        if rule.lists and rule.induction > 1:
            raise Unsupported("lists in a rule of induction that is deeper than 1")
        try:
            initial = self._auxiliaries.initial(entry, rule)
            self._require_facts(entry, initial, rule)
            taken = self._lists.require(entry, initial, rule)
            if rule.lists:
                self._lists.require_tracked(entry, taken)
        except Ended:
            return
        arrival: Arrived | None = (entry.copy(), initial)
        for _ in range(rule.induction - 1):
            assert arrival is not None
            ledger.assume(arrival[0], early)
            arrival = yield from self._next(execution, function, loop, arrival, rule, pending)
            if arrival is None or not self._hold(*arrival, rule):
                break
        extra = self._auxiliaries.any(initial, rule)
        forgotten, placed = yield from self._forget(execution, function, loop, (entry, extra), rule, taken)
        shown = Shown(forgotten.copy(), frozenset(), placed)
        ledger.assume(forgotten, late)
        if not self._assumed(forgotten, extra, rule):
            return
        self._elements.tell(entry, forgotten, extra, rule)
        following: Arrived | None = (forgotten, extra)
        for _ in range(rule.induction - 1):
            assert following is not None
            ledger.proving = False
            following = yield from self._next(execution, function, loop, following, rule, None)
            holds = following is not None and self._assumed(*following, rule)
            ledger.proving = proving
            if not holds:
                return
        assert following is not None
        progress = self._concerned(loop, rule)
        before = () if progress is None else progress.ranking(following[0], rule)
        back = yield from self._next(execution, function, loop, following, rule, pending)
        if back is not None and self._hold(*back, rule) and self._fold(*back, rule, shown) and progress is not None:
            progress.require_decrease(back[0], rule, before)

    def _next(
        self,
        execution: Execution,
        function: Function,
        loop: Loop,
        now: Arrived,
        rule: LoopRule,
        pending: Pending | None,
    ) -> Generator[tuple[Function, State], State | None, Arrived | None]:
        """One iteration together with the auxiliary variables: the next arrival, if any run comes back to the head."""
        self._ledger.edge = f"{rule.function}:{rule.head}"
        try:
            extra = self._auxiliaries.following(*now, rule)
        except Ended:
            return None
        back = yield from self._round(execution, function, loop, rule, now[0], pending)
        return None if back is None else (back, extra)

    def _round(
        self,
        execution: Execution,
        function: Function,
        loop: Loop,
        rule: LoopRule,
        state: State,
        pending: Pending | None,
    ) -> Arrival:
        """One iteration; exits go to *pending* or are dropped, and what comes back to the head is the result."""
        local: Pending = {loop.head: state}
        names = state.frames[-1].bound
        progress = self._concerned(loop, rule)
        if progress is not None:
            progress.remember(state, rule)
        yield from execution.iteration(function, loop, local)
        for left in local.values():
            left.frames[-1].bound = names
        back = local.pop(loop.head, None)
        if pending is not None:
            for location, left in local.items():
                execution.arrive(pending, location, left)
        return back

    def _concerned(self, loop: Loop, rule: LoopRule) -> Progress | None:
        """What requires that a loop ends, if it has to."""
        progress = self._progress
        return progress if progress is not None and progress.concerns(loop.head, loop.inside, rule) else None

    def _forget(
        self,
        execution: Execution,
        function: Function,
        loop: Loop,
        arrived: Arrived,
        rule: LoopRule,
        taken: Taken,
    ) -> Generator[tuple[Function, State], State | None, tuple[State, Placed]]:
        """The state that stands for every arrival at the head, and what lists account for in it."""
        ledger = self._ledger
        entry, extra = arrived
        written = WriteSet()
        moved: set[Key] = set()
        for _ in range(MOST_ROUNDS):
            start = self._havoc.forget(entry, written)
            placed = self._lists.place(entry, start, extra, rule, taken, moved) if rule.lists else NOTHING_PLACED
            trial = start.copy()
            proving, ledger.proving = ledger.proving, False
            back = None
            if self._assumed(trial, extra, rule):
                back = yield from self._round(execution, function, loop, rule, trial, None)
            is_new = back is not None and self._lists.changes(start, back, extra, rule, moved)
            ledger.proving = proving
            if back is not None and back.atomic != entry.atomic:
                raise Unsupported("a loop that opens or ends atomic sections")
            if back is None or not (self._havoc.compare(entry, start, back, written, placed) or is_new):
                start.lossy |= any(
                    number not in taken and entry.objects[number].alive is not False for number in written.hidden
                )
                return start, placed
        raise Unsupported(f"the loop at {function.name}:{loop.head}, whose writes are not found")

    # --- facts -------------------------------------------------------------------------------------------

    def _require_facts(self, state: State, extra: Extra, rule: LoopRule) -> None:
        self._ledger.edge = f"{rule.function}:{rule.head}"
        where = Where(self._ledger, state)
        with bound(state, extra):
            for number, value in enumerate(self._evaluator.values(rule.facts, where)):
                where.require(value, f"{CHECK}fact {number} of the loop")
        if self._ledger.proving:
            self._elements.require(state, extra, rule)
        else:
            self._elements.assume(state, extra, rule)

    def _hold(self, state: State, extra: Extra, rule: LoopRule) -> bool:
        """Require the facts; say whether any run goes on."""
        try:
            self._require_facts(state, extra, rule)
        except Ended:
            return False
        return True

    def _fold(self, state: State, extra: Extra, rule: LoopRule, head: Shown) -> bool:
        """Require the lists behind an iteration from the state at the head; say whether any run goes on."""
        try:
            taken = self._lists.require(state, extra, rule)
            self._lists.require_own(state, taken, head)
            if rule.lists:
                self._lists.require_tracked(state, taken, head)
        except Ended:
            return False
        return True

    def _assumed(self, state: State, extra: Extra, rule: LoopRule) -> bool:
        """Take the facts for granted; say whether any run goes on."""
        proving, self._ledger.proving = self._ledger.proving, False
        try:
            return self._hold(state, extra, rule)
        finally:
            self._ledger.proving = proving


# --- the order of locations ------------------------------------------------------------------------------


def execution_order(function: Function) -> tuple[Element, ...]:
    """Locations and loops of a function in the order in which they are executed, each loop after what leads to it.

    This is a weak topological order (Bourdoncle 1993), made of strongly connected components: the head of a component
    is the location through which it is first entered, or one that asks to be a head (`PREFERRED_HEAD`), and without the
    head the rest is ordered in the same way. Any location of a component may be its head.
    """
    targets = [[function.edges[edge].target for edge in edges] for edges in function.outgoing]
    preferred = frozenset(
        place for place, location in enumerate(function.locations) if PREFERRED_HEAD in location.labels
    )
    return _ordered([function.entry], None, targets, preferred)


def _ordered(
    roots: list[int], allowed: frozenset[int] | None, targets: list[list[int]], preferred: frozenset[int]
) -> tuple[Element, ...]:
    elements: list[Element] = []
    for component in reversed(_components(roots, allowed, targets)):
        head = min(preferred.intersection(component), default=component[0])
        if len(component) == 1 and head not in targets[head]:
            elements.append(head)
            continue
        inside = frozenset(component) - {head}
        entries = [target for target in targets[head] if target in inside]
        elements.append(Loop(head, _ordered([*entries, *sorted(inside)], inside, targets, preferred), inside))
    return tuple(elements)


def _components(roots: list[int], allowed: frozenset[int] | None, targets: list[list[int]]) -> list[list[int]]:
    """Strongly connected components, successors first, each beginning with the location it was entered by (Tarjan)."""
    number: dict[int, int] = {}
    least: dict[int, int] = {}
    waiting: list[int] = []
    on_stack: set[int] = set()
    components: list[list[int]] = []
    for root in roots:
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            location, position = work.pop()
            if position == 0:
                number[location] = least[location] = len(number)
                waiting.append(location)
                on_stack.add(location)
            following = targets[location]
            while position < len(following):
                target = following[position]
                position += 1
                if allowed is not None and target not in allowed:
                    continue
                if target not in number:
                    work += [(location, position), (target, 0)]
                    break
                if target in on_stack:
                    least[location] = min(least[location], number[target])
            else:
                if work:
                    above = work[-1][0]
                    least[above] = min(least[above], least[location])
                if least[location] == number[location]:
                    component: list[int] = []
                    while not component or component[-1] != location:
                        component.append(waiting.pop())
                    component.reverse()
                    on_stack.difference_update(component)
                    components.append(component)
    return components
