"""Abstract states by themselves: one for each loop, made as strong as the theorems need it.

A loop state begins as all states from which the loop goes round once more. What also holds in its entry port, and is
kept by every step inside, is added to it (Flanagan and Leino 2001): values that variables begin with as bounds,
strides, differences, and conditions of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import gcd

from vexil.core.dag import postorder
from vexil.core.graphs import components
from vexil.engines.leap.queries import Queries
from vexil.engines.leap.samples import Sample, samples
from vexil.engines.leap.zones import Zone
from vexil.ir.types import IntegerType
from vexil.logic.elimination import eliminate
from vexil.logic.evaluate import Evaluation, Value
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.terms import Term, arguments

MOST_CANDIDATES = 120
MOST_ROUNDS = 40
MOST_PHASES = 4
"""Ways round a loop that are told apart."""
MOST_LISTED = 4
"""Values, or pairs of values, that are listed one by one."""
MOST_DISTANCE = 64
"""Variables that are further apart from each other are not related by their distance."""


def loop_states(queries: Queries) -> list[Zone]:
    """For every loop the states from which it goes round once more, by the names of its first location."""
    system, terms = queries.system, queries.terms
    points = sorted(system.points)
    number = {point: index for index, point in enumerate(points)}

    def successors(index: int) -> list[int]:
        targets = {way.target for way in system.transitions(points[index])}
        return sorted(number[target] for target in targets if target in number)

    states = []
    for group in components(len(points), successors):
        inside = sorted(points[index] for index in group)
        if len(inside) == 1 and group[0] not in successors(group[0]):
            continue
        parts: dict[int, Term] = {}
        for point in inside:
            ways = [way for way in system.transitions(point) if way.target in inside]
            stays = terms.disjunction(eliminate(terms, way.guard, way.inputs).result for way in ways)
            if stays is not terms.false:
                parts[point] = stays
        if parts:
            states.append(Zone(parts, f"loop {system.function.locations[inside[0]].name}"))
    return sorted(states, key=lambda state: min(state.parts))


def phases(queries: Queries, states: Sequence[Zone]) -> list[Zone] | None:
    """Loop states split by which way round the loop takes, where there are several; nothing if none is split."""
    system, terms = queries.system, queries.terms
    found: list[Zone] = []
    for state in states:
        if len(state.parts) != 1:
            found.append(state)
            continue
        (point,) = state
        ways = [way for way in system.transitions(point) if way.target == point]
        guards = list(dict.fromkeys(eliminate(terms, way.guard, way.inputs).result for way in ways))
        if not 1 < len(guards) <= MOST_PHASES:
            found.append(state)
            continue
        before = terms.false
        for number, guard in enumerate(guards, 1):
            part = terms.and_(guard, terms.not_(before))
            if queries.satisfied(part) is not False:
                found.append(Zone({point: part}, f"{state.name}, way {number}"))
            before = terms.or_(before, guard)
    return found if len(found) > len(states) else None


class Strengthener:
    """Makes loop states stronger by what holds in their entry ports and is kept inside."""

    def __init__(self, queries: Queries, given: Sequence[Term] = ()) -> None:
        self._queries = queries
        self._given = given

    def __call__(self, state: Zone, entry: Zone) -> Zone:
        """The state with what is certain about its states that are reached from the entry port."""
        queries = self._queries
        seen = samples(queries, entry, state)
        candidates = {place: self._candidates(place, entry, state, seen) for place in state}
        kept = self._kept(state, entry, candidates)
        terms = queries.terms
        return Zone({place: terms.and_(state.parts[place], *kept[place]) for place in state}, state.name)

    # --- candidates --------------------------------------------------------------------------------------

    def _candidates(self, place: int, entry: Zone, state: Zone, seen: Sequence[Sample]) -> list[Term]:
        """Conditions that hold in all samples at a place."""
        here = [values for point, values in seen if point == place]
        found: dict[Term, None] = {}
        for candidate in self._proposed(place, entry, state, here):
            if candidate.is_const or candidate in found:
                continue
            if all(Evaluation(values).holds(candidate) for values in here):
                found[candidate] = None
            if len(found) >= MOST_CANDIDATES:
                break
        return list(found)

    def _proposed(self, place: int, entry: Zone, state: Zone, here: Sequence[Mapping[Term, Value]]) -> Iterator[Term]:
        terms, system = self._queries.terms, self._queries.system
        tracked = [symbol for symbol in system.tracked_at(place) if _is_number(symbol)]
        mask = 0
        for symbol in system.tracked_at(place):
            mask |= symbol.symbols
        for symbol in tracked:
            for value in self._beginnings(symbol, entry):
                if not value.symbols & ~mask:
                    yield from self._compared(symbol, value)
                    for stride in self._strides(state, symbol):
                        yield self._congruent(symbol, value, stride)
            yield from self._ends(symbol, here)
        listed = [symbol for symbol in system.tracked_at(place) if symbol.sort is BOOL or _is_number(symbol)]
        for one, other in combinations(listed, 2):
            if one.sort == other.sort and one.sort is not BOOL:
                yield from self._related(one, other, here)
            yield from self._listed((one, other), here)
        yield from (item for symbol in listed for item in self._listed((symbol,), here))
        guards = [way.guard for point in state for way in system.transitions(point)]
        for condition in (*entry.parts.values(), *guards):
            for part in postorder(condition, arguments):
                if part.sort is BOOL and part.op not in ("and", "or", "not", "const") and not part.symbols & ~mask:
                    yield from (part, terms.not_(part))
        for condition in self._given:
            if not condition.symbols & ~mask:
                yield from (condition, terms.not_(condition))

    def _beginnings(self, symbol: Term, entry: Zone) -> Iterator[Term]:
        """The values that a variable has in the entry port, if they are but one: a number, or another variable."""
        queries, terms = self._queries, self._queries.terms
        parts = [entry.parts[place] for place in entry]
        if not parts or queries.satisfied(parts[0]) is not True:
            return
        (place, *_) = entry
        values = queries.values(queries.system.tracked_at(place))
        if symbol not in values:
            return
        number = values[symbol]
        proposed = [terms.constant(number, symbol.sort)] if isinstance(number, int) else []
        proposed += [other for other in values if other is not symbol and other.sort == symbol.sort]
        for value in proposed:
            if all(queries.implied(part, terms.eq(symbol, value)) for part in parts):
                yield value

    def _compared(self, symbol: Term, value: Term) -> Iterator[Term]:
        terms = self._queries.terms
        yield terms.eq(symbol, value)
        if symbol.sort is INT:
            yield terms.int_compare("<=", value, symbol)
            yield terms.int_compare("<=", symbol, value)
        elif isinstance(symbol.sort, BitsSort):
            compare = terms.sle if self._is_signed(symbol) else terms.ule
            yield compare(value, symbol)
            yield compare(symbol, value)

    def _is_signed(self, symbol: Term) -> bool:
        kind = self._queries.system.space.variables[str(symbol.payload)].type
        return not isinstance(kind, IntegerType) or kind.signed

    def _strides(self, state: Zone, symbol: Term) -> list[int]:
        """By how much steps change a variable, where that is a constant."""
        terms = self._queries.terms
        found: set[int] = set()
        for way in self._queries.ways(state, state):
            after = way.after.get(symbol)
            if after is None:
                continue
            if symbol.sort is INT:
                if after.op == "+" and after.args[0] is symbol and after.args[1].is_const:
                    found.add(abs(after.args[1].value))
            elif isinstance(symbol.sort, BitsSort):
                base, offset = terms.linear(after)
                if base is symbol:
                    found.add(min(offset, (1 << symbol.width) - offset))
        return sorted(stride for stride in found if 1 < stride < 1 << 16)

    def _congruent(self, symbol: Term, value: Term, stride: int) -> Term:
        terms = self._queries.terms
        if symbol.sort is INT:
            difference = terms.int_binary("-", symbol, value)
            return terms.eq(terms.int_binary("mod", difference, terms.integer(stride)), terms.integer(0))
        difference = terms.sub(symbol, value)
        zero = terms.bv(0, symbol.width)
        return terms.eq(terms.binary("bvurem", difference, terms.bv(stride, symbol.width)), zero)

    def _ends(self, symbol: Term, here: Sequence[Mapping[Term, Value]]) -> Iterator[Term]:
        """The least and the greatest value that samples have, as bounds."""
        terms = self._queries.terms
        values = [_signed(value, symbol) for values in here if isinstance(value := values.get(symbol), int)]
        if len(set(values)) < 2:
            return
        for end, is_low in ((min(values), True), (max(values), False)):
            bound = terms.constant(end if symbol.sort is INT else end & ((1 << symbol.width) - 1), symbol.sort)
            pair = (bound, symbol) if is_low else (symbol, bound)
            yield terms.int_compare("<=", *pair) if symbol.sort is INT else terms.sle(*pair)

    def _listed(self, symbols: tuple[Term, ...], here: Sequence[Mapping[Term, Value]]) -> Iterator[Term]:
        """The values that variables have together in samples, if they are few."""
        terms = self._queries.terms
        rows = dict.fromkeys(tuple(values.get(symbol) for symbol in symbols) for values in here)
        if not 1 < len(rows) <= MOST_LISTED or len(here) <= MOST_LISTED:
            return
        numbers = [[value for value in row if isinstance(value, int)] for row in rows]
        if all(len(row) == len(symbols) for row in numbers):
            yield terms.disjunction(
                terms.conjunction(
                    terms.eq(symbol, terms.constant(value, symbol.sort))
                    for symbol, value in zip(symbols, row, strict=True)
                )
                for row in numbers
            )

    def _related(self, one: Term, other: Term, here: Sequence[Mapping[Term, Value]]) -> Iterator[Term]:
        """Equations between two variables that two samples suggest, and their order."""
        terms = self._queries.terms
        if one.sort is INT:
            yield terms.int_compare("<=", one, other)
            yield terms.int_compare("<=", other, one)
        elif isinstance(one.sort, BitsSort):
            compare = terms.sle if self._is_signed(one) else terms.ule
            yield from (compare(one, other), compare(other, one))
        ends = [values.get(item) for values in (*here[:1], *here[-1:]) for item in (one, other)]
        x0, y0, x1, y1 = [item if isinstance(item, int) else 0 for item in ends] if len(ends) == 4 else (0, 0, 0, 0)
        dx, dy = (_signed(value, one) for value in (x1 - x0, y1 - y0))
        if not dx or not dy:
            return
        yield from self._distances(one, other, here)
        common = gcd(dx, dy) or 1
        a, b = dy // common, -dx // common
        if max(abs(a), abs(b)) > 1 << 16:
            return
        yield _equation(self._queries, (a, one), (b, other), a * x0 + b * y0)

    def _distances(self, one: Term, other: Term, here: Sequence[Mapping[Term, Value]]) -> Iterator[Term]:
        """How far apart two variables are in samples."""
        terms = self._queries.terms
        pairs = [(values.get(one), values.get(other)) for values in here]
        found = [_signed(x - y, one) for x, y in pairs if isinstance(x, int) and isinstance(y, int)]
        if not found or max(found) - min(found) > MOST_DISTANCE:
            return
        if one.sort is INT:
            distance = terms.int_binary("-", one, other)
            yield terms.int_compare("<=", terms.integer(min(found)), distance)
            yield terms.int_compare("<=", distance, terms.integer(max(found)))
            return
        distance = terms.sub(one, other)
        yield terms.sle(terms.bv(min(found), one.width), distance)
        yield terms.sle(distance, terms.bv(max(found), one.width))

    # --- what is kept ------------------------------------------------------------------------------------

    def _kept(self, state: Zone, entry: Zone, candidates: Mapping[int, list[Term]]) -> dict[int, list[Term]]:
        """Those candidates that hold in the entry port, and are kept by all steps inside."""
        queries, terms, system = self._queries, self._queries.terms, self._queries.system
        kept = {place: list(items) for place, items in candidates.items()}
        for place in entry:
            kept[place] = self._surviving(kept.get(place, []), entry.parts[place], {})
        for _ in range(MOST_ROUNDS):
            is_stable = True
            for way in queries.ways(state, state):
                premise = terms.and_(state.parts[way.source], *kept[way.source], system.behind(way, state))
                after = dict(way.after)
                left = self._surviving(kept[way.target], premise, after)
                if len(left) != len(kept[way.target]):
                    kept[way.target] = left
                    is_stable = False
            if is_stable:
                return kept
        return {place: [] for place in kept}

    def _surviving(self, items: Iterable[Term], premise: Term, after: Mapping[Term, Term]) -> list[Term]:
        """The conditions that follow behind a step."""
        queries, terms = self._queries, self._queries.terms
        left = [(item, terms.substitute(item, dict(after)) if after else item) for item in items]
        while left:
            answer = queries.satisfied(premise, terms.not_(terms.conjunction(moved for _, moved in left)))
            if answer is False:
                break
            if answer is None:
                return []
            model = queries.model()
            remaining = [(item, moved) for item, moved in left if model.holds(moved)]
            if len(remaining) == len(left):
                return []
            left = remaining
        return [item for item, _ in left]


def _is_number(symbol: Term) -> bool:
    """Say whether a symbol stands for an integer; floats have no strides and no distances."""
    return symbol.sort is INT or isinstance(symbol.sort, BitsSort)


def _signed(value: int, symbol: Term) -> int:
    if symbol.sort is INT:
        return value
    width = symbol.width
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _equation(queries: Queries, one: tuple[int, Term], other: tuple[int, Term], total: int) -> Term:
    terms = queries.terms
    (a, x), (b, y) = one, other
    if x.sort is INT:
        left = terms.int_binary("*", terms.integer(a), x)
        right = terms.int_binary("*", terms.integer(b), y)
        return terms.eq(terms.int_binary("+", left, right), terms.integer(total))
    width = x.width
    left, right = terms.mul(terms.bv(a, width), x), terms.mul(terms.bv(b, width), y)
    return terms.eq(terms.add(left, right), terms.bv(total, width))
