"""Search for runs that violate a property, on the native machine: LTL, patterns and termination.

The product of the states and the automaton of violations is searched for a component that is accepted. What a run is,
and which ones count with fairness, is what the engines `reference` and `explicit` say (`vexil.model.goal`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.machine.atoms import AtomQuery
from vexil.engines.machine.library import RunsStructure, RunStepStructure
from vexil.engines.machine.native import UNDEFINED
from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.operations import Start
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import RunGoal, can_block, lost_places
from vexil.model.observe import UndefinedAtom
from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.spec.property import Kind, Property

RUN_ON = 256
"""Steps that a thread takes at once at most: so many times its length may a loop of a single thread take to close."""
_SEVERAL_CALLS, _OWN_COPIES = 1000, 1001
_ANY_RUN = Buchi((), ((Edge(Cube(), 0),),), frozenset({0}))


class Fairness(IntEnum):
    """Which runs count: all, those that neglect no thread, or those in which daemons alone hold up nobody."""

    NONE = 0
    WEAK = 1
    DAEMONS = 2


class RunQuery:
    """What is looked for: a run that an automaton of violations accepts, among those that count."""

    def __init__(self, goal: RunGoal, asked: Property, program: Program, *, fair: bool = False) -> None:
        self.goal, self.violations, self.fair = goal, goal.violations, fair
        self.atoms = AtomQuery(self.violations.atoms, asked.file)
        self.fairness = Fairness.WEAK if fair else Fairness.DAEMONS if may_have_daemons(program) else Fairness.NONE
        is_prefix_enough = not fair and not can_block(program)
        self.lost = lost_places(self.violations) if is_prefix_enough else frozenset()

    def any_run(self) -> RunQuery:
        """The same about runs of any kind."""
        other = object.__new__(RunQuery)
        other.goal, other.fair, other.atoms, other.fairness = self.goal, self.fair, self.atoms, self.fairness
        other.violations, other.lost = _ANY_RUN, frozenset()
        return other


def may_have_daemons(program: Program) -> bool:
    """Say whether a thread may be started as a daemon."""
    return any(
        isinstance(edge.operation, Start) and edge.operation.daemon is not None
        for function in program.functions.values()
        for edge in function.edges
    )


def reduction_for(asked: Property) -> Reduction:
    """What may be left out: a formula that counts steps sees each of them."""
    from vexil.spec.ltl import is_next_free

    if asked.kind is Kind.TERMINATION or is_next_free(asked.linear_formula()):
        return Reduction.GUARDED
    return Reduction.NONE


class NativeRunSearch(NativeSearch):
    """One search for a run; the nodes of the product can be asked for as long as it is held."""

    _is_about_states = False

    def __init__(
        self,
        compiled: CompiledProgram,
        query: RunQuery,
        reduction: Reduction,
        context: Context,
        *,
        choose_free: bool = False,
    ) -> None:
        super().__init__(
            compiled,
            StateQuery(),
            reduction,
            context,
            choose_free=choose_free,
            conditions=query.atoms.conditions(compiled.program),
            observed=query.atoms,
        )
        self._asked = query
        self._kept: list[Any] = []
        observation = self.native.observation
        assert observation is not None
        if not observation.is_reducible:
            self.numbers.is_reduced = Reduction.NONE
        self.numbers.run_on = RUN_ON
        automaton = query.violations
        edges = [edge for edges in automaton.edges for edge in edges]
        first = [sum(len(edges) for edges in automaton.edges[:place]) for place in range(len(automaton.edges) + 1)]
        places = range(len(automaton.edges))
        self.product = RunsStructure(
            places=len(automaton.edges),
            fairness=query.fairness,
            first=self._array(ctypes.c_uint32, first),
            required=self._array(ctypes.c_uint64, [edge.cube.required for edge in edges]),
            forbidden=self._array(ctypes.c_uint64, [edge.cube.forbidden for edge in edges]),
            target=self._array(ctypes.c_uint32, [edge.target for edge in edges]),
            accepting=self._array(ctypes.c_uint8, [place in automaton.accepting for place in places]),
            lost=self._array(ctypes.c_uint8, [place in query.lost for place in places]),
            atoms=self._keep(observation.atoms.structure),
            watched=self._keep(observation.watched),
            returns=self._keep(observation.returns),
            sees_unlocks=query.fairness is Fairness.WEAK and not observation.has_steady_locks(),
            sees_unlocks_of_daemons=query.fairness is Fairness.DAEMONS,
            tracks_returns=query.goal.track_returns,
        )
        self._runs = self._library.runs_open(self._handle, ctypes.byref(self.product))
        if not self._runs:
            raise LimitReached("limit: no memory to begin a search")

    def _keep(self, structure: Any) -> int:
        self._kept.append(structure)
        return ctypes.addressof(structure)

    def _array(self, kind: Any, values: Sequence[int]) -> int:
        return self._keep((kind * max(len(values), 1))(*values))

    def close(self) -> None:
        """Give the memory back."""
        if getattr(self, "_runs", None):
            self._library.runs_close(self._runs)
            self._runs = None
        super().close()

    # --- the search --------------------------------------------------------------------------------------

    def _search(self) -> int:
        return int(self._library.runs_run(self._runs))

    def _forget(self) -> None:
        super()._forget()
        self._library.runs_again(self._runs)

    def _add_initial(self) -> None:
        self._library.runs_initial(self._runs)

    def undefined_atom(self) -> UndefinedAtom:
        """Which atom has no value in a state that was reached."""
        text = self._asked.atoms.name(self.product.problem_atom)
        match self.product.problem_kind:
            case 0:
                raise LimitReached(f"{self._machine.limit} in the atom {text}")
            case kind if kind == _OWN_COPIES:
                return UndefinedAtom(text, "every thread has its own copy")
            case kind if kind == _SEVERAL_CALLS:
                observation = self.native.observation
                assert observation is not None
                owner = observation.atoms.conditions[self.product.problem_atom].resolved.function
                return UndefinedAtom(text, f"{owner} is active in several threads")
            case kind:
                return UndefinedAtom(text, UNDEFINED[kind])

    # --- what was found ----------------------------------------------------------------------------------

    def violation(self) -> Run | Lasso:
        """The run that was found, in steps of the program."""
        steps, stem_length = ctypes.POINTER(RunStepStructure)(), ctypes.c_uint64()
        count = self._library.runs_steps(self._runs, ctypes.byref(steps), ctypes.byref(stem_length))
        taken = [steps[index] for index in range(count)]
        first = taken[0].state if taken else self._only_initial()
        stem = self._moves(taken[: stem_length.value])
        loop = self._loop(taken[stem_length.value :])
        initial = self._initial[first]
        if self.product.has_lasso:
            return Lasso(initial, tuple(stem), tuple(loop), fair=self._asked.fair)
        if any(step.thread == 0 for step in taken):  # the violation is certain when the last state is repeated
            return Lasso(initial, tuple(stem), ())
        return self._cut_short(initial, stem)

    def _only_initial(self) -> int:
        """The initial state that a run without steps begins in."""
        state, place = ctypes.c_uint32(), ctypes.c_uint32()
        self._library.runs_node(self._runs, self.product.found, ctypes.byref(state), ctypes.byref(place))
        return state.value

    def _moves(self, steps: Sequence[RunStepStructure]) -> list[Move]:
        moves = []
        for step in steps:
            if step.thread:
                edges = self._library.runs_edges(self._runs, step.state, step.thread, step.has_choice, step.choice)
                moves.append(Move(step.thread, step.choice if step.has_choice else None))
                moves += [Move(step.thread)] * (edges - 1)
        return moves

    def _loop(self, steps: Sequence[RunStepStructure]) -> list[Move]:
        """The moves of a loop; those of one thread that leave nothing open are followed until they come back."""
        threads = {step.thread for step in steps}
        if len(threads) != 1 or 0 in threads or any(step.has_choice for step in steps):
            return self._moves(steps)
        (thread,), (library, handle) = threads, (self._library, self._machine.handle)
        most = sum(library.runs_edges(self._runs, step.state, thread, False, 0) for step in steps)
        library.restore(handle, steps[0].state)
        count = 0
        while count < most and (not count or library.record(handle) != steps[0].state):
            library.step(handle, thread, False, 0)
            count += 1
        return [Move(thread)] * count

    def _cut_short(self, initial: tuple[int, ...], moves: Sequence[Move]) -> Run:
        """The beginning of a run up to where the violation is certain: the last steps taken at once may lie behind."""
        goal = self._asked.goal
        machine = Machine(self.compiled, checks=goal.checks, track_returns=goal.track_returns)
        machine.reset(initial)
        places = {goal.violations.initial}
        for number, move in enumerate(moves):
            letter = goal.letter(machine)
            if any(goal.is_lost(place, letter) for place in places):
                return Run(initial, tuple(moves[:number]))
            places = {target for place in places for target in goal.violations.successors(place, letter)}
            machine.apply(move)
        return Run(initial, tuple(moves))

    # --- the product -------------------------------------------------------------------------------------

    @property
    def is_fair(self) -> bool:
        """Say whether not every run counts."""
        return self._asked.fair or bool(self.product.has_daemons)

    @property
    def nodes(self) -> int:
        """How many pairs of a state and a place of the automaton were visited."""
        return int(self.product.nodes)

    def node(self, number: int) -> tuple[int, int]:
        """The state and the place of the automaton of a node, which are numbered from 1."""
        state, place = ctypes.c_uint32(), ctypes.c_uint32()
        self._library.runs_node(self._runs, number, ctypes.byref(state), ctypes.byref(place))
        return state.value, place.value

    def rank(self, state: int, place: int) -> int | None:
        """The number of the component of a node, which no step makes larger; nothing when it was not visited."""
        return int(self._library.runs_rank(self._runs, state, place)) or None

    def letter(self, state: int) -> int:
        """The atoms that hold in a state, as bits."""
        return int(self._library.runs_letter(self._runs, state))


def is_vacuous(search: NativeRunSearch, compiled: CompiledProgram, query: RunQuery, context: Context) -> bool:
    """Say whether a search means nothing, because every run is cut by a restriction."""
    if not search.losses.restricted or search.numbers.finished:
        return False
    every = NativeRunSearch(compiled, query.any_run(), Reduction(search.numbers.is_reduced), context)
    try:
        return every.run() is Reason.EXHAUSTED
    finally:
        every.close()
