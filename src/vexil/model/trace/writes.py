"""What one step of a thread writes: places, in the frames they belong to."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import Place
from vexil.ir.interpreter import Activity, Machine
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operations import Call, Return, Throw, written_places


@dataclass(frozen=True, slots=True)
class Write:
    """A place that was written, by an edge of the function of a frame."""

    place: Place
    frame: Frame
    edge: int


class Watched:
    """A thread before its next step; `writes` tells what it has written once the step is taken."""

    __slots__ = ("_call", "_caller", "_catch", "frame", "thread")

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.frame = thread.frames[-1]
        self._caller = thread.frames[-2] if len(thread.frames) > 1 else None
        self._call = -1 if self._caller is None else self._caller.call_edge
        self._catch = None if self._caller is None else self._caller.code.catches.get(self._caller.location)

    def writes(self, machine: Machine) -> list[Write]:
        """The places that the edge which was just taken has written; results of calls when they return."""
        function = self.frame.code.function
        frame, number = self.frame, machine.edge
        match function.edges[number].operation:
            case Call():
                return []
            case Return():
                return self._stored(self._call)
            case Throw():
                return self._stored(-1 if self._catch is None else self._catch)
            case operation if self.thread.activity is Activity.RUNNING and (
                frame.registers or not frame.code.registers
            ):
                return [Write(place, frame, number) for place in written_places(operation)]
            case _:
                return []

    def _stored(self, edge: int) -> list[Write]:
        caller = self._caller
        if caller is None or edge < 0 or self.thread.activity is Activity.ENDED:
            return []
        return [Write(place, caller, edge) for place in written_places(caller.code.function.edges[edge].operation)]
