"""Induction over loops that build, walk and free linked lists: what is guessed, forgotten and demanded at a head."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeGuard

from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.hypotheses import Fact, Hypothesis, ListPlan, NoProof
from vexil.engines.bounded.list_nodes import Nodes
from vexil.engines.bounded.list_shapes import NODE, Head, ListShapes
from vexil.engines.bounded.lists import Lists, Oblige
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.slots import Slot
from vexil.engines.bounded.state import State
from vexil.engines.bounded.writes import written_slots
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.types import BOOL, IntegerType
from vexil.logic import BOOL as TRUTH
from vexil.logic import Term
from vexil.model.linked_lists import Length, ListSegment, reading

MOST_NUMBERS = 6
"""Facts about nodes compare with so many variables."""


class ListTries:
    """The lists of one try of induction; those that are *exact* have single nodes where all samples do."""

    def __init__(
        self,
        machine: Machine,
        shapes: ListShapes,
        live: Callable[[Head], Collection[str]],
        constants: list[int],
        *,
        exact: bool,
    ) -> None:
        self._machine = machine
        self._shapes = shapes
        self._live = live
        self._constants = constants
        self._exact = exact
        self.label = "lists exact" if exact else "lists"
        self._symbols = 0
        self._lists = Lists(machine, lambda _state, _here: True)

    def asking(self, possible: Callable[[State, Term], bool], *, tracks_memory: bool) -> None:
        """Say who knows whether a state is possible under a condition, and whether it is asked if memory is lost."""
        self._lists = Lists(self._machine, possible)
        self._lists.tracks_memory = tracks_memory

    def plan(self, head: Head) -> ListPlan | None:
        """The lists to try at a head."""
        declared = self._machine.function_list[head[0]]
        variables = (*declared.parameters, *declared.locals)
        numbers = [
            Variable(one.name, one.type, False)
            for one in variables
            if isinstance(one.type, IntegerType) and not one.addressable and not one.hidden
        ]
        live = {one.name for one in variables if one.addressable} | {*self._live(head)}
        guess = self._shapes.guess(head, live, numbers[:MOST_NUMBERS], self._constants, exact=self._exact)
        return None if guess is None else ListPlan(guess.segments, guess.facts, guess.kept)

    def add_facts(self, plan: ListPlan, label: str) -> list[Fact]:
        """Make the facts about nodes candidates, and that lists are not empty."""
        terms = self._machine.terms
        plan.facts = [
            [
                Fact(expression, terms.symbol(f"{label} node {index} {number}", TRUTH), node=NODE.name)
                for number, expression in enumerate(candidates)
            ]
            for index, candidates in enumerate(plan.candidates)
        ]
        facts = [fact for group in plan.facts for fact in group]
        for index, expression in enumerate(_about_starts(plan)):
            facts.append(Fact(expression, terms.symbol(f"{label} start {index}", TRUTH)))
        return facts

    def enter(self, state: State, plan: ListPlan) -> None:
        """Remember what is kept from when the loop is entered."""
        self._lists.enter(state, plan)

    def forget(self, state: State, plan: ListPlan, label: str) -> list[Nodes]:
        """Let the state have any lists."""
        self._symbols += 1
        try:
            families = self._lists.place(state, plan, f"{label} {self._symbols}")
        except Unmodelled as refused:
            raise NoProof(f"lists: {refused.reason}") from None
        for nodes in families:
            nodes.owner = plan.nodes
            plan.nodes |= nodes.numbers
        return families

    def begin(self, state: State, families: list[Nodes]) -> None:
        """Say that the state at the head is complete."""
        head = state.fork()
        for nodes in families:
            nodes.begin(head)

    def written(self, before: State, after: State, plan: ListPlan) -> set[Slot]:
        """What an iteration writes that is no part of a list."""
        slots = written_slots(before, after, plan.nodes)
        own = {slot for one in plan.segments for slot in self._lists.slots(before, one.start)}
        return {slot for slot in slots if slot[:3] not in own}

    def moves(self, before: State, after: State, plan: ListPlan) -> bool:
        """Say whether a start is found to be moved."""
        return self._lists.moves(before, after, plan)

    def demand(
        self,
        state: State,
        plan: ListPlan,
        oblige: Oblige,
        broken: Callable[[Fact, Term], None],
        before: State | None = None,
    ) -> None:
        """Demand the lists of a state at the head, where one came from *before* if there was an iteration."""
        try:
            self._lists.demand(state, plan, oblige, broken, before)
        except Unmodelled:
            oblige(state, self._machine.terms.true)

    @staticmethod
    def rule(hypothesis: Hypothesis) -> tuple[tuple[ListSegment, ...], tuple[Auxiliary, ...]]:
        """The segments of a rule with the facts that are kept, and the auxiliary variables that they start from."""
        plan = hypothesis.lists
        if plan is None:
            return (), ()
        groups = plan.facts or [[] for _ in plan.segments]
        segments = tuple(
            replace(one, facts=_without_implied([fact.expression for fact in group if fact.is_kept]))
            for one, group in zip(plan.segments, groups, strict=True)
        )
        kept = []
        for name, variable in plan.kept.items():
            own = next((one.start for one in plan.segments if one.start.name == name), None)
            if isinstance(own, Variable):
                kept.append(Auxiliary(own, variable, own))
        return segments, tuple(kept)


def _without_implied(facts: list[Expr]) -> tuple[Expr, ...]:
    """The facts but for comparisons with constants of what is equal to one."""
    known = {str(fact.operands[0]) for fact in facts if _is_equation(fact)}
    return tuple(
        fact
        for fact in facts
        if _is_equation(fact)
        or not (isinstance(fact, Apply) and isinstance(fact.operands[1], Const) and str(fact.operands[0]) in known)
    )


def _is_equation(fact: Expr) -> TypeGuard[Apply]:
    return isinstance(fact, Apply) and fact.operator is Operator.EQUAL and isinstance(fact.operands[1], Const)


def _about_starts(plan: ListPlan) -> list[Expr]:
    """Candidates about where segments start: that it is not null, or only together with another one."""
    facts: list[Expr] = []
    null: dict[str, Expr] = {}
    for one in plan.segments:
        start, zero = reading(one.start), Const(0, one.start.type)
        null[one.start.name] = Apply(Operator.EQUAL, (start, zero), BOOL)
        if one.length is Length.MANY:
            facts.append(Apply(Operator.DIFFERENT, (start, zero), BOOL))
            if one.end is not None and one.end.name in null:
                facts.append(Apply(Operator.EQUAL, (null[one.start.name], null[one.end.name]), BOOL))
    return facts
