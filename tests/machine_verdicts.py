"""Verdicts of the native machine under each reduction, beside those of the reference engine."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.context import Context, Limits
from vexil.engines.machine.search import NativeSearch, Order, Reason, Reduction, StateQuery
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.model.explore import Explorer
from vexil.model.goal import StateGoal, goal_of
from vexil.spec.property import parse_property

PROPERTIES = ("assert", "deadlock", "exception")
QUERIES = {
    "assert": StateQuery(checks=frozenset({"assert"})),
    "deadlock": StateQuery(deadlock=True),
    "exception": StateQuery(exception=True),
}


@dataclass(frozen=True)
class Seen:
    """What a search has seen: whether the property is broken, and, if not, whether runs were lost."""

    is_broken: bool
    is_undefined: bool = False
    is_cut: bool = False
    states: int = 0

    @property
    def verdict(self) -> tuple[bool, bool, bool]:
        """What does not depend on how many states were visited."""
        return self.is_broken, self.is_undefined, self.is_cut


def expected(program: Program, asked: str, most: int = 100_000) -> Seen | None:
    """What a plain search with the interpreter sees; nothing when there are too many states or addresses are seen."""
    compiled = CompiledProgram(program)
    goal = goal_of(parse_property(asked), compiled)
    assert isinstance(goal, StateGoal)
    machine = Machine(compiled, checks=goal.checks)
    explorer = Explorer(machine)
    states = set()
    pending = []
    for _, state in explorer.initial():
        states.add(state)
        pending.append(state)
    while pending:
        here = pending.pop()
        machine.restore(here)
        if goal.broken(machine):
            return Seen(True)
        for _, following in explorer.successors(here):
            if following not in states:
                states.add(following)
                pending.append(following)
        if len(states) > most or machine.observed_address:
            return None
    losses = explorer.losses
    return Seen(False, bool(losses.undefined), bool(losses.bounds), len(states))


def searched(
    program: Program, asked: str, reduction: Reduction, *, deep: bool = False, states: int | None = None
) -> Seen | None:
    """What the native machine sees; nothing when a limit was reached."""
    context = Context(Limits(states=states))
    search = NativeSearch(
        CompiledProgram(program), QUERIES[asked], reduction, context, Order.DEPTH if deep else Order.BREADTH
    )
    try:
        reason = search.run()
        if reason is Reason.FOUND:
            search.run_to(search.numbers.bad)
            return Seen(True)
        if reason is not Reason.EXHAUSTED:
            return None
        return Seen(False, bool(search.losses.undefined), bool(search.losses.bounds), search.count)
    finally:
        search.close()


def disagreement(program: Program, asked: str) -> str:
    """How the verdicts of the reductions differ from the expected one; nothing when they do not."""
    right = expected(program, asked)
    if right is None:
        return ""
    for reduction in Reduction:
        for deep in (False, True):
            seen = searched(program, asked, reduction, deep=deep, states=1_000_000)
            if seen is None:
                continue
            if seen.verdict != right.verdict:
                return f"{asked}: {reduction.name} deep={deep} says {seen}, right is {right}"
            if reduction is Reduction.NONE and not right.is_broken and seen.states != right.states:
                return f"{asked}: {seen.states} states instead of {right.states}"
            if not right.is_broken and seen.states > right.states and not deep and reduction is Reduction.INVISIBLE:
                return f"{asked}: {reduction.name} visits {seen.states} states, more than {right.states}"
    return ""
