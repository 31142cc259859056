"""Runs of several threads over memory as runs of the program with objects: the same threads take the same edges.

One edge with objects is several over memory. Those that others may notice come one to one, so a thread takes its edge
when the one over memory is taken that does what it does; what comes around that concerns the thread alone.
"""

from __future__ import annotations

from collections.abc import Callable

from vexil.ir.interpreter import Activity, Machine, Move
from vexil.ir.interpreter.machine import is_offered
from vexil.ir.operations import Assume, Call, Case, Catch, Operation
from vexil.ir.program import LocationKind, Program
from vexil.model.evidence import Run
from vexil.transform.heap_as_memory.program import Lowered


def schedule_on_objects(
    program: Program,
    made: Lowered,
    run: Run,
    checks: frozenset[str] | None,
    is_reached: Callable[[Machine], object] = lambda _: True,
) -> Run | None:
    """The run of the program with the schedule and the choices of one over memory; nothing if it goes another way.

    That is so where daemons go on over memory for some steps when everybody else has ended, and where *is_reached* is
    false at the end.
    """
    follower = _Follower(program, made, checks)
    found = follower.follow(run)
    return found if is_reached(follower.objects) else None


class _Follower:
    """Two machines: one takes the run over memory, the other one follows it with objects."""

    def __init__(self, program: Program, made: Lowered, checks: frozenset[str] | None) -> None:
        self._program, self._made = program, made
        self._memory = Machine(made.program, checks=checks)
        self.objects = Machine(program, checks=checks)
        self._numbers = {1: 1}
        """The numbers of threads with objects, by those over memory."""
        self._chosen: dict[int, int | None] = {}
        """What threads have chosen whose alternative is still to be taken."""
        self._moves: list[Move] = []

    def follow(self, run: Run) -> Run | None:
        self._memory.reset(run.initial)
        self.objects.reset(run.initial)
        for move in run.moves:
            before = self._alive(self._memory)
            resumes = self._memory.threads[move.thread].activity is not Activity.RUNNING
            self._memory.apply(move)
            if not self._is_due(move, resumes=resumes):
                continue
            if self.objects.ending is not None:
                break
            choice = self._chosen.pop(move.thread, move.choice)
            known = self._alive(self.objects)
            if not self._step(self._numbers[move.thread], choice):
                return None
            started = [self._alive(machine) - some for machine, some in ((self._memory, before), (self.objects, known))]
            self._numbers.update(zip(sorted(started[0]), sorted(started[1]), strict=False))
        return Run(run.initial, tuple(self._moves))

    def _alive(self, machine: Machine) -> set[int]:
        return {number for number, thread in machine.threads.items() if thread.activity is not Activity.ENDED}

    def _is_due(self, move: Move, *, resumes: bool) -> bool:
        """Say whether the thread takes an edge with objects, now that it took one over memory."""
        function, _, number = self._memory.edge_id().rpartition("#")
        if resumes or function not in self._made.origins:
            return resumes
        origin = self._made.origins[function][int(number)]
        own = self._program.functions[function]
        edge = own.edges[origin]
        taken = self._memory.last_edge().operation
        if own.locations[edge.source].kind is LocationKind.CHOICE:
            if int(number) == origin:
                self._chosen[move.thread] = move.choice
                return False
            return move.thread in self._chosen and not isinstance(taken, Assume)
        return not isinstance(edge.operation, Catch) and _does(taken, edge.operation, is_own=int(number) == origin)

    def _step(self, number: int, choice: int | None) -> bool:
        machine = self.objects
        if number not in machine.enabled():
            return False
        offered = machine.choices(number)
        chosen = None if offered is None else choice
        if not is_offered(chosen, offered):
            return False
        machine.step(number, chosen)
        self._moves.append(Move(number, chosen))
        return True


def _does(taken: Operation, operation: Operation, *, is_own: bool) -> bool:
    """Say whether an edge over memory does what the edge with objects does that it belongs to."""
    if isinstance(operation, Call):  # one for every method that may be run
        return isinstance(taken, Call)
    return is_own and (isinstance(operation, Assume | Case) or not isinstance(taken, Assume | Case))
