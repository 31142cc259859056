"""How numbers are used: which slots are compared with what, where, and what flows into them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vexil.analysis import Analyses
from vexil.analysis.definitions import DefinitionsAndUses
from vexil.analysis.dependence import DependenceGraph, Kind
from vexil.analysis.dependence.queries import Path, conditionals
from vexil.core.dag import bottom_up
from vexil.core.dag import preorder as preorder_of
from vexil.core.graphs import reachable
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder, with_operands
from vexil.ir.operations import Assign, Assume, Call, Case, Check, Operation, Restrict, Return, Start
from vexil.ir.program import Function, Program
from vexil.model.tokens.abstract_type import TESTS, Concrete, slot_of
from vexil.model.tokens.typing import Slot

MOST_DEPTH = 20
"""How many temporaries are replaced one after the other."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison that decides where control goes, with the slots in it.

    ``place`` is the source of its edge in the function; ``is_check`` that it is what a property asks.
    """

    function: str
    edge: int
    expression: Expr
    slots: tuple[Slot, ...]
    is_check: bool = False


@dataclass
class Usage:
    """The conditions of a program and the flow of numbers between slots."""

    program: Program
    conditions: list[Condition] = field(default_factory=list)
    flows: dict[Slot, set[Slot]] = field(default_factory=lambda: defaultdict(set))
    """What flows into a slot, by assignment, call or return."""
    writes: dict[Slot, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    """The edges that write a slot."""
    kinds: dict[Slot, Concrete] = field(default_factory=dict)
    operators: dict[Slot, set[Operator]] = field(default_factory=lambda: defaultdict(set))
    """The operators whose results flow into a slot."""
    checks: frozenset[str] | None = None
    """The kinds of checks that are asked; those of others are no conditions. Nothing for all."""
    named: Callable[[Slot], str] = str
    """What users call a slot."""

    def __post_init__(self) -> None:
        for name in sorted(self.program.functions):
            _Collector(self, self.program.functions[name]).collect()

    @cached_property
    def _facts(self) -> Analyses:
        return Analyses(self.program)

    @cached_property
    def _targets(self) -> Mapping[str, tuple[str, ...]]:
        graph = self._facts.call_graph
        return {**graph.calls, **graph.starts}

    def callees(self, function: str, edge: int) -> tuple[str, ...]:
        """The functions with a body that an edge may call or start."""
        targets = self._targets.get(self.program.functions[function].edge_id(edge), ())
        return tuple(name for name in targets if name in self.program.functions)

    def ask(self, condition: Expr, function: str | None = None) -> tuple[Slot, ...]:
        """Add a condition of a property, over the variables of a function if it is in one; the slots in it."""
        owner = self.program.functions[function or self.program.entry]
        known = len(self.conditions)
        collector = _Collector(self, owner)
        collector.condition(-1, condition, is_check=True)
        return tuple(dict.fromkeys(slot for item in self.conditions[known:] for slot in item.slots))

    def of(self, slot: Slot) -> list[Condition]:
        """The conditions that a slot occurs in."""
        return [condition for condition in self.conditions if slot in condition.slots]

    @cached_property
    def graph(self) -> DependenceGraph:
        """The dependences of the program."""
        return DependenceGraph(self._facts)

    def controlling(self, slots: Iterable[Slot]) -> list[Condition]:
        """The conditions that decide whether slots are written, innermost first, also those around calls."""
        return self._controlling(place for slot in slots for place in self.writes.get(slot, ()))

    def deciding(self, function: str, edge: int) -> list[Condition]:
        """The conditions that decide whether control comes to an edge, innermost first, also those around calls."""
        return self._controlling([(function, edge)])

    def conditionals(self, slots: Iterable[Slot]) -> list[Path]:
        """The conditionals that slots and checks depend on by data and control, innermost first."""
        edges = [place for slot in slots for place in self.writes.get(slot, ())]
        edges += [(c.function, c.edge) for c in self.conditions if c.is_check and c.edge >= 0]
        return conditionals(self.graph, self._roots(edges), [Kind.DATA, Kind.CONTROL])

    def _roots(self, edges: Iterable[tuple[str, int]]) -> list[int]:
        places = {self._node(function, edge) for function, edge in edges if function in self.graph.nodes.base}
        return [node for node in sorted(places) if self.graph.is_reachable(node)]

    def _controlling(self, edges: Iterable[tuple[str, int]]) -> list[Condition]:
        nodes = self.graph.nodes
        paths = conditionals(self.graph, self._roots(edges), [Kind.CONTROL])
        rank = {path.target: number for number, path in enumerate(paths)}
        inside = [c for c in self.conditions if c.edge >= 0 and c.function in nodes.base]
        found = [(rank[node], c) for c in inside if (node := self._node(c.function, c.edge)) in rank]
        return [condition for _, condition in sorted(found, key=lambda item: item[0])]

    def _node(self, function: str, edge: int) -> int:
        return self.graph.nodes.node(function, self.program.functions[function].edges[edge].source)

    def constants(self, slot: Slot) -> set[int]:
        """The numbers that are assigned to a slot as they are, its first value among them."""
        values: set[int] = set()
        for name, number in self.writes.get(slot, ()):
            match self.program.functions[name].edges[number].operation:
                case Assign(_, Const(value, _)) if isinstance(value, int):
                    values.add(value)
                case _:
                    pass
        return values

    def sources(self, slots: Iterable[Slot]) -> set[Slot]:
        """The slots and everything that flows into them, directly or not."""
        return {*reachable(slots, lambda slot: self.flows.get(slot, ()))}


class _Collector:
    def __init__(self, usage: Usage, function: Function) -> None:
        self._usage, self._function = usage, function
        self._program = usage.program
        self._conditions: set[tuple[int, str]] = set()

    @cached_property
    def _temporaries(self) -> Mapping[str, Expr]:
        """The values of locals that nobody wrote, where each is given one in one place only."""
        values: dict[str, Expr] = {}
        written = DefinitionsAndUses(self._function).writes
        counts: dict[str, int] = defaultdict(int)
        for name in written:
            if name is not None:
                counts[name] += 1
        for name, edge in zip(written, self._function.edges, strict=True):
            if name is None or counts[name] != 1 or not isinstance(edge.operation, Assign):
                continue
            if self._function.variables[name].hidden and name not in {item.name for item in self._function.parameters}:
                values[name] = edge.operation.value
        return values

    def collect(self) -> None:
        """Note the conditions and flows of all edges."""
        for number, edge in enumerate(self._function.edges):
            self._edge(number, edge.operation)

    def _edge(self, number: int, operation: Operation) -> None:
        match operation:
            case Assume(condition) | Restrict(condition):
                self.condition(number, condition)
            case Check(kind, condition, _) if self._usage.checks is None or kind in self._usage.checks:
                self.condition(number, condition, is_check=True)
            case Case(selector, values, _):
                for value in values:
                    test = Apply(Operator.EQUAL, (selector, Const(value, selector.type)), selector.type)
                    self.condition(number, test)
            case Assign(place, value):
                self._flow(number, self._slot(place), value)
            case Call(_, arguments, result):
                for name in self._usage.callees(self._function.name, number):
                    self._pass(number, name, arguments)
                    target = None if result is None else self._slot(result)
                    if target is not None:
                        self._usage.flows[target].add(Slot(f"{name}()"))
                        self._usage.writes[target].append((self._function.name, number))
            case Start(_, arguments, _, _, _):
                for name in self._usage.callees(self._function.name, number):
                    self._pass(number, name, arguments)
            case Return(value) if value is not None:
                self._flow(number, Slot(f"{self._function.name}()"), value)
            case _:
                pass

    def _pass(self, number: int, name: str, arguments: tuple[Expr, ...]) -> None:
        for parameter, argument in zip(self._program.functions[name].parameters, arguments, strict=False):
            self._flow(number, Slot(f"{name}::{parameter.name}"), argument)

    def _flow(self, number: int, target: Slot | None, value: Expr) -> None:
        if target is None or not isinstance(value.type, Concrete):
            return
        usage = self._usage
        usage.kinds.setdefault(target, value.type)
        usage.writes[target].append((self._function.name, number))
        whole = self._expanded(value)
        usage.flows[target] |= set(self._slots(whole)) - {target}
        usage.operators[target] |= {part.operator for part in preorder(whole) if isinstance(part, Apply)}

    def condition(self, number: int, condition: Expr, *, is_check: bool = False) -> None:
        """Note the comparisons of a condition at an edge; -1 for one that is at none."""
        pending = [self._expanded(condition)]
        while pending:
            item = pending.pop()
            if not isinstance(item, Apply):
                continue
            if item.operator in TESTS and isinstance(item.operands[0].type, Concrete):
                slots = tuple(dict.fromkeys(self._slots(item)))
                source = -1 if number < 0 else self._function.edges[number].source
                if slots and (source, str(item)) not in self._conditions:  # both halves of a branch ask the same
                    self._conditions.add((source, str(item)))
                    self._usage.conditions.append(Condition(self._function.name, number, item, slots, is_check))
            else:
                pending += reversed(item.operands)

    # --- expressions -------------------------------------------------------------------------------------

    def _expanded(self, expression: Expr) -> Expr:
        """The expression with the values of temporaries in their place."""
        return bottom_up((expression, 0), _over, self._below, key=lambda item: item)

    def _below(self, item: tuple[Expr, int]) -> list[tuple[Expr, int]]:
        """What stands for a temporary, or the operands of an operator, one level deeper."""
        expression, depth = item
        match expression:
            case Variable(name, _, False) if name in self._temporaries and depth < MOST_DEPTH:
                return [(self._temporaries[name], depth + 1)]
            case Apply(_, operands, _):
                return [(operand, depth + 1) for operand in operands]
            case _:
                return []

    def _slots(self, expression: Expr) -> Iterator[Slot]:
        """The slots whose numbers an expression is computed from."""
        for item in preorder_of(expression, lambda node: node.operands if isinstance(node, Apply) else ()):
            kind = item.type
            slot = self._slot(item) if isinstance(kind, Concrete) else None
            if slot is not None and isinstance(kind, Concrete):
                self._usage.kinds.setdefault(slot, kind)
                yield slot

    def _slot(self, place: Expr) -> Slot | None:
        return slot_of(place, self._function.name)


def _over(item: tuple[Expr, int], parts: tuple[Expr, ...]) -> Expr:
    if isinstance(item[0], Variable):
        return parts[0] if parts else item[0]
    return with_operands(item[0], parts) if parts else item[0]
