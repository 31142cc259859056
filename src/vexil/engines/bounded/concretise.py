"""A model as a run of the reference interpreter.

The interpreter goes along while the same counting of iterations and calls that named the inputs says which input each
of its choices is.
"""

from __future__ import annotations

from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.furnishing import Furnishing
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.state import Frame, Key, around
from vexil.ir.interpreter import CompiledProgram, Ending, Move, Undefined, Violated
from vexil.ir.interpreter import Machine as Interpreter
from vexil.ir.interpreter.state import Frame as InterpretedFrame
from vexil.ir.operations import Operation
from vexil.ir.program import LocationKind
from vexil.logic.evaluate import Evaluation
from vexil.model.evidence import Run

_NO_GUARD = Guard(None, None)
CHECK_EVERY = 4096
"""How many moves are taken between two looks at the limits."""


def run_of(
    executor: Executor, compiled: CompiledProgram, evaluation: Evaluation, checks: frozenset[str], limit: int
) -> Run | None:
    """The run that a model describes, up to the first check that fails; nothing when it does not come to one."""
    for is_eager in (False, True):
        run, ending = _followed(executor, compiled, evaluation, checks, limit, is_eager=is_eager)
        if ending != Undefined("uninitialised-read"):
            return run
    return None


def _followed(
    executor: Executor,
    compiled: CompiledProgram,
    evaluation: Evaluation,
    checks: frozenset[str],
    limit: int,
    *,
    is_eager: bool,
) -> tuple[Run | None, Ending | None]:
    """The run, if it comes to a check that fails, and how it ends."""
    interpreter = Interpreter(compiled, checks=checks)
    initial = tuple(item.decision(evaluation) for item in executor.inputs.initial)
    interpreter.reset(initial)
    thread = interpreter.threads[1]
    names = executor.machine.function_numbers
    entry = names[executor.machine.program.entry]
    frames = [frame_at_entry(executor, entry, (entry,))]
    furnishing = Furnishing(executor, interpreter, evaluation, is_eager=is_eager)
    furnishing.entered(thread.frames[-1], frames[0].key(), "local ", 0)
    _begin(frames[0], thread.frames[-1].location)
    moves: list[Move] = []
    while interpreter.ending is None and interpreter.enabled() and len(moves) < limit:
        frame = frames[-1]
        offered = interpreter.choices(1)
        choice: int | None = None
        if offered is not None:
            function = thread.frames[-1].code.function
            item = executor.inputs.at(frame.key(), function.outgoing[frame.location][0])
            choice = 0 if item is None else item.decision(evaluation)
            if offered.values is not None and choice not in offered.values:
                return None, None
        key, operation = frame.key(), _operation(thread.frames[-1], choice)
        interpreter.step(1, choice)
        moves.append(Move(1, choice))
        if len(moves) % CHECK_EVERY == 0:
            executor.context.check_limits("following a run")
        depth = len(thread.frames)
        if depth > len(frames):
            function = thread.frames[-1].code.function
            number = names[function.name]
            frames.append(frame_at_entry(executor, number, (*frame.key(), number)))
            furnishing.entered(thread.frames[-1], frames[-1].key(), "", len(moves))
            _begin(frames[-1], function.entry)
            continue
        if depth < len(frames):
            frames.pop()
        elif thread.frames:
            furnishing.stepped(operation, thread.frames[-1], key, len(moves))
        moved(frames[-1], thread.frames[-1].location)
    ending = interpreter.ending
    return (Run(initial, furnishing.complete(moves)) if isinstance(ending, Violated) else None), ending


def _operation(frame: InterpretedFrame, choice: int | None) -> Operation:
    """The operation of the edge that the next step takes."""
    function = frame.code.function
    outgoing = function.outgoing[frame.location]
    is_choice = function.locations[frame.location].kind is LocationKind.CHOICE
    return function.edges[outgoing[choice if is_choice and choice is not None else 0]].operation


def frame_at_entry(executor: Executor, function: int, prefix: Key) -> Frame:
    """A symbolic frame at the entry of a function, for its place alone."""
    frame = Frame(function, executor.machine.order(function), None, prefix, [])
    moved(frame, frame.location)
    return frame


def _begin(frame: Frame, entry: int) -> None:
    """Go to the entry of the program's function: the engine's may have something before it, where nothing is chosen."""
    if frame.location != entry:
        moved(frame, entry)


def moved(frame: Frame, target: int) -> None:
    """Let a symbolic frame that is there for its place go to a location."""
    frame.loops = around(frame.loops, frame.order.nest[target], target, _NO_GUARD)
    frame.location = target
