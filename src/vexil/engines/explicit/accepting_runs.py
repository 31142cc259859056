"""Runs of guarded systems that a Büchi automaton accepts, found in native code.

A run that comes to its end repeats its last state for ever; one that is cut, or whose meaning is undefined, is no run.
With weak fairness, only runs count in which every thread that can move from some point on moves again and again. An
atomic section is one step to the other threads: in the middle of it nobody counts as unable to move, unless the run
stays in sections for ever.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.explicit.layout import Layout
from vexil.engines.explicit.library import AutomatonStructure, Reason, Strategy
from vexil.engines.explicit.search import Compiled, Goals, Running, Searched, SearchOptions
from vexil.model.guarded import EndKind, GuardedSystem
from vexil.model.guarded.evaluate import State
from vexil.spec.buchi import Buchi

PLACE_BYTES = 4
"""Bytes of a product state that hold the state of the automaton."""
STAYS = 1 << 31
"""Beside the state of the automaton: the run never leaves atomic sections again. What can be done is the same."""
MOST_FAIR_THREADS = 62


@dataclass(frozen=True, slots=True)
class AcceptedRun:
    """The states of a run: those of the stem once, those of the loop for ever.

    Without a loop the stem is the beginning of a run that is accepted whatever follows.
    """

    stem: tuple[State, ...]
    loop: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class RunSearchResult:
    """A run that was found, or none; `searched` says whether there can be one, and which endings were met."""

    run: AcceptedRun | None
    searched: Searched


def search_runs(
    system: GuardedSystem,
    automaton: Buchi,
    atoms: Sequence[int],
    context: Context,
    *,
    fair: bool = False,
    daemons: tuple[int | None, ...] = (),
    enough: frozenset[int] = frozenset(),
) -> RunSearchResult:
    """Look for an accepted run; *atoms* says for each atom of the automaton which atom of the system it is.

    The beginning of a run that can lead to one of the states of the automaton that are *enough* is searched no further.
    """
    with RunSearch(system, context, fair=fair, daemons=daemons) as search:
        return search.find(automaton, atoms, enough)


class RunSearch(Running):
    """One search for an accepted run, whose states are kept until it is left."""

    def __init__(
        self,
        system: GuardedSystem,
        context: Context,
        *,
        fair: bool = False,
        daemons: tuple[int | None, ...] = (),
    ) -> None:
        """With *daemons*, for each thread the atom that says that it is one, runs count as `FlatGoal` says."""
        threads = sum(template.count for template in system.templates)
        if fair and threads > MOST_FAIR_THREADS:
            raise LimitReached(f"limit: fairness between {threads} threads; at most {MOST_FAIR_THREADS} are supported")
        self._fairness = 1 if fair else 2 if daemons else 0
        self._daemons = [0 if atom is None else 1 << atom for atom in daemons]
        marked = self._fairness > 0
        compiled = Compiled(system, Layout(system, PLACE_BYTES), marked=marked)
        endings = frozenset(range(len(compiled.system.endings)))
        super().__init__(compiled, Goals(endings), SearchOptions(Strategy.DEPTH), context, never_enough=True)

    def find(self, automaton: Buchi, atoms: Sequence[int], enough: frozenset[int] = frozenset()) -> RunSearchResult:
        """Search until a run is found, everything was visited, or a limit is reached."""

        def moved(mask: int) -> int:
            return sum(1 << atom for bit, atom in enumerate(atoms) if mask >> bit & 1)

        edges = [edge for edges in automaton.edges for edge in edges]
        first = [sum(len(edges) for edges in automaton.edges[:state]) for state in range(len(automaton.edges) + 1)]
        endings = self._compiled.system.endings
        structure = AutomatonStructure(
            states=len(automaton.edges),
            first=_numbers(first),
            required=_numbers([moved(edge.cube.required) for edge in edges]),
            forbidden=_numbers([moved(edge.cube.forbidden) for edge in edges]),
            target=_numbers([edge.target for edge in edges]),
            accepting=bytes(state in automaton.accepting for state in range(len(automaton.edges))) + b"\0",
            is_fair=self._fairness,
            lasting=bytes(ending.kind is not EndKind.UNDEFINED for ending in endings) + b"\0",
            lost=bytes(state in enough for state in range(len(automaton.edges))) + b"\0",
            daemons=_numbers(self._daemons),
        )
        self._reason = Reason(
            self._watched(lambda: int(self._compiled.library.accepted(self._handle, ctypes.byref(structure))))
        )
        searched = self.result(with_traces=False)
        if self._reason is not Reason.FOUND:
            return RunSearchResult(None, searched)
        stem, loop = self._part(0), self._part(1)
        if not loop:
            return RunSearchResult(AcceptedRun(stem, ()), searched)
        return RunSearchResult(AcceptedRun(stem[:-1], (stem[-1], *loop[:-1])), searched)

    def node(self, number: int) -> tuple[State, int]:
        """A visited state and the state of the automaton with it."""
        data, used = self._stored(number, number), self._compiled.layout.used
        return self._decoded(data)[0], int.from_bytes(data[used : used + PLACE_BYTES], "little") & ~STAYS

    def rank(self, state: State, place: int) -> int | None:
        """The number of the component of a state, which no step makes larger; nothing when it was not visited."""
        data, used = bytearray(self._compiled.layout.encode(state)), self._compiled.layout.used
        data[used : used + PLACE_BYTES] = place.to_bytes(PLACE_BYTES, "little")
        number = self._compiled.library.find(self._handle, bytes(data))
        return int(self._compiled.library.rank(self._handle, number)) if number else None

    def _part(self, part: int) -> tuple[State, ...]:
        length = ctypes.c_uint64()
        place = self._compiled.library.lasso(self._handle, part, ctypes.byref(length))
        return tuple(self._decoded(ctypes.string_at(place, length.value * self._compiled.layout.width)))


def _numbers(values: Sequence[int]) -> ctypes.Array[ctypes.c_uint64]:
    return (ctypes.c_uint64 * max(len(values), 1))(*values)
