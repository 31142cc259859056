"""Chains of must steps along a path of abstract states, with leaps where a loop has to be passed.

A path goes from before the first state of a run to the target. Each abstract state on it has an entry port, the states
in which control comes from the one before, and an exit port, from which it goes to the next. Where the entry port lies
in the exit port there is nothing to leap over. A chain consists of must- steps and leaps by Theorem 1, of must+ steps
and leaps by Theorem 2, or of the former up to a place and the latter from there on, with a may step in between (Ball
2004): some state of the target is then reached by a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from vexil.core.dag import postorder
from vexil.engines.leap.queries import HOLDS, Finding, Queries, Status
from vexil.engines.leap.theorems import Theorem, backward, forward
from vexil.engines.leap.zones import Zone, met, without
from vexil.logic.elimination import conjuncts
from vexil.logic.sorts import BOOL
from vexil.logic.terms import Term, arguments

MOST_PEELED = 3
"""Rounds of a loop that are looked at by themselves."""
MOST_SUBSETS = 24
"""Parts of a port that are tried where the whole does not fit."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Ports that somebody chose for an abstract state."""

    entry: Zone | None = None
    leaving: Zone | None = None


class NoPort(Exception):  # noqa: N818 - becomes an error about what the user wrote
    """A given port is none; with a witness."""

    def __init__(self, reason: str, finding: Finding) -> None:
        super().__init__(reason)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Visit:
    """An abstract state on a path, with its ports and what is known of ways through it."""

    state: Zone
    entry: Zone
    leaving: Zone
    exact: bool
    """Whether both ports are as large as they can be."""
    passes: Finding
    """Whether the entry port lies in the exit port."""
    theorems: tuple[Theorem, ...] = ()
    shrunk: tuple[str, ...] = ()
    """Ports that were made smaller, ``entry`` or ``exit``."""

    @property
    def is_loop(self) -> bool:
        """Say whether the state had to be leapt over."""
        return bool(self.theorems)

    def goes(self, number: int) -> bool:
        """Say whether there is a way through by a theorem, or none is needed."""
        return self.passes.holds or any(item.number == number and item.holds for item in self.theorems)


@dataclass(frozen=True, slots=True)
class Link:
    """A step between the exit port of one abstract state and the entry port of the next."""

    may: bool | None
    plus: Finding
    minus: Finding


@dataclass(frozen=True, slots=True)
class Chain:
    """What was found along a path; ``flip`` is the number of links before the chain turns from must- to must+."""

    visits: tuple[Visit, ...]
    links: tuple[Link, ...]
    flip: int | None
    problem: str = ""

    @property
    def is_reached(self) -> bool:
        """Say whether the last state of the path is certainly reached."""
        return self.flip is not None


@dataclass(slots=True)
class Gluer:
    """Glues abstract states along paths."""

    queries: Queries
    ports: Mapping[str, Ports] = field(default_factory=dict)
    predicates: Sequence[Term] = ()
    strengthen: Callable[[Zone, Zone], Zone] | None = None
    """Makes abstract states stronger by what holds in their entry ports, if they are nobody's."""

    def chain(self, path: Sequence[Zone]) -> Chain:
        """Ports, steps and leaps along a path, whose first state comes before all runs."""
        queries = self.queries
        first = Visit(path[0], path[0], path[0], True, HOLDS)
        visits: list[Visit] = [first]
        links: list[Link] = []
        known: tuple[Term, ...] = ()
        self._compare_ports(path)
        for number in range(1, len(path)):
            state, following = (
                self._knowing(zone, known) for zone in (path[number], path[min(number + 1, len(path) - 1)])
            )
            is_last = number + 1 == len(path)
            entry, exact = self._entry(visits[-1], state)
            problem = self._emptiness(entry, f"entry port of {state.name}")
            if problem:
                return Chain(tuple(visits), tuple(links), None, problem)
            known = self._facts(entry, path[number:])
            state, following = self._knowing(state, known), self._knowing(following, known)
            if self.strengthen is not None and not is_last and queries.may(state, state):
                state = self.strengthen(state, entry)
            if is_last:
                visit = Visit(state, entry, entry, exact, HOLDS)
            else:
                visit = self._visit(state, entry, following, exact)
                problem = self._emptiness(visit.leaving, f"exit port of {state.name} to {following.name}")
                if problem:
                    return Chain((*visits, visit), tuple(links), None, problem)
                if number > 1 and visit.is_loop and not visit.goes(2):
                    smaller = self._smaller_entry(visits[-1], visit)
                    if smaller is not None:
                        visits[-1], visit = smaller
            if self.strengthen is not None and visit.is_loop and not visit.goes(1) and not visit.goes(2):
                for first, last in self._peeled(visit, following):
                    visits.append(first)
                    links.append(self._link(visits[-2], first))
                    visit = last
            visits.append(visit)
            links.append(self._link(visits[-2], visit))
        return Chain(tuple(visits), tuple(links), _flip(queries, visits, links))

    def _peeled(self, visit: Visit, following: Zone) -> Iterator[tuple[Visit, Visit]]:
        """The first rounds of a loop as abstract states of their own: what they are, and what is left of the loop."""
        queries = self.queries
        assert self.strengthen is not None
        found: list[tuple[Visit, Visit]] = []
        state, entry = visit.state, visit.entry
        for _ in range(MOST_PEELED):
            rest = without(queries.terms, state, entry, state.name)
            first = Visit(entry.named(f"{state.name} at first"), entry, entry, True, HOLDS)
            second, exact = queries.behind(entry, rest, state.name)
            if queries.is_empty(second) is not False or not queries.must_plus(entry, second).holds:
                return
            state, entry = self.strengthen(rest, second), second
            last = self._visit(state, entry, following, exact)
            found.append((first, last))
            if last.goes(1) or last.goes(2):
                yield from found
                return

    def _facts(self, entry: Zone, rest: Sequence[Zone]) -> tuple[Term, ...]:
        """What an entry port says about variables that nothing changes on the rest of a path."""
        queries, terms = self.queries, self.queries.terms
        mask = 0
        for place in {place for zone in rest for place in zone}:
            for way in queries.system.transitions(place):
                for symbol in way.after:
                    mask |= symbol.symbols
        parts = [entry.parts[place] for place in entry]
        atoms = dict.fromkeys(
            part
            for condition in parts
            for part in postorder(condition, arguments)
            if part.sort is BOOL and part.op not in ("and", "or", "not", "const") and part.symbols
        )
        candidates = [sign for atom in atoms if not atom.symbols & mask for sign in (atom, terms.not_(atom))]
        facts: list[Term] = []
        for candidate in candidates:
            if all(queries.implied(part, candidate) for part in parts) and not queries.implied(
                terms.conjunction(facts), candidate
            ):
                facts.append(candidate)
        return tuple(facts)

    def _knowing(self, zone: Zone, facts: Sequence[Term]) -> Zone:
        """A zone with facts that hold in all of its states that matter."""
        terms, parts = self.queries.terms, {}
        for place in zone:
            mask = 0
            for symbol in self.queries.system.tracked_at(place):
                mask |= symbol.symbols
            parts[place] = terms.and_(zone.parts[place], *(fact for fact in facts if not fact.symbols & ~mask))
        return Zone(parts, zone.name)

    def _emptiness(self, port: Zone, name: str) -> str:
        """The vacuity guard: what has no states proves nothing."""
        empty = self.queries.is_empty(port)
        return f"empty {name}" if empty else f"nobody knows whether the {name} is empty" if empty is None else ""

    def _entry(self, before: Visit, state: Zone) -> tuple[Zone, bool]:
        given = self.ports.get(state.name, Ports()).entry
        if given is not None:
            return met(self.queries.terms, given, state, state.name), False
        return self.queries.behind(before.leaving, state, state.name)

    def _compare_ports(self, path: Sequence[Zone]) -> None:
        """Raise `NoPort` for given ports that are larger than the states on both sides allow (Lemma 1)."""
        for before, state in pairwise(path):
            entry, leaving = self.ports.get(state.name, Ports()).entry, self.ports.get(before.name, Ports()).leaving
            if entry is not None:
                largest, exact = self.queries.behind(before, state)
                self._compared(entry, largest, f"the entry port of {state.name} from {before.name}", exact=exact)
            if leaving is not None:
                largest, exact = self.queries.before(before, state)
                self._compared(leaving, largest, f"the exit port of {before.name} to {state.name}", exact=exact)

    def _compared(self, given: Zone, largest: Zone, name: str, *, exact: bool) -> None:
        """Raise `NoPort` for a given port with states that no port has."""
        found = self.queries.is_within(given, largest)
        if exact and found.status is Status.FAILS:
            raise NoPort(f"a given port is larger than {name} can be", found)

    def _visit(self, state: Zone, entry: Zone, following: Zone, exact: bool) -> Visit:
        queries = self.queries
        given = self.ports.get(state.name, Ports()).leaving
        leaving, all_of_it = queries.before(state, following, state.name)
        if given is not None:
            # what was learned on the way may have made the state smaller, and the theorems are about ports inside of it
            leaving, all_of_it = met(queries.terms, given, state, state.name), False
        passes = queries.is_within(entry, leaving)
        if passes.holds:
            return Visit(state, entry, entry, exact, HOLDS)
        if not queries.may(state, state):
            # no loop: what goes on of the entry port is all there is
            return Visit(state, entry, met(queries.terms, entry, leaving, state.name), exact, passes)
        queries.announce(state)
        theorems = (backward(queries, state, entry, leaving), forward(queries, state, entry, leaving))
        visit = Visit(state, entry, leaving, exact and all_of_it, passes, theorems)
        return visit if visit.goes(1) or given is not None else self._smaller_exit(visit)

    def _smaller_exit(self, visit: Visit) -> Visit:
        """Theorem 1 with a part of the exit port, where only that is in its way."""
        queries, first = self.queries, visit.theorems[0]
        if not first.finite.holds or first.progress.holds:
            return visit
        for part in self._parts(visit.leaving):
            if queries.is_empty(part) is not False:
                continue
            theorem = backward(queries, visit.state, visit.entry, part)
            if theorem.holds and not visit.goes(2):
                again = forward(queries, visit.state, visit.entry, part)
                return replace(visit, leaving=part, theorems=(theorem, again), shrunk=("exit",))
        return visit

    def _smaller_entry(self, before: Visit, visit: Visit) -> tuple[Visit, Visit] | None:
        """Theorem 2 with a part of the entry port, and the part of the exit port before it that leads there."""
        queries, second = self.queries, visit.theorems[1]
        if not second.finite.holds or before.state.name in self.ports:
            return None
        for part in self._parts(visit.entry):
            if queries.is_empty(part) is not False:
                continue
            theorem = forward(queries, visit.state, part, visit.leaving)
            if not theorem.holds:
                continue
            leaving, _ = queries.before(before.leaving, part, before.state.name)
            if queries.is_empty(leaving) is not False:
                continue
            earlier = replace(before, leaving=leaving, shrunk=(*before.shrunk, "exit"))
            if before.is_loop:
                again = forward(queries, before.state, before.entry, leaving)
                if not again.holds:
                    continue
                earlier = replace(earlier, theorems=(backward(queries, before.state, before.entry, leaving), again))
            elif not queries.is_within(before.entry, leaving).holds and before.state.name:
                continue
            first = backward(queries, visit.state, part, visit.leaving)
            return earlier, replace(visit, entry=part, theorems=(first, theorem), shrunk=("entry",))
        return None

    def _parts(self, port: Zone) -> Iterator[Zone]:
        """Parts of a port by the conditions at hand."""
        terms = self.queries.terms
        conditions = dict.fromkeys(
            [*self.predicates, *(part for place in port for part in conjuncts(port.parts[place]))]
        )
        count = 0
        for condition in conditions:
            for sign in (condition, terms.not_(condition)):
                count += 1
                if count > MOST_SUBSETS:
                    return
                yield Zone({place: terms.and_(port.parts[place], sign) for place in port}, port.name)

    def _link(self, before: Visit, visit: Visit) -> Link:
        queries = self.queries
        source, target = before.leaving, visit.entry
        return Link(queries.may(source, target), queries.must_plus(source, target), queries.must_minus(source, target))


def _flip(queries: Queries, visits: Sequence[Visit], links: Sequence[Link]) -> int | None:
    """Where a chain may turn from must- to must+; the first place, so that pure must+ chains come first."""
    for place in range(len(links) + 1):
        before = all(link.minus.holds for link in links[: max(place - 1, 0)]) and all(
            _goes_back(visit) for visit in visits[1:place]
        )
        if place == 0:
            middle = True
            after_links = links
        else:
            middle = bool(links[place - 1].may) if place <= len(links) else True
            after_links = links[place:]
        after = all(link.plus.holds for link in after_links) and all(
            visit.goes(2) for visit in visits[max(place, 1) : -1]
        )
        if before and middle and after:
            return place
    return None


def _goes_back(visit: Visit) -> bool:
    """Say whether every state of the exit port comes from the entry port."""
    return visit.goes(1) or not visit.is_loop
