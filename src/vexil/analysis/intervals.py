"""Intervals of integer and Boolean registers (*may*: they contain every value), and locations no run reaches (*must*).

Interval analysis (Cousot and Cousot 1977) with wrap-around, widening to thresholds and narrowing. A function is
analysed for all its calls together: parameters are joined over call and start sites, results over returns. Global
registers, fields and elements of a type have one interval for the whole run, all threads and all objects, so that no
interleaving matters; memory has every value of its type. Time is linear in the edges times the depth of loops, a few
times over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from vexil.analysis.call_graph import CallGraph
from vexil.analysis.definitions import operation_reads
from vexil.analysis.graphs import ControlFlow
from vexil.analysis.interval_conditions import Refiner
from vexil.analysis.interval_environments import (
    Thresholds,
    join_environments,
    ranges_of,
    registers_only,
    thresholds_of,
    within,
)
from vexil.analysis.interval_expressions import ELEMENTS, Environment, Evaluator, Part, lengths_of, part_of, parts_read
from vexil.analysis.interval_values import FALSE, Interval, hull, is_tracked, join, range_of
from vexil.analysis.solver import Direction, Problem, Worklist, resume
from vexil.core.collector import collector_paused
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Place, Variable
from vexil.ir.operation_parts import Domain, GuardedDomain, NewArray, NewMemory, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import Function, Memory, Program, VariableDeclaration
from vexil.ir.types import Type

DELAY = 2
"""How often a fact may grow before it is widened."""
NARROWINGS = 2
"""How often facts are improved after widening."""
REASONS = Interval(0, 2)
"""What waits and joins give."""


NO_THRESHOLDS = Thresholds((-1, 0, 1))


@dataclass
class _Summary:
    """What is known of a function from outside."""

    function: Function
    flow: ControlFlow
    ranges: Environment
    parameters: Environment | None = None
    """``None`` as long as nothing calls it."""
    result: Interval | None = None
    returns: bool = False
    throws: bool = False
    updates: int = 0
    result_updates: int = 0
    facts: list[Environment | None] = field(default_factory=list)
    visits: dict[int, int] = field(default_factory=dict)
    seeds: set[int] = field(default_factory=set)
    """Locations from which the facts are to be closed again."""
    thresholds: Thresholds = NO_THRESHOLDS


class Intervals:
    """The intervals of a program; ``flow_of`` gives the control flow of a function."""

    def __init__(self, program: Program, call_graph: CallGraph, flow_of: Callable[[str], ControlFlow]) -> None:
        self.program = program
        self._call_graph = call_graph
        self._unresolved = frozenset(call_graph.unresolved)
        self._globals: dict[str, Interval] = {}
        self._parts: dict[Part, Interval] = {}
        self._updates: dict[str | Part, int] = {}
        self._evaluator = Evaluator(self._globals, self._parts)
        self._refiner = Refiner(self._evaluator)
        self._summaries = {
            name: _Summary(program.functions[name], flow_of(name), ranges_of(program.functions[name]))
            for name in sorted(call_graph.running)
        }
        self._readers = self._find_readers()
        with collector_paused():
            self._solve()

    # --- facts -------------------------------------------------------------------------------------------

    def register(self, function: str, location: int, name: str) -> Interval | None:
        """The values of an integer or Boolean register at a location, a *may* fact; ``None``: no run gets there."""
        environment = self._at(function, location)
        if environment is None:
            return None
        return environment.get(name) or range_of(self.program.functions[function].variables[name].type)

    def value(self, function: str, location: int, expression: Expr) -> Interval | None:
        """The values of an integer or Boolean expression at a location, a *may* fact; ``None``: it has none."""
        environment = self._at(function, location)
        return None if environment is None else self._evaluator.value(expression, environment)

    def is_reachable(self, function: str, location: int) -> bool:
        """Say whether a run may get to a location; if not, none does: a *must* fact."""
        return self._at(function, location) is not None

    def global_register(self, name: str) -> Interval:
        """The values of a global integer or Boolean register in all states, a *may* fact."""
        return self._globals.get(name) or range_of(self.program.global_variables[name].type)

    def part(self, class_name: str, name: str) -> Interval | None:
        """The values of an integer or Boolean field in all states and objects, a *may* fact.

        Without a class, those of the elements of arrays of a type, by its text; ``None`` when nothing is known.
        """
        return self._parts.get((class_name, name))

    def parameter(self, function: str, name: str) -> Interval | None:
        """The values of a parameter over all calls, a *may* fact; ``None`` when nothing calls the function."""
        summary = self._summaries.get(function)
        if summary is None or summary.parameters is None:
            return None
        return summary.parameters.get(name) or range_of(summary.function.variables[name].type)

    def result(self, function: str) -> Interval | None:
        """The values of a function's result over all calls, a *may* fact; ``None`` when it never returns one."""
        summary = self._summaries.get(function)
        return None if summary is None else summary.result

    def _at(self, function: str, location: int) -> Environment | None:
        summary = self._summaries.get(function)
        return summary.facts[location] if summary is not None and summary.facts else None

    # --- all functions -----------------------------------------------------------------------------------

    def _find_readers(self) -> dict[str | Part, list[tuple[str, int]]]:
        """By global register, field and type of elements where edges start that read it."""
        readers: dict[str | Part, dict[tuple[str, int], None]] = {}
        for name, summary in self._summaries.items():
            for edge in summary.function.edges:
                for variable, is_global in operation_reads(edge.operation):
                    if is_global:
                        readers.setdefault(variable, {})[name, edge.source] = None
                for part in parts_read(edge.operation) if self._has_objects else ():
                    readers.setdefault(part, {})[name, edge.source] = None
        return {variable: list(edges) for variable, edges in readers.items()}

    @cached_property
    def _has_objects(self) -> bool:
        return any(
            isinstance(edge.operation, ops.Allocate) and not isinstance(edge.operation.what, NewMemory)
            for summary in self._summaries.values()
            for edge in summary.function.edges
        )

    def _solve(self) -> None:
        for variable in self.program.globals:
            if not variable.addressable and is_tracked(variable.type):
                self._globals[variable.name] = self._initial(variable)
        for declaration in self.program.classes.values():
            for item in declaration.fields:
                if is_tracked(item.type):
                    self._parts[declaration.name, item.name] = FALSE
        for summary in self._summaries.values():
            for edge in summary.function.edges:
                match edge.operation:
                    case ops.Allocate(_, NewArray(element, _), _):
                        self._parts[lengths_of(element)] = FALSE
                        if is_tracked(element):
                            self._parts[ELEMENTS, str(element)] = FALSE
                    case _:
                        pass
        names = list(self._summaries)
        order = [name for group in reversed(self._call_graph.components) for name in group]
        rank = {name: position for position, name in enumerate(order)}
        self._index = {name: number for number, name in enumerate(names)}
        self._work = Worklist([rank[name] for name in names])
        self._summaries[self.program.entry].parameters = {}
        self._work.add(self._index[self.program.entry])
        while self._work:
            self._analyse(self._summaries[names[self._work.take()]])

    def _initial(self, variable: VariableDeclaration) -> Interval:
        match variable.initial:
            case None:
                return FALSE
            case Memory():
                return range_of(variable.type)
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
                return self._chosen(variable.initial, variable.type, {}) or range_of(variable.type)
            case expression:
                return self._evaluator.value(expression, {}) or range_of(variable.type)

    # --- one function ------------------------------------------------------------------------------------

    def _analyse(self, summary: _Summary) -> None:
        """Solve a function as far as something has changed, and tell those who depend on it."""
        function, flow, facts = summary.function, summary.flow, summary.facts
        heads, visits, ranges = flow.widening_points, summary.visits, summary.ranges
        start = dict(summary.parameters or {})
        start.update((variable.name, FALSE) for variable in function.locals if variable.name in ranges)
        if not facts:
            summary.thresholds = thresholds_of(function)
            facts.extend([None] * len(function.locations))
        before = facts[function.entry]
        if before is None or (joined := join_environments(before, start)) != before:
            facts[function.entry] = start if before is None else joined
            summary.seeds.add(function.entry)
        widened = False

        def transfer(number: int, environment: Environment) -> Environment | None:
            return self._transfer(function, number, environment, ranges)

        def widen(location: int, old: Environment, new: Environment) -> Environment:
            nonlocal widened
            if location not in heads:
                return new
            visits[location] = visits.get(location, 0) + 1
            if visits[location] <= DELAY:
                return new
            widened = True
            return summary.thresholds.widen_environment(old, new, ranges)

        problem = Problem(Direction.FORWARD, {}, transfer, join_environments, widen)
        visited = resume(flow, problem, facts, sorted(summary.seeds))
        summary.seeds.clear()
        if widened:
            for _ in range(NARROWINGS):
                self._narrow(flow, facts, start, transfer)
        self._publish(summary, visited)

    @staticmethod
    def _narrow(
        flow: ControlFlow,
        facts: list[Environment | None],
        start: Environment,
        transfer: Callable[[int, Environment], Environment | None],
    ) -> None:
        """Recompute every fact from its predecessors once; from a solution this gives a smaller one."""
        edges, entry = flow.function.edges, flow.function.entry
        for location in flow.reverse_postorder:
            arriving: Environment | None = start if location == entry else None
            for number in flow.incoming[location]:
                before = facts[edges[number].source]
                after = None if before is None else transfer(number, before)
                if after is not None:
                    arriving = after if arriving is None else join_environments(arriving, after)
            facts[location] = arriving

    def _publish(self, summary: _Summary, visited: set[int]) -> None:
        """Pass on what the edges that leave some locations give to callees, callers and globals."""
        function = summary.function
        result, returns, throws = summary.result, summary.returns, summary.throws
        for number in sorted(number for location in visited for number in function.outgoing[location]):
            edge = function.edges[number]
            environment = summary.facts[edge.source]
            if environment is None:
                continue
            match edge.operation:
                case ops.Call(_, arguments, place) | ops.Start(_, arguments, place, _, _):
                    self._pass(function.edge_id(number), edge.operation, arguments, environment)
                    self._write_global(place, edge.operation, function, number, environment)
                case ops.Return(value):
                    returns = True
                    given = None if value is None else self._evaluator.value(value, environment)
                    if given is not None:
                        result = given if result is None else join(result, given)
                case ops.Throw():
                    throws = True
                case ops.Allocate(_, NewArray(element, length), _):
                    size = self._evaluator.value(length, environment)
                    if size is not None and (size.high is None or size.high >= 0):
                        self._join(lengths_of(element), Interval(max(0, size.low or 0), size.high), length.type)
                case ops.Assign(place, _) | ops.Choose(place, _, _) | ops.Wait(_, _, _, place) | ops.Join(_, _, place):
                    self._write_global(place, edge.operation, function, number, environment)
                case _:
                    pass
        if (result, returns, throws) != (summary.result, summary.returns, summary.throws):
            if result is not None and summary.result is not None and result != summary.result:
                summary.result_updates += 1
                if summary.result_updates > DELAY and function.result is not None:
                    result = within(summary.thresholds.widen(summary.result, result), range_of(function.result))
            summary.result, summary.returns, summary.throws = result, returns, throws
            for edge_id in self._call_graph.call_sites[function.name]:
                caller, _, number_text = edge_id.rpartition("#")
                self._again(caller, self._summaries[caller].flow.sources[int(number_text)])

    def _pass(
        self, edge: str, operation: ops.Call | ops.Start, arguments: tuple[Expr, ...], environment: Environment
    ) -> None:
        """Join the arguments of a call or start into the parameters of what it may run."""
        targets = self._call_graph.calls[edge] if isinstance(operation, ops.Call) else self._call_graph.starts[edge]
        values = [self._evaluator.value(a, environment) if is_tracked(a.type) else None for a in arguments]
        for target in targets:
            summary = self._summaries[target]
            given: Environment = {}
            for parameter, value in zip(summary.function.parameters, values, strict=True):
                if value is not None and parameter.name in summary.ranges:
                    given[parameter.name] = value
            old = summary.parameters
            new = given if old is None else join_environments(old, given)
            if new != old:
                summary.updates += 1
                if old is not None and summary.updates > DELAY:
                    new = NO_THRESHOLDS.widen_environment(old, new, summary.ranges)
                summary.parameters = new
                self._work.add(self._index[target])

    def _write_global(
        self, place: Place | None, operation: ops.Operation, function: Function, number: int, environment: Environment
    ) -> None:
        if place is None:
            return
        part = part_of(place)
        key: str | Part
        if part is not None:
            key, old = part, self._parts.get(part)
        elif isinstance(place, Variable) and place.is_global:
            key, old = place.name, self._globals.get(place.name)
        else:
            return
        value = None if old is None else self._written(operation, place.type, function, number, environment)
        if old is None or value is None:
            return
        self._join(key, value, place.type)

    def _join(self, key: str | Part, value: Interval, kind: Type) -> None:
        """Something that all threads share may have these values too."""
        old = self._globals.get(key) if isinstance(key, str) else self._parts.get(key)
        if old is None or (new := join(old, value)) == old:
            return
        count = self._updates[key] = self._updates.get(key, 0) + 1
        if count > DELAY:
            new = within(NO_THRESHOLDS.widen(old, new), range_of(kind))
        if isinstance(key, str):
            self._globals[key] = new
        else:
            self._parts[key] = new
        for name, location in self._readers.get(key, ()):
            self._again(name, location)

    def _again(self, function: str, location: int) -> None:
        """Let a function be looked at again from a location on, if anything got there."""
        summary = self._summaries[function]
        if summary.facts and summary.facts[location] is not None:
            summary.seeds.add(location)
            self._work.add(self._index[function])

    # --- edges -------------------------------------------------------------------------------------------

    def _transfer(
        self, function: Function, number: int, environment: Environment, ranges: Environment
    ) -> Environment | None:
        operation = function.edges[number].operation
        match operation:
            case ops.Assume(condition) | ops.Restrict(condition):
                return registers_only(self._refiner.assume(condition, True, environment), ranges)
            case ops.Case(selector, values, otherwise):
                return registers_only(self._refiner.select(selector, values, otherwise, environment), ranges)
            case ops.Assign(place, _) | ops.Choose(place, _, _) | ops.Wait(_, _, _, place) | ops.Join(_, _, place):
                return self._store(place, operation, function, number, environment, ranges)
            case ops.Call(_, _, place):
                if not self._may_continue(function.edge_id(number), exceptionally=False):
                    return None
                return self._store(place, operation, function, number, environment, ranges)
            case ops.Catch():
                call = self._call_at(function, function.edges[number].source)
                return environment if call is None or self._may_continue(call, exceptionally=True) else None
            case _:
                return environment

    @staticmethod
    def _call_at(function: Function, location: int) -> str | None:
        for number in function.outgoing[location]:
            if isinstance(function.edges[number].operation, ops.Call):
                return function.edge_id(number)
        return None

    def _may_continue(self, edge: str, *, exceptionally: bool) -> bool:
        if edge in self._unresolved:
            return True
        summaries = [self._summaries[target] for target in self._call_graph.calls[edge]]
        return any(summary.throws if exceptionally else summary.returns for summary in summaries)

    def _store(
        self,
        place: Place | None,
        operation: ops.Operation,
        function: Function,
        number: int,
        environment: Environment,
        ranges: Environment,
    ) -> Environment | None:
        if not isinstance(place, Variable) or place.is_global or place.name not in ranges:
            return environment
        value = self._written(operation, place.type, function, number, environment)
        if value is None:
            return None
        changed = dict(environment)
        if value == ranges[place.name]:
            changed.pop(place.name, None)
        else:
            changed[place.name] = value
        return changed

    def _written(
        self, operation: ops.Operation, kind: Type, function: Function, number: int, environment: Environment
    ) -> Interval | None:
        """What an operation writes to its place; ``None`` when it never gets to that."""
        match operation:
            case ops.Assign(_, value):
                return self._evaluator.value(value, environment)
            case ops.Choose(_, domain, _):
                return self._chosen(domain, kind, environment)
            case ops.Wait() | ops.Join():
                return REASONS
            case ops.Call():
                edge = function.edge_id(number)
                if edge in self._unresolved:
                    return range_of(kind)
                return hull(self._summaries[target].result for target in self._call_graph.calls[edge])
            case _:
                return range_of(kind)

    def _chosen(self, domain: Domain, kind: Type, environment: Environment) -> Interval | None:
        match domain:
            case RangeDomain(low, high):
                lowest, highest = self._evaluator.value(low, environment), self._evaluator.value(high, environment)
                if lowest is None or highest is None:
                    return None
                if lowest.low is not None and highest.high is not None and lowest.low > highest.high:
                    return None
                return Interval(lowest.low, highest.high)
            case GuardedDomain(cases):
                return hull(self._evaluator.value(value, environment) for _, value in cases)
            case TypeDomain() | RelationDomain():
                return range_of(kind)
