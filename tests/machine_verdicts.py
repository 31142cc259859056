"""Verdicts of the native machine under each reduction, beside those of the reference engine."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice, permutations, product

from vexil.certify.plain_states import PlainStates
from vexil.core.context import Context, Limits
from vexil.engines.machine.search import NativeSearch, Order, Reason, Reduction, StateQuery
from vexil.ir.interpreter import Activity, CompiledProgram, Machine
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.program import Program
from vexil.model.evidence import Run
from vexil.model.explore import Explorer
from vexil.model.goal import StateGoal, goal_of
from vexil.spec.property import parse_property

MOST_ORDERS = 120
"""So many orders of threads that are alike are tried."""
PROPERTIES = ("assert", "deadlock", "exception")
QUERIES = {
    "assert": StateQuery(checks=frozenset({"assert"})),
    "deadlock": StateQuery(deadlock=True),
    "exception": StateQuery(exception=True),
    "memsafety": StateQuery(checks=frozenset({"memsafety"})),
}


@dataclass(frozen=True)
class Seen:
    """What a search has seen: whether the property is broken, and, if not, whether runs were lost."""

    is_broken: bool
    is_undefined: bool = False
    is_cut: bool = False
    states: int = 0
    lessons: int = 0
    is_confirmed: bool = True
    """Whether the interpreter can take the run that was found."""

    @property
    def verdict(self) -> tuple[bool, ...]:
        """What does not depend on how many states were visited."""
        return self.is_broken, self.is_undefined, self.is_cut, self.is_confirmed


def expected(compiled: CompiledProgram, asked: str, most: int = 100_000) -> Seen | None:
    """What a plain search with the interpreter sees; nothing when there are too many states or addresses are seen."""
    goal = goal_of(parse_property(asked), compiled)
    if not isinstance(goal, StateGoal):
        return None
    machine = Machine(compiled, checks=goal.checks)
    explorer, plain = Explorer(machine), PlainStates(machine)
    pending = [state for _, state in explorer.initial()]
    states = set(map(plain.of, pending))
    while pending:
        here = pending.pop()
        machine.restore(here)
        if goal.broken(machine):
            return Seen(True)
        for _, following in explorer.successors(here):
            form = plain.of(following)
            if form not in states:
                states.add(form)
                pending.append(following)
        if len(states) > most or machine.observed_address:
            return None
    losses = explorer.losses
    return Seen(False, bool(losses.undefined), bool(losses.bounds), len(states))


def searched(
    compiled: CompiledProgram,
    asked: str,
    reduction: Reduction,
    order: Order = Order.BREADTH,
    *,
    states: int | None = None,
) -> Seen | None:
    """What the native machine sees; nothing when a limit was reached."""
    search = NativeSearch(compiled, QUERIES[asked], reduction, Context(Limits(states=states)), order)
    try:
        reason = search.run()
        if reason is Reason.FOUND:
            run = search.run_to(search.numbers.bad)
            return Seen(True, lessons=search.arena.lessons, is_confirmed=_breaks(compiled, asked, run))
        if reason is not Reason.EXHAUSTED:
            return None
        lost = search.losses
        return Seen(False, bool(lost.undefined), bool(lost.bounds), search.count, search.arena.lessons)
    finally:
        search.close()


def _breaks(compiled: CompiledProgram, asked: str, run: Run) -> bool:
    """Say whether the interpreter can take a run, and breaks the property on it."""
    goal = goal_of(parse_property(asked), compiled)
    assert isinstance(goal, StateGoal)
    machine = Machine(compiled, checks=goal.checks)
    machine.reset(run.initial)
    for move in run.moves:
        if move.thread not in machine.enabled():
            return False
        machine.apply(move)
    return bool(goal.broken(machine))


@dataclass(frozen=True)
class Comparison:
    """What came of comparing searches: how they differ, if they do, and whether the interpreter was among them.

    ``questions`` are those that were answered twice: none where there were too many states even for a plain search.
    """

    wrong: str = ""
    is_enumerated: bool = False
    questions: int = 0


def disagreement(program: Program, asked: str, most: int = 100_000) -> str:
    """How the reductions see something else than a plain search does; nothing when they do not."""
    return comparison(program, asked, most).wrong


def comparison(program: Program, asked: str, most: int = 100_000) -> Comparison:
    """Compare the reductions with a plain search.

    Small programs are searched by the interpreter, larger ones natively without reductions.
    """
    compiled = CompiledProgram(program)
    plain = searched(compiled, asked, Reduction.NONE, states=20 * most)
    if plain is None:
        return Comparison()
    right = expected(compiled, asked, 2 * most) if plain.states <= most else None
    if right is not None and right.verdict != plain.verdict:
        return Comparison(f"{asked}: without reductions {plain}, right is {right}", is_enumerated=True, questions=1)
    if right is not None and not right.is_broken and right.states != plain.states:
        return Comparison(f"{asked}: {plain.states} states instead of {right.states}", is_enumerated=True, questions=1)
    for reduction in (Reduction.INVISIBLE, Reduction.GUARDED):
        for order in (Order.BREADTH, Order.DEPTH):
            seen = searched(compiled, asked, reduction, order, states=100 * most)
            if seen is not None and seen.verdict != plain.verdict:
                wrong = f"{asked}: {reduction.name} {order.name} says {seen}, right is {plain}"
                return Comparison(wrong, right is not None, questions=1)
        hunted = searched(compiled, asked, reduction, Order.SWITCHES, states=100 * most)
        if hunted is not None and hunted.is_broken and hunted.verdict != plain.verdict:
            wrong = f"{asked}: {reduction.name} by few preemptions says {hunted}, right is {plain}"
            return Comparison(wrong, right is not None, questions=1)
    return Comparison("", right is not None, questions=1)


@dataclass(frozen=True)
class Ends:
    """How the runs of a program end: in states from which nothing leads on, or in undefined operations."""

    states: frozenset[object]
    undefined: frozenset[str]


def _without_numbers(machine: Machine, plain: PlainStates) -> object:
    """The state of a machine in which nobody can tell threads that are alike: a search may start them in another order.

    All threads but the first are put in order by what they are; of orders of threads that are alike in that, the one is
    taken in which the state comes first.
    """
    alike: dict[str, list[int]] = {}
    nameless = dict.fromkeys(machine.threads, 0)
    _, _, live, ended, *_ = machine.snapshot()
    for number in sorted({thread[0] for thread in (*live, *ended)} - {1}):
        alike.setdefault(repr(Numbering(machine, nameless).thread(machine.threads[number])), []).append(number)
    groups = [permutations(numbers) for _, numbers in sorted(alike.items())]
    orders = ([1, *chain.from_iterable(order)] for order in product(*groups))
    return min(_ordered(machine, plain, order) for order in islice(orders, MOST_ORDERS))


def _ordered(machine: Machine, plain: PlainStates, order: list[int]) -> str:
    """The state of a machine in which threads have their places in an order for numbers."""
    state = plain.of(machine.snapshot({number: place for place, number in enumerate(order, 1)}))
    return repr((*state[:3], sorted(state[3]), *state[4:]))


def ends(
    compiled: CompiledProgram, reduction: Reduction, order: Order = Order.BREADTH, *, states: int | None = None
) -> Ends | None:
    """All ends of runs that a search sees: reductions must keep every one; nothing when a limit was reached."""
    search = NativeSearch(compiled, StateQuery(), reduction, Context(Limits(states=states)), order)
    try:
        if search.run() is not Reason.EXHAUSTED:
            return None
        machine = Machine(compiled, checks=frozenset())
        plain, found = PlainStates(machine), set()
        for number in range(1, search.count + 1):
            search.load(number, machine)
            alive = [thread for thread in machine.threads.values() if thread.activity is not Activity.ENDED]
            if any(thread.daemon for thread in alive):
                continue  # how far a daemon gets before the others end is noticed by nobody
            if machine.ending is None and not machine.enabled():
                found.add(_without_numbers(machine, plain))
        return Ends(frozenset(found), frozenset(search.losses.undefined))
    finally:
        search.close()


def lost_ends(compiled: CompiledProgram, states: int) -> str:
    """Which ends of runs a reduction does not see, or sees though there are none; nothing when all are kept."""
    right = ends(compiled, Reduction.NONE, states=states)
    if right is None:
        return ""
    for reduction in (Reduction.INVISIBLE, Reduction.GUARDED):
        for order in (Order.BREADTH, Order.DEPTH):
            seen = ends(compiled, reduction, order, states=10 * states)
            if seen is not None and seen != right:
                kept = f"{len(seen.states & right.states)} of {len(right.states)} ends, {len(seen.states)} seen"
                return f"{reduction.name} {order.name}: {kept}, undefined {sorted(seen.undefined ^ right.undefined)}"
    return ""
