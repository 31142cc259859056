"""Threads that may go first: partial-order reduction and the fusing of steps, by conditions on the state.

A thread is quiet in a state when what it can do there is independent of everything that others can do before it moves,
when no atom that matters sees it, and when it does not end the run (other than by what is looked for). Let w be a path
from a state in which thread t is quiet and can move. If t moves on w, then its first step commutes with all steps
before it and can be taken first; if it does not, then any step of t can be put in front of w, which stays a path. So
of such a state only the steps of t are followed (an ample set: Peled 1993, Valmari 1991, Godefroid 1996): every
violation, deadlock, and change of visible atoms on w comes later, and is not lost, provided that w gets shorter again
and again. It does: every cycle of the control graph of a template has a location at which no thread is quiet (Kurshan,
Levin, Minea, Peled and Yenigün 1998), so quiet steps without any other between them are at most as many as the
locations, summed over the threads, whatever the order in which states are searched. Hence deadlocks, endings and cuts
are reached as before, atoms have the same values in the end, and runs have the same sequences of values up to
repetition. A thread that frees a lock is quiet too: whoever waits for it could not move before (a left mover: Lipton
1975).

Nothing is quiet while some thread is in an atomic section, which stops all others; where no atom matters, the only step
of such a state is fused all the same, because nothing else can happen there. It may end the run, so not even an atom
that lasts until then may matter. What `GuardedSystem.settled` does is not looked at: it puts equivalent states in the
place of states, and steps that commute still do so up to equivalence (Emerson, Jha and Peled 1997).

Where a quiet thread has exactly one step, the state before it need not be kept: it differs from the one after it in
nothing that others or atoms see, and everything that can happen there happens later too (fusing).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.ir.types import IntegerType
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.expressions import BIT, WORD, Expr, Self, Variable, both, cast, either, equal, number, read
from vexil.model.guarded.system import GuardedSystem, Template
from vexil.transform.reductions.conflicts import Conflicts, Dependence
from vexil.transform.reductions.lock_sets import Footprints, footprints_of
from vexil.transform.reductions.visibility import Visibility

MOST_FUSED = 1000
"""Steps that are fused into one at most."""
MOST_CLASSES = 100
"""Different conditions under which threads of a template are quiet."""
_BYTE = IntegerType(8, False)

Path = list[tuple[Transition, State]]


def with_quiet(system: GuardedSystem, visibility: Visibility) -> GuardedSystem:
    """The system with conditions under which threads may go first."""
    if not system.templates:
        return system
    footprints = footprints_of(system)
    conflicts = Conflicts(footprints, visibility)
    reach = _Reach(footprints)
    tables = _Tables(system)
    quiet: dict[str, Expr] = {}
    for template in system.templates:
        free = {
            place: dependence
            for place, location in enumerate(template.locations)
            if location.commands and (dependence := conflicts.of_location(template, place)) is not None
        }
        for place in _sticky(footprints, template, free):
            del free[place]
        if free:
            quiet[template.name] = _condition(template, free, reach, tables)
    unseen = not visibility.atoms and not visibility.until_end
    return replace(system, quiet=quiet, variables=(*system.variables, *tables.all), unseen=unseen)


def _sticky(footprints: Footprints, template: Template, free: dict[int, Dependence]) -> list[int]:
    """Locations without which control cannot go round in a cycle of the others: targets of back edges."""
    edges = {
        place: sorted(
            {
                place if target is None else target
                for item in footprints.commands.get((template.name, place), [])
                for target in item.targets
            }
            & free.keys()
        )
        for place in free
    }
    done: set[int] = set()
    active: set[int] = set()
    sticky: set[int] = set()
    for root in sorted(free):
        if root in done:
            continue
        stack: list[tuple[int, Iterator[int]]] = [(root, iter(edges[root]))]
        active.add(root)
        while stack:
            place, rest = stack[-1]
            target = next(rest, None)
            if target is None:
                stack.pop()
                active.discard(place)
                done.add(place)
            elif target in active:
                sticky.add(target)
            elif target not in done:
                active.add(target)
                stack.append((target, iter(edges[target])))
    return sorted(sticky)


# --- conditions ------------------------------------------------------------------------------------------


class _Reach:
    """Where threads of a template must be to come to some of its locations, without any step of another thread."""

    def __init__(self, footprints: Footprints) -> None:
        self._sources: dict[str, list[tuple[int, int]]] = {item.name: [] for item in footprints.system.templates}
        for (name, place), prints in footprints.commands.items():
            for item in prints:
                for target in item.targets:
                    if target is not None:
                        self._sources[name].append((1 << place, 1 << target))
                for other, mask, targets in item.moves:
                    self._sources[other].append((mask, targets))
        self._known: dict[tuple[str, int], int] = {}

    def before(self, name: str, places: int) -> int:
        """The locations from which some of the places can be reached."""
        key = name, places
        if key not in self._known:
            is_new = True
            while is_new:
                is_new = False
                for mask, targets in self._sources[name]:
                    if targets & places and mask & ~places:
                        places |= mask
                        is_new = True
            self._known[key] = places
        return self._known[key]


class _Tables:
    """Constant tables over locations."""

    def __init__(self, system: GuardedSystem) -> None:
        self._taken = {variable.name for variable in system.variables} | {"ending"}
        self._known: dict[tuple[str, tuple[int, ...]], Variable] = {}
        self._system = system

    @property
    def all(self) -> tuple[Variable, ...]:
        return tuple(self._known.values())

    def at(self, template: Template, values: tuple[int, ...], thread: Expr | None = None) -> Expr:
        """The value for the location of a thread."""
        key = template.name, values
        if key not in self._known:
            name = f"quiet {len(self._known)}"
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            kind = BIT if max(values) < 2 else _BYTE
            self._known[key] = Variable(name, kind, len(values), values, constant=True, text="who may go first")
        counter = read(template.counter, thread=thread)
        return read(self._known[key], cast(counter, WORD))

    def set_of(self, template: Template, places: int, thread: Expr) -> Expr:
        """Whether a thread is at one of the places."""
        return self.at(template, tuple(places >> place & 1 for place in range(len(template.locations))), thread)

    def elsewhere(self, name: str, places: int, own: str) -> Expr:
        """Whether all threads of a template but the one that is asked about are at other places."""
        template = self._system.template[name]
        every = (1 << len(template.locations)) - 1
        conditions = []
        for thread in range(template.count):
            away = self.set_of(template, every & ~places, number(thread))
            conditions.append(either(equal(Self(), number(thread)), away) if name == own else away)
        return both(*conditions)


def _condition(template: Template, free: dict[int, Dependence], reach: _Reach, tables: _Tables) -> Expr:
    """Whether a thread of a template may go first: its location has a class, and the class a condition."""
    classes: dict[tuple[frozenset[Expr], tuple[tuple[str, int], ...]], tuple[int, Dependence]] = {}
    numbers = [0] * len(template.locations)
    for place, dependence in free.items():
        others = tuple((name, reach.before(name, places)) for name, places in sorted(dependence.others.items()))
        key = frozenset(dependence.conditions), others
        if key not in classes and len(classes) >= MOST_CLASSES:
            continue
        numbers[place] = classes.setdefault(key, (len(classes) + 1, dependence))[0]
    mine = tables.at(template, tuple(numbers))
    cases = []
    for (_, others), (number_of, dependence) in classes.items():
        condition = both(
            *(tables.elsewhere(name, places, template.name) for name, places in others), *dependence.conditions
        )
        cases.append(both(equal(mine, number(number_of, mine.type)), condition))
    return either(*cases)


# --- the plain meaning -----------------------------------------------------------------------------------


def ample(evaluator: Evaluator, state: State) -> Path | None:
    """The steps of the first quiet thread that can move; nothing if all steps have to be followed, and are of no use.

    In an atomic section all steps have to be followed; where no atom matters, a single one may be fused with others.
    """
    if state[0]:
        return None
    if is_atomic(evaluator, state):
        return (list(evaluator.successors(state)) or None) if evaluator.system.unseen else None
    for template in evaluator.system.templates:
        condition = evaluator.system.quiet.get(template.name)
        for thread in range(template.count) if condition is not None else ():
            assert condition is not None
            if evaluator.evaluate(condition, state, {}, thread):
                steps = evaluator.steps_of(state, template.name, thread)
                if steps:
                    return steps
    return None


def is_atomic(evaluator: Evaluator, state: State) -> bool:
    """Say whether some thread is in an atomic section."""
    return any(
        evaluator.evaluate(condition, state, {}, thread)
        for name, condition in evaluator.system.atomic.items()
        for thread in range(evaluator.system.template[name].count)
    )


def _next(evaluator: Evaluator, state: State, last: Transition, *, order: bool) -> Path | None:
    """What may be fused with a step that led to a state: without ``order`` only steps of the same thread."""
    if order:
        return ample(evaluator, state)
    condition = evaluator.system.quiet.get(last.template)
    if state[0] or condition is None or is_atomic(evaluator, state):
        return None
    is_quiet = evaluator.evaluate(condition, state, {}, last.thread)
    return evaluator.steps_of(state, last.template, last.thread) if is_quiet else None


def reduced_successors(
    evaluator: Evaluator, state: State, *, order: bool = True, fuse: bool = True
) -> list[tuple[Path, State]]:
    """The steps of a reduced system from a state, each with the single steps it is made of, and where they lead.

    With ``order`` only the steps of a quiet thread are followed where there is one; with ``fuse`` a step goes on while
    the next one is a quiet thread's only one: of any thread, or without ``order`` of the thread that moved.
    """
    first = ample(evaluator, state) if order else None
    successors: list[tuple[Path, State]] = []
    for taken, after in evaluator.successors(state) if first is None else first:
        path = [(taken, after)]
        while fuse and len(path) <= MOST_FUSED:
            following = _next(evaluator, path[-1][1], path[-1][0], order=order)
            if following is None or len(following) != 1:
                break
            path += following
        successors.append((path, path[-1][1]))
    return successors
