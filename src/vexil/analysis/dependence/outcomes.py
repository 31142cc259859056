"""How statements and functions end otherwise than by going on: exceptions, the end of the run, and loops without end.

Everything is a *may* fact. What ends a run besides `stop` is what `Ends` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from vexil.analysis.counted_loops import CountedLoops
from vexil.analysis.definitions import expressions_read
from vexil.analysis.dependence.kinds import Ends
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.facts import Analyses
from vexil.analysis.graphs import components
from vexil.core.dag import preorder
from vexil.ir.expressions import Apply, Bits, Const, Deref, Element, Field, Operator, Variable
from vexil.ir.operations import (
    Call,
    Catch,
    Check,
    EndThread,
    Join,
    Operation,
    Restrict,
    Stop,
    Wait,
)
from vexil.ir.program import Function

_OF_OTHERS = {Operator.ALIVE, Operator.INTERRUPTED, Operator.LOCKED, Operator.HOLDS_LOCK, Operator.ACCESSIBLE}
"""What other threads may change."""
DEEPEST = 24
"""Loops that are nested deeper are not told apart."""


class Outcomes:
    """What may happen at the nodes of a program other than going on."""

    def __init__(self, facts: Analyses, nodes: Nodes, ends: Ends) -> None:
        self._facts = facts
        self._nodes = nodes
        self._ends = ends
        self._loops: dict[str, dict[int, str]] = {}
        self._reasons: dict[str, dict[int, str]] = {}
        self._endings: dict[str, dict[int, str]] = {}

    def callees(self, function: Function, number: int) -> tuple[str, ...]:
        """The functions that a call may run."""
        return self._facts.call_graph.calls.get(function.edge_id(number), ())

    # --- the end of a run --------------------------------------------------------------------------------

    def reason_to_end(self, function: Function, number: int) -> str:
        """Why the operation of an edge itself may end the run or its thread; empty if it does not."""
        match function.edges[number].operation:
            case Stop():
                return "it ends the program"
            case EndThread():
                return "it ends the thread"
            case Restrict(Const(True, _)):
                return ""
            case Restrict():
                return "it cuts runs for which it is false" if self._ends.restrictions else ""
            case Check(kind, condition, _) if kind in self._ends.checks:
                return "" if isinstance(condition, Const) and condition.value else "the run ends where it fails"
            case _:
                may_be_undefined = self._ends.undefined and self._facts.definedness.may_be_undefined(function, number)
                return "it may be undefined" if may_be_undefined else ""

    @cached_property
    def may_end(self) -> frozenset[str]:
        """The functions in which the run or the thread may end, called ones included."""
        return self._closed(lambda function: bool(self._reasons_of(function)))

    def _reasons_of(self, function: Function) -> dict[int, str]:
        """The edges that may end the run or their thread themselves, with why."""
        found = self._reasons.get(function.name)
        if found is None:
            numbers = self._nodes.numbers(function, Stop, EndThread, Restrict, Check)
            if self._ends.undefined:
                numbers = list(range(len(function.edges)))
            reasons = ((number, self.reason_to_end(function, number)) for number in numbers)
            found = self._reasons[function.name] = {number: reason for number, reason in reasons if reason}
        return found

    def stopping(self, function: Function) -> dict[int, str]:
        """The locations of a function at which all threads may end, with why."""
        found: dict[int, str] = {}
        for number, reason in self._reasons_of(function).items():
            if not isinstance(function.edges[number].operation, EndThread):
                found.setdefault(function.edges[number].source, reason)
        return found

    def places_to_end(self, function: Function) -> dict[int, str]:
        """The locations at which the run or the thread may end, calls included, with why; those that are reached."""
        found: dict[int, str] = {}
        for number, reason in self._reasons_of(function).items():
            found.setdefault(function.edges[number].source, reason)
        for location in self._facts.call_graph.calls_at[function.name]:
            reason = self.ending(function, location)
            if reason:
                found.setdefault(location, reason)
        flow = self._facts.control_flow(function.name)
        reached = (location for location in found if flow.is_reached(location))
        return {location: found[location] for location in sorted(reached, key=flow.ranks.__getitem__)}

    @cached_property
    def may_throw(self) -> frozenset[str]:
        """The functions that may be left with an exception."""
        throwing = set()
        for function in self._nodes.functions:
            end = function.exceptional_exit
            if end is not None and self._facts.control_flow(function.name).is_reached(end):
                throwing.add(function.name)
        return frozenset(throwing)

    @cached_property
    def may_diverge(self) -> frozenset[str]:
        """The functions that may run for ever: with loops that may not end, recursive, or calling such functions."""
        recursive = self._facts.call_graph.recursive
        return self._closed(lambda function: function.name in recursive or bool(self.loop_decisions(function)))

    def _closed(self, has: Callable[[Function], bool]) -> frozenset[str]:
        """The functions with a property of their own, and those that call them."""
        found: set[str] = set()
        for group in self._facts.call_graph.components:
            members = [self._facts.program.functions[name] for name in group if name in self._nodes.base]
            below = any(callee in found for item in members for callee in self._facts.call_graph.callees[item.name])
            if below or any(has(function) for function in members):
                found.update(function.name for function in members)
        return frozenset(found)

    def ending(self, function: Function, location: int) -> str:
        """Why control may come to a location and go on nowhere, as far as the end of the run or thread is why."""
        found = self._endings.get(function.name)
        if found is None:
            found = self._endings[function.name] = self._find_endings(function)
        return found.get(location, "")

    def _find_endings(self, function: Function) -> dict[int, str]:
        edges = function.edges
        found: dict[int, str] = {}
        for number, reason in self._reasons_of(function).items():
            if not isinstance(edges[number].operation, Stop | EndThread):  # those lead to an exit themselves
                found.setdefault(edges[number].source, reason)
        catching = {edges[number].source for number in self._nodes.numbers(function, Catch)}
        for location, callees in self._facts.call_graph.calls_at[function.name].items():
            if any(name in self.may_end for name in callees):
                found.setdefault(location, "the call may not return")
            elif location not in catching and any(name in self.may_throw for name in callees):
                found.setdefault(location, "an exception may leave the call")
        return found

    # --- loops -------------------------------------------------------------------------------------------

    def loop_decisions(self, function: Function) -> dict[int, str]:
        """The pre-divergence points: where it is decided to stay in a loop; the head of a loop that is never left."""
        found = self._loops.get(function.name)
        if found is None:
            found = self._loops[function.name] = self._find_decisions(function)
        return found

    def _find_decisions(self, function: Function) -> dict[int, str]:
        """Take loops apart: components, and what is left of each without its decisions, as Bourdoncle (1993) does.

        What never stays in a counted loop with its step may stay in what is left of it without.
        """
        flow = self._facts.control_flow(function.name)
        counted = CountedLoops(self._facts, function)
        successors = flow.successors
        found: dict[int, str] = {}
        pending = [(flow.reverse_postorder, 0)]
        while pending:
            members, depth = pending.pop()
            for group in _cycles(members, successors):
                step = counted.step(group) if depth < DEEPEST else None
                if step is not None:
                    pending.append(([at for at in group if at != step], depth + 1))
                    continue
                inside = set(group)
                leaving = [at for at in group if any(target not in inside for target in successors[at])]
                if self._ends.waiting_only and leaving and self._is_local(function, leaving):
                    pending.append((group[1:], depth + 1))
                    continue
                if depth >= DEEPEST:  # every branch may be the decision of a loop further inside
                    leaving += [at for at in group if len(successors[at]) > 1]
                decisions = leaving or group[:1]
                for location in decisions:
                    reason = "it decides whether a loop goes on" if leaving else "the loop has no end"
                    found.setdefault(location, reason)
                if depth < DEEPEST:
                    inside.difference_update(decisions)
                    pending.append(([at for at in group if at in inside], depth + 1))
        return dict(sorted(found.items()))

    def _is_local(self, function: Function, decisions: list[int]) -> bool:
        """Say whether it is decided by registers that the function computes by itself."""
        definitions = self._facts.definitions(function.name)
        numbers = [number for place in decisions for number in function.outgoing[place]]
        pending, registers = numbers, set[str]()
        while pending:
            number = pending.pop()
            operation = function.edges[number].operation
            if isinstance(operation, Call | Catch | Wait | Join) or not _is_pure(function, operation):
                return False
            for name in definitions.reads[number] - registers:
                registers.add(name)
                pending += definitions.definitions[name]
        return True


def _is_pure(function: Function, operation: Operation) -> bool:
    """Say whether an operation reads nothing but local registers."""
    return all(
        not isinstance(node, Deref | Bits | Field | Element)
        and not (isinstance(node, Variable) and (node.is_global or function.variables[node.name].addressable))
        and not (isinstance(node, Apply) and node.operator in _OF_OTHERS)
        for expression in expressions_read(operation)
        for node in preorder(expression)
    )


def _cycles(members: list[int], successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """The cyclic components of a part of a graph, each in the order in which its members are given."""
    index = {location: number for number, location in enumerate(members)}
    graph = [[index[target] for target in successors[at] if target in index] for at in members]
    groups = (group for group in components(graph) if len(group) > 1 or group[0] in graph[group[0]])
    return [[members[number] for number in sorted(group)] for group in groups]
