"""Chains of arrivals as one formula: a run that follows them, or predicates that tell that there is none.

What is forgotten at a cut has a new version for each visit, and so has what is chosen behind it. The links say that it
is what the arrival brought. Links that contradict each other show which variables matter at which cut; conditions about
these are moved back over the ways that the solver took (weakest preconditions, one way at a time).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.core.dag import bottom_up
from vexil.engines.bounded.directed.frames import Chain
from vexil.engines.bounded.directed.regions import Arrival, Cut, Regions, value_at
from vexil.engines.bounded.directed.tracked import Tracked, atoms
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.queries import Queries
from vexil.logic import BOOL, Term, Terms
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.sorts import BitsSort
from vexil.logic.terms import arguments

PATIENCE = 100_000
"""Resource units for the question whether a run follows a chain."""
MOST_CORES = 4
"""So often what contradicts itself on a chain is made smaller."""
MOST_MOVED = 200
"""Conditions that are moved back over one arrival."""


@dataclass(frozen=True)
class Link:
    """That a symbol at a cut of a chain is what the arrival there brought."""

    place: int
    symbol: Term
    formula: Term


class Unrolled(ABC):
    """The formula of a chain."""

    def __init__(self, regions: Regions, tracked: Tracked, chain: Chain) -> None:
        self._terms = regions.terms
        self._versions: dict[Term, Term] = {}
        self.chain = chain
        self.parts: list[Term] = []
        self.links: list[Link] = []
        self.is_mixed = False
        """Whether the chain leaves a visit of a loop other than the one that it enters."""
        self.stages: list[dict[Term, Term]] = []
        """The versions of symbols in each part of the chain."""
        lates = {cut.late for cut in regions.cuts}
        self.parts += [self._terms.not_(late) for late in lates]
        bodies = {cut.visit: _body(regions, cut) for cut in regions.cuts}
        self.stages.append({})
        for place, (arrival, cut) in enumerate(zip(chain.arrivals, chain.cuts, strict=True)):
            self.parts.append(self._now(arrival.guard))
            brought = {slot: value_at(arrival.state, slot) for slot in regions.written(arrival.head)}
            if any(value is None for slot, value in brought.items() if slot[0] != "life") or any(
                slot[0] == "all" for slot in brought
            ):
                raise NoProof("what memory holds at the head of a loop is more than a value")
            values = {slot: self._now(value) for slot, value in brought.items() if value is not None}
            mask, begun = bodies[cut.visit] | cut.late.symbols, {cut.late}
            if arrival.visit != cut.visit:  # around this visit anything may have happened
                self.is_mixed = True
                for outer in regions.cuts:
                    if outer.late.symbols & cut.guard.symbols:
                        mask |= bodies[outer.visit]
                        begun.add(outer.late)
            renewed = regions.terms.symbols_in(mask)
            for symbol in renewed:
                self._versions[symbol] = self._terms.fresh(f"{symbol.payload} @{place}", symbol.sort)
            for late in lates & set(renewed):
                now = self._versions[late]
                self.parts.append(now if late in begun else self._terms.not_(now))
            for slot, value in values.items():
                held = value_at(cut.state, slot)
                if held is not None and held.op == "symbol" and held in renewed:
                    self._hold(place, held, value)
            self.stages.append(dict(self._versions))
            for number, holds in sorted(chain.cubes[place]):  # one abstract way is much easier than all
                known = self._now(tracked.value(cut.moment, number))
                self.parts.append(known if holds else self._terms.not_(known))
        self.parts.append(self._now(chain.failure.formula))

    def _now(self, term: Term) -> Term:
        return self._terms.substitute(term, self._versions)

    @abstractmethod
    def _hold(self, place: int, symbol: Term, value: Term) -> None:
        """Let a symbol be what the arrival at a place of the chain brought."""


class Linked(Unrolled):
    """With an equation for everything that an arrival brings."""

    def _hold(self, place: int, symbol: Term, value: Term) -> None:
        self.links.append(Link(place, symbol, self._terms.eq(self._versions[symbol], value)))


class Inlined(Unrolled):
    """With what an arrival brings in place of the symbols, so that constants meet conditions."""

    def _hold(self, place: int, symbol: Term, value: Term) -> None:
        self._versions[symbol] = value


def _body(regions: Regions, cut: Cut) -> int:
    """The symbols that have another value on each visit of a cut."""
    before = cut.guard.symbols & ~cut.late.symbols
    forgotten = 0
    written = set(regions.written(cut.head))
    for slot in written:
        value = value_at(cut.state, slot)
        forgotten |= 0 if value is None or value.op != "symbol" else value.symbols
    for number in range(len(cut.state.frame.registers)):
        before |= 0 if ("register", number, 0, "") in written else cut.state.frame.registers[number].symbols
    for number, term in enumerate(cut.state.globals):
        before |= 0 if ("global", number, 0, "") in written else term.symbols
    for number, block in cut.state.memory.items():
        for offset, (storage, value, _) in block.cells.items():
            before |= 0 if ("cell", number, offset, storage) in written else value.symbols
    frame = cut.state.frame.parent
    while frame is not None:
        for register in frame.registers:
            before |= register.symbols
        frame = frame.parent
    later = 0
    for arrival in regions.arrivals:
        if arrival.guard.symbols & cut.late.symbols:
            later |= arrival.guard.symbols
            for slot in regions.written(arrival.head):
                value = value_at(arrival.state, slot)
                later |= 0 if value is None else value.symbols
    for failure in regions.failures():
        if failure.formula.symbols & cut.late.symbols:
            later |= failure.formula.symbols
    return later & ~before | forgotten


class Refiner:
    """Finds predicates that exclude a chain."""

    def __init__(
        self, regions: Regions, tracked: Tracked, queries: Queries, solver: ProcessSolver, context: Context
    ) -> None:
        self._regions = regions
        self._tracked = tracked
        self._queries = queries
        self._solver = solver
        self._context = context
        self._terms = regions.terms

    def model(self, unrolled: Inlined) -> Evaluation | None:
        """A model of a chain, if a run follows it."""
        formulas = unrolled.parts
        tame = self._regions.machine.tame
        reply = self._queries.ask(*formulas, tame, limit=PATIENCE)
        if reply.is_sat and unrolled.is_mixed:
            raise NoProof("what holds at a loop is not the same wherever it is entered from")
        if reply.is_sat:
            return self._queries.evaluation([*formulas, tame])
        if not reply.is_unsat or not self._queries.ask(*formulas, limit=PATIENCE).is_unsat:
            raise NoProof("the solver does not know whether a run follows a chain")
        return None

    def refine(self, chain: Chain) -> bool:
        """Track more; say whether there is anything new."""
        relevant = self._relevant(Linked(self._regions, self._tracked, chain))
        found = False
        moved = self._asked(chain, len(chain.cuts), chain.failure.formula) if chain.cuts else []
        for place in range(len(chain.cuts) - 1, -1, -1):
            cut, arrival = chain.cuts[place], chain.arrivals[place]
            mask = relevant.get(place, 0)
            conditions = dict.fromkeys(moved)
            count = len(self._tracked.predicates[cut.head])
            conditions.update(dict.fromkeys(self._tracked.value(cut.moment, number) for number in range(count)))
            for condition in moved:
                found |= self._tracked.add(cut, condition)
            taken = _Taken(self._terms, self._step(chain, place, arrival.guard))
            values = {symbol: taken.of(value) for symbol, value in self._brought(cut, arrival).items()}
            for condition in self._differences(mask, values):
                found |= self._tracked.add(cut, condition)
                conditions[condition] = None
            before = chain.cuts[place - 1] if place else None
            moved = [] if before is None else list(atoms([taken.of(arrival.guard)]))
            for condition in [one for one in conditions if one.symbols & mask and not one.is_const][:MOST_MOVED]:
                earlier = taken.of(self._terms.substitute(condition, values))
                moved += atoms([earlier]) if before is not None else ()
        return found

    def _asked(self, chain: Chain, place: int, formula: Term) -> list[Term]:
        """What the last part of a chain asks, on the way that the solver takes."""
        return list(atoms([_Taken(self._terms, self._step(chain, place, formula)).of(formula)]))

    def _relevant(self, unrolled: Linked) -> dict[int, int]:
        """The symbols at each cut of a chain, or before it, whose links contradict each other."""
        links = unrolled.links
        for _ in range(MOST_CORES):
            self._context.check_limits("looking for what is relevant on a chain")
            formulas = [*(link.formula for link in links), *unrolled.parts]
            reply, core = self._solver.check_with_core(formulas, (), limit=PATIENCE)
            if not reply.is_unsat:
                break  # what is relevant is not known, and all may be
            kept = [links[place] for place in core if place < len(links)]
            if len(kept) == len(links):
                break
            links = kept
        relevant: dict[int, int] = {}
        for place in range(len(unrolled.chain.cuts)):  # what a loop does not write is what it was at a cut before
            for link in links:
                if link.place <= place:
                    relevant[place] = relevant.get(place, 0) | link.symbol.symbols
        return relevant

    def _brought(self, cut: Cut, arrival: Arrival) -> dict[Term, Term]:
        """What an arrival brings, by the symbols at its cut."""
        found: dict[Term, Term] = {}
        for slot in self._regions.written(cut.head):
            symbol, value = value_at(cut.state, slot), value_at(arrival.state, slot)
            if symbol is not None and value is not None and symbol.op == "symbol":
                found[symbol] = value
        return found

    def _step(self, chain: Chain, place: int, formula: Term) -> Evaluation:
        """A model of the step to a cut of a chain, or to its failure."""
        conditions = [formula]
        ends = [(chain.cuts[place - 1].moment, chain.cubes[place - 1])] if place else []
        if place < len(chain.cuts):
            ends.append((chain.arrivals[place].moment, chain.cubes[place]))
        for moment, cube in ends:
            for number, holds in sorted(cube):
                value = self._tracked.value(moment, number)
                conditions.append(value if holds else self._terms.not_(value))
        if not self._queries.ask(*conditions, limit=PATIENCE).is_sat:
            raise NoProof("the solver does not find a step of a chain again")
        return self._queries.evaluation(conditions)

    def _differences(self, mask: int, values: Mapping[Term, Term]) -> Iterator[Term]:
        """That variables that matter hold what they were given, or differ by a constant."""
        terms = self._terms
        held = {symbol: value for symbol, value in values.items() if symbol.symbols & mask}
        parts = {symbol: _offset(value) for symbol, value in held.items() if isinstance(symbol.sort, BitsSort)}
        for symbol, value in held.items():
            if value.is_const:
                yield symbol if symbol.sort is BOOL else terms.eq(symbol, value)
        for one, (base, count) in parts.items():
            for two, (other, less) in parts.items():
                if one.number < two.number and base is other and not base.is_const and one.sort == two.sort:
                    yield terms.eq(one, terms.add(two, terms.bv((count - less) % (1 << one.width), one.width)))


def _offset(value: Term) -> tuple[Term, int]:
    """A value as something and a constant."""
    if value.op == "bvadd" and len(value.args) == 2:
        if value.args[1].is_const:
            return value.args[0], value.args[1].value
        if value.args[0].is_const:
            return value.args[1], value.args[0].value
    return value, 0


class _Taken:
    """Terms with the selections that a model makes."""

    def __init__(self, terms: Terms, evaluation: Evaluation) -> None:
        self._terms = terms
        self._evaluation = evaluation

    def of(self, term: Term) -> Term:
        """What a term is on the way that the model takes."""
        return bottom_up(term, self._made, arguments)

    def _made(self, term: Term, parts: tuple[Term, ...]) -> Term:
        if term.op == "ite":
            return parts[1] if self._evaluation.holds(term.args[0]) else parts[2]
        return self._terms.rebuild(term, parts) if parts != term.args else term
