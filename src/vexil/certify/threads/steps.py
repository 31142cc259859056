"""The steps of one thread from a point to the next ones, and what they have to keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from vexil.certify.invariant.ledger import CHECK, Broken, Ledger, Where
from vexil.certify.invariant.numbers import sort_of
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import IDENTITY, Truth
from vexil.certify.invariant.values import Value, default_value
from vexil.certify.threads.claims import Claims, points_of
from vexil.certify.threads.parts import NOBODY, Moment, Owners, Thread, ThreadEvaluator, Values
from vexil.certify.threads.structure import depths, is_noticed
from vexil.core.context import Context
from vexil.ir import operations as ops
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.program import Function, Program
from vexil.model.evidence import ThreadClaims

MOST_PATHS = 4_000
"""Paths from one point to the next ones."""
LONGEST = 20_000
ACTIVE = 1
"""What the thread that moves is known by; the others have the next numbers."""
BEGUN = 1_000
"""What a thread is known by that is started by the step."""


class Refused(Exception):  # noqa: N818 - an answer
    """The claims are about points that do not fit the program."""


class Steps:
    """Proves that every step of every thread keeps the claims."""

    def __init__(
        self,
        program: Program,
        evidence: ThreadClaims,
        evaluator: ThreadEvaluator,
        operations: Operations,
        ledger: Ledger,
        values: Values,
        single: frozenset[str],
        holders: Sequence[tuple[Variable, Variable]],
        context: Context,
    ) -> None:
        self._program = program
        self._points = points_of(evidence)
        self._claims = Claims(program, evidence, evaluator, ledger)
        self._evaluator = evaluator
        self._operations = operations
        self._ledger = ledger
        self._values = values
        self._terms = evaluator.terms
        self._single = single
        self._holders = holders
        self._context = context
        self._depths: dict[str, Mapping[int, int]] = {}
        for name, function in program.functions.items():
            found = depths(function)
            if found is None:
                raise Refused(f"atomic sections of {name} that are open on one of two ways")
            self._depths[name] = found
            if function.entry not in self._points.get(name, frozenset()):
                raise Refused(f"nothing is claimed where {name} begins")
        self._all_points = [
            (name, location)
            for name in program.functions
            for location in sorted(self._points[name])
            if location in self._depths[name] and self._claims.are_possible([(name, location)])
        ]
        self.edges: set[str] = set()
        self.paths = 0

    @property
    def claims(self) -> Claims:
        """The claims that are proved."""
        return self._claims

    def prove(self) -> Broken | None:
        """Prove for every step what it has to keep; or something that some step does not keep."""
        for name, location in self._all_points:
            self._context.check_limits("checking the evidence")
            self._from(self._program.functions[name], location)
            broken = self._ledger.settle()
            if broken is not None:
                return broken
        return None

    def is_closed(self, point: tuple[str, int]) -> bool:
        """Say whether a point is inside of an atomic section."""
        return self._depths[point[0]][point[1]] > 0

    # --- one thread --------------------------------------------------------------------------------------

    def _from(self, function: Function, location: int) -> None:
        """All paths from a point, for any threads besides."""
        state = self._values.any_state(function)
        state.frames[-1].registers.update(self._values.registers(state, function))
        moment = Moment(state, self._values.owners())
        before = dict(moment.state.frames[-1].registers)
        active = Thread(function.name, location, before, ACTIVE)
        owners, globals_before = dict(moment.owners), dict(state.globals)
        self._ledger.edge = f"{function.name} at {function.locations[location].name}"
        others = list(self._companies(function, location))
        try:
            self._ledger.assume(state, self._claims.all_of(state, owners, [active]))
        except Ended:
            return
        ends = 0
        for after, target in self._paths(function, location, moment):
            ends += 1
            if ends > MOST_PATHS:
                raise Unsupported(f"more than {MOST_PATHS} paths between two points")
            self._keep(active, after, target, owners, globals_before, others)
        self.paths += ends

    def _paths(self, function: Function, start: int, first: Moment) -> Iterator[tuple[Moment, int | None]]:
        """The ends of all paths to the next points, or where the thread ends: depth-first, as far as they go."""
        depth = self._depths[function.name][start]
        pending = [(first, start, False, depth, 0)]
        while pending:
            moment, location, noticed, depth, length = pending.pop()
            if length > LONGEST:
                raise Refused(f"a loop of {function.name} without a claim")
            if length and location in self._points[function.name]:
                yield moment, location
                continue
            outgoing = function.outgoing[location]
            for number in reversed(outgoing):
                edge = function.edges[number]
                operation = edge.operation
                is_shared = is_noticed(operation) or isinstance(operation, ops.BeginAtomic)
                self._ledger.edge = function.edge_id(number)
                self._evaluator.identity = ACTIVE
                if depth == 0 and noticed and (is_shared or isinstance(operation, ops.Restrict | ops.Stop)):
                    raise Refused(f"no claim between two steps that others notice, at {function.edge_id(number)}")
                after = moment.copy() if len(outgoing) > 1 else moment
                self.edges.add(function.edge_id(number))
                try:
                    ended = self._execute(after, operation, inside=depth > 0)
                except Ended:
                    continue
                if ended:
                    yield after, None
                    continue
                below = depth + isinstance(operation, ops.BeginAtomic) - isinstance(operation, ops.EndAtomic)
                seen = noticed or (below == 0 and (is_shared or depth > 0))
                pending.append((after, edge.target, seen, below, length + 1))

    def _execute(self, moment: Moment, operation: ops.Operation, *, inside: bool) -> bool:
        """Change a moment as an operation does; say whether the thread has ended. Raises `Ended` for the run."""
        terms, state = self._terms, moment.state
        evaluator = self._evaluator
        evaluator.owners = moment.owners
        where = Where(self._ledger, state)
        match operation:
            case ops.Assume(condition):
                self._ledger.assume(state, evaluator.value(condition, where))
            case ops.Case(selector, listed, otherwise):
                value = evaluator.value(selector, where)
                width = sort_of(selector.type)
                found = terms.any([terms.equal(value, one, width) for one in listed])
                self._ledger.assume(state, terms.no(found) if otherwise else found)
            case ops.Lock(lock, _, _):
                key = evaluator.value(lock, where)
                free = terms.equal(evaluator.owner(key), NOBODY, IDENTITY)
                if inside:
                    where.require(free, f"{CHECK}a lock in an atomic section is free")
                self._ledger.assume(state, free)
                moment.owners[key] = ACTIVE
                moment.wrote = True
            case ops.Unlock(lock, _):
                key = evaluator.value(lock, where)
                where.require(terms.equal(evaluator.owner(key), ACTIVE, IDENTITY), "lock-not-held")
                self._ledger.assume(state, terms.equal(evaluator.owner(key), ACTIVE, IDENTITY))
                moment.owners[key] = NOBODY
                moment.wrote = True
            case ops.Start(StaticCallee(name), arguments, _, _, _):
                moment.begun.append((name, [evaluator.value(argument, where) for argument in arguments]))
            case ops.Return(_):
                return True
            case ops.BeginAtomic() | ops.EndAtomic():
                pass
            case _:
                before = state.globals
                state.globals = dict(before)
                self._operations.execute(operation, state)
                if any(state.globals[name] is not value for name, value in before.items()):
                    moment.wrote = True
        return False

    # --- what it keeps -----------------------------------------------------------------------------------

    def _companies(self, function: Function, location: int) -> Iterator[tuple[tuple[str, int], ...]]:
        """The points at which other threads may be while one moves from a point, as many as claims are about."""
        here = (function.name, location)
        for size in range(self._claims.width + 1):
            for points in combinations_with_replacement(self._all_points, size):
                names = [name for name, _ in (here, *points)]
                if any(name in self._single and names.count(name) > 1 for name in names):
                    continue
                if any(map(self.is_closed, points)):
                    continue  # whoever is in an atomic section keeps the others still, and so nobody else is in one
                if self._claims.are_possible((here, *points)):
                    yield points

    def _keep(
        self,
        active: Thread,
        after: Moment,
        target: int | None,
        owners: Owners,
        before: Mapping[str, Value],
        companies: Sequence[tuple[tuple[str, int], ...]],
    ) -> None:
        """Require what is claimed behind a path, whatever other threads there are."""
        moved = None
        if target is not None:
            moved = Thread(active.template, target, after.state.frames[-1].registers, ACTIVE)
        begun = [self._begin(name, arguments, number) for number, (name, arguments) in enumerate(after.begun)]
        edge = self._ledger.edge
        for points in companies:
            names = {name for name, _ in points}
            if any(thread.template in self._single and thread.template in names for thread in begun):
                continue
            self._ledger.edge = edge
            self._with(points, active, after, moved, begun, owners, before)

    def _begin(self, name: str, arguments: list[Value], number: int) -> Thread:
        """A thread at its beginning."""
        function = self._program.functions[name]
        registers = {item.name: default_value(item.type) for item in function.locals}
        if len(arguments) != len(function.parameters):
            raise Unsupported("a thread that is started with other arguments than it has")
        for item, value in zip(function.parameters, arguments, strict=True):
            registers[item.name] = value
        return Thread(name, function.entry, registers, BEGUN + number)

    def _with(
        self,
        points: tuple[tuple[str, int], ...],
        active: Thread,
        after: Moment,
        moved: Thread | None,
        begun: Sequence[Thread],
        owners: Owners,
        before: Mapping[str, Value],
    ) -> None:
        """Require what is claimed behind a path of some threads at points, with those that the path is about."""
        width = self._claims.width
        is_needed = len(points) < width and (moved is not None or begun)
        if not is_needed and not (points and after.wrote):
            return
        state = after.state.copy()
        others = []
        for number, (name, location) in enumerate(points):
            function = self._program.functions[name]
            registers = self._values.registers(state, function)
            others.append(Thread(name, location, registers, ACTIVE + 1 + number))
        earlier = state.copy()
        earlier.globals = dict(before)
        known = self._claims.all_of(earlier, owners, [active, *others])
        fresh = self._terms.all(
            [
                self._terms.no(self._terms.equal(owner, thread.identity, IDENTITY))
                for owner in owners.values()
                for thread in begun
            ]
        )
        new = [*([] if moved is None else [moved]), *begun]
        held = [self._held(earlier, [active, *others]), self._held(state, [*new, *others])]
        try:
            self._ledger.assume(state, self._terms.all([known, fresh, *held]))
        except Ended:
            return
        where = Where(self._ledger, state)
        for chosen in _parts(new):
            together = [*others, *chosen]
            if not 0 < len(together) <= width or not (chosen or after.wrote):
                continue
            if not self._may_be(together):
                continue
            words = " and ".join(sorted(f"{item.template}@{item.location}" for item in together))
            try:
                where.require(self._claims.of(state, after.owners, together), f"{CHECK}the claim about {words}")
            except Ended:
                return

    def _held(self, state: State, threads: Sequence[Thread]) -> Truth:
        """What registers of threads say about shared variables in the runs that count."""
        terms = self._terms
        return terms.all(
            [
                terms.either(terms.no(thread.registers[own.name]), state.globals[shared.name])
                for own, shared in self._holders
                for thread in threads
                if own.name in thread.registers and shared.name in state.globals
            ]
        )

    def _may_be(self, threads: Sequence[Thread]) -> bool:
        names = [thread.template for thread in threads]
        return not any(name in self._single and names.count(name) > 1 for name in names)


def _parts(threads: Sequence[Thread]) -> Iterator[tuple[Thread, ...]]:
    """All choices of some of the threads, also of none."""
    for mask in range(1 << len(threads)):
        yield tuple(thread for number, thread in enumerate(threads) if mask >> number & 1)
