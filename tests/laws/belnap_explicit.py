"""Four-valued semantics by enumeration: of flat programs in hyper form, and over tri-vectors as published."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product

from belnap_values import conjunction, disjunction
from boolean_readings import Readings
from vexil.engines.belnap.fixpoints import Meaning
from vexil.engines.belnap.values import Belnap
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import Check, Guard, Update
from vexil.model.boolean_program.expressions import evaluated, negation
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable
from vexil.spec.mu import positive_normal_form
from vexil.transform.predicate_inlining import FlatProgram

State = tuple[int, tuple[bool | None, ...]]
Group = frozenset[tuple[int, State]]
Values = dict[State, Belnap]


def mu_values(
    states: Sequence[State],
    formula: Mu,
    atom: Callable[[Hashable, State], Belnap],
    diamond: Callable[[Values, State], Belnap],
) -> Values:
    """The values of a formula at all states, by the definitions."""

    def inverted(values: Values) -> Values:
        return {state: ~value for state, value in values.items()}

    def values(part: Mu, scope: dict[str, Values]) -> Values:
        match part:
            case Constant(value):
                return dict.fromkeys(states, Belnap.TRUE if value else Belnap.FALSE)
            case Proposition(name):
                return {state: atom(name, state) for state in states}
            case Not(operand):
                return inverted(values(operand, scope))
            case And(operands):
                inner = [values(operand, scope) for operand in operands]
                return {state: conjunction(item[state] for item in inner) for state in states}
            case Or(operands):
                inner = [values(operand, scope) for operand in operands]
                return {state: disjunction(item[state] for item in inner) for state in states}
            case Variable(name):
                return scope[name]
            case Diamond(operand):
                below = values(operand, scope)
                return {state: diamond(below, state) for state in states}
            case Box(operand):
                opposite = inverted(values(operand, scope))
                return {state: ~diamond(opposite, state) for state in states}
            case Least(name, body) | Greatest(name, body):
                start = Belnap.FALSE if isinstance(part, Least) else Belnap.TRUE
                current = dict.fromkeys(states, start)
                while (following := values(body, {**scope, name: current})) != current:
                    current = following
                return current
            case _:
                raise AssertionError(part)

    return values(positive_normal_form(formula), {})


class Explicit:
    """The steps of a flat program as one relation, by enumeration of valuations."""

    def __init__(self, flat: FlatProgram, *, conditional: bool = True) -> None:
        self.flat, self.conditional = flat, conditional
        every = [dict(zip(flat.names, item, strict=True)) for item in product((False, True), repeat=len(flat.names))]
        self.consistent = [[item for item in every if evaluated(invariant, item)[0]] for invariant in flat.invariants]

    def state(self, location: int, valuation: dict[str, bool]) -> State:
        return location, tuple(valuation[name] for name in self.flat.names)

    def valuation(self, state: State) -> dict[str, bool]:
        return dict(zip(self.flat.names, map(bool, state[1]), strict=True))

    @property
    def states(self) -> list[State]:
        return [self.state(place, item) for place, items in enumerate(self.consistent) for item in items]

    def values(self, formula: Mu, meaning: Meaning) -> Values:
        """The values of a formula at all states."""
        steps = {state: self.groups(state[0], self.valuation(state)) for state in self.states}

        def atom(name: Hashable, state: State) -> Belnap:
            yes, no = evaluated(meaning(name, state[0]), self.valuation(state))  # type: ignore[arg-type]
            return Belnap((yes, not no))

        def diamond(values: Values, state: State) -> Belnap:
            possible, groups = steps[state]
            certain = any(all(values[after].certain for _, after in group) for group in groups)
            return Belnap((certain, any(values[after].possible for _, after in possible)))

        return mu_values(self.states, formula, atom, diamond)

    def groups(self, location: int, before: dict[str, bool]) -> tuple[Group, list[Group]]:
        """All possible steps as (edge, successor), and those that are total together."""
        outgoing = self.flat.outgoing[location]
        if not outgoing:
            loop = frozenset({(-1, self.state(location, before))})
            return loop, [loop]
        every: set[tuple[int, State]] = set()
        groups: list[Group] = []
        for number in outgoing:
            edge = self.flat.edges[number]
            match edge.operation:
                case Guard(condition):
                    yes, no = evaluated(condition, before)
                    step = (number, self.state(edge.target, before))
                    every |= set() if no else {step}
                    groups += [frozenset({step})] if yes else []
                case Check(condition):
                    yes, no = evaluated(condition, before)
                    steps = set() if no else {(number, self.state(edge.target, before))}
                    steps |= set() if yes else {(number, self.state(location, before))}
                    every |= steps
                    groups += [frozenset(steps)] if self.conditional or yes or no else []
                case Update() as update:
                    combinations = self.update(number, update, before)
                    every |= set().union(*(steps for _, steps in combinations))
                    groups += [frozenset(steps) for definite, steps in combinations if definite]
                    groups.append(frozenset().union(*(steps for _, steps in combinations)))
        if self.conditional and self.flat.locations[location].kind is LocationKind.BRANCH:
            groups.append(frozenset(every))
        return frozenset(every), [group for group in groups if group]

    def update(self, number: int, update: Update, before: dict[str, bool]) -> list[tuple[bool, set[tuple[int, State]]]]:
        """For each combination of what is chosen whether it certainly exists, and the steps."""
        target = self.flat.edges[number].target
        found: dict[tuple[bool, ...], tuple[bool, set[tuple[int, State]]]] = {}
        changed = {*update.targets, *update.chosen}
        pairs = {name: evaluated(value, before) for name, value in zip(update.targets, update.values, strict=True)}
        for after in self.consistent[target]:
            if any(after[name] != before[name] for name in self.flat.names if name not in changed):
                continue
            if any((no if after[name] else yes) for name, (yes, no) in pairs.items()):
                continue
            if not evaluated(update.constraint, before, after)[0]:
                continue
            if update.chosen and not evaluated(update.possible, before, after)[0]:
                continue
            definite = not update.chosen or evaluated(update.definite, before, after)[0]
            key = tuple(after[name] for name in update.chosen)
            found.setdefault(key, (definite, set()))[1].add((number, self.state(target, after)))
        return list(found.values())


class TriVectors:
    """The published exact semantics: states are locations with tri-vectors, the relation has four values."""

    def __init__(self, flat: FlatProgram, *, improved: bool) -> None:
        self.flat, self.improved = flat, improved
        self.readings = Readings(flat.names, flat.invariants[0])
        places = range(len(flat.locations))
        self.states: list[State] = [(place, item) for place in places for item in self.readings.tri_vectors]
        self.relation: dict[State, dict[State, Belnap]] = {state: {} for state in self.states}
        self.total = [True] * len(flat.locations)
        for edge in flat.edges:
            match edge.operation:
                case Check(condition):
                    self._add(edge.source, edge.target, Guard(condition))
                    self._add(edge.source, edge.source, Guard(negation(condition)))
                case Guard() | Update() as operation:
                    self._add(edge.source, edge.target, operation)
                    if isinstance(operation, Guard) and flat.locations[edge.source].kind is not LocationKind.BRANCH:
                        self.total[edge.source] = False
        for place in places:
            if not flat.outgoing[place]:
                self._add(place, place, Update())

    def _add(self, source: int, target: int, operation: Update | Guard) -> None:
        for before, row in self.readings.exact(operation).items():
            for after, value in row.items():
                found = self.relation[source, before]
                found[target, after] = found.get((target, after), Belnap.FALSE) | Belnap(value)

    def values(self, formula: Mu, meaning: Meaning) -> Values:
        """The values of a formula at all states."""

        def atom(name: Hashable, state: State) -> Belnap:
            yes, no = self.readings.value(meaning(name, state[0]), state[1])  # type: ignore[arg-type]
            return Belnap((yes, not no))

        def diamond(values: Values, state: State) -> Belnap:
            row = self.relation[state]
            pre = disjunction(value & values[after] for after, value in row.items())
            every = conjunction(~value | values[after] for after, value in row.items())
            if self.improved and row and self.total[state[0]] and every.certain:
                return pre | Belnap.TRUE
            return pre

        return mu_values(self.states, formula, atom, diamond)
