"""What threads do from one point to the next, as formulas: at most one step that others notice, and what is before it.

Steps that nobody else notices can be put off until the thread does something that others do (Lipton 1975), so it is
enough to interleave threads at points: where they begin, and behind each step that others notice. An atomic section is
one such step. Loops between two points have a point of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vexil.core import graphs
from vexil.core.errors import LimitReached
from vexil.ir import operations as ops
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, StaticCallee, TypeDomain
from vexil.ir.program import Function, Program
from vexil.logic.factory import Terms
from vexil.logic.inputs import Chooser, Input
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.transform.threads.ghosts import held, locks_of, taken
from vexil.transform.threads.sections import depths, is_noticed

MOST_PATHS = 2_000


@dataclass(frozen=True, slots=True)
class Demand:
    """Something that has to hold on the way: under the guard of the path so far; ``edge`` is where."""

    guard: Term
    condition: Term
    kind: str
    edge: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A thread that is started: its template and the values of its registers."""

    template: str
    registers: Mapping[Term, Term]


@dataclass(frozen=True, eq=False)
class Transaction:
    """A path of one thread between two points; ``target`` is nothing where the thread ends.

    ``updates`` has the new values of variables, by their symbols, over the values at the beginning.
    """

    number: int
    template: str
    source: int
    target: int | None
    guard: Term
    updates: Mapping[Term, Term]
    demands: tuple[Demand, ...]
    begun: tuple[Begun, ...]
    inputs: tuple[Input, ...]
    edges: tuple[int, ...]


@dataclass(slots=True)
class _Path:
    location: int
    state: State
    guard: Term
    demands: tuple[Demand, ...] = ()
    begun: tuple[Begun, ...] = ()
    inputs: tuple[Input, ...] = ()
    edges: tuple[int, ...] = ()


@dataclass(eq=False)
class Transactions:
    """The transactions of all templates of a program over registers in which locks are variables."""

    program: Program
    checks: frozenset[str]
    single: frozenset[str]
    holders: tuple[tuple[Variable, Variable], ...] = ()
    """Registers that imply shared variables in the runs that count."""
    terms: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        self.space = Space(self.terms, self.program)
        self.locks = locks_of(self.program)
        self.listed: list[Transaction] = []
        self.points: dict[str, tuple[int, ...]] = {}
        self.closed: dict[str, frozenset[int]] = {}
        """Points inside of atomic sections."""
        self.outgoing: dict[tuple[str, int], tuple[Transaction, ...]] = {}
        for function in self.program.functions.values():
            depth = depths(function)
            points = points_of(function, depth)
            self.points[function.name] = points
            self.closed[function.name] = frozenset(point for point in points if depth[point])
            for point in points:
                self.outgoing[function.name, point] = tuple(self._from(function, point, frozenset(points)))

    def symbol(self, variable: Variable, function: str) -> Term:
        """The symbol of a variable."""
        found = self.space.register(function, variable)
        assert found is not None
        return self.space.symbol(found)

    @cached_property
    def owners(self) -> Mapping[Term, str]:
        """The symbols of registers, and whose they are."""
        return {
            self.symbol(Variable(name, item.type, False), function.name): function.name
            for function in self.program.functions.values()
            for name, item in function.variables.items()
        }

    @cached_property
    def shared(self) -> Mapping[Term, Variable]:
        """The symbols of shared variables."""
        found = {}
        for item in self.program.globals:
            variable = Variable(item.name, item.type, True)
            found[self.symbol(variable, self.program.entry)] = variable
        return found

    def held_by(self, function: str) -> tuple[tuple[Term, Term], ...]:
        """The symbols of registers of a template that imply shared variables, with those."""
        own = self.program.functions[function].variables
        shared = {item.name for item in self.program.globals}
        return tuple(
            (self.symbol(register, function), self.symbol(variable, function))
            for register, variable in self.holders
            if register.name in own and variable.name in shared
        )

    def initial(self) -> tuple[Term, Mapping[Term, Term], tuple[Input, ...]]:
        """What holds in the beginning, the values of variables and registers of the first thread, and what is open."""
        entry = self.program.functions[self.program.entry]
        state, guard = self.space.initial, self.terms.true
        inputs: list[Input] = []
        values: dict[Term, Term] = {}
        translator = Translator(self.space, entry.name)
        chooser = Chooser(self.space, translator)
        for item in self.program.globals:
            symbol = self.symbol(Variable(item.name, item.type, True), entry.name)
            match item.initial:
                case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain() as domain:
                    name = f"\\initial {item.name}"
                    chosen = chooser.choose(state, domain, item.type, "initial", name)
                    values[symbol] = chosen.value
                    inputs += chosen.inputs
                    guard = self.terms.and_(guard, *(one.domain for one in chosen.inputs))
                case None:
                    values[symbol] = self.zero(symbol)
                case expression:
                    assert isinstance(expression, Expr)
                    values[symbol] = translator.translate(state, expression).value
        values.update(self._registers(entry, ()))
        return guard, values, tuple(inputs)

    def zero(self, symbol: Term) -> Term:
        """The value that a register starts with."""
        return self.terms.constant(0, symbol.sort)

    def _registers(self, function: Function, arguments: tuple[Term, ...]) -> dict[Term, Term]:
        values = {}
        for position, item in enumerate(function.variables.values()):
            symbol = self.symbol(Variable(item.name, item.type, False), function.name)
            values[symbol] = arguments[position] if position < len(arguments) else self.zero(symbol)
        return values

    # --- paths -------------------------------------------------------------------------------------------

    def _from(self, function: Function, point: int, points: frozenset[int]) -> list[Transaction]:
        translator = Translator(self.space, function.name)
        chooser = Chooser(self.space, translator)
        found: list[Transaction] = []
        pending = [_Path(point, self.space.initial, self.terms.true)]
        while pending:
            path = pending.pop()
            if len(found) > MOST_PATHS:
                raise LimitReached(f"more than {MOST_PATHS} paths between two points of {function.name}")
            if path.edges and path.location in points:
                found.append(self._made(function, point, path.location, path))
                continue
            outgoing = function.outgoing[path.location]
            if not outgoing:
                found.append(self._made(function, point, None, path))
            for number in reversed(outgoing):
                after = self._step(function, number, path, translator, chooser)
                if after is None:
                    continue
                operation = function.edges[number].operation
                if isinstance(operation, ops.Return | ops.Stop):
                    found.append(self._made(function, point, None, after))
                else:
                    pending.append(after)
        return found

    def _made(self, function: Function, source: int, target: int | None, path: _Path) -> Transaction:
        updates = {}
        for name, value in path.state.items():
            symbol = self.space.symbol(self.space.variables[name])
            if value is not symbol:
                updates[symbol] = value
        made = Transaction(
            len(self.listed), function.name, source, target, path.guard, updates, path.demands, path.begun,
            path.inputs, path.edges,
        )  # fmt: skip
        self.listed.append(made)
        return made

    def _step(
        self, function: Function, number: int, path: _Path, translator: Translator, chooser: Chooser
    ) -> _Path | None:
        """The path after an edge; nothing if no run takes it."""
        terms, state = self.terms, path.state
        edge = function.edges[number]
        demands, guard = list(path.demands), path.guard
        begun, inputs = path.begun, path.inputs

        def value(expression: Expr) -> Term:
            nonlocal guard
            translated = translator.translate(state, expression)
            demand(translated.conditions)
            return translated.value

        def demand(conditions: Mapping[str, Term]) -> None:
            nonlocal guard
            for kind, condition in conditions.items():
                demands.append(Demand(guard, condition, kind, number))
                guard = terms.and_(guard, condition)

        def write(variable: Variable, written: Term) -> State:
            found = self.space.register(function.name, variable)
            assert found is not None
            return state.written({found.name: written})

        match edge.operation:
            case ops.Skip() | ops.BeginAtomic() | ops.EndAtomic() | ops.Return() | ops.Stop():
                pass
            case ops.Assign(Variable() as place, expression):
                state = write(place, value(expression))
            case ops.Assume(condition) | ops.Restrict(condition):
                guard = terms.and_(guard, value(condition))
            case ops.Case(selector, values, otherwise):
                chosen = value(selector)
                is_one = terms.disjunction(terms.eq(chosen, terms.constant(one, chosen.sort)) for one in values)
                guard = terms.and_(guard, terms.not_(is_one) if otherwise else is_one)
            case ops.Check(kind, condition, _):
                holds = value(condition)
                if kind in self.checks:
                    demands.append(Demand(guard, holds, kind, number))
                    guard = terms.and_(guard, holds)
            case ops.Choose(Variable() as place, domain, _):
                name = f"\\input {function.name} {number} {len(self.listed)} {len(path.edges)}"
                made = chooser.choose(state, domain, place.type, function.edge_id(number), name)
                demand(made.conditions)
                guard = terms.and_(guard, *(one.domain for one in made.inputs))
                inputs = (*inputs, *made.inputs)
                state = write(place, made.value)
            case ops.Lock(Const(value=lock), _, _):
                is_taken = value(taken(int(lock)))
                if self._is_inside(function, edge.source):
                    demands.append(Demand(guard, terms.not_(is_taken), "lock-in-section", number))
                guard = terms.and_(guard, terms.not_(is_taken))
                state = write(taken(int(lock)), terms.true)
                state = write(held(int(lock)), terms.true)
            case ops.Unlock(Const(value=lock), _):
                demand({"lock-not-held": value(held(int(lock)))})
                state = write(taken(int(lock)), terms.false)
                state = write(held(int(lock)), terms.false)
            case ops.Start(StaticCallee(name), arguments, _, _, _):
                child = self.program.functions[name]
                begun = (*begun, Begun(name, self._registers(child, tuple(map(value, arguments)))))
            case _:
                raise Untranslatable(f"operation {type(edge.operation).__name__}", function.edge_id(number))
        if guard is terms.false and not any(item.condition is not terms.true for item in demands):
            return None
        return _Path(edge.target, state, guard, tuple(demands), begun, inputs, (*path.edges, number))

    def _is_inside(self, function: Function, location: int) -> bool:
        return depths(function)[location] > 0


def points_of(function: Function, depth: Mapping[int, int]) -> tuple[int, ...]:
    """The points of a template: its entry, what is behind steps that others notice, and heads of other loops."""
    points = {function.entry}
    for edge in function.edges:
        if isinstance(edge.operation, ops.Return | ops.Stop):
            continue
        is_section = isinstance(edge.operation, ops.EndAtomic) and not depth[edge.target]
        if is_section or (not depth[edge.source] and is_noticed(edge.operation)):
            points.add(edge.target)
    while True:
        cycle = _cycle(function, points)
        if cycle is None:
            return tuple(sorted(points))
        points.add(cycle)


def _cycle(function: Function, points: set[int]) -> int | None:
    """A location on a cycle without a point: the one that is entered first."""

    def successors(location: int) -> list[int]:
        targets = [function.edges[number].target for number in function.outgoing[location]]
        return [target for target in targets if target not in points and location not in points]

    order = graphs.reachable(
        [function.entry], lambda location: [function.edges[n].target for n in function.outgoing[location]]
    )
    ranks = {location: rank for rank, location in enumerate(order)}
    for group in graphs.components(len(function.locations), successors):
        known = [location for location in group if location in ranks and location not in points]
        is_loop = len(group) > 1 or group[0] in successors(group[0])
        if known and is_loop:
            return min(known, key=lambda location: ranks[location])
    return None


__all__ = ["Begun", "Demand", "Transaction", "Transactions", "depths", "is_noticed", "points_of"]
