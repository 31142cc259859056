"""The obligations of a chain: its steps, and the conditions of the theorems that its leaps rest on.

Why it is sound. Call the tracked variables of a state at a control point its view. Every way between control points
depends on the view alone, and so does the view it leads to (`_blind`), so a step between views is one of every state
that has the first view, to some state that has the second. Conditions are on views, too
(`_seen`), so a view is inside of a port or outside of it. All that follows is about views, and a run between views is
one of the program.

A must+ step leads from every view of one port to some of the next, a must- step to every view of a port from some of
the one before. They compose; and a may step between must- steps before it and must+ steps behind it gives a run through
all ports (Ball 2004). The theorems say that an abstract state is passed by finitely many steps from its entry to its
exit port. They hold of every transition relation, also of the one here, which has the steps of the restricted program
only. What no step inside of an abstract state changes splits it into parts that no step connects; the theorems are used
for each of them, so that only what changes has to have finitely many values there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vexil.certify.branching.atoms import Conditions
from vexil.certify.branching.proof import Broken, WrittenMemory
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need, RequirementCollector
from vexil.certify.branching.states import States
from vexil.certify.branching.steps import Stepper
from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.blocks import Blocks
from vexil.certify.invariant.effects import EffectsOfCalls
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import Havoc
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.numbers import sort_of
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.state import Merger, State
from vexil.certify.invariant.terms import BOOL as TRUTH
from vexil.certify.invariant.terms import Term, Truth
from vexil.certify.invariant.values import Value
from vexil.certify.leaps.constants import constants_of
from vexil.certify.leaps.ways import FAILURE, Way, Ways
from vexil.core.context import Context
from vexil.ir.expressions import Apply, Expr, Operator, Variable, postorder
from vexil.ir.types import BOOL, FloatType, MathType, PointerType
from vexil.model.leaps import Leap, MustChain, Port, Station
from vexil.transform.inlining import Inlining

Zone = Mapping[int, Sequence[Expr]]
"""Conditions by location, all of which hold there."""


class ChainProof:
    """Everything that the check of one chain shares."""

    def __init__(
        self, form: Inlining, chain: MustChain, checks: frozenset[str], terms: InputTerms, context: Context
    ) -> None:
        self.count = 0
        self.place = "the beginning"
        self.edges: set[int] = set()
        self.failing: set[int] = set()
        """The checks that may be the one that fails."""
        self.form = form
        self.chain = chain
        self._checks = checks
        self.terms = terms
        self._solver = Solver(terms, context)
        self._ledger = RequirementCollector(terms, self._solver)

    def start(self) -> None:
        """Make the initial states, which every other state is made from."""
        program, terms, ledger = self.form.program, self.terms, self._ledger
        layout = program.layout
        blocks = Blocks(terms, layout.pointer_width, layout.little_endian)
        self._evaluator = Evaluator(program, terms, WrittenMemory(terms, blocks, Shapes(program), layout.pointer_width))
        operations = Operations(self._evaluator, ledger, frozenset())
        havoc = Havoc(terms, blocks, Merger(program, terms, blocks), layout.pointer_width)
        arbitrary = Arbitrary(self._evaluator, ledger, blocks, havoc, EffectsOfCalls(program, {}))
        before = len(terms.fresh_values)
        try:
            self._states = States(self.form.entry, self._evaluator, operations, ledger, arbitrary)
            self.first = self._states.first
            self._states.arrive(None, self.first, self.form.entry.entry)
        except Ended:
            raise Unsupported("programs without an initial state") from None
        self._first_inputs = tuple(terms.fresh_values[before:])
        self.first_needs = ledger.collected()
        self.conditions = Conditions(self._evaluator, ledger, terms)
        stepper = Stepper(self.form, self._evaluator, operations, ledger, terms, self._states)
        points = frozenset(self.chain.tracked) - {FAILURE}
        self._ways = Ways(self.form, points, self._checks, stepper, self.conditions, ledger, terms, self._states)

    def prove(self) -> None:
        """Prove everything."""
        chain = self.chain
        stations, flip = chain.stations, chain.flip
        self._seen(stations)
        self._beginning(stations[0], back=flip > 1)
        self._on(flip)

    def prove_from_port(self) -> None:
        """Prove that from every state of the first entry port runs lead to the target."""
        self._seen(self.chain.stations)
        self._on(0)

    def _on(self, flip: int) -> None:
        """Prove the way through stations, and from one to the next."""
        stations = self.chain.stations
        for number, station in enumerate(stations):
            self.place = f"station {number + 1}"
            self._station(station, back=number + 1 < flip)
            following = zone_of(stations[number + 1].entry) if number + 1 < len(stations) else self.target()
            # link number 1 is the one to the first station
            link = number + 2
            leaving = zone_of(station.leaving)
            if link < flip:
                self._must_minus(leaving, following, "is not reached from the station before")
            elif link == flip:
                self._may(leaving, following)
            else:
                self._must_plus(leaving, following, "does not lead to the next station")

    def target(self) -> Zone:
        """What is reached in the end."""
        return {FAILURE: ()} if self.chain.target is None else zone_of(self.chain.target)

    # --- conditions on states ----------------------------------------------------------------------------

    def truth(self, conditions: Iterable[Expr], state: State | None, needs: list[Need] | None = None) -> Truth:
        """Whether conditions are defined and hold in a state."""
        if state is None:
            return True
        noted: list[Need] = [] if needs is None else needs
        return self.terms.all([self.conditions.truth(condition, state, noted) for condition in conditions])

    def _seen(self, stations: Sequence[Station]) -> None:
        """Every condition is one on views: states that look alike are in a port together, or outside of it."""
        for number, station in enumerate(stations):
            self.place = f"station {number + 1}"
            ports = [station.entry, station.leaving, *([station.leap.state] if station.leap is not None else [])]
            for location, condition in (item for port in ports for item in port.conditions):
                state = self.any_state(location)
                known = constants_of(self.terms, [value for value, _ in self._view(location, state)])
                self._independent([(self.truth([condition], state), TRUTH)], known, "a condition")

    def inside(self, zone: Zone, location: int, state: State | None) -> Truth:
        """Whether a state at a location is in a zone."""
        return self.truth(zone[location], state) if location in zone else False

    def any_state(self, location: int) -> State:
        """Any state at a location, another one each time."""
        return self._states.another(location)

    def _view(self, location: int, state: State) -> list[tuple[Value, int]]:
        """The values of the tracked variables, with their sorts."""
        where = Where(self._ledger, state.copy())
        values = []
        for name in self.chain.tracked.get(location, ()):
            variable = self._variable(name)
            if isinstance(variable.type, PointerType):
                raise Unsupported(f"chains that depend on the pointer {name}")
            if isinstance(variable.type, FloatType):
                # equality of floats is not that of states: a NaN differs from itself, and zeros are alike
                raise Unsupported(f"chains that depend on the float {name}")
            values.append((self._evaluator.value(variable, where), sort_of(variable.type)))
        if any(need.condition is not True for need in self._ledger.collected()):
            raise Unsupported("chains that depend on memory that may not be there")
        return values

    def _variable(self, name: str) -> Variable:
        entry = self.form.entry
        if name in entry.variables:
            return Variable(name, entry.variables[name].type, False)
        declared = self.form.program.global_variables[name]
        return Variable(name, declared.type, True)

    def _same(self, one: Sequence[tuple[Value, int]], other: Sequence[tuple[Value, int]]) -> Truth:
        terms = self.terms
        return terms.all([terms.equal(left, right, sort) for (left, sort), (right, _) in zip(one, other, strict=True)])

    # --- ways --------------------------------------------------------------------------------------------

    def _ways_from(self, location: int, state: State, targets: Iterable[int]) -> list[Way]:
        """The ways to some control points; none depends on more than the view."""
        wanted = set(targets)
        found = [way for way in self._ways.ways(location, state) if way.target in wanted]
        known = constants_of(self.terms, [value for value, _ in self._view(location, state)])
        for way in found:
            self.edges |= way.edges
            self.failing |= {way.last} if way.target == FAILURE else set()
            self._blind(way, known | constants_of(self.terms, way.inputs))
        return found

    def _blind(self, way: Way, known: frozenset[int]) -> None:
        parts: list[tuple[Value, int]] = [(way.taken, TRUTH), *((need.condition, TRUTH) for need in way.needs)]
        if way.state is not None:
            parts += self._view(way.target, way.state)
        self._independent(parts, known, "a step")

    def _independent(self, parts: Sequence[tuple[Value, int]], known: frozenset[int], what: str) -> None:
        """Values are the same whatever fresh values other than the known ones are."""
        terms, reason = self.terms, f"has {what} that depends on something that is not tracked"
        others = constants_of(terms, [value for value, _ in parts]) - known
        if not others:
            return
        hidden = [term for term in terms.fresh_values if constants_of(terms, [term]) <= others]
        if len(hidden) < len(others):
            raise Broken(f"{self.place} {reason}")
        copies = terms.copies(hidden)
        for value, sort in parts:
            same = terms.equal(value, terms.replaced(value, hidden, copies), sort)
            self.refute(terms.no(same), reason)

    def _taken(self, way: Way, zone: Zone) -> Truth:
        """That a way is taken and leads into a zone."""
        needed = [need.condition for need in way.needs]
        return self.terms.all([way.taken, *needed, self.inside(zone, way.target, way.state)])

    # --- steps -------------------------------------------------------------------------------------------

    def refute(self, condition: Truth, reason: str) -> None:
        """Show that a condition cannot hold."""
        self.count += 1
        model = self._solver.model(condition)
        if model is not None:
            model.free()
            raise Broken(f"{self.place} {reason}")

    def _satisfy(self, condition: Truth, reason: str) -> None:
        self.count += 1
        model = self._solver.model(condition)
        if model is None:
            raise Broken(f"{self.place} {reason}")
        model.free()

    def _beginning(self, station: Station, *, back: bool) -> None:
        terms, location = self.terms, self.form.entry.entry
        zone = zone_of(station.entry)
        if location not in zone:
            self._first_steps(zone, back=back)
            return
        if len(zone) != 1:
            raise Broken("the chain does not begin where runs do")
        needs = [need.condition for need in self.first_needs]
        real = terms.all([self.first.guard.all, *needs, self.inside(zone, location, self.first)])
        if not back:
            self._satisfy(real, "has no initial state in its entry port")
            return
        state = self.any_state(location)
        same = self._same(self._view(location, state), self._view(location, self.first))
        some = terms.exists(self._first_inputs, terms.both(real, same))
        self.refute(
            terms.both(self.inside(zone, location, state), terms.no(some)), "begins with states that no run has"
        )

    def _first_steps(self, zone: Zone, *, back: bool) -> None:
        """Runs come from their first states to the first port: one of them, or one to every state of the port."""
        terms, entry = self.terms, self.form.entry.entry
        if entry in self.chain.tracked:
            raise Broken("the chain does not begin where runs do")
        real = [self.first.guard.all, *(need.condition for need in self.first_needs)]
        ways = [way for way in self._ways.ways(entry, self.first) if way.target in zone]
        for way in ways:
            self.edges |= way.edges
        if not back:
            some = terms.any([terms.all([*real, self._taken(way, zone)]) for way in ways])
            self._satisfy(some, "is not reached by any run")
            return
        for location in zone:
            state = self.any_state(location)
            view = self._view(location, state)
            came: list[Truth] = []
            for way in ways:
                if way.target == location and way.state is not None:
                    same = self._same(self._view(location, way.state), view)
                    inside = terms.all([*real, self._taken(way, zone), same])
                    came.append(terms.exists((*self._first_inputs, *way.inputs), inside))
            premise = terms.both(state.guard.all, self.inside(zone, location, state))
            self.refute(terms.both(premise, terms.no(terms.any(came))), "begins with states that no run has")

    def _must_plus(self, source: Zone, target: Zone, reason: str) -> None:
        terms = self.terms
        for location in source:
            state = self.any_state(location)
            ways = self._ways_from(location, state, target)
            some = terms.any([terms.exists(way.inputs, self._taken(way, target)) for way in ways])
            premise = terms.both(state.guard.all, self.inside(source, location, state))
            self.refute(terms.both(premise, terms.no(some)), reason)

    def _must_minus(self, source: Zone, target: Zone, reason: str) -> None:
        terms = self.terms
        for location in target:
            state = None if location == FAILURE else self.any_state(location)
            view = [] if state is None else self._view(location, state)
            some: list[Truth] = []
            for start in source:
                before = self.any_state(start)
                symbols = self._symbols(start, before)
                for way in self._ways_from(start, before, [location]):
                    same = True if way.state is None else self._same(self._view(location, way.state), view)
                    came = terms.all(
                        [before.guard.all, self.inside(source, start, before), self._taken(way, target), same]
                    )
                    some.append(terms.exists((*symbols, *way.inputs), came))
            premise = True if state is None else terms.both(state.guard.all, self.inside(target, location, state))
            self.refute(terms.both(premise, terms.no(terms.any(some))), reason)

    def _symbols(self, location: int, state: State) -> list[Term]:
        return [value for value, _ in self._view(location, state) if isinstance(value, Term)]

    def _may(self, source: Zone, target: Zone) -> None:
        some: list[Truth] = []
        for location in source:
            state = self.any_state(location)
            for way in self._ways_from(location, state, target):
                parts = [state.guard.all, self.inside(source, location, state), self._taken(way, target)]
                some.append(self.terms.all(parts))
        self._satisfy(self.terms.any(some), "has no step to the next station")

    # --- stations ----------------------------------------------------------------------------------------

    def _station(self, station: Station, *, back: bool) -> None:
        """A way from the entry port to the exit port, for all states of the one or of the other."""
        entry, leaving = zone_of(station.entry), zone_of(station.leaving)
        leap = station.leap
        if leap is None:
            if back:
                self._within(leaving, entry, "has an exit port outside of its entry port")
            else:
                self._within(entry, leaving, "has an entry port outside of its exit port")
            return
        state = zone_of(leap.state)
        self._within(entry, state, "has an entry port outside of its abstract state")
        self._within(leaving, state, "has an exit port outside of its abstract state")
        self._finite(leap, state)
        if leap.theorem != (1 if back else 2):
            raise Broken(f"{self.place} is left by the theorem of the other direction")
        if back:
            self._one_successor(state, leaving)
            self._must_minus(_less(state, leaving), _less(state, entry), "breaks condition (3) of Theorem 1")
        else:
            self._one_predecessor(state, entry)
            self._must_plus(_less(state, leaving), _less(state, entry), "breaks condition (3) of Theorem 2")

    def _within(self, inner: Zone, outer: Zone, reason: str) -> None:
        for location in inner:
            state = self.any_state(location)
            truth = self.inside(inner, location, state)
            other = self.inside(outer, location, state)
            self.refute(self.terms.all([state.guard.all, truth, self.terms.no(other)]), reason)

    def _finite(self, leap: Leap, state: Zone) -> None:
        """Condition (1): what changes has finitely many values, for each value of what does not."""
        changing: dict[str, None] = {}
        for location in state:
            before = self.any_state(location)
            for way in self._ways_from(location, before, state):
                assert way.state is not None
                for name in self.chain.tracked.get(way.target, ()):
                    old, new = self._read(name, before), self._read(name, way.state)
                    is_same = name in self.chain.tracked.get(location, ()) and _identical(old, new)
                    if not is_same and isinstance(self._variable(name).type, MathType):
                        changing[name] = None
        bounded: set[str] = set()
        for bound in leap.bounds:
            for end in (bound.low, bound.high):
                used = {item.name for item in _variables(end)}
                if used & (changing.keys() - bounded):
                    raise Broken(f"{self.place} has a bound that is not bounded itself")
            variable = self._variable(bound.variable)
            for low, high in ((bound.low, variable), (variable, bound.high)):
                inside = Apply(Operator.LESS_EQUAL, (low, high), BOOL)
                self._within(state, {location: [inside] for location in state}, "has a bound that does not hold")
            bounded.add(bound.variable)
        if changing.keys() - bounded:
            name = sorted(changing.keys() - bounded)[0]
            raise Broken(f"{self.place} breaks condition (1): {name} has no bounds")

    def _read(self, name: str, state: State) -> Value:
        value = self._evaluator.value(self._variable(name), Where(self._ledger, state.copy()))
        self._ledger.collected()
        return value

    def _one_successor(self, state: Zone, leaving: Zone) -> None:
        """Condition (2) of Theorem 1."""
        terms = self.terms
        inside = _less(state, leaving)
        for location in inside:
            before = self.any_state(location)
            ways = self._ways_from(location, before, state)
            premise = terms.both(before.guard.all, self.inside(inside, location, before))
            for number, one in enumerate(ways):
                for two in ways[number:]:
                    assert one.state is not None
                    assert two.state is not None
                    # two ways may share the inputs that are chosen before they part, and each has values of its own
                    copies = terms.copies(two.inputs)
                    other = terms.with_values(self._taken(two, state), two.inputs, copies)
                    views: Truth = True
                    if one.target == two.target:
                        second = [
                            (terms.replaced(value, two.inputs, copies), sort)
                            for value, sort in self._view(two.target, two.state)
                        ]
                        views = terms.no(self._same(self._view(one.target, one.state), second))
                    parts = [premise, self._taken(one, state), other, views]
                    self.refute(terms.all(parts), "breaks condition (2) of Theorem 1")

    def _one_predecessor(self, state: Zone, entry: Zone) -> None:
        """Condition (2) of Theorem 2."""
        terms = self.terms
        rest = _less(state, entry)
        arriving: list[tuple[int, State, Way]] = []
        again: list[tuple[int, State, Way]] = []
        for found in (arriving, again):
            for location in state:
                before = self.any_state(location)
                found += [(location, before, way) for way in self._ways_from(location, before, rest)]
        for number, (place, before, one) in enumerate(arriving):
            for other_place, other_before, two in again[number:]:
                if one.target != two.target:
                    continue
                assert one.state is not None
                assert two.state is not None
                differ: Truth = True
                if place == other_place:
                    differ = terms.no(self._same(self._view(place, before), self._view(place, other_before)))
                parts = [
                    before.guard.all,
                    other_before.guard.all,
                    self.inside(state, place, before),
                    self.inside(state, other_place, other_before),
                    self._taken(one, rest),
                    self._taken(two, rest),
                    self._same(self._view(one.target, one.state), self._view(two.target, two.state)),
                    differ,
                ]
                self.refute(terms.all(parts), "breaks condition (2) of Theorem 2")


def zone_of(port: Port) -> dict[int, tuple[Expr, ...]]:
    """The conditions of a port by location."""
    return {location: (condition,) for location, condition in port.conditions}


def _less(zone: Zone, other: Zone) -> dict[int, tuple[Expr, ...]]:
    """The states of one zone that are not in another."""
    return {
        location: (*zone[location], *(Apply(Operator.NOT, (part,), BOOL) for part in other.get(location, ())))
        for location in zone
    }


def _variables(expression: Expr) -> list[Variable]:
    return [node for node in postorder(expression) if isinstance(node, Variable)]


def _identical(one: Value, other: Value) -> bool:
    if isinstance(one, Term) and isinstance(other, Term):
        return bool(one.ast.value == other.ast.value)
    return type(one) is type(other) and bool(one == other)
